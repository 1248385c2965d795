//! How long a game takes.

use super::text;
use crate::findings::{MANY, capped, span_of_most};
use balance_analysis::table::Configuration;

/// What is known of the length of a version's games; none where none was played.
pub fn length(each: &Configuration) -> Option<String> {
    let row = each.lengths.first().filter(|row| row.games > 0)?;
    let capped = capped(each);
    Some(if 2 * capped >= row.games {
        text::mostly_capped(row, capped)
    } else if row.games < MANY {
        text::few_lengths(row)
    } else {
        let median = row.quantiles.iter().find(|quantile| quantile.percent == 50)?;
        text::length(row, median, span_of_most(each), capped)
    })
}
