//! Lengths of games, those that were cut off at the end, and how they are told.

use super::limitations;
use crate::format;
use balance_analysis::table::Configuration;

/// Longer than any game.
pub const ENDLESS: u32 = u32::MAX;

/// Games by how long they take; those at the cap take longer than all others.
pub fn lengths(each: &Configuration) -> Vec<(u32, u64)> {
    let mut rows = each.histogram_of(&each.turn_word);
    rows.sort_unstable();
    let capped = limitations::capped(each);
    let mut left = capped;
    for (_, games) in rows.iter_mut().rev() {
        let taken = left.min(*games);
        (*games, left) = (*games - taken, left - taken);
    }
    rows.push((ENDLESS, capped));
    rows.retain(|(_, games)| *games > 0);
    rows
}

/// `20 rounds`, `20 to 30 rounds`, `20 rounds to beyond the cap`.
pub fn so_long(each: &Configuration, least: u32, most: u32) -> String {
    let word = each.turn_word.as_str();
    let turns = |count: u32| match count {
        1 => format!("1 {}", format::one(word)),
        count => format!("{count} {word}"),
    };
    match (least, most) {
        (ENDLESS, _) => "beyond the cap".to_owned(),
        (least, ENDLESS) => format!("{} to beyond the cap", turns(least)),
        (least, most) if least == most => turns(least),
        (least, most) => format!("{least} to {}", turns(most)),
    }
}

/// The same of games as they were played: `20 to 60 rounds, the cap`.
pub fn so_long_as_played(each: &Configuration, least: u32, most: u32) -> String {
    let longest = each.lengths.first().map(|row| row.max);
    let cap = if limitations::capped(each) > 0 && longest == Some(most) {
        ", the cap"
    } else {
        ""
    };
    so_long(each, least, most) + cap
}
