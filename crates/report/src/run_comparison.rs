//! What changed between two stored runs.

use super::document::{Block, Document};
use super::tables::Shown;
use super::tables::cell::{estimate, number, text};
use super::{format, markdown, terminal};
use crate::metrics::metric_words;
use balance_config::scenario::{Margins, Of};
use balance_inference::table::{ChangeRow, ComparedRun, ConfigurationChange, DifferenceVerdict, Rate, RunComparison};

/// With more configurations than this, those in which nothing is shown to have changed are only named.
const WHOLE: usize = 4;

/// So many names stand in a line.
const NAMED: usize = 4;

/// What is printed, in lines of `width` characters where names allow; with colours as ANSI escapes.
pub fn run_comparison_terminal(found: &RunComparison, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let title = terminal::wrap(&title(found), width).join("\n");
    format!("{bold}{title}{bold:#}\n{}", terminal::document(&document(found), width))
}

/// The same for a pull request.
pub fn run_comparison_markdown(found: &RunComparison) -> String {
    format!(
        "# {}\n\n{}",
        markdown::escape(&title(found)),
        markdown::document(&document(found))
    )
}

fn title(found: &RunComparison) -> String {
    if found.a.title == found.b.title {
        format!("What changed: {}", found.a.title)
    } else {
        format!("What changed: from “{}” to “{}”", found.a.title, found.b.title)
    }
}

fn document(found: &RunComparison) -> Document {
    let run = |run: &ComparedRun| {
        format!(
            "{} of {} · seed {} · balance {}",
            format::games(run.games),
            run.game_title,
            run.seed,
            run.program
        )
    };
    let mut blocks = vec![
        Block::Lines {
            title: None,
            lines: vec![("Before", run(&found.a)), ("After", run(&found.b))],
        },
        Block::Lines {
            title: Some("Verdict"),
            lines: verdict(found),
        },
    ];
    blocks.extend(found.remarks.iter().cloned().map(Block::Paragraph));
    for each in found.configurations.iter().filter(|each| is_shown(found, each)) {
        blocks.push(Block::Table(table_of(each, found)));
        blocks.extend(each.remarks.iter().cloned().map(Block::Paragraph));
    }
    blocks
}

/// Is the table of a configuration shown: where something has changed, or where there are few?
fn is_shown(found: &RunComparison, each: &ConfigurationChange) -> bool {
    let changed = |row: &ChangeRow| {
        row.verdict == DifferenceVerdict::Different && !row.simultaneous.is_within(margin(row, found.margins))
    };
    !each.same && (found.configurations.len() <= WHOLE || each.rows.iter().any(changed))
}

/// Within how much a difference counts as none.
fn margin(row: &ChangeRow, margins: Margins) -> f64 {
    margins.margin(Of::metric(&row.metric).mean().is_none(), row.a)
}

/// Each kind of answer with the configurations that have it.
fn verdict(found: &RunComparison) -> Vec<(&'static str, String)> {
    let has = |each: &ConfigurationChange, verdict| each.rows.iter().any(|row| row.verdict == verdict);
    let label = |each: &ConfigurationChange| {
        if each.same {
            "The same"
        } else if has(each, DifferenceVerdict::Different) {
            "Changed"
        } else if has(each, DifferenceVerdict::Undecided) || each.other_sides {
            "Undecided"
        } else {
            "Equal"
        }
    };
    let labelled = |wanted: &str| -> Vec<&str> {
        let all = found.configurations.iter().filter(|each| label(each) == wanted);
        all.map(|each| each.name.as_str()).collect()
    };
    let equal = format!(": within {} in everything", format::margins(found.margins));
    let lines = [
        ("The same", labelled("The same"), ": to the last number"),
        ("Changed", labelled("Changed"), ""),
        ("Equal", labelled("Equal"), equal.as_str()),
        ("Undecided", labelled("Undecided"), ""),
        ("Only before", found.only_a.iter().map(String::as_str).collect(), ""),
        ("Only after", found.only_b.iter().map(String::as_str).collect(), ""),
    ];
    let line = |(label, names, then): (&'static str, Vec<&str>, &str)| {
        let first: Vec<String> = names.iter().take(NAMED).map(|name| format!("“{name}”")).collect();
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!names.is_empty()).then(|| (label, format!("{}{more}{then}", first.join(", "))))
    };
    lines.into_iter().filter_map(line).collect()
}

fn table_of(each: &ConfigurationChange, found: &RunComparison) -> Shown {
    let [a, b] = each.games;
    let note = format!(
        "{} before, {} after. Intervals hold for all versions at once. Equal: shown to lie within {}.",
        format::games(a),
        format::games(b),
        format::margins(found.margins)
    );
    let show = |row: &ChangeRow, value: f64| match Of::metric(&row.metric).mean() {
        Some(_) => format::plain(value, 2),
        None => format::percent(value, 1),
    };
    let help = "after minus before; shares in points; the interval holds for all rows of all versions";
    Shown::of_rows("changes", &each.name, &each.rows)
        .note(note)
        .words("metric", |row| text(metric_words(&row.called)))
        .figure("before", "in the first run", |row| number(show(row, row.a), row.a))
        .figure("after", "in the second run", |row| number(show(row, row.b), row.b))
        .figure("difference", help, |row| {
            estimate(difference(row, row.simultaneous), row.simultaneous)
        })
        .words("verdict", |row| {
            text(row.verdict.words(row.simultaneous, margin(row, found.margins)))
        })
        .build()
}

/// A difference with its interval, in points or in the unit of the length.
fn difference(row: &ChangeRow, rate: Rate) -> String {
    if Of::metric(&row.metric).mean().is_none() {
        format::points(rate)
    } else if rate.hi - rate.lo < 1e6 {
        format::signed(rate, 1.0, 2)
    } else {
        format::plain(rate.value, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_inference::table;

    #[test]
    fn other_sides_are_named_and_not_called_equal() {
        let before = sample::single();
        let mut after = before.clone();
        for row in &mut after.configurations[0].sides {
            row.side = format!("other {}", row.side);
        }
        let found = table::compare_runs(&before, &after).expect("runs of one game");
        let told = run_comparison_terminal(&found, 80);
        assert!(
            told.contains("Only in the second run can these win: other merchants"),
            "{told}"
        );
        assert!(told.contains("Undecided") && !told.contains("in everything"), "{told}");
    }
}
