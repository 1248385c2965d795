//! What is printed after a run: findings first, then tables in columns, within the width of the terminal where names allow.

use std::fmt::Write;

use super::answers::answers;
use super::findings::{Finding, Weight, any_game, commands, errs, findings, words_of};
use super::format;
use super::tables::{self, Head, Shown};
use super::why;
use crate::table::{FEW_PARTED, Results};

/// With more configurations than this, only the overview is printed.
const WHOLE: usize = 4;
/// With more comparisons than this, their table is left to the report.
const COMPARED: usize = 12;
/// Characters in a line where what is printed goes to no terminal.
pub const WIDTH: usize = 100;
/// Text in longer lines is hard to read.
const LONGEST: usize = 110;
/// Names are not shortened below this.
const SHORTEST: usize = 12;
/// A word of so many letters is told in whole, whatever else is left out for it.
const WORD: usize = 24;

/// The text of a run in lines of `width` characters; with colours as ANSI escapes, which the output strips where they do not
/// belong.
pub fn terminal(results: &Results, width: usize) -> String {
    let text_width = width.min(LONGEST);
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out, "\n{bold}{}{bold:#}", results.scenario.title);
    head(&mut out, results, text_width);
    let found = findings(results);
    let _ = writeln!(out);
    for answer in answers(results, &found) {
        let text = format!("{} {}", answer.question, answer.text);
        for (at, piece) in wrap(&text, text_width - 2).into_iter().enumerate() {
            match piece.strip_prefix(answer.question) {
                Some(rest) if at == 0 => {
                    let _ = writeln!(out, "{bold}{}{bold:#}{rest}", answer.question);
                }
                _ => {
                    let _ = writeln!(out, "  {piece}");
                }
            }
        }
    }
    let content = tables::content(results);
    if !content.is_empty() {
        let _ = writeln!(out);
        hanging(&mut out, text_width, "Content: ", &content);
    }
    let _ = writeln!(out, "\n{bold}Findings{bold:#}");
    let count = results.configurations.len();
    for finding in &found {
        line(&mut out, finding, text_width);
    }
    again(&mut out, results, &found, text_width);
    if count > 1 {
        table(&mut out, &tables::overview(results), width);
        if let Some(shortlist) = tables::shortlist(results) {
            table(&mut out, &shortlist, width);
            paragraph(&mut out, width, "", &shortlist.note);
        }
    }
    if count <= WHOLE
        && let Some(others) = tables::others(results, true)
    {
        table(&mut out, &others, width);
        paragraph(&mut out, width, "", &others.note);
    }
    if !results.comparisons.is_empty() && results.comparisons.len() <= COMPARED {
        table(&mut out, &tables::comparisons(results), width);
    }
    if let Some(shown) = tables::parted::parted(results) {
        table(&mut out, &shown, width);
        // Of several changes the tables of each are left to the report.
        if let [only] = &results.parted[..]
            && only.found.looked >= FEW_PARTED
        {
            let _ = writeln!(out);
            if let Some(said) = why::foremost(only) {
                hanging(&mut out, text_width, "", &said);
            }
            if only.bots_alone.is_none() {
                table(&mut out, &tables::parted::places(only), width);
            }
            table(&mut out, &tables::parted::gains(only), width);
            let _ = writeln!(out);
            let games = why::samples(only);
            hanging(&mut out, text_width, "", &format!("Games to look at: {games}."));
        }
    }
    for said in tables::scripts::in_short(results) {
        let _ = writeln!(out);
        hanging(&mut out, text_width, "", &said);
    }
    if !results.scripts.is_empty() {
        let _ = writeln!(out);
        hanging(
            &mut out,
            text_width,
            "",
            "How often each line of a script had a say is in the report.",
        );
    }
    if count <= WHOLE {
        for each in &results.configurations {
            if count > 1 {
                let _ = writeln!(out, "\n{bold}{}{bold:#}", each.name);
                hanging(&mut out, text_width, "", &tables::facts(each));
            }
            for shown in tables::of_configuration(each) {
                // Long lists are for the report.
                if !matches!(shown.id, "components" | "role-seats") {
                    table(&mut out, &shown, width);
                }
            }
        }
    }
    out
}

