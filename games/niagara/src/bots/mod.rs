//! The bots of Niagara: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: thinks one round ahead, by its [`outlook`] and its [`aims`]
//! - [`scripted`]: goes by a list of [`tactics`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

pub mod aims;
pub mod heuristic;
pub mod outlook;
mod quantities;
pub mod scripted;
pub mod tactics;

pub use heuristic::{HeuristicBot, Weights};
pub use quantities::QUANTITIES;
pub use scripted::{ScriptSettings, ScriptedBot};
pub use tactics::{TACTICS, TacticInfo};

use schemars::JsonSchema;
use serde::Deserialize;

use super::Niagara;
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
        kind: "violet-rush",
        help: "fetches the nearest gems again and again, for four of a colour",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "collector",
        help: "fetches whatever lies before the fork, and steals on its way",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "five-colours",
        help: "looks for colours it lacks, wherever they lie",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "pirate",
        help: "waits in the river for other people's gems",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "cautious",
        help: "loads near the rope and leaves the river when it can",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "weather-player",
        help: "moves the cloud to suit its own canoes",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "heuristic",
        help: "looks one round ahead at flow, danger, gems and thieves; its `weights` may be set",
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
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Niagara>>, Vec<Fault>> {
    let built_in = |script: &[&str]| -> Result<Box<dyn Bot<Niagara>>, Vec<Fault>> {
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
        "violet-rush" => built_in(scripted::VIOLET_RUSH),
        "collector" => built_in(scripted::COLLECTOR),
        "five-colours" => built_in(scripted::FIVE_COLOURS),
        "pirate" => built_in(scripted::PIRATE),
        "cautious" => built_in(scripted::CAUTIOUS),
        "weather-player" => built_in(scripted::WEATHER_PLAYER),
        "heuristic" => {
            let settings: HeuristicSettings = read(name, spec)?;
            Ok(Box::new(HeuristicBot::new(settings.weights)))
        }
        "search" => search::make(name, spec, make),
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
