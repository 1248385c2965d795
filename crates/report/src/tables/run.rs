//! Tables of a run as a whole: every configuration, every change.

use super::super::expectations::{self, Meets, Wish};
use super::super::format;
use super::super::metrics::Measure;
use super::super::versions::{of_rules, versions};
use super::cell::{Shown, TableCell, estimate, figure, number, optional, text, word};
use super::events::length_head;
use super::setup::{sides, tables_differ};
use crate::metrics::{short_name, words_of_row};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Of, sides_of_gap};
use balance_analysis::table::{self, Comparison, ComparisonRow, Configuration, LengthRow, Results, SideRow, TargetRow};

/// One row for each configuration: who wins and how long it takes.
pub fn overview(results: &Results) -> Shown {
    let sides = sides(results);
    let differ = tables_differ(results);
    let mut heads = vec![word("configuration")];
    let help = if differ {
        "win rate; in brackets the gap to the fair share, in percentage points"
    } else {
        "win rate"
    };
    heads.extend(sides.iter().map(|side| figure(side, help)));
    heads.push(length_head(results));
    heads.push(figure("5–95%", "at least nine of ten games played were this long"));
    let wished = expectations::by_metric(results);
    heads.extend(wished.iter().map(|of_metric| match of_metric[..] {
        [wish] => figure(
            &words_of(wish),
            "a wish of [expect] and what was found: ✓ shown to be met, ✗ shown to be missed, ? not settled yet",
        ),
        _ => figure(
            &format!("{} as wished", short_name(of_metric[0].metric)),
            "what was found, held to the band that [expect] has for this configuration: ✓ shown to be met, ✗ shown to be missed, \
             ? not settled yet",
        ),
    }));
    let rate = |row: &SideRow| {
        let digits = format::decimals(row.win_rate);
        let rate = format::percent(row.win_rate.value, digits);
        let words = match row.fair {
            Some(fair) if differ => format!("{rate} ({})", format::points_only(row.win_rate.value - fair, digits)),
            _ => rate,
        };
        estimate(words, row.win_rate)
    };
    let row = |each: &Configuration| {
        let mut cells = vec![text(&each.name)];
        let of = |side: &str| each.sides.iter().find(|row| row.side == side);
        cells.extend(sides.iter().map(|side| optional(of(side), rate)));
        cells.push(optional(each.lengths.first(), |row| {
            estimate(format::plain(row.mean.value, format::mean_decimals(row.mean)), row.mean)
        }));
        cells.push(optional(each.lengths.first(), length));
        let row = |of_metric: &Vec<Wish>| of_metric.iter().find_map(|wish| wish.row(each));
        cells.extend(wished.iter().map(|of_metric| optional(row(of_metric), wish_cell)));
        cells
    };
    let gaps = if differ {
        "The tables differ in size: compare the gaps to the fair shares, in brackets, not the rates. "
    } else {
        ""
    };
    Shown {
        id: "overview",
        title: "All configurations".to_owned(),
        note: format!(
            "Win rate by side, and length. {gaps}{} each at most.",
            format::capital(&format::games(results.scenario.games))
        ),
        heads,
        rows: results.configurations.iter().map(row).collect(),
    }
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
    let sign = match expectations::verdict(row) {
        Verdict::Within => "✓",
        Verdict::Outside => "✗",
        Verdict::Undecided => "?",
    };
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
        None => text(sign),
    }
}

/// So many configurations are shortlisted at most.
const SHORT: usize = 10;

/// How long a version takes that is played at one table alone.
fn length_of<'r>(meets: &Meets<'r>) -> Option<&'r LengthRow> {
    let [only] = meets.version.tables[..] else { return None };
    only.lengths.first()
}

