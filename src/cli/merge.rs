//! `balance merge DIR`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::play::{Parts, fault, merged};
use super::prepare::{Prepared, start_threads, threads};
use super::run::{Place, deliver, results};
use super::shards::{Found, checked};
use super::{Failure, share};
use crate::shards::{Entry, Manifest};

/// Puts the shards of a run together and writes its report
///
/// The same tables, charts and report as if one machine had played it all, byte for byte. Shards that are of something else,
/// overlap, are missing or damaged are refused, and named; with exit code 3 where to play them again would do.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the shards, such as reports/riverbed-9p.shards
    dir: PathBuf,
    /// Folder for the report, which gets a folder of its own in it [default: the one that DIR is in]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play K units of games again, chosen at random, and refuse a shard that has counted them otherwise: a broken machine,
    /// or another build
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    verify: Option<u32>,
    /// How many shards there should be, for a folder without any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::sim::MOST_SHARES)))]
    shards: Option<u32>,
    /// The scenario's file, where it is not where it was when the shards were played
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
    /// Print the results as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    start_threads(args.threads)?;
    let found = Found::look(&args.dir, args.scenario.as_deref(), share::count(args.shards)?)?;
    found.whole(&args.dir)?;
    let Some((one, references)) = &found.run else {
        return Err(Failure::Missing(format!("{}: there is no shard", args.dir.display())));
    };
    if found.other_build && args.verify.is_none() {
        return Err(Failure::Input(format!(
            "the shards in {} were played by another build of this program. See with --verify 20 that this one plays the \
             same games.",
            args.dir.display()
        )));
    }
    let whole = &found.sorted.whole;
    let parts = Parts::of(one, references);
    if let Some(count) = args.verify {
        verify(one, &parts, whole, count)?;
    }
    let out = match &args.out {
        Some(out) => out.clone(),
        None => above(&args.dir)?,
    };
    let place = Place::claim(one, references, &out, false)?;
    let judged = merged(one, references, &place.keeper, |look, take| {
        for (entry, manifest) in whole.iter().filter(|(_, manifest)| manifest.pieces.contains(&look)) {
            let run = parts.run_to(&one.scenario, manifest.to);
            let pieces = checked(entry, manifest, &run)
                .map_err(|flaw| Failure::Missing(format!("{} {flaw}", entry.path.display())))?;
            pieces
                .into_iter()
                .filter(|piece| piece.until == look)
                .for_each(&mut *take);
        }
        Ok(())
    })?;
    deliver(&results(one, &judged, references), &judged, one, &place, args.json)
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

/// Plays `count` units again: one in every shard, drawn by chance, before any shard has a second.
fn verify(one: &Prepared, parts: &Parts<'_>, whole: &[(Entry, Manifest)], count: u32) -> Result<(), Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut dice = now.as_nanos() as u64 ^ u64::from(std::process::id());
    let mut draw = || {
        // Nobody can know beforehand what is looked at.
        dice = xxhash_rust::xxh3::xxh3_64(&dice.to_le_bytes());
        dice
    };
    let mut shards: Vec<&(Entry, Manifest)> = whole
        .iter()
        .filter(|(_, manifest)| !manifest.pieces.is_empty())
        .collect();
    shards.sort_by_cached_key(|_| draw());
    let mut played: BTreeSet<(&str, u64)> = BTreeSet::new();
    for (entry, manifest) in shards.iter().cycle().take(count as usize) {
        let run = parts.run_to(&one.scenario, manifest.to);
        let refuse = |what: String| Failure::Input(format!("{} {what}", entry.path.display()));
        let pieces = checked(entry, manifest, &run).map_err(refuse)?;
        let again = run
            .play_again(&pieces, manifest.share, manifest.from, draw())
            .map_err(|broken| fault(&broken, one))?;
        match again {
            Some((game, false)) => {
                return Err(refuse(format!(
                    "is wrong: the games from {game} on come to other counts here. Its machine or its build cannot be \
                     trusted; play this shard again elsewhere."
                )));
            }
            Some((game, true)) => drop(played.insert((&entry.file, game))),
            None => {}
        }
    }
    let looked: BTreeSet<&str> = played.iter().map(|unit| unit.0).collect();
    super::remark(&format!(
        "Units of games played again: {}, in {} of {} shards. All come to the same.\n",
        played.len(),
        looked.len(),
        whole.len()
    ));
    Ok(())
}
