//! Variant A against variant B played on the same seeds: differences within pairs, and what the pairing saved.

use super::Interval;
use super::numeric::{bisect, comoment};
use super::proportion::wilson;
use super::special::{binom_cdf, binom_pmf, chi2_sf, t_p, t_ppf, z};
use serde::Serialize;

/// Pairs of games counted by who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// Won in both variants.
    pub both: u64,
    /// Won in A only.
    pub first: u64,
    /// Won in B only.
    pub second: u64,
    /// Won in neither.
    pub neither: u64,
}

impl Pairs {
    fn total(&self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    fn difference(&self) -> f64 {
        (self.first as f64 - self.second as f64) / self.total() as f64
    }
}

/// Test of equal rates in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mcnemar {
    /// Exact binomial p-value, two-sided.
    pub p_exact: f64,
    /// The same with half the probability of what was observed, the less timid variant.
    pub p_mid: f64,
    /// `McNemar`'s statistic, without continuity correction.
    pub chi2: f64,
    /// Its p-value.
    pub p_chi2: f64,
}

/// `McNemar`'s test (1947; mid-p form of Fagerland, Lydersen and Laake 2013) from the pairs won in A only and in B only.
pub fn mcnemar(first: u64, second: u64) -> Mcnemar {
    let (n, less) = (first + second, first.min(second));
    let tail = 2.0 * binom_cdf(less, n, 0.5);
    let gap = first as f64 - second as f64;
    let chi2 = if n == 0 { 0.0 } else { gap * gap / n as f64 };
    let observed = if n == 0 { 1.0 } else { binom_pmf(less, n, 0.5) };
    Mcnemar {
        p_exact: tail.min(1.0),
        p_mid: (tail - observed).min(1.0),
        chi2,
        p_chi2: chi2_sf(chi2, 1),
    }
}

/// Difference of two rates with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// First less second.
    pub diff: f64,
    /// Interval of the difference.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Difference of two rates in pairs with Tango's score interval (Tango 1998), the default. Wide even without discordant
/// pairs. None without pairs.
pub fn tango(pairs: &Pairs, confidence: f64) -> Option<Difference> {
    if pairs.total() == 0 {
        return None;
    }
    let (n, diff, z) = (pairs.total() as f64, pairs.difference(), z(confidence));
    let (first, second) = (pairs.first as f64, pairs.second as f64);
    let score = |delta: f64| {
        // q is the rate of B-only pairs that fits best when the difference is delta: the positive root of a quadratic.
        let a = 2.0 * n;
        let b = -first - second + (2.0 * n - first + second) * delta;
        let c = -second * delta * (1.0 - delta);
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let q = if b <= 0.0 {
            (root - b) / (2.0 * a)
        } else {
            -2.0 * c / (root + b)
        };
        let variance = n * (2.0 * q + delta * (1.0 - delta));
        let gap = first - second - n * delta;
        if variance > 0.0 {
            gap / variance.sqrt()
        } else {
            gap.signum() * f64::INFINITY
        }
    };
    let lo = if diff <= -1.0 {
        -1.0
    } else {
        bisect(-1.0, diff, |delta| score(delta) > z)
    };
    let hi = if diff >= 1.0 {
        1.0
    } else {
        bisect(diff, 1.0, |delta| score(delta) > -z)
    };
    Some(Difference {
        diff,
        interval: Interval { lo, hi },
    })
}

/// Difference of two rates in pairs, in closed form.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NewcombePaired {
    /// First less second.
    pub diff: f64,
    /// Correlation of the two variants, corrected towards 0.
    pub phi: f64,
    /// Interval of the difference.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Difference of two rates in pairs from the Wilson limits of both margins (Newcombe 1998, method 10). None without pairs.
