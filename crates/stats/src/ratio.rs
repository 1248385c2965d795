//! One mean over another, with its interval at any number of rows.

use super::Interval;
use super::bounded::{ValueRow, WeightedSum, imagined};

/// The mean of parts over the mean of wholes, and its interval at `confidence`, from independent `rows` (part, whole). Every
/// row that there may be lies between the `corners`, and the truth is known to lie in `range`. A ratio is left in where the
/// mean of part - ratio * whole may be 0 (Fieller 1954), by the interval of [`super::mean_interval`] in place of the normal
/// one. What is observed is brought into `range`. None without rows, or where all wholes are 0.
pub fn mean_ratio(
    rows: &[(f64, f64)],
    corners: &[(f64, f64)],
    range: Interval,
    confidence: f64,
) -> Option<(f64, Interval)> {
    let sum = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>();
    let (parts, whole) = (sum(|row| row.0), sum(|row| row.1));
    if whole.is_nan() || whole <= 0.0 {
        return None;
    }
    let value = (parts / whole).clamp(range.lo, range.hi);
    let rows = counted(rows);
    let tail = (1.0 - confidence) / 2.0;
    // The row imagined is the worst that there may be.
    let below = |ratio: f64, above: bool| {
        let gap = |corner: &&(f64, f64)| if above { 1.0 } else { -1.0 } * (corner.0 - ratio * corner.1);
        let worst = corners.iter().max_by(|a, b| gap(a).total_cmp(&gap(b)));
        let mut all = rows.clone();
        all.extend(worst.map(|worst| imagined(worst.0, worst.1)));
        WeightedSum::new(all).below(ratio)
    };
    Some((
        value,
        Interval {
            lo: edge(range.lo, value, |ratio| below(ratio, false) >= tail),
            hi: edge(range.hi, value, |ratio| below(ratio, true) <= 1.0 - tail),
        },
    ))
}

/// Rows that are alike as one with their number.
fn counted(rows: &[(f64, f64)]) -> Vec<ValueRow> {
    let mut sorted = rows.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let alike = sorted.chunk_by(|a, b| a == b);
    alike
        .map(|alike| ValueRow {
            value: alike[0].0,
            size: alike[0].1,
            weight: alike.len() as f64,
        })
        .collect()
}

/// The place between `out` and `inside` from which on what is asked holds; `out` where it holds there.
fn edge(out: f64, inside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    if holds(out) {
        return out;
    }
    let (mut out, mut inside) = (out, inside);
    while (inside - out).abs() > 1e-9 {
        let middle = f64::midpoint(out, inside);
        if holds(middle) {
            inside = middle;
        } else {
            out = middle;
        }
    }
    inside
}

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
    use crate::mean_interval;
    use balance_engine::Stream;

    /// A whole and all of it, a whole and nothing of it, none.
    const SHARE: [(f64, f64); 3] = [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];

    #[test]
    fn over_wholes_of_one_it_is_the_interval_of_the_mean() {
        let parts = [0.0, 0.25, 0.25, 1.0, 0.5, 0.0];
        let rows: Vec<(f64, f64)> = parts.iter().map(|part| (*part, 1.0)).collect();
        let (value, found) = mean_ratio(&rows, &SHARE[..2], Interval::SHARE, 0.9).expect("rows");
        let mean = mean_interval(&rows, Interval::SHARE, 0.9).expect("rows");
        assert!((value - 1.0 / 3.0).abs() < 1e-12);
        assert!(
            (found.lo - mean.lo).abs() < 1e-8 && (found.hi - mean.hi).abs() < 1e-8,
            "{found:?} {mean:?}"
        );
    }

    #[test]
    fn few_rows_leave_much_open_and_none_all() {
        let (value, one) = mean_ratio(&[(1.0, 1.0)], &SHARE, Interval::SHARE, 0.95).expect("a row");
        assert!(
            (value - 1.0).abs() < 1e-12 && one.hi >= 1.0 - 1e-9 && one.lo < 0.1,
            "{one:?}"
        );
        assert_eq!(mean_ratio(&[], &SHARE, Interval::SHARE, 0.95), None);
        assert_eq!(mean_ratio(&[(0.5, 0.0)], &SHARE, Interval::SHARE, 0.95), None);
    }

    /// A part that goes below 0 with a ratio below 0.
    #[test]
    fn turning_parts_round_turns_the_interval() {
        let both = Interval { lo: -1.0, hi: 1.0 };
        let corners = [(-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)];
        let rows = [(0.4, 1.0), (-0.1, 0.5), (0.2, 0.0), (0.6, 1.0), (0.0, 0.7)];
        let turned = rows.map(|(part, whole)| (-part, whole));
        let (value, one) = mean_ratio(&rows, &corners, both, 0.8).expect("rows");
        let (other, two) = mean_ratio(&turned, &corners, both, 0.8).expect("rows");
        assert!((value + other).abs() < 1e-12);
        assert!(
            (one.lo + two.hi).abs() < 1e-8 && (one.hi + two.lo).abs() < 1e-8,
            "{one:?} {two:?}"
        );
    }

    /// Parts and wholes that go together, rare wholes, few rows: it misses no more often than it says.
    #[test]
    fn it_covers_what_was_planted() {
        for (rows, rare, truth) in [(12, 0.5, 0.3), (40, 0.1, 0.7), (200, 0.5, 0.05)] {
            let mut missed = 0;
            let runs = 400;
            for run in 0..runs {
                let mut dice = Stream::keyed(11, run, 0, rows as u8);
                let mut row = || {
                    let whole = if dice.unit() < rare { 1.0 } else { 0.0 };
                    let part = if dice.unit() < truth { whole } else { 0.0 };
                    (part, whole)
                };
                let drawn: Vec<(f64, f64)> = (0..rows).map(|_| row()).collect();
                let found = mean_ratio(&drawn, &SHARE, Interval::SHARE, 0.9);
                missed += u32::from(found.is_some_and(|(_, found)| truth < found.lo || truth > found.hi));
            }
            // 10 % of 400 and three standard deviations.
            assert!(missed <= 58, "{rows} rows: {missed} of {runs}");
        }
    }

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
