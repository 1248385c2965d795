//! The finalists on deals that the search never saw, all on the same ones.

use std::collections::BTreeMap;

use super::job::{BotSet, Job, JobPlayer};
use super::objective::{Aim, distance, from_now, slope, slope_by, values};
use super::{Arena, Counts, Version};
use balance_simulation::experiment::Halt;
use balance_simulation::sim::LAST_DEALS;
use balance_stats::{self as stats, Interval};

/// Fewest deals of a finalist.
pub(super) const FEWEST: u64 = 200;

/// Games with an event from which on it is no luck that so many others are without it: of a Poisson number with this mean none is
/// seen about once in five hundred million times.
const HAPPENS: u64 = 20;

/// The finalists, confirmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirmed {
    /// The finalists, the present rules first.
    pub versions: Vec<Version>,
    /// Deals that each has played.
    pub deals: u64,
    /// What was counted of each.
    pub counts: Vec<Counts>,
    /// Games of each with each event.
    events: Vec<Vec<u64>>,
    sums: Vec<u64>,
    products: Vec<u128>,
    rotations: Vec<u32>,
}

/// How much further from something one version is than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The difference; below 0 where the second is nearer.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

/// What versions are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirming {
    /// What is proposed.
    Finalists,
    /// The same under the second bot.
    Second,
}

/// Plays `versions` for about so many games in all, the first of them the present rules.
pub(super) fn confirm(
    arena: &dyn Arena,
    versions: &[Version],
    games: u64,
    arm: Confirming,
    session: &mut dyn JobPlayer,
) -> Result<Confirmed, Halt> {
    let finalists = versions.len() as u64;
    let deals = (games / arena.games_per_deal().max(1) / finalists.max(1)).max(FEWEST);
    let (what, bots) = match arm {
        Confirming::Finalists => ("confirming", BotSet::Own),
        Confirming::Second => ("under the second bot", BotSet::Second),
    };
    session.stage(&format!("{what}: {finalists} versions"));
    let job = Job::products(versions, LAST_DEALS..LAST_DEALS + deals).under(bots);
    let sum = session.play_one(job)?;
    Ok(Confirmed {
        versions: versions.to_vec(),
        deals,
        counts: sum.figures,
        events: sum.events,
        sums: sum.sums,
        products: sum.products,
        rotations: arena.paired().to_vec(),
    })
}

impl Confirmed {
    /// The figures of a finalist.
    pub fn values(&self, version: usize) -> Vec<f64> {
        values(&self.counts[version])
    }

    /// The events that happen with the present rules and never with those of a finalist.
    pub fn gone(&self, finalist: usize) -> Vec<usize> {
        let pairs = self.events[0].iter().zip(&self.events[finalist]);
        let gone = pairs
            .enumerate()
            .filter(|(_, (now, then))| **now >= HAPPENS && **then == 0);
        gone.map(|(event, _)| event).collect()
    }

    /// How much further from `aims` finalist `b` is than `a`, deal by deal, to first order in the figures.
    pub fn gap(&self, aims: &[Aim], a: usize, b: usize, confidence: f64) -> Gap {
        let (at, bt, now) = (self.values(a), self.values(b), self.values(0));
        let ends = from_now(aims, &now);
        let value = distance(&ends, &bt) - distance(&ends, &at);
        // Where a change is asked for, what is asked moves with the present rules.
        let asked = |values: &[f64]| slope_by(&ends, values, |aim| aims[aim].change);
        let minus = |a: Vec<f64>, b: Vec<f64>| a.into_iter().zip(b).map(|(a, b)| a - b).collect();
        let parts = [
            (a, slope(&ends, &at).into_iter().map(|slope| -slope).collect()),
            (b, slope(&ends, &bt)),
            (0, minus(asked(&at), asked(&bt))),
        ];
        Gap {
            value,
            interval: self.around(value, &parts, confidence),
        }
    }

    /// Is this figure told deal by deal, so that finalists are compared on the same deals?
    pub fn pairs(&self, figure: usize) -> bool {
        figure < self.rotations.len()
    }

    /// How much larger a figure of finalist `b` is than that of `a`.
    pub fn difference(&self, figure: usize, a: usize, b: usize, confidence: f64) -> Gap {
        let (at, bt) = (self.values(a), self.values(b));
        let weights = |weight: f64| {
            (0..at.len())
                .map(|each| if each == figure { weight } else { 0.0 })
                .collect()
        };
        if a == b {
            let interval = Interval::around(0.0, 0.0);
            return Gap { value: 0.0, interval };
        }
        let value = bt[figure] - at[figure];
        Gap {
            value,
            interval: self.around(value, &[(a, weights(-1.0)), (b, weights(1.0))], confidence),
        }
    }

    /// The interval of a weighted sum of figures of some finalists: no narrower than what a deal of which none was played could do,
    /// however alike those were that were.
    fn around(&self, value: f64, parts: &[(usize, Vec<f64>)], confidence: f64) -> Interval {
        let reach = |(version, weights): &(usize, Vec<f64>)| {
            let each = weights.iter().zip(&self.counts[*version]);
            each.map(|(weight, count)| weight.abs() * count.reach())
                .fold(0.0, f64::max)
        };
        let furthest = parts.iter().map(reach).fold(0.0, f64::max);
        let unseen = furthest * libm::log(2.0 / (1.0 - confidence)) / self.deals.max(1) as f64;
        Interval::around(value, (stats::z(confidence) * self.error(parts)).max(unseen))
    }

    /// Standard error of a weighted sum of figures of some finalists: those told deal by deal with all that they have to do
    /// with each other, others as if they had nothing to do with any.
    fn error(&self, parts: &[(usize, Vec<f64>)]) -> f64 {
        let paired = self.rotations.len();
        let n = self.deals.max(2) as f64;
        let mut sums: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (version, weights) in parts {
            for (figure, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                *sums.entry((*version, figure)).or_default() += weight;
            }
        }
        let mut weighted: Vec<(usize, f64)> = Vec::new();
        let mut variance = 0.0;
        for ((version, figure), weight) in sums {
            if figure < paired {
                weighted.push((version * paired + figure, weight / f64::from(self.rotations[figure])));
            } else {
                variance += weight * weight * self.counts[version][figure].spread() * n / (n - 1.0);
            }
        }
        for (i, a) in &weighted {
            for (j, b) in &weighted {
                variance += a * b * self.covariance(*i, *j);
            }
        }
        (variance.max(0.0) / n).sqrt()
    }

    fn covariance(&self, i: usize, j: usize) -> f64 {
        let width = self.sums.len();
        let (i, j) = (i.max(j), i.min(j));
        let n = u128::from(self.deals.max(2));
        let (both, one, other) = (
            n * self.products[i * width + j],
            u128::from(self.sums[i]),
            u128::from(self.sums[j]),
        );
        let apart = one * other;
        let difference = if both >= apart {
            (both - apart) as f64
        } else {
            -((apart - both) as f64)
        };
        difference / n as f64 / (n - 1) as f64
    }
}
