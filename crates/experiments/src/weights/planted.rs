//! The search held to truths planted in made-up games: a bot whose numbers are not where they should be, one that is as good as
//! it can be, and one that plays odd games where it wins.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::opposition::LONE;
use super::*;
use crate::ladder::Wins;
use balance_config::games::Broken;
use balance_engine::Stream;
use balance_simulation::experiment::{Experiment, Halt, Ledger, Runner, Session};

const PLAYERS: u32 = 3;

/// What a version wins by where its numbers stand.
type Worth = fn(&[f64]) -> f64;

/// Games of three players in which a seat of a version wins in proportion to `e^worth`, against rivals of other worths; the
/// second rival is met the worse, the better the first, by `dilemma`.
#[derive(Clone)]
struct MadeUp {
    worth: Worth,
    dilemma: f64,
    /// Turns of a game among its like.
    turns: fn(&[f64]) -> f64,
    seed: u64,
    present: Vec<f64>,
    cells: Vec<Cell>,
    tables: Vec<(String, Vec<String>)>,
}

impl MadeUp {
    fn new(seed: u64, present: &[f64], worth: Worth) -> Self {
        let cell = |rival: &str, seats| Cell {
            table: "base".to_owned(),
            players: PLAYERS,
            rival: rival.to_owned(),
            seats,
        };
        MadeUp {
            worth,
            dilemma: 0.0,
            turns: |_| 20.0,
            seed,
            present: present.to_vec(),
            cells: vec![
                cell("as it is", 1),
                cell("as it is", 2),
                cell("other", 1),
                cell("other", 2),
            ],
            tables: vec![("base".to_owned(), vec!["a".to_owned(), "b".to_owned(), "c".to_owned()])],
        }
    }

    fn numbers(&self) -> Vec<Number> {
        let number = |(at, present): (usize, &f64)| Number {
            key: format!("weights.{at}"),
            present: *present,
            from: 0.25,
            to: 4.0,
        };
        self.present.iter().enumerate().map(number).collect()
    }

    fn tuned(&self, games: u64) -> FoundWeights {
        let never = AtomicBool::new(false);
        let found = self.resumed(games, Ledger::default(), &never, &|_| ()).0;
        found.expect("nobody stops it")
    }

    /// Goes on from what was played, until `stop` is set; what was found and played.
    fn resumed(
        &self,
        games: u64,
        ledger: Ledger<WeightCounts>,
        stop: &AtomicBool,
        keep: &(dyn Fn(&Ledger<WeightCounts>) + Sync),
    ) -> (Result<FoundWeights, Halt>, Ledger<WeightCounts>) {
        let numbers = self.numbers();
        assert!(games >= fewest(self, numbers.len()));
        let search = WeightSearch {
            opposition: Box::new(self.clone()),
            numbers,
            plan: WeightPlan { games, seed: self.seed },
        };
        let mut session = Session::new(&search, Runner::quiet(stop), ledger, keep);
        let found = search.run(&mut session);
        (found, session.ledger().clone())
    }

    fn played(&self, version: &Version, deals: Range<u64>) -> DealtGames {
        let values = version.as_ref().unwrap_or(&self.present);
        let worth = (self.worth)(values);
        let present = (self.worth)(&self.present);
        let of_cell = |(at, cell): (usize, &Cell)| {
            let (one, other) = match at {
                0 | 1 => (worth, present),
                _ => (worth - self.dilemma * (worth - present), 0.0),
            };
            let seats = f64::from(cell.seats);
            let (one, other) = (seats * libm::exp(one), (f64::from(PLAYERS) - seats) * libm::exp(other));
            let deal = |deal: u64| {
                let mut stream = Stream::keyed(self.seed, deal, 0, at as u8);
                let wins = (0..PLAYERS).filter(|_| stream.unit() * (one + other) < one).count() as u32;
                Wins {
                    one: wins,
                    others: PLAYERS - wins,
                }
            };
            deals.clone().map(deal).collect()
        };
        let lone = |deal: u64| {
            let mut stream = Stream::keyed(self.seed, deal, 1, 0);
            Lone {
                turns: ((self.turns)(values) * (0.8 + 0.4 * stream.unit())) as u32,
                capped: false,
                sides: 1 << stream.below(PLAYERS),
            }
        };
        DealtGames {
            wins: self.cells.iter().enumerate().map(of_cell).collect(),
            alone: vec![(deals.start * LONE..deals.end * LONE).map(lone).collect()],
        }
    }
}

impl Opposition for MadeUp {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn tables(&self) -> &[(String, Vec<String>)] {
        &self.tables
    }

    fn seat(&self, version: &Version) -> Option<Box<dyn SeatedBot>> {
        Some(Box::new(Made(self.clone(), version.clone())))
    }
}

/// A version at the tables.
struct Made(MadeUp, Version);

impl SeatedBot for Made {
    fn wins(&self, cell: usize, deals: Range<u64>, _: &AtomicBool) -> Result<Option<Vec<Wins>>, Broken> {
        Ok(Some(self.0.played(&self.1, deals).wins.swap_remove(cell)))
    }

    fn alone(&self, table: usize, games: Range<u64>, _: &AtomicBool) -> Result<Option<Vec<Lone>>, Broken> {
        let deals = games.start / LONE..games.end / LONE;
        Ok(Some(self.0.played(&self.1, deals).alone.swap_remove(table)))
    }
}

/// Best where every number is 1; how far they are from it counts by their logarithms.
fn near_one(values: &[f64]) -> f64 {
    let away = |value: &f64| -0.25 * libm::log(*value) * libm::log(*value);
    values.iter().map(away).sum()
}

