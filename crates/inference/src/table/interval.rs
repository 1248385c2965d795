//! Intervals of estimates from the counts in their rows, at any confidence. Two methods are behind all of them: the mean of
//! bounded values for a number of games fixed beforehand ([`stats::mean_interval`]), and bets on it for a run that may end
//! by its results ([`stats::bet_cs`]).
//!
//! The deal is the sample. Where deals are played several times and only sums over games are kept, a game counts for one in
//! so many: games of one deal may go alike, and the mean of several varies no more than one of them.

use balance_engine::tally::{Histogram, Tally};
use balance_stats::{self as stats, Interval};
use serde::{Deserialize, Serialize};

use crate::judge::TOTAL;
use balance_config::scenario::Scenario;

/// Confidence of every interval.
pub const CONFIDENCE: f64 = 1.0 - TOTAL;

/// The confidence each of `count` intervals needs so that all hold at once (Bonferroni).
pub fn simultaneous(count: usize) -> f64 {
    1.0 - (1.0 - CONFIDENCE) / count.max(1) as f64
}

/// How intervals are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Looks {
    /// The number of games was fixed beforehand.
    Fixed,
    /// The run may end as soon as every side is known to within this half width, so intervals must hold at every look.
    Until(f64),
}

/// How the games of a configuration were played, as far as intervals depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Games, rotations counted singly.
    pub games: u64,
    /// Times each deal was played.
    pub rotations: u32,
    /// May the run have ended by its results?
    pub looks: Looks,
}

impl Looks {
    /// Of a run of `scenario`: does it end by its own results?
    pub fn from_scenario(scenario: &Scenario) -> Self {
        scenario.stop.map_or(Looks::Fixed, |stop| {
            Looks::Until(stop.half_width.unwrap_or(scenario.margins.share))
        })
    }
}

/// Deals by how many seats a subject has in their games and how many of these win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Seated {
    /// Its seats in the games of a deal.
    pub seats: u64,
    /// Of these, seats that won.
    pub won: u64,
    /// Such deals; games, in results of earlier versions of the program.
    pub games: u64,
}

/// Deals by the difference between two configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Differing {
    /// Other minus reference, summed over the deal's games.
    pub by: i64,
    /// Such deals.
    pub deals: u64,
}

/// A sum that 64 bits do not hold: 4,000 of one kind in each of 10^12 games come near.
pub const BEYOND: u64 = u64::MAX;

impl Sampling {
    /// Of so many games, whose number was fixed beforehand.
    pub const fn fixed(games: u64, rotations: u32) -> Self {
        Sampling {
            games,
            rotations,
            looks: Looks::Fixed,
        }
    }

    /// Of the games in `tally`.
    pub fn of_tally(tally: &Tally, looks: Looks) -> Self {
        Sampling {
            games: tally.games,
            rotations: (tally.games / tally.units.max(1)) as u32,
            looks,
        }
    }

    pub(super) fn rotations(self) -> f64 {
        f64::from(self.rotations.max(1))
    }

    /// A value that no game has shown and that is allowed for where nothing limits a count.
    pub(super) fn unseen(self, largest: f64) -> f64 {
        stats::unseen(largest, self.games as f64 / self.rotations())
    }

    /// The half width that sequences are planned for, where they can be made from sums over games.
    fn sequence(self) -> Option<f64> {
        match self.looks {
            Looks::Until(half_width) if self.rotations <= 1 => Some(half_width),
            _ => None,
        }
    }

    /// A share of `n` games of which `successes` were such.
    pub fn share(self, successes: u64, n: u64, confidence: f64) -> Rate {
        let value = if n == 0 { 0.0 } else { successes as f64 / n as f64 };
        if let Some(half_width) = self.sequence() {
            let rows = [(0.0, n.saturating_sub(successes)), (1.0, successes)];
            return Rate::new(value, stats::bet_cs(&rows, 1.0 - confidence, Some(plan(half_width))));
        }
        let weight = |count: u64| count as f64 / self.rotations();
        let rows = [(0.0, weight(n.saturating_sub(successes))), (1.0, weight(successes))];
        Rate::new(value, stats::mean_within(&rows, Interval::SHARE, confidence))
    }

