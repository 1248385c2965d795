//! The tree of a TOML file with the place of every key and value, and how trees are laid over each other.
//!
//! Judges nothing but TOML itself; what keys mean is for others.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use super::messages::{BACKSLASH, POINT, by_local_custom};
use crate::Mistake;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value itself, read.
    pub value: TomlValue,
    /// Where it stands.
    pub at: Place,
}

/// A value of TOML.
#[derive(Clone, Debug)]
pub enum TomlValue {
    /// Text in quotes.
    Text(String),
    /// Saturated at the ends of `i128`.
    Whole(i128),
    /// A number with a point or an exponent.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A date or a time, as written.
    Date(String),
    /// A list in brackets, or tables of one name.
    List(Vec<Node>),
    /// A table.
    Table(TomlTable),
}

/// Keys in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct TomlTable {
    /// Its keys with their values.
    pub fields: Vec<Field>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Field {
    /// The key.
    pub name: String,
    /// Where the key stands.
    pub key: Place,
    /// The value with its own place.
    pub node: Node,
}

/// Reads a file.
///
/// # Errors
/// The mistakes in it, in the words of the parser of TOML, one a line.
pub fn parse(file: usize, text: &str) -> Result<TomlTable, Vec<Problem>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(copy_table(file, table.get_ref()));
    }
    let place = |error: &toml::de::Error| {
        let span = error.span().unwrap_or_default();
        Place::new(file, span.start.min(text.len())..span.end.min(text.len()))
    };
    let mut found: Vec<(Place, &str)> = errors.iter().map(|error| (place(error), error.message())).collect();
    found.sort_by_key(|(at, _)| (at.start, at.end));
    let line = |at: &Place| text.get(..at.start).unwrap_or_default().matches('\n').count();
    found.dedup_by_key(|(at, _)| line(at));
    // What is not closed swallows what follows: where the rest is not sound without these lines only the first complaint is sure.
    let wrong: Vec<usize> = found.iter().map(|(at, _)| line(at)).collect();
    let rest = text
        .split_inclusive('\n')
        .enumerate()
        .filter(|(number, _)| !wrong.contains(number));
    let rest: String = rest.map(|(_, line)| line).collect();
    if !DeTable::parse_recoverable(&rest).1.is_empty() {
        found.truncate(1);
    }
    Err(found
        .into_iter()
        .map(|(at, message)| Problem::located(&at, message).maybe_help(foreign(text, &at)))
        .collect())
}

/// What is at this place that other programs write and TOML does not know.
fn foreign(text: &str, at: &Place) -> Option<String> {
    let before = text.get(..at.start)?.rsplit('\n').next().unwrap_or_default();
    if before.contains('"') && before.contains('\\') {
        return Some(BACKSLASH.to_owned());
    }
    let rest = text.get(at.start..)?;
    let line = format!("{before}{}", rest.lines().next().unwrap_or_default());
    let value = |part: &str| {
        let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || ",.".contains(letter);
        let digits = part.trim_start().split(|letter| !number(letter)).next()?;
        by_local_custom(digits.trim_end_matches(|letter: char| !letter.is_ascii_digit()))
    };
    if let Some(number) = line.split('=').skip(1).find_map(value) {
        return Some(format!("write {number}: {POINT}"));
    }
    let letter = rest.chars().next()?;
    (letter.is_whitespace() && !letter.is_ascii()).then(|| {
        format!(
            "a space stands here that is none in TOML (U+{:04X}): write an ordinary one",
            u32::from(letter)
        )
    })
}

fn copy_table(file: usize, table: &DeTable<'_>) -> TomlTable {
    let copy = |(key, node): (&toml::Spanned<_>, _)| {
        let name: &std::borrow::Cow<'_, str> = key.get_ref();
        Field {
            name: name.to_string(),
            key: Place::new(file, key.span()),
            node: copy_node(file, node),
        }
    };
    let mut fields: Vec<Field> = table.iter().map(copy).collect();
    fields.sort_by_key(|field| field.key.start);
    TomlTable { fields }
}

