//! Plays versions on all cores and remembers what was played, so that a search that was interrupted comes to the same.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::confirm::Pool;
use super::counts::merge;
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

/// What was played of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// By version and deals.
    played: Vec<Entry>,
    /// The finalists, by bot.
    pub(super) finals: BTreeMap<u8, Pool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    version: Version,
    deals: Range<u64>,
    counts: Counts,
}

impl Record {
    /// Nothing was played.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty() && self.finals.is_empty()
    }
}

/// Plays versions of one arena.
pub struct Player<'a> {
    /// What plays.
    pub arena: &'a dyn Arena,
    record: &'a mut Record,
    known: BTreeMap<(Version, u64, u64), usize>,
    watch: &'a dyn Watch<Record>,
    stop: &'a AtomicBool,
    deals: u64,
}

impl<'a> Player<'a> {
    /// Goes on from `record`.
    pub fn new(
        arena: &'a dyn Arena,
        record: &'a mut Record,
        watch: &'a dyn Watch<Record>,
        stop: &'a AtomicBool,
    ) -> Self {
        let key = |(index, entry): (usize, &Entry)| {
            let Range { start, end } = entry.deals;
            ((entry.version.clone(), start, end), index)
        };
        let known = record.played.iter().enumerate().map(key).collect();
        Player {
            arena,
            record,
            known,
            watch,
            stop,
            deals: 0,
        }
    }

    /// Games that the search has come to so far, those known from before included.
    pub fn games(&self) -> u64 {
        self.deals * self.arena.games_per_deal()
    }

    /// Says what comes now.
    pub fn stage(&self, what: &str) {
        self.watch.stage(what);
    }

    /// Plays each version on its deals.
    ///
    /// # Errors
    /// A game that broke its own rules, or that somebody asked to stop.
    pub fn play(&mut self, jobs: &[(Version, Range<u64>)]) -> Result<Vec<Counts>, Halt> {
        let key = |(version, deals): &(Version, Range<u64>)| (version.clone(), deals.start, deals.end);
        let fresh: Vec<&(Version, Range<u64>)> =
            jobs.iter().filter(|job| !self.known.contains_key(&key(job))).collect();
        let per_deal = self.arena.games_per_deal();
        for job in jobs {
            let deals = job.1.end - job.1.start;
            self.deals += deals;
            if self.known.contains_key(&key(job)) {
                self.watch.played(deals * per_deal);
            }
        }
        let played = play_all(self.arena, &fresh, self.watch, self.stop, |block| block.counts)?;
        for (job, parts) in fresh.iter().zip(played) {
            let mut counts = Counts::new();
            for part in parts {
                merge(&mut counts, &part);
            }
            self.known.insert(key(job), self.record.played.len());
            self.record.played.push(Entry {
                version: job.0.clone(),
                deals: job.1.clone(),
                counts,
            });
        }
        if !fresh.is_empty() {
            self.watch.kept(self.record);
        }
        let found = jobs.iter().map(|job| {
            let index = self.known.get(&key(job));
            index.map_or_else(Counts::new, |index| self.record.played[*index].counts.clone())
        });
        Ok(found.collect())
    }
}

/// What `keep` keeps of the blocks of each job, in the order of their deals.
pub fn play_all<T: Send, R>(
    arena: &dyn Arena,
    jobs: &[&(Version, Range<u64>)],
    watch: &dyn Watch<R>,
    stop: &AtomicBool,
    keep: impl Fn(Block) -> T + Sync,
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
        Ok((index, block.map(&keep)))
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