    /// A share of all games of which `successes` were such; `deals` counts deals by how many of their games were. Where
    /// these are not known, from the games.
    pub fn share_of_deals(self, deals: &[u64], successes: u64, confidence: f64) -> Rate {
        if deals.is_empty() {
            return self.share(successes, self.games, confidence);
        }
        let value = successes as f64 / self.games.max(1) as f64;
        let most = (deals.len() - 1).max(1) as f64;
        let part = |(such, deals): (usize, &u64)| (such as f64 / most, *deals);
        let rows: Vec<(f64, u64)> = deals.iter().enumerate().map(part).collect();
        let interval = match self.looks {
            Looks::Until(half_width) => stats::bet_cs(&rows, 1.0 - confidence, Some(plan(half_width))),
            Looks::Fixed => stats::mean_within(&weighted(&rows, 1.0), Interval::SHARE, confidence),
        };
        Rate::new(value, interval)
    }

    /// The share of a subject's seats that win.
    pub fn share_of_seats(self, rows: &[Seated], confidence: f64) -> Rate {
        let total = |pick: fn(&Seated) -> u64| rows.iter().map(|row| pick(row) * row.games).sum::<u64>();
        let (seats, won) = (total(|row| row.seats), total(|row| row.won));
        let value = if seats == 0 { 0.0 } else { won as f64 / seats as f64 };
        let mut filled = rows.iter().filter(|row| row.seats > 0);
        let first = filled.next().map_or(0, |row| row.seats);
        let rows_count: u64 = rows.iter().map(|row| row.games).sum();
        let deals = self.games as f64 / self.rotations();
        let is_by_deal = rows_count as f64 <= deals;
        if let (Looks::Until(half_width), true, true) = (self.looks, is_by_deal, filled.all(|row| row.seats == first)) {
            let part = |row: &Seated| (row.won as f64 / row.seats as f64, row.games);
            let rows: Vec<(f64, u64)> = rows.iter().filter(|row| row.seats > 0).map(part).collect();
            return Rate::new(value, stats::bet_cs(&rows, 1.0 - confidence, Some(plan(half_width))));
        }
        let part = (deals / rows_count.max(1) as f64).min(1.0);
        let weight = |row: &Seated| (row.seats as f64, row.won as f64, row.games as f64 * part);
        let rows: Vec<(f64, f64, f64)> = rows.iter().map(weight).collect();
        Rate::new(
            value,
            stats::ratio_interval(&rows, confidence).unwrap_or(Interval::SHARE),
        )
    }

    /// A share of `n` games of which `successes` were such, which are some of all games; `rows` counts deals by both. Where these
    /// are not known, from the games; none without any.
    pub fn share_of_some(self, rows: &[Seated], successes: u64, n: u64, confidence: f64) -> Option<Rate> {
        (n > 0).then(|| match rows {
            [] => self.share(successes, n, confidence),
            rows => self.share_of_seats(rows, confidence),
        })
    }

    /// The mean of whole numbers given as (value, games), none of which can be above `most`. Where no most is known, a game
    /// with more than twice the largest number seen is allowed for. Open for a single deal.
    pub fn mean(self, rows: &[(u32, u64)], most: Option<u32>, confidence: f64) -> Rate {
        let n: u64 = rows.iter().map(|row| row.1).sum();
        let sum: u128 = rows.iter().map(|row| u128::from(row.0) * u128::from(row.1)).sum();
        let value = sum as f64 / n.max(1) as f64;
        if n < 2 * u64::from(self.rotations.max(1)) {
            return Rate::new(value, Interval::ANY);
        }
        let largest = rows.iter().map(|row| row.0).max().unwrap_or(0);
        let top = most.map_or_else(|| self.unseen(f64::from(largest)), |most| f64::from(most.max(largest)));
        let values: Vec<(f64, u64)> = rows.iter().map(|(value, games)| (f64::from(*value), *games)).collect();
        if let (Some(_), Some(_), true) = (self.sequence(), most, top > 0.0) {
            let parts: Vec<(f64, u64)> = values.iter().map(|(value, games)| (value / top, *games)).collect();
            return Rate::new(value, stats::bet_cs(&parts, 1.0 - confidence, None).times(top));
        }
        let range = Interval { lo: 0.0, hi: top };
        let found = stats::mean_interval(&weighted(&values, self.rotations()), range, confidence);
        Rate::new(value, found.unwrap_or(Interval::ANY))
    }

    /// Share of `tries` that succeed, where those of one deal may all go alike: they are worth as many single tries as deals
    /// of equal size would be (design effect, Kish 1965). None without tries.
    pub fn success(self, successes: u64, tries: u64, squares: u64, confidence: f64) -> Option<Rate> {
        if tries == 0 || successes > tries {
            return None;
        }
        let value = successes as f64 / tries as f64;
        if squares == BEYOND {
            return Some(Rate::new(value, Interval::SHARE));
        }
        let size = tries as f64 * tries as f64 / (squares.max(1) as f64);
        let rows = [(0.0, (1.0 - value) * size), (1.0, value * size)];
        Some(Rate::new(value, stats::mean_within(&rows, Interval::SHARE, confidence)))
    }

