//! A person at the table: what they are asked, as their seat sees it, and what a bot would advise.
//!
//! Nothing here prints or reads; a [`Sitter`] answers. The position comes from a game that was imagined for the seat, so that it
//! can show nothing that the seat does not know.

#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use crate::{AnyGame, Telling, Transcript};
use balance_engine::{Bot, Game, Imagine, MovePlan, Moves, Recorder, Seat, State, Stream, View};

/// One game in which a person has a seat.
pub struct Sitting<'a> {
    /// Master seed.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
    /// The person's seat.
    pub seat: Seat,
    /// The person.
    pub sitter: &'a dyn Sitter,
    /// The same configuration with the bot at that seat that gives hints.
    pub adviser: &'a dyn AnyGame,
}

/// Answers for a person.
pub trait Sitter: Sync {
    /// Index of the choice; none leaves the game.
    fn choose(&self, question: &Prompt<'_>) -> Option<usize>;
}

/// A choice between two moves at least, as its seat sees it.
pub struct Prompt<'a> {
    /// Turn that is going on, as the game counts them.
    pub turn: u32,
    /// What has happened since the last question.
    pub happened: Vec<Happening>,
    /// The position.
    pub position: Vec<String>,
    /// The same as an SVG picture, where the game draws one.
    pub picture: &'a dyn Fn() -> Option<String>,
    /// What can be chosen.
    pub choices: Vec<String>,
    /// Index of what the adviser would choose.
    pub hint: &'a dyn Fn() -> usize,
}

/// A game that a person has played to its end.
pub struct Sat {
    /// What has happened since the last question.
    pub happened: Vec<Happening>,
    /// Who sat where, the last position and who has won, with nothing hidden; no turns.
    pub result: Transcript,
}

/// Something that a seat has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// In this turn; 0 before the first.
    pub turn: u32,
    /// What.
    pub text: String,
    /// Is it the only move that the seat had?
    pub only: bool,
}

/// What a seat has seen and was not told yet.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Vec<Happening>>);

impl Seen {
    fn add(&self, turn: u32, text: String, only: bool) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Happening { turn, text, only });
    }

    /// All of it, once.
    pub fn take(&self) -> Vec<Happening> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Notes what a seat sees.
pub(crate) struct Onlooker<'a> {
    pub seat: Seat,
    pub seen: &'a Seen,
}

impl<G: Telling> Recorder<G> for Onlooker<'_> {
    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        if seat == self.seat && moves.len() == 1 {
            let text = game.choice(state.view(game, seat), moves[chosen]);
            self.seen.add(game.turns(&state.public), text, true);
        }
    }

    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        if let Some(text) = game.happening(event, public, Some(self.seat)) {
            self.seen.add(game.turns(public), text, false);
        }
    }
}

/// What a person has chosen in a game that is told.
pub(crate) struct RecordedChoices<'a> {
    seat: usize,
    left: Mutex<std::slice::Iter<'a, usize>>,
}

impl<'a> RecordedChoices<'a> {
    /// Indices of the choices of a seat, in their order.
    pub fn new((seat, choices): &'a (usize, Vec<usize>)) -> Self {
        let left = Mutex::new(choices.iter());
        RecordedChoices { seat: *seat, left }
    }

    /// Who chooses at a seat: the person, or else its `own` bot.
    pub fn or_bot<'b, G: Game>(recorded: Option<&'b Self>, seat: usize, own: &'b dyn Bot<G>) -> &'b dyn Bot<G> {
        recorded
            .filter(|person| person.seat == seat)
            .map_or(own, |person| person)
    }
}

impl<G: Game> Bot<G> for RecordedChoices<'_> {
    /// The first move where the choices are used up.
    fn choose(&self, _view: View<'_, G>, moves: &Moves<G::Move>, _chance: &mut Stream) -> usize {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.next().copied().filter(|choice| *choice < moves.len()).unwrap_or(0)
    }
}

/// The person's seat, for the loop that plays the game.
pub(crate) struct Person<'a, G: Game> {
    pub sitter: &'a dyn Sitter,
    pub adviser: &'a dyn Bot<G>,
    pub seen: &'a Seen,
}

impl<G: Imagine + Telling> Person<'_, G> {
    /// The stream of the seat is only copied: no question changes what is drawn for the next.
    fn ask(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &Stream) -> Option<usize> {
        let game = view.game;
        let imagined = game.imagine(view, &mut chance.clone());
        self.sitter.choose(&Prompt {
            turn: game.turns(view.public),
            happened: self.seen.take(),
            position: game.position_lines(&imagined, Some(view.seat)),
            picture: &|| game.picture(&imagined, Some(view.seat)),
            choices: moves.iter().map(|mv| game.choice(view, *mv)).collect(),
            hint: &|| self.adviser.choose(view, moves, &mut chance.clone()),
        })
    }
}

impl<G: Imagine + Telling> Bot<G> for Person<'_, G> {
    /// The first move for a person who has left: only who cannot end the game asks so.
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.ask(view, moves, chance).unwrap_or(0)
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        _ahead: &mut MovePlan<G::Move>,
        _stop: &AtomicBool,
    ) -> Option<usize> {
        self.ask(view, moves, chance)
    }
}
