//! The sentences of a check. One message, one template, written out whole.

use super::{CheckStatus, Refused, rows_to_read, status};
use crate::format;
use crate::metrics::{Measure, metric_words};
use balance_config::scenario::Of;
use balance_inference::gate::{CheckRow, Checked};
use balance_inference::judge::Verdict;
use balance_inference::table::Rate;
use balance_kit::schema::messages::things;

pub mod label {
    pub const OUTSIDE: &str = "Outside";
    pub const UNDECIDED: &str = "Undecided";
    pub const GOALS: &str = "Goals";
    pub const CHANGES: &str = "Changed since the baseline";
    pub const MOVED: &str = "Baseline → now";
    pub const CHANGE: &str = "Change";
    pub const ALLOWED: &str = "Allowed";
    pub const NOW: &str = "Now";
    pub const RANGE: &str = "Range";
    pub const GOAL: &str = "Goal";
    pub const WAS: &str = "Baseline";
}

pub mod purpose {
    pub const SEE: &str = "a game that went differently";
    pub const WHY: &str = "where the games first differ";
    pub const ACCEPT: &str = "accept the change";
    pub const ACCEPT_WITHIN: &str = "accept it, or later changes add up";
    pub const GOALS: &str = "decide the goals";
}

pub fn word(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Passed => "ok",
        CheckStatus::Undecided => "UNDECIDED",
        CheckStatus::Interrupted => "INTERRUPTED",
        CheckStatus::NotChecked => "NOT CHECKED",
        CheckStatus::Changed => "CHANGED",
        CheckStatus::Failed => "FAIL",
    }
}

/// The scenario and, where it has several, the configuration.
pub fn name(each: &Checked) -> String {
    if each.only {
        each.scenario.clone()
    } else {
        format!("{} · {}", each.scenario, each.configuration)
    }
}

/// What goes on behind the word for a configuration.
pub fn headline(each: &Checked) -> String {
    let name = name(each);
    let rows = rows_to_read(each);
    match (status(each), rows.first()) {
        _ if each.games == 0 => format!("{name}: not played"),
        (CheckStatus::Failed, Some(row)) => message(each, row),
        (CheckStatus::Changed, _) => format!("{name}: not as in the baseline, which --unchanged forbids"),
        (CheckStatus::Interrupted, _) => format!("{name}: interrupted before all games were played"),
        (CheckStatus::Undecided, _) => {
            let undecided = rows.iter().filter(|row| row.verdict == Verdict::Undecided).count();
            let (metrics, games) = (things(undecided, "metric"), format::games(each.games));
            format!("{name}: {metrics} undecided after {games}")
        }
        _ => format!("{name}: {}", passed(each)),
    }
}

fn passed(each: &Checked) -> String {
    let goals = each.rows.iter().filter(|row| row.against == "band").count();
    let compared = each
        .rows
        .iter()
        .filter(|row| row.old.is_some())
        .map(|row| row.deals)
        .max();
    match (each.changed, compared) {
        (Some(0), Some(deals)) => {
            let games = |deals: u64| deals * each.rotations.max(1) as u64;
            let of = each.stored.filter(|stored| *stored > deals);
            let of = of.map_or_else(String::new, |stored| format!(" of {}", format::count(games(stored))));
            format!(
                "{}{of} played again, each as in the baseline",
                format::games(games(deals))
            )
        }
        (Some(_), _) => "every metric moved by less than is allowed".to_owned(),
        (None, _) => format!("{} met; not compared with a baseline", things(goals, "goal")),
    }
}

pub fn message(each: &Checked, row: &CheckRow) -> String {
    format!("{}: {}", name(each), sentence(row))
}

pub fn sentence(row: &CheckRow) -> String {
    let metric = metric_name(row);
    let (now, allowed) = (now(row), allowed(row));
    match row.old {
        _ if row.deals == 0 => format!("{metric} was not played"),
        Some(_) if row.identical => format!("{metric} {now}, as in the baseline"),
        Some(_) => format!("{metric} {}, {}; {allowed} is allowed", moved(row), change(row)),
        None => {
            let range = range(row);
            let range = if range.is_empty() { range } else { format!(" ({range})") };
            format!("{metric} {now}{range}; the goal is {allowed}")
        }
    }
}

/// A metric as it begins a sentence or a line of a table.
pub fn metric_name(row: &CheckRow) -> String {
    let name = match Of::metric(&row.metric) {
        Of::Side(side) => format!("{side} win rate"),
        Of::Bot(bot) => format!("{bot} bot win rate"),
        Of::Ending(ending) => format!("ends by {ending}"),
        _ => metric_words(&row.metric),
    };
    format::capital(&name)
}

fn measure(row: &CheckRow) -> Measure {
    Measure::known(&row.metric, row.share)
}

/// Digits after the point: one of a share, two of a mean, more where the ends of a goal need them to be seen to be passed.
fn digits(row: &CheckRow) -> usize {
    let (measure, least) = (measure(row), if row.share { 1 } else { 2 });
    if row.old.is_some() {
        return least;
    }
    let digits = measure.digits_of_ends((row.from, row.to), least);
    let band = (row.from.unwrap_or(f64::NEG_INFINITY), row.to.unwrap_or(f64::INFINITY));
    match (row.lo, row.hi) {
        (Some(lo), Some(hi)) => {
            let now = Rate { value: row.new, lo, hi };
            format::passing(now, band, measure.scale(), digits)
        }
        _ => digits,
    }
}

