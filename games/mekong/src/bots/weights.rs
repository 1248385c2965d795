//! What a designer may turn on the heuristic bot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the heuristic bot weighs things. A step along its way is worth about 1. At a table of two on islands `for-two` says it
/// where cards are laid.
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
    /// How little a step is trusted over a plank laid in the same turn: 0 fully, 1 not at all.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub caution: f32,
    /// What a rival's step along its way is thought to be worth to it.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub lead: f32,
    /// Worth of a dragon, whomever it hits.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub dragon: f32,
    /// Share of what a dragon takes from its target that counts as own gain.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub spite: f32,
    /// Worth of taking away a plank or a stone, whatever it is.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub remove: f32,
    /// Share of what removing takes from others that counts as own gain.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub loot: f32,
    /// How fast the wish to hinder somebody fades with the number of those who may do so instead.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub crowd: f32,
    /// How much the player nearest to arriving matters more than the others, per step.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub leader: f32,
    /// How many dragons are expected to be aimed at the own programme in a turn.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub dread: f32,
    /// How much a programme is left to whim, so that it cannot be foreseen.
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
            fall: 0.75,
            win: 45.0,
            haste: 1.27,
            near: 2.5,
            caution: 0.1,
            lead: 0.34,
            dragon: 0.12,
            spite: 0.12,
            remove: 0.63,
            loot: 0.055,
            crowd: 0.32,
            leader: 0.17,
            dread: 2.0,
            whim: 0.19,
        }
    }
}

/// How the heuristic bot weighs things where it lays its cards at a table of two on islands: it works out what both might lay, and
/// what they come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ForTwo {
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
    /// Worth of standing one step before the destination when the turn ends, with the way whole; less of it further off.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub near: f32,
    /// Price of what is left to go when the turn begins, for each step.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub left: f32,
    /// Worth of a plank that is still in the reserve when the turn ends.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub reserve: f32,
    /// How much more than to the other what was gained in a turn is worth to who begins the next, as a part of it.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub begins: f32,
    /// Lead in all these that is worth half a game.
    #[schemars(range(min = 0.1, max = 1000.0))]
    pub lead: f32,
    /// How far the other is trusted to lay a dragon and a card for removing where it laid them in one of the two turns before: 0 not
    /// at all, 1 fully.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub habit: f32,
    /// How much is left to whim, so that it cannot be foreseen: a programme that is worth so much less than the best is laid e times
    /// less often, where a won game is worth 1 and a lost one -1. At 0 it lays the mix that it thinks neither gains from leaving.
    #[schemars(range(min = 0.0, max = 2.0))]
    pub whim: f32,
}

impl ForTwo {
    /// What the model of a way weighs by.
    pub fn of_way(&self, weights: &Weights) -> Weights {
        Weights {
            step: self.step,
            stone: self.stone,
            plank: self.plank,
            waste: self.waste,
            fall: self.fall,
            near: self.near,
            ..*weights
        }
    }
}

impl Default for ForTwo {
    fn default() -> Self {
        ForTwo {
            step: 0.858,
            stone: 1.55,
            plank: 0.153,
            waste: 0.237,
            fall: 0.0,
            near: 5.22,
            left: 2.16,
            reserve: -1.32,
            begins: -0.0518,
            lead: 9.26,
            habit: 1.0,
            whim: 0.03,
        }
    }
}
