//! Distributions: normal and chi-square. Built on `libm` alone, for tails down to 1e-300.

use core::f64::consts::{LN_2, PI, SQRT_2};

/// P(Z <= x) for a standard normal Z, exact in both tails.
pub fn norm_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The x with P(Z <= x) = `p` for a standard normal Z; infinite at 0 and 1. Rational start (Abramowitz and Stegun
/// 26.2.23), then Halley's steps on the tail.
pub fn norm_ppf(p: f64) -> f64 {
    let tail = p.min(1.0 - p);
    if tail.is_nan() || tail <= 0.0 {
        return if p <= 0.0 {
            f64::NEG_INFINITY
        } else if p >= 1.0 {
            f64::INFINITY
        } else {
            f64::NAN
        };
    }
    let t = (-2.0 * libm::log(tail)).sqrt();
    let below = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let above = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let mut x = t - below / above;
    for _ in 0..4 {
        let step = (norm_cdf(-x) - tail) * (2.0 * PI).sqrt() * libm::exp(x * x / 2.0);
        x += step / (1.0 - x * step / 2.0);
    }
    if p < 0.5 { -x } else { x }
}

/// The two-sided normal quantile of a confidence, such as 1.96 for 0.95.
pub fn z(confidence: f64) -> f64 {
    -norm_ppf((1.0 - confidence) / 2.0)
}

/// The two-sided quantile of Student's t with `df` degrees of freedom, such as 2.09 for 0.95 and 19; infinite without any.
/// The expansion of Abramowitz and Stegun 26.7.5: from 9 degrees on at 95 % and from 19 on at 99.9 % within 0.1 %.
pub fn t_quantile(confidence: f64, df: u32) -> f64 {
    if df == 0 {
        return f64::INFINITY;
    }
    let (x, n) = (z(confidence), f64::from(df));
    let x2 = x * x;
    let first = (x2 + 1.0) / 4.0;
    let second = ((5.0 * x2 + 16.0) * x2 + 3.0) / 96.0;
    let third = (((3.0 * x2 + 19.0) * x2 + 17.0) * x2 - 15.0) / 384.0;
    let fourth = ((((79.0 * x2 + 776.0) * x2 + 1482.0) * x2 - 1920.0) * x2 - 945.0) / 92_160.0;
    x * (1.0 + (first + (second + (third + fourth / n) / n) / n) / n)
}

/// P(X >= x) for a chi-square X with `df` degrees of freedom; 1 without degrees of freedom. The finite sums of Abramowitz
/// and Stegun 26.4.4 and 26.4.5, added outwards from their largest term, so that nothing underflows.
pub fn chi2_sf(x: f64, df: u32) -> f64 {
    if df == 0 || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    let half = x / 2.0;
    let odd = df % 2 == 1;
    let least = if odd { 0.5 } else { 0.0 };
    let most = f64::from(df) / 2.0 - 1.0;
    let mut sum = if odd { libm::erfc(half.sqrt()) } else { 0.0 };
    if most >= least {
        let start = (most - (most - half).max(0.0).floor()).max(least);
        let peak = poisson_term(start, half);
        sum += peak;
        let (mut j, mut term) = (start, peak);
        while j > least && term > 0.0 {
            term *= j / half;
            j -= 1.0;
            sum += term;
        }
        (j, term) = (start, peak);
        while j < most && term > 0.0 {
            j += 1.0;
            term *= half / j;
            sum += term;
        }
    }
    sum.min(1.0)
}

/// Poisson term e^-mean mean^k / gamma(k+1) for real k.
fn poisson_term(k: f64, mean: f64) -> f64 {
    if k <= 0.0 {
        return libm::exp(-mean);
    }
    libm::exp(-stirling_error(k) - deviance(k, mean)) / (2.0 * PI * k).sqrt()
}

/// ln gamma(n+1) less Stirling's formula.
fn stirling_error(n: f64) -> f64 {
    if n <= 16.0 {
        return libm::lgamma(n + 1.0) - (n + 0.5) * libm::log(n) + n - 0.5 * (LN_2 + libm::log(PI));
    }
    let square = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square) / square)
        / n
}

/// k ln(k/mean) + mean - k, without cancellation when the two are close.
fn deviance(k: f64, mean: f64) -> f64 {
    if (k - mean).abs() >= 0.1 * (k + mean) {
        return k * libm::log(k / mean) + mean - k;
    }
    let v = (k - mean) / (k + mean);
    let mut sum = (k - mean) * v;
    let mut term = 2.0 * k * v;
    for odd in (3..2000).step_by(2) {
        term *= v * v;
        let next = sum + term / f64::from(odd);
        if next.to_bits() == sum.to_bits() {
            break;
        }
        sum = next;
    }
    sum
}

/// `n` sum(xy) - sum(x) sum(y), the numerator of a variance or covariance: in whole numbers and rounded once while they
/// fit 127 bits, in floats beyond (more than 2^40 games with values above 2^20).
pub(super) fn comoment(n: u64, products: i128, sum_x: i128, sum_y: i128) -> f64 {
    let exact = || {
        let left = i128::from(n).checked_mul(products)?;
        left.checked_sub(sum_x.checked_mul(sum_y)?)
    };
    exact().map_or_else(
        || n as f64 * (products as f64 - sum_x as f64 / n as f64 * sum_y as f64),
        |whole| whole as f64,
    )
}

