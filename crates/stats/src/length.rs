//! Lengths: quantiles of a histogram of whole numbers, given as rows (value, count), smallest first.

use super::special::z;
use serde::Serialize;

/// The smallest value that at least `num`/`den` of all values do not exceed (type 1, Hyndman and Fan 1996); none without
/// values.
pub fn quantile(rows: &[(u32, u64)], num: u64, den: u64) -> Option<u32> {
    let n: u128 = rows.iter().map(|row| u128::from(row.1)).sum();
    let wanted = n * u128::from(num);
    let mut below = 0u128;
    rows.iter().filter(|row| row.1 > 0).find_map(|(value, count)| {
        below += u128::from(*count);
        (below * u128::from(den) >= wanted).then_some(*value)
    })
}

/// Ranks, counted from 1, between which a quantile lies; 0 or n + 1 is an open end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct QuantileRanks {
    /// Lower rank.
    #[serde(rename = "lower_rank")]
    pub lower: u64,
    /// Upper rank.
    #[serde(rename = "upper_rank")]
    pub upper: u64,
    /// Probability that the quantile lies between them.
    pub coverage: f64,
}

/// Ranks of the order statistics that hold the quantile `num`/`den` (David and Nagaraja 2003, 7.1), exact. The work grows
/// with the root of `n`.
pub fn quantile_ranks(n: u64, num: u64, den: u64, confidence: f64) -> QuantileRanks {
    let p = num as f64 / den as f64;
    let tail = (1.0 - confidence) / 2.0;
    let (lower, upper) = (smallest_k(n, p, tail), smallest_k(n, p, 1.0 - tail));
    let below = if lower.k == 0 { 0.0 } else { lower.before };
    QuantileRanks {
        lower: lower.k,
        upper: upper.k + 1,
        coverage: upper.reached - below,
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
    if p <= 0.0 || p >= 1.0 || p.is_nan() {
        return Crossing {
            k: if p >= 1.0 { n } else { 0 },
            reached: 1.0,
            before: 0.0,
        };
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct QuantileInterval {
    /// The quantile.
    pub q: u32,
    /// Lower end.
    pub lo: Option<u32>,
    /// Upper end.
    pub hi: Option<u32>,
}

/// The quantile `num`/`den` with its interval from order statistics (valid, and cautious, for whole numbers), where every
/// `group` values are worth one independent one; none without values.
pub fn quantile_ci(rows: &[(u32, u64)], num: u64, den: u64, group: u64, confidence: f64) -> Option<QuantileInterval> {
    let group = group.max(1);
    let n = rows.iter().map(|row| row.1).sum::<u64>() / group;
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
    let lo = if lower == 0 {
        None
    } else {
        at_rank((lower - 1) * group + 1)
    };
    let hi = if upper > n { None } else { at_rank(upper * group) };
    Some(QuantileInterval { q, lo, hi })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_values_have_no_quantile() {
        assert_eq!((quantile(&[], 1, 2), quantile_ci(&[], 1, 2, 1, 0.95)), (None, None));
    }

    #[test]
    fn quantiles_at_ties_and_ends() {
        let rows = [(1, 1), (2, 1), (3, 1), (4, 1)];
        let at = |num, den| quantile(&rows, num, den);
        assert_eq!(
            (at(0, 1), at(1, 4), at(1, 2), at(3, 4), at(1, 1)),
            (Some(1), Some(1), Some(2), Some(3), Some(4))
        );
        for (num, den) in [(0, 1), (1, 1)] {
            let ranks = quantile_ranks(9, num, den, 0.95);
            assert!(ranks.upper > ranks.lower && ranks.upper <= 10);
        }
    }

    #[test]
    fn closed_form_ranks_are_never_narrower() {
        for n in [4_000u64, 9_999, 50_000] {
            for (num, den) in [(1, 2), (4, 9), (3, 4)] {
                let exact = quantile_ranks(n, num, den, 0.95);
                let (lower, upper) = quantile_ranks_normal(n, num, den, 0.95);
                assert!(lower <= exact.lower && upper >= exact.upper);
                assert!(exact.lower - lower <= 4 && upper - exact.upper <= 4);
            }
        }
    }
}
