//! What skill decides at a table and what luck, and what a game is like to play: from games of bots, whose names belong to
//! every figure. Plays and computes; prints nothing.
//!
//! - `climb`: how far bots stand above each other, from the games of a ladder
//! - `choices`: what choices are worth, who has no chance left, how the lead changes
//! - `luck`: which part of who wins is decided by who plays, by the set-up, and by chance after it

mod choices;
mod climb;
mod luck;
#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;

pub use choices::{HOPELESS, NONE, Quality, SIMULATED, WIDTH};
pub use climb::{Chain, Climb, ClimbStep};
pub use luck::{Luck, Parts};

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::ladder::{self, Company, Wins};
use balance_config::games::{AnyGame, Broken, GameInfo, Mistake, Seats, Setup};
use balance_engine::Analysis;
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Task};
use choices::Found;
use luck::DifferingSeats;

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
    company: Company,
    /// Master seed.
    pub seed: u64,
    /// Deals of each pair of bots; all other numbers of games follow from it.
    pub deals: u64,
    meetings: Vec<ladder::MeetingTable>,
    /// The table with all bots.
    mixed: Box<dyn AnyGame>,
    /// The table with its own bots.
    own: Box<dyn AnyGame>,
    rotations: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Skill {
    /// Players at the table.
    pub players: usize,
    /// Who sits there.
    #[serde(skip)]
    pub company: Company,
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
        let own = (info.build)(setup)?;
        let company = Company::of_sheet(own.sheet());
        let meetings = ladder::tables(info, setup, company.places(), &bots)?;
        let rotate = bots.clone();
        let seats = Seats {
            rotate,
            ..Seats::default()
        };
        let mixed = (info.build)(&Setup { seats, ..setup.clone() })?;
        Ok(Study {
            rotations: setup.seats.rotations(),
            own,
            bots,
            players,
            company,
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

/// Games of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkillJob {
    /// Every pair of bots on the same deals.
    Meetings,
    /// Deals crossed with seatings of these bots, by their numbers at the table with all.
    Crosses(Vec<usize>),
    /// Games of the table's own bots, of some of which choices are weighed.
    Choices,
}

/// What some deals of one part of a job give.
pub enum SkillBlock {
    /// Wins by deal.
    Wins(Vec<Wins>),
    /// By cross.
    Crosses(Vec<DifferingSeats>),
    /// By deal.
    Choices(Vec<Found>),
}

/// What some deals come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkillCounts {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wins: Vec<Vec<Wins>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crosses: Vec<DifferingSeats>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Found>,
}

impl Merge for SkillCounts {
    fn add(&mut self, next: Self) {
        ladder::append(&mut self.wins, next.wins);
        self.crosses.extend(next.crosses);
        self.choices.extend(next.choices);
    }
}

impl Experiment for Study {
    type Job = SkillJob;
    type Table = ();
    type Block = SkillBlock;
    type Sum = SkillCounts;
    type Output = Skill;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Skill, Halt> {
        let all = (0..self.bots.len()).collect();
        let found = session.play(&[SkillJob::Meetings, SkillJob::Crosses(all), SkillJob::Choices])?;
        let [met, mixed, choices] = <[SkillCounts; 3]>::try_from(found).unwrap_or_default();
        let meetings = ladder::meetings(self.bots.len(), self.company.places());
        let played: Vec<_> = meetings.into_iter().zip(met.wins).collect();
        let skill = climb::climb(&self.bots, self.company, &played).expect("two bots and deals");
        let strongest = self.bots.iter().position(|bot| *bot == skill.bots[0]);
        let strongest = vec![strongest.unwrap_or_default()];
        let equals = session.play(&[SkillJob::Crosses(strongest.clone())])?;
        let equals = equals.into_iter().next().unwrap_or_default();
        Ok(Skill {
            quality: choices::quality_of(choices.choices, self.players),
            players: self.players,
            company: self.company,
            deals: self.deals,
            luck: luck::Luck {
                mixed: luck::parts_of(self, &(0..self.bots.len()).collect::<Vec<_>>(), &mixed.crosses),
                equals: luck::parts_of(self, &strongest, &equals.crosses),
            },
            skill,
        })
    }

    fn deals(&self, job: &SkillJob) -> Range<u64> {
        match job {
            SkillJob::Meetings => 0..self.deals,
            SkillJob::Crosses(_) => 0..luck::crosses(self.deals),
            SkillJob::Choices => 0..choices::watched(self.deals),
        }
    }

    fn games(&self, job: &SkillJob, deals: &Range<u64>) -> u64 {
        let count = deals.end - deals.start;
        match job {
            SkillJob::Meetings => self.meetings.iter().map(|table| table.games(count)).sum(),
            SkillJob::Crosses(_) => luck::GAMES as u64 * count,
            SkillJob::Choices => choices::games(self.deals, deals),
        }
    }

    fn is_slow(&self) -> bool {
        self.own.slow() || self.mixed.slow()
    }

    fn table(&self, _: &SkillJob) {}

    fn width(&self, job: &SkillJob, (): &()) -> usize {
        match job {
            SkillJob::Meetings => self.meetings.len(),
            SkillJob::Crosses(_) | SkillJob::Choices => 1,
        }
    }

    fn task(&self, job: &SkillJob, (): &(), part: usize, deals: Range<u64>) -> Task {
        match job {
            SkillJob::Meetings => self.meetings[part].task(deals),
            SkillJob::Crosses(bots) => luck::task(self, bots, deals),
            SkillJob::Choices => choices::task(self.deals, deals),
        }
    }

    fn play(
        &self,
        job: &SkillJob,
        (): &(),
        part: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<SkillBlock>, Broken> {
        Ok(match job {
            SkillJob::Meetings => self.meetings[part].play(self.seed, deals, stop)?.map(SkillBlock::Wins),
            SkillJob::Crosses(bots) => luck::play(self, bots, deals, stop)?.map(SkillBlock::Crosses),
            SkillJob::Choices => choices::play(self, deals, stop)?.map(SkillBlock::Choices),
        })
    }

    fn sum(&self, _: &SkillJob, blocks: Vec<SkillBlock>) -> SkillCounts {
        let mut all = SkillCounts::default();
        for block in blocks {
            match block {
                SkillBlock::Wins(wins) => all.wins.push(wins),
                SkillBlock::Crosses(crosses) => all.crosses.extend(crosses),
                SkillBlock::Choices(choices) => all.choices.extend(choices),
            }
        }
        all
    }

    fn fits(&self, job: &SkillJob, deals: &Range<u64>, sum: &SkillCounts) -> bool {
        let count = (deals.end - deals.start) as usize;
        match job {
            SkillJob::Meetings => ladder::are_wins(&sum.wins, self.meetings.len(), count, self.company.places()),
            SkillJob::Crosses(_) => {
                sum.crosses.len() == count && sum.crosses.iter().all(|each| each.fits(self.players))
            }
            SkillJob::Choices => sum.choices.len() == count && choices::fit(self, deals, &sum.choices),
        }
    }
}
