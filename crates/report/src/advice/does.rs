//! What a change is, what it does, and where the games part that it lets others win.

use super::Pair;
use crate::findings::why;
use crate::format;
use balance_analysis::table::{ComparisonRow, Configuration, Parted, Results, Verdict};

/// The rules that a configuration sets otherwise than its base, where its name does not say them: ` (end-points.coins = 5)`.
pub(super) fn knob(beside: &[Pair<'_>]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for (each, base) in beside {
        let own = each.rules.iter().filter(|line| !base.rules.contains(line));
        let new: Vec<&String> = own.filter(|line| !lines.contains(&line.as_str())).collect();
        lines.extend(new.into_iter().map(String::as_str));
    }
    // A name that says some of them alone would leave the others out.
    let best = beside.first().map_or("", |(each, _)| &each.name);
    let named = |line: &&str| best.contains(line.split(" = ").next().unwrap_or_default());
    match lines[..] {
        _ if lines.iter().all(named) => String::new(),
        [ref first @ .., last] if first.len() < 2 => {
            format!(
                " ({})",
                first.iter().copied().chain([last]).collect::<Vec<_>>().join(", ")
            )
        }
        _ => format!(" ({} rules)", lines.len()),
    }
}

/// Where the games part that others win, if it is shown that others win.
pub(super) fn parting(results: &Results, beside: &[Pair<'_>]) -> String {
    let mut told = beside.iter().map(|(each, base)| parting_at(results, each, base));
    told.find(|said| !said.is_empty()).unwrap_or_default()
}

fn parting_at(results: &Results, best: &Configuration, base: &Configuration) -> String {
    let shown = results.comparisons.iter().any(|each| {
        each.configuration == best.name
            && each.reference == base.name
            && each
                .rows
                .iter()
                .any(|row| row.side().is_some() && row.verdict == Verdict::Different)
    });
    let changed = best.variant.is_some() || results.scenario.compared.is_some();
    let of = |each: &&Parted| each.configuration == best.name && each.reference == base.name;
    let apart = results.parted.iter().find(of).is_some_and(Parted::is_laid_out_apart);
    let command = (shown && changed && !apart).then(|| why(results, &best.name)).flatten();
    command.map_or_else(String::new, |command| format!(" Where the games part: `{command}`."))
}

/// What the change does: to the win rates that are wished, the largest change of any, and that of the mean length, where they
/// are shown to be one.
pub(super) fn cost(results: &Results, beside: &[Pair<'_>]) -> String {
    beside.iter().map(|(each, base)| cost_at(results, each, base)).collect()
}

fn cost_at(results: &Results, best: &Configuration, base: &Configuration) -> String {
    let compared = results
        .comparisons
        .iter()
        .find(|each| each.configuration == best.name && each.reference == base.name);
    let Some(compared) = compared else { return String::new() };
    let shown = || compared.rows.iter().filter(|row| row.verdict == Verdict::Different);
    let size = |row: &&ComparisonRow| row.difference.value.abs();
    let rate = shown()
        .filter(|row| row.side().is_some())
        .max_by(|a, b| size(a).total_cmp(&size(b)));
    let wished = shown().filter(|row| row.side().is_some() && base.wish(&row.metric).is_some());
    let mut rates: Vec<&ComparisonRow> = wished.collect();
    rates.extend(rate.filter(|rate| rates.iter().all(|row| row.metric != rate.metric)));
    let mut words: Vec<String> = Vec::new();
    words.extend(rates.into_iter().map(|row| {
        let side = row.side().unwrap_or_default();
        format!("{side} {} points", format::points(row.simultaneous))
    }));
    words.extend(shown().find(|row| row.measure().is_some()).map(|row| {
        let word = row.measure().unwrap_or_default();
        format!("mean length {} {word}", format::signed(row.simultaneous, 1.0, 2))
    }));
    if words.is_empty() {
        String::new()
    } else {
        format!(" Against “{}”: {}.", base.name, words.join(", "))
    }
}
