//! How many deals would decide what is open.

use super::super::findings::round_up;
use balance_analysis::gate::{CheckRow, Checked};
use balance_analysis::judge::Verdict;

/// About how many deals would decide `row` of `each`, where it is open and any number would: if it stays as it is, or, against a
/// baseline of which the games foresee nothing, as many as the margin takes.
pub(super) fn deals_to_decide(each: &Checked, row: &CheckRow) -> Option<u64> {
    if row.verdict != Verdict::Undecided {
        return None;
    }
    let takes = each.takes.filter(|takes| row.against != "band" && *takes > row.deals);
    let enough = if is_wide(row) {
        takes.or(row.enough)
    } else {
        row.enough.or(takes)
    };
    enough.map(|enough| round_up(enough as f64))
}

/// Does the interval reach beyond both ends of what is tolerated? Then the figure may as well lie in the middle as anywhere else.
fn is_wide(row: &CheckRow) -> bool {
    let below = row.from.zip(row.old).map(|(from, old)| from - old);
    let above = row.to.zip(row.old).map(|(to, old)| to - old);
    below.is_some_and(|below| row.lo.is_none_or(|lo| lo < below))
        && above.is_some_and(|above| row.hi.is_none_or(|hi| hi > above))
}
