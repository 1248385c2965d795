//! The search held to truths planted in made-up games: four sides, each alike when every knob is where it should be, and
//! some knobs moved away from there.
//!
//! `BALANCE_TUNE_RUNS` says how many games are made up for each question (default 12; the figures in `docs/tune.md` are from
//! 100).

mod now;
mod rounds;
mod small;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::conduct::conduct_in_pieces;
use balance_config::games::Broken;
use balance_engine::Stream;
use balance_simulation::experiment::{Ledger, Runner, conduct};

const SIDES: usize = 4;
const VALUES: u8 = 7;

/// The side with the largest `effect · (version - best) + noise of the deal` wins; a turn is taken for each step above the
/// lowest value of the first knob.
struct MadeUp {
    space: SearchSpace,
    best: Version,
    effect: Vec<Vec<f64>>,
    seed: u64,
}

fn plan(games: u64, seed: u64) -> TunePlan {
    TunePlan {
        games,
        seed,
        alone: false,
    }
}

/// The same with every change of one rule by itself.
fn with_singles(games: u64, seed: u64) -> TunePlan {
    TunePlan {
        alone: true,
        ..plan(games, seed)
    }
}

/// The wish that a share lies between these.
fn band(figure: usize, lo: f64, hi: f64) -> Aim {
    Aim::between(figure, (lo, hi), 0.01)
}

/// The search in a made-up arena.
fn search_in<A: Arena>(arena: &A, aims: Aims, plan: TunePlan) -> Versions<RuleSearch<&A>> {
    Versions(RuleSearch {
        arena,
        second: None,
        aims,
        plan,
    })
}

/// Finalists confirmed in a made-up arena.
fn confirmed(made: &MadeUp, versions: &[Version], games: u64) -> Confirmed {
    let plan = plan(games, 0);
    let search = made.search(made.aims(), plan);
    let mut session = Session::new(&search, Runner::unwatched(), Ledger::default(), &|_| ());
    confirm::confirm(made, versions, games, Confirming::Finalists, &mut session).expect("no game breaks")
}

impl MadeUp {
    /// A game of `knobs` of which `broken` are moved; made up again until nothing with as few or fewer changes would do.
    fn new(seed: u64, knobs: usize, broken: usize) -> Self {
        let clear = (0..10_000)
            .map(|attempt| MadeUp::any(seed, attempt, knobs, broken))
            .find(MadeUp::is_clear);
        clear.expect("some game is clear")
    }

    /// Whether or not something smaller would do as well.
    fn any(seed: u64, attempt: u64, knobs: usize, broken: usize) -> Self {
        let mut stream = Stream::keyed(seed, attempt, 0, 0);
        let normal = |stream: &mut Stream| {
            let sum: f64 = (0..12).map(|_| stream.unit()).sum();
            sum - 6.0
        };
        let effect: Vec<Vec<f64>> = (0..SIDES)
            .map(|_| (0..knobs).map(|_| 0.16 * normal(&mut stream)).collect())
            .collect();
        let best: Version = (0..knobs).map(|_| stream.below(u32::from(VALUES)) as u8).collect();
        let mut present = best.clone();
        let mut order: Vec<usize> = (0..knobs).collect();
        stream.shuffle(&mut order);
        for knob in &order[..broken] {
            let away = 2 + stream.below(u32::from(VALUES) - 3) as u8;
            present[*knob] = (best[*knob] + away) % VALUES;
        }
        let space = SearchSpace {
            knobs: present
                .iter()
                .map(|present| Dial::even(usize::from(VALUES), *present))
                .collect(),
        };
        MadeUp {
            space,
            best,
            effect,
            seed,
        }
    }

    /// Share of wins of each side: in proportion to `exp(effect · (version - best))`.
    fn truth(&self, version: &[u8]) -> Vec<f64> {
        let away = |knob: usize| f64::from(version[knob]) - f64::from(self.best[knob]);
        let worth = |row: &Vec<f64>| -> f64 {
            let sum: f64 = row.iter().enumerate().map(|(knob, effect)| effect * away(knob)).sum();
            libm::exp(sum)
        };
        let worths: Vec<f64> = self.effect.iter().map(worth).collect();
        let all: f64 = worths.iter().sum();
        worths.into_iter().map(|worth| worth / all).collect()
    }

    fn off(&self, version: &[u8]) -> f64 {
        self.truth(version)
            .iter()
            .map(|share| (share - 0.25).abs())
            .fold(0.0, f64::max)
    }

    /// Is every other version with as few changes well outside the bands, and the present one as well?
    fn is_clear(&self) -> bool {
        let broken = self.space.changes(&self.best);
        let all = self.space.all(1 << 20).expect("a small space");
        let rivals = all
            .iter()
            .filter(|version| **version != self.best && self.space.changes(version) <= broken);
        rivals.into_iter().all(|version| self.off(version) > WITHIN + 0.012)
    }

