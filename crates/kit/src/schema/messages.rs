//! The words of messages: what a place is called, what was found there, what would be right.

use super::tree::{Field, Node, TomlValue};
use super::tree::{Place, Problem};
use crate::Code;
use balance_engine::percent;
use serde_json::Value as Json;

/// How a place is called in messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// `[rules]`, `[[variant]]`; empty at the top of the file.
    pub section: String,
    /// `end-points.coins`; empty for the section itself.
    pub path: String,
}

impl Label {
    /// A table of the file as a whole.
    pub fn section(section: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            path: String::new(),
        }
    }

    /// The label of a key below.
    #[must_use]
    pub fn below(&self, key: &str) -> Self {
        if self.section.is_empty() && self.path.is_empty() {
            return Self {
                section: String::new(),
                path: key.to_owned(),
            };
        }
        let path = if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        };
        Self {
            section: self.section.clone(),
            path,
        }
    }

    /// The label of an item of a list, counted from 0.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        Self {
            section: self.section.clone(),
            path: format!("{}[{}]", self.path, index + 1),
        }
    }

    /// The label of a table of a list that has a header of its own, `[[tile]]`.
    #[must_use]
    pub fn header(&self) -> Self {
        Self::section(format!("[[{}]]", self.path))
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.path.as_str(), self.section.as_str()) {
            ("", "") => f.write_str("the file"),
            ("", section) => f.write_str(section),
            (path, "") => write!(f, "`{path}`"),
            (path, section) => write!(f, "`{path}` in {section}"),
        }
    }
}

/// A key that the table must have.
pub fn missing_key(head: &Place, name: &str, label: &Label) -> Problem {
    let message = match (label.section.as_str(), label.path.as_str()) {
        ("", "") => format!("`{name}` is missing"),
        ("", path) => format!("`{name}` is missing in {path}"),
        _ => format!("`{name}` is missing in {label}"),
    };
    Problem::located(head, message)
}

/// How a key with this schema may be written, where the schema has an example.
pub fn example(name: &str, schema: Option<&Json>) -> Option<String> {
    let example = toml::Value::try_from(schema?.get("examples")?.get(0)?).ok()?;
    Some(format!("write it, such as `{name} = {example}`"))
}

/// A key that the table cannot have; `known` are those it can, `unset` those of them that do not stand in it.
pub fn unknown_key(field: &Field, known: &[&str], unset: &[&str], label: &Label) -> Problem {
    let key = label.below(&field.name);
    let near = suggest(&field.name, unset.iter().copied());
    let whole = |name: &str| label.below(name).path;
    let help = match near {
        Some(name) => Some(format!("did you mean `{}`?", whole(name))),
        None if known.is_empty() => Some("there are no keys here".to_owned()),
        None => match suggest(&field.name, known.iter().copied()) {
            Some(name) => Some(format!("did you mean `{}`? It has a value already", whole(name))),
            None => remedy("", known, "keys here", Quote::Key),
        },
    };
    let near = near.map(str::to_owned);
    Problem::located(&field.key, format!("unknown key {key}"))
        .code(Code::UnknownKey { near })
        .maybe_help(help)
}

/// What a kind of value is called.
pub fn kind_words(kind: &str) -> &'static str {
    match kind {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "a table of keys",
        _ => "something else",
    }
}

/// What was found instead, as written when it is short.
pub fn found_kind(node: &Node, written: &str) -> String {
    let kind = match node.value {
        TomlValue::Text(_) => "the text",
        TomlValue::Whole(_) | TomlValue::Number(_) | TomlValue::Flag(_) => "",
        TomlValue::Date(_) => "the date",
        TomlValue::List(_) => return "a list".to_owned(),
        TomlValue::Table(_) => return "a table of keys".to_owned(),
    };
    let short = written.chars().count() <= 40 && !written.contains('\n') && !written.is_empty();
    match (short, kind) {
        (true, "") => written.to_owned(),
        (true, kind) => format!("{kind} {written}"),
        (false, "") => "a number".to_owned(),
        (false, kind) => kind.trim_start_matches("the ").to_owned(),
    }
}

