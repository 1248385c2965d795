//! Which setting of a matrix moves who wins most?

use super::super::format;
use super::{Finding, Strength, Weight, again};
use crate::stats;
use crate::table::{Configuration, Rate, Results, Shows, SideRow};

/// A setting that moves a win rate by less is not worth a finding.
const MARGIN: f64 = 0.02;
const METHOD: &str = "Mean win rate over all configurations with each value of the key; the difference between the highest \
                      and the lowest, with a normal interval corrected for all keys, sides and pairs of values, as if \
                      every configuration had its own deals.";

/// Win rate of a side, averaged over the configurations that share a value of a key.
struct Level<'r> {
    value: &'r str,
    rate: f64,
    variance: f64,
}

pub fn find(results: &Results) -> Vec<Finding> {
    let all = &results.configurations;
    let keys: Vec<&str> = all
        .first()
        .map(|each| each.cell.iter().map(|(key, _)| key.as_str()).collect())
        .unwrap_or_default();
    let sides: Vec<&str> = all
        .first()
        .map(|each| {
            let playing = each.sides.iter().filter(|row| row.fair.is_some());
            playing.map(|row| row.side.as_str()).collect()
        })
        .unwrap_or_default();
    let everywhere = |side: &&str| all.iter().all(|each| row(each, side).is_some());
    let sides: Vec<&str> = sides.into_iter().filter(everywhere).collect();
    let mut moves = Vec::new();
    let mut pairs = 0;
    for (index, key) in keys.iter().enumerate() {
        for side in &sides {
            let levels = levels(all, index, side);
            pairs += levels.len() * levels.len().saturating_sub(1) / 2;
            let order = |a: &&Level, b: &&Level| a.rate.total_cmp(&b.rate);
            let ends = levels.iter().min_by(order).zip(levels.iter().max_by(order));
            if let Some((low, high)) = ends {
                let half = (low.variance + high.variance).sqrt();
                let gap = high.rate - low.rate;
                moves.push((
                    *key,
                    *side,
                    gap,
                    half,
                    (low.value.to_owned(), low.rate),
                    (high.value.to_owned(), high.rate),
                ));
            }
        }
    }
    let z = stats::z(1.0 - (1.0 - results.scenario.confidence) / pairs.max(1) as f64);
    let most = moves
        .into_iter()
        .filter(|(.., gap, error, _, _)| gap - z * error > MARGIN)
        .max_by(|a, b| a.2.total_cmp(&b.2));
    most.into_iter()
        .map(|(key, side, gap, error, low, high)| {
            let rate = Rate {
                value: gap,
                lo: gap - z * error,
                hi: gap + z * error,
            };
            Finding {
                weight: Weight::Change,
                size: 3.0 + gap,
                key: format!("sensitivity {key}"),
                headline: format!("Of the settings tried, “{key}” moves who wins most."),
                evidence: format!(
                    "Side “{side}” wins {} at {} and {} at {}: {} points.",
                    format::percent(low.1, 1),
                    low.0,
                    format::percent(high.1, 1),
                    high.0,
                    format::points(rate)
                ),
                strength: if rate.lo - MARGIN > rate.hi - rate.lo {
                    Strength::Certain
                } else {
                    Strength::Clear
                },
                method: METHOD,
                place: None,
                sample: most_of(all, key, &high.0, side).and_then(|each| again::sample(each, Shows::Side, side, "")),
            }
        })
        .collect()
}

/// The configuration with this value in which the side wins most.
fn most_of<'r>(all: &'r [Configuration], key: &str, value: &str, side: &str) -> Option<&'r Configuration> {
    let rate = |each: &Configuration| row(each, side).map_or(0.0, |row| row.win_rate.value);
    let with = |each: &&Configuration| each.cell.iter().any(|cell| cell.0 == key && cell.1 == value);
    all.iter().filter(with).max_by(|a, b| rate(a).total_cmp(&rate(b)))
}

fn row<'r>(each: &'r Configuration, side: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == side)
}

fn levels<'r>(all: &'r [Configuration], key: usize, side: &str) -> Vec<Level<'r>> {
    let mut levels: Vec<(Level<'r>, f64)> = Vec::new();
    for each in all {
        let (Some((_, value)), Some(row)) = (each.cell.get(key), row(each, side)) else {
            continue;
        };
        let error = (row.win_rate.hi - row.win_rate.lo) / 2.0 / stats::z(0.95);
        if let Some((level, count)) = levels.iter_mut().find(|(level, _)| level.value == value) {
            level.rate += row.win_rate.value;
            level.variance += error * error;
            *count += 1.0;
        } else {
            let level = Level {
                value,
                rate: row.win_rate.value,
                variance: error * error,
            };
            levels.push((level, 1.0));
        }
    }
    levels
        .into_iter()
        .map(|(level, count)| Level {
            rate: level.rate / count,
            variance: level.variance / (count * count),
            ..level
        })
        .collect()
}
