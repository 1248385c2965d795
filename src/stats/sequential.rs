//! Tests that stop as soon as they know: the sequential probability ratio test, and a sequence for unbounded means.

use super::numeric::bisect;
use super::{Interval, Verdict};
use serde::Serialize;

/// A mean with an interval that holds, in large samples, at every look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AsymptoticSequence {
    /// Parameter of the mixture.
    pub rho2: f64,
    /// Half the width.
    pub half: f64,
    /// The interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Sequence for an unbounded mean from `n` values of mean `mean` and standard deviation `sd`, narrowest at about `n_opt`
/// (Robbins' normal mixture with the sample's deviation; Waudby-Smith et al. 2024). Only for `n` of 1,000 and more. None
/// without values.
pub fn asymptotic_cs(n: u64, mean: f64, sd: f64, alpha: f64, n_opt: u64) -> Option<AsymptoticSequence> {
    if n == 0 || n_opt == 0 {
        return None;
    }
    let size = n as f64;
    let log = -2.0 * libm::log(alpha);
    let rho2 = (log + libm::log(1.0 + log)) / n_opt as f64;
    let grown = size * rho2 + 1.0;
    let half = sd * (2.0 * grown / (size * size * rho2) * libm::log(grown.sqrt() / alpha)).sqrt();
    Some(AsymptoticSequence {
        rho2,
        half,
        interval: Interval::around(mean, half),
    })
}

/// Where a sequential test stops: below the lower bound it accepts "no shift", above the upper one it rejects it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtBounds {
    /// Wald's lower bound, approximate.
    pub wald_lower: f64,
    /// Wald's upper bound, approximate.
    pub wald_upper: f64,
    /// Lower bound that guarantees the error, a few per cent longer; the default.
    pub strict_lower: f64,
    /// Upper bound that guarantees the error, a few per cent longer; the default.
    pub strict_upper: f64,
}

/// Bounds for a false alarm with probability `alpha` and a missed shift with probability `beta` (Wald 1945; strict ones
/// by Ville's inequality).
pub fn sprt_bounds(alpha: f64, beta: f64) -> SprtBounds {
    SprtBounds {
        wald_lower: libm::log(beta / (1.0 - alpha)),
        wald_upper: libm::log((1.0 - beta) / alpha),
        strict_lower: libm::log(beta),
        strict_upper: -libm::log(alpha),
    }
}

/// Log likelihood ratio of a rate `p1` against `p0`, both in (0, 1), after `successes` in `n` games. Successes may be sums
/// of shares in [0, 1]: the error bounds then hold all the more.
pub fn sprt_llr(successes: f64, n: u64, p0: f64, p1: f64) -> f64 {
    successes * libm::log(p1 / p0) + (n as f64 - successes) * libm::log((1.0 - p1) / (1.0 - p0))
}

/// What a test does when the rate is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtOc {
    /// Probability that it ends with "no shift".
    pub accept_h0: f64,
    /// Mean number of games.
    pub mean_n: f64,
}

/// Operating characteristic of the test of `p1` against `p0` with Wald's bounds when the true rate is `p` (Wald 1947; all
/// rates in (0, 1)).
pub fn sprt_oc(p: f64, p0: f64, p1: f64, alpha: f64, beta: f64) -> SprtOc {
    let bounds = sprt_bounds(alpha, beta);
    let (up, down) = (bounds.wald_upper, bounds.wald_lower);
    let (win, lose) = (libm::log(p1 / p0), libm::log((1.0 - p1) / (1.0 - p0)));
    let drift = p * win + (1.0 - p) * lose;
    // h with E exp(h step) = 1; (E exp(h step) - 1) / h rises in h, which leaves out the root at 0.
    let below = |h: f64| {
        let slope = (p * libm::expm1(h * win) + (1.0 - p) * libm::expm1(h * lose)) / h;
        if h == 0.0 { drift < 0.0 } else { slope < 0.0 }
    };
    let mut reach = 1.0;
    while reach < 1e6 && (!below(-reach) || below(reach)) {
        reach *= 2.0;
    }
    let h = bisect(-reach, reach, below);
    if (h * (up - down)).abs() < 1e-9 {
        let square = p * win * win + (1.0 - p) * lose * lose;
        return SprtOc {
            accept_h0: up / (up - down),
            mean_n: -up * down / square,
        };
    }
    // (exp(h up) - 1) / (exp(h up) - exp(h down)), so that neither side overflows.
    let accept_h0 = if h > 0.0 {
        libm::expm1(-h * up) / libm::expm1(h * (down - up))
    } else {
        libm::expm1(h * up) / (libm::expm1(h * up) - libm::expm1(h * down))
    };
    SprtOc {
        accept_h0,
        mean_n: (accept_h0 * down + (1.0 - accept_h0) * up) / drift,
    }
}

