//! The answers as Markdown, for the summary of a step in continuous integration.

use std::fmt::Write;

use super::{Outcome, Refused, UNPLAYED, advice, beside, cause, drift, name, notes, orphaned, sentence, to_tell, word};
use crate::gate::Checked;
use crate::judge::Verdict;
use crate::report::format;

impl Outcome<'_> {
    /// A heading with the verdict, what could not be checked and what is not within, and all configurations in a table.
    pub fn markdown(&self) -> String {
        markdown(self)
    }
}

fn markdown(outcome: &Outcome<'_>) -> String {
    let all = outcome.all;
    let mut out = format!("## Balance: {}\n\n{}\n", outcome.word(), escape(&outcome.total()));
    for refused in outcome.refused {
        let (name, said) = (escape(&refused.name()), refused.error.trim_end());
        let _ = write!(out, "\n### {name}\n\n```\n{said}\n```\n");
    }
    for orphan in outcome.orphans {
        let _ = writeln!(out, "\n{}.", escape(&orphaned(orphan)));
    }
    if all.is_empty() {
        return out;
    }
    // What is within is told of where something is not what it was.
    let changed = |each: &&Checked| each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let has_bands = |each: &&Checked| each.rows.iter().any(|row| row.against == "band");
    for each in all
        .iter()
        .filter(|each| each.verdict() != Verdict::Within || changed(each) || has_bands(each) || !notes(each).is_empty())
    {
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
        if let Some((said, command)) = drift(each) {
            let shown = command.map_or_else(String::new, |command| format!(": `{command}`"));
            let _ = writeln!(
                out,
                "- {said}{shown}{}",
                beside(each).map_or(String::new(), |beside| format!("; {beside}"))
            );
        }
        if let Some(renamed) = &each.renamed {
            let _ = writeln!(out, "- {}", escape(renamed));
        }
        for advice in advice(each) {
            let said = escape(&format::capital(&advice.said));
            let _ = match &advice.command {
                Some(command) => writeln!(out, "- {said}: `{command}`"),
                None => writeln!(out, "- {said}."),
            };
        }
    }
    out.push_str("\n| configuration | verdict | metrics | games |\n| --- | --- | ---: | ---: |\n");
    let elsewhere = |refused: &&Refused| !all.iter().any(|each| refused.is_of(each));
    for refused in outcome.refused.iter().filter(elsewhere) {
        let _ = writeln!(out, "| {} | not checked | | |", escape(&refused.name()));
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
            escape(&name(each)),
            format::count(each.games)
        );
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn the_summary_names_what_is_not_within() {
        let (all, orphans) = (sample(), ["reports/baselines/old.json".to_owned()]);
        let outcome = Outcome {
            all: &all,
            orphans: &orphans,
            ..Outcome::default()
        };
        insta::assert_snapshot!(outcome.markdown());
    }
}
