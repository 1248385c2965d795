//! The one description of a game, and the door through which it enters the program.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::broken_game::caught;
use crate::content::Flaw;
use crate::diagnostics::value_at;
use crate::entries::{Edited, Entries, Entry};
use crate::laws::{Breach, Playthrough};
use crate::script::Reading;
use crate::search::{Trained, Training, Untrained};
use crate::{AnyGame, At, BotInfo, Bots, Metrics, Mistake, Playable, Setup, Telling, entries, laws, schema, search};
use balance_engine::{Imagine, Sheet};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::Value::{Boolean, Float, Integer, Table};

/// A game that the program can play, report on, replay and gate: what it says of itself besides its rules of play.
///
/// What a game need not say has a default: words for replays ([`Telling`]), counters (`type Metrics = ()`), roles, own
/// content. The laws (`balance_kit::laws`) hold for every guest.
pub trait Guest: Imagine + Telling {
    /// `[rules]` of a scenario. Its schema gives names, defaults, ranges and help.
    type Rules: DeserializeOwned + JsonSchema + 'static;
    /// What a run counts; `()` counts nothing.
    type Metrics: Metrics<Self>;

    /// Its name in scenarios.
    const KEY: &'static str;
    /// Its name for people.
    const TITLE: &'static str;
    /// Numbers of players of the game as published.
    const PLAYERS: RangeInclusive<u8>;
    /// Names of roles that `[seats]` may use; empty where seats have no roles.
    const ROLES: &'static [&'static str] = &[];
    /// Content that a scenario may replace by files of the designer's own.
    const CONTENT: &'static [ContentKey] = &[];
    /// The bots of its league as TOML, entries of `[[member]]` each with a `name`: a scenario may seat them, and they meet in
    /// ladders and searches. Left out: every kind of bot that needs no settings, without the random and the searching ones.
    const LEAGUE: &'static str = "";

    /// The rules and content of one configuration.
    ///
    /// # Errors
    /// Everything that does not go together, with its place.
    fn build(rules: Self::Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>>;

    /// The names of what its tally holds: begin with [`Sheet::of_players`].
    fn sheet(&self, contents: &Contents<'_>) -> Sheet;

    /// The bots that a scenario may name.
    fn bots() -> Bots<Self>;

    /// What rules that may be left out, because they follow from others, come to in this configuration.
    fn settled(&self) -> toml::Table {
        toml::Table::new()
    }

    /// Rules that a scenario's `[rules]` set and that change nothing in this configuration: the key, why, and what to do.
    fn idle(&self, _written: &toml::Table) -> Vec<Mistake> {
        Vec::new()
    }

    /// What its rules reward and nobody can reach with its content, whatever is played: the key, why, and what to do.
    fn out_of_reach(&self) -> Vec<Mistake> {
        Vec::new()
    }
}

/// Content that a game brings along and a scenario may replace.
#[derive(Clone, Copy, Debug)]
pub struct ContentKey {
    /// The key of `[rules]` that names it, dotted.
    pub key: &'static str,
    /// The built-in ones by the names that a scenario may write; the first where it writes none.
    pub sets: &'static [(&'static str, &'static str)],
    /// What in it a scenario may change entry by entry; the words are no keys of `[rules]` otherwise.
    pub entries: &'static [Entries],
}

/// The content of one configuration: files of the designer's own, else the built-in ones, with the entries changed that
/// the rules name.
pub struct Contents<'s> {
    texts: Vec<(&'static str, Edited<'s>)>,
    /// Which of them are the designer's own files.
    own: Vec<bool>,
}

impl<'s> Contents<'s> {
    /// What `keys` name in `setup`.
    ///
    /// # Errors
    /// Changed entries that there are not.
    pub(crate) fn from_setup(setup: &'s Setup, keys: &'static [ContentKey]) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let mut contents = Contents {
            texts: Vec::new(),
            own: Vec::new(),
        };
        for key in keys {
            let text = match entries::edited(setup.text(key), key, setup) {
                Ok(text) => text,
                Err(more) => {
                    mistakes.extend(more);
                    continue;
                }
            };
            contents.texts.push((key.key, text));
            contents.own.push(setup.contents.contains_key(key.key));
        }
        if mistakes.is_empty() {
            Ok(contents)
        } else {
            Err(mistakes)
        }
    }
}

