//! Files that an option names for a part of what was found, such as `--junit FILE`: what is not a file of its own, a pipe
//! or a device, is written through, and what the command reads is never written over.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::prepare::why;
use balance_config::whole_file::working_file;
use balance_report as report;

/// Where a part of what was found goes.
pub struct Output<'a> {
    /// As the user named it.
    path: &'a Path,
}

impl<'a> Output<'a> {
    /// Finds out whether `path` can be written, before anything is played, without writing there.
    pub fn prepare(option: &str, path: &'a Path, inputs: &[PathBuf]) -> Result<Self, Failure> {
        let refuse = |why: String| Failure::Input(format!("{option}: {} {why}", path.display()));
        if let Some(input) = inputs.iter().find(|input| same(input, path)) {
            let read = input.display();
            return Err(refuse(format!(
                "would be written over, but {read} is read by this command"
            )));
        }
        let impossible = |error: io::Error| refuse(format!("cannot be written: {}", why(&error)));
        // A file, links followed, or a place where none is yet; nothing for what is written through.
        let file = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(refuse("is a folder".to_owned())),
            Ok(found) if found.is_file() => {
                OpenOptions::new().append(true).open(path).map_err(impossible)?;
                Some(fs::canonicalize(path).map_err(impossible)?)
            }
            Ok(_) => None,
            // A link to nothing: what it names is made.
            Err(_) if fs::symlink_metadata(path).is_ok() => None,
            Err(error) if error.kind() == ErrorKind::NotFound => Some(path.to_owned()),
            Err(error) => return Err(impossible(error)),
        };
        if let Some(file) = file {
            fs::create_dir_all(file.parent().unwrap_or(Path::new(""))).map_err(impossible)?;
            working_file(&file).map_err(impossible)?;
        }
        Ok(Output { path })
    }

    /// As the user named it.
    pub fn path(&self) -> &'a Path {
        self.path
    }

    /// Refuses to write over a file that is not empty and does not begin as this command writes it.
    pub fn made_by(&self, head: &str) -> Result<(), Failure> {
        // What is no file, such as a pipe, is not read: it is written through.
        if !self.path.is_file() {
            return Ok(());
        }
        let found = fs::read(self.path).unwrap_or_default();
        if found.is_empty() || found.starts_with(head.as_bytes()) {
            return Ok(());
        }
        Err(foreign(self.path))
    }

    /// Writes `bytes`, and nothing else, there.
    pub fn replace(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.check(report::place(self.path, bytes))
    }

    /// Says before anything is played that nothing was found yet: what is no file, such as a pipe, is left alone.
    pub fn begin(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_kept() { self.replace(bytes) } else { Ok(()) }
    }

    /// The same at the end of what stands there, from where [`Output::append`] takes it away again.
    pub fn begin_below(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_kept() {
            self.append(bytes, b"")
        } else {
            Ok(())
        }
    }

    /// Is it a file that is read later, or one that is made?
    fn is_kept(&self) -> bool {
        fs::metadata(self.path).map_or(true, |found| found.is_file())
    }

    /// Adds `bytes` to what stands there, in the place of `begun` where that is its end.
    pub fn append(&self, bytes: &[u8], begun: &[u8]) -> Result<(), Failure> {
        let append = || {
            let mut file = OpenOptions::new().create(true).append(true).open(self.path)?;
            let before = file.metadata()?;
            let is_last =
                before.is_file() && !begun.is_empty() && fs::read(self.path).is_ok_and(|found| found.ends_with(begun));
            let kept = before.len() - if is_last { begun.len() as u64 } else { 0 };
            if is_last {
                file.set_len(kept)?;
            }
            file.write_all(bytes).inspect_err(|_| {
                if before.is_file() && file.set_len(kept).is_ok() && is_last {
                    let _ = file.write_all(begun);
                }
            })
        };
        self.check(append())
    }

    fn check(&self, written: io::Result<()>) -> Result<(), Failure> {
        written.map_err(|error| Failure::unwritten(self.path, error))
    }
}

/// Writes a file whole.
pub fn place(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    report::place(path, bytes).map_err(|error| Failure::unwritten(path, format!("{error}.")))
}

/// That what is at `path` is somebody's own.
pub fn foreign(path: &Path) -> Failure {
    Failure::Input(format!(
        "{} was not written by this command, and would be lost. Put it elsewhere, or write to another place.",
        path.display()
    ))
}

/// The scenario of which something was written that `path` would now take the place of, by the `files` that it was of; none
/// where it is the same, is gone, or is not known.
pub fn of_another<'a>(files: &'a [String], path: &Path) -> Option<&'a Path> {
    let earlier = Path::new(files.first()?);
    // Of a path from the root no more was told.
    let as_told = !path.is_relative() && path.ends_with(earlier);
    (earlier.exists() && !as_told && !same(earlier, path)).then_some(earlier)
}

/// The path of `file` as another file at `from` names it.
pub fn relative(file: &Path, from: &Path) -> String {
    let whole = |path: &Path| {
        let real = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        real.unwrap_or_else(|_| path.to_owned())
    };
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty());
    let (file, folder) = (whole(file), whole(folder.unwrap_or(Path::new("."))));
    let shared = file.components().zip(folder.components()).take_while(|(a, b)| a == b);
    let shared = shared.count();
    let up = folder.components().count() - shared;
    let mut path: PathBuf = std::iter::repeat_n("..", up).collect();
    path.extend(file.components().skip(shared));
    path.display().to_string()
}

/// Do both paths lead to the same file, or would to the one that is made there?
pub fn same_place(a: &Path, b: &Path) -> bool {
    let made = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let dir = parent.unwrap_or(Path::new("."));
        // A folder that is not there yet is made, too.
        let dir = fs::canonicalize(dir).or_else(|_| std::path::absolute(dir));
        Some(dir.ok()?.join(path.file_name()?))
    };
    same(a, b) || !a.exists() && !b.exists() && (a == b || made(a).is_some_and(|place| made(b) == Some(place)))
}

/// Do both paths lead to the same file?
pub fn same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
            return a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino());
        }
    }
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
