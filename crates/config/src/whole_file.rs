//! Files that are written whole or not at all, and never through what somebody else has at their names: beside its place under a
//! random name, then renamed.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::untrusted;

/// Letters and digits by which the names of what is worked on differ.
const RANDOM: usize = 6;

/// Is this `.OF.RANDOM.word`?
pub fn is_work(name: &OsStr, of: &str, word: &str) -> bool {
    let random = || {
        let rest = name.to_str()?.strip_prefix('.')?.strip_prefix(of)?;
        rest.strip_prefix('.')?.strip_suffix(word)?.strip_suffix('.')
    };
    random().is_some_and(|random| random.len() == RANDOM && random.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

/// The folder in which a path lies.
fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// What stands beside a path with a name of its work, is no link, and is of this kind.
fn works(path: &Path, word: &str, is_kind: fn(&fs::FileType) -> bool) -> Vec<PathBuf> {
    let of = path.file_name().unwrap_or_default().to_string_lossy();
    let entries = fs::read_dir(parent(path)).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| is_work(&entry.file_name(), &of, word));
    let ours = ours.filter(|entry| entry.file_type().is_ok_and(|kind| is_kind(&kind)));
    ours.map(|entry| entry.path()).collect()
}

/// The folders that a killed process left beside.
pub fn left_beside(dir: &Path, word: &str) -> Vec<PathBuf> {
    works(dir, word, fs::FileType::is_dir)
}

/// Makes names of work on `path` that nothing has; what is made has the mode that the mask of the user leaves of `mode`.
fn work<T>(
    path: &Path,
    mode: u32,
    make: impl FnOnce(&tempfile::Builder<'_, '_>, &Path) -> io::Result<T>,
) -> io::Result<T> {
    let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".new").rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    make(&builder, parent(path))
}

/// An empty folder beside.
pub fn working_folder(dir: &Path) -> io::Result<PathBuf> {
    work(dir, 0o777, |builder, parent| Ok(builder.tempdir_in(parent)?.keep()))
}

/// An empty file beside, held while it is open; those that a killed process left are removed.
pub fn working_file(path: &Path) -> io::Result<NamedTempFile> {
    for left in works(path, "new", fs::FileType::is_file) {
        if File::open(&left).is_ok_and(|file| file.try_lock().is_ok()) {
            // Whoever made it and did not hold it yet makes another.
            let _ = fs::remove_file(&left);
        }
    }
    loop {
        let file = work(path, 0o666, |builder, parent| builder.tempfile_in(parent))?;
        // A file system without locks is used without them.
        let _ = file.as_file().lock();
        if is_at(file.as_file(), file.path())? {
            return Ok(file);
        }
    }
}

/// Is this the file at `path`, or has its former holder removed it or put it elsewhere?
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata()?;
        Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
    }
    #[cfg(not(unix))]
    Ok(there.is_file())
}

/// Writes `bytes` to `.NAME.RANDOM.new` beside the file NAME, flushes it to the disk and renames it. What a killed writer left
/// is removed by the next. A link stays one, and what it names is written; pipes and devices are
/// written through.
///
/// # Errors
/// When the folder cannot be made or the file not be written; a file already there stays whole.
pub fn place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match (fs::symlink_metadata(path), fs::metadata(path)) {
        (Ok(here), Ok(there)) if there.is_file() => {
            if here.is_symlink() {
                return place_file(&fs::canonicalize(path)?, bytes);
            }
        }
        // What is no file of its own, or a link to nothing: then what it names is made.
        (Ok(_), Ok(_) | Err(_)) => {
            return OpenOptions::new()
                .create(true)
                .write(true)
                .truncate(true)
                .open(path)
                .and_then(|mut file| file.write_all(bytes));
        }
        (Err(_), _) => {}
    }
    place_file(path, bytes)
}

fn place_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = written_beside(path, bytes)?.persist(path);
    written.map(drop).map_err(|error| error.error)
}

fn written_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    fs::create_dir_all(parent(path))?;
    let mut file = working_file(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The same where nothing is yet, or these bytes are.
///
/// # Errors
/// As [`place`]; when anything else is there.
pub fn place_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if untrusted::read(path, bytes.len() as u64).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let written = written_beside(path, bytes)?.persist_noclobber(path);
    written.map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a killed process left is removed; what others have at such names is not, and never written through.
    #[test]
    fn files_are_placed_whole_and_leave_nothing_beside() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a.json");
        fs::write(
            dir.path().join(".a.json.Ab3xyz.new"),
            "a long text that a killed process did not finish",
        )
        .expect("written");
        std::thread::scope(|scope| {
            for text in ["one", "two", "three"] {
                let path = &path;
                scope.spawn(move || (0..50).for_each(|_| place(path, text.as_bytes()).expect("placed")));
            }
        });
        let text = fs::read_to_string(&path).expect("a file");
        assert!(["one", "two", "three"].contains(&text.as_str()), "{text}");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
        place_new(&path, text.as_bytes()).expect("the same");
        let refused = place_new(&path, b"five").expect_err("it is another");
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert!(is_at(&File::open(&path).expect("there"), &path.join("below")).is_err());
        #[cfg(unix)]
        for link in [".a.json.new", ".a.json.Ab3xyz.new"] {
            std::os::unix::fs::symlink("own", dir.path().join(link)).expect("linked");
            place(&path, b"four").expect("placed");
            assert!(!dir.path().join("own").exists() && dir.path().join(link).is_symlink());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_what_they_name_is_written() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, link, lost) = (
            dir.path().join("file"),
            dir.path().join("link"),
            dir.path().join("lost"),
        );
        fs::write(&file, "older").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        std::os::unix::fs::symlink("made", &lost).expect("linked");
        place(&link, b"newer").expect("placed");
        place(&lost, b"new").expect("placed");
        for (link, file, text) in [(&link, "file", "newer"), (&lost, "made", "new")] {
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(dir.path().join(file)).expect("a file"), text);
        }
        place(Path::new("/dev/null"), b"nothing").expect("written through");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
