//! The text in which games that were played are kept, by an unfinished run or search and by a shard: what they are of, sealed
//! with a checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::scenario::{Expectation, Scenario};
use balance_engine::SCHEME;

/// First line of what is kept.
#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    /// Hash of all that follows.
    checksum: String,
}

/// What decides which games are played and when the run ends, but not how many games are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// Master seed.
    pub seed: u64,
    /// Hash of the program: another build may play differently.
    pub program: String,
    /// Hash of the configurations.
    pub games: String,
    /// Hash of what is asked of the games, which are judged as they are played.
    pub asked: String,
    /// Hash of the rules by which the run ends early; none without.
    pub stop: Option<String>,
}

impl Key {
    /// The key of what `games` tells whole, played by `program`, of which nothing is asked before the end.
    pub fn of_games(seed: u64, games: &str, program: &[u8]) -> Self {
        Key {
            seed,
            program: hash(program),
            games: hash(games.as_bytes()),
            asked: hash(&[]),
            stop: None,
        }
    }

    /// The key of `scenario`, each configuration compared with the one that `references` names, played by `program`.
    pub fn of(scenario: &Scenario, references: &[Option<usize>], program: &[u8]) -> Self {
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
        Key {
            seed: scenario.seed,
            program: hash(program),
            games: hash(games.as_bytes()),
            asked: hash(expected.join("\n").as_bytes()),
            stop: scenario.stop.map(|stop| hash(rules(stop).as_bytes())),
        }
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
    let mut text = serde_json::to_vec(&Head { format, checksum })?;
    text.push(b'\n');
    text.extend(rest);
    Ok(text)
}

/// The lines that were sealed in `bytes`.
///
/// # Errors
/// What is wrong with them.
pub fn unseal(bytes: &[u8], format: u32) -> Result<Vec<&[u8]>, String> {
    let damaged = |what: &str| format!("is damaged: {what}");
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let head: serde_json::Value =
        serde_json::from_slice(first).map_err(|_| damaged("it is not what this program keeps"))?;
    match head.get("format").and_then(serde_json::Value::as_u64) {
        Some(found) if found != u64::from(format) => return Err("was kept by another version".to_owned()),
        _ => {}
    }
    let head: Head = serde_json::from_value(head).map_err(|_| damaged("its first line is not whole"))?;
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
pub fn unsealed<T: DeserializeOwned>(bytes: &[u8], format: u32) -> Result<T, String> {
    match unseal(bytes, format)?[..] {
        [line] => serde_json::from_slice(line).map_err(|error| format!("is damaged: {error}")),
        _ => Err("is damaged: it has more lines than it should".to_owned()),
    }
}

/// A short hash.
pub fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
