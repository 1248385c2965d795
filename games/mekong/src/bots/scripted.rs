//! The scripts that come with the game, and what a script of a designer may set.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tactics::Tactic;
use crate::Mekong;
use balance_kit::script;

#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    pub error: f64,
    /// What is added to a distance before a plank is chosen, in millimetres.
    pub safety: f64,
}

impl Default for Eye {
    fn default() -> Self {
        Eye {
            error: 0.05,
            safety: 3.0,
        }
    }
}

/// The `[bots.X]` table of a scripted bot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScriptSettings {
    /// Tactics from most to least urgent; of the first that offers a legal move, the best such move is played. `any`
    /// is implied at the end.
    /// A line may end in conditions: `TACTIC if turn > 3 and hand has CARD`.
    #[schemars(length(min = 1))]
    pub script: Vec<String>,
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    #[schemars(range(min = 0.0, max = 0.5))]
    #[serde(default = "eye_error")]
    pub eye_error: f64,
    /// What it adds to a distance before it chooses a plank, in millimetres.
    #[schemars(range(min = 0.0, max = 50.0))]
    #[serde(default = "safety")]
    pub safety: f64,
}

fn eye_error() -> f64 {
    Eye::default().error
}

fn safety() -> f64 {
    Eye::default().safety
}

pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

pub type ScriptedBot = script::ScriptedBot<Mekong, Tactic>;
