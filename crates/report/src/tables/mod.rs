//! Every table of a report, once, as rows of cells; terminal, Markdown and HTML only lay them out.

mod by_opponent;
pub mod cell;
mod events;
mod run;
mod setup;
mod wins;

#[cfg(test)]
mod traced;

pub use by_opponent::{LEVELS, others};
pub use cell::{Detail, Shown, TableCell, TableHead};
pub use events::{happenings, median, turn};
pub use run::{comparisons, overview};
pub use setup::{content, facts, meaning_of, provenance, summary, word_of};
pub use wins::{ComponentSelection, telling, ways};

use balance_inference::table::{Configuration, Seated};

pub fn of_configuration(each: &Configuration) -> Vec<Shown> {
    let mut all = vec![
        wins::sides(each),
        wins::ways(&each.ways),
        wins::bots(each),
        wins::roles(each),
        wins::seats(each),
        events::lengths(each),
        events::scores(each),
        events::endings(each),
        events::counters(each),
        wins::components(each),
        wins::role_seats(each),
    ];
    for table in &mut all {
        table.note.push_str(of_looks(each, table.id));
    }
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// What is to be said of a table's intervals where the run could end by its results; those of most allow for it.
fn of_looks(each: &Configuration, table: &str) -> &'static str {
    let seated = |rows: &[Seated]| {
        let mut taken = rows.iter().map(|row| row.seats).filter(|seats| *seats > 0);
        let first = taken.next();
        taken.all(|seats| Some(seats) == first)
    };
    match (table, each.rotations) {
        _ if each.planned.is_none() || table == "endings" => "",
        // Of games that nobody wins there are no counts by deal.
        ("sides", 2..) | ("lengths" | "scores" | "events", 0..=1) => SOME_FIXED,
        ("roles", _) if !each.roles.iter().all(|row| seated(&row.seated)) => SOME_FIXED,
        ("bots", _) if !each.bots.iter().all(|row| seated(&row.seated)) => SOME_FIXED,
        (_, 0..=1) | ("roles" | "bots" | "seats", _) => "",
        _ => AS_IF_FIXED,
    }
}

/// Beside intervals that do not allow for a run that could end by its results.
const AS_IF_FIXED: &str =
    " The run could end by its results; these intervals are as if its number of games had been fixed.";

/// The same where some of them do.
const SOME_FIXED: &str = " The run could end by its results, for which not all of these intervals allow.";
