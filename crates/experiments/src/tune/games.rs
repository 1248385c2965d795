//! The arena of a scenario: versions of its rules, played at every table of its matrix.

mod goals;
mod rule;

pub use rule::Rule;
use rule::rule;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Aim, Aims, Arena, Count, Dial, SearchSpace, Version, VersionBlock};
use balance_config::games::{AnyGame, At, Broken, Counter, GameInfo, Mistake, Setup};
use balance_config::scenario::{self, Band, Scenario, Tune, in_force};
use balance_engine::tally::Tally;
use balance_inference::judge::Metric;
use balance_inference::table::{Configuration, Looks, configuration};
use serde::Serialize;

/// A number that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The table, as an index into [`Games::tables`].
    pub table: usize,
    /// The metric's name, such as `win-rate.profiteer`.
    pub name: String,
    /// Is it a share of games?
    pub share: bool,
    /// Is it the mean length of games?
    pub length: bool,
}

/// Everything that is tuned.
pub struct Games {
    info: &'static GameInfo,
    seed: u64,
    /// Names of the tables: one for each cell of the matrix.
    pub tables: Vec<String>,
    setups: Vec<Setup>,
    /// The rules, in the order of the space's knobs.
    pub rules: Vec<Rule>,
    /// What is measured: of every table the sides' win rates and the length, then what else is wished.
    pub figures: Vec<Figure>,
    /// What happens by a rule, table by table.
    pub events: Vec<Event>,
    /// By table: is something wished of its bots, so that no other can play in their place?
    pub of_bots: Vec<bool>,
    paired: Vec<u32>,
    rotations: u64,
    slow: bool,
    space: SearchSpace,
    built: Mutex<BTreeMap<Version, Option<Arc<Vec<VersionTable>>>>>,
}

/// A version's game at one table.
struct VersionTable {
    game: Box<dyn AnyGame>,
    sides: Vec<usize>,
    /// Its figures, by their place among all.
    figures: Vec<(usize, Metric)>,
}

/// What a rule does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// Nothing: the game is the same where it is not written.
    None,
    /// It is not written, or is what it is then.
    Unwritten,
    Some,
}

impl Games {
    /// The versions that `tune` allows of the base configurations of `scenario`; with every seat played by `second`, if one
    /// is named, but at tables of whose bots something is wished.
    ///
    /// # Errors
    /// What a game says of its own present rules, which a scenario that was read has not.
    pub fn new(
        scenario: &Scenario,
        tune: &Tune,
        info: &'static GameInfo,
        second: Option<&str>,
    ) -> Result<Self, Vec<Mistake>> {
        let bases: Vec<&scenario::Configuration> = bases(scenario).map(|(_, base)| base).collect();
        let build = |setup: &Setup| (info.build)(setup);
        let own: Vec<_> = bases.iter().map(|base| build(&base.setup)).collect::<Result<_, _>>()?;
        let asked = wishes(scenario, &own);
        let of_bots = |table: usize| {
            let asks = |(at, metric, _): &(usize, Metric, Band)| *at == table && matches!(metric, Metric::Bot(_));
            asked.iter().any(asks)
        };
        let of_bots: Vec<bool> = (0..bases.len()).map(of_bots).collect();
        let seated = |(base, keeps): (&&scenario::Configuration, &bool)| {
            let second = second.filter(|_| !keeps);
            second.map_or_else(|| base.setup.clone(), |bot| info.seated(&base.setup, bot))
        };
        let setups: Vec<Setup> = bases.iter().zip(&of_bots).map(seated).collect();
        let settled: Vec<toml::Table> = setups.iter().map(|setup| (info.settled)(setup)).collect();
        let defaults = scenario::defaults(info);
        let listed = tune.listed;
        let rule = |knob: &scenario::Knob| rule(info, knob, listed, &setups, &settled, &defaults);
        let (rules, knobs): (Vec<Rule>, Vec<Dial>) = tune.knobs.iter().map(rule).unzip();
        let games = setups.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let figure = |table: usize, metric: Metric| Figure {
            table,
            name: metric.name(games[table].sheet()),
            share: metric.is_share(),
            length: metric == Metric::Turns,
        };
        let (mut figures, mut paired, mut rotations) = (Vec::new(), Vec::new(), 0);
        for (table, (game, setup)) in games.iter().zip(&setups).enumerate() {
            let shifts = setup.seats.rotations() as u32;
            rotations += u64::from(shifts);
            let sides = (0..game.sheet().sides.len()).map(Metric::WinRate);
            figures.extend(sides.chain([Metric::Turns]).map(|metric| figure(table, metric)));
            paired.resize(figures.len(), shifts);
        }
        // How many choices a game asks for may grow while it takes fewer turns.
        let decisions = (0..games.len()).map(|table| (table, Metric::Decisions));
        let wished = wishes(scenario, &games).into_iter();
        for (table, metric) in wished.map(|(table, metric, _)| (table, metric)).chain(decisions) {
            let figure = figure(table, metric);
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        Ok(Games {
            info,
            seed: scenario.seed,
            tables: bases.iter().map(|base| base.name.clone()).collect(),
            setups,
            rules,
            figures,
            events: events(&games),
            of_bots,
            paired,
            rotations,
            slow: games.iter().any(|game| game.slow()),
            space: SearchSpace { knobs },
            built: Mutex::default(),
        })
    }

    /// The game's name for people.
    pub fn title(&self) -> &'static str {
        self.info.title
    }