/// Variance of `n` whole numbers from their exact sum and sum of squares; 0 for fewer than two.
pub fn variance(n: u64, sum: i128, squares: i128) -> f64 {
    if n < 2 {
        return 0.0;
    }
    comoment(n, squares, sum, sum) / (n as f64 * (n - 1) as f64)
}

/// The point between `low` and `high` where `before` turns from true to false, to the last bit; some 55 steps, and at most
/// 1,100 when that point is 0.
pub(super) fn bisect(mut low: f64, mut high: f64, before: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(low, high);
        let between = low < middle && middle < high;
        if !between {
            return middle;
        }
        if before(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// A coin of the tests that falls heads in one of four flips, the same in every run.
#[cfg(test)]
#[derive(Default)]
pub(super) struct Quarter(u64);

#[cfg(test)]
impl Quarter {
    /// Heads in so many flips (generator of Knuth 1998, 3.3.4, upper bits).
    fn heads(&mut self, flips: u32) -> u64 {
        let mut heads = 0;
        for _ in 0..flips {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            heads += u64::from(self.0 >> 62 == 0);
        }
        heads
    }

    /// Of 2,000 runs those in which `misses` the truth, a quarter, says yes at any of 20 looks, each after 50 more flips.
    pub(super) fn runs_that_miss(misses: impl Fn(&[(f64, u64)]) -> bool) -> u32 {
        let mut coin = Quarter::default();
        let run = |_: u32| {
            let (mut won, mut ever) = (0, false);
            for look in 1..=20 {
                won += coin.heads(50);
                ever |= misses(&[(0.0, look * 50 - won), (1.0, won)]);
            }
            u32::from(ever)
        };
        (0..2_000).map(run).sum()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;

    #[test]
    fn bisection_ends_at_roots_at_zero_and_without_numbers() {
        assert!((bisect(0.0, 2.0, |x| x * x < 2.0) - 2f64.sqrt()).abs() < 1e-15);
        assert!(bisect(0.0, 1.0, |_| false) < 1e-300);
        assert_eq!(bisect(0.0, 1.0, |_| true), 1.0);
        assert!(bisect(f64::NAN, 1.0, |x| x < 0.5).is_nan());
    }

    #[test]
    fn exact_while_it_fits_and_close_beyond() {
        assert_eq!(comoment(3, 14, 6, 6), 6.0);
        let (n, value) = (1u64 << 62, 1i128 << 32);
        let sum = i128::from(n) * value;
        assert_eq!(comoment(n, sum * value, sum, sum), 0.0);
        let spread = comoment(n, (sum * value) / 2 * 3, sum, sum);
        let expected = n as f64 * n as f64 * (value as f64 * value as f64) / 2.0;
        assert!((spread / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn normal_quantile_undoes_the_distribution() {
        for exponent in 1..300 {
            let tail = libm::pow(10.0, -f64::from(exponent));
            assert!((norm_cdf(norm_ppf(tail)) / tail - 1.0).abs() < 1e-11, "{tail}");
        }
        for step in 1..100 {
            let p = f64::from(step) / 100.0;
            assert!((norm_cdf(norm_ppf(p)) - p).abs() < 1e-15 && (norm_ppf(p) + norm_ppf(1.0 - p)).abs() < 1e-14);
        }
        assert_eq!((norm_ppf(0.0), norm_ppf(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(norm_ppf(f64::NAN).is_nan());
        assert!((z(0.95) - 1.959_963_984_540_054).abs() < 1e-15);
    }

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (confidence, df, wanted) in [
            (0.95, 9, 2.262_157),
            (0.95, 19, 2.093_024),
            (0.99, 49, 2.679_952),
            (0.999, 19, 3.883_406),
            (0.95, 1_000, 1.962_339),
        ] {
            let found = t_quantile(confidence, df);
            assert!((found / wanted - 1.0).abs() < 1e-3, "{confidence} {df}: {found}");
        }
        assert!(t_quantile(0.95, 0).is_infinite());
    }

    #[test]
    fn chi_square_meets_its_relatives() {
        for x in [0.01, 1.0, 9.0, 60.0, 900.0] {
            assert!((chi2_sf(x, 1) / (2.0 * norm_cdf(-x.sqrt())) - 1.0).abs() < 1e-12);
            assert!((chi2_sf(x, 2) / libm::exp(-x / 2.0) - 1.0).abs() < 1e-12);
        }
        assert_eq!(
            (chi2_sf(0.0, 3), chi2_sf(5.0, 0), chi2_sf(f64::INFINITY, 4)),
            (1.0, 1.0, 0.0)
        );
        // Far below, near and far above its mean.
        assert!((chi2_sf(1.0, 1000) - 1.0).abs() < 1e-12 && chi2_sf(1e6, 1000) < 1e-300);
        assert!((chi2_sf(1000.0, 1000) - 0.494).abs() < 1e-3);
    }
}
