//! How many games a question takes. `var` is the variance of one unit: p (1 - p) against a known rate, the sum of both for
//! unpaired variants (games of each), and the discordant share less the squared difference for pairs.

use super::special::{norm_ppf, z};

/// Games to show with probability `power` that a metric is within `tol`, when its true shift is `theta` (two one-sided
/// tests at `alpha` each; Chow, Shao and Wang 2008). None when the shift is not within the tolerance: no number of
/// games does.
pub fn n_equivalence(var: f64, tol: f64, theta: f64, alpha: f64, power: f64) -> Option<u64> {
    let room = tol - theta.abs();
    let miss = if theta == 0.0 { (1.0 - power) / 2.0 } else { 1.0 - power };
    let reach = -norm_ppf(alpha) - norm_ppf(miss);
    (room > 0.0).then(|| games(var * reach * reach / (room * room)))
}

/// Games to see a shift of `delta` with probability `power` in a two-sided test at `alpha`. None for a shift of 0.
pub fn n_detection(var: f64, delta: f64, alpha: f64, power: f64) -> Option<u64> {
    let reach = -norm_ppf(alpha / 2.0) + norm_ppf(power);
    (delta != 0.0).then(|| games(var * reach * reach / (delta * delta)))
}

/// Games for a fixed-size interval of half-width `half_width`. None for a half-width of 0. A run that may stop at any time
/// takes about 2.5 times as many.
pub fn n_halfwidth(var: f64, half_width: f64, confidence: f64) -> Option<u64> {
    let reach = z(confidence);
    (half_width > 0.0).then(|| games(var * reach * reach / (half_width * half_width)))
}

/// The smallest tolerance that `n` games of an unchanged metric pass with probability `power`. None without games.
pub fn min_tolerance(var: f64, n: u64, alpha: f64, power: f64) -> Option<f64> {
    let reach = -norm_ppf(alpha) - norm_ppf((1.0 - power) / 2.0);
    (n > 0).then(|| (var / n as f64).sqrt() * reach)
}

fn games(exact: f64) -> u64 {
    exact.ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_questions_have_no_size() {
        assert_eq!(n_equivalence(0.25, 0.01, -0.01, 0.05, 0.9), None);
        assert_eq!(n_detection(0.25, 0.0, 0.05, 0.9), None);
        assert_eq!(n_halfwidth(0.25, 0.0, 0.95), None);
        assert_eq!(min_tolerance(0.25, 0, 0.05, 0.9), None);
    }

    #[test]
    fn size_and_tolerance_belong_together() {
        let n = n_equivalence(0.2, 0.01, 0.0, 0.05, 0.9).expect("possible");
        let tolerance = min_tolerance(0.2, n, 0.05, 0.9).expect("games");
        assert!((tolerance / 0.01 - 1.0).abs() < 1e-4);
        assert_eq!(n_detection(0.2, 0.01, 0.05, 0.9), n_detection(0.2, -0.01, 0.05, 0.9));
    }
}
