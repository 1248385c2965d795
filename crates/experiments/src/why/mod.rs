//! Why a change lets others win: the deals in which who wins differs under two configurations, and where their games part.
//! Plays and computes; prints nothing.
//!
//! | module | does |
//! |---|---|
//! | `causes` | by what the games that part are counted, and which shares of them that says |
//!
//! What parts two games is found by `kit::parting`. The same plan gives the same answer for any number of threads.

mod causes;

#[cfg(test)]
mod planted;

use std::ops::{Deref, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use balance_config::games::divergence::Divergence;
use balance_config::games::{AnyGame, Broken, Facts};
use balance_inference::table::{FEW_PARTED, Partings};
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// Deals played in one go.
const CHUNK: u64 = 64;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyPlan {
    /// Master seed.
    pub seed: u64,
    /// Deals played under both.
    pub deals: u64,
    /// Times each deal is played, the bots shifted.
    pub rotations: usize,
    /// Of the games won otherwise, so many at most are looked into, from the first deal on.
    pub most: usize,
}

impl WhyPlan {
    /// What a run of so many deals looks into beside its own games: of its first deals a twentieth, 2,000 at most, and of the
    /// games won otherwise as many as a hundredth of its own, 400 at most. None where that is too little to say
    /// anything.
    pub fn beside(seed: u64, deals: u64, rotations: usize) -> Option<Self> {
        let most = (deals.saturating_mul(rotations as u64) / 100).min(400);
        (most >= FEW_PARTED).then(|| WhyPlan {
            seed,
            deals: (deals / 20).clamp(1, 2_000),
            rotations,
            most: most as usize,
        })
    }
}

/// A game that other sides win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// Number of the deal.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// The sides that win under either, as bits.
    pub sides: [u16; 2],
    /// Where the two games part; none where it was not looked into.
    pub parts: Option<Divergence>,
}

impl Flip {
    /// Is it this game, with these winners?
    fn is_of(&self, other: &Flip) -> bool {
        (self.game, self.rotation, self.sides) == (other.game, other.rotation, other.sides)
    }
}

/// Plays the same deals under two configurations, and looks into those that other sides win.
pub struct DivergenceStudy<G> {
    /// Both games.
    pub games: [G; 2],
    /// What is asked.
    pub plan: WhyPlan,
}

/// What is played at a time.
#[derive(Clone, Debug)]
pub enum WhyJob {
    /// Every deal under both.
    Deals,
    /// These games again, choice by choice.
    Flips(Vec<Flip>),
}

/// The games that other sides win, of so many deals or games looked into.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FlipSum {
    played: u64,
    flips: Vec<Flip>,
}

impl Merge for FlipSum {
    fn add(&mut self, next: Self) {
        self.played += next.played;
        self.flips.extend(next.flips);
    }
}

impl<G: Deref<Target = dyn AnyGame>> DivergenceStudy<G> {
    /// Games played in all, at most.
    pub fn total(&self) -> u64 {
        2 * (self.plan.deals * self.plan.rotations as u64 + self.plan.most as u64)
    }

