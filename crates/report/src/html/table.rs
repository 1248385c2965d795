//! A table: caption, heads that sort, cells that carry the numbers behind their words.

use maud::{Markup, html};

use crate::tables::{Detail, Shown, TableCell};

/// Of a long table of components, a folded configuration shows so many rows.
const SHORT: usize = 10;

/// Of so many rows at most, the bots of others stand below each other on a small screen.
const STACKED: usize = 12;

pub fn whole(shown: &Shown, place: &str) -> Markup {
    html(shown, place, "", Detail::Full)
}

/// A table in the part `place` of the page, about `what` where there are others like it; where it must be `short`, a long table
/// keeps the rows with the largest numbers.
pub fn html(shown: &Shown, place: &str, what: &str, detail: Detail) -> Markup {
    let rows = visible_rows(shown, detail);
    let left_out = shown.rows.len() - rows.len();
    let id = format!("{place}-{}", shown.id);
    let wide = shown.heads.len() > 5 || shown.heads.last().is_some_and(|head| !head.number);
    let stacked = shown.id == "others" && wide && rows.len() <= STACKED;
    let name = if shown.title.is_empty() {
        "Summary".to_owned()
    } else if what.is_empty() {
        shown.title.clone()
    } else {
        format!("{}, {what}", shown.title)
    };
    html! {
        // A stop for the keyboard, so that it can be scrolled; the script takes it away where there is nothing to scroll.
        div.table.wide[wide].stacked[stacked] id=(id) role="group" tabindex="0" aria-label=(name) {
            table {
                caption {
                    (shown.title)
                    span.note {
                        (shown.note)
                        @if left_out > 0 { " The " (rows.len()) " largest; all are in tables/" (shown.id) ".csv." }
                    }
                }
                thead { tr {
                    @for head in &shown.heads {
                        th scope="col" class=[head.number.then_some("n")] {
                            button type="button" {
                                @if head.text.is_empty() { span.unseen { "row" } }
                                @else if head.help.is_empty() { (head.text) } @else { abbr title=(head.help) { (head.text) } }
                            }
                        }
                    }
                } }
                tbody {
                    @for row in rows { tr {
                        @for (cell, head) in row.iter().zip(&shown.heads).take(1) {
                            th scope="row" class=[head.number.then_some("n")] { (cell.text) }
                        }
                        @for (cell, head) in row.iter().zip(&shown.heads).skip(1) {
                            td class=[head.number.then_some("n")] data-v=[behind(cell)] data-label=[stacked.then_some(&head.text)] { (cell.text) }
                        }
                    } }
                }
            }
        }
    }
}

fn visible_rows(shown: &Shown, detail: Detail) -> Vec<&Vec<TableCell>> {
    let mut rows: Vec<&Vec<TableCell>> = shown.rows.iter().collect();
    if detail == Detail::Short && shown.id == "components" && rows.len() > SHORT {
        let size = |row: &[TableCell]| {
            row.iter()
                .skip(2)
                .filter_map(|cell| cell.value)
                .map(f64::abs)
                .fold(0.0, f64::max)
        };
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
        rows.truncate(SHORT);
    }
    rows
}

/// The numbers behind a cell: the value, and the ends of its interval. Nothing where the text is the number.
fn behind(cell: &TableCell) -> Option<String> {
    let value = short(cell.value?);
    match cell.ends {
        Some((lo, hi)) => Some(format!("{value} {} {}", short(lo), short(hi))),
        None => (value != cell.text).then_some(value),
    }
}

fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
