//! The bots of Hydra Regatta: who plays how, and what a scenario may set.
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

use super::Regatta;
use crate::engine::{Bot, RandomBot};
use crate::games::settings::{NoSettings, read, unknown_kind};
use crate::games::{BotInfo, BotSpec, Fault};

/// Bots that a scenario may name.
pub const BOTS: &[BotInfo] = &[BotInfo {
    kind: "random",
    help: "any legal move, each equally likely",
    schema: || schemars::schema_for!(NoSettings),
}];

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Regatta>>, Vec<Fault>> {
    match spec.kind.as_str() {
        "random" => {
            read::<NoSettings>(name, spec)?;
            Ok(Box::new(RandomBot))
        }
        kind => Err(unknown_kind(name, kind, BOTS)),
    }
}
