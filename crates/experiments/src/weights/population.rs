//! The tables of a scenario, at which versions of a bot meet a population.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::WeightSums;
use super::opposition::LONE;
use super::{Cell, Lone, Number, Opposition, SeatedBot, Version};
use crate::ladder::{MeetingTable, NamedBot, TRIED, Wins};
use balance_config::games::{AnyGame, BotSpec, Broken, GameInfo, Line, Seats, Setup};
use balance_kit::bots::is_search;

/// A table with the bots that are met there.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// The name of its configuration.
    pub name: String,
    /// Its rules and contents; who sits where is not looked at.
    pub setup: Setup,
    /// Players at it.
    pub players: u32,
    /// Names of its sides.
    pub sides: Vec<String>,
    /// Who is met.
    pub rivals: Vec<NamedBot>,
}

/// The tables of all populations.
pub struct Populations {
    info: &'static GameInfo,
    spec: BotSpec,
    numbers: Vec<Number>,
    places: Vec<Population>,
    cells: Vec<Cell>,
    tables: Vec<(String, Vec<String>)>,
    seed: u64,
}

/// The tables of a version: those of the cells, and those at which it sits alone.
struct SeatedVersion {
    met: Vec<MeetingTable>,
    alone: Vec<Box<dyn AnyGame>>,
    seed: u64,
}

impl SeatedBot for SeatedVersion {
    fn wins(&self, cell: usize, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Wins>>, Broken> {
        self.met[cell].play(self.seed, deals, stop)
    }

    fn alone(&self, table: usize, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Lone>>, Broken> {
        let game = &self.alone[table];
        let lone = |line: &Line| {
            let endings = game.sheet().endings.iter().zip(line.endings);
            let bit = |(side, wins): (usize, &u8)| u16::from(*wins > 0) << side;
            Lone {
                turns: line.turns,
                capped: endings.into_iter().any(|(ending, games)| ending.capped && games > 0),
                sides: line.wins.iter().enumerate().map(bit).sum(),
            }
        };
        let block = game.play_unless(self.seed, games, stop)?;
        Ok(block.map(|block| block.lines.iter().map(lone).collect()))
    }
}

impl Populations {
    /// The tables of `populations`, at which a bot of `spec` sits with other `numbers`.
    pub fn new(
        info: &'static GameInfo,
        spec: &BotSpec,
        numbers: Vec<Number>,
        populations: Vec<Population>,
        seed: u64,
    ) -> Self {
        let mut cells = Vec::new();
        for place in &populations {
            for rival in &place.rivals {
                cells.extend(mixtures(place.players).into_iter().map(|seats| Cell {
                    table: place.name.clone(),
                    players: place.players,
                    rival: rival.name.clone(),
                    seats,
                }));
            }
        }
        let tables = populations
            .iter()
            .map(|place| (place.name.clone(), place.sides.clone()));
        Populations {
            info,
            spec: spec.clone(),
            numbers,
            tables: tables.collect(),
            cells,
            places: populations,
            seed,
        }
    }

    /// The bot as a version has it.
    fn spec(&self, version: &Version) -> BotSpec {
        let mut spec = self.spec.clone();
        for (number, value) in self.numbers.iter().zip(version.iter().flatten()) {
            number.put(*value, &mut spec);
        }
        spec
    }

    /// The tables of a version; none if no bot can be made from it.
    fn tables_of(&self, version: &Version) -> Option<SeatedVersion> {
        let spec = self.spec(version);
        let mut met = Vec::with_capacity(self.cells.len());
        let mut alone = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let mut setup = place.setup.clone();
            setup.bots.insert(TRIED.to_owned(), spec.clone());
            for rival in &place.rivals {
                let mut setup = setup.clone();
                setup.bots.insert(rival.name.clone(), rival.spec.clone());
                for seats in mixtures(place.players) {
                    let (one, players) = ((TRIED, seats as usize), place.players as usize);
                    met.push(MeetingTable::mixed(self.info, &setup, players, one, &rival.name).ok()?);
                }
            }
            setup.seats = Seats::filled(TRIED);
            alone.push((self.info.build)(&setup).ok()?);
        }
        Some(SeatedVersion {
            met,
            alone,
            seed: self.seed,
        })
    }
}

/// Seats that a version takes at a table for so many: one, half of them, all but one.
fn mixtures(players: u32) -> Vec<u32> {
    let mut all = vec![1, players / 2, players.saturating_sub(1)];
    all.retain(|seats| *seats > 0 && *seats < players);
    all.dedup();
    all
}

impl Opposition for Populations {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn tables(&self) -> &[(String, Vec<String>)] {
        &self.tables
    }

