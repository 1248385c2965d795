//! Which bots of a game's league are the safest at a table, so that nobody has to guess which of them to believe.

use super::format;
use crate::games::{GameInfo, Mix, named};
use crate::table::{Configuration, Results};

/// Most bots of a mix that are named.
const NAMED: usize = 4;

/// The rules that a scenario sets for `configuration`.
pub fn rules_set(configuration: &Configuration) -> toml::Table {
    configuration.rules.join("\n").parse().unwrap_or_default()
}

/// Which bots of the game's league are the safest at the tables of a run, in words: none where the game's content says nothing, or
/// where it is another thing at each.
pub fn of_run(results: &Results) -> Option<String> {
    let tables = results
        .configurations
        .iter()
        .map(|each| (each.players, rules_set(each)));
    of_tables(named(&results.scenario.game)?, tables)
}

/// The same of `tables` of a game, each with its number of players and the rules that are set.
pub fn of_tables(game: &GameInfo, mut tables: impl Iterator<Item = (u32, toml::Table)>) -> Option<String> {
    let of = |(players, rules): (u32, toml::Table)| game.safest(players, &rules).ok()?;
    let mix = of(tables.next()?)?;
    let agrees = |table| of(table).is_some_and(|other| other.bots == mix.bots);
    tables.all(agrees).then(|| words(&mix))
}

/// What is known of a mix, as a sentence.
fn words(mix: &Mix) -> String {
    let mut bots = mix.bots.clone();
    bots.sort_by(|a, b| b.1.total_cmp(&a.1));
    let left_out = if mix.searching().next().is_none() {
        "; bots that search are too slow for it, and may play better"
    } else {
        ""
    };
    if let [(bot, _)] = &bots[..] {
        return format!(
            "With the published rules {bot} is the safest bot of the league at such a table: no other of it was found to gain among \
             its like{left_out}."
        );
    }
    let part = |(bot, part): &(String, f64)| format!("{bot} {}", format::percent(*part, 0));
    let more = bots.len().saturating_sub(NAMED);
    let mut parts: Vec<String> = bots.iter().take(NAMED).map(part).collect();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    format!(
        "With the published rules the safest mix of the league at such a table is {}: as nearly as was found, no other of its bots gains \
         among them{left_out}.",
        format::and(&parts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one mix is at every table is told, and what differs is not.
    #[test]
    fn one_mix_of_all_tables_is_told() {
        let said = |game: &str, players: &[u32]| {
            let tables = players.iter().map(|players| (*players, toml::Table::new()));
            of_tables(named(game).expect("a game"), tables)
        };
        let of = said("riverbed", &[4, 9]).expect("one mix");
        assert!(of.contains("rules heuristic is the safest bot"), "{of}");
        assert!(said("mekong", &[3]).is_some_and(|said| said.contains("is heuristic 61 %, skirmisher")));
        assert_eq!(said("mekong", &[2, 6]), None);
    }
}