    /// These deals under both.
    fn flips(&self, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Flip>>, Broken> {
        let play = |game: &G| game.facts_unless(self.plan.seed, deals.clone(), stop);
        let [one, other] = &self.games;
        let (Some(one), Some(other)) = (play(one)?, play(other)?) else {
            return Ok(None);
        };
        let won_otherwise = one.iter().zip(&other).filter(|(a, b)| a.sides != b.sides);
        let flip = |(a, b): (&Facts, &Facts)| Flip {
            game: a.game,
            rotation: a.rotation,
            sides: [a.sides, b.sides],
            parts: None,
        };
        Ok(Some(won_otherwise.map(flip).collect()))
    }

    /// Where these games part.
    fn parted(&self, flips: &[Flip], stop: &AtomicBool) -> Result<Option<Vec<Flip>>, Broken> {
        let [one, other] = &self.games;
        let mut parted = Vec::new();
        for flip in flips {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let parts = one.parts(&**other, self.plan.seed, flip.game, flip.rotation)?;
            parted.push(Flip { parts, ..flip.clone() });
        }
        Ok(Some(parted))
    }
}

impl<G: Deref<Target = dyn AnyGame> + Send + Sync> Experiment for DivergenceStudy<G> {
    type Job = WhyJob;
    type Table = ();
    type Block = FlipSum;
    type Sum = FlipSum;
    type Output = Partings;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Partings, Halt> {
        let mut flips = session.play(&[WhyJob::Deals])?.remove(0).flips;
        let most = flips.len().min(self.plan.most);
        if most > 0 {
            session.stage(&format!("looking into {most}"));
            let looked = session.play(&[WhyJob::Flips(flips[..most].to_vec())])?;
            flips.splice(..most, looked.into_iter().flat_map(|sum| sum.flips));
        }
        Ok(causes::partings(self.games[0].sheet(), &self.plan, &flips))
    }

    fn deals(&self, job: &WhyJob) -> Range<u64> {
        match job {
            WhyJob::Deals => 0..self.plan.deals,
            WhyJob::Flips(flips) => 0..flips.len() as u64,
        }
    }

    fn games(&self, job: &WhyJob, deals: &Range<u64>) -> u64 {
        let rotations = match job {
            WhyJob::Deals => self.plan.rotations as u64,
            WhyJob::Flips(_) => 1,
        };
        2 * rotations * (deals.end - deals.start)
    }

    fn chunk(&self, job: &WhyJob) -> u64 {
        if self.is_slow() || matches!(job, WhyJob::Flips(_)) {
            1
        } else {
            CHUNK
        }
    }

    fn is_slow(&self) -> bool {
        self.games.iter().any(|game| game.slow())
    }

    fn table(&self, _: &WhyJob) {}

    fn width(&self, _: &WhyJob, (): &()) -> usize {
        1
    }

    fn task(&self, job: &WhyJob, (): &(), _: usize, deals: Range<u64>) -> Task {
        Task {
            subject: Subject::Configuration(0),
            games: self.games(job, &deals),
            deals: match job {
                WhyJob::Deals => deals,
                WhyJob::Flips(flips) => {
                    let game = flips[deals.start as usize].game;
                    game..game + 1
                }
            },
        }
    }

    fn play(
        &self,
        job: &WhyJob,
        (): &(),
        _: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<FlipSum>, Broken> {
        let played = deals.end - deals.start;
        let flips = match job {
            WhyJob::Deals => self.flips(deals, stop)?,
            WhyJob::Flips(flips) => self.parted(&flips[deals.start as usize..deals.end as usize], stop)?,
        };
        Ok(flips.map(|flips| FlipSum { played, flips }))
    }

    fn sum(&self, _: &WhyJob, mut blocks: Vec<FlipSum>) -> FlipSum {
        blocks.pop().unwrap_or_default()
    }

    fn fits(&self, job: &WhyJob, deals: &Range<u64>, sum: &FlipSum) -> bool {
        let flips = &sum.flips;
        let is_flip = |flip: &Flip| {
            deals.contains(&flip.game)
                && flip.rotation < self.plan.rotations
                && flip.sides[0] != flip.sides[1]
                && flip.parts.is_none()
        };
        let in_order = |pair: &[Flip]| (pair[0].game, pair[0].rotation) < (pair[1].game, pair[1].rotation);
        sum.played == deals.end - deals.start
            && match job {
                WhyJob::Deals => flips.iter().all(is_flip) && flips.windows(2).all(in_order),
                WhyJob::Flips(all) => {
                    let asked = all.get(deals.start as usize..deals.end as usize).unwrap_or_default();
                    flips.len() == asked.len() && flips.iter().zip(asked).all(|(flip, asked)| flip.is_of(asked))
                }
            }
    }
}
