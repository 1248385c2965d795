//! The sentences of a search for weights.

use super::WeightsReport;
use crate::format;
use balance_experiments::weights::{Alone, Confirmation, ConfirmedWeights, TableGain};
use balance_inference::table::Rate;
use balance_kit::schema::messages::things;

pub const CHANGE: &str = "Change: points won more than even, on the same deals. All intervals hold together at 95%.";
pub const TRIED: &str = "between what it was looked for";

/// How much was played.
pub fn played(report: &WeightsReport) -> String {
    format!(
        "{}, {} generations; then {} new deals, the same as for the bot as it is, each played once for every seat.",
        format::games(report.found.games),
        report.found.generations,
        format::count(report.found.confirmed.deals),
    )
}

/// What is to be done.
pub fn verdict(bot: &str, confirmed: &ConfirmedWeights) -> String {
    let gain = format!(
        "{} points on the mean over all tables",
        format::points(confirmed.change)
    );
    match confirmed.verdict {
        Confirmation::Better => format!(
            "Take these weights: “{bot}” gains {gain}. It is nowhere confirmed to be worse, and its own games stay near those of now."
        ),
        Confirmation::Uneven => format!(
            "Better on the mean, but not everywhere: “{bot}” gains {gain}, and is confirmed to be worse at {}.",
            things(
                confirmed.tables.iter().filter(|met| met.change.hi < 0.0).count(),
                "table"
            )
        ),
        Confirmation::Strange => format!(
            "Stronger, but check it: “{bot}” gains {gain}, but its games against itself may differ from those of now."
        ),
        Confirmation::NotShown => {
            format!("Not confirmed to be better: “{bot}” gains {gain}. Keep the present weights, or try more --games.")
        }
    }
}

/// Where it gains least.
pub fn worst(least: &TableGain) -> String {
    format!(
        "It gains least among “{}” with {} of {} seats at “{}”: {} points.",
        least.cell.rival,
        least.cell.seats,
        least.cell.players,
        least.cell.table,
        format::points(least.change)
    )
}

/// What is unlike now in games with the bot at every seat; nothing where nothing is.
pub fn other_games(each: &Alone, turn_word: &str) -> Vec<String> {
    let table = &each.table;
    let instead = |found: String, now: String| format!("{found} instead of {now}");
    let share = |found: Rate, now: Rate| instead(format::share(found), format::share(now));
    let turns = each.other_length.then(|| {
        let turns = instead(format::mean(each.turns_found), format::mean(each.turns_now));
        format!("Games against itself at “{table}” take {turns} {turn_word}.")
    });
    let capped = each.more_capped.then(|| {
        let stopped = share(each.capped_found, each.capped_now);
        format!(
            "Games against itself at “{table}” are stopped at the {} limit in {stopped}.",
            format::one(turn_word)
        )
    });
    let even = each
        .less_even
        .then(|| format!("In games against itself at “{table}” a side is further from an even share than now."));
    [turns, capped, even].into_iter().flatten().collect()
}
