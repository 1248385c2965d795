//! What `balance check` says: on the terminal, as Markdown for a step summary, as `JUnit` XML, as JSON.

use std::collections::BTreeSet;

use super::findings::ENOUGH;
use super::format;
use super::metrics::Measure;
use advice::{advice, notes};
use balance_analysis::gate::{CheckRow, Checked, MOST_DEALS};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Of, kind};
use balance_analysis::table::Rate;
use balance_kit::schema::messages::things;
use drift::{beside, cause, drift};
use power::deals_to_decide;

mod advice;
mod drift;
mod junit;
mod outcome;
mod power;
mod render;

pub use advice::into;
pub use drift::listed;
pub use junit::{unfinished_junit, unfinished_markdown};
pub use outcome::{CheckOutcome, Refused, orphaned};

/// Where baselines are kept unless told otherwise.
pub const FOLDER: &str = "reports/baselines";

/// The verdict on one configuration in one word.
fn word(each: &Checked) -> &'static str {
    let all = std::slice::from_ref(each);
    CheckOutcome {
        all,
        ..CheckOutcome::default()
    }
    .word()
}

/// The scenario and, where it has several, the configuration.
fn name(each: &Checked) -> String {
    if each.only {
        each.scenario.clone()
    } else {
        format!("{} · {}", each.scenario, each.configuration)
    }
}

/// Digits after the point with which a metric is told at least.
fn least_digits(share: bool) -> usize {
    if share { 1 } else { 2 }
}

/// How the numbers of `row` are written.
fn measure(row: &CheckRow) -> Measure {
    Measure::known(&row.metric, row.share)
}

/// Digits after the point, `digits` at least, in which the ends of the band of `row` are written.
fn digits_of_ends(row: &CheckRow, digits: usize) -> usize {
    measure(row).digits_of_ends((row.from, row.to), digits)
}

/// What the band of `row` allows, as it is written, in `digits` at least.
fn allowed(row: &CheckRow, digits: usize) -> String {
    measure(row).band((row.from, row.to), digits_of_ends(row, digits))
}

/// Digits after the point, at least `digits`, by which a small number is seen not to be nought, as far as three more can.
fn seen(value: f64, digits: usize) -> usize {
    let least = |digits: &usize| value * 10f64.powi(*digits as i32) >= 0.999;
    (digits..digits + 4).find(least).unwrap_or(digits)
}

/// What was found about a metric of `each`, as a sentence without its full stop.
fn sentence(each: &Checked, row: &CheckRow) -> String {
    let found = figures(each, row);
    if row.identical {
        let metric = called(each, row);
        let number = measure(row).number(row.new, least_digits(row.share));
        return format!("{metric} is {number}, as in the baseline: every deal went the same");
    }
    if row.deals == 0 {
        return format!("{} was not looked at: no game was played", called(each, row));
    }
    if row.verdict != Verdict::Undecided {
        return found;
    }
    format!("{found}; {}", what_decides(each, row))
}

/// The figures of a row, beside what they are held to.
fn figures(each: &Checked, row: &CheckRow) -> String {
    // Bands may take more deals than the baseline has, and one metric then has two values.
    let of = if each.rows.iter().any(|other| other.deals != row.deals) {
        format!(" in {} deals", format::count(row.deals))
    } else {
        String::new()
    };
    let measure = measure(row);
    let (scale, points) = (measure.scale(), measure.points());
    let digits = least_digits(row.share);
    // What is open passes an end of its band, and is to be seen to; what is held to thousandths is told in thousandths.
    let digits = match (row.old, row.lo, row.hi) {
        (None, Some(lo), Some(hi)) => {
            let now = Rate { value: row.new, lo, hi };
            let band = (row.from.unwrap_or(f64::NEG_INFINITY), row.to.unwrap_or(f64::INFINITY));
            format::passing(now, band, scale, digits_of_ends(row, digits))
        }
        (None, ..) => digits_of_ends(row, digits),
        _ => digits,
    };
    let metric = called(each, row);
    let number = |value: f64| measure.number(value, digits);
    let ends = (row.lo.unwrap_or(f64::NEG_INFINITY), row.hi.unwrap_or(f64::INFINITY));
    let allowed = allowed(row, digits);
    if let Some(old) = row.old {
        let difference = Rate {
            value: row.new - old,
            lo: ends.0,
            hi: ends.1,
        };
        let tolerance = row.to.map_or(0.0, |to| to - old);
        let open = row.lo.is_none() || row.hi.is_none();
        let change = if open && row.new.total_cmp(&old).is_eq() {
            "no change".to_owned()
        } else if open {
            let plus = if row.new > old { "+" } else { "" };
            format!("{plus}{}{points}", format::plain(scale * (row.new - old), digits))
        } else {
            format!("{}{points}", format::signed(difference, scale, digits))
        };
        format!(
            "{metric} was {}, is {}{of}: {change}, where ± {}{points} is tolerated",
            number(old),
            number(row.new),
            format::plain(scale * tolerance, seen(scale * tolerance, digits)),
        )
    } else if row.lo.is_none() || row.hi.is_none() {
        format!("{metric} is {}{of}; allowed: {allowed}", number(row.new))
    } else {
        let (lo, hi) = (
            format::plain(scale * ends.0, digits),
            format::plain(scale * ends.1, digits),
        );
        format!("{metric} is {} ({lo} to {hi}){of}; allowed: {allowed}", number(row.new))
    }
}

