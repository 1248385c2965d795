//! Words of commands that a user is to paste into a shell.

use balance_kit::sanitize::obeyed;
use std::path::Path;

/// A word of a command as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=,:%+@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(obeyed) {
        in_bytes(word.as_bytes())
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A file as a word of a command, which takes it for no option; `-` alone is standard input.
pub fn file(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().as_os_str();
    let mut name = path.as_encoded_bytes().to_vec();
    if name.len() > 1 && name.starts_with(b"-") {
        name.splice(..0, *b"./");
    }
    String::from_utf8(name).map_or_else(|error| in_bytes(error.as_bytes()), |name| quoted(&name))
}

/// A word that is no text, or that a terminal would obey, by the numbers of its bytes.
fn in_bytes(word: &[u8]) -> String {
    let letter = |byte: &u8| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        byte => format!("\\x{byte:02x}"),
    };
    format!("$'{}'", word.iter().map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_the_shell_as_they_are() {
        assert_eq!(quoted("--time=30"), "--time=30");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    /// What no text can say, and what a terminal would obey, is written by its bytes.
    #[cfg(unix)]
    #[test]
    fn any_name_of_a_file_reaches_the_shell() {
        use std::os::unix::ffi::OsStrExt;
        let name = |bytes: &[u8]| file(Path::new(std::ffi::OsStr::from_bytes(bytes)));
        assert_eq!(name(b"a\xff's.toml"), "$'a\\xff\\'s.toml'");
        assert_eq!(name(b"-\xff"), "$'./-\\xff'");
        assert_eq!(name(b"a\x1b[31m"), "$'a\\x1b[31m'");
        let path = std::ffi::OsStr::from_bytes(b"a\xff'\\ b");
        let said = std::process::Command::new("bash")
            .arg("-c")
            .arg(format!("printf %s {}", file(path)))
            .output();
        assert_eq!(said.expect("a shell").stdout, path.as_bytes());
    }

    #[test]
    fn no_file_is_taken_for_an_option() {
        assert_eq!(file("-x.toml"), "./-x.toml");
        assert_eq!(file("-a b.toml"), "'./-a b.toml'");
        assert_eq!(file("-"), "-");
        assert_eq!(file("a b/-x.toml"), "'a b/-x.toml'");
    }
}
