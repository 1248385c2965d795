//! Which metrics are told of one by one, which together, and what is said of the others.

use std::collections::BTreeSet;

use balance_kit::schema::words::things;

use super::{format, least_digits};
use balance_analysis::gate::{Checked, Row};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Of, kind};

/// The metrics that are not within, those outside first; then what is wished and within. Of several with the same figures the
/// first. None where nothing was played, and none that is open where the check was interrupted: it is asked again.
pub(super) fn to_tell(each: &Checked) -> impl Iterator<Item = &Row> {
    let of = move |wanted| {
        let told = move |row: &&Row| wanted != Verdict::Within || row.against == "band";
        let asked = each.games > 0 && !(each.interrupted && wanted == Verdict::Undecided);
        let counts = move |row: &&Row| asked && each.counts(row) && row.verdict == wanted;
        let first = move |row: &&Row| repeated(each, row).is_none();
        each.rows.iter().filter(counts).filter(told).filter(first)
    };
    [Verdict::Outside, Verdict::Undecided, Verdict::Within]
        .into_iter()
        .flat_map(of)
}

/// The row before `row` that has its figures, where there is one: what ends a game may be what lets a side win it.
pub(super) fn repeated<'a>(each: &'a Checked, row: &Row) -> Option<&'a Row> {
    let before = each.rows.iter().take_while(|other| !std::ptr::eq(*other, row));
    before.into_iter().find(|other| repeats(other, row))
}

/// Is something of another kind held to the same, with the very same figures?
fn repeats(one: &Row, other: &Row) -> bool {
    let other_kind = kind(&one.metric) != kind(&other.metric);
    let unnamed = |row: &Row| Row {
        metric: String::new(),
        ..row.clone()
    };
    other_kind && unnamed(one) == unnamed(other)
}

/// The metric, and those after it that have the very same figures.
pub(super) fn called(each: &Checked, row: &Row) -> String {
    let after = each.rows.iter().skip_while(|other| !std::ptr::eq(*other, row)).skip(1);
    let others: Vec<String> = after
        .filter(|other| repeats(row, other) && repeated(each, row).is_none())
        .map(|other| other.metric.clone())
        .collect();
    match others.len() {
        0 => row.metric.clone(),
        1 => format!("{} ({} has the same figures)", row.metric, others[0]),
        _ => format!("{} ({} have the same figures)", row.metric, format::and(&others)),
    }
}

/// Where a game went differently: what is within its margin all the same, the win rates first.
pub(super) fn within(each: &Checked) -> Option<String> {
    let is_rate = |row: &&Row| Of::metric(&row.metric).side().is_some();
    let held = || each.rows.iter().filter(|row| row.against == "baseline");
    let (rates, others): (Vec<&Row>, Vec<&Row>) =
        held().filter(|row| row.verdict == Verdict::Within).partition(is_rate);
    if each.games == 0 || each.changed.unwrap_or(0) == 0 || rates.len() + others.len() == 0 {
        return None;
    }
    let all = held().filter(is_rate).count();
    let moved = |row: &Row| (row.new - row.old.unwrap_or(row.new)).abs();
    // What they are held to is told where it is the same for all.
    let margins: BTreeSet<String> = rates.iter().filter_map(|row| margin(row)).collect();
    let margin = match (margins.len(), margins.first()) {
        (1, Some(margin)) => format!("margin {margin}; "),
        _ => String::new(),
    };
    let most = rates.iter().max_by(|one, other| moved(one).total_cmp(&moved(other)));
    let rates = match (most, rates.len()) {
        (None, _) => None,
        (Some(most), 1) => Some(format!("{} ({margin}{})", most.metric, change(most))),
        (Some(most), count) => {
            let of = if count == all {
                "all ".to_owned()
            } else {
                format!("{count} of ")
            };
            let which = if moved(most) > 0.0 {
                format!("the largest change: {} {}", most.metric, change(most))
            } else {
                "none of them has moved".to_owned()
            };
            Some(format!("{of}{all} win rates ({margin}{which})"))
        }
    };
    let others = match (&others[..], &rates) {
        ([], _) => None,
        ([only], _) => Some(only.metric.clone()),
        // Of few it is said which.
        (few, None) if few.len() <= 3 => {
            let names: Vec<String> = few.iter().map(|row| row.metric.clone()).collect();
            Some(format::and(&names))
        }
        (several, None) => Some(things(several.len(), "metric")),
        (several, Some(_)) => Some(format!("{} more metrics", several.len())),
    };
    Some(rates.into_iter().chain(others).collect::<Vec<_>>().join(" and "))
}

