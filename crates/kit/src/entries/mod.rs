//! Single entries of content that a scenario changes in `[rules]`, without a file of its own: `tile.6 = ["1 log"]`.
//!
//! The content file is changed in its text, so that it is read and checked like any other; a mistake is told at the line
//! of the scenario where the change stands.

mod edit;
mod list;

use std::collections::BTreeSet;

use balance_engine::{Component, MAX_COMPONENTS};
use toml::de::DeTable;
use toml::{Table, Value};

use crate::{ContentKey, Setup};
pub(crate) use edit::{Edited, changed, edited, without};
use list::List;

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
    told(text, text, key, &Table::new())
}

/// The entries of the content `key` of a configuration as its rules make them: each with what it then says, and is called. What
/// they take out of its list is told as it was; where they do not fit, all is.
pub(crate) fn played(key: &ContentKey, setup: &Setup) -> Vec<Entry> {
    let text = setup.text(key);
    match edited(text, key, setup) {
        Ok(edited) => told(text, &edited.text, key, &setup.rules),
        Err(_) => entries(text, key),
    }
}

/// The entries of `text`, each as it stands in `now`, which `rules` made of it.
fn told(text: &str, now: &str, key: &ContentKey, rules: &Table) -> Vec<Entry> {
    let (document, _) = DeTable::parse_recoverable(text);
    let (changed, _) = DeTable::parse_recoverable(now);
    let of = |entries: &'static Entries| {
        let list = List::of(entries, &document);
        let mut changed = List::of(entries, &changed).values.into_iter();
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
    pub fn says(&self, key: &str) -> Option<&Value> {
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
