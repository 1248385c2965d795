//! The answers on the terminal: one line a configuration, and everything that is not within.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{
    CheckOutcome, Refused, UNPLAYED, beside, cause, drift, name, notes, orphaned, sentence, to_tell, within, word,
};
use crate::markdown::{escape, escape_cell};
use crate::{format, whole, wrap};
use balance_analysis::gate::Checked;
use balance_analysis::judge::Verdict;
use balance_kit::schema::messages::things;
use unicode_width::UnicodeWidthStr;

/// Where what is told of a configuration begins.
const INDENT: usize = 13;

/// Where a scenario is named of which something is told as a whole.
const ABOVE: usize = 11;

impl CheckOutcome<'_> {
    /// The text of a check, with colours as ANSI escapes, at most `most` characters wide where names allow.
    pub fn terminal(&self, most: usize) -> String {
        terminal(self, most)
    }
}

fn terminal(outcome: &CheckOutcome<'_>, most: usize) -> String {
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

impl CheckOutcome<'_> {
    /// A heading with the verdict, all configurations in a table, what could not be checked, and what is not within.
    pub fn markdown(&self) -> String {
        markdown(self)
    }
}

fn markdown(outcome: &CheckOutcome<'_>) -> String {
    let all = outcome.all;
    let (word, besides) = (outcome.word(), outcome.besides());
    let mut out = format!("## Balance: {word}{besides}\n\n{}\n", escape(&outcome.total()));
    if !all.is_empty() || !outcome.orphans.is_empty() {
        out += &table(outcome);
    }
    for refused in outcome.refused {
        let (name, said) = (escape(&refused.title()), refused.error.trim_end());
        let _ = write!(out, "\n### {name}\n\n```\n{said}\n```\n");
    }
    for orphan in outcome.orphans {
        let _ = writeln!(out, "\n{}.", escape(&orphaned(orphan)));
    }
    let mut scenarios: Vec<&[Checked]> = outcome.scenarios().collect();
    scenarios.sort_by_key(|all| all.iter().map(rank).min());
    for scenario in scenarios {
        out += &section(outcome, scenario);
    }
    out
}

/// What fails goes first.
fn rank(each: &Checked) -> u8 {
    match each.verdict() {
        Verdict::Outside => 0,
        Verdict::Undecided => 1,
        Verdict::Within => 2,
    }
}

/// All configurations with their verdicts.
fn table(outcome: &CheckOutcome<'_>) -> String {
    let all = outcome.all;
    let mut out = "\n| configuration | verdict | metrics | games |\n| --- | --- | ---: | ---: |\n".to_owned();
    let elsewhere = |refused: &&Refused| !all.iter().any(|each| refused.is_of(each));
    for refused in outcome.refused.iter().filter(elsewhere) {
        let _ = writeln!(out, "| {} | not checked | | |", escape_cell(&refused.title()));
    }
    for orphan in outcome.lost_by_themselves() {
        let _ = writeln!(out, "| {} | no scenario | | |", escape_cell(orphan));
    }
    for each in all {
        let (word, metrics) = (word(each), each.rows.len());
        let alone = if outcome.refused.iter().any(|refused| refused.is_of(each)) {
            ", but of no baseline"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "| {} | {word}{alone} | {metrics} | {} |",
            escape_cell(&name(each)),
            format::count(each.games)
        );
    }
    out
}

