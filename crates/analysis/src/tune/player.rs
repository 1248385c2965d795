//! Plays versions and remembers what was played, so that a search that was interrupted comes to the same.

use std::collections::BTreeMap;
use std::ops::Range;

use super::batch::{Batch, Sum};
use super::hands::Hands;
use super::record::{Entry, Record};
use super::{Arena, Counts, Version};
use crate::experiment::{Halt, Runner};

/// What a search of which `R` is kept plays by.
pub struct Playing<'a, R> {
    /// What was played before, which grows.
    pub record: &'a mut R,
    /// Who plays.
    pub hands: &'a mut Hands,
    /// On which cores, seen by whom, and until when.
    pub runner: Runner<'a>,
    /// Keeps what was played so far, at the end of every step.
    pub keep: &'a dyn Fn(&R),
}

impl<R> Playing<'_, R> {
    /// Lets the batch be played.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play it first.
    pub fn play(&mut self, arena: &dyn Arena, batch: Batch) -> Result<Sum, Halt> {
        self.hands.play(arena, batch, self.runner)
    }

    /// Shows what was played so far to who keeps it.
    pub fn keep(&self) {
        (self.keep)(self.record);
    }
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
        self.playing.runner.progress.stage(what);
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
                self.playing.runner.progress.played(deals * per_deal);
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
