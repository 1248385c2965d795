//! What is wrong with something a designer wrote, whatever it is: rules, content, bots, or the game's own description.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

/// Something wrong: where, what, and what was probably meant. `P` is how the place is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<P = At> {
    /// Where.
    pub at: P,
    /// What sort of mistake it is: what code asks, which never reads the message.
    pub code: Code,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// What to write instead, or what to do about it.
    pub help: Option<String>,
}

/// The sort of a mistake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Code {
    /// One that nothing depends on.
    #[default]
    Other,
    /// The text is no TOML.
    Syntax,
    /// A table has a key that it cannot have.
    UnknownKey {
        /// The key that it can have and that was probably meant.
        near: Option<String>,
    },
    /// A value is of another kind than these, which are called as in JSON Schema.
    WrongKind {
        /// The kinds that fit.
        wanted: Vec<String>,
    },
    /// A value is none of the words or constants that it may be.
    WrongWord,
}

/// The place of a mistake in a configuration.
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
        /// Bytes of the text that stands there; none where all of it is meant.
        part: Option<Range<usize>>,
    },
    /// A key of `[seats]`.
    Seat(String),
    /// The configuration as a whole.
    Whole,
}

impl<P> Mistake<P> {
    /// A mistake at a place; an empty `help` is none.
    pub fn new(at: P, message: impl Into<String>, help: impl Into<String>) -> Self {
        let help = help.into();
        Mistake {
            at,
            code: Code::Other,
            message: message.into(),
            help: (!help.is_empty()).then_some(help),
        }
    }

    /// The same at another place.
    pub fn moved<Q>(self, to: impl FnOnce(P) -> Q) -> Mistake<Q> {
        Mistake {
            at: to(self.at),
            code: self.code,
            message: self.message,
            help: self.help,
        }
    }

    /// The same with this code.
    #[must_use]
    pub fn code(self, code: Code) -> Self {
        Mistake { code, ..self }
    }
}

impl Mistake {
    /// A rule that does not go with the others or with the content; `key` is dotted, such as `sets.same`.
    pub fn rule(key: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(At::Rule(key.split('.').map(str::to_owned).collect()), message, help)
    }

    /// Of rules that a game knows, each with its dotted key, whether it changes nothing in a configuration, and why: those that
    /// change nothing and are `written` other than with their default. Who writes the default means nothing by it.
    pub fn idle<R: Default + Serialize>(written: &toml::Table, rows: &[(&str, bool, &str)]) -> Vec<Self> {
        let defaults = toml::Table::try_from(R::default()).unwrap_or_default();
        let meant = |key: &str| value_at(written, key).is_some_and(|value| value_at(&defaults, key) != Some(value));
        let told = rows.iter().filter(|(key, idle, _)| *idle && meant(key));
        told.map(|(key, _, why)| Mistake::rule(key, format!("`{key}` has no effect: {why}"), "leave it out"))
            .collect()
    }

    /// Something wrong at a key path of the table of the bot `name`; an empty path is the whole table.
    pub fn bot(name: &str, path: &[&str], message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(At::bot(name, path), message, help)
    }

    /// The same, of these bytes of a text of a bot's table.
    #[must_use]
    pub fn of_part(mut self, bytes: Range<usize>) -> Self {
        if let At::Bot { part, .. } = &mut self.at {
            *part = Some(bytes);
        }
        self
    }
}

/// The value at a dotted key.
pub fn value_at<'t>(table: &'t toml::Table, key: &str) -> Option<&'t toml::Value> {
    match key.split_once('.') {
        Some((first, rest)) => value_at(table.get(first)?.as_table()?, rest),
        None => table.get(key),
    }
}

impl At {
    /// A key path of the table of the bot `name`.
    pub fn bot(name: &str, path: &[&str]) -> Self {
        At::Bot {
            name: name.to_owned(),
            path: path.iter().map(|part| (*part).to_owned()).collect(),
            part: None,
        }
    }
}

/// The place as people write it: `rules.sets.same`, `bots.deep.playout`, `seats.9`.
impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Rule(path) => write!(f, "rules.{}", path.join(".")),
            At::Content { key, span } => write!(f, "{key}, byte {}", span.start),
            At::Bot { name, path, .. } if path.is_empty() => write!(f, "bots.{name}"),
            At::Bot { name, path, .. } => write!(f, "bots.{name}.{}", path.join(".")),
            At::Seat(key) => write!(f, "seats.{key}"),
            At::Whole => f.write_str("the configuration"),
        }
    }
}
