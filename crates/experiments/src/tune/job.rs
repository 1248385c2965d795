//! Games that are played before anything is decided by them. What comes of them are whole numbers that add up, so that nobody can see
//! who played what.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::counts::merge;
use super::{Counts, SearchSpace, Version};
use balance_config::games::Broken;
use balance_engine::tally::Tally;
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// Where the games of versions are asked for: the session of a search, or of an ablation.
pub trait JobPlayer {
    /// What these jobs come to.
    fn play(&mut self, jobs: &[Job]) -> Result<Vec<Sum>, Halt>;

    /// What this job comes to.
    fn play_one(&mut self, job: Job) -> Result<Sum, Halt> {
        Ok(self.play(&[job])?.pop().unwrap_or_default())
    }

    /// Says what comes now.
    fn stage(&self, what: &str);
}

impl<E: Experiment<Job = Job, Sum = Sum>> JobPlayer for Session<'_, E> {
    fn play(&mut self, jobs: &[Job]) -> Result<Vec<Sum>, Halt> {
        Session::play(self, jobs)
    }

    fn stage(&self, what: &str) {
        Session::stage(self, what);
    }
}

/// Deals by how much a figure differs, summed over the rotations of a deal.
pub type Differences = BTreeMap<i64, u64>;

/// Deals that one thread plays in one go where games are quick.
const CHUNK: u64 = 64;

/// Versions on the same deals.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Which bots play.
    pub bots: BotSet,
    versions: Vec<Version>,
    deals: Range<u64>,
    counted: Counting,
}

/// Which bots play versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotSet {
    /// Those of the scenario.
    Own,
    /// The second bot at every seat.
    Second,
}

/// An experiment that plays versions.
pub trait PlaysVersions: Sync + Sized {
    /// What is found.
    type Output;

    /// Asks for games until it knows what is to be found.
    fn find(&self, session: &mut Session<'_, Versions<Self>>) -> Result<Self::Output, Halt>;

    /// What plays versions under these bots.
    fn arena(&self, bots: BotSet) -> &dyn Arena;

    /// The tally of no games of the present rules, where all is kept that is counted of them.
    fn empty(&self) -> Option<&Tally> {
        None
    }
}

/// Such an experiment, played.
pub struct Versions<E>(pub E);

impl<E: PlaysVersions> Experiment for Versions<E> {
    type Job = Job;
    type Table = ();
    type Block = VersionBlock;
    type Sum = Sum;
    type Output = E::Output;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Self::Output, Halt> {
        self.0.find(session)
    }

    fn deals(&self, job: &Job) -> Range<u64> {
        job.deals()
    }

    fn games(&self, job: &Job, deals: &Range<u64>) -> u64 {
        (deals.end - deals.start) * job.versions.len() as u64 * self.0.arena(job.bots).games_per_deal()
    }

    fn chunk(&self, job: &Job) -> u64 {
        if self.0.arena(job.bots).slow() { 1 } else { CHUNK }
    }

    fn is_slow(&self) -> bool {
        self.0.arena(BotSet::Own).slow()
    }

    fn table(&self, _: &Job) {}

    fn width(&self, job: &Job, (): &()) -> usize {
        job.versions.len()
    }

    fn task(&self, job: &Job, (): &(), version: usize, deals: Range<u64>) -> Task {
        Task {
            subject: Subject::Version(job.versions[version].clone()),
            games: (deals.end - deals.start) * self.0.arena(job.bots).games_per_deal(),
            deals,
        }
    }

