//! Statistics: pure functions on numbers, each with its source. Knows no games, reads and writes nothing.
//!
//! The sample is always the game: players of one game are not independent. Every function is checked against reference
//! values made with other software (`tests/statistics.rs`).

mod length;
mod proportion;
mod seat;
mod special;

use serde::{Deserialize, Serialize};

pub use length::{
    HistogramStats, QuantileInterval, QuantileRanks, dkw_epsilon, hist_stats, quantile, quantile_ci, quantile_ranks,
    quantile_ranks_normal,
};
pub use proportion::{
    Ratio, clopper_pearson, newcombe_independent, ratio_cluster, simultaneous_wilson, wilson, zero_count_upper,
};
pub use seat::{Fit, Wald, gof, share_wald};
pub use special::{chi2_sf, norm_cdf, norm_ppf, t_ppf, z};

/// An interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}
