//! Configurations against their reference on the same deals.

use super::estimate::{CONFIDENCE, simultaneous, standard_error};
use super::results::{Comparison, ComparisonRow, Rate, Verdict};
use super::sides::Looks;
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
    looks: Looks,
) -> Vec<Comparison> {
    let paired = |index: usize| Some((index, references[index]?, played.pairs[index].as_ref()?));
    let found: Vec<_> = (0..games.len()).filter_map(paired).collect();
    let rows: usize = found
        .iter()
        .map(|(index, reference, _)| shared_sides(games, *reference, *index).count() + 1)
        .sum();
    let judge = Judge {
        confidence: simultaneous(rows),
        margin: scenario.margin,
        looks,
    };
    found
        .into_iter()
        .map(|(index, reference, pairs)| {
            let (a, b) = (&played.tallies[reference], &played.tallies[index]);
            let mut rows: Vec<ComparisonRow> = shared_sides(games, reference, index)
                .map(|side| judge.wins(&games[index].sheet().sides[side], side, a, b, pairs))
                .collect();
            rows.push(judge.length(&games[index].sheet().turn_word, a, b, pairs));
            Comparison {
                reference: scenario.configurations[reference].name.clone(),
                configuration: scenario.configurations[index].name.clone(),
                pairs: pairs.pairs,
                won_otherwise: pairs.first_won_otherwise,
                rows,
            }
        })
        .collect()
}

/// The sides that both configurations have; at tables of different size there may be more of them in one.
fn shared_sides(games: &[Box<dyn AnyGame>], a: usize, b: usize) -> impl Iterator<Item = usize> {
    let (a, b) = (&games[a].sheet().sides, &games[b].sheet().sides);
    let same = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a == b);
    same.map(|(side, _)| side)
}

/// Why the run may end now, if every comparison is decided.
pub fn told_apart(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    so_far: &Played,
    references: &[Option<usize>],
) -> Option<String> {
    let all = comparisons(scenario, games, so_far, references, Looks::Until(scenario.margin));
    let decided = |row: &ComparisonRow| row.verdict != Verdict::Undecided;
    all.iter()
        .all(|each| each.rows.iter().all(decided))
        .then(|| "every difference is shown to be one, or to be within the margin, at 95 % over all looks".to_owned())
}

/// How differences are judged.
struct Judge {
    /// Of an interval, so that all hold at once.
    confidence: f64,
    /// Win rates that differ by less are called equal; lengths within this share of the reference's mean.
    margin: f64,
    looks: Looks,
}

impl Judge {
    fn wins(&self, name: &str, side: usize, a: &Tally, b: &Tally, pairs: &Pairs) -> ComparisonRow {
        let counts = &pairs.wins[side];
        let difference = Difference::of(counts);
        let rotations = (counts.len() / 2).max(1) as f64;
        let rate = |tally: &Tally| tally.side_wins[side] as f64 / tally.games.max(1) as f64;
        let alone = |tally: &Tally| rotation_variance(&tally.side_by_rotation[side]) / (rotations * rotations);
        let unpaired = (alone(a) + alone(b)) / pairs.pairs.max(1) as f64;
        let error = difference.error / rotations;
        let interval = |confidence: f64| match self.looks {
            Looks::Fixed => only_discordant(counts).map_or_else(
                || stats::Interval::around(difference.mean / rotations, stats::z(confidence) * error),
                |pairs| stats::tango(&pairs, confidence).map_or(ANYTHING, |found| found.interval),
            ),
            Looks::Until(width) => {
                let rows: Vec<(f64, u64)> = difference_rows(counts);
                stats::bet_difference_cs(&rows, 1.0 - confidence, Some(plan(width, 0.2)))
            }
        };
        self.row(
            format!("win-rate.{name}"),
            (rate(a), rate(b)),
            difference.mean / rotations,
            interval,
            unpaired,
            error,
            self.margin,
        )
    }

