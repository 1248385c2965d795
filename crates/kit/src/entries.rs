//! Single entries of content that a scenario changes in `[rules]`, without a file of its own: `tile.6 = ["1 log"]`.
//!
//! The content file is changed in its text, so that it is read and checked like any other; a mistake is told at the line
//! of the scenario where the change stands.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use crate::content::nearest;
use crate::{ContentKey, Mistake, Setup};

/// A list of entries in a content file, which `[rules]` may change one by one.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// The word before the name of an entry: `tile` of `tile.6`.
    pub word: &'static str,
    /// The key of the list in the file, dotted.
    pub list: &'static str,
    /// How its entries are named.
    pub named: Named,
    /// One line: what an entry is, and what a value without a key is.
    pub help: &'static str,
    /// What stands in the place of an entry to see what it does: at least two where two are possible.
    pub blanks: &'static [Blank],
    /// What the entry is called in reports, by its name and its value in the file: as the component, where it is one.
    pub title: fn(&str, &Value) -> String,
}

/// How the entries of a list are named.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// Tables, by a field; a value that is no table is that of the field `main`.
    By {
        /// The field with the name.
        field: &'static str,
        /// The field that is meant where none is named.
        main: &'static str,
    },
    /// Plain values, by their place, counted from 1.
    Place,
}

/// Something neutral in the place of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Blank {
    /// Its name, which may be written instead of a value.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What the entry becomes, from its value and from all of the list; none where it cannot be had for this one.
    pub make: fn(usize, &[Value]) -> Option<Instead>,
}

/// What an entry becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Instead {
    /// These fields of its table are replaced; of a plain value all of it.
    Value(Value),
    /// It is taken out of its list of plain values.
    Out,
}

impl Instead {
    /// Fields in place of those that the entry has.
    pub fn fields<const N: usize>(fields: [(&str, Value); N]) -> Option<Self> {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
        Some(Instead::Value(Value::Table(fields.collect())))
    }
}

/// An entry of the content of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key of `[rules]` that changes it: `tile.6`.
    pub key: String,
    /// What it is called in reports.
    pub title: String,
    /// What it says, in the short form that `[rules]` takes.
    pub value: Value,
    /// Names of the blanks that there are of it, each with what it is.
    pub blanks: Vec<(&'static str, &'static str)>,
}

/// The text of a content file with single entries changed.
#[derive(Clone, Debug)]
pub(crate) struct Edited<'s> {
    pub text: Cow<'s, str>,
    /// What was written into the text: its place there, how many bytes of the file it took the place of, and the key path
    /// below `[rules]` where it comes from. In order.
    edits: Vec<(Range<usize>, usize, Path)>,
}

/// A key path below `[rules]`.
type Path = Vec<String>;

/// Bytes of a file, the text in their place, and where it comes from.
type Edit = (Range<usize>, String, Path);

impl<'s> Edited<'s> {
    /// The file as it is.
    pub fn plain(text: &'s str) -> Self {
        Edited {
            text: Cow::Borrowed(text),
            edits: Vec::new(),
        }
    }

    /// Was anything changed?
    pub fn is_changed(&self) -> bool {
        !self.edits.is_empty()
    }

    /// Where in the scenario the change was written that `span` of the text lies in; else the same bytes of the file.
    pub fn origin(&self, span: &Range<usize>) -> Result<&[String], Range<usize>> {
        let mut less = 0;
        let mut more = 0;
        for (place, took, path) in &self.edits {
            if place.start < span.end.max(span.start + 1) && span.start < place.end.max(place.start + 1) {
                return Ok(path);
            }
            if place.end <= span.start {
                more += place.end - place.start;
                less += took;
            }
        }
        Err(span.start + less - more..span.end + less - more)
    }

    /// The key path of the first change.
    pub fn first(&self) -> &[String] {
        self.edits.first().map_or(&[], |(_, _, path)| path)
    }
}

/// `[rules]` without the changes of single entries.
pub(crate) fn without(rules: &Table, keys: &[ContentKey]) -> Table {
    let mut rules = rules.clone();
    for entries in keys.iter().flat_map(|key| key.entries) {
        rules.remove(entries.word);
    }
    rules
}