    fn aims(&self) -> Aims {
        let points: Vec<Aim> = (0..SIDES).map(|figure| Aim::to(figure, 0.25, 0.01)).collect();
        Aims {
            wishes: (0..SIDES)
                .map(|side| band(side, 0.25 - WITHIN, 0.25 + WITHIN))
                .collect(),
            nearness: points.clone(),
            fairness: points,
            length: vec![Aim::to(SIDES, 10.0 + f64::from(self.space.knobs[0].present), 0.1)],
        }
    }

    fn tuned(&self, games: u64) -> Tuned {
        self.by(&plan(games, self.seed))
    }

    fn by(&self, plan: &TunePlan) -> Tuned {
        conduct(&self.search(self.aims(), *plan), Runner::unwatched()).expect("no game breaks")
    }

    fn search(&self, aims: Aims, plan: TunePlan) -> Versions<RuleSearch<&MadeUp>> {
        search_in(self, aims, plan)
    }

    fn winner(&self, version: &[u8], noise: &[f64; SIDES]) -> usize {
        let worth = |side: usize| {
            let by = |(effect, (value, best)): (&f64, (&u8, &u8))| effect * (f64::from(*value) - f64::from(*best));
            let sum: f64 = self.effect[side]
                .iter()
                .zip(version.iter().zip(&self.best))
                .map(by)
                .sum();
            sum + noise[side]
        };
        (0..SIDES)
            .max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
            .expect("sides")
    }
}

/// How far from a quarter a side may be.
const WITHIN: f64 = 0.015;

impl Arena for MadeUp {
    fn space(&self) -> &SearchSpace {
        &self.space
    }

    fn paired(&self) -> &[u32] {
        &[1; SIDES + 1]
    }

    fn play(&self, version: &[u8], deals: Range<u64>, _: &AtomicBool) -> Result<Option<VersionBlock>, Broken> {
        let mut block = VersionBlock::default();
        let mut wins = [0u64; SIDES];
        let (mut turns, mut squares, mut longest) = (0, 0, 0);
        let count = deals.end - deals.start;
        for deal in deals {
            let mut stream = Stream::keyed(self.seed, deal, 0, 1);
            let noise: [f64; SIDES] = std::array::from_fn(|_| -libm::log(-libm::log(stream.unit().max(1e-300))));
            let winner = self.winner(version, &noise);
            let length = 9 + u32::from(version[0]) + stream.below(3);
            wins[winner] += 1;
            turns += u64::from(length);
            longest = longest.max(length);
            squares += u128::from(length).pow(2);
            let mut row = vec![0; SIDES + 1];
            row[winner] = 1;
            row[SIDES] = length;
            block.deals.push(row);
        }
        block.counts = wins
            .iter()
            .map(|wins| Count::Share(vec![count - wins, *wins]))
            .collect();
        block.counts.push(Count::Mean(CountedSums {
            deals: count,
            games: count,
            sum: turns,
            squares,
            each: 1,
            most: longest,
            cap: 20,
            least: 0,
        }));
        Ok(Some(block))
    }
}

