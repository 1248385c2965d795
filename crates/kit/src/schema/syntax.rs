//! Mistakes of TOML itself, in words for people who do not know its grammar.

use super::place::{Place, Problem};
use super::suggest::suggest;
use super::words::as_flag;
use std::collections::BTreeSet;
use toml::de::Error;

/// How the mistake begins that two headers have one name, in the brackets of a single table.
pub(crate) const SECOND_TABLE: &str = "a second table is called [";

/// How the mistake ends that a key has a value in one line, and keys below it in another.
const CLASH: &str = " has both a value and keys below it";

/// A key with a value in one line and a key below it in another, under the same header: `tile.6 = …` and `tile.6.hunt = …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash<'t> {
    /// The header of both, without brackets; empty above the first.
    pub header: &'t str,
    /// The key that has both, as it is written.
    pub key: &'t str,
    /// Its value.
    pub value: &'t str,
    /// The key below it, with its value.
    pub below: &'t str,
}

impl<'t> Clash<'t> {
    /// What a mistake says of the key at this place, if it is one of these.
    pub fn of(text: &'t str, problem: &Problem) -> Option<Self> {
        let place = problem.at.as_ref().filter(|_| problem.message.ends_with(CLASH))?;
        Self::at(text, place.end)
    }

    /// What clashes where the last step of the key ends here; the other line is above.
    fn at(text: &'t str, end: usize) -> Option<Self> {
        let (first, last) = line_at(text, end);
        let key = text.get(first..end)?.trim();
        let rest = text.get(end..last)?.trim_start();
        let lines = text.get(..first)?.lines().rev().map(str::trim);
        let mut above = lines
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.strip_prefix(key).map(str::trim_start));
        let (value, below) = match rest.strip_prefix('.') {
            Some(below) => (above.find_map(|rest| rest.strip_prefix('='))?, below),
            None => (rest.strip_prefix('=')?, above.find_map(|rest| rest.strip_prefix('.'))?),
        };
        Some(Clash {
            header: header_above(text, first),
            key,
            value: without_remark(value),
            below: without_remark(below),
        })
    }

    /// Both in one table, the value under this key of it, or with all its own keys if it is such a table.
    pub fn both(&self, key: Option<&str>) -> Option<String> {
        let inside = self.value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let value = match (inside, key) {
            (Some(inside), _) => inside.trim().trim_end_matches(',').to_owned(),
            (None, Some(key)) => format!("{key} = {}", self.value),
            (None, None) => return None,
        };
        Some(format!(
            "write `{} = {{ {value}, {} }}` in place of both",
            self.key, self.below
        ))
    }
}

/// A value without the remark behind it.
fn without_remark(value: &str) -> &str {
    let mut quote = None;
    let end = value.char_indices().find(|(_, letter)| {
        match quote {
            None if matches!(letter, '"' | '\'') => quote = Some(*letter),
            Some(open) if open == *letter => quote = None,
            _ => {}
        }
        quote.is_none() && *letter == '#'
    });
    value[..end.map_or(value.len(), |(at, _)| at)].trim()
}

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
    let mut found: Vec<(usize, usize, &Error)> = errors
        .iter()
        .map(|error| {
            let span = error.span().unwrap_or_else(|| deepest_line(text));
            (span.start.min(text.len()), span.end.min(text.len()), error)
        })
        .collect();
    found.sort_by_key(|(start, end, _)| (*start, *end));
    let mut lines = BTreeSet::new();
    let mut problems = Vec::new();
    let mut unclosed = false;
    let mut headers = BTreeSet::new();
    for (start, end, error) in found {
        let line = line_at(text, start);
        // The text swallows the rest of its line, and whatever follows that is complained of.
        if error.message().contains("missing comma") && text.get(line.0..line.1).is_some_and(lacks_quote) {
            if lines.insert(line.0) {
                let place = Place::new(file, line.0..line.1);
                let message = "a quote is missing in this line";
                problems.push(Problem::at(&place, message).help("put one at the start and at the end of every text"));
            }
            continue;
        }
        // What is not closed swallows all that follows: one mistake, not one a line.
        if let Some((what, bracket)) = swallowing(error.message()).filter(|_| opens(text, line, start)) {
            if !unclosed {
                let message = format!("a {what} above this line is not closed");
                let place = Place::new(file, line.0..line.1);
                problems.push(Problem::at(&place, message).help(format!("end the {what} with `{bracket}`")));
            }
            unclosed = true;
            lines.insert(line.0);
            continue;
        }
        // All tables of one name are one mistake, and so are the keys that seem to stand twice below them.
        if error.message().contains("duplicate key") {
            let of = header_above(text, line.0);
            let is_header = text
                .get(line.0..line.1)
                .is_some_and(|text| text.trim_start().starts_with('['));
            let told = headers.contains(of);
            if is_header {
                headers.insert(of);
            }
            if told {
                lines.insert(line.0);
                continue;
            }
        }
        if lines.insert(line.0) {
            problems.push(plain(file, text, start, end, error.message()));
        }
    }
    let rest = blank(text, &lines);
    let lost = lines.iter().map(|start| line_at(text, *start));
    Explained {
        problems,
        rest,
        lost: lost.map(|line| Place::new(file, line.0..line.1)).collect(),
    }
}

