//! What the effects of a component say, and how many more games would settle what is open.

use serde::Serialize;

use crate::tune::{Differences, PairedFigure};
use balance_inference::table::Rate;

/// A difference with its interval; all of an ablation hold together.
pub type Effect = Rate;

/// What the effects of a component on a figure say, over its blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// More than the margin upwards, with every blank.
    Raises,
    /// The same downwards.
    Lowers,
    /// Upwards with every blank, by how much is open or less than the margin.
    RaisesSome,
    /// The same downwards.
    LowersSome,
    /// Up with one blank, down with another.
    Turns,
    /// Something with one blank, nothing beyond the margin with another.
    Hangs,
    /// Within the margin with every blank.
    Nothing,
    /// Not known yet.
    Open,
}

impl Says {
    pub(super) fn judge(effects: &[Effect], margin: f64) -> Self {
        let all = |test: &dyn Fn(&Effect) -> bool| !effects.is_empty() && effects.iter().all(test);
        let any = |test: &dyn Fn(&Effect) -> bool| effects.iter().any(test);
        let within = |effect: &Effect| effect.is_within(margin);
        let up = |effect: &Effect| effect.lo > 0.0;
        let down = |effect: &Effect| effect.hi < 0.0;
        if all(&within) {
            Says::Nothing
        } else if any(&up) && any(&down) {
            Says::Turns
        } else if all(&|effect| effect.lo > margin) {
            Says::Raises
        } else if all(&|effect| effect.hi < -margin) {
            Says::Lowers
        } else if all(&up) {
            Says::RaisesSome
        } else if all(&down) {
            Says::LowersSome
        } else if any(&within) && any(&|effect| effect.is_beyond(margin)) {
            Says::Hangs
        } else {
            Says::Open
        }
    }
}

/// More than so many times the games is not foreseen: a forecast carries no further.
const FAR: u64 = 10;

/// How many times the games would settle a figure of a component that is open, from what was counted of its blanks; none where more
/// than [`FAR`].
pub(super) fn times(of: &[&Differences], figure: &PairedFigure<'_>, margin: f64, confidence: f64) -> Option<u64> {
    let open = |times: u64| {
        let effect = |counts: &&Differences| {
            let counts = counts.iter().map(|(by, deals)| (*by, deals * times)).collect();
            figure.difference(&counts, confidence)
        };
        let effects: Vec<Effect> = of.iter().map(effect).collect();
        Says::judge(&effects, margin) == Says::Open
    };
    (2..=FAR).find(|times| !open(*times))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is nearly known takes few games more, what lies on the margin takes very many.
    #[test]
    fn games_that_would_tell_are_foreseen() {
        let figure = PairedFigure {
            now: &Differences::new(),
            rotations: 1,
            share: true,
        };
        let asked = |of: &[(i64, u64)]| {
            let counts: Differences = of.iter().copied().collect();
            times(&[&counts], &figure, 0.01, 0.99)
        };
        assert!(asked(&[(-1, 90), (0, 1_800), (1, 110)]).is_some());
        // Neither shown to be there nor to be within the margin.
        assert_eq!(asked(&[(-1, 500), (0, 1_000), (1, 508)]), None);
    }
}