/// The text of the content `key` with the entries changed that the rules of `setup` name.
///
/// # Errors
/// Entries that there are not, and blanks that cannot be had.
pub(crate) fn edited<'s>(text: &'s str, key: &ContentKey, setup: &Setup) -> Result<Edited<'s>, Vec<Mistake>> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut mistakes = Vec::new();
    let (document, broken) = DeTable::parse_recoverable(text);
    // What is no TOML is told by whoever reads it.
    if !broken.is_empty() {
        return Ok(Edited::plain(text));
    }
    for entries in key.entries {
        let Some(wanted) = setup.rules.get(entries.word) else {
            continue;
        };
        let Value::Table(wanted) = wanted else {
            let message = format!("`{0}` names no {0}", entries.word);
            let help = format!("write {}.NAME = …", entries.word);
            mistakes.push(Mistake::rule(entries.word, message, help));
            continue;
        };
        let list = List::of(entries, &document);
        for (name, value) in wanted {
            match list.change(name, value) {
                Ok(more) => edits.extend(more),
                Err(mistake) => mistakes.push(mistake),
            }
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    edits.sort_by_key(|(range, ..)| (range.start, range.end));
    let mut out = String::new();
    let mut done = 0;
    let mut places = Vec::new();
    for (range, new, path) in edits {
        out.push_str(&text[done..range.start.max(done)]);
        let start = out.len();
        out.push_str(&new);
        places.push((start..out.len(), range.end - range.start.max(done).min(range.end), path));
        done = range.end.max(done);
    }
    if places.is_empty() {
        return Ok(Edited::plain(text));
    }
    out.push_str(&text[done..]);
    Ok(Edited {
        text: Cow::Owned(out),
        edits: places,
    })
}

/// The entries of the content `key`, whose text is `text`.
pub(crate) fn entries(text: &str, key: &ContentKey) -> Vec<Entry> {
    let (document, _) = DeTable::parse_recoverable(text);
    let of = |entries: &'static Entries| {
        let list = List::of(entries, &document);
        let entry = |(at, name): (usize, &String)| {
            let value = &list.values[at];
            let short = match entries.named {
                Named::By { main, .. } => value.get(main).cloned().unwrap_or_else(|| value.clone()),
                Named::Place => value.clone(),
            };
            let had = |blank: &&Blank| (blank.make)(at, &list.values).is_some();
            Entry {
                key: format!("{}.{name}", entries.word),
                title: (entries.title)(name, value),
                value: short,
                blanks: entries
                    .blanks
                    .iter()
                    .filter(had)
                    .map(|blank| (blank.name, blank.help))
                    .collect(),
            }
        };
        list.names.iter().enumerate().map(entry).collect::<Vec<_>>()
    };
    key.entries.iter().flat_map(of).collect()
}

/// A list of entries with the place of each in the text.
struct List<'a> {
    entries: &'a Entries,
    names: Vec<String>,
    values: Vec<Value>,
    items: Vec<&'a Spanned<DeValue<'a>>>,
}

impl<'a> List<'a> {
    fn of(entries: &'a Entries, document: &'a Spanned<DeTable<'a>>) -> Self {
        let mut steps = entries.list.split('.');
        let first = steps.next().and_then(|step| document.get_ref().get(step));
        let found = steps.fold(first, |value, step| value?.get_ref().as_table()?.get(step));
        let items: Vec<&Spanned<DeValue<'_>>> = found
            .and_then(|list| list.get_ref().as_array())
            .into_iter()
            .flatten()
            .collect();
        let values: Vec<Value> = items.iter().map(|item| value(item.get_ref())).collect();
        let name = |(at, value): (usize, &Value)| match entries.named {
            Named::Place => (at + 1).to_string(),
            Named::By { field, .. } => value.get(field).map_or_else(String::new, plain),
        };
        let names = values.iter().enumerate().map(name).collect();
        List {
            entries,
            names,
            values,
            items,
        }
    }