    fn play(
        &self,
        job: &Job,
        (): &(),
        version: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<VersionBlock>, Broken> {
        self.0.arena(job.bots).play(&job.versions[version], deals, stop)
    }

    fn sum(&self, job: &Job, blocks: Vec<VersionBlock>) -> Sum {
        let tallies = self.0.empty().map_or(Tallies::Left, |_| Tallies::Kept);
        job.sum(self.0.arena(job.bots), blocks, tallies)
    }

    fn fits(&self, job: &Job, deals: &Range<u64>, sum: &Sum) -> bool {
        job.fits(self.0.arena(job.bots), deals, sum, self.0.empty())
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Counting {
    Figures,
    /// The figures of each version, and sums and products of all paired figures.
    Products,
    /// What the paired figures of some versions add up to, each version so many times; and the tally of the first.
    Differences(Vec<Vec<(usize, i64)>>),
}

/// What some deals of a job come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// The figures of each version.
    pub figures: Vec<Counts>,
    /// Sums of paired figures over the deals.
    pub sums: Vec<u64>,
    /// Sums of their products, row by row.
    pub products: Vec<u128>,
    /// By version, games with each event.
    #[serde(default)]
    pub events: Vec<Vec<u64>>,
    /// Differences by figure.
    pub differences: Vec<Vec<Differences>>,
    /// All that was counted of the first version.
    pub tally: Option<Tally>,
}

impl Job {
    /// One version by itself.
    pub fn figures(version: Version, deals: Range<u64>) -> Self {
        Job::new(vec![version], deals, Counting::Figures)
    }

    /// Versions that are compared by what their figures have to do with each other.
    pub fn products(versions: &[Version], deals: Range<u64>) -> Self {
        Job::new(versions.to_vec(), deals, Counting::Products)
    }

    /// Versions that are compared deal by deal: what the first has, and what each other has more than that.
    pub fn differences(versions: &[Version], deals: Range<u64>) -> Self {
        let more = (1..versions.len()).map(|version| vec![(version, 1), (0, -1)]);
        let terms = std::iter::once(vec![(0, 1)]).chain(more).collect();
        Job::new(versions.to_vec(), deals, Counting::Differences(terms))
    }

    fn new(versions: Vec<Version>, deals: Range<u64>, counted: Counting) -> Self {
        Job {
            bots: BotSet::Own,
            versions,
            deals,
            counted,
        }
    }

    /// The same under these bots.
    #[must_use]
    pub fn under(self, bots: BotSet) -> Self {
        Job { bots, ..self }
    }

    pub(super) fn deals(&self) -> Range<u64> {
        self.deals.clone()
    }

    /// What the blocks of all versions come to.
    pub(super) fn sum(&self, arena: &dyn Arena, mut blocks: Vec<VersionBlock>, tallies: Tallies) -> Sum {
        match &self.counted {
            Counting::Figures => Sum {
                figures: blocks.pop().into_iter().map(|block| block.counts).collect(),
                ..Sum::default()
            },
            Counting::Products => multiplied(blocks),
            Counting::Differences(terms) => differing(blocks, terms, arena.paired().len(), tallies),
        }
    }

    /// Can these deals have come to this? `empty` is the tally of no games of the first version, where it is kept.
    pub(super) fn fits(&self, arena: &dyn Arena, deals: &Range<u64>, sum: &Sum, empty: Option<&Tally>) -> bool {
        let (count, per_deal, paired) = (deals.end - deals.start, arena.games_per_deal(), arena.paired().len());
        let whole = |counts: &Counts| !counts.is_empty() && counts.iter().all(|each| each.fits(count));
        let figures = sum.figures.iter().all(whole);
        // More than any deals come to.
        let bounded = sum.sums.iter().all(|sum| *sum < 1 << 56) && sum.products.iter().all(|sum| *sum < 1 << 112);
        let in_games = sum
            .events
            .iter()
            .flatten()
            .all(|games| *games <= count.saturating_mul(per_deal));
        let shape = (
            sum.figures.len(),
            sum.sums.len(),
            sum.products.len(),
            sum.events.len(),
            sum.differences.len(),
        );
        let versions = self.versions.len();
        let of_differences = |each: &Vec<Differences>| {
            each.len() == paired
                && each
                    .iter()
                    .all(|rows| rows.values().try_fold(0u64, |sum, more| sum.checked_add(*more)) == Some(count))
        };
        let wanted = match &self.counted {
            Counting::Figures => (versions, 0, 0, 0, 0),
            Counting::Products => (versions, versions * paired, (versions * paired).pow(2), versions, 0),
            Counting::Differences(terms) => (0, 0, 0, 0, terms.len()),
        };
        let tallied = empty.filter(|_| matches!(self.counted, Counting::Differences(_)));
        let tally = match (&sum.tally, tallied) {
            (Some(tally), Some(empty)) => tally.fits(empty, (count, deals.end), per_deal),
            (None, None) => true,
            _ => false,
        };
        shape == wanted && figures && bounded && in_games && sum.differences.iter().all(of_differences) && tally
    }
}

/// Is all kept that was counted of the first version?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tallies {
    Kept,
    Left,
}

impl Merge for Sum {
    fn add(&mut self, next: Self) {
        if *self == Sum::default() {
            *self = next;
            return;
        }
        for (all, more) in self.figures.iter_mut().zip(&next.figures) {
            merge(all, more);
        }
        plus(&mut self.sums, next.sums);
        plus(&mut self.products, next.products);
        for (all, more) in self.events.iter_mut().zip(next.events) {
            plus(all, more);
        }
        for (all, more) in self.differences.iter_mut().zip(next.differences) {
            add_differences(all, &more);
        }
        if let (Some(all), Some(more)) = (&mut self.tally, next.tally) {
            all.merge(&more);
        }
    }
}

/// Adds differences of more deals.
pub fn add_differences(all: &mut [Differences], more: &[Differences]) {
    for (all, more) in all.iter_mut().zip(more) {
        for (by, deals) in more {
            *all.entry(*by).or_default() += deals;
        }
    }
}

fn plus<T: Copy + Default + std::ops::AddAssign>(all: &mut Vec<T>, more: Vec<T>) {
    all.resize(all.len().max(more.len()), T::default());
    for (mine, theirs) in all.iter_mut().zip(more) {
        *mine += theirs;
    }
}

/// Figures, sums and products of versions on the same deals.
fn multiplied(blocks: Vec<VersionBlock>) -> Sum {
    let mut sum = Sum::default();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for block in blocks {
        sum.figures.push(block.counts);
        sum.events.push(block.events);
        rows.resize(block.deals.len().max(rows.len()), Vec::new());
        for (row, deal) in rows.iter_mut().zip(block.deals) {
            row.extend(deal);
        }
    }
    let width = rows.first().map_or(0, Vec::len);
    sum.sums = vec![0; width];
    sum.products = vec![0; width * width];
    for row in &rows {
        for (index, a) in row.iter().enumerate() {
            sum.sums[index] += u64::from(*a);
            for (b, product) in row[..=index].iter().zip(&mut sum.products[index * width..]) {
                *product += u128::from(*a) * u128::from(*b);
            }
        }
    }
    sum
}

/// What the figures of versions on the same deals differ by.
fn differing(mut blocks: Vec<VersionBlock>, terms: &[Vec<(usize, i64)>], figures: usize, tallies: Tallies) -> Sum {
    let deals = blocks.first().map_or(0, |block| block.deals.len());
    let mut differences = vec![vec![Differences::new(); figures]; terms.len()];
    for (terms, differences) in terms.iter().zip(&mut differences) {
        let by = |deal: usize, figure: usize| -> i64 {
            let each = terms
                .iter()
                .map(|(version, times)| times * i64::from(blocks[*version].deals[deal][figure]));
            each.sum()
        };
        for (figure, counted) in differences.iter_mut().enumerate() {
            for deal in 0..deals {
                *counted.entry(by(deal, figure)).or_default() += 1;
            }
        }
    }
    let tally = blocks.first_mut().and_then(|block| block.tally.take());
    Sum {
        differences,
        tally: tally.filter(|_| tallies == Tallies::Kept),
        ..Sum::default()
    }
}

/// What some deals of a version gave.
#[derive(Clone, Debug, Default)]
pub struct VersionBlock {
    /// One count for each figure.
    pub counts: Counts,
    /// Deal by deal, the first [`Arena::paired`] figures: sums over the rotations of the deal.
    pub deals: Vec<Vec<u32>>,
    /// Games with each of the events that are looked for.
    pub events: Vec<u64>,
    /// All that was counted, where there is one table.
    pub tally: Option<Tally>,
}

/// Plays versions.
pub trait Arena: Sync {
    /// The versions.
    fn space(&self) -> &SearchSpace;

