//! What is printed after a run: findings first, then tables in columns, within the width of the terminal where names allow.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::document::{Block, Document, NEXT, SuggestedCommand, Tone};
use super::findings::{Finding, Severity, any_game_of_all, certainties_of, commands, errs};
use super::tables::{self, Shown, TableCell, TableHead};
use super::{Insights, divergence, format};
use balance_inference::table::{FEW_PARTED, Results};
use unicode_width::UnicodeWidthStr;

/// What the table of first differences does not say.
const PARTED: &str = "The first difference is not the cause of the result.";

/// With more configurations than this, only the overview is printed.
const WHOLE: usize = 4;
/// Where it stands what other bots do, where it is not printed.
const ELSEWHERE: &str = "Other levels of play by version: in the report and its tables/others.csv.";
/// With more rows than this, what happens more and less is left to the report.
const HAPPENINGS: usize = 12;

/// With more comparisons than this, their table is left to the report.
const COMPARED: usize = 12;
/// Characters in a line where what is printed goes to no terminal.
pub const WIDTH: usize = 80;
/// Text in longer lines is hard to read.
const LONGEST: usize = 110;

/// The first screen of a run in lines of `width` characters; with colours as ANSI escapes, which the output strips where they do
/// not belong.
pub fn terminal(insights: &Insights<'_>, width: usize) -> String {
    let text_width = width.min(LONGEST);
    title(&insights.results.scenario.title, text_width) + &document(&insights.summary.document(), text_width)
}

pub(super) fn title(text: &str, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let lines = wrap(text, width).into_iter();
    let lines: Vec<String> = lines.map(|line| format!("{bold}{line}{bold:#}\n")).collect();
    lines.concat()
}

pub(super) fn heading(text: &str) -> String {
    let bold = anstyle::Style::new().bold();
    format!("\n{bold}{text}{bold:#}\n\n")
}

/// The document as lines of `width` characters, an empty line between blocks.
pub fn document(document: &Document, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    for block in document {
        let _ = match block {
            Block::Verdict { word, tone, sentence } => {
                let style = match tone {
                    Tone::Good => anstyle::AnsiColor::Green.on_default().bold(),
                    Tone::Bad => anstyle::AnsiColor::Red.on_default().bold(),
                    Tone::Open => anstyle::AnsiColor::Yellow.on_default().bold(),
                };
                let text = format!("{} {sentence}", whole(word));
                let lines = wrap(&text, width).join("\n");
                writeln!(out, "\n{style}{word}{style:#}{}", &lines[word.len()..])
            }
            Block::Paragraph(text) => writeln!(out, "\n{}", wrap(text, width).join("\n")),
            Block::Table(shown) => {
                table(&mut out, shown, width);
                if shown.note.is_empty() {
                    Ok(())
                } else {
                    writeln!(out, "  {}", wrap(&shown.note, width - 2).join("\n  "))
                }
            }
            Block::Lines { title, lines } => {
                let _ = match title {
                    Some(title) => writeln!(out, "\n{bold}{title}{bold:#}"),
                    None => writeln!(out),
                };
                let indent = if title.is_some() { 2 } else { 0 };
                let label_width = lines.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
                for (label, text) in lines {
                    let head = format!("{:indent$}{label:label_width$}  ", "");
                    paragraph(&mut out, width, &head, text);
                }
                Ok(())
            }
            Block::Code { lead, lines } => writeln!(out, "\n{lead}\n\n  {}", lines.join("\n  ")),
            Block::Commands(commands) => {
                let _ = writeln!(out, "\n{bold}{NEXT}{bold:#}");
                let beside = |each: &&SuggestedCommand| each.command.width() + each.purpose.width() + 6 <= width;
                let column = commands
                    .iter()
                    .filter(beside)
                    .map(|each| each.command.width())
                    .max()
                    .unwrap_or(0);
                for each @ SuggestedCommand { command, purpose } in commands {
                    let _ = if beside(&each) {
                        let column = column.min(width - purpose.width() - 6);
                        writeln!(out, "  {command:column$}    {purpose}")
                    } else {
                        let lines = wrap(&whole(command), width - 2).join("\n  ");
                        writeln!(out, "  {lines}\n      {purpose}")
                    };
                }
                Ok(())
            }
        };
    }
    out
}

