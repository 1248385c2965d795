//! Proof that the statistics tell the truth: 2,000 simulated runs of each kind, with known answers.
//!
//! Seeds are fixed, so these tests give the same counts on every machine. Bounds: an interval of 95 % must cover in 94 to
//! 100 % of 2,000 runs; one that covers in exactly 95 % is seen below 1,880 in one set of seeds out of fifty. A sequence may
//! ever leave the truth in 5 % of the runs (100), a gate may err in 5 %: both hold with room, since they are bounds.

use balance::engine::{Chance, Purpose, Stream};
use balance::gate::judge;
use balance::judge::{Data, Verdict};
use balance::stats::{self, Interval, Plan};

const RUNS: u64 = 2_000;

/// Calls `run` with a stream of its own, 2,000 times, and counts how often it says yes.
fn times(seed: u64, mut run: impl FnMut(&mut Stream) -> bool) -> u64 {
    let one = |game| u64::from(run(Chance::new(seed, game).of(Purpose::Events)));
    (0..RUNS).map(one).sum()
}

fn covers(what: &str, count: u64) {
    println!("{what}: {:.2} %", 100.0 * count as f64 / RUNS as f64);
    assert!(
        (1_880..=2_000).contains(&count),
        "{what} covers in {count} of {RUNS} runs"
    );
}

fn errs_rarely(what: &str, count: u64) {
    println!("{what}: {:.2} %", 100.0 * count as f64 / RUNS as f64);
    assert!(count <= 100, "{what} in {count} of {RUNS} runs");
}

fn holds(interval: Interval, truth: f64) -> bool {
    interval.lo <= truth && truth <= interval.hi
}

fn successes(stream: &mut Stream, n: u64, p: f64) -> u64 {
    (0..n).filter(|_| stream.unit() < p).count() as u64
}

/// A length: two dice and a tail, mean 10.
fn length(stream: &mut Stream) -> u32 {
    let mut length = 2 + stream.below(6) + stream.below(6);
    while stream.below(4) > 0 {
        length += 1;
    }
    length
}

const LENGTH_MEAN: f64 = 7.0 + 3.0;

fn histogram(values: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0u64) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn intervals_of_win_rates_cover() {
    for (seed, p) in [(1, 0.05), (2, 0.25), (3, 0.5)] {
        let count = times(seed, |stream| {
            holds(stats::wilson(successes(stream, 1_000, p) as f64, 1_000.0, 0.95), p)
        });
        covers(&format!("Wilson at {p}"), count);
    }
    let rare = times(4, |stream| {
        holds(
            stats::clopper_pearson(successes(stream, 1_000, 0.004), 1_000, 0.95),
            0.004,
        )
    });
    covers("Clopper-Pearson at 0.004", rare);
}

/// The bound behind the simulation: coverage of Wilson's interval summed exactly over all outcomes of 200 games.
#[test]
fn coverage_of_wilson_is_what_the_binomial_says() {
    for p in [0.05, 0.25, 0.5] {
        let n = 200u64;
        let covered: f64 = (0..=n)
            .filter(|k| holds(stats::wilson(*k as f64, n as f64, 0.95), p))
            .map(|k| stats::binom_cdf(k, n, p) - if k == 0 { 0.0 } else { stats::binom_cdf(k - 1, n, p) })
            .sum();
        println!("Wilson at {p}, 200 games, exactly: {:.2} %", 100.0 * covered);
        assert!((0.94..=0.97).contains(&covered), "{p}: {covered}");
    }
}

/// Rotated deals: the deal decides a part of each game, so its games are no sample of their own.
#[test]
fn intervals_of_rotated_deals_and_of_roles_cover() {
    let deals = times(5, |stream| {
        let rows = histogram((0..400).map(|_| {
            let deal = 0.1 + 0.4 * stream.unit();
            (0..4).filter(|_| stream.unit() < deal).count() as u32
        }));
        stats::wilson_share(&rows, 4, 0.95).is_some_and(|found| holds(found.interval, 0.3))
    });
    covers("share of rotations", deals);
    let roles = times(6, |stream| {
        let rows = (0..400).map(|_| {
            let seats = 1 + stream.below(3);
            // All seats of a side win together.
            let won = if stream.unit() < 0.4 { seats } else { 0 };
            (f64::from(seats), f64::from(won), 1)
        });
        let rows: Vec<(f64, f64, u64)> = rows.collect();
        stats::ratio_cluster(&rows, 0.95).is_some_and(|found| holds(found.interval, 0.4))
    });
    covers("share of appearances", roles);
}

