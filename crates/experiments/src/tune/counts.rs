//! Exact counts of what is measured in a version: whole numbers, which add up in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use balance_engine::tally::{Histogram, Tally};
use balance_engine::{MOVES_MAX, Sheet};
use balance_inference::judge::Metric;
use balance_inference::table::CONFIDENCE;
use balance_stats::{self as stats, Interval};

/// What was counted of one figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// A share of games: deals by how many of their rotations had it.
    Share(Vec<u64>),
    /// The share of games that one side wins less that of another: of each, deals by how many of their rotations it won.
    Gap(Vec<u64>, Vec<u64>),
    /// A share of games or of seats of which only the sum is known.
    Rate {
        /// Deals.
        deals: u64,
        /// Games or seats, rotations counted singly.
        cases: u64,
        /// Those that count.
        hits: u64,
    },
    /// A mean per game.
    Mean(CountedSums),
    /// A quantile.
    Quantile {
        /// Which, in per cent.
        percent: u8,
        /// Games of a deal.
        rotations: u64,
        /// Games by value.
        rows: BTreeMap<u32, u64>,
    },
}

/// What was counted of a number that games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CountedSums {
    /// Deals.
    pub deals: u64,
    /// Games, rotations counted singly.
    pub games: u64,
    /// Sum over games.
    pub sum: u64,
    /// Games in each of the values whose squares and most are counted: one, or all of a deal.
    pub each: u64,
    /// Sum of squares.
    pub squares: u128,
    /// Largest value.
    pub most: u32,
    /// No game can have more.
    pub cap: u32,
    /// What 0 stands for.
    pub least: i32,
}

/// What was counted of a version: one entry for each figure, in the order of the arena.
pub type Counts = Vec<Count>;

impl Count {
    /// The count of `metric` in `tally`, of games with this sheet.
    pub fn new(metric: Metric, tally: &Tally, sheet: &Sheet) -> Self {
        match metric {
            Metric::WinRate(side) => Count::Share(tally.side_by_rotation[side].clone()),
            Metric::Gap(one, other) => {
                let [one, other] = [one, other].map(|side| tally.side_by_rotation[side].clone());
                Count::Gap(one, other)
            }
            Metric::Ending(ending) => Count::Share(tally.ending_by_rotation[ending].clone()),
            Metric::Nobody => Count::Share(tally.nobody_by_rotation.clone()),
            Metric::Bot(bot) => {
                let (cases, hits) = tally.bots[bot].totals();
                Count::Rate {
                    deals: tally.units,
                    cases,
                    hits,
                }
            }
            Metric::Turns => of_histogram(tally.units, &tally.turns, sheet.turns_max),
            Metric::Decisions => of_histogram(tally.units, &tally.decisions, None),
            Metric::TurnsQuantile(percent) => Count::Quantile {
                percent,
                rotations: tally.games / tally.units.max(1),
                rows: tally.turns.rows().collect(),
            },
            Metric::Counter(counter) => {
                let (sums, (least, most)) = (tally.counters[counter], metric.range(sheet));
                Count::Mean(CountedSums {
                    deals: tally.units,
                    games: tally.games,
                    sum: sums.sum,
                    each: tally.games / tally.units.max(1),
                    squares: sums.squares,
                    most: tally.samples.most[counter].map_or(0, |(most, _)| most),
                    cap: (most - least).min(MOVES_MAX.into()) as u32,
                    least: least as i32,
                })
            }
        }
    }

    /// Adds more games of the same figure.
    pub fn merge(&mut self, other: &Count) {
        match (self, other) {
            (Count::Share(mine), Count::Share(theirs)) => add(mine, theirs),
            (Count::Gap(mine, other), Count::Gap(theirs, their_other)) => {
                add(mine, theirs);
                add(other, their_other);
            }
            (
                Count::Rate { deals, cases, hits },
                Count::Rate {
                    deals: d,
                    cases: c,
                    hits: h,
                },
            ) => {
                (*deals, *cases, *hits) = (*deals + d, *cases + c, *hits + h);
            }
            (Count::Mean(mine), Count::Mean(theirs)) => {
                mine.deals += theirs.deals;
                mine.games += theirs.games;
                mine.sum += theirs.sum;
                mine.squares += theirs.squares;
                mine.most = mine.most.max(theirs.most);
            }
            (Count::Quantile { rows: mine, .. }, Count::Quantile { rows: theirs, .. }) => {
                for (value, games) in theirs {
                    *mine.entry(*value).or_default() += games;
                }
            }
            _ => debug_assert!(false, "counts of one figure"),
        }
    }

