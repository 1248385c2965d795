//! The folder of a report: one process at a time writes it, and a new report takes the place of the older one as a whole.
//!
//! A report is written into a folder beside (`.NAME.new`) and the two are exchanged in one step, so at any moment the folder
//! holds one whole report of one run, or what it held before. What a killed process left beside is cleared by the next.
//! Files in the folder that are no part of a report are kept.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What is replaced with a report; everything else in its folder is somebody's own.
const OURS: [&str; 8] = [
    "results.json",
    "run.toml",
    "report.md",
    "report.html",
    "tables",
    "charts",
    UNFINISHED,
    PROBE,
];

/// The file in which an unfinished run is kept.
pub const UNFINISHED: &str = "unfinished.json";

/// Its name while it is written; also written and removed to see whether that is possible.
const PROBE: &str = ".unfinished.json.new";

/// Why a folder cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refuses it.
    #[error("the report cannot be written to {}: {error}. Name another folder with --out DIR.", dir.display())]
    Unwritable {
        /// The folder.
        dir: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Something in it would be lost with the older report, but is none of its files.
    #[error(
        "{} is a link, a pipe or a device, and would be lost: a report takes the place of an older one as a whole. Put it \
         elsewhere, or name another folder with --out DIR; the folder itself may be a link.",
        path.display()
    )]
    Foreign {
        /// Where it is.
        path: PathBuf,
    },
    /// A page that no run wrote.
    #[error(
        "{} is not the page of a run, and would be lost: a report takes the place of an older one as a whole. Put it \
         elsewhere, or name another folder with --out DIR.",
        path.display()
    )]
    Page {
        /// Where it is.
        path: PathBuf,
    },
    /// It is a link, or lies behind one, to what is not there.
    #[error(
        "{} is a link that leads nowhere: {} is not there. Make that folder, or name another with --out DIR.",
        link.display(), to.display()
    )]
    Nowhere {
        /// The link.
        link: PathBuf,
        /// What it names.
        to: PathBuf,
    },
    /// Another process writes there.
    #[error(
        "{} is being written by another run. Wait until it has ended, or name another folder with --out DIR.",
        dir.display()
    )]
    Taken {
        /// The folder.
        dir: PathBuf,
    },
}

/// A folder that no other process writes while this is held.
#[derive(Debug)]
pub struct Folder {
    /// As the user named it.
    shown: PathBuf,
    /// Without links, so that two names of one folder are one.
    real: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// Makes the folder if it is not there, and finds out that files can be written there.
    ///
    /// # Errors
    /// When the system refuses it or another process holds it.
    pub fn claim(dir: &Path) -> Result<Self, FolderError> {
        let refuse = |error: io::Error| FolderError::Unwritable {
            dir: dir.to_owned(),
            error,
        };
        // The one before may have been killed between two renames.
        let restored = dir.file_name().is_some() && !dir.exists() && restore(dir).is_ok();
        if !restored {
            if let Some((link, to)) = dangling(dir) {
                return Err(FolderError::Nowhere { link, to });
            }
            fs::create_dir_all(dir).map_err(refuse)?;
        }
        let real = dir.canonicalize().map_err(refuse)?;
        let lock = Lock::take(&beside(&real, "lock")).map_err(refuse)?;
        let lock = lock.ok_or_else(|| FolderError::Taken { dir: dir.to_owned() })?;
        let folder = Folder {
            shown: dir.to_owned(),
            real,
            _lock: lock,
        };
        folder.clear().map_err(refuse)?;
        if let Some(name) = folder.foreign().map_err(refuse)? {
            return Err(FolderError::Foreign { path: dir.join(name) });
        }
        // Whatever writes a page writes its numbers beside.
        let holds = |name: &&&str| folder.real.join(name).exists();
        if !["results.json", UNFINISHED].iter().any(|name| holds(&name))
            && let Some(page) = ["report.html", "report.md"].iter().find(holds)
        {
            return Err(FolderError::Page { path: dir.join(page) });
        }
        let probe = folder.real.join(PROBE);
        fs::write(&probe, "")
            .and_then(|()| fs::remove_file(&probe))
            .map_err(refuse)?;
        Ok(folder)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.shown.join(name)
    }

