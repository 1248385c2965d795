//! Text of files that somebody else may have made, unable to command a terminal.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// The text with a mark in place of each character that a terminal or an editor obeys instead of showing it.
pub fn harmless(text: &str) -> String {
    text.replace(obeyed, "\u{fffd}")
}

/// Control characters, which begin the commands of terminals, and those that change the direction of writing, so that
/// something else is read than stands there.
pub fn obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What a first look at the text of a JSON file shows, which keeps none of it. It stands here and not where files are read, for it
/// goes through millions of letters, and the crates that read files may be built without optimisation.
pub struct ParsedJson<'t> {
    /// The number of its `format`, if it has one.
    pub format: Option<u64>,
    /// All of it with its texts [`harmless`].
    pub text: Cow<'t, str>,
}

#[derive(Deserialize)]
struct Head {
    format: u64,
}

impl<'t> ParsedJson<'t> {
    /// Looks at `text`.
    ///
    /// # Errors
    /// It is not JSON.
    pub fn parse(text: &'t str) -> serde_json::Result<Self> {
        serde_json::from_str::<IgnoredAny>(text)?;
        Ok(ParsedJson {
            format: serde_json::from_str::<Head>(text).ok().map(|head| head.format),
            text: harmless_json(text),
        })
    }
}

/// The JSON with a mark in its texts in place of each character that is [`obeyed`], whether it stands there or is written as an
/// escape.
fn harmless_json(json: &str) -> Cow<'_, str> {
    let (mut out, mut kept, mut at, mut is_in_text) = (String::new(), 0, 0, false);
    while let Some(letter) = json[at..].chars().next() {
        let (length, meant) = match letter {
            '\\' => escaped(&json[at + 1..]),
            letter => (letter.len_utf8(), letter),
        };
        is_in_text ^= letter == '"';
        if is_in_text && obeyed(meant) {
            out.push_str(&json[kept..at]);
            out.push('\u{fffd}');
            kept = at + length;
        }
        at += length;
    }
    if kept == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(&json[kept..]);
    Cow::Owned(out)
}

/// The length of an escape with its stroke, of which this is the rest, and the character that it stands for.
fn escaped(rest: &str) -> (usize, char) {
    match rest.chars().next() {
        Some('u') => {
            let code = rest.get(1..5).and_then(|code| u32::from_str_radix(code, 16).ok());
            // Half of a pair is no character by itself.
            (6, code.and_then(char::from_u32).unwrap_or(' '))
        }
        Some('b' | 'f' | 'n' | 'r' | 't') => (2, '\n'),
        other => (1 + other.map_or(0, char::len_utf8), ' '),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_marked() {
        assert_eq!(
            harmless("a\u{1b}[31mb\u{202e}c\u{7}\u{9b}"),
            "a\u{fffd}[31mb\u{fffd}c\u{fffd}\u{fffd}"
        );
        assert_eq!(harmless("Grüße, 木 · 🐸"), "Grüße, 木 · 🐸");
    }

    #[test]
    fn json_is_marked_in_its_texts_alone() {
        let told = |json| ParsedJson::parse(json).expect("JSON").text.into_owned();
        let plain = "{\n\t\"a\": [\"b\\\\\", \"\\\"c\", \"\\ud83d\\udc38\"] }";
        assert_eq!(told(plain), plain);
        assert_eq!(
            told(r#"{"a\u001b": "b\n\u202E", "c": 1}"#),
            "{\"a\u{fffd}\": \"b\u{fffd}\u{fffd}\", \"c\": 1}"
        );
        assert_eq!(told("[\"\u{202e}\\u00e9\"]"), "[\"\u{fffd}\\u00e9\"]");
    }

    #[test]
    fn a_format_is_found_whatever_stands_beside_it() {
        let format = |json| ParsedJson::parse(json).expect("JSON").format;
        assert_eq!(format(r#"{"a": [1], "format": 3}"#), Some(3));
        assert_eq!((format(r#"{"format": "3"}"#), format("\"3\"")), (None, None));
        assert!(ParsedJson::parse("{").is_err());
    }
}
