//! What every content file has in common: how it is read, and how a mistake in it is told.

use std::ops::Range;

use serde::de::DeserializeOwned;

use crate::Mistake;

/// A mistake in a content file; its place is bytes of the file.
pub type Flaw = Mistake<Range<usize>>;

/// A flaw; an empty `help` is none.
pub fn flaw(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Flaw {
    Mistake::new(span, message, help)
}

/// Most mistakes of one file that are told at once.
const MOST: usize = 20;

/// Reads a file into its rows.
///
/// # Errors
/// Every entry that does not fit its row, and the first place outside the entries that does not; or the first place that
/// is no TOML.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Flaw>> {
    let mut flaws: Vec<Flaw> = Vec::new();
    let mut rest = text.to_owned();
    loop {
        let error: toml::de::Error = match toml::from_str(&rest) {
            Ok(rows) if flaws.is_empty() => return Ok(rows),
            Ok(_) => return Err(flaws),
            Err(error) => error,
        };
        let span = error.span().unwrap_or(0..0);
        let entry = entry_around(&rest, span.start);
        // What is missing now may be missing because an entry was taken out.
        if flaws.is_empty() || entry.is_some() || !error.message().starts_with("missing field") {
            let (message, help) = plainly(error.message());
            flaws.push(flaw(span, message, help));
        }
        // On without the entry, to find what is wrong in others.
        match entry {
            Some(entry) if flaws.len() < MOST => blank(&mut rest, entry),
            _ => return Err(flaws),
        }
    }
}

/// The entry of a list, from its `[[name]]` to the next header, that `at` stands in.
fn entry_around(text: &str, at: usize) -> Option<Range<usize>> {
    let mut entry = None;
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        // Headers stand at the beginning of a line; what is indented belongs to a list.
        if line.starts_with('[') {
            if from > at {
                return entry.map(|start: usize| start..from);
            }
            entry = line.starts_with("[[").then_some(from);
        }
        from += line.len();
    }
    entry.map(|start| start..text.len())
}

/// Puts spaces there, so that all other places stay the same.
fn blank(text: &mut String, range: Range<usize>) {
    let spaces: String = text[range.clone()]
        .bytes()
        .map(|each| if each == b'\n' { '\n' } else { ' ' })
        .collect();
    text.replace_range(range, &spaces);
}

/// A remedy for a name that is none: the nearest of those that are, and all of them.
pub fn nearest(name: &str, known: &[&str]) -> String {
    if let [only] = known {
        return format!("only `{only}` is");
    }
    let likeness = |other: &&&str| strsim::jaro_winkler(name, other);
    let near = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    near.map_or_else(String::new, |near| {
        format!("did you mean `{near}`? There are {}", known.join(", "))
    })
}

/// What the reader of rows says, in words for people, and what to write instead.
pub fn plainly(message: &str) -> (String, String) {
    let message = message.lines().next().unwrap_or("this cannot be read");
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let (Some(_), [name, known @ ..]) = (message.strip_prefix("unknown field"), &words[..]) {
        return (format!("unknown key `{name}`"), nearest(name, known));
    }
    if let (Some(_), [name, known @ ..]) = (message.strip_prefix("unknown variant"), &words[..]) {
        return (format!("`{name}` is not possible here"), nearest(name, known));
    }
    if let (Some(_), [name]) = (message.strip_prefix("missing field"), &words[..]) {
        return (
            format!("the key `{name}` is missing"),
            format!("write a line `{name} = …` here"),
        );
    }
    let parts = |rest: &str| {
        rest.split_once(", expected ")
            .map(|(found, wanted)| (found.to_owned(), wanted.to_owned()))
    };
    if let Some((found, wanted)) = message.strip_prefix("invalid type: ").and_then(parts) {
        return (
            format!("this is {}, but must be {}", kind(&found), kind(&wanted)),
            String::new(),
        );
    }
    if let Some((found, wanted)) = message.strip_prefix("invalid value: ").and_then(parts) {
        let help = limits(&wanted).map_or_else(String::new, |(least, most)| {
            format!("from {least} to {most} is possible")
        });
        return (
            format!("{} is out of range", kind(&found).trim_start_matches("the number ")),
            help,
        );
    }
    if let Some((found, wanted)) = message.strip_prefix("invalid length ").and_then(parts) {
        let wanted: String = wanted.chars().filter(char::is_ascii_digit).collect();
        return (format!("this list has {found} entries"), format!("it needs {wanted}"));
    }
    (message.to_owned(), String::new())
}

