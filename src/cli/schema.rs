//! `balance schema`.

use super::Failure;
use crate::{games, scenario};

/// Prints the JSON Schema of scenarios, for editors
///
/// Save it with `> scenario.json`, and name it in the first line of a scenario: `#:schema scenario.json`.
/// Editors that know TOML then complete keys and explain them.
#[derive(clap::Args, Debug)]
pub struct Args {}

pub fn run(_args: &Args) -> Result<(), Failure> {
    let schema = scenario::schema(games::all());
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Input(error.to_string()))?;
    super::print_json(&(text + "\n"))
}
