//! Distributions: normal, Student, chi-square, beta, binomial. Built on `libm` alone, for sizes up to 10^9 and tails down
//! to 1e-300, where the beta function of general crates loses its digits.

use super::numeric::bisect;
use core::f64::consts::{LN_2, PI, SQRT_2};

/// P(Z <= x) for a standard normal Z, exact in both tails.
pub fn norm_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// P(|Z| >= |x|) for a standard normal Z: the two-sided p-value of a z score.
pub fn norm_p(x: f64) -> f64 {
    libm::erfc(x.abs() / SQRT_2)
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

/// P(|T| >= |t|) for Student's T with `df` degrees of freedom: the two-sided p-value of a t score; 1 without degrees of
/// freedom.
pub fn t_p(t: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 {
        return 1.0;
    }
    let square = t * t;
    if square.is_infinite() {
        return 0.0;
    }
    if df <= 10_000.0 {
        return beta_lower(df / 2.0, 0.5, df / (df + square), square / (df + square));
    }
    // The fraction would lose digits to cancellation; the score of a normal with the same tail has them all (Hill 1970).
    let (a, w) = (df - 0.5, ((df - 0.5) * libm::log1p(square / df)).sqrt());
    let (b, w2) = (48.0 * a * a, w * w);
    let third = (((4.0 * w2 + 33.0) * w2 + 240.0) * w2 + 855.0) / (10.0 * b * (b + 0.8 * w2 * w2 + 100.0));
    norm_p(w * (1.0 + (w2 + 3.0) / b - third))
}

/// The x with P(T <= x) = `p` for Student's T with `df` degrees of freedom, which may be fractional; none for `df` of 0
/// or `p` outside (0, 1). Beyond 200 degrees of freedom by the expansion of Abramowitz and Stegun 26.7.5, off by less
/// than 1e-10 up to the 99.95 % point.
pub fn t_ppf(p: f64, df: f64) -> Option<f64> {
    if !(df > 0.0 && p > 0.0 && p < 1.0) {
        return None;
    }
    if df <= 200.0 {
        let both = 2.0 * p.min(1.0 - p);
        let mut high = 1.0;
        while t_p(high, df) > both {
            high *= 2.0;
        }
        let t = bisect(0.0, high, |t| t_p(t, df) > both);
        return Some(if p < 0.5 { -t } else { t });
    }
    let z = norm_ppf(p);
    let (z2, v) = (z * z, df);
    let first = z * (z2 + 1.0) / (4.0 * v);
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * v * v);
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / (384.0 * v * v * v);
    let fourth = z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / (92160.0 * v * v * v * v);
    Some(z + first + second + third + fourth)
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

/// P(X <= x) for a beta distribution with shapes `a` and `b`, both above 0.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    beta_lower(a, b, x, 1.0 - x)
}

/// P(X <= k) for X binomial with `n` tries of probability `p`. Sums the shorter tail from its largest term on.
pub fn binom_cdf(k: u64, n: u64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    let odds = p / (1.0 - p);
    if (k as f64) < n as f64 * p {
        let mut term = binom_pmf(k, n, p);
        let mut sum = 0.0;
        for i in (0..=k).rev() {
            let before = sum;
            sum += term;
            if sum <= before {
                break;
            }
            term *= i as f64 / ((n - i + 1) as f64 * odds);
        }
        return sum.min(1.0);
    }
    let mut term = binom_pmf(k + 1, n, p);
    let mut sum = 0.0;
    for i in k + 1..=n {
        let before = sum;
        sum += term;
        if sum <= before {
            break;
        }
        term *= (n - i) as f64 * odds / (i + 1) as f64;
    }
    1.0 - sum
}

/// P(X = k) for X binomial, by Loader's saddle-point expansion (Loader 2000), exact to some 1e-15.
pub(super) fn binom_pmf(k: u64, n: u64, p: f64) -> f64 {
    binom_density(k as f64, n as f64, p, 1.0 - p)
}

