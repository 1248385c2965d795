//! The answers on the terminal: one line a configuration, and everything that is not within.

use std::fmt::Write;

use super::{accept, cause, drift, name, sentence, to_tell, total, verdict};
use crate::gate::Checked;
use crate::judge::Verdict;
use crate::report::format;

/// The text of a check, with colours as ANSI escapes.
pub fn terminal(all: &[Checked]) -> String {
    let mut out = String::new();
    let width = all.iter().map(|each| name(each).chars().count()).max().unwrap_or(0);
    for each in all {
        let found = each.verdict();
        let title = name(each);
        let gap = " ".repeat(width - title.chars().count());
        let metrics = each.rows.len();
        let changed = drift(each);
        let said = changed
            .as_ref()
            .map_or_else(String::new, |(said, _)| format!("; {said}"));
        let _ = writeln!(
            out,
            "{}  {title}{gap}  {metrics} metrics, {}{said}",
            coloured(found),
            format::games(each.games)
        );
        if let Some(cause) = cause(each) {
            let _ = writeln!(out, "             {cause}");
        }
        for row in to_tell(each) {
            let _ = writeln!(out, "             {} {}", row.verdict.word(), sentence(row));
        }
        if let (true, Some((_, Some(command)))) = (found != Verdict::Within, changed) {
            let _ = writeln!(out, "             see {command}");
        }
        if let Some(command) = accept(each) {
            let _ = writeln!(out, "             if the change is meant: {command}");
        }
    }
    let _ = writeln!(out, "\n{}  {}", coloured(verdict(all)), total(all));
    out
}

/// The verdict in its colour, padded to the longest.
fn coloured(standing: Verdict) -> String {
    let colour = match standing {
        Verdict::Within => anstyle::AnsiColor::Green,
        Verdict::Outside => anstyle::AnsiColor::Red,
        Verdict::Undecided => anstyle::AnsiColor::Yellow,
    };
    let style = colour.on_default().bold();
    format!("{style}{:<9}{style:#}", standing.word())
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn what_is_not_within_is_told() {
        let text = anstream::adapter::strip_str(&terminal(&sample())).to_string();
        insta::assert_snapshot!(text);
    }
}
