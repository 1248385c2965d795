//! One metric against two ends: within, outside or undecided, whenever one looks.

use super::ALPHA;
use crate::judge::{Data, Verdict};
use crate::stats::{self, Gate, Interval, Plan, Sides};

/// What the games so far say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The verdict.
    pub standing: Verdict,
    /// Deals it rests on.
    pub deals: u64,
    /// Value observed.
    pub value: f64,
    /// Interval of 95 % that holds at every look.
    pub interval: Interval,
    /// About how many deals would decide it, where it is undecided and any number would.
    pub enough: Option<u64>,
}

/// Is the mean (or quantile) of `data` between `lo` and `hi`, either of which may be infinite? One of `metrics` questions
/// that are asked together (statistics: section 6.1 for shares; sections 5.2 and 5.3 for quantiles and unbounded means).
pub fn judge(data: &Data, lo: f64, hi: f64, metrics: usize) -> Answer {
    match data {
        Data::Shares(rows) => shares(rows, lo, hi, metrics),
        Data::Mean { n, mean, sd } => {
            let planned = wanted(sd * sd, *mean, lo, hi).unwrap_or(10_000).max(1_000);
            // Below a thousand deals the sequence is not to be trusted.
            let sequence = |alpha: f64| {
                let found = stats::asymptotic_cs(*n, *mean, *sd, alpha, planned).filter(|_| *n >= 1_000);
                found.map(|found| found.interval)
            };
            by_interval(*n, *mean, sequence, lo, hi, metrics, wanted(sd * sd, *mean, lo, hi))
        }
        Data::Quantile(rows, percent) => {
            let n: u64 = rows.iter().map(|row| row.1).sum();
            let sequence = |alpha: f64| {
                let found = stats::quantile_bet_cs(rows, u64::from(*percent), 100, alpha, Some(10_000.0))?;
                Some(Interval {
                    lo: found.lo.map_or(f64::NEG_INFINITY, f64::from),
                    hi: found.hi.map_or(f64::INFINITY, f64::from),
                })
            };
            let value = stats::quantile(rows, u64::from(*percent), 100).map_or(0.0, f64::from);
            by_interval(n, value, sequence, lo, hi, metrics, None)
        }
    }
}

fn shares(rows: &[(f64, u64)], lo: f64, hi: f64, metrics: usize) -> Answer {
    let n: u64 = rows.iter().map(|row| row.1).sum();
    let sum: f64 = rows.iter().map(|(value, count)| value * *count as f64).sum();
    let value = sum / n.max(1) as f64;
    let squares: f64 = rows.iter().map(|(value, count)| value * value * *count as f64).sum();
    let var = squares / n.max(1) as f64 - value * value;
    let (reference, tolerance, sides) = if lo.is_infinite() {
        (hi, 0.0, Sides::AtMost)
    } else if hi.is_infinite() {
        (lo, 0.0, Sides::AtLeast)
    } else {
        (f64::midpoint(lo, hi), (hi - lo) / 2.0, Sides::Both)
    };
    // What the spread of the bets is planned for may depend on the question alone.
    let expected = (reference.clamp(0.0, 1.0) * (1.0 - reference.clamp(0.0, 1.0))).max(0.01);
    let plan = (tolerance > 0.0).then(|| Plan {
        n: 2.0 * equivalence(expected, tolerance, 0.0),
        var: expected,
        mean: reference,
    });
    let gate = Gate {
        sides,
        alpha_pass: ALPHA,
        alpha_fail: ALPHA,
        metrics: u32::try_from(metrics).unwrap_or(u32::MAX),
        ..Gate::two_sided(reference, tolerance, u64::MAX, plan)
    };
    let standing = match gate.step(rows, 1).verdict {
        stats::Verdict::Pass => Verdict::Within,
        stats::Verdict::Fail => Verdict::Outside,
        stats::Verdict::Continue | stats::Verdict::Inconclusive => Verdict::Undecided,
    };
    Answer {
        standing,
        deals: n,
        value,
        interval: stats::bet_cs(rows, ALPHA, plan),
        enough: wanted(var.max(1e-4), value, lo, hi).filter(|_| standing == Verdict::Undecided),
    }
}