    fn seat(&self, version: &Version) -> Option<Box<dyn SeatedBot>> {
        let tables = self.tables_of(version)?;
        Some(Box::new(tables))
    }

    fn is_slow(&self) -> bool {
        let rivals = self.places.iter().flat_map(|place| &place.rivals);
        let mut specs = rivals.map(|rival| &rival.spec).chain([&self.spec]);
        specs.any(|spec| is_search(&spec.kind))
    }
}

/// Games among its like may become longer or shorter by so much, as a part of their length.
pub(super) const LENGTH: f64 = 0.25;
/// So much larger may the share of them be that runs into the cap.
pub(super) const CAPPED: f64 = 0.02;
/// So much further from an even share may a side's win rate be.
pub(super) const SIDES: f64 = 0.1;

/// The scores of all versions but the first, which is the bot as it is; the larger, the better. Half of it is the mean of what
/// they gain more than the bot as it is, half the mean of that quarter of the tables where they gain least; less how much their
/// games among their like are other games. One that cannot be played is worse than any.
pub(super) fn scores(opposition: &dyn Opposition, sums: &[Option<WeightSums>]) -> Vec<f64> {
    let present = sums.first().and_then(Option::as_ref);
    let score = |sums: &Option<WeightSums>| match (present, sums) {
        (Some(present), Some(sums)) => score(opposition, present, sums),
        _ => f64::NEG_INFINITY,
    };
    sums.iter().skip(1).map(score).collect()
}

fn score(opposition: &dyn Opposition, present: &WeightSums, sums: &WeightSums) -> f64 {
    let gain = |cell: &Cell, sums: &WeightSums, at: usize| {
        let (one, others) = sums.wins[at];
        cell.gain(one, others, sums.deals * u64::from(cell.players))
    };
    let change = |(at, cell): (usize, &Cell)| gain(cell, sums, at) - gain(cell, present, at);
    let mut changes: Vec<f64> = opposition.cells().iter().enumerate().map(change).collect();
    changes.sort_by(f64::total_cmp);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    let worst = &changes[..changes.len().div_ceil(4)];
    let others = present.alone.iter().zip(&sums.alone);
    let strange = others.map(|(present, found)| strange(LONE * sums.deals, present, found));
    f64::midpoint(mean(&changes), mean(worst)) - strange.sum::<f64>()
}

/// How much further than allowed games of a version among its like are from those of the bot as it is, with what chance does
/// in so few.
fn strange(games: u64, present: &(u64, u64, Vec<u64>), found: &(u64, u64, Vec<u64>)) -> f64 {
    let games = games.max(1) as f64;
    let chance = 1.0 / games.sqrt();
    let longer = libm::log((found.0 + 1) as f64 / (present.0 + 1) as f64).abs();
    let capped = (found.1 as f64 - present.1 as f64) / games;
    let off = |sides: &[u64]| {
        let even = sides.iter().sum::<u64>() as f64 / sides.len().max(1) as f64;
        let far = sides.iter().map(|wins| (*wins as f64 - even).abs() / games);
        far.fold(0.0, f64::max)
    };
    let beyond = |what: f64, allowed: f64| (what - allowed).max(0.0);
    beyond(longer, libm::log1p(LENGTH) + 0.3 * chance)
        + beyond(capped, CAPPED + chance)
        + beyond(off(&found.2) - off(&present.2), SIDES + chance)
}

#[cfg(test)]
mod tests {
    use super::super::{CountedAs, WeightJob, WeightPlan, WeightSearch, numbers};
    use super::*;
    use balance_simulation::experiment::{Halt, Ledger, Runner, Session};

