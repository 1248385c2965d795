//! The folder of a report: one process at a time writes it, and a new report takes the place of the older one as a whole.
//!
//! A report is written into a folder beside (`.NAME.RANDOM.new`) and the two are exchanged in one step, so at any moment the folder
//! holds one whole report of one run, or what it held before. What a killed process left beside is cleared by the next; what
//! is called otherwise, or is a link, is somebody's own. Files in the folder that are no part of a report are kept.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::findings::GAMES;
use balance_config::whole_file::{is_at, is_work, left_beside, working_file, working_folder};

/// What is replaced with a report; everything else in its folder is somebody's own.
const OURS: &[&str] = &[
    "results.json", "run.toml", "report.md", "report.html", "tables", "charts", GAMES, UNFINISHED,
];

/// Its folders.
const FOLDERS: [&str; 3] = ["tables", "charts", GAMES];

/// The file in which an unfinished run is kept.
pub const UNFINISHED: &str = "unfinished.json";

/// Why a folder cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refuses it.
    #[error("the report cannot be written to {}: {error}. Name another folder with --out DIR.", dir.display())]
    Unwritable { dir: PathBuf, error: io::Error },
    /// Something in it would be lost with the older report, but is none of its files: a link, a pipe, a device, or a page of
    /// somebody's own.
    #[error(
        "{} is not the file of a run, and a report would replace it. Move it, or name another folder with --out DIR.",
        path.display()
    )]
    Foreign { path: PathBuf },
    /// It is a link, or lies behind one, to what is not there.
    #[error(
        "{} is a link that leads nowhere: {} is not there. Make that folder, or name another with --out DIR.",
        link.display(), to.display()
    )]
    Nowhere { link: PathBuf, to: PathBuf },
    /// Another process writes there.
    #[error(
        "{} is being written by another run. Wait until it has ended, or name another folder with --out DIR.",
        dir.display()
    )]
    Taken { dir: PathBuf },
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

/// A folder into which nothing was put does not stay.
impl Drop for Folder {
    fn drop(&mut self) {
        // Refused where something is in it.
        let _ = fs::remove_dir(&self.real);
    }
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
        let name = real.file_name().unwrap_or_default().to_string_lossy();
        let lock = Lock::take(&real.with_file_name(format!(".{name}.lock"))).map_err(refuse)?;
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
            return Err(FolderError::Foreign { path: dir.join(page) });
        }
        working_file(&folder.real.join(UNFINISHED)).map_err(refuse)?;
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
        let new = working_folder(&self.real).map_err(refuse)?;
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
        for inside in FOLDERS.map(|inside| new.join(inside)) {
            if inside.exists() {
                sync(&inside)?;
            }
        }
        if !in_one_step(new, &self.real)? {
            fs::rename(&self.real, new.with_extension("old"))?;
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
        for left in ["old", "new"]
            .into_iter()
            .flat_map(|word| left_beside(&self.real, word))
        {
            give_back(&left, &self.real, is_ours)?;
            // A report is recorded last: one that was not done has nobody else's files.
            for inside in FOLDERS.iter().filter(|_| !is_half(&left)) {
                let from = left.join(inside);
                give_back(&from, &self.real.join(inside), |name| is_written(&from, name))?;
            }
            fs::remove_dir_all(&left)?;
        }
        Ok(())
    }
}