#[test]
fn intervals_of_lengths_cover() {
    let mean = times(7, |stream| {
        let rows = histogram((0..500).map(|_| length(stream)));
        stats::hist_stats(&rows, 0.95)
            .interval
            .is_some_and(|found| holds(found, LENGTH_MEAN))
    });
    covers("mean length", mean);
    // The true median, from a distribution known to the last digit: P(length <= 9) = 0.5405, P(length <= 8) = 0.4433.
    let median = times(8, |stream| {
        let rows = histogram((0..500).map(|_| length(stream)));
        stats::quantile_ci(&rows, 1, 2, 1, 0.95)
            .is_some_and(|found| found.lo.is_none_or(|lo| lo <= 9) && found.hi.is_none_or(|hi| 9 <= hi))
    });
    covers("median length", median);
}

/// The distribution that the median above is taken from.
#[test]
fn the_median_of_the_known_lengths_is_nine() {
    let dice = |sum: u32| f64::from(6 - sum.abs_diff(7)) / 36.0;
    let at_most = |length: u32| -> f64 {
        (2..=length.min(12))
            .map(|sum| dice(sum) * (1.0 - 0.75f64.powi((length - sum + 1) as i32)))
            .sum()
    };
    assert!(at_most(8) < 0.5 && at_most(9) > 0.5, "{} {}", at_most(8), at_most(9));
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
fn intervals_of_differences_cover() {
    let paired = times(9, |stream| {
        let mut counts = [0u64; 4];
        for _ in 0..1_000 {
            let (first, second) = pair(stream);
            counts[usize::from(first) * 2 + usize::from(second)] += 1;
        }
        let pairs = stats::Pairs {
            both: counts[3],
            first: counts[1],
            second: counts[2],
            neither: counts[0],
        };
        stats::tango(&pairs, 0.95).is_some_and(|found| holds(found.interval, PAIR_DIFFERENCE))
    });
    covers("paired difference of win rates", paired);
    let lengths = times(10, |stream| {
        let differences = (0..500).map(|_| {
            let longer = if stream.below(5) == 0 { length(stream) } else { 0 };
            i64::from(longer)
        });
        let rows: Vec<(i64, u64)> = differences.map(|difference| (difference, 1)).collect();
        let found = stats::paired_mean(&rows, 1, 0.95).and_then(|found| found.interval);
        found.is_some_and(|found| holds(found, LENGTH_MEAN / 5.0))
    });
    covers("paired difference of lengths", lengths);
    let lift = times(11, |stream| {
        let (a, b) = (successes(stream, 300, 0.35), successes(stream, 700, 0.25));
        holds(stats::newcombe_independent(a, 300, b, 700, 0.95), 0.1)
    });
    covers("lift of a component", lift);
}

#[test]
fn sequences_seldom_leave_the_truth_at_any_look() {
    let plan = Plan {
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
    let left = times(14, |stream| {
        let (mut sum, mut squares) = (0.0, 0.0);
        (1..=10u64).any(|look| {
            for _ in 0..1_000 {
                let value = f64::from(length(stream));
                sum += value;
                squares += value * value;
            }
            let n = (look * 1_000) as f64;
            let mean = sum / n;
            let sd = ((squares - n * mean * mean) / (n - 1.0)).sqrt();
            let found = stats::asymptotic_cs(look * 1_000, mean, sd, 0.05, 5_000);
            !found.is_some_and(|found| holds(found.interval, LENGTH_MEAN))
        })
    });
    errs_rarely("the sequence of a mean length leaves the truth", left);
}

/// The gate of `balance check`: win rates that lie exactly on the edge of the tolerance are neither passed nor failed in
/// more than 5 % of the runs, whenever one looks; those in the middle are never failed, those far outside never passed.
#[test]
fn the_gate_keeps_its_rates() {
    let gate = |seed: u64, p: f64, wrong: Verdict| {
        times(seed, |stream| {
            let mut won = 0;
            for look in 1..=20u64 {
                won += successes(stream, 500, p);
                let rows = vec![(0.0, look * 500 - won), (1.0, won)];
                match judge(&Data::Shares(rows), 0.37, 0.43, 1).standing {
                    Verdict::Undecided => {}
                    decided => return decided == wrong,
                }
            }
            false
        })
    };
    errs_rarely("passed at the upper edge", gate(15, 0.43, Verdict::Within));
    errs_rarely("failed at the upper edge", gate(16, 0.43, Verdict::Outside));
    errs_rarely("passed at the lower edge", gate(17, 0.37, Verdict::Within));
    errs_rarely("failed in the middle", gate(18, 0.40, Verdict::Outside));
    errs_rarely("passed at twice the tolerance", gate(19, 0.46, Verdict::Within));
}

/// A share that moves by nothing passes, one that moves by three tolerances fails, and sooner than the fixed test would
/// have ended.
#[test]
fn the_gate_decides_clear_cases_early() {
    let needed = |seed: u64, p: f64, wanted: Verdict| {
        let (mut games, mut right) = (0, 0);
        for run in 0..200 {
            let mut chance = Chance::new(seed, run);
            let stream = chance.of(Purpose::Events);
            let mut won = 0;
            for look in 1..=100u64 {
                won += successes(stream, 500, p);
                let found = judge(&Data::Shares(vec![(0.0, look * 500 - won), (1.0, won)]), 0.39, 0.41, 1).standing;
                if found != Verdict::Undecided {
                    games += look * 500;
                    right += u64::from(found == wanted);
                    break;
                }
            }
        }
        (games / 200, right)
    };
    // A test of equivalence of 0.40 within 0.01 with a fixed number of games needs this many for 90 % power.
    let fixed = stats::n_equivalence(0.24, 0.01, 0.0, 0.05, 0.9);
    let (outside, right) = needed(20, 0.43, Verdict::Outside);
    println!("fixed test {fixed:?} games, gate at three tolerances {outside}");
    assert_eq!(right, 200);
    assert!(
        fixed.is_some_and(|fixed| outside < fixed / 3),
        "{outside} games against {fixed:?}"
    );
}

/// What pairing is said to save is what it saves: the spread of the difference over 2,000 runs, paired against unpaired.
#[test]
fn the_pairing_gain_is_what_the_formula_says() {
    let (games, mut paired, mut apart, mut told) = (500, Vec::new(), Vec::new(), 0.0);
    for run in 0..RUNS {
        let mut chance = Chance::new(21, run);
        let stream = chance.of(Purpose::Events);
        let (mut a, mut b, mut ab, mut other) = (0i128, 0i128, 0i128, 0i128);
        for _ in 0..games {
            let (first, second) = pair(stream);
            a += i128::from(first);
            b += i128::from(second);
            ab += i128::from(first && second);
            other += i128::from(pair(stream).1);
        }
        let sums = stats::PairSums {
            n: games as u64,
            a,
            b,
            aa: a,
            bb: b,
            ab,
        };
        told += stats::crn_report(&sums)
            .and_then(|report| report.vrf)
            .expect("games differ");
        paired.push((b - a) as f64);
        apart.push((other - a) as f64);
    }
    let variance = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
    };
    let (told, saved) = (told / RUNS as f64, variance(&apart) / variance(&paired));
    println!("pairing saves {saved:.2} times the games, the formula says {told:.2}");
    // A ratio of two variances of 2,000 values is off by more than 15 % in one set of seeds out of a thousand.
    assert!((saved / told - 1.0).abs() < 0.15, "{saved} against {told}");
    let exact = (0.3 * 0.7 + 0.32 * 0.68) / (0.05 - PAIR_DIFFERENCE * PAIR_DIFFERENCE);
    assert!((told / exact - 1.0).abs() < 0.05, "{told} against {exact}");
}
