//! Lengths: exact moments and quantiles of a histogram of whole numbers, given as rows (value, count), smallest first.

use super::Interval;
use super::special::{t_ppf, z};

/// Moments of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistogramStats {
    /// Values.
    pub n: u64,
    /// Their sum.
    pub sum: u128,
    /// Sum of their squares.
    pub sum_sq: u128,
    /// Mean; none without values.
    pub mean: Option<f64>,
    /// Variance; none for fewer than two values.
    pub var: Option<f64>,
    /// Standard deviation.
    pub sd: Option<f64>,
    /// Skewness (g1); none for fewer than two values or without spread.
    pub skew: Option<f64>,
    /// t interval of the mean.
    pub interval: Option<Interval>,
}

/// Mean, variance and t interval, formed in whole numbers and divided once.
pub fn hist_stats(rows: &[(u32, u64)], confidence: f64) -> HistogramStats {
    let (mut n, mut sum, mut sum_sq) = (0u64, 0u128, 0u128);
    for (value, count) in rows {
        n += count;
        sum += u128::from(*value) * u128::from(*count);
        sum_sq += u128::from(*value).pow(2) * u128::from(*count);
    }
    let wide = u128::from(n);
    let mean = (n > 0).then(|| sum as f64 / n as f64);
    let var = (n > 1).then(|| (wide * sum_sq - sum * sum) as f64 / (wide * (wide - 1)) as f64);
    let sd = var.map(f64::sqrt);
    let interval = mean.zip(sd).and_then(|(mean, sd)| {
        let half = t_ppf(1.0 - (1.0 - confidence) / 2.0, (n - 1) as f64)? * sd / (n as f64).sqrt();
        Some(Interval {
            lo: mean - half,
            hi: mean + half,
        })
    });
    let skew = mean.filter(|_| var.is_some_and(|var| var > 0.0)).map(|mean| {
        let moment = |power: i32| {
            let powers = rows
                .iter()
                .map(|(value, count)| (f64::from(*value) - mean).powi(power) * *count as f64);
            powers.sum::<f64>() / n as f64
        };
        let spread = moment(2);
        moment(3) / (spread * spread.sqrt())
    });
    HistogramStats {
        n,
        sum,
        sum_sq,
        mean,
        var,
        sd,
        skew,
        interval,
    }
}

/// The smallest value that at least `num`/`den` of all values do not exceed (type 1); none without values.
pub fn quantile(rows: &[(u32, u64)], num: u64, den: u64) -> Option<u32> {
    let n: u64 = rows.iter().map(|row| row.1).sum();
    let wanted = u128::from(n) * u128::from(num);
    let mut below = 0u128;
    rows.iter().find_map(|(value, count)| {
        below += u128::from(*count);
        (below * u128::from(den) >= wanted).then_some(*value)
    })
}

/// Ranks, counted from 1, between which a quantile lies; 0 or n + 1 is an open end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantileRanks {
    /// Lower rank.
    pub lower: u64,
    /// Upper rank.
    pub upper: u64,
    /// Probability that the quantile lies between them.
    pub coverage: f64,
}

/// Ranks of the order statistics that hold the quantile `num`/`den` (David and Nagaraja 2003, 7.1), exact.
pub fn quantile_ranks(n: u64, num: u64, den: u64, confidence: f64) -> QuantileRanks {
    let p = num as f64 / den as f64;
    let tail = (1.0 - confidence) / 2.0;
    let (lower, upper) = (smallest_k(n, p, tail), smallest_k(n, p, 1.0 - tail));
    let below = |rank: &Crossing| if rank.k == 0 { 0.0 } else { rank.before };
    let coverage = upper.reached - below(&lower);
    QuantileRanks {
        lower: lower.k,
        upper: (upper.k + 1).min(n + 1),
        coverage,
    }
}

/// The same in closed form: never narrower than exact, and at most some ranks wider, once n p (1 - p) reaches 1,000.
pub fn quantile_ranks_normal(n: u64, num: u64, den: u64, confidence: f64) -> (u64, u64) {
    let p = num as f64 / den as f64;
    let z = z(confidence);
    let half = z * (n as f64 * p * (1.0 - p)).sqrt() + z * z / 6.0;
    let middle = n as f64 * p;
    (
        (middle - half).floor().max(0.0) as u64,
        ((middle + half).ceil() as u64 + 1).min(n + 1),
    )
}

/// Where a binomial distribution function crosses a level.
struct Crossing {
    /// The smallest k at or above the level.
    k: u64,
    /// P(X <= k).
    reached: f64,
    /// P(X <= k - 1).
    before: f64,
}

/// The smallest k with P(Bin(n, p) <= k) >= `level`. Terms are taken relative to the largest and only where they count,
/// so nothing underflows and the sum is exact to rounding.
fn smallest_k(n: u64, p: f64, level: f64) -> Crossing {
    const NEGLIGIBLE: f64 = 1e-30;
    let odds = p / (1.0 - p);
    let up = |k: u64| (n - k) as f64 / (k + 1) as f64 * odds;
    let mode = (((n + 1) as f64 * p) as u64).min(n);
    let (mut first, mut term) = (mode, 1.0);
    while first > 0 && term > NEGLIGIBLE {
        first -= 1;
        term /= up(first);
    }
    let terms = || {
        let (mut k, mut next) = (first, term);
        std::iter::from_fn(move || {
            let this = (k <= n && (next > NEGLIGIBLE || k <= mode)).then_some((k, next));
            next *= if k < n { up(k) } else { 0.0 };
            k += 1;
            this
        })
    };
    let total: f64 = terms().map(|(_, term)| term).sum();
    let mut crossing = Crossing {
        k: first,
        reached: 0.0,
        before: 0.0,
    };
    for (k, term) in terms() {
        crossing = Crossing {
            k,
            before: crossing.reached,
            reached: crossing.reached + term / total,
        };
        if crossing.reached >= level {
            break;
        }
    }
    crossing
}

/// A quantile with its interval; an open end is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantileInterval {
    /// The quantile.
    pub q: u32,
    /// Lower end.
    pub lo: Option<u32>,
    /// Upper end.
    pub hi: Option<u32>,
}

/// The quantile `num`/`den` with its interval from order statistics; none without values.
pub fn quantile_ci(rows: &[(u32, u64)], num: u64, den: u64, confidence: f64) -> Option<QuantileInterval> {
    let n: u64 = rows.iter().map(|row| row.1).sum();
    let q = quantile(rows, num, den)?;
    let p = num as f64 / den as f64;
    let (lower, upper) = if n as f64 * p * (1.0 - p) >= 1000.0 {
        quantile_ranks_normal(n, num, den, confidence)
    } else {
        let exact = quantile_ranks(n, num, den, confidence);
        (exact.lower, exact.upper)
    };
    let at_rank = |rank: u64| {
        let mut below = 0;
        rows.iter().find_map(|(value, count)| {
            below += count;
            (below >= rank).then_some(*value)
        })
    };
    let lo = if lower == 0 { None } else { at_rank(lower) };
    let hi = if upper > n { None } else { at_rank(upper) };
    Some(QuantileInterval { q, lo, hi })
}

/// Half the width of the band that holds a whole distribution function (Dvoretzky-Kiefer-Wolfowitz, Massart 1990).
pub fn dkw_epsilon(n: u64, confidence: f64) -> f64 {
    (libm::log(2.0 / (1.0 - confidence)) / (2.0 * n as f64)).sqrt()
}
