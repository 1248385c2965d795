//! What every component of a game does: each is replaced by something neutral, a blank, on the same deals, and then the
//! strongest in pairs. What goes with winning may come of it; what is taken out and changes who wins does something.
//!
//! | module | does |
//! |---|---|
//! | `record` | counts of differences deal by deal, from which a search that was ended goes on |
//! | `play` | which versions are played on how many deals, and when a component is known well enough |
//! | `says` | what the effects of a component say, over its blanks |
//! | `open` | what would settle a component of which nothing is known yet |
//! | `found` | effects with their intervals, and when they are known |
//!
//! Versions are those of [`crate::tune`]: a component is a knob whose values are itself and its blanks. Prints nothing, reads
//! no file; the same plan gives the same record for any number of threads.

mod found;
mod open;
mod play;
mod record;
mod says;

#[cfg(test)]
mod planted;

pub use found::{Ablated, Component, PAIRS, Pair, SINGLES};
pub use open::{FAR, Settles};
pub use record::Record;
pub use says::{Effect, Says};

use crate::experiment::Halt;
use crate::scenario::Margins;
use crate::tune::{Arena, Playing};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Games in all, rotations and tables counted singly.
    pub games: u64,
    /// Differences within these count as none, of lengths of the size of their mean.
    pub margins: Margins,
    /// The most that each paired figure of the arena can be in a game; none where it is not known.
    pub most: Vec<Option<u32>>,
    /// Which of these figures are shares of games, the rest being lengths.
    pub shares: Vec<bool>,
    /// Are the strongest taken out in pairs as well?
    pub pairs: bool,
}

/// Takes every component of `arena` out. What was played before is of the same plan.
///
/// # Errors
/// A game that broke its own rules, that somebody asked to stop, or that others are to play a batch first.
pub fn ablate(arena: &dyn Arena, plan: &Plan, mut playing: Playing<'_, Record>) -> Result<Ablated, Halt> {
    play::singles(arena, plan, &mut playing)?;
    if plan.pairs {
        play::pairs(arena, plan, &mut playing)?;
    }
    Ok(found::found(arena, plan, playing.record))
}