    /// The shares of a deal's rotations, or of a gap what they differ by at most, and how many deals had them; none of what is
    /// neither.
    fn rows(&self) -> Vec<(f64, f64)> {
        let rows = match self {
            Count::Share(deals) => shares(deals),
            Count::Gap(one, other) => stats::furthest_apart(&shares(one), &shares(other)),
            _ => Vec::new(),
        };
        rows.into_iter().map(|(value, deals)| (value, deals as f64)).collect()
    }

    /// Deals counted.
    pub fn n(&self) -> u64 {
        match self {
            Count::Share(deals) | Count::Gap(deals, _) => deals.iter().sum(),
            Count::Rate { deals, .. } | Count::Mean(CountedSums { deals, .. }) => *deals,
            Count::Quantile { rows, rotations, .. } => rows.values().sum::<u64>() / rotations,
        }
    }

    /// Could these be counts of so many deals? Says nothing about whether they are.
    pub fn fits(&self, deals: u64) -> bool {
        // More than any game has.
        let bounded = |sum: u64| sum.checked_div(deals).is_some_and(|each| each < 1 << 32);
        match self {
            Count::Share(rows) => are_of(rows, deals),
            Count::Gap(one, other) => are_of(one, deals) && are_of(other, deals),
            Count::Rate { cases, hits, .. } => self.n() == deals && hits <= cases && bounded(*cases),
            Count::Mean(of) => {
                let (most, sum) = (u128::from(of.most), u128::from(of.sum));
                let of_games = sum <= most * u128::from(of.games) && of.squares <= most * sum;
                of.deals == deals && bounded(of.games) && bounded(of.sum) && of_games
            }
            Count::Quantile { rotations, rows, .. } => {
                total(rows.values()).is_some_and(|games| deals.checked_mul(*rotations) == Some(games))
            }
        }
    }

    /// The figure: a share as a fraction; 0 without games.
    pub fn value(&self) -> f64 {
        match self {
            Count::Share(_) | Count::Gap(..) => {
                let rows = self.rows();
                rows.iter().map(|(share, deals)| share * deals).sum::<f64>() / self.n().max(1) as f64
            }
            Count::Rate { cases, hits, .. } => *hits as f64 / (*cases).max(1) as f64,
            Count::Mean(of) => of.mean() + f64::from(of.least),
            Count::Quantile { percent, rows, .. } => {
                stats::quantile(&in_order(rows), u64::from(*percent), 100).map_or(0.0, f64::from)
            }
        }
    }

    /// Variance of one deal, at most; of a quantile that of a deal whose mean would be as uncertain.
    pub fn variance(&self) -> f64 {
        match self {
            // Of a gap that of sides that win together as seldom as they can.
            Count::Share(_) | Count::Gap(..) => {
                let mean = self.value();
                let squares: f64 = self.rows().iter().map(|(share, deals)| share * share * deals).sum();
                (squares / self.n().max(1) as f64 - mean * mean).max(0.0)
            }
            // Of single games or seats, which is not smaller than that of their mean over a deal.
            Count::Rate { .. } => self.value() * (1.0 - self.value()),
            // Of single games, which is not smaller than that of their mean over a deal, or of the latter.
            Count::Mean(of) => {
                let mean = of.mean();
                (of.square() - mean * mean).max(0.0)
            }
            Count::Quantile { .. } => {
                let found = self.interval(CONFIDENCE);
                let half = found.half_width() / stats::z(CONFIDENCE);
                if half.is_finite() {
                    half * half * self.n() as f64
                } else {
                    0.0
                }
            }
        }
    }

    /// The same, but with one game more that is unlike the others where all were alike.
    pub fn spread(&self) -> f64 {
        let most = match self {
            Count::Share(_) | Count::Gap(..) | Count::Rate { .. } => 1.0,
            Count::Mean(of) => of.most().max(1.0),
            Count::Quantile { .. } => 0.0,
        };
        self.variance().max(most * most / (self.n() as f64 + 2.0))
    }

    /// How far one game can lie from another.
    pub fn reach(&self) -> f64 {
        match self {
            Count::Mean(of) => f64::from(of.cap).max(of.most()),
            _ => 1.0,
        }
    }

    /// Standard error of the figure.
    pub fn error(&self) -> f64 {
        (self.spread() / self.n().max(1) as f64).sqrt()
    }

