//! Two numbers of the same cases of which it is known how often each had which value, but not which values went together.

/// First number minus second, where the smallest of the one went with the largest of the other, and so on: rows (difference,
/// cases), from `first` and `second` as rows (value, cases), smallest first, of as many cases each.
///
/// The mean is that of the true differences. No differences that these counts allow are spread further: the mean of anything
/// convex, such as a square, is no smaller for these than for the true ones, and of anything concave, such as a logarithm, no
/// larger (Meilijson and Nádas 1979). Of two sides that never win the same case, these are the true differences.
pub fn furthest_apart(first: &[(f64, u64)], second: &[(f64, u64)]) -> Vec<(f64, u64)> {
    let mut rows = Vec::with_capacity(first.len() + second.len());
    let mut largest = second.iter().rev().copied();
    let mut other = (0.0, 0);
    for (value, mut cases) in first.iter().copied() {
        while cases > 0 {
            if other.1 == 0 {
                let Some(next) = largest.next() else { return rows };
                other = next;
                continue;
            }
            let both = cases.min(other.1);
            rows.push((value - other.0, both));
            cases -= both;
            other.1 -= both;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_never_both_win_differ_as_they_do() {
        let found = furthest_apart(&[(0.0, 70), (1.0, 30)], &[(0.0, 60), (1.0, 40)]);
        assert_eq!(found, [(-1.0, 40), (0.0, 30), (1.0, 30)]);
        assert_eq!(furthest_apart(&[(0.0, 0), (1.0, 0)], &[(0.0, 0), (1.0, 0)]), []);
    }

    /// Of every way in which the values can go together the mean is the same, and the squares are no more.
    #[test]
    fn no_differences_are_spread_further() {
        let values = [0.0, 0.5, 1.0];
        let one = [0, 0, 1, 2, 2, 2];
        let mut other = [0, 1, 1, 1, 2, 2];
        let count =
            |of: &[usize]| [0, 1, 2].map(|at| (values[at], of.iter().filter(|each| **each == at).count() as u64));
        let rows = furthest_apart(&count(&one), &count(&other));
        let sum = |power: i32| {
            rows.iter()
                .map(|(by, cases)| by.powi(power) * *cases as f64)
                .sum::<f64>()
        };
        for _ in 0..other.len() {
            other.rotate_left(1);
            for at in 1..other.len() {
                other.swap(0, at);
                let by = |power: i32| -> f64 {
                    let pairs = one.iter().zip(&other);
                    pairs
                        .map(|(one, other)| (values[*one] - values[*other]).powi(power))
                        .sum()
                };
                assert!((by(1) - sum(1)).abs() < 1e-12);
                assert!(by(2) <= sum(2) + 1e-12);
            }
        }
    }
}