pub fn now(row: &CheckRow) -> String {
    measure(row).number(row.new, digits(row))
}

/// The value of the baseline and the value now.
pub fn moved(row: &CheckRow) -> String {
    let old = measure(row).number(row.old.unwrap_or(row.new), digits(row));
    format!("{old} → {}", now(row))
}

pub fn change(row: &CheckRow) -> String {
    let difference = Rate {
        value: row.new - row.old.unwrap_or(row.new),
        lo: row.lo.unwrap_or(f64::NEG_INFINITY),
        hi: row.hi.unwrap_or(f64::INFINITY),
    };
    format::signed(difference, measure(row).scale(), digits(row))
}

/// The interval of the value now; empty where it is open.
pub fn range(row: &CheckRow) -> String {
    let end = |end: f64| format::plain(measure(row).scale() * end, digits(row));
    match (row.lo, row.hi) {
        (Some(lo), Some(hi)) => format!("{} to {}", end(lo), end(hi)),
        _ => String::new(),
    }
}

pub fn allowed(row: &CheckRow) -> String {
    let Some(old) = row.old else {
        return measure(row).band((row.from, row.to), digits(row));
    };
    let by = measure(row).scale() * row.to.map_or(0.0, |to| to - old);
    let least = digits(row);
    let is_seen = |digits: &usize| by * 10f64.powi(*digits as i32) >= 0.999;
    let digits = (least..least + 4).find(is_seen).unwrap_or(least);
    format!("±{}", format::plain(by, digits))
}

/// That there are baselines of other games, other bots, or none: sentences.
pub fn notes(each: &Checked) -> Vec<String> {
    let mut notes = Vec::new();
    if each.baseline.exists && each.stored.is_none() {
        notes.push("The baseline does not hold this version; only its goals are checked.".to_owned());
    }
    if let Some(other) = &each.baseline.made_of {
        notes.push(format!("The baseline was made of another scenario, “{other}”."));
    }
    if let (Some(version), Some(1..)) = (&each.baseline.made_by, each.changed) {
        let now = env!("CARGO_PKG_VERSION");
        notes.push(format!("The baseline was made by version {version}; this is {now}."));
    }
    if !each.bots_not_held.is_empty() {
        let bots = format::join_and(&each.bots_not_held);
        notes.push(format!(
            "How often {bots} win is not compared: the baseline does not hold it."
        ));
    }
    let renamed = each.baseline.renamed.as_ref();
    notes.extend(renamed.map(|renamed| format!("{}.", renamed.trim_end_matches('.'))));
    notes
}

pub fn differing(each: &Checked) -> Option<String> {
    let changed = each.changed.filter(|changed| *changed > 0)?;
    let compared = each.rows.iter().filter(|row| row.old.is_some()).map(|row| row.deals);
    let of = format::games(compared.max().unwrap_or(changed));
    let inputs = each.inputs_changed.iter().flatten();
    Some(if inputs.clone().any(balance_inference::gate::InputChange::plays) {
        format!("{} of {of} went differently.", format::count(changed))
    } else {
        format!(
            "{} of {of} went differently, though rules, bots and content are those of the baseline: the program plays differently.",
            format::count(changed)
        )
    })
}

pub fn larger_baseline(deals: u64) -> String {
    format!(
        "A baseline of about {} games of the game as it was would decide this; docs/check.md shows how to make one.",
        format::count(deals)
    )
}

pub fn totals(all: &[Checked], refused: &[Refused]) -> Vec<String> {
    let rows = || all.iter().flat_map(|each| &each.rows);
    let count = |wanted| format::count(rows().filter(|row| row.verdict == wanted).count() as u64);
    let of = |wanted| all.iter().filter(|each| status(each) == wanted).count();
    let mut parts: Vec<String> = [
        (CheckStatus::Failed, "failed"),
        (CheckStatus::Changed, "changed"),
        (CheckStatus::Undecided, "undecided"),
        (CheckStatus::Interrupted, "interrupted"),
        (CheckStatus::Passed, "passed"),
    ]
    .into_iter()
    .filter(|(status, _)| of(*status) > 0)
    .map(|(status, word)| format!("{} {word}", of(status)))
    .collect();
    if !refused.is_empty() {
        parts.push(format!("{} not checked", refused.len()));
    }
    vec![
        format!(
            "{}: {}.",
            things(all.len() + refused.len(), "configuration"),
            parts.join(", ")
        ),
        format!(
            "Metrics: {} outside, {} undecided, {} within.",
            count(Verdict::Outside),
            count(Verdict::Undecided),
            count(Verdict::Within)
        ),
    ]
}

pub const CHANCE: &str = "Chance alone fails at most 1 check in 20 of a scenario.";

pub const INTERRUPTED: &str = "The games played are kept. The same command goes on from there.";

pub const UNFINISHED: &str = "This check has not finished: it is still running, or was killed and is to be run again.";

/// What stands in a summary until the answers are there.
pub fn unfinished_markdown() -> String {
    format!("## Balance: not finished\n\n{UNFINISHED}\n")
}

pub fn orphaned(baseline: &str) -> String {
    format!("{baseline} belongs to no scenario that was found: restore the scenario, or rename or delete the baseline")
}
