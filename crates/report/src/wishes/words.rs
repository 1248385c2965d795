//! How many wishes a version meets or misses, in words.

use super::Meets;
use crate::format;

impl Meets<'_> {
    /// Is every wish asked at every table?
    fn even(&self) -> bool {
        self.of == self.wishes * self.tables
    }

    /// All of them: `both wishes`, `the wish at both tables`.
    pub fn all_in_words(&self) -> String {
        let wishes = match (self.wishes, self.tables) {
            (1, 0 | 1) => "the only wish".to_owned(),
            (1, _) => "the wish".to_owned(),
            (2, _) => "both wishes".to_owned(),
            (count, _) => format!("all {count} wishes"),
        };
        match self.tables {
            0 | 1 => wishes,
            _ if !self.even() => "all that is wished at its tables".to_owned(),
            2 => format!("{wishes} at both tables"),
            tables => format!("{wishes} at all {tables} tables"),
        }
    }

    /// So many of them: `1 of 3 wishes`, `the wish at 1 of 2 tables`.
    pub fn some_in_words(&self, count: usize) -> String {
        match self.tables {
            _ if count == self.of => self.all_in_words(),
            0 | 1 => format!("{count} of {} wishes", self.of),
            tables if self.even() && self.wishes == 1 => format!("the wish at {count} of {tables} tables"),
            _ => format!("{count} of {}{}", self.of, self.at_tables()),
        }
    }

    /// The same with its verb, as the beginning of a sentence: `1 of 3 wishes is`.
    pub fn some_are(&self, count: usize) -> String {
        let one = count == 1 || self.wishes == 1;
        let verb = if one { "is" } else { "are" };
        format!("{} {verb}", format::capital(&self.some_in_words(count)))
    }

    /// What is counted where there are several tables, after the count: ` (1 wish at 2 tables)`.
    pub fn at_tables(&self) -> String {
        match self.tables {
            0 | 1 => String::new(),
            _ => format!(" ({})", self.asked_in_words()),
        }
    }

    /// What is asked of it: `2 wishes`, `1 wish at 2 tables`.
    pub fn asked_in_words(&self) -> String {
        let wishes = match self.wishes {
            1 => "1 wish".to_owned(),
            count => format!("{count} wishes"),
        };
        match self.tables {
            0 | 1 => wishes,
            tables => format!("{wishes} at {tables} tables"),
        }
    }
}
