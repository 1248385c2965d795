//! Games that are played before anything is decided by them, cut into units that any machine may play. What comes of them are
//! whole numbers that add up, so that nobody can see who played what.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::counts::merge;
use super::{Arena, Block, Counts, Version};
use crate::experiment::{Halt, Runner, Subject, Task};
use balance_engine::tally::Tally;

/// Deals by how much a figure differs, summed over the rotations of a deal.
pub type Differences = BTreeMap<i64, u64>;

/// Units of a batch, about: so many machines can share it.
const UNITS: u64 = 1024;

/// Deals that one thread plays in one go where games are quick.
const CHUNK: u64 = 64;

/// Games of a unit where they are quick.
const GAMES: Range<u64> = 4_096..65_536;

/// Games that are played before anything is decided by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Versions and their deals.
    jobs: Vec<(Version, Range<u64>)>,
    counted: Counted,
}

/// What is counted in a batch.
#[derive(Clone, Debug, PartialEq)]
enum Counted {
    /// The figures of each job by itself.
    Figures,
    /// All versions play the same deals: their figures, and sums and products of all paired figures.
    Products,
    /// All versions play the same deals: what the paired figures of some of them add up to, each version so many times; sums
    /// of those of the first, and its tally.
    Differences(Vec<Vec<(usize, i64)>>),
}

/// A part of a batch: these jobs on these deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub(super) jobs: Range<usize>,
    pub(super) deals: Range<u64>,
}

/// What some units came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// The figures of each job.
    pub figures: Vec<Counts>,
    /// Sums of paired figures over the deals.
    pub sums: Vec<u64>,
    /// Sums of their products, row by row.
    pub products: Vec<u128>,
    /// By job, games with each event.
    #[serde(default)]
    pub events: Vec<Vec<u64>>,
    /// Differences by figure.
    pub differences: Vec<Vec<Differences>>,
    /// All that was counted of the first version.
    pub tally: Option<Tally>,
}

impl Batch {
    /// Versions that have nothing to do with each other, each on deals of its own.
    pub fn apart(jobs: Vec<(Version, Range<u64>)>) -> Self {
        Batch {
            jobs,
            counted: Counted::Figures,
        }
    }

    /// Versions that are compared by what their figures have to do with each other.
    pub fn of_products(versions: &[Version], deals: &Range<u64>) -> Self {
        Batch {
            jobs: on(versions, deals),
            counted: Counted::Products,
        }
    }

    /// Versions that are compared deal by deal: of each of `terms` what its versions add up to, each so many times.
    pub fn of_differences(versions: &[Version], deals: &Range<u64>, terms: Vec<Vec<(usize, i64)>>) -> Self {
        Batch {
            jobs: on(versions, deals),
            counted: Counted::Differences(terms),
        }
    }

    /// Games in it, rotations and tables counted singly.
    pub(super) fn games(&self, arena: &dyn Arena) -> u64 {
        let deals: u64 = self.jobs.iter().map(|(_, deals)| deals.end - deals.start).sum();
        deals * arena.games_per_deal()
    }

    /// All of it, in as few units as there can be.
    pub(super) fn whole(&self) -> Vec<Unit> {
        self.cut_into(u64::MAX)
    }

    /// Its units for many machines: which they are depends on nothing but the batch.
    pub(super) fn cut(&self, arena: &dyn Arena) -> Vec<Unit> {
        let of_deal = arena.games_per_deal().max(1)
            * match self.counted {
                Counted::Figures => 1,
                _ => self.jobs.len().max(1) as u64,
            };
        let least = if arena.slow() { 1 } else { GAMES.start };
        let games = (self.games(arena) / UNITS).clamp(least, GAMES.end);
        self.cut_into((games / of_deal).max(1))
    }

    fn cut_into(&self, long: u64) -> Vec<Unit> {
        let groups: Vec<(Range<usize>, Range<u64>)> = if self.counted == Counted::Figures {
            let each = self.jobs.iter().enumerate();
            each.map(|(job, (_, deals))| (job..job + 1, deals.clone())).collect()
        } else {
            let first = self.jobs.first().into_iter();
            first.map(|(_, deals)| (0..self.jobs.len(), deals.clone())).collect()
        };
        let mut units = Vec::new();
        for (jobs, deals) in groups {
            let mut start = deals.start;
            while start < deals.end {
                let end = start.saturating_add(long).min(deals.end);
                units.push(Unit {
                    jobs: jobs.clone(),
                    deals: start..end,
                });
                start = end;
            }
        }
        units
    }