    fn length(&self, word: &str, a: &Tally, b: &Tally, pairs: &Pairs) -> ComparisonRow {
        let rotations = (a.games / a.units.max(1)).max(1) as f64;
        let n = pairs.pairs;
        let error = standard_error(i128::from(pairs.turns), u128::from(pairs.turns_squared), n) / rotations;
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
        let value = pairs.turns as f64 / rotations / n.max(1) as f64;
        let margin = self.margin * mean_a;
        let interval = |confidence: f64| match self.looks {
            Looks::Fixed => stats::Interval::around(value, stats::z(confidence) * error),
            Looks::Until(width) => {
                let planned = plan(width, 0.2).n as u64;
                let found = stats::asymptotic_cs(n, value, error * (n as f64).sqrt(), 1.0 - confidence, planned);
                found.map_or(
                    stats::Interval {
                        lo: f64::MIN,
                        hi: f64::MAX,
                    },
                    |found| found.interval,
                )
            }
        };
        self.row(
            format!("{word}.mean"),
            (mean_a, mean_b),
            value,
            interval,
            variance_a + variance_b,
            error,
            margin,
        )
    }

    /// A row from the difference, its standard error, and the squared error that independent games would have had.
    #[expect(clippy::too_many_arguments, reason = "the parts of one row")]
    fn row(
        &self,
        metric: String,
        (reference, other): (f64, f64),
        value: f64,
        interval: impl Fn(f64) -> stats::Interval,
        unpaired: f64,
        error: f64,
        margin: f64,
    ) -> ComparisonRow {
        let rate = |confidence: f64| {
            let stats::Interval { lo, hi } = interval(confidence);
            Rate { value, lo, hi }
        };
        let simultaneous = rate(self.confidence);
        ComparisonRow {
            metric,
            reference,
            other,
            difference: rate(CONFIDENCE),
            simultaneous,
            pairing_gain: (error > 0.0).then(|| unpaired / (error * error)),
            verdict: Verdict::of(simultaneous, margin),
        }
    }
}

/// The interval of a difference that nothing is known of.
const ANYTHING: stats::Interval = stats::Interval { lo: -1.0, hi: 1.0 };

/// Pairs of single games by who won; which of the pairs without a difference were won does not matter. None where deals
/// were played several times.
fn only_discordant(counts: &[u64]) -> Option<stats::Pairs> {
    let [second, both, first] = *counts else { return None };
    Some(stats::Pairs {
        both,
        first,
        second,
        neither: 0,
    })
}

/// Where a sequence for differences should be narrowest: about where differences of this variance are known to within
/// `width`. Fixed by the scenario alone.
fn plan(width: f64, var: f64) -> stats::Plan {
    stats::Plan {
        n: (var * (3.1 / width.max(1e-6)).powi(2)).max(1.0),
        var,
        mean: 0.0,
    }
}

/// Mean and standard error of a difference counted by [`Pairs`], in rotations.
struct Difference {
    mean: f64,
    error: f64,
}

impl Difference {
    fn of(counts: &[u64]) -> Self {
        let middle = (counts.len() / 2) as i128;
        let (mut sum, mut squares, mut n) = (0i128, 0u128, 0u64);
        for (index, count) in counts.iter().enumerate() {
            let difference = index as i128 - middle;
            sum += difference * i128::from(*count);
            squares += difference.unsigned_abs().pow(2) * u128::from(*count);
            n += count;
        }
        Difference {
            mean: sum as f64 / n.max(1) as f64,
            error: standard_error(sum, squares, n),
        }
    }
}

/// Differences counted by [`Pairs`] as (share of the rotations, games), from -1 to 1.
pub fn difference_rows(counts: &[u64]) -> Vec<(f64, u64)> {
    let middle = (counts.len() / 2).max(1) as f64;
    let share = |(index, count): (usize, &u64)| ((index as f64 - middle) / middle, *count);
    counts.iter().enumerate().map(share).collect()
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
