//! How many more games would settle what is open of a component.

use super::AblationPlan;
use super::record::rate;
use super::verdict::{Effect, Says};
use crate::tune::Differences;

/// More than so many times the games is not foreseen: a forecast carries no further.
const FAR: u64 = 10;

/// How many times the games would settle a figure of a component that is open, from what was counted of its blanks; none where more
/// than [`FAR`].
pub(super) fn times(
    of: &[&Differences],
    (figure, rotations): (usize, u32),
    plan: &AblationPlan,
    margin: f64,
    confidence: f64,
) -> Option<u64> {
    let open = |times: u64| {
        let effect = |counts: &&Differences| {
            let counts = counts.iter().map(|(by, deals)| (*by, deals * times)).collect();
            rate(&counts, figure, rotations, plan, 1, confidence)
        };
        let effects: Vec<Effect> = of.iter().map(effect).collect();
        Says::judge(&effects, margin) == Says::Open
    };
    (2..=FAR).find(|times| !open(*times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Margins;

    /// What is nearly known takes few games more, what lies on the margin takes very many.
    #[test]
    fn games_that_would_tell_are_foreseen() {
        let plan = AblationPlan {
            games: 1_000,
            margins: Margins::one(0.01),
            most: vec![Some(1)],
            shares: vec![true],
            pairs: false,
        };
        let asked = |of: &[(i64, u64)]| {
            let counts: Differences = of.iter().copied().collect();
            times(&[&counts], (0, 1), &plan, 0.01, 0.99)
        };
        assert!(asked(&[(-1, 90), (0, 1_800), (1, 110)]).is_some());
        // Neither shown to be there nor to be within the margin.
        assert_eq!(asked(&[(-1, 500), (0, 1_000), (1, 508)]), None);
    }
}
