//! Rows in columns.

use balance_report::wrap;

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
            ["search, search-deep", "width", "Candidates at each decision"],
            ["mixed", "bots", "Bots as which it plays"],
        ];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let expected = "\
bot          setting  meaning
search,      width    Candidates at each
search-deep           decision
mixed        bots     Bots as which it plays
";
        assert_eq!(aligned(&["bot", "setting", "meaning"], &rows, 46), expected);
    }
}
