//! The one loop that plays games on all cores.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use balance_config::games::Broken;

/// Plays games on all cores until somebody asks to stop, and tells how far it is.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// Hears how far it is.
    pub progress: &'a dyn Progress,
    /// Set by whoever asks to stop.
    pub stop: &'a AtomicBool,
}

/// Deals that one thread plays in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What is played.
    pub subject: Subject,
    /// The deals.
    pub deals: Range<u64>,
    /// Games that these come to.
    pub games: u64,
}

impl Task {
    /// One deal of so many games.
    pub fn deal(subject: Subject, deal: u64, games: u64) -> Self {
        Task {
            subject,
            deals: deal..deal + 1,
            games,
        }
    }
}

/// What is to be played: groups of tasks, of which the tasks of a group are taken together.
pub trait TaskGroups: Sync {
    /// What a task gives.
    type Block: Send;
    /// How many groups there are.
    fn groups(&self) -> usize;
    /// How many tasks a group has; one at least.
    fn width(&self, group: usize) -> usize;
    /// A task of a group.
    fn task(&self, group: usize, part: usize) -> Task;
    /// Plays a task; none once `stop` is set.
    ///
    /// # Errors
    /// The first of its games that broke its own rules.
    fn play(&self, group: usize, part: usize, stop: &AtomicBool) -> Result<Option<Self::Block>, Broken>;
}

/// Nobody sets it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Runner<'static> {
    /// Shown to nobody, and played to the end.
    pub fn unwatched() -> Self {
        Runner::quiet(&NEVER)
    }
}

impl<'a> Runner<'a> {
    /// Shown to nobody, and played to the end unless `stop` is set.
    pub fn quiet(stop: &'a AtomicBool) -> Self {
        Runner { progress: &(), stop }
    }

    /// Plays all groups and hands them to `take` in their order, each as soon as none before it is missing. Says how many it has
    /// taken: fewer than all once it is to stop.
    ///
    /// # Errors
    /// The first game that broke its own rules, by group and then by its number.
    pub fn in_order<W: TaskGroups>(
        &self,
        work: &W,
        take: impl FnMut(usize, Vec<W::Block>) + Send,
    ) -> Result<usize, Broken> {
        // Who asks for nothing needs no threads, which may not have been started yet.
        if work.groups() == 0 {
            return Ok(0);
        }
        let order = Mutex::new(Gathering {
            next: 0,
            broken: None,
            waiting: BTreeMap::new(),
            take,
        });
        // After a group with a broken game nothing counts any more; the groups before it are already on their way.
        let broken = AtomicUsize::new(usize::MAX);
        let tasks = (0..work.groups()).flat_map(|group| (0..work.width(group)).map(move |part| (group, part)));
        // Handed out in order, so that what is finished has few gaps.
        tasks.par_bridge().for_each(|(group, part)| {
            if self.stop.load(Ordering::Relaxed) || group > broken.load(Ordering::Relaxed) {
                return;
            }
            let _panics = Panics(&broken);
            let Task { subject, deals, games } = work.task(group, part);
            self.progress.begins(subject, &deals);
            let played = work.play(group, part, self.stop);
            self.progress.ends();
            let Some(block) = played.transpose() else { return };
            match &block {
                Ok(_) => self.progress.played(games),
                Err(_) => drop(broken.fetch_min(group, Ordering::Relaxed)),
            }
            let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
            order.add(group, part, work.width(group), block);
        });
        let order = order.into_inner().unwrap_or_else(PoisonError::into_inner);
        order.broken.map_or(Ok(order.next), Err)
    }

    /// What `play` gives for each of `items`, in their order; none once it is to stop. `task` says what an item is.
    ///
    /// # Errors
    /// The first game, in that order, that broke its own rules.
    pub fn map<I: Sync, T: Send>(
        &self,
        items: &[I],
        task: impl Fn(&I) -> Task + Sync,
        play: impl Fn(&I) -> Result<Option<T>, Broken> + Sync,
    ) -> Result<Option<Vec<T>>, Broken> {
        let mut all = Vec::with_capacity(items.len());
        let played = self.in_order(&Each { items, task, play }, |_, block| all.extend(block))?;
        Ok((played == items.len()).then_some(all))
    }
}

