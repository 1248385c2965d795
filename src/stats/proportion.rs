//! One share of games and its interval: Wilson, Clopper-Pearson, fractional shares, several seats per game.

use super::Interval;
use super::numeric::{bisect, comoment};
use super::special::{norm_ppf, z};
use serde::Serialize;

/// Wilson score interval (Wilson 1927) for `successes` in `n`; successes may be fractional. The default for any n; all of
/// [0, 1] for none.
pub fn wilson(successes: f64, n: f64, confidence: f64) -> Interval {
    wilson_at(successes, n, z(confidence))
}

fn wilson_at(successes: f64, n: f64, z: f64) -> Interval {
    if n.is_nan() || n <= 0.0 {
        return Interval { lo: 0.0, hi: 1.0 };
    }
    let p = (successes / n).clamp(0.0, 1.0);
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding would leave 1e-17 where the interval must end exactly.
    let lo = if successes <= 0.0 { 0.0 } else { centre - half };
    let hi = if successes >= n { 1.0 } else { centre + half };
    Interval { lo, hi }
}

/// Exact interval (Clopper and Pearson 1934) for `k` in `n`, for rare events. By direct tail sums while the smaller of
/// `k` and `n - k` is at most 500, above that Wilson, which is as good there.
pub fn clopper_pearson(k: u64, n: u64, confidence: f64) -> Interval {
    if n == 0 {
        return Interval { lo: 0.0, hi: 1.0 };
    }
    let k = k.min(n);
    if k > n - k {
        let mirrored = clopper_pearson(n - k, n, confidence);
        return Interval {
            lo: 1.0 - mirrored.hi,
            hi: 1.0 - mirrored.lo,
        };
    }
    if k > 500 {
        return wilson(k as f64, n as f64, confidence);
    }
    let tail = (1.0 - confidence) / 2.0;
    if k == 0 {
        let hi = -libm::expm1(libm::log(tail) / n as f64);
        return Interval { lo: 0.0, hi };
    }
    Interval {
        lo: rate_of_tail(k - 1, n, 1.0 - tail),
        hi: rate_of_tail(k, n, tail),
    }
}

/// Largest rate that seeing nothing in `n` games leaves, one-sided ("rule of three", Hanley and Lippman-Hand 1983).
pub fn zero_count_upper(n: u64, confidence: f64) -> f64 {
    if n == 0 {
        1.0
    } else {
        -libm::expm1(libm::log(1.0 - confidence) / n as f64)
    }
}

/// The p with P(Bin(n, p) <= k) = `target`, by bisection on ln p.
fn rate_of_tail(k: u64, n: u64, target: f64) -> f64 {
    libm::exp(bisect(-60.0, 0.0, |ln_p| lower_tail(k, n, libm::exp(ln_p)) > target))
}

/// P(Bin(n, p) <= k) by adding its terms from 0 on; k is small.
fn lower_tail(k: u64, n: u64, p: f64) -> f64 {
    if p >= 1.0 {
        return if k >= n { 1.0 } else { 0.0 };
    }
    let odds = p / (1.0 - p);
    let mut term = libm::exp(n as f64 * libm::log1p(-p));
    let mut sum = term;
    for i in 0..k {
        term *= (n - i) as f64 / (i + 1) as f64 * odds;
        sum += term;
    }
    sum
}

/// Mean share of wins with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ShareInterval {
    /// Mean share.
    pub p: f64,
    /// Number of win-or-lose games that would leave the same uncertainty.
    pub n_eff: f64,
    /// Wilson interval at that number.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Interval for the mean of shares that need not be 0 or 1 (ties, rotation blocks): Wilson with the effective size
