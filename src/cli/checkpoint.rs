//! What is unfinished is kept in the folder of what will be found, so that the same command goes on where it ended.
//!
//! What was kept is never thrown away unasked: what cannot be gone on from is refused, with the ways out.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Failure;
use balance_config::untrusted;
use balance_report::{self as report, ReportError};
use balance_simulation::checkpoint::hash;
use balance_simulation::checkpoint::{Difference, ResumeKey, seal, unsealed};
use object::read::{Object, ReadCache};
use std::fs::File;
use std::sync::OnceLock;

/// Version of the shape of the file.
const FORMAT: u32 = 5;

/// How often what is unfinished is kept, unless that takes long.
const EVERY: Duration = Duration::from_secs(1);

/// At most one part in so many of the time is spent on keeping.
const SHARE: u32 = 50;

/// What is kept, as it is written and as it is read.
#[derive(Serialize, Deserialize)]
struct KeptState<K, S> {
    key: K,
    state: S,
}

/// What was kept, as a user is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What it is: "an unfinished search", "5 deals of an unfinished run".
    pub what: String,
    /// What may be other than it was: "rules, wishes, bots, knobs or --games".
    pub asked: &'static str,
    /// Is it gone on from where the seed is named?
    pub seed_is_option: bool,
}

/// Where something unfinished is kept.
pub struct Checkpoint {
    path: PathBuf,
    key: ResumeKey,
    /// When to keep next. Two threads never write at once.
    due: Mutex<Instant>,
    /// Was it told that nothing can be kept?
    warned: AtomicBool,
}

impl Checkpoint {
    /// In this file, of what `key` says.
    pub fn new(path: PathBuf, key: ResumeKey) -> Self {
        Checkpoint {
            path,
            key,
            due: Mutex::new(Instant::now() + EVERY),
            warned: AtomicBool::new(false),
        }
    }

    /// What was kept, if anything was; `describe` says what that is.
    pub fn load<S: DeserializeOwned>(&self, describe: impl Fn(&S) -> Description) -> Result<Option<S>, Failure> {
        let bytes = match untrusted::read(&self.path, untrusted::LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.refuse(&format!("cannot be read: {error}"), "")),
        };
        let kept: KeptState<ResumeKey, S> =
            unsealed(&bytes, FORMAT).map_err(|flaw| self.refuse(&flaw.to_string(), ""))?;
        let Some(difference) = self.key.difference(&kept.key) else {
            return Ok(Some(kept.state));
        };
        let Description {
            what,
            asked,
            seed_is_option,
        } = describe(&kept.state);
        let (other, way) = match difference {
            Difference::Seed(seed) if seed_is_option => (
                format!("with seed {seed}"),
                format!("Go on from there with --seed {seed}, "),
            ),
            Difference::Seed(seed) => (format!("with seed {seed}"), String::new()),
            Difference::Games => (format!("with other {asked}"), String::new()),
            Difference::Build => (
                "by another build of this program, which may play differently".to_owned(),
                String::new(),
            ),
            Difference::Stop => (
                "that was to end by other rules ([stop], [expect] or margin)".to_owned(),
                String::new(),
            ),
            Difference::Asked => ("of which [expect] asked something else".to_owned(), String::new()),
        };
        Err(self.refuse(&format!("keeps {what} {other}"), &way))
    }

    /// That what was kept cannot be gone on from, with the ways out.
    pub fn refuse(&self, flaw: &str, way: &str) -> Failure {
        let start = if way.is_empty() { "Start" } else { "start" };
        let path = self.path.display();
        Failure::Input(format!(
            "{path} {flaw}. {way}{start} anew with --fresh, or write elsewhere with --out DIR."
        ))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps `state` if the last time was a while ago.
    pub fn keep<S: Serialize>(&self, state: impl FnOnce() -> S) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        if start >= *due {
            self.write(&state());
            *due = Instant::now() + EVERY.max(start.elapsed() * SHARE);
        }
    }

    /// Keeps `state` now.
    pub fn keep_now<S: Serialize>(&self, state: &S) {
        let _due = self.due.lock();
        self.write(state);
    }

    /// Nothing fails because this does.
    fn write<S: Serialize>(&self, state: &S) {
        if let Err(error) = self.save(state)
            && !self.warned.swap(true, Ordering::Relaxed)
        {
            super::remark(&format!("\n{} cannot be written: {error}.\n", self.path.display()));
        }
    }

    /// Keeps `state`.
    pub fn save<S: Serialize>(&self, state: &S) -> std::io::Result<()> {
        report::place(&self.path, &self.text(state)?)
    }

    /// Puts `state` into the folder `new`, which is to take the place of this one.
    pub fn save_in<S: Serialize>(&self, new: &Path, state: &S) -> Result<(), ReportError> {
        let path = new.join(self.path.file_name().unwrap_or_default());
        let written = self.text(state).and_then(|text| report::place(&path, &text));
        written.map_err(|error| ReportError::File {
            path,
            doing: "written",
            error,
        })
    }

    fn text<S: Serialize>(&self, state: &S) -> std::io::Result<Vec<u8>> {
        let kept = KeptState { key: &self.key, state };
        seal(FORMAT, &[serde_json::to_vec(&kept)?])
    }

    /// Forgets what was kept.
    pub fn forget(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::Input(format!(
                "{} cannot be removed: {error}.",
                self.path.display()
            ))),
            _ => Ok(()),
        }
    }
}

/// The id that the linker gave this program: another build may play differently, be it that of a game of somebody's own. Where
/// it gave none, a hash of the whole program.
pub fn build_id() -> &'static str {
    static ID: OnceLock<String> = OnceLock::new();
    ID.get_or_init(|| {
        let program = std::env::current_exe().unwrap_or_default();
        let hashed = || hash(&std::fs::read(&program).unwrap_or_default());
        linked(&program).unwrap_or_else(hashed)
    })
}

/// The id that a linker has written into a program, of which little is read for it: the build id of ELF, the UUID of Mach-O, or that
/// of the symbols of PE.
fn linked(program: &Path) -> Option<String> {
    let cache = ReadCache::new(File::open(program).ok()?);
    let file = object::File::parse(&cache).ok()?;
    let elf = || file.build_id().ok().flatten().map(<[u8]>::to_vec);
    let mach = || file.mach_uuid().ok().flatten().map(Vec::from);
    let windows = || file.pdb_info().ok().flatten().map(|symbols| symbols.guid().to_vec());
    let id: Vec<u8> = elf().or_else(mach).or_else(windows)?;
    (!id.is_empty()).then(|| hash(&id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_known_by_what_the_linker_says_of_it() {
        let program = std::env::current_exe().expect("a program");
        if cfg!(target_os = "linux") {
            assert_eq!(linked(&program).as_deref(), Some(build_id()));
        }
        assert!(build_id().len() >= 16);
    }

    #[test]
    fn what_no_linker_has_made_has_no_id() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("program");
        std::fs::write(&path, "#!/bin/sh\n").expect("written");
        assert_eq!(linked(&path), None);
        assert_eq!(linked(&dir.path().join("none")), None);
    }
}
