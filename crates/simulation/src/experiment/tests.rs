//! Made-up experiments: whoever plays them, and however often they are ended, they come to the same.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::*;
use crate::conduct::{conduct_in_rounds, kept};
use balance_config::games::Broken;
use balance_engine::Stream;

/// Adds up dice, by several parts on each deal. What it asks next follows from what it knows; a part of one job cannot be played.
struct Dice {
    seed: u64,
    /// These deals break.
    broken: &'static [u64],
}

#[derive(Clone, Debug)]
struct Throws {
    step: u64,
    deals: Range<u64>,
    parts: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Thrown {
    deals: u64,
    eyes: Vec<u64>,
    /// In their order.
    last: Vec<u64>,
}

impl Merge for Thrown {
    fn add(&mut self, next: Self) {
        self.deals += next.deals;
        self.eyes.resize(self.eyes.len().max(next.eyes.len()), 0);
        self.eyes.iter_mut().zip(next.eyes).for_each(|(all, more)| *all += more);
        self.last.extend(next.last);
    }
}

impl Experiment for Dice {
    type Job = Throws;
    type Table = usize;
    type Block = Vec<u64>;
    type Sum = Thrown;
    type Output = Vec<Vec<Thrown>>;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Self::Output, Halt> {
        let mut found: Vec<Vec<Thrown>> = Vec::new();
        for step in 0..4 {
            let known: u64 = found.iter().flatten().flat_map(|sum| &sum.eyes).sum();
            let job = |number: u64| Throws {
                step,
                deals: 10 * number..10 * number + 5 + (known + number) % 90,
                parts: ((number + 1 + step) % 4) as usize,
            };
            let jobs: Vec<Throws> = (0..3 + known % 4).map(job).collect();
            found.push(session.play(&jobs)?);
        }
        assert_eq!(session.play(&[])?, Vec::new(), "who asks for nothing waits for nobody");
        Ok(found)
    }

    fn deals(&self, job: &Throws) -> Range<u64> {
        job.deals.clone()
    }

    fn games(&self, job: &Throws, deals: &Range<u64>) -> u64 {
        (deals.end - deals.start) * job.parts as u64
    }

    fn chunk(&self, _: &Throws) -> u64 {
        7
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn table(&self, job: &Throws) -> usize {
        job.parts
    }

    fn width(&self, _: &Throws, table: &usize) -> usize {
        *table
    }

    fn task(&self, _: &Throws, _: &usize, part: usize, deals: Range<u64>) -> Task {
        Task {
            subject: Subject::Configuration(part),
            games: deals.end - deals.start,
            deals,
        }
    }

    fn play(
        &self,
        job: &Throws,
        _: &usize,
        part: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<u64>>, Broken> {
        if let Some(game) = self.broken.iter().find(|game| deals.contains(game)) {
            return Err(Broken {
                seed: self.seed,
                game: *game,
                message: format!("part {part}"),
            });
        }
        let throw = |deal| u64::from(1 + Stream::keyed(self.seed, deal, job.step as u8, part as u8).below(6));
        Ok((!stop.load(Ordering::Relaxed)).then(|| deals.map(throw).collect()))
    }

    fn sum(&self, _: &Throws, blocks: Vec<Vec<u64>>) -> Thrown {
        Thrown {
            deals: blocks.first().map_or(0, |block| block.len() as u64),
            eyes: blocks.iter().map(|block| block.iter().sum()).collect(),
            last: blocks.last().cloned().unwrap_or_default(),
        }
    }

    fn fits(&self, job: &Throws, deals: &Range<u64>, sum: &Thrown) -> bool {
        let count = if job.parts == 0 { 0 } else { deals.end - deals.start };
        sum.deals == count && sum.eyes.len() == job.parts && sum.last.len() as u64 == count
    }
}

/// What is found on so many threads.
pub(crate) fn on<T: Send>(threads: usize, play: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(play)
}

const NONE: &[u64] = &[];

#[test]
fn threads_and_interruptions_change_nothing_and_every_game_is_shown_once() {
    for seed in 0..30 {
        let dice = Dice { seed, broken: NONE };
        let whole = conduct(&dice, Runner::unwatched()).expect("it is played");
        for pieces in [1, 2, 3, 50] {
            let mut ledger = Ledger::default();
            let mut rounds = 0;
            let found = loop {
                rounds += 1;
                assert!(rounds < 500, "it never ends");
                let (stop, left, games) = (AtomicBool::new(false), AtomicU64::new(pieces), AtomicU64::new(0));
                let keep = |_: &Ledger<Thrown>| {
                    if left.fetch_sub(1, Ordering::Relaxed) <= 1 {
                        stop.store(true, Ordering::Relaxed);
                    }
                };
                let runner = Runner {
                    progress: &games,
                    stop: &stop,
                };
                let mut session = Session::new(&dice, runner, ledger, &keep);
                match on(1 + rounds % 3, || dice.run(&mut session)) {
                    Ok(found) => {
                        let asked = session.games();
                        assert_eq!(games.into_inner(), asked, "all games were shown once");
                        break found;
                    }
                    Err(halt) => assert_eq!(halt, Halt::Interrupted),
                }
                ledger = kept(session.ledger());
            };
            assert!(found == whole, "seed {seed}, {pieces} pieces at a time");
        }
    }
}

#[test]
fn several_machines_find_what_one_finds() {
    for seed in 0..30 {
        let dice = Dice { seed, broken: NONE };
        let whole = conduct(&dice, Runner::unwatched()).expect("it is played");
        for machines in [1, 2, 7] {
            let (found, _) = conduct_in_rounds(&dice, machines);
            assert!(found == whole, "seed {seed}, {machines} machines");
        }
    }
}

/// What cannot have been played is played anew.
#[test]
fn a_ledger_that_was_altered_is_not_believed() {
    let dice = Dice { seed: 4, broken: NONE };
    let whole = conduct(&dice, Runner::unwatched()).expect("it is played");
    let mut session = Session::new(&dice, Runner::unwatched(), Ledger::default(), &|_| ());
    dice.run(&mut session).expect("it is played");
    let text = serde_json::to_string(session.ledger()).expect("text");
    for (from, to) in [
        ("\"deals\":", "\"deals\":9"),
        ("\"asked\":\"", "\"asked\":\"0"),
        ("\"last\":[", "\"last\":[1,"),
    ] {
        let altered: Ledger<Thrown> = serde_json::from_str(&text.replacen(from, to, 1)).expect("a ledger");
        assert_ne!(&altered, session.ledger(), "{from}");
        let mut again = Session::new(&dice, Runner::unwatched(), altered, &|_| ());
        assert!(dice.run(&mut again).expect("it is played") == whole, "{from}");
        assert_eq!(again.ledger(), session.ledger(), "{from}");
    }
}

#[test]
fn the_first_game_that_breaks_is_named_whoever_plays_it() {
    let dice = Dice {
        seed: 1,
        broken: &[44, 12, 13],
    };
    for threads in [1, 2, 5] {
        let halt = on(threads, || conduct(&dice, Runner::unwatched())).expect_err("it breaks");
        let Halt::Broken(broken) = halt else { panic!("{halt:?}") };
        assert_eq!(broken.game, 12, "{threads} threads");
    }
}

#[test]
fn once_it_is_to_stop_nothing_is_begun() {
    let dice = Dice { seed: 1, broken: NONE };
    let games = AtomicU64::new(0);
    let runner = Runner {
        progress: &games,
        stop: &AtomicBool::new(true),
    };
    assert_eq!(conduct(&dice, runner), Err(Halt::Interrupted));
    assert_eq!(games.into_inner(), 0);
}
