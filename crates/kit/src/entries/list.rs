//! A list of entries in the text of a content file.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use super::edit::{Edit, Path};
use super::{Blank, Entries, Instead, Named};
use crate::content::nearest;
use crate::schema::relative::By;
use crate::schema::suggest::suggest;
use crate::{Code, Mistake};

/// So many more numbers of a list are written out, at most.
const MOST_MORE: usize = 20;

/// A list of entries with the place of each in the text.
pub(super) struct List<'a> {
    entries: &'a Entries,
    pub names: Vec<String>,
    pub values: Vec<Value>,
    items: Vec<&'a Spanned<DeValue<'a>>>,
}

impl<'a> List<'a> {
    pub fn of(entries: &'a Entries, document: &'a Spanned<DeTable<'a>>) -> Self {
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
    pub fn change(&self, name: &str, new: &Value) -> Result<Vec<Edit>, Mistake> {
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
                for (field, value) in &fields {
                    self.no_count(at, field, value)?;
                }
                Ok(fields
                    .iter()
                    .map(|(field, value)| self.field(at, field, value, below(field)))
                    .collect())
            }
            (Instead::Value(new), Named::By { main, .. }) => {
                self.no_count(at, main, &new)?;
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
    pub fn is_taken_out(&self, at: usize, rules: &Table) -> bool {
        let new = rules.get(self.entries.word).and_then(|all| all.get(&self.names[at]));
        let blank = new.and_then(|new| self.blank(new));
        blank.is_some_and(|blank| (blank.make)(at, &self.values) == Some(Instead::Out))
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

    /// Can the text be an element of a list that stands where `now` does? Where all its words are those of such lists in the file.
    fn may_be_listed(&self, text: &str, now: Option<&Value>) -> bool {
        if !now.is_some_and(Value::is_array) {
            return false;
        }
        let main = |value: &Value| match self.entries.named {
            Named::By { main, .. } => value.get(main).cloned(),
            Named::Place => Some(value.clone()),
        };
        let lists: Vec<Value> = self.values.iter().filter_map(main).collect();
        let elements = lists
            .iter()
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str);
        let known: BTreeSet<&str> = elements.flat_map(words).collect();
        let mut asked = words(text).peekable();
        asked.peek().is_some() && asked.all(|word| known.contains(word))
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
            blanks if self.may_be_listed(text, now) && suggest(text, blanks.iter().copied()).is_none() => {
                let list = Value::Array(text.split(',').map(|part| part.trim().into()).collect());
                format!("write {list} for a list, or one of {}", blanks.join(", "))
            }
            blanks if now.is_some_and(Value::is_array) && suggest(text, blanks.iter().copied()).is_none() => {
                format!(
                    "write a list such as {}, which it is now, or one of {}",
                    now.unwrap_or(new),
                    blanks.join(", ")
                )
            }
            blanks => format!("{}; it is {} now", nearest(text, blanks), now.unwrap_or(new)),
        };
        let message = format!("{word} {name} cannot be \"{}\"", text.escape_debug());
        Err(Mistake::rule(&format!("{word}.{name}"), message, help))
    }

    /// How many there are is no value of a field that lists a number for each of them, none of them twice, as the copies of a
    /// card: the list is written out, with numbers that are free.
    fn no_count(&self, at: usize, field: &str, new: &Value) -> Result<(), Mistake> {
        let Some(now) = self.values[at].get(field).and_then(whole_numbers) else {
            return Ok(());
        };
        let by = new.as_str().and_then(By::read);
        let wanted = match (by, new.as_integer()) {
            (Some(By::Whole(by)), _) => now.len() as i128 + by,
            (_, Some(count)) => i128::from(count),
            _ => return Ok(()),
        };
        let lists = self.values.iter().filter_map(|value| value.get(field));
        let taken: Vec<i64> = lists.filter_map(whole_numbers).flatten().collect();
        let different: BTreeSet<&i64> = taken.iter().collect();
        let more = usize::try_from(wanted.max(0)).unwrap_or(usize::MAX);
        if different.len() < taken.len() || more > now.len() + MOST_MORE {
            return Ok(());
        }
        let free = taken.iter().max().map_or(1, |most| most.saturating_add(1));
        let list: Vec<i64> = now.iter().copied().chain(free..=i64::MAX).take(more).collect();
        let why = match by {
            None => format!("for {more} of them"),
            Some(by) => match by.amount() {
                1.0 => "for one more".to_owned(),
                -1.0 => "for one fewer".to_owned(),
                amount if amount < 0.0 => format!("for {} fewer", -amount),
                amount => format!("for {amount} more"),
            },
        };
        let (word, name) = (self.entries.word, &self.names[at]);
        let message = format!("{word} {name} cannot be {new}");
        let help = format!("`{field}` is a list, {now:?} now: write {list:?} {why}");
        let wanted = vec!["array".to_owned()];
        Err(Mistake::rule(&format!("{word}.{name}.{field}"), message, help).code(Code::WrongKind { wanted }))
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

/// The numbers of a list that has nothing else.
fn whole_numbers(list: &Value) -> Option<Vec<i64>> {
    list.as_array()?.iter().map(Value::as_integer).collect()
}

/// The words of a text, without its numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    parts.filter(|part| part.contains(char::is_alphabetic))
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
