//! The only loop that plays a game.

use std::sync::atomic::AtomicBool;

use super::{Bot, Chance, Game, MovePlan, Moves, Outcome, Seat, State, Turn};

/// Most moves of one game. A game that reaches it is taken to go on for ever: people who move once a second would be at it
/// for eleven days, and a computer for seconds.
pub const MOVES_MAX: u32 = 1_000_000;

/// Breaks a game that has taken so many moves that it is taken to go on for ever.
///
/// # Panics
/// From [`MOVES_MAX`] on.
#[inline]
pub fn must_end(played: u32) {
    assert!(played < MOVES_MAX, "it does not end within {MOVES_MAX} moves");
}

/// A table with its buffers, used for one game after another without allocating.
pub struct Table<'g, G: Game> {
    game: &'g G,
    moves: Moves<G::Move>,
    ahead: MovePlan<G::Move>,
}

/// A game that was played to its end.
pub struct Finished<G: Game> {
    /// The last position.
    pub state: State<G>,
    /// Who won and how.
    pub outcome: Outcome,
    /// Choices between at least two moves that bots had to make.
    pub decisions: u32,
    /// Moves to choose from, over all decisions.
    pub options: u32,
    /// Moves without an alternative.
    pub forced: u32,
}

impl<'g, G: Game> Table<'g, G> {
    /// A table for `game`.
    pub fn new(game: &'g G) -> Self {
        Table {
            game,
            moves: Moves::default(),
            ahead: MovePlan::default(),
        }
    }

    /// Games that bots at this table have imagined for their choices, in all games played.
    pub fn imagined(&self) -> u64 {
        self.ahead.imagined()
    }

    /// Plays one game. `bot_of(role, seat)` names the bot of a seat once roles are dealt.
    ///
    /// A move without an alternative is played without asking and is not a decision. In debug builds the game's
    /// invariant is checked after every move.
    ///
    /// # Panics
    /// When the game breaks a law that would make its figures worthless: a seat has no move, or it does not end within
    /// [`MOVES_MAX`] moves. Whoever plays many games catches this and names the game.
    pub fn play<'b, R: Recorder<G>>(
        &mut self,
        chance: Chance,
        bot_of: impl Fn(usize, usize) -> &'b dyn Bot<G>,
        log: &mut R,
    ) -> Finished<G> {
        self.play_unless(chance, bot_of, log, &AtomicBool::new(false))
            .expect("only who asks to stop ends a game early")
    }

    /// The same, or none where a bot that thinks for long found `stop` set.
    pub fn play_unless<'b, R: Recorder<G>>(
        &mut self,
        mut chance: Chance,
        bot_of: impl Fn(usize, usize) -> &'b dyn Bot<G>,
        log: &mut R,
        stop: &AtomicBool,
    ) -> Option<Finished<G>> {
        let state = self.game.setup(&mut chance);
        log.start(self.game, &state);
        self.play_on(state, chance, bot_of, log, stop)
    }

    /// Plays on from `state`, a position of this game, as [`Table::play_unless`] does from the one it lays out; `log` is told
    /// of no start, and decisions before are not counted.
    ///
    /// # Panics
    /// As [`Table::play`].
    pub fn play_on<'b, R: Recorder<G>>(
        &mut self,
        mut state: State<G>,
        mut chance: Chance,
        bot_of: impl Fn(usize, usize) -> &'b dyn Bot<G>,
        log: &mut R,
        stop: &AtomicBool,
    ) -> Option<Finished<G>> {
        let game = self.game;
        let mut bots: [Option<&dyn Bot<G>>; super::MAX_SEATS] = [None; super::MAX_SEATS];
        for (index, bot) in bots.iter_mut().enumerate().take(game.players()) {
            *bot = Some(bot_of(game.role(&state, super::Seat(index as u8)), index));
        }
        self.ahead.clear();
        let (mut decisions, mut options, mut played) = (0, 0, 0);
        let mut turns = game.turns(&state.public);
        while let Turn::Choose(seat) = game.turn(&state.public) {
            self.moves.clear();
            game.moves(state.view(game, seat), &mut self.moves);
            assert!(!self.moves.is_empty(), "{seat} has no move");
            let foretold = self.ahead.next(seat, &self.moves);
            if self.moves.len() > 1 {
                decisions += 1;
                options += self.moves.len() as u32;
            }
            let chosen = match (self.moves.len(), foretold, bots[seat.index()]) {
                (1, ..) | (_, _, None) => 0,
                (_, Some(chosen), _) => chosen,
                (_, None, Some(bot)) => {
                    let view = state.view(game, seat);
                    bot.choose_unless(view, &self.moves, chance.bot(seat), &mut self.ahead, stop)?
                }
            };
            played += 1;
            must_end(played);
            log.choice(game, &state, seat, &self.moves, chosen);
            game.play(&mut state, self.moves[chosen], &mut chance, log);
            let now = game.turns(&state.public);
            if now != turns {
                turns = now;
                log.turn(game, &state);
            }
            #[cfg(debug_assertions)]
            if let Err(broken) = game.invariant(&state) {
                panic!("after {:?} of {seat}: {broken}", self.moves[chosen]);
            }
        }
        let outcome = game.outcome(&state);
        log.finish(game, &state, &outcome);
        Some(Finished {
            state,
            outcome,
            decisions,
            options,
            forced: played - decisions,
        })
    }
}

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
