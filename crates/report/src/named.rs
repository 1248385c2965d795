//! What a metric and a row of a comparison are called.

use balance_analysis::scenario::{Of, sides_of_gap};
use balance_analysis::table::{ComparisonRow, Results};

/// A key of a matrix, or a metric, as people read it: `players` for `rules.players`, `used hermes` for `counter.used-hermes`.
pub fn key_words(key: &str) -> String {
    let rest = ["rules.", "counter."].iter().find_map(|start| key.strip_prefix(start));
    rest.unwrap_or(key).replace(['.', '-'], " ")
}

/// `win-rate.merchants` as "win rate of merchants", `turns.mean` as "mean turns", `gap.merchants.separatists` as "win rate of
/// merchants less that of separatists".
pub fn metric_words(metric: &str) -> String {
    match Of::metric(metric) {
        Of::Sides(one, other) => format!("win rate of {one} less that of {other}"),
        Of::Side(winner) | Of::Bot(winner) => format!("win rate of {winner}"),
        Of::Mean(measure) => format!("mean {measure}"),
        Of::Ending(ending) => format!("games ending by {ending}"),
        Of::FairShare(side) => format!("gap of {side} to its fair share"),
        Of::Counter(_) | Of::Quantile(..) | Of::Other => key_words(metric),
    }
}

/// What a wish is about, in few words: `profiteer`, `merchants − separatists`.
pub fn short_name(metric: &str) -> String {
    // Two sides beside each other, as their numbers are reckoned.
    if let Of::Sides(one, other) = Of::metric(metric) {
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
        None if row.fair.is_some() => {
            let side = sides_of_gap(&row.metric).unwrap_or(&row.metric);
            format!("gap of {side} to its fair share")
        }
        None => metric_words(&row.metric),
    }
}
