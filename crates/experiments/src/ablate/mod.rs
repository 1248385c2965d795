//! What every component and rule of a game does: each component is replaced by something neutral, a blank, on the same deals, and every rule
//! is moved a step. What goes with winning may come of it; what is taken out and changes who wins does something.
//!
//! | module | does |
//! |---|---|
//! | `play` | which versions are played on how many deals, and when a component is known well enough |
//! | `verdict` | what the effects of a component say, over its blanks |
//! | `effects` | effects with their intervals, and when they are known |
//!
//! Versions are those of [`crate::tune`]: a component is a knob whose values are itself and its blanks. Prints nothing, reads
//! no file; the same plan gives the same record for any number of threads.

mod effects;
mod play;
mod verdict;

#[cfg(test)]
mod planted;

pub use effects::{Ablated, ComponentEffect};
pub use verdict::{Effect, Says};

use crate::tune::{Arena, BotSet, PlaysVersions, Versions};
use balance_config::scenario::Margins;
use balance_engine::tally::Tally;
use balance_simulation::experiment::{Halt, Session};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct AblationPlan {
    /// Games in all, rotations and tables counted singly.
    pub games: u64,
    /// Differences within these count as none, of lengths of the size of their mean.
    pub margins: Margins,
    /// Which of the paired figures of the arena are shares of games, the rest being lengths.
    pub shares: Vec<bool>,
}

/// An ablation: every component of an arena is taken out.
pub struct ComponentAblation<A> {
    /// What plays versions.
    pub arena: A,
    /// What is asked.
    pub plan: AblationPlan,
    /// The tally of no games of the game itself, where what is counted of it is kept.
    pub empty: Option<Tally>,
}

impl<A: Arena> PlaysVersions for ComponentAblation<A> {
    type Output = Ablated;

    fn arena(&self, _: BotSet) -> &dyn Arena {
        &self.arena
    }

    fn empty(&self) -> Option<&Tally> {
        self.empty.as_ref()
    }

    fn find(&self, session: &mut Session<'_, Versions<Self>>) -> Result<Ablated, Halt> {
        let singles = play::singles(&self.arena, &self.plan, effects::well_known, session)?;
        Ok(effects::effects_of(&self.arena, &self.plan, &singles))
    }
}
