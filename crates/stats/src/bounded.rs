//! The interval of a mean of bounded values: valid for any number of them and any shape, as exact for shares.
//!
//! Its upper end is the largest mean that the sample leaves possible when one more value is imagined at the upper end of
//! what is possible, and every value is given a random weight: the quantile of the weighted mean, weights drawn evenly from
//! all that add up to 1 (Gaffke 2005; for values of 0 and 1 it is the interval of Clopper and Pearson 1934). Its lower end
//! likewise, with a value imagined at the lower end. A rare long game that the sample has missed is so allowed for, and
//! equal values do not make an interval without width.
//!
//! The distribution of the weighted mean is that of a sum of gamma variables, computed by its saddlepoint (Lugannani and
//! Rice 1980), which errs on the wide side by less than 4 parts in 1,000 for two values, and less for more.

use super::Interval;
use super::special::norm_cdf;
use core::f64::consts::PI;

/// How far a number that nothing limits is taken to reach, of which `largest` was seen over so many deals: somewhat more than
/// twice as far, and more than that where the largest of a few says little.
pub fn unseen(largest: f64, deals: f64) -> f64 {
    largest * (2.0 + 2.0 / deals.max(1.0)) + 1.0
}

/// Interval at `confidence` for the mean of values between `range.lo` and `range.hi`, given as rows (value, weight): a
/// weight is the number of independent values, or a part of one where several values are no more than one independent one.
/// An end of the range may be infinite: then so is that end of the interval. None without values.
pub fn mean_interval(rows: &[(f64, f64)], range: Interval, confidence: f64) -> Option<Interval> {
    let rows: Vec<ValueRow> = rows
        .iter()
        .map(|(value, weight)| ValueRow {
            value: *value,
            size: 1.0,
            weight: *weight,
        })
        .collect();
    let tail = (1.0 - confidence) / 2.0;
    let (least, most) = (imagined(range.lo, 1.0), imagined(range.hi, 1.0));
    Some(Interval {
        lo: if range.lo.is_finite() {
            end(&rows, least, tail)?
        } else {
            range.lo
        },
        hi: if range.hi.is_finite() {
            end(&rows, most, 1.0 - tail)?
        } else {
            range.hi
        },
    })
}

/// The same; all of the range without values.
pub fn mean_within(rows: &[(f64, f64)], range: Interval, confidence: f64) -> Interval {
    mean_interval(rows, range, confidence).unwrap_or(range)
}

/// Interval at `confidence` for the share of seats that win, where a subject has several seats in a game: `rows` are
/// (seats, seats that won, games). Games are the sample (statistics as in [`mean_interval`]: the game imagined has as many
/// seats as any, and all of them win, or none). None when there never was a seat.
pub fn ratio_interval(rows: &[(f64, f64, f64)], confidence: f64) -> Option<Interval> {
    let rows: Vec<ValueRow> = rows
        .iter()
        .map(|(seats, won, games)| ValueRow {
            value: *won,
            size: *seats,
            weight: *games,
        })
        .collect();
    let most = rows
        .iter()
        .filter(|row| row.weight > 0.0)
        .map(|row| row.size)
        .fold(0.0, f64::max);
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval {
        lo: end(&rows, imagined(0.0, most), tail)?,
        hi: end(&rows, imagined(most, most), 1.0 - tail)?,
    })
}

/// Values of one kind: how much, of how much, how often.
#[derive(Clone, Copy)]
pub(super) struct ValueRow {
    pub value: f64,
    pub size: f64,
    pub weight: f64,
}

pub(super) fn imagined(value: f64, size: f64) -> ValueRow {
    ValueRow {
        value,
        size,
        weight: 1.0,
    }
}