/// The findings of a run and its tables, likewise.
pub fn details(insights: &Insights<'_>, width: usize) -> String {
    let (results, found) = (insights.results, &insights.findings);
    let text_width = width.min(LONGEST);
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out);
    head(&mut out, results, text_width);
    let content = tables::content(results);
    if !content.is_empty() {
        let _ = writeln!(out);
        hanging(&mut out, text_width, "Content: ", &content);
    }
    let _ = writeln!(out, "\n{bold}Findings{bold:#}");
    for finding in found {
        line(&mut out, finding, text_width);
    }
    again(&mut out, results, found, text_width);
    tables_of_run(&mut out, results, width);
    divergences(&mut out, results, width);
    if results.configurations.len() <= WHOLE {
        tables_of_configurations(&mut out, results, width);
    }
    out
}

fn tables_of_run(out: &mut String, results: &Results, width: usize) {
    let text_width = width.min(LONGEST);
    let count = results.configurations.len();
    if count > 1 {
        table(out, &tables::overview(results), width);
    }
    match tables::others(results, tables::Detail::Short) {
        Some(others) if count <= WHOLE => {
            table(out, &others, width);
            paragraph(out, width, "", &others.note);
        }
        Some(_) => {
            let _ = writeln!(out);
            hanging(out, text_width, "", ELSEWHERE);
        }
        None => {}
    }
    if !results.comparisons.is_empty() && results.comparisons.len() <= COMPARED {
        table(out, &tables::comparisons(results), width);
        if let Some(shown) = tables::happenings(results).filter(|shown| shown.rows.len() <= HAPPENINGS) {
            table(out, &shown, width);
        }
    }
}

fn divergences(out: &mut String, results: &Results, width: usize) {
    let text_width = width.min(LONGEST);
    if let Some(shown) = divergence::parted(results) {
        table(out, &shown, width);
        if results.parted.iter().any(|each| each.bots_alone.is_none()) {
            let _ = writeln!(out);
            hanging(out, text_width, "", PARTED);
        }
        // Of several changes the tables of each are left to the report.
        if let [only] = &results.parted[..]
            && only.found.looked >= FEW_PARTED
        {
            let _ = writeln!(out);
            if let Some(said) = divergence::foremost(only) {
                hanging(out, text_width, "", &said);
            }
            if only.bots_alone.is_none() {
                table(out, &divergence::places(only), width);
            }
            table(out, &divergence::gains(only), width);
            let _ = writeln!(out);
            let games = divergence::samples(only);
            hanging(out, text_width, "", &format!("Games to look at: {games}."));
        }
    }
}

fn tables_of_configurations(out: &mut String, results: &Results, width: usize) {
    let bold = anstyle::Style::new().bold();
    let text_width = width.min(LONGEST);
    let count = results.configurations.len();
    for each in &results.configurations {
        if count > 1 {
            let _ = writeln!(out, "\n{bold}{}{bold:#}", each.name);
            hanging(out, text_width, "", &tables::facts(each));
        }
        for shown in tables::of_configuration(each) {
            // Long lists are for the report.
            if !matches!(shown.id, "components" | "role-seats") {
                table(out, &shown, width);
            }
        }
    }
}

fn head(out: &mut String, results: &Results, width: usize) {
    let scenario = &results.scenario;
    hanging(
        out,
        width,
        "",
        &format!("{} · balance\u{a0}{}", tables::summary(results), results.program),
    );
    if let [only] = &results.configurations[..] {
        hanging(out, width, "", &tables::facts(only));
    }
    if let Some(reason) = results.configurations.first().and_then(|each| each.stopped.as_ref()) {
        hanging(out, width, "Stopped: ", reason);
    }
    if results.interrupted {
        let each = if results.configurations.len() > 1 { " each" } else { "" };
        let games = format::games(scenario.games);
        let said = format!("Stopped by you before {games}{each} were played.");
        hanging(out, width, "", &said);
    }
}

