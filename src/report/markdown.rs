//! `report.md`: the findings and the main tables, for pull requests and step summaries.

use std::fmt::Write;

use super::findings::findings;
use super::format;
use super::tables::{self, Shown};
use crate::table::Results;

/// The report as Markdown.
pub fn markdown(results: &Results) -> String {
    let scenario = &results.scenario;
    let several = results.configurations.len() > 1;
    let mut out = format!("# {}\n\n", escape(&scenario.title));
    let played: u64 = results.configurations.iter().map(|each| each.games).sum();
    let _ = writeln!(
        out,
        "{} of {}, seed {}, balance {}.\n\n## Findings\n",
        format::games(played),
        scenario.game_title,
        scenario.seed,
        results.program
    );
    for finding in findings(results) {
        let place = match &finding.configuration {
            Some(name) if several => format!("*{}* — ", escape(name)),
            _ => String::new(),
        };
        let strength = match finding.also.len() {
            0 => finding.strength.word().to_owned(),
            more => format!(
                "{}; also in {more} more configurations, less marked",
                finding.strength.word()
            ),
        };
        let _ = writeln!(
            out,
            "- {place}**{}** {} ({strength})",
            escape(&finding.headline),
            escape(&finding.evidence)
        );
    }
    if several {
        table(&mut out, &tables::overview(results));
    }
    if !results.comparisons.is_empty() {
        table(&mut out, &tables::comparisons(results));
    }
    for each in &results.configurations {
        if several {
            let _ = writeln!(out, "\n<details><summary>{}</summary>", escape(&each.name));
        }
        for shown in tables::of_configuration(each) {
            table(&mut out, &shown);
        }
        table(&mut out, &tables::provenance(each));
        if several {
            let _ = writeln!(out, "\n</details>");
        }
    }
    out
}

fn table(out: &mut String, shown: &Shown) {
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
fn escape(text: &str) -> String {
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
