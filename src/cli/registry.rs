//! The games of the shelf, as commands name them.

use serde_json::Value;

use super::Failure;
use balance_analysis::games::{self, GameInfo, program};
use balance_kit::schema::messages::suggest;

/// The game of this key.
///
/// # Errors
/// There is none.
pub fn game(key: &str) -> Result<&'static GameInfo, Failure> {
    games::named(key).ok_or_else(|| unknown(key))
}

/// The game of this key, or all.
///
/// # Errors
/// As [`game`].
pub fn chosen(key: Option<&str>) -> Result<Vec<&'static GameInfo>, Failure> {
    match key {
        None => Ok(games::all().iter().collect()),
        Some(key) => Ok(vec![game(key)?]),
    }
}

fn unknown(key: &str) -> Failure {
    let keys: Vec<&str> = games::all().iter().map(|game| game.key).collect();
    let near = suggest(key, keys.iter().copied());
    let meant = near.map_or(". ".to_owned(), |near| format!("; did you mean `{near}`? "));
    Failure::Input(format!(
        "there is no game `{key}`{meant}The games are {}.",
        keys.join(", ")
    ))
}

/// Refuses a number of players that a game is not for.
///
/// # Errors
/// Where so many do not play it.
pub fn may_play(game: &GameInfo, players: Option<u8>) -> Result<(), Failure> {
    if let Some(players) = players.filter(|players| !game.players.contains(players)) {
        let (least, most) = (game.players.start(), game.players.end());
        let more = most_players(game).map(|possible| {
            let key = game.key;
            format!(
                "; up to {possible} with other rules, which `{} list rules {key}` names under players",
                program()
            )
        });
        return Err(Failure::Input(format!(
            "--players {players}: {} is for {least} to {most} players{}",
            game.title,
            more.unwrap_or_default()
        )));
    }
    Ok(())
}

/// Most players, where other rules than the default allow more.
pub fn most_players(game: &GameInfo) -> Option<u64> {
    let schema = (game.rules_schema)();
    let possible = schema.pointer("/properties/players/maximum").and_then(Value::as_u64)?;
    (possible > u64::from(*game.players.end())).then_some(possible)
}
