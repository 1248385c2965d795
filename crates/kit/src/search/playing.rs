//! The games that a search imagines: one deal, on which every candidate is played on.

use super::Sight;
use super::bot::SearchBot;
use balance_engine::{Ahead, BySeat, Chance, Imagine, MAX_SEATS, Moves, Seat, State, Stream, Turn, View, must_end};

/// The policy itself among those who may sit at a table.
const POLICY: usize = usize::MAX;

/// A table on which games are played on from one decision, with its buffers.
pub(super) struct Playing<'b, G: Imagine> {
    bot: &'b SearchBot<G>,
    view: View<'b, G>,
    /// Turns begun before the decision.
    turns: u32,
    moves: Moves<G::Move>,
    ahead: Ahead<G::Move>,
    sight: Sight,
    deal: Option<Deal<G>>,
    /// Where candidates have come to on this deal when somebody else was asked for the first time.
    met: Vec<Met<G>>,
}

/// A position in which candidates may meet: what they were is forgotten there, and so their games go on alike.
struct Met<G: Imagine> {
    state: State<G>,
    luck: Chance,
    /// What came of it.
    value: f64,
}

/// A position imagined, with who plays where and what chance will bring.
struct Deal<G: Imagine> {
    state: State<G>,
    luck: Chance,
    /// By seat, an index into the rivals or [`POLICY`].
    cast: [usize; MAX_SEATS],
}

impl<'b, G: Imagine> Playing<'b, G> {
    /// A table for one decision.
    pub fn new(bot: &'b SearchBot<G>, view: View<'b, G>) -> Self {
        Playing {
            bot,
            view,
            turns: view.game.turns(view.public),
            moves: Moves::default(),
            ahead: Ahead::default(),
            sight: BySeat::filled([0.0; super::MAX_FEATURES]),
            deal: None,
            met: Vec::new(),
        }
    }

    /// Imagines the deal of this number: what lies hidden, who the others are, what they have chosen in secret.
    pub fn deal(&mut self, number: u64, chance: &mut Stream) {
        let (game, eyes) = (self.view.game, self.view.seat);
        let mut deal = self.draw(number, chance);
        let Deal { state, luck, cast } = &mut deal;
        self.ahead.clear();
        game.suppose(state, eyes, &mut |view| {
            choice(self.bot, view, cast, (&mut self.moves, &mut self.ahead), luck)
        });
        // So that those who ask it on the way are no different from those who need not.
        luck.bot(eyes);
        self.deal = Some(deal);
        self.met.clear();
    }

    /// Draws what a deal draws, and leaves it.
    pub fn skip(&self, chance: &mut Stream) {
        self.draw(0, chance);
    }

    /// A deal without what others have chosen in secret.
    fn draw(&self, number: u64, chance: &mut Stream) -> Deal<G> {
        let (game, eyes) = (self.view.game, self.view.seat);
        let state = game.imagine(self.view, chance);
        let luck = Chance::new(chance.bits(), number);
        let mut cast = [POLICY; MAX_SEATS];
        let mix = &self.bot.mix;
        if !mix.is_empty() {
            for (seat, who) in cast.iter_mut().enumerate().take(game.players()) {
                if seat != eyes.index() {
                    *who = mix[chance.below(mix.len() as u32) as usize];
                }
            }
        }
        Deal { state, luck, cast }
    }

    /// Plays `first` and on from there on the last deal; the part of the win that the seat has in the end, or is judged to
    /// have where the game is left off. Who wins together shares.
    ///
    /// # Panics
    /// When nothing has been dealt.
    pub fn value(&mut self, first: G::Move) -> f64 {
        let deal = self.deal.as_ref().expect("a deal");
        let eyes = self.view.seat;
        let mut state = deal.state.clone();
        let mut luck = deal.luck.clone();
        self.view.game.play(&mut state, first, &mut luck, &mut ());
        self.ahead.clear();
        if let Some(value) = self.play_while(&mut state, &mut luck, |seat| seat == eyes) {
            return value;
        }
        // Ways of one turn often come to the same in the end: the rest has been played then.
        if let Some(met) = self.met.iter().find(|met| met.state == state && met.luck == luck) {
            return met.value;
        }
        let (there, then) = (state.clone(), luck.clone());
        let value = self.play_while(&mut state, &mut luck, |_| true).expect("a game ends");
        self.met.push(Met {
            state: there,
            luck: then,
            value,
        });
        value
    }

    /// Plays on while it is up to those who `choose`; what the game is worth to the seat if it ends with that, or is left
    /// off, nothing if it is somebody else's turn.
    #[inline]
    fn play_while(&mut self, state: &mut State<G>, luck: &mut Chance, choose: impl Fn(Seat) -> bool) -> Option<f64> {
        let deal = self.deal.as_ref().expect("a deal");
        let (game, eyes) = (self.view.game, self.view.seat);
        let mut played = 1;
        while let Turn::Choose(seat) = game.turn(&state.public) {
            if let (Some(evaluation), 1..) = (&self.bot.evaluation, self.bot.settings.horizon)
                && game.turns(&state.public).saturating_sub(self.turns) >= self.bot.settings.horizon
            {
                return Some(evaluation.judge(game, state, eyes, &mut self.sight));
            }
            if !choose(seat) {
                return None;
            }
            let buffers = (&mut self.moves, &mut self.ahead);
            let mv = choice(self.bot, state.view(game, seat), &deal.cast, buffers, luck);
            game.play(state, mv, luck, &mut ());
            played += 1;
            must_end(played);
        }
        Some(share(game.outcome(state).winners, eyes))
    }
}

/// What whoever sits on the seat of `view` does.
#[inline]
fn choice<G: Imagine>(
    bot: &SearchBot<G>,
    view: View<'_, G>,
    cast: &[usize; MAX_SEATS],
    (moves, ahead): (&mut Moves<G::Move>, &mut Ahead<G::Move>),
    luck: &mut Chance,
) -> G::Move {
    moves.clear();
    view.game.moves(view, moves);
    let foretold = ahead.next(view.seat, moves);
    if moves.len() == 1 {
        return moves[0];
    }
    let who = cast[view.seat.index()];
    let sitting = if who == POLICY { &bot.playout } else { &bot.rivals[who] };
    moves[foretold.unwrap_or_else(|| sitting.choose_ahead(view, moves, luck.bot(view.seat), ahead))]
}

/// The part of a win that `seat` has.
pub(super) fn share(winners: balance_engine::SeatSet, seat: Seat) -> f64 {
    if winners.has(seat) {
        1.0 / winners.len() as f64
    } else {
        0.0
    }
}
