//! From counts to estimates, comparisons and verdicts with known error rates, and the tables they stand in.
//!
//! Plays nothing.
//!
//! - [`judge`]: questions with their answers and errors
//! - [`table`]: estimates as rows of tables, and their files
//! - [`gate`]: results held to bands and baselines
//! - [`course`]: the chances over the course of a game
//! - [`playtests`]: games between people beside those between bots

pub mod course;
pub mod gate;
pub mod judge;
pub mod playtests;
pub mod table;

#[cfg(test)]
extern crate self as balance_inference;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
pub mod sample;

#[cfg(test)]
#[path = "../../config/tests/built_in/mod.rs"]
pub mod built_in;
