//! Tables of a run as a whole: every configuration, every change.

use std::collections::BTreeSet;

use super::super::format;

use super::cell::{Shown, TableCell, estimate, figure, number, optional, text as word_cell, word};
use super::events::{length_head, median};
use super::setup::{sides, tables_differ};

use crate::metrics::{self, Measure, Wish, goal_mark, goal_verdict, short_name, side, words_of_row};
use balance_config::scenario::{Of, sides_of_gap};
use balance_inference::table::{self, Comparison, ComparisonRow, LengthRow, Results, SideRow, TargetRow};

/// One row for each configuration: who wins and how long it takes.
pub fn overview(results: &Results) -> Shown {
    let differ = tables_differ(results);
    let games = format::games(results.scenario.games);
    let (help, rates) = if differ {
        (
            "win rate; in brackets the gap to the fair share, in percentage points",
            "Win rate by side (gap to its fair share)",
        )
    } else {
        ("win rate", "Win rate by side")
    };
    let rate = |row: &SideRow| {
        let digits = format::decimals(row.win_rate);
        let rate = format::percent(row.win_rate.value, digits);
        let words = match row.fair {
            Some(fair) if differ => format!("{rate} ({})", format::points_between(row.win_rate.value, fair, digits)),
            _ => rate,
        };
        estimate(words, row.win_rate)
    };
    let goal_head = |of_metric: &Vec<Wish>| {
        if let [wish] = of_metric[..] {
            let help = "a goal and what was found: ✓ met, ✗ missed, ? undecided";
            return figure(&words_of(wish), help);
        }
        let help = "what was found, by the goal of this version: ✓ met, ✗ missed, ? undecided";
        figure(&format!("{}: goal", short_name(of_metric[0].metric)), help)
    };
    Shown::of_rows("overview", "All versions", &results.configurations)
        .note(format!("{rates}, and length. At most {games} each."))
        .words("version", |each| word_cell(&each.name))
        .columns(
            sides(results),
            |side| figure(side, help),
            |each, name| optional(side(each, name), rate),
        )
        .column(length_head(results), |each| median(each))
        .figure("5–95%", "at least nine of ten games played were this long", |each| {
            optional(each.lengths.first(), length)
        })
        .columns(metrics::by_metric(results), goal_head, |each, of_metric| {
            optional(of_metric.iter().find_map(|wish| wish.row(each)), wish_cell)
        })
        .build()
}

/// A wish in few words: `profiteer 19.0–21.0%`.
fn words_of(wish: Wish) -> String {
    let name = short_name(wish.metric);
    let measure = Measure::of_metric(wish.metric);
    let amount = |value: f64| wish_number(wish.metric, value);
    let number = |value: f64| {
        if wish.change {
            format::from_now(value, |value| amount(value) + measure.points())
        } else {
            amount(value)
        }
    };
    let unit = if wish.change { "" } else { measure.unit() };
    match (wish.from, wish.to) {
        // A dash before a minus would be read as one.
        (Some(from), Some(to)) if measure == Measure::Gap => format!("{name} {} to {}{unit}", number(from), number(to)),
        (Some(from), Some(to)) if wish.change => format!("{name} {} to {}", number(from), number(to)),
        (Some(from), Some(to)) => format!("{name} {}–{}{unit}", number(from), number(to)),
        (Some(from), None) => format!("{name} ≥ {}{unit}", number(from)),
        (None, Some(to)) => format!("{name} ≤ {}{unit}", number(to)),
        (None, None) => name,
    }
}

/// A value as a wish tells it, without its unit; no decimals where there are none.
fn wish_number(metric: &str, value: f64) -> String {
    let value = Measure::of_metric(metric).scale() * value;
    format::plain(value, format::as_written(value, 0))
}

fn wish_cell(row: &TargetRow) -> TableCell {
    let sign = goal_mark(goal_verdict(row));
    let share = Of::metric(&row.metric).is_share();
    match row.answer {
        Some(answer) if row.change => {
            let by = if share { 100.0 * answer.value } else { answer.value };
            number(
                format!("{sign} {}", format::difference(by, if share { 1 } else { 2 })),
                answer.value,
            )
        }
        Some(answer) => {
            let measure = Measure::of_metric(&row.metric);
            // As closely as the ends of the band are told.
            let digits = measure.digits_of_ends((row.from, row.to), 1);
            number(format!("{sign} {}", measure.number(answer.value, digits)), answer.value)
        }
        None => word_cell(sign),
    }
}