/// What would decide a row that is open, or that the games which were played do not.
fn what_decides(each: &Checked, row: &CheckRow) -> String {
    let deals = format::count(row.deals);
    let is_band = row.against == "band";
    // Games that were not played may decide it.
    if each.interrupted && row.deals >= ENOUGH {
        return format!("the {deals} deals that were played do not decide it");
    }
    let open = if row.deals == 1 {
        "1 deal does not decide it".to_owned()
    } else {
        format!("{deals} deals do not decide it")
    };
    match deals_to_decide(each, row) {
        Some(enough) if is_band => format!("{open}; about {} would", format::count(enough)),
        Some(enough) if enough <= MOST_DEALS => format!("{open}; a baseline of about {} would", format::count(enough)),
        _ => open,
    }
}

/// Where no game of a configuration was played, which is told in place of its metrics.
const UNPLAYED: &str = "not played: the check was interrupted before its turn";

/// Where it has not come to an end yet, or was killed before.
const UNFINISHED: &str = "this check has not finished: it is still running, or was killed and is to be run again";

/// Where some games of a configuration were not played.
const INTERRUPTED: &str = "interrupted before all games were played";

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use balance_analysis::gate::InputChange;

    /// One configuration with a metric of each kind and verdict.
    pub fn sample() -> Vec<Checked> {
        let row = |metric: &str, old, new, lo, hi, from, to, verdict, enough| CheckRow {
            metric: metric.to_owned(),
            share: metric.starts_with("win"),
            against: if Option::<f64>::is_some(&old) {
                "baseline"
            } else {
                "band"
            },
            from,
            to,
            old,
            new,
            lo: Some(lo),
            hi: Some(hi),
            lo_hi_of: if old.is_some() { "difference" } else { "value" },
            deals: 20_480,
            verdict,
            enough,
            identical: false,
        };
        vec![
            Checked {
                scenario: "one".to_owned(),
                game: "riverbed".to_owned(),
                file: "scenarios/one.toml".to_owned(),
                configuration: "base".to_owned(),
                only: true,
                base: true,
                has_baseline: false,
                baselines: None,
                games: 2_048,
                band_deals: 2_048,
                interrupted: false,
                stored: Some(2_048),
                takes: None,
                changed: Some(0),
                rotations: 1,
                first_changed: None,
                inputs_changed: Some(Vec::new()),
                renamed: None,
                made_of: None,
                made_by: None,
                bots_not_held: Vec::new(),
                unchanged: None,
                rows: vec![row(
                    "win-rate.tribe",
                    Some(0.4),
                    0.4,
                    -0.009,
                    0.009,
                    Some(0.39),
                    Some(0.41),
                    Verdict::Within,
                    None,
                )],
            },
            Checked {
                scenario: "two".to_owned(),
                game: "riverbed".to_owned(),
                file: "scenarios/two.toml".to_owned(),
                configuration: "players 5".to_owned(),
                only: false,
                base: false,
                has_baseline: true,
                baselines: None,
                games: 20_480,
                band_deals: 2_048,
                interrupted: false,
                stored: Some(20_480),
                takes: None,
                changed: Some(8_000),
                rotations: 1,
                first_changed: Some(3),
                inputs_changed: Some(vec![
                    InputChange {
                        key: "rules.end-points.coins".to_owned(),
                        was: Some("5".to_owned()),
                        is: Some("4".to_owned()),
                    },
                    InputChange {
                        key: "tiles: tile 6 hunt".to_owned(),
                        was: Some("true".to_owned()),
                        is: None,
                    },
                ]),
                renamed: None,
                made_of: None,
                made_by: None,
                bots_not_held: Vec::new(),
                unchanged: None,
                rows: vec![
                    row(
                        "win-rate.tribe",
                        Some(0.4),
                        0.458,
                        0.049,
                        0.067,
                        Some(0.39),
                        Some(0.41),
                        Verdict::Outside,
                        None,
                    ),
                    row(
                        "turns.mean",
                        Some(30.0),
                        30.4,
                        0.1,
                        0.7,
                        Some(29.7),
                        Some(30.3),
                        Verdict::Undecided,
                        Some(90_100),
                    ),
                    row(
                        "win-rate.sages",
                        None,
                        0.25,
                        0.24,
                        0.26,
                        None,
                        Some(0.3),
                        Verdict::Within,
                        None,
                    ),
                ],
            },
        ]
    }

    #[test]
    fn metrics_are_told_in_sentences() {
        let all = sample();
        insta::assert_snapshot!(
            all[1]
                .rows
                .iter()
                .map(|row| sentence(&all[1], row))
                .collect::<Vec<_>>()
                .join("\n")
        );
    }

    /// What is held to thousandths is told in thousandths: beside them a 0.00 says nothing.
    #[test]
    fn a_figure_is_told_as_finely_as_its_band() {
        let mut each = sample().remove(1);
        let row = &mut each.rows[1];
        (row.against, row.old, row.verdict) = ("band", None, Verdict::Outside);
        (row.new, row.lo, row.hi) = (0.003, Some(0.002), Some(0.004));
        (row.from, row.to) = (Some(0.005), Some(0.02));
        assert_eq!(
            sentence(&each, &each.rows[1]),
            "turns.mean is 0.003 (0.002 to 0.004); allowed: 0.005 to 0.020"
        );
        (each.rows[1].lo, each.rows[1].hi) = (None, None);
        assert_eq!(
            sentence(&each, &each.rows[1]),
            "turns.mean is 0.003; allowed: 0.005 to 0.020"
        );
    }

    /// Of a margin of a hundredth of a point no nought is told.
    #[test]
    fn a_small_tolerance_is_seen() {
        let mut each = sample().remove(1);
        each.rows[0].to = Some(0.4001);
        let told = sentence(&each, &each.rows[0]);
        assert!(told.ends_with("where ± 0.01 points is tolerated"), "{told}");
    }

    #[test]
    fn what_has_no_interval_is_told_without_one() {
        let mut all = sample();
        let each = &mut all[1];
        (each.rows[0].lo, each.rows[0].hi) = (None, None);
        let told = sentence(each, &each.rows[0]);
        assert!(told.contains("is 45.8%: +5.8 points, where"), "{told}");
        each.rows[0].deals = 0;
        each.rows[0].new = f64::NAN;
        assert_eq!(
            sentence(each, &each.rows[0]),
            "win-rate.tribe was not looked at: no game was played"
        );
    }

    /// What would decide an open question: of a band more games, of a baseline one with more deals; neither where it was
    /// interrupted.
    #[test]
    fn what_would_decide_it_is_told() {
        let mut each = sample().remove(1);
        let ends = |each: &Checked, end: &str| {
            let told = sentence(each, &each.rows[1]);
            assert!(told.ends_with(end), "{told}");
        };
        ends(
            &each,
            "20,480 deals do not decide it; a baseline of about 100,000 would",
        );
        each.rows[1].enough = Some(2_000_000);
        ends(&each, "20,480 deals do not decide it");
        each.rows[1].enough = None;
        each.takes = Some(59_000);
        ends(&each, "a baseline of about 60,000 would");
        each.takes = None;
        ends(&each, "20,480 deals do not decide it");
        each.rows[1].enough = Some(90_100);
        each.interrupted = true;
        ends(&each, "the 20,480 deals that were played do not decide it");
        each.interrupted = false;
        (each.rows[1].against, each.rows[1].old) = ("band", None);
        ends(&each, "20,480 deals do not decide it; about 100,000 would");
        each.rows[1].enough = None;
        ends(&each, "20,480 deals do not decide it");
        let mut few = each.clone();
        few.rows[1].deals = 1;
        ends(&few, "1 deal does not decide it");
        each.rows[0].deals = 5_000;
        assert!(sentence(&each, &each.rows[0]).contains("is 45.8% in 5,000 deals: +5.8"));
        assert!(sentence(&each, &each.rows[1]).contains("is 30.40 (0.10 to 0.70) in 20,480 deals; allowed"));
    }
}

