//! What a designer may turn on the heuristic bot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the heuristic bot weighs things. A step along its way is worth about 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Worth of a step along the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub step: f32,
    /// Worth of a stone placed on the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub stone: f32,
    /// Worth of a plank laid on the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub plank: f32,
    /// Price of a plank that has to be laid elsewhere or is lost.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub waste: f32,
    /// Price of falling away from home.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub fall: f32,
    /// Worth of arriving.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub win: f32,
    /// How little a step is trusted over a plank laid in the same turn: 0 fully, 1 not at all.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub caution: f32,
    /// Worth of a dragon against the player who is nearest to the destination.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub dragon: f32,
    /// Worth of taking away a plank or a stone.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub remove: f32,
    /// How much the place of a dragon in the programme is left to whim, so that it cannot be foreseen.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub whim: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            step: 1.6,
            stone: 0.7,
            plank: 1.1,
            waste: 0.8,
            fall: 4.0,
            win: 100.0,
            caution: 0.2,
            dragon: 1.2,
            remove: 0.9,
            whim: 0.8,
        }
    }
}
