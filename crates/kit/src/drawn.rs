//! Games put together: a set-up of one game, chance of another, bots that draw as in a third. What they have in common says
//! what decides who wins.

use std::sync::atomic::AtomicBool;

use crate::broken::caught;
use crate::{Broken, Guest, Playable};
use balance_engine::{Chance, SeatSet, Table};

/// Seed and number of a game whose chance is used.
pub type Source = (u64, u64);

/// A game to be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The bot of each seat, as an index into the bots of the sheet.
    pub seating: Vec<usize>,
    /// The game whose set-up it has: all that is dealt before the first choice, decks and what lies hidden included.
    pub setup: Source,
    /// The game as in which the table's chance goes on after the set-up: dice, reshuffles, events, each a sequence of its own
    /// that is drawn from as choices ask for it.
    pub later: Source,
    /// The game as in which bots draw.
    pub bots: Source,
}

impl<G: Guest> Playable<G> {
    /// The seats that win such a game; none once `stop` is set.
    pub(crate) fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        let (seed, number) = drawn.setup;
        let played = caught(seed, number, |_| {
            let state = self.game.setup(&mut Chance::new(seed, number));
            let chance = Chance::new(drawn.later.0, drawn.later.1).with_bots_of(drawn.bots.0, drawn.bots.1);
            let bot_of = |_, seat: usize| &*self.bots[drawn.seating[seat]];
            Table::new(&self.game).play_on(state, chance, bot_of, &mut (), stop)
        });
        played.map(|finished| finished.map(|finished| finished.outcome.winners))
    }
}
