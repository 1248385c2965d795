//! Where games with another winner first differ, as a section of a page.

use super::table;
use crate::divergence::{at_most, foremost, gains, heading, notes, places, samples, see, summary};
use crate::findings::both;
use crate::tables::cell::{Detail, Shown};
use balance_inference::table::{Parted, Results};
use maud::{Markup, html};

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
        p { (summary(each, "")) }
        @if found.flips == 0 {
            p { (at_most(found)) }
        } @else {
            @if let Some(said) = foremost(each) { p { strong { (said) } } }
            div.tables {
                @if each.bots_alone.is_none() { (table::html(&places(each), place, &each.configuration, Detail::Full)) }
                (table::html(&gains(each), place, &each.configuration, Detail::Full))
            }
            @for said in notes(each) { p.facts { (said) } }
            p { "Games to look at: " (samples(each)) "." }
            @if let Some(see) = see(found, command) { pre { (see) } }
        }
    }
}
