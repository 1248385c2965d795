//! Playing a run: blocks of games on all cores, added up in order.
//!
//! A block is a fixed range of game numbers, independent of threads, shards and speed, and tallies are integers; so the
//! same scenario and seed give the same result for any number of threads. An interrupted run keeps the blocks that were
//! played without a gap from the first.

mod pairs;
mod run;

pub use pairs::{Moments, Pairs};
pub use run::{FIRST_LOOK, GAMES_PER_BLOCK, Look, Played, Reference, Run, Watch};