    /// What each of these units comes to.
    ///
    /// # Errors
    /// A game that broke its own rules, or that somebody asked to stop.
    pub(super) fn play(&self, arena: &dyn Arena, units: &[Unit], runner: Runner<'_>) -> Result<Vec<Sum>, Halt> {
        // Whoever only asks what comes next needs no threads.
        if units.is_empty() {
            return Ok(Vec::new());
        }
        if self.counted == Counted::Figures {
            let jobs: Vec<(Version, Range<u64>)> = units
                .iter()
                .map(|unit| (self.jobs[unit.jobs.start].0.clone(), unit.deals.clone()))
                .collect();
            let played = play_all(arena, &jobs, runner, |_, block| block.counts)?;
            let sum = |parts: Vec<Counts>| {
                let mut figures = Counts::new();
                for part in &parts {
                    merge(&mut figures, part);
                }
                Sum {
                    figures: vec![figures],
                    ..Sum::default()
                }
            };
            return Ok(played.into_iter().map(sum).collect());
        }
        let together = |unit: &Unit| {
            let jobs: Vec<(Version, Range<u64>)> = self
                .jobs
                .iter()
                .map(|(version, _)| (version.clone(), unit.deals.clone()))
                .collect();
            // Of the others nothing but figures is asked.
            let keep = |job: usize, block: Block| Block {
                tally: block.tally.filter(|_| job == 0),
                ..block
            };
            let played = play_all(arena, &jobs, runner, keep)?;
            Ok(match &self.counted {
                Counted::Differences(terms) => differing(played, terms, arena.paired().len()),
                _ => multiplied(played),
            })
        };
        units.iter().map(together).collect()
    }

    /// What no unit comes to.
    pub(super) fn nothing(&self) -> Sum {
        Sum {
            figures: match self.counted {
                Counted::Differences(_) => Vec::new(),
                _ => vec![Counts::new(); self.jobs.len()],
            },
            ..Sum::default()
        }
    }

    /// Adds what a unit came to; false, and nothing added, where that cannot be of the same batch.
    #[must_use]
    pub(super) fn add(all: &mut Sum, unit: &Unit, sum: Sum) -> bool {
        let jobs = all.figures.get(unit.jobs.clone()).unwrap_or_default();
        let alike = jobs.len() == sum.figures.len()
            && jobs.iter().zip(&sum.figures).all(|(all, sum)| {
                all.is_empty()
                    || (all.len() == sum.len() && all.iter().zip(sum).all(|(a, b)| discriminant(a) == discriminant(b)))
            });
        let fits = |all: usize, more: usize| all == 0 || all == more;
        if !alike
            || !fits(all.sums.len(), sum.sums.len())
            || !fits(all.products.len(), sum.products.len())
            || !fits(all.events.len(), sum.events.len())
            || !fits(all.differences.len(), sum.differences.len())
        {
            return false;
        }
        let mine = all.figures.get_mut(unit.jobs.clone()).unwrap_or_default();
        for (mine, figures) in mine.iter_mut().zip(&sum.figures) {
            merge(mine, figures);
        }
        plus(&mut all.sums, sum.sums);
        plus(&mut all.products, sum.products);
        all.events.resize(all.events.len().max(sum.events.len()), Vec::new());
        for (mine, theirs) in all.events.iter_mut().zip(sum.events) {
            plus(mine, theirs);
        }
        all.differences.resize(sum.differences.len(), Vec::new());
        for (mine, theirs) in all.differences.iter_mut().zip(sum.differences) {
            mine.resize(theirs.len(), Differences::new());
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                for (by, deals) in theirs {
                    *mine.entry(by).or_default() += deals;
                }
            }
        }
        match (&mut all.tally, sum.tally) {
            (Some(mine), Some(theirs)) => mine.merge(&theirs),
            (mine @ None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        }
        true
    }

    /// Can a unit have come to this, where so many figures are told deal by deal, and a deal has so many games? `empty` is the
    /// tally of no games of the first version, where one is kept.
    pub(super) fn fits(&self, unit: &Unit, sum: &Sum, (paired, per_deal): (usize, u64), empty: Option<&Tally>) -> bool {
        let deals = unit.deals.end - unit.deals.start;
        let whole = |counts: &Counts| !counts.is_empty() && counts.iter().all(|count| count.fits(deals));
        let figures = sum.figures.iter().all(whole);
        // More than any deals come to.
        let bounded = sum.sums.iter().all(|sum| *sum < 1 << 56) && sum.products.iter().all(|sum| *sum < 1 << 112);
        let in_games = sum
            .events
            .iter()
            .flatten()
            .all(|games| *games <= deals.saturating_mul(per_deal));
        let shape = (
            sum.figures.len(),
            sum.sums.len(),
            sum.products.len(),
            sum.events.len(),
            sum.differences.len(),
        );
        let jobs = unit.jobs.len();
        let of_differences = |each: &Vec<Differences>| {
            each.len() == paired
                && each
                    .iter()
                    .all(|rows| rows.values().try_fold(0u64, |sum, more| sum.checked_add(*more)) == Some(deals))
        };
        let wanted = match &self.counted {
            Counted::Figures => (jobs, 0, 0, 0, 0),
            Counted::Products => (jobs, jobs * paired, (jobs * paired).pow(2), jobs, 0),
            Counted::Differences(terms) => (0, paired, 0, 0, terms.len()),
        };
        let tallied = empty.filter(|_| matches!(self.counted, Counted::Differences(_)));
        let tally = match (&sum.tally, tallied) {
            (Some(tally), Some(empty)) => tally.fits(empty, (deals, unit.deals.end), per_deal),
            (None, None) => true,
            _ => false,
        };
        shape == wanted && figures && bounded && in_games && sum.differences.iter().all(of_differences) && tally
    }
}