fn length(row: &LengthRow) -> TableCell {
    match (row.quantile(5), row.quantile(95)) {
        (Some(low), Some(high)) => number(format!("{}–{}", low.value, high.value), f64::from(high.value)),
        _ => word_cell("–"),
    }
}

/// Differences from the reference on the same deals; the reference has a column of its own where there are several.
pub fn comparisons(results: &Results) -> Shown {
    let all = &results.comparisons;
    let one = all
        .first()
        .filter(|first| all.iter().all(|each| each.reference == first.reference));
    let note = format::joined([
        Some(
            "Differences on the same deals. Intervals hold for the whole table, those of endings among themselves."
                .to_owned(),
        ),
        one.map(|each| format!("The reference is “{}”.", each.reference)),
        has_brackets(all).then(|| "Brackets behind a metric name what has the very same figures.".to_owned()),
        Some(format!("Equal: within {}.", format::margins(results.scenario.margins))),
        is_same_so_far(all).then(|| {
            "Same so far: no deal gave another result, but too few were played to call the two equal.".to_owned()
        }),
        other_set_up(results),
        counted_turns(all),
    ]);
    // A way to end may be none of these rules.
    let told = |(row, _): &(&ComparisonRow, _)| !row.is_of_ending() || !row.is_of_nothing();
    let rows = all
        .iter()
        .flat_map(|each| each.distinct().filter(told).map(move |row| (each, row)));
    Shown::of_rows("comparisons", "What each change does", rows)
        .note(note)
        .words("change", |(each, _)| word_cell(&each.configuration))
        .column_if(one.is_none().then_some(word("reference")), |(each, _)| {
            word_cell(&each.reference)
        })
        .words("metric", |(_, (row, others))| {
            word_cell(words_with(row, others, results))
        })
        .figure("before", "in the reference", |(_, (row, _))| {
            number(value_words(row, row.reference), row.reference)
        })
        .figure("after", "with the change", |(_, (row, _))| {
            number(value_words(row, row.other), row.other)
        })
        .figure("difference", "after minus before; win rates in percentage points; in brackets an interval that holds for the whole table",
            |(each, (row, _))| estimate(difference_words(each, row), row.simultaneous),
        )
        .figure("pairing", "how many times as many games separate deals would have needed", |(_, (row, _))| {
            optional(row.pairing_gain, |gain| number(pairing(gain), gain))
        })
        .words("verdict", |(each, (row, _))| {
            // An interval is about what was not played; of what was there is no doubt.
            let open = row.verdict == table::DifferenceVerdict::Undecided;
            word_cell(if open && each.is_all_alike() {
                SO_FAR
            } else {
                verdict(row, results)
            })
        })
        .build()
}

/// Has anything the very same figures as something else?
fn has_brackets(all: &[Comparison]) -> bool {
    let mut rows = all.iter().flat_map(Comparison::distinct);
    rows.any(|(_, others)| !others.is_empty())
}

/// In place of a difference where no deal gave another result.
const NO_DEAL: &str = "no deal differs";

/// The verdict then, where too few deals were played to show that the two are equal.
const SO_FAR: &str = "same so far";

/// Has any row that verdict?
fn is_same_so_far(all: &[Comparison]) -> bool {
    let undecided = |row: &ComparisonRow| row.verdict == table::DifferenceVerdict::Undecided;
    let mut alike = all.iter().filter(|each| each.is_all_alike());
    alike.any(|each| each.rows.iter().any(undecided))
}

/// Which changes set the table up so that the same deals gain nothing.
fn other_set_up(results: &Results) -> Option<String> {
    let apart = results.parted.iter().filter(|each| each.is_laid_out_apart());
    let names: Vec<String> = apart.map(|each| format!("“{}”", each.configuration)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "In {} nearly all games are set up differently, so pairing gains little. A blank keeps the set-up.",
            format::join_and(&names)
        )
    })
}

/// Up to how many turns a change of length counts.
fn counted_turns(all: &[Comparison]) -> Option<String> {
    let rows = all.iter().flat_map(|each| &each.rows);
    let lengths: Vec<(&str, u32)> = rows.filter_map(|row| Some((row.measure()?, row.range?))).collect();
    let counted: BTreeSet<u32> = lengths.iter().map(|(_, most)| *most).collect();
    let counted: Vec<String> = counted.iter().map(|turns| format::count((*turns).into())).collect();
    let (word, _) = lengths.first()?;
    Some(format!(
        "A length that changes by more than a typical game ({} {word}) counts as that.",
        counted.join(" or ")
    ))
}

