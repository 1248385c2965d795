//! Every table of a report, once, as rows of cells; terminal, Markdown and HTML only lay them out.

mod cell;
mod components;
mod course;
mod diff;
mod run;
mod who;
mod words;

pub use cell::{Cell, Head, Shown};
pub use components::{Telling, meaning, telling};
pub use diff::changed;
pub use run::{comparisons, overview, shortlist, tables_differ};
pub use who::seats_are_sides;
pub use words::{content, facts, meaning_of, provenance, summary, word_of};

use crate::table::Configuration;

/// All tables of one configuration.
pub fn of_configuration(each: &Configuration) -> Vec<Shown> {
    let all = vec![
        who::sides(each),
        who::roles(each),
        who::seats(each),
        course::lengths(each),
        course::endings(each),
        course::counters(each),
        who::bots(each),
        components::components(each),
        who::role_seats(each),
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}
