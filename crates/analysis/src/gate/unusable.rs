//! Why a baseline cannot be used.

use std::path::{Path, PathBuf};

use super::Change;
use crate::games::program;
use balance_kit::schema::words::with_commas;

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file.
    #[error("the baseline {} cannot be read: {error}. Name the folder of the baselines with --baselines DIR.", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Its contents.
    #[error(
        "{} is no baseline of this program: {message}. Restore it from version control, or make it anew with `{} baseline \
         {scenario}`.",
        path.display(),
        program()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The file of the scenario that it was to be compared with, as a word of a command, with options behind it.
        scenario: String,
        /// What is wrong.
        message: String,
    },
    /// It belongs to something else.
    #[error("{}", of_something_else(path, scenario, foreign.as_deref(), *deals, message))]
    Other {
        /// The file.
        path: PathBuf,
        /// The file of the scenario that it was to be compared with, as a word of a command, with options behind it.
        scenario: String,
        /// The other scenario that it was made of, which is still there.
        foreign: Option<Box<str>>,
        /// Deals that it holds, where a new one is to hold as many.
        deals: Option<u64>,
        /// What differs; empty where nothing does that forbids to compare the two.
        message: String,
        /// What else has changed, where that can be told.
        changes: Box<[Change]>,
    },
}

impl BaselineError {
    /// The same, where `baseline` has to be told so that it writes where this file lies: ` --out DIR`.
    #[must_use]
    pub fn made_anew(mut self, out: &str) -> Self {
        if let BaselineError::Damaged { scenario, .. } | BaselineError::Other { scenario, .. } = &mut self {
            *scenario += out;
        }
        self
    }

    /// What is lost where the file is written anew, and what else has changed since.
    pub fn replaced(&self) -> (String, &[Change]) {
        match self {
            BaselineError::Other {
                foreign: Some(other), ..
            } => (format!("the baseline of another scenario, “{other}”"), &[]),
            BaselineError::Other { message, changes, .. } => {
                (format!("a baseline of something else: {message}"), changes)
            }
            BaselineError::Damaged { message, .. } => (format!("a file that was no baseline: {message}"), &[]),
            BaselineError::Unread { error, .. } => (format!("a file that could not be read: {error}"), &[]),
        }
    }
}

/// What a baseline was made for that is not the `scenario` in this file, and what to do.
fn of_something_else(path: &Path, scenario: &str, foreign: Option<&str>, deals: Option<u64>, message: &str) -> String {
    let (path, program) = (path.display(), program());
    if let Some(other) = foreign {
        let differs = if message.is_empty() {
            String::new()
        } else {
            format!(": {message}")
        };
        return format!(
            "{path} is the baseline of another scenario, “{other}”{differs}. Restore that of this scenario from version control; \
             if there was none, delete the file and make one: `{program} baseline {scenario}`."
        );
    }
    let games = deals.map_or_else(String::new, |deals| {
        format!(" --games {}", with_commas(deals).replace(',', "_"))
    });
    format!(
        "{path} was made for something else: {message}. If the file is not the one that belongs there, restore it from version \
         control; what differs on purpose needs a new baseline: `{program} baseline {scenario}{games}`."
    )
}
