//! Single entries of content that a scenario changes in `[rules]`, without a file of its own: `tile.6 = ["1 log"]`.
//!
//! The content file is changed in its text, so that it is read and checked like any other; a mistake is told at the line
//! of the scenario where the change stands.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::content::nearest;
use crate::schema::messages::suggest;
use crate::schema::tree::{self, Node, TomlTable};
use crate::{ContentKey, Mistake, Setup};
use balance_engine::{Component, MAX_COMPONENTS};
use toml::{Table, Value};

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
    /// What a value without a key may be instead and be a little else, so that `tune` tries it where nobody says what may be
    /// changed: [`unchanged`], [`one_more_or_less`], or the game's own. What makes no game is left out.
    pub near: fn(&Value) -> Vec<Value>,
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
    /// What it is, in a few words, for lists.
    pub help: &'static str,
    /// What the entry becomes, from its value and from all of the list; none where it cannot be had for this one.
    pub make: fn(usize, &[Value]) -> Option<Instead>,
}

/// Nothing: only somebody who knows the game can say what else an entry may be.
pub fn unchanged(_: &Value) -> Vec<Value> {
    Vec::new()
}

/// A whole number that is one less, or one more.
pub fn one_more_or_less(value: &Value) -> Vec<Value> {
    let by = |by: i64| value.as_integer()?.checked_add(by).map(Value::from);
    [-1, 1].into_iter().filter_map(by).collect()
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
    /// All that it says, where that is more.
    pub whole: Value,
    /// Names of the blanks that there are of it, each with what it is.
    pub blanks: Vec<(&'static str, &'static str)>,
    /// What it may say instead and be a little else, in the short form.
    pub near: Vec<Value>,
}

/// The entries of the content `key`, whose text is `text`.
pub(crate) fn entries(text: &str, key: &ContentKey) -> Vec<Entry> {
    entries_of(text, text, key, &Table::new())
}

/// The entries of the content `key` of a configuration as its rules make them: each with what it then says, and is called. What
/// they take out of its list is told as it was; where they do not fit, all is.
pub(crate) fn played(key: &ContentKey, setup: &Setup) -> Vec<Entry> {
    let text = setup.text(key);
    match edited(text, key, setup) {
        Ok(edited) => entries_of(text, &edited.text, key, &setup.rules),
        Err(_) => entries(text, key),
    }
}

/// The entries of `text`, each as it stands in `now`, which `rules` made of it.
fn entries_of(text: &str, now: &str, key: &ContentKey, rules: &Table) -> Vec<Entry> {
    // What is no TOML has none; whoever reads it says why.
    let [document, changed] = [text, now].map(|text| tree::parse(0, text).unwrap_or_default());
    let of = |entries: &'static Entries| {
        let list = EntryList::new(entries, &document);
        let mut changed = EntryList::new(entries, &changed).values.into_iter();
        let mut entry = |(at, name): (usize, &String)| {
            let value = if list.is_taken_out(at, rules) {
                None
            } else {
                changed.next()
            };
            let value = value.unwrap_or_else(|| list.values[at].clone());
            let short = match entries.named {
                Named::By { main, .. } => value.get(main).cloned().unwrap_or_else(|| value.clone()),
                Named::Place => value.clone(),
            };
            let had = |blank: &&Blank| (blank.make)(at, &list.values).is_some();
            Entry {
                key: format!("{}.{name}", entries.word),
                title: (entries.title)(name, &value),
                near: (entries.near)(&short),
                value: short,
                whole: value,
                blanks: entries
                    .blanks
                    .iter()
                    .filter(had)
                    .map(|blank| (blank.name, blank.help))
                    .collect(),
            }
        };
        list.names.iter().enumerate().map(&mut entry).collect::<Vec<_>>()
    };
    key.entries.iter().flat_map(of).collect()
}

impl Entry {
    /// What it says under a key of `[rules]`: its own, or that of one of its fields, as `tile.6.hunt`.
    pub fn value(&self, key: &str) -> Option<&Value> {
        let field = key.strip_prefix(&*self.key)?;
        if field.is_empty() {
            return Some(&self.value);
        }
        let mut steps = field.strip_prefix('.')?.split('.');
        steps.try_fold(&self.whole, |value, step| value.get(step))
    }
}

/// Those of all `entries` of a game that are in play where these components are counted: where a kind is counted, what is not
/// among the counted ones is not, unless there are too many to be counted.
pub fn in_play(entries: Vec<Entry>, counted: &[Component]) -> Vec<Entry> {
    let is_counted = |entry: &Entry| counted.iter().any(|component| component.name == entry.title);
    let word = |entry: &Entry| entry.key.split('.').next().unwrap_or_default().to_owned();
    if counted.iter().filter(|component| !component.name.is_empty()).count() >= MAX_COMPONENTS {
        return entries;
    }
    let kinds: BTreeSet<String> = entries.iter().filter(|entry| is_counted(entry)).map(word).collect();
    let playing = |entry: &Entry| is_counted(entry) || !kinds.contains(&word(entry));
    entries.into_iter().filter(playing).collect()
}

