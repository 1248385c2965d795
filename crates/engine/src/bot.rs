//! What a bot is, what it may foretell, and the one that fits every game.

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;

use super::{Game, Moves, Seat, Stream, View};

/// Chooses moves. A bot sees a [`View`] and draws from its own stream; it keeps no memory of its own, so the same view
/// and the same stream give the same choice, whatever it has noted ([`MovePlan::notes`]). What a player would remember stands in
/// the game's state.
pub trait Bot<G: Game>: Send + Sync {
    /// Index into `moves` of the move chosen. Called only when there are at least two.
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize;

    /// The same; a bot that settles several choices of its seat at once tells `ahead` those that follow, so that it need not
    /// work them out again. They must be what [`Bot::choose`] would choose if it were asked, whatever the others do until
    /// then: whoever plays may take them instead of asking, or ask.
    fn choose_ahead(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        _ahead: &mut MovePlan<G::Move>,
    ) -> usize {
        self.choose(view, moves, chance)
    }

    /// The same as [`Bot::choose_ahead`], or none once `stop` is set. A bot that thinks for long asks while it does; the others
    /// are not asked.
    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        _stop: &AtomicBool,
    ) -> Option<usize> {
        Some(self.choose_ahead(view, moves, chance, ahead))
    }

    /// The same as [`Bot::choose`]; a bot that goes by a script tells `lines` in order, from 0, which lines of it have a say: the
    /// last one makes the choice, the others narrow it; where none fits it tells the number behind the last. Other bots tell
    /// nothing. Of a script whose bot tells nothing no replay says by which line it chooses, and the laws of the kit name it.
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

/// The choices that a seat will make next, as its bot foretold them, and the notes of bots: buffers of whoever plays, which never
/// shrink.
pub struct MovePlan<M> {
    seat: Seat,
    /// The next one last.
    moves: Vec<M>,
    notes: Option<Box<dyn Any + Send>>,
    /// Games imagined so far.
    imagined: u64,
}

impl<M> Default for MovePlan<M> {
    fn default() -> Self {
        MovePlan {
            seat: Seat(0),
            moves: Vec::new(),
            notes: None,
            imagined: 0,
        }
    }
}

/// Notes stay where they are, and so does what was imagined.
impl<M: Clone> Clone for MovePlan<M> {
    fn clone(&self) -> Self {
        MovePlan {
            seat: self.seat,
            moves: self.moves.clone(),
            notes: None,
            imagined: 0,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.seat = source.seat;
        self.moves.clone_from(&source.moves);
    }
}

impl<M: fmt::Debug> fmt::Debug for MovePlan<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MovePlan {
            seat,
            moves,
            notes: _,
            imagined: _,
        } = self;
        f.debug_struct("Ahead")
            .field("seat", seat)
            .field("moves", moves)
            .finish_non_exhaustive()
    }
}

impl<M: Copy + Eq> MovePlan<M> {
    /// The next choices of `seat`, first to last, in place of any foretold before.
    pub fn foretell(&mut self, seat: Seat, moves: impl DoubleEndedIterator<Item = M>) {
        self.seat = seat;
        self.moves.clear();
        self.moves.extend(moves.rev());
    }

    /// Index into `moves` of what `seat` was foretold to choose now, if it was; what is left of a foretelling is dropped as soon
    /// as another seat is asked or the choice is none of the moves.
    #[inline]
    pub fn next(&mut self, seat: Seat, moves: &[M]) -> Option<usize> {
        // Nearly always nothing is, and whoever plays pays for one comparison.
        if self.moves.is_empty() {
            None
        } else {
            self.foretold(seat, moves)
        }
    }

    #[cold]
    fn foretold(&mut self, seat: Seat, moves: &[M]) -> Option<usize> {
        let next = self.moves.pop()?;
        let found = moves.iter().position(|mv| *mv == next && self.seat == seat);
        if found.is_none() {
            self.moves.clear();
        }
        found
    }

    /// Forgets what was foretold: another position is played on.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Counts `games` that a bot has imagined for a choice: who measures how fast it searches asks for it, nobody else.
    pub fn imagine(&mut self, games: u64) {
        self.imagined += games;
    }

    /// Games that bots have imagined, all told.
    pub fn imagined(&self) -> u64 {
        self.imagined
    }

    /// What bots of this table worked out before, of other seats and in other games, too, or empty notes. No choice may depend on
    /// what stands in them: they spare a bot what it would work out again from the same. They are of one variant of the game, and
    /// there is room for notes of one kind.
    pub fn notes<T: Default + Send + 'static>(&mut self) -> &mut T {
        // Taken out and put back, so that their kind is asked for once.
        let kept = self.notes.take().and_then(|notes| notes.downcast::<T>().ok());
        let notes = self.notes.insert(kept.unwrap_or_default());
        notes.downcast_mut().expect("notes of this kind")
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_foretold_is_taken_in_order_until_something_else_comes() {
        let mut ahead = MovePlan::default();
        ahead.foretell(Seat(1), [5, 7, 9].into_iter());
        assert_eq!(ahead.next(Seat(1), &[4, 5]), Some(1));
        assert_eq!(
            ahead.next(Seat(1), &[7]),
            Some(0),
            "a move without an alternative counts, too"
        );
        assert_eq!(ahead.next(Seat(2), &[9]), None, "another seat");
        assert_eq!(ahead.next(Seat(1), &[9]), None, "dropped");
        ahead.foretell(Seat(1), [5, 7].into_iter());
        assert_eq!(ahead.next(Seat(1), &[6]), None, "none of the moves");
        assert_eq!(ahead.next(Seat(1), &[7]), None, "dropped");
        ahead.foretell(Seat(0), [3].into_iter());
        ahead.clear();
        assert_eq!(ahead.next(Seat(0), &[3]), None);
    }

    #[test]
    fn notes_stay_until_others_are_asked_for() {
        let mut ahead = MovePlan::<u8>::default();
        *ahead.notes::<u32>() = 7;
        ahead.clear();
        ahead.clone_from(&MovePlan::default());
        assert_eq!(*ahead.notes::<u32>(), 7);
        assert_eq!(*ahead.clone().notes::<u32>(), 0, "notes are nobody else's");
        assert!(ahead.notes::<String>().is_empty());
        assert_eq!(*ahead.notes::<u32>(), 0, "there is room for one kind");
    }
}
