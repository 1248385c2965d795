//! Experiments driven on this machine: one goes on where it was ended, and what it finds is written and printed. In shards the same
//! goes round by round (`rounds.rs`).

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Failure;
use super::checkpoint::{self, Checkpoint};
use super::options::{Delivery, Printed};
use super::output::Output;
use super::play::{fault, stop_saying};
use super::prepare::Prepared;
use super::progress::{Meter, Total, bar};
use balance_analysis::checkpoint::ResumeKey;
use balance_analysis::experiment::{Experiment, Halt, Ledger, Session, Subject};
use balance_analysis::table::Frame;
use balance_report::{self as report, Folder, tuning};

/// What a command finds.
pub type Found<C> = <<C as Driven>::Experiment as Experiment>::Output;

/// What a command has played.
pub type Played<C> = Ledger<<<C as Driven>::Experiment as Experiment>::Sum>;

/// A command that conducts an experiment.
pub trait Driven: Sync + Sized {
    /// What plays.
    type Experiment: Experiment;
    /// What plays.
    fn experiment(&self) -> &Self::Experiment;
    /// The scenario.
    fn one(&self) -> &Prepared;
    /// The name under which it is shown, and of the folder of what it finds.
    fn name(&self) -> String;
    /// The name of the folder of its shards.
    fn shards(&self) -> String {
        format!("{}.shards", self.name())
    }
    /// How it is kept while it is unfinished, and told of.
    fn unfinished(&self) -> Unfinished;
    /// Games in all.
    fn total(&self) -> Total;
    /// What decides which games are played.
    fn key(&self) -> ResumeKey;
    /// What is played, as a user is told of it where it goes on for long.
    fn called(&self, subject: &Subject) -> String {
        self.one().called(subject)
    }
    /// Where in the folder `out` it goes, and the file `write` with it.
    ///
    /// # Errors
    /// As [`Destination::claim`].
    fn place<'p>(&self, out: &Path, write: Option<&'p Path>) -> Result<Destination<'p>, Failure> {
        Destination::claim(self, out, write)
    }
    /// Writes what was found, and says what is to be printed.
    ///
    /// # Errors
    /// It cannot be written.
    fn write(&self, found: Found<Self>, place: &Destination<'_>) -> Result<Delivered, Failure>;
}

/// Plays all of an experiment on this machine, and writes and prints what was found.
///
/// # Errors
/// What was kept is of something else, a game broke its own rules, `stop` was set, or what was found cannot be written.
pub fn drive<C: Driven>(
    command: &C,
    place: &Destination<'_>,
    how: &Delivery,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let (one, unfinished) = (command.one(), command.unfinished());
    let checkpoint = Checkpoint::new(&place.folder, unfinished.file, command.key());
    if how.fresh {
        checkpoint.forget()?;
    }
    let describe = |_: &Played<C>| checkpoint::Description {
        what: format!("an unfinished {}", unfinished.what),
        asked: unfinished.asked,
        seed_is_option: false,
    };
    let ledger = checkpoint.load(describe)?.unwrap_or_default();
    how.threads.start()?;
    if !ledger.is_empty() {
        let (name, what) = (&one.scenario.name, unfinished.what);
        super::remark(&format!("{name}: going on from the {what} that was ended\n"));
    }
    let meter = Meter::new(bar(&command.name(), command.total(), how.quiet)).keeping();
    let keep = |ledger: &Played<C>| checkpoint.keep(|| ledger);
    let mut session = Session::new(command.experiment(), meter.runner(stop), ledger, &keep);
    let found = meter.over(
        |subject| command.called(subject),
        || command.experiment().run(&mut session),
    );
    let found = found.map_err(|halt| {
        if !matches!(halt, Halt::Broken(_)) {
            checkpoint.keep_now(session.ledger());
        }
        unfinished.halted(&halt, one)
    })?;
    let told = command.write(found, place);
    let told = told.inspect_err(|_| checkpoint.keep_now(session.ledger()))?;
    checkpoint.forget()?;
    told.print(Printed::of_json(how.json))
}

/// How something unfinished is kept, and told of.
#[derive(Clone, Copy, Debug)]
pub struct Unfinished {
    /// The file.
    pub file: &'static str,
    /// What it is: "search".
    pub what: &'static str,
    /// What it did not come to: "the search was done".
    pub before: &'static str,
    /// What may be other than it was: "rules, bots or --deals".
    pub asked: &'static str,
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
pub struct Destination<'p> {
    /// Everything.
    pub folder: Folder,
    /// What can be pasted, where somebody asked for it.
    pub output: Option<Output<'p>>,
}

impl<'p> Destination<'p> {
    /// The folder of a command in `out`, and `write`, which is none of the scenario's own files.
    ///
    /// # Errors
    /// One cannot be written, or would be lost that is somebody's own.
    pub fn claim<C: Driven>(command: &C, out: &Path, write: Option<&'p Path>) -> Result<Self, Failure> {
        let sources = command.one().scenario.sources.0.iter();
        let sources: Vec<_> = sources.map(|source| source.shown.clone().into()).collect();
        let output = |path| {
            let output = Output::prepare("--write", path, &sources)?;
            output.made_by(&tuning::head()).map(|()| output)
        };
        let output = write.map(output).transpose()?;
        let folder = Folder::claim(&out.join(command.name())).map_err(|error| Failure::Input(error.to_string()))?;
        // Whoever writes here writes the record first.
        let name = command.unfinished().file.trim_end_matches("-unfinished.json");
        let there = |ending: &str| folder.file(&format!("{name}.{ending}")).exists();
        let mut others = ["csv", "toml", "md", "html", "svg", "png"].into_iter();
        if let Some(foreign) = others.find(|ending| there(ending))
            && !there("json")
        {
            return Err(Failure::Input(format!(
                "{} was not written by this command, and would be lost. Put it elsewhere, or name another folder with --out DIR.",
                folder.file(&format!("{name}.{foreign}")).display()
            )));
        }
        Ok(Destination { folder, output })
    }

    /// Writes what was found into the folder: these files, all of this name, by ending, and those of the table.
    ///
    /// # Errors
    /// One cannot be written.
    pub fn write(&self, name: &str, files: Vec<(&str, Vec<u8>)>, mut table: Frame) -> Result<(), Failure> {
        let files = files.into_iter().chain(table.files().map_err(unmade)?);
        self.put(files.map(|(ending, bytes)| (format!("{name}.{ending}"), bytes)))
    }

    /// Writes files into the folder, each whole, and leaves all others there as they are.
    ///
    /// # Errors
    /// One cannot be written.
    pub fn put(&self, files: impl IntoIterator<Item = (impl AsRef<str>, Vec<u8>)>) -> Result<(), Failure> {
        for (name, bytes) in files {
            let path = self.folder.file(name.as_ref());
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
pub struct Delivered {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: String,
    /// What is said before the text, on stderr; nothing where it is empty.
    pub notes: String,
}

impl Delivered {
    /// Prints one of them.
    ///
    /// # Errors
    /// It cannot be printed.
    pub fn print(&self, printed: Printed) -> Result<(), Failure> {
        if printed == Printed::Json {
            return super::print_json(&self.json);
        }
        if !self.notes.is_empty() {
            super::remark(&self.notes);
        }
        super::print(&self.text)
    }
}
