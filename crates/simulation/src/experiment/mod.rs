//! Playing games on all cores, whatever they are played for, and what is seen of that from outside.
//!
//! An experiment is written as if it played everything at once: it asks its session for the games of some jobs and goes on with
//! what these came to. The session finds in its ledger what was played before, by itself or by others, and plays the rest: so
//! that every experiment can be ended and gone on with, and be shared out among machines, to the same bytes.
//!
//! The results come in the order of the games, so that neither threads nor speed change what is made of them. Knows no scenario
//! and prints nothing.

mod runner;
#[cfg(test)]
pub(crate) mod tests;

pub use runner::{Progress, Runner, Subject, Task, TaskGroups};

use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use balance_config::games::Broken;

/// Units of the jobs that are asked for at once, about: so many machines can share them.
const UNITS: u64 = 1024;

/// Games of a unit where they are quick.
const GAMES: Range<u64> = 4_096..65_536;

/// Everything that plays games step by step, each step following from those before.
pub trait Experiment: Sync + Sized {
    /// Deals of something that is played: plain data, of which the text tells it from any other.
    type Job: Clone + Debug + Send + Sync;
    /// What is set up once to play a job.
    type Table: Send + Sync;
    /// What one part of a job gives for some deals.
    type Block: Send;
    /// What some deals of a job come to.
    type Sum: Merge;
    /// What is found.
    type Output;

    /// Asks for games until it knows what is to be found.
    ///
    /// # Errors
    /// What halts it.
    fn run(&self, session: &mut Session<'_, Self>) -> Result<Self::Output, Halt>;

    /// The deals of a job.
    fn deals(&self, job: &Self::Job) -> Range<u64>;

    /// Games that these deals of a job come to.
    fn games(&self, job: &Self::Job, deals: &Range<u64>) -> u64;

    /// How many deals one thread plays in one go.
    fn chunk(&self, _: &Self::Job) -> u64 {
        1
    }

    /// Does a bot of it think for long, so that few games are much?
    fn is_slow(&self) -> bool;

    /// Sets a job up.
    fn table(&self, job: &Self::Job) -> Self::Table;

    /// How many parts of a job are played on the same deals, by several threads; none where it cannot be played.
    fn width(&self, _: &Self::Job, _: &Self::Table) -> usize {
        1
    }

    /// What a part of a job is on some deals.
    fn task(&self, job: &Self::Job, table: &Self::Table, part: usize, deals: Range<u64>) -> Task;

    /// Plays a part of a job on these deals; none once `stop` is set.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    fn play(
        &self,
        job: &Self::Job,
        table: &Self::Table,
        part: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Self::Block>, Broken>;

    /// What all parts of a job together come to.
    fn sum(&self, job: &Self::Job, blocks: Vec<Self::Block>) -> Self::Sum;

    /// Can these deals of a job have come to this?
    fn fits(&self, job: &Self::Job, deals: &Range<u64>, sum: &Self::Sum) -> bool;
}

/// Whole numbers; its default is that of no deals.
pub trait Merge: Default + Clone + PartialEq + Send + Sync + Serialize + DeserializeOwned {
    /// Adds what the deals that follow came to.
    fn add(&mut self, next: Self);
}

/// What was played of an experiment, step by step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger<S> {
    steps: Vec<LedgerStep<S>>,
}

/// What was played of the jobs that were asked for at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct LedgerStep<S> {
    /// A hash of the jobs.
    asked: String,
    /// What each came to, as far as they are whole.
    sums: Vec<S>,
    /// Up to which deal the next one was played, and what these came to.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    part: Option<(u64, S)>,
}

fn none<S>() -> Option<(u64, S)> {
    None
}

impl<S> Ledger<S> {
    /// Was nothing played?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// A part of what is asked for at once: some deals of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JobUnit {
    job: usize,
    deals: Range<u64>,
}

/// Who plays what is not in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Assignment {
    /// This machine all of it.
    All,
    /// This machine these units of the first step that is not known; then the experiment halts.
    Units(Vec<usize>),
}

/// The first step that is not known to an experiment that is shared out.
pub struct Open<E: Experiment> {
    asked: String,
    jobs: Vec<E::Job>,
    units: Vec<JobUnit>,
    played: Vec<(usize, E::Sum)>,
}

