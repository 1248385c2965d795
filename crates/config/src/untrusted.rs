//! Files that somebody else may have made: read whole and within bounds, their text made harmless.
//!
//! What a file means is the affair of those who read it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use balance_kit::sanitize::ParsedJson;
use serde::de::DeserializeOwned;

/// Largest file of results, stored games or games played so far that is read, in bytes.
pub const LARGEST: u64 = 1 << 28;

/// How a pointer of Git LFS begins.
const GIT_LFS: &str = "version https://git-lfs";

/// The bytes of the file at `path`.
///
/// # Errors
/// As opening it; a folder, a pipe or a device, which might have no end; a file of more than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Looked at before it is opened: to open a pipe is to wait for its other end.
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !found.is_file() {
        return Err(io::Error::new(ErrorKind::Unsupported, "it is a pipe or a device"));
    }
    all_of(File::open(path)?, most)
}

/// All bytes of `source`.
///
/// # Errors
/// As reading it; more than `most` bytes.
pub fn all_of(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is larger than {} MB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The value that a file of JSON holds, which must have the `format` of this version; its text is made harmless.
///
/// # Errors
/// What is wrong with it, in plain words and with its place.
pub fn json<T: DeserializeOwned>(bytes: &[u8], format: u32) -> Result<T, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let text = text.trim_start_matches('\u{feff}');
    if text.starts_with(GIT_LFS) {
        return Err("it is a pointer of Git LFS, whose file was not fetched: `git lfs pull` does, `lfs: true` in a checkout of CI".to_owned());
    }
    // The version is looked at first: the message should name it, not a field that has changed since.
    if text.lines().any(|line| line.starts_with("<<<<<<< ")) {
        return Err("it has the marks of a merge that was not finished".to_owned());
    }
    let first = ParsedJson::parse(text).map_err(|error| flaw(&error))?;
    match first.format {
        Some(found) if found != u64::from(format) => {
            return Err(format!("it has format {found}, this version reads format {format}"));
        }
        _ => {}
    }
    serde_json::from_str(&first.text).map_err(|error| flaw(&error))
}

/// What is wrong with a JSON file, for people who do not know its parts.
fn flaw(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        serde_json::error::Category::Eof => format!("it breaks off in line {line}"),
        serde_json::error::Category::Syntax => format!("line {line}, column {column} is not JSON"),
        _ if line == 0 => "it is not what this version writes".to_owned(),
        _ => format!("line {line}, column {column} is not what this version writes there"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn json_is_read_with_harmless_text() {
        let text = r#"{ "format": 1, "names": ["a\u001b]0;x\u0007", "b"] }"#;
        let value: Value = json(text.as_bytes(), 1).expect("JSON");
        assert_eq!(value["names"][0], "a\u{fffd}]0;x\u{fffd}");
        assert_eq!(
            json::<Value>(text.as_bytes(), 2).expect_err("refused"),
            "it has format 1, this version reads format 2"
        );
        assert_eq!(json::<Value>(b"\xff", 1).expect_err("refused"), "it is no text");
        let merged = "<<<<<<< ours\n{ \"format\": 1 }\n=======\n{}\n>>>>>>> theirs\n";
        assert_eq!(
            json::<Value>(merged.as_bytes(), 1).expect_err("refused"),
            "it has the marks of a merge that was not finished"
        );
        let marked: Value = json("\u{feff}{ \"format\": 1 }".as_bytes(), 1).expect("an editor's mark is no mistake");
        assert_eq!(marked["format"], 1);
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
        let said = json::<Value>(pointer, 1).expect_err("refused");
        assert!(said.contains("`git lfs pull`"), "{said}");
        let deep = "[".repeat(100_000);
        assert!(json::<Value>(deep.as_bytes(), 1).is_err());
    }

    #[test]
    fn only_files_of_a_bounded_size_are_read() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("file");
        fs::write(&path, "12345").expect("written");
        assert_eq!(read(&path, 5).expect("read"), b"12345");
        assert_eq!(read(&path, 4).expect_err("refused").kind(), ErrorKind::FileTooLarge);
        assert_eq!(
            read(dir.path(), 4).expect_err("refused").kind(),
            ErrorKind::IsADirectory
        );
        #[cfg(unix)]
        assert_eq!(
            read(Path::new("/dev/zero"), 4).expect_err("refused").to_string(),
            "it is a pipe or a device"
        );
    }
}