/// Moves what is not ours from one folder into another.
fn give_back(from: &Path, to: &Path, is_ours: impl Fn(&OsStr) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from).into_iter().flatten() {
        let name = entry?.file_name();
        if !is_ours(&name) && !to.join(&name).exists() {
            fs::create_dir_all(to)?;
            fs::rename(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

/// Was the report in it still being written?
fn is_half(dir: &Path) -> bool {
    dir.join("results.json").exists() && !dir.join("run.toml").exists()
}

/// Is this the page of a game, or one of two files that differ in their endings alone, as tables and charts are written?
fn is_written(dir: &Path, name: &OsStr) -> bool {
    let other = match Path::new(name).extension().and_then(OsStr::to_str) {
        Some("csv") => "parquet",
        Some("parquet") => "csv",
        Some("svg") => "png",
        Some("png") => "svg",
        Some("html") => return dir.ends_with(GAMES),
        _ => return false,
    };
    dir.join(name).with_extension(other).exists()
}

/// The link on the way to a folder that leads nowhere, and what it names.
pub fn dangling(dir: &Path) -> Option<(PathBuf, PathBuf)> {
    let links = dir
        .ancestors()
        .filter_map(|link| Some((link, fs::read_link(link).ok()?)));
    let (link, to) = links.into_iter().find(|(link, _)| !link.exists())?;
    Some((link.to_owned(), to))
}

fn is_ours(name: &OsStr) -> bool {
    OURS.iter().any(|ours| name == *ours || is_work(name, ours, "new"))
}

fn restore(dir: &Path) -> io::Result<()> {
    let left = left_beside(dir, "old").pop();
    fs::rename(left.ok_or(io::ErrorKind::NotFound)?, dir)
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
        loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            #[cfg(unix)]
            {
                use std::os::unix::fs::OpenOptionsExt;
                // What a link names is somebody's own.
                options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
            }
            let file = options.open(path)?;
            // A file system without locks is used without them.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            if is_at(&file, path)? {
                return Ok(Some(Lock {
                    path: path.to_owned(),
                    _file: file,
                }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Who opens the file from now on, finds that it is not the one at `path`, and tries again.
        let _ = fs::remove_file(&self.path);
    }
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
        fill(&dir, &["results.json", "run.toml", "my notes.md"]);
        fill(&dir.join("charts"), &["no longer drawn.svg", "no longer drawn.png"]);
        fill(&dir.join("tables"), &["mine.csv"]);
        fill(&dir.join("games"), &["1-17-0.html", "mine.txt"]);
        let folder = Folder::claim(&dir).expect("claimed");
        folder
            .replace(|new| {
                fill(new, &["run.toml"]);
                fill(&new.join("charts"), &["drawn.svg"]);
                Ok::<(), FolderError>(())
            })
            .expect("replaced");
        drop(folder);
        assert_eq!(names(&dir), ["charts", "games", "my notes.md", "run.toml", "tables"]);
        assert_eq!(names(&dir.join("games")), ["mine.txt"]);
        assert_eq!(names(&dir.join("charts")), ["drawn.svg"]);
        assert_eq!(names(&dir.join("tables")), ["mine.csv"]);
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
        assert!(said.contains("report.html is not the file of a run"), "{said}");
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
            assert!(
                said.contains(name) && said.contains("is not the file of a run"),
                "{said}"
            );
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

    /// What others put where a report is worked on stays: folders of other names, and links to anything.
    #[cfg(unix)]
    #[test]
    fn what_others_have_at_working_names_is_never_touched() {
        use std::os::unix::fs::symlink;
        let out = tempfile::tempdir().expect("a folder");
        let (dir, own) = (out.path().join("a"), out.path().join("own"));
        fill(&own, &["letter.txt", "results.json"]);
        fill(&out.path().join(".a.new"), &["thesis.txt"]);
        for link in [".a.old", ".a.Ab3xyz.new", ".a.Ab3xyz.old"] {
            symlink(&own, out.path().join(link)).expect("linked");
        }
        let folder = Folder::claim(&dir).expect("claimed");
        let written = folder.replace(|new| {
            fill(new, &["run.toml"]);
            Ok::<(), FolderError>(())
        });
        written.expect("replaced");
        drop(folder);
        assert_eq!(names(&dir), ["run.toml"]);
        assert_eq!(names(&own), ["letter.txt", "results.json"]);
        assert_eq!(names(&out.path().join(".a.new")), ["thesis.txt"]);
        // Nor is what a link names locked or made.
        symlink("made", out.path().join(".a.lock")).expect("linked");
        Folder::claim(&dir).expect_err("refused");
        assert!(!out.path().join("made").exists());
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
            &out.path().join(".a.Ab3xyz.new"),
            &["results.json", ".report.html.0aB1cD.new", "my notes.md"],
        );
        fill(&out.path().join(".a.Ab3xyz.new/tables"), &["half.csv"]);
        fs::write(out.path().join(".a.lock"), "").expect("written");
        drop(Folder::claim(&dir).expect("claimed"));
        assert_eq!(
            (names(out.path()), names(&dir)),
            (vec!["a".to_owned()], vec!["my notes.md".to_owned()])
        );
        fs::rename(&dir, out.path().join(".a.Ab3xyz.old")).expect("renamed");
        fill(&out.path().join(".a.Ab3xyz.new"), &["results.json"]);
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
