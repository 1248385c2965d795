//! The games of a baseline: every configuration on the same deals, as many as its margins take.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use balance_config::games::{AnyGame, Broken};
use balance_config::scenario::Scenario;
use balance_inference::gate::{DealCounts, MOST_STORED, MOST_UNASKED, clears};
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};
use balance_simulation::sim::GAMES_PER_BLOCK;

/// Deals played in one go.
const CHUNK: u64 = 64;

/// How many deals a baseline has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineSize {
    /// So many.
    Exactly(u64),
    /// As many as the margins take, in whole blocks and as far as they fit, but so many at least.
    AtLeast(u64),
}

/// Plays what a baseline stores.
pub struct BaselineGames {
    /// The scenario.
    pub scenario: Scenario,
    /// The game of each configuration.
    pub games: Vec<Box<dyn AnyGame>>,
    /// How many deals.
    pub size: BaselineSize,
}

/// Deals of a configuration, by its number.
#[derive(Clone, Debug)]
pub struct BaselineJob {
    configuration: usize,
    deals: Range<u64>,
}

impl BaselineGames {
    /// The deals that are played at first.
    pub fn first(&self) -> u64 {
        match self.size {
            BaselineSize::Exactly(deals) => deals,
            BaselineSize::AtLeast(_) => GAMES_PER_BLOCK,
        }
    }

    /// The deals that a baseline takes which has these so far.
    fn wanted(&self, dealt: &[DealCounts]) -> u64 {
        match self.size {
            BaselineSize::Exactly(deals) => deals,
            BaselineSize::AtLeast(least) => {
                let clears = clears(&self.scenario, &self.games, dealt.iter().map(Some));
                let most = MOST_UNASKED.min(MOST_STORED / self.games.len().max(1) as u64);
                let wanted = clears.changed.max(clears.unchanged).max(least);
                wanted.min(MOST_UNASKED).next_multiple_of(GAMES_PER_BLOCK).min(most)
            }
        }
    }

    fn game(&self, job: &BaselineJob) -> &dyn AnyGame {
        &*self.games[job.configuration]
    }
}

impl Experiment for BaselineGames {
    type Job = BaselineJob;
    type Table = ();
    type Block = DealCounts;
    type Sum = DealCounts;
    type Output = Vec<DealCounts>;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Vec<DealCounts>, Halt> {
        let mut all = vec![DealCounts::default(); self.games.len()];
        let (mut there, mut wanted) = (0, self.first());
        while there < wanted {
            let job = |configuration: usize| BaselineJob {
                configuration,
                deals: there..wanted,
            };
            let jobs: Vec<BaselineJob> = (0..self.games.len()).map(job).collect();
            let played = session.play(&jobs)?;
            all.iter_mut().zip(played).for_each(|(dealt, more)| dealt.add(more));
            there = wanted;
            wanted = self.wanted(&all);
        }
        Ok(all)
    }

    fn deals(&self, job: &BaselineJob) -> Range<u64> {
        job.deals.clone()
    }

    fn games(&self, _: &BaselineJob, deals: &Range<u64>) -> u64 {
        deals.end - deals.start
    }

    fn chunk(&self, job: &BaselineJob) -> u64 {
        if self.game(job).slow() { 1 } else { CHUNK }
    }

    fn is_slow(&self) -> bool {
        self.games.iter().any(|game| game.slow())
    }

    fn table(&self, _: &BaselineJob) {}

    fn task(&self, job: &BaselineJob, (): &(), _: usize, deals: Range<u64>) -> Task {
        Task {
            subject: Subject::Configuration(job.configuration),
            games: deals.end - deals.start,
            deals,
        }
    }

    fn play(
        &self,
        job: &BaselineJob,
        (): &(),
        _: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<DealCounts>, Broken> {
        let block = self.game(job).play_unless(self.scenario.seed, deals, stop)?;
        Ok(block.map(|block| DealCounts {
            seats: block.tally.bots.iter().map(|bot| bot.totals().0).collect(),
            lines: block.lines,
        }))
    }

    fn sum(&self, _: &BaselineJob, mut blocks: Vec<DealCounts>) -> DealCounts {
        blocks.pop().unwrap_or_default()
    }

    fn fits(&self, job: &BaselineJob, deals: &Range<u64>, sum: &DealCounts) -> bool {
        let rotations = self.scenario.configurations[job.configuration].setup.seats.rotations();
        sum.fits(deals.end - deals.start, rotations, self.game(job).sheet().bots.len())
    }
}