impl<E: Experiment> Open<E> {
    /// How many units it has.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// What was played here of its units, by number.
    pub fn into_played(self) -> Vec<(usize, E::Sum)> {
        self.played
    }

    /// The first deal of a unit.
    pub fn first_deal(&self, unit: usize) -> u64 {
        self.units[unit].deals.start
    }

    /// Games in these units.
    pub fn games(&self, experiment: &E, units: impl IntoIterator<Item = usize>) -> u64 {
        let of = |unit: usize| experiment.games(&self.jobs[self.units[unit].job], &self.units[unit].deals);
        units.into_iter().map(of).sum()
    }

    /// Can a unit have come to this?
    pub fn fits(&self, experiment: &E, unit: usize, sum: &E::Sum) -> bool {
        let of = self.units.get(unit);
        of.is_some_and(|unit| experiment.fits(&self.jobs[unit.job], &unit.deals, sum))
    }

    /// Writes into the ledger what all units came to, in their order.
    pub fn close(&self, ledger: &mut Ledger<E::Sum>, sums: impl IntoIterator<Item = E::Sum>) {
        let mut all = vec![E::Sum::default(); self.jobs.len()];
        for (unit, sum) in self.units.iter().zip(sums) {
            all[unit.job].add(sum);
        }
        ledger.steps.push(LedgerStep {
            asked: self.asked.clone(),
            sums: all,
            part: None,
        });
    }
}

/// An experiment under way.
pub struct Session<'a, E: Experiment> {
    experiment: &'a E,
    /// Plays, and shows how far it is.
    pub runner: Runner<'a>,
    ledger: Ledger<E::Sum>,
    /// Steps that were asked for.
    asked: usize,
    games: u64,
    share: Assignment,
    /// Is handed what was played whenever that has grown.
    keep: &'a (dyn Fn(&Ledger<E::Sum>) + Sync),
    open: Option<Open<E>>,
}

/// Plays an experiment to its end.
///
/// # Errors
/// A game that broke its own rules, or that somebody asked to stop.
pub fn conduct<E: Experiment>(experiment: &E, runner: Runner<'_>) -> Result<E::Output, Halt> {
    experiment.run(&mut Session::new(experiment, runner, Ledger::default(), &|_| ()))
}

impl<'a, E: Experiment> Session<'a, E> {
    /// Goes on from what was played before, alone.
    pub fn new(
        experiment: &'a E,
        runner: Runner<'a>,
        ledger: Ledger<E::Sum>,
        keep: &'a (dyn Fn(&Ledger<E::Sum>) + Sync),
    ) -> Self {
        Session {
            experiment,
            runner,
            ledger,
            asked: 0,
            games: 0,
            share: Assignment::All,
            keep,
            open: None,
        }
    }

    /// Plays these units of the first step that is not in the ledger, and halts there.
    pub fn of_units(experiment: &'a E, runner: Runner<'a>, ledger: Ledger<E::Sum>, units: Vec<usize>) -> Self {
        Session {
            share: Assignment::Units(units),
            ..Session::new(experiment, runner, ledger, &|_| ())
        }
    }

    /// What was played.
    pub fn ledger(&self) -> &Ledger<E::Sum> {
        &self.ledger
    }

    /// The step at which it halted, since others are to play it.
    pub fn into_open(self) -> Option<Open<E>> {
        self.open
    }

    /// Games that were asked for so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Says what comes now.
    pub fn stage(&self, what: &str) {
        self.runner.progress.stage(what);
    }