impl Contents<'_> {
    /// The text that `key` names.
    ///
    /// # Panics
    /// When the game has no such [`ContentKey`].
    pub fn text(&self, key: &str) -> &str {
        let known = self.texts.iter().find(|(known, _)| *known == key);
        &known.expect("a content key of the game").1.text
    }

    /// Reads what `key` names; its flaws become mistakes of the configuration, those of an entry that the rules change of
    /// these rules.
    pub fn read<T>(
        &self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, Vec<Flaw>>,
        mistakes: &mut Vec<Mistake>,
    ) -> Option<T> {
        let at = self.texts.iter().position(|(known, _)| *known == key);
        let text = &self.texts[at.expect("a content key of the game")].1;
        let own = at.is_some_and(|at| self.own[at]);
        let place = |span: std::ops::Range<usize>| match text.origin(&span) {
            Ok(path) => At::Rule(path.to_vec()),
            // The built-in files have no flaws: it comes of what was changed.
            Err(_) if text.is_changed() && !own => At::Rule(text.first().to_vec()),
            Err(span) => At::Content {
                key: key.to_owned(),
                span,
            },
        };
        let told = |flaws: Vec<Flaw>| {
            mistakes.extend(flaws.into_iter().map(|flaw| flaw.moved(place)));
        };
        parse(&text.text).map_err(told).ok()
    }
}

impl Setup {
    /// The file that `key` names: the designer's own, else a built-in one.
    pub(crate) fn text(&self, key: &ContentKey) -> &str {
        if let Some(own) = self.contents.get(key.key) {
            return &own.text;
        }
        let mut named = Some(&self.rules);
        let mut found = None;
        for part in key.key.split('.') {
            let value = named.and_then(|table| table.get(part));
            named = value.and_then(toml::Value::as_table);
            found = value.and_then(toml::Value::as_str);
        }
        let set = key.sets.iter().find(|(name, _)| Some(*name) == found);
        set.or(key.sets.first()).map_or("", |(_, text)| text)
    }
}

/// What the scenario layer and the command line know of a game: made by [`game`].
#[derive(Clone)]
pub struct GameInfo {
    /// Its name in scenarios.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Numbers of players of the game as published.
    pub players: RangeInclusive<u8>,
    /// JSON Schema of its `[rules]`.
    pub rules_schema: fn() -> schemars::Schema,
    /// Content that a scenario may replace.
    pub content: &'static [ContentKey],
    /// Entries of the content of a configuration that may be changed one by one, before any of them is.
    pub entries: fn(&Setup) -> Vec<Entry>,
    /// Names of roles that `[seats]` may use; empty where seats have no roles.
    pub roles: &'static [&'static str],
    /// The bots of its league as TOML; read by [`GameInfo::league`].
    pub league: &'static str,
    /// Kinds of bots.
    pub bots: fn() -> Vec<BotInfo>,
    /// The kind of bot that plays where nothing else is said.
    pub default_bot: fn() -> &'static str,
    /// Everything wrong with a configuration; empty when all is well.
    pub check: fn(&Setup) -> Vec<Mistake>,
    /// Rules that a configuration sets without effect.
    pub idle: fn(&Setup) -> Vec<Mistake>,
    /// The keys of the entries of content that are in play in a configuration; none where it is no game.
    pub in_play: fn(&Setup) -> BTreeSet<String>,
    /// What a configuration rewards and nobody can reach.
    pub out_of_reach: fn(&Setup) -> Vec<Mistake>,
    /// What each number that conditions compare can be in a configuration: its name with the least and the most.
    pub ranges: fn(&Setup) -> Vec<Range>,
    /// What rules that were left out, because they follow from others, come to.
    pub settled: fn(&Setup) -> toml::Table,
    /// Builds a configuration.
    pub build: fn(&Setup) -> Built,
    /// Holds a configuration to the laws with these kinds of bots over so many games: [`laws::hold`].
    pub laws: fn(&Setup, &[&str], u64) -> Result<(), Breach>,
    /// Fingerprints of a configuration with these kinds of bots under a seed: [`laws::playthroughs`].
    pub playthroughs: fn(&Setup, &[&str], u64) -> Played,
    /// Trains how searching bots judge positions.
    pub train: fn(&Training) -> Result<Trained, Untrained>,
}

