//! Which game a scenario is of.

use super::files::ExtendsChain;
use crate::games::GameInfo;
use balance_kit::schema::messages::{Quote, listed, remedy, suggest};
use balance_kit::schema::tree::{Node, Place, Problem, TomlTable};

/// The key.
const KEY: &str = "game";

/// The game of a scenario, of which all files of a chain must be, and what is wrong with its name.
pub(crate) fn find_game<'a>(chain: &ExtendsChain, games: &'a [GameInfo]) -> (Option<&'a GameInfo>, Vec<Problem>) {
    let tables = &chain.tables;
    let named: Vec<&Node> = tables.iter().filter_map(|table| table.get(KEY)).collect();
    let mut problems: Vec<Problem> = named.iter().filter_map(|node| unknown(node, games)).collect();
    // What is no text is reported with the other keys.
    let keys: Vec<(&str, &Node)> = named.iter().filter_map(|node| Some((node.text()?, *node))).collect();
    for ((own, node), (other, _)) in keys.iter().zip(keys.iter().skip(1)) {
        if own != other {
            let message = format!("the scenario that is extended here is of the game \"{other}\"");
            let help = "leave `game` out, or extend a scenario of the same game";
            problems.push(Problem::located(&node.at, message).help(help));
            // Its rules cannot be judged by those of this game.
            return (None, problems);
        }
    }
    // A misspelt key is told as what it is.
    let mut fields = tables.iter().flat_map(|table| &table.fields);
    let misspelt = fields.any(|field| field.name != "games" && suggest(&field.name, [KEY]).is_some());
    if named.is_empty() && !misspelt {
        problems.push(missing(tables, games));
    }
    let game = keys
        .first()
        .and_then(|(key, _)| games.iter().find(|game| game.key == *key));
    (game, problems)
}

fn unknown(node: &Node, games: &[GameInfo]) -> Option<Problem> {
    let name = node.text()?;
    if games.iter().any(|game| game.key == name) {
        return None;
    }
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    let message = format!("unknown game \"{}\"", name.escape_debug());
    Some(Problem::located(&node.at, message).maybe_help(remedy(name, &keys, "games", Quote::Text)))
}

fn missing(tables: &[TomlTable], games: &[GameInfo]) -> Problem {
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    let first = tables.first().and_then(|table| table.fields.first());
    let place = first.map_or(Place::new(0, 0..0), |field| field.key.clone());
    let help = format!(
        "add, say, game = \"{}\"; games: {}",
        keys.first().unwrap_or(&""),
        listed(&keys, Quote::Text)
    );
    Problem::located(&place, "`game` is missing").help(help)
}
