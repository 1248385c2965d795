//! What changed between two stored runs, as text and as Markdown.

use std::fmt::Write;

use super::tables::Shown;
use super::tables::cell::{TableCell, estimate, figure, number, text, word};
use super::{format, markdown, terminal};
use crate::metrics::metric_words;
use balance_analysis::scenario::{Margins, Of};
use balance_analysis::table::{ConfigurationDiff, Diff, DiffRow, DifferenceVerdict, Rate, RunOf};

/// With more configurations than this, those in which nothing is shown to have changed are only named.
const WHOLE: usize = 4;

/// What is printed, in lines of `width` characters where names allow; with colours as ANSI escapes.
pub fn diff_terminal(diff: &Diff, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = "\n".to_owned();
    for line in terminal::wrap(&title(diff), width) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    for (which, run) in [("Before", &diff.a), ("After", &diff.b)] {
        terminal::hanging(&mut out, width, "", &run_words(which, run));
    }
    let _ = writeln!(out, "\n{bold}Verdict{bold:#}");
    for line in verdict(diff) {
        terminal::hanging(&mut out, width, "  ", &line);
    }
    for (shown, each) in changed(diff).iter().zip(&diff.configurations) {
        if is_shown(diff, each) {
            terminal::table(&mut out, shown, width);
            for remark in &each.remarks {
                terminal::hanging(&mut out, width, "  ", remark);
            }
        }
    }
    out
}

/// The same for a pull request.
pub fn diff_markdown(diff: &Diff) -> String {
    let mut out = format!("# {}\n\n", markdown::escape(&title(diff)));
    for (which, run) in [("Before", &diff.a), ("After", &diff.b)] {
        let _ = writeln!(out, "{}  ", markdown::escape(&run_words(which, run)));
    }
    let _ = writeln!(out, "\n## Verdict\n");
    for line in verdict(diff) {
        let _ = writeln!(out, "- {}", markdown::escape(&line));
    }
    for (shown, each) in changed(diff).iter().zip(&diff.configurations) {
        if is_shown(diff, each) {
            markdown::table(&mut out, shown);
            for remark in &each.remarks {
                let _ = writeln!(out, "\n{}", markdown::escape(remark));
            }
        }
    }
    out
}

fn title(diff: &Diff) -> String {
    if diff.a.title == diff.b.title {
        format!("What changed: {}", diff.a.title)
    } else {
        format!("What changed: from “{}” to “{}”", diff.a.title, diff.b.title)
    }
}

fn run_words(which: &str, run: &RunOf) -> String {
    format!(
        "{which}: {} of {} · seed {} · balance {}",
        format::games(run.games),
        run.game_title,
        run.seed,
        run.program
    )
}

/// Is the table of a configuration shown: where something has changed, or where there are few?
fn is_shown(diff: &Diff, each: &ConfigurationDiff) -> bool {
    let changed = |row: &DiffRow| {
        row.verdict == DifferenceVerdict::Different && !row.simultaneous.is_within(margin(row, diff.margins))
    };
    !each.same && (diff.configurations.len() <= WHOLE || each.rows.iter().any(changed))
}

/// Within how much a difference counts as none.
fn margin(row: &DiffRow, margins: Margins) -> f64 {
    margins.margin(Of::metric(&row.metric).mean().is_none(), row.a)
}

/// One sentence for each kind of answer, then what to bear in mind.
fn verdict(diff: &Diff) -> Vec<String> {
    let mut said = Vec::new();
    let all = &diff.configurations;
    let quoted = |names: Vec<&str>| -> String {
        let first: Vec<String> = names.iter().take(4).map(|name| format!("“{name}”")).collect();
        match names.len().saturating_sub(4) {
            0 => first.join(", "),
            more => format!("{} and {more} more", first.join(", ")),
        }
    };
    let of = |wanted: &dyn Fn(&balance_analysis::table::ConfigurationDiff) -> bool| -> Vec<&str> {
        all.iter()
            .filter(|each| wanted(each))
            .map(|each| each.name.as_str())
            .collect()
    };
    let has =
        |each: &balance_analysis::table::ConfigurationDiff, verdict| each.rows.iter().any(|row| row.verdict == verdict);
    let same = of(&|each| each.same);
    let changed = of(&|each| !each.same && has(each, DifferenceVerdict::Different));
    let equal = of(&|each| {
        !each.same && !each.other_sides && each.rows.iter().all(|row| row.verdict == DifferenceVerdict::Equal)
    });
    let open =
        of(&|each| !each.same && !has(each, DifferenceVerdict::Different) && has(each, DifferenceVerdict::Undecided));
    let margins = format::margins(diff.margins);
    for (names, words) in [
        (same, "The same to the last number:".to_owned()),
        (changed, "Changed:".to_owned()),
        (equal, format!("Shown to be equal within {margins} in everything:")),
        (
            open,
            "Not settled yet (no change is shown, nor that there is none):".to_owned(),
        ),
        (
            diff.only_a.iter().map(String::as_str).collect(),
            "Only in the first run:".to_owned(),
        ),
        (
            diff.only_b.iter().map(String::as_str).collect(),
            "Only in the second run:".to_owned(),
        ),
    ] {
        if !names.is_empty() {
            said.push(format!("{words} {}.", quoted(names)));
        }
    }
    if all.is_empty() {
        said.push(
            "The runs have no configuration of the same name, so there is nothing to set side by side.".to_owned(),
        );
    }
    said.extend(diff.remarks.iter().cloned());
    said
}

/// One table for each configuration that both runs have.
pub fn changed(diff: &Diff) -> Vec<Shown> {
    diff.configurations.iter().map(|each| table_of(each, diff)).collect()
}

fn table_of(each: &ConfigurationDiff, diff: &Diff) -> Shown {
    let [a, b] = each.games;
    Shown {
        id: "diff",
        title: each.name.clone(),
        note: format!(
            "{} before, {} after. Intervals hold for all configurations at once. Equal: shown to lie within {}.",
            format::games(a),
            format::games(b),
            format::margins(diff.margins)
        ),
        heads: vec![
            word("metric"),
            figure("before", "in the first run"),
            figure("after", "in the second run"),
            figure(
                "difference",
                "after minus before; shares in percentage points; in brackets an interval that holds for all rows of all \
                 configurations",
            ),
            word("verdict"),
        ],
        rows: each.rows.iter().map(|each| row(each, diff.margins)).collect(),
    }
}

fn row(row: &DiffRow, margins: Margins) -> Vec<TableCell> {
    let mean = Of::metric(&row.metric).mean().is_some();
    let show = |value: f64| {
        if mean {
            format::plain(value, 2)
        } else {
            format::percent(value, 1)
        }
    };
    vec![
        text(metric_words(&row.called)),
        number(show(row.a), row.a),
        number(show(row.b), row.b),
        estimate(difference(row, row.simultaneous), row.simultaneous),
        text(row.verdict.words(row.simultaneous, margin(row, margins))),
    ]
}

/// A difference with its interval, in points or in the unit of the length.
pub fn difference(row: &DiffRow, rate: Rate) -> String {
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
    use balance_analysis::table;

    /// Of sides that one run alone has nothing is equal.
    #[test]
    fn other_sides_are_named_and_not_called_equal() {
        let before = sample::single();
        let mut after = before.clone();
        for row in &mut after.configurations[0].sides {
            row.side = format!("other {}", row.side);
        }
        let told = diff_terminal(&table::diff(&before, &after).expect("runs of one game"), 80);
        assert!(
            told.contains("Only in the second run can these win: other merchants"),
            "{told}"
        );
        assert!(!told.contains("in everything"), "{told}");
    }
}
