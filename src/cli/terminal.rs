//! What is printed, how wide it is, and rows in columns. Results go to stdout, everything else to stderr.

use std::io::Write;

use super::Failure;
use balance_config::scenario::Frames;
use balance_kit::sanitize::obeyed;
use balance_report::wrap;

/// Prints a result in lines of text, on a terminal none longer than it is wide: what is broken goes on below the beginning of
/// its text.
pub fn print_hung(text: &str) -> Result<(), Failure> {
    match columns() {
        Some(width) => print(&hung(text, width)),
        None => print(text),
    }
}

/// The same for a talk, also where it goes to no terminal; without the end of its last line, which is only begun.
pub fn print_talk(text: &str) -> Result<(), Failure> {
    let broken = hung(text, width());
    print(if text.ends_with('\n') {
        &broken
    } else {
        broken.trim_end_matches('\n')
    })
}

/// The text with every line broken to this width; the rest of a line hangs two columns below where it begins.
fn hung(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if anstream::adapter::strip_str(line).to_string().chars().count() <= width || indent + 24 > width {
            out += line;
            out.push('\n');
            continue;
        }
        let pieces = wrap(line.trim_start(), width - indent - 2);
        for (at, piece) in pieces.iter().enumerate() {
            let more = if at == 0 { 0 } else { 2 };
            out += &" ".repeat(indent + more);
            out += piece;
            out.push('\n');
        }
    }
    out
}

/// Prints a result for people. A reader that has closed the pipe has seen enough.
pub fn print(text: &str) -> Result<(), Failure> {
    match write_out(text) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| unwritten("the text", &error)),
    }
}

/// Prints a result for programs, which must have it whole.
pub fn print_json(text: &str) -> Result<(), Failure> {
    write_out(text).map_err(|error| unwritten("the JSON", &error))
}

fn write_out(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(shown(text).as_bytes())?;
    out.flush()
}

/// The text with a mark in place of all that a terminal obeys but colours: it may quote anybody's files and folders.
fn shown(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mark = |text: &str| text.replace(|letter| letter != '\n' && obeyed(letter), "\u{fffd}");
    let mut out = mark(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
        let colour = end.filter(|end| piece[*end..].starts_with('m'));
        out += if colour.is_some() { "\u{1b}[" } else { "\u{fffd}[" };
        out += &mark(piece);
    }
    out
}

fn unwritten(what: &str, error: &std::io::Error) -> Failure {
    Failure::Unwritten(format!("{what} cannot be printed: {error}"))
}

/// Prints what is not a result.
pub fn remark(text: &str) {
    let text = &columns_of_remarks().map_or_else(|| text.to_owned(), |width| hung(text, width));
    let mut err = anstream::stderr().lock();
    let _ = err.write_all(shown(text).as_bytes());
}

pub fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Scenario(problems) => problems.render_within(Frames::Coloured, columns_of_remarks()),
        Failure::Verdict(_) | Failure::Interrupted => return,
        Failure::Missing(said) if said.is_empty() => return,
        Failure::Round(said) => said.clone(),
        other => format!("{}: {other}\n", error_word()),
    };
    remark(&without_numbers(&text));
}

/// The text without the numbers by which a system calls its errors: their words stand before them.
fn without_numbers(text: &str) -> String {
    let mut pieces = text.split(" (os error ");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |told, piece| {
        let rest = piece.split_once(')').map_or("", |(_, rest)| rest);
        told + rest
    })
}

fn error_word() -> String {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    format!("{style}error{style:#}")
}

/// Columns of the terminal that is printed to, from 60 to 200; none where what is printed goes elsewhere.
pub fn columns() -> Option<usize> {
    columns_of(&std::io::stdout())
}

/// So wide are lines of text that are broken: as the terminal; what goes elsewhere is no wider than a report.
pub fn width() -> usize {
    columns().unwrap_or(balance_report::WIDTH)
}

/// The same of texts that a wide terminal gives no more room.
pub fn narrow() -> usize {
    width().min(balance_report::WIDTH)
}

/// Columns of the terminal that remarks and mistakes are printed to; none where they go elsewhere.
pub fn columns_of_remarks() -> Option<usize> {
    columns_of(&std::io::stderr())
}

#[cfg(unix)]
fn columns_of(stream: &impl std::os::fd::AsFd) -> Option<usize> {
    rustix::termios::tcgetwinsize(stream)
        .ok()
        .map(|size| broken_at(size.ws_col))
}

#[cfg(windows)]
fn columns_of(stream: &impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| broken_at(width.0))
}

/// Where lines are broken on a terminal of so many columns: 80 where it does not say, and never before 60 nor behind 200.
fn broken_at(columns: u16) -> usize {
    match columns {
        0 => 80,
        columns => usize::from(columns).clamp(60, 200),
    }
}

/// The last column is no narrower while others can be, unless all that stands there is.
const LEAST: usize = 24;
/// It is never narrower than this, however wide the others are.
const NARROWEST: usize = 16;

