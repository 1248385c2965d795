//! What games say to a question: how surely a number lies above or below a limit, whenever one looks.
//!
//! Everything is bet on ([`stats::Bets`], [`stats::Sums`]), so that it may be looked at as often as one likes, at any size of
//! sample, and so that equal games do not make anything certain: what is bounded may have rare values at the far end of its
//! range, three in n games at most. Games of one deal are one: their mean is bet on.
//!
//! Of two sides it is not counted in which deals both won. Their gap is bet on as if that were as seldom as can be: the capital is
//! then no more than that of the bets on the true differences ([`stats::furthest_apart`]), and errs no more often at any look.

use std::ops::Bound;

use super::answer::Verdict;
use super::metric::Metric;
use super::power::{EVEN, ROOM, deals_for};
use super::question::{Against, Question};
use balance_engine::MOVES_MAX;
use balance_engine::tally::{Appearances, Histogram, Tally};
use balance_simulation::sim::{Pairs, won};
use balance_stats::{self as stats, BetClaim, Bets, Interval, PlannedRun, Sums};

/// The games so far, as far as they bear on a question.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Deals.
    pub deals: u64,
    /// The number observed.
    pub value: f64,
    kind: EvidenceKind,
}

#[derive(Clone, Debug)]
enum EvidenceKind {
    /// Values and how many games had them, none of which can be outside the range.
    Values {
        rows: Vec<(f64, u64)>,
        range: Interval,
        bets: Bets,
    },
    /// Counts of which only sums are known.
    Sums(Sums),
    /// What so many per cent of the games do not exceed.
    Quantile(Quantile),
}

/// What a number of a game can be at most that the rules of the game do not limit: a game of more moves is broken, and no counter
/// counts further.
const UNLIMITED: f64 = MOVES_MAX as f64;

impl Evidence {
    /// What `tally`, and where it is held to a baseline `pairs`, say to `question`.
    pub fn from_tally(question: &Question, tally: &Tally, pairs: Option<&Pairs>) -> Self {
        match (question.against, pairs) {
            (Against::Band { .. }, _) => Self::of_tally(question, tally),
            (Against::Baseline { .. } | Against::Base { .. }, Some(pairs)) => Self::of_pairs(question, tally, pairs),
            (Against::Base { .. }, None) => Self::of_itself(tally),
            (Against::Baseline { .. }, None) => Self::shares(question, &[], true),
        }
    }

    /// What differs by nothing from itself.
    fn of_itself(tally: &Tally) -> Self {
        let none = Sums {
            n: tally.units as f64,
            sum: 0.0,
            squares: 0.0,
            least: 0.0,
            most: 0.0,
        };
        Evidence {
            deals: tally.units,
            value: 0.0,
            kind: EvidenceKind::Sums(none),
        }
    }

    fn of_tally(question: &Question, tally: &Tally) -> Self {
        let rotations = (tally.games / tally.units.max(1)).max(1);
        let by_rotation = |counts: &[u64]| Self::shares(question, &in_parts(counts), false);
        match question.metric {
            Metric::WinRate(side) => by_rotation(&tally.side_by_rotation[side]),
            Metric::Ending(ending) => by_rotation(&tally.ending_by_rotation[ending]),
            Metric::Nobody => by_rotation(&tally.nobody_by_rotation),
            Metric::Bot(bot) => Self::seats(question, &tally.bots[bot]),
            Metric::Gap(one, other) => {
                let [one, other] = [one, other].map(|side| in_parts(&tally.side_by_rotation[side]));
                Self::shares(question, &stats::furthest_apart(&one, &other), true)
            }
            Metric::Turns => Self::lengths(question, &tally.turns, rotations),
            Metric::Decisions => Self::lengths(question, &tally.decisions, rotations),
            Metric::TurnsQuantile(percent) => {
                let quantile = Quantile::new(question, percent, &tally.turns, rotations);
                Evidence {
                    deals: tally.units,
                    value: quantile.value(),
                    kind: EvidenceKind::Quantile(quantile),
                }
            }
            Metric::Counter(counter) => {
                let seen = tally.counters[counter];
                let (deals, each) = (tally.units as f64, rotations as f64);
                let (sum, squares) = (seen.sum as f64 / each, seen.squares as f64 / each / each);
                let (least, most) = question.range;
                // Counted from the least.
                let sums = Sums {
                    n: deals,
                    sum: sum + deals * least,
                    squares: squares + 2.0 * least * sum + deals * least * least,
                    least,
                    most: most.min(UNLIMITED),
                };
                Evidence {
                    deals: tally.units,
                    value: sums.mean(),
                    kind: EvidenceKind::Sums(sums),
                }
            }
        }
    }

