//! What changed between two stored runs.

use super::super::format;
use super::cell::{Cell, Shown, estimate, figure, number, text, word};
use crate::named::metric_words;
use balance_analysis::scenario::{Margins, Of};
use balance_analysis::table::{ConfigurationDiff, Diff, DiffRow, Rate};

/// One table for each configuration that both runs have.
pub fn changed(diff: &Diff) -> Vec<Shown> {
    diff.configurations.iter().map(|each| of(each, diff)).collect()
}

fn of(each: &ConfigurationDiff, diff: &Diff) -> Shown {
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

fn row(row: &DiffRow, margins: Margins) -> Vec<Cell> {
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
        text(row.verdict.words(row.simultaneous, margins.of(!mean, row.a))),
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