/// `n mean (1 - mean) / s^2`, where s^2 is the sample variance (design effect, Kish 1965). `rows` are (share, games) with
/// shares in units of 1/`unit`. Without spread, or for a single game, plain Wilson. None without games.
pub fn wilson_share(rows: &[(u32, u64)], unit: u32, confidence: f64) -> Option<ShareInterval> {
    let (mut n, mut sum, mut squares) = (0u64, 0i128, 0i128);
    for (share, games) in rows {
        let weighted = i128::from(*share) * i128::from(*games);
        n += games;
        sum += weighted;
        squares += weighted * i128::from(*share);
    }
    if n == 0 || unit == 0 {
        return None;
    }
    let (size, whole) = (n as f64, i128::from(n) * i128::from(unit));
    let p = sum as f64 / whole as f64;
    let spread = comoment(n, squares, sum, sum);
    let n_eff = if n > 1 && spread > 0.0 && sum > 0 && sum < whole {
        // mean (1 - mean) = sum (whole - sum) / whole^2, and s^2 = spread / (n (n - 1) unit^2).
        sum as f64 * (whole - sum) as f64 * (size - 1.0) / spread
    } else {
        size
    };
    Some(ShareInterval {
        p,
        n_eff,
        interval: wilson(p * n_eff, n_eff, confidence),
    })
}

/// A ratio of sums over games with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The ratio.
    pub rate: f64,
    /// Its standard error; 0 when every game gives the same ratio, which the rules then fix.
    pub se: f64,
    /// Normal interval; may leave [0, 1].
    #[serde(flatten)]
    pub interval: Interval,
}

/// Rate per appearance where a subject may take several seats of a game: `rows` are (appearances, share of wins,
/// games); games are the clusters (linearised ratio estimator, Cochran 1977, 6.3). None when it never appeared.
pub fn ratio_cluster(rows: &[(f64, f64, u64)], confidence: f64) -> Option<Ratio> {
    let games: u64 = rows.iter().map(|row| row.2).sum();
    let appearances: f64 = rows.iter().map(|(a, _, games)| a * *games as f64).sum();
    if appearances.is_nan() || appearances <= 0.0 {
        return None;
    }
    let wins: f64 = rows.iter().map(|(_, w, games)| w * *games as f64).sum();
    let rate = wins / appearances;
    let residual = |(a, w, games): &(f64, f64, u64)| {
        let gap = w - rate * a;
        gap * gap * *games as f64
    };
    let squares: f64 = rows.iter().map(residual).sum();
    let correction = if games > 1 {
        games as f64 / (games - 1) as f64
    } else {
        1.0
    };
    let se = (correction * squares).sqrt() / appearances;
    Some(Ratio {
        rate,
        se,
        interval: Interval::around(rate, z(confidence) * se),
    })
}

/// How the level of several intervals is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Familywise {
    /// Equal parts; holds whatever the dependence. The default.
    Bonferroni,
    /// Šidák (1967): a little less strict, for independent rows.
    Sidak,
}

/// Intervals that hold all at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Simultaneous {
    /// Normal quantile of each interval.
    pub z: f64,
    /// One interval for each count.
    pub intervals: Vec<Interval>,
}

