//! The bots of the Mekong crossing: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: plans its programme whole (`programming`, [`plan`]) along its cheapest [`route`] ([`routes`] over the [`ground`], of
//!   which some are known) against what it expects of its `rivals` and what harms them, at a table of two against all that
//!   the other might lay (`duel`) or would lay by some script, by one of several policies; on open water it
//!   goes by a script, or by one of several (`sides`, `policies`)
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - [`scripted`]: goes by a list of [`tactics`] and `quantities`, by what it sees (`bearings`) and how far its programme
//!   would bring it (`march`); the other kinds are scripts, too
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod bearings;
mod duel;
mod features;
pub mod ground;
pub mod heuristic;
mod march;
pub mod plan;
mod policies;
pub mod programming;
mod quantities;
mod rivals;
pub mod route;
pub mod routes;
pub mod scripted;
mod sides;
pub mod tactics;
mod weights;

#[cfg(test)]
mod tests;

pub use heuristic::HeuristicBot;
pub use quantities::QUANTITIES;
pub use scripted::{ScriptSettings, ScriptedBot};
pub use tactics::{TACTICS, TacticInfo};
pub use weights::{ForTwo, Weights};

use schemars::JsonSchema;
use serde::Deserialize;

use policies::Policies;
use scripted::{EYE_ERROR, SAFETY};
use sides::BothSides;

use crate::Mekong;
use crate::rules::Side;
use balance_kit::search::Budget;
use balance_kit::{Bots, Made};

/// The `[bots.X]` table of a heuristic bot.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct HeuristicSettings {
    /// How it weighs things in games that it plans, on the side with islands; what is left out keeps its default.
    weights: Weights,
    /// The same for where it lays its cards at a table of two on islands; what is left out keeps its default.
    for_two: ForTwo,
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
            for_two: ForTwo::default(),
            eye_error: EYE_ERROR,
            safety: SAFETY,
        }
    }
}

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCHES: [Budget; 2] = [
    Budget {
        iterations: 16,
        width: 4,
        horizon: 1,
        caution: 1.0,
        give_up: 0,
        trifles: true,
        rivals: RIVALS,
    },
    Budget {
        iterations: 48,
        width: 8,
        horizon: 1,
        caution: 1.0,
        give_up: 0,
        trifles: false,
        rivals: &["heuristic"],
    },
];

/// What a search takes the others for.
const RIVALS: &[&str] = &["heuristic", "heuristic", "builder", "rusher", "saboteur", "careful"];

/// Bots that a scenario may name.
pub fn bots() -> Bots<Mekong> {
    Bots::new()
        .searched(features::evaluation(), SEARCHES)
        .scripted(TACTICS, QUANTITIES, |name, table: ScriptSettings| {
            let bot = ScriptedBot::read(name, &table.script, table.eye_error, table.safety)?;
            Ok(Box::new(bot))
        })
        .scripts(scripted::SCRIPTS, script)
        .kind("heuristic", "plans its programme along the cheapest way and hinders the leader, or goes by a script, by lot for every game or, on open water, always; its eye may be set, and for its plans on islands `weights`, beside `for-two`", |name, table: HeuristicSettings| {
            let HeuristicSettings {
                weights,
                for_two,
                eye_error,
                safety,
            } = table;
            let plan = || HeuristicBot::new(weights, for_two, eye_error, safety);
            let read = |lines: &[String]| ScriptedBot::read(name, lines, eye_error, safety);
            let policies = Policies::read(name)?;
            Ok(Box::new(BothSides {
                plan: plan(),
                islands: policies.mixes(Side::Islands, plan, read)?,
                water: policies.mixes(Side::Water, plan, read)?,
            }))
        })
        .by_default()
}

/// A bot that goes by one of the scripts above.
fn script(name: &str, lines: &[&str]) -> Made<Mekong> {
    Ok(Box::new(ScriptedBot::read(name, lines, EYE_ERROR, SAFETY)?))
}
