//! What a designer may turn on the heuristic bot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the heuristic bot weighs what a programme does.
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
    /// Price of falling, beside the steps lost.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub fall: f32,
    /// Worth of arriving.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub win: f32,
    /// What a later position takes off the worth of arriving.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub haste: f32,
    /// Worth of standing one step before the destination when the turn ends, with the way whole; less of it further off.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub near: f32,
    /// Worth of a dragon, whatever it cancels, divided among the rivals.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub dragon: f32,
    /// Share of what a dragon takes from the rival nearest to arriving that counts as own gain, divided among the rivals.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub spite: f32,
    /// Worth of taking away a plank or a stone, divided among the rivals.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub remove: f32,
    /// How many dragons are expected to be aimed at the own programme in a turn.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub dread: f32,
    /// How far a single rival is trusted to lay a dragon and a card for removing where it laid them in the turn before.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub habit: f32,
    /// How much worse a programme may be and still be drawn often, so that it cannot be foreseen.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub whim: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            step: 1.6,
            stone: 0.3,
            plank: 0.2,
            waste: 0.67,
            fall: 3.0,
            win: 45.0,
            haste: 1.27,
            near: 5.0,
            dragon: 0.1,
            spite: 0.3,
            remove: 0.5,
            dread: 2.0,
            habit: 0.5,
            whim: 1.0,
        }
    }
}
