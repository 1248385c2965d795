//! Where an unfinished search is kept, and by which program.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Failure;
use super::prepare::Prepared;
use balance_analysis::foreign;
use balance_analysis::kept::{Key, seal, unsealed};
use balance_analysis::tune::bases;
use balance_engine::SCHEME;
use balance_report::{self as report, Folder};

/// Version of the shape of what is kept.
const FORMAT: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    key: Key,
    record: T,
}

/// Where an unfinished search is kept.
pub struct Keeper {
    path: PathBuf,
    key: Key,
    /// What it is called: "search".
    what: &'static str,
    /// Two threads never write at once.
    writing: Mutex<()>,
}

impl Keeper {
    /// In the file `name` of `folder`, of a search that is called `what`; `asked` tells what is asked of the base configurations.
    pub fn new(one: &Prepared, asked: &str, folder: &Folder, name: &str, what: &'static str) -> Self {
        let mut games = format!("{SCHEME} {} ", one.scenario.game);
        for (_, base) in bases(&one.scenario) {
            games.push_str(&format!("\n{}\n{:?}", base.name, base.setup));
        }
        games.push_str(asked);
        Keeper {
            path: folder.file(name),
            key: Key::of_games(one.scenario.seed, &games, &program()),
            what,
            writing: Mutex::new(()),
        }
    }

    /// What was kept; none where nothing was.
    ///
    /// # Errors
    /// What was kept is damaged, or of something else.
    pub fn load<T: DeserializeOwned + Default>(&self) -> Result<T, Failure> {
        let what = self.what;
        let refuse = |said: &str| {
            let path = self.path.display();
            Failure::Input(format!(
                "{path} {said}. Start anew with --fresh, or write elsewhere with --out DIR."
            ))
        };
        let bytes = match foreign::read(&self.path, foreign::LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(T::default()),
            Err(error) => return Err(refuse(&format!("cannot be read: {error}"))),
        };
        let kept: Kept<T> = unsealed(&bytes, FORMAT).map_err(|flaw| refuse(&flaw))?;
        if kept.key.seed != self.key.seed {
            return Err(refuse(&format!(
                "keeps an unfinished {what} with seed {}",
                kept.key.seed
            )));
        }
        if kept.key.games != self.key.games {
            return Err(refuse(&format!(
                "keeps an unfinished {what} with other rules, wishes, bots, knobs or --games"
            )));
        }
        if kept.key != self.key {
            return Err(refuse(&format!(
                "keeps an unfinished {what} by another build of this program, which may play differently"
            )));
        }
        Ok(kept.record)
    }

    /// Keeps what was played. A search does not fail because this does.
    pub fn keep<T: Serialize + Clone>(&self, record: &T) {
        let _writing = self.writing.lock();
        let kept = Kept {
            key: self.key.clone(),
            record: record.clone(),
        };
        let written = serde_json::to_vec(&kept)
            .map_err(std::io::Error::from)
            .and_then(|text| seal(FORMAT, &[text]))
            .and_then(|bytes| report::place(&self.path, &bytes));
        if let Err(error) = written {
            super::remark(&format!("\n{} cannot be written: {error}.\n", self.path.display()));
        }
    }

    /// Removes what was kept.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn forget(&self) -> Result<(), Failure> {
        remove(&self.path)
    }
}

/// This program, of which another build may play differently.
pub fn program() -> Vec<u8> {
    std::env::current_exe().and_then(std::fs::read).unwrap_or_default()
}

/// Removes a file in which something was kept, if it is there.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::Input(format!(
            "{} cannot be removed: {error}.",
            path.display()
        ))),
        _ => Ok(()),
    }
}
