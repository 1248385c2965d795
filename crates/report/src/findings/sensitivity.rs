//! Which setting of a matrix moves who wins most?

use std::collections::BTreeSet;

use super::super::format;
use super::{Finding, FindingKind, Strength, Tells, Weight, again, tells};
use balance_analysis::judge::Family;
use balance_analysis::table::{Configuration, Results, Shows, Swing, swings};

/// A setting that moves a win rate by less is not worth a finding.
const MARGIN: f64 = 0.02;
const METHOD: &str = "Mean gap to the fair share over all configurations with each value of the key; the difference between \
                      the highest and the lowest, its interval from those of the win rates, arms added in squares, \
                      corrected for all keys, sides and pairs of values, as if every configuration had its own deals.";

pub fn find(results: &Results) -> Option<Finding> {
    let all: Vec<&Configuration> = results
        .configurations
        .iter()
        .filter(|each| tells::tells(each) == Tells::Balance)
        .collect();
    let first = all.first()?;
    let keys = 0..first.cell.len();
    let settings: Vec<usize> = keys.filter(|key| !moves_players(&all, *key)).collect();
    let moves = swings(&all, &settings, Family::Settings.error());
    let size = |a: &&Swing, b: &&Swing| a.by.value.total_cmp(&b.by.value);
    let most = moves.iter().max_by(size)?;
    let rate = most.by;
    if rate.lo <= MARGIN {
        return None;
    }
    let rival = moves
        .iter()
        .filter(|other| other.key != most.key && other.by.hi >= rate.lo)
        .max_by(size);
    let keys = first.cell.len();
    let (headline, rival) = match rival {
        Some(other) => (
            format!("“{}” moves who wins.", most.key),
            format!(" Whether “{}” moves it as much is not settled.", other.key),
        ),
        None if keys > 1 => (
            format!("Of the settings tried, “{}” moves who wins most.", most.key),
            String::new(),
        ),
        None => (format!("“{}” moves who wins.", most.key), String::new()),
    };
    Some(Finding {
        headline,
        evidence: format!(
            "Side “{}” wins {} at {} and {} at {}: {} points of its gap to the fair share.{rival}",
            most.side,
            format::percent(most.low.rate, 1),
            most.low.value,
            format::percent(most.high.rate, 1),
            most.high.value,
            format::points(rate)
        ),
        method: METHOD,
        sample: most_of(&all, most.key, most.high.value, most.side)
            .and_then(|each| again::sample(each, Shows::Side, most.side, "")),
        ..Finding::new(
            Weight::Change,
            FindingKind::Sensitivity {
                setting: most.key.to_owned(),
            },
            3.0 + rate.value,
            if rate.lo - MARGIN > rate.hi - rate.lo {
                Strength::Certain
            } else {
                Strength::Clear
            },
        )
    })
}

/// Does the number of players depend on this key? That is another table, not a setting of the game.
fn moves_players(all: &[&Configuration], key: usize) -> bool {
    let players = |value: &str| -> BTreeSet<u32> {
        let with = all
            .iter()
            .filter(|each| each.cell.get(key).is_some_and(|cell| cell.1 == value));
        with.map(|each| each.players).collect()
    };
    let values: BTreeSet<&str> = all
        .iter()
        .filter_map(|each| Some(each.cell.get(key)?.1.as_str()))
        .collect();
    let sets: BTreeSet<BTreeSet<u32>> = values.into_iter().map(players).collect();
    sets.len() > 1
}

/// The configuration with this value in which the side wins most.
fn most_of<'r>(all: &[&'r Configuration], key: &str, value: &str, side: &str) -> Option<&'r Configuration> {
    let row = |each: &Configuration| {
        each.sides
            .iter()
            .find(|row| row.side == side)
            .map(|row| row.win_rate.value)
    };
    let rate = |each: &Configuration| row(each).unwrap_or(0.0);
    let with = |each: &&Configuration| each.cell.iter().any(|cell| cell.0 == key && cell.1 == value);
    let all = all.iter().copied();
    all.filter(with).max_by(|a, b| rate(a).total_cmp(&rate(b)))
}