fn copy_node(file: usize, node: &toml::Spanned<DeValue<'_>>) -> Node {
    let value = match node.get_ref() {
        DeValue::String(text) => TomlValue::Text(text.to_string()),
        DeValue::Integer(whole) => TomlValue::Whole(copy_whole(whole.as_str(), whole.radix())),
        DeValue::Float(number) => TomlValue::Number(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => TomlValue::Flag(*flag),
        DeValue::Datetime(date) => TomlValue::Date(date.to_string()),
        DeValue::Array(list) => TomlValue::List(list.iter().map(|node| copy_node(file, node)).collect()),
        DeValue::Table(table) => TomlValue::Table(copy_table(file, table)),
    };
    Node {
        value,
        at: Place::new(file, node.span()),
    }
}

fn copy_whole(digits: &str, radix: u32) -> i128 {
    let huge = if digits.starts_with('-') { i128::MIN } else { i128::MAX };
    i128::from_str_radix(digits, radix).unwrap_or(huge)
}

impl Node {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let TomlValue::Text(text) = &self.value {
            Some(text)
        } else {
            None
        }
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&TomlTable> {
        if let TomlValue::Table(table) = &self.value {
            Some(table)
        } else {
            None
        }
    }

    /// The items, if it is a list.
    pub fn list(&self) -> Option<&[Node]> {
        if let TomlValue::List(list) = &self.value {
            Some(list)
        } else {
            None
        }
    }

    /// The whole number, if it is one.
    pub fn whole(&self) -> Option<i128> {
        if let TomlValue::Whole(whole) = self.value {
            Some(whole)
        } else {
            None
        }
    }

    /// The number, whole or not, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            TomlValue::Whole(whole) => Some(whole as f64),
            TomlValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The TOML value, without what `keep` refuses.
    pub fn to_toml(&self, keep: &dyn Fn(&Place) -> bool) -> toml::Value {
        match &self.value {
            TomlValue::Text(text) | TomlValue::Date(text) => toml::Value::String(text.clone()),
            TomlValue::Whole(whole) => {
                let whole = (*whole).clamp(i128::from(i64::MIN), i128::from(i64::MAX));
                toml::Value::Integer(whole as i64)
            }
            TomlValue::Number(number) => toml::Value::Float(*number),
            TomlValue::Flag(flag) => toml::Value::Boolean(*flag),
            TomlValue::List(list) => {
                let kept = list.iter().filter(|node| keep(&node.at));
                toml::Value::Array(kept.map(|node| node.to_toml(keep)).collect())
            }
            TomlValue::Table(table) => toml::Value::Table(table.to_toml(keep)),
        }
    }
}

impl TomlTable {
    /// The field of this key.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The value of this key.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.field(name).map(|field| &field.node)
    }

    /// The table below `name`, if it is one.
    pub fn table(&self, name: &str) -> Option<&TomlTable> {
        self.get(name).and_then(Node::table)
    }

    /// The keys.
    pub fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| field.name.as_str()).collect()
    }

    /// Those of `names` that do not stand in the table.
    pub fn unset<'a>(&self, names: &[&'a str]) -> Vec<&'a str> {
        names
            .iter()
            .copied()
            .filter(|name| self.field(name).is_none())
            .collect()
    }

    /// Takes a key out.
    pub fn remove(&mut self, name: &str) {
        self.fields.retain(|field| field.name != name);
    }

    /// The fields met on the way down `path`, as far as they exist; an index leads into a list.
    pub fn along(&self, path: &[String]) -> Option<Place> {
        let (first, rest) = path.split_first()?;
        let field = self.field(first)?;
        let mut node = &field.node;
        let mut best = place_of(field);
        for (depth, step) in rest.iter().enumerate() {
            match &node.value {
                TomlValue::Table(table) => return table.along(&rest[depth..]).or(Some(best)),
                TomlValue::List(list) => match step.parse::<usize>().ok().and_then(|i| list.get(i)) {
                    Some(item) => {
                        node = item;
                        best = item.at.clone();
                    }
                    None => return Some(best),
                },
                _ => return Some(best),
            }
        }
        Some(best)
    }

    /// The node at the end of `path`.
    pub fn at_path(&self, path: &[&str]) -> Option<&Node> {
        let (first, rest) = path.split_first()?;
        let node = self.get(first)?;
        if rest.is_empty() {
            Some(node)
        } else {
            node.table()?.at_path(rest)
        }
    }

    /// Puts a node at the end of `path`, making the tables on the way.
    pub fn set(&mut self, path: &[&str], key: &Place, node: Node) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        if rest.is_empty() {
            self.remove(first);
            self.fields.push(Field {
                name: (*first).to_owned(),
                key: key.clone(),
                node,
            });
            return;
        }
        if self.table(first).is_none() {
            let empty = Node {
                value: TomlValue::Table(TomlTable::default()),
                at: key.clone(),
            };
            self.set(&path[..1], key, empty);
        }
        let below = self.fields.iter_mut().find(|field| field.name == *first);
        if let Some(TomlValue::Table(table)) = below.map(|field| &mut field.node.value) {
            table.set(rest, key, node);
        }
    }

    /// Takes the node at the end of `path` out.
    pub fn take(&mut self, path: &[&str]) {
        match path {
            [] => {}
            [last] => self.remove(last),
            [first, rest @ ..] => {
                let below = self.fields.iter_mut().find(|field| field.name == *first);
                if let Some(TomlValue::Table(table)) = below.map(|field| &mut field.node.value) {
                    table.take(rest);
                }
            }
        }
    }

    /// The TOML table, without what `keep` refuses.
    pub fn to_toml(&self, keep: &dyn Fn(&Place) -> bool) -> toml::Table {
        let kept = self
            .fields
            .iter()
            .filter(|field| keep(&field.key) && keep(&field.node.at));
        kept.map(|field| (field.name.clone(), field.node.to_toml(keep)))
            .collect()
    }

    /// Lays `over` on this table: tables are joined key by key, everything else is replaced.
    pub fn lay(&mut self, over: &TomlTable) {
        let places = self.fields.iter().enumerate();
        let known: BTreeMap<String, usize> = places.map(|(i, field)| (field.name.clone(), i)).collect();
        for field in &over.fields {
            match known.get(&field.name).and_then(|i| self.fields.get_mut(*i)) {
                None => self.fields.push(field.clone()),
                Some(old) => {
                    match (&mut old.node.value, &field.node.value) {
                        (TomlValue::Table(under), TomlValue::Table(over)) => {
                            under.lay(over);
                            old.node.at = field.node.at.clone();
                        }
                        _ => old.node = field.node.clone(),
                    }
                    old.key = field.key.clone();
                }
            }
        }
    }
}

