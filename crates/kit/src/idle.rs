//! What the rules of a configuration set without effect.

use std::collections::BTreeSet;

use crate::entries::{self, Entry};
use crate::guest::read;
use crate::{ContentKey, Contents, Guest, Mistake, Setup};

/// What the rules of a configuration set without effect: keys that change nothing, and changed entries of its content that are
/// not in play, neither before the change nor after it.
///
/// # Errors
/// What is wrong with the configuration.
pub(crate) fn idle<G: Guest>(setup: &Setup) -> Result<Vec<Mistake>, Vec<Mistake>> {
    let rules = entries::without(&setup.rules, G::CONTENT);
    let mut idle = read::<G>(setup)?.idle(&rules);
    let changed: Vec<Vec<String>> = entries::changed(&setup.rules, G::CONTENT);
    if changed.is_empty() {
        return Ok(idle);
    }
    let plain = Setup { rules, ..setup.clone() };
    let played: BTreeSet<String> = [in_play::<G>(&plain)?, in_play::<G>(setup)?]
        .into_iter()
        .flatten()
        .collect();
    let unplayed = changed.into_iter().filter(|path| !played.contains(&path.join(".")));
    idle.extend(unplayed.map(|path| {
        let key = path.join(".");
        let message = format!("`{key}` has no effect: this is not in play at this table");
        let elsewhere = |players: &u8| {
            let setup = plain.clone().with_rule("players", i64::from(*players));
            in_play::<G>(&setup).is_ok_and(|played| played.contains(&key))
        };
        let tables: Vec<String> = G::PLAYERS
            .filter(elsewhere)
            .map(|players| players.to_string())
            .collect();
        let help = match tables.split_last() {
            None => "leave it out, or change one that is in play".to_owned(),
            Some((last, [])) => {
                format!("it is in play with {last} players; here leave it out, or change one that is in play")
            }
            Some((last, rest)) => format!(
                "it is in play with {} or {last} players; here leave it out, or change one that is in play",
                rest.join(", ")
            ),
        };
        Mistake::rule(&key, message, help)
    }));
    Ok(idle)
}

/// The keys of the entries of content that are in play in a configuration.
///
/// # Errors
/// What is wrong with the configuration.
pub(crate) fn in_play<G: Guest>(setup: &Setup) -> Result<BTreeSet<String>, Vec<Mistake>> {
    let contents = Contents::of(setup, G::CONTENT)?;
    let sheet = read::<G>(setup)?.sheet(&contents);
    let all = |key: &'static ContentKey| entries::entries(contents.text(key.key), key);
    let all: Vec<Entry> = G::CONTENT.iter().flat_map(all).collect();
    let played = entries::in_play(all, &sheet.components);
    Ok(played.into_iter().map(|entry| entry.key).collect())
}
