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
        }
    }

    /// Imagines the deal of this number: what lies hidden, who the others are, what they have chosen in secret.
    pub fn deal(&mut self, number: u64, chance: &mut Stream) {
        let (game, eyes) = (self.view.game, self.view.seat);
        let mut state = game.imagine(self.view, chance);
        let mut luck = Chance::new(chance.bits(), number);
        let mut cast = [POLICY; MAX_SEATS];
        let mix = &self.bot.mix;
        if !mix.is_empty() {
            for (seat, who) in cast.iter_mut().enumerate().take(game.players()) {
                if seat != eyes.index() {
                    *who = mix[chance.below(mix.len() as u32) as usize];
                }
            }
        }
        self.ahead.clear();
        game.suppose(&mut state, eyes, &mut |view| {
            choice(self.bot, view, &cast, (&mut self.moves, &mut self.ahead), &mut luck)
        });
        self.deal = Some(Deal { state, luck, cast });
    }

    /// Plays `first` and on from there on the last deal; the part of the win that the seat has in the end, or is judged to
    /// have where the game is left off. Who wins together shares.
    ///
    /// # Panics
    /// When nothing has been dealt.
    pub fn value(&mut self, first: G::Move) -> f64 {
        let deal = self.deal.as_ref().expect("a deal");
        let (game, eyes) = (self.view.game, self.view.seat);
        let mut state = deal.state.clone();
        let mut luck = deal.luck.clone();
        game.play(&mut state, first, &mut luck, &mut ());
        self.ahead.clear();
        let mut played = 1;
        while let Turn::Choose(seat) = game.turn(&state.public) {
            if let (Some(evaluation), 1..) = (&self.bot.evaluation, self.bot.settings.horizon)
                && game.turns(&state.public).saturating_sub(self.turns) >= self.bot.settings.horizon
            {
                return evaluation.judge(game, &state, eyes, &mut self.sight);
            }
            let buffers = (&mut self.moves, &mut self.ahead);
            let mv = choice(self.bot, state.view(game, seat), &deal.cast, buffers, &mut luck);
            game.play(&mut state, mv, &mut luck, &mut ());
            played += 1;
            must_end(played);
        }
        share(game.outcome(&state).winners, eyes)
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