/// What the reader calls a kind of value, as people do.
fn kind(name: &str) -> String {
    let value = name.split(['`', '"']).nth(1).unwrap_or_default();
    let word = name.split([' ', '`', '"']).next().unwrap_or_default();
    match word {
        "string" => format!("the text \"{value}\""),
        "integer" | "floating" => format!("the number {value}"),
        "boolean" => value.to_owned(),
        "sequence" => "a list".to_owned(),
        "map" | "struct" => "a table".to_owned(),
        _ if name == "a boolean" => "true or false".to_owned(),
        _ if name == "a string" => "text in quotes".to_owned(),
        _ if name == "a sequence" || name.contains("array") || name.contains("tuple") => {
            let count: String = name.chars().filter(char::is_ascii_digit).collect();
            if count.is_empty() {
                "a list".to_owned()
            } else {
                format!("a list of {count}")
            }
        }
        _ if name == "a map" => "a table".to_owned(),
        _ if name.starts_with('f') && limits(name).is_some() => "a number".to_owned(),
        // Of larger kinds the ends are the machine's, not the designer's.
        _ => match limits(name) {
            None => name.to_owned(),
            Some((least, most)) if most <= u16::MAX.into() => format!("a whole number from {least} to {most}"),
            Some((0, _)) => "a whole number from 0 on".to_owned(),
            Some(_) => "a whole number".to_owned(),
        },
    }
}

/// Least and most of a kind of number.
fn limits(name: &str) -> Option<(i64, i64)> {
    Some(match name {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, i64::MAX),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" => (i64::MIN, i64::MAX),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct File {
        size: u8,
        #[serde(default)]
        gem: Vec<Gem>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Gem {
        colour: Colour,
        value: i8,
        rare: bool,
        #[serde(default)]
        at: [u8; 2],
        #[serde(default)]
        note: String,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Pink,
        Blue,
    }

    /// Line, piece of the file, message and remedy of each flaw.
    fn told(text: &str) -> String {
        let flaws = read::<File>(text).expect_err("flaws");
        let tell = |flaw: &Flaw| {
            let line = text[..flaw.at.start].matches('\n').count() + 1;
            let piece = text[flaw.at.clone()].lines().next().unwrap_or_default().to_owned();
            format!(
                "{line} {piece}: {} ({})",
                flaw.message,
                flaw.help.clone().unwrap_or_default()
            )
        };
        flaws.iter().map(tell).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_entry_with_a_mistake_is_told_in_plain_words() {
        let text = "size = 300\n\
            [[gem]]\ncolour = \"pinc\"\nvalue = 1\nrare = true\n\
            [[gem]]\ncolour = \"pink\"\nvalue = 1\nrare = \"yes\"\n\
            [[gem]]\ncolour = \"pink\"\nvalue = 1\nrear = true\n\
            [[gem]]\ncolour = \"pink\"\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = \"one\"\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1\nrare = true\nnote = 5\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1.5\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1\nrare = true\nat = 3\n";
        let entries = text.split_once('\n').map_or("", |(_, rest)| rest);
        insta::assert_snapshot!(told(&format!("size = 3\n{entries}")));
        insta::assert_snapshot!(told(text));
        assert!(read::<File>("size = 3\n[[gem]]\ncolour = \"pink\"\nvalue = 1\nrare = true\n").is_ok());
    }

    #[test]
    fn an_entry_ends_at_the_next_header() {
        let text = "a = 1\n[[b]]\nc = [\n  [1, 2],\n]\n[d]\ne = 1\n[[b]]\nc = 2\n";
        let around = |piece: &str| {
            let at = text.find(piece).expect("it is there");
            entry_around(text, at).map(|entry| &text[entry])
        };
        assert_eq!(around("a = 1"), None);
        assert_eq!(around("[1, 2]"), Some("[[b]]\nc = [\n  [1, 2],\n]\n"));
        assert_eq!(around("e = 1"), None);
        assert_eq!(around("c = 2"), Some("[[b]]\nc = 2\n"));
    }
}
