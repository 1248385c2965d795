//! Text of files that somebody else may have made, unable to command a terminal.

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
