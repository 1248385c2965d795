//! Configurations against their reference on the same deals.

use super::interval::{CONFIDENCE, Differing, Looks, Sampling};
use super::rate::Rate;
use super::sides::fair;
use crate::games::{AnyGame, Sheet};
use crate::judge::{Family, key};
use crate::scenario;
use crate::scenario::{Margins, Of, Scenario, kind};
use crate::sim::{Moments, Pairs, Played};
use balance_engine::tally::Tally;
use balance_stats as stats;
use serde::{Deserialize, Serialize};

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
    let endings: usize = found
        .iter()
        .map(|(index, reference, _)| shared_endings(games, *reference, *index).count())
        .sum();
    let judge = |confidence: f64| Judge {
        confidence,
        margins: scenario.margins,
        looks,
    };
    let of_endings = judge(1.0 - Family::ChangedEndings.each(endings));
    let judge = judge(1.0 - Family::Changes.each(rows));
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
                        judge.to_fair(row, [fair(reference, a), fair(index, b)])
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
    let decided = |row: &ComparisonRow| row.verdict != Verdict::Undecided || row.is_of_ending();
    let error = scenario::as_percent(Family::Changes.error());
    all.iter().all(|each| each.rows.iter().all(decided)).then(|| {
        format!(
            "every difference is shown to be one, or to be within the margin, with errors of at most {error} over all looks"
        )
    })
}

/// How differences are judged.
pub(super) struct Judge {
    /// Of an interval, so that all hold at once.
    pub confidence: f64,
    /// What differs by less is called equal; lengths of a size such as the reference's mean.
    pub margins: Margins,
    /// May the run have ended by its results?
    pub looks: Looks,
}

/// One metric of two configurations before it is judged.
struct PairedEstimate {
    metric: String,
    /// In the reference and in the other.
    values: [f64; 2],
    differing: Vec<Differing>,
    range: Option<u32>,
    variances: [f64; 2],
    /// Differences within this are called equal.
    margin: f64,
}

impl Judge {
    pub fn wins(&self, name: &str, side: usize, [a, b]: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let rate = |tally: &Tally| tally.side_wins[side] as f64 / tally.games.max(1) as f64;
        let variance = |tally: &Tally| {
            let won = tally.side_by_rotation[side].iter().enumerate();
            variance(won.map(|(won, deals)| (won as i64, *deals)))
        };
        let found = PairedEstimate {
            metric: format!("win-rate.{name}"),
            values: [rate(a), rate(b)],
            differing: differing(&pairs.wins[side]),
            range: Some(1),
            variances: [variance(a), variance(b)],
            margin: self.margins.share,
        };
        self.row(found, a)
    }

    pub fn ending(&self, sheet: &Sheet, ending: usize, [a, b]: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let share = |tally: &Tally| tally.endings[ending] as f64 / tally.games.max(1) as f64;
        let variance = |tally: &Tally| {
            let ended = tally.ending_by_rotation[ending].iter().enumerate();
            variance(ended.map(|(ended, deals)| (ended as i64, *deals)))
        };
        let found = PairedEstimate {
            metric: format!("ending.{}", key(&sheet.endings[ending].name)),
            values: [share(a), share(b)],
            differing: differing(&pairs.endings[ending]),
            range: Some(1),
            variances: [variance(a), variance(b)],
            margin: self.margins.share,
        };
        self.row(found, a)
    }

    /// A win rate means something else at a table of another size: there the gaps to the fair shares are compared.
    fn to_fair(&self, row: ComparisonRow, fair: [f64; 2]) -> ComparisonRow {
        let by = fair[1] - fair[0];
        let shifted = |rate: Rate| Rate {
            value: rate.value - by,
            lo: rate.lo - by,
            hi: rate.hi - by,
        };
        let simultaneous = shifted(row.simultaneous);
        ComparisonRow {
            metric: row.metric.replacen("win-rate.", "gap.", 1),
            reference: row.reference - fair[0],
            other: row.other - fair[1],
            fair: Some(fair),
            difference: shifted(row.difference),
            simultaneous,
            verdict: Verdict::of(simultaneous, self.margins.share),
            ..row
        }
    }

