//! What may be played in shards, whatever the command: a run, a check, a ladder, a round of a search. How a shard is asked for, played and read
//! is the same for all of them; what differs is a [`Sharded`].

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::options::{Answers, Printed, Quiet, Threads, Which};
use super::play::stop_saying;
use super::prepare::{why, writable};
use super::{Failure, share};
use balance_analysis::checkpoint::{Flaw, ResumeKey};
use balance_analysis::games::Broken;
use balance_analysis::scenario::Scenario;
use balance_analysis::shards::{self, KNOWN, Manifest, Shard, ShardCommand, ShardPiece, WholeShard};
use balance_analysis::sim::{Piece, Run};

/// What a command plays and makes of it, so that its games can be played in shares.
pub trait Sharded: Sync {
    /// The scenario.
    fn scenario(&self) -> &Scenario;
    /// What decides which games are played, and what is asked of them.
    fn key(&self) -> ResumeKey;
    /// Plays the games of a shard; none once `stop` is set.
    ///
    /// # Errors
    /// A game that broke its own rules.
    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Option<Pieces>, Failure>;
    /// What shows that this is no such shard, if anything does.
    fn misfit(&self, shard: &Shard) -> Option<&'static str>;
    /// Plays the unit of a shard again that holds its `nth` game, from 0 and round: the number of its first game, and whether
    /// it comes to the counts that stand there. None where the shard has no games.
    ///
    /// # Errors
    /// A game that broke its own rules.
    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure>;
    /// The games of the round that comes next, of a command whose rounds follow from each other; no games where all have been
    /// played.
    fn waits_for(&self) -> Option<Range<u64>> {
        None
    }
    /// Puts all shards together and does with them what the command does with what it has played.
    ///
    /// # Errors
    /// Those of the command.
    fn merge(&self, all: &[WholeShard], how: &Merging<'_>) -> Result<(), Failure>;
}

/// The pieces of a shard, as they are written.
pub type Pieces = Vec<(ShardPiece, Vec<u8>)>;

/// What is asked of putting shards together.
pub struct Merging<'a> {
    /// The folder of the shards.
    pub dir: &'a Path,
    /// Where the report goes, if somebody says.
    pub out: Option<&'a Path>,
    /// Where the proposals of a search go, if anywhere.
    pub write: Option<&'a Path>,
    /// Where else the answers of a check go, and what comes of them.
    pub answers: &'a Answers,
    /// Is no progress shown?
    pub quiet: Quiet,
    /// What is printed.
    pub printed: Printed,
}

impl Merging<'_> {
    /// Where the report goes.
    ///
    /// # Errors
    /// The folder of the shards cannot be read.
    pub fn out(&self) -> Result<PathBuf, Failure> {
        self.out.map_or_else(|| above(self.dir), |out| Ok(out.to_owned()))
    }
}

/// The folder that `dir` is in.
fn above(dir: &Path) -> Result<PathBuf, Failure> {
    let dir = dir
        .canonicalize()
        .map_err(|error| Failure::Input(format!("{} cannot be read: {error}", dir.display())))?;
    let above = dir.parent().unwrap_or(&dir).to_owned();
    // As short as a user would name it.
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    Ok(
        match here
            .ok()
            .and_then(|here| above.strip_prefix(here).map(Path::to_owned).ok())
        {
            Some(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
            Some(inside) => inside,
            None => above,
        },
    )
}

/// Where and how a shard is played.
pub struct ShardTask<'a> {
    /// What the command was asked.
    pub asked: ShardCommand,
    /// The game numbers of this round.
    pub games: Range<u64>,
    /// The folder of the shards.
    pub dir: PathBuf,
    /// Play it even where it is there.
    pub fresh: bool,
    /// Threads that were asked for.
    pub threads: &'a Threads,
    /// Show no progress.
    pub quiet: Quiet,
    /// Which shard.
    pub which: &'a Which,
}

