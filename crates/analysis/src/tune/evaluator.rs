//! Plays versions and remembers what they came to: no version plays a deal twice.

use std::collections::BTreeMap;
use std::ops::Range;

use super::job::{Job, JobPlayer};
use super::{Arena, Counts, Version};
use crate::experiment::Halt;

/// Plays versions of one arena.
pub struct Evaluator<'a> {
    /// What plays.
    pub arena: &'a dyn Arena,
    session: &'a mut dyn JobPlayer,
    known: BTreeMap<(Version, u64, u64), Counts>,
    deals: u64,
}

impl<'a> Evaluator<'a> {
    /// Nothing has been played.
    pub fn new(arena: &'a dyn Arena, session: &'a mut dyn JobPlayer) -> Self {
        Evaluator {
            arena,
            session,
            known: BTreeMap::new(),
            deals: 0,
        }
    }

    /// Games that the search has come to so far.
    pub fn games(&self) -> u64 {
        self.deals * self.arena.games_per_deal()
    }

    /// Says what comes now.
    pub fn stage(&self, what: &str) {
        self.session.stage(what);
    }

    /// Plays each version on its deals.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play first.
    pub fn play(&mut self, jobs: &[(Version, Range<u64>)]) -> Result<Vec<Counts>, Halt> {
        let key = |(version, deals): &(Version, Range<u64>)| (version.clone(), deals.start, deals.end);
        let fresh = jobs.iter().filter(|job| !self.known.contains_key(&key(job)));
        let fresh: Vec<&(Version, Range<u64>)> = fresh.collect();
        let asked: Vec<Job> = fresh
            .iter()
            .map(|(version, deals)| Job::figures(version.clone(), deals.clone()))
            .collect();
        let played = self.session.play(&asked)?;
        for (job, mut sum) in fresh.into_iter().zip(played) {
            self.known.insert(key(job), sum.figures.pop().unwrap_or_default());
        }
        self.deals += jobs.iter().map(|(_, deals)| deals.end - deals.start).sum::<u64>();
        let found = jobs.iter().map(|job| self.known.get(&key(job)).cloned());
        Ok(found.map(Option::unwrap_or_default).collect())
    }
}
