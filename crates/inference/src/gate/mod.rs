//! The gate for continuous integration: are the results still inside the bands of `[expect]`, and where a committed
//! baseline says they were?
//!
//! | module | does |
//! |---|---|
//! | [`Baseline`] | games stored game by game, so that later ones on the same deals are compared in pairs |
//! | [`Inputs`] | what a configuration is made of, and what of it has changed since |
//! | [`clears`] | what so many stored deals can clear |
//! | [`of_baseline`], [`check`] | all questions of a scenario, played until they are answered |
//!
//! Prints nothing and reads no files but baselines. What is decided, and how surely, is for [`crate::judge`] to say.

mod baseline;
mod check;
mod codec;
mod inputs;

pub use baseline::BaselineError;
pub use baseline::{Baseline, MOST_STORED, MOST_UNASKED, orphans};
pub use baseline::{Clears, clears};
pub use check::{BaselineFacts, of_baseline};
pub use check::{CheckRow, CheckTask, Checked, FORMAT, UnfinishedCheck, check, merge};
pub use codec::StoredGames;
pub use codec::{DealCounts, MOST_DEALS};
pub use inputs::{BETWEEN_BANDS, InputChange, Inputs, ends_of_band};
