//! Plays versions on all cores, watched by who wants to know how far it is.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Arena, Block, Version};
use crate::games::Broken;

/// Deals in one go.
const CHUNK: u64 = 64;

/// Why a search ended without its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A game broke its own rules.
    Broken(Broken),
    /// Somebody asked to stop.
    Interrupted,
    /// Others are to play a batch first.
    Elsewhere,
}

/// Watches a search of which `R` is kept; called from several threads.
pub trait Watch<R>: Sync {
    /// This thread begins to play these deals of a version.
    fn begins(&self, _version: &[u8], _deals: &Range<u64>) {}
    /// It has played them, or been stopped.
    fn ends(&self) {}
    /// What comes now, in a few words.
    fn stage(&self, _what: &str) {}
    /// So many more games were played, or were known from before.
    fn played(&self, _games: u64) {}
    /// What was played so far, at the end of every step.
    fn kept(&self, _record: &R) {}
}

impl<R> Watch<R> for () {}

/// What `keep` keeps of the blocks of each job, by its number, in the order of their deals.
pub(super) fn play_all<T: Send, R>(
    arena: &dyn Arena,
    jobs: &[(Version, Range<u64>)],
    watch: &dyn Watch<R>,
    stop: &AtomicBool,
    keep: impl Fn(usize, Block) -> T + Sync,
) -> Result<Vec<Vec<T>>, Halt> {
    let chunk = if arena.slow() { 1 } else { CHUNK };
    let mut tasks: Vec<(usize, Range<u64>)> = Vec::new();
    for (index, (_, deals)) in jobs.iter().enumerate() {
        let mut start = deals.start;
        while start < deals.end {
            let end = (start + chunk).min(deals.end);
            tasks.push((index, start..end));
            start = end;
        }
    }
    let per_deal = arena.games_per_deal();
    let one = |(index, deals): (usize, Range<u64>)| {
        if stop.load(Ordering::Relaxed) {
            return Ok((index, None));
        }
        let count = deals.end - deals.start;
        let version = &jobs[index].0;
        watch.begins(version, &deals);
        let block = arena.play(version, deals, stop);
        watch.ends();
        let block = block?;
        watch.played(count * per_deal);
        Ok((index, block.map(|block| keep(index, block))))
    };
    let played: Vec<Result<(usize, Option<T>), Broken>> = tasks.into_par_iter().map(one).collect();
    let mut blocks: Vec<Vec<T>> = jobs.iter().map(|_| Vec::new()).collect();
    let mut stopped = false;
    for each in played {
        // The first in the order of the jobs, whoever came to it first.
        let (index, block) = each.map_err(Halt::Broken)?;
        match block {
            Some(block) => blocks[index].push(block),
            None => stopped = true,
        }
    }
    if stopped { Err(Halt::Interrupted) } else { Ok(blocks) }
}
