//! A bot that is listened to: it plays as ever, and the lines of its script that had a say are noted.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use balance_engine::{Ahead, Bot, Game, Moves, Stream, View};

/// A bot with what it said at its last choice.
pub struct Heard<'b, G: Game> {
    /// The bot.
    pub bot: &'b dyn Bot<G>,
    lines: Mutex<Vec<usize>>,
}

impl<'b, G: Game> Heard<'b, G> {
    /// Listens to `bot`.
    pub fn new(bot: &'b dyn Bot<G>) -> Self {
        Heard {
            bot,
            lines: Mutex::default(),
        }
    }

    /// The lines that had a say in the choice made last, from 0, the one that made it last; nothing a second time.
    pub fn lines(&self) -> Vec<usize> {
        std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Game> Bot<G> for Heard<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.clear();
        self.bot.choose_by(view, moves, chance, &mut |line| lines.push(line))
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
