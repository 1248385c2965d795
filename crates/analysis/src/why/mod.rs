//! Why a change lets others win: the deals in which who wins differs under two configurations, and where their games part.
//! Plays and computes; prints nothing.
//!
//! | module | does |
//! |---|---|
//! | `found` | by what the games that part are counted, and which shares of them that says |
//!
//! What parts two games is found by `kit::parting`. The same plan gives the same answer for any number of threads.

mod found;

#[cfg(test)]
mod planted;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::games::parting::Parts;
use crate::games::{AnyGame, Broken};
use crate::table::{FEW_PARTED, Partings};

/// Deals played in one go.
const CHUNK: u64 = 64;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Master seed.
    pub seed: u64,
    /// Deals played under both.
    pub deals: u64,
    /// Times each deal is played, the bots shifted.
    pub rotations: usize,
    /// Of the games won otherwise, so many at most are looked into, from the first deal on.
    pub most: usize,
}

impl Plan {
    /// What a run of so many deals looks into beside its own games: of its first deals a twentieth, 2,000 at most, and of the
    /// games won otherwise as many as a hundredth of its own, 400 at most. None where that is too little to say
    /// anything.
    pub fn beside(seed: u64, deals: u64, rotations: usize) -> Option<Self> {
        let most = (deals.saturating_mul(rotations as u64) / 100).min(400);
        (most >= FEW_PARTED).then(|| Plan {
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
    pub parts: Option<Parts>,
}

/// Watches; called from several threads.
pub trait Watch: Sync {
    /// This thread begins to play these deals: under the first of the two or under the second.
    fn begins(&self, _which: usize, _deals: &Range<u64>) {}
    /// It has played them, or been stopped.
    fn ends(&self) {}
    /// So many more games were played.
    fn played(&self, _games: u64) {}
    /// So many games won otherwise are looked into now.
    fn looking(&self, _games: usize) {}
}

impl Watch for () {}

/// Plays the deals under both and looks into those that others win. None once `stop` is set.
///
/// # Errors
/// The first game that broke its own rules.
pub fn why(
    games: [&dyn AnyGame; 2],
    plan: &Plan,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Result<Option<Partings>, Broken> {
    let Some(mut flips) = flips(games, plan, watch, stop)? else {
        return Ok(None);
    };
    let most = flips.len().min(plan.most);
    watch.looking(most);
    let look = |flip: &mut Flip| {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        flip.parts = games[0].parts(games[1], plan.seed, flip.game, flip.rotation)?;
        Ok(true)
    };
    let looked: Vec<Result<bool, Broken>> = flips[..most].par_iter_mut().map(look).collect();
    for each in looked {
        if !each? {
            return Ok(None);
        }
    }
    Ok(Some(found::found(games[0].sheet(), plan, &flips)))
}

/// The games that other sides win, in order.
fn flips(
    games: [&dyn AnyGame; 2],
    plan: &Plan,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Result<Option<Vec<Flip>>, Broken> {
    let size = if games.iter().any(|game| game.slow()) { 1 } else { CHUNK };
    let chunk = |chunk: u64| -> Result<Option<Vec<Flip>>, Broken> {
        let deals = chunk * size..((chunk + 1) * size).min(plan.deals);
        let facts = |which: usize| {
            watch.begins(which, &deals);
            let facts = games[which].facts_unless(plan.seed, deals.clone(), stop);
            watch.ends();
            facts
        };
        let (Some(before), Some(after)) = (facts(0)?, facts(1)?) else {
            return Ok(None);
        };
        watch.played(before.len() as u64 + after.len() as u64);
        let flip = before
            .iter()
            .zip(&after)
            .filter(|(a, b)| a.sides != b.sides)
            .map(|(a, b)| Flip {
                game: a.game,
                rotation: a.rotation,
                sides: [a.sides, b.sides],
                parts: None,
            });
        Ok(Some(flip.collect()))
    };
    let chunks = plan.deals.div_ceil(size);
    let all: Vec<Result<Option<Vec<Flip>>, Broken>> = (0..chunks).into_par_iter().map(chunk).collect();
    let mut flips = Vec::new();
    for each in all {
        match each? {
            Some(each) => flips.extend(each),
            None => return Ok(None),
        }
    }
    Ok(Some(flips))
}
