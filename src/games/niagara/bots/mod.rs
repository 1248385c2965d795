//! The bots of Niagara: who plays how, and what a scenario may set.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Niagara;
use crate::engine::{Bot, RandomBot};
use crate::games::{At, BotInfo, BotSpec, Fault};

/// Bots that a scenario may name.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        kind: "random",
        help: "any legal move, each equally likely",
        schema: || schemars::schema_for!(NoSettings),
    },
];

/// A bot without settings.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoSettings {}

/// Builds the bot `name` from its table.
///
/// # Errors
/// What is wrong with the table.
pub fn make(name: &str, spec: &BotSpec) -> Result<Box<dyn Bot<Niagara>>, Vec<Fault>> {
    match spec.kind.as_str() {
        "random" => {
            read::<NoSettings>(name, spec)?;
            Ok(Box::new(RandomBot))
        }
        kind => {
            let likeness = |info: &&BotInfo| strsim::jaro_winkler(kind, info.kind);
            let nearest = BOTS.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            Err(vec![fault(
                name,
                vec!["kind".to_owned()],
                format!("there is no kind of bot `{kind}`"),
                nearest.map(|info| format!("did you mean `{}`?", info.kind)),
            )])
        }
    }
}

/// The settings of a bot, from the other keys of its table.
fn read<T: DeserializeOwned>(name: &str, spec: &BotSpec) -> Result<T, Vec<Fault>> {
    spec.settings.clone().try_into().map_err(|error: toml::de::Error| {
        let message = error.message().lines().next().unwrap_or("this cannot be read");
        vec![fault(name, Vec::new(), message.to_owned(), None)]
    })
}

fn fault(name: &str, path: Vec<String>, message: String, help: Option<String>) -> Fault {
    Fault {
        at: At::Bot {
            name: name.to_owned(),
            path,
        },
        message,
        help,
    }
}