    /// The game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// How many play at every table; none where these differ, or the game is for so many alone.
    pub fn players(&self) -> Option<usize> {
        let tables = self.built(&self.space.present())?;
        let first = tables.first()?.game.sheet().players;
        let same = tables.iter().all(|table| table.game.sheet().players == first);
        (same && self.info.players.clone().count() > 1).then_some(first)
    }

    /// Every table of the scenario, before any game is played.
    pub fn unplayed(&self, scenario: &Scenario) -> Vec<Configuration> {
        let tables = self.built(&self.space.present());
        let tables = tables.iter().flat_map(|all| all.iter());
        let unplayed = |((_, base), table): ((usize, &scenario::Configuration), &VersionTable)| {
            let sheet = table.game.sheet();
            configuration(base, sheet, &Tally::new(sheet), Looks::Fixed)
        };
        bases(scenario).zip(tables).map(unplayed).collect()
    }

    /// Games that one deal comes to, over all tables.
    pub fn rotations(&self) -> u64 {
        self.rotations
    }

    /// The rules that a version changes: the key, the present value where it is known, and the new one.
    pub fn changed(&self, version: &[u8]) -> Vec<(&str, Option<&toml::Value>, &toml::Value)> {
        let all = self.rules.iter().zip(version);
        let changed = all.filter_map(|(rule, value)| {
            let value = &rule.values[usize::from(*value)];
            let now = rule.values.iter().find(|value| value.choices.is_none());
            let to = value.toml.as_ref().filter(|_| value.choices.is_some())?;
            Some((&*rule.name, now.and_then(|now| now.toml.as_ref()), to))
        });
        changed.collect()
    }

    /// Is this the least or the most that was tried of a number?
    pub fn is_end(&self, rule: &str, value: &toml::Value) -> bool {
        let same = |known: &&Rule| known.name == rule && known.values.len() > 2;
        let ends = self.rules.iter().filter(same);
        let ends = ends
            .flat_map(|rule| [rule.values.first(), rule.values.last()])
            .flatten();
        let is_number = value.is_integer() || value.is_float();
        is_number && ends.filter_map(|end| end.toml.as_ref()).any(|end| end == value)
    }

    /// Rules in which the tables differ and that are neither numbers nor lists, so that no step can be counted from them.
    pub fn differing(&self) -> Vec<String> {
        let tables: Vec<_> = self.setups.iter().map(|setup| in_force(self.info, setup)).collect();
        let Some((first, others)) = tables.split_first() else {
            return Vec::new();
        };
        let tuned = |rule: &str| rule == "players" || self.rules.iter().any(|known| known.name == rule);
        let differs = |rule: &str, now: &toml::Value| others.iter().any(|other| other.get(rule) != Some(now));
        let all = first
            .iter()
            .filter(|(rule, now)| !now.is_array() && !tuned(rule) && differs(rule, now));
        all.map(|(rule, _)| rule.clone()).collect()
    }

