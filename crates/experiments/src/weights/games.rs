//! The games of a search for weights, and what they come to as whole numbers.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::opposition::LONE;
use super::{DealtGames, FoundWeights, Lone, Number, Opposition, SeatedBot, Version, WeightPlan, WeightSums};
use crate::ladder::{TRIED, Wins};
use balance_config::games::Broken;
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// A search for weights with which a bot wins more than with the present ones.
pub struct WeightSearch {
    /// Who is met, and where.
    pub opposition: Box<dyn Opposition>,
    /// What may change.
    pub numbers: Vec<Number>,
    /// How much is played.
    pub plan: WeightPlan,
}

/// What is counted of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedAs {
    /// Sums over the deals.
    Sums,
    /// Every deal.
    Deals,
}

/// Deals of a version, at all tables.
#[derive(Clone, Debug)]
pub struct WeightJob {
    /// The version.
    pub version: Version,
    /// The deals.
    pub deals: Range<u64>,
    /// What is counted.
    pub counted: CountedAs,
}

/// What some deals of a version give at one table.
pub enum WeightBlock {
    /// Wins by deal.
    Wins(Vec<Wins>),
    /// Games among its like.
    Lone(Vec<Lone>),
}

/// What some deals of a version come to; nothing where no bot can be made from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WeightCounts {
    /// As sums.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sums: Option<WeightSums>,
    /// By deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<DealtGames>,
}

impl Merge for WeightCounts {
    fn add(&mut self, next: Self) {
        match (&mut self.sums, next.sums) {
            (Some(all), Some(more)) => all.add(&more),
            (all @ None, more) => *all = more,
            (Some(_), None) => {}
        }
        match (&mut self.played, next.played) {
            (Some(all), Some(more)) => all.append(more),
            (all @ None, more) => *all = more,
            (Some(_), None) => {}
        }
    }
}

impl WeightSearch {
    fn sides(&self) -> Vec<usize> {
        let tables = self.opposition.tables();
        tables.iter().map(|(_, sides)| sides.len()).collect()
    }
}

impl Experiment for WeightSearch {
    type Job = WeightJob;
    type Table = Option<Box<dyn SeatedBot>>;
    type Block = WeightBlock;
    type Sum = WeightCounts;
    type Output = FoundWeights;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<FoundWeights, Halt> {
        super::search(self, session)
    }

    fn deals(&self, job: &WeightJob) -> Range<u64> {
        job.deals.clone()
    }

    fn games(&self, _: &WeightJob, deals: &Range<u64>) -> u64 {
        (deals.end - deals.start) * self.opposition.games_per_deal()
    }

    fn chunk(&self, _: &WeightJob) -> u64 {
        if self.is_slow() { 1 } else { 4 }
    }

    fn is_slow(&self) -> bool {
        self.opposition.is_slow()
    }

    fn table(&self, job: &WeightJob) -> Self::Table {
        self.opposition.seat(&job.version)
    }

    fn width(&self, _: &WeightJob, table: &Self::Table) -> usize {
        let all = self.opposition.cells().len() + self.opposition.tables().len();
        table.as_ref().map_or(0, |_| all)
    }

    fn task(&self, _: &WeightJob, _: &Self::Table, part: usize, deals: Range<u64>) -> Task {
        let cell = self.opposition.cells().get(part);
        let subject = Subject::Table {
            one: TRIED.to_owned(),
            among: cell.map_or_else(|| TRIED.to_owned(), |cell| cell.rival.clone()),
        };
        let count = deals.end - deals.start;
        Task {
            subject,
            games: count * cell.map_or(LONE, |cell| u64::from(cell.players)),
            deals: cell.map_or_else(|| lone(&deals), |_| deals.clone()),
        }
    }

    fn play(
        &self,
        _: &WeightJob,
        table: &Self::Table,
        part: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<WeightBlock>, Broken> {
        let Some(seated) = table else { return Ok(None) };
        Ok(match part.checked_sub(self.opposition.cells().len()) {
            None => seated.wins(part, deals, stop)?.map(WeightBlock::Wins),
            Some(table) => seated.alone(table, lone(&deals), stop)?.map(WeightBlock::Lone),
        })
    }

    fn sum(&self, job: &WeightJob, blocks: Vec<WeightBlock>) -> WeightCounts {
        let mut played = DealtGames::default();
        for block in blocks {
            match block {
                WeightBlock::Wins(wins) => played.wins.push(wins),
                WeightBlock::Lone(games) => played.alone.push(games),
            }
        }
        match job.counted {
            CountedAs::Sums => WeightCounts {
                sums: Some(played.sums(&self.sides())),
                played: None,
            },
            CountedAs::Deals => WeightCounts {
                sums: None,
                played: Some(played),
            },
        }
    }

    fn fits(&self, job: &WeightJob, deals: &Range<u64>, counts: &WeightCounts) -> bool {
        let count = deals.end - deals.start;
        let (cells, sides) = (self.opposition.cells(), self.sides());
        let summed = |sums: &WeightSums| {
            let lone = |((_, capped, wins), sides): (&(u64, u64, Vec<u64>), &usize)| {
                let most = count * LONE;
                *capped <= most && wins.len() == *sides && wins.iter().all(|wins| *wins <= most)
            };
            let seats = cells.iter().map(|cell| count * u64::from(cell.players * cell.players));
            sums.deals == count
                && sums.wins.len() == cells.len()
                && sums
                    .wins
                    .iter()
                    .zip(seats)
                    .all(|((one, others), most)| one.saturating_add(*others) <= most)
                && sums.alone.len() == sides.len()
                && sums.alone.iter().zip(&sides).all(lone)
        };
        let by_deal = |played: &DealtGames| {
            let (deals, games) = (count as usize, (count * LONE) as usize);
            played.wins.len() == cells.len()
                && played.wins.iter().all(|wins| wins.len() == deals)
                && played.alone.len() == sides.len()
                && played.alone.iter().all(|alone| alone.len() == games)
        };
        match (job.counted, &counts.sums, &counts.played) {
            (_, None, None) => true,
            (CountedAs::Sums, Some(sums), None) => summed(sums),
            (CountedAs::Deals, None, Some(played)) => by_deal(played),
            _ => false,
        }
    }
}

/// The games of a version at every seat beside these deals: of their own, since they are more.
fn lone(deals: &Range<u64>) -> Range<u64> {
    deals.start * LONE..deals.end * LONE
}