fn runs() -> u64 {
    let asked = std::env::var("BALANCE_TUNE_RUNS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// At least so many of the runs; a few may fail by chance where there are few.
fn most(hits: u64, part: f64) -> bool {
    let runs = runs() as f64;
    let missed = runs - hits as f64;
    missed <= (1.0 - part) * runs + 2.0 * ((1.0 - part) * part * runs).sqrt() * f64::from(u8::from(runs < 100.0))
}

const GAMES: u64 = 600_000;

fn taken(tuned: &Tuned) -> Version {
    let take = tuned.front.take.map_or(0, |take| tuned.front.proposals[take].finalist);
    tuned.confirmed.versions[take].clone()
}

#[test]
fn what_was_broken_is_found() {
    for broken in [1, 2, 3] {
        let mut found = 0;
        let mut covered = 0;
        for seed in 0..runs() {
            let made = MadeUp::new(seed, 4, broken);
            let tuned = made.tuned(GAMES);
            found += u64::from(taken(&tuned) == made.best);
            covered += u64::from(covers(&made, &tuned));
        }
        eprintln!("{broken} broken: found {found}, covered {covered} of {}", runs());
        assert!(most(found, 0.95), "{broken} broken: {found} of {}", runs());
        assert!(most(covered, 0.94), "{broken} broken: {covered} of {}", runs());
    }
}

/// Do all intervals of all finalists hold the truth?
fn covers(made: &MadeUp, tuned: &Tuned) -> bool {
    let mut finalists = tuned.confirmed.versions.iter().zip(&tuned.confirmed.counts);
    finalists.all(|(version, counts)| {
        let truth = made.truth(version);
        let length = 10.0 + f64::from(version[0]);
        let holds = |(count, truth): (&Count, &f64)| {
            let found = count.interval(tuned.front.confidence);
            found.lo <= *truth && *truth <= found.hi
        };
        counts.iter().zip(truth.iter().chain([&length])).all(holds)
    })
}

/// However many knobs there are, the search leaves the finalists their part of the games.
#[test]
fn a_search_among_many_knobs_plays_no_more_than_its_part() {
    let made = MadeUp::any(9, 0, 24, 1);
    for games in [100_000, 300_000, 1_000_000] {
        let tuned = made.by(&with_singles(games, 1));
        assert!(
            tuned.search_games <= games / 100 * 65,
            "{} of {games}",
            tuned.search_games
        );
    }
}

/// The single changes that brought the game nearest to the wishes are finalists, however little the search has seen.
#[test]
fn the_nearest_single_changes_are_finalists() {
    for seed in 0..20 {
        let made = MadeUp::new(500 + seed, 4, 2);
        let tuned = made.by(&with_singles(20_000, seed));
        let alone = tuned.alone.expect("it was asked");
        let away = |at: &usize| made.aims().away(&alone.values(&made, *at));
        let mut singles: Vec<usize> = (1..alone.versions.len()).collect();
        singles.sort_by(|a, b| away(a).total_cmp(&away(b)));
        for at in &singles[..2] {
            assert!(tuned.confirmed.versions.contains(&alone.versions[*at]), "{seed}");
        }
    }
}

#[test]
fn where_nothing_is_broken_nothing_is_changed() {
    let mut kept = 0;
    for seed in 0..runs() {
        let made = MadeUp::new(1_000 + seed, 4, 0);
        kept += u64::from(made.tuned(100_000).front.take.is_none());
    }
    eprintln!("nothing broken: kept {kept} of {}", runs());
    assert!(most(kept, 0.95), "{kept} of {}", runs());
}

/// The same games for versions by chance, each played as long, or for a plain grid of the knobs: the version nearest to fair
/// by what was seen, judged by the truth.
#[test]
fn it_is_ahead_of_chance_and_of_a_grid() {
    let games = 100_000;
    let (mut ours, mut chance, mut grid) = (0.0, 0.0, 0.0);
    let seen = |made: &MadeUp, versions: &[Version]| -> f64 {
        let deals = 0..games / versions.len() as u64;
        let stop = AtomicBool::new(false);
        let off = |version: &Version| {
            let block = made
                .play(version, deals.clone(), &stop)
                .expect("no game breaks")
                .expect("not stopped");
            objective::distance(&made.aims().nearness, &objective::values(&block.counts))
        };
        let best = versions
            .iter()
            .min_by(|a, b| off(a).total_cmp(&off(b)))
            .expect("versions");
        100.0 * made.off(best)
    };
    for seed in 0..runs() {
        let made = MadeUp::new(2_000 + seed, 4, 3);
        ours += 100.0 * made.off(&taken(&made.tuned(games)));
        let mut stream = Stream::keyed(seed, 0, 0, 9);
        let any: Vec<Version> = (0..64).map(|_| made.space.any(&mut stream)).collect();
        chance += seen(&made, &any);
        let corners: Vec<Version> = (0..81u32)
            .map(|n| (0..4u32).map(|knob| (n / 3u32.pow(knob) % 3 * 3) as u8).collect())
            .collect();
        grid += seen(&made, &corners);
    }
    let all = runs() as f64;
    eprintln!(
        "points off: {:.2}, by chance {:.2}, by a grid {:.2}",
        ours / all,
        chance / all,
        grid / all
    );
    assert!(ours < chance / 2.0 && ours < grid / 2.0, "{ours} {chance} {grid}");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let made = MadeUp::new(77, 4, 2);
    let plan = with_singles(60_000, made.seed);
    let whole = made.by(&plan);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        assert!(pool.install(|| made.by(&plan)) == whole, "{threads} threads");
    }
    let (tuned, rounds) = conduct_in_pieces(&made.search(made.aims(), plan));
    assert!(tuned == whole && rounds > 5, "after {rounds}");
}

#[test]
fn wishes_out_of_reach_end_with_what_is_nearest() {
    let made = MadeUp::new(5, 3, 1);
    let mut aims = made.aims();
    aims.wishes = vec![band(0, 0.999, 1.0)];
    aims.nearness.clear();
    let plan = plan(60_000, 3);
    let tuned = conduct(&made.search(aims, plan), Runner::unwatched()).expect("no game breaks");
    let take = tuned.front.take.expect("some version is nearer");
    assert_eq!(tuned.front.proposals[take].class, Class::Missed);
    let all = made.space.all(1_000).expect("a small space");
    let most = all.iter().map(|version| made.truth(version)[0]).fold(0.0, f64::max);
    assert!(made.truth(&taken(&tuned))[0] > most - 0.03);
}

#[test]
fn odd_spaces_are_searched_too() {
    for knobs in [
        vec![Dial::even(1, 0)],
        vec![Dial::even(9, 4)],
        vec![
            Dial {
                places: vec![0.0; 4],
                ordered: false,
                present: 1,
                none: None,
                part: false,
            };
            3
        ],
    ] {
        let made = MadeUp::new(9, knobs.len(), 1);
        let best = knobs.iter().map(|knob| knob.present).collect();
        let odd = MadeUp {
            space: SearchSpace { knobs },
            best,
            ..made
        };
        let tuned = odd.tuned(20_000);
        assert!(tuned.front.take.is_none());
        assert_eq!(tuned.front.proposals[0].finalist, 0);
    }
}