pub fn newcombe_paired(pairs: &Pairs, confidence: f64) -> Option<NewcombePaired> {
    if pairs.total() == 0 {
        return None;
    }
    let n = pairs.total() as f64;
    let [both, first, second, neither] =
        [pairs.both, pairs.first, pairs.second, pairs.neither].map(|count| count as f64);
    let diff = pairs.difference();
    let product = (both + first) * (second + neither) * (both + second) * (first + neither);
    let cross = both * neither - first * second;
    let corrected = if cross > n / 2.0 {
        cross - n / 2.0
    } else {
        cross.min(0.0)
    };
    let phi = if product > 0.0 { corrected / product.sqrt() } else { 0.0 };
    let margin = |won: f64| {
        let limits = wilson(won, n, confidence);
        (won / n - limits.lo, limits.hi - won / n)
    };
    let ((down_a, up_a), (down_b, up_b)) = (margin(both + first), margin(both + second));
    let joined = |a: f64, b: f64| (a * a - 2.0 * phi * a * b + b * b).max(0.0).sqrt();
    Some(NewcombePaired {
        diff,
        phi,
        interval: Interval {
            lo: diff - joined(down_a, up_b),
            hi: diff + joined(up_a, down_b),
        },
    })
}

/// Mean of differences within pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedMean {
    /// Pairs.
    pub n: u64,
    /// Mean difference.
    pub mean: f64,
    /// Standard deviation; none for a single pair, as all that follows.
    pub sd: Option<f64>,
    /// Standard error of the mean.
    pub se: Option<f64>,
    /// Student's t interval of the mean.
    #[serde(flatten)]
    pub interval: Option<Interval>,
    /// Two-sided p-value of no difference, Student's t; none without spread.
    pub p: Option<f64>,
}

/// Mean difference of shares or lengths with Student's t interval and test; `rows` are (difference, pairs) in units of
/// 1/`unit`. Rough below 30 pairs. None without pairs.
pub fn paired_mean(rows: &[(i64, u64)], unit: u32, confidence: f64) -> Option<PairedMean> {
    let (mut n, mut sum, mut squares) = (0u64, 0i128, 0i128);
    for (difference, pairs) in rows {
        let weighted = i128::from(*difference) * i128::from(*pairs);
        n += pairs;
        sum += weighted;
        squares += weighted * i128::from(*difference);
    }
    if n == 0 || unit == 0 {
        return None;
    }
    let (size, unit) = (n as f64, f64::from(unit));
    let mean = sum as f64 / size / unit;
    let sd = (n > 1).then(|| (comoment(n, squares, sum, sum) / (size * (size - 1.0))).sqrt() / unit);
    let se = sd.map(|sd| sd / size.sqrt());
    let t = t_ppf(f64::midpoint(1.0, confidence), size - 1.0);
    Some(PairedMean {
        n,
        mean,
        sd,
        se,
        interval: se.zip(t).map(|(se, t)| Interval::around(mean, t * se)),
        p: se.filter(|se| *se > 0.0).map(|se| t_p(mean / se, size - 1.0)),
    })
}

/// Exact sums over pairs (a, b) of one metric in variants A and B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairSums {
    /// Pairs.
    pub n: u64,
    /// Sum of a.
    pub a: i128,
    /// Sum of b.
    pub b: i128,
    /// Sum of a².
    pub aa: i128,
    /// Sum of b².
    pub bb: i128,
    /// Sum of a b.
    pub ab: i128,
}

/// What playing both variants on the same seeds saved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CrnReport {
    /// Variance of a.
    pub var_a: f64,
    /// Variance of b.
    pub var_b: f64,
    /// Covariance.
    pub cov: f64,
    /// Correlation; none when one of the two is constant. Below 0 when pairing costs games instead of saving them.
    pub rho: Option<f64>,
    /// Variance of a - b.
    pub var_diff: f64,
    /// Variance of independent games over that of pairs (2: half the games do); none without any difference.
    pub vrf: Option<f64>,
    /// Share of games saved; none when neither varies.
    pub games_saved_fraction: Option<f64>,
}

