//! The text of a content file with single entries changed.

use std::borrow::Cow;
use std::ops::Range;

use toml::de::DeTable;
use toml::{Table, Value};

use super::list::List;
use crate::{ContentKey, Mistake, Setup};

/// The text of a content file with single entries changed.
#[derive(Clone, Debug)]
pub(crate) struct Edited<'s> {
    pub text: Cow<'s, str>,
    /// What was written into the text: its place there, how many bytes of the file it took the place of, and the key path
    /// below `[rules]` where it comes from. In order.
    edits: Vec<(Range<usize>, usize, Path)>,
}

/// A key path below `[rules]`.
pub(super) type Path = Vec<String>;

/// Bytes of a file, the text in their place, and where it comes from.
pub(super) type Edit = (Range<usize>, String, Path);

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
