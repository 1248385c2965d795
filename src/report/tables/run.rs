//! Tables of a run as a whole: every configuration, every change.

use super::super::format;
use super::cell::{Cell, Shown, estimate, figure, number, optional, text, word};
use crate::table::{Comparison, ComparisonRow, Results};

/// One row for each configuration: who wins and how long it takes.
pub fn overview(results: &Results) -> Shown {
    let all = &results.configurations;
    let sides: Vec<&str> = all
        .first()
        .map(|each| each.sides.iter().map(|row| row.side.as_str()).collect())
        .unwrap_or_default();
    let mut heads = vec![word("configuration")];
    heads.extend(sides.iter().map(|side| figure(side, "win rate")));
    heads.push(figure("mean length", "in turns, rounds or whatever the game counts"));
    heads.push(figure("5–95 %", "nine games in ten are this long"));
    let rows = all
        .iter()
        .map(|each| {
            let mut cells = vec![text(&each.name)];
            cells.extend(sides.iter().map(|side| {
                optional(each.sides.iter().find(|row| row.side == *side), |row| {
                    estimate(
                        format::percent(row.win_rate.value, format::decimals(row.win_rate)),
                        row.win_rate,
                    )
                })
            }));
            cells.push(optional(each.lengths.first(), |row| {
                estimate(format::plain(row.mean.value, format::mean_decimals(row.mean)), row.mean)
            }));
            cells.push(optional(each.lengths.first(), |row| {
                let at = |percent: u32| {
                    row.quantiles
                        .iter()
                        .find(|each| each.percent == percent)
                        .map(|each| each.value)
                };
                match (at(5), at(95)) {
                    (Some(low), Some(high)) => number(format!("{low}–{high}"), f64::from(high)),
                    _ => text("–"),
                }
            }));
            cells
        })
        .collect();
    Shown {
        id: "overview",
        title: "All configurations".to_owned(),
        note: format!(
            "Win rate by side, and length. {} each at most.",
            format::capital(&format::games(results.scenario.games))
        ),
        heads,
        rows,
    }
}

/// Differences from the reference on the same deals; the reference has a column of its own where there are several.
pub fn comparisons(results: &Results) -> Shown {
    let all = &results.comparisons;
    let one = all
        .first()
        .filter(|first| all.iter().all(|each| each.reference == first.reference));
    let reference = one.map_or_else(String::new, |each| format!(" The reference is “{}”.", each.reference));
    let mut heads = vec![
        word("change"),
        word("metric"),
        figure("before", "in the reference"),
        figure("after", "with the change"),
        figure(
            "difference",
            "after minus before; win rates in percentage points; in brackets an interval that holds for the whole table",
        ),
        figure(
            "pairing",
            "how many times as many games separate deals would have needed",
        ),
        word("verdict"),
    ];
    if one.is_none() {
        heads.insert(1, word("reference"));
    }
    Shown {
        id: "comparisons",
        title: "What each change does".to_owned(),
        note: format!(
            "Differences from the reference, game by game on the same deals.{reference} Intervals hold for the whole \
             table at once. Equal: shown to lie within {} points.",
            format::plain(100.0 * results.scenario.margin, 1)
        ),
        heads,
        rows: all.iter().flat_map(|each| rows_of(each, one.is_none())).collect(),
    }
}

fn rows_of(each: &Comparison, with_reference: bool) -> Vec<Vec<Cell>> {
    let row = |row: &ComparisonRow| {
        let rate = row.metric.starts_with("win-rate");
        let show = |value: f64| {
            if rate {
                format::percent(value, 1)
            } else {
                format::plain(value, 2)
            }
        };
        let difference = if rate {
            format::points(row.simultaneous)
        } else {
            format::signed(row.simultaneous, 1.0, 2)
        };
        let mut cells = vec![
            text(&each.configuration),
            text(metric_words(&row.metric)),
            number(show(row.reference), row.reference),
            number(show(row.other), row.other),
            estimate(difference, row.simultaneous),
            optional(row.pairing_gain, |gain| {
                number(format!("× {}", format::plain(gain, 1)), gain)
            }),
            text(row.verdict.word()),
        ];
        if with_reference {
            cells.insert(1, text(&each.reference));
        }
        cells
    };
    each.rows.iter().map(row).collect()
}

/// `win-rate.merchants` as "win rate of merchants", `turns.mean` as "mean turns".
pub fn metric_words(metric: &str) -> String {
    match (metric.strip_prefix("win-rate."), metric.strip_suffix(".mean")) {
        (Some(side), _) => format!("win rate of {side}"),
        (None, Some(measure)) => format!("mean {measure}"),
        _ => metric.to_owned(),
    }
}