impl GameInfo {
    /// The text of the content that `key` names in a configuration, with the entries changed that its rules name; the file
    /// itself where these do not fit.
    ///
    /// # Panics
    /// When the game has no such [`ContentKey`].
    pub fn text(&self, setup: &Setup, key: &str) -> String {
        let key = self.content.iter().find(|known| known.key == key);
        let key = key.expect("a content key of the game");
        let file = setup.text(key);
        entries::edited(file, key, setup).map_or_else(|_| file.to_owned(), |edited| edited.text.into_owned())
    }

    /// The entries of the content of a configuration as its rules make them: what each says then, and is called.
    pub fn played(&self, setup: &Setup) -> Vec<Entry> {
        self.content
            .iter()
            .flat_map(|key| entries::played(key, setup))
            .collect()
    }

    /// With how many players of the published numbers each entry of content is in play that is so with any, where all else is as
    /// in a configuration.
    pub fn in_play_with(&self, setup: &Setup) -> BTreeMap<String, Vec<u8>> {
        let mut with: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for players in self.players.clone() {
            let setup = setup.clone().with_rule("players", i64::from(players));
            for key in (self.in_play)(&setup) {
                with.entry(key).or_default().push(players);
            }
        }
        with
    }

    /// What a scenario may call the built-in content of `key`; empty where the game has none.
    pub fn sets(&self, key: &str) -> Vec<&'static str> {
        let known = self.content.iter().filter(|known| known.key == key);
        known.flat_map(|known| known.sets).map(|(name, _)| *name).collect()
    }
}

