//! The answers as Markdown, for the summary of a step in continuous integration.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Outcome, Refused, UNPLAYED, beside, cause, drift, name, notes, orphaned, sentence, to_tell, within, word};
use crate::format;
use crate::markdown::{escape, escape_cell};
use balance_analysis::gate::Checked;
use balance_analysis::judge::Verdict;

impl Outcome<'_> {
    /// A heading with the verdict, all configurations in a table, what could not be checked, and what is not within.
    pub fn markdown(&self) -> String {
        markdown(self)
    }
}

fn markdown(outcome: &Outcome<'_>) -> String {
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
fn table(outcome: &Outcome<'_>) -> String {
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
fn section(outcome: &Outcome<'_>, scenario: &[Checked]) -> String {
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
    fn the_summary_names_what_is_not_within() {
        let (all, orphans) = (sample(), ["reports/baselines/old.json".to_owned()]);
        let outcome = Outcome {
            all: &all,
            orphans: &orphans,
            ..Outcome::default()
        };
        insta::assert_snapshot!(outcome.markdown());
    }

    /// A name may hold anything, and none of it becomes a link, emphasis or a column.
    #[test]
    fn no_name_is_read_as_markup() {
        let mut all = sample();
        "a](http://x) _b_ | `c`".clone_into(&mut all[0].scenario);
        let outcome = Outcome {
            all: &all,
            ..Outcome::default()
        };
        let text = outcome.markdown();
        assert!(text.contains(r"a\](http://x) \_b\_ \| \`c\`"), "{text}");
    }

    /// What fails stands before what does not, whatever its place in the command.
    #[test]
    fn what_fails_goes_first() {
        let mut all = sample();
        all[0].changed = Some(5);
        let outcome = Outcome {
            all: &all,
            ..Outcome::default()
        };
        let text = outcome.markdown();
        let at = |piece: &str| text.find(piece).unwrap_or_else(|| panic!("{piece} is not in {text}"));
        assert!(
            at("| one | within") < at("### two") && at("### two") < at("### one"),
            "{text}"
        );
        assert!(text.ends_with("later changes add up to it: `balance baseline scenarios/one.toml --games 2_048`\n"));
    }
}
