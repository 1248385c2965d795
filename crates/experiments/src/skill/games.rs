//! The games of a study, and what they come to as whole numbers.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::choices::{self, Found};
use super::luck::{self, DifferingSeats};
use super::{Skill, Study, climb};
use crate::ladder::{self, Wins};
use balance_config::games::Broken;
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Task};

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
    /// Wins by meeting and deal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wins: Vec<Vec<Wins>>,
    /// By cross.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crosses: Vec<DifferingSeats>,
    /// By deal.
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
        let meetings = ladder::meetings(self.bots.len(), self.players);
        let played: Vec<_> = meetings.into_iter().zip(met.wins).collect();
        let skill = climb::climb(&self.bots, self.players, &played).expect("two bots and deals");
        let strongest = self.bots.iter().position(|bot| *bot == skill.bots[0]);
        let strongest = vec![strongest.unwrap_or_default()];
        let equals = session.play(&[SkillJob::Crosses(strongest.clone())])?;
        let equals = equals.into_iter().next().unwrap_or_default();
        Ok(Skill {
            quality: choices::quality_of(choices.choices, self.players),
            players: self.players,
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

    fn chunk(&self, _: &SkillJob) -> u64 {
        1
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
            SkillJob::Meetings => ladder::are_wins(&sum.wins, self.meetings.len(), count, self.players),
            SkillJob::Crosses(_) => {
                sum.crosses.len() == count && sum.crosses.iter().all(|each| each.fits(self.players))
            }
            SkillJob::Choices => sum.choices.len() == count && choices::fit(self, deals, &sum.choices),
        }
    }
}
