//! What a designer may turn on the heuristic bot, and the tables made of it once per bot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::value::TrackChances;

/// How the heuristic bot weighs things. Gains are changes of its side's estimated chance to win: 0.1 is a tenth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// How much more an element counts the nearer its track is to the end: chances go as 1 / (still missing) to this
    /// power.
    #[schemars(range(min = 0.5, max = 4.0))]
    pub urgency: f32,
    /// How strong a rival the Profiteer, who plays alone, is taken to be: 1 as strong as a whole side.
    #[schemars(range(min = 0.05, max = 3.0))]
    pub profiteer: f32,
    /// Worth of an unseen tile between its average (0) and its better half (1).
    #[schemars(range(min = -1.0, max = 1.0))]
    pub risk: f32,
    /// Worth of a look at a tile, as a part of what the better tiles among the unseen gain.
    #[schemars(range(min = 0.0, max = 3.0))]
    pub look: f32,
    /// Worth of standing near unseen and good tiles.
    #[schemars(range(min = 0.0, max = 3.0))]
    pub place: f32,
    /// Worth of one more ability card in hand.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub draw: f32,
    /// Worth of turning an exhausted Dive or Swim face-up.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub refresh: f32,
    /// What a Co-op must promise before it is tried: the price of helping a stranger.
    #[schemars(range(min = -0.5, max = 0.5))]
    pub caution: f32,
    /// Least gain for which the one Uncover is spent.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub uncover: f32,
    /// What a Hunt must gain beyond an ordinary reveal when it does not win at once.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub hunt: f32,
    /// What a Con must gain beyond an ordinary reveal when it does not win at once.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub con: f32,
    /// How strongly reveals speak about a role: 0 believes only the counts of roles.
    #[schemars(range(min = 0.0, max = 4.0))]
    pub suspicion: f32,
    /// What it costs to show one's colours by a reveal while one's role is hidden.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub bluff: f32,
    /// Least gain for which a card is spent on turning a tile face-down.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub spoil: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            urgency: 1.8,
            profiteer: 0.3,
            risk: 0.0,
            look: 1.0,
            place: 0.6,
            draw: 0.012,
            refresh: 0.0,
            caution: 0.022,
            uncover: 0.16,
            hunt: -0.02,
            con: 0.03,
            suspicion: 1.0,
            bluff: 0.01,
            spoil: 0.08,
        }
    }
}

#[derive(Clone, Debug)]
pub struct WeightTables {
    pub weights: Weights,
    pub ladder: TrackChances,
}

impl WeightTables {
    pub fn new(weights: Weights) -> Self {
        WeightTables {
            weights,
            ladder: TrackChances::new(weights.urgency, weights.profiteer),
        }
    }
}

impl Default for WeightTables {
    fn default() -> Self {
        WeightTables::new(Weights::default())
    }
}