fn head(out: &mut String, results: &Results, width: usize) {
    let scenario = &results.scenario;
    hanging(
        out,
        width,
        "",
        &format!("{} · balance {}", tables::summary(results), results.program),
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
    let indent = head.chars().count();
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
    let (sign, style) = match finding.weight {
        Weight::Change => ("→", anstyle::Style::new().bold()),
        Weight::Problem => ("!", anstyle::AnsiColor::Red.on_default().bold()),
        Weight::Notice => ("·", anstyle::Style::new()),
        Weight::Void | Weight::Limit => ("?", anstyle::AnsiColor::Yellow.on_default()),
    };
    let place = finding.place();
    let gap = if place.is_empty() { "" } else { " " };
    let (headline, evidence, word) = (&finding.headline, &finding.evidence, finding.word());
    let elsewhere = finding.elsewhere();
    let gaps = if elsewhere.is_empty() { "" } else { " " };
    // A limit of the whole run is shown by no game more than by another.
    let game = finding
        .sample
        .as_ref()
        .filter(|_| finding.weight != Weight::Limit)
        .map_or_else(String::new, |sample| format!("; {}", sample.short()));
    let text = format!("{headline}{gap}{place} {evidence}{gaps}{elsewhere} [{word}{game}]");
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
    let used = words_of(found).into_iter();
    let words: Vec<String> = used.map(|(word, meaning)| format!("{word}: {meaning}")).collect();
    let several = results.configurations.len() > 1;
    let texts = [
        format!("{}. {}", format::capital(&words.join("; ")), errs(results)),
        format!("To repeat: {}", commands(results)[0]),
        format!("To see a game: {} N", any_game(results, several.then_some("NAME"))),
    ];
    let _ = writeln!(out);
    for text in texts {
        for piece in wrap(&text, width - 4) {
            let _ = writeln!(out, "  {dim}{piece}{dim:#}");
        }
    }
}

/// Breaks text at spaces, but not between a number and its unit.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    const TIE: char = '\u{a0}';
    let tied = text
        .replace(" %", "\u{a0}%")
        .replace("p = ", "p\u{a0}=\u{a0}")
        .replace("p < ", "p\u{a0}<\u{a0}");
    let mut lines = vec![String::new()];
    for word in tied.split(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.into_iter().map(|line| line.replace(TIE, " ")).collect()
}

pub(super) fn table(out: &mut String, shown: &Shown, most: usize) {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let _ = writeln!(out, "\n{bold}{}{bold:#}", shown.title);
    let widths = widths(shown, most);
    let middle: Vec<bool> = (0..widths.len())
        .map(|column| alike(shown, column, widths[column]))
        .collect();
    let rows = |cells: Vec<&str>| -> Vec<String> {
        let columns = cells.into_iter().zip(&shown.heads).zip(widths.iter().zip(&middle));
        let columns = columns.filter(|(_, (width, _))| **width > 0);
        let columns: Vec<(Vec<String>, bool, usize)> = columns
            .map(|((cell, head), (width, middle))| {
                // Names are told in whole, in as many lines as that takes; only a single word may be too long.
                let pieces = if head.number {
                    vec![cell.to_owned()]
                } else {
                    wrap(cell, *width)
                };
                let pieces = pieces.iter().map(|piece| shortened(piece, *width, *middle)).collect();
                (pieces, head.number, *width)
            })
            .collect();
        let lines = columns.iter().map(|(pieces, ..)| pieces.len()).max().unwrap_or(0);
        let line = |at: usize| {
            let pad = |(pieces, number, width): &(Vec<String>, bool, usize)| {
                let piece = pieces.get(at).map_or("", String::as_str);
                let gap = " ".repeat(width - piece.chars().count());
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
    for line in rows(shown.heads.iter().map(|head| head.text.as_str()).collect()) {
        let _ = writeln!(out, "{dim}{line}{dim:#}");
    }
    for cells in &shown.rows {
        for line in rows(cells.iter().map(|cell| cell.text.as_str()).collect()) {
            let _ = writeln!(out, "{line}");
        }
    }
    let heads = shown.heads.iter().zip(&widths);
    let missing: Vec<String> = heads
        .filter(|(head, width)| head.number && **width == 0)
        .map(|(head, _)| head.text.clone())
        .collect();
    if !missing.is_empty() {
        let said = format!("Columns left out for want of room: {}.", missing.join(", "));
        for piece in wrap(&said, most.min(LONGEST) - 2) {
            let _ = writeln!(out, "  {dim}{piece}{dim:#}");
        }
    }
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
            .map(|cell| cell.text.chars().count());
        cells.chain([head.text.chars().count()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = shown.heads.iter().enumerate().map(longest).collect();
    if total(&widths) > most
        && shown.id == "events"
        && let Some(last) = widths.last_mut()
    {
        *last = 0;
    }
    let whole: Vec<usize> = (0..widths.len()).map(|column| longest_word(shown, column)).collect();
    narrow(&mut widths, shown, most, &whole);
    for spare in SPARE {
        if total(&widths) <= most {
            break;
        }
        if let Some(column) = shown.heads.iter().position(|head| head.text == spare) {
            widths[column] = 0;
        }
    }
    // What is named is told at least, and what was found first.
    for column in (2..widths.len()).rev() {
        if total(&widths) > most {
            widths[column] = 0;
        }
    }
    narrow(&mut widths, shown, most, &vec![SHORTEST; shown.heads.len()]);
    widths
}

/// What columns of these widths take.
fn total(widths: &[usize]) -> usize {
    widths.iter().filter(|width| **width > 0).map(|width| width + 2).sum()
}

/// Makes columns of names narrower, the widest first, as far as that is asked for and none below its least.
fn narrow(widths: &mut [usize], shown: &Shown, most: usize, least: &[usize]) {
    while total(widths) > most {
        let names = widths.iter_mut().zip(&shown.heads).zip(least);
        let names = names.filter(|((width, head), least)| !head.number && **width > **least);
        match names.map(|((width, _), _)| width).max() {
            Some(width) => *width -= 1,
            None => break,
        }
    }
}

/// So wide a column of names has to be that none of its words is cut, but for very long ones.
fn longest_word(shown: &Shown, column: usize) -> usize {
    let cells = shown.rows.iter().filter_map(|row| Some(row.get(column)?.text.as_str()));
    let words = cells
        .chain([shown.heads[column].text.as_str()])
        .flat_map(str::split_whitespace);
    let longest = words.map(|word| word.chars().count()).max().unwrap_or(0);
    longest.clamp(SHORTEST, WORD)
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
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let end = if middle { kept - kept / 3 } else { 0 };
    let start = text.chars().take(kept - end).chain(['…']);
    start.chain(text.chars().skip(length - end)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn plain(results: &Results) -> String {
        anstream::adapter::strip_str(&terminal(results, WIDTH)).to_string()
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
    fn every_line_fits() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            for width in [60, 80, WIDTH, 200] {
                let text = anstream::adapter::strip_str(&terminal(&results, width)).to_string();
                for line in text.lines() {
                    assert!(
                        line.chars().count() <= width || line.contains("balance "),
                        "{width}: {line}"
                    );
                }
            }
        }
    }

    /// Where games part is not cut, however long it is: every word stands there, in the column it belongs to.
    #[test]
    fn long_places_are_told_in_whole() {
        use super::super::tables::cell::{count, figure, text, word};
        let place = "both end: several sets at once / different colours";
        let mut shown = Shown {
            id: "places",
            title: "Where".to_owned(),
            note: String::new(),
            heads: vec![word(""), word("where"), figure("games", "")],
            rows: vec![
                vec![text("A"), text(place), count(12)],
                vec![text("B"), text("nowhere"), count(1)],
            ],
        };
        let printed = |shown: &Shown, width: usize| {
            let mut out = String::new();
            table(&mut out, shown, width);
            anstream::adapter::strip_str(&out).to_string()
        };
        let expected = "
Where
     where                         games
  A  both end: several sets at        12
     once / different colours
  B  nowhere                           1
";
        assert_eq!(printed(&shown, 40), expected);
        assert!(printed(&shown, 80).contains(place));
        // A number is left out before a word is cut, and that is said.
        shown.rows[0][1] = text("starting-cards one-more");
        let narrow = printed(&shown, 20);
        assert!(
            narrow.contains("starting-cards\n") && narrow.contains("one-more\n"),
            "{narrow}"
        );
        assert!(!narrow.contains('…') && !narrow.contains("12"), "{narrow}");
        let said = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.ends_with("Columns left out for want of room: games."), "{narrow}");
        // A word that does not fit is cut, as names are elsewhere.
        shown.rows[0][1] = text("x".repeat(60));
        assert!(printed(&shown, 40).lines().all(|line| line.chars().count() <= 40));
    }

    #[test]
    fn names_that_differ_at_their_ends_are_cut_in_the_middle() {
        assert_eq!(shortened("con-cost 1, cards 2", 12, false), "con-cost 1,…");
        assert_eq!(shortened("con-cost 1, cards 2", 12, true), "con… cards 2");
        assert_eq!(shortened("con-cost 1", 12, true), "con-cost 1");
    }
}
