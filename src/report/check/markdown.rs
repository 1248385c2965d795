//! The answers as Markdown, for the summary of a step in continuous integration.

use std::fmt::Write;

use super::{advice, cause, drift, name, notes, orphaned, sentence, to_tell, total, waits, word};
use crate::gate::Checked;
use crate::judge::Verdict;
use crate::report::format;

/// A heading with the verdict, what is not within, and all configurations in a table.
pub fn markdown(all: &[Checked], orphans: &[String]) -> String {
    let mut out = format!("## Balance: {}\n\n{}\n", word(all), total(all));
    for orphan in orphans {
        let _ = writeln!(out, "\n{}.", escape(&orphaned(orphan)));
    }
    // What is within is told of where something is not what it was.
    let changed = |each: &&Checked| each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    for each in all
        .iter()
        .filter(|each| each.verdict() != Verdict::Within || changed(each) || !notes(each).is_empty())
    {
        let _ = writeln!(out, "\n### {}\n", escape(&name(each)));
        if let Some(cause) = cause(each) {
            let _ = writeln!(out, "- {}", escape(&cause));
        }
        for row in to_tell(each) {
            let _ = writeln!(out, "- **{}**: {}.", row.verdict.word(), escape(&sentence(each, row)));
        }
        if let Some((said, command)) = drift(each) {
            let shown = command.map_or_else(String::new, |command| format!(": `{command}`"));
            let _ = writeln!(out, "- {said}{shown}");
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
    for each in all {
        let (word, metrics) = (word(std::slice::from_ref(each)), each.rows.len());
        let _ = writeln!(
            out,
            "| {} | {word} | {metrics} | {} |",
            escape(&name(each)),
            format::count(each.games)
        );
    }
    out
}

/// That nothing was checked, and why: scenarios with what is wrong with them; nothing is with those that wait.
pub fn markdown_of_refused(refused: &[(String, Option<String>)]) -> String {
    let mut out = "## Balance: not checked\n".to_owned();
    let waits = waits(refused);
    for (scenario, said) in refused {
        let said = said.as_deref().unwrap_or(&waits);
        let _ = write!(out, "\n### {}\n\n```\n{}\n```\n", escape(scenario), said.trim_end());
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
        insta::assert_snapshot!(markdown(&sample(), &["reports/baselines/old.json".to_owned()]));
    }
}
