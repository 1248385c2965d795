//! Words of commands that a user is to paste into a shell.

use std::path::Path;

/// A word of a command as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=,:%+@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A file as a word of a command, which takes it for no option; `-` alone is standard input.
pub fn file(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().display().to_string();
    if path.len() > 1 && path.starts_with('-') {
        quoted(&format!("./{path}"))
    } else {
        quoted(&path)
    }
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

    #[test]
    fn no_file_is_taken_for_an_option() {
        assert_eq!(file("-x.toml"), "./-x.toml");
        assert_eq!(file("-a b.toml"), "'./-a b.toml'");
        assert_eq!(file("-"), "-");
        assert_eq!(file("a b/-x.toml"), "'a b/-x.toml'");
    }
}
