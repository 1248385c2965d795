//! What a game is: the seam between the rules of one game and everything else.

use std::fmt::Debug;

use super::{BySeat, Chance, Recorder, Seat, SeatSet, Stream};

/// The rules and content of ONE variant of a game, with its tables precomputed.
///
/// Facts are stored by who may see them: a bot is given a [`View`] and nothing else, so it cannot peek, and no game
/// writes view code. Simultaneous choices are made one seat after another into `Private`; the last one reveals.
pub trait Game: Sync + Send + Sized + 'static {
    /// What everybody at the table can see.
    type Public: Clone + Debug + PartialEq;
    /// What one seat alone can see.
    type Private: Clone + Copy + Debug + PartialEq;
    /// What nobody can see.
    type Hidden: Clone + Debug + PartialEq;
    /// One choice. Big choices are split into steps, so that no list of moves is long.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What a metric or a transcript may want to know.
    type Event: Copy + Debug;

    /// Seats at the table, 1 to [`super::MAX_SEATS`].
    fn players(&self) -> usize;

    /// Lays out a new game.
    fn setup(&self, chance: &mut Chance) -> State<Self>;

    /// Who has to choose now.
    fn turn(&self, public: &Self::Public) -> Turn;

    /// Pushes every legal choice of the seat whose turn it is; at least one while the game is not over.
    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Self::Move>);

    /// Plays `mv`, one of the moves offered, for the seat whose turn it is, up to the next choice.
    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Self::Move, chance: &mut Chance, log: &mut R);

    /// How the game stands at its end: winners and ending. Meaningful once [`Game::turn`] says `Over`.
    fn outcome(&self, state: &State<Self>) -> Outcome;

    /// Turns (or rounds, as the game counts) begun so far.
    fn turns(&self, public: &Self::Public) -> u32;

    /// Index of the role of `seat` in the game's list of roles; there is but one unless the game says otherwise.
    fn role(&self, _state: &State<Self>, _seat: Seat) -> usize {
        0
    }

    /// Place of `seat` in turn order, 0 for the seat that moves first; seats in order unless the game says otherwise.
    fn position(&self, _state: &State<Self>, seat: Seat) -> usize {
        seat.index()
    }

    /// Sides taking part in this game, as bits over the game's list of sides; one for each player unless the game says
    /// otherwise.
    fn sides_in_play(&self, _state: &State<Self>) -> u16 {
        (1 << self.players()) - 1
    }

    /// Points of `seat` at the end, the more the better; asked only where the sheet is [`crate::Sheet::scored`].
    fn score(&self, _state: &State<Self>, _seat: Seat) -> i32 {
        0
    }

    /// How far `side` has come toward winning, the more the nearer, in a unit of the game's own: it is only compared with
    /// that of the other sides at the same moment. None in a game that keeps no such count. No bot is shown it.
    fn progress(&self, _state: &State<Self>, _side: usize) -> Option<u32> {
        None
    }

    /// [`Game::progress`] of several sides, as bits, each shown to `visit` in the order of their numbers, if it is counted;
    /// for games in which it is less work for all at once.
    fn each_progress(&self, state: &State<Self>, sides: u16, mut visit: impl FnMut(usize, u32)) {
        let mut rest = sides;
        while rest != 0 {
            let side = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if let Some(progress) = self.progress(state, side) {
                visit(side, progress);
            }
        }
    }

    /// What must hold after every move; the error says in words what does not.
    ///
    /// # Errors
    /// What does not hold.
    fn invariant(&self, _state: &State<Self>) -> Result<(), String> {
        Ok(())
    }
}

/// A game whose unseen part can be dealt afresh, for searching bots and for the law that no bot peeks.
pub trait Imagine: Game {
    /// A full state that fits everything `view` knows; what it does not know is drawn from `chance`.
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self>;

    /// Makes what others have chosen in secret anew, in a `state` imagined for `eyes`: each choice is the one that `choose`
    /// makes among the moves of the view it is shown, so that it comes from a belief about people and not from equal
    /// chances. Nothing to do in a game without secret choices.
    fn suppose(&self, _state: &mut State<Self>, _eyes: Seat, _choose: &mut dyn FnMut(View<'_, Self>) -> Self::Move) {}
}

/// A whole position, split by who may see what.
pub struct State<G: Game> {
    /// Seen by everybody.
    pub public: G::Public,
    /// Seen by one seat each.
    pub private: BySeat<G::Private>,
    /// Seen by nobody.
    pub hidden: G::Hidden,
}

impl<G: Game> Clone for State<G> {
    fn clone(&self) -> Self {
        State {
            public: self.public.clone(),
            private: self.private,
            hidden: self.hidden.clone(),
        }
    }
}

impl<G: Game> PartialEq for State<G> {
    fn eq(&self, other: &Self) -> bool {
        self.public == other.public && self.private == other.private && self.hidden == other.hidden
    }
}

impl<G: Game<Hidden = ()>> State<G> {
    /// A position of a game in which each thing is seen by somebody.
    pub fn seen(public: G::Public, private: BySeat<G::Private>) -> Self {
        State {
            public,
            private,
            hidden: (),
        }
    }
}

impl<G: Game> State<G> {
    /// What `seat` may know.
    #[inline]
    pub fn view<'s>(&'s self, game: &'s G, seat: Seat) -> View<'s, G> {
        View {
            game,
            seat,
            public: &self.public,
            private: &self.private[seat],
        }
    }
}

/// Everything one seat may know.
pub struct View<'s, G: Game> {
    /// The rules.
    pub game: &'s G,
    /// Whose eyes these are.
    pub seat: Seat,
    /// What everybody sees.
    pub public: &'s G::Public,
    /// What only this seat sees.
    pub private: &'s G::Private,
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for View<'_, G> {}

/// Whose turn it is to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat chooses among [`Game::moves`].
    Choose(Seat),
    /// The game has ended.
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Seats that won; empty when nobody did.
    pub winners: SeatSet,
    /// Sides that won, as bits over the game's list of sides.
    pub sides: u16,
    /// Index into the game's list of endings.
    pub ending: u8,
}

impl Outcome {
    /// An end at which these seats won, each a side of its own, seats in turn order.
    pub fn of_seats(winners: SeatSet, ending: u8) -> Self {
        Outcome {
            winners,
            sides: winners.iter().fold(0, |sides, seat| sides | 1 << seat.index()),
            ending,
        }
    }

    /// An end at which all win together, as the only side there is.
    pub fn of_team(players: usize, ending: u8) -> Self {
        Outcome {
            winners: SeatSet::all(players),
            sides: 1,
            ending,
        }
    }
}

/// The caller's buffer for legal moves: cleared, never shrunk, so that no decision allocates.
#[derive(Clone, Debug)]
pub struct Moves<M>(Vec<M>);

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves(Vec::with_capacity(128))
    }
}

impl<M> Moves<M> {
    /// Adds a legal move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Empties the buffer.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<M> std::ops::Deref for Moves<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}