/// Rows in columns, at most `most` characters wide where names allow: the last column is broken into lines of its own, and
/// where that does not do, the widest of the others, too.
pub fn aligned(heads: &[&str], rows: &[Vec<String>], most: usize) -> String {
    let longest = |column: usize, of: fn(&str) -> usize| {
        let cells = rows.iter().map(|row| of(&row[column]));
        cells.chain([of(heads[column])]).max().unwrap_or(0)
    };
    let others = 0..heads.len().saturating_sub(1);
    let mut widths: Vec<usize> = others.clone().map(|at| longest(at, whole)).collect();
    let words: Vec<usize> = others.map(|at| longest(at, word)).collect();
    let least = LEAST.min(longest(heads.len() - 1, whole));
    let taken = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
    while let Some(more) = (taken(&widths) + least).checked_sub(most).filter(|more| *more > 0) {
        let may_shrink = (0..widths.len()).filter(|at| widths[*at] > words[*at]);
        let Some(widest) = may_shrink.max_by_key(|at| widths[*at]) else {
            break;
        };
        widths[widest] = widths[widest].saturating_sub(more).max(words[widest]);
    }
    widths.push(most.saturating_sub(taken(&widths)).max(least.min(NARROWEST)));
    let line = |cells: Vec<&str>| {
        let fitted = cells.iter().zip(&widths).map(|(cell, width)| fitted(cell, *width));
        let cells: Vec<Vec<String>> = fitted.collect();
        let mut lines = String::new();
        for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let piece = |cell: &Vec<String>| cell.get(at).cloned().unwrap_or_default();
            let pieces = cells.iter().map(piece).zip(&widths);
            let last = widths.len() - 1;
            let padded = pieces.enumerate().map(|(column, (piece, width))| {
                if column < last {
                    format!("{piece:width$}  ")
                } else {
                    piece
                }
            });
            lines += padded.collect::<String>().trim_end();
            lines.push('\n');
        }
        lines
    };
    let mut text = line(heads.to_vec());
    for row in rows {
        text += &line(row.iter().map(String::as_str).collect());
    }
    text
}

fn whole(cell: &str) -> usize {
    cell.chars().count()
}

/// The length of its longest word.
fn word(cell: &str) -> usize {
    cell.split(' ').map(whole).max().unwrap_or(0)
}

/// A cell in lines of this width.
fn fitted(cell: &str, width: usize) -> Vec<String> {
    if whole(cell) <= width {
        vec![cell.to_owned()]
    } else {
        wrap(cell, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_marked_but_colours() {
        let text = "\u{1b}[1;31mred\u{1b}[0m \u{1b}[2J \u{1b}]0;x\u{7} \u{202e}a\n";
        let marked = "\u{1b}[1;31mred\u{1b}[0m \u{fffd}[2J \u{fffd}]0;x\u{fffd} \u{fffd}a\n";
        assert_eq!(shown(text), marked);
    }

    /// A terminal that says how many columns it has and not how many rows, as `stty cols 80` leaves some, has these columns.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_terminal_without_rows_has_columns() {
        let terminal = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/ptmx")
            .expect("a terminal");
        let columns = |columns: u16| {
            let mut size = rustix::termios::tcgetwinsize(&terminal).expect("a size");
            (size.ws_col, size.ws_row) = (columns, 0);
            rustix::termios::tcsetwinsize(&terminal, size).expect("set");
            columns_of(&terminal)
        };
        assert_eq!([72, 0, 20, 400].map(columns), [Some(72), Some(80), Some(60), Some(200)]);
        assert_eq!(columns_of(&tempfile::tempfile().expect("a file")), None);
    }

    #[test]
    fn meanings_are_broken_to_the_width_of_the_terminal() {
        let rows = vec![
            vec![
                "rain".to_owned(),
                "how much water falls from the sky onto the river in a round".to_owned(),
            ],
            vec!["frogs".to_owned(), "how many".to_owned()],
        ];
        let expected = "\
rule   meaning
rain   how much water falls from the
       sky onto the river in a round
frogs  how many
";
        assert_eq!(aligned(&["rule", "meaning"], &rows, 37), expected);
    }

    /// What is short in the last column needs no more room than it takes.
    #[test]
    fn names_stay_whole_where_numbers_follow() {
        let row = ["mekong 2", "open water", "1.2"].map(str::to_owned).to_vec();
        let expected = "\
table     variant     games/s
mekong 2  open water  1.2
";
        assert_eq!(aligned(&["table", "variant", "games/s"], &[row], 30), expected);
    }

    /// Where names leave no room for what they mean, the widest of them is broken, too.
    #[test]
    fn names_are_broken_where_they_leave_no_room() {
        let rows = [
            ["search, deep-search", "width", "Candidates at each decision"],
            ["mixed", "bots", "Bots as which it plays"],
        ];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let expected = "\
bot          setting  meaning
search,      width    Candidates at each
deep-search           decision
mixed        bots     Bots as which it plays
";
        assert_eq!(aligned(&["bot", "setting", "meaning"], &rows, 46), expected);
    }
}
