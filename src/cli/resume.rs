//! Unfinished runs: what was played is kept beside the report, so that the same scenario goes on where it ended.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::engine::SCHEME;
use crate::report;
use crate::scenario::Scenario;
use crate::sim::Played;

/// Version of the shape of the file.
const FORMAT: u32 = 1;

/// `unfinished.json` in the folder of a report.
#[derive(Serialize, Deserialize)]
struct Unfinished {
    format: u32,
    /// Hash of all that decides what is played, the program itself included, but not of how much.
    key: String,
    played: Played,
}

/// Where an unfinished run of one scenario is kept.
pub struct Keeper {
    path: PathBuf,
    key: String,
}

impl Keeper {
    /// For `scenario`, whose report is written into `dir`.
    pub fn new(scenario: &Scenario, dir: &Path) -> Self {
        // Another build of the program may play otherwise.
        let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let program = xxhash_rust::xxh3::xxh3_64(&program);
        let mut text = format!("{program:x} {SCHEME} {}", scenario.seed);
        for each in &scenario.configurations {
            text.push_str(&format!("\n{}\n{:?}", each.name, each.setup));
        }
        Keeper {
            path: dir.join("unfinished.json"),
            key: format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes())),
        }
    }

    /// What was played of it, if its file is there, whole, of the same scenario, and no more than `games` are wanted.
    pub fn load(&self, games: u64) -> Option<Played> {
        let text = std::fs::read(&self.path).ok()?;
        let found: Unfinished = serde_json::from_slice(&text).ok()?;
        let fits = found.format == FORMAT && found.key == self.key && found.played.games <= games;
        fits.then_some(found.played)
    }

    /// Keeps what was played. A run does not fail because this does.
    pub fn save(&self, played: &Played) {
        let unfinished = Unfinished {
            format: FORMAT,
            key: self.key.clone(),
            played: Played {
                interrupted: false,
                stopped: None,
                ..played.clone()
            },
        };
        let written = serde_json::to_vec(&unfinished)
            .map_err(std::io::Error::from)
            .and_then(|text| report::place(&self.path, &text));
        if let Err(error) = written {
            super::remark(&format!("\n{} cannot be written: {error}\n", self.path.display()));
        }
    }

    /// Forgets it: the run is finished.
    pub fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