/// Within when the sequence that errs twice as often (once on each side) lies inside, outside when the one corrected for
/// all metrics lies outside.
fn by_interval(
    deals: u64,
    value: f64,
    sequence: impl Fn(f64) -> Option<Interval>,
    lo: f64,
    hi: f64,
    metrics: usize,
    enough: Option<u64>,
) -> Answer {
    let inside = sequence(2.0 * ALPHA).is_some_and(|found| found.lo >= lo && found.hi <= hi);
    let corrected = sequence(ALPHA / metrics.max(1) as f64);
    let standing = if corrected.is_some_and(|found| found.hi < lo || found.lo > hi) {
        Verdict::Outside
    } else if inside {
        Verdict::Within
    } else {
        Verdict::Undecided
    };
    Answer {
        standing,
        deals,
        value,
        interval: sequence(ALPHA).unwrap_or(Interval {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
        }),
        enough: enough.filter(|_| standing == Verdict::Undecided),
    }
}

/// Games for a fixed-size test of equivalence with 90 % power.
fn equivalence(var: f64, tolerance: f64, shift: f64) -> f64 {
    let z = stats::norm_ppf(1.0 - ALPHA) + stats::norm_ppf(if shift == 0.0 { 0.95 } else { 0.9 });
    var * (z / (tolerance - shift)).powi(2)
}

/// About how many deals would decide, if the value is what it seems: a sequence that may be looked at needs some 1.3 times
/// the number of a test with a fixed one. None when it lies too near an end for ten million.
fn wanted(var: f64, value: f64, lo: f64, hi: f64) -> Option<u64> {
    let distance = (value - lo).abs().min((hi - value).abs());
    if distance <= 0.0 || !distance.is_finite() {
        return None;
    }
    let games = 1.3 * equivalence(var, distance, 0.0);
    (games < 1e7).then(|| games.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(wins: u64, games: u64) -> Data {
        Data::Shares(vec![(0.0, games - wins), (1.0, wins)])
    }

    #[test]
    fn shares_are_within_outside_or_undecided() {
        let standing = |wins, games| judge(&won(wins, games), 0.37, 0.43, 1).standing;
        assert_eq!(standing(4_000, 10_000), Verdict::Within);
        assert_eq!(standing(5_000, 10_000), Verdict::Outside);
        assert_eq!(standing(40, 100), Verdict::Undecided);
        assert_eq!(standing(4_290, 10_000), Verdict::Undecided);
    }

    #[test]
    fn open_bands_hold_one_side_only() {
        let open = f64::INFINITY;
        assert_eq!(judge(&won(50, 1_000), 0.2, open, 1).standing, Verdict::Outside);
        assert_eq!(judge(&won(500, 1_000), 0.2, open, 1).standing, Verdict::Within);
        assert_eq!(judge(&won(50, 1_000), -open, 0.2, 1).standing, Verdict::Within);
        assert_eq!(judge(&won(500, 1_000), -open, 0.2, 1).standing, Verdict::Outside);
    }

    #[test]
    fn means_wait_for_a_thousand_deals() {
        let mean = |n, mean| Data::Mean { n, mean, sd: 8.0 };
        assert_eq!(judge(&mean(900, 30.0), 25.0, 35.0, 1).standing, Verdict::Undecided);
        assert_eq!(judge(&mean(2_000, 30.0), 25.0, 35.0, 1).standing, Verdict::Within);
        assert_eq!(judge(&mean(2_000, 37.0), 25.0, 35.0, 1).standing, Verdict::Outside);
        assert_eq!(judge(&mean(2_000, 34.9), 25.0, 35.0, 1).standing, Verdict::Undecided);
        let same = Data::Mean {
            n: 2_048,
            mean: 0.0,
            sd: 0.0,
        };
        assert_eq!(judge(&same, -0.3, 0.3, 1).standing, Verdict::Within);
    }

    #[test]
    fn quantiles_are_judged_by_their_sequence() {
        let rows: Vec<(u32, u64)> = (1..=100).map(|value| (value, 100)).collect();
        let median = Data::Quantile(rows, 50);
        assert_eq!(judge(&median, 45.0, 55.0, 1).standing, Verdict::Within);
        assert_eq!(judge(&median, 60.0, 70.0, 1).standing, Verdict::Outside);
        assert_eq!(judge(&median, 50.0, 70.0, 1).standing, Verdict::Undecided);
    }

    #[test]
    fn the_number_that_would_do_decides_it() {
        let found = judge(&won(408, 1_000), 0.37, 0.43, 1);
        assert_eq!(found.standing, Verdict::Undecided);
        let enough = found.enough.expect("not at the edge");
        let then = judge(&won((enough as f64 * 0.408) as u64, enough), 0.37, 0.43, 1);
        assert_eq!(then.standing, Verdict::Within, "{enough} games");
        assert!(
            judge(&won(430, 1_000), 0.37, 0.43, 1).enough.is_none(),
            "at the very edge"
        );
    }
}