/// Wilson intervals for every count of a table that hold all at once; with Bonferroni's division equal to Goodman's
/// (1965) for a multinomial.
pub fn simultaneous_wilson(counts: &[u64], confidence: f64, method: Familywise) -> Simultaneous {
    let n: u64 = counts.iter().sum();
    let rows = counts.len().max(1) as f64;
    let each = match method {
        Familywise::Bonferroni => (1.0 - confidence) / rows,
        Familywise::Sidak => -libm::expm1(libm::log(confidence) / rows),
    };
    let z = -norm_ppf(each / 2.0);
    Simultaneous {
        z,
        intervals: counts
            .iter()
            .map(|count| wilson_at(*count as f64, n as f64, z))
            .collect(),
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;
    use crate::stats::special::binom_pmf;

    #[test]
    fn corners_of_intervals_are_exact() {
        for n in [1u64, 2, 7, 500, 1_000_000] {
            for interval in [wilson(0.0, n as f64, 0.95), clopper_pearson(0, n, 0.95)] {
                assert!(interval.lo == 0.0 && interval.hi > 0.0 && interval.hi < 1.0);
            }
            for interval in [wilson(n as f64, n as f64, 0.95), clopper_pearson(n, n, 0.95)] {
                assert!(interval.hi == 1.0 && interval.lo > 0.0 && interval.lo < 1.0);
            }
        }
        let all = Interval { lo: 0.0, hi: 1.0 };
        assert_eq!(wilson(0.0, 0.0, 0.95), all);
        assert_eq!(clopper_pearson(0, 0, 0.95), all);
        assert_eq!(zero_count_upper(0, 0.95), 1.0);
    }

    /// Computed, not simulated: the probability of all counts whose interval holds the truth.
    #[test]
    fn coverage_is_as_promised() {
        let n = 200;
        for p in [0.05, 0.25, 0.5] {
            let covered = |interval: &dyn Fn(u64) -> Interval| -> f64 {
                let holds = |k: &u64| interval(*k).lo <= p && p <= interval(*k).hi;
                (0..=n).filter(holds).map(|k| binom_pmf(k, n, p)).sum()
            };
            let score = covered(&|k| wilson(k as f64, n as f64, 0.95));
            assert!((0.935..0.97).contains(&score), "{p}: {score}");
            assert!(covered(&|k| clopper_pearson(k, n, 0.95)) >= 0.95);
        }
    }

    #[test]
    fn losses_mirror_wins() {
        for (k, n) in [(0u64, 9u64), (3, 20), (499, 1000), (700, 1_000_000)] {
            let pairs = [
                (wilson(k as f64, n as f64, 0.95), wilson((n - k) as f64, n as f64, 0.95)),
                (clopper_pearson(k, n, 0.95), clopper_pearson(n - k, n, 0.95)),
            ];
            for (won, lost) in pairs {
                assert!((won.lo - (1.0 - lost.hi)).abs() < 1e-12 && (won.hi - (1.0 - lost.lo)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn more_games_narrow_and_exact_is_wider() {
        for (k, n) in [(1u64, 10u64), (5, 20), (60, 300)] {
            let width = |interval: Interval| interval.hi - interval.lo;
            let once = wilson(k as f64, n as f64, 0.95);
            assert!(width(wilson(2.0 * k as f64, 2.0 * n as f64, 0.95)) < width(once));
            assert!(width(clopper_pearson(k, n, 0.95)) > width(once));
        }
    }

    #[test]
    fn shares_of_wins_and_losses_are_wilson_of_one_game_less() {
        let found = wilson_share(&[(0, 750), (12, 250)], 12, 0.95).expect("games");
        let plain = wilson(0.25 * 999.0, 999.0, 0.95);
        assert!((found.interval.lo - plain.lo).abs() < 1e-15 && (found.interval.hi - plain.hi).abs() < 1e-15);
        assert_eq!(wilson_share(&[], 12, 0.95), None);
        assert_eq!(wilson_share(&[(0, 0)], 12, 0.95), None);
    }

    #[test]
    fn an_empty_batch_changes_nothing() {
        let rows = [(1.0, 0.0, 30), (1.0, 1.0, 10)];
        let with_empty = [(1.0, 0.0, 30), (2.0, 1.0, 0), (1.0, 1.0, 10)];
        assert_eq!(ratio_cluster(&rows, 0.95), ratio_cluster(&with_empty, 0.95));
        assert_eq!(ratio_cluster(&[], 0.95), None);
    }

    #[test]
    fn one_row_is_plain_wilson_and_relabelling_permutes() {
        let one = simultaneous_wilson(&[5], 0.95, Familywise::Bonferroni);
        assert!((one.z - z(0.95)).abs() < 1e-12);
        let (ab, ba) = (
            simultaneous_wilson(&[5, 9], 0.95, Familywise::Sidak),
            simultaneous_wilson(&[9, 5], 0.95, Familywise::Sidak),
        );
        assert_eq!(ab.intervals[0], ba.intervals[1]);
        assert!(
            simultaneous_wilson(&[], 0.95, Familywise::Bonferroni)
                .intervals
                .is_empty()
        );
    }
}
