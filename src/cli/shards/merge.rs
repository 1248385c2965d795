//! `balance shards merge DIR`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::list::ShardFolder;
use crate::cli::options::{Answers, Quiet, RunOutput, Threads};
use crate::cli::shard::{self, Merging, Sharded, again};
use crate::cli::{Failure, check, remark};
use balance_simulation::shards::{ShardCommand, WholeShard};

/// Puts shards together: the report, verdict or answer of the command
///
/// The same tables, charts, report and exit code as if one machine had played it all, byte for byte. Shards that are of
/// something else, overlap, are missing or damaged are refused, and named; exit code 3 means that it is enough to play them
/// again. Searches are played in rounds: exit code 7 means that another one is to be played.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the shards, such as reports/riverbed-9p.shards
    dir: PathBuf,
    /// Folder for the report, which gets a folder of its own in it [default: the one that DIR is in]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    answers: Answers,
    /// Play K units of games again, chosen at random, and refuse a shard that has counted them otherwise: a broken machine,
    /// or another build
    #[arg(long, allow_negative_numbers = true, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    verify: Option<u32>,
    /// Write what `tune` found to this file, as a scenario that extends its own
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// How many shards there should be, for a folder without any
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(balance_simulation::sim::MOST_SHARES)))]
    shards: Option<u32>,
    /// The scenario's file, where it is not where it was when the shards were played
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    output: RunOutput,
}

impl Args {
    fn look(&self) -> Result<ShardFolder, Failure> {
        let of = shard::count(self.shards)?;
        let needed = self.answers.needed();
        ShardFolder::look(&self.dir, self.scenario.as_deref(), of, needed)
    }

    fn merging(&self) -> Merging<'_> {
        Merging {
            dir: &self.dir,
            out: self.out.as_deref(),
            write: self.write.as_deref(),
            answers: &self.answers,
            quiet: self.quiet,
            printed: self.output.printed(),
        }
    }

    /// Nothing is asked for that the command does not give.
    fn suits(&self, asked: &ShardCommand) -> Result<(), Failure> {
        let refuse = |said: &str| Err(Failure::Input(said.to_owned()));
        match asked {
            ShardCommand::Check { .. } if self.out.is_some() || self.write.is_some() => {
                refuse("--out and --write are not for the shards of a check; a check writes no report")
            }
            ShardCommand::Check { .. } => Ok(()),
            _ if !self.answers.is_empty() => refuse(
                "--junit, --summary, --undecided, --unchanged and --require-baseline are for the shards of a check",
            ),
            ShardCommand::Tune { .. } => Ok(()),
            _ if self.write.is_some() => refuse("--write is for the shards of `tune`"),
            _ => Ok(()),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.threads.start()?;
    loop {
        match round(args) {
            // What is there of the next round may have been played before.
            Err(Failure::Round(said)) if !begun(args)? => return Err(Failure::Round(said)),
            Err(Failure::Round(_)) => {}
            ended => return ended,
        }
    }
}

/// Is there a shard of the round that comes next?
fn begun(args: &Args) -> Result<bool, Failure> {
    Ok(!args.look()?.sorted.whole.is_empty())
}

/// Puts together what is there, of a search a round.
fn round(args: &Args) -> Result<(), Failure> {
    let looked = args.look();
    let of_check = match &looked {
        Ok(found) if found.what.is_some() => {
            matches!(&found.what, Some((usual, _)) if matches!(usual.asked, ShardCommand::Check { .. }))
        }
        _ => !args.answers.is_empty(),
    };
    let ready = looked.and_then(|found| ready(args, &found).map(|()| found));
    let found = ready.map_err(|failure| {
        let dir = args.dir.display().to_string();
        if of_check {
            check::refuse(&args.answers, args.output.printed(), &[dir], failure)
        } else {
            failure
        }
    })?;
    let all = &found.sorted.whole;
    found.what.map_or(Ok(()), |(_, what)| what.merge(all, &args.merging()))
}

/// All is there, and as it should be.
fn ready(args: &Args, found: &ShardFolder) -> Result<(), Failure> {
    found.whole(&args.dir)?;
    let Some((usual, what)) = &found.what else {
        return Err(Failure::Missing(format!("{}: there is no shard", args.dir.display())));
    };
    args.suits(&usual.asked)?;
    if found.other_build && args.verify.is_none() {
        return Err(Failure::Input(format!(
            "the shards in {} were played by another build. Try --verify 20: does this one play the same games?",
            args.dir.display()
        )));
    }
    args.verify
        .map_or(Ok(()), |count| verify(&**what, &found.sorted.whole, count))
}

/// Plays `count` units again: one in every shard, drawn by chance, before any shard has a second.
fn verify(what: &dyn Sharded, all: &[WholeShard], count: u32) -> Result<(), Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut dice = now.as_nanos() as u64 ^ u64::from(std::process::id());
    let mut draw = || {
        // Nobody can know beforehand what is looked at.
        dice = xxhash_rust::xxh3::xxh3_64(&dice.to_le_bytes());
        dice
    };
    let mut filled: Vec<&WholeShard> = all.iter().filter(|whole| !whole.manifest.pieces.is_empty()).collect();
    filled.sort_by_cached_key(|_| draw());
    let mut played: BTreeSet<(&str, u64)> = BTreeSet::new();
    for whole in filled.iter().cycle().take(count as usize) {
        match what.play_again(&again(whole)?, draw())? {
            Some((game, false)) => {
                return Err(Failure::Input(format!(
                    "{} is wrong: from game {game} on it has other counts than here. Play this shard again on another machine.",
                    whole.path.display()
                )));
            }
            Some((game, true)) => drop(played.insert((&whole.file, game))),
            None => {}
        }
    }
    let looked: BTreeSet<&str> = played.iter().map(|unit| unit.0).collect();
    remark(&format!(
        "Units of games played again: {}, in {} of {} shards. All come to the same.\n",
        played.len(),
        looked.len(),
        all.len()
    ));
    Ok(())
}