    /// Lets `write` fill an empty folder beside, then puts that in the place of this one in one step. What is no part of a
    /// report goes along.
    ///
    /// # Errors
    /// Those of `write`, and those of the system; then everything is as it was before.
    pub fn replace<E: From<FolderError>>(&self, write: impl FnOnce(&Path) -> Result<(), E>) -> Result<(), E> {
        let refuse = |error: io::Error| FolderError::Unwritable {
            dir: self.shown.clone(),
            error,
        };
        let new = beside(&self.real, "new");
        fs::create_dir(&new).map_err(refuse)?;
        let done = write(&new).and_then(|()| self.exchange(&new).map_err(|error| refuse(error).into()));
        // The older report, or the part of the new one that could be written.
        let cleared = self.clear();
        done?;
        // The report is in its place; what is left beside is cleared another time.
        drop(cleared);
        Ok(())
    }

    fn exchange(&self, new: &Path) -> io::Result<()> {
        sync(new)?;
        for inside in ["tables", "charts"] {
            sync(&new.join(inside))?;
        }
        if !in_one_step(new, &self.real)? {
            fs::rename(&self.real, beside(&self.real, "old"))?;
            fs::rename(new, &self.real)?;
        }
        self.real.parent().map_or(Ok(()), sync)
    }

    /// What stands in the place of a file or folder of a report and is none, if anything does.
    fn foreign(&self) -> io::Result<Option<PathBuf>> {
        for name in OURS {
            let Ok(found) = fs::symlink_metadata(self.real.join(name)) else {
                continue;
            };
            if !found.is_file() && !found.is_dir() {
                return Ok(Some(name.into()));
            }
            if found.is_dir() {
                for entry in fs::read_dir(self.real.join(name))? {
                    let entry = entry?;
                    let kind = entry.file_type()?;
                    if !kind.is_file() && !kind.is_dir() {
                        return Ok(Some(Path::new(name).join(entry.file_name())));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Removes what stands beside; files that are no part of a report come back from there.
    fn clear(&self) -> io::Result<()> {
        for left in ["old", "new"].map(|word| beside(&self.real, word)) {
            if !left.is_dir() {
                continue;
            }
            for entry in fs::read_dir(&left)? {
                let name = entry?.file_name();
                let there = self.real.join(&name);
                if !is_ours(&name) && !there.exists() {
                    fs::rename(left.join(&name), there)?;
                }
            }
            fs::remove_dir_all(&left)?;
        }
        Ok(())
    }
}

/// The link on the way to a folder that leads nowhere, and what it names.
pub fn dangling(dir: &Path) -> Option<(PathBuf, PathBuf)> {
    let links = dir
        .ancestors()
        .filter_map(|link| Some((link, fs::read_link(link).ok()?)));
    let (link, to) = links.into_iter().find(|(link, _)| !link.exists())?;
    Some((link.to_owned(), to))
}

/// Is it a part of a report, or one that was being written?
fn is_ours(name: &OsStr) -> bool {
    OURS.iter()
        .any(|ours| name == *ours || name == format!(".{ours}.new").as_str())
}

/// `.NAME.word` beside the folder NAME.
fn beside(dir: &Path, word: &str) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    dir.with_file_name(format!(".{name}.{word}"))
}

/// Brings back the folder that was about to be replaced.
fn restore(dir: &Path) -> io::Result<()> {
    fs::rename(beside(dir, "old"), dir)
}

/// Exchanges two folders in one step; no where the system has no such step.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn in_one_step(a: &Path, b: &Path) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn in_one_step(_a: &Path, _b: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Flushes the names in a folder to the disk.
#[cfg(unix)]
fn sync(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        fs::File::open(dir)?.sync_all()
    } else {
        Ok(())
    }
}

#[cfg(not(unix))]
fn sync(_dir: &Path) -> io::Result<()> {
    Ok(())
}

/// Presence until it is dropped; its file goes with it.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock at `path`; none while another process holds it.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        let held = |file| Lock {
            path: path.to_owned(),
            _file: file,
        };
        Ok(open(path, Busy::GiveUp)?.map(held))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Who opens the file from now on, finds that it is not the one at `path`, and tries again.
        let _ = fs::remove_file(&self.path);
    }
}

/// What to do where somebody holds a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// Wait until nobody does.
    Wait,
    /// Do without it.
    GiveUp,
}

/// Opens or makes the file at `path` for nobody else: none where somebody holds it and is not waited for.
///
/// # Errors
/// When the file cannot be made.
pub fn open(path: &Path, busy: Busy) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        // A file system without locks is used without them.
        if busy == Busy::Wait {
            let _ = file.lock();
        } else if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

