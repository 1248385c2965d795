//! Experiments that a command conducts: on this machine one goes on where it was ended, and what it finds is written and printed.
//! What is played next follows from what came before, so shards go round by round: each plays its units of the games that come
//! next and no further, and `shards merge` puts these to what is known.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::Failure;
use super::checkpoint::{self, Checkpoint, build_id};
use super::options::{Delivery, Printed, Quiet};
use super::output::{Output, foreign, place};
use super::play::{fault, plays_alike, stop_saying};
use super::prepare::Prepared;
use super::progress::{Meter, Total};
use super::shard::{self, MergeArgs, Pieces, ShardTask, Sharded};
use balance_config::games;
use balance_config::scenario::Scenario;
use balance_engine::SCHEME;
use balance_experiments::tune::bases;
use balance_inference::table::Frame;
use balance_report::{Folder, tuning};
use balance_simulation::checkpoint::ResumeKey;
use balance_simulation::experiment::{Experiment, Halt, Ledger, Open, Runner, Session, Subject};
use balance_simulation::shards::{self, KNOWN, Manifest, Shard, ShardPiece, WholeShard};
use balance_simulation::sim::Share;

/// What a command finds.
pub type Found<C> = <<C as Driven>::Experiment as Experiment>::Output;

/// What a command has played.
pub type Played<C> = Ledger<<<C as Driven>::Experiment as Experiment>::Sum>;