#[test]
fn a_spoiled_bot_is_mended() {
    let mut mended = 0;
    for seed in 0..20 {
        let made = MadeUp::new(seed, &[4.0, 1.0, 1.0, 0.3, 1.0, 1.0], near_one);
        let found = made.tuned(60_000);
        let (before, after) = (near_one(&made.present), near_one(&found.weights));
        let held = found.confirmed.verdict == Confirmation::Better && after > 0.3 * before;
        mended += u32::from(held);
        assert!(found.games <= 61_000 && found.games > 58_000, "{}", found.games);
    }
    assert!(mended >= 19, "{mended} of 20");
}

#[test]
fn of_a_bot_that_is_as_good_as_can_be_it_says_so() {
    let mut said = 0;
    for seed in 0..20 {
        let best = MadeUp::new(100 + seed, &[1.0; 6], near_one);
        let idle = MadeUp::new(200 + seed, &[1.0; 6], |_| 0.0);
        let nothing = |made: &MadeUp| made.tuned(20_000).confirmed.verdict == Confirmation::NotShown;
        said += u32::from(nothing(&best) && nothing(&idle));
    }
    assert!(said >= 19, "{said} of 20");
}

#[test]
fn every_interval_holds_together_in_nineteen_of_twenty() {
    let mut held = 0;
    for seed in 0..20 {
        let made = MadeUp::new(300 + seed, &[2.0, 1.0], near_one);
        let found = made.tuned(10_000);
        let gain = near_one(&found.weights) - near_one(&made.present);
        let share = |cell: &Cell, one: f64| {
            let seats = f64::from(cell.seats);
            seats * libm::exp(one) / (seats * libm::exp(one) + f64::from(PLAYERS) - seats) / seats
        };
        let inside = |rate: balance_inference::table::Rate, truth: f64| rate.lo <= truth && truth <= rate.hi;
        let mut all = true;
        let mut mean = 0.0;
        for (at, met) in found.confirmed.tables.iter().enumerate() {
            let from = if at < 2 { 0.0 } else { near_one(&made.present) };
            let (now, then) = (share(&met.cell, from), share(&met.cell, from + gain));
            all &= inside(met.now, now) && inside(met.found, then) && inside(met.change, then - now);
            mean += (then - now) / 4.0;
        }
        held += u32::from(all && inside(found.confirmed.change, mean));
    }
    assert!(held >= 19, "{held} of 20");
}

/// What is said of a version beside the bot as it is, over 400 deals.
fn said(made: &MadeUp, values: &[f64]) -> ConfirmedWeights {
    let of = |version: &Version| made.played(version, LAST_DEALS..LAST_DEALS + 400);
    confirm::confirmed(made, 400, &of(&None), &of(&Some(values.to_vec())))
}

#[test]
fn who_wins_more_and_plays_other_games_is_not_called_better() {
    // The first number wins, and makes games longer the more it is.
    let wins = |values: &[f64]| libm::log(values[0]);
    let mut made = MadeUp::new(1, &[1.0, 1.0], wins);
    assert_eq!(said(&made, &[2.0, 1.0]).verdict, Confirmation::Better);
    made.turns = |values| 20.0 * values[0];
    let found = said(&made, &[2.0, 1.0]);
    assert_eq!(
        (found.verdict, found.alone[0].other_length),
        (Confirmation::Strange, true)
    );
    assert!(!said(&made, &[1.15, 1.0]).alone[0].other_length);
    // The search goes no further than that, or little.
    let found = made.tuned(60_000);
    assert!((1.1..1.6).contains(&found.weights[0]), "{found:?}");
}

#[test]
fn who_wins_against_one_and_loses_against_another_is_not_called_better() {
    // What wins against itself loses half as much against the other.
    let mut made = MadeUp::new(2, &[1.0, 1.0], |values| libm::log(values[0]));
    made.dilemma = 1.5;
    let found = said(&made, &[4.0, 1.0]);
    assert!(found.change.lo > 0.0, "{found:?}");
    assert_eq!(found.verdict, Confirmation::Uneven);
    // The search does not go there.
    let found = made.tuned(60_000).confirmed;
    assert!(
        found.verdict != Confirmation::Uneven && found.tables[2].change.value > -0.1,
        "{found:?}"
    );
}

#[test]
fn a_search_that_was_ended_comes_to_the_same() {
    let made = MadeUp::new(3, &[2.0, 1.0], near_one);
    let whole = made.tuned(10_000);
    // After so many of all pieces that are handed over to be kept.
    let pieces = AtomicU64::new(0);
    let count = |_: &Ledger<WeightCounts>| {
        pieces.fetch_add(1, Ordering::Relaxed);
    };
    let (found, _) = made.resumed(10_000, Ledger::default(), &AtomicBool::new(false), &count);
    assert_eq!(found.as_ref(), Ok(&whole));
    let pieces = pieces.into_inner();
    for steps in [1, pieces / 9, pieces / 2, pieces - 2] {
        let (stop, left) = (AtomicBool::new(false), AtomicU64::new(steps));
        let keep = |_: &Ledger<WeightCounts>| {
            if left.fetch_sub(1, Ordering::Relaxed) <= 1 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let (found, ledger) = made.resumed(10_000, Ledger::default(), &stop, &keep);
        if steps < pieces - 2 {
            assert_eq!(found, Err(Halt::Interrupted), "{steps}");
        }
        assert!(!ledger.is_empty());
        let text = serde_json::to_string(&ledger).expect("JSON");
        let ledger: Ledger<WeightCounts> = serde_json::from_str(&text).expect("a ledger");
        let (found, _) = made.resumed(10_000, ledger, &AtomicBool::new(false), &|_| ());
        assert_eq!(found.as_ref(), Ok(&whole), "{steps}");
    }
}
