//! The bots of Riverbed Hunt: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: thinks; made of [`value`] (tiles, Co-op), [`outlook`] (the river as one seat knows it, and people),
//!   [`hunt_plan`] (Hunt and Con), [`hand`] (cards), and the turn
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - `scripted`: goes by a list of [`tactics`], each asked of the [`scene`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod features;
pub mod hand;
pub mod heuristic;
pub mod hunt_plan;
pub mod outlook;
mod quantities;
pub mod scene;
pub mod tactics;
pub mod value;

#[cfg(test)]
mod tests;

pub use heuristic::{HeuristicBot, Weights};

use heuristic::WeightTables;
use tactics::Tactic;

use crate::Riverbed;
use balance_kit::script::ScriptSettings;
use balance_kit::search::Budget;
use balance_kit::{Bots, HeuristicSettings};

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCHES: [Budget; 2] = [
    Budget {
        horizon: 5,
        give_up: 16,
        rivals: RIVALS,
        ..Budget::QUICK
    },
    Budget {
        iterations: 150,
        width: 8,
        horizon: 5,
        caution: 1.0,
        give_up: 16,
        trifles: false,
        rivals: RIVALS,
    },
];

/// What a search takes the others for.
const RIVALS: &[&str] = &["heuristic"];

pub fn bots() -> Bots<Riverbed> {
    Bots::new()
        .searched(features::evaluation(), SEARCHES)
        .scripted::<ScriptSettings, Tactic>(tactics::SCRIPTS, |table| (table.script, WeightTables::default()))
        .kind(
            "heuristic",
            "values tiles, remembers what it saw, judges people by what they reveal; its `weights` may be set",
            |_, table: HeuristicSettings<Weights>| Ok(Box::new(HeuristicBot::new(table.weights))),
        )
        .by_default()
}
