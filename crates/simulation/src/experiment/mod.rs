//! Playing games on all cores, whatever they are played for, and what is seen of that from outside.
//!
//! The results come in the order of the games, so that neither threads nor speed change what is made of them. Knows no scenario
//! and prints nothing.

mod runner;
mod session;
#[cfg(test)]
pub(crate) mod tests;

pub use runner::{Progress, Runner, Subject, Task, TaskGroups};
pub(crate) use session::cut;
pub use session::{Experiment, Halt, Ledger, Merge, Open, Session, conduct};
