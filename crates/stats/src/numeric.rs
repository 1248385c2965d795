//! Where whole numbers become floats, and where floats are searched: second moments of exact sums, and bisection.

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
    pub(super) fn heads(&mut self, flips: u32) -> u64 {
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
}
