//! Plays games on all cores and keeps what was played.
//!
//! Decides nothing and estimates nothing: what it hands on are whole numbers.
//!
//! - [`experiment`]: playing on all cores, and what is seen of that
//! - [`sim`]: playing blocks of games
//! - [`checkpoint`]: the text in which games that were played are kept, and of what they are
//! - [`shards`]: the files of a run on many machines
//! - [`speed`]: how fast games are played

pub mod checkpoint;
pub mod experiment;
pub mod shards;
pub mod sim;
pub mod speed;

#[cfg(test)]
#[path = "../../config/tests/built_in/mod.rs"]
pub mod built_in;

#[cfg(test)]
#[path = "../tests/conduct/mod.rs"]
pub mod conduct;

#[cfg(test)]
extern crate self as balance_simulation;