/// The metrics that are not within, those outside first; then what is wished and within. Of several with the same figures the
/// first. None where nothing was played, and none that is open where the check was interrupted: it is asked again.
pub(super) fn to_tell(each: &Checked) -> impl Iterator<Item = &CheckRow> {
    let of = move |wanted| {
        let told = move |row: &&CheckRow| wanted != Verdict::Within || row.against == "band";
        let asked = each.games > 0 && !(each.interrupted && wanted == Verdict::Undecided);
        let counts = move |row: &&CheckRow| asked && each.counts(row) && row.verdict == wanted;
        let first = move |row: &&CheckRow| repeated(each, row).is_none();
        each.rows.iter().filter(counts).filter(told).filter(first)
    };
    [Verdict::Outside, Verdict::Undecided, Verdict::Within]
        .into_iter()
        .flat_map(of)
}

/// The row before `row` that has its figures, where there is one: what ends a game may be what lets a side win it.
pub(super) fn repeated<'a>(each: &'a Checked, row: &CheckRow) -> Option<&'a CheckRow> {
    let before = each.rows.iter().take_while(|other| !std::ptr::eq(*other, row));
    before.into_iter().find(|other| repeats(other, row))
}

/// Is something of another kind held to the same, with the very same figures?
fn repeats(one: &CheckRow, other: &CheckRow) -> bool {
    let other_kind = kind(&one.metric) != kind(&other.metric);
    let unnamed = |row: &CheckRow| CheckRow {
        metric: String::new(),
        ..row.clone()
    };
    other_kind && unnamed(one) == unnamed(other)
}

