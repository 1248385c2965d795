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
    /// The script that it follows; empty where it follows none.
    pub script: Rc<[&'static str]>,
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
    /// Do bots of the same kinds with the same settings sit at the same seats, whatever they are called?
    #[must_use]
    pub fn has_bots_of(&self, other: &Setup) -> bool {
        let bots = |setup: &Setup| setup.seats.names().map(|name| setup.bot(name)).collect::<Vec<_>>();
        let (own, others) = (&self.seats, &other.seats);
        own.by_seat.keys().eq(others.by_seat.keys())
            && own.by_role.keys().eq(others.by_role.keys())
            && bots(self) == bots(other)
    }

    /// Is it played by the same rules, with the same content?
    #[must_use]
    pub fn has_rules_of(&self, other: &Setup) -> bool {
        self.rules == other.rules && self.contents == other.contents
    }

    /// The same with another value of the rule `key`, dotted, such as `sets.same`; what stands in its way is put aside.
    #[must_use]
    pub fn with_rule(mut self, key: &str, value: impl Into<toml::Value>) -> Self {
        let (tables, last) = key.rsplit_once('.').unwrap_or(("", key));
        let mut rules = &mut self.rules;
        for part in tables.split('.').filter(|part| !part.is_empty()) {
            let entry = rules.entry(part).or_insert_with(|| toml::Table::new().into());
            if !entry.is_table() {
                *entry = toml::Table::new().into();
            }
            let toml::Value::Table(inner) = entry else {
                return self;
            };
            rules = inner;
        }
        rules.insert(last.to_owned(), value.into());
        self
    }

    /// The same with a bot `name` of this kind and these settings.
    ///
    /// ```
    /// let setup = balance_kit::Setup::default().with_rule("players", 3).with_bot("deep", "search", [("iterations", 50)]);
    /// assert_eq!(setup.bot("deep").kind, "search");
    /// ```
    #[must_use]
    pub fn with_bot<'k, V: Into<toml::Value>>(
        mut self,
        name: &str,
        kind: &str,
        settings: impl IntoIterator<Item = (&'k str, V)>,
    ) -> Self {
        let settings = settings.into_iter().map(|(key, value)| (key.to_owned(), value.into()));
        let spec = BotSpec {
            kind: kind.to_owned(),
            settings: settings.collect(),
        };
        self.bots.insert(name.to_owned(), spec);
        self
    }

    /// The bot of that name: a `[bots.X]` table, or a kind without settings.
    pub fn bot(&self, name: &str) -> BotSpec {
        let bot = self.bots.get(name).cloned();
        bot.unwrap_or_else(|| BotSpec::of_kind(name))
    }
}

/// An own content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its name as shown to the user.
    pub file: String,
    /// All that the file says, as TOML.
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

impl Seats {
    /// One bot at every seat.
    pub fn filled(bot: &str) -> Self {
        Seats {
            all: bot.to_owned(),
            ..Seats::default()
        }
    }

    /// The names of all bots that may sit at the table.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let by_name = self.by_seat.values().chain(self.by_role.values());
        std::iter::once(&self.all).chain(by_name).chain(&self.rotate)
    }

    /// How many times each deal is played: once for each shift of the bots that sit in turn.
    pub fn rotations(&self) -> usize {
        self.rotate.len().max(1)
    }

    /// The bot that sits at every seat; none where seats, roles or turns name others.
    pub fn only(&self) -> Option<&str> {
        let others = self.by_seat.is_empty() && self.by_role.is_empty() && self.rotate.is_empty();
        others.then_some(&self.all)
    }
}

/// A `[bots.X]` table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotSpec {
    /// Its kind.
    pub kind: String,
    /// The other keys.
    pub settings: toml::Table,
}

impl BotSpec {
    /// A kind without settings.
    pub(crate) fn of_kind(kind: &str) -> Self {
        BotSpec {
            kind: kind.to_owned(),
            settings: toml::Table::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_put_where_its_key_says() {
        let setup = Setup::default()
            .with_rule("sets.same", 5)
            .with_rule("sets.any", 8)
            .with_rule("joe", true);
        let written = "joe = true\nsets = { same = 5, any = 8 }";
        assert_eq!(setup.rules, written.parse::<toml::Table>().expect("TOML"));
        let setup = setup.with_rule("joe.hand", 2);
        assert_eq!(setup.rules["joe"]["hand"].as_integer(), Some(2));
    }
}