    /// The pieces of text to be replaced where the entry `name` is to be `new`.
    fn change(&self, name: &str, new: &Value) -> Result<Vec<Edit>, Mistake> {
        let word = self.entries.word;
        let at = self.names.iter().position(|known| known == name);
        let at = at.ok_or_else(|| self.unknown(name))?;
        let path = vec![word.to_owned(), name.to_owned()];
        let blank = new
            .as_str()
            .and_then(|text| self.entries.blanks.iter().find(|blank| blank.name == text));
        let instead = match blank {
            None => Instead::Value(new.clone()),
            Some(blank) => (blank.make)(at, &self.values).ok_or_else(|| {
                let message = format!("{word} {name} cannot be \"{}\": {}", blank.name, blank.help);
                Mistake::rule(&format!("{word}.{name}"), message, "")
            })?,
        };
        let item = self.items[at];
        match (instead, self.entries.named) {
            (Instead::Out, _) => Ok(vec![(self.whole(at), String::new(), path)]),
            (Instead::Value(new), Named::Place) => {
                self.no_blank(name, &new, Some(&self.values[at]))?;
                let new = relative(&new, Some(&self.values[at]));
                Ok(vec![(item.span(), new.to_string(), path)])
            }
            (Instead::Value(Value::Table(fields)), Named::By { .. }) => {
                let below = |field: &str| {
                    let deep = blank.is_none().then(|| field.to_owned());
                    path.iter().cloned().chain(deep).collect()
                };
                Ok(fields
                    .iter()
                    .map(|(field, value)| self.field(at, field, value, below(field)))
                    .collect())
            }
            (Instead::Value(new), Named::By { main, .. }) => {
                self.no_blank(name, &new, self.values[at].get(main))?;
                Ok(vec![self.field(at, main, &new, path)])
            }
        }
    }

    /// The piece of text in which the field of an entry is to be `new`.
    fn field(&self, at: usize, field: &str, new: &Value, path: Path) -> Edit {
        let new = relative(new, self.values[at].get(field));
        let item = self.items[at];
        let Some(table) = item.get_ref().as_table() else {
            return (item.span(), new.to_string(), path);
        };
        let known = table
            .get(field)
            .map(|value| (value.span(), new.to_string(), path.clone()));
        known.unwrap_or_else(|| {
            // Before its first key, which stands at the beginning of a line unless the table is written in braces.
            let first = table
                .keys()
                .map(|key| key.span().start)
                .min()
                .unwrap_or(item.span().end);
            let inline = item.span().start < first && item.span().end > first;
            let end = if inline { ", " } else { "\n" };
            let key = toml::Value::from(field).to_string();
            (first..first, format!("{key} = {new}{end}"), path)
        })
    }

    /// The place of an item of a list in brackets with the comma that parts it from others.
    fn whole(&self, at: usize) -> Range<usize> {
        let span = self.items[at].span();
        match (self.items.get(at + 1), at.checked_sub(1)) {
            (Some(next), _) => span.start..next.span().start,
            (None, Some(before)) => self.items[before].span().end..span.end,
            (None, None) => span,
        }
    }

    /// A text where none can stand is a blank misspelt.
    fn no_blank(&self, name: &str, new: &Value, now: Option<&Value>) -> Result<(), Mistake> {
        let text = new.as_str().filter(|_| now.is_some_and(|now| !now.is_str()));
        let Some(text) = text.filter(|_| relative(new, now).is_str()) else {
            return Ok(());
        };
        let word = self.entries.word;
        let blanks: Vec<&str> = self.entries.blanks.iter().map(|blank| blank.name).collect();
        let help = match &blanks[..] {
            [] => format!("it is {} now", now.unwrap_or(new)),
            blanks => nearest(text, blanks),
        };
        let message = format!("{word} {name} cannot be \"{}\"", text.escape_debug());
        Err(Mistake::rule(&format!("{word}.{name}"), message, help))
    }

