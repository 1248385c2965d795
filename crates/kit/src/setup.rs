//! What makes one configuration of a game, as a scenario gives it.

use std::collections::BTreeMap;
use std::rc::Rc;

/// One kind of bot.
#[derive(Clone)]
pub struct BotInfo {
    /// Its name: the `kind` of a `[bots.X]` table, or a bot by itself.
    pub kind: &'static str,
    /// One line about how it plays.
    pub help: &'static str,
    /// JSON Schema of the other keys of its `[bots.X]` table.
    pub schema: Rc<dyn Fn() -> schemars::Schema>,
}

/// Everything that makes one configuration of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// `[rules]`, merged and checked against the schema.
    pub rules: toml::Table,
    /// Own content files, by the key of `[rules]` that names them.
    pub contents: BTreeMap<String, Content>,
    /// Who plays where.
    pub seats: Seats,
    /// `[bots.X]` tables by name.
    pub bots: BTreeMap<String, BotSpec>,
}

impl Setup {
    /// The bot of that name: a `[bots.X]` table, or a kind without settings.
    pub fn bot(&self, name: &str) -> BotSpec {
        let kind = || BotSpec {
            kind: name.to_owned(),
            settings: toml::Table::new(),
        };
        self.bots.get(name).cloned().unwrap_or_else(kind)
    }
}

/// An own content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its name as shown to the user.
    pub file: String,
    /// What it says.
    pub text: String,
}

/// Names of bots by seat and role: role before seat before all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Everybody not named otherwise.
    pub all: String,
    /// By seat, counted from 1.
    pub by_seat: BTreeMap<u8, String>,
    /// By role.
    pub by_role: BTreeMap<String, String>,
    /// These bots in turn round the table, each game once per shift; excludes the others.
    pub rotate: Vec<String>,
}

/// A `[bots.X]` table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotSpec {
    /// Its kind.
    pub kind: String,
    /// The other keys.
    pub settings: toml::Table,
}