/// The ratio that the weighted values, with one `extra`, stay below with probability `level`.
fn end(rows: &[ValueRow], extra: ValueRow, level: f64) -> Option<f64> {
    let mut all: Vec<ValueRow> = rows.iter().copied().filter(|row| row.weight > 0.0).collect();
    let sum = |pick: fn(&ValueRow) -> f64| all.iter().map(|row| pick(row) * row.weight).sum::<f64>();
    let (size, mean) = (sum(|row| row.size), sum(|row| row.value));
    if size.is_nan() || size <= 0.0 {
        return None;
    }
    let mean = mean / size;
    let beyond = extra.value / extra.size;
    // Values that all stand at the end of what is possible leave nothing to bound on that side.
    if all
        .iter()
        .all(|row| (row.value - beyond * row.size).abs() <= f64::EPSILON * row.size)
    {
        return Some(beyond);
    }
    all.push(extra);
    let mut sum = WeightedSum::new(all);
    let (mut low, mut high) = if beyond < mean { (beyond, mean) } else { (mean, beyond) };
    // The probability rises with the ratio; halving finds it to the last digit that is ever shown, and never stalls.
    while high - low > 1e-13 * (1.0 + high.abs()) {
        let middle = f64::midpoint(low, high);
        if !(low < middle && middle < high) {
            break;
        }
        if sum.below(middle) < level {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

/// The sum of gamma variables with the shapes `weight`, scaled by the gaps `value - ratio * size`.
pub(super) struct WeightedSum {
    rows: Vec<ValueRow>,
    gaps: Vec<f64>,
}

impl WeightedSum {
    pub fn new(rows: Vec<ValueRow>) -> Self {
        let gaps = vec![0.0; rows.len()];
        WeightedSum { rows, gaps }
    }

    /// Probability that the sum is below 0, which is that the weighted ratio is below `ratio`.
    pub fn below(&mut self, ratio: f64) -> f64 {
        let (mut least, mut most) = (0.0f64, 0.0f64);
        for (gap, row) in self.gaps.iter_mut().zip(&self.rows) {
            *gap = row.value - ratio * row.size;
            least = least.min(*gap);
            most = most.max(*gap);
        }
        if least >= 0.0 || most <= 0.0 {
            return if least < 0.0 { 1.0 } else { 0.0 };
        }
        let saddle = self.saddle(1.0 / least, 1.0 / most);
        let (mut log, mut curvature, mut third) = (0.0, 0.0, 0.0);
        for (gap, row) in self.gaps.iter().zip(&self.rows) {
            let tilted = gap / (1.0 - saddle * gap);
            log += row.weight * libm::log1p(-saddle * gap);
            curvature += row.weight * tilted * tilted;
            third += row.weight * tilted * tilted * tilted;
        }
        let w = (2.0 * log).max(0.0).sqrt() * if saddle < 0.0 { -1.0 } else { 1.0 };
        if w.abs() < 1e-4 {
            // At the mean both terms are infinite; this is their limit.
            return 0.5 + third / (3.0 * (2.0 * PI).sqrt() * curvature * curvature.sqrt());
        }
        let u = saddle * curvature.sqrt();
        norm_cdf(w) + libm::exp(-0.5 * w * w) / (2.0 * PI).sqrt() * (1.0 / w - 1.0 / u)
    }

    /// The saddlepoint, where the sum of weight * gap / (1 - s gap) is 0; it rises from minus to plus infinity between the
    /// poles `low` and `high`. Newton's steps, halving where one would leave the bracket.
    fn saddle(&self, mut low: f64, mut high: f64) -> f64 {
        let mut s = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (gap, row) in self.gaps.iter().zip(&self.rows) {
                let tilted = gap / (1.0 - s * gap);
                value += row.weight * tilted;
                slope += row.weight * tilted * tilted;
            }
            if value < 0.0 {
                low = s;
            } else {
                high = s;
            }
            let step = s - value / slope;
            let next = if low < step && step < high {
                step
            } else {
                f64::midpoint(low, high)
            };
            if (next - s).abs() <= 1e-14 * next.abs() || !(low < next && next < high) {
                return next;
            }
            s = next;
        }
        s
    }
}

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