/// By how much a win rate may move, where that is as much up as down.
fn margin(row: &Row) -> Option<String> {
    let (old, from, to) = (row.old?, row.from?, row.to?);
    let points = |by: f64| {
        let by = 100.0 * by;
        format!(
            "{} points",
            format::plain(by, format::as_written(by, least_digits(row.share)))
        )
    };
    let (up, down) = (points(to - old), points(old - from));
    (up == down).then_some(up)
}

/// By how much a metric has moved, with the interval of that.
fn change(row: &Row) -> String {
    let (scale, points) = if row.share { (100.0, " points") } else { (1.0, "") };
    let digits = least_digits(row.share);
    let plain = |value: f64| format::plain(scale * value, digits);
    let by = format::difference(scale * (row.new - row.old.unwrap_or(0.0)), digits);
    match (row.lo, row.hi) {
        (Some(lo), Some(hi)) => format!("{by}{points}, {} to {}", plain(lo), plain(hi)),
        _ => format!("{by}{points}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// A row of the sample under another name.
    fn named(row: &Row, metric: &str) -> Row {
        Row {
            metric: metric.to_owned(),
            ..row.clone()
        }
    }

    /// What are the same games under two names is told once, whatever is to be said of it.
    #[test]
    fn the_same_figures_are_told_once() {
        let mut each = sample().remove(1);
        let again = ["ending.flood", "bot.fox"].map(|metric| named(&each.rows[0], metric));
        each.rows.push(again[0].clone());
        let told = |each: &Checked| to_tell(each).map(|row| called(each, row)).collect::<Vec<_>>();
        assert_eq!(
            told(&each),
            [
                "win-rate.tribe (ending.flood has the same figures)",
                "turns.mean",
                "win-rate.sages"
            ]
        );
        each.rows.push(again[1].clone());
        assert_eq!(
            told(&each)[0],
            "win-rate.tribe (ending.flood and bot.fox have the same figures)"
        );
        assert_eq!(called(&each, &each.rows[3]), "ending.flood");
        // Two sides that win as often do not win the same games.
        each.rows[3].metric = "win-rate.sages".to_owned();
        assert_eq!(told(&each).len(), 4, "{:?}", told(&each));
        each.rows[3].metric = "ending.flood".to_owned();
        each.rows[3].new += 0.001;
        assert_eq!(
            told(&each)[..2],
            ["win-rate.tribe (bot.fox has the same figures)", "ending.flood"]
        );
    }

    /// Whether the win rates moved is to be seen where they moved by less than their margin, too.
    #[test]
    fn what_is_within_is_told_where_a_game_went_differently() {
        let mut each = sample().remove(0);
        assert_eq!(within(&each), None, "every deal went the same");
        each.changed = Some(5);
        let told = |each: &Checked| within(each).unwrap_or_default();
        assert_eq!(
            told(&each),
            "win-rate.tribe (margin 1.0 points; 0.0 points, −0.9 to 0.9)"
        );
        each.rows.push(named(&each.rows[0], "win-rate.sages"));
        assert_eq!(
            told(&each),
            "all 2 win rates (margin 1.0 points; none of them has moved)"
        );
        each.rows[1].new = 0.413;
        (each.rows[1].lo, each.rows[1].hi) = (Some(-0.004), Some(0.029));
        let rates = "all 2 win rates (margin 1.0 points; the largest change: win-rate.sages +1.3 points, −0.4 to 2.9)";
        assert_eq!(told(&each), rates);
        for metric in ["ending.flood", "turns.mean"] {
            each.rows.push(named(&each.rows[0], metric));
            let others = if metric == "turns.mean" {
                "2 more metrics"
            } else {
                metric
            };
            assert_eq!(told(&each), format!("{rates} and {others}"));
        }
        each.rows[0].verdict = Verdict::Outside;
        assert!(
            told(&each).starts_with("win-rate.sages (margin 1.0 points; +1.3"),
            "{}",
            told(&each)
        );
        each.rows.push(named(&each.rows[1], "win-rate.elders"));
        assert!(
            told(&each).starts_with("2 of 3 win rates (margin 1.0 points; the"),
            "{}",
            told(&each)
        );
        each.rows.retain(|row| !row.metric.starts_with("win-rate"));
        assert_eq!(told(&each), "ending.flood and turns.mean", "few are named");
        for metric in ["ending.rapids", "ending.kelp"] {
            each.rows.push(named(&each.rows[0], metric));
        }
        assert_eq!(told(&each), "4 metrics");
        each.games = 0;
        assert_eq!(within(&each), None);
    }
}