/// How a path with backslashes is written.
pub const BACKSLASH: &str =
    "a backslash in \"…\" begins an escape sequence: write / instead, or put the path between '…'";

/// How numbers are written.
pub const POINT: &str = "decimals are written with a point, such as 0.5, and thousands with `_`, such as 1_000";

/// A number with a decimal comma or with spaces between its thousands, as TOML writes it; none where it is no such number.
pub fn by_local_custom(text: &str) -> Option<String> {
    let spaceless: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let number = spaceless.replace(',', ".");
    let parts: Vec<&str> = text.split([',', '.']).collect();
    let grouped = parts[0].split(char::is_whitespace).collect::<Vec<_>>();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
    let thousands = grouped.len() == 1 || grouped[1..].iter().all(|part| part.len() == 3);
    let is_local = text.contains(',') || grouped.len() > 1;
    let all = grouped.iter().chain(&parts[1..]);
    (is_local && parts.len() <= 2 && thousands && all.copied().all(digits)).then_some(number)
}

/// A part of 1 in per cent, without the digits that only the machine adds.
pub fn percent_of(part: f64) -> String {
    format!("{}%", (part * 1e8).round() / 1e6)
}

/// Several texts that were written as one with commas, semicolons or line ends between them, each in quotes.
fn several(text: &str) -> Option<String> {
    let parts: Vec<String> = text
        .split([',', ';', '\n'])
        .map(|part| format!("{:?}", part.trim()))
        .collect();
    (parts.len() > 1 && parts.iter().all(|part| part != "\"\"")).then(|| parts.join(", "))
}

/// How the value would be written rightly, when that is plain.
pub fn mended(node: &Node, kinds: &[&str], written: &str) -> Option<String> {
    let wants = |kind| kinds.contains(&kind);
    match &node.value {
        TomlValue::Text(text) => {
            let text = text.trim();
            if let Some(number) = by_local_custom(text) {
                let fits = wants("number") || wants("integer") && number.parse::<i64>().is_ok();
                return fits.then(|| format!("write {number}: {POINT}"));
            }
            let bare = text.replace('_', "");
            let number =
                (wants("integer") && bare.parse::<i64>().is_ok()) || (wants("number") && bare.parse::<f64>().is_ok());
            if number || (wants("boolean") && (text == "true" || text == "false")) {
                let bare = text.strip_prefix('+').unwrap_or(text);
                return Some(format!("write {bare} without quotes"));
            }
            if let Some(share) = percent(text).filter(|_| wants("number")) {
                return Some(format!("write {share}"));
            }
            let list = || several(text).unwrap_or_else(|| written.to_owned());
            wants("array").then(|| format!("write [{}]", list()))
        }
        TomlValue::Number(number) if wants("integer") && number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(format!("write {}", grouped(*number as i128)))
        }
        TomlValue::Whole(whole @ 0..=1) if wants("boolean") => Some(format!("write {}", *whole == 1)),
        TomlValue::Whole(_) | TomlValue::Number(_) | TomlValue::Flag(_) if wants("string") => {
            Some(format!("write \"{written}\" in quotes"))
        }
        TomlValue::Whole(_) | TomlValue::Number(_) | TomlValue::Flag(_) if wants("array") => {
            Some(format!("write [{written}]"))
        }
        // One table of a list, with the brackets of a table.
        TomlValue::Table(_) if wants("array") && written.starts_with('[') && !written.starts_with("[[") => {
            let name = written.trim_start_matches('[').split(']').next()?;
            Some(format!("write [[{name}]], in double brackets"))
        }
        _ => None,
    }
}

/// A limit as people write it.
pub fn number_words(limit: &Json) -> String {
    match (limit.as_i64(), limit.as_f64()) {
        (Some(whole), _) => grouped(i128::from(whole)),
        (None, Some(number)) if number.fract() == 0.0 && number.abs() < 1e15 => grouped(number as i128),
        (None, Some(number)) => number.to_string(),
        (None, None) => limit.to_string(),
    }
}

