//! Configurations against their reference on the same deals.

use super::estimate::{CONFIDENCE, simultaneous, standard_error};
use super::results::{Comparison, ComparisonRow, Rate, Verdict};
use crate::games::AnyGame;
use crate::scenario::Scenario;
use crate::sim::{Pairs, Played};
use crate::stats;
use crate::tally::Tally;

/// For each configuration, the one it is compared with: a variant with the base of its cell, a cell of a matrix without
/// variants with the first cell.
pub fn references(scenario: &Scenario) -> Vec<Option<usize>> {
    let all = &scenario.configurations;
    let variants = all.iter().any(|each| each.variant.is_some());
    all.iter()
        .enumerate()
        .map(|(index, each)| {
            if each.variant.is_some() {
                let base = scenario.base_of(each)?;
                all.iter().position(|other| other.name == base.name)
            } else {
                (index > 0 && !variants).then_some(0)
            }
        })
        .collect()
}

/// Every comparison of a run.
pub fn comparisons(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    played: &Played,
    references: &[Option<usize>],
) -> Vec<Comparison> {
    let paired = |index: usize| Some((index, references[index]?, played.pairs[index].as_ref()?));
    let found: Vec<_> = (0..games.len()).filter_map(paired).collect();
    let rows: usize = found
        .iter()
        .map(|(index, ..)| games[*index].sheet().sides.len() + 1)
        .sum();
    let confidence = simultaneous(rows);
    found
        .into_iter()
        .map(|(index, reference, pairs)| {
            let sheet = games[index].sheet();
            let (a, b) = (&played.tallies[reference], &played.tallies[index]);
            let mut rows: Vec<ComparisonRow> = sheet
                .sides
                .iter()
                .enumerate()
                .map(|(side, name)| win_row(name, side, a, b, pairs, confidence, scenario.margin))
                .collect();
            rows.push(length_row(&sheet.turn_word, a, b, pairs, confidence, scenario.margin));
            Comparison {
                reference: scenario.configurations[reference].name.clone(),
                configuration: scenario.configurations[index].name.clone(),
                pairs: pairs.pairs,
                rows,
            }
        })
        .collect()
}

fn win_row(
    name: &str,
    side: usize,
    a: &Tally,
    b: &Tally,
    pairs: &Pairs,
    confidence: f64,
    margin: f64,
) -> ComparisonRow {
    let counts = &pairs.wins[side];
    let middle = (counts.len() / 2) as i128;
    let (mut sum, mut squares) = (0i128, 0u128);
    for (index, count) in counts.iter().enumerate() {
        let difference = index as i128 - middle;
        sum += difference * i128::from(*count);
        squares += difference.unsigned_abs().pow(2) * u128::from(*count);
    }
    let rotations = middle.max(1) as f64;
    let error = standard_error(sum, squares, pairs.pairs) / rotations;
    let rate = |tally: &Tally| tally.side_wins[side] as f64 / tally.games.max(1) as f64;
    let alone = |tally: &Tally| rotation_variance(&tally.side_by_rotation[side]) / (rotations * rotations);
    let value = sum as f64 / rotations / pairs.pairs.max(1) as f64;
    let unpaired = (alone(a) + alone(b)) / pairs.pairs.max(1) as f64;
    row(
        format!("win-rate.{name}"),
        (rate(a), rate(b)),
        value,
        error,
        unpaired,
        confidence,
        margin,
    )
}

/// Variance of the number of rotations won, from its counts.
fn rotation_variance(counts: &[u64]) -> f64 {
    let n: u64 = counts.iter().sum();
    let sum: i128 = counts
        .iter()
        .enumerate()
        .map(|(won, games)| won as i128 * i128::from(*games))
        .sum();
    let squares: u128 = counts
        .iter()
        .enumerate()
        .map(|(won, games)| (won * won) as u128 * u128::from(*games))
        .sum();
    standard_error(sum, squares, n).powi(2) * n as f64
}

fn length_row(word: &str, a: &Tally, b: &Tally, pairs: &Pairs, confidence: f64, margin: f64) -> ComparisonRow {
    let rotations = (a.games / a.units.max(1)).max(1) as f64;
    let error = standard_error(i128::from(pairs.turns), u128::from(pairs.turns_squared), pairs.pairs) / rotations;
    let moments = |tally: &Tally| {
        let (mut sum, mut squares, mut n) = (0i128, 0u128, 0);
        for (value, count) in tally.turns.rows() {
            sum += i128::from(value) * i128::from(count);
            squares += u128::from(value).pow(2) * u128::from(count);
            n += count;
        }
        (sum as f64 / n.max(1) as f64, standard_error(sum, squares, n).powi(2))
    };
    let ((mean_a, variance_a), (mean_b, variance_b)) = (moments(a), moments(b));
    let value = pairs.turns as f64 / rotations / pairs.pairs.max(1) as f64;
    // Lengths are called equal within the margin of the reference's mean.
    let unpaired = variance_a + variance_b;
    row(
        format!("{word}.mean"),
        (mean_a, mean_b),
        value,
        error,
        unpaired,
        confidence,
        margin * mean_a,
    )
}

/// A row from the difference, its standard error, and the squared error that independent games would have had.
fn row(
    metric: String,
    (reference, other): (f64, f64),
    value: f64,
    error: f64,
    unpaired: f64,
    confidence: f64,
    margin: f64,
) -> ComparisonRow {
    let interval = |confidence: f64| {
        let half = stats::z(confidence) * error;
        Rate {
            value,
            lo: value - half,
            hi: value + half,
        }
    };
    let simultaneous = interval(confidence);
    let verdict = if simultaneous.lo > 0.0 || simultaneous.hi < 0.0 {
        Verdict::Different
    } else if simultaneous.lo >= -margin && simultaneous.hi <= margin {
        Verdict::Equal
    } else {
        Verdict::Undecided
    };
    let pairing_gain = (error > 0.0).then(|| unpaired / (error * error));
    ComparisonRow {
        metric,
        reference,
        other,
        difference: interval(CONFIDENCE),
        simultaneous,
        pairing_gain,
        verdict,
    }
}
