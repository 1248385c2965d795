//! What is played, counted, judged and sought: from a scenario file to tables of estimates with their verdicts.
//!
//! Knows what games are, and through [`games`] those that there are, but neither pages nor commands. Each module may use those
//! above it in this list, which `tests/layers.rs` of the program holds it to:
//!
//! - [`untrusted`]: files that somebody else may have made
//! - [`whole_file`]: files that are written whole or not at all
//! - [`shell_quote`]: words of commands to paste
//! - [`games`]: the table of games
//! - [`scenario`]: scenario files, checked
//! - [`experiment`]: playing on all cores, and what is seen of that
//! - [`sim`]: playing blocks of games
//! - [`checkpoint`]: the text in which games that were played are kept, and of what they are
//! - [`shards`]: the files of a run on many machines
//! - [`speed`]: how fast games are played
//! - [`judge`]: questions with their answers and errors
//! - [`table`]: estimates as rows of tables, and their files
//! - [`gate`]: results held to bands and baselines
//! - [`ladder`]: bots alone among others, and how strong that says they are
//! - [`league`]: scripts that beat the bots of a table
//! - [`skill`]: what skill and luck decide at a table
//! - [`weights`]: weights with which a bot wins more
//! - [`tune`]: looking for rules that meet the wishes
//! - [`ablate`]: what every component does
//! - [`why`]: where games part that a change lets others win

pub mod ablate;
pub mod checkpoint;
pub mod experiment;
pub mod games;
pub mod gate;
pub mod judge;
pub mod ladder;
pub mod league;
pub mod scenario;
pub mod shards;
pub mod shell_quote;
pub mod sim;
pub mod skill;
pub mod speed;
pub mod table;
pub mod tune;
pub mod untrusted;
pub mod weights;
pub mod whole_file;
pub mod why;

#[cfg(test)]
extern crate self as balance_analysis;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
pub mod sample;
