//! What would settle what is open of a component: more games, or a lower cap on their length.

use super::AblationPlan;
use super::record::{Singles, rate};
use super::verdict::{Effect, Says};
use crate::tune::Differences;
use balance_stats::lower_cap;

/// More than so many times the games is not foreseen: a forecast carries no further.
pub const FAR: u64 = 10;

/// What would settle an open figure of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// So many times the games, if the figures stay as they are.
    Times(u64),
    /// The same games, had the cap been lower than it is.
    Cap {
        /// The cap as it is.
        is: u32,
        /// A cap that no game of these would have come near.
        lower: u32,
    },
    /// More than [`FAR`] times the games.
    Far,
}

/// What would settle a figure of a component that is open, from what was counted of its blanks; `lower` is the cap that no game
/// comes near.
pub(super) fn settles(
    of: &[&Differences],
    (figure, rotations): (usize, u32),
    plan: &AblationPlan,
    margin: f64,
    confidence: f64,
    lower: Option<u32>,
) -> Settles {
    let open = |times: u64, plan: &AblationPlan| {
        let effect = |counts: &&Differences| {
            let counts = counts.iter().map(|(by, deals)| (*by, deals * times)).collect();
            rate(&counts, figure, rotations, plan, 1, confidence)
        };
        let effects: Vec<Effect> = of.iter().map(effect).collect();
        Says::judge(&effects, margin) == Says::Open
    };
    if let Some(times) = (2..=FAR).find(|times| !open(*times, plan)) {
        return Settles::Times(times);
    }
    if let (Some(is), Some(lower)) = (plan.most[figure], lower) {
        let mut under = plan.clone();
        under.most[figure] = Some(lower);
        if !open(1, &under) {
            return Settles::Cap { is, lower };
        }
    }
    Settles::Far
}

/// The lower cap on a length that no game that was played comes near; none where it is not known how long these were, or it would
/// be no lower.
pub(super) fn cap(singles: &Singles, plan: &AblationPlan, figure: usize, rotations: u32) -> Option<u32> {
    // Of several rotations only the sum of their differences is known.
    if plan.shares[figure] || rotations != 1 {
        return None;
    }
    let rows = singles.tally.as_ref()?.turns.rows();
    let longest = rows.filter(|(_, games)| *games > 0).map(|(length, _)| length).max()?;
    let least = singles
        .arms
        .iter()
        .filter_map(|arm| arm.differences[figure].keys().next());
    // A version's game is longer than that of the same deal by its difference.
    let more = least.map(|by| by.saturating_neg().max(0)).max().unwrap_or(0);
    lower_cap(longest.saturating_add(u32::try_from(more).ok()?), plan.most[figure]?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Margins;

    fn plan(share: bool, most: u32) -> AblationPlan {
        AblationPlan {
            games: 1_000,
            margins: Margins::one(0.01),
            most: vec![Some(most)],
            shares: vec![share],
            pairs: false,
        }
    }

    fn asked(of: &[(i64, u64)], plan: &AblationPlan, lower: Option<u32>) -> Settles {
        let counts: Differences = of.iter().copied().collect();
        settles(&[&counts], (0, 1), plan, 0.01, 0.99, lower)
    }

    /// What is nearly known takes few games more, what lies on the margin takes very many.
    #[test]
    fn games_that_would_tell_are_foreseen() {
        let near = asked(&[(-1, 90), (0, 1_800), (1, 110)], &plan(true, 1), None);
        assert!(matches!(near, Settles::Times(2..=10)), "{near:?}");
        // Neither shown to be there nor to be within the margin.
        let far = asked(&[(-1, 500), (0, 1_000), (1, 508)], &plan(true, 1), None);
        assert_eq!(far, Settles::Far);
    }

    /// Where only a long cap leaves a length open more games are no answer, and a lower cap is one.
    #[test]
    fn a_cap_that_leaves_a_length_open_is_told_apart() {
        let halves = [(-1, 1_500), (0, 1_500)];
        let long = plan(false, 400_000);
        assert_eq!(asked(&halves, &long, Some(60)), Settles::Cap { is: 400_000, lower: 60 });
        assert_eq!(asked(&halves, &long, None), Settles::Far);
    }
}