    /// What these jobs come to.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play them first.
    pub fn play(&mut self, jobs: &[E::Job]) -> Result<Vec<E::Sum>, Halt> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let of = |job: &E::Job| self.experiment.games(job, &self.experiment.deals(job));
        self.games += jobs.iter().map(of).sum::<u64>();
        let asked = format!("{:016x}", xxh3_64(format!("{jobs:?}").as_bytes()));
        let step = self.known(jobs, &asked);
        if self
            .ledger
            .steps
            .get(step)
            .is_none_or(|known| known.sums.len() < jobs.len())
        {
            match &self.share {
                Assignment::All => self.play_here(jobs, asked)?,
                Assignment::Units(units) => {
                    let units = units.clone();
                    return Err(self.play_units(jobs, asked, &units));
                }
            }
        }
        self.asked += 1;
        Ok(self.ledger.steps[step].sums.clone())
    }

    /// Looks the step that comes next up in the ledger, forgets there what cannot be of it, and shows how far it is.
    fn known(&mut self, jobs: &[E::Job], asked: &str) -> usize {
        let experiment = self.experiment;
        let fits = |step: &LedgerStep<E::Sum>| {
            let mut sums = step.sums.iter().zip(jobs);
            let part = step.part.as_ref().zip(jobs.get(step.sums.len()));
            step.asked == asked
                && step.sums.len() <= jobs.len()
                && sums.all(|(sum, job)| experiment.fits(job, &experiment.deals(job), sum))
                && step.part.is_some() == part.is_some()
                && part.is_none_or(|((until, sum), job)| {
                    let deals = experiment.deals(job);
                    deals.contains(until) && experiment.fits(job, &(deals.start..*until), sum)
                })
        };
        if !self.ledger.steps.get(self.asked).is_none_or(fits) {
            self.ledger.steps.truncate(self.asked);
        }
        if let Some(step) = self.ledger.steps.get(self.asked) {
            let whole = step.sums.iter().zip(jobs).map(|(_, job)| experiment.deals(job));
            let part = step.part.iter().zip(jobs.get(step.sums.len()));
            let part = part.map(|((until, _), job)| experiment.deals(job).start..*until);
            let known = jobs.iter().zip(whole.chain(part));
            let games = known.map(|(job, deals)| experiment.games(job, &deals)).sum();
            self.runner.progress.played(games);
        }
        self.asked
    }

    /// Plays what is not known of a step.
    fn play_here(&mut self, jobs: &[E::Job], asked: String) -> Result<(), Halt> {
        let Session {
            experiment,
            ledger,
            keep,
            ..
        } = self;
        if ledger.steps.len() == self.asked {
            ledger.steps.push(LedgerStep {
                asked,
                ..LedgerStep::default()
            });
        }
        let step = &ledger.steps[self.asked];
        let done = step.sums.len();
        let units = jobs.iter().enumerate().skip(done).map(|(job, of)| {
            let Range { start, end } = experiment.deals(of);
            let from = step
                .part
                .as_ref()
                .filter(|_| job == done)
                .map_or(start, |(until, _)| *until);
            JobUnit { job, deals: from..end }
        });
        let chunks = Chunks::new(*experiment, jobs, units);
        let at = self.asked;
        let taken = self.runner.in_order(&chunks, |chunk, blocks| {
            let JobUnit { job, deals } = &chunks.chunks[chunk].1;
            let step = &mut ledger.steps[at];
            // Those that cannot be played come to nothing.
            step.sums.resize(*job, E::Sum::default());
            let (_, mut sum) = step.part.take().unwrap_or_default();
            sum.add(experiment.sum(&jobs[*job], blocks));
            if deals.end == experiment.deals(&jobs[*job]).end {
                step.sums.push(sum);
            } else {
                step.part = Some((deals.end, sum));
            }
            keep(ledger);
        })?;
        if taken < chunks.chunks.len() {
            return Err(Halt::Interrupted);
        }
        ledger.steps[at].sums.resize(jobs.len(), E::Sum::default());
        Ok(())
    }

    /// Plays some units of a step, and leaves the step open.
    fn play_units(&mut self, jobs: &[E::Job], asked: String, mine: &[usize]) -> Halt {
        let units = units(self.experiment, jobs);
        let mine: Vec<usize> = mine.iter().copied().filter(|unit| *unit < units.len()).collect();
        let chunks = Chunks::new(self.experiment, jobs, mine.iter().map(|unit| units[*unit].clone()));
        let mut sums = vec![E::Sum::default(); mine.len()];
        let taken = self.runner.in_order(&chunks, |chunk, blocks| {
            let (unit, JobUnit { job, .. }) = &chunks.chunks[chunk];
            sums[*unit].add(self.experiment.sum(&jobs[*job], blocks));
        });
        match taken {
            Err(broken) => Halt::Broken(broken),
            Ok(taken) if taken < chunks.chunks.len() => Halt::Interrupted,
            Ok(_) => {
                self.open = Some(Open {
                    asked,
                    jobs: jobs.to_vec(),
                    units,
                    played: mine.into_iter().zip(sums).collect(),
                });
                Halt::Elsewhere
            }
        }
    }
}