/// What `keep` keeps of the blocks of each job, by its number, in the order of their deals.
fn play_all<T: Send>(
    arena: &dyn Arena,
    jobs: &[(Version, Range<u64>)],
    runner: Runner<'_>,
    keep: impl Fn(usize, Block) -> T + Sync,
) -> Result<Vec<Vec<T>>, Halt> {
    let chunk = if arena.slow() { 1 } else { CHUNK };
    let mut tasks: Vec<(usize, Range<u64>)> = Vec::new();
    for (index, (_, deals)) in jobs.iter().enumerate() {
        let mut start = deals.start;
        while start < deals.end {
            let end = (start + chunk).min(deals.end);
            tasks.push((index, start..end));
            start = end;
        }
    }
    let task = |(index, deals): &(usize, Range<u64>)| Task {
        subject: Subject::Version(jobs[*index].0.clone()),
        deals: deals.clone(),
        games: (deals.end - deals.start) * arena.games_per_deal(),
    };
    let play = |(index, deals): &(usize, Range<u64>)| {
        let block = arena.play(&jobs[*index].0, deals.clone(), runner.stop)?;
        Ok(block.map(|block| keep(*index, block)))
    };
    let played = runner.map(&tasks, task, play)?.ok_or(Halt::Interrupted)?;
    let mut blocks: Vec<Vec<T>> = jobs.iter().map(|_| Vec::new()).collect();
    for ((index, _), block) in tasks.into_iter().zip(played) {
        blocks[index].push(block);
    }
    Ok(blocks)
}

fn on(versions: &[Version], deals: &Range<u64>) -> Vec<(Version, Range<u64>)> {
    versions
        .iter()
        .map(|version| (version.clone(), deals.clone()))
        .collect()
}

fn plus<T: Copy + Default + std::ops::AddAssign>(all: &mut Vec<T>, more: Vec<T>) {
    all.resize(all.len().max(more.len()), T::default());
    for (mine, theirs) in all.iter_mut().zip(more) {
        *mine += theirs;
    }
}

/// Figures, sums and products of versions on the same deals.
fn multiplied(played: Vec<Vec<Block>>) -> Sum {
    let mut figures = vec![Counts::new(); played.len()];
    let mut events = vec![Vec::new(); played.len()];
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for ((figures, events), blocks) in figures.iter_mut().zip(&mut events).zip(played) {
        let mut at = 0;
        for block in blocks {
            merge(figures, &block.counts);
            plus(events, block.events);
            for deal in block.deals {
                match rows.get_mut(at) {
                    Some(row) => row.extend(deal),
                    None => rows.push(deal),
                }
                at += 1;
            }
        }
    }
    let width = rows.first().map_or(0, Vec::len);
    let (mut sums, mut products) = (vec![0; width], vec![0; width * width]);
    for row in &rows {
        for (index, a) in row.iter().enumerate() {
            sums[index] += u64::from(*a);
            for (b, product) in row[..=index].iter().zip(&mut products[index * width..]) {
                *product += u128::from(*a) * u128::from(*b);
            }
        }
    }
    Sum {
        figures,
        sums,
        products,
        events,
        ..Sum::default()
    }
}

/// What the figures of versions on the same deals differ by.
fn differing(played: Vec<Vec<Block>>, terms: &[Vec<(usize, i64)>], figures: usize) -> Sum {
    let mut tally: Option<Tally> = None;
    let mut rows: Vec<Vec<Vec<u32>>> = Vec::with_capacity(played.len());
    for blocks in played {
        let mut of_version = Vec::new();
        for block in blocks {
            match (&mut tally, block.tally) {
                (Some(all), Some(more)) => all.merge(&more),
                (all @ None, more) => *all = more,
                (Some(_), None) => {}
            }
            of_version.extend(block.deals);
        }
        rows.push(of_version);
    }
    let mut sums = vec![0; figures];
    for row in rows.first().into_iter().flatten() {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += u64::from(*value);
        }
    }
    let deals = rows.first().map_or(0, Vec::len);
    let mut differences = vec![vec![Differences::new(); figures]; terms.len()];
    for (terms, differences) in terms.iter().zip(&mut differences) {
        let by = |deal: usize, figure: usize| -> i64 {
            let each = terms
                .iter()
                .map(|(version, times)| times * i64::from(rows[*version][deal][figure]));
            each.sum()
        };
        for (figure, counted) in differences.iter_mut().enumerate() {
            for deal in 0..deals {
                *counted.entry(by(deal, figure)).or_default() += 1;
            }
        }
    }
    Sum {
        sums,
        differences,
        tally,
        ..Sum::default()
    }
}
