//! The file of a shard: what it is of, then its pieces, one a line.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::checkpoint::{Flaw, ResumeKey, seal, unseal};
use crate::sim::Share;
use balance_config::{untrusted, whole_file};

/// Version of the shape of the file.
const FORMAT: u32 = 4;

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
    /// The command whose games these are.
    pub asked: ShardCommand,
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

/// Who meets whom, as a command is asked for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeetingRequest {
    /// The bots that were named.
    pub bots: Vec<String>,
    /// The configuration that was named.
    pub configuration: Option<String>,
    /// Deals of every pair.
    pub deals: u64,
}

/// A command whose games may be played in shards, and what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum ShardCommand {
    /// `balance run`.
    Run {
        /// What the command line changed of the scenario.
        set: Vec<String>,
        /// Did it ask no other bots?
        no_league: bool,
    },
    /// `balance compare`.
    Compare {
        /// The file of the second scenario.
        other: String,
        /// Did it ask no other bots?
        no_league: bool,
    },
    /// `balance check`.
    Check {
        /// The folder of the baselines, as it was named.
        baselines: String,
        /// Most games of each configuration for its bands, instead of the scenario's.
        games: Option<u64>,
    },
    /// `balance baseline`.
    Baseline(BaselineRequest),
    /// `balance bots ladder`.
    Ladder(MeetingRequest),
    /// `balance skill`.
    Skill(MeetingRequest),
    /// `balance bots exploit`.
    Exploit(ExploitRequest),
    /// `balance tune`.
    Tune {
        /// Games of the whole search, instead of the scenario's.
        games: Option<u64>,
    },
    /// `balance explain`.
    Explain(ExplainRequest),
    /// `balance why`.
    Why(WhyRequest),
}

/// What `balance baseline` is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselineRequest {
    /// Deals of each configuration; none where the margins say how many.
    pub games: Option<u64>,
    /// So many at least: those of the baseline that is replaced.
    pub least: u64,
}

/// What `balance bots exploit` is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploitRequest {
    /// The bot that was named; none: the one that sits at every seat.
    pub bot: Option<String>,
    /// The classes of strategies that are tried, by name.
    pub with: Vec<String>,
    /// The configuration that was named.
    pub configuration: Option<String>,
    /// Games of the search of each class.
    pub games: u64,
    /// Deals on which the best of each class is confirmed.
    pub deals: u64,
    /// What may be gained over an even share, as a number.
    pub allowed: String,
}

/// What `balance explain` is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainRequest {
    /// The components and rules that were named.
    pub only: Vec<String>,
    /// The configuration that was named.
    pub configuration: Option<String>,
    /// Games in all.
    pub games: u64,
}

/// What `balance why` is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyRequest {
    /// The file of the rules after, unless they are a variant.
    pub other: Option<String>,
    /// The variant that was named.
    pub variant: Option<String>,
    /// What the command line changed of the scenario.
    pub set: Vec<String>,
    /// Deals, instead of the scenario's.
    pub games: Option<u64>,
}

impl ShardCommand {
    /// The command, as a user writes it.
    pub fn command(&self) -> &'static str {
        match self {
            ShardCommand::Run { .. } => "run",
            ShardCommand::Compare { .. } => "compare",
            ShardCommand::Check { .. } => "check",
            ShardCommand::Baseline(_) => "baseline",
            ShardCommand::Ladder(_) => "bots ladder",
            ShardCommand::Skill(_) => "skill",
            ShardCommand::Exploit(_) => "bots exploit",
            ShardCommand::Tune { .. } => "tune",
            ShardCommand::Explain(_) => "explain",
            ShardCommand::Why(_) => "why",
        }
    }

    /// Is it played in rounds, each of which follows from those before?
    pub fn in_rounds(&self) -> bool {
        use ShardCommand::{Check, Compare, Run};
        !matches!(self, Run { .. } | Compare { .. } | Check { .. })
    }
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
