//! What is told of a run, and of what searches found: findings, charts, HTML, Markdown, text and files.
//!
//! Plays and counts nothing; what is not in [`Results`] is not in the report of a run. What it says at a confidence of its own it
//! asks `balance_inference` for.

pub mod check;
mod divergence;
pub mod divergence_report;
mod document;
pub mod explanation;
pub mod exploit;
mod files;
mod findings;
mod folder;
pub mod format;
mod html;
pub mod ladder;
mod markdown;
mod metrics;
mod pictures;
pub mod playtests;
pub mod replay;
mod run_comparison;
pub mod skill;
mod summary;
mod tables;
mod terminal;
pub mod transcript;
pub mod tuning;

pub use balance_config::whole_file::{place, place_new};
pub use files::{ReportError, json, read, record, remake, write_game, write_results};
pub use findings::{ENOUGH, SampleGame, round_up};
pub use folder::{Folder, UNFINISHED, dangling};
pub use format::capital;
pub use html::{MARK, several};
pub use markdown::markdown;
pub use run_comparison::{run_comparison_markdown, run_comparison_terminal};
pub use summary::Insights;
pub use terminal::{WIDTH, details, terminal, whole, wrap};
pub use transcript::SideBySide;

#[cfg(test)]
#[path = "../../inference/tests/sample/mod.rs"]
pub mod sample;

#[cfg(doc)]
use balance_inference::table::Results;

#[cfg(test)]
#[path = "../../config/tests/built_in/mod.rs"]
pub mod built_in;
