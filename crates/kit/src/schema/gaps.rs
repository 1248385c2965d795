//! Commas that are missing between two values of a list or of a table, and line ends between two keys: found and told, and put
//! in, so that the rest of the file is read as it was meant.

use std::ops::Range;

use super::place::{Place, Problem};
use super::syntax::begins;

/// So many characters of a value are quoted at most.
const MOST_QUOTED: usize = 32;

/// So many are told of one file at most.
const MOST_TOLD: usize = 100;

/// Two values that follow each other where something must stand between them.
struct Gap {
    before: Range<usize>,
    after: Range<usize>,
    /// What is missing.
    missing: u8,
}

/// What is missing in a text that is no TOML, and the text with all of it put in where there is room; places stay the same.
pub(super) fn mend(file: usize, text: &str) -> (Vec<Problem>, String) {
    let mut mended = text.as_bytes().to_vec();
    let mut problems = Vec::new();
    for gap in Scan::of(text) {
        let Some(room) = mended.get_mut(gap.before.end).filter(|byte| byte.is_ascii_whitespace()) else {
            continue;
        };
        *room = gap.missing;
        if problems.len() < MOST_TOLD {
            problems.push(told(file, text, &gap));
        }
    }
    let mended = String::from_utf8(mended).unwrap_or_else(|_| text.to_owned());
    (problems, mended)
}

fn told(file: usize, text: &str, gap: &Gap) -> Problem {
    let [before, after] = [&gap.before, &gap.after].map(|span| quoted(text.get(span.clone()).unwrap_or("")));
    let place = Place::new(file, gap.before.end..gap.before.end + 1);
    if gap.missing == b'\n' {
        let message = format!("{after} begins another key on the same line");
        return Problem::at(&place, message).help(format!("one key a line: begin a new one before {after}"));
    }
    Problem::at(&place, format!("a comma is missing between {before} and {after}"))
        .help("values of a list, and keys of a table in braces, are parted by commas")
}

/// A value as it is written, cut where it is long.
fn quoted(written: &str) -> String {
    let line = written.lines().next().unwrap_or("");
    let short: String = line.chars().take(MOST_QUOTED).collect();
    let cut = if short.len() < written.len() { "…" } else { "" };
    format!("`{short}{cut}`")
}

/// What stands between a bracket, a comma or the start of a line and the next.
#[derive(Default)]
struct Part {
    /// The bracket that is open, and where; none on a line by itself.
    open: Option<(u8, usize)>,
    /// How many `=` stand in it.
    equals: usize,
    /// The values since the last `=`.
    values: Vec<Range<usize>>,
}

/// A walk through a text that need not be TOML.
struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    parts: Vec<Part>,
    gaps: Vec<Gap>,
}

impl<'t> Scan<'t> {
    fn of(text: &'t str) -> Vec<Gap> {
        let mut scan = Scan {
            bytes: text.as_bytes(),
            at: 0,
            parts: vec![Part::default()],
            gaps: Vec::new(),
        };
        let mut line = true;
        while let Some(byte) = scan.bytes.get(scan.at).copied() {
            // What is open above a heading or a key at the start of a line was never closed.
            if std::mem::take(&mut line) && begins(text, scan.at) {
                scan.parts = vec![Part::default()];
            }
            line = byte == b'\n';
            scan.step(byte);
        }
        scan.gaps
    }

    fn step(&mut self, byte: u8) {
        let start = self.at;
        self.at += 1;
        match byte {
            b'\n' if self.parts.len() == 1 => self.parts = vec![Part::default()],
            b'#' => self.skip(|byte| byte != b'\n'),
            b'[' | b'{' => self.parts.push(Part {
                open: Some((byte, start)),
                ..Part::default()
            }),
            b']' | b'}' => {
                if let Some(Part {
                    open: Some((_, opened)),
                    ..
                }) = self.parts.pop()
                {
                    self.value(opened..self.at);
                }
                if self.parts.is_empty() {
                    self.parts.push(Part::default());
                }
            }
            b',' => {
                if let Some(part) = self.parts.last_mut() {
                    (part.equals, part.values) = (0, Vec::new());
                }
            }
            b'=' => self.equals(),
            b'"' | b'\'' => {
                self.text(byte);
                self.value(start..self.at);
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                self.skip(|byte| !byte.is_ascii_whitespace() && !b"#[]{},=\"'".contains(&byte));
                self.value(start..self.at);
            }
        }
    }

    fn skip(&mut self, goes_on: impl Fn(u8) -> bool) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| goes_on(**byte)).count();
    }

    /// To the end of a text that begins with this quote; one that is not closed ends with its line.
    fn text(&mut self, quote: u8) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let long = rest.starts_with(&[quote, quote]);
        let end: &[u8] = if long { &[quote; 3] } else { &[quote] };
        if long {
            self.at += 2;
        }
        while let Some(rest) = self.bytes.get(self.at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with(end) {
                self.at += end.len();
                return;
            }
            match rest[0] {
                b'\n' if !long => return,
                b'\\' if quote == b'"' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
    }

    fn value(&mut self, span: Range<usize>) {
        let bytes = self.bytes;
        let Some(part) = self.parts.last_mut() else { return };
        if let Some(last) = part.values.last_mut() {
            let near = last.end == span.start;
            // A key of several parts is one.
            if near && (bytes.get(span.start) == Some(&b'.') || bytes.get(last.end - 1) == Some(&b'.')) {
                last.end = span.end;
                return;
            }
            let whole = |span: &Range<usize>| is_value(bytes.get(span.clone()).unwrap_or_default());
            let in_list = matches!(part.open, Some((b'[', _)));
            if in_list && part.equals == 0 && whole(last) && whole(&span) {
                let before = last.clone();
                part.values.clear();
                self.gaps.push(Gap {
                    before,
                    after: span.clone(),
                    missing: b',',
                });
            }
        }
        part.values.push(span);
    }

    /// A second `=` belongs to another key, which is what stands before it.
    fn equals(&mut self) {
        let Some(part) = self.parts.last_mut() else { return };
        let missing = match part.open {
            Some((b'{', _)) => b',',
            Some(_) => return part.equals += 1,
            None => b'\n',
        };
        if let (true, [.., before, after]) = (part.equals > 0, part.values.as_slice()) {
            self.gaps.push(Gap {
                before: before.clone(),
                after: after.clone(),
                missing,
            });
        }
        part.equals += 1;
        part.values.clear();
    }
}

/// Is this a value as TOML writes it, and not a word without quotes?
fn is_value(written: &[u8]) -> bool {
    let number = || {
        let text = String::from_utf8_lossy(written).replace('_', "");
        text.parse::<f64>().is_ok_and(f64::is_finite)
    };
    matches!(written.first(), Some(b'"' | b'\'' | b'[' | b'{'))
        || [&b"true"[..], b"false"].contains(&written)
        || number()
}
