//! What was played of an ablation: differences deal by deal, in whole numbers.

use super::AblationPlan;
use crate::tune::{Differences, Version, difference};
use balance_engine::tally::Tally;
use balance_inference::table::Rate;

/// Components taken out one at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Singles {
    /// Deals that the game itself has played.
    pub deals: u64,
    /// Games in all.
    pub games: u64,
    /// The look that comes next.
    pub look: usize,
    /// Sums of the paired figures of the game itself.
    pub sums: Vec<u64>,
    /// All that was counted of the game itself, where the arena tells it.
    pub tally: Option<Tally>,
    /// One for each blank of each component.
    pub arms: Vec<BlankArm>,
}

/// A version of the game, held against the game itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BlankArm {
    pub version: Version,
    pub deals: u64,
    /// Is it known well enough?
    pub done: bool,
    /// By figure: the version less the game itself.
    pub differences: Vec<Differences>,
}

/// The mean difference of a figure with its interval at `confidence`, for a number of deals fixed beforehand.
pub(super) fn rate(
    differences: &Differences,
    figure: usize,
    rotations: u32,
    plan: &AblationPlan,
    confidence: f64,
) -> Rate {
    difference(differences, rotations, plan.most[figure], confidence)
}
