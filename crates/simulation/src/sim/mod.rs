//! Playing a run: rows of games on all cores, added up in order.
//!
//! A row is a fixed range of game numbers, independent of threads and speed, and tallies are integers; so the same scenario
//! and seed give the same result for any number of threads. A run that is interrupted has the rows that were played
//! without a gap from the first.

mod checksum;
mod course;
mod pairs;
mod rows;
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
pub use rows::{GAMES_PER_BLOCK, rows};
pub use run::{FIRST_LOOK, LeagueShare, Observer, Played, Reference, Run};
pub use share::{KeptLooks, MOST_SHARES, Piece, Share};