/// Words broken into lines of `width` characters; all but the first are as far in as `head` is long.
pub(super) fn paragraph(out: &mut String, width: usize, head: &str, text: &str) {
    let indent = head.width();
    for (at, line) in wrap(text, width - indent).into_iter().enumerate() {
        let before = if at == 0 { head.to_owned() } else { " ".repeat(indent) };
        let _ = writeln!(out, "{}", format!("{before}{line}").trim_end());
    }
}

/// Words broken into lines within `width` characters; all but the first are two characters in, however long `lead` is.
pub(super) fn hanging(out: &mut String, width: usize, lead: &str, text: &str) {
    for (at, piece) in wrap(&format!("{lead}{text}"), width - 2).into_iter().enumerate() {
        let _ = writeln!(out, "{}{piece}", if at == 0 { "" } else { "  " });
    }
}

fn line(out: &mut String, finding: &Finding, width: usize) {
    let (sign, style) = match finding.severity {
        Severity::Change => ("→", anstyle::Style::new().bold()),
        Severity::Problem => ("!", anstyle::AnsiColor::Red.on_default().bold()),
        Severity::Notice => ("·", anstyle::Style::new()),
        Severity::Void | Severity::Limit => ("?", anstyle::AnsiColor::Yellow.on_default()),
    };
    let (text, (word, _)) = (finding.text(), finding.certainty());
    // A limit of the whole run is shown by no game more than by another.
    let sample = finding.sample.as_ref().filter(|_| finding.severity != Severity::Limit);
    let mark = match sample {
        Some(sample) => format!("[{word}; {}]", whole(&sample.short())),
        None => format!("[{word}]"),
    };
    let said = [text.headline, finding.place(), text.evidence, finding.elsewhere()];
    let text = format::joined(said.into_iter().chain([mark]).map(Some));
    for (at, piece) in wrap(&text, width - 4).into_iter().enumerate() {
        let lead = if at == 0 {
            format!("  {style}{sign}{style:#} ")
        } else {
            "    ".to_owned()
        };
        let _ = writeln!(out, "{lead}{piece}");
    }
}

/// What the words for strength mean, and how to repeat the run and to see a game.
fn again(out: &mut String, results: &Results, found: &[Finding], width: usize) {
    let dim = anstyle::Style::new().dimmed();
    let used = certainties_of(found).into_iter();
    let words: Vec<String> = used.map(|(word, meaning)| format!("{word}: {meaning}")).collect();
    let rotates = results.configurations.iter().any(|each| each.rotations > 1);
    let rotation = if rotates { " --rotation R" } else { "" };
    let texts = [
        format!("{}. {}", format::capital(&words.join("; ")), errs(results)),
        format!("To repeat: {}", whole(&commands(results)[0])),
        format!(
            "To see a game: {}",
            whole(&format!("{} N{rotation}", any_game_of_all(results)))
        ),
    ];
    let _ = writeln!(out);
    for text in texts {
        for piece in wrap(&text, width - 4) {
            let _ = writeln!(out, "  {dim}{piece}{dim:#}");
        }
    }
}

/// A space at which no line is broken.
const TIE: char = '\u{a0}';

/// A command as a part of a longer text, which [`wrap`] breaks as a shell reads on, so that it can be copied.
pub fn whole(command: &str) -> String {
    command.replace(' ', "\u{a0}")
}

