//! The bots of the Mekong crossing: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: plans a programme whole ([`plan`]) along its cheapest way ([`routes`])
//!
//! The other kinds are the same planner with other aims. A bot sees a view and its own stream of chance, nothing else,
//! and keeps no memory.

pub mod heuristic;
pub mod plan;
pub mod routes;
mod weights;

#[cfg(test)]
mod tests;

pub use heuristic::HeuristicBot;
pub use weights::Weights;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Mekong;
use crate::engine::{Bot, RandomBot};
use crate::games::search;
use crate::games::settings::{NoSettings, read, unknown_kind};
use crate::games::{BotInfo, BotSpec, Fault};

/// Bots that a scenario may name.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        kind: "random",
        help: "any legal move, each equally likely",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "rusher",
        help: "builds and runs its shortest way, without a thought for others",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "careful",
        help: "steps onto nothing that was built in the same turn, and leaves the others alone",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "saboteur",
        help: "a dragon and a card for removing in every programme",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "builder",
        help: "values stones and planks more than steps",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "heuristic",
        help: "plans its programme along the cheapest way and hinders the leader; `weights` and its eye may be set",
        schema: || schemars::schema_for!(HeuristicSettings),
    },
    search::INFO,
];

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
            eye_error: 0.05,
            safety: 3.0,
        }
    }
}

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Mekong>>, Vec<Fault>> {
    let with = |weights: Weights| -> Result<Box<dyn Bot<Mekong>>, Vec<Fault>> {
        read::<NoSettings>(name, spec)?;
        let HeuristicSettings { eye_error, safety, .. } = HeuristicSettings::default();
        Ok(Box::new(HeuristicBot::new(weights, eye_error, safety)))
    };
    let base = Weights::default();
    match spec.kind.as_str() {
        "random" => {
            read::<NoSettings>(name, spec)?;
            Ok(Box::new(RandomBot))
        }
        "rusher" => with(Weights {
            dragon: -9.0,
            remove: -9.0,
            caution: 0.0,
            ..base
        }),
        "careful" => with(Weights {
            dragon: -9.0,
            remove: -9.0,
            caution: 1.0,
            ..base
        }),
        "saboteur" => with(Weights {
            dragon: 8.0,
            remove: 8.0,
            ..base
        }),
        "builder" => with(Weights {
            dragon: -9.0,
            remove: -9.0,
            stone: 2.0,
            plank: 3.0,
            step: 0.8,
            ..base
        }),
        "heuristic" => {
            let settings: HeuristicSettings = read(name, spec)?;
            Ok(Box::new(HeuristicBot::new(
                settings.weights,
                settings.eye_error,
                settings.safety,
            )))
        }
        "search" => search::make(name, spec, make),
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