/// A command that conducts an experiment.
pub trait Driven: Sync + Sized {
    /// What plays.
    type Experiment: Experiment;
    /// How it is told of.
    const WORDS: CommandWords;
    /// What is played.
    fn job(&self) -> &ConductedExperiment<Self::Experiment>;
    /// What is played, as a user is told of it where it goes on for long.
    fn called(&self, subject: &Subject) -> String {
        self.job().one.called(subject)
    }
    /// Writes what was found, and says what is to be printed.
    fn write(&self, found: Found<Self>, place: &Destination<'_>) -> Result<Delivered, Failure>;

    /// The folder of what it finds, and how progress is named.
    fn name(&self) -> String {
        format!("{}{}", self.job().one.scenario.name, Self::WORDS.folder)
    }
}

/// What an experiment plays.
pub struct ConductedExperiment<E> {
    /// The scenario.
    pub one: Arc<Prepared>,
    /// What plays.
    pub experiment: E,
    /// Games in all.
    pub total: Total,
    /// What decides which games are played.
    pub key: ResumeKey,
}

impl<E> ConductedExperiment<E> {
    /// With a scenario of whose base configurations so much is `asked`, as text that tells it from anything else.
    pub fn new(one: impl Into<Arc<Prepared>>, experiment: E, total: Total, asked: &str) -> Self {
        let one = one.into();
        let mut games = format!("{SCHEME} {} {asked}", one.scenario.game);
        for (_, base) in bases(&one.scenario) {
            games.push_str(&format!("\n{}\n{:?}", base.name, base.setup));
        }
        ConductedExperiment {
            key: ResumeKey::of_games(one.scenario.seed, &games, build_id()),
            one,
            experiment,
            total,
        }
    }
}

/// How an experiment is told of, and what its files are called.
#[derive(Clone, Copy, Debug)]
pub struct CommandWords {
    /// Its files, before their endings.
    pub files: &'static str,
    /// The folder of what it finds, after the name of the scenario.
    pub folder: &'static str,
    /// What it is: "search".
    pub what: &'static str,
    /// What an unfinished one did not come to: "the search was done".
    pub before: &'static str,
    /// What may be other than it was: "rules, bots or --deals".
    pub asked: &'static str,
}

impl CommandWords {
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

/// Set once somebody asks to stop; a shard says for itself what becomes of it then.
pub fn stop(how: &Delivery) -> Arc<AtomicBool> {
    match how.play.sharded.shard {
        None => stop_saying("what was played is kept, and the same command goes on from there"),
        Some(_) => Arc::default(),
    }
}

/// Plays all of an experiment, or the shard that is asked for; which command it is and what it was asked is told to whoever puts the
/// shards together.
pub fn conduct<C: Driven>(
    command: C,
    (name, asked): (&str, &impl Serialize),
    write: Option<&Path>,
    how: &Delivery,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if how.play.sharded.shard.is_none() {
        let place = Destination::claim(&command, &how.out, write)?;
        how.play.threads.start()?;
        return drive(&command, &place, how, stop)?.print(Printed::of_json(how.json));
    }
    if write.is_some() {
        return Err(Failure::Input(
            "--write is for `shards merge`, which writes what was found".to_owned(),
        ));
    }
    let mut asked = serde_json::to_value(asked).map_err(Failure::input)?;
    asked["command"] = name.into();
    let task = ShardTask {
        dir: shard::folder(&how.out, &command.job().one.scenario.name, name),
        asked,
        games: 0..0,
        how: &how.play,
    };
    play_round(command, task)
}

/// Plays all of an experiment on this machine, and writes what was found.
pub fn drive<C: Driven>(
    command: &C,
    place: &Destination<'_>,
    how: &Delivery,
    stop: &AtomicBool,
) -> Result<Delivered, Failure> {
    let ConductedExperiment {
        one,
        experiment,
        total,
        key,
    } = command.job();
    let words = C::WORDS;
    let checkpoint = Checkpoint::new(place.folder.file(&unfinished(words)), key.clone());
    if how.play.fresh {
        checkpoint.forget()?;
    }
    let describe = |_: &Played<C>| checkpoint::Description {
        what: format!("an unfinished {}", words.what),
        asked: words.asked,
        seed_is_option: false,
    };
    let ledger = checkpoint.load(describe)?.unwrap_or_default();
    if !ledger.is_empty() {
        let (name, what) = (&one.scenario.name, words.what);
        super::remark(&format!("{name}: going on from the {what} that was ended\n"));
    }
    let meter = Meter::new(&command.name(), *total, how.play.quiet).keeping();
    let keep = |ledger: &Played<C>| checkpoint.keep(|| ledger);
    let mut session = Session::new(experiment, meter.runner(stop), ledger, &keep);
    let found = meter.over(|subject| command.called(subject), || experiment.run(&mut session));
    let found = found.map_err(|halt| {
        if !matches!(halt, Halt::Broken(_)) {
            checkpoint.keep_now(session.ledger());
        }
        words.halted(&halt, one)
    })?;
    plays_alike(one)?;
    let told = command.write(found, place);
    let told = told.map_err(|failure| {
        checkpoint.keep_now(session.ledger());
        match failure {
            Failure::Unwritten(said) => {
                Failure::Unwritten(format!("{said} The same command tries again without playing."))
            }
            other => other,
        }
    })?;
    checkpoint.forget()?;
    Ok(told)
}

/// The file of one that is not done.
fn unfinished(words: CommandWords) -> String {
    format!("{}-unfinished.json", words.files)
}

/// Where what is found goes.
pub struct Destination<'p> {
    /// The folder that was named.
    pub out: &'p Path,
    /// A folder in it for everything.
    pub folder: Folder,
    /// What can be pasted, where somebody asked for it.
    pub output: Option<Output<'p>>,
}

impl<'p> Destination<'p> {
    /// The folder of a command in `out`, and `write`, which is none of the scenario's own files.
    pub fn claim<C: Driven>(command: &C, out: &'p Path, write: Option<&'p Path>) -> Result<Self, Failure> {
        let sources = command.job().one.scenario.sources.0.iter();
        let sources: Vec<_> = sources.map(|source| source.shown.clone().into()).collect();
        let output = |path| {
            let output = Output::prepare("--write", path, &sources)?;
            output.made_by(&tuning::head()).map(|()| output)
        };
        let output = write.map(output).transpose()?;
        let (name, dir) = (C::WORDS.files, out.join(command.name()));
        let folder = Folder::claim(&dir).map_err(Failure::input)?;
        let file = |ending: &&str| folder.file(&format!("{name}.{ending}"));
        // Whoever writes here writes the record first.
        let is_written = file(&"json").is_file();
        let is_foreign = |path: &PathBuf| {
            path.symlink_metadata()
                .is_ok_and(|found| !is_written || !found.is_file())
        };
        let mut paths = ["json", "csv", "parquet", "toml", "md", "html", "svg", "png"]
            .iter()
            .map(file);
        match paths.find(is_foreign) {
            Some(path) => Err(foreign(&path)),
            None => Ok(Destination { out, folder, output }),
        }
    }

    /// Writes what was found into the folder: these files, all of this name, by ending, and those of the table.
    pub fn write(&self, name: &str, files: Vec<(&str, Vec<u8>)>, mut table: Frame) -> Result<(), Failure> {
        let files = files.into_iter().chain(table.files().map_err(unmade)?);
        self.put(files.map(|(ending, bytes)| (format!("{name}.{ending}"), bytes)))
    }