impl ShardTask<'_> {
    /// Plays one shard of `what`, unless it is there.
    ///
    /// # Errors
    /// A shard of something else is there, it cannot be written, a game broke its own rules, or it was stopped.
    pub fn play(&self, what: &dyn Sharded) -> Result<(), Failure> {
        let scenario = what.scenario();
        let share = share::share(self.which.shard.as_deref().unwrap_or("auto"), self.which.shards)?;
        if scenario.path == Path::new("-") {
            return Err(Failure::Input(
                "a shard names the file of its scenario, which standard input is not".to_owned(),
            ));
        }
        let mut manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            key: what.key(),
            asked: self.asked.clone(),
            scenario: scenario.path.display().to_string(),
            share,
            from: self.games.start,
            to: self.games.end,
            pieces: Vec::new(),
        };
        let path = self.dir.join(manifest.file());
        if !self.fresh && path.exists() {
            match shards::read(&path).map(|shard| shard.manifest) {
                Ok(found) if found.is_of(&manifest) && found.to == manifest.to => {
                    super::remark(&format!("{} is there.\n", path.display()));
                    return Ok(());
                }
                Ok(found) => {
                    let (path, to) = (path.display(), found.to);
                    return Err(Failure::Input(format!(
                        "{path} is of another {}: other rules, seats, bots, seed, build, file, baseline or games (it goes to \
                         game {}). Remove it, or write elsewhere with --out DIR.",
                        found.asked.command(),
                        to.saturating_sub(1)
                    )));
                }
                Err(flaw) => super::remark(&format!("{} {flaw}; it is played again.\n", path.display())),
            }
        }
        writable(&self.dir)?;
        self.threads.start()?;
        let stop = stop_saying("a shard is kept as a whole or not at all");
        let pieces = what.play(&manifest, &stop, self.quiet)?.ok_or(Failure::Interrupted)?;
        let (parts, lines) = pieces.into_iter().unzip();
        manifest.pieces = parts;
        shards::write(&self.dir, &manifest.file(), &manifest, lines)
            .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {}", path.display(), why(&error))))?;
        super::remark(&format!("{} is written.\n", path.display()));
        Ok(())
    }
}

/// What the earlier rounds of a search whose shards are in `dir` came to, if there were any.
///
/// # Errors
/// What is wrong with the file, to be said after its name.
pub fn known(dir: &Path) -> Result<Option<Shard>, Flaw> {
    let path = dir.join(KNOWN);
    path.exists().then(|| shards::read(&path)).transpose()
}

/// A piece as it is written.
///
/// # Errors
/// When it cannot be written as JSON, which nothing causes.
pub fn line(part: ShardPiece, piece: &impl Serialize) -> Result<(ShardPiece, Vec<u8>), Failure> {
    let text = serde_json::to_vec(piece).map_err(|error| Failure::Unwritten(error.to_string()))?;
    Ok((part, text))
}

/// The pieces of a share of run number `run`, as they are written.
///
/// # Errors
/// As [`line`].
pub fn lines(run: usize, pieces: &[Piece]) -> Result<Pieces, Failure> {
    let until = |piece: &Piece| ShardPiece {
        run,
        until: piece.until,
    };
    pieces.iter().map(|piece| line(until(piece), piece)).collect()
}

/// A piece that was written.
///
/// # Errors
/// It is none.
pub fn parsed<T: DeserializeOwned>(line: &[u8]) -> Result<T, &'static str> {
    serde_json::from_slice(line).map_err(|_| "it does not hold what a shard does")
}

/// The pieces of `run`, number `number` of what a command plays, in a shard.
///
/// # Errors
/// What shows that they are none.
pub fn pieces(run: &Run<'_>, number: usize, shard: &Shard) -> Result<Vec<Piece>, &'static str> {
    let Manifest { share, from, .. } = shard.manifest;
    let mine = shard.manifest.pieces.iter().zip(&shard.pieces);
    let mut all = Vec::new();
    for (part, line) in mine.filter(|(part, _)| part.run == number) {
        let piece: Piece = parsed(line)?;
        if piece.until != part.until {
            return Err("its pieces are not those that it states");
        }
        all.push(piece);
    }
    run.misfit_share(&all, share, from).map_or(Ok(all), Err)
}

/// What [`Sharded::play_again`] finds of `run`, number `number`.
///
/// # Errors
/// The game that broke its own rules.
pub fn play_again(run: &Run<'_>, number: usize, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Broken> {
    let Manifest { share, from, .. } = shard.manifest;
    match pieces(run, number, shard) {
        Ok(pieces) => run.play_again(&pieces, share, from, nth),
        Err(_) => Ok(None),
    }
}

/// A shard that was found whole, read once more.
///
/// # Errors
/// It is not what it was.
pub fn again(whole: &WholeShard) -> Result<Shard, Failure> {
    let told = |flaw: &str| Failure::Missing(format!("{} {flaw}", whole.path.display()));
    let shard = shards::read(&whole.path).map_err(|flaw| told(&flaw.to_string()))?;
    if shard.hash == whole.hash {
        Ok(shard)
    } else {
        Err(told("was written over while it was read"))
    }
}

/// Hands over the pieces that all shards have of the games of run number `run` up to the look at game `until`.
///
/// # Errors
/// A shard is not what it was.
pub fn hand_over(all: &[WholeShard], run: usize, until: u64, take: &mut dyn FnMut(Piece)) -> Result<(), Failure> {
    let wanted = ShardPiece { run, until };
    for whole in all.iter().filter(|whole| whole.manifest.pieces.contains(&wanted)) {
        let shard = again(whole)?;
        let lines = shard.manifest.pieces.iter().zip(&shard.pieces);
        for (_, line) in lines.filter(|(part, _)| **part == wanted) {
            let piece = parsed(line);
            take(piece.map_err(|flaw| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display())))?);
        }
    }
    Ok(())
}
