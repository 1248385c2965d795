//! What was played of a search, in the order in which it was asked: a search that goes on asks the same again and finds it
//! played.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Arena, Played, Sums, Version};
use crate::experiment::Progress;
use crate::games::Broken;

/// Deals of the confirmation in one go; after each what was played is kept.
const STEP: u64 = 64;

/// What was played of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Of each generation, and of the choice at the end, what every version came to.
    searched: Vec<Vec<Option<Sums>>>,
    /// Of the confirmation: the bot as it is and what was found, some deals after the others.
    confirmed: Vec<(Played, Played)>,
}

/// Plays what a record does not have.
pub(super) struct Player<'a> {
    arena: &'a dyn Arena,
    record: &'a mut Record,
    progress: &'a dyn Progress,
    /// Keeps what was played so far, at the end of every step.
    keep: &'a dyn Fn(&Record),
    /// Steps of the search that were asked.
    asked: usize,
    games: u64,
}

impl<'a> Player<'a> {
    pub fn new(
        arena: &'a dyn Arena,
        record: &'a mut Record,
        progress: &'a dyn Progress,
        keep: &'a dyn Fn(&Record),
    ) -> Self {
        Player {
            arena,
            record,
            progress,
            keep,
            asked: 0,
            games: 0,
        }
    }

    /// Games of all that was asked so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What each version comes to on these deals. None once the arena stops.
    pub fn sums(&mut self, versions: &[Version], deals: Range<u64>) -> Result<Option<Vec<Option<Sums>>>, Broken> {
        let games = versions.len() as u64 * (deals.end - deals.start) * self.arena.games_per_deal();
        self.games += games;
        let at = self.asked;
        self.asked += 1;
        if let Some(known) = self.record.searched.get(at) {
            self.progress.played(games);
            return Ok(Some(known.clone()));
        }
        let Some(played) = self.arena.play(versions, deals)? else {
            return Ok(None);
        };
        let sides: Vec<usize> = self.arena.tables().iter().map(|(_, sides)| sides.len()).collect();
        let sums: Vec<Option<Sums>> = played
            .into_iter()
            .map(|played| played.map(|played| played.sums(&sides)))
            .collect();
        self.record.searched.push(sums.clone());
        (self.keep)(self.record);
        Ok(Some(sums))
    }

    /// What the bot as it is and one with `weights` give on these deals. None once the arena stops.
    pub fn both(&mut self, weights: &[f64], deals: Range<u64>) -> Result<Option<(Played, Played)>, Broken> {
        let versions = [None, Some(weights.to_vec())];
        let per_deal = 2 * self.arena.games_per_deal();
        self.games += (deals.end - deals.start) * per_deal;
        let mut all = (Played::default(), Played::default());
        for (step, first) in deals.clone().step_by(STEP as usize).enumerate() {
            let until = (first + STEP).min(deals.end);
            if self.record.confirmed.len() > step {
                self.progress.played((until - first) * per_deal);
            } else {
                let played = self.arena.play(&versions, first..until)?;
                let Some(Ok([Some(present), Some(found)])) = played.map(<[Option<Played>; 2]>::try_from) else {
                    return Ok(None);
                };
                self.record.confirmed.push((present, found));
                (self.keep)(self.record);
            }
            let (present, found) = &self.record.confirmed[step];
            append(&mut all.0, present);
            append(&mut all.1, found);
        }
        Ok(Some(all))
    }
}

/// Adds the deals that follow.
fn append(all: &mut Played, more: &Played) {
    all.wins.resize(more.wins.len(), Vec::new());
    all.alone.resize(more.alone.len(), Vec::new());
    for (all, more) in all.wins.iter_mut().zip(&more.wins) {
        all.extend(more);
    }
    for (all, more) in all.alone.iter_mut().zip(&more.alone) {
        all.extend(more);
    }
}
