//! The names of everything a tally of one configuration holds, and how sure we are of what it is made of.

use serde::{Deserialize, Serialize};

/// One number counted in every game.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// Its name in tables.
    pub key: &'static str,
    /// What it counts.
    pub help: &'static str,
    /// The counter of tries of which this one counts the successes.
    pub of: Option<&'static str>,
    /// Does it count a rule at work, so that a count of nothing means a dead rule?
    pub rule: bool,
}

impl Counter {
    /// Counts how often something happens.
    pub const fn new(key: &'static str, help: &'static str) -> Self {
        Counter {
            key,
            help,
            of: None,
            rule: true,
        }
    }

    /// Counts how often something succeeds of what `of` counts.
    pub const fn success(key: &'static str, help: &'static str, of: &'static str) -> Self {
        Counter {
            key,
            help,
            of: Some(of),
            rule: true,
        }
    }

    /// The same as a mere measure: who, how far, which of several; seldom or never is no sign of a dead rule.
    #[must_use]
    pub const fn measure(self) -> Self {
        Counter { rule: false, ..self }
    }

    /// No counter of this configuration, such as one of an expansion that is not played.
    pub const fn none() -> Self {
        Counter::new("", "").measure()
    }
}

/// The names of everything a configuration's tally holds, in the order of its indices.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The game's key.
    pub game: String,
    /// Players at the table.
    pub players: usize,
    /// Sides that can win.
    pub sides: Vec<String>,
    /// Roles a seat can have.
    pub roles: Vec<String>,
    /// Side of each role.
    pub role_sides: Vec<usize>,
    /// Positions in turn order.
    pub positions: Vec<String>,
    /// Ways to end.
    pub endings: Vec<String>,
    /// Is each ending the cap of turns?
    pub capped: Vec<bool>,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// Counters; one with an empty name is none of this configuration.
    pub counters: Vec<Counter>,
    /// Components; an empty name is no component of this configuration.
    pub components: Vec<String>,
    /// What "with a component" means.
    pub component_note: String,
    /// What a turn is called.
    pub turn_word: String,
    /// The most turns that a game can take; none where the rules set no cap, and what is said of mean lengths is weaker.
    pub turns_max: Option<u32>,
    /// How sure we are of what this configuration is made of.
    pub provenance: Vec<Provenance>,
}

/// How sure we are of one part of a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Part: tiles, cards, board …
    pub part: String,
    /// What about its entries: their names, their shape, their values; empty for the entries as a whole.
    #[serde(default)]
    pub aspect: String,
    /// How sure we are.
    pub status: Status,
    /// How many entries of the part have this status in this aspect.
    pub entries: u32,
}

impl Provenance {
    /// Part and aspect in words: "tiles (elements)".
    pub fn label(&self) -> String {
        if self.aspect.is_empty() {
            self.part.clone()
        } else {
            format!("{} ({})", self.part, self.aspect)
        }
    }
}

/// How sure we are of a component (a tile, a card, an end point).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Printed in the rulebook or on a public page.
    Published,
    /// Forced, or nearly, by the rulebook's text.
    Constrained,
    /// Our own, chosen to satisfy every constraint; not the publisher's.
    Reconstructed,
    /// A designer's own.
    Own,
}