    #[test]
    fn a_version_sits_alone_at_half_the_seats_and_at_all_but_one() {
        assert_eq!(mixtures(2), [1]);
        assert_eq!(mixtures(3), [1, 2]);
        assert_eq!(mixtures(4), [1, 2, 3]);
        assert_eq!(mixtures(5), [1, 2, 4]);
        assert!(mixtures(1).is_empty());
    }

    #[test]
    fn against_itself_a_bot_wins_what_is_even_and_every_table_counts_its_games() {
        let info = crate::built_in::named("niagara").expect("a game");
        let spec = BotSpec {
            kind: "heuristic".to_owned(),
            ..BotSpec::default()
        };
        let numbers = numbers(info, &spec);
        let rival = |name: &str| NamedBot {
            name: name.to_owned(),
            spec: Setup::default().bot(name),
        };
        let population = |players: u32| Population {
            name: format!("{players} players"),
            setup: Setup::default().with_rule("players", i64::from(players)),
            players,
            sides: (0..players).map(|side| side.to_string()).collect(),
            rivals: vec![rival("heuristic"), rival("collector")],
        };
        let populations = vec![population(3), population(4)];
        let field = Populations::new(info, &spec, numbers.clone(), populations, 1);
        assert_eq!((field.cells().len(), field.games_per_deal()), (4 + 6, 12 + 24 + 8));
        let worse: Vec<f64> = numbers.iter().map(|number| number.from).collect();
        let cells = field.cells().to_vec();
        let search = WeightSearch {
            opposition: Box::new(field),
            numbers,
            plan: WeightPlan { games: 0, seed: 1 },
        };
        let sums = |version: Version, stop: &AtomicBool| {
            let job = WeightJob {
                version,
                deals: 0..3,
                counted: CountedAs::Sums,
            };
            let ledger = Ledger::default();
            let played = Session::new(&search, Runner::quiet(stop), ledger, &|_| ()).play(&[job]);
            played.map(|mut counts| counts.remove(0).sums.expect("it can be made"))
        };
        let never = AtomicBool::new(false);
        let present = sums(None, &never).expect("no game breaks");
        let worse = sums(Some(worse), &never).expect("no game breaks");
        assert_ne!(present, worse);
        for (cell, (one, others)) in cells.iter().zip(&present.wins) {
            let games = 3 * u64::from(cell.players);
            assert!(*one <= games * u64::from(cell.seats));
            if cell.rival == "heuristic" {
                assert!(cell.gain(*one, *others, games).abs() < 1e-12, "{cell:?}");
            }
        }
        assert!(
            present
                .alone
                .iter()
                .all(|(turns, _, sides)| *turns > 0 && sides.iter().sum::<u64>() >= 12)
        );
        assert_eq!(sums(None, &AtomicBool::new(true)), Err(Halt::Interrupted));
    }
}

#[cfg(test)]
mod score_tests {
    use super::*;

    fn lone(turns: u64, capped: u64, sides: [u64; 2]) -> (u64, u64, Vec<u64>) {
        (turns, capped, sides.to_vec())
    }

    #[test]
    fn games_that_become_others_cost_and_what_chance_may_do_does_not() {
        let present = lone(20_000, 0, [500, 500]);
        let of = |turns, capped, sides| strange(1_000, &present, &lone(turns, capped, sides));
        assert!(of(20_000, 0, [500, 500]) < 1e-12);
        assert!(of(24_000, 10, [560, 440]) < 1e-12);
        assert!(of(55_000, 0, [500, 500]) > 0.7);
        assert!(of(9_000, 0, [500, 500]) > 0.5);
        assert!(of(20_000, 300, [500, 500]) > 0.2);
        assert!(of(20_000, 0, [180, 820]) > 0.15);
        // A side that won too much may win less.
        let uneven = lone(20_000, 0, [900, 100]);
        assert!(strange(1_000, &uneven, &lone(20_000, 0, [500, 500])) < 1e-12);
        // Of four games nothing is known.
        assert!(strange(4, &lone(80, 0, [2, 2]), &lone(90, 1, [4, 0])) < 1e-12);
    }
}
