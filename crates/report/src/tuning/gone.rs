//! What a version takes out of the game: what happens with the present rules and never in the games of the version.

use crate::findings::in_words;
use crate::format;
use balance_analysis::tune::{Confirmed, Event, Games};

use super::label;

/// Of more than these only the number is told.
const NAMED: usize = 3;

/// What happens no more with a finalist, in the words of the game; what never succeeds since nobody can try is not told.
pub(super) fn gone(games: &Games, confirmed: &Confirmed, finalist: usize) -> Vec<String> {
    let gone: Vec<&Event> = confirmed
        .gone(finalist)
        .iter()
        .map(|event| &games.events[*event])
        .collect();
    let tried = |event: &&&Event| {
        let tries = |other: &&Event| other.table == event.table && Some(other.counter.key) == event.counter.of;
        !gone.iter().any(tries)
    };
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for event in gone.iter().filter(tried) {
        let (what, table) = (words(games, event), games.tables[event.table].as_str());
        match told.iter_mut().find(|known| known.0 == what) {
            Some(known) => known.1.push(table),
            None => told.push((what, vec![table])),
        }
    }
    let at = |(what, tables): (String, Vec<&str>)| {
        let some = (tables.len() < games.tables.len()).then(|| tables.join(", "));
        label(some.as_deref(), &format!("“{what}”"))
    };
    told.into_iter().map(at).collect()
}

fn words(games: &Games, event: &Event) -> String {
    let known = |key: &str| {
        let mut all = games.events.iter().map(|other| (other.table, other.counter));
        let whole = all
            .find(|(table, counter)| *table == event.table && counter.key == key)?
            .1;
        Some((whole.help, whole.of))
    };
    in_words(event.counter.help, event.counter.of, &known)
}

/// `“ability cards played” happened in none of its games`.
pub(super) fn told(gone: &[String]) -> Option<String> {
    let rest = gone.len().saturating_sub(NAMED);
    let rest = (rest > 0).then(|| format!("{rest} more"));
    let named: Vec<String> = gone.iter().take(NAMED).cloned().chain(rest).collect();
    (!named.is_empty()).then(|| format!("{} happened in none of its games", format::and(&named)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_no_more_is_told_in_few_words() {
        let all = ["“cards played”", "“falls”", "“swims”", "“dives”", "“cons”"].map(str::to_owned);
        assert_eq!(told(&[]), None);
        assert_eq!(
            told(&all[..1]).as_deref(),
            Some("“cards played” happened in none of its games")
        );
        assert_eq!(
            told(&all[..2]).as_deref(),
            Some("“cards played” and “falls” happened in none of its games")
        );
        assert_eq!(
            told(&all).as_deref(),
            Some("“cards played”, “falls”, “swims” and 2 more happened in none of its games")
        );
    }
}