    pub fn length(&self, sheets: [&Sheet; 2], [a, b]: [&Tally; 2], pairs: &Pairs) -> ComparisonRow {
        let mean = |tally: &Tally| {
            let turns = tally
                .turns
                .rows()
                .map(|(value, games)| u128::from(value) * u128::from(games));
            turns.sum::<u128>() as f64 / tally.games.max(1) as f64
        };
        let variance = |of: Moments| stats::variance(pairs.pairs, i128::from(of.sum), of.squares as i128);
        let differing = pairs
            .turns
            .iter()
            .map(|(by, deals)| Differing { by: *by, deals: *deals });
        let reference = mean(a);
        let found = PairedEstimate {
            metric: format!("{}.mean", sheets[1].turn_word),
            values: [reference, mean(b)],
            differing: differing.collect(),
            // A game of no turns is none, but so small a gain is not worth an argument.
            range: sheets[0].turns_max.zip(sheets[1].turns_max).map(|(a, b)| a.max(b)),
            variances: [variance(pairs.turns_before), variance(pairs.turns_after)],
            margin: self.margins.margin(false, reference),
        };
        self.row(found, a)
    }

    fn row(&self, found: PairedEstimate, reference: &Tally) -> ComparisonRow {
        let sampling = Sampling {
            games: reference.games,
            rotations: (reference.games / reference.units.max(1)) as u32,
            looks: self.looks,
        };
        let at = |confidence: f64| sampling.difference(&found.differing, found.range, confidence);
        let simultaneous = at(self.confidence);
        let paired = variance(found.differing.iter().map(|row| (row.by, row.deals)));
        ComparisonRow {
            reference: found.values[0],
            other: found.values[1],
            difference: at(CONFIDENCE),
            simultaneous,
            pairing_gain: (paired > 0.0).then(|| found.variances.iter().sum::<f64>() / paired),
            verdict: Verdict::of(simultaneous, found.margin),
            metric: found.metric,
            fair: None,
            differing: found.differing,
            range: found.range,
            variances: found.variances,
        }
    }
}

/// Deals by their difference, from counts of which the middle one is of those without.
fn differing(counts: &[u64]) -> Vec<Differing> {
    let middle = (counts.len() / 2) as i64;
    let some = counts.iter().enumerate().filter(|(_, deals)| **deals > 0);
    some.map(|(index, deals)| Differing {
        by: index as i64 - middle,
        deals: *deals,
    })
    .collect()
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

/// One configuration against the reference on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// The reference.
    pub reference: String,
    /// The other.
    pub configuration: String,
    /// Pairs of games.
    pub pairs: u64,
    /// The first game number that is won otherwise than in the reference, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_otherwise: Option<u64>,
    /// Times each deal was played in both.
    pub rotations: u32,
    /// One row for each side, one for the mean length, and one for each way to end.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Did every deal give the same in both, in all that is compared?
    pub fn is_all_alike(&self) -> bool {
        let same = |row: &ComparisonRow| row.differing.iter().all(|row| row.by == 0);
        self.pairs > 0 && self.rows.iter().all(|row| !row.differing.is_empty() && same(row))
    }

    /// Is it shown that every side wins as often in both, but for the margin?
    pub fn rates_equal(&self) -> bool {
        let mut rates = self.rows.iter().filter(|row| row.side().is_some());
        rates.all(|row| row.verdict == Verdict::Equal)
    }

    /// Every row once, with those that say the same of something else: what ends a game may be what lets a side win it.
    pub fn distinct(&self) -> impl Iterator<Item = (&ComparisonRow, Vec<&ComparisonRow>)> {
        let rows = self.rows.iter().enumerate();
        let first = rows.filter(|(at, row)| !self.rows[..*at].iter().any(|before| before.repeats(row)));
        first.map(|(at, row)| {
            (
                row,
                self.rows[at + 1..].iter().filter(|after| after.repeats(row)).collect(),
            )
        })
    }
}