    fn of_pairs(question: &Question, tally: &Tally, pairs: &Pairs) -> Self {
        let rotations = (tally.games / tally.units.max(1)).max(1) as f64;
        let counts = match question.metric {
            Metric::WinRate(side) => &pairs.wins[side],
            Metric::Ending(ending) => &pairs.endings[ending],
            Metric::Bot(bot) => return Self::of_bot(question, tally, pairs, bot),
            Metric::Gap(one, other) => {
                let [one, other] = [one, other].map(|side| by_share(&pairs.wins[side]));
                let rows = stats::furthest_apart(&one, &other);
                return Self::values(question, rows, 1, Interval { lo: -2.0, hi: 2.0 }, 1.6);
            }
            _ => {
                let far = pairs.turns.keys().map(|by| by.unsigned_abs()).max().unwrap_or(0) as f64 / rotations;
                let most = question.range.1.min(UNLIMITED).max(far).max(1.0);
                let rows: Vec<(f64, u64)> = pairs
                    .turns
                    .iter()
                    .map(|(by, deals)| (*by as f64 / rotations, *deals))
                    .collect();
                // Where every deal goes another way, two lengths differ by some half of their mean.
                let var = length_variance(question.mean.unwrap_or(most / 4.0)) * 2.0;
                return Self::values(question, rows, 1, Interval { lo: -most, hi: most }, var);
            }
        };
        Self::shares(question, &by_share(counts), true)
    }

    /// By how much the share of its seats that a bot wins differs, deal by deal; each is of the seats that it had then.
    fn of_bot(question: &Question, tally: &Tally, pairs: &Pairs, bot: usize) -> Self {
        let (seats, _) = tally.bots[bot].totals();
        let now = seats as f64 / tally.units.max(1) as f64;
        let before = question.seats.unwrap_or(now);
        let share = |won: u16, seats: f64| if seats > 0.0 { f64::from(won) / seats } else { 0.0 };
        let counts = pairs.bots.get(bot).into_iter().flatten().flatten();
        let rows = counts.map(|(together, deals)| {
            let (had, has) = won(*together);
            (share(has, now) - share(had, before), *deals)
        });
        let rows: Vec<(f64, u64)> = rows.collect();
        // Where it has another number of seats from game to game, a deal may bring more than all of the usual number.
        let most = rows.iter().map(|(by, _)| by.abs()).fold(1.0, f64::max);
        Self::values(question, rows, 1, Interval { lo: -most, hi: most }, 0.4)
    }

    /// Shares from 0 to 1, or differences of them from -1 to 1.
    fn shares(question: &Question, rows: &[(f64, u64)], differences: bool) -> Self {
        let (least, var) = if differences {
            (-1.0, 0.4)
        } else {
            (0.0, share_variance(question))
        };
        Self::values(question, rows.to_vec(), 1, Interval { lo: least, hi: 1.0 }, var)
    }

    /// The share of a bot's seats that win: of every deal the seats that won over those that the bot has in a deal, which
    /// never changes.
    fn seats(question: &Question, bot: &Appearances) -> Self {
        let (deals, seats) = bot.rows().fold((0, 0), |(deals, seats), (taken, _, here)| {
            (deals + here, seats + taken * here)
        });
        let each = seats as f64 / deals.max(1) as f64;
        let share = |won: u64| if each > 0.0 { won as f64 / each } else { 0.0 };
        let rows: Vec<(f64, u64)> = bot.rows().map(|(_, won, here)| (share(won), here)).collect();
        let most = bot.rows().map(|(taken, ..)| share(taken)).fold(1.0, f64::max);
        let range = Interval { lo: 0.0, hi: most };
        Self::values(question, rows, 1, range, share_variance(question))
    }

