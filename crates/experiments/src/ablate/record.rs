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
    /// By figure: the game itself less the version.
    pub differences: Vec<Differences>,
}

/// Two components taken out together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PairGames {
    /// Indices of the components, strongest first.
    pub strong: Vec<usize>,
    /// The version without each of them.
    pub singles: Vec<Version>,
    /// Deals that each version has played.
    pub deals: u64,
    pub games: u64,
    pub together: Vec<Together>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Together {
    /// Two indices into [`PairGames::strong`].
    pub of: [usize; 2],
    pub version: Version,
    /// By figure, what the first does where the second is out.
    pub first: Vec<Differences>,
    /// What the second does where the first is out.
    pub second: Vec<Differences>,
    /// What the first does, less what it does where the second is out.
    pub more: Vec<Differences>,
}

/// The mean difference of a figure with its interval at `confidence`, for a number of deals fixed beforehand. `times`: how
/// many times the range of the figure a difference can span.
pub(super) fn rate(
    differences: &Differences,
    figure: usize,
    rotations: u32,
    plan: &AblationPlan,
    times: u32,
    confidence: f64,
) -> Rate {
    difference(
        differences,
        rotations,
        plan.most[figure].map(|most| most * times),
        confidence,
    )
}
