//! Scenario files, checked, and what reading and writing files takes.
//!
//! Knows what games are, and those that the program brings through [`games`]; plays nothing.
//!
//! - [`untrusted`]: files that somebody else may have made
//! - [`whole_file`]: files that are written whole or not at all
//! - [`shell_quote`]: words of commands to paste
//! - [`games`]: the table of games
//! - [`scenario`]: scenario files, checked
//! - [`playtests`]: logs of games that people played

pub mod games;
pub mod playtests;
pub mod scenario;
pub mod shell_quote;
pub mod untrusted;
pub mod whole_file;

#[cfg(test)]
#[path = "../tests/built_in/mod.rs"]
pub mod built_in;

#[cfg(test)]
extern crate self as balance_config;