/// The metric, and those after it that have the very same figures.
pub(super) fn called(each: &Checked, row: &CheckRow) -> String {
    let after = each.rows.iter().skip_while(|other| !std::ptr::eq(*other, row)).skip(1);
    let others: Vec<String> = after
        .filter(|other| repeats(row, other) && repeated(each, row).is_none())
        .map(|other| other.metric.clone())
        .collect();
    match others.len() {
        0 => row.metric.clone(),
        1 => format!("{} ({} has the same figures)", row.metric, others[0]),
        _ => format!("{} ({} have the same figures)", row.metric, format::join_and(&others)),
    }
}

/// Where a game went differently: what is within its margin all the same, the win rates first.
pub(super) fn within(each: &Checked) -> Option<String> {
    let is_rate = |row: &&CheckRow| Of::metric(&row.metric).side().is_some();
    let held = || each.rows.iter().filter(|row| row.against == "baseline");
    let (rates, others): (Vec<&CheckRow>, Vec<&CheckRow>) =
        held().filter(|row| row.verdict == Verdict::Within).partition(is_rate);
    if each.games == 0 || each.changed.unwrap_or(0) == 0 || rates.len() + others.len() == 0 {
        return None;
    }
    let all = held().filter(is_rate).count();
    let moved = |row: &CheckRow| (row.new - row.old.unwrap_or(row.new)).abs();
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
            Some(format::join_and(&names))
        }
        (several, None) => Some(things(several.len(), "metric")),
        (several, Some(_)) => Some(format!("{} more metrics", several.len())),
    };
    Some(rates.into_iter().chain(others).collect::<Vec<_>>().join(" and "))
}

/// By how much a win rate may move, where that is as much up as down.
fn margin(row: &CheckRow) -> Option<String> {
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
fn change(row: &CheckRow) -> String {
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
mod metric_tests {
    use super::tests::sample;
    use super::*;

    /// A row of the sample under another name.
    fn named(row: &CheckRow, metric: &str) -> CheckRow {
        CheckRow {
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