/// Where there are wishes and several versions: those that meet all wishes, or where none does, those that meet most.
pub fn shortlist(results: &Results) -> Option<Shown> {
    let ranking = expectations::ranking(results);
    let choices = of_rules(results).len();
    if ranking.is_empty() || choices < 2 {
        return None;
    }
    let aside = match versions(results).len() - choices {
        0 => "",
        1 => " One version with other bots stands aside: who plays is no rule.",
        _ => " Versions with other bots stand aside: who plays is no rule.",
    };
    let tables = ranking.iter().map(|each| each.version.tables.len()).max().unwrap_or(1);
    let complete = ranking.iter().filter(|each| each.all()).count();
    let one_measure = expectations::are_of_one_measure(&ranking);
    let shown = if complete > 0 && one_measure {
        complete
    } else {
        ranking.len()
    };
    let row = |(place, meets): (usize, &Meets)| {
        vec![
            if one_measure {
                number((place + 1).to_string(), (place + 1) as f64)
            } else {
                text("–")
            },
            text(&meets.version.name),
            number(format!("{} of {}", meets.met, meets.of), meets.met as f64),
            number(meets.missed.to_string(), meets.missed as f64),
            optional(meets.room, |room| number(format::percent(room.max(0.0), 0), room)),
            optional(length_of(meets), |row| {
                estimate(format::plain(row.mean.value, format::mean_decimals(row.mean)), row.mean)
            }),
        ]
    };
    let more = match shown.saturating_sub(SHORT) {
        0 => String::new(),
        more => format!(" {more} more follow."),
    };
    let (title, note) = shortlist_heading(complete, one_measure);
    let at_tables = match tables {
        1 => String::new(),
        tables => format!(
            " Every version is held to the wishes at all its tables, up to {tables}, and each counts once at each of them."
        ),
    };
    Some(Shown {
        id: "shortlist",
        title: title.to_owned(),
        note: format!(
            "{note}{more}{at_tables}{aside} “Met” and “missed” are wishes that are shown to be; all others are open. “Room” is how far the tightest of the wishes with two ends is from the edge of its band: 100% in \
             the middle, 0% at the edge and beyond."
        ),
        heads: vec![
            figure("place", ""),
            word("version"),
            figure("met", "wishes that are shown to be met"),
            figure("missed", "wishes that are shown to be missed"),
            figure(
                "room",
                "how far the tightest of the wishes with two ends is from the edge of its band: 100% in the middle, 0% at the \
                 edge and beyond",
            ),
            length_head(results),
        ],
        rows: ranking.iter().take(shown).enumerate().take(SHORT).map(row).collect(),
    })
}

/// Title and note of a shortlist, of which so many versions are shown to meet all wishes.
fn shortlist_heading(complete: usize, one_measure: bool) -> (&'static str, String) {
    match complete {
        _ if !one_measure => (
            "Wishes met by version",
            "Not all versions are held to the same wishes, so that the order says nothing.".to_owned(),
        ),
        0 => (
            "No version is shown to meet all wishes",
            "Those that meet most are named first, among these those that miss fewest.".to_owned(),
        ),
        1 => (
            "What meets all wishes",
            "One version is shown to meet every wish of [expect].".to_owned(),
        ),
        count => (
            "What meets all wishes",
            format!(
                "{count} versions are shown to meet every wish of [expect]; those that change fewest rules come \
                 first, of these those that change them least, and then those with the most room."
            ),
        ),
    }
}

fn length(row: &LengthRow) -> TableCell {
    let at = |percent: u32| row.quantiles.iter().find(|each| each.percent == percent);
    match (at(5), at(95)) {
        (Some(low), Some(high)) => number(format!("{}–{}", low.value, high.value), f64::from(high.value)),
        _ => text("–"),
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
             table at once, those of endings among themselves.{} Equal: shown to lie within {}.{}{}{}",
            in_brackets(all),
            format::margins(results.scenario.margins),
            same_so_far(all),
            laid_out_apart(results),
            cap_shows(all)
        ),
        heads,
        rows: all
            .iter()
            .flat_map(|each| rows_of(each, results, one.is_none()))
            .collect(),
    }
}

/// What stands in brackets behind what is compared, where something does.
fn in_brackets(all: &[Comparison]) -> &'static str {
    let any = all
        .iter()
        .any(|each| each.distinct().any(|(_, others)| !others.is_empty()));
    if any {
        " In brackets behind a metric stands what has the very same figures."
    } else {
        ""
    }
}

/// In place of a difference where no deal gave another result.
const NO_DEAL: &str = "no deal differs";

/// The verdict then, where too few deals were played to show that the two are equal.
const SO_FAR: &str = "same so far";

