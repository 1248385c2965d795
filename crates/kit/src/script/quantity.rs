//! What the conditions of scripts may ask about, and what it can be at a table.

use std::ops::RangeInclusive;

use balance_engine::{Game, View};

/// Something a condition may ask about.
pub struct Quantity<G: Game> {
    /// Its name in a script.
    pub name: &'static str,
    /// One line about what it is.
    pub help: &'static str,
    /// How it is found.
    pub reading: Reading<G>,
    /// What it can be under some rules, of a number.
    within: fn(&G) -> RangeInclusive<i32>,
    /// Whether a thing can be among them under some rules, of things.
    may_have: fn(&G, usize) -> bool,
    /// Whether two different things are never there at once, of things.
    apart: fn(usize, usize) -> bool,
}

/// How a quantity is found; only from what the seat itself may know.
pub enum Reading<G: Game> {
    /// A whole number.
    Number(fn(View<'_, G>) -> i32),
    /// Some of several things, by number.
    Things {
        /// Their names.
        names: fn() -> Vec<String>,
        /// Is this one among them?
        has: fn(View<'_, G>, usize) -> bool,
    },
}

impl<G: Game> Quantity<G> {
    const fn new(name: &'static str, help: &'static str, reading: Reading<G>) -> Self {
        Quantity {
            name,
            help,
            reading,
            within: |_| i32::MIN..=i32::MAX,
            may_have: |_, _| true,
            apart: |_, _| false,
        }
    }

    /// A whole number that a condition compares.
    pub const fn number(name: &'static str, help: &'static str, of: fn(View<'_, G>) -> i32) -> Self {
        Self::new(name, help, Reading::Number(of))
    }

    /// The same number, which lies within these ends whenever a bot is asked in a game of some rules: lists show them, and
    /// conditions that therefore never hold are warned of.
    #[must_use]
    pub const fn within_ends(mut self, within: fn(&G) -> RangeInclusive<i32>) -> Self {
        self.within = within;
        self
    }

    /// The same number, which is never less than 0.
    #[must_use]
    pub const fn from_zero(self) -> Self {
        self.within_ends(|_| 0..=i32::MAX)
    }

    /// Several things, of which a condition asks whether one is among them.
    pub const fn things(
        name: &'static str,
        help: &'static str,
        names: fn() -> Vec<String>,
        has: fn(View<'_, G>, usize) -> bool,
    ) -> Self {
        Self::new(name, help, Reading::Things { names, has })
    }

    /// The same things, of which one can only be there in a game of some rules if this says so of its number.
    #[must_use]
    pub const fn only_where(mut self, may_have: fn(&G, usize) -> bool) -> Self {
        self.may_have = may_have;
        self
    }

    /// The same things, of which two different ones are never there at once if this says so of their numbers.
    #[must_use]
    pub const fn apart(mut self, apart: fn(usize, usize) -> bool) -> Self {
        self.apart = apart;
        self
    }

    /// The same things, of which there never is more than one.
    #[must_use]
    pub const fn one_at_most(self) -> Self {
        self.apart(|_, _| true)
    }

    /// What a number can be under these rules.
    pub fn within(&self, game: &G) -> RangeInclusive<i32> {
        (self.within)(game)
    }

    /// Can the thing of this number be there under these rules?
    pub fn may_have(&self, game: &G, thing: usize) -> bool {
        (self.may_have)(game, thing)
    }

    /// Are these two things never there at once?
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        one != other && (self.apart)(one, other)
    }
}
