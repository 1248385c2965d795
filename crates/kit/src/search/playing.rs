//! The games that a search imagines: one deal, on which every candidate is played on.

use super::Sight;
use super::bot::SearchBot;
use balance_engine::{BySeat, Chance, Imagine, MAX_SEATS, MovePlan, Moves, Seat, State, Stream, Turn, View, must_end};

/// The policy itself among those who may sit at a table.
const POLICY: usize = usize::MAX;

/// A table on which games are played on from one decision, with its buffers.
pub(super) struct RolloutTable<'b, G: Imagine> {
    bot: &'b SearchBot<G>,
    view: View<'b, G>,
    /// Turns begun before the decision.
    turns: u32,
    moves: Moves<G::Move>,
    ahead: MovePlan<G::Move>,
    sight: Sight,
    deal: Option<Deal<G>>,
    /// Is it looked for what candidates have in common: on the first deal, and where something was found on the others, too?
    looks: bool,
    found: bool,
    /// Where candidates have come to on this deal when somebody else was asked for the first time.
    met: Vec<MeetingPoint<G>>,
    /// What the others have chosen on this deal after the first candidate, where it is secret, until it is the seat's turn again.
    asked: Vec<RecordedChoice<G>>,
}

/// A choice that somebody made who did not see the candidate: whoever sees the same after another one makes it, too.
struct RecordedChoice<G: Imagine> {
    public: G::Public,
    private: G::Private,
    mv: G::Move,
    /// The stream of its bot, and what that foretold, after the choice.
    after: (Stream, MovePlan<G::Move>),
}

/// A position in which candidates may meet: what they were is forgotten there, and so their games go on alike.
struct MeetingPoint<G: Imagine> {
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

impl<'b, G: Imagine> RolloutTable<'b, G> {
    /// A table for one decision.
    pub fn new(bot: &'b SearchBot<G>, view: View<'b, G>) -> Self {
        RolloutTable {
            bot,
            view,
            turns: view.game.turns(view.public),
            moves: Moves::default(),
            ahead: MovePlan::default(),
            sight: BySeat::filled([0.0; super::MAX_FEATURES]),
            deal: None,
            looks: true,
            found: false,
            met: Vec::new(),
            asked: Vec::new(),
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
        self.looks = self.deal.is_none() || self.found;
        self.deal = Some(deal);
        self.met.clear();
        self.asked.clear();
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
        let before = state.private[eyes];
        self.view.game.play(&mut state, first, &mut luck, &mut ());
        let secret = state.private[eyes] != before;
        self.ahead.clear();
        if let Some(value) = self.play_on(&mut state, &mut luck, Some(eyes)) {
            return value;
        }
        if !self.looks {
            return self.play_out(&mut state, &mut luck);
        }
        // Ways of one turn often come to the same in the end: the rest has been played then.
        if let Some(met) = self.met.iter().find(|met| met.state == state && met.luck == luck) {
            self.found = true;
            return met.value;
        }
        let (there, then) = (state.clone(), luck.clone());
        if secret {
            self.play_unseen(&mut state, &mut luck);
        }
        let value = self.play_out(&mut state, &mut luck);
        self.met.push(MeetingPoint {
            state: there,
            luck: then,
            value,
        });
        value
    }

    /// Plays to the end, or to where games are left off.
    fn play_out(&mut self, state: &mut State<G>, luck: &mut Chance) -> f64 {
        self.play_on(state, luck, None).expect("a game ends")
    }

    /// Plays on while those choose who do not see what the seat has chosen: after the first candidate they are asked, after
    /// another one they do the same as long as they see the same.
    fn play_unseen(&mut self, state: &mut State<G>, luck: &mut Chance) {
        let (game, eyes) = (self.view.game, self.view.seat);
        let is_first = self.asked.is_empty();
        let mut at = 0;
        while let Turn::Choose(seat) = game.turn(&state.public)
            && seat != eyes
            && game.turns(&state.public) == self.turns
        {
            if is_first {
                let asked = self.ask(state, seat, luck);
                self.asked.push(asked);
            }
            let Some(asked) = self.asked.get(at) else { return };
            if !is_first {
                if asked.public != state.public || asked.private != state.private[seat] {
                    return;
                }
                self.found = true;
                luck.bot(seat).clone_from(&asked.after.0);
                self.ahead.clone_from(&asked.after.1);
            }
            game.play(state, asked.mv, luck, &mut ());
            at += 1;
            must_end(at as u32);
        }
    }

    /// Asks `seat`, and keeps what it saw and what it chose.
    fn ask(&mut self, state: &State<G>, seat: Seat, luck: &mut Chance) -> RecordedChoice<G> {
        let deal = self.deal.as_ref().expect("a deal");
        let buffers = (&mut self.moves, &mut self.ahead);
        let mv = choice(self.bot, state.view(self.view.game, seat), &deal.cast, buffers, luck);
        RecordedChoice {
            public: state.public.clone(),
            private: state.private[seat],
            mv,
            after: (luck.bot(seat).clone(), self.ahead.clone()),
        }
    }

    /// Plays on; what the game is worth to the seat when it ends or is left off, nothing once anybody else is asked than the
    /// `only` one who may be.
    fn play_on(&mut self, state: &mut State<G>, luck: &mut Chance, only: Option<Seat>) -> Option<f64> {
        let deal = self.deal.as_ref().expect("a deal");
        let (game, eyes) = (self.view.game, self.view.seat);
        let mut played = 1;
        while let Turn::Choose(seat) = game.turn(&state.public) {
            if let (Some(evaluation), 1..) = (&self.bot.evaluation, self.bot.settings.horizon)
                && game.turns(&state.public).saturating_sub(self.turns) >= self.bot.settings.horizon
            {
                return Some(evaluation.judge(game, state, eyes, &mut self.sight));
            }
            if only.is_some_and(|only| seat != only) {
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
#[expect(
    clippy::inline_always,
    reason = "nearly all is called from one loop, and the other places would keep it from being part of that"
)]
#[inline(always)]
fn choice<G: Imagine>(
    bot: &SearchBot<G>,
    view: View<'_, G>,
    cast: &[usize; MAX_SEATS],
    (moves, ahead): (&mut Moves<G::Move>, &mut MovePlan<G::Move>),
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
