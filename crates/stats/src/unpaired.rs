//! Two samples that share no deals.

use super::Interval;

/// Interval for the difference of two independent estimates, first less second, from an interval of each: the arms are
/// added in squares (Zou and Donner 2008; of Wilson's intervals it is Newcombe's of 1998).
pub fn square_and_add((p, first): (f64, Interval), (q, second): (f64, Interval)) -> Interval {
    let joined = |a: f64, b: f64| (a * a + b * b).sqrt();
    Interval {
        lo: p - q - joined(p - first.lo, second.hi - q),
        hi: p - q + joined(first.hi - p, q - second.lo),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 56 of 70 against 48 of 80, a printed example (Newcombe 1998, table II), from Wilson's limits.
    #[test]
    fn arms_add_in_squares_and_swapping_mirrors_the_limits() {
        let (a, b) = (
            (
                0.8,
                Interval {
                    lo: 0.691_82,
                    hi: 0.877_31,
                },
            ),
            (
                0.6,
                Interval {
                    lo: 0.490_35,
                    hi: 0.700_43,
                },
            ),
        );
        let found = square_and_add(a, b);
        assert!(
            (found.lo - 0.0524).abs() < 5e-4 && (found.hi - 0.3339).abs() < 5e-4,
            "{found:?}"
        );
        let turned = square_and_add(b, a);
        assert!((found.lo + turned.hi).abs() < 1e-12 && (found.hi + turned.lo).abs() < 1e-12);
    }

    #[test]
    fn what_is_open_stays_open() {
        let known = (3.0, Interval { lo: 2.0, hi: 4.0 });
        let found = square_and_add(known, (1.0, Interval::ANY));
        assert!(found.lo.is_infinite() && found.hi.is_infinite());
    }
}