/// Variance reduction by common random numbers (Law 2015, 11.2) from exact sums, in the units of the sums. None for fewer
/// than two pairs.
pub fn crn_report(sums: &PairSums) -> Option<CrnReport> {
    let PairSums { n, a, b, aa, bb, ab } = *sums;
    if n < 2 {
        return None;
    }
    let scale = n as f64 * (n - 1) as f64;
    let var_a = comoment(n, aa, a, a) / scale;
    let var_b = comoment(n, bb, b, b) / scale;
    let cov = comoment(n, ab, a, b) / scale;
    // From the whole numbers of a - b, so that equal games give exactly 0.
    let var_diff = comoment(n, aa + bb - 2 * ab, a - b, a - b) / scale;
    let apart = var_a + var_b;
    Some(CrnReport {
        var_a,
        var_b,
        cov,
        rho: (var_a > 0.0 && var_b > 0.0).then(|| cov / (var_a * var_b).sqrt()),
        var_diff,
        vrf: (var_diff > 0.0).then(|| apart / var_diff),
        games_saved_fraction: (apart > 0.0).then(|| 1.0 - var_diff / apart),
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;

    const SOME: Pairs = Pairs {
        both: 20,
        first: 9,
        second: 3,
        neither: 26,
    };

    #[test]
    fn swapping_the_variants_mirrors_everything() {
        let swapped = Pairs {
            first: SOME.second,
            second: SOME.first,
            ..SOME
        };
        let (a, b) = (
            tango(&SOME, 0.95).expect("pairs"),
            tango(&swapped, 0.95).expect("pairs"),
        );
        assert!((a.diff + b.diff).abs() < 1e-15);
        assert!((a.interval.lo + b.interval.hi).abs() < 1e-12 && (a.interval.hi + b.interval.lo).abs() < 1e-12);
        let (a, b) = (
            newcombe_paired(&SOME, 0.95).expect("pairs"),
            newcombe_paired(&swapped, 0.95).expect("pairs"),
        );
        assert!((a.interval.lo + b.interval.hi).abs() < 1e-12);
        assert_eq!(mcnemar(9, 3), mcnemar(3, 9));
        let (a, b) = (
            paired_mean(&[(-1, 4), (2, 9)], 3, 0.9).expect("pairs"),
            paired_mean(&[(1, 4), (-2, 9)], 3, 0.9).expect("pairs"),
        );
        assert!((a.mean + b.mean).abs() < 1e-15 && a.p == b.p && a.se == b.se);
    }

    #[test]
    fn doubling_narrows() {
        let twice = Pairs {
            both: 40,
            first: 18,
            second: 6,
            neither: 52,
        };
        let width = |pairs: &Pairs| {
            let found = tango(pairs, 0.95).expect("pairs").interval;
            found.hi - found.lo
        };
        assert!(width(&twice) < width(&SOME));
    }

    #[test]
    fn ends_and_emptiness() {
        let empty = Pairs {
            both: 0,
            first: 0,
            second: 0,
            neither: 0,
        };
        assert_eq!((tango(&empty, 0.95), newcombe_paired(&empty, 0.95)), (None, None));
        let lost = tango(&Pairs { second: 5, ..empty }, 0.95).expect("pairs");
        assert!(lost.diff == -1.0 && lost.interval.lo == -1.0 && lost.interval.hi < 0.0);
        assert_eq!(paired_mean(&[], 1, 0.95), None);
        let one = paired_mean(&[(3, 1)], 1, 0.95).expect("a pair");
        assert_eq!((one.mean, one.sd, one.interval, one.p), (3.0, None, None, None));
        assert_eq!(crn_report(&PairSums::default()), None);
        assert_eq!((mcnemar(0, 0).p_exact, mcnemar(0, 0).p_mid), (1.0, 1.0));
    }

    #[test]
    fn constant_games_have_no_correlation() {
        let sums = PairSums {
            n: 4,
            a: 4,
            b: 4,
            aa: 4,
            bb: 4,
            ab: 4,
        };
        let found = crn_report(&sums).expect("pairs");
        assert_eq!((found.rho, found.vrf, found.games_saved_fraction), (None, None, None));
    }
}