    /// The quantile `percent` of whole numbers given as (value, games); its interval is that of so many deals.
    pub fn quantile(self, rows: &[(u32, u64)], percent: u32, confidence: f64) -> Option<stats::QuantileInterval> {
        if self.sequence().is_some() {
            return stats::quantile_bet_cs(rows, u64::from(percent), 100, 1.0 - confidence, None);
        }
        stats::quantile_ci(rows, u64::from(percent), 100, u64::from(self.rotations), confidence)
    }

    /// The mean difference per game of pairs that differ as in `rows`, by no more than `range` in a game. Where no range is
    /// known, it is open.
    pub fn difference(self, rows: &[Differing], range: Option<u32>, confidence: f64) -> Rate {
        let deals: u64 = rows.iter().map(|row| row.deals).sum();
        let sum: i128 = rows.iter().map(|row| i128::from(row.by) * i128::from(row.deals)).sum();
        let value = sum as f64 / self.rotations() / deals.max(1) as f64;
        // A single pair of shares leaves most of what is possible; a single pair of lengths says nothing at all.
        let share = range == Some(1);
        let enough = if share { 1 } else { 2 };
        let Some(range) = range.map(f64::from).filter(|range| *range > 0.0 && deals >= enough) else {
            return Rate::new(value, Interval::ANY);
        };
        let part = |row: &Differing| (row.by as f64 / self.rotations() / range, row.deals);
        let parts: Vec<(f64, u64)> = rows.iter().map(part).collect();
        let interval = match self.looks {
            Looks::Fixed => stats::mean_within(&weighted(&parts, 1.0), Interval::CHANGE, confidence),
            Looks::Until(half_width) => {
                let plan = share.then(|| plan_of_differences(half_width));
                stats::bet_difference_cs(&parts, 1.0 - confidence, plan)
            }
        };
        Rate::new(value, interval.times(range))
    }

    /// The mean change of length per game, where a change of more than `most` turns counts as `most`. The games may
    /// have picked any of 64 such numbers (`counted_turns`), so each has an even part of the error.
    pub fn length_difference(self, rows: &[Differing], most: u32, confidence: f64) -> Rate {
        let far = i64::from(most) * i64::from(self.rotations.max(1));
        let counted = |row: &Differing| Differing {
            by: row.by.clamp(-far, far),
            deals: row.deals,
        };
        let rows: Vec<Differing> = rows.iter().map(counted).collect();
        self.difference(&rows, Some(most), 1.0 - (1.0 - confidence) / COUNTED)
    }

    /// The mean of lengths, where one of more than `most`, rounded up, would count as that; as for differences of lengths, the games may
    /// have picked it.
    pub fn length_mean(self, rows: &[(u32, u64)], most: u32, confidence: f64) -> Rate {
        self.mean(rows, Some(rounded_up(most)), 1.0 - (1.0 - confidence) / COUNTED)
    }

    /// The difference of two shares of separate games; `share` gives either with an interval at a confidence.
    pub fn independent_difference(self, share: impl Fn(f64) -> [Rate; 2], confidence: f64) -> Rate {
        let (first, second, interval) = match self.looks {
            Looks::Fixed => {
                let [first, second] = share(confidence);
                (first, second, stats::square_and_add(first.known(), second.known()))
            }
            // Both sequences hold at every look with half the error each.
            Looks::Until(_) => {
                let [first, second] = share(f64::midpoint(1.0, confidence));
                (first, second, first.interval().minus(&second.interval()))
            }
        };
        Rate::new(first.value - second.value, interval)
    }
}

/// Turns up to which a change of length counts: the smallest of 1, 2, 3, 4, 6, 8, 12, ... that half of the games of each of these
/// do not exceed. The turn limit, which no game need come near, would widen every interval; and what a few endless games last
/// says little.
pub fn counted_turns(lengths: &[&Histogram]) -> u32 {
    let most = |lengths: &&Histogram| stats::quantile(&lengths.rows().collect::<Vec<_>>(), 1, 2);
    rounded_up(lengths.iter().filter_map(most).max().unwrap_or(1))
}

/// The smallest of 1, 2, 3, 4, 6, 8, 12, ... that is not less.
fn rounded_up(most: u32) -> u32 {
    let power = most.checked_next_power_of_two().unwrap_or(u32::MAX);
    let less = power / 4 * 3;
    if less >= most { less } else { power }
}

/// How many numbers [`rounded_up`] may come to.
const COUNTED: f64 = 64.0;