    /// Is this version a game at all?
    fn allows(&self, _version: &[u8]) -> bool {
        true
    }

    /// Games that one deal of a version comes to: rotations of all its tables.
    fn games_per_deal(&self) -> u64 {
        1
    }

    /// Rotations of a deal of each of the first figures, which are told deal by deal.
    fn paired(&self) -> &[u32];

    /// Should few deals be played in one go?
    fn slow(&self) -> bool {
        false
    }

    /// Plays these deals of a version that it allows; none once `stop` is set.
    fn play(&self, version: &[u8], deals: Range<u64>, stop: &AtomicBool) -> Result<Option<VersionBlock>, Broken>;
}

/// Made-up games are searched more than once.
#[cfg(test)]
impl<A: Arena> Arena for &A {
    fn space(&self) -> &SearchSpace {
        (**self).space()
    }

    fn allows(&self, version: &[u8]) -> bool {
        (**self).allows(version)
    }

    fn games_per_deal(&self) -> u64 {
        (**self).games_per_deal()
    }

    fn paired(&self) -> &[u32] {
        (**self).paired()
    }

    fn play(&self, version: &[u8], deals: Range<u64>, stop: &AtomicBool) -> Result<Option<VersionBlock>, Broken> {
        (**self).play(version, deals, stop)
    }
}
