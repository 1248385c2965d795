//! The answers on the terminal: one line a configuration, and everything that is not within.

use std::collections::BTreeSet;
use std::fmt::Write;

use balance_kit::schema::words::things;
use unicode_width::UnicodeWidthStr;

use super::{Outcome, UNPLAYED, beside, cause, drift, name, sentence, to_tell, within, word};
use crate::{format, whole, wrap};
use balance_analysis::judge::Verdict;

/// Where what is told of a configuration begins.
const INDENT: usize = 13;

/// Where a scenario is named of which something is told as a whole.
const ABOVE: usize = 11;

impl Outcome<'_> {
    /// The text of a check, with colours as ANSI escapes, at most `most` characters wide where names allow.
    pub fn terminal(&self, most: usize) -> String {
        terminal(self, most)
    }
}

fn terminal(outcome: &Outcome<'_>, most: usize) -> String {
    let mut out = String::new();
    let all = outcome.all;
    let width = all.iter().map(|each| name(each).width()).max().unwrap_or(0);
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
    for scenario in outcome.scenarios() {
        // What is said of one configuration need not be said of another.
        let mut said = BTreeSet::new();
        for each in scenario {
            let found = each.verdict();
            let title = name(each);
            let gap = " ".repeat(width - title.width());
            let metrics = things(each.rows.len(), "metric");
            let changed = drift(each);
            let how = changed.as_ref().map_or_else(String::new, |(how, _)| format!("; {how}"));
            let text = format!("{title}{gap}  {metrics}, {}{how}", format::games(each.games));
            for (at, line) in wrap(&text, most.saturating_sub(INDENT)).iter().enumerate() {
                let _ = match at {
                    0 => writeln!(out, "{}  {line}", coloured(found, word(each))),
                    _ => writeln!(out, "{:INDENT$}{line}", ""),
                };
            }
            if each.games == 0 {
                told(&mut out, UNPLAYED);
            }
            if let Some(cause) = cause(each) {
                told(&mut out, &cause);
            }
            for row in to_tell(each) {
                told(&mut out, &format!("{} {}", row.verdict.word(), sentence(each, row)));
            }
            if let Some(within) = within(each) {
                told(&mut out, &format!("within the margin: {within}"));
            }
            if let Some((_, Some(command))) = changed {
                told(&mut out, &format!("see {}", whole(&command)));
                if let Some(beside) = beside(each).filter(|beside| said.insert(beside.clone())) {
                    told(&mut out, &beside);
                }
            }
            if let Some(renamed) = each.renamed.as_ref().filter(|renamed| said.insert((*renamed).clone())) {
                told(&mut out, renamed);
            }
        }
        let to_do = outcome.what_to_do(scenario);
        if scenario.len() > 1 && !to_do.is_empty() {
            let _ = writeln!(out, "{:ABOVE$}{}:", "", scenario[0].scenario);
        }
        for advice in to_do {
            if let [command] = &advice.commands[..] {
                told(&mut out, &format!("{}: {}", advice.said, whole(command)));
                continue;
            }
            let colon = if advice.commands.is_empty() { "" } else { ":" };
            told(&mut out, &format!("{}{colon}", advice.said));
            for command in &advice.commands {
                let _ = writeln!(out, "{:INDENT$}  {command}", "");
            }
        }
    }
    // The word of the whole may be longer than those above it.
    let before = ABOVE.max(outcome.word().chars().count() + 2);
    for (at, line) in wrap(&outcome.total(), most.saturating_sub(before)).iter().enumerate() {
        let _ = match at {
            0 => writeln!(out, "\n{}  {line}", coloured(outcome.standing(), outcome.word())),
            _ => writeln!(out, "{:ABOVE$}{line}", ""),
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
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        insta::assert_snapshot!(text);
    }

    /// Wherever a line ends, a command can be copied: a shell reads on behind a `\`.
    #[test]
    fn commands_can_be_copied() {
        let all = sample();
        let outcome = Outcome {
            all: &all[1..],
            ..Outcome::default()
        };
        for most in 60..120 {
            let text = outcome.terminal(most);
            let pieces: Vec<&str> = text.split(" \\\n").collect();
            let pieces: Vec<&str> = pieces.iter().map(|piece| piece.trim_start()).collect();
            let read = pieces.join(" ");
            for command in [
                "balance baseline scenarios/two.toml --games 20_480",
                "`git worktree add before COMMIT`",
            ] {
                assert!(read.lines().any(|line| line.contains(command)), "{most}: {text}");
            }
        }
    }

    /// Advice that is the same in every configuration stands below all of them, once.
    #[test]
    fn what_to_do_is_told_once_a_scenario() {
        let all = sample();
        let all = [all[1].clone(), all[1].clone()];
        let outcome = Outcome {
            all: &all,
            ..Outcome::default()
        };
        let text = outcome.terminal(200);
        for once in [
            "git worktree add before COMMIT",
            "\n           two:\n             if the change is meant: balance baseline scenarios/two.toml --games 20_480\n",
        ] {
            assert_eq!(text.matches(once).count(), 1, "{text}");
        }
    }
}
