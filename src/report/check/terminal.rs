//! The answers on the terminal: one line a configuration, and everything that is not within.

use std::fmt::Write;

use balance_kit::schema::words::things;

use super::{Outcome, UNPLAYED, advice, beside, cause, drift, name, sentence, to_tell, word};
use crate::judge::Verdict;
use crate::report::{format, wrap};

/// Where what is told of a configuration begins.
const INDENT: usize = 13;

impl Outcome<'_> {
    /// The text of a check, with colours as ANSI escapes, at most `most` characters wide where names allow.
    pub fn terminal(&self, most: usize) -> String {
        terminal(self, most)
    }
}

fn terminal(outcome: &Outcome<'_>, most: usize) -> String {
    let mut out = String::new();
    let all = outcome.all;
    let width = all.iter().map(|each| name(each).chars().count()).max().unwrap_or(0);
    for each in all {
        let found = each.verdict();
        let title = name(each);
        let gap = " ".repeat(width - title.chars().count());
        let metrics = things(each.rows.len(), "metric");
        let changed = drift(each);
        let said = changed
            .as_ref()
            .map_or_else(String::new, |(said, _)| format!("; {said}"));
        let text = format!("{title}{gap}  {metrics}, {}{said}", format::games(each.games));
        for (at, line) in wrap(&text, most.saturating_sub(INDENT)).iter().enumerate() {
            let _ = match at {
                0 => writeln!(out, "{}  {line}", coloured(found, word(each))),
                _ => writeln!(out, "{:INDENT$}{line}", ""),
            };
        }
        let told = |out: &mut String, text: &str| {
            for (at, line) in wrap(text, most.saturating_sub(INDENT + 2)).iter().enumerate() {
                let _ = writeln!(
                    out,
                    "{:indent$}{line}",
                    "",
                    indent = INDENT + if at == 0 { 0 } else { 2 }
                );
            }
        };
        if each.games == 0 {
            told(&mut out, UNPLAYED);
        }
        if let Some(cause) = cause(each) {
            told(&mut out, &cause);
        }
        for row in to_tell(each) {
            told(&mut out, &format!("{} {}", row.verdict.word(), sentence(each, row)));
        }
        if let Some((_, Some(command))) = changed {
            let _ = writeln!(out, "{:INDENT$}see {command}", "");
            if let Some(beside) = beside(each) {
                told(&mut out, &beside);
            }
        }
        if let Some(renamed) = &each.renamed {
            told(&mut out, renamed);
        }
        for advice in advice(each) {
            let text = advice.text();
            if let (Some(command), true) = (&advice.command, INDENT + text.chars().count() > most) {
                told(&mut out, &format!("{}:", advice.said));
                let _ = writeln!(out, "{:INDENT$}  {command}", "");
            } else {
                told(&mut out, &text);
            }
        }
    }
    for (at, line) in wrap(&outcome.total(), most.saturating_sub(11)).iter().enumerate() {
        let _ = match at {
            0 => writeln!(out, "\n{}  {line}", coloured(outcome.standing(), outcome.word())),
            _ => writeln!(out, "{:11}{line}", ""),
        };
    }
    out
}

/// The verdict in its colour, padded to the longest but that of an interruption.
fn coloured(standing: Verdict, word: &str) -> String {
    let colour = match standing {
        Verdict::Within => anstyle::AnsiColor::Green,
        Verdict::Outside => anstyle::AnsiColor::Red,
        Verdict::Undecided => anstyle::AnsiColor::Yellow,
    };
    let style = colour.on_default().bold();
    format!("{style}{word:<9}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn what_is_not_within_is_told() {
        let all = sample();
        let of_sample = Outcome {
            all: &all,
            ..Outcome::default()
        };
        let text = anstream::adapter::strip_str(&of_sample.terminal(80)).to_string();
        // Commands are to be copied whole.
        let fits = |line: &str| line.chars().count() <= 80 || line.contains("balance ");
        assert!(text.lines().all(fits), "{text}");
        insta::assert_snapshot!(text);
    }
}
