//! Where the games part that others win: a section of the page of a run.

use maud::{Markup, html};

use super::table;
use crate::findings::both;
use crate::parted;
use crate::tables::Shown;
use crate::tables::parted::{gains, heading, places};
use balance_analysis::table::{Parted, Results};

/// The comparisons of a run in a table, and each by itself below; with several these are folded away.
pub fn section(all: &Shown, results: &Results) -> Markup {
    let several = results.parted.len() > 1;
    html! {
        section id="parted" {
            h2 { (heading(&results.parted)) }
            (table::whole(all, "all"))
            @for (index, each) in results.parted.iter().enumerate() {
                @let place = format!("parted-{}", index + 1);
                @let command = both(results, &each.reference, &each.configuration);
                @if several {
                    details { summary { (each.configuration) } (one(each, &place, &command)) }
                } @else {
                    (one(each, &place, &command))
                }
            }
        }
    }
}

/// One comparison: sentences, tables, games to look at with the `command` that tells them, up to a number. `place` begins the
/// anchors of its tables.
pub fn one(each: &Parted, place: &str, command: &str) -> Markup {
    let found = &each.found;
    html! {
        p { (parted::summary(each, "")) }
        @if found.flips == 0 {
            p { (parted::at_most(found)) }
        } @else {
            @if let Some(said) = parted::foremost(each) { p { strong { (said) } } }
            div.tables {
                @if each.bots_alone.is_none() { (table::of(&places(each), place, &each.configuration, false)) }
                (table::of(&gains(each), place, &each.configuration, false))
            }
            @for said in parted::notes(each) { p.facts { (said) } }
            p { "Games to look at: " (parted::samples(each)) "." }
            @if let Some(see) = parted::see(found, command) { pre { (see) } }
        }
    }
}
