//! Unfinished runs: what was played is kept beside the report, so that the same scenario goes on where it ended.
//!
//! Kept games are never thrown away unasked: what cannot be gone on from is refused, with the ways out.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Failure;
use super::keeper::{program, remove};
use balance_analysis::foreign;
use balance_analysis::judge::{Docket, Verdict};
use balance_analysis::kept::{Key, seal, unsealed};
use balance_analysis::scenario::Scenario;
use balance_analysis::sim::{Played, Run};
use balance_report::{self as report, Folder, ReportError, UNFINISHED};

/// Version of the shape of the file.
const FORMAT: u32 = 4;

/// How often an unfinished run is kept, unless that takes long.
const EVERY: Duration = Duration::from_secs(1);

/// At most one part in so many of the time is spent on keeping.
const SHARE: u32 = 50;

/// What is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: Key,
    played: Played,
    /// What was decided of the bands of `[expect]`, in their order.
    decided: Vec<Option<Verdict>>,
}

/// What was played, and what was decided of it at the looks.
pub struct Judged {
    /// The games.
    pub played: Played,
    /// What is asked of them.
    pub docket: Docket,
}

/// Where an unfinished run of one scenario is kept.
pub struct Keeper {
    path: PathBuf,
    key: Key,
    /// When to keep next.
    due: Mutex<Instant>,
    /// Deals kept.
    kept: AtomicU64,
}

impl Keeper {
    /// For `scenario`, each configuration compared with the one that `references` names, whose report is written into
    /// `folder`.
    pub fn new(scenario: &Scenario, references: &[Option<usize>], folder: &Folder) -> Self {
        Keeper {
            path: folder.file(UNFINISHED),
            key: Key::of(scenario, references, &program()),
            due: Mutex::new(Instant::now() + EVERY),
            kept: AtomicU64::new(0),
        }
    }

    /// What was kept of `run`, of which `docket` asks, if anything was.
    ///
    /// # Errors
    /// What was kept is damaged, of another run, or more than `run` asks for.
    pub fn load(&self, run: &Run<'_>, docket: Docket) -> Result<Option<Judged>, Failure> {
        let bytes = match foreign::read(&self.path, foreign::LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.refuse(&format!("cannot be read: {error}"), "")),
        };
        let Kept { key, played, decided } = unsealed(&bytes, FORMAT).map_err(|flaw| self.refuse(&flaw, ""))?;
        let deals = played.games;
        let of = |what: &str| format!("keeps {deals} deals of an unfinished run {what}");
        if key.seed != self.key.seed {
            let ways = format!("Go on from there with --seed {}, ", key.seed);
            return Err(self.refuse(&of(&format!("with seed {}", key.seed)), &ways));
        }
        if key.games != self.key.games {
            return Err(self.refuse(&of("with other rules, seats, bots, configurations or league"), ""));
        }
        if key.program != self.key.program {
            return Err(self.refuse(&of("by another build of this program, which may play differently"), ""));
        }
        // Without such a rule every look is passed, whatever it might have said.
        if self.key.stop.is_some() && key.stop != self.key.stop {
            return Err(self.refuse(&of("that was to end by other rules ([stop], [expect] or margin)"), ""));
        }
        if key.asked != self.key.asked {
            return Err(self.refuse(&of("of which [expect] asked something else"), ""));
        }
        let Some(docket) = docket.with(decided) else {
            return Err(self.refuse("is damaged: what was decided is not of such a run", ""));
        };
        if let Some(flaw) = run.misfit(&played) {
            return Err(self.refuse(&format!("is damaged: {flaw}"), ""));
        }
        if deals > run.games {
            let ways = format!("Ask for at least so many with --games {deals}, ");
            let more = format!("and {} are asked for", run.games);
            return Err(self.refuse(&format!("{}, {more}", of("of this scenario")), &ways));
        }
        self.kept.store(deals, Ordering::Relaxed);
        Ok(Some(Judged { played, docket }))
    }

    fn refuse(&self, what: &str, ways: &str) -> Failure {
        let start = if ways.is_empty() { "Start" } else { "start" };
        let path = self.path.display();
        Failure::Input(format!(
            "{path} {what}. {ways}{start} anew with --fresh, or write elsewhere with --out DIR."
        ))
    }

    /// Keeps what was played if the last time was a while ago.
    pub fn keep(&self, played: &Played, docket: &Docket) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        if start < *due {
            return;
        }
        self.keep_now(played, docket);
        *due = Instant::now() + EVERY.max(start.elapsed() * SHARE);
    }

    /// Keeps what was played. A run does not fail because this does.
    pub fn keep_now(&self, played: &Played, docket: &Docket) {
        if let Err(error) = self.save(played, docket) {
            super::remark(&format!("\n{} cannot be written: {error}.\n", self.path.display()));
        }
    }

    fn save(&self, played: &Played, docket: &Docket) -> std::io::Result<()> {
        report::place(&self.path, &self.text(played, docket)?)?;
        self.kept.store(played.games, Ordering::Relaxed);
        Ok(())
    }

    /// Keeps what was played, whose report cannot be written, as far as that is possible, and says what to do.
    pub fn after_failure(&self, played: &Played, docket: &Docket) -> String {
        let kept = match self.save(played, docket) {
            Ok(()) => played.games,
            Err(_) => self.kept.load(Ordering::Relaxed),
        };
        let path = self.path.display();
        match kept {
            0 => "The games are lost: nothing could be kept either.".to_owned(),
            kept if kept == played.games => {
                format!(
                    "All games played are kept in {path}: once that is mended, the same command goes on from there."
                )
            }
            kept => format!(
                "{kept} of {} deals are kept in {path}: once that is mended, the same command goes on from there.",
                played.games
            ),
        }
    }

    /// Puts what was played into the folder `new`, which is to take the place of this one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_in(&self, new: &Path, played: &Played, docket: &Docket) -> Result<(), ReportError> {
        let path = new.join(UNFINISHED);
        let written = self.text(played, docket).and_then(|text| report::place(&path, &text));
        written.map_err(|error| ReportError::File {
            path,
            doing: "written",
            error,
        })
    }

    fn text(&self, played: &Played, docket: &Docket) -> std::io::Result<Vec<u8>> {
        let mut played = played.clone();
        played.forget_last_look();
        let (key, decided) = (self.key.clone(), docket.decided().to_vec());
        seal(FORMAT, &[serde_json::to_vec(&Kept { key, played, decided })?])
    }

    /// Forgets what was kept.
    ///
    /// # Errors
    /// When the file is there and cannot be removed.
    pub fn forget(&self) -> Result<(), Failure> {
        remove(&self.path)
    }
}
