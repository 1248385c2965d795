//! Playing a run: rows of games on all cores, added up in order.
//!
//! A row is a fixed range of game numbers, independent of threads and speed, and tallies are integers; so the same scenario
//! and seed give the same result for any number of threads. A run that is interrupted has the rows that were played
//! without a gap from the first. Looks and rows follow from the number of the game alone; only the looks are part of a result.

use std::ops::Range;

use crate::experiment::cut;

mod checksum;
mod course;
mod pairs;
mod run;
mod share;
#[cfg(test)]
mod tests;

/// Deals of a study that looks for something: it searches on those from the first on, and comes to none from here on, which are
/// for what is played beside the search. What it says in the end it takes from those of [`LAST_DEALS`].
pub const SECOND_DEALS: u64 = 1 << 46;

/// Deals on which what was found is confirmed: nothing that is chosen is chosen by these.
pub const LAST_DEALS: u64 = 1 << 47;

pub use course::{Course, Look};
pub use pairs::{Moments, Pairs, won};
pub use run::{FIRST_LOOK, LeagueShare, Observer, Played, Reference, Run};
pub use share::{KeptLooks, MOST_SHARES, Piece, Share};

/// Game numbers in a block, the unit in which looks are counted.
pub const GAMES_PER_BLOCK: u64 = 1_024;

/// Blocks of each configuration between two looks at the run: a quarter of those played, at least and at most so many.
/// Fixed by the number of the block alone, so that a run that ends by its results ends at the same game on any machine.
const MOST: u64 = 64;

/// Games in a row of a long run: little to be lost when a run is ended, much against the cost of adding it up.
const LONG_ROW: u64 = 256;

/// Games in the first units of a run of quick games.
const SHORT_UNIT: u64 = 64;

/// Games in a unit of a very long run: as many as lie between two looks.
const LONG_UNIT: u64 = MOST * GAMES_PER_BLOCK;

/// The game numbers before which somebody looks, the first after `first` blocks.
pub fn looks(first: u64) -> impl Iterator<Item = u64> {
    let next = move |look: &u64| Some(look + (look / 4).clamp(first, MOST));
    std::iter::successors(Some(first), next).map(|blocks| blocks * GAMES_PER_BLOCK)
}

/// Cuts `games`, which lie between two looks, into units: of `n` shares each has every `n`-th. A unit is at most a 256th of the games
/// before it, so that many shares are even. A machine spends little on a unit beside playing it: where games are quick there
/// are several in one.
pub fn units(games: Range<u64>, slow: bool) -> impl Iterator<Item = Range<u64>> {
    let least = if slow { 1 } else { SHORT_UNIT };
    let long = (games.start / 256)
        .checked_ilog2()
        .map_or(1, |log| 1 << log)
        .clamp(least, LONG_UNIT);
    cut(games, long)
}

/// Cuts `games` into rows: single games at first, so that every thread has work from the start, then more of them as the
/// run goes on. Where games are `slow`, single games for ever.
pub fn rows(games: Range<u64>, slow: bool) -> impl Iterator<Item = Range<u64>> {
    let mut next = games.start;
    std::iter::from_fn(move || {
        let long = if slow { 1 } else { long(next) };
        let row = next..((next / long + 1) * long).min(games.end);
        next = row.end;
        (!row.is_empty()).then_some(row)
    })
}

/// Games in the row with this one: a power of two, and at most a 32nd of the games before it.
fn long(game: u64) -> u64 {
    (game / 32).checked_ilog2().map_or(1, |log| 1 << log).min(LONG_ROW)
}
