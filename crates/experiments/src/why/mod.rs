//! Why a change lets others win: the deals in which who wins differs under two configurations, and where their games part.
//! Plays and computes; prints nothing.
//!
//! | module | does |
//! |---|---|
//! | `causes` | by what the games that part are counted, and which shares of them that says |
//!
//! What parts two games is found by `kit::parting`. The same plan gives the same answer for any number of threads.

mod causes;

#[cfg(test)]
mod planted;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use balance_config::games::divergence::Divergence;
use balance_config::games::{AnyGame, Broken, Facts};
use balance_inference::table::{FEW_PARTED, Partings};
use balance_simulation::experiment::{Runner, Subject, Task, TaskGroups};

/// Deals played in one go.
const CHUNK: u64 = 64;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyPlan {
    /// Master seed.
    pub seed: u64,
    /// Deals played under both.
    pub deals: u64,
    /// Times each deal is played, the bots shifted.
    pub rotations: usize,
    /// Of the games won otherwise, so many at most are looked into, from the first deal on.
    pub most: usize,
}

impl WhyPlan {
    /// What a run of so many deals looks into beside its own games: of its first deals a twentieth, 2,000 at most, and of the
    /// games won otherwise as many as a hundredth of its own, 400 at most. None where that is too little to say
    /// anything.
    pub fn beside(seed: u64, deals: u64, rotations: usize) -> Option<Self> {
        let most = (deals.saturating_mul(rotations as u64) / 100).min(400);
        (most >= FEW_PARTED).then(|| WhyPlan {
            seed,
            deals: (deals / 20).clamp(1, 2_000),
            rotations,
            most: most as usize,
        })
    }
}

/// A game that other sides win.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    /// Number of the deal.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// The sides that win under either, as bits.
    pub sides: [u16; 2],
    /// Where the two games part; none where it was not looked into.
    pub parts: Option<Divergence>,
}

/// Plays the deals under both and looks into those that others win. None once it is to stop.
///
/// # Errors
/// The first game that broke its own rules.
pub fn why(games: [&dyn AnyGame; 2], plan: &WhyPlan, runner: Runner<'_>) -> Result<Option<Partings>, Broken> {
    let Some(mut flips) = flips(games, plan, runner)? else {
        return Ok(None);
    };
    let most = flips.len().min(plan.most);
    runner.progress.stage(&format!("looking into {most}"));
    let task = |flip: &Flip| Task::deal(Subject::Configuration(0), flip.game, 0);
    let parts = |flip: &Flip| {
        let parts = games[0].parts(games[1], plan.seed, flip.game, flip.rotation)?;
        Ok((!runner.stop.load(Ordering::Relaxed)).then_some(parts))
    };
    let Some(parts) = runner.map(&flips[..most], task, parts)? else {
        return Ok(None);
    };
    for (flip, parts) in flips.iter_mut().zip(parts) {
        flip.parts = parts;
    }
    Ok(Some(causes::partings(games[0].sheet(), plan, &flips)))
}

/// The games that other sides win, in order.
fn flips(games: [&dyn AnyGame; 2], plan: &WhyPlan, runner: Runner<'_>) -> Result<Option<Vec<Flip>>, Broken> {
    let slow = games.iter().any(|game| game.slow());
    let both = SameDeals {
        games,
        plan,
        size: if slow { 1 } else { CHUNK },
    };
    let mut flips = Vec::new();
    let played = runner.in_order(&both, |_, facts| {
        let pairs = facts[0].iter().zip(&facts[1]);
        let won_otherwise = pairs.filter(|(a, b)| a.sides != b.sides);
        flips.extend(won_otherwise.map(|(a, b)| Flip {
            game: a.game,
            rotation: a.rotation,
            sides: [a.sides, b.sides],
            parts: None,
        }));
    })?;
    Ok((played == both.groups()).then_some(flips))
}

/// The same deals under both configurations, so many at a time.
struct SameDeals<'a> {
    games: [&'a dyn AnyGame; 2],
    plan: &'a WhyPlan,
    size: u64,
}

impl SameDeals<'_> {
    fn deals(&self, chunk: usize) -> Range<u64> {
        let first = chunk as u64 * self.size;
        first..(first + self.size).min(self.plan.deals)
    }
}

impl TaskGroups for SameDeals<'_> {
    type Block = Vec<Facts>;

    fn groups(&self) -> usize {
        self.plan.deals.div_ceil(self.size) as usize
    }

    fn width(&self, _: usize) -> usize {
        self.games.len()
    }

    fn task(&self, chunk: usize, which: usize) -> Task {
        let deals = self.deals(chunk);
        Task {
            subject: Subject::Configuration(which),
            games: (deals.end - deals.start) * self.plan.rotations as u64,
            deals,
        }
    }

    fn play(&self, chunk: usize, which: usize, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        self.games[which].facts_unless(self.plan.seed, self.deals(chunk), stop)
    }
}
