//! What a designer chooses between: versions of the game, each at all the tables at which it was played.

use balance_analysis::scenario::{BETWEEN_VALUES, OF_CELL};
use balance_analysis::table::{Configuration, Results};

/// A version of the game: what differs in the number of players, in seats or in bots alone is one version at several tables.
#[derive(Clone, Debug)]
pub struct Version<'r> {
    /// What it is called in a sentence.
    pub name: String,
    /// It at each table, in the order of the run; a variant that is played at some tables alone is at the others what its base is.
    pub tables: Vec<&'r Configuration>,
}

impl<'r> Version<'r> {
    /// It beside another, table by table.
    pub fn beside<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (&'r Configuration, &'r Configuration)> + 'a {
        self.tables.iter().filter_map(|mine| {
            let same = |each: &&&'r Configuration| circumstances(each).eq(circumstances(mine));
            Some((*mine, *other.tables.iter().find(same)?))
        })
    }
}

/// The versions of a run among which a designer of rules can choose: those that the bots of the first play. Who plays is no rule.
pub fn of_rules(results: &Results) -> Vec<Version<'_>> {
    let mut all = versions(results);
    if let Some(base) = all.first().cloned() {
        all.retain(|each| each.beside(&base).all(|(each, base)| each.has_bots_of(base)));
    }
    all
}

/// Every version of a run, that of the first configuration first.
pub fn versions(results: &Results) -> Vec<Version<'_>> {
    let all = &results.configurations;
    let mut found: Vec<Vec<&Configuration>> = Vec::new();
    for each in all {
        match found.iter_mut().find(|tables| is_same(tables[0], each)) {
            Some(tables) => tables.push(each),
            None => found.push(vec![each]),
        }
    }
    let base_of = |each: &Configuration| {
        let base = |tables: &&Vec<&Configuration>| tables[0].variant.is_none() && choices(tables[0]).eq(choices(each));
        found.iter().find(base).cloned().unwrap_or_default()
    };
    let whole = found.iter().map(|own| {
        let first = own[0];
        let mut tables = own.clone();
        if first.variant.is_some() && !first.cell.is_empty() {
            tables = base_of(first);
            for own in own {
                match tables
                    .iter_mut()
                    .find(|each| circumstances(each).eq(circumstances(own)))
                {
                    Some(there) => *there = own,
                    None => tables.push(own),
                }
            }
        }
        Version {
            name: name(own, found.len() == 1),
            tables,
        }
    });
    whole.collect()
}

/// Are both one version, at two tables?
fn is_same(one: &Configuration, other: &Configuration) -> bool {
    !one.cell.is_empty() && one.variant == other.variant && choices(one).eq(choices(other))
}

/// Values of the matrix that a designer chooses.
fn choices(each: &Configuration) -> impl Iterator<Item = &(String, String)> {
    each.cell.iter().filter(|(key, _)| is_choice(key))
}

/// Values of the matrix that a designer does not choose.
fn circumstances(each: &Configuration) -> impl Iterator<Item = &(String, String)> {
    each.cell.iter().filter(|(key, _)| !is_choice(key))
}

/// Is a key of the matrix a rule that may be printed otherwise?
fn is_choice(key: &str) -> bool {
    key.starts_with("rules.") && key != "rules.players"
}

/// That of the only table; of several what they have in common, or what the whole run is about.
fn name(tables: &[&Configuration], only: bool) -> String {
    let first = tables[0];
    if tables.len() == 1 && (first.variant.is_none() || first.cell.is_empty()) {
        return first.name.clone();
    }
    let (cell, arm) = match first.name.split_once(OF_CELL) {
        Some((cell, arm)) if !first.cell.is_empty() => (cell, Some(arm)),
        _ => (first.name.as_str(), first.variant.as_deref()),
    };
    let parts: Vec<&str> = cell.split(BETWEEN_VALUES).collect();
    let chosen = first.cell.iter().enumerate().filter(|(_, (key, _))| is_choice(key));
    let chosen = chosen.map(|(axis, (key, value))| {
        let own = parts.get(axis).filter(|_| parts.len() == first.cell.len());
        own.map_or_else(|| format!("{key} {value}"), |part| (*part).to_owned())
    });
    let chosen: Vec<String> = chosen.collect();
    match (chosen.is_empty(), arm) {
        (true, Some(arm)) => arm.to_owned(),
        (true, None) if only => "the game".to_owned(),
        (true, None) => first.name.clone(),
        (false, Some(arm)) => format!("{}{OF_CELL}{arm}", chosen.join(BETWEEN_VALUES)),
        (false, None) => chosen.join(BETWEEN_VALUES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Two tables, two rules and a variant at one of the tables alone.
    fn results() -> Results {
        let mut results = sample::variants();
        let of = |players: &str, coins: &str, variant: Option<&str>| {
            let mut each = results.configurations[0].clone();
            each.variant = variant.map(str::to_owned);
            each.cell = vec![
                ("rules.players".to_owned(), players.to_owned()),
                ("rules.end-points.coins".to_owned(), coins.to_owned()),
            ];
            each.name = format!(
                "players {players}{BETWEEN_VALUES}coins {coins}{OF_CELL}{}",
                variant.unwrap_or("base")
            );
            each
        };
        results.configurations = vec![
            of("7", "5", None),
            of("7", "5", Some("wet")),
            of("7", "6", None),
            of("5", "5", None),
            of("5", "6", None),
        ];
        results
    }

    #[test]
    fn tables_are_no_versions() {
        let results = results();
        let all = versions(&results);
        let told: Vec<(&str, Vec<&str>)> = all
            .iter()
            .map(|each| {
                (
                    each.name.as_str(),
                    each.tables.iter().map(|table| table.name.as_str()).collect(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (
                    "coins 5 · base",
                    vec!["players 7, coins 5 · base", "players 5, coins 5 · base"]
                ),
                (
                    "coins 5 · wet",
                    vec!["players 7, coins 5 · wet", "players 5, coins 5 · base"]
                ),
                (
                    "coins 6 · base",
                    vec!["players 7, coins 6 · base", "players 5, coins 6 · base"]
                ),
            ]
        );
        let pairs: Vec<(&str, &str)> = all[1]
            .beside(&all[0])
            .map(|(mine, base)| (mine.name.as_str(), base.name.as_str()))
            .collect();
        assert_eq!(
            pairs,
            [
                ("players 7, coins 5 · wet", "players 7, coins 5 · base"),
                ("players 5, coins 5 · base", "players 5, coins 5 · base")
            ]
        );
    }

    #[test]
    fn variants_without_a_matrix_are_versions() {
        let results = sample::variants();
        let names: Vec<String> = versions(&results).into_iter().map(|each| each.name).collect();
        assert_eq!(names, ["base", "one coin fewer", sample::HOSTILE]);
    }
}
