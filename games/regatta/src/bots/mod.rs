//! The bots of Hydra Regatta: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: thinks; made of [`chart`] (how far it is), [`plans`] (the turn ahead), [`dice`] and [`weights`]
//! - [`scripted`]: goes by a list of [`tactics`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

pub mod chart;
pub mod dice;
pub mod heuristic;
pub mod plans;
mod quantities;
pub mod scripted;
pub mod tactics;
pub mod weights;

#[cfg(test)]
mod tests;

pub use heuristic::HeuristicBot;
pub use quantities::QUANTITIES;
pub use scripted::{ScriptSettings, ScriptedBot};
pub use tactics::{TACTICS, TacticInfo};
pub use weights::Weights;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Regatta;
use balance_engine::{Bot, RandomBot};
use balance_kit::settings::{NoSettings, read, unknown_kind};
use balance_kit::{BotInfo, BotSpec, Fault};
use balance_kit::{script, search};

/// Bots that a scenario may name.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        kind: "random",
        help: "any legal move, each equally likely",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "scripted",
        help: "a list of tactics in `script`; the first that fits is played",
        schema: || script::published(schemars::schema_for!(ScriptSettings), TACTICS, QUANTITIES),
    },
    BotInfo {
        kind: "never-roll",
        help: "never rolls the second movement die and goes the shortest way",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "always-roll",
        help: "always rolls the second movement die and goes the shortest way",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "by-the-table",
        help: "rolls by the odds and weighs dots, Hydras, fish and favors plainly",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "dasher",
        help: "rolls by the odds and goes the shortest way, whatever lies on it",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "fisher",
        help: "goes where fish are and spends them on dice",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "hydra-shy",
        help: "keeps away from Hydras, lays them before others, and keeps a fish for them",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "collector",
        help: "goes where favors are",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "shipwright",
        help: "goes where wedges are and lays Hydras before others",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "heuristic",
        help: "looks through its whole turn, plays dice by expectation; its `weights` may be set",
        schema: || schemars::schema_for!(HeuristicSettings),
    },
    search::INFO,
];

/// The `[bots.X]` table of a heuristic bot.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HeuristicSettings {
    /// How it weighs things; what is left out keeps its default.
    #[serde(default)]
    weights: Weights,
}

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Regatta>>, Vec<Fault>> {
    let built_in = |script: &[&str]| -> Result<Box<dyn Bot<Regatta>>, Vec<Fault>> {
        read::<NoSettings>(name, spec)?;
        Ok(Box::new(ScriptedBot::read(name, script)?))
    };
    match spec.kind.as_str() {
        "random" => {
            read::<NoSettings>(name, spec)?;
            Ok(Box::new(RandomBot))
        }
        "scripted" => {
            let settings: ScriptSettings = read(name, spec)?;
            Ok(Box::new(ScriptedBot::read(name, &settings.script)?))
        }
        "never-roll" => built_in(scripted::NEVER_ROLL),
        "always-roll" => built_in(scripted::ALWAYS_ROLL),
        "by-the-table" => built_in(scripted::BY_THE_TABLE),
        "dasher" => built_in(scripted::DASHER),
        "fisher" => built_in(scripted::FISHER),
        "hydra-shy" => built_in(scripted::HYDRA_SHY),
        "collector" => built_in(scripted::COLLECTOR),
        "shipwright" => built_in(scripted::SHIPWRIGHT),
        "heuristic" => {
            let settings: HeuristicSettings = read(name, spec)?;
            Ok(Box::new(HeuristicBot::new(settings.weights)))
        }
        "search" => search::make(name, spec, make),
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
