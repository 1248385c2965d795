//! How sure we are of what a configuration is made of: every entry of its content has a status for each of its aspects (its
//! name, its shape, its values), and what a designer has changed is the designer's own.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use balance_engine::{Provenance, Status};

/// The `status` of an entry of a content file: one word for all its aspects, or a table with a word for each.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Marks {
    /// The same for all aspects.
    All(Status),
    /// By aspect.
    Each(BTreeMap<String, Status>),
}

impl Default for Marks {
    /// A designer need not say that an entry is his own.
    fn default() -> Self {
        Marks::All(Status::Own)
    }
}

impl Marks {
    /// How sure we are of this aspect; an aspect that is not named is the designer's own.
    pub fn status(&self, aspect: &str) -> Status {
        match self {
            Marks::All(status) => *status,
            Marks::Each(by_aspect) => by_aspect.get(aspect).copied().unwrap_or(Status::Own),
        }
    }
}

/// One side of an entry that is marked for itself.
pub struct Aspect<E> {
    name: &'static str,
    same: fn(&E, &E) -> bool,
}

impl<E> Aspect<E> {
    /// The aspect of this name, in the plural where there are several in an entry ("elements", "effect"), in which two entries
    /// may say the `same`.
    pub const fn new(name: &'static str, same: fn(&E, &E) -> bool) -> Self {
        Aspect { name, same }
    }
}

/// Counts entries by part, aspect and status.
#[derive(Clone, Debug, Default)]
pub struct ProvenanceCounts(BTreeMap<(String, String, Status), u32>);

impl ProvenanceCounts {
    /// Adds so many entries of a part. An empty `aspect` is the entry as a whole.
    pub fn add(&mut self, part: &str, aspect: &str, status: Status, entries: u32) {
        if entries > 0 {
            *self.0.entry((part.to_owned(), aspect.to_owned(), status)).or_default() += entries;
        }
    }

    /// Adds an entry of which there are so many copies, aspect by aspect. `embedded` is the entry of that name in the
    /// game's own file, and its marks: what differs from it, or has no such entry, is the designer's own.
    pub fn entry<E>(
        &mut self,
        part: &str,
        copies: u32,
        entry: &E,
        embedded: Option<(&E, &Marks)>,
        aspects: &[Aspect<E>],
    ) {
        for aspect in aspects {
            let status = embedded
                .filter(|(known, _)| (aspect.same)(entry, known))
                .map_or(Status::Own, |(_, marks)| marks.status(aspect.name));
            self.add(part, aspect.name, status, copies);
        }
    }

    /// The rows of a report, by part, aspect and status.
    pub fn rows(self) -> Vec<Provenance> {
        let row = |((part, aspect, status), entries)| Provenance {
            part,
            aspect,
            status,
            entries,
        };
        self.0.into_iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, JsonSchema)]
    struct Entry {
        name: String,
        value: u8,
        #[serde(default)]
        status: Marks,
    }

    const ASPECTS: [Aspect<Entry>; 2] = [
        Aspect::new("name", |one, other| one.name == other.name),
        Aspect::new("value", |one, other| one.value == other.value),
    ];

    fn entry(text: &str) -> Entry {
        toml::from_str(text).expect("an entry")
    }

    #[test]
    fn marks_are_a_word_or_a_word_for_each_aspect() {
        let status = |text: &str| {
            let marks = entry(&format!("name = \"a\"\nvalue = 1\n{text}")).status;
            (marks.status("name"), marks.status("value"))
        };
        assert_eq!(
            status("status = \"constrained\""),
            (Status::Constrained, Status::Constrained)
        );
        let each = "status = { name = \"published\", value = \"reconstructed\" }";
        assert_eq!(status(each), (Status::Published, Status::Reconstructed));
        assert_eq!(status("status = { name = \"published\" }").1, Status::Own);
        assert_eq!(status(""), (Status::Own, Status::Own));
        let wrong =
            crate::content::read::<Entry>("name = \"a\"\nvalue = 1\nstatus = \"publisht\"").expect_err("no mark");
        assert_eq!(wrong[0].message, "`status` cannot be \"publisht\"");
        assert_eq!(wrong[0].help.as_deref(), Some("did you mean \"published\"?"));
    }

    #[test]
    fn what_differs_from_the_embedded_entry_is_the_designers_own() {
        let known = entry("name = \"a\"\nvalue = 1\nstatus = { name = \"published\", value = \"reconstructed\" }");
        // Whatever an own file says of itself.
        let own = entry("name = \"a\"\nvalue = 2\nstatus = \"published\"");
        let told = |copies: u32, played: &Entry, embedded: Option<&Entry>| {
            let mut count = ProvenanceCounts::default();
            let embedded = embedded.map(|entry| (entry, &entry.status));
            count.entry("cards", copies, played, embedded, &ASPECTS);
            let row = |row: Provenance| (row.aspect, row.status, row.entries);
            count.rows().into_iter().map(row).collect::<Vec<_>>()
        };
        let row = |aspect: &str, status, entries| (aspect.to_owned(), status, entries);
        let same = [
            row("name", Status::Published, 3),
            row("value", Status::Reconstructed, 3),
        ];
        assert_eq!(told(3, &known, Some(&known)), same);
        let edited = [row("name", Status::Published, 1), row("value", Status::Own, 1)];
        assert_eq!(told(1, &own, Some(&known)), edited);
        assert_eq!(
            told(1, &own, None),
            [row("name", Status::Own, 1), row("value", Status::Own, 1)]
        );
        assert!(told(0, &known, Some(&known)).is_empty());
    }
}
