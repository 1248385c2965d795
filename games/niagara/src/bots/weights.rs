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
    /// Share of a gem's worth that it has aboard just below the rope.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub aboard: f64,
    /// Share lost for each point beyond the best card still in hand.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub distance: f64,
    /// Share of a gem's worth that an empty canoe has beside its place.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub hope: f64,
    /// Share lost for each space between the canoe and the place.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub way: f64,
    /// Share of the best gem's worth that a canoe on the beach has.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub ashore: f64,
    /// Worth lost for each space between a canoe and land.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub deep: f64,
    /// Worth of taking a gem away from somebody.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub theft: f64,
    /// Worth of taking away the gem that would make somebody win.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub deny: f64,
    /// How likely somebody who can steal with a card lays it, in times of an even choice among his cards.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub thief: f64,
    /// Worth of others' falls, where the cloud decides them.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub spite: f64,
    /// Worth of keeping a card, for each of its points.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub keep: f64,
    /// Worth of the cloud or the lasso kept.
    #[schemars(range(min = -2.0, max = 2.0))]
    pub cloud: f64,
    /// Cards within this worth of the best are mixed.
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

/// Found by `balance bots weights --bot heuristic --against heuristic --games 1_600_000` at tables of two to five, seed 12.
impl Default for Weights {
    fn default() -> Self {
        Weights {
            canoe: 1.83,
            aboard: 0.81,
            distance: 0.29,
            hope: 0.22,
            way: 0.072,
            ashore: 0.046,
            deep: 0.0073,
            theft: 1.94,
            deny: 3.3,
            thief: 1.36,
            spite: 0.13,
            keep: 0.13,
            cloud: -0.17,
            mix: 0.18,
            nearest: 13.2,
            spread: 1.27,
            plain: 0.39,
            depth: 0.075,
            same: 1.37,
            different: 3.6,
        }
    }
}
