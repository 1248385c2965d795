//! Which setting of a matrix moves who wins most?

use std::collections::BTreeSet;

use super::super::format;
use super::{Finding, Strength, Tells, Weight, again, limits};
use crate::stats;
use crate::table::{Configuration, Rate, Results, Shows, SideRow};

/// A setting that moves a win rate by less is not worth a finding.
const MARGIN: f64 = 0.02;
const METHOD: &str = "Mean gap to the fair share over all configurations with each value of the key; the difference between \
                      the highest and the lowest, with a normal interval corrected for all keys, sides and pairs of \
                      values, as if every configuration had its own deals.";

/// Gap of a side to its fair share, averaged over the configurations that share a value of a key.
struct Level<'r> {
    value: &'r str,
    rate: f64,
    gap: f64,
    variance: f64,
}

/// How far a key moves a side, from the value with the lowest to the one with the highest gap.
struct Move<'r> {
    key: &'r str,
    side: &'r str,
    low: Level<'r>,
    high: Level<'r>,
}

impl Move<'_> {
    fn size(&self) -> f64 {
        self.high.gap - self.low.gap
    }

    fn rate(&self, z: f64) -> Rate {
        let (value, error) = (self.size(), (self.low.variance + self.high.variance).sqrt());
        Rate {
            value,
            lo: value - z * error,
            hi: value + z * error,
        }
    }
}

pub fn find(results: &Results) -> Option<Finding> {
    let all: Vec<&Configuration> = results
        .configurations
        .iter()
        .filter(|each| limits::tells(each) == Tells::Balance)
        .collect();
    let first = all.first()?;
    let playing = first.sides.iter().filter(|row| row.fair.is_some());
    let sides: Vec<&str> = playing
        .map(|row| row.side.as_str())
        .filter(|side| all.iter().all(|each| row(each, side).is_some()))
        .collect();
    let mut moves = Vec::new();
    let mut pairs = 0;
    for (index, (key, _)) in first.cell.iter().enumerate() {
        if moves_players(&all, index) {
            continue;
        }
        for side in &sides {
            let levels = levels(&all, index, side);
            pairs += levels.len() * levels.len().saturating_sub(1) / 2;
            moves.extend(farthest(levels).map(|(low, high)| Move { key, side, low, high }));
        }
    }
    let z = stats::z(1.0 - (1.0 - results.scenario.confidence) / pairs.max(1) as f64);
    let most = moves.iter().max_by(|a, b| a.size().total_cmp(&b.size()))?;
    let rate = most.rate(z);
    if rate.lo <= MARGIN {
        return None;
    }
    let rival = moves
        .iter()
        .filter(|other| other.key != most.key && other.rate(z).hi >= rate.lo)
        .max_by(|a, b| a.size().total_cmp(&b.size()));
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
        weight: Weight::Change,
        size: 3.0 + most.size(),
        key: format!("sensitivity {}", most.key),
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
        strength: if rate.lo - MARGIN > rate.hi - rate.lo {
            Strength::Certain
        } else {
            Strength::Clear
        },
        method: METHOD,
        place: None,
        sample: most_of(&all, most.key, most.high.value, most.side)
            .and_then(|each| again::sample(each, Shows::Side, most.side, "")),
    })
}

/// Does the number of players hang on this key? That is another table, not a setting of the game.
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

/// The levels with the lowest and the highest gap; none where there is but one.
fn farthest(mut levels: Vec<Level<'_>>) -> Option<(Level<'_>, Level<'_>)> {
    levels.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    let high = levels.pop()?;
    (!levels.is_empty()).then(|| (levels.swap_remove(0), high))
}

/// The configuration with this value in which the side wins most.
fn most_of<'r>(all: &[&'r Configuration], key: &str, value: &str, side: &str) -> Option<&'r Configuration> {
    let rate = |each: &Configuration| row(each, side).map_or(0.0, |row| row.win_rate.value);
    let with = |each: &&Configuration| each.cell.iter().any(|cell| cell.0 == key && cell.1 == value);
    let all = all.iter().copied();
    all.filter(with).max_by(|a, b| rate(a).total_cmp(&rate(b)))
}

fn row<'r>(each: &'r Configuration, side: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == side)
}

fn levels<'r>(all: &[&'r Configuration], key: usize, side: &str) -> Vec<Level<'r>> {
    let mut levels: Vec<(Level<'r>, f64)> = Vec::new();
    for each in all {
        let (Some((_, value)), Some(row)) = (each.cell.get(key), row(each, side)) else {
            continue;
        };
        let error = (row.win_rate.hi - row.win_rate.lo) / 2.0 / stats::z(0.95);
        let gap = row.win_rate.value - row.fair.unwrap_or(0.0);
        if let Some((level, count)) = levels.iter_mut().find(|(level, _)| level.value == value) {
            level.rate += row.win_rate.value;
            level.gap += gap;
            level.variance += error * error;
            *count += 1.0;
        } else {
            let level = Level {
                value,
                rate: row.win_rate.value,
                gap,
                variance: error * error,
            };
            levels.push((level, 1.0));
        }
    }
    levels
        .into_iter()
        .map(|(level, count)| Level {
            rate: level.rate / count,
            gap: level.gap / count,
            variance: level.variance / (count * count),
            ..level
        })
        .collect()
}
