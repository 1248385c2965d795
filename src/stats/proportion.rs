//! Intervals for shares of games.

use super::Interval;
use super::special::z;

/// Wilson score interval (Wilson 1927) for `successes` in `n`; successes may be fractional. The default for any n.
pub fn wilson(successes: f64, n: f64, confidence: f64) -> Interval {
    if n <= 0.0 {
        return Interval { lo: 0.0, hi: 1.0 };
    }
    let z = z(confidence);
    let p = successes / n;
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding would leave 1e-17 where the interval must end exactly.
    let lo = if successes <= 0.0 { 0.0 } else { centre - half };
    let hi = if successes >= n { 1.0 } else { centre + half };
    Interval { lo, hi }
}

/// Wilson intervals for every count of a table that hold all at once (Bonferroni; equal to Goodman 1965).
pub fn simultaneous_wilson(counts: &[u64], confidence: f64) -> Vec<Interval> {
    let n: u64 = counts.iter().sum();
    let each = 1.0 - (1.0 - confidence) / counts.len().max(1) as f64;
    counts
        .iter()
        .map(|count| wilson(*count as f64, n as f64, each))
        .collect()
}

/// Exact interval (Clopper and Pearson 1934) for `k` in `n`, for rare events. By direct tail sums while the smaller of
/// `k` and `n - k` is at most 500, above that Wilson: a beta quantile is not exact enough at these sizes.
pub fn clopper_pearson(k: u64, n: u64, confidence: f64) -> Interval {
    if n == 0 {
        return Interval { lo: 0.0, hi: 1.0 };
    }
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
    let hi = match k {
        0 => -libm::expm1(libm::log(tail) / n as f64),
        _ if k == n => 1.0,
        _ => solve(k, n, tail),
    };
    let lo = match k {
        0 => 0.0,
        _ if k == n => libm::exp(libm::log(tail) / n as f64),
        _ => solve(k - 1, n, 1.0 - tail),
    };
    Interval { lo, hi }
}

/// Largest rate that seeing nothing in `n` games leaves, one-sided.
pub fn zero_count_upper(n: u64, confidence: f64) -> f64 {
    if n == 0 {
        1.0
    } else {
        -libm::expm1(libm::log(1.0 - confidence) / n as f64)
    }
}

/// The p with P(Bin(n, p) <= k) = `target`, by bisection on ln p.
fn solve(k: u64, n: u64, target: f64) -> f64 {
    let (mut low, mut high) = (-60.0_f64, 0.0_f64);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if lower_tail(k, n, libm::exp(middle)) > target {
            low = middle;
        } else {
            high = middle;
        }
    }
    libm::exp(f64::midpoint(low, high))
}

/// P(Bin(n, p) <= k) by adding its terms.
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

/// A ratio of sums over games with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio.
    pub rate: f64,
    /// Its standard error.
    pub se: f64,
    /// Normal interval.
    pub interval: Interval,
}

/// Rate per appearance where a subject may take several seats of a game: `rows` are (appearances, share of wins,
/// games); games are the clusters (linearised ratio estimator, Cochran 1977). None when it never appeared.
pub fn ratio_cluster(rows: &[(f64, f64, u64)], confidence: f64) -> Option<Ratio> {
    let games: u64 = rows.iter().map(|row| row.2).sum();
    let appearances: f64 = rows.iter().map(|(a, _, games)| a * *games as f64).sum();
    if appearances <= 0.0 {
        return None;
    }
    let wins: f64 = rows.iter().map(|(_, w, games)| w * *games as f64).sum();
    let rate = wins / appearances;
    let squares: f64 = rows
        .iter()
        .map(|(a, w, games)| (w - rate * a).powi(2) * *games as f64)
        .sum();
    let correction = if games > 1 {
        games as f64 / (games - 1) as f64
    } else {
        1.0
    };
    let se = (correction * squares).sqrt() / appearances;
    let half = z(confidence) * se;
    Some(Ratio {
        rate,
        se,
        interval: Interval {
            lo: rate - half,
            hi: rate + half,
        },
    })
}

/// Difference of two independent shares, `a` of `n` minus `b` of `m` (Newcombe 1998, hybrid score interval without
/// continuity correction).
pub fn newcombe_independent(a: u64, n: u64, b: u64, m: u64, confidence: f64) -> Interval {
    if n == 0 || m == 0 {
        return Interval { lo: -1.0, hi: 1.0 };
    }
    let (p, q) = (a as f64 / n as f64, b as f64 / m as f64);
    let (first, second) = (
        wilson(a as f64, n as f64, confidence),
        wilson(b as f64, m as f64, confidence),
    );
    let difference = p - q;
    let down = ((p - first.lo).powi(2) + (second.hi - q).powi(2)).sqrt();
    let up = ((first.hi - p).powi(2) + (q - second.lo).powi(2)).sqrt();
    Interval {
        lo: difference - down,
        hi: difference + up,
    }
}
