//! Which game a scenario is of. Where its name is misspelt and one name is near, all else is held against that game.

use super::files::ExtendsChain;
use crate::games::GameInfo;
use balance_kit::schema::messages::{Quote, listed, remedy, suggest};
use balance_kit::schema::tree::{Field, Node, TomlTable};
use balance_kit::schema::tree::{Place, Problem, Sources};

/// The key.
const KEY: &str = "game";

/// Added to what is said of a misspelt name.
const TAKEN: &str = "The rest is held against that game";

/// The game of a scenario, of which all files of a chain must be, and what is wrong with its name.
pub(crate) fn find_game<'a>(
    chain: &ExtendsChain,
    games: &'a [GameInfo],
    sources: &Sources,
) -> (Option<&'a GameInfo>, Vec<Problem>) {
    let tables = &chain.tables;
    let mut problems = Vec::new();
    let named: Vec<&Node> = tables.iter().filter_map(|table| table.get(KEY)).collect();
    let unknown = named.iter().filter_map(|node| unknown(node, games));
    problems.extend(unknown);
    // What is no text is reported with the other keys.
    let keys: Vec<(&str, &Node)> = named.iter().filter_map(|node| Some((node.text()?, *node))).collect();
    for ((own, node), (other, _)) in keys.iter().zip(keys.iter().skip(1)) {
        let same = match (meant(own, games), meant(other, games)) {
            (Some(own), Some(other)) => own.key == other.key,
            _ => own == other,
        };
        if !same {
            let message = format!("the scenario that is extended here is of the game \"{other}\"");
            problems.push(
                Problem::located(&node.at, message).help("leave `game` out, or extend a scenario of the same game"),
            );
            // Its rules cannot be judged by those of this game.
            return (None, problems);
        }
    }
    if let Some((key, _)) = keys.first() {
        return (meant(key, games), problems);
    }
    if !named.is_empty() {
        return (None, problems);
    }
    // A misspelt key is told as what it is, and so is a line that cannot be read.
    let misspelt = tables
        .iter()
        .flat_map(|table| &table.fields)
        .filter(|field| is_misspelt(field));
    let misspelt: Vec<&Field> = misspelt.collect();
    let broken = chain
        .lost
        .iter()
        .find_map(|place| of_line(sources.written(place), games));
    let game = misspelt.iter().find_map(|field| meant(field.node.text()?, games));
    if !chain.broken && misspelt.is_empty() {
        problems.push(missing(tables, games));
    }
    (game.or(broken), problems)
}

/// The game of this name, or else the one that must be meant.
fn meant<'a>(name: &str, games: &'a [GameInfo]) -> Option<&'a GameInfo> {
    let by_title = || games.iter().find(|game| game.title.eq_ignore_ascii_case(name));
    let near = || {
        let near = suggest(name, games.iter().map(|game| game.key))?;
        games.iter().find(|game| game.key == near)
    };
    games
        .iter()
        .find(|game| game.key == name)
        .or_else(by_title)
        .or_else(near)
}

fn unknown(node: &Node, games: &[GameInfo]) -> Option<Problem> {
    let name = node.text()?;
    if games.iter().any(|game| game.key == name) {
        return None;
    }
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    let help = match meant(name, games) {
        Some(game) => Some(format!("did you mean \"{}\"? {TAKEN}", game.key)),
        None => remedy(name, &keys, "games", Quote::Text),
    };
    let message = format!("there is no game \"{}\"", name.escape_debug());
    Some(Problem::located(&node.at, message).maybe_help(help))
}

fn is_misspelt(field: &Field) -> bool {
    field.name != "games" && suggest(&field.name, [KEY]).is_some()
}

/// The game that a line names of which TOML makes nothing.
fn of_line<'a>(line: &str, games: &'a [GameInfo]) -> Option<&'a GameInfo> {
    let (key, name) = line.split_once(['=', ':'])?;
    let name = name.trim().trim_matches(|letter: char| !letter.is_alphanumeric());
    (key.trim() == KEY).then(|| meant(name, games)).flatten()
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
