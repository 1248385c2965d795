//! What skill decides at a table and what luck, and what a game is like to play: from games of bots, whose names belong to
//! every figure. Plays and computes; prints nothing.
//!
//! - `games`: which games are played
//! - `climb`: how far bots stand above each other, from the games of a ladder
//! - `choices`: what choices are worth, who has no chance left, how the lead changes
//! - `luck`: which part of who wins is decided by who plays, by the set-up, and by chance after it

mod choices;
mod climb;
mod games;
mod luck;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::ladder;
use balance_config::games::{AnyGame, GameInfo, Mistake, Seats, Setup};
use balance_engine::Analysis;
use balance_simulation::experiment::Experiment;

pub use choices::{HOPELESS, NONE, Quality, SIMULATED, WIDTH};
pub use climb::{Chain, Climb, ClimbStep};
pub use games::{SkillCounts, SkillJob};
pub use luck::{Luck, Parts};

/// The purpose of the draws that say which games are played.
const PURPOSE: u8 = Analysis::Skill as u8;

/// Most bots beside each other: so many can sit at one table that is counted.
pub const MOST: usize = balance_engine::tally::MAX_BOTS;

/// What is asked: bots at the table of a configuration.
pub struct Study {
    /// The bots.
    pub bots: Vec<String>,
    /// Players at the table.
    pub players: usize,
    /// Master seed.
    pub seed: u64,
    /// Deals of each pair of bots; all other numbers of games follow from it.
    pub deals: u64,
    meetings: Vec<ladder::MeetingTable>,
    /// The table with all bots.
    mixed: Box<dyn AnyGame>,
    /// The table with its own bots.
    own: Box<dyn AnyGame>,
    /// Rotations of these.
    rotations: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Skill {
    /// Players at the table.
    pub players: usize,
    /// Deals of each pair of bots.
    pub deals: u64,
    /// How far the bots stand above each other.
    pub skill: Climb,
    /// What decides who wins.
    pub luck: Luck,
    /// What the game of the table's own bots is like to play.
    pub quality: Quality,
}

impl Study {
    /// `bots`, two at least and [`MOST`] at most, at the table of `setup` for `players`.
    pub fn new(
        info: &GameInfo,
        setup: &Setup,
        players: usize,
        bots: Vec<String>,
        (seed, deals): (u64, u64),
    ) -> Result<Self, Vec<Mistake>> {
        let meetings = ladder::tables(info, setup, players, &bots)?;
        let rotate = bots.clone();
        let seats = Seats {
            rotate,
            ..Seats::default()
        };
        let mixed = (info.build)(&Setup { seats, ..setup.clone() })?;
        let own = (info.build)(setup)?;
        Ok(Study {
            rotations: setup.seats.rotations(),
            own,
            bots,
            players,
            seed,
            deals,
            meetings,
            mixed,
        })
    }

    /// Games that are played in all.
    pub fn total_games(&self) -> u64 {
        let all = [
            SkillJob::Meetings,
            SkillJob::Crosses(Vec::new()),
            SkillJob::Crosses(Vec::new()),
            SkillJob::Choices,
        ];
        all.iter()
            .map(|job| self.games(job, &Experiment::deals(self, job)))
            .sum()
    }
}
