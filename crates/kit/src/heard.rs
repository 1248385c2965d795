//! A bot that is listened to: it plays as ever, and what became of the lines of its script is noted.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use balance_engine::{Ahead, Bot, Game, Heeded, Moves, Stream, View};

/// A bot with what it said at its last choice.
pub struct Heard<'b, G: Game> {
    /// The bot.
    pub bot: &'b dyn Bot<G>,
    lines: Mutex<Vec<(usize, Heeded)>>,
}

impl<'b, G: Game> Heard<'b, G> {
    /// Listens to `bot`.
    pub fn new(bot: &'b dyn Bot<G>) -> Self {
        Heard {
            bot,
            lines: Mutex::default(),
        }
    }

    /// What became of each line, from 0, at the choice made last; nothing a second time, or of a bot that does not tell.
    pub fn heeded(&self) -> Vec<(usize, Heeded)> {
        std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Game> Bot<G> for Heard<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.clear();
        self.bot
            .choose_by(view, moves, chance, &mut |line, heeded| lines.push((line, heeded)))
    }

    /// Foretells nothing, so that it is asked, and heard, at every choice.
    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut Ahead<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if self.bot.slow() {
            self.bot.choose_unless(view, moves, chance, ahead, stop)
        } else {
            Some(self.choose(view, moves, chance))
        }
    }

    fn slow(&self) -> bool {
        self.bot.slow()
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.bot.values(view, moves, out);
    }
}
