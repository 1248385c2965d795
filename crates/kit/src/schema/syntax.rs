//! Mistakes of TOML itself, as its parser tells them: one a line, with a remedy where the text at its place shows what was meant.

use super::messages::as_flag;
use super::messages::suggest;
use super::tree::{Place, Problem};
use crate::Code;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::de::Error;

/// What is wrong with a text, and the text without it.
pub(super) struct Explained {
    pub problems: Vec<Problem>,
    /// The text with the lines at fault blanked out, when that can leave a sound rest (places stay the same).
    pub rest: Option<String>,
    /// The lines that are blanked out.
    pub lost: Vec<Place>,
}

/// The mistakes, one a line.
pub(super) fn explain(file: usize, text: &str, errors: &[Error]) -> Explained {
    let span = |error: &Error| match error.span() {
        Some(span) => span.start.min(text.len())..span.end.min(text.len()),
        None => 0..0,
    };
    let mut found: Vec<(Range<usize>, &Error)> = errors.iter().map(|error| (span(error), error)).collect();
    found.sort_by_key(|(span, _)| (span.start, span.end));
    let mut lines = BTreeSet::new();
    let mut problems = Vec::new();
    for (span, error) in found {
        if lines.insert(line_at(text, span.start).start) {
            let problem = Problem::located(&Place::new(file, span.clone()), error.message());
            problems.push(problem.code(Code::Syntax).maybe_help(help(text, &span)));
        }
    }
    let lost = lines.iter().map(|start| Place::new(file, line_at(text, *start)));
    Explained {
        problems,
        lost: lost.collect(),
        rest: blank(text, &lines),
    }
}

/// What was meant, where the text at the place of a mistake shows it.
fn help(text: &str, span: &Range<usize>) -> Option<String> {
    let line = line_at(text, span.start);
    let written = text.get(line.clone())?.trim();
    let word = text.get(span.clone())?.trim();
    let before = text.get(line.start..span.start)?.trim();
    if written.starts_with('[') {
        let header = |line: &str| {
            line.strip_prefix('[')?
                .split(']')
                .next()
                .map(|name| name.trim().to_owned())
        };
        let name = header(written)?;
        let again = text
            .get(..line.start)?
            .lines()
            .any(|above| header(above.trim()).as_ref() == Some(&name));
        return again.then(|| format!("write [[{name}]] at each of several, or put all keys of one below one header"));
    }
    if !written.contains('=') && written.contains(':') {
        return Some("write `=` between a key and its value".to_owned());
    }
    let digit = |text: &str| text.ends_with(|last: char| last.is_ascii_digit());
    if digit(before) && text.get(span.start..line.end)?.starts_with(',') {
        return Some(
            "decimals are written with a point, such as 0.5, and thousands with `_`, such as 1_000".to_owned(),
        );
    }
    if word.is_empty() && before.ends_with('=') {
        return Some("write a value, such as 5, \"text\" or true".to_owned());
    }
    let is_key = text.get(span.end..line.end)?.trim_start().starts_with(['=', '.']);
    if is_key || !before.ends_with(['=', '[', ',']) || word.is_empty() || word.contains(['\n', '=']) {
        return None;
    }
    if let Some(flag) = as_flag(word).or_else(|| Some(suggest(&word.to_lowercase(), ["true", "false"])? == "true")) {
        return Some(format!("write {flag}, or \"{word}\" where text is meant"));
    }
    let bare = word.trim_matches(['\u{201c}', '\u{201d}', '\u{201e}', '"', '\'']);
    let is_text = bare.ends_with('%') || bare.starts_with(char::is_alphabetic);
    is_text.then(|| format!("text stands in straight quotes: \"{bare}\""))
}

/// The bytes of the line in which `at` stands, without its end.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_end = |byte: &u8| *byte == b'\n';
    let before = bytes[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let after = bytes[at..].iter().position(is_end).map_or(bytes.len(), |end| at + end);
    before..after
}

/// Headers cannot be blanked: the keys below them would fall into another table.
fn blank(text: &str, lines: &BTreeSet<usize>) -> Option<String> {
    let mut blanked = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if lines.contains(&start) {
            if line.trim_start().starts_with('[') || line.contains("\"\"\"") || line.contains("'''") {
                return None;
            }
            blanked.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            blanked.push_str(line);
        }
        start += line.len();
    }
    Some(blanked)
}