    /// Rules that are numbers of which nobody knows how far a step goes.
    pub fn stuck(&self) -> Vec<String> {
        scenario::stuck(self.info, &self.setups)
    }

    fn setup(&self, table: usize, version: &[u8]) -> Setup {
        let mut setup = self.setups[table].clone();
        for (rule, value) in self.rules.iter().zip(version) {
            if let Some(choices) = &rule.values[usize::from(*value)].choices {
                choices[table].put(&rule.name, &mut setup);
            }
        }
        setup
    }

    /// The games of a version; none where it is none.
    fn built(&self, version: &[u8]) -> Option<Arc<Vec<VersionTable>>> {
        let known = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(version) {
            return found.clone();
        }
        // What changes nothing is the same game without that, and would be counted as a change.
        let all = 0..self.setups.len();
        let tables: Option<Vec<VersionTable>> = all.map(|table| self.table(table, version)).collect();
        let tables = tables.filter(|_| !self.is_needless(version)).map(Arc::new);
        known().insert(version.to_vec(), tables.clone());
        tables
    }

    /// Is a version at every table the same game without one of its changes?
    fn is_needless(&self, version: &[u8]) -> bool {
        let present = self.space.present();
        let mut changed = (0..version.len()).filter(|rule| version[*rule] != present[*rule]);
        changed.any(|rule| {
            let mut without = version.to_vec();
            without[rule] = present[rule];
            let all = 0..self.setups.len();
            all.into_iter().all(|table| {
                let [with, without] = [version, &without].map(|version| self.weight(table, version, rule));
                with != Weight::Some && without != Weight::Some && with != without
            })
        })
    }

    fn weight(&self, table: usize, version: &[u8], rule: usize) -> Weight {
        let setup = self.setup(table, version);
        let key = &self.rules[rule].name;
        let is_key = |mistake: &Mistake| matches!(&mistake.at, At::Rule(path) if path.join(".") == *key);
        let Some(value) = balance_kit::value_at(&setup.rules, key) else {
            return Weight::Unwritten;
        };
        if (self.info.idle)(&setup).iter().any(is_key) {
            Weight::None
        } else if balance_kit::value_at(&scenario::defaults(self.info), key) == Some(value) {
            Weight::Unwritten
        } else {
            Weight::Some
        }
    }

    fn table(&self, table: usize, version: &[u8]) -> Option<VersionTable> {
        let game = (self.info.build)(&self.setup(table, version)).ok()?;
        let of_table = self
            .figures
            .iter()
            .enumerate()
            .filter(|(_, figure)| figure.table == table);
        let read = |(at, figure): (usize, &Figure)| Some((at, Metric::read(&figure.name, game.sheet())?));
        let figures: Vec<(usize, Metric)> = of_table.map(read).collect::<Option<_>>()?;
        // Those told deal by deal are win rates and the length.
        let paired = figures.iter().filter(|(at, _)| *at < self.paired.len());
        let sides = paired.filter_map(|(_, metric)| match metric {
            Metric::WinRate(side) => Some(*side),
            _ => None,
        });
        Some(VersionTable {
            sides: sides.collect(),
            figures,
            game,
        })
    }
}

impl Arena for Games {
    fn space(&self) -> &SearchSpace {
        &self.space
    }

    fn allows(&self, version: &[u8]) -> bool {
        self.built(version).is_some()
    }

    fn games_per_deal(&self) -> u64 {
        self.rotations
    }

    fn paired(&self) -> &[u32] {
        &self.paired
    }

    fn slow(&self) -> bool {
        self.slow
    }