    /// The figure's interval at `confidence`, for a number of games fixed beforehand and valid at any number.
    pub fn interval(&self, confidence: f64) -> Interval {
        match self {
            Count::Share(_) => stats::mean_within(&self.rows(), Interval::SHARE, confidence),
            Count::Gap(..) => stats::mean_within(&self.rows(), Interval::CHANGE, confidence),
            // As if each deal either counted or not, which varies no less.
            Count::Rate { deals, .. } => {
                let hits = self.value() * *deals as f64;
                let rows = [(0.0, *deals as f64 - hits), (1.0, hits)];
                stats::mean_within(&rows, Interval::SHARE, confidence)
            }
            Count::Mean(of) => of.interval(confidence),
            Count::Quantile {
                percent,
                rotations,
                rows,
            } => {
                let found = stats::quantile_ci(&in_order(rows), u64::from(*percent), 100, *rotations, confidence);
                found.map_or(Interval::ANY, |found| Interval {
                    lo: found.lo.map_or(f64::NEG_INFINITY, f64::from),
                    hi: found.hi.map_or(f64::INFINITY, f64::from),
                })
            }
        }
    }
}

impl CountedSums {
    /// The mean, counted from the least.
    fn mean(&self) -> f64 {
        self.sum as f64 / self.games.max(1) as f64
    }

    /// The mean square of a value, per game of it.
    fn square(&self) -> f64 {
        self.squares as f64 / (self.games * self.each).max(1) as f64
    }

    /// The largest value, per game of it.
    fn most(&self) -> f64 {
        f64::from(self.most) / self.each.max(1) as f64
    }

    /// The interval of the mean, of which only sums are known: each end is that of the games with these sums that put it furthest
    /// out. A game that was not seen may be as large as the rules allow; where they allow anything, the interval is open above.
    fn interval(&self, confidence: f64) -> Interval {
        let (deals, least) = (self.deals as f64, f64::from(self.least));
        let (mean, square, most) = (self.mean(), self.square(), self.most());
        let range = Interval {
            lo: 0.0,
            hi: f64::from(self.cap).max(most),
        };
        // Few large ones and the rest nothing, or few of the largest and the rest alike.
        let size = if mean > 0.0 { square / mean } else { 1.0 };
        let rare = [(0.0, 1.0 - mean / size), (size, mean / size)];
        let rest = if most > mean {
            (most * mean - square) / (most - mean)
        } else {
            mean
        };
        let share = if most > rest {
            (mean - rest) / (most - rest)
        } else {
            0.0
        };
        let high = [(rest, 1.0 - share), (most, share)];
        let [low, high] = [rare, high].map(|rows| {
            let rows = rows.map(|(value, share)| (value, deals * share));
            stats::mean_within(&rows, range, confidence)
        });
        Interval {
            lo: least + low.lo,
            hi: if self.cap < MOVES_MAX {
                least + high.hi
            } else {
                f64::INFINITY
            },
        }
    }
}

fn in_order(rows: &BTreeMap<u32, u64>) -> Vec<(u32, u64)> {
    rows.iter().map(|(value, games)| (*value, *games)).collect()
}

fn add(mine: &mut Vec<u64>, theirs: &[u64]) {
    mine.resize(mine.len().max(theirs.len()), 0);
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

/// Could these be so many deals by how many of their rotations had something?
fn are_of(rows: &[u64], deals: u64) -> bool {
    rows.len() > 1 && total(rows.iter()) == Some(deals)
}

fn total<'c>(mut counts: impl Iterator<Item = &'c u64>) -> Option<u64> {
    counts.try_fold(0u64, |sum, more| sum.checked_add(*more))
}

/// Shares of a deal's rotations, and how many deals had them.
fn shares(deals: &[u64]) -> Vec<(f64, u64)> {
    let rotations = deals.len().saturating_sub(1).max(1) as f64;
    let share = |(times, deals): (usize, &u64)| (times as f64 / rotations, *deals);
    deals.iter().enumerate().map(share).collect()
}

fn of_histogram(deals: u64, histogram: &Histogram, cap: Option<u32>) -> Count {
    let (mut games, mut sum, mut squares) = (0, 0, 0);
    for (value, count) in histogram.rows() {
        games += count;
        sum += u64::from(value) * count;
        squares += u128::from(value).pow(2) * u128::from(count);
    }
    Count::Mean(CountedSums {
        deals,
        games,
        sum,
        each: 1,
        squares,
        most: histogram.rows().last().map_or(0, |row| row.0),
        cap: cap.unwrap_or(MOVES_MAX),
        least: 0,
    })
}

/// Adds more games of the same version.
pub fn merge(counts: &mut Counts, more: &[Count]) {
    if counts.is_empty() {
        *counts = more.to_vec();
        return;
    }
    for (count, more) in counts.iter_mut().zip(more) {
        count.merge(more);
    }
}

#[cfg(test)]
mod tests;