    fn lengths(question: &Question, histogram: &Histogram, rotations: u64) -> Self {
        let rows: Vec<(f64, u64)> = histogram
            .rows()
            .map(|(value, games)| (f64::from(value), games))
            .collect();
        let largest = rows.last().map_or(0.0, |row| row.0);
        let (lo, hi) = question.ends();
        let most = question.range.1.min(UNLIMITED).max(largest);
        let middle = if lo.is_finite() && hi.is_finite() {
            f64::midpoint(lo, hi)
        } else {
            most / 2.0
        };
        let range = Interval {
            lo: 0.0,
            hi: most.max(1.0),
        };
        Self::values(question, rows, rotations, range, length_variance(middle))
    }

    /// Values of `range`, every `group` of them of one deal, with an expected variance that depends on the question alone.
    fn values(question: &Question, rows: Vec<(f64, u64)>, group: u64, range: Interval, var: f64) -> Self {
        let games: u64 = rows.iter().map(|row| row.1).sum();
        let sum: f64 = rows.iter().map(|(value, games)| value * *games as f64).sum();
        let (lo, hi) = question.ends();
        let half = (hi - lo) / 2.0;
        let width = range.hi - range.lo;
        let plan = (half.is_finite() && half > 0.0).then(|| PlannedRun {
            n: 2.0 * equivalence(var, half),
            var: var / (width * width),
            mean: (f64::midpoint(lo, hi) - range.lo) / width,
        });
        Evidence {
            deals: games / group.max(1),
            value: sum / games.max(1) as f64,
            kind: EvidenceKind::Values {
                rows: rows
                    .into_iter()
                    .map(|(value, games)| ((value - range.lo) / width, games))
                    .collect(),
                range,
                bets: Bets::new(plan, question.error).guarded().grouped(group),
            },
        }
    }

    /// Where the number lies to the band from `lo` to `hi`: outside with an error of at most `outside` and within with one
    /// of at most `within`, over all looks together. The interval of that error lies where the verdict says.
    pub fn verdict(&self, (lo, hi): (f64, f64), outside: f64, within: f64) -> Verdict {
        use BetClaim::{Above, Below};
        let limit = |error: f64| libm::log(2.0 / error);
        let bets = |claim, edge| self.log_capital(claim, edge);
        let is_outside = || bets(Above, Bound::Excluded(hi)).max(bets(Below, Bound::Excluded(lo))) >= limit(outside);
        let is_within = || bets(Above, Bound::Included(lo)).min(bets(Below, Bound::Included(hi))) >= limit(within);
        if self.deals == 0 {
            Verdict::Undecided
        } else if is_outside() {
            Verdict::Outside
        } else if is_within() {
            Verdict::Within
        } else {
            Verdict::Undecided
        }
    }

    /// The interval of the number that holds at every look but for an `error`; open where nothing is known.
    pub fn interval(&self, error: f64) -> Interval {
        if self.deals == 0 {
            return Interval::ANY;
        }
        match &self.kind {
            EvidenceKind::Values { rows, range, bets } => {
                let found = bets.interval(rows, error);
                let back = |end: f64| range.lo + end * (range.hi - range.lo);
                let (lo, hi) = (back(found.lo), back(found.hi));
                Interval { lo, hi }
            }
            EvidenceKind::Sums(sums) if sums.least >= sums.most => self.range(),
            EvidenceKind::Sums(sums) => sums.interval(error),
            EvidenceKind::Quantile(quantile) => quantile.interval(error),
        }
    }

    /// Logarithm of the capital of bets that the number is above or below a limit, or at it where that counts.
    fn log_capital(&self, claim: BetClaim, edge: Bound<f64>) -> f64 {
        if let EvidenceKind::Quantile(quantile) = &self.kind {
            return quantile.log_capital(claim, edge);
        }
        let range = self.range();
        let (limit, or) = match edge {
            Bound::Included(limit) => (limit, true),
            Bound::Excluded(limit) => (limit, false),
            Bound::Unbounded => return f64::INFINITY,
        };
        let (before, beyond) = match claim {
            BetClaim::Above => (limit - range.lo, range.hi - limit),
            BetClaim::Below => (range.hi - limit, limit - range.lo),
        };
        // What cannot be otherwise needs no bets, and on what cannot be none is won.
        if before < 0.0 || or && before <= 0.0 {
            return f64::INFINITY;
        }
        if beyond < 0.0 || !or && beyond <= 0.0 {
            return f64::NEG_INFINITY;
        }
        match &self.kind {
            EvidenceKind::Values { rows, range, bets } => {
                bets.log_capital(rows, (limit - range.lo) / (range.hi - range.lo), claim)
            }
            EvidenceKind::Sums(sums) => sums.log_capital(limit, claim),
            EvidenceKind::Quantile(_) => 0.0,
        }
    }

