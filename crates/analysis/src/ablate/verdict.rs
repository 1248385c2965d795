//! What the effects of a component say.

use serde::Serialize;

use crate::table::Rate;

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