#[cfg(test)]
mod tests;

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

/// The key paths of the changes of single entries.
pub(crate) fn changed(rules: &Table, keys: &[ContentKey]) -> Vec<Vec<String>> {
    let words = keys.iter().flat_map(|key| key.entries).map(|entries| entries.word);
    let of = |word: &str| {
        let names = rules.get(word).and_then(Value::as_table);
        let path = |name: &String| vec![word.to_owned(), name.clone()];
        names
            .into_iter()
            .flat_map(toml::Table::keys)
            .map(path)
            .collect::<Vec<_>>()
    };
    words.flat_map(of).collect()
}

/// The text of the content `key` with the entries changed that the rules of `setup` name.
///
/// # Errors
/// Entries that there are not, and blanks that cannot be had.
pub(crate) fn edited<'s>(text: &'s str, key: &ContentKey, setup: &Setup) -> Result<Edited<'s>, Vec<Mistake>> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut mistakes = Vec::new();
    // What is no TOML is told by whoever reads it.
    let Ok(document) = tree::parse(0, text) else {
        return Ok(Edited::plain(text));
    };
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
        let list = EntryList::new(entries, &document);
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

/// A list of entries with the place of each in the text.
struct EntryList<'a> {
    entries: &'a Entries,
    names: Vec<String>,
    values: Vec<Value>,
    items: &'a [Node],
}

impl<'a> EntryList<'a> {
    fn new(entries: &'a Entries, document: &'a TomlTable) -> Self {
        let path: Vec<&str> = entries.list.split('.').collect();
        let items = document.at_path(&path).and_then(Node::list).unwrap_or_default();
        let values: Vec<Value> = items.iter().map(|item| item.to_toml(&|_| true)).collect();
        let name = |(at, value): (usize, &Value)| match entries.named {
            Named::Place => (at + 1).to_string(),
            Named::By { field, .. } => value.get(field).map_or_else(String::new, plain),
        };
        let names = values.iter().enumerate().map(name).collect();
        EntryList {
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
        let blank = self.blank(new);
        let instead = match blank {
            None => Instead::Value(new.clone()),
            Some(blank) => (blank.make)(at, &self.values).ok_or_else(|| {
                let message = format!("{word} {name} cannot be \"{}\": {}", blank.name, blank.help);
                Mistake::rule(&format!("{word}.{name}"), message, "")
            })?,
        };
        match (instead, self.entries.named) {
            (Instead::Out, _) => Ok(vec![(self.whole(at), String::new(), path)]),
            (Instead::Value(new), Named::Place) => {
                self.no_blank(name, &new, Some(&self.values[at]))?;
                let new = relative(&new, Some(&self.values[at]));
                Ok(vec![(self.items[at].at.bytes(), new.to_string(), path)])
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

    /// The blank that `new` names.
    fn blank(&self, new: &Value) -> Option<&'a Blank> {
        let text = new.as_str()?;
        self.entries.blanks.iter().find(|blank| blank.name == text)
    }

    /// Do `rules` take the entry at this place out of the list?
    fn is_taken_out(&self, at: usize, rules: &Table) -> bool {
        let new = rules.get(self.entries.word).and_then(|all| all.get(&self.names[at]));
        let blank = new.and_then(|new| self.blank(new));
        blank.is_some_and(|blank| (blank.make)(at, &self.values) == Some(Instead::Out))
    }

    /// The piece of text in which the field of an entry is to be `new`.
    fn field(&self, at: usize, field: &str, new: &Value, path: Path) -> Edit {
        let new = relative(new, self.values[at].get(field));
        let item = &self.items[at];
        let Some(table) = item.table() else {
            return (item.at.bytes(), new.to_string(), path);
        };
        if let Some(known) = table.get(field) {
            return (known.at.bytes(), new.to_string(), path);
        }
        // Before its first key, which stands at the beginning of a line unless the table is written in braces.
        let first = table.fields.first().map_or(item.at.end, |field| field.key.start);
        let inline = item.at.start < first && item.at.end > first;
        let end = if inline { ", " } else { "\n" };
        let key = toml::Value::from(field).to_string();
        (first..first, format!("{key} = {new}{end}"), path)
    }

    /// The place of an item of a list in brackets with the comma that parts it from others.
    fn whole(&self, at: usize) -> Range<usize> {
        let own = &self.items[at].at;
        match (self.items.get(at + 1), at.checked_sub(1)) {
            (Some(next), _) => own.start..next.at.start,
            (None, Some(before)) => self.items[before].at.end..own.end,
            (None, None) => own.bytes(),
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
        let now = now.unwrap_or(new);
        let is_near = suggest(text, blanks.iter().copied()).is_some();
        let help = match &blanks[..] {
            [] => format!("it is {now} now"),
            blanks if now.is_array() && !is_near => {
                format!(
                    "write a list such as {now}, which it is now, or one of {}",
                    blanks.join(", ")
                )
            }
            blanks => format!("{}; it is {now} now", nearest(text, blanks)),
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
            (Some((first, last)), _) => {
                format!("there are {first} to {last}; what is new stands in a content file of your own")
            }
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
