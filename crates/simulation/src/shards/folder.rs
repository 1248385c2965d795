//! The folder in which the shards of a run are collected: what is whole, damaged, of another run, there twice, or missing.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::file::{KNOWN, Manifest, name, named, read};
use crate::checkpoint::Flaw;
use crate::sim::Share;
use balance_kit::sanitize::harmless;

/// A file that is, or should be, a shard.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// Its name.
    pub file: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it holds and a hash of the whole file, or what is wrong with it.
    pub manifest: Result<(Manifest, u64), Flaw>,
}

/// A whole shard of what is put together.
#[derive(Clone, Debug)]
pub struct WholeShard {
    /// Its name.
    pub file: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is of.
    pub manifest: Manifest,
    /// A hash of the whole file.
    pub hash: u64,
}

/// A file that cannot be put together with the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// Its name.
    pub file: String,
    /// What is wrong with it, to be said after its name.
    pub flaw: String,
    /// Was it torn or changed, so that to play it again mends it? Otherwise it is of something else.
    pub damaged: bool,
}

/// Shards of the same games, played at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The first game number.
    pub from: u64,
    /// The end.
    pub to: u64,
    /// In how many shards.
    pub of: u32,
    /// Those that are whole.
    pub whole: Vec<u32>,
    /// Those that are not there, or damaged.
    pub missing: Vec<u32>,
}

/// What stands in the folder.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// Whole shards of the run, by the first game of their round and their number.
    pub whole: Vec<WholeShard>,
    /// All others.
    pub odd: Vec<Odd>,
    /// The rounds, in the order of their games.
    pub rounds: Vec<Round>,
    /// Games that no round has, if there are any.
    pub gap: Option<(u64, u64)>,
}

/// Every file of `dir` that is or should be a shard, in the order of their names, but those of rounds before game `from`.
/// Hidden files are those being written.
///
/// # Errors
/// As reading the folder.
pub fn entries(dir: &Path, from: u64) -> io::Result<Vec<ShardFile>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let before = named(&file).is_some_and(|(first, _)| first < from);
        file.ends_with(".json") && !file.starts_with('.') && file != KNOWN && !before
    });
    paths.sort();
    let entry = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let manifest = match named(&file) {
            None => Err(Flaw::Foreign("is not named as a shard is".to_owned())),
            Some(claimed) => read(path).and_then(|shard| match (shard.manifest.from, shard.manifest.share) {
                found if found == claimed => Ok((shard.manifest, shard.hash)),
                (from, share) => Err(Flaw::Foreign(format!(
                    "is the shard {} under another name",
                    name(from, share)
                ))),
            }),
        };
        ShardFile {
            file: harmless(&file),
            path: path.clone(),
            manifest,
        }
    };
    Ok(paths.par_iter().map(entry).collect())
}

/// The manifest that most whole shards agree with; none without any.
pub fn usual(entries: &[ShardFile]) -> Option<&Manifest> {
    let all: Vec<&Manifest> = entries
        .iter()
        .filter_map(|entry| Some(&entry.manifest.as_ref().ok()?.0))
        .collect();
    let like = |one: &Manifest| all.iter().filter(|other| other.is_of(one)).count();
    // The first of those with most: thousands of equal ones are counted once.
    let mut best: Option<(usize, &Manifest)> = None;
    let mut seen: Vec<&Manifest> = Vec::new();
    for one in &all {
        if seen.iter().any(|other| other.is_of(one)) {
            continue;
        }
        seen.push(one);
        let count = like(one);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, one));
        }
    }
    best.map(|(_, manifest)| manifest)
}

/// The first game of a round, its end, and in how many shards it is cut.
type Cut = (u64, u64, u32);

/// The rounds that are kept; shards of others that have games of these are odd.
fn without_overlaps(sorted: &mut Sorted, rounds: &BTreeMap<Cut, BTreeSet<u32>>) -> Vec<Cut> {
    // Of rounds with the same games the one with fewest shards is too much.
    let mut kept: Vec<Cut> = Vec::new();
    let mut by_size: Vec<_> = rounds.iter().map(|(round, shards)| (shards.len(), *round)).collect();
    by_size.sort_by_key(|(count, round)| (std::cmp::Reverse(*count), *round));
    for (_, round) in by_size {
        let other = kept
            .iter()
            .find(|other| round.0 < other.1 && other.0 < round.1)
            .copied();
        let Some((from, to, of)) = other else {
            kept.push(round);
            continue;
        };
        let overlaps = |manifest: &Manifest| (manifest.from, manifest.to, manifest.share.of) == round;
        for whole in sorted.whole.iter().filter(|whole| overlaps(&whole.manifest)) {
            sorted.odd.push(Odd {
                file: whole.file.clone(),
                flaw: format!("overlaps: deals {from} to {} are in shards of {of} as well", to - 1),
                damaged: false,
            });
        }
        sorted.whole.retain(|whole| !overlaps(&whole.manifest));
    }
    kept
}

/// Sorts the entries of the games from that of `awaited` on; `flaw` says what shows that a whole file is not of the run, and
/// `awaited` which games are cut in how many shards where no file tells.
pub fn sort(
    entries: Vec<ShardFile>,
    awaited: (Range<u64>, Option<u32>),
    flaw: impl Fn(&WholeShard) -> Option<Odd> + Sync,
) -> Sorted {
    let judge = |entry: ShardFile| {
        let ShardFile { file, path, manifest } = entry;
        match manifest {
            Err(flaw) => Err(Odd {
                file,
                damaged: flaw.is_damage(),
                flaw: flaw.to_string(),
            }),
            Ok((manifest, hash)) => {
                let whole = WholeShard {
                    file,
                    path,
                    manifest,
                    hash,
                };
                flaw(&whole).map_or(Ok(whole), Err)
            }
        }
    };
    let judged: Vec<_> = entries.into_par_iter().map(judge).collect();
    let mut sorted = Sorted::default();
    for each in judged {
        match each {
            Ok(whole) => sorted.whole.push(whole),
            Err(odd) => sorted.odd.push(odd),
        }
    }
    let mut rounds: BTreeMap<Cut, BTreeSet<u32>> = BTreeMap::new();
    for WholeShard { manifest, .. } in &sorted.whole {
        let Share { index, of } = manifest.share;
        rounds
            .entry((manifest.from, manifest.to, of))
            .or_default()
            .insert(index);
    }
    let mut kept = without_overlaps(&mut sorted, &rounds);
    kept.sort_unstable();
    let (games, of) = awaited;
    if let (Some(of), true) = (of, kept.is_empty()) {
        sorted.rounds.push(Round {
            from: games.start,
            to: games.end,
            of,
            whole: Vec::new(),
            missing: (0..of).collect(),
        });
    }
    let mut next = games.start;
    for round @ (from, to, of) in kept {
        if from > next && sorted.gap.is_none() {
            sorted.gap = Some((next, from));
        }
        next = to;
        let whole = rounds.get(&round).cloned().unwrap_or_default();
        sorted.rounds.push(Round {
            from,
            to,
            of,
            missing: (0..of).filter(|index| !whole.contains(index)).collect(),
            whole: whole.into_iter().collect(),
        });
    }
    sorted
        .whole
        .sort_by_key(|whole| (whole.manifest.from, whole.manifest.share));
    sorted.odd.sort_by(|a, b| a.file.cmp(&b.file));
    sorted
}
