//! The searching bots of every game: they improve on another bot by playing on (rollouts in the sense of Tesauro and
//! Galperin 1996, over imagined deals; the budget is spent by sequential halving, Karnin, Koren and Somekh 2013, and where
//! the game says so candidates without hope are given up in between, as in the races of Maron and Moore 1994).
//!
//! At each decision a searching bot takes what its policy would do and what that values next, imagines positions that fit
//! all its seat may know, and lets every candidate be played on for some turns on the same deals, the same luck and
//! against the same rivals. Where the game declares features ([`Evaluation`]), what is reached is judged by them; else
//! games are played to the end. It leaves the policy's choice only for one that did better by more than chance explains.
//!
//! Rivals are a belief about people: a mixture of kinds of bots, dealt to the other seats anew for each imagined game, and
//! by which secret choices are dealt, too ([`balance_engine::Imagine::suppose`]). They are never the bots that play.
//!
//! The budget is a number of games, never time, so the same seed gives the same game on any machine.

mod bot;
mod evaluation;
mod playing;
mod settings;
mod train;

#[cfg(test)]
mod tests;

pub use evaluation::{Evaluation, Feature, MAX_FEATURES, Sight};
pub use settings::{Budget, SearchSettings};
pub use train::{Trained, Training, Untrained};

pub(crate) use settings::{infos, make};
pub(crate) use train::train;
