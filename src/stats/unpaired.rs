//! Two samples that share no seeds: differences of rates and of means.

use super::Interval;
use super::numeric::bisect;
use super::paired::Difference;
use super::proportion::wilson;
use super::special::{t_ppf, z};
use serde::Serialize;

/// Interval for the difference of two independent shares, `a` of `n` minus `b` of `m` (Newcombe 1998, hybrid score
/// interval without continuity correction, method 10 of his eleven), the default. All of [-1, 1] when a sample is empty.
pub fn newcombe_independent(a: u64, n: u64, b: u64, m: u64, confidence: f64) -> Interval {
    if n == 0 || m == 0 {
        return Interval { lo: -1.0, hi: 1.0 };
    }
    let (p, q) = (a as f64 / n as f64, b as f64 / m as f64);
    let first = wilson(a as f64, n as f64, confidence);
    let second = wilson(b as f64, m as f64, confidence);
    square_and_add((p, first), (q, second))
}

/// Interval for the difference of two independent estimates, first less second, from an interval of each: the arms are
/// added in squares (Zou and Donner 2008).
pub fn square_and_add((p, first): (f64, Interval), (q, second): (f64, Interval)) -> Interval {
    let joined = |a: f64, b: f64| (a * a + b * b).sqrt();
    Interval {
        lo: p - q - joined(p - first.lo, second.hi - q),
        hi: p - q + joined(first.hi - p, q - second.lo),
    }
}

/// Difference of two independent shares with the score interval of Miettinen and Nurminen (1985), for small counts. None
/// when a sample is empty.
pub fn miettinen_nurminen(a: u64, n: u64, b: u64, m: u64, confidence: f64) -> Option<Difference> {
    if n == 0 || m == 0 {
        return None;
    }
    let [a, n, b, m] = [a, n, b, m].map(|count| count as f64);
    let diff = a / n - b / m;
    let z = z(confidence);
    let total = n + m;
    let score = |delta: f64| {
        let q = constrained_rate(a, n, b, m, delta);
        let p = q + delta;
        let variance = (p * (1.0 - p) / n + q * (1.0 - q) / m) * total / (total - 1.0);
        let gap = diff - delta;
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

/// The likeliest second rate when the first is `delta` higher: where the slope of the likelihood changes sign. The slope
/// falls everywhere, so bisection finds it without the cancellation of the closed cubic.
fn constrained_rate(a: f64, n: f64, b: f64, m: f64, delta: f64) -> f64 {
    let part = |count: f64, rate: f64| if count > 0.0 { count / rate } else { 0.0 };
    let rising = |q: f64| {
        let p = q + delta;
        part(a, p) + part(b, q) > part(n - a, 1.0 - p) + part(m - b, 1.0 - q)
    };
    bisect((-delta).max(0.0), (1.0 - delta).min(1.0), rising)
}

/// Difference of two independent shares with one win and one loss added to each sample (Agresti and Caffo 2000), a check
/// on the others; may leave [-1, 1]. None when a sample is empty.
pub fn agresti_caffo(a: u64, n: u64, b: u64, m: u64, confidence: f64) -> Option<Difference> {
    if n == 0 || m == 0 {
        return None;
    }
    let [a, n, b, m] = [a, n, b, m].map(|count| count as f64);
    let (p, q) = ((a + 1.0) / (n + 2.0), (b + 1.0) / (m + 2.0));
    let se = (p * (1.0 - p) / (n + 2.0) + q * (1.0 - q) / (m + 2.0)).sqrt();
    Some(Difference {
        diff: a / n - b / m,
        interval: Interval::around(p - q, z(confidence) * se),
    })
}

/// A sample of real values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Values.
    pub n: u64,
    /// Mean.
    pub mean: f64,
    /// Sample variance.
    pub var: f64,
}

/// Difference of two means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Welch {
    /// First less second.
    pub diff: f64,
    /// Standard error.
    pub se: f64,
    /// Degrees of freedom (Satterthwaite), fractional.
    pub df: f64,
    /// Student's t interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Difference of two means with unequal variances (Welch 1947). None for samples of fewer than two values; of zero width
/// when neither varies.
pub fn welch(first: &Sample, second: &Sample, confidence: f64) -> Option<Welch> {
    if first.n < 2 || second.n < 2 {
        return None;
    }
    let part = |sample: &Sample| sample.var / sample.n as f64;
    let (a, b) = (part(first), part(second));
    let freedom = |part: f64, n: u64| part * part / (n - 1) as f64;
    let (diff, se) = (first.mean - second.mean, (a + b).sqrt());
    if se <= 0.0 {
        return Some(Welch {
            diff,
            se: 0.0,
            df: (first.n + second.n - 2) as f64,
            interval: Interval { lo: diff, hi: diff },
        });
    }
    let df = (a + b) * (a + b) / (freedom(a, first.n) + freedom(b, second.n));
    let t = t_ppf(f64::midpoint(1.0, confidence), df)?;
    Some(Welch {
        diff,
        se,
        df,
        interval: Interval::around(diff, t * se),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_the_samples_mirrors_the_limits() {
        for (a, n, b, m) in [(56, 70, 48, 80), (0, 10, 0, 20), (10, 10, 0, 20), (3, 5, 3, 5)] {
            let all = |a, n, b, m| {
                [
                    newcombe_independent(a, n, b, m, 0.95),
                    miettinen_nurminen(a, n, b, m, 0.95).expect("games").interval,
                    agresti_caffo(a, n, b, m, 0.95).expect("games").interval,
                ]
            };
            for (one, other) in all(a, n, b, m).iter().zip(all(b, m, a, n)) {
                assert!((one.lo + other.hi).abs() < 1e-12 && (one.hi + other.lo).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn empty_samples_say_nothing() {
        assert_eq!(newcombe_independent(0, 0, 1, 2, 0.95), Interval { lo: -1.0, hi: 1.0 });
        assert_eq!(miettinen_nurminen(0, 0, 1, 2, 0.95), None);
        assert_eq!(agresti_caffo(1, 2, 0, 0, 0.95), None);
        let one = Sample {
            n: 1,
            mean: 3.0,
            var: 0.0,
        };
        assert_eq!(welch(&one, &one, 0.95), None);
    }

    #[test]
    fn constant_samples_have_no_width() {
        let constant = |mean| Sample { n: 5, mean, var: 0.0 };
        let found = welch(&constant(3.0), &constant(2.0), 0.95).expect("values");
        assert_eq!(found.interval, Interval { lo: 1.0, hi: 1.0 });
    }
}