/// The units of a step: which they are depends on nothing but its jobs.
fn units<E: Experiment>(experiment: &E, jobs: &[E::Job]) -> Vec<JobUnit> {
    let games_of = |job: &E::Job| experiment.games(job, &experiment.deals(job));
    let least = if experiment.is_slow() { 1 } else { GAMES.start };
    let games = (jobs.iter().map(games_of).sum::<u64>() / UNITS).clamp(least, GAMES.end);
    let of_job = |(job, of): (usize, &E::Job)| {
        let deals = experiment.deals(of);
        let per_deal = games_of(of).div_ceil((deals.end - deals.start).max(1)).max(1);
        let long = (games / per_deal).max(1);
        cut(deals, long).map(move |deals| JobUnit { job, deals })
    };
    jobs.iter().enumerate().flat_map(of_job).collect()
}

/// The deals in pieces of so many.
pub(crate) fn cut(deals: Range<u64>, long: u64) -> impl Iterator<Item = Range<u64>> {
    let mut next = deals.start;
    std::iter::from_fn(move || {
        let piece = next..next.saturating_add(long).min(deals.end);
        next = piece.end;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Deals of jobs, so many as one thread plays in one go.
struct Chunks<'a, E: Experiment> {
    experiment: &'a E,
    jobs: &'a [E::Job],
    /// What each job is played at; none where it is not played.
    tables: Vec<Option<E::Table>>,
    /// The units that they are of, counted from 0.
    chunks: Vec<(usize, JobUnit)>,
}

impl<'a, E: Experiment> Chunks<'a, E> {
    fn new(experiment: &'a E, jobs: &'a [E::Job], units: impl Iterator<Item = JobUnit>) -> Self {
        let units: Vec<JobUnit> = units.collect();
        let mut asked: Vec<usize> = units.iter().map(|unit| unit.job).collect();
        asked.dedup();
        let set_up = |job: &usize| {
            let table = experiment.table(&jobs[*job]);
            (*job, (experiment.width(&jobs[*job], &table) > 0).then_some(table))
        };
        let mut tables: Vec<Option<E::Table>> = jobs.iter().map(|_| None).collect();
        // Who only asks what comes next needs neither tables nor threads, which may not have been started yet.
        if !asked.is_empty() {
            let made: Vec<(usize, Option<E::Table>)> = asked.par_iter().map(set_up).collect();
            for (job, table) in made {
                tables[job] = table;
            }
        }
        let playable = units
            .into_iter()
            .enumerate()
            .filter(|(_, unit)| tables[unit.job].is_some());
        let chunks = playable.flat_map(|(at, JobUnit { job, deals })| {
            cut(deals, experiment.chunk(&jobs[job])).map(move |deals| (at, JobUnit { job, deals }))
        });
        Chunks {
            chunks: chunks.collect(),
            experiment,
            jobs,
            tables,
        }
    }

    fn chunk_at(&self, chunk: usize) -> (&E::Job, &E::Table, Range<u64>) {
        let JobUnit { job, deals } = &self.chunks[chunk].1;
        let table = self.tables[*job].as_ref().expect("only what can be played is cut");
        (&self.jobs[*job], table, deals.clone())
    }
}

impl<E: Experiment> TaskGroups for Chunks<'_, E> {
    type Block = E::Block;

    fn groups(&self) -> usize {
        self.chunks.len()
    }

    fn width(&self, chunk: usize) -> usize {
        let (job, table, _) = self.chunk_at(chunk);
        self.experiment.width(job, table)
    }

    fn task(&self, chunk: usize, part: usize) -> Task {
        let (job, table, deals) = self.chunk_at(chunk);
        self.experiment.task(job, table, part, deals)
    }

    fn play(&self, chunk: usize, part: usize, stop: &AtomicBool) -> Result<Option<E::Block>, Broken> {
        let (job, table, deals) = self.chunk_at(chunk);
        self.experiment.play(job, table, part, deals, stop)
    }
}

/// Why an experiment ended without its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A game broke its own rules.
    Broken(Broken),
    /// Somebody asked to stop.
    Interrupted,
    /// Others are to play some games first.
    Elsewhere,
}

impl From<Broken> for Halt {
    fn from(broken: Broken) -> Self {
        Halt::Broken(broken)
    }
}
