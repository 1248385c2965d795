//! What games say of a quantile of their length: of so many per cent of the games, how long they are at most. It is bet on the
//! share of games up to a length.

use super::foresight::{EVEN, deals_for};
use super::question::Question;
use balance_engine::tally::Histogram;
use balance_stats::{self as stats, Bets, Claim, Interval, Plan};

/// A quantile, and what is bet on it.
#[derive(Clone, Debug)]
pub(super) struct Quantile {
    /// Whole numbers, smallest first, and how many games had them.
    rows: Vec<(u32, u64)>,
    percent: u8,
    bets: Bets,
    /// The greatest that a game can have; none where the rules set no cap.
    most: Option<u32>,
}

impl Quantile {
    /// Of `lengths`, every `rotations` of one deal.
    pub fn new(question: &Question, percent: u8, lengths: &Histogram, rotations: u64) -> Self {
        let share = f64::from(percent) / 100.0;
        let plan = Plan {
            n: 10_000.0,
            var: share * (1.0 - share),
            mean: share,
        };
        Quantile {
            rows: lengths.rows().collect(),
            percent,
            bets: Bets::new(Some(plan), question.error).grouped(rotations),
            most: question.most,
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

    /// Logarithm of the capital of bets that it is above `limit`.
    pub fn above(&self, limit: f64) -> f64 {
        self.share_to(limit.floor(), Claim::Below)
    }

    /// Below it.
    pub fn below(&self, limit: f64) -> f64 {
        self.share_to(limit.ceil() - 1.0, Claim::Above)
    }

    /// Not below it. What no game can be below needs no games to show it.
    pub fn at_least(&self, limit: f64) -> f64 {
        if limit <= 0.0 {
            return f64::INFINITY;
        }
        self.share_to(limit.ceil() - 1.0, Claim::Below)
    }

    /// Not above it, which no game can be above its cap.
    pub fn at_most(&self, limit: f64) -> f64 {
        if self.most.is_some_and(|most| limit >= f64::from(most)) {
            return f64::INFINITY;
        }
        self.share_to(limit.floor(), Claim::Above)
    }

    /// Of bets that the share of values up to `value` is above or below that of the quantile.
    fn share_to(&self, value: f64, claim: Claim) -> f64 {
        if value.is_infinite() {
            let true_of_all = (value > 0.0) == (claim == Claim::Above);
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