/// The name of a number that conditions of scripts compare, with the least and the most that it can be.
pub type Range = (&'static str, RangeInclusive<i32>);

/// A configuration ready to be played, or everything wrong with it.
pub type Built = Result<Box<dyn AnyGame>, Vec<Mistake>>;

/// Fingerprints of games, or what keeps them from being played.
pub type Played = Result<Vec<Playthrough>, Breach>;

/// The entry of a game in the program's table of games.
pub const fn game<G: Guest>() -> GameInfo {
    GameInfo {
        key: G::KEY,
        title: G::TITLE,
        players: G::PLAYERS,
        rules_schema: || schemars::schema_for!(G::Rules),
        content: G::CONTENT,
        entries: |setup| {
            let of = |key: &'static ContentKey| entries::entries(setup.text(key), key);
            G::CONTENT.iter().flat_map(of).collect()
        },
        roles: G::ROLES,
        league: G::LEAGUE,
        bots: || G::bots().infos(),
        default_bot: || G::bots().default_kind(),
        check: check::<G>,
        idle: |setup| unused_rules::<G>(setup).unwrap_or_default(),
        in_play: |setup| in_play::<G>(setup).unwrap_or_default(),
        out_of_reach: |setup| read::<G>(setup).map_or_else(|_| Vec::new(), |game| game.out_of_reach()),
        ranges: |setup| {
            let numbers = G::bots().quantities().iter();
            let numbers = numbers.filter(|one| matches!(one.reading, Reading::Number(_)));
            let of = |game: G| numbers.map(|one| (one.name, one.within(&game))).collect();
            read::<G>(setup).map_or_else(|_| Vec::new(), of)
        },
        settled: |setup| read::<G>(setup).map_or_else(|_| toml::Table::new(), |game| game.settled()),
        build: |setup| Ok(Box::new(build::<G>(setup)?)),
        laws: laws::hold::<G>,
        playthroughs: laws::playthroughs::<G>,
        train: search::train::<G>,
    }
}

/// All that is wrong with a configuration: where it cannot be built, the rest of its content and its bots are looked at as
/// well, so that nothing waits for a mistake elsewhere.
fn check<G: Guest>(setup: &Setup) -> Vec<Mistake> {
    let Err(mut mistakes) = build::<G>(setup) else {
        return Vec::new();
    };
    let mut more = Vec::new();
    if let Err(of_entries) = Contents::from_setup(setup, G::CONTENT) {
        let mut rest = setup.clone();
        for mistake in &of_entries {
            without_entry(&mut rest.rules, &mistake.at);
        }
        more.extend(read::<G>(&rest).err().into_iter().flatten());
    }
    let kinds = G::bots().with_league(G::LEAGUE);
    for name in setup.seats.names() {
        more.extend(kinds.make(name, &setup.bot(name)).err().into_iter().flatten());
    }
    for mistake in more {
        if !mistakes.contains(&mistake) {
            mistakes.push(mistake);
        }
    }
    mistakes
}

/// Takes the entry out that a mistake is about.
fn without_entry(rules: &mut toml::Table, at: &At) {
    let At::Rule(path) = at else { return };
    match &path[..] {
        [word] => {
            rules.remove(word);
        }
        [word, name, ..] => {
            let entries = rules.get_mut(word).and_then(toml::Value::as_table_mut);
            entries.and_then(|entries| entries.remove(name));
        }
        [] => {}
    }
}

/// The game of a configuration with its bots at the table.
pub(crate) fn build<G: Guest>(setup: &Setup) -> Result<Playable<G>, Vec<Mistake>> {
    let contents = Contents::from_setup(setup, G::CONTENT)?;
    let game = read::<G>(setup)?;
    let mut sheet = made::<G, _>(|| game.sheet(&contents))?;
    G::KEY.clone_into(&mut sheet.game);
    if sheet.counters.is_empty() {
        sheet.counters = G::Metrics::COUNTERS.to_vec();
    }
    let told = |what: String| {
        vec![Mistake::new(
            At::Whole,
            format!("{} describes itself wrongly: {what}", G::TITLE),
            "",
        )]
    };
    let of_scores = sheet.score_counters();
    let counters = G::Metrics::COUNTERS.len() + of_scores.len();
    sheet.counters.extend(of_scores);
    sheet.check(counters).map_err(told)?;
    allowed(&mut sheet, &game, setup).map_err(told)?;
    let kinds = G::bots().with_league(G::LEAGUE);
    Playable::new(game, sheet, setup, &kinds)
}

/// Counters of what the rules of this configuration do not allow, and of parts of such, are no sign of a dead rule.
///
/// # Errors
/// A counter names no rule.
fn allowed<G: Guest>(sheet: &mut Sheet, game: &G, setup: &Setup) -> Result<(), String> {
    if sheet.counters.iter().all(|counter| counter.when.is_none()) {
        return Ok(());
    }
    let schema = schemars::schema_for!(G::Rules).to_value();
    let rules = RulesInForce {
        written: &setup.rules,
        settled: game.settled(),
        defaults: schema::parts::defaults(&schema),
        game,
    };
    let mut out: Vec<&str> = Vec::new();
    for counter in &mut sheet.counters {
        if let Some(key) = counter.when {
            let property = |part, step| schema::parts::property(&schema, part, step);
            if rules.value(key).is_none() && key.split('.').try_fold(&schema, property).is_none() {
                let counter = &counter.key;
                return Err(format!("the counter {counter} is of a rule {key}, which there is not"));
            }
        }
        let is_out =
            counter.when.is_some_and(|key| rules.is_off(key)) || counter.of.is_some_and(|of| out.contains(&of));
        if is_out {
            counter.rule = false;
            out.push(counter.key);
        }
    }
    Ok(())
}

/// What the rules of a configuration come to.
struct RulesInForce<'s, G> {
    written: &'s toml::Table,
    settled: toml::Table,
    defaults: toml::Table,
    game: &'s G,
}

impl<G: Guest> RulesInForce<'_, G> {
    /// What the rule is here; none where it is left out and has no default.
    fn value(&self, key: &str) -> Option<&toml::Value> {
        let tables = [self.written, &self.settled, &self.defaults];
        tables.into_iter().find_map(|table| value_at(table, key))
    }

    /// Is it off, 0 or not set? A table of rules is where each of them is, or has no effect at this table of players.
    fn is_off(&self, key: &str) -> bool {
        match self.value(key) {
            None | Some(Boolean(false) | Integer(0) | Float(0.0)) => true,
            Some(Table(written)) => {
                let usual = value_at(&self.defaults, key).and_then(toml::Value::as_table);
                let mut names = written.keys().chain(usual.into_iter().flat_map(toml::Table::keys));
                names.all(|name| {
                    let key = format!("{key}.{name}");
                    self.is_off(&key) || self.is_idle(&key)
                })
            }
            Some(_) => false,
        }
    }

    /// Would it change nothing here, whatever it were?
    fn is_idle(&self, key: &str) -> bool {
        let other = match value_at(&self.defaults, key) {
            Some(Integer(usual)) => Integer(usual + 1),
            Some(Boolean(usual)) => Boolean(!usual),
            _ => return false,
        };
        let changed = Setup::default().with_rule(key, other).rules;
        !self.game.idle(&changed).is_empty()
    }
}