/// A paired difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ComparisonRow {
    /// `win-rate.SIDE`, `turns.mean`, or `ending.NAME`; `gap.SIDE`, the win rate less the fair share, where the two have not as many players.
    pub metric: String,
    /// In the reference.
    pub reference: f64,
    /// In the other.
    pub other: f64,
    /// Deals by their difference; from it the interval is made.
    pub differing: Vec<Differing>,
    /// The largest difference that a game can show; none where it is not known.
    pub range: Option<u32>,
    /// Variances of a deal's sum over its games in the reference and in the other: what separate deals would show.
    pub variances: [f64; 2],
    /// Of a gap the fair shares in the reference and in the other; otherwise none.
    #[serde(default)]
    pub fair: Option<[f64; 2]>,
    /// Other minus reference, with its interval.
    pub difference: Rate,
    /// The same with an interval that holds for all rows of all comparisons at once.
    pub simultaneous: Rate,
    /// How many times more deals separate samples would need for the same interval.
    pub pairing_gain: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
}

impl ComparisonRow {
    /// The side whose win rates are compared; none where it is something else.
    pub fn side(&self) -> Option<&str> {
        Of::metric(&self.metric).side()
    }

    /// The measure of length whose means are compared; none where it is something else.
    pub fn measure(&self) -> Option<&str> {
        Of::metric(&self.metric).mean()
    }

    /// What counts as equal here, where `margins` are those of the scenario: so many points of a share, or that part of a mean.
    pub fn margin(&self, margins: Margins) -> f64 {
        margins.margin(self.measure().is_none(), self.reference)
    }

    /// Is a way to end compared?
    pub fn is_of_ending(&self) -> bool {
        matches!(Of::metric(&self.metric), Of::Ending(_))
    }

    /// Is this the share of games that end so?
    pub fn is_of(&self, ending: &str) -> bool {
        Of::metric(&self.metric) == Of::Ending(&key(ending))
    }

    /// Is something of another kind compared, with the very same counts?
    fn repeats(&self, other: &ComparisonRow) -> bool {
        let other_kind = kind(&self.metric) != kind(&other.metric);
        let counts = |row: &ComparisonRow| (row.reference, row.other, row.fair, row.variances);
        other_kind && counts(self) == counts(other) && self.differing == other.differing
    }

    /// Did it happen in no game of either?
    pub fn is_of_nothing(&self) -> bool {
        self.reference == 0.0 && self.other == 0.0
    }

    /// The difference with its interval at `confidence`, for games played as `sampling` says.
    pub fn at(&self, sampling: Sampling, confidence: f64) -> Rate {
        let Rate { value, lo, hi } = sampling.difference(&self.differing, self.range, confidence);
        let by = self.fair.map_or(0.0, |[reference, other]| other - reference);
        Rate {
            value: value - by,
            lo: lo - by,
            hi: hi - by,
        }
    }
}

/// What a difference with its simultaneous interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval leaves out zero.
    Different,
    /// The interval lies within the margin on both sides.
    Equal,
    /// Neither.
    Undecided,
}

impl Verdict {
    /// What a difference says whose simultaneous interval is `rate`, where differences within `margin` count as equal.
    pub fn of(rate: Rate, margin: f64) -> Verdict {
        if rate.leaves_out_zero() {
            Verdict::Different
        } else if rate.is_within(margin) {
            Verdict::Equal
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict on the difference `rate` in a few words: more games than show two to be equal may show that they are not, by
    /// less than the margin.
    pub fn words(self, rate: Rate, margin: f64) -> &'static str {
        if self == Verdict::Different && rate.is_within(margin) {
            "different, but within the margin"
        } else {
            self.word()
        }
    }

    /// The verdict in one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Different => "different",
            Verdict::Equal => "equal",
            Verdict::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More games that show two to be different are not the contrary of fewer that show them to be equal.
    #[test]
    fn what_differs_by_less_than_the_margin_is_told_so() {
        let said = |lo: f64, hi: f64| {
            let rate = Rate {
                value: f64::midpoint(lo, hi),
                lo,
                hi,
            };
            Verdict::of(rate, 0.27).words(rate, 0.27)
        };
        assert_eq!(said(-0.07, 0.25), "equal");
        assert_eq!(said(0.03, 0.18), "different, but within the margin");
        assert_eq!(said(0.03, 0.28), "different");
        assert_eq!(said(-0.07, 0.28), "undecided");
    }
}