    /// Writes files into the folder, each whole, and leaves all others there as they are.
    pub fn put(&self, files: impl IntoIterator<Item = (impl AsRef<str>, Vec<u8>)>) -> Result<(), Failure> {
        for (name, bytes) in files {
            place(&self.folder.file(name.as_ref()), &bytes)?;
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
}

impl Delivered {
    /// Prints one of them.
    pub fn print(&self, printed: Printed) -> Result<(), Failure> {
        if printed == Printed::Json {
            return super::print_json(&self.json);
        }
        super::print(&self.text)
    }
}

/// Plays a shard of the round that comes next, as `task` says but for which games these are.
fn play_round<C: Driven>(command: C, mut task: ShardTask<'_>) -> Result<(), Failure> {
    let known = shard::known(&task.dir).map_err(|flaw| {
        let path = task.dir.join(KNOWN);
        Failure::Missing(format!(
            "{} {flaw}; `shards merge` makes it again from the shards",
            path.display()
        ))
    })?;
    let rounds = Rounds::new(command, known.as_ref())?;
    if let Some(Shard { manifest, .. }) = &known
        && manifest.key.build != rounds.key().build
    {
        let path = task.dir.join(KNOWN);
        return Err(Failure::Input(format!(
            "{} is by another build, which may play differently. Use that build, or write elsewhere with --out DIR.",
            path.display()
        )));
    }
    task.games = rounds.round();
    if task.games.is_empty() {
        let dir = task.dir.display();
        super::remark(&format!(
            "All rounds are played; `{} shards merge {dir}` says what was found.\n",
            games::program()
        ));
        return Ok(());
    }
    task.play(&rounds)
}

/// What was played of a unit, by its number.
type Unit<C> = (usize, <<C as Driven>::Experiment as Experiment>::Sum);

/// An experiment, as far as earlier rounds have come.
pub struct Rounds<C: Driven> {
    command: C,
    known: Played<C>,
    /// Games in it.
    from: u64,
    /// What comes next; none where all is known.
    open: Option<Open<C::Experiment>>,
}

/// What comes of going on.
enum NextRound<C: Driven> {
    /// What was found.
    Found(Found<C>),
    /// The games that come next.
    Open(Open<C::Experiment>),
}

impl<C: Driven> Rounds<C> {
    /// Goes on from what is `known` of this experiment.
    pub fn new(command: C, known: Option<&Shard>) -> Result<Self, Failure> {
        let key = command.job().key.clone();
        let mut ledger = Played::<C>::default();
        if let Some(Shard { manifest, pieces, .. }) = known {
            // Another build may go on where it plays the same games, which `shards merge --verify` finds out.
            let expected = ResumeKey {
                build: manifest.key.build.clone(),
                ..key
            };
            if let Some(flaw) = shard::differs(manifest, &expected, manifest) {
                return Err(Failure::Input(format!("{KNOWN} {flaw}. Move the shards elsewhere.")));
            }
            let first = pieces.first().map(|line| shard::parsed(line));
            ledger = first
                .unwrap_or(Err("it is empty"))
                .map_err(|flaw| Failure::Missing(format!("{KNOWN} is damaged: {flaw}; remove it")))?;
        }
        let mut rounds = Rounds {
            command,
            known: ledger,
            from: known.map_or(0, |known| known.manifest.to),
            open: None,
        };
        rounds.open = match rounds.go_on(rounds.known.clone(), Vec::new(), Runner::unwatched())? {
            NextRound::Open(open) => Some(open),
            NextRound::Found(_) => None,
        };
        Ok(rounds)
    }

    /// The games of the round that is to be played; none where all is known.
    pub fn round(&self) -> Range<u64> {
        let experiment = &self.command.job().experiment;
        let games = |open: &Open<_>| open.games(experiment, 0..open.units());
        self.from..self.from + self.open.as_ref().map_or(0, games)
    }

    /// Goes through the steps that are known, and plays these units of the next.
    fn go_on(&self, known: Played<C>, units: Vec<usize>, runner: Runner<'_>) -> Result<NextRound<C>, Failure> {
        let ConductedExperiment { one, experiment, .. } = self.command.job();
        let mut session = Session::of_units(experiment, runner, known, units);
        match experiment.run(&mut session) {
            Ok(found) => Ok(NextRound::Found(found)),
            Err(Halt::Broken(broken)) => Err(fault(&broken, one)),
            Err(Halt::Interrupted) => Err(Failure::Interrupted),
            Err(Halt::Elsewhere) => session.into_open().map(NextRound::Open).ok_or(Failure::Interrupted),
        }
    }

    /// Plays these units of the round.
    fn units(&self, units: Vec<usize>, runner: Runner<'_>) -> Result<Vec<Unit<C>>, Failure> {
        match self.go_on(self.known.clone(), units, runner)? {
            NextRound::Open(open) => Ok(open.into_played()),
            NextRound::Found(_) => Ok(Vec::new()),
        }
    }

    /// The units of a share.
    fn units_of(&self, share: Share) -> Vec<usize> {
        let units = self.open.as_ref().map_or(0, Open::units);
        (share.index as usize..units).step_by(share.of as usize).collect()
    }

    /// What a shard holds of its units.
    fn played(&self, shard: &Shard) -> Result<Vec<Unit<C>>, &'static str> {
        let (Some(open), [line]) = (&self.open, &shard.pieces[..]) else {
            return Err("its pieces are not those of such a shard");
        };
        let played: Vec<Unit<C>> = shard::parsed(line)?;
        let units = played.iter().map(|(unit, _)| *unit);
        if shard.manifest.to != self.round().end || !units.eq(self.units_of(shard.manifest.share)) {
            return Err("its units are not those of such a shard");
        }
        let experiment = &self.command.job().experiment;
        if played.iter().all(|(unit, sum)| open.fits(experiment, *unit, sum)) {
            Ok(played)
        } else {
            Err("its counts are not those of such a shard")
        }
    }

    /// Writes what is known now, all games before `to`.
    fn keep(known: &Played<C>, to: u64, like: &Manifest, dir: &Path) -> Result<(), Failure> {
        let part = ShardPiece { run: 0, until: to };
        let (part, line) = shard::line(part, known)?;
        let manifest = Manifest {
            from: 0,
            to,
            share: Share { index: 0, ..like.share },
            pieces: vec![part],
            ..like.clone()
        };
        let written = shards::write(dir, KNOWN, &manifest, vec![line]);
        written
            .map(drop)
            .map_err(|error| Failure::unwritten(&dir.join(KNOWN), error))
    }

    /// What is known once all shards of the round are put together.
    fn joined(&self, all: &[WholeShard]) -> Result<Played<C>, Failure> {
        let mut known = self.known.clone();
        let (Some(open), Some(_)) = (&self.open, all.first()) else {
            return Ok(known);
        };
        let mut units: Vec<Unit<C>> = Vec::new();
        for whole in all {
            let told = |flaw: &str| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display()));
            units.extend(self.played(&shard::again(whole)?).map_err(told)?);
        }
        units.sort_by_key(|(unit, _)| *unit);
        open.close(&mut known, units.into_iter().map(|(_, sum)| sum));
        Ok(known)
    }
}