/// Breaks text at spaces, but not between a number and its unit, nor between backticks: a command stands on one line if it fits
/// there, and else goes on behind a `\`, so that it can be copied.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let pieces: Vec<&str> = text.split('`').collect();
    let last = pieces.len() - 1;
    let between = |(at, piece): (usize, &&str)| {
        // The last has no end.
        if at % 2 == 1 && at < last {
            whole(piece)
        } else {
            (*piece).to_owned()
        }
    };
    let tied: Vec<String> = pieces.iter().enumerate().map(between).collect();
    at_spaces(&tied.join("`"), width)
}

/// The text with ties where a number would part from its sign or its unit.
fn tied(text: &str) -> String {
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    for (at, _) in text.match_indices(' ') {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let last = before.chars().next_back();
        let signed = before.ends_with(['±', '≤', '≥']) || before.ends_with(" −") && digit(after.chars().next());
        let unit = after.starts_with('%') || after.starts_with("point") && (digit(last) || last == Some(')'));
        if signed || unit {
            out.push_str(&text[kept..at]);
            out.push(TIE);
            kept = at + 1;
        }
    }
    out + &text[kept..]
}

/// The same, but between backticks, too: for columns, which cut what is longer than they are wide.
fn at_spaces(text: &str, width: usize) -> Vec<String> {
    let tied = tied(text)
        .replace("p = ", "p\u{a0}=\u{a0}")
        .replace("p < ", "p\u{a0}<\u{a0}");
    let mut lines = vec![String::new()];
    for word in tied.split(' ') {
        let last = lines.last().map_or(0, |line| line.width());
        if last > 0 && last + 1 + word.width() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if let Some(long) = lines.pop_if(|line| line.width() > width) {
            lines.extend(continued(&long, width));
        }
    }
    lines.into_iter().map(|line| line.replace(TIE, " ")).collect()
}

/// A command that is longer than the line, broken where a shell reads on behind a `\`: not within quotes, nor between an option and
/// what it is given.
fn continued(command: &str, width: usize) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut quote, mut escaped) = (None, false);
    for letter in command.chars() {
        match (letter, quote) {
            (TIE, None)
                if words
                    .last()
                    .is_none_or(|word| !word.starts_with("--") || word.contains(TIE)) =>
            {
                words.push(String::new());
            }
            (letter, _) => {
                if let Some(word) = words.last_mut() {
                    word.push(letter);
                }
            }
        }
        (quote, escaped) = match (letter, quote) {
            _ if escaped => (quote, false),
            ('\\', None | Some('"')) => (quote, true),
            ('\'' | '"', None) => (Some(letter), false),
            (letter, Some(open)) if letter == open => (None, false),
            _ => (quote, false),
        };
    }
    let end = words.len() - 1;
    let mut lines: Vec<String> = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        // Room for the sign that it goes on.
        let room = if at < end { width.saturating_sub(2) } else { width };
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= room => {
                line.push(TIE);
                line.push_str(&word);
            }
            Some(line) => {
                line.push_str(" \\");
                lines.push(word);
            }
            None => lines.push(word),
        }
    }
    lines
}

/// Names are not shortened below this.
const SHORTEST: usize = 12;
/// A word of so many letters is told in whole, whatever else is left out for it.
const WORD: usize = 24;

/// How the cell of a wish begins that is shown to be met; all that one begins with.
const MET: char = '✓';
const WISHED: [char; 3] = [MET, '✗', '?'];

pub fn table(out: &mut String, shown: &Shown, most: usize) {
    let bold = anstyle::Style::new().bold();
    let _ = writeln!(out);
    if !shown.title.is_empty() {
        let _ = writeln!(out, "{bold}{}{bold:#}", shown.title);
    }
    body(out, shown, most);
}

