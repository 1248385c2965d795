//! Statistics: pure functions on numbers, each with its source. Knows no games, reads and writes nothing.
//!
//! The sample is always the game: players of one game are not independent. Sums are exact whole numbers as long as they
//! can be, logarithms and powers come from `libm`, so results are the same bits on every platform and for every number of
//! threads. Many formulas are checked against reference values made with other software (`tests/statistics.rs`), the others by
//! what must hold of them.
//!
//! - `special`: normal and chi-square distribution
//! - `bounded`: the mean of bounded values with its interval, shares among them, at any size of sample, and differences of two
//!   numbers whose counts alone are known; `ratio`: one mean over another
//! - `length`: quantiles of whole numbers; `seat`: advantage of a seat
//! - `betting`, `sums`: intervals that hold at every look
//! - `rating`: how strong bots are, and how many levels of play they show
//! - `ridge`: least squares

mod betting;
mod bounded;
mod length;
mod rating;
mod ratio;
mod ridge;
mod seat;
mod special;
mod sums;

use serde::{Deserialize, Serialize};

pub use betting::{BetClaim, Bets, LogCapital, PlannedRun, bet_cs, bet_difference_cs, quantile_bet_cs};
pub use bounded::{furthest_apart, mean_interval, mean_within, ratio_interval, unseen};
pub use length::{QuantileInterval, QuantileRanks, quantile, quantile_ci, quantile_ranks, quantile_ranks_normal};
pub use rating::{Ratings, SkillDepth, TableWins, elo_from_rate, luce_fit, luce_intervals, skill_depth};
pub use ratio::{mean_ratio, square_and_add};
pub use ridge::ridge_fit;
pub use seat::{SeatTest, seat_test};
pub use special::{chi2_sf, norm_cdf, norm_ppf, t_quantile, variance, z};

pub use sums::Sums;

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Interval {
    /// The interval of everything up to `half` away from `centre`.
    pub fn around(centre: f64, half: f64) -> Self {
        Self {
            lo: centre - half,
            hi: centre + half,
        }
    }

    /// Everything from `lo` up.
    pub const fn from(lo: f64) -> Self {
        Self { lo, hi: f64::INFINITY }
    }

    /// Every number: nothing is known.
    pub const ANY: Interval = Interval {
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };

    /// All that a share can be.
    pub const SHARE: Interval = Interval { lo: 0.0, hi: 1.0 };

    /// All that a difference of shares can be.
    pub const CHANGE: Interval = Interval { lo: -1.0, hi: 1.0 };

    /// Both ends times as much.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            lo: self.lo * factor,
            hi: self.hi * factor,
        }
    }

    /// Half its width.
    pub fn half_width(&self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// What the difference to another quantity can be when both lie in their intervals; of two sequences at half the error
    /// level it is the sequence of the difference (Bonferroni).
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self {
            lo: self.lo - other.hi,
            hi: self.hi - other.lo,
        }
    }
}
