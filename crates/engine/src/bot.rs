//! What a bot is, and the one that fits every game.

use std::sync::atomic::AtomicBool;

use super::{Game, Moves, Stream, View};

/// Chooses moves. A bot sees a [`View`] and draws from its own stream; it keeps no memory of its own, so the same view
/// and the same stream give the same choice. What a player would remember stands in the game's state.
pub trait Bot<G: Game>: Send + Sync {
    /// Index into `moves` of the move chosen. Called only when there are at least two.
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize;

    /// The same, or none once `stop` is set. A bot that thinks for long asks while it does; the others are not asked.
    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        _stop: &AtomicBool,
    ) -> Option<usize> {
        Some(self.choose(view, moves, chance))
    }

    /// The same as [`Bot::choose`]; a bot that goes by a script tells `lines` which lines of it had a say, from 0: those that
    /// narrow the choice, and last the one that makes it. The others tell nothing.
    fn choose_by(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        _lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.choose(view, moves, chance)
    }

    /// Does it think for long: milliseconds over one choice?
    fn slow(&self) -> bool {
        false
    }

    /// Pushes the bot's value of every move, in its own unit; nothing where it has none. For those who ask why it chose.
    fn values(&self, _view: View<'_, G>, _moves: &Moves<G::Move>, _out: &mut Vec<f64>) {}
}

/// Plays any legal move, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    #[inline]
    fn choose(&self, _view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        chance.below(moves.len() as u32) as usize
    }
}
