//! Text of files that somebody else may have made, unable to command a terminal.

use serde_json::Value;

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

/// What a first look at the text of a JSON file shows. It stands here and not where files are read, for it goes through millions
/// of letters, and the crates that read files may be built without optimisation.
pub struct ParsedJson {
    /// The number of its `format`, if it has one.
    pub format: Option<u64>,
    /// All of it with its texts [`harmless`], where one was not.
    pub made_harmless: Option<Value>,
}

impl ParsedJson {
    /// Looks at `text`.
    ///
    /// # Errors
    /// It is not JSON.
    pub fn parse(text: &str) -> serde_json::Result<ParsedJson> {
        let mut value: Value = serde_json::from_str(text)?;
        let changed = clean(&mut value);
        Ok(ParsedJson {
            format: value.get("format").and_then(Value::as_u64),
            made_harmless: changed.then_some(value),
        })
    }
}

/// Makes every text in `value` harmless; was there one that was not?
fn clean(value: &mut Value) -> bool {
    match value {
        Value::String(text) => {
            let hostile = text.contains(obeyed);
            if hostile {
                *text = harmless(text);
            }
            hostile
        }
        Value::Array(list) => list.iter_mut().fold(false, |any, each| clean(each) | any),
        Value::Object(map) => map.values_mut().fold(false, |any, each| clean(each) | any),
        _ => false,
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
}