/// Two values with their shares that have this mean and variance and lie in `range`.
pub(super) fn two_like(mean: f64, variance: f64, range: Interval) -> [(f64, f64); 2] {
    let mut below = variance.sqrt();
    below = below.min((mean - range.lo).max(0.0));
    if below <= 0.0 {
        return [(mean, 1.0), (mean, 0.0)];
    }
    let mut above = variance / below;
    if mean + above > range.hi && range.hi > mean {
        above = range.hi - mean;
        below = variance / above;
    }
    let low = above / (below + above);
    [(mean - below, low), (mean + above, 1.0 - low)]
}

fn weighted(rows: &[(f64, u64)], rotations: f64) -> Vec<(f64, f64)> {
    rows.iter()
        .map(|(value, count)| (*value, *count as f64 / rotations))
        .collect()
}

/// Where the sequence of a share should be narrowest: about the number of games at which a side that wins a third of them is
/// known to within `half_width`. Fixed by the scenario alone, before any game.
fn plan(half_width: f64) -> stats::PlannedRun {
    planned(half_width, 2.0 / 9.0, 1.0 / 3.0)
}

/// The same for a difference of shares, of which a fifth of the pairs show one.
fn plan_of_differences(half_width: f64) -> stats::PlannedRun {
    planned(half_width, 0.2, 0.0)
}

fn planned(half_width: f64, var: f64, mean: f64) -> stats::PlannedRun {
    let n = (var * (3.1 / half_width.max(1e-6)).powi(2)).max(1.0);
    stats::PlannedRun { n, var, mean }
}

/// An estimate with its interval: a share of games or of appearances as a fraction of 1, or a mean. An end of which
/// nothing is known is infinite, and null in files.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rate {
    /// What was observed.
    pub value: f64,
    /// Lower end of the interval.
    #[serde(deserialize_with = "lower")]
    pub lo: f64,
    /// Upper end of the interval.
    #[serde(deserialize_with = "upper")]
    pub hi: f64,
}

/// Room for the last bit of a share that was computed.
const ROUNDING: f64 = 1e-9;

impl Rate {
    /// `value` with its interval.
    pub fn new(value: f64, interval: Interval) -> Self {
        let Interval { lo, hi } = interval;
        Rate { value, lo, hi }
    }

    /// `value` with an interval that reaches so far to either side.
    pub fn plus_minus(value: f64, by: f64) -> Self {
        let (lo, hi) = (value - by, value + by);
        Rate { value, lo, hi }
    }

    /// The mean of values within `range`, given with their weights.
    pub fn mean(rows: &[(f64, f64)], range: Interval, confidence: f64) -> Self {
        let sum = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>();
        let weight = sum(|row| row.1).max(1.0);
        let value = sum(|row| row.0 * row.1) / weight;
        Rate::new(value, stats::mean_within(rows, range, confidence))
    }

    /// The same less a number that is known.
    #[must_use]
    pub fn less(self, by: f64) -> Self {
        Rate {
            value: self.value - by,
            lo: self.lo - by,
            hi: self.hi - by,
        }
    }

    /// The value and its interval.
    pub fn known(self) -> (f64, Interval) {
        (self.value, self.interval())
    }

    /// The interval alone.
    pub fn interval(self) -> Interval {
        Interval {
            lo: self.lo,
            hi: self.hi,
        }
    }

    /// Does the interval lie within `margin` of 0 on both sides?
    pub fn is_within(self, margin: f64) -> bool {
        self.lo >= -margin && self.hi <= margin
    }

    /// Does it lie further than `margin` from 0, on one side?
    pub fn is_beyond(self, margin: f64) -> bool {
        self.lo > margin || self.hi < -margin
    }

    /// Is a difference shown to be one?
    pub fn leaves_out_zero(self) -> bool {
        self.is_beyond(0.0)
    }

    /// Do it and its interval lie between 0 and 1? An interval that held at every look need not hold the last value.
    pub(super) fn is_share(self) -> bool {
        let mut ends = [self.value, self.lo, self.hi].into_iter();
        ends.all(|value| (-ROUNDING..=1.0 + ROUNDING).contains(&value))
    }
}

fn lower<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Option::deserialize(from).map(|end| end.unwrap_or(f64::NEG_INFINITY))
}

