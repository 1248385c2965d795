//! A sequence for the mean of bounded values of which only the number, the sum and the sum of squares are known.
//!
//! The bets of [`super::betting`] multiply capital by `1 + c x` with `x = value / m - 1 >= -1`. Its logarithm is never below
//! `c x + (ln(1 - c) + c) x^2` (Fan, Grama and Liu 2015), which adds up from sums; so capital found in this way is never
//! more than the bets have, and all that holds of theirs holds of it. A range that is never reached still counts: values
//! that all are alike leave room for a rare one at its end, three in n games at most.

use super::Interval;
use super::betting::{BetClaim, LARGEST};
use super::special::bisect;
use core::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// Number of bets.
const BETS: usize = 32;

/// Number, sum and sum of squares of values, each between `least` and `most`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    /// Values.
    pub n: f64,
    /// Their sum.
    pub sum: f64,
    /// Sum of their squares, or more.
    pub squares: f64,
    /// No value can be smaller.
    pub least: f64,
    /// No value can be larger; infinite where nothing is known.
    pub most: f64,
}

impl Sums {
    /// Mean; 0 without values.
    pub fn mean(&self) -> f64 {
        if self.n > 0.0 { self.sum / self.n } else { 0.0 }
    }

    /// Variance; 0 without values.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        (self.squares / self.n.max(1.0) - mean * mean).max(0.0)
    }

    /// Logarithm of capital, at least, of the bets on `claim` about the candidate mean `m`. Half of it is bet on there being
    /// no rare large values, the rest evenly.
    pub fn log_capital(&self, m: f64, claim: BetClaim) -> f64 {
        // As values from 0 on, of which large ones speak for the claim.
        let (sum, squares, m) = match claim {
            BetClaim::Above => (
                self.sum - self.n * self.least,
                self.squares - 2.0 * self.least * self.sum + self.n * self.least * self.least,
                m - self.least,
            ),
            BetClaim::Below => (
                self.n * self.most - self.sum,
                self.squares - 2.0 * self.most * self.sum + self.n * self.most * self.most,
                self.most - m,
            ),
        };
        if m <= 0.0 {
            return if sum > 0.0 { f64::INFINITY } else { 0.0 };
        }
        if !sum.is_finite() {
            return 0.0;
        }
        let first = sum / m - self.n;
        let second = (squares / (m * m) - 2.0 * sum / m + self.n).max(0.0);
        let mut logs = [0.0; BETS];
        for (j, log) in logs.iter_mut().enumerate() {
            let half_steps = if j % 2 == 0 { 1.0 } else { FRAC_1_SQRT_2 } / (1u64 << (j / 2)) as f64;
            let (size, weight) = match j {
                0 => (LARGEST, -LN_2),
                _ => (half_steps, -LN_2 - libm::log((BETS - 1) as f64)),
            };
            *log = weight + size * first + (libm::log1p(-size) + size) * second;
        }
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum())
    }

    /// The means that are not refuted at level `alpha`, at any number of looks (Ville 1939).
    pub fn interval(&self, alpha: f64) -> Interval {
        let limit = libm::log(2.0 / alpha);
        let mean = self.mean();
        Interval {
            lo: self.end(mean, self.least, |m| self.log_capital(m, BetClaim::Above) >= limit),
            hi: self.end(mean, self.most, |m| self.log_capital(m, BetClaim::Below) >= limit),
        }
    }

    /// The refuted mean nearest to `from` on the way to `end`. The exact capital only grows on the way, this one may fall
    /// again: the first place where it is enough counts.
    fn end(&self, from: f64, end: f64, refuted: impl Fn(f64) -> bool) -> f64 {
        let way = end - from;
        if self.n <= 0.0 || !way.is_finite() || way == 0.0 {
            return end;
        }
        let mut near = 0.0;
        let halves = (1..80).rev().map(|step| libm::exp2(-f64::from(step) / 2.0));
        for far in halves.chain([0.8, 0.9, 0.95, 0.98, 0.99]) {
            if refuted(from + far * way) {
                return from + bisect(near, far, |share| !refuted(from + share * way)) * way;
            }
            near = far;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bets;
    use crate::special::Quarter;

    fn sums(rows: &[(f64, u64)], least: f64, most: f64) -> Sums {
        let of = |power: i32| {
            rows.iter()
                .map(|(value, games)| value.powi(power) * *games as f64)
                .sum::<f64>()
        };
        Sums {
            n: of(0),
            sum: of(1),
            squares: of(2),
            least,
            most,
        }
    }

    #[test]
    fn nothing_known_leaves_the_range() {
        let none = sums(&[], 0.0, 400.0).interval(0.05);
        assert!(none.lo.total_cmp(&0.0).is_eq() && none.hi.total_cmp(&400.0).is_eq());
        let endless = sums(&[(3.0, 1000)], 0.0, f64::INFINITY).interval(0.05);
        assert!(endless.hi.is_infinite() && endless.lo > 2.0);
    }

    /// A value of 400 in one of `n / 5` games would have shown itself; one in `n` may not have.
    #[test]
    fn values_that_are_all_alike_leave_room_for_rare_ones() {
        let found = sums(&[(16.0, 10_000)], 0.0, 400.0).interval(0.05);
        assert!(found.hi > 16.0 + 384.0 * 3.0 / 10_000.0, "{found:?}");
        assert!(found.hi < 16.0 + 384.0 * 5.0 / 10_000.0, "{found:?}");
        assert!(found.lo < 16.0 && found.lo > 15.98, "{found:?}");
    }

    #[test]
    fn turning_values_round_turns_the_interval() {
        let rows = [(1.0, 300), (2.0, 500), (7.0, 200)];
        let turned: Vec<(f64, u64)> = rows.iter().map(|(value, games)| (20.0 - value, *games)).collect();
        let (one, other) = (
            sums(&rows, 0.0, 20.0).interval(0.05),
            sums(&turned, 0.0, 20.0).interval(0.05),
        );
        assert!((one.lo + other.hi - 20.0).abs() < 1e-9 && (one.hi + other.lo - 20.0).abs() < 1e-9);
    }

    /// What is known of the capital is never more than the bets would have made of the values themselves, and in the range
    /// that matters not much less.
    #[test]
    fn the_interval_is_hardly_wider_than_that_of_the_values() {
        let rows = [(0.0, 4_000), (0.1, 3_000), (0.2, 2_000), (0.9, 1_000)];
        let (known, whole) = (
            sums(&rows, 0.0, 1.0).interval(0.05),
            Bets::new(None, 0.05).interval(&rows, 0.05),
        );
        let ratio = (known.hi - known.lo) / (whole.hi - whole.lo);
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
    }

    /// The sequence may ever miss the truth in 5 % of the runs.
    #[test]
    fn rarely_misses_over_many_looks() {
        let missed = Quarter::runs_that_miss(|rows| {
            let found = sums(rows, 0.0, 1.0).interval(0.05);
            !(found.lo..=found.hi).contains(&0.25)
        });
        assert!(missed <= 100, "{missed} of 2,000");
    }
}
