//! The text in which games that were played are kept, by an unfinished run or search and by a shard: what they are of, sealed
//! with a checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use balance_config::scenario::{Expectation, Scenario};
use balance_engine::SCHEME;

/// First line of what is kept.
#[derive(Serialize, Deserialize)]
struct SealHead {
    format: u32,
    /// Hash of all that follows.
    checksum: String,
}

/// What decides which games are played and when the run ends, but not how many games are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumeKey {
    /// Master seed.
    pub seed: u64,
    /// The build of the program: another may play differently.
    pub build: String,
    /// Hash of the configurations.
    pub games: String,
    /// Hash of what is asked of the games, which are judged as they are played.
    pub asked: String,
    /// Hash of the rules by which the run ends early; none without.
    pub stop: Option<String>,
}

impl ResumeKey {
    /// The key of what `games` tells whole, played by this build, of which nothing is asked before the end.
    pub fn of_games(seed: u64, games: &str, build: &str) -> Self {
        ResumeKey {
            seed,
            build: build.to_owned(),
            games: hash(games.as_bytes()),
            asked: hash(&[]),
            stop: None,
        }
    }

    /// The key of `scenario`, each configuration compared with the one that `references` names, played by this build.
    pub fn of_scenario(scenario: &Scenario, references: &[Option<usize>], build: &str) -> Self {
        let mut games = format!("{SCHEME} {} {references:?}", scenario.game);
        if let Some(league) = &scenario.league {
            games.push_str(&format!("\n{league:?}"));
        }
        for each in &scenario.configurations {
            games.push_str(&format!("\n{}\n{:?}", each.name, each.setup));
        }
        let expected = |each: &Expectation| format!("{} {:?} {:?}", each.metric, each.band, each.configuration);
        let expected: Vec<String> = scenario.expect.iter().map(expected).collect();
        let rules = |stop| format!("{stop:?} {expected:?} {:?}", scenario.margins);
        ResumeKey {
            seed: scenario.seed,
            build: build.to_owned(),
            games: hash(games.as_bytes()),
            asked: hash(expected.join("\n").as_bytes()),
            stop: scenario.stop.map(|stop| hash(rules(stop).as_bytes())),
        }
    }
}

/// What sets what was kept apart from what is asked for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It has this seed.
    Seed(u64),
    /// Other games are played.
    Games,
    /// Another build has played them.
    Build,
    /// It was to end by other rules.
    Stop,
    /// Something else was asked of the games.
    Asked,
}

impl ResumeKey {
    /// What sets `kept` apart from this, the weightiest first; none where it is the same. Without a rule by which the run ends
    /// early every look is passed, whatever such a rule might have said.
    pub fn difference(&self, kept: &ResumeKey) -> Option<Difference> {
        if kept.seed != self.seed {
            Some(Difference::Seed(kept.seed))
        } else if kept.games != self.games {
            Some(Difference::Games)
        } else if kept.build != self.build {
            Some(Difference::Build)
        } else if self.stop.is_some() && kept.stop != self.stop {
            Some(Difference::Stop)
        } else if kept.asked != self.asked {
            Some(Difference::Asked)
        } else {
            None
        }
    }
}

/// What is wrong with a file, to be said after its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It was torn or changed.
    #[error("is damaged: {0}")]
    Damaged(String),
    /// Its shape is another.
    #[error("was kept by another version")]
    OtherVersion,
    /// It is of something else.
    #[error("{0}")]
    Foreign(String),
}

impl Flaw {
    /// It was torn or changed.
    pub fn damaged(what: impl Into<String>) -> Self {
        Flaw::Damaged(what.into())
    }

    /// Does it mend it to play it again?
    pub fn is_damage(&self) -> bool {
        matches!(self, Flaw::Damaged(_))
    }
}

/// The lines, one after the other, below a first one that states the format and a checksum of them.
///
/// # Errors
/// When that cannot be written as JSON, which nothing causes.
pub fn seal(format: u32, lines: &[Vec<u8>]) -> std::io::Result<Vec<u8>> {
    let mut rest = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        rest.extend_from_slice(line);
        rest.push(b'\n');
    }
    let checksum = hash(&rest);
    let mut text = serde_json::to_vec(&SealHead { format, checksum })?;
    text.push(b'\n');
    text.extend(rest);
    Ok(text)
}

/// The lines that were sealed in `bytes`.
///
/// # Errors
/// What is wrong with them.
pub fn unseal(bytes: &[u8], format: u32) -> Result<Vec<&[u8]>, Flaw> {
    let damaged = |what: &str| Flaw::damaged(what);
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let head: serde_json::Value =
        serde_json::from_slice(first).map_err(|_| damaged("it is not what this program keeps"))?;
    match head.get("format").and_then(serde_json::Value::as_u64) {
        Some(found) if found != u64::from(format) => return Err(Flaw::OtherVersion),
        _ => {}
    }
    let head: SealHead = serde_json::from_value(head).map_err(|_| damaged("its first line is not whole"))?;
    let rest = &bytes[first.len()..];
    let Some(whole) = rest.strip_suffix(b"\n") else {
        return Err(damaged("it is cut off"));
    };
    if hash(rest) != head.checksum {
        return Err(damaged("it does not have the checksum that it states"));
    }
    Ok(whole.split(|byte| *byte == b'\n').collect())
}

/// The one value that was sealed in `bytes`.
///
/// # Errors
/// What is wrong with them.
pub fn unsealed<T: DeserializeOwned>(bytes: &[u8], format: u32) -> Result<T, Flaw> {
    match unseal(bytes, format)?[..] {
        [line] => serde_json::from_slice(line).map_err(|error| Flaw::damaged(error.to_string())),
        _ => Err(Flaw::damaged("it has more lines than it should")),
    }
}

/// A short hash.
pub fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
