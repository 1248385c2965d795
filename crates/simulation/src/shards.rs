//! A run on many machines: the files of its shards, and what stands in the folder in which they are collected.
//!
//! A shard is a file written once, as a whole, by whoever played it: two attempts write the same bytes. It says what it is of, then
//! has its pieces, one a line. What may be put together is found out from the files alone. Nothing here plays or prints.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::checkpoint::{Flaw, ResumeKey, seal, unseal};
use crate::sim::Share;
use balance_config::{untrusted, whole_file};
use balance_kit::sanitize::harmless;

/// Version of the shape of the file.
const FORMAT: u32 = 5;

/// The file in which a search keeps what its rounds came to so far.
pub const KNOWN: &str = "known.json";

/// What a shard is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// Which games are played, and by what build.
    pub key: ResumeKey,
    /// The command whose games these are, as a user writes it in `command`, and what it was asked besides: plain data that the command
    /// alone understands.
    pub asked: Value,
    /// The scenario's file, as it was named.
    pub scenario: String,
    /// Which share of the games from `from` on and before `to`.
    pub share: Share,
    /// The first game number of its round.
    pub from: u64,
    /// The end of its round.
    pub to: u64,
    /// What each piece is of, line by line.
    pub pieces: Vec<ShardPiece>,
}

/// What a piece is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardPiece {
    /// Which of the runs that the command plays, from 0.
    pub run: usize,
    /// The game number before which its games lie, and at which they are looked at.
    pub until: u64,
}

impl Manifest {
    /// The command, as a user writes it.
    pub fn command(&self) -> &str {
        self.asked["command"].as_str().unwrap_or_default()
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        name(self.from, self.share)
    }

    /// Are both of one run, and cut at the same looks?
    pub fn is_of(&self, other: &Manifest) -> bool {
        (&self.version, &self.key, &self.asked, &self.scenario)
            == (&other.version, &other.key, &other.asked, &other.scenario)
    }
}

/// The name of a shard's file.
pub fn name(from: u64, share: Share) -> String {
    let Share { index, of } = share;
    match from {
        0 => format!("{index:05}-of-{of:05}.json"),
        from => format!("from-{from}.{index:05}-of-{of:05}.json"),
    }
}

/// What a file of this name must hold.
pub fn named(name: &str) -> Option<(u64, Share)> {
    let rest = name.strip_suffix(".json")?;
    let (from, rest) = match rest.strip_prefix("from-") {
        None => (0, rest),
        Some(rest) => {
            let (from, rest) = rest.split_once('.')?;
            (from.parse().ok()?, rest)
        }
    };
    let (index, of) = rest.split_once("-of-")?;
    let share = Share::new(index.parse().ok()?, of.parse().ok()?).ok()?;
    (self::name(from, share) == name).then_some((from, share))
}

/// Writes the file `name` of `dir`, whole or not at all, whoever else writes the same one at this moment.
///
/// # Errors
/// As the system says.
pub fn write(dir: &Path, name: &str, manifest: &Manifest, pieces: Vec<Vec<u8>>) -> io::Result<PathBuf> {
    let mut lines = vec![serde_json::to_vec(manifest)?];
    lines.extend(pieces);
    let text = seal(FORMAT, &lines)?;
    if text.len() as u64 > untrusted::LARGEST {
        let message = format!(
            "it would be larger than {} MB; cut the run into more shards",
            untrusted::LARGEST >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    let path = dir.join(name);
    whole_file::place(&path, &text)?;
    Ok(path)
}

/// A shard that was read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// What it is of.
    pub manifest: Manifest,
    /// The text of its pieces.
    pub pieces: Vec<Vec<u8>>,
    /// A hash of the whole file.
    pub hash: u64,
}

/// The shard at `path`.
///
/// # Errors
/// What is wrong with the file, to be said after its name.
pub fn read(path: &Path) -> Result<Shard, Flaw> {
    let bytes = untrusted::read(path, untrusted::LARGEST).map_err(|error| Flaw::Unreadable(error.to_string()))?;
    let hash = xxh3_64(&bytes);
    let lines = unseal(&bytes, FORMAT)?;
    let (first, pieces) = lines.split_first().ok_or_else(|| Flaw::damaged("it is empty"))?;
    let manifest: Manifest =
        serde_json::from_slice(first).map_err(|_| Flaw::damaged("its second line is not that of a shard"))?;
    if manifest.pieces.len() != pieces.len() {
        return Err(Flaw::damaged("it has other pieces than it states"));
    }
    let pieces = pieces.iter().map(|piece| piece.to_vec()).collect();
    Ok(Shard { manifest, pieces, hash })
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
pub fn entries(dir: &Path, from: u64) -> io::Result<Vec<Result<WholeShard, Odd>>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let before = named(&file).is_some_and(|(first, _)| first < from);
        file.ends_with(".json") && !file.starts_with('.') && file != KNOWN && !before
    });
    paths.sort();
    let entry = |path: PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = match named(&file) {
            None => Err(Flaw::Foreign("is not named as a shard is".to_owned())),
            Some(claimed) => read(&path).and_then(|shard| match (shard.manifest.from, shard.manifest.share) {
                found if found == claimed => Ok((shard.manifest, shard.hash)),
                (from, share) => Err(Flaw::Foreign(format!(
                    "is the shard {} under another name",
                    name(from, share)
                ))),
            }),
        };
        let file = harmless(&file);
        match found {
            Ok((manifest, hash)) => Ok(WholeShard {
                file,
                path,
                manifest,
                hash,
            }),
            Err(flaw) => Err(Odd {
                file,
                damaged: flaw.is_damage(),
                flaw: flaw.to_string(),
            }),
        }
    };
    Ok(paths.into_par_iter().map(entry).collect())
}

/// The manifest that most whole shards agree with; none without any.
pub fn usual(entries: &[Result<WholeShard, Odd>]) -> Option<&Manifest> {
    // Thousands of equal ones are counted once.
    let mut counts: Vec<(usize, &Manifest)> = Vec::new();
    for whole in entries.iter().flatten() {
        match counts.iter_mut().find(|(_, known)| known.is_of(&whole.manifest)) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, &whole.manifest)),
        }
    }
    // Of several the first.
    let most = counts.into_iter().rev().max_by_key(|(count, _)| *count);
    most.map(|(_, manifest)| manifest)
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
    entries: Vec<Result<WholeShard, Odd>>,
    awaited: (Range<u64>, Option<u32>),
    flaw: impl Fn(&WholeShard) -> Option<Odd> + Sync,
) -> Sorted {
    let judge = |entry: Result<WholeShard, Odd>| entry.and_then(|whole| flaw(&whole).map_or(Ok(whole), Err));
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
