//! Proof that what is decided while a run goes on tells the truth: 2,000 simulated runs of each kind, with known answers.
//! (That the intervals of a report cover is proved in `table/coverage.rs` of `crates/inference`, that verdicts do in its
//! `judge/planted.rs`.)
//!
//! Seeds are fixed, so these tests give the same counts on every machine. A sequence may ever leave the truth in 5 % of the
//! runs (100), and does so less often, since that is a bound.

use balance::engine::{Chance, Purpose, Stream};
use balance_stats::{self as stats, Interval, PlannedRun};

const RUNS: u64 = 2_000;

/// Calls `run` with a stream of its own, 2,000 times, and counts how often it says yes.
fn times(seed: u64, mut run: impl FnMut(&mut Stream) -> bool) -> u64 {
    let one = |game| u64::from(run(Chance::new(seed, game).stream(Purpose::Events)));
    (0..RUNS).map(one).sum()
}

fn errs_rarely(what: &str, count: u64) {
    println!("{what}: {:.2}%", 100.0 * count as f64 / RUNS as f64);
    assert!(count <= 100, "{what} in {count} of {RUNS} runs");
}

fn holds(interval: Interval, truth: f64) -> bool {
    interval.lo <= truth && truth <= interval.hi
}

fn successes(stream: &mut Stream, n: u64, p: f64) -> u64 {
    (0..n).filter(|_| stream.unit() < p).count() as u64
}

/// Two games on one deal: the second differs from the first in a tenth of the deals.
fn pair(stream: &mut Stream) -> (bool, bool) {
    let first = stream.unit() < 0.3;
    let second = if stream.unit() < 0.1 {
        stream.unit() < 0.5
    } else {
        first
    };
    (first, second)
}

const PAIR_DIFFERENCE: f64 = 0.1 * (0.5 - 0.3);

#[test]
fn sequences_seldom_leave_the_truth_at_any_look() {
    let plan = PlannedRun {
        n: 2_000.0,
        var: 0.21,
        mean: 0.3,
    };
    let left = times(12, |stream| {
        let mut won = 0;
        (1..=100).any(|look| {
            won += successes(stream, 50, 0.3);
            let rows = [(0.0, look * 50 - won), (1.0, won)];
            let found = stats::Bets::new(Some(plan), 0.05).evidence(&rows, 0.3);
            found.p_value() <= 0.05
        })
    });
    errs_rarely("the sequence of a win rate leaves the truth", left);
    let left = times(13, |stream| {
        let mut counts = [0u64; 3];
        (1..=40).any(|_| {
            for _ in 0..100 {
                let (first, second) = pair(stream);
                counts[1 + usize::from(second) - usize::from(first)] += 1;
            }
            let rows = [(-1.0, counts[0]), (0.0, counts[1]), (1.0, counts[2])];
            !holds(stats::bet_difference_cs(&rows, 0.05, None), PAIR_DIFFERENCE)
        })
    });
    errs_rarely("the sequence of a paired difference leaves the truth", left);
}