/// Two-sided gate around a known rate: FAIL when it has moved by `bad` or more, PASS when by `fine` or less; in between it
/// may say either, but it always ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtGate {
    reference: f64,
    fine: f64,
    bad: f64,
    bounds: SprtBounds,
}

impl SprtGate {
    /// A gate with a false FAIL of at most 2 `alpha` (in practice `alpha`: only one side is near) and a false PASS of at
    /// most `beta`. None unless 0 <= `fine` < `bad` and both `reference` ± `bad` lie within (0, 1).
    pub fn new(reference: f64, fine: f64, bad: f64, alpha: f64, beta: f64) -> Option<Self> {
        let fits = fine >= 0.0 && fine < bad && reference - bad > 0.0 && reference + bad < 1.0;
        fits.then(|| Self {
            reference,
            fine,
            bad,
            bounds: sprt_bounds(alpha, beta),
        })
    }

    /// Verdict after looks at (sum of shares, games) so far, in order. Each side stops at its own first crossing.
    pub fn run(&self, looks: &[(f64, u64)]) -> Verdict {
        let rates = |sign: f64| (self.reference + sign * self.fine, self.reference + sign * self.bad);
        let mut crossed = [false; 2];
        for (sum, n) in looks {
            for (done, sign) in crossed.iter_mut().zip([1.0, -1.0]) {
                let (p0, p1) = rates(sign);
                let llr = sprt_llr(*sum, *n, p0, p1);
                if !*done && llr >= self.bounds.strict_upper {
                    return Verdict::Fail;
                }
                *done |= llr <= self.bounds.strict_lower;
            }
            if crossed == [true; 2] {
                return Verdict::Pass;
            }
        }
        Verdict::Continue
    }
}

/// Generalised likelihood ratio of two means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gsprt {
    /// Units, with 0.001 for each value that never came.
    pub n: f64,
    /// Mean value.
    pub mean: f64,
    /// Variance of a value.
    pub var: f64,
    /// Log likelihood ratio.
    pub llr: f64,
    /// Its normal approximation, good only when the two means are close.
    pub llr_normal: f64,
    /// The same with the variance about each mean.
    pub llr_log: f64,
}