/// The rules and content of a configuration.
///
/// # Errors
/// Everything wrong with them, with its place.
pub fn read<G: Guest>(setup: &Setup) -> Result<G, Vec<Mistake>> {
    let contents = Contents::from_setup(setup, G::CONTENT)?;
    let rules: G::Rules = entries::without(&setup.rules, G::CONTENT)
        .try_into()
        .map_err(|error: toml::de::Error| vec![Mistake::new(At::Whole, error.message(), "")])?;
    made::<G, _>(|| G::build(rules, &contents))?
}

/// A game by these rules with its built-in content, for tests.
///
/// # Panics
/// When they do not go together.
pub fn published<G: Guest>(rules: G::Rules) -> G {
    let setup = Setup::default();
    let built = Contents::from_setup(&setup, G::CONTENT).and_then(|contents| G::build(rules, &contents));
    built.unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

/// What a game makes of itself before it is played.
///
/// # Errors
/// It panics.
fn made<G: Guest, T>(make: impl FnOnce() -> T) -> Result<T, Vec<Mistake>> {
    caught(0, 0, |_| make()).map_err(|broken| {
        let message = format!("{} broke before it was played: {}", G::TITLE, broken.message);
        vec![Mistake::new(At::Whole, message, "This is a mistake in the game.")]
    })
}

/// What the rules of a configuration set without effect: keys that change nothing, and changed entries of its content that are
/// not in play, neither before the change nor after it.
///
/// # Errors
/// What is wrong with the configuration.
pub(crate) fn unused_rules<G: Guest>(setup: &Setup) -> Result<Vec<Mistake>, Vec<Mistake>> {
    let rules = entries::without(&setup.rules, G::CONTENT);
    let mut idle = read::<G>(setup)?.idle(&rules);
    let changed: Vec<Vec<String>> = entries::changed(&setup.rules, G::CONTENT);
    if changed.is_empty() {
        return Ok(idle);
    }
    let plain = Setup { rules, ..setup.clone() };
    let played: BTreeSet<String> = [in_play::<G>(&plain)?, in_play::<G>(setup)?]
        .into_iter()
        .flatten()
        .collect();
    let unplayed = changed.into_iter().filter(|path| !played.contains(&path.join(".")));
    idle.extend(unplayed.map(|path| {
        let key = path.join(".");
        let message = format!("`{key}` has no effect: this is not in play at this table");
        let is_played = |players: &u8| {
            let setup = plain.clone().with_rule("players", i64::from(*players));
            in_play::<G>(&setup).is_ok_and(|played| played.contains(&key))
        };
        let tables: Vec<String> = G::PLAYERS
            .filter(is_played)
            .map(|players| players.to_string())
            .collect();
        let elsewhere = match tables.split_last() {
            None => String::new(),
            Some((last, [])) => format!("it is in play with {last} players; here "),
            Some((last, rest)) => format!("it is in play with {} or {last} players; here ", rest.join(", ")),
        };
        let help = format!("{elsewhere}leave it out, or change one that is in play");
        Mistake::rule(&key, message, help)
    }));
    Ok(idle)
}

/// The keys of the entries of content that are in play in a configuration.
///
/// # Errors
/// What is wrong with the configuration.
pub(crate) fn in_play<G: Guest>(setup: &Setup) -> Result<BTreeSet<String>, Vec<Mistake>> {
    let contents = Contents::from_setup(setup, G::CONTENT)?;
    let sheet = read::<G>(setup)?.sheet(&contents);
    let all = |key: &'static ContentKey| entries::entries(contents.text(key.key), key);
    let all: Vec<Entry> = G::CONTENT.iter().flat_map(all).collect();
    let played = entries::in_play(all, &sheet.components);
    Ok(played.into_iter().map(|entry| entry.key).collect())
}
