//! What a designer may turn on the heuristic bot. The unit is about what an ordinary gem on land is worth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the heuristic bot weighs things. The unit is about what an ordinary gem on land is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Worth of a canoe.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub canoe: f64,
    /// What a gem that comes a round later is still worth, in parts.
    #[schemars(range(min = 0.2, max = 0.99))]
    pub patience: f64,
    /// How far others may stray from the card that suits their canoes best.
    #[schemars(range(min = 0.01, max = 100.0))]
    pub doubt: f64,
    /// Worth of a gem in plans.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub usual: f64,
    /// Worth of taking a gem away from somebody.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub theft: f64,
    /// Worth of taking away the gem that would make somebody win.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub deny: f64,
    /// How likely somebody who can steal with a card lays it, in times of what suits his canoes.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub thief: f64,
    /// Worth of others' falls, where the cloud decides them.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub spite: f64,
    /// Cards within this part of a gem's worth of the best are mixed.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub mix: f64,
    /// Worth of being near the winning set that is nearest.
    #[schemars(range(min = 0.0, max = 50.0))]
    pub nearest: f64,
    /// Worth of being near each winning set.
    #[schemars(range(min = 0.0, max = 50.0))]
    pub spread: f64,
    /// Worth of any gem.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub plain: f64,
    /// How much harder a gem is to get for each space that it lies deeper.
    #[schemars(range(min = 0.0, max = 0.3))]
    pub depth: f64,
    /// How much harder a gem is to get that has to be of one colour.
    #[schemars(range(min = 0.1, max = 5.0))]
    pub same: f64,
    /// How much harder a gem is to get that has to be of a new colour.
    #[schemars(range(min = 0.1, max = 5.0))]
    pub different: f64,
}

/// Found by an evolution strategy as in `balance bots weights`, against itself and its predecessor at tables of three and four; `mix` so
/// that no seat gains by the likeness of all plans, and searches little.
impl Default for Weights {
    fn default() -> Self {
        Weights {
            canoe: 0.65,
            patience: 0.62,
            doubt: 0.84,
            usual: 2.24,
            theft: 1.44,
            deny: 15.0,
            thief: 1.66,
            spite: 0.39,
            mix: 0.3,
            nearest: 5.36,
            spread: 5.64,
            plain: 1.23,
            depth: 0.084,
            same: 4.06,
            different: 4.7,
        }
    }
}