/// Items, each a group of its own.
struct Each<'i, I, D, P> {
    items: &'i [I],
    task: D,
    play: P,
}

impl<I, T, D, P> TaskGroups for Each<'_, I, D, P>
where
    I: Sync,
    T: Send,
    D: Fn(&I) -> Task + Sync,
    P: Fn(&I) -> Result<Option<T>, Broken> + Sync,
{
    type Block = T;

    fn groups(&self) -> usize {
        self.items.len()
    }

    fn width(&self, _: usize) -> usize {
        1
    }

    fn task(&self, item: usize, _: usize) -> Task {
        (self.task)(&self.items[item])
    }

    fn play(&self, item: usize, _: usize, _: &AtomicBool) -> Result<Option<T>, Broken> {
        (self.play)(&self.items[item])
    }
}

/// Groups that wait for an earlier one.
struct Gathering<B, T> {
    /// The group to be taken next: so many have been.
    next: usize,
    /// The first game that broke its own rules.
    broken: Option<Broken>,
    /// By group, what each of its tasks gave once it was played.
    waiting: BTreeMap<usize, Vec<Option<Result<B, Broken>>>>,
    take: T,
}

impl<B, T: FnMut(usize, Vec<B>)> Gathering<B, T> {
    /// Adds what one of the `width` tasks of a group gave, and takes what has no gap before it any more.
    fn add(&mut self, group: usize, part: usize, width: usize, block: Result<B, Broken>) {
        let none = || (0..width).map(|_| None).collect();
        self.waiting.entry(group).or_insert_with(none)[part] = Some(block);
        while self.broken.is_none() {
            let whole = |parts: &Vec<Option<_>>| parts.iter().all(Option::is_some);
            if !self.waiting.get(&self.next).is_some_and(whole) {
                break;
            }
            let group = self.waiting.remove(&self.next).unwrap_or_default();
            self.take(group.into_iter().flatten());
        }
    }

    /// Takes a whole group, or keeps the first game that broke in it: the one with the lowest number, whatever the cut.
    fn take(&mut self, group: impl Iterator<Item = Result<B, Broken>>) {
        let (mut blocks, mut broken) = (Vec::new(), Vec::new());
        for each in group {
            match each {
                Ok(block) => blocks.push(block),
                Err(error) => broken.push(error),
            }
        }
        self.broken = broken.into_iter().min_by_key(|broken: &Broken| broken.game);
        if self.broken.is_none() {
            (self.take)(self.next, blocks);
            self.next += 1;
        }
    }
}

/// Ends the loop where a thread panics: the others would play it to its end first.
struct Panics<'a>(&'a AtomicUsize);

impl Drop for Panics<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(0, Ordering::Relaxed);
        }
    }
}

/// What is played, so that a user can be told which games go on for long.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A configuration by its number, or after these a bot of the league.
    Configuration(usize),
    /// A version of the rules: the number of the value of each knob.
    Version(Vec<u8>),
    /// A table with one bot alone, or at several seats, among others of one kind; with one bot at every seat both are it.
    Table {
        /// The one bot.
        one: String,
        /// The others.
        among: String,
    },
    /// A table of bots that are called so.
    Named(String),
}

/// Hears how far games are; called from several threads.
pub trait Progress: Sync {
    /// This thread begins these deals.
    fn begins(&self, _subject: Subject, _deals: &Range<u64>) {}
    /// It has played them, or been stopped.
    fn ends(&self) {}
    /// So many more games were played, or were known from before.
    fn played(&self, _games: u64) {}
    /// What comes now, in a few words.
    fn stage(&self, _what: &str) {}
}

impl Progress for () {}

/// Counts games for those who only want to know how many.
impl Progress for AtomicU64 {
    fn played(&self, games: u64) {
        self.fetch_add(games, Ordering::Relaxed);
    }
}
