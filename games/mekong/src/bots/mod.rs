//! The bots of the Mekong crossing: who plays how, and what a scenario may set.
//!
//! - [`heuristic`]: plans a programme whole ([`plan`]) along its cheapest way ([`routes`]) against what it expects of its
//!   [`rivals`]; on open water it is a script ([`sides`])
//! - [`scripted`]: goes by a list of [`tactics`] and [`quantities`], by what it sees ([`bearings`]) and how far its programme
//!   would bring it ([`march`]); the other kinds are scripts, too
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod bearings;
pub mod heuristic;
mod march;
pub mod plan;
mod quantities;
mod rivals;
pub mod routes;
pub mod scripted;
mod sides;
pub mod tactics;
mod water;
mod weights;

#[cfg(test)]
mod tests;

pub use heuristic::HeuristicBot;
pub use quantities::QUANTITIES;
pub use scripted::{ScriptSettings, ScriptedBot};
pub use tactics::{TACTICS, TacticInfo};
pub use weights::Weights;

use schemars::JsonSchema;
use serde::Deserialize;

use scripted::{EYE_ERROR, SAFETY};
use sides::BothSides;

use super::Mekong;
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
        kind: "rusher",
        help: "builds its shortest way and steps onto each plank at once",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "rim-walker",
        help: "goes along the rim of the board, where fewer people meet",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "saboteur",
        help: "a dragon and a card for removing in every programme, against whoever is nearest to arriving",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "careful",
        help: "steps onto nothing that was laid in the same turn",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "builder",
        help: "builds its way almost to the end before it sets out",
        schema: || schemars::schema_for!(NoSettings),
    },
    BotInfo {
        kind: "heuristic",
        help: "plans its programme along the cheapest way and hinders the leader; its eye may be set, and its `weights` for islands",
        schema: || schemars::schema_for!(HeuristicSettings),
    },
    search::INFO,
];

/// The `[bots.X]` table of a heuristic bot.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct HeuristicSettings {
    /// How it weighs things on the side with islands; what is left out keeps its default.
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
            eye_error: EYE_ERROR,
            safety: SAFETY,
        }
    }
}

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Mekong>>, Vec<Fault>> {
    let built_in = |script: &[&str]| -> Result<Box<dyn Bot<Mekong>>, Vec<Fault>> {
        read::<NoSettings>(name, spec)?;
        Ok(Box::new(ScriptedBot::read(name, script, EYE_ERROR, SAFETY)?))
    };
    match spec.kind.as_str() {
        "random" => {
            read::<NoSettings>(name, spec)?;
            Ok(Box::new(RandomBot))
        }
        "scripted" => {
            let settings: ScriptSettings = read(name, spec)?;
            let bot = ScriptedBot::read(name, &settings.script, settings.eye_error, settings.safety)?;
            Ok(Box::new(bot))
        }
        "rusher" => built_in(scripted::RUSHER),
        "rim-walker" => built_in(scripted::RIM_WALKER),
        "saboteur" => built_in(scripted::SABOTEUR),
        "careful" => built_in(scripted::CAREFUL),
        "builder" => built_in(scripted::BUILDER),
        "heuristic" => {
            let settings: HeuristicSettings = read(name, spec)?;
            let HeuristicSettings {
                weights,
                eye_error,
                safety,
            } = settings;
            Ok(Box::new(BothSides {
                islands: HeuristicBot::new(weights, eye_error, safety),
                water: ScriptedBot::read(name, scripted::OPEN_WATER, eye_error, safety)?,
            }))
        }
        "search" => search::make(name, spec, make),
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
