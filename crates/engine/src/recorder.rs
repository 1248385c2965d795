//! Hooks for those who watch a game: metrics, transcripts, nobody. A recorder changes nothing.

use super::{Game, Moves, Outcome, Seat, State};

/// Watches one game after another. Every hook has an empty default.
pub trait Recorder<G: Game> {
    /// A game was laid out.
    fn start(&mut self, _game: &G, _state: &State<G>) {}
    /// `seat` has chosen the move of this index out of `moves`, and plays it next; also where there was but one.
    fn choice(&mut self, _game: &G, _state: &State<G>, _seat: Seat, _moves: &Moves<G::Move>, _chosen: usize) {}
    /// Something happened; `public` is the table right after it.
    fn event(&mut self, _game: &G, _event: G::Event, _public: &G::Public) {}
    /// A turn (or round) has ended, and the next one begun.
    fn turn(&mut self, _game: &G, _state: &State<G>) {}
    /// A game has ended.
    fn finish(&mut self, _game: &G, _state: &State<G>, _outcome: &Outcome) {}
}

/// Records nothing, at no cost.
impl<G: Game> Recorder<G> for () {}

/// A tuple records both.
impl<G: Game, A: Recorder<G>, B: Recorder<G>> Recorder<G> for (A, B) {
    #[inline]
    fn start(&mut self, game: &G, state: &State<G>) {
        self.0.start(game, state);
        self.1.start(game, state);
    }
    #[inline]
    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.0.choice(game, state, seat, moves, chosen);
        self.1.choice(game, state, seat, moves, chosen);
    }
    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        self.0.event(game, event, public);
        self.1.event(game, event, public);
    }
    #[inline]
    fn turn(&mut self, game: &G, state: &State<G>) {
        self.0.turn(game, state);
        self.1.turn(game, state);
    }
    #[inline]
    fn finish(&mut self, game: &G, state: &State<G>, outcome: &Outcome) {
        self.0.finish(game, state, outcome);
        self.1.finish(game, state, outcome);
    }
}

impl<G: Game, R: Recorder<G>> Recorder<G> for &mut R {
    #[inline]
    fn start(&mut self, game: &G, state: &State<G>) {
        (**self).start(game, state);
    }
    #[inline]
    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        (**self).choice(game, state, seat, moves, chosen);
    }
    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        (**self).event(game, event, public);
    }
    #[inline]
    fn turn(&mut self, game: &G, state: &State<G>) {
        (**self).turn(game, state);
    }
    #[inline]
    fn finish(&mut self, game: &G, state: &State<G>, outcome: &Outcome) {
        (**self).finish(game, state, outcome);
    }
}
