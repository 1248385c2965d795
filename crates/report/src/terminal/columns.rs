//! A table in columns, within the width of the terminal where names allow.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::super::tables::{Cell, Head, Shown};
use super::{LONGEST, at_spaces, wrap};

/// Names are not shortened below this.
const SHORTEST: usize = 12;
/// A word of so many letters is told in whole, whatever else is left out for it.
const WORD: usize = 24;

/// How the cell of a wish begins that is shown to be met; all that one begins with.
const MET: char = '✓';
const WISHED: [char; 3] = [MET, '✗', '?'];

/// Prints a table in lines of `most` characters.
pub fn table(out: &mut String, shown: &Shown, most: usize) {
    let bold = anstyle::Style::new().bold();
    let _ = writeln!(out, "\n{bold}{}{bold:#}", shown.title);
    body(out, shown, most);
}

fn body(out: &mut String, shown: &Shown, most: usize) {
    let dim = anstyle::Style::new().dimmed();
    let widths = widths(shown, most);
    let below = left_for_below(shown, &widths);
    let middle: Vec<bool> = (0..widths.len())
        .map(|column| alike(shown, column, widths[column]))
        .collect();
    let rows = |cells: Vec<&str>, heads: bool| -> Vec<String> {
        let columns = cells.into_iter().zip(&shown.heads).zip(widths.iter().zip(&middle));
        let columns = columns.filter(|(_, (width, _))| **width > 0);
        let columns: Vec<(Vec<String>, bool, usize)> = columns
            .map(|((cell, head), (width, middle))| {
                // Names are told in whole, in as many lines as that takes; only a single word may be too long.
                let pieces = if head.number && !heads {
                    vec![cell.to_owned()]
                } else {
                    at_spaces(cell, *width)
                };
                let pieces = pieces.iter().map(|piece| shortened(piece, *width, *middle)).collect();
                (pieces, head.number, *width)
            })
            .collect();
        let lines = columns.iter().map(|(pieces, ..)| pieces.len()).max().unwrap_or(0);
        let line = |at: usize| {
            let pad = |(pieces, number, width): &(Vec<String>, bool, usize)| {
                let piece = pieces.get(at).map_or("", String::as_str);
                let gap = " ".repeat(width.saturating_sub(piece.width()));
                if *number {
                    format!("{gap}{piece}")
                } else {
                    format!("{piece}{gap}")
                }
            };
            let cells: Vec<String> = columns.iter().map(pad).collect();
            format!("  {}", cells.join("  ")).trim_end().to_owned()
        };
        (0..lines).map(line).collect()
    };
    let heads: Vec<String> = shown.heads.iter().map(|head| tied(&head.text)).collect();
    for line in rows(heads.iter().map(String::as_str).collect(), true) {
        let _ = writeln!(out, "{dim}{line}{dim:#}");
    }
    for cells in &shown.rows {
        for line in rows(cells.iter().map(|cell| cell.text.as_str()).collect(), false) {
            let _ = writeln!(out, "{line}");
        }
    }
    let heads = shown.heads.iter().zip(&widths);
    let missing: Vec<String> = heads
        .enumerate()
        .filter(|(column, (head, width))| head.number && **width == 0 && !below.contains(column))
        .map(|(_, (head, _))| head.text.clone())
        .collect();
    if !missing.is_empty() {
        let said = format!("Columns left out for want of room: {}.", missing.join(", "));
        for piece in wrap(&said, most.min(LONGEST) - 2) {
            let _ = writeln!(out, "  {dim}{piece}{dim:#}");
        }
    }
    if !below.is_empty() {
        let kept = |column: &usize| !shown.heads[*column].number || below.contains(column);
        let columns: Vec<usize> = (0..widths.len()).filter(kept).collect();
        let of = |cells: &Vec<Cell>| {
            columns
                .iter()
                .filter_map(|column| cells.get(*column).cloned())
                .collect()
        };
        let rest = Shown {
            id: shown.id,
            title: String::new(),
            note: String::new(),
            heads: columns.iter().map(|column| shown.heads[*column].clone()).collect(),
            rows: shown.rows.iter().map(of).collect(),
        };
        let _ = writeln!(out);
        body(out, &rest, most);
    }
}

/// Columns of who wins with other bots that have no room beside the others of their kind, and stand below them.
fn left_for_below(shown: &Shown, widths: &[usize]) -> Vec<usize> {
    let rates = (0..widths.len()).filter(|column| shown.heads[*column].rate_of_side);
    let (below, here): (Vec<usize>, Vec<usize>) = rates.partition(|column| widths[*column] == 0);
    if here.is_empty() { Vec::new() } else { below }
}

/// Columns that a narrow terminal does without, the least important first.
const SPARE: [&str; 18] = [
    "pairing",
    "25 %",
    "75 %",
    "min",
    "max",
    "sd",
    "5 %",
    "95 %",
    "mean rounds",
    "mean turns",
    "games",
    "games won",
    "looked into",
    "gap",
    "5–95 %",
    "nobody",
    "before",
    "after",
];