/// What that verdict means, where a row has it.
fn same_so_far(all: &[Comparison]) -> String {
    let open = |each: &&Comparison| {
        each.rows
            .iter()
            .any(|row| row.verdict == table::DifferenceVerdict::Undecided)
    };
    let any = all.iter().filter(|each| each.is_all_alike()).any(|each| open(&each));
    if any {
        " Same so far: in every deal that was played all that is compared was the same; these are too few deals to show that \
         the two are equal."
            .to_owned()
    } else {
        String::new()
    }
}

/// Which changes lay the table out so that the same deals gain nothing.
fn laid_out_apart(results: &Results) -> String {
    let apart = results.parted.iter().filter(|each| each.is_laid_out_apart());
    let names: Vec<String> = apart.map(|each| format!("“{}”", each.configuration)).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        " In {} nearly all games are set up differently, so that the same deals say little more than others would: \
         what is taken out shuffles the rest, a blank in its place does not.",
        format::join_and(&names)
    )
}

/// Why so little is known of a mean whose interval is wider than the mean itself.
fn cap_shows(all: &[Comparison]) -> String {
    let rows = all.iter().flat_map(|each| &each.rows);
    let lengths = rows.filter(|row| !Of::metric(&row.metric).is_share());
    if lengths.clone().any(|row| row.range.is_none()) {
        return " The rules name no longest game (`turns_max`), so nothing can be shown of mean lengths.".to_owned();
    }
    let wide = lengths.filter(|row| row.simultaneous.hi - row.simultaneous.lo > row.reference);
    let range = wide.filter_map(|row| row.range).max();
    range.map_or_else(String::new, |range| {
        format!(
            " A game may last up to {}, and few games do not show how rarely one does: hence the wide intervals of mean \
             lengths.",
            format::count(range.into())
        )
    })
}

/// The verdict on a difference, in a few words.
fn verdict(row: &ComparisonRow, results: &Results) -> &'static str {
    row.verdict
        .words(row.simultaneous, row.margin(results.scenario.margins))
}

fn rows_of(each: &Comparison, results: &Results, with_reference: bool) -> Vec<Vec<TableCell>> {
    let row = |(row, others): (&ComparisonRow, Vec<&ComparisonRow>)| {
        let gap = sides_of_gap(&row.metric).is_some();
        let rate = gap || Of::metric(&row.metric).is_share();
        let show = |value: f64| {
            if gap {
                format::points_only(value, 1)
            } else if rate {
                format::percent(value, 1)
            } else {
                format::plain(value, 2)
            }
        };
        // An interval is about what was not played; of what was there is no doubt.
        let open = row.verdict == table::DifferenceVerdict::Undecided;
        let alike = each.is_all_alike();
        let difference = if alike {
            NO_DEAL.to_owned()
        } else if rate {
            format::points(row.simultaneous)
        } else {
            format::signed(row.simultaneous, 1.0, 2)
        };
        let mut cells = vec![
            text(&each.configuration),
            text(words_with(row, &others, results)),
            number(show(row.reference), row.reference),
            number(show(row.other), row.other),
            estimate(difference, row.simultaneous),
            optional(row.pairing_gain, |gain| number(pairing(gain), gain)),
            text(if alike && open { SO_FAR } else { verdict(row, results) }),
        ];
        if with_reference {
            cells.insert(1, text(&each.reference));
        }
        cells
    };
    // A way to end may be none of these rules.
    let told = |(row, _): &(&ComparisonRow, _)| !row.is_of_ending() || !row.is_of_nothing();
    each.distinct().filter(told).map(row).collect()
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

    /// Sides that only larger tables have get columns, and gaps stand beside rates that cannot be compared.
    /// Where no deal gave another result there is no interval that says one might have.
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
        assert!(note.contains("Same so far: in every deal that was played"), "{note}");
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
        assert!(shown.note.contains("compare the gaps"), "{}", shown.note);
    }

    #[test]
    fn where_no_longest_game_is_named_the_table_says_why_lengths_stay_open() {
        let mut results = sample::variants();
        let why = "The rules name no longest game";
        assert!(!comparisons(&results).note.contains(why));
        let mut rows = results.comparisons.iter_mut().flat_map(|each| &mut each.rows);
        rows.find(|row| row.metric == "turns.mean").expect("a length").range = None;
        assert!(comparisons(&results).note.contains(why));
    }
}
