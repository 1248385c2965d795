//! How far games are, for whoever shows it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is played, so that a user can be told which games go on for long.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A configuration by its number, or after these a bot of the league.
    Configuration(usize),
    /// A version of the rules: the number of the value of each knob.
    Version(Vec<u8>),
    /// A table with one bot alone, or at several seats, among others of one kind; with one bot at every seat both are it.
    Table {
        /// The one bot.
        one: String,
        /// The others.
        among: String,
    },
    /// A table of bots that are called so.
    Named(String),
}

/// Hears how far games are; called from several threads.
pub trait Progress: Sync {
    /// This thread begins these deals.
    fn begins(&self, _subject: Subject, _deals: &Range<u64>) {}
    /// It has played them, or been stopped.
    fn ends(&self) {}
    /// So many more games were played, or were known from before.
    fn played(&self, _games: u64) {}
    /// What comes now, in a few words.
    fn stage(&self, _what: &str) {}
}

impl Progress for () {}

/// Counts games for those who only want to know how many.
impl Progress for AtomicU64 {
    fn played(&self, games: u64) {
        self.fetch_add(games, Ordering::Relaxed);
    }
}