/// Widths of the columns. Where a table is wider than `most`, a last column of explanations is left to the report (width 0),
/// then names are broken into lines between words, the longest first, then numbers are left to the report, and only then words
/// are cut.
fn widths(shown: &Shown, most: usize) -> Vec<usize> {
    let longest = |(column, head): (usize, &Head)| {
        let cells = shown
            .rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.text.width());
        cells.chain([head.text.width()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = shown.heads.iter().enumerate().map(longest).collect();
    if total(&widths) > most
        && shown.id == "events"
        && let Some(last) = widths.last_mut()
    {
        *last = 0;
    }
    let whole: Vec<usize> = (0..widths.len()).map(|column| longest_word(shown, column)).collect();
    narrow(&mut widths, most, &whole);
    for spare in SPARE {
        if total(&widths) <= most {
            break;
        }
        if let Some(column) = shown.heads.iter().position(|head| head.text == spare) {
            widths[column] = 0;
        }
    }
    // What is wished says the number that was found as well, and is asked for; of wishes one that is met everywhere is no news.
    let first = if (1..widths.len()).any(|column| is_wish(shown, column)) {
        1
    } else {
        2
    };
    let (kept, rest): (Vec<usize>, Vec<usize>) =
        (first..widths.len()).rev().partition(|column| is_kept(shown, *column));
    let (wished, rest): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(|column| is_wish(shown, *column));
    let (met, wished): (Vec<usize>, Vec<usize>) = wished.into_iter().partition(|column| is_met(shown, *column));
    let leave_out = |widths: &mut [usize], columns: Vec<usize>| {
        for column in columns {
            if total(widths) > most {
                widths[column] = 0;
            }
        }
    };
    leave_out(&mut widths, [rest, met, wished].concat());
    let least = shown
        .heads
        .iter()
        .zip(whole)
        .map(|(head, whole)| if head.number { whole } else { SHORTEST });
    let least: Vec<usize> = least.collect();
    narrow(&mut widths, most, &least);
    leave_out(&mut widths, kept);
    widths
}

/// Columns that a table is about, the last to be left out.
const KEPT: [&str; 3] = ["metric", "difference", "verdict"];

/// Is it a column that its table is about?
fn is_kept(shown: &Shown, column: usize) -> bool {
    KEPT.contains(&shown.heads[column].text.as_str())
}

/// What a column says of a wish, row by row; nothing where it is of none.
fn wished(shown: &Shown, column: usize) -> impl Iterator<Item = &str> {
    let cells = shown.rows.iter().filter_map(move |row| row.get(column));
    cells.map(|cell| &*cell.text).filter(|cell| cell.starts_with(WISHED))
}

/// Is it a column of a wish?
fn is_wish(shown: &Shown, column: usize) -> bool {
    wished(shown, column).next().is_some()
}

/// Is it a column of a wish that is shown to be met in every row that has it?
fn is_met(shown: &Shown, column: usize) -> bool {
    is_wish(shown, column) && wished(shown, column).all(|cell| cell.starts_with(MET))
}

/// What columns of these widths take.
fn total(widths: &[usize]) -> usize {
    widths.iter().filter(|width| **width > 0).map(|width| width + 2).sum()
}

/// Makes columns narrower, the widest first, as far as that is asked for and none below its least.
fn narrow(widths: &mut [usize], most: usize, least: &[usize]) {
    while total(widths) > most {
        let wide = widths.iter_mut().zip(least).filter(|(width, least)| **width > **least);
        match wide.map(|(width, _)| width).max() {
            Some(width) => *width -= 1,
            None => break,
        }
    }
}

/// So wide a column of names has to be that none of its words is cut, but for very long ones; one of numbers, that none of these is
/// and no word above them.
fn longest_word(shown: &Shown, column: usize) -> usize {
    let head = &shown.heads[column];
    let above = tied(&head.text);
    let cells = shown.rows.iter().filter_map(|row| Some(row.get(column)?.text.as_str()));
    let length = |word: &str| word.width();
    let heads = above.split(' ').map(length);
    if head.number {
        return cells.map(length).chain(heads).max().unwrap_or(0);
    }
    let words = cells.flat_map(str::split_whitespace).map(length);
    words.chain(heads).max().unwrap_or(0).clamp(SHORTEST, WORD)
}

/// The head of a column, its numbers held together with their signs.
fn tied(head: &str) -> String {
    let signs = ["≤", "≥", "±", "−", "+"];
    let words: Vec<&str> = head.split(' ').collect();
    let mut out = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            let held = *word == "%" || signs.contains(word) || signs.contains(&words[at - 1]);
            out.push(if held { '\u{a0}' } else { ' ' });
        }
        out += word;
    }
    out
}

/// Would different cells of a column look alike if their ends were cut off?
fn alike(shown: &Shown, column: usize, width: usize) -> bool {
    let mut cells: Vec<&str> = shown
        .rows
        .iter()
        .filter_map(|row| Some(row.get(column)?.text.as_str()))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let mut short: Vec<String> = cells.iter().map(|cell| shortened(cell, width, false)).collect();
    short.dedup();
    short.len() < cells.len()
}

/// Text cut off at its end, or in its middle where the ends tell more.
fn shortened(text: &str, width: usize, middle: bool) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let end = if middle { kept - kept / 3 } else { 0 };
    // As much from either end as fits: what a letter takes may depend on the one after it.
    let cuts = || text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let until = cuts().take_while(|at| text[..*at].width() <= kept - end).last();
    let from = cuts().find(|at| text[*at..].width() <= end);
    let (start, end) = (&text[..until.unwrap_or(0)], &text[from.unwrap_or(text.len())..]);
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests;