    fn unknown(&self, name: &str) -> Mistake {
        let word = self.entries.word;
        let numbers: Option<Vec<u32>> = self.names.iter().map(|name| name.parse().ok()).collect();
        let in_a_row = numbers.as_ref().and_then(|numbers| {
            let (first, last) = (numbers.iter().min()?, numbers.iter().max()?);
            ((last - first) as usize + 1 == numbers.len()).then_some((*first, *last))
        });
        let help = match (in_a_row, &self.names[..]) {
            (_, []) => format!("there is no {word} at all"),
            (Some((first, last)), _) => format!("there are {first} to {last}"),
            (None, names) if numbers.is_some() => format!("there are {}", names.join(", ")),
            (None, names) => nearest(name, &names.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        let message = format!("there is no {word} {name}");
        Mistake::rule(&format!("{word}.{name}"), message, help)
    }
}

/// A whole number given as "+1" or "-1", from what it is; anything else as it is.
fn relative(new: &Value, now: Option<&Value>) -> Value {
    let by = new.as_str().filter(|text| text.starts_with(['+', '-']));
    let by: Option<i64> = by.and_then(|text| text.parse().ok());
    match (by, now.and_then(Value::as_integer)) {
        (Some(by), Some(now)) => Value::Integer(now.saturating_add(by)),
        _ => new.clone(),
    }
}

/// A name or number as it is written in a key.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The value without its places.
fn value(found: &DeValue<'_>) -> Value {
    match found {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(whole) => {
            Value::Integer(i64::from_str_radix(whole.as_str(), whole.radix()).unwrap_or(i64::MAX))
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Boolean(*flag),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(list) => Value::Array(list.iter().map(|item| value(item.get_ref())).collect()),
        DeValue::Table(table) => {
            let field = |(key, item): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                (key.get_ref().to_string(), value(item.get_ref()))
            };
            Value::Table(table.iter().map(field).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Gems.\nboxes = [-1, 0, 1]\n\n[[gem]]\nname = \"pink\" # the dearest\nworth = 5\n\n[[gem]]\nname = \"blue\"\n\
                        worth = 4\nrare = true\n";

    const GEMS: ContentKey = ContentKey {
        key: "gems",
        sets: &[("standard", FILE)],
        entries: &[
            Entries {
                word: "gem",
                list: "gem",
                named: Named::By {
                    field: "name",
                    main: "worth",
                },
                help: "a gem, by its name; a number is its worth",
                blanks: &[
                    Blank {
                        name: "glass",
                        help: "worth nothing",
                        make: |_, _| Instead::fields([("worth", 0.into()), ("rare", false.into())]),
                    },
                    Blank {
                        name: "common",
                        help: "only what is rare can become common",
                        make: |at, all| {
                            all[at].get("rare")?;
                            Instead::fields([("rare", false.into())])
                        },
                    },
                ],
                title: |name, gem| format!("{name} of {}", gem["worth"]),
            },
            Entries {
                word: "box",
                list: "boxes",
                named: Named::Place,
                help: "a box",
                blanks: &[Blank {
                    name: "left-out",
                    help: "one box less",
                    make: |_, _| Some(Instead::Out),
                }],
                title: |name, _| format!("box {name}"),
            },
        ],
    };

    fn setup(rules: &str) -> Setup {
        Setup {
            rules: rules.parse().expect("TOML"),
            ..Setup::default()
        }
    }

    /// The file as the rules change it.
    fn changed(file: &str, rules: &str) -> String {
        let setup = setup(rules);
        let edited = edited(file, &GEMS, &setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        edited.text.into_owned()
    }

    fn wrong(rules: &str) -> Vec<String> {
        let told = |mistake: &Mistake| {
            let help = mistake.help.clone().unwrap_or_default();
            format!("{}: {} ({help})", mistake.at, mistake.message)
        };
        let mistakes = edited(FILE, &GEMS, &setup(rules)).expect_err("mistakes");
        mistakes.iter().map(told).collect()
    }

    #[test]
    fn only_what_is_named_changes() {
        assert_eq!(changed(FILE, "players = 3"), FILE);
        let pink = FILE.replace("worth = 5", "worth = 7");
        assert_eq!(changed(FILE, "gem.pink = 7"), pink);
        assert_eq!(changed(FILE, "gem.pink.worth = 7"), pink);
        assert_eq!(changed(FILE, "gem.pink = { worth = \"+2\" }"), pink);
        assert_eq!(changed(FILE, "gem.pink = \"+2\""), pink);
        let both = pink
            .replace("worth = 4", "worth = 3")
            .replace("rare = true", "rare = false");
        assert_eq!(
            changed(FILE, "gem = { blue = { rare = false, worth = 3 }, pink = 7 }"),
            both
        );
        assert_eq!(
            changed(FILE, "box = { 2 = 9, 1 = \"-3\" }"),
            FILE.replace("[-1, 0", "[-4, 9")
        );
    }

    #[test]
    fn a_field_that_was_not_there_is_added() {
        let added = FILE.replace("name = \"pink\"", "\"rare\" = true\nname = \"pink\"");
        assert_eq!(changed(FILE, "gem.pink.rare = true"), added);
        let inline = "gem = [{ name = \"pink\", worth = 5 }]\nboxes = []\n";
        let added = "gem = [{ \"rare\" = true, name = \"pink\", worth = 6 }]\nboxes = []\n";
        assert_eq!(changed(inline, "gem.pink = { rare = true, worth = 6 }"), added);
    }

    #[test]
    fn blanks_take_the_place_of_entries() {
        let glass = FILE.replace("worth = 4\nrare = true", "worth = 0\nrare = false");
        assert_eq!(changed(FILE, "gem.blue = \"glass\""), glass);
        assert_eq!(
            changed(FILE, "box.1 = \"left-out\""),
            FILE.replace("[-1, 0, 1]", "[0, 1]")
        );
        assert_eq!(
            changed(FILE, "box.3 = \"left-out\""),
            FILE.replace("[-1, 0, 1]", "[-1, 0]")
        );
        assert_eq!(
            changed(FILE, "box = { 2 = \"left-out\", 3 = 5 }"),
            FILE.replace("[-1, 0, 1]", "[-1, 5]")
        );
        assert_eq!(changed("boxes = [4]", "box.1 = \"left-out\""), "boxes = []");
    }

    #[test]
    fn what_there_is_not_is_told_with_what_there_is() {
        assert_eq!(
            wrong("gem.pinc = 3\nbox.9 = 3\ngem.blue = \"glas\"\ngem.pink = \"common\""),
            [
                "rules.gem.blue: gem blue cannot be \"glas\" (did you mean `glass`? There are glass, common)",
                "rules.gem.pinc: there is no gem pinc (did you mean `pink`? There are pink, blue)",
                "rules.gem.pink: gem pink cannot be \"common\": only what is rare can become common ()",
                "rules.box.9: there is no box 9 (there are 1 to 3)",
            ]
        );
        assert_eq!(wrong("gem = 3"), ["rules.gem: `gem` names no gem (write gem.NAME = …)"]);
    }

    #[test]
    fn a_place_in_the_text_leads_to_where_it_comes_from() {
        let setup = setup("box.1 = -1000\ngem.pink.worth = 77");
        let edited = edited(FILE, &GEMS, &setup).expect("entries");
        let at = |piece: &str| {
            let start = edited.text.find(piece).expect("it is there");
            let origin = edited.origin(&(start..start + piece.len()));
            origin.map(|path| path.join(".")).map_err(|span| FILE[span].to_owned())
        };
        assert_eq!(at("77"), Ok("gem.pink.worth".to_owned()));
        assert_eq!(at("-1000"), Ok("box.1".to_owned()));
        assert_eq!(at("# Gems"), Err("# Gems".to_owned()));
        assert_eq!(at("\"pink\""), Err("\"pink\"".to_owned()));
        assert_eq!(at("rare = true"), Err("rare = true".to_owned()));
        assert_eq!(edited.first(), ["box", "1"]);
    }

    #[test]
    fn entries_are_told_with_their_blanks() {
        let told: Vec<String> = entries(FILE, &GEMS)
            .iter()
            .map(|each| {
                let blanks: Vec<&str> = each.blanks.iter().map(|blank| blank.0).collect();
                format!("{} = {} ({}): {}", each.key, each.value, each.title, blanks.join(", "))
            })
            .collect();
        assert_eq!(
            told,
            [
                "gem.pink = 5 (pink of 5): glass",
                "gem.blue = 4 (blue of 4): glass, common",
                "box.1 = -1 (box 1): left-out",
                "box.2 = 0 (box 2): left-out",
                "box.3 = 1 (box 3): left-out",
            ]
        );
    }

    #[test]
    fn a_file_that_is_no_toml_is_left_to_its_reader() {
        assert_eq!(changed("boxes = [1", "box.1 = 2"), "boxes = [1");
    }
}
