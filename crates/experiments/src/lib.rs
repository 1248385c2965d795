//! Searches and studies that play step by step. None prints or reads a file.
//!
//! - [`baseline`]: the games that a baseline stores
//! - [`ladder`]: bots alone among others, and how strong that says they are
//! - [`league`]: scripts that beat the bots of a table
//! - [`skill`]: what skill and luck decide at a table
//! - [`weights`]: weights with which a bot wins more
//! - [`tune`]: looking for rules that meet the wishes
//! - [`ablate`]: what every component does
//! - [`why`]: where games part that a change lets others win

pub mod ablate;
pub mod baseline;
pub mod ladder;
pub mod league;
pub mod skill;
pub mod tune;
pub mod weights;
pub mod why;

#[cfg(test)]
#[path = "../../config/tests/built_in/mod.rs"]
pub mod built_in;

#[cfg(test)]
#[path = "../../simulation/tests/conduct/mod.rs"]
pub mod conduct;