    fn range(&self) -> Interval {
        match &self.kind {
            EvidenceKind::Values { range, .. } => *range,
            EvidenceKind::Sums(sums) => Interval {
                lo: sums.least,
                hi: sums.most,
            },
            EvidenceKind::Quantile(_) => Interval::ANY,
        }
    }

    /// About how many deals would decide whether the number lies from `lo` to `hi`, if it is about what it seems to be. None where
    /// it lies too near an end for ten million, where the band is an end of what can be, or where no deal was played.
    pub fn enough(&self, (lo, hi): (f64, f64), error: f64) -> Option<u64> {
        if self.deals == 0 {
            return None;
        }
        let [below, above] = match &self.kind {
            EvidenceKind::Quantile(quantile) => quantile.deals_for((lo, hi), error),
            kind => {
                let range = self.range();
                // That a share is nothing, or all, no number of games shows.
                if hi <= range.lo || lo >= range.hi {
                    return None;
                }
                let var = match kind {
                    EvidenceKind::Values { rows, .. } => variance(rows) * (range.hi - range.lo).powi(2),
                    EvidenceKind::Sums(sums) => sums.variance(),
                    EvidenceKind::Quantile(_) => return None,
                };
                // What a rare value at the far end of the range could bring.
                let reach = |limit: f64| {
                    if self.value < limit {
                        range.hi - limit
                    } else {
                        limit - range.lo
                    }
                };
                let end = |limit: f64| {
                    let crossed = limit > range.lo && limit < range.hi;
                    crossed.then(|| deals_for(var, self.value - limit, reach(limit), error, EVEN))
                };
                [end(lo), end(hi)]
            }
        };
        // Beyond an end it is that end which decides; inside, the nearer one.
        let games = if self.value < lo {
            below.unwrap_or(f64::INFINITY)
        } else if self.value > hi {
            above.unwrap_or(f64::INFINITY)
        } else {
            [below, above].into_iter().flatten().fold(0.0, f64::max)
        } * ROOM;
        (games < 1e7).then(|| games.ceil().max(1.0) as u64)
    }
}

/// Variance of a share in the middle of its band, of single games.
fn share_variance(question: &Question) -> f64 {
    let (lo, hi) = question.ends();
    let middle = match (lo.is_finite(), hi.is_finite()) {
        (true, true) => f64::midpoint(lo, hi),
        (true, false) => lo,
        _ => hi,
    }
    .clamp(0.0, 1.0);
    (middle * (1.0 - middle)).max(0.01)
}

/// Of values in a range from 0 to 1.
fn variance(rows: &[(f64, u64)]) -> f64 {
    let n = rows.iter().map(|row| row.1).sum::<u64>().max(1) as f64;
    let of = |power: i32| {
        rows.iter()
            .map(|(value, games)| value.powi(power) * *games as f64)
            .sum::<f64>()
            / n
    };
    (of(2) - of(1) * of(1)).max(0.0)
}

/// Lengths vary by about a third of their mean; what the bets are planned for may depend on the question alone.
fn length_variance(mean: f64) -> f64 {
    (mean / 3.0).powi(2)
}

/// Deals for a test of equivalence with a number of games fixed beforehand.
fn equivalence(var: f64, tolerance: f64) -> f64 {
    var * (3.3 / tolerance).powi(2)
}

/// Shares of the rotations of a deal, and how many deals had them.
fn in_parts(by_rotation: &[u64]) -> Vec<(f64, u64)> {
    let rotations = by_rotation.len().saturating_sub(1).max(1) as f64;
    let share = |(times, deals): (usize, &u64)| (times as f64 / rotations, *deals);
    by_rotation.iter().enumerate().map(share).collect()
}

