//! The bots of Niagara: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: thinks one round ahead, by its [`outlook`], and then by voyages planned ahead (`voyages`)
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - [`scripted`]: goes by a list of [`tactics`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod features;
pub mod heuristic;
pub mod outlook;
mod quantities;
pub mod scripted;
mod tables;
pub mod tactics;
mod voyages;
pub mod weights;

pub use heuristic::HeuristicBot;
pub use quantities::QUANTITIES;
pub use scripted::ScriptedBot;
pub use tactics::TACTICS;
pub use weights::Weights;

use crate::Niagara;
use balance_kit::script::ScriptSettings;
use balance_kit::search::Budget;
use balance_kit::{Bots, HeuristicSettings, Made};

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCHES: [Budget; 2] = [
    Budget {
        iterations: 20,
        width: 4,
        horizon: 3,
        caution: 1.0,
        give_up: 0,
        trifles: false,
        rivals: &[],
    },
    Budget {
        iterations: 24,
        width: 4,
        horizon: 3,
        caution: 1.0,
        give_up: 0,
        trifles: false,
        rivals: &[],
    },
];

/// Bots that a scenario may name.
pub fn bots() -> Bots<Niagara> {
    Bots::new()
        .searched(features::evaluation(), SEARCHES)
        .novice(0.1)
        .scripted(TACTICS, QUANTITIES, |name, table: ScriptSettings| {
            Ok(Box::new(ScriptedBot::read(name, &table.script)?))
        })
        .scripts(scripted::SCRIPTS, script)
        .kind(
            "heuristic",
            "looks one round ahead at flow, danger, gems and thieves; its `weights` may be set",
            |_, table: HeuristicSettings<Weights>| Ok(Box::new(HeuristicBot::new(table.weights))),
        )
        .by_default()
}

/// A bot that goes by one of the scripts above.
fn script(name: &str, lines: &[&str]) -> Made<Niagara> {
    Ok(Box::new(ScriptedBot::read(name, lines)?))
}
