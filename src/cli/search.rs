//! A search that goes on where it was ended: for rules, for weights, for what every component does. What was played is kept in
//! the folder of what will be found until that is written there. In shards the same goes round by round (`rounds.rs`).

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Failure;
use super::checkpoint::{self, Checkpoint};
use super::options::Threads;
use super::output::Output;
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, called};
use super::progress::{Meter, about};
use balance_analysis::checkpoint::Key;
use balance_analysis::experiment::{Halt, Subject};
use balance_analysis::table::Frame;
use balance_analysis::tune::{Games, Hands, Playing};
use balance_engine::tally::Tally;
use balance_report::{self as report, Folder, tuning};

/// What is looked for among versions of rules, step by step.
pub trait Search: Sync {
    /// What was played.
    type Record: Record;
    /// What came of it.
    type Found;
    /// Where it is kept.
    const UNFINISHED: Unfinished;
    /// The scenario.
    fn one(&self) -> &Prepared;
    /// Games of the whole search.
    fn games(&self) -> u64;
    /// What is asked of the games, besides what is played.
    fn asked(&self) -> String;
    /// What decides which games are played.
    fn key(&self) -> Key;
    /// What plays versions.
    fn arena(&self) -> &Games;
    /// The tally of no games, where one is kept of the present rules.
    fn empty(&self) -> Option<Tally> {
        None
    }
    /// Goes through the steps as far as what is known and who plays allows.
    ///
    /// # Errors
    /// What halts it.
    fn find(&self, playing: Playing<'_, Self::Record>) -> Result<Self::Found, Halt>;
    /// Where in the folder `out` it goes, and the file `write` with it.
    ///
    /// # Errors
    /// As [`Place::claim`].
    fn place<'p>(&self, out: &Path, write: Option<&'p Path>) -> Result<Place<'p>, Failure>;
    /// Writes what was found.
    ///
    /// # Errors
    /// It cannot be written.
    fn written(&self, found: &Self::Found, place: &Place<'_>) -> Result<Told, Failure>;

    /// What is played, as a user is told of it where it goes on for long.
    fn called(&self, subject: &Subject) -> String {
        let Subject::Version(version) = subject else {
            return self.one().called(subject);
        };
        let changed = self.arena().changed(version);
        let changes = changed.iter().map(|(rule, _, value)| format!("{rule} = {value}"));
        let changes: Vec<String> = changes.collect();
        let what = if changes.is_empty() {
            "the present rules".to_owned()
        } else {
            changes.join(", ")
        };
        called(&self.one().scenario, &what)
    }
}

/// What was played of a search: its default is nothing.
pub trait Record: Default + Clone + PartialEq + Sync + Serialize + DeserializeOwned {}

impl<R: Default + Clone + PartialEq + Sync + Serialize + DeserializeOwned> Record for R {}

/// Where an unfinished search is kept, and how it is told of.
#[derive(Clone, Copy)]
pub struct Unfinished {
    /// The file.
    pub file: &'static str,
    /// What it is: "search".
    pub what: &'static str,
    /// What it did not come to: "the search was done".
    pub before: &'static str,
}

impl Unfinished {
    /// What halted it, as a user is told of it.
    pub fn halted(self, halt: &Halt, one: &Prepared) -> Failure {
        if let Halt::Broken(broken) = halt {
            return fault(broken, one);
        }
        super::remark(&format!(
            "Stopped before {}. The same command goes on from there.\n",
            self.before
        ));
        Failure::Interrupted
    }
}

/// Set once somebody asks a search to stop.
pub fn stop() -> Arc<AtomicBool> {
    stop_saying("what was played is kept, and the same command goes on from there")
}

/// Where what is found goes.
pub struct Place<'p> {
    /// Everything.
    pub folder: Folder,
    /// What can be pasted, where somebody asked for it.
    pub output: Option<Output<'p>>,
}

impl<'p> Place<'p> {
    /// The folder `name` in `out`, and `write`, which is none of the scenario's own files.
    ///
    /// # Errors
    /// One cannot be written, or `write` is somebody's own.
    pub fn claim(one: &Prepared, out: &Path, name: &str, write: Option<&'p Path>) -> Result<Self, Failure> {
        let sources = one.scenario.sources.0.iter();
        let sources: Vec<_> = sources.map(|source| source.shown.clone().into()).collect();
        let output = |path| {
            let output = Output::prepare("--write", path, &sources)?;
            output.made_by(&tuning::head()).map(|()| output)
        };
        Ok(Place {
            output: write.map(output).transpose()?,
            folder: Folder::claim(&out.join(name)).map_err(|error| Failure::Input(error.to_string()))?,
        })
    }

