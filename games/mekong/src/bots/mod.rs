//! The bots of the Mekong crossing: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: draws its programme whole (`plan`) along its cheapest way ([`routes`]), at a table of two
//!   against all that the other might lay (`contest`), and carries it out by tactics
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - `scripted`: goes by a list of [`tactics`] and `quantities`; the other kinds are scripts, too
//!
//! Both go by what they see (`bearings`) and how far a programme would bring them (`march`).
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod bearings;
mod contest;
mod features;
pub mod heuristic;
mod march;
mod plan;
pub mod quantities;
pub mod routes;
pub mod tactics;

#[cfg(test)]
mod tests;

pub use heuristic::{HeuristicBot, Weights};
pub use tactics::{Eye, ScriptSettings, ScriptedBot};

use schemars::JsonSchema;
use serde::Deserialize;

use tactics::Tactic;

use crate::Mekong;
use balance_kit::search::Budget;
use balance_kit::{Bots, script};

/// The `[bots.X]` table of a heuristic bot.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct HeuristicSettings {
    /// How it weighs things; what is left out keeps its default.
    weights: Weights,
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    #[schemars(range(min = 0.0, max = 0.5))]
    eye_error: f64,
    /// What it adds to a distance before it chooses a plank, in millimetres.
    #[schemars(range(min = 0.0, max = 50.0))]
    safety: f64,
}

impl Default for HeuristicSettings {
    fn default() -> Self {
        HeuristicSettings {
            weights: Weights::default(),
            eye_error: Eye::default().error,
            safety: Eye::default().safety,
        }
    }
}

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCH: Budget = Budget {
    iterations: 16,
    width: 4,
    horizon: 1,
    caution: 1.0,
    rivals: RIVALS,
    ..Budget::QUICK
};
const EXPERT: Budget = Budget {
    width: 6,
    trifles: false,
    rivals: &["heuristic"],
    ..SEARCH
};

/// What a search takes the others for.
const RIVALS: &[&str] = &["heuristic", "heuristic", "builder", "rusher", "saboteur", "careful"];

pub fn bots() -> Bots<Mekong> {
    Bots::new()
        .searched(features::evaluation(), [SEARCH, EXPERT])
        .scripted::<ScriptSettings, Tactic>(tactics::SCRIPTS, |table| {
            let (error, safety) = (table.eye_error, table.safety);
            (table.script, Eye { error, safety })
        })
        .kind("heuristic", "plans its programme along the cheapest way and hinders whoever is nearest to arriving; its eye and `weights` may be set", |name, table: HeuristicSettings| {
            let (error, safety) = (table.eye_error, table.safety);
            // What it does when cards are turned up is the same in every script.
            let lines = script::lines(tactics::SCRIPTS, "rusher");
            Ok(Box::new(HeuristicBot {
                weights: table.weights,
                tactics: ScriptedBot::read(name, &lines, Eye { error, safety })?,
            }))
        })
        .by_default()
}
