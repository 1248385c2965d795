//! What is printed after a run: findings first, then tables in columns, within a hundred characters where names allow.

use std::fmt::Write;

use super::findings::{Finding, Weight, findings};
use super::format;
use super::tables::{self, Shown};
use crate::table::Results;

/// With more configurations than this, only the overview is printed.
const WHOLE: usize = 3;
const WIDTH: usize = 100;

/// The text of a run; with colours as ANSI escapes, which the output strips where they do not belong.
pub fn terminal(results: &Results) -> String {
    let bold = anstyle::Style::new().bold();
    let scenario = &results.scenario;
    let mut out = String::new();
    let _ = writeln!(out, "\n{bold}{}{bold:#}", scenario.title);
    let played: u64 = results.configurations.iter().map(|each| each.games).sum();
    let count = results.configurations.len();
    let plural = if count == 1 {
        "one configuration".to_owned()
    } else {
        format!("{count} configurations")
    };
    let _ = writeln!(
        out,
        "{} of {}, {plural}, seed {}",
        format::games(played),
        scenario.game_title,
        scenario.seed
    );
    if let Some(reason) = results.configurations.first().and_then(|each| each.stopped.as_ref()) {
        let _ = writeln!(out, "Stopped: {reason}");
    }
    let _ = writeln!(out, "\n{bold}Findings{bold:#}");
    for finding in findings(results) {
        line(&mut out, &finding, count > 1);
    }
    if count > 1 {
        table(&mut out, &tables::overview(results));
    }
    if !results.comparisons.is_empty() {
        table(&mut out, &tables::comparisons(results));
    }
    if count <= WHOLE {
        for each in &results.configurations {
            if count > 1 {
                let _ = writeln!(out, "\n{bold}{}{bold:#}", each.name);
            }
            for shown in tables::of_configuration(each) {
                // Long lists are for the report.
                if shown.id != "components" {
                    table(&mut out, &shown);
                }
            }
        }
    }
    out
}

fn line(out: &mut String, finding: &Finding, several: bool) {
    let mark = match finding.weight {
        Weight::Change => ("→", anstyle::Style::new().bold()),
        Weight::Problem => ("!", anstyle::AnsiColor::Red.on_default().bold()),
        Weight::Notice => ("·", anstyle::Style::new()),
        Weight::Limit => ("?", anstyle::AnsiColor::Yellow.on_default()),
    };
    let (sign, style) = mark;
    let place = match &finding.configuration {
        Some(name) if several && finding.also.is_empty() => format!("{name}: "),
        Some(name) if several => format!("{name} (and {} more): ", finding.also.len()),
        _ => String::new(),
    };
    let text = format!(
        "{place}{} {} [{}]",
        finding.headline,
        finding.evidence,
        finding.strength.word()
    );
    for (at, piece) in wrap(&text, WIDTH - 4).into_iter().enumerate() {
        let lead = if at == 0 {
            format!("  {style}{sign}{style:#} ")
        } else {
            "    ".to_owned()
        };
        let _ = writeln!(out, "{lead}{piece}");
    }
}

/// Breaks text at spaces.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn table(out: &mut String, shown: &Shown) {
    let bold = anstyle::Style::new().bold();
    let dim = anstyle::Style::new().dimmed();
    let _ = writeln!(out, "\n{bold}{}{bold:#}", shown.title);
    let width = |column: usize| {
        let cells = shown.rows.iter().map(|row| row[column].text.chars().count());
        cells
            .chain([shown.heads[column].text.chars().count()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..shown.heads.len()).map(width).collect();
    // A last column of words that does not fit any more is left to the report.
    let total: usize = widths.iter().map(|width| width + 2).sum();
    let last = shown.heads.len() - 1;
    let columns = if total > WIDTH && !shown.heads[last].number && shown.id == "events" {
        last
    } else {
        last + 1
    };
    let row = |cells: Vec<&str>| {
        let pad = |(at, cell): (usize, &&str)| {
            let gap = " ".repeat(widths[at] - cell.chars().count());
            if shown.heads[at].number {
                format!("{gap}{cell}")
            } else {
                format!("{cell}{gap}")
            }
        };
        format!(
            "  {}",
            cells
                .iter()
                .take(columns)
                .enumerate()
                .map(pad)
                .collect::<Vec<_>>()
                .join("  ")
        )
    };
    let heads = row(shown.heads.iter().map(|head| head.text.as_str()).collect());
    let _ = writeln!(out, "{dim}{}{dim:#}", heads.trim_end());
    for cells in &shown.rows {
        let _ = writeln!(
            out,
            "{}",
            row(cells.iter().map(|cell| cell.text.as_str()).collect()).trim_end()
        );
    }
}