    fn play(&self, version: &[u8], deals: Range<u64>, stop: &AtomicBool) -> Result<Option<VersionBlock>, Broken> {
        let tables = self.built(version).unwrap_or_default();
        let mut counts: Vec<Option<Count>> = vec![None; self.figures.len()];
        let mut rows: Vec<Vec<u32>> = vec![Vec::with_capacity(self.paired.len()); (deals.end - deals.start) as usize];
        let mut events = Vec::with_capacity(self.events.len());
        let mut tally = None;
        for (index, table) in tables.iter().enumerate() {
            let Some(block) = table.game.play_unless(self.seed, deals.clone(), stop)? else {
                return Ok(None);
            };
            for (at, metric) in &table.figures {
                counts[*at] = Some(Count::new(*metric, &block.tally, table.game.sheet()));
            }
            for (row, line) in rows.iter_mut().zip(&block.lines) {
                row.extend(table.sides.iter().map(|side| u32::from(line.wins[*side])));
                row.push(line.turns);
            }
            let of_table = self.events.iter().filter(|event| event.table == index);
            events.extend(of_table.map(|event| event.games(&block.tally)));
            tally = (tables.len() == 1).then_some(block.tally);
        }
        Ok(Some(VersionBlock {
            counts: counts.into_iter().flatten().collect(),
            deals: rows,
            events,
            tally,
        }))
    }
}

/// The configurations of a scenario that are no variants, with their index.
pub fn bases(scenario: &Scenario) -> impl Iterator<Item = (usize, &scenario::Configuration)> {
    let all = scenario.configurations.iter().enumerate();
    all.filter(|(_, each)| each.variant.is_none())
}

fn wishes(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Vec<(usize, Metric, Band)> {
    wishes_of(scenario, &games.iter().map(|game| &**game).collect::<Vec<_>>())
}

/// What `[expect]` says of each table: its index, the metric, the band.
fn wishes_of(scenario: &Scenario, games: &[&dyn AnyGame]) -> Vec<(usize, Metric, Band)> {
    let mut all = Vec::new();
    for each in &scenario.expect {
        for (table, ((_, base), game)) in bases(scenario).zip(games).enumerate() {
            let metric = Metric::read(&each.metric, game.sheet()).filter(|_| each.concerns(base));
            all.extend(metric.map(|metric| (table, metric, each.band)));
        }
    }
    all
}

/// Something that happens by a rule at a table.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The table, as an index into [`Games::tables`].
    pub table: usize,
    /// What counts it.
    pub counter: Counter,
    /// Its place among the counters of its table.
    place: usize,
}

impl Event {
    /// In how many games of its table it happened.
    fn games(&self, tally: &Tally) -> u64 {
        tally.counters.get(self.place).map_or(0, |seen| seen.games)
    }
}

/// What can happen at each table; a mere measure, such as how far, is no event.
fn events(games: &[Box<dyn AnyGame>]) -> Vec<Event> {
    let all = games.iter().enumerate().flat_map(|(table, game)| {
        let counters = game.sheet().counters.iter().enumerate();
        counters.map(move |(place, counter)| Event {
            table,
            counter: *counter,
            place,
        })
    });
    all.filter(|event| event.counter.rule && !event.counter.key.is_empty())
        .collect()
}

/// A change of one rule that is not tried by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unmeasured {
    /// The rule, dotted.
    pub rule: String,
    /// What it would be, as TOML.
    pub to: String,
    /// What is measured and its games do not have, such as `win-rate.east`.
    pub lacks: String,
}

impl Games {
    /// Changes of one rule, not of a part of the content, that make a game which lacks something that is measured.
    pub fn unmeasured(&self) -> Vec<Unmeasured> {
        let singles = self.space.singles().into_iter();
        let told = |version: Version| {
            if self.space.is_part(&version) || self.built(&version).is_some() {
                return None;
            }
            let tables = 0..self.setups.len();
            let lacks = tables.into_iter().find_map(|table| self.lacks(table, &version))?;
            let (rule, _, to) = self.changed(&version).pop()?;
            Some(Unmeasured {
                rule: rule.to_owned(),
                to: to.to_string(),
                lacks: lacks.to_owned(),
            })
        };
        singles.filter_map(told).collect()
    }

    /// What is measured at a table and the version does not have there; none where it is no game.
    fn lacks(&self, table: usize, version: &[u8]) -> Option<&str> {
        let game = (self.info.build)(&self.setup(table, version)).ok()?;
        let mut of_table = self.figures.iter().filter(|figure| figure.table == table);
        let lacks = of_table.find(|figure| Metric::read(&figure.name, game.sheet()).is_none())?;
        Some(&lacks.name)
    }
}

#[cfg(test)]
mod tests;
