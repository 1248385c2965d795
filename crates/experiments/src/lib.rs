//! Searches and studies that play step by step. None prints or reads a file.
//!
//! - [`baseline`]: the games that a baseline stores
//! - [`ladder`]: bots alone among others, and how strong that says they are
//! - [`exploit`]: what beats a bot
//! - [`skill`]: what skill and luck decide at a table
//! - [`tune`]: looking for rules that meet the wishes
//! - [`ablate`]: what every component does
//! - [`why`]: where games part that a change lets others win

pub mod ablate;
pub mod baseline;
pub mod exploit;
pub mod ladder;
pub mod skill;
pub mod tune;
pub mod why;

#[cfg(test)]
#[path = "../../config/tests/built_in/mod.rs"]
pub mod built_in;

#[cfg(test)]
#[path = "../../simulation/tests/conduct/mod.rs"]
pub mod conduct;