/// Regularised incomplete beta function at `x`, where `y` = 1 - x is given as well: the continued fraction of
/// Press et al. (Numerical Recipes, 6.4) with Loader's density as its front factor.
fn beta_lower(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    let front = binom_density(a, a + b, x, y);
    if x < (a + 1.0) / (a + b + 2.0) {
        front * b / (a + b) * beta_fraction(a, b, x)
    } else {
        1.0 - front * a / (a + b) * beta_fraction(b, a, y)
    }
}

/// Lentz's evaluation of the continued fraction; some multiples of the root of the larger shape in steps.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..1_000_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    fraction
}

/// Binomial density for real arguments: gamma(n+1) / (gamma(k+1) gamma(n-k+1)) p^k q^(n-k), p + q = 1.
fn binom_density(k: f64, n: f64, p: f64, q: f64) -> f64 {
    if k <= 0.0 {
        return libm::exp(n * if p < 0.1 { libm::log1p(-p) } else { libm::log(q) });
    }
    let rest = n - k;
    if rest <= 0.0 {
        return libm::exp(n * if q < 0.1 { libm::log1p(-q) } else { libm::log(p) });
    }
    let exponent =
        stirling_error(n) - stirling_error(k) - stirling_error(rest) - deviance(k, n * p) - deviance(rest, n * q);
    libm::exp(exponent) * (n / (2.0 * PI * k * rest)).sqrt()
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

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;

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
    fn student_meets_its_closed_forms_and_the_normal() {
        for t in [0.1, 1.0, 7.0, 1e6] {
            assert!((t_p(t, 1.0) / (libm::atan(1.0 / t) * 2.0 / PI) - 1.0).abs() < 1e-12);
            let two = 1.0 - t / (2.0 + t * t).sqrt();
            assert!((t_p(t, 2.0) - two).abs() < 1e-12);
        }
        assert!((t_p(2.0, 1e12) / norm_p(2.0) - 1.0).abs() < 1e-9);
        // Both ways of computing meet where they change over.
        for t in [0.3, 2.0, 6.0] {
            let (below, above) = (t_p(t, 9_999.999), t_p(t, 10_000.001));
            assert!((below / above - 1.0).abs() < 1e-8, "{t}: {below} {above}");
        }
        for df in [0.5, 1.0, 3.7, 200.0, 201.0, 1e7] {
            let t = t_ppf(0.975, df).expect("inside");
            assert!((t_p(t, df) - 0.05).abs() < 1e-10);
            assert!((t_ppf(0.025, df).expect("inside") + t).abs() < 1e-9);
        }
        assert_eq!((t_ppf(0.5, 0.0), t_ppf(1.0, 5.0), t_p(3.0, 0.0)), (None, None, 1.0));
        assert_eq!(t_p(f64::INFINITY, 3.0), 0.0);
    }

    #[test]
    fn chi_square_meets_its_relatives() {
        for x in [0.01, 1.0, 9.0, 60.0, 900.0] {
            assert!((chi2_sf(x, 1) / norm_p(x.sqrt()) - 1.0).abs() < 1e-12);
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

    #[test]
    fn beta_and_binomial_agree_and_mirror() {
        for (k, n, p) in [
            (0u64, 9u64, 0.3),
            (4, 9, 0.3),
            (70, 1000, 0.08),
            (250_300, 1_000_000, 0.25),
        ] {
            let by_beta = beta_cdf(1.0 - p, (n - k) as f64, k as f64 + 1.0);
            assert!((binom_cdf(k, n, p) - by_beta).abs() < 1e-10, "{k} of {n}");
            assert!((binom_cdf(k, n, p) + binom_cdf(n - k - 1, n, 1.0 - p) - 1.0).abs() < 1e-10);
        }
        assert_eq!(
            (binom_cdf(5, 5, 0.2), binom_cdf(2, 5, 0.0), binom_cdf(2, 5, 1.0)),
            (1.0, 1.0, 0.0)
        );
        assert_eq!((beta_cdf(0.0, 2.0, 3.0), beta_cdf(1.0, 2.0, 3.0)), (0.0, 1.0));
        let all: f64 = (0..=30).map(|k| binom_pmf(k, 30, 0.37)).sum();
        assert!((all - 1.0).abs() < 1e-14);
    }
}