/// Log likelihood ratio of a mean `s1` against `s0` for units that take one of a few `values`, such as differences within
/// pairs or shares of a rotation block, each with any distribution of that mean (generalised sequential
/// test of Li, Liu and Ying 2014, in the form chess engines are tested with). Bounds as in
/// [`sprt_bounds`]; not before 200 units and five in each outer value. None unless both means lie strictly between the
/// smallest and the largest value.
pub fn gsprt_llr(values: &[f64], counts: &[u64], s0: f64, s1: f64) -> Option<Gsprt> {
    const EMPTY: f64 = 1e-3;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let inside = |s: f64| least < s && s < most;
    if values.len() != counts.len() || !inside(s0) || !inside(s1) {
        return None;
    }
    let weights: Vec<f64> = counts
        .iter()
        .map(|count| if *count == 0 { EMPTY } else { *count as f64 })
        .collect();
    let n: f64 = weights.iter().sum();
    let cells = || values.iter().zip(&weights).map(|(value, weight)| (*value, weight / n));
    let mean: f64 = cells().map(|(value, share)| share * value).sum();
    let about = |s: f64| {
        cells()
            .map(|(value, share)| share * (value - s) * (value - s))
            .sum::<f64>()
    };
    // Shares p / (1 + tilt (value - s)) have the mean s; the left side of its equation falls in the tilt.
    let tilt = |s: f64| {
        let side = |x: f64| {
            cells()
                .map(|(value, share)| share * (value - s) / (1.0 + x * (value - s)))
                .sum::<f64>()
        };
        bisect(-1.0 / (most - s), -1.0 / (least - s), |x| side(x) > 0.0)
    };
    let (x0, x1) = (tilt(s0), tilt(s1));
    let ratio = |value: f64| libm::log1p(x0 * (value - s0)) - libm::log1p(x1 * (value - s1));
    let var = about(mean);
    Some(Gsprt {
        n,
        mean,
        var,
        llr: n * cells().map(|(value, share)| share * ratio(value)).sum::<f64>(),
        llr_normal: n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * var),
        llr_log: n / 2.0 * libm::log(about(s0) / about(s1)),
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(sprt_llr(0.0, 0, 0.25, 0.3), 0.0);
        assert_eq!(asymptotic_cs(0, 0.0, 0.0, 0.05, 10), None);
        assert_eq!(gsprt_llr(&[0.0, 1.0], &[3, 4], 0.0, 0.5), None);
        assert_eq!(gsprt_llr(&[], &[], 0.4, 0.5), None);
    }

    #[test]
    fn operating_characteristic_at_its_corners() {
        let at = |p: f64| sprt_oc(p, 0.25, 0.3, 0.05, 0.1);
        assert!((at(0.25).accept_h0 - 0.95).abs() < 1e-9 && (at(0.3).accept_h0 - 0.1).abs() < 1e-9);
        assert!((at(1e-9).accept_h0 - 1.0).abs() < 1e-12 && at(1.0 - 1e-9).accept_h0 < 1e-12);
        // The rate without drift, where the general formula is 0 / 0.
        let (win, lose) = (libm::log(0.3 / 0.25), libm::log(0.7 / 0.75));
        let still = at(-lose / (win - lose));
        let near = at(-lose / (win - lose) + 1e-6);
        assert!((still.accept_h0 - near.accept_h0).abs() < 1e-3 && (still.mean_n / near.mean_n - 1.0).abs() < 1e-3);
    }

    #[test]
    fn gate_passes_fails_and_refuses_impossible_margins() {
        let gate = SprtGate::new(0.25, 0.0025, 0.01, 0.05, 0.05).expect("margins");
        assert_eq!(gate.run(&[(25.0, 100)]), Verdict::Continue);
        assert_eq!(gate.run(&[(10_000.0, 40_000)]), Verdict::Pass);
        assert_eq!(gate.run(&[(11_000.0, 40_000)]), Verdict::Fail);
        assert_eq!(gate.run(&[(9_000.0, 40_000)]), Verdict::Fail);
        assert_eq!(SprtGate::new(0.005, 0.0, 0.01, 0.05, 0.05), None);
        assert_eq!(SprtGate::new(0.5, 0.02, 0.01, 0.05, 0.05), None);
    }

    #[test]
    fn swapping_the_means_turns_the_ratio() {
        let values = [-1.0, 0.0, 1.0];
        let (a, b) = (
            gsprt_llr(&values, &[30, 200, 50], 0.0, 0.1).expect("inside"),
            gsprt_llr(&values, &[30, 200, 50], 0.1, 0.0).expect("inside"),
        );
        assert!((a.llr + b.llr).abs() < 1e-9 && (a.llr_normal + b.llr_normal).abs() < 1e-9);
    }
}
