//! The names of everything a tally of one configuration holds, and how sure we are of what it is made of.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::MAX_SEATS;
use crate::tally::MOST_POINTS;

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
    /// Is it a number that a game has, rather than something that happens in it?
    pub amount: bool,
    /// The rule that allows it, dotted: a switch, a number, or a table of such. Where that is off or 0, nothing is a count like any
    /// other.
    pub when: Option<&'static str>,
}

impl Counter {
    /// Counts how often something happens.
    pub const fn new(key: &'static str, help: &'static str) -> Self {
        Counter {
            key,
            help,
            of: None,
            rule: true,
            amount: false,
            when: None,
        }
    }

    /// What the help of a counter begins with that counts some of another: it stands below the other in every table.
    pub const PART: &'static str = "of these, ";

    /// Counts how often something succeeds of what `of` counts; `help` begins with [`Counter::PART`].
    pub const fn success(key: &'static str, help: &'static str, of: &'static str) -> Self {
        Counter {
            of: Some(of),
            ..Counter::new(key, help)
        }
    }

    /// The same as a mere measure: who, how far, which of several, a mishap; seldom or never is no sign of a dead rule.
    #[must_use]
    pub const fn measure(self) -> Self {
        Counter { rule: false, ..self }
    }

    /// The same as a number that a game has, such as the round in which something is first so: in how many games it is says
    /// nothing, and it stands in no table of what happens.
    #[must_use]
    pub const fn amount(self) -> Self {
        Counter {
            amount: true,
            ..self.measure()
        }
    }

    /// The same, of what the rule `key` allows: a switch or a number, such as `"trade.open"`, or a table of such of which some count
    /// at some tables of players. It does not where that is off, 0, or not set; what is a part of this it does not allow either.
    #[must_use]
    pub const fn when(self, key: &'static str) -> Self {
        Counter {
            when: Some(key),
            ..self
        }
    }

    /// No counter of this configuration, such as one of an expansion that is not played.
    pub const fn none() -> Self {
        Counter::new("", "").measure()
    }
}

/// How a component comes to count as being in a game: that decides what it may mean that somebody wins more often with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// Chance alone put it there before the first move, so that what goes with it is its doing.
    Dealt,
    /// Somebody used it, or it turned up in the course of the game: longer games see more, and who is ahead may use more.
    #[default]
    Used,
    /// It lies open when the game ends: part of what the end is, and never its cause.
    AtEnd,
}

impl Presence {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Presence::Dealt => "dealt",
            Presence::Used => "used",
            Presence::AtEnd => "open at the end",
        }
    }
}

/// A component whose presence is counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// How it comes to count.
    pub held: Presence,
}

impl Component {
    /// The component of this name.
    pub fn new(name: String, held: Presence) -> Self {
        Component { name, held }
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
    pub endings: Vec<Ending>,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// Counters; one with an empty name is none of this configuration.
    pub counters: Vec<Counter>,
    /// Components; one with an empty name is none of this configuration.
    pub components: Vec<Component>,
    /// What "with a component" means.
    pub component_note: String,
    /// What a turn is called, several of them.
    pub turn_word: String,
    /// What happens in one of them, a sentence without capital and stop: `one player acts`; empty where the game does not say.
    pub turn_note: String,
    /// The most turns that a game can take; none where the rules set no cap, and what is said of mean lengths is weaker.
    pub turns_max: Option<u32>,
    /// How sure we are of what this configuration is made of.
    pub provenance: Vec<Provenance>,
    /// The least and the most points that a side can have at the end; none in a game without scores.
    pub score_range: Option<(i32, i32)>,
}

/// A way in which a game may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Its name.
    pub name: String,
    /// Is it the cap of turns, where a game is cut off?
    pub capped: bool,
    /// Do the rules of this configuration never let a game end so?
    pub ruled_out: bool,
}

/// Components that were in a game, by their index in [`Sheet::components`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentSet([u64; MAX_COMPONENTS / 64]);

impl ComponentSet {
    /// Puts a component in.
    #[inline]
    pub fn insert(&mut self, component: usize) {
        self.0[component / 64] |= 1 << (component % 64);
    }