fn body(out: &mut String, shown: &Shown, most: usize) {
    let dim = anstyle::Style::new().dimmed();
    let widths = widths(shown, most);
    let below = left_for_below(shown, &widths);
    let cuts: Vec<Cut> = (0..widths.len())
        .map(|column| Cut::of_column(shown, column, widths[column]))
        .collect();
    let rows = |cells: Vec<&str>, heads: bool| -> Vec<String> {
        let columns = cells.into_iter().zip(&shown.heads).zip(widths.iter().zip(&cuts));
        let columns = columns.filter(|(_, (width, _))| **width > 0);
        let columns: Vec<(Vec<String>, bool, usize)> = columns
            .map(|((cell, head), (width, cut))| {
                // Names are told in whole, in as many lines as that takes; only a single word may be too long.
                let pieces = if head.number && !heads {
                    vec![cell.to_owned()]
                } else {
                    at_spaces(cell, *width)
                };
                let pieces = pieces.iter().map(|piece| shortened(piece, *width, *cut)).collect();
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
    let heads: Vec<String> = shown.heads.iter().map(|head| tied_head(&head.text)).collect();
    for line in rows(heads.iter().map(String::as_str).collect(), true) {
        let _ = writeln!(out, "{dim}{line}{dim:#}");
    }
    for cells in &shown.rows {
        for line in rows(cells.iter().map(|cell| cell.text.as_str()).collect(), false) {
            let _ = writeln!(out, "{}", line.replace('\u{2007}', " ").trim_end());
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
        let of = |cells: &Vec<TableCell>| {
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

/// Essential columns that have no room beside other numbers, and stand below them.
fn left_for_below(shown: &Shown, widths: &[usize]) -> Vec<usize> {
    let numbers = (0..widths.len()).filter(|column| shown.heads[*column].number);
    let (out, here): (Vec<usize>, Vec<usize>) = numbers.partition(|column| widths[*column] == 0);
    let below = out.into_iter().filter(|column| shown.heads[*column].essential);
    below.filter(|_| !here.is_empty()).collect()
}

/// Columns that a narrow terminal does without, the least important first.
const SPARE: [&str; 18] = [
    "pairing", "25%", "75%", "min", "max", "sd", "5%", "95%", "mean rounds", "mean turns", "games", "games won",
    "looked into", "gap", "5–95%", "nobody", "before", "after",
];

/// Widths of the columns. Where a table is wider than `most`, a last column of explanations is left to the report (width 0),
/// then names are broken into lines between words, the longest first, then numbers are left to the report, and only then words
/// are cut.
fn widths(shown: &Shown, most: usize) -> Vec<usize> {
    let longest = |(column, head): (usize, &TableHead)| {
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

fn is_kept(shown: &Shown, column: usize) -> bool {
    KEPT.contains(&shown.heads[column].text.as_str())
}

/// What a column says of a wish, row by row; nothing where it is of none.
fn wished(shown: &Shown, column: usize) -> impl Iterator<Item = &str> {
    let cells = shown.rows.iter().filter_map(move |row| row.get(column));
    cells.map(|cell| &*cell.text).filter(|cell| cell.starts_with(WISHED))
}

fn is_wish(shown: &Shown, column: usize) -> bool {
    wished(shown, column).next().is_some()
}

/// Is it a column of a wish that is shown to be met in every row that has it?
fn is_met(shown: &Shown, column: usize) -> bool {
    is_wish(shown, column) && wished(shown, column).all(|cell| cell.starts_with(MET))
}

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
    let above = tied_head(&head.text);
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
fn tied_head(head: &str) -> String {
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

/// Where a text that is too long is cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    End,
    /// In its middle: the ends tell more.
    Middle,
}

impl Cut {
    /// That of a column: in the middle where cells that differ would else be cut to the same text.
    fn of_column(shown: &Shown, column: usize, width: usize) -> Self {
        let cells: BTreeSet<&str> = (shown.rows.iter())
            .filter_map(|row| Some(row.get(column)?.text.as_str()))
            .collect();
        let short: BTreeSet<String> = cells.iter().map(|cell| shortened(cell, width, Cut::End)).collect();
        if short.len() < cells.len() {
            Cut::Middle
        } else {
            Cut::End
        }
    }
}

/// Text of at most this width, with an ellipsis where it was cut.
fn shortened(text: &str, width: usize, cut: Cut) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let end = if cut == Cut::Middle { kept - kept / 3 } else { 0 };
    // As much from either end as fits: what a letter takes may depend on the one after it.
    let cuts = || text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let until = cuts().take_while(|at| text[..*at].width() <= kept - end).last();
    let from = cuts().find(|at| text[*at..].width() <= end);
    let (start, end) = (&text[..until.unwrap_or(0)], &text[from.unwrap_or(text.len())..]);
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_config::shell_quote::quoted;

    fn plain(results: &Results) -> String {
        anstream::adapter::strip_str(&terminal(&Insights::of_run(results), WIDTH)).to_string()
    }

    #[test]
    fn a_number_stays_with_its_sign_and_its_unit() {
        for (text, lines) in [
            ("known to ± 11.3 points", &["known to", "± 11.3 points"][..]),
            ("it is 4.0 (3.9 to 4.1) points", &["it is 4.0 (3.9", "to 4.1) points"]),
            ("at most now − 1 point", &["at most now", "− 1 point"]),
            ("about a point more", &["about a point", "more"]),
        ] {
            assert_eq!(wrap(text, text.len().min(17) - 2), lines, "{text}");
        }
    }

    #[test]
    fn one_configuration_is_printed_whole() {
        insta::assert_snapshot!(plain(&sample::single()));
    }

    #[test]
    fn variants_are_printed_with_their_differences() {
        insta::assert_snapshot!(plain(&sample::variants()));
    }

    #[test]
    fn many_configurations_get_one_row_each() {
        insta::assert_snapshot!(plain(&sample::matrix()));
    }

    #[test]
    fn other_bots_of_many_configurations_are_pointed_at() {
        let mut results = sample::matrix();
        let plain = |results: &Results| {
            let text = details(&Insights::of_run(results), WIDTH);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(!plain(&results).contains(ELSEWHERE));
        let mut other = results.configurations[0].clone();
        other.name = "gambler".to_owned();
        results.configurations[0].others = vec![other];
        assert!(plain(&results).contains(ELSEWHERE));
        results.configurations.truncate(1);
        assert!(!plain(&results).contains(ELSEWHERE));
    }

    #[test]
    fn commands_can_be_copied() {
        let text = "beside it: `git worktree add before COMMIT`, and \u{201c}`\u{201d} alone";
        let whole_line = [
            "beside it:",
            "`git worktree add before COMMIT`,",
            "and \u{201c}`\u{201d} alone",
        ];
        assert_eq!(wrap(text, 33), whole_line);
        let lines = [
            "beside it:",
            "`git worktree add \\",
            "before COMMIT`, and",
            "\u{201c}`\u{201d} alone",
        ];
        assert_eq!(wrap(text, 20), lines);
        let command = whole("balance why two.toml --variant 'one coin fewer'");
        assert_eq!(
            wrap(&format!("if it is meant: {command}"), 24),
            [
                "if it is meant:",
                "balance why two.toml \\",
                "--variant 'one coin fewer'"
            ]
        );
        let command = whole(&format!("balance run {} --games 3", quoted("my sc'en \"x\".toml")));
        let lines = ["balance run \\", "'my sc'\\''en \"x\".toml' \\", "--games 3"];
        assert_eq!(wrap(&command, 26), lines, "a quote behind a `\\` opens nothing");
        assert_eq!(at_spaces("`a b c`", 4), ["`a b", "c`"]);
    }

    #[test]
    fn every_line_fits() {
        let mut changed = sample::variants();
        changed.scenario.files = vec!["own games/with coins/riverbed-9p.toml".to_owned()];
        changed.scenario.set = vec![
            "end-points.coins=5".to_owned(),
            "name=a longer name than most".to_owned(),
        ];
        for results in [sample::single(), sample::variants(), sample::matrix(), changed] {
            for width in [60, 80, WIDTH, 200] {
                let text = anstream::adapter::strip_str(&terminal(&Insights::of_run(&results), width)).to_string();
                for line in text.lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}

#[cfg(test)]
mod column_tests;
