//! Statistics: pure functions on numbers, each with its source. Knows no games, reads and writes nothing.
//!
//! The sample is always the game: players of one game are not independent. Sums are exact whole numbers as long as they
//! can be, logarithms and powers come from `libm`, so results are the same bits on every platform and for every number of
//! threads. Every function is checked against reference values made with other software (`tests/statistics.rs`).
//!
//! - `special`: normal, Student, chi-square, beta and binomial distribution; `numeric`, `matrix`: what they are made of
//! - `bounded`: the mean of bounded values with its interval, shares among them, at any size of sample
//! - `proportion`: one share of games and its interval; `fairness`: shares of wins against what is fair
//! - `length`: histograms of whole numbers; `seat`: advantage of a seat, tables of counts
//! - `paired`, `unpaired`: two variants, on the same seeds or not
//! - `betting`, `sums`: intervals that hold at every look; `sequential`: tests that stop by themselves
//! - `gate`: verdicts on a tolerance; `multiplicity`: many claims; `sizes`: games needed
//! - `rating`, `strength`: how strong bots are, how much skill and luck decide; `drama`: how games unfold
//! - `component`: what a tile or card is worth; `tuning`: searching for better rules

mod betting;
mod bounded;
mod component;
mod drama;
mod fairness;
mod gate;
mod length;
mod matrix;
mod multiplicity;
mod numeric;
mod paired;
mod proportion;
mod rating;
mod seat;
mod sequential;
mod sizes;
mod special;
mod strength;
mod sums;
mod tuning;
mod unpaired;

use serde::{Deserialize, Serialize};

pub use betting::{Bets, Claim, Evidence, Plan, bet_cs, bet_difference_cs, quantile_bet_cs};
pub use bounded::{mean_interval, ratio_interval};
pub use component::{
    Lift, MantelHaenszel, RiskRatio, Shrunk, Stratum, eb_shrink, lift_cluster, mantel_haenszel, risk_ratio,
};
pub use drama::{BeliefMetrics, TraceMetrics, belief_metrics, trace_metrics};
pub use fairness::{FairMode, FairRate, Fairness, fair_rates, fairness};
pub use gate::{Gate, GateStep, Sides, Tost, Verdict, tost_verdict, tost_z};
pub use length::{
    HistogramStats, QuantileInterval, QuantileRanks, dkw_epsilon, hist_stats, quantile, quantile_ci, quantile_ranks,
    quantile_ranks_normal,
};
pub use multiplicity::{Adjustment, adjust_p, e_bh, e_holm};
pub use numeric::variance;
pub use paired::{
    CrnReport, Difference, Mcnemar, NewcombePaired, PairSums, PairedMean, Pairs, crn_report, mcnemar, newcombe_paired,
    paired_mean, tango,
};
pub use proportion::{
    Familywise, Ratio, ShareInterval, Simultaneous, clopper_pearson, ratio_cluster, simultaneous_wilson, wilson,
    wilson_share, zero_count_upper,
};
pub use rating::{Ratings, TableWins, luce_fit, plackett_luce_fit};
pub use seat::{SeatTest, seat_test};
pub use sequential::{
    AsymptoticSequence, Gsprt, SprtBounds, SprtGate, SprtOc, asymptotic_cs, gsprt_llr, sprt_bounds, sprt_llr, sprt_oc,
};
pub use sizes::{min_tolerance, n_detection, n_equivalence, n_halfwidth};
pub use special::{beta_cdf, binom_cdf, chi2_sf, norm_cdf, norm_p, norm_ppf, t_p, t_ppf, z};
pub use strength::{
    Icc, MutualInformation, SeedGroup, SkillDepth, SkillIndex, elo_from_rate, icc_seed, mutual_information,
    skill_depth, skill_index,
};
pub use sums::Sums;
pub use tuning::{Rung, TuningLoss, halving_schedule, softmax_shares, tuning_loss};
pub use unpaired::{Sample, Welch, agresti_caffo, miettinen_nurminen, newcombe_independent, square_and_add, welch};

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
