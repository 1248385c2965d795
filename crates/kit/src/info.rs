//! What the other layers may know of a game without knowing the game: names, rules schema, bots, counters.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::AnyGame;
use balance_engine::{Game, Recorder};

/// What the scenario layer and the command line must know of a game.
#[derive(Clone)]
pub struct GameInfo {
    /// Its name in scenarios.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Numbers of players it can be played with.
    pub players: RangeInclusive<u8>,
    /// JSON Schema of its `[rules]`.
    pub rules_schema: fn() -> schemars::Schema,
    /// Keys of `[rules]` whose text may name a file.
    pub content_keys: &'static [&'static str],
    /// The built-in names for such a key.
    pub named_sets: fn(key: &str) -> &'static [&'static str],
    /// Names of roles that `[seats]` may use; empty where seats have no roles.
    pub roles: &'static [&'static str],
    /// Kinds of bots.
    pub bots: &'static [BotInfo],
    /// Checks across keys, content and bots; empty when all is well.
    pub check: fn(&Setup) -> Vec<Fault>,
    /// Builds a configuration that [`GameInfo::check`] has passed.
    pub build: fn(&Setup) -> Built,
}

/// A configuration ready to be played, or everything wrong with it.
pub type Built = Result<Box<dyn AnyGame>, Vec<Fault>>;

/// One kind of bot.
#[derive(Clone, Copy)]
pub struct BotInfo {
    /// Its name: the `kind` of a `[bots.X]` table, or a bot by itself.
    pub kind: &'static str,
    /// One line about how it plays.
    pub help: &'static str,
    /// JSON Schema of the other keys of its `[bots.X]` table.
    pub schema: fn() -> schemars::Schema,
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

/// Something wrong with a configuration that only the game can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub at: At,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The place of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// A key path below `[rules]`.
    Rule(Vec<String>),
    /// Bytes of the content file that this key names.
    Content {
        /// The key of `[rules]`.
        key: String,
        /// Bytes of the file.
        span: Range<usize>,
    },
    /// A key path below `[bots.NAME]`.
    Bot {
        /// The bot.
        name: String,
        /// The key path.
        path: Vec<String>,
    },
    /// A key of `[seats]`.
    Seat(String),
    /// The configuration as a whole.
    Whole,
}

/// What every game counts: the recorder of a run.
pub trait Metrics<G: Game>: Recorder<G> + Default + Send {
    /// The counters of the game just finished, in the order of [`Sheet::counters`].
    fn counts(&self) -> &[u32];
    /// Components that were in it, as bits over [`Sheet::components`].
    fn components(&self) -> u64;
}
