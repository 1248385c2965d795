//! Rows that compare configurations, game by game on the same deals.

use serde::{Deserialize, Serialize};

use super::interval::{Differing, Rate, Sampling};
use crate::judge::key;
use balance_config::scenario::{Margins, Of, kind};

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

    /// What is compared of who wins: win rates, or gaps to fair shares.
    pub fn of_winners(&self) -> impl Iterator<Item = &ComparisonRow> + Clone {
        let rows = self.rows.iter();
        rows.filter(|row| row.side().is_some() || row.fair.is_some())
    }

    /// Is it shown that every side wins as often in both, but for the margin?
    pub fn rates_equal(&self) -> bool {
        let mut rates = self.of_winners().peekable();
        rates.peek().is_some() && rates.all(|row| row.verdict == DifferenceVerdict::Equal)
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
    /// The largest difference that a game can show; of a length the largest that counts, so that one further apart counts as this.
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
    pub verdict: DifferenceVerdict,
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
        let rate = match self.range.filter(|_| self.measure().is_some()) {
            Some(most) => sampling.length_difference(&self.differing, most, confidence),
            None => sampling.difference(&self.differing, self.range, confidence),
        };
        rate.less(self.fair.map_or(0.0, |[reference, other]| other - reference))
    }
}

/// What a difference with its simultaneous interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceVerdict {
    /// The interval leaves out zero.
    Different,
    /// The interval lies within the margin on both sides.
    Equal,
    /// Neither.
    Undecided,
}

impl DifferenceVerdict {
    /// What a difference says whose simultaneous interval is `rate`, where differences within `margin` count as equal.
    pub fn of(rate: Rate, margin: f64) -> DifferenceVerdict {
        if rate.leaves_out_zero() {
            DifferenceVerdict::Different
        } else if rate.is_within(margin) {
            DifferenceVerdict::Equal
        } else {
            DifferenceVerdict::Undecided
        }
    }

    /// The verdict on the difference `rate` in a few words: more games than show two to be equal may show that they are not, by
    /// less than the margin.
    pub fn words(self, rate: Rate, margin: f64) -> &'static str {
        if self == DifferenceVerdict::Different && rate.is_within(margin) {
            "different, but within the margin"
        } else {
            self.word()
        }
    }

    /// The verdict in one word.
    pub fn word(self) -> &'static str {
        match self {
            DifferenceVerdict::Different => "different",
            DifferenceVerdict::Equal => "equal",
            DifferenceVerdict::Undecided => "undecided",
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
            let rate = Rate::plus_minus(f64::midpoint(lo, hi), (hi - lo) / 2.0);
            DifferenceVerdict::of(rate, 0.27).words(rate, 0.27)
        };
        assert_eq!(said(-0.07, 0.25), "equal");
        assert_eq!(said(0.03, 0.18), "different, but within the margin");
        assert_eq!(said(0.03, 0.28), "different");
        assert_eq!(said(-0.07, 0.28), "undecided");
    }
}