/// `1000000` as `1_000_000`, the way files write it.
pub fn grouped(whole: i128) -> String {
    let digits = whole.unsigned_abs().to_string();
    let text = if digits.len() > 4 { parted(&digits, '_') } else { digits };
    if whole < 0 { format!("-{text}") } else { text }
}

/// `1000000` as `1,000,000`, the way sentences write it.
pub fn with_commas(whole: u64) -> String {
    parted(&whole.to_string(), ',')
}

/// Digits with a mark before every three from the right.
fn parted(digits: &str, mark: char) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(mark);
        }
        text.push(digit);
    }
    text
}

/// `1 value`, `3 values`.
pub fn things(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// The candidate nearest to `word`, if it is near enough to be what was meant.
///
/// Case, `_`, spaces and `-` count as equal; a word that begins like exactly one candidate also finds it.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', ' '], "-");
    let wanted = plain(word);
    if wanted.is_empty() {
        return None;
    }
    let length = wanted.chars().count();
    let allowed = length.div_ceil(3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    let mut begins = Vec::new();
    for candidate in candidates {
        let name = plain(candidate);
        let distance = strsim::damerau_levenshtein(&wanted, &name);
        // With words of one or two letters everything is near everything.
        let near = distance == 0 || (distance <= allowed && length > 2);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
        let longer = wanted.starts_with(&name) && name.len() > 2;
        if length > 1 && (name.starts_with(&wanted) || longer) {
            begins.push(candidate);
        }
    }
    match (best, begins.as_slice()) {
        (Some((_, candidate)), _) | (None, &[candidate]) => Some(candidate),
        _ => None,
    }
}

/// How names are set in a sentence: keys in backticks, values as they are written in the file.
#[derive(Clone, Copy, PartialEq)]
pub enum Quote {
    /// In backticks.
    Key,
    /// In quotation marks.
    Text,
}

impl Quote {
    /// The name as it is set.
    pub fn around(self, name: &str) -> String {
        match self {
            Self::Key => format!("`{name}`"),
            Self::Text => format!("\"{name}\""),
        }
    }
}

/// "did you mean `x`?" or the list of what is possible.
pub fn remedy(word: &str, candidates: &[&str], what: &str, quote: Quote) -> Option<String> {
    if let Some(name) = suggest(word, candidates.iter().copied()) {
        return Some(format!("did you mean {}?", quote.around(name)));
    }
    (!candidates.is_empty()).then(|| format!("{what}: {}", listed(candidates, quote)))
}

/// "`a`, `b`, `c`", cut after some.
pub fn listed(names: &[&str], quote: Quote) -> String {
    const MOST: usize = 20;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| quote.around(name)).collect();
    match names.len().checked_sub(MOST + 1) {
        Some(rest) => format!("{} and {} more", shown.join(", "), rest + 1),
        None => shown.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let keys = ["players", "end-points", "tiles", "rain"];
        assert_eq!(suggest("end-point", keys), Some("end-points"));
        assert_eq!(suggest("end_points", keys), Some("end-points"));
        assert_eq!(suggest("Players", keys), Some("players"));
        assert_eq!(suggest("palyers", keys), Some("players"));
        assert_eq!(suggest("end", keys), Some("end-points"));
        assert_eq!(suggest("tx", keys), None);
        assert_eq!(suggest("en", keys), Some("end-points"));
        assert_eq!(suggest("", keys), None);
        assert_eq!(suggest("zebra", keys), None);
    }

    #[test]
    fn lists_what_there_is() {
        assert_eq!(
            remedy("zebra", &["a", "b"], "bots", Quote::Key).as_deref(),
            Some("bots: `a`, `b`")
        );
        assert_eq!(remedy("zebra", &[], "bots", Quote::Key), None);
        let many: Vec<String> = (0..23).map(|n| n.to_string()).collect();
        let names: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(listed(&names, Quote::Text).ends_with("\"19\" and 3 more"));
    }
}