    /// Writes what was found into the folder: these files, all of this name, by ending, and those of the table.
    ///
    /// # Errors
    /// One cannot be written.
    pub fn write(&self, name: &str, files: Vec<(&str, Vec<u8>)>, mut table: Frame) -> Result<(), Failure> {
        for (ending, bytes) in files.into_iter().chain(table.files().map_err(unmade)?) {
            let path = self.folder.file(&format!("{name}.{ending}"));
            report::place(&path, &bytes).map_err(|error| {
                let path = path.display();
                Failure::Unwritten(format!(
                    "{path} cannot be written: {error}. The same command tries again without playing."
                ))
            })?;
        }
        Ok(())
    }
}

/// What was found and cannot be made a file of.
pub fn unmade(error: impl Display) -> Failure {
    Failure::Unwritten(error.to_string())
}

/// What was found, to be printed.
pub struct Told {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: String,
}

impl Told {
    /// Prints one of them.
    ///
    /// # Errors
    /// It cannot be printed.
    pub fn print(&self, json: bool) -> Result<(), Failure> {
        if json {
            super::print_json(&self.json)
        } else {
            super::print(&self.text)
        }
    }
}

/// How a search is played.
pub struct How<'a> {
    /// Is what was kept left aside?
    pub fresh: bool,
    /// On how many threads.
    pub threads: &'a Threads,
    /// Is no progress shown?
    pub quiet: bool,
    /// Is JSON printed?
    pub json: bool,
}

/// Plays all of a search on this machine, and writes and prints what was found.
///
/// # Errors
/// What was kept is of something else, a game broke its own rules, `stop` was set, or what was found cannot be written.
pub fn alone<S: Search>(search: &S, place: &Place<'_>, how: &How<'_>, stop: &AtomicBool) -> Result<(), Failure> {
    let one = search.one();
    let shown = (&*one.scenario.name, search.games());
    let (searching, mut record) = Searching::open(one, search.key(), place, S::UNFINISHED, shown, how)?;
    let called = |subject: &Subject| search.called(subject);
    let find = |record: &mut S::Record| {
        search.find(Playing {
            record,
            hands: &mut Hands::default(),
            runner: searching.meter.runner(stop),
            keep: &searching.keep(),
        })
    };
    let found = searching.find(&mut record, called, find)?;
    searching.done(&search.written(&found, place)?, how)
}

/// A search under way.
pub struct Searching<'a> {
    one: &'a Prepared,
    unfinished: Unfinished,
    checkpoint: Checkpoint,
    /// Shows how far it is.
    pub meter: Meter,
}

impl<'a> Searching<'a> {
    /// Of about so many games, shown under this name, with what was played before of what has this key; starts the threads.
    ///
    /// # Errors
    /// What was kept is of something else, or the threads cannot be started.
    pub fn open<R: Record>(
        one: &'a Prepared,
        key: Key,
        place: &Place<'_>,
        unfinished: Unfinished,
        (name, games): (&str, u64),
        how: &How<'_>,
    ) -> Result<(Self, R), Failure> {
        let checkpoint = Checkpoint::new(&place.folder, unfinished.file, key);
        if how.fresh {
            checkpoint.forget()?;
        }
        let describe = |_: &R| checkpoint::Description {
            what: format!("an unfinished {}", unfinished.what),
            asked: "rules, wishes, bots, knobs or --games",
            seed_is_option: false,
        };
        let record = checkpoint.load(describe)?.unwrap_or_default();
        how.threads.start()?;
        if record != R::default() {
            let (scenario, what) = (&one.scenario.name, unfinished.what);
            super::remark(&format!("{scenario}: going on from the {what} that was ended\n"));
        }
        let searching = Searching {
            one,
            unfinished,
            checkpoint,
            meter: Meter::new(about(name, games, how.quiet)).keeping(),
        };
        Ok((searching, record))
    }

    /// Keeps what was played.
    pub fn keep<R: Record>(&self) -> impl Fn(&R) {
        |record| self.checkpoint.keep_now(record)
    }

    /// Lets `find` go on from `record`; what halts it is told, once what was played is kept. What goes on for long is told by its
    /// name as `called` gives it.
    ///
    /// # Errors
    /// What halted it.
    pub fn find<R: Record, F>(
        &self,
        record: &mut R,
        called: impl Fn(&Subject) -> String + Sync,
        find: impl FnOnce(&mut R) -> Result<F, Halt>,
    ) -> Result<F, Failure> {
        self.meter.over(called, || find(record)).map_err(|halt| {
            if !matches!(halt, Halt::Broken(_)) {
                self.checkpoint.keep_now(record);
            }
            self.unfinished.halted(&halt, self.one)
        })
    }

    /// Forgets what was kept, once what was found is written, and prints that.
    ///
    /// # Errors
    /// What was kept cannot be removed, or what was found not be printed.
    pub fn done(&self, told: &Told, how: &How<'_>) -> Result<(), Failure> {
        self.checkpoint.forget()?;
        told.print(how.json)
    }
}
