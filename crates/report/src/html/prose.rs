//! Sentences of a report on a page.

use maud::{Markup, html};

/// The text, with what is to be typed, which stands between backticks, as code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// The text without the sentences that say what to type: they are for whoever has the program and the scenario.
pub fn without_commands(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (sentence, after) = rest.split_at(end_of_sentence(rest));
        if !sentence.contains('`') {
            kept.push_str(sentence);
        }
        rest = after;
    }
    kept.trim_end().to_owned()
}

/// Where the first sentence ends, with the blank behind it; what stands between backticks ends none.
fn end_of_sentence(text: &str) -> usize {
    let mut typed = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => typed = !typed,
            '.' | '?' if !typed && text[at + 1..].starts_with(' ') => return at + 2,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_code() {
        assert_eq!(prose("a < `b --c` d").into_string(), "a &lt; <code>b --c</code> d");
        assert_eq!(prose("plain").into_string(), "plain");
    }

    #[test]
    fn sentences_with_a_command_are_left_out() {
        let text = "Known to ± 1.7 points. Try: `run a. b --x`. Is it so? It is (see “a. b”).";
        assert_eq!(
            without_commands(text),
            "Known to ± 1.7 points. Is it so? It is (see “a. b”)."
        );
        assert_eq!(without_commands("`run`"), "");
        assert_eq!(without_commands("Nothing."), "Nothing.");
    }
}
