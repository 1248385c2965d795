//! How far the keys of a matrix move who wins: mean gaps to the fair share over the configurations that share a value.

use super::interval::{Looks, Rate, Sampling};
use super::results::Configuration;
use super::rows::SideRow;
use balance_stats as stats;

/// What one value of a key comes to for a side, on average over its configurations.
#[derive(Clone, Debug)]
pub struct Level<'r> {
    /// The value, as `[matrix]` has it.
    pub value: &'r str,
    /// Win rate, as a fraction of 1.
    pub rate: f64,
    /// Win rate less fair share, with its interval.
    pub gap: Rate,
    /// Does the interval hold at every look?
    always: bool,
}

/// How far a key moves a side, from the value with the lowest gap to the one with the highest.
#[derive(Clone, Debug)]
pub struct Swing<'r> {
    /// The key.
    pub key: &'r str,
    /// The side.
    pub side: &'r str,
    /// The value with the lowest gap.
    pub low: Level<'r>,
    /// The one with the highest.
    pub high: Level<'r>,
    /// Highest less lowest, with an interval that holds for all pairs of values, keys and sides at once.
    pub by: Rate,
}

/// The swing of every side that all configurations have, by each of the `keys`, which are places in the cells. All together
/// miss with a probability of at most `error`. Configurations are taken as if each had its own deals: on the same ones their
/// differences vary less.
pub fn swings<'r>(all: &[&'r Configuration], keys: &[usize], error: f64) -> Vec<Swing<'r>> {
    let Some(first) = all.first() else { return Vec::new() };
    let playing = first.sides.iter().filter(|row| row.fair.is_some());
    let sides: Vec<&str> = playing
        .map(|row| row.side.as_str())
        .filter(|side| all.iter().all(|each| of_side(each, side).is_some()))
        .collect();
    let values = |key: usize| {
        let mut values: Vec<&'r str> = Vec::new();
        for (_, value) in all.iter().filter_map(|each| each.cell.get(key)) {
            if !values.contains(&value.as_str()) {
                values.push(value);
            }
        }
        values
    };
    let pairs: usize = keys
        .iter()
        .map(|key| values(*key).len())
        .map(|count| sides.len() * count * count.saturating_sub(1) / 2)
        .sum();
    let confidence = 1.0 - error / pairs.max(1) as f64;
    let mut found = Vec::new();
    for key in keys {
        let Some((name, _)) = first.cell.get(*key) else {
            continue;
        };
        for side in &sides {
            let mut levels: Vec<Level> = values(*key)
                .into_iter()
                .map(|value| level(all, *key, value, side, confidence))
                .collect();
            levels.sort_by(|a, b| a.gap.value.total_cmp(&b.gap.value));
            if let (Some(high), false) = (levels.pop(), levels.is_empty()) {
                let low = levels.swap_remove(0);
                let by = difference(&high, &low);
                found.push(Swing {
                    key: name,
                    side,
                    low,
                    high,
                    by,
                });
            }
        }
    }
    found
}

fn of_side<'r>(each: &'r Configuration, side: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == side)
}

fn level<'r>(all: &[&'r Configuration], key: usize, value: &'r str, side: &str, confidence: f64) -> Level<'r> {
    let with = all
        .iter()
        .filter(|each| each.cell.get(key).is_some_and(|cell| cell.1 == value));
    let rows: Vec<(Sampling, &SideRow)> = with
        .filter_map(|each| Some((each.sampling(), of_side(each, side)?)))
        .collect();
    let count = rows.len().max(1) as f64;
    // Sequences know no squares: then all of them have to hold at once.
    let always = rows.iter().any(|(sampling, _)| sampling.looks != Looks::Fixed);
    let each = if always {
        1.0 - (1.0 - confidence) / (2.0 * count)
    } else {
        confidence
    };
    let gap = |(sampling, row): &(Sampling, &SideRow)| row.win_rate_at(*sampling, each).less(row.fair.unwrap_or(0.0));
    let cells: Vec<Rate> = rows.iter().map(gap).collect();
    let mean = cells.iter().map(|cell| cell.value).sum::<f64>() / count;
    let add: fn(f64, f64) -> f64 = if always { |a, b| a + b } else { libm::hypot };
    let arm = |of: fn(&Rate) -> f64| cells.iter().map(of).fold(0.0, add) / count;
    Level {
        value,
        rate: rows.iter().map(|(_, row)| row.win_rate.value).sum::<f64>() / count,
        gap: Rate {
            value: mean,
            lo: mean - arm(|cell| cell.value - cell.lo),
            hi: mean + arm(|cell| cell.hi - cell.value),
        },
        always,
    }
}

/// The difference of two levels: arms in squares (Zou and Donner 2008), or added where both hold at every look.
fn difference(high: &Level, low: &Level) -> Rate {
    let (a, b) = (high.gap.known(), low.gap.known());
    let interval = if high.always || low.always {
        a.1.minus(&b.1)
    } else {
        stats::square_and_add(a, b)
    };
    Rate::new(a.0 - b.0, interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_swing_lies_between_the_levels_and_fewer_errors_widen_it() {
        let results = sample::matrix();
        let all: Vec<&Configuration> = results.configurations.iter().collect();
        let wide = swings(&all, &[0, 1], 0.001);
        let narrow = swings(&all, &[0, 1], 0.05);
        assert!(!wide.is_empty());
        for (wide, narrow) in wide.iter().zip(&narrow) {
            assert!((wide.by.value - (wide.high.gap.value - wide.low.gap.value)).abs() < 1e-12);
            assert!(wide.by.lo < narrow.by.lo && narrow.by.lo < wide.by.value && wide.by.hi > narrow.by.hi);
        }
    }
}
