//! Playing a run: rows of games on all cores, added up in order.
//!
//! A row is a fixed range of game numbers, independent of threads and speed, and tallies are integers; so the same scenario
//! and seed give the same result for any number of threads. A run that is interrupted has the rows that were played
//! without a gap from the first.

mod adding;
mod checksum;
mod course;
mod member;
mod pairs;
mod rows;
mod run;
mod said;
mod share;
#[cfg(test)]
mod tests;

pub use course::{Course, Look};
pub use member::Member;
pub use pairs::{Moments, Pairs, won};
pub use rows::rows;
pub use run::{FIRST_LOOK, GAMES_PER_BLOCK, Played, Reference, Run, Watch};
pub use said::Hearing;
pub use share::{MOST_SHARES, Piece, Share};