/// Has this line an odd number of quotes, none of which can be part of a text?
fn lacks_quote(line: &str) -> bool {
    let whole = !line.contains(['\'', '\\']) && !line.contains("\"\"\"");
    whole && line.matches('"').count() % 2 == 1
}

/// What is open, and how it ends, where this is said of what follows.
fn swallowing(message: &str) -> Option<(&'static str, char)> {
    let table = [
        "missing comma between key-value pairs",
        "missing key for inline table element",
    ];
    if message.contains("missing comma between array elements") {
        return Some(("list", ']'));
    }
    table
        .iter()
        .any(|part| message.contains(part))
        .then_some(("table", '}'))
}

/// Too deep a nesting comes without a place: most likely it is the line with the most dots.
fn deepest_line(text: &str) -> std::ops::Range<usize> {
    let mut best = (0, 0..0);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let dots = line.matches('.').count();
        if dots > best.0 {
            best = (dots, start..start + line.trim_end().len());
        }
        start += line.len();
    }
    best.1
}

/// First byte and byte after the line in which `at` stands.
fn line_at(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let before = bytes
        .iter()
        .take(at)
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |i| i + 1);
    let after = bytes
        .iter()
        .skip(at)
        .position(|byte| *byte == b'\n')
        .map_or(bytes.len(), |i| at + i);
    (before, after)
}

/// The name in the header at or above the line that starts here; empty where there is none.
fn header_above(text: &str, start: usize) -> &str {
    let (_, end) = line_at(text, start);
    let lines = text.get(..end).unwrap_or_default().lines().rev();
    let mut headers = lines.map(str::trim).filter(|line| line.starts_with('['));
    let name = headers.next().unwrap_or_default().trim_start_matches('[');
    name.split(']').next().unwrap_or_default().trim()
}

/// Does a table or a key begin with this line, in which `at` stands, and not with a value of a list?
fn opens(text: &str, (start, end): (usize, usize), at: usize) -> bool {
    let line = text.get(start..end).unwrap_or_default();
    // A list of this line itself is one that lacks a comma.
    let own = text
        .get(start..at)
        .is_some_and(|before| before.contains('=') && before.contains('['));
    // A key in quotes has `=` behind them, a line of a script may have it between them.
    let key = match line.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        Some((_, behind)) => behind.trim_start().starts_with(['=', '.']),
        None => line.starts_with(char::is_alphanumeric) && line.contains('='),
    };
    !own && (line.starts_with('[') || key)
}

