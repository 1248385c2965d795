//! Plays versions on all cores and remembers what was played, so that a search that was interrupted comes to the same.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::alone::Alone;
use super::batch::{Batch, Sum};
use super::confirm::Pool;
use super::hands::Hands;
use super::{Arena, Block, Counts, Version};
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

/// What a search of which `R` is kept plays by.
pub struct Playing<'a, R> {
    /// What was played before, which grows.
    pub record: &'a mut R,
    /// Who plays.
    pub hands: &'a mut Hands,
    /// Who watches.
    pub watch: &'a dyn Watch<R>,
    /// Set by whoever asks to stop.
    pub stop: &'a AtomicBool,
}

impl<R> Playing<'_, R> {
    /// Lets the batch be played.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play it first.
    pub fn play(&mut self, arena: &dyn Arena, batch: Batch) -> Result<Sum, Halt> {
        self.hands.play(arena, batch, self.watch, self.stop)
    }

    /// Shows what was played so far to who keeps it.
    pub fn keep(&self) {
        self.watch.kept(self.record);
    }
}

/// What was played of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// By version and deals.
    played: Vec<Entry>,
    /// Every change by itself.
    #[serde(default)]
    pub(super) alone: Option<Alone>,
    /// The finalists, by bot.
    pub(super) finals: BTreeMap<u8, Pool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    version: Version,
    deals: Range<u64>,
    counts: Counts,
}

/// Plays versions of one arena.
pub struct Player<'a> {
    /// What plays.
    pub arena: &'a dyn Arena,
    pub(super) playing: Playing<'a, Record>,
    known: BTreeMap<(Version, u64, u64), usize>,
    deals: u64,
}

impl<'a> Player<'a> {
    /// Goes on from what was played before.
    pub fn new(arena: &'a dyn Arena, playing: Playing<'a, Record>) -> Self {
        let key = |(index, entry): (usize, &Entry)| {
            let Range { start, end } = entry.deals;
            ((entry.version.clone(), start, end), index)
        };
        let known = playing.record.played.iter().enumerate().map(key).collect();
        Player {
            arena,
            playing,
            known,
            deals: 0,
        }
    }

    /// Games that the search has come to so far, those known from before included.
    pub fn games(&self) -> u64 {
        self.deals * self.arena.games_per_deal()
    }

    /// Says what comes now.
    pub fn stage(&self, what: &str) {
        self.playing.watch.stage(what);
    }

    /// Plays each version on its deals.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play first.
    pub fn play(&mut self, jobs: &[(Version, Range<u64>)]) -> Result<Vec<Counts>, Halt> {
        let key = |(version, deals): &(Version, Range<u64>)| (version.clone(), deals.start, deals.end);
        let fresh: Vec<(Version, Range<u64>)> = jobs
            .iter()
            .filter(|job| !self.known.contains_key(&key(job)))
            .cloned()
            .collect();
        let per_deal = self.arena.games_per_deal();
        for job in jobs {
            let deals = job.1.end - job.1.start;
            self.deals += deals;
            if self.known.contains_key(&key(job)) {
                self.playing.watch.played(deals * per_deal);
            }
        }
        if !fresh.is_empty() {
            let sum = self.playing.play(self.arena, Batch::apart(fresh.clone()))?;
            let played = &mut self.playing.record.played;
            for (job, counts) in fresh.into_iter().zip(sum.figures) {
                self.known.insert(key(&job), played.len());
                let (version, deals) = job;
                played.push(Entry { version, deals, counts });
            }
            self.playing.keep();
        }
        let found = jobs.iter().map(|job| {
            let index = self.known.get(&key(job));
            index.map_or_else(Counts::new, |index| self.playing.record.played[*index].counts.clone())
        });
        Ok(found.collect())
    }
}

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
