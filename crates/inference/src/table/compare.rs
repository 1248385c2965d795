//! Configurations against their reference on the same deals.

use super::comparison::{Comparison, ComparisonRow, DifferenceVerdict};
use super::interval::{CONFIDENCE, Differing, Looks, Rate, Sampling, counted_turns};
use super::sides::fair;
use crate::judge::{Family, key};
use balance_config::games::{AnyGame, Sheet};
use balance_config::scenario::{self, Margins, Scenario};
use balance_engine::tally::Tally;
use balance_simulation::sim::{Moments, Pairs, Played};
use balance_stats as stats;

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
    let sides = |(index, reference, _): &(usize, usize, &Pairs)| shared_sides(games, *reference, *index).count() + 1;
    let endings = |(index, reference, _): &(usize, usize, &Pairs)| shared_endings(games, *reference, *index).count();
    let judge = |confidence: f64| DifferenceJudge {
        confidence,
        margins: scenario.margins,
        looks,
    };
    let of_endings = judge(1.0 - Family::ChangedEndings.each(found.iter().map(endings).sum()));
    let judge = judge(1.0 - Family::Changes.each(found.iter().map(sides).sum()));
    found
        .into_iter()
        .map(|(index, reference, pairs)| {
            let (a, b) = (&played.tallies[reference], &played.tallies[index]);
            let sheets = [games[reference].sheet(), games[index].sheet()];
            let mut rows: Vec<ComparisonRow> = shared_sides(games, reference, index)
                .map(|side| {
                    let row = judge.wins(&sheets[1].sides[side], side, [a, b], pairs);
                    let fair = |which: usize, tally: &Tally| {
                        let declared = scenario.configurations[which].fair_share.as_ref();
                        fair(games[which].sheet(), tally, side, declared)
                    };
                    if sheets[0].players == sheets[1].players {
                        row
                    } else {
                        judge.to_fair(row, [fair(reference, a), fair(index, b)], a)
                    }
                })
                .collect();
            rows.push(judge.length(sheets, [a, b], pairs));
            let endings = shared_endings(games, reference, index);
            rows.extend(endings.map(|ending| of_endings.ending(sheets[1], ending, [a, b], pairs)));
            Comparison {
                rotations: (a.games / a.units.max(1)) as u32,
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

/// The endings that both configurations have.
fn shared_endings(games: &[Box<dyn AnyGame>], a: usize, b: usize) -> impl Iterator<Item = usize> {
    let (a, b) = (&games[a].sheet().endings, &games[b].sheet().endings);
    let same = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a.name == b.name);
    same.map(|(ending, _)| ending)
}

/// Why the run may end now, if every comparison of win rates and lengths is decided.
pub fn told_apart(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    so_far: &Played,
    references: &[Option<usize>],
) -> Option<String> {
    let all = comparisons(
        scenario,
        games,
        so_far,
        references,
        Looks::Until(scenario.margins.share),
    );
    let decided = |row: &ComparisonRow| row.verdict != DifferenceVerdict::Undecided || row.is_of_ending();
    let error = scenario::as_percent(Family::Changes.error());
    all.iter().all(|each| each.rows.iter().all(decided)).then(|| {
        format!(
            "every difference is shown to be one, or to be within the margin, with errors of at most {error} over all looks"
        )
    })
}

pub(super) struct DifferenceJudge {
    /// Of an interval, so that all hold at once.
    pub confidence: f64,
    /// What differs by less is called equal; lengths of a size such as the reference's mean.
    pub margins: Margins,
    /// May the run have ended by its results?
    pub looks: Looks,
}

impl DifferenceJudge {
    pub fn wins(&self, name: &str, side: usize, tallies: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let won = |tally: &Tally| (tally.side_wins[side], tally.side_by_rotation[side].clone());
        self.share(format!("win-rate.{name}"), won, tallies, &pairs.wins[side])
    }

    pub fn ending(&self, sheet: &Sheet, ending: usize, tallies: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let metric = format!("ending.{}", key(&sheet.endings[ending].name));
        let ended = |tally: &Tally| (tally.endings[ending], tally.ending_by_rotation[ending].clone());
        self.share(metric, ended, tallies, &pairs.endings[ending])
    }

    /// A share of games, of which there are so many in a tally, and by how many of their games in its deals.
    fn share(
        &self,
        metric: String,
        of: impl Fn(&Tally) -> (u64, Vec<u64>),
        tallies: [&Tally; 2],
        differing: &[u64],
    ) -> ComparisonRow {
        // The middle one is of those without a difference.
        let middle = (differing.len() / 2) as i64;
        let some = differing.iter().enumerate().filter(|(_, deals)| **deals > 0);
        let differing = some.map(|(index, deals)| Differing {
            by: index as i64 - middle,
            deals: *deals,
        });
        let value = |tally: &Tally| of(tally).0 as f64 / tally.games.max(1) as f64;
        let spread = |tally: &Tally| {
            variance(
                of(tally)
                    .1
                    .iter()
                    .enumerate()
                    .map(|(such, deals)| (such as i64, *deals)),
            )
        };
        let row = row(metric, tallies.map(value), differing.collect(), 1, tallies.map(spread));
        self.judged(row, tallies[0])
    }

    pub fn length(&self, sheets: [&Sheet; 2], tallies: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let mean = |tally: &Tally| {
            let turns = tally
                .turns
                .rows()
                .map(|(value, games)| u128::from(value) * u128::from(games));
            turns.sum::<u128>() as f64 / tally.games.max(1) as f64
        };
        let spread = |of: Moments| stats::variance(pairs.pairs, i128::from(of.sum), of.squares as i128);
        let differing = pairs
            .turns
            .iter()
            .map(|(by, deals)| Differing { by: *by, deals: *deals });
        let row = row(
            format!("{}.mean", sheets[1].turn_word),
            tallies.map(mean),
            differing.collect(),
            counted_turns(&tallies.map(|tally| &tally.turns)),
            [pairs.turns_before, pairs.turns_after].map(spread),
        );
        self.judged(row, tallies[0])
    }

    /// A win rate means something else at a table of another size: there the gaps to the fair shares are compared.
    fn to_fair(&self, row: ComparisonRow, fair: [f64; 2], reference: &Tally) -> ComparisonRow {
        let row = ComparisonRow {
            metric: row.metric.replacen("win-rate.", "gap.", 1),
            reference: row.reference - fair[0],
            other: row.other - fair[1],
            fair: Some(fair),
            ..row
        };
        self.judged(row, reference)
    }

    fn judged(&self, row: ComparisonRow, reference: &Tally) -> ComparisonRow {
        let sampling = Sampling::of_tally(reference, self.looks);
        let simultaneous = row.at(sampling, self.confidence);
        ComparisonRow {
            difference: row.at(sampling, CONFIDENCE),
            simultaneous,
            verdict: DifferenceVerdict::of(simultaneous, row.margin(self.margins)),
            ..row
        }
    }
}

/// One metric of two configurations before it is judged.
fn row(
    metric: String,
    [reference, other]: [f64; 2],
    differing: Vec<Differing>,
    range: u32,
    variances: [f64; 2],
) -> ComparisonRow {
    let paired = variance(differing.iter().map(|row| (row.by, row.deals)));
    let unknown = Rate::new(0.0, stats::Interval::ANY);
    ComparisonRow {
        metric,
        reference,
        other,
        differing,
        range: Some(range),
        variances,
        fair: None,
        difference: unknown,
        simultaneous: unknown,
        pairing_gain: (paired > 0.0).then(|| variances.iter().sum::<f64>() / paired),
        verdict: DifferenceVerdict::Undecided,
    }
}

/// Variance of whole numbers, given as (value, deals).
fn variance(rows: impl Iterator<Item = (i64, u64)>) -> f64 {
    let (mut n, mut sum, mut squares) = (0, 0, 0);
    for (value, deals) in rows {
        let weighted = i128::from(value) * i128::from(deals);
        n += deals;
        sum += weighted;
        squares += weighted * i128::from(value);
    }
    stats::variance(n, sum, squares)
}