/// Does a table or a key begin with the line that starts here?
pub(super) fn begins(text: &str, start: usize) -> bool {
    let (start, end) = line_at(text, start);
    let line = text.get(start..end).unwrap_or_default();
    // A list of lists has values behind its brackets.
    let heading = line.trim_start_matches('[').starts_with(char::is_alphabetic) && line.trim_end().ends_with(']');
    if line.starts_with('[') {
        return heading && !line.contains(',');
    }
    opens(text, (start, end), start)
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

fn plain(file: usize, text: &str, start: usize, end: usize, message: &str) -> Problem {
    let (line_start, line_end) = line_at(text, start);
    let piece = |from: usize, to: usize| text.get(from..to).unwrap_or("");
    let word = piece(start, end).trim();
    let line = piece(line_start, line_end);
    let place = |start: usize, end: usize| Place::new(file, start..end);
    let here = place(start, end.max(start));
    let says = |part: &str| message.contains(part);
    let quote = |word: &str| {
        format!(
            "\"{}\"",
            word.trim_matches(['\u{201c}', '\u{201d}', '\u{201e}', '"', '\''])
        )
    };

    if says("duplicate key") && line.trim_start().starts_with('[') && !line.trim_start().starts_with("[[") {
        let header = header_above(text, line_start);
        let help = if header == "variant" {
            "write [[variant]], in double brackets, at each of them"
        } else {
            "put all its keys below one header"
        };
        return Problem::at(&here, format!("{SECOND_TABLE}{header}]")).help(help);
    }
    let clashing = says("cannot extend value of type") || says("duplicate key");
    if let Some(clash) = Clash::at(text, end).filter(|_| clashing) {
        let help = clash.both(None).unwrap_or_else(|| "keep one of them".to_owned());
        return Problem::at(&here, format!("`{}`{CLASH}", clash.key)).help(help);
    }
    if says("cannot extend value of type") {
        return Problem::at(&here, "a key has a value and keys below it")
            .help("write one table with both, each under a key of its own: `name = { one = …, other = … }`");
    }
    if says("duplicate key") {
        return Problem::at(&here, format!("`{word}` is set twice")).help("keep one of them");
    }
    // What begins like `nan` or `inf`, as `no` does, is taken for a number.
    let unquoted = says("invalid float") && word.starts_with(|c: char| c.is_alphabetic());
    if says("string values must be quoted") || unquoted {
        if let Some(meant) = as_flag(word) {
            return Problem::at(&here, format!("`{word}` is not a value"))
                .help(format!("write {meant}, or {} where text is meant", quote(word)));
        }
        let before = piece(line_start, start).trim_end();
        if before.ends_with(['[', ',']) && piece(end, line_end).trim_start().starts_with('=') {
            return Problem::at(&here, "a list has values, but no keys")
                .help("write a table in braces, { key = value }, where keys are meant");
        }
        if word.is_empty() {
            return Problem::at(&here, "there is no value here").help("write a value, such as 5, \"text\" or true");
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) && !word.ends_with('%') {
            return Problem::at(&here, format!("`{word}` is neither a number nor text in quotes")).help(format!(
                "write text in quotes: {}; one value to a key, values of a list parted by commas",
                quote(word)
            ));
        }
        return Problem::at(&here, "text must stand in straight quotes").help(format!("write {}", quote(word)));
    }
    if says("invalid basic string") || says("literal string") {
        return Problem::at(&here, "this text is not closed")
            .help("put a quote at its end, of the same kind as at its start");
    }
    if says("missing comma between array elements") {
        if piece(start, line_end).starts_with('}') {
            return Problem::at(&here, "a list is closed with the bracket of a table").help("end the list with `]`");
        }
        let rest = piece(start, line_end).trim_end().trim_end_matches([',', ']', ' ']);
        let before = piece(line_start, start).trim_end().strip_suffix('"');
        let text = before.and_then(|before| before.rsplit('"').next());
        if let Some(text) = text.filter(|_| rest.starts_with("if ")) {
            return Problem::at(&here, "a condition stands behind its text")
                .help(format!("write it inside the quotes: \"{text} {rest}\""));
        }
        return Problem::at(&here, "a comma is missing before this")
            .help("put a comma between any two values of a list");
    }
    if says("extra comma") {
        return Problem::at(&here, "one comma too many").help("put one comma between any two values");
    }
    if says("unexpected `=` in array") {
        return Problem::at(&here, "a list has values, but no keys")
            .help("write a table in braces, { key = value }, where keys are meant");
    }
    if says("missing assignment between key-value pairs") {
        return Problem::at(&here, "`=` is missing before this").help("write `=` between key and value");
    }
    if says("extra assignment between key-value pairs") {
        return Problem::at(&here, "one `=` too many").help("write one `=` between key and value");
    }
    if says("unclosed array") {
        return Problem::at(&here, "a list is not closed").help("end the list with `]`");
    }
    if says("unclosed inline table") {
        return Problem::at(&here, "a table is not closed").help("end the table with `}`");
    }
    if says("unclosed table") || says("unclosed array of tables") {
        return Problem::at(&here, "the name of this table is not closed")
            .help("end it with `]`, or `]]` for a list of tables");
    }
    if says("extra `=`") {
        return Problem::at(&here, "one `=` too many").help("write one `=` between key and value");
    }
    if line.trim_start().starts_with(|c: char| c.is_alphanumeric()) && line.contains(':') && !line.contains('=') {
        let colon = line.find(':').map_or(start, |at| line_start + at);
        return Problem::at(&place(colon, colon + 1), "a key and its value are joined by `=`")
            .help("write `=` instead of `:`");
    }
    if says("key with no value") {
        return Problem::at(&here, "this key has no value").help("write `=` and a value after it");
    }
    if says("unquoted keys cannot be empty") {
        return Problem::at(&here, "the name of a key is missing").help("write a key before `=`");
    }
    if says("invalid unquoted key") {
        return Problem::at(&here, format!("`{word}` cannot stand in the name of a key"))
            .help("names are made of letters, digits, `-` and `_`; put any other name in quotes");
    }
    if says("unexpected key or value") {
        let decimal_comma = piece(line_start, start).ends_with(|c: char| c.is_ascii_digit() || c == ',')
            && piece(start.saturating_sub(1), line_end)
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .starts_with(',');
        let help = if decimal_comma {
            "decimals are written with a point, such as 0.5, and thousands with `_`, such as 1_000"
        } else {
            "one key a line; a remark starts with `#`"
        };
        return Problem::at(&here, "something that does not belong here follows the value").help(help);
    }
    if says("leading zero") {
        return Problem::at(&here, "a number cannot start with 0").help("leave the zero out");
    }
    if says("`_` may only go between digits") {
        return Problem::at(&here, "`_` may only stand between two digits").help("write, say, 1_000_000");
    }
    if says("escape") {
        return Problem::at(
            &here,
            "a backslash in quotes starts an escape such as `\\n`, and this is none",
        )
        .help("write `\\\\` for a backslash, or put the text in single quotes");
    }
    if says("invalid boolean") {
        let small = word.to_lowercase();
        let help = if let Some(flag) = suggest(&small, ["true", "false"]) {
            format!("write {flag}")
        } else {
            "write a number, true or false, or text in quotes".to_owned()
        };
        return Problem::at(&here, format!("`{word}` is not a value")).help(help);
    }
    if says("recurs") {
        return Problem::at(&here, "tables or lists are nested too deep");
    }
    Problem::at(&here, format!("this is not TOML: {message}"))
}