/// Differences of shares, from -1 to 1 in steps of one rotation, and how many deals had them.
fn by_share(counts: &[u64]) -> Vec<(f64, u64)> {
    let middle = (counts.len() / 2).max(1) as f64;
    let share = |(index, count): (usize, &u64)| ((index as f64 - middle) / middle, *count);
    counts.iter().enumerate().map(share).collect()
}

/// A quantile, and what is bet on it.
#[derive(Clone, Debug)]
pub(super) struct Quantile {
    /// Whole numbers, smallest first, and how many games had them.
    rows: Vec<(u32, u64)>,
    percent: u8,
    bets: Bets,
    /// The greatest that a game can have; infinite where the rules set no cap.
    most: f64,
}

impl Quantile {
    /// Of `lengths`, every `rotations` of one deal.
    pub fn new(question: &Question, percent: u8, lengths: &Histogram, rotations: u64) -> Self {
        let share = f64::from(percent) / 100.0;
        let plan = PlannedRun {
            n: 10_000.0,
            var: share * (1.0 - share),
            mean: share,
        };
        Quantile {
            rows: lengths.rows().collect(),
            percent,
            bets: Bets::new(Some(plan), question.error).grouped(rotations),
            most: question.range.1,
        }
    }

    /// That of the games observed.
    pub fn value(&self) -> f64 {
        stats::quantile(&self.rows, self.percent.into(), 100).map_or(0.0, f64::from)
    }

    /// The interval that holds at every look but for an `error`.
    pub fn interval(&self, error: f64) -> Interval {
        let found = self.bets.quantile(&self.rows, self.percent.into(), 100, error);
        found.map_or(Interval::ANY, |found| Interval {
            lo: found.lo.map_or(f64::NEG_INFINITY, f64::from),
            hi: found.hi.map_or(f64::INFINITY, f64::from),
        })
    }

    /// Logarithm of the capital of bets that it is above or below a limit, or at it where that counts. What no game can be
    /// below, or above for its cap, needs no games to show it.
    pub fn log_capital(&self, claim: BetClaim, edge: Bound<f64>) -> f64 {
        match (claim, edge) {
            (BetClaim::Above, Bound::Excluded(limit)) => self.share_to(limit.floor(), BetClaim::Below),
            (BetClaim::Below, Bound::Excluded(limit)) => self.share_to(limit.ceil() - 1.0, BetClaim::Above),
            (BetClaim::Above, Bound::Included(limit)) if limit > 0.0 => {
                self.share_to(limit.ceil() - 1.0, BetClaim::Below)
            }
            (BetClaim::Below, Bound::Included(limit)) if limit < self.most => {
                self.share_to(limit.floor(), BetClaim::Above)
            }
            _ => f64::INFINITY,
        }
    }

    /// Of bets that the share of values up to `value` is above or below that of the quantile.
    fn share_to(&self, value: f64, claim: BetClaim) -> f64 {
        if value.is_infinite() {
            let true_of_all = (value > 0.0) == (claim == BetClaim::Above);
            return if true_of_all { f64::INFINITY } else { f64::NEG_INFINITY };
        }
        self.bets.log_capital(&self.split(value), self.share(), claim)
    }

    /// About how many deals would tell it from either end of a band, if it is about what it seems to be; none of an end that is
    /// open.
    pub fn deals_for(&self, (lo, hi): (f64, f64), error: f64) -> [Option<f64>; 2] {
        let end = |limit: f64, value: f64| {
            let [(_, over), (_, up_to)] = self.split(value);
            let at = up_to as f64 / (over + up_to).max(1) as f64;
            limit
                .is_finite()
                .then(|| deals_for(at * (1.0 - at), at - self.share(), 1.0, error, EVEN))
        };
        [end(lo, lo.ceil() - 1.0), end(hi, hi.floor())]
    }

    fn share(&self) -> f64 {
        f64::from(self.percent) / 100.0
    }

    /// Games above `value` as nought, and up to it as one.
    fn split(&self, value: f64) -> [(f64, u64); 2] {
        let (mut over, mut up_to) = (0, 0);
        for (each, games) in &self.rows {
            if f64::from(*each) <= value {
                up_to += games;
            } else {
                over += games;
            }
        }
        [(0.0, over), (1.0, up_to)]
    }
}
