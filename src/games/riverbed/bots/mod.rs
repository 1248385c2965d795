//! The table of bots of Riverbed Hunt.

use serde::Deserialize;

use super::Riverbed;
use crate::engine::{Bot, RandomBot};
use crate::games::{At, BotInfo, BotSpec, Fault};

/// Bots that a scenario may name.
pub const BOTS: &[BotInfo] = &[BotInfo {
    kind: "random",
    help: "any legal move, each equally likely",
    schema: || schemars::schema_for!(NoSettings),
}];

/// A bot without settings.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoSettings {}

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Riverbed>>, Vec<Fault>> {
    match spec.kind.as_str() {
        "random" => Ok(Box::new(RandomBot)),
        kind => Err(vec![Fault {
            at: At::Bot {
                name: name.to_owned(),
                path: vec!["kind".to_owned()],
            },
            message: format!("there is no kind of bot `{kind}`"),
            help: None,
        }]),
    }
}
