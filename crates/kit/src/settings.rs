//! Reading the `[bots.X]` table of a scenario, the same for every game.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::content::plainly;
use super::{At, BotInfo, BotSpec, Fault};

/// A bot without settings.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}

/// The settings of the bot `name`, from the keys of its table besides `kind`.
///
/// # Errors
/// What is wrong with the table.
pub fn read<T: DeserializeOwned>(name: &str, spec: &BotSpec) -> Result<T, Vec<Fault>> {
    spec.settings.clone().try_into().map_err(|error: toml::de::Error| {
        let (message, help) = plainly(error.message());
        vec![fault(name, Vec::new(), message, (!help.is_empty()).then_some(help))]
    })
}

/// Line `index` of the script of the bot `name` names no tactic; `nearest` is most like it.
pub fn unknown_tactic(name: &str, index: usize, tactic: &str, nearest: &dyn std::fmt::Display) -> Fault {
    fault(
        name,
        vec!["script".to_owned(), index.to_string()],
        format!("there is no tactic `{tactic}`"),
        Some(format!("did you mean `{nearest}`?")),
    )
}

/// There is no bot of this kind; the nearest of `bots` is named.
pub fn unknown_kind(name: &str, kind: &str, bots: &[BotInfo]) -> Vec<Fault> {
    let likeness = |info: &&BotInfo| strsim::jaro_winkler(kind, info.kind);
    let nearest = bots.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    vec![fault(
        name,
        vec!["kind".to_owned()],
        format!("there is no kind of bot `{kind}`"),
        nearest.map(|info| format!("did you mean `{}`?", info.kind)),
    )]
}

/// Something wrong at `path` of the table of the bot `name`.
pub fn fault(name: &str, path: Vec<String>, message: String, help: Option<String>) -> Fault {
    Fault {
        at: At::Bot {
            name: name.to_owned(),
            path,
        },
        message,
        help,
    }
}