/// What is told of the configurations of one scenario, and what to do about them.
fn section(outcome: &CheckOutcome<'_>, scenario: &[Checked]) -> String {
    let mut out = String::new();
    // What is within is told of where something is not what it was.
    let changed = |each: &Checked| {
        let inputs = each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
        inputs || each.changed.is_some_and(|changed| changed > 0)
    };
    let has_bands = |each: &Checked| each.rows.iter().any(|row| row.against == "band");
    let told = |each: &&Checked| {
        each.verdict() != Verdict::Within || changed(each) || has_bands(each) || !notes(each).is_empty()
    };
    let mut all: Vec<&Checked> = scenario.iter().filter(told).collect();
    all.sort_by_key(|each| rank(each));
    // What is said of one configuration need not be said of another.
    let mut known = BTreeSet::new();
    for each in all {
        let _ = writeln!(out, "\n### {}\n", escape(&name(each)));
        if each.games == 0 {
            let _ = writeln!(out, "- {}", format::capital(UNPLAYED));
        }
        if let Some(cause) = cause(each) {
            let _ = writeln!(out, "- {}", escape(&cause));
        }
        for row in to_tell(each) {
            let _ = writeln!(out, "- **{}**: {}.", row.verdict.word(), escape(&sentence(each, row)));
        }
        if let Some(within) = within(each) {
            let _ = writeln!(out, "- **within** the margin: {}.", escape(&within));
        }
        if let Some((said, command)) = drift(each) {
            let shown = command.map_or_else(String::new, |command| format!(": `{command}`"));
            let beside = beside(each).filter(|beside| known.insert(beside.clone()));
            let beside = beside.map_or(String::new(), |beside| format!("; {beside}"));
            let _ = writeln!(out, "- {said}{shown}{beside}");
        }
        if let Some(renamed) = each.renamed.as_ref().filter(|renamed| known.insert((*renamed).clone())) {
            let _ = writeln!(out, "- {}", escape(renamed));
        }
    }
    let to_do = outcome.what_to_do(scenario);
    if scenario.len() > 1 && !to_do.is_empty() {
        let _ = writeln!(out, "\n### {}: what to do\n", escape(&scenario[0].scenario));
    }
    for advice in to_do {
        let said = escape(&format::capital(&advice.said));
        let _ = match &advice.commands[..] {
            [] => writeln!(out, "- {said}."),
            [command] => writeln!(out, "- {said}: `{command}`"),
            several => writeln!(out, "- {said}:\n\n  ```\n  {}\n  ```", several.join("\n  ")),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn what_is_not_within_is_told() {
        let all = sample();
        let of_sample = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let text = anstream::adapter::strip_str(&of_sample.terminal(80)).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        insta::assert_snapshot!(text);
    }

    /// Wherever a line ends, a command can be copied: a shell reads on behind a `\`.
    #[test]
    fn commands_can_be_copied() {
        let all = sample();
        let outcome = CheckOutcome {
            all: &all[1..],
            ..CheckOutcome::default()
        };
        for most in 60..120 {
            let text = outcome.terminal(most);
            let pieces: Vec<&str> = text.split(" \\\n").collect();
            let pieces: Vec<&str> = pieces.iter().map(|piece| piece.trim_start()).collect();
            let read = pieces.join(" ");
            for command in [
                "balance baseline scenarios/two.toml",
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
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let text = outcome.terminal(200);
        for once in [
            "git worktree add before COMMIT",
            "\n           two:\n             if the change is meant: balance baseline scenarios/two.toml\n",
        ] {
            assert_eq!(text.matches(once).count(), 1, "{text}");
        }
    }
}

#[cfg(test)]
mod markdown_tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn the_summary_names_what_is_not_within() {
        let (all, orphans) = (sample(), ["reports/baselines/old.json".to_owned()]);
        let outcome = CheckOutcome {
            all: &all,
            orphans: &orphans,
            ..CheckOutcome::default()
        };
        insta::assert_snapshot!(outcome.markdown());
    }

    /// A name may hold anything, and none of it becomes a link, emphasis or a column.
    #[test]
    fn no_name_is_read_as_markup() {
        let mut all = sample();
        "a](http://x) _b_ | `c`".clone_into(&mut all[0].scenario);
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let text = outcome.markdown();
        assert!(text.contains(r"a\](http://x) \_b\_ \| \`c\`"), "{text}");
    }

    /// What fails stands before what does not, whatever its place in the command.
    #[test]
    fn what_fails_goes_first() {
        let mut all = sample();
        all[0].changed = Some(5);
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let text = outcome.markdown();
        let at = |piece: &str| text.find(piece).unwrap_or_else(|| panic!("{piece} is not in {text}"));
        assert!(
            at("| one | within") < at("### two") && at("### two") < at("### one"),
            "{text}"
        );
        assert!(text.ends_with("later changes add up to it: `balance baseline scenarios/one.toml`\n"));
    }
}