/// Is this the file at `path`, or has its former holder removed it or put it elsewhere?
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).expect("a folder").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn fill(dir: &Path, names: &[&str]) {
        fs::create_dir_all(dir).expect("made");
        for name in names {
            fs::write(dir.join(name), name).expect("written");
        }
    }

    #[test]
    fn a_report_takes_the_place_of_the_older_one_and_leaves_other_files() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        fill(&dir, &["results.json", "unfinished.json", "my notes.md"]);
        fill(&dir.join("charts"), &["no longer drawn.svg"]);
        let folder = Folder::claim(&dir).expect("claimed");
        folder
            .replace(|new| {
                fill(new, &["run.toml"]);
                fill(&new.join("charts"), &["drawn.svg"]);
                Ok::<(), FolderError>(())
            })
            .expect("replaced");
        drop(folder);
        assert_eq!(names(&dir), ["charts", "my notes.md", "run.toml"]);
        assert_eq!(names(&dir.join("charts")), ["drawn.svg"]);
        assert_eq!(names(out.path()), ["a"], "nothing is left beside");
    }

    #[test]
    fn a_report_that_cannot_be_written_leaves_the_older_one() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        fill(&dir, &["results.json", "unfinished.json"]);
        let folder = Folder::claim(&dir).expect("claimed");
        let full = || FolderError::Unwritable {
            dir: dir.clone(),
            error: io::ErrorKind::StorageFull.into(),
        };
        let failed = folder.replace(|new| {
            fill(new, &["results.json", "run.toml"]);
            Err(full())
        });
        assert!(failed.is_err());
        drop(folder);
        assert_eq!(names(&dir), ["results.json", "unfinished.json"]);
        assert_eq!(names(out.path()), ["a"]);
    }

    #[test]
    fn a_page_that_no_run_wrote_is_not_lost() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        fill(&dir, &["report.html"]);
        let said = Folder::claim(&dir).expect_err("refused").to_string();
        assert!(said.contains("report.html is not the page of a run"), "{said}");
        fill(&dir, &["results.json"]);
        drop(Folder::claim(&dir).expect("claimed"));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_report_are_not_lost_with_it() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        fill(&dir.join("charts"), &[]);
        for name in ["run.toml", "charts/drawn.svg"] {
            let link = dir.join(name);
            std::os::unix::fs::symlink("/dev/null", &link).expect("linked");
            let said = Folder::claim(&dir).expect_err("refused").to_string();
            assert!(said.contains(name) && said.contains("is a link"), "{said}");
            fs::remove_file(link).expect("removed");
        }
        // Others may be: they stay.
        std::os::unix::fs::symlink("/dev/null", dir.join("mine")).expect("linked");
        std::os::unix::fs::symlink("a", out.path().join("b")).expect("linked");
        drop(Folder::claim(&out.path().join("b")).expect("claimed"));
        // But one that leads nowhere is no folder, and nothing can be made behind it.
        std::os::unix::fs::symlink("gone", out.path().join("c")).expect("linked");
        for named in ["c", "c/inside"] {
            let said = Folder::claim(&out.path().join(named)).expect_err("refused").to_string();
            assert!(
                said.contains("/c is a link that leads nowhere: gone is not there."),
                "{said}"
            );
        }
    }

    #[test]
    fn one_process_at_a_time() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        let held = Folder::claim(&dir).expect("claimed");
        let said = Folder::claim(&out.path().join("./a")).expect_err("held").to_string();
        assert!(said.contains("another run"), "{said}");
        drop(held);
        Folder::claim(&dir).expect("free again");
    }

    /// Killed at any moment: half written, just exchanged, or between two renames where there is no exchange.
    #[test]
    fn what_a_killed_process_left_is_cleared() {
        let out = tempfile::tempdir().expect("a folder");
        let dir = out.path().join("a");
        fill(
            &out.path().join(".a.new"),
            &["results.json", ".report.html.new", "my notes.md"],
        );
        fs::write(out.path().join(".a.lock"), "").expect("written");
        drop(Folder::claim(&dir).expect("claimed"));
        assert_eq!(
            (names(out.path()), names(&dir)),
            (vec!["a".to_owned()], vec!["my notes.md".to_owned()])
        );
        fs::rename(&dir, out.path().join(".a.old")).expect("renamed");
        fill(&out.path().join(".a.new"), &["results.json"]);
        drop(Folder::claim(&dir).expect("claimed"));
        assert_eq!(
            (names(out.path()), names(&dir)),
            (vec!["a".to_owned()], vec!["my notes.md".to_owned()])
        );
    }
}

#[cfg(test)]
mod lock_tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join(".lock");
        let first = Lock::take(&path).expect("made");
        assert!(first.is_some());
        assert!(Lock::take(&path).expect("opened").is_none(), "it is held");
        drop(first);
        assert!(!path.exists());
        fs::write(&path, "left by a process that was killed").expect("written");
        assert!(Lock::take(&path).expect("opened").is_some());
        assert!(!path.exists());
    }
}