fn verdict(row: &ComparisonRow, results: &Results) -> &'static str {
    row.verdict
        .words(row.simultaneous, row.margin(results.scenario.margins))
}

fn value_words(row: &ComparisonRow, value: f64) -> String {
    if sides_of_gap(&row.metric).is_some() {
        format::points_only(value, 1)
    } else if Of::metric(&row.metric).is_share() {
        format::percent(value, 1)
    } else {
        format::plain(value, 2)
    }
}

fn difference_words(each: &Comparison, row: &ComparisonRow) -> String {
    if each.is_all_alike() {
        NO_DEAL.to_owned()
    } else if sides_of_gap(&row.metric).is_some() || Of::metric(&row.metric).is_share() {
        format::points(row.simultaneous)
    } else {
        format::signed(row.simultaneous, 1.0, 2)
    }
}

/// How many times as many games separate deals would have needed, in no more digits than it has: where it is large it rests on a
/// few deals that differ.
fn pairing(gain: f64) -> String {
    if gain > 100.0 {
        return "> 100".to_owned();
    }
    format!("× {}", format::plain(gain, usize::from(gain < 10.0)))
}

/// What a row compares, and in brackets what `others` with the same figures do.
fn words_with(row: &ComparisonRow, others: &[&ComparisonRow], results: &Results) -> String {
    let words = words_of_row(row, results);
    let others: Vec<String> = others.iter().map(|other| words_of_row(other, results)).collect();
    if others.is_empty() {
        words
    } else {
        format!("{words} ({})", others.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// A ratio that rests on two or three deals that differ is told to no more than that it is large.
    #[test]
    fn a_gain_by_pairing_has_no_more_digits_than_are_known() {
        let told = [0.94, 1.6, 37.4, 100.0, 374.1, 23_336.7].map(pairing);
        assert_eq!(told, ["× 0.9", "× 1.6", "× 37", "× 100", "> 100", "> 100"]);
    }

    #[test]
    fn deals_that_are_all_the_same_are_not_called_open() {
        let mut results = sample::variants();
        let shown = |results: &Results| {
            let shown = comparisons(results);
            let row = |row: &Vec<TableCell>| [3, 1].map(|back| row[row.len() - back].text.clone()).join("|");
            (shown.rows.iter().map(row).collect::<Vec<_>>(), shown.note)
        };
        results.comparisons.truncate(1);
        let each = &mut results.comparisons[0];
        for row in &mut each.rows {
            row.verdict = table::DifferenceVerdict::Undecided;
            row.differing = vec![table::Differing {
                by: 0,
                deals: each.pairs,
            }];
        }
        each.rows[0].verdict = table::DifferenceVerdict::Equal;
        let (rows, note) = shown(&results);
        assert_eq!(
            (rows[0].as_str(), rows[1].as_str()),
            ("no deal differs|equal", "no deal differs|same so far")
        );
        assert!(note.contains("Same so far: "), "{note}");
        // One deal in which one number differs is enough for intervals of all.
        let row = &mut results.comparisons[0].rows[2];
        row.differing[0].deals -= 1;
        row.differing.push(table::Differing { by: 1, deals: 1 });
        let (rows, note) = shown(&results);
        assert!(rows[1].ends_with("|undecided") && rows[1].contains(" ("), "{rows:?}");
        assert!(!note.contains("Same so far"), "{note}");
    }

    #[test]
    fn all_sides_of_all_tables_are_shown_with_their_gaps() {
        let mut results = sample::variants();
        let more = &mut results.configurations[1];
        more.players = 10;
        let mut extra = more.sides[0].clone();
        extra.side = "ferrymen".to_owned();
        extra.fair = Some(0.3);
        more.sides.insert(3, extra);
        let shown = overview(&results);
        let heads: Vec<&str> = shown.heads.iter().map(|head| head.text.as_str()).collect();
        assert_eq!(
            heads[1..6],
            ["merchants", "separatists", "profiteer", "ferrymen", "nobody"]
        );
        let cells = |row: usize| {
            shown.rows[row]
                .iter()
                .map(|cell| cell.text.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(cells(0)[4], "–");
        assert_eq!(cells(1)[4], "38.0% (+8.0)");
        assert_eq!(cells(1)[3], "17.8% (−15.5)");
        assert!(shown.note.contains("gap to its fair share"), "{}", shown.note);
    }
}
