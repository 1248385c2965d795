//! Files that one process at a time may hold. The system lets go of them however a process ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held until it is dropped; its file goes with it.
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
        Ok(open(path, false)?.map(held))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Who opens the file from now on, finds that it is not the one at `path`, and tries again.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens or makes the file at `path` for nobody else: waits for whoever holds it if `wait`, or gives none.
///
/// # Errors
/// When the file cannot be made.
pub fn open(path: &Path, wait: bool) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        // A file system without locks is used without them.
        if wait {
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