/// The best place to show for a field: its value, or its key when the value is spread over lines.
fn place_of(field: &Field) -> Place {
    if field.node.table().is_some() {
        field.key.clone()
    } else {
        field.node.at.clone()
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Path as shown to the user.
    pub shown: String,
    /// Folder against which files named in it are looked up.
    pub folder: PathBuf,
    /// Whole text.
    pub text: String,
}

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Index of the file in [`Sources`].
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
}

impl Place {
    /// The bytes `span` of that file.
    pub fn new(file: usize, span: Range<usize>) -> Self {
        Self {
            file,
            start: span.start,
            end: span.end,
        }
    }

    /// The bytes of that file.
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// All files that were read, the first of them first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// Adds a file; returns its index.
    pub fn add(&mut self, source: Source) -> usize {
        self.0.push(source);
        self.0.len() - 1
    }

    /// The text at a place, as written.
    pub fn written(&self, place: &Place) -> &str {
        self.0
            .get(place.file)
            .and_then(|source| source.text.get(place.bytes()))
            .unwrap_or("")
    }
}

/// One mistake in a file, or one thing worth a second look; `at` is `None` when it is not about a place.
pub type Problem = Mistake<Option<Place>>;

impl Problem {
    /// A mistake at a place.
    pub fn located(place: &Place, message: impl Into<String>) -> Self {
        Self::new(Some(place.clone()), message, "")
    }

    /// A mistake of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::new(None, message, "")
    }

    /// The same with what was probably meant, or what is allowed.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with this help, where there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}