impl<C: Driven> Sharded for Rounds<C>
where
    C::Experiment: Sync,
{
    fn scenario(&self) -> &Scenario {
        &self.command.job().one.scenario
    }

    fn key(&self) -> ResumeKey {
        self.command.job().key.clone()
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Pieces, Failure> {
        let units = self.units_of(shard.share);
        let open = self.open.as_ref();
        let mine = open.map_or(0, |open| {
            open.games(&self.command.job().experiment, units.iter().copied())
        });
        let name = format!("{} {}", self.command.name(), shard.share);
        let meter = Meter::new(&name, Total::About(self.from + mine), quiet);
        let play = || self.units(units, meter.runner(stop));
        let played = meter.over(|subject| self.command.called(subject), play)?;
        let part = ShardPiece {
            run: 0,
            until: shard.to,
        };
        Ok(vec![shard::line(part, &played)?])
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        self.played(shard).err()
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let (Some(open), Ok(played)) = (&self.open, self.played(shard)) else {
            return Ok(None);
        };
        let Some(at) = nth.checked_rem(played.len() as u64) else {
            return Ok(None);
        };
        let (unit, sum) = &played[at as usize];
        let again = self.units(vec![*unit], Runner::unwatched())?;
        let same = again.iter().any(|(_, again)| again == sum);
        Ok(Some((open.first_deal(*unit), same)))
    }

    fn waits_for(&self) -> Option<Range<u64>> {
        Some(self.round())
    }

    fn merge(&self, all: &[WholeShard], how: &MergeArgs) -> Result<(), Failure> {
        let known = self.joined(all)?;
        let next = self.go_on(known.clone(), Vec::new(), Runner::unwatched())?;
        if let Some(first) = all.first() {
            Self::keep(&known, self.round().end, &first.manifest, &how.dir)?;
        }
        match next {
            NextRound::Found(found) => {
                let out = how.out()?;
                let place = Destination::claim(&self.command, &out, how.write.as_deref())?;
                self.command.write(found, &place)?.print(how.output.printed())
            }
            NextRound::Open(open) => {
                let of = all.first().map(|first| first.manifest.share.of);
                let games = open.games(&self.command.job().experiment, 0..open.units());
                Err(Failure::Round(another_round(self.round().end, games, of)))
            }
        }
    }
}

/// That so many games are known, and so many come next.
pub fn another_round(known: u64, games: u64, of: Option<u32>) -> String {
    let of = of.map_or_else(|| "N".to_owned(), |of| of.to_string());
    format!(
        "{known} games are known; {games} follow from them. Play this round with `--shard I/{of}`, then merge again.\n"
    )
}
