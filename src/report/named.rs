//! What a metric and a row of a comparison are called.

use crate::scenario::gap;
use crate::table::{ComparisonRow, Results};

/// A key of a matrix, or a metric, as people read it: `players` for `rules.players`, `used hermes` for `counter.used-hermes`.
pub fn key_words(key: &str) -> String {
    let rest = ["rules.", "counter."].iter().find_map(|start| key.strip_prefix(start));
    rest.unwrap_or(key).replace(['.', '-'], " ")
}

/// `win-rate.merchants` as "win rate of merchants", `turns.mean` as "mean turns", `gap.merchants.separatists` as "win rate of
/// merchants less that of separatists".
pub fn metric_words(metric: &str) -> String {
    if let Some((one, other)) = gap(metric) {
        return format!("win rate of {one} less that of {other}");
    }
    let winner = metric.strip_prefix("win-rate.").or_else(|| metric.strip_prefix("bot."));
    match (winner, metric.strip_suffix(".mean")) {
        (Some(winner), _) => format!("win rate of {winner}"),
        (None, Some(measure)) => format!("mean {measure}"),
        _ => match (metric.strip_prefix("ending."), metric.strip_prefix("gap.")) {
            (Some(ending), _) => format!("games ending by {ending}"),
            (_, Some(side)) => format!("gap of {side} to its fair share"),
            _ => key_words(metric),
        },
    }
}

/// What a wish is about, in few words: `profiteer`, `merchants − separatists`.
pub fn short_name(metric: &str) -> String {
    // Two sides beside each other, as their numbers are reckoned.
    if let Some((one, other)) = gap(metric) {
        return format!("{one} − {other}");
    }
    metric_words(metric)
        .trim_start_matches("win rate of ")
        .trim_start_matches("games ending by ")
        .to_owned()
}

/// What a row compares; an ending has its name there, not its key.
pub fn words_of_row(row: &ComparisonRow, results: &Results) -> String {
    let mut endings = results.configurations.iter().flat_map(|each| &each.endings);
    match endings.find(|ending| row.is_of(&ending.ending)) {
        Some(ending) => format!("games ending by “{}”", ending.ending),
        // Of one side, even where its name has a dot.
        None if row.fair.is_some() => format!("gap of {} to its fair share", row.metric.trim_start_matches("gap.")),
        None => metric_words(&row.metric),
    }
}