    /// Is it in the set?
    #[inline]
    pub fn has(&self, component: usize) -> bool {
        self.0[component / 64] >> (component % 64) & 1 == 1
    }

    /// Those in it, in order.
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(usize)) {
        for (word, bits) in self.0.iter().enumerate() {
            let mut rest = *bits;
            while rest != 0 {
                visit(64 * word + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// The first 64 as bits.
impl From<u64> for ComponentSet {
    fn from(bits: u64) -> Self {
        let mut set = ComponentSet::default();
        set.0[0] = bits;
        set
    }
}

/// Most components whose bits a game may set.
pub const MAX_COMPONENTS: usize = 512;

/// Most ways in which a game can end.
pub const MAX_ENDINGS: usize = 32;

/// What the counter of how far the best side is ahead is called.
pub const MARGIN: &str = "margin";

/// What the counters of the points of sides are called, in the order of [`Sheet::sides`].
const SCORES: [&str; MAX_SEATS] = [
    "score-1", "score-2", "score-3", "score-4", "score-5", "score-6", "score-7", "score-8", "score-9", "score-10",
    "score-11", "score-12", "score-13", "score-14", "score-15", "score-16",
];

/// What a name of a sheet is called in scenarios: "1st player" is `1st-player`.
pub fn key(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// What the only player of a table is called.
pub const ONLY_PLAYER: &str = "player";

/// What a player is called at a table at which everybody plays for himself, by the place in turn order, from 0 on: "1st player".
pub fn player_name(place: usize) -> String {
    let suffix = ["st", "nd", "rd"].get(place).unwrap_or(&"th");
    format!("{}{suffix} player", place + 1)
}

impl Sheet {
    /// A table at which everybody plays for himself: sides and positions are "1st player", "2nd player" and so on by
    /// place in turn order, and there is one role. Who plays alone is the "player". It has no ending yet.
    pub fn of_players(players: usize) -> Self {
        let names: Vec<String> = match players {
            1 => vec![ONLY_PLAYER.to_owned()],
            _ => (0..players).map(player_name).collect(),
        };
        Sheet {
            players,
            sides: names.clone(),
            roles: vec!["player".to_owned()],
            role_sides: vec![0],
            positions: names,
            turn_word: "turns".to_owned(),
            ..Sheet::default()
        }
    }

    /// A table at which all win together or nobody does: one side, called `team`. Its games override
    /// [`crate::Game::sides_in_play`] to return 1, and end in [`crate::Outcome::of_team`] or without winners.
    pub fn of_team(team: &str, players: usize) -> Self {
        Sheet {
            sides: vec![team.to_owned()],
            ..Sheet::of_players(players)
        }
    }

    /// Adds ways to end, in the order of [`crate::Outcome::ending`].
    #[must_use]
    pub fn ends(mut self, names: &[&str]) -> Self {
        let ending = |name: &&str| Ending {
            name: (*name).to_owned(),
            capped: false,
            ruled_out: false,
        };
        self.endings.extend(names.iter().map(ending));
        self
    }

    /// Adds the ending of games that are cut off at their cap of turns.
    #[must_use]
    pub fn cut_off(mut self, name: &str) -> Self {
        self.endings.push(Ending {
            name: name.to_owned(),
            capped: true,
            ruled_out: false,
        });
        self
    }

    /// Says that the seats have [`crate::Game::score`] at the end, and between which ends those of a side lie together.
    #[must_use]
    pub fn scored(mut self, points: RangeInclusive<i32>) -> Self {
        self.score_range = Some(points.into_inner());
        self
    }

    /// The counters that a game with scores has behind its own: how far the best side is ahead of the next, and the points of each
    /// side. Empty in one without.
    pub fn score_counters(&self) -> Vec<Counter> {
        if self.score_range.is_none() {
            return Vec::new();
        }
        let margin = match self.sides.len() {
            1 => Counter::none(),
            _ => Counter::new(MARGIN, "points of the best side over the next").amount(),
        };
        let of_sides = SCORES.iter().take(self.sides.len());
        let of_sides = of_sides.map(|key| Counter::new(key, "points of a side, counted from the least").amount());
        std::iter::once(margin).chain(of_sides).collect()
    }

    /// Says that no game of this configuration can end so: that none does is no finding.
    #[must_use]
    pub fn rule_out(mut self, name: &str) -> Self {
        for ending in self.endings.iter_mut().filter(|ending| ending.name == name) {
            ending.ruled_out = true;
        }
        self
    }

    /// The counter of how far the best side is ahead; none in a game without scores, or of one side.
    pub fn counter_of_margin(&self) -> Option<usize> {
        self.score_range?;
        self.counters.iter().position(|each| each.key == MARGIN)
    }

    /// The counter of the points of a side, which are counted from the least; none in a game without scores.
    pub fn counter_of_score(&self, side: usize) -> Option<usize> {
        self.score_range?;
        self.counters.iter().position(|each| each.key == SCORES[side])
    }

    /// The side whose points a counter counts.
    pub fn side_of_score(&self, counter: usize) -> Option<usize> {
        (0..self.sides.len()).find(|side| self.counter_of_score(*side) == Some(counter))
    }

    /// Names of the endings.
    pub fn ending_names(&self) -> Vec<String> {
        self.endings.iter().map(|ending| ending.name.clone()).collect()
    }

    /// Is it fit for a tally of a game that counts so many `counters`?
    ///
    /// # Errors
    /// The first thing that does not fit, in words.
    pub fn check(&self, counters: usize) -> Result<(), String> {
        let within = |what: &str, count: usize, least: usize, most: usize| {
            let fits = (least..=most).contains(&count);
            fits.then_some(())
                .ok_or_else(|| format!("it names {count} {what}, and {least} to {most} are possible"))
        };
        within("players", self.players, 1, MAX_SEATS)?;
        within("sides", self.sides.len(), 1, MAX_SEATS)?;
        within("roles", self.roles.len(), 1, MAX_SEATS)?;
        within("endings", self.endings.len(), 1, MAX_ENDINGS)?;
        within("components", self.components.len(), 0, MAX_COMPONENTS)?;
        let (least, most) = self.score_range.unwrap_or((0, 0));
        if !(0..=i64::from(MOST_POINTS)).contains(&(i64::from(most) - i64::from(least))) {
            return Err(format!(
                "its scores go from {least} to {most}, and at most {MOST_POINTS} points apart are possible"
            ));
        }
        within(
            "positions in turn order",
            self.positions.len(),
            self.players,
            self.players,
        )?;
        within(
            "sides of roles",
            self.role_sides.len(),
            self.roles.len(),
            self.roles.len(),
        )?;
        within("counters", self.counters.len(), counters, counters)?;
        if let Some(side) = self.role_sides.iter().find(|side| **side >= self.sides.len()) {
            return Err(format!(
                "a role belongs to side {side}, counted from 0, and there is none"
            ));
        }
        let counters = || self.counters.iter().filter(|counter| !counter.key.is_empty());
        let components = self
            .components
            .iter()
            .map(|each| each.name.as_str())
            .filter(|name| !name.is_empty());
        for (what, names) in [
            ("sides", self.sides.iter().map(String::as_str).collect::<Vec<_>>()),
            ("roles", self.roles.iter().map(String::as_str).collect()),
            ("positions", self.positions.iter().map(String::as_str).collect()),
            (
                "endings",
                self.endings.iter().map(|ending| ending.name.as_str()).collect(),
            ),
            ("counters", counters().map(|counter| counter.key).collect()),
            ("components", components.collect()),
        ] {
            let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
            if let Some((_, name)) = twice {
                return Err(format!("two of its {what} are called `{name}`"));
            }
        }
        for counter in counters() {
            if let Some(of) = counter.of
                && !self.counters.iter().any(|other| other.key == of)
            {
                return Err(format!("counter `{}` is one of `{of}`, and there is none", counter.key));
            }
        }
        Ok(())
    }
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
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
