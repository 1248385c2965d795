//! The gate for continuous integration: are the results still inside the bands of `[expect]`, and where a committed
//! baseline says they were?
//!
//! | module | does |
//! |---|---|
//! | `judge` | *within*, *outside* or *undecided*, at every look |
//! | [`Baseline`] | games stored game by game, so that later ones on the same deals are compared in pairs |
//! | [`of_baseline`], [`check`] | all questions of a scenario, played until they are answered |
//!
//! Prints nothing and reads no files but baselines. The statistics are those of [`crate::stats`].

mod baseline;
mod check;
mod judge;
mod question;
mod stored;

pub use baseline::{Baseline, BaselineError, MOST_DEALS, MOST_STORED};
pub use check::{Checked, FORMAT, Row, Task, bands_decided, check};
pub use judge::{Answer, judge};
pub use question::of_baseline;
pub use stored::Stored;

/// Probability that any metric that has not left its tolerance is called outside, at most, over all metrics of a check;
/// and that one that has is called within.
pub const ALPHA: f64 = 0.05;
