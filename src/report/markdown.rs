//! `report.md`: the findings and the main tables, for pull requests and step summaries.

use std::fmt::Write;

use super::findings::{commands, findings};
use super::tables::{self, Shown};
use crate::table::{Configuration, Results};

/// With more configurations or changes than this, the text is kept short.
const FEW: usize = 4;

/// The report as Markdown.
pub fn markdown(results: &Results) -> String {
    let several = results.configurations.len() > 1;
    let mut out = format!("# {}\n\n", escape(&results.scenario.title));
    let _ = writeln!(
        out,
        "{}, balance {}.\n",
        escape(&tables::summary(results)),
        results.program
    );
    let content = tables::content(results);
    if !content.is_empty() {
        let _ = writeln!(out, "Content: {}.\n", escape(&content));
    }
    let _ = writeln!(out, "## Findings\n");
    for finding in findings(results) {
        let place = finding.place();
        let gap = if place.is_empty() { "" } else { " " };
        let (headline, evidence, word) = (&finding.headline, &finding.evidence, finding.strength.word());
        let _ = writeln!(
            out,
            "- **{}**{gap}{} {} ({word})",
            escape(headline),
            escape(&place),
            escape(evidence)
        );
    }
    if several {
        table(&mut out, &tables::overview(results));
    }
    if !results.comparisons.is_empty() {
        folded(
            &mut out,
            "What each change does",
            results.comparisons.len() > FEW,
            |out| {
                table(out, &tables::comparisons(results));
            },
        );
    }
    for each in &results.configurations {
        folded(&mut out, &each.name, several, |out| {
            configuration(out, each, results.configurations.len() > FEW);
        });
    }
    let _ = writeln!(out, "\n## Again\n\n```sh\n{}\n```", commands(results)[0]);
    out
}

fn configuration(out: &mut String, each: &Configuration, short: bool) {
    let _ = writeln!(out, "\n{}.", escape(&tables::facts(each)));
    for shown in tables::of_configuration(each) {
        // A comment on a pull request is cut off when it grows too long.
        if !short || matches!(shown.id, "sides" | "seats" | "lengths" | "endings") {
            table(out, &shown);
        }
    }
    if !short {
        table(out, &tables::provenance(each));
    }
}

fn folded(out: &mut String, name: &str, fold: bool, inside: impl FnOnce(&mut String)) {
    if fold {
        let _ = writeln!(out, "\n<details><summary>{}</summary>", escape(name));
    }
    inside(out);
    if fold {
        let _ = writeln!(out, "\n</details>");
    }
}

pub(super) fn table(out: &mut String, shown: &Shown) {
    let _ = writeln!(out, "\n### {}\n\n{}\n", shown.title, escape(&shown.note));
    let cells = |texts: Vec<String>| format!("| {} |", texts.join(" | "));
    let _ = writeln!(
        out,
        "{}",
        cells(shown.heads.iter().map(|head| escape(&head.text)).collect())
    );
    let rule = shown
        .heads
        .iter()
        .map(|head| if head.number { "---:" } else { "---" }.to_owned());
    let _ = writeln!(out, "{}", cells(rule.collect()));
    for row in &shown.rows {
        let _ = writeln!(out, "{}", cells(row.iter().map(|cell| escape(&cell.text)).collect()));
    }
}

/// Names may hold anything; in a table they may not end the cell or become markup.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn one_configuration_is_written_whole() {
        insta::assert_snapshot!(markdown(&sample::single()));
    }

    #[test]
    fn variants_are_folded_away_below_their_differences() {
        insta::assert_snapshot!(markdown(&sample::variants()));
    }

    #[test]
    fn many_configurations_fit_in_a_comment() {
        // The limit of a comment on a pull request is 65,536 characters.
        assert!(markdown(&sample::matrix()).len() < 120_000);
    }

    #[test]
    fn names_cannot_become_markup() {
        let text = markdown(&sample::variants());
        assert!(!text.contains("<b>"), "HTML is escaped");
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut last = None;
        for line in text.lines() {
            if line.starts_with("| ") {
                let here = bars(line);
                assert!(last.is_none_or(|before| before == here), "{line}");
                last = Some(here);
            } else {
                last = None;
            }
        }
        assert!(rows.count() > 50);
    }
}
