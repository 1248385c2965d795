//! The bots of Riverbed Hunt: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: thinks; made of [`weights`], [`value`] (tiles), [`outlook`] (the river as one seat knows it),
//!   [`belief`] (people), [`partner`] (Co-op), [`spree`] (Hunt and Con), [`hand`] (cards), and the turn
//! - [`scripted`]: goes by a list of [`tactics`], each asked of the [`scene`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

pub mod belief;
pub mod hand;
pub mod heuristic;
pub mod outlook;
pub mod partner;
mod quantities;
pub mod scene;
pub mod scripted;
pub mod spree;
pub mod tactics;
mod turn;
pub mod value;
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

use super::Riverbed;
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
        kind: "loyal-diver",
        help: "looks before anybody reveals, and asks the Chief",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "gambler",
        help: "uncovers and co-ops blindly, hunts and cons at the first chance, never looks",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "hoarder",
        help: "swims for cards and keeps them, reveals late, hunts and cons at the first chance",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "heuristic",
        help: "values tiles, remembers what it saw, judges people by what they reveal; its `weights` may be set",
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
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Riverbed>>, Vec<Fault>> {
    let built_in = |script: &[&str]| -> Result<Box<dyn Bot<Riverbed>>, Vec<Fault>> {
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
        "loyal-diver" => built_in(scripted::LOYAL_DIVER),
        "gambler" => built_in(scripted::GAMBLER),
        "hoarder" => built_in(scripted::HOARDER),
        "heuristic" => {
            let settings: HeuristicSettings = read(name, spec)?;
            Ok(Box::new(HeuristicBot::new(settings.weights)))
        }
        "search" => search::make(name, spec, make),
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
