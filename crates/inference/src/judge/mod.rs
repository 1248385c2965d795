//! The one judge of everything that is claimed of a run: a question, its evidence, and an answer with the error that it
//! spends. Findings, `[stop]` and `balance check` all ask here, so the same question has the same answer everywhere.
//!
//! | module | does |
//! |---|---|
//! | [`Metric`] | what can be held to something, and its numbers in a tally |
//! | [`Question`] | a metric of a configuration and what it is held to |
//! | `Evidence` | what the games so far say to it |
//! | [`Answer`] | *within*, *outside* or *undecided*, and how surely |
//! | [`Docket`] | the questions of a run, answered at every look |
//! | [`Family`] | how the error of a run is divided among its questions |
//!
//! Prints nothing, reads no files. The statistics are those of [`balance_stats`].

mod answer;
mod docket;
mod error_budget;
mod evidence;
mod metric;
mod power;
mod question;
mod unreachable;

pub use answer::{Answer, Strength, Verdict};
pub use docket::Docket;
pub use error_budget::{Family, TOTAL, baselines, others};
pub use metric::{Metric, key};
pub use power::deals_to_clear;
pub use question::{Against, Question, of_bands};
pub use unreachable::never_met;

#[cfg(test)]
mod planted;