fn upper<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Option::deserialize(from).map(|end| end.unwrap_or(f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXED: Sampling = Sampling::fixed(100, 1);

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9 * (1.0 + b.abs())
    }

    /// What 64 bits do not hold says nothing, rather than that games vary little.
    #[test]
    fn sums_that_cannot_be_written_leave_intervals_open() {
        assert_eq!(
            FIXED.success(40, 80, BEYOND, 0.95).map(Rate::interval),
            Some(Interval::SHARE)
        );
        assert_ne!(
            FIXED.success(40, 80, 80, 0.95).map(Rate::interval),
            Some(Interval::SHARE)
        );
    }

    #[test]
    fn two_values_keep_mean_and_spread_and_stay_in_range() {
        for (mean, variance, lo, hi) in [
            (3.0, 1.0, 1.0, 9.0),
            (1.2, 0.5, 1.0, 9.0),
            (8.0, 4.0, 1.0, 9.0),
            (5.0, 0.0, 1.0, 9.0),
        ] {
            let two = two_like(mean, variance, Interval { lo, hi });
            let moment = |power: i32| two.iter().map(|(value, share)| share * value.powi(power)).sum::<f64>();
            assert!(
                close(moment(1), mean) && close(moment(2) - mean * mean, variance),
                "{two:?}"
            );
            assert!(
                two.iter().all(|(value, _)| *value >= lo - 1e-9 && *value <= hi + 1e-9),
                "{two:?}"
            );
        }
    }

    #[test]
    fn one_game_has_a_mean_and_no_interval() {
        let one = Sampling { games: 1, ..FIXED };
        let rate = one.mean(&[(25, 1)], Some(400), 0.95);
        assert_eq!(rate, Rate::new(25.0, Interval::ANY));
        let pair = [Differing { by: -4, deals: 1 }];
        assert_eq!(one.difference(&pair, Some(400), 0.95), Rate::new(-4.0, Interval::ANY));
    }

    #[test]
    fn nothing_seen_leaves_something_possible() {
        let few = Sampling { games: 16, ..FIXED };
        assert!(few.share(0, 16, 0.95).hi > 0.2);
        let seated = |seats| Seated {
            seats,
            won: 0,
            games: 8,
        };
        assert!(few.share_of_seats(&[seated(1), seated(2)], 0.95).hi > 0.2);
        assert_eq!(few.success(0, 3, 9, 0.95).map(|rate| rate.hi > 0.9), Some(true));
        let same = [Differing { by: 0, deals: 16 }];
        let rate = few.difference(&same, Some(400), 0.95);
        assert!(rate.lo < -50.0 && rate.hi > 50.0, "{rate:?}");
    }

    /// Four games of a deal that go alike are one.
    #[test]
    fn games_of_one_deal_are_no_sample_of_their_own() {
        let rotated = Sampling::fixed(400, 4);
        let (once, four) = (FIXED.share(30, 100, 0.95), rotated.share(120, 400, 0.95));
        assert!(close(once.lo, four.lo) && close(once.hi, four.hi), "{once:?} {four:?}");
        let (once, four) = (
            FIXED.mean(&[(10, 50), (20, 50)], Some(60), 0.95),
            rotated.mean(&[(10, 200), (20, 200)], Some(60), 0.95),
        );
        assert!(close(once.lo, four.lo) && close(once.hi, four.hi), "{once:?} {four:?}");
    }

    #[test]
    fn a_sequence_is_wider_than_an_interval_for_a_fixed_number() {
        let many = Sampling { games: 10_000, ..FIXED };
        let width = |looks| {
            let rate = Sampling { looks, ..many }.share(3_300, 10_000, 0.95);
            assert!(rate.lo < rate.value && rate.value < rate.hi);
            rate.hi - rate.lo
        };
        let ratio = width(Looks::Until(0.015)) / width(Looks::Fixed);
        assert!((1.3..2.0).contains(&ratio), "{ratio}");
    }
}

#[cfg(test)]
mod rate_tests {
    use super::*;

    #[test]
    fn an_interval_that_ends_at_zero_or_the_margin_holds_it() {
        let of = |lo: f64, hi: f64| Rate::new(f64::midpoint(lo, hi), Interval { lo, hi });
        assert!(of(-0.1, 0.1).is_within(0.1) && !of(-0.1, 0.11).is_within(0.1) && !of(-0.11, 0.0).is_within(0.1));
        assert!(of(0.1, 0.2).leaves_out_zero() && !of(0.0, 0.2).leaves_out_zero() && !of(-0.2, 0.0).leaves_out_zero());
        assert!(of(-0.3, -0.2).is_beyond(0.1) && !of(0.1, 0.3).is_beyond(0.1) && !of(-0.3, 0.3).is_beyond(0.1));
        assert!(!Rate::new(0.2, Interval::ANY).is_within(0.5) && !Rate::new(0.2, Interval::ANY).leaves_out_zero());
    }
}
