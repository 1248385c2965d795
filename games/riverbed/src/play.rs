//! The flow of a game: set-up, turns, the three actions, Hunt, Con and the end.

use super::cards::{Effect, Window};
use super::state::{Action, After, Ask, Ending, Event, HuntEnd, MeeplePosition, Move, Price, Public, Role};
use super::tiles::{Element, Text};
use super::{Riverbed, board::Spaces};
use balance_engine::{Chance, Purpose, Recorder, Seat, SeatSet, State};
use balance_kit::bits;

/// One move being played: everything it may touch.
pub struct Playing<'a, R> {
    pub game: &'a Riverbed,
    pub state: &'a mut State<Riverbed>,
    pub chance: &'a mut Chance,
    pub log: &'a mut R,
}

impl Riverbed {
    /// Who decides the text of a tile that `revealer` turned face-up (RB-R16).
    pub(super) fn text_decider(&self, public: &Public, revealer: Seat) -> Seat {
        match self.rules.tile_decider {
            super::rules::TileDecider::Revealer => revealer,
            super::rules::TileDecider::ActivePlayer => public.active,
        }
    }

    /// Spaces, or players as bits, at which the text of the tile on `space` may aim; nothing means that it is skipped.
    pub(super) fn text_targets(&self, public: &Public, text: Text, space: u8, decider: Seat) -> u32 {
        let down = self.board.tiled & !public.face_up;
        let reach = self.board.reach[public.meeple[decider].index()];
        match text {
            Text::RevealAdjacent | Text::ShuffleAdjacent => self.board.adjacent[space as usize] & down,
            Text::FlipDown => {
                let each = public.frames[..public.depth as usize].iter();
                let resolving = each.fold(0, |set, f| set | 1 << f.space);
                reach & public.face_up & !resolving
            }
            Text::View => reach & down,
            Text::Swap => down,
            Text::DiscardRandom => {
                let others = SeatSet::all(self.players).without(decider).iter();
                u32::from(others.filter(|seat| public.hand_size[*seat] > 0).collect::<SeatSet>().0)
            }
        }
    }

    pub(super) fn text_has_target(&self, public: &Public, text: Text, space: u8, decider: Seat) -> bool {
        let needed = if text == Text::Swap { 2 } else { 1 };
        self.text_targets(public, text, space, decider).count_ones() >= needed
    }

    /// Log tiles that the Chief may flip after the Hunt (RB-77).
    pub(super) fn penalty_targets(&self, public: &Public) -> Spaces {
        super::board::spaces_where(public.hunt_revealed & public.face_up, |space| {
            self.tiles[public.shown[space] as usize].elements[Element::Log as usize] > 0
        })
    }

    /// Face-down tiles that an action of `seat` may choose: within reach, or any (RB-20).
    pub(super) fn action_targets(&self, public: &Public, seat: Seat) -> Spaces {
        let down = self.board.tiled & !public.face_up;
        if public.far_reach {
            down
        } else {
            down & self.board.reach[public.meeple[seat].index()]
        }
    }

    pub(super) fn can_uncover(&self, public: &Public, seat: Seat) -> bool {
        self.can_pay(public, seat, self.rules.uncover_cost)
            && public.marks[seat].uncovers < self.rules.uncovers
            && self.action_targets(public, seat) != 0
    }

    /// May `seat` choose Co-op now (RB-34, RB-R11)?
    pub(super) fn can_coop(&self, public: &Public, seat: Seat) -> bool {
        self.rules.coop_after_uncover || public.marks[seat].uncovers < self.rules.uncovers.max(1)
    }

    /// May `seat` pay `price` cards for its special ability, once per game (RB-66, RB-79)?
    pub(super) fn can_declare(&self, public: &Public, seat: Seat, price: u8) -> bool {
        public.role[seat].is_none() && self.can_pay(public, seat, price)
    }

    /// Has `seat` so many cards, and may it part with them in this turn?
    fn can_pay(&self, public: &Public, seat: Seat, price: u8) -> bool {
        self.spare(public, seat) >= price
    }

    /// How many cards `seat` may part with in this turn (RB-R12).
    #[inline]
    pub(super) fn spare(&self, public: &Public, seat: Seat) -> u8 {
        let hand = public.hand_size[seat];
        if self.rules.cost_counts_as_card {
            hand.min(self.rules.cards_per_turn.saturating_sub(public.played[seat]))
        } else {
            hand
        }
    }

    /// Does the meeple of `seat` stand on the river? They are placed clockwise from the Chief's left (RB-12).
    pub(super) fn is_placed(&self, public: &Public, seat: Seat) -> bool {
        (seat.index() + self.players - public.chief.index() - 1) % self.players < public.placed as usize
    }
}

impl<R: Recorder<Riverbed>> Playing<'_, R> {
    pub fn play(&mut self, mv: Move) {
        let seat = self.state.public.decider;
        match (self.state.public.ask, mv) {
            (Ask::Place, Move::Space(space)) => self.place(seat, space),
            (Ask::Menu, mv) => self.menu_chosen(seat, mv),
            (Ask::DiveTile, Move::Space(space)) => {
                self.learn(seat, space);
                let tile = self.state.hidden.tile_at[space as usize];
                self.tell(Event::Dived { seat, space, tile });
                self.next_in_window(Window::Dive(space), seat);
            }
            (Ask::SwimSpace, Move::Space(space)) => {
                self.swim_meeple(seat, space);
                self.next_in_window(Window::Swim, seat);
            }
            (Ask::Partner, Move::Seat(chosen)) => {
                self.tell(Event::CoOp { seat, chosen });
                self.name_partner(chosen);
            }
            (Ask::Chosen, mv) => self.chosen_answers(seat, mv),
            (Ask::Pay(price, left), Move::Discard(effect)) => self.pay(seat, price, left, effect),
            (Ask::HuntTile { first }, Move::Space(space)) => {
                self.state.public.after = After::Hunt { space, first };
                self.reveal(seat, space);
            }
            (Ask::HuntTile { .. }, Move::Stop) => self.end_hunt(HuntEnd::Stopped),
            (Ask::ConFirst, Move::Space(space)) => self.reveal_then(seat, space, After::ConFirst),
            (Ask::ConSecond, Move::Space(space)) => self.reveal_then(seat, space, After::ConSecond),
            (Ask::Penalty, Move::Space(space)) => {
                self.flip_down(seat, space);
                self.end_hunt(HuntEnd::Penalty);
            }
            (Ask::UncoverTile, Move::Space(space)) => self.reveal_then(seat, space, After::Uncover),
            (Ask::Text { text, first }, mv) => self.text_chosen(seat, text, first, mv),
            (Ask::Card { effect, first }, mv) => self.card_chosen(seat, effect, first, mv),
            (Ask::Window(window), Move::Card(effect)) => self.play_in_window(seat, effect, window),
            (Ask::Window(Window::Named), _) => self.chosen_player(),
            (Ask::Window(window), _) => self.next_in_window(window, seat),
            (Ask::WindowCard(_, window), mv) => self.window_card_chosen(seat, window, mv),
            (Ask::HandLimit, Move::Discard(effect)) => {
                let card = self.game.card_in(self.state.private[seat].hand, effect);
                self.discard(seat, card);
                self.check_hand_limit(seat);
            }
            (ask, mv) => unreachable!("{mv:?} does not answer {ask:?}"),
        }
    }

    fn place(&mut self, seat: Seat, space: u8) {
        let public = &mut self.state.public;
        public.meeple[seat] = MeeplePosition::on(space);
        public.placed += 1;
        let next = seat.clockwise(1, self.game.players);
        let everybody = public.placed as usize == self.game.players;
        self.tell(Event::Placed { seat, space });
        if everybody {
            self.begin_turn(next);
        } else {
            self.ask(next, Ask::Place);
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        let public = &mut self.state.public;
        if public.turn >= self.game.rules.turns_max {
            return self.end(Ending::TurnCap);
        }
        public.active = seat;
        public.turn += 1;
        (public.acted, public.again) = (false, false);
        public.far_reach = false;
        for played in public.played.first_mut(self.game.players) {
            *played = 0;
        }
        self.tell(Event::TurnBegan { seat });
        self.menu();
    }

    fn menu_chosen(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Card(effect) => self.play_card(seat, effect),
            Move::Refresh(action) => {
                self.turn_up(seat, action);
                self.state.public.marks[seat].marker_used = true;
                if self.game.rules.second_action_after_marker && self.state.public.acted {
                    (self.state.public.acted, self.state.public.again) = (false, true);
                }
                self.tell(Event::MarkerUsed { seat, action });
                self.menu();
            }
            Move::Dive => {
                self.exhaust(seat, Action::Dive);
                self.ask(seat, Ask::DiveTile);
            }
            Move::Swim => {
                self.exhaust(seat, Action::Swim);
                self.ask(seat, Ask::SwimSpace);
            }
            Move::CoOp => self.ask(seat, Ask::Partner),
            Move::Uncover => {
                self.tell(Event::Uncovered { seat });
                self.charge(seat, Price::Uncover, self.game.rules.uncover_cost);
            }
            _ => self.check_hand_limit(seat),
        }
    }

    /// The turn's action, with its draw and refresh, is complete.
    pub fn action_done(&mut self) {
        let public = &mut self.state.public;
        public.acted = true;
        public.far_reach = false;
        let active = public.active;
        self.next_in_window(Window::Action, active);
    }

    /// Back to what the active player may do in this turn.
    pub fn menu(&mut self) {
        self.ask(self.state.public.active, Ask::Menu);
    }

    /// Asks `seat`, and after it whoever else must check, to discard down to the limit; then the next turn begins.
    fn check_hand_limit(&mut self, mut seat: Seat) {
        let public = &mut self.state.public;
        public.discards |= public.spent;
        public.spent = 0;
        let active = public.active;
        loop {
            if self.state.public.hand_size[seat] > self.game.rules.hand_limit {
                return self.ask(seat, Ask::HandLimit);
            }
            seat = seat.clockwise(1, self.game.players);
            if self.game.rules.hand_limit_for == super::rules::HandLimitFor::ActivePlayer || seat == active {
                break;
            }
        }
        self.begin_turn(active.clockwise(1, self.game.players));
    }

    // Co-op, Hunt, Con, Uncover.

    /// `chosen` is the player of this Co-op, unless a card says otherwise.
    pub fn name_partner(&mut self, chosen: Seat) {
        self.state.public.chosen = chosen;
        if self.can_use(Window::Named, chosen) {
            self.ask(chosen, Ask::Window(Window::Named));
        } else {
            self.chosen_player();
        }
    }

    /// Asks the chosen player, or skips the reveal where there is nothing to reveal.
    pub fn chosen_player(&mut self) {
        let chosen = self.state.public.chosen;
        let at = self.state.public.meeple[chosen].index();
        if self.game.board.reach[at] & self.face_down() == 0 {
            self.finish_coop();
        } else {
            self.ask(chosen, Ask::Chosen);
        }
    }

    fn chosen_answers(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Hunt => self.charge(seat, Price::Hunt, self.game.rules.hunt_cost),
            Move::Con => self.charge(seat, Price::Con, self.game.rules.con_cost),
            Move::Space(space) => self.reveal_then(seat, space, After::CoOp),
            _ => {}
        }
    }

    /// Asks for `cost` cards, then does what was paid for.
    fn charge(&mut self, seat: Seat, price: Price, cost: u8) {
        if cost > 0 {
            return self.ask(seat, Ask::Pay(price, cost));
        }
        match price {
            Price::Uncover => self.ask(seat, Ask::UncoverTile),
            Price::Hunt => {
                self.state.public.role[seat] = Some(Role::Leader);
                self.state.public.hunting = true;
                self.state.public.hunt_revealed = 0;
                self.tell(Event::HuntDeclared { seat });
                self.ask(seat, Ask::HuntTile { first: true });
            }
            Price::Con => {
                self.state.public.role[seat] = Some(Role::Profiteer);
                self.tell(Event::ConDeclared { seat });
                self.ask(seat, Ask::ConFirst);
            }
        }
    }

    fn pay(&mut self, seat: Seat, price: Price, left: u8, effect: Effect) {
        let card = self.game.card_in(self.state.private[seat].hand, effect);
        self.discard(seat, card);
        if self.game.rules.cost_counts_as_card {
            self.state.public.played[seat] += 1;
        }
        self.charge(seat, price, left - 1);
    }

    fn reveal_then(&mut self, seat: Seat, space: u8, after: After) {
        self.state.public.after = after;
        self.reveal(seat, space);
    }

    /// Every tile turned face-up is executed: what follows.
    pub fn after_tile(&mut self) {
        match self.state.public.after {
            After::Hunt { .. } => self.after_hunt_tile(),
            After::ConFirst if self.face_down() != 0 => {
                let seat = self.state.public.chosen;
                self.ask(seat, Ask::ConSecond);
            }
            After::CoOp | After::ConFirst | After::ConSecond => self.finish_coop(),
            After::Uncover => {
                let active = self.state.public.active;
                self.refresh(active);
                self.state.public.marks[active].uncovers += 1;
                self.action_done();
            }
            After::Card => self.menu(),
        }
    }

    fn after_hunt_tile(&mut self) {
        let After::Hunt { space, first } = self.state.public.after else {
            return;
        };
        let rules = &self.game.rules;
        let tile = &self.game.tiles[self.state.public.shown[space as usize] as usize];
        if tile.hunt {
            if self.face_down() == 0 {
                return self.end_hunt(HuntEnd::NoTiles);
            }
            let leader = self.state.public.chosen;
            return self.ask(leader, Ask::HuntTile { first: false });
        }
        if first && !rules.penalty_after_first_tile {
            return self.end_hunt(HuntEnd::NoIcon);
        }
        if !rules.penalty_counts_last {
            self.state.public.hunt_revealed &= !(1 << space);
        }
        if self.game.penalty_targets(&self.state.public) == 0 {
            return self.end_hunt(HuntEnd::NoIcon);
        }
        let chief = self.state.public.chief;
        self.ask(chief, Ask::Penalty);
    }

    fn end_hunt(&mut self, how: HuntEnd) {
        self.state.public.hunting = false;
        let seat = self.state.public.chosen;
        self.tell(Event::HuntEnded { seat, how });
        self.finish_coop();
    }

    fn finish_coop(&mut self) {
        let active = self.state.public.active;
        self.draw(active, self.game.rules.coop_draws);
        self.refresh(active);
        self.action_done();
    }

    fn refresh(&mut self, seat: Seat) {
        self.turn_up(seat, Action::Dive);
        self.turn_up(seat, Action::Swim);
    }

    // What every chapter uses.

    #[inline]
    pub fn ask(&mut self, seat: Seat, ask: Ask) {
        self.state.public.decider = seat;
        self.state.public.ask = ask;
    }

    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.log.event(self.game, event, &self.state.public);
    }

    #[inline]
    pub fn face_down(&self) -> Spaces {
        self.game.board.tiled & !self.state.public.face_up
    }

    /// Moves the meeple of `seat` by a card or tile.
    pub fn move_meeple(&mut self, seat: Seat, to: u8) {
        let from = self.place_meeple(seat, to);
        let swim = false;
        self.tell(Event::Moved { seat, from, to, swim });
    }

    fn swim_meeple(&mut self, seat: Seat, to: u8) {
        let from = self.place_meeple(seat, to);
        let swim = true;
        self.tell(Event::Moved { seat, from, to, swim });
    }

    /// Puts the meeple of `seat` down; where it stood before.
    fn place_meeple(&mut self, seat: Seat, to: u8) -> u8 {
        std::mem::replace(&mut self.state.public.meeple[seat], MeeplePosition::on(to)).index() as u8
    }

    /// `seat` draws; an empty draw pile is made anew from the discards (RB-100), and when both are empty there is
    /// nothing to draw (RB-R31).
    pub fn draw(&mut self, seat: Seat, count: u8) {
        let mut drawn = 0;
        for _ in 0..count {
            let public = &mut self.state.public;
            if public.deck == 0 {
                for card in bits(std::mem::take(&mut public.discards)) {
                    self.state.hidden.deck[public.deck as usize] = card as u8;
                    public.deck += 1;
                }
                if public.deck == 0 {
                    break;
                }
                self.chance
                    .stream(Purpose::Deck)
                    .shuffle(&mut self.state.hidden.deck[..public.deck as usize]);
                let deck = self.state.hidden.deck;
                self.tell(Event::Reshuffled { deck });
            }
            let public = &mut self.state.public;
            public.deck -= 1;
            let card = self.state.hidden.deck[public.deck as usize];
            self.state.private[seat].hand |= 1 << card;
            public.hand_size[seat] += 1;
            drawn |= 1 << card;
        }
        if drawn != 0 {
            self.tell(Event::Drew { seat, cards: drawn });
        }
    }

    pub fn discard(&mut self, seat: Seat, card: u8) {
        self.state.private[seat].hand &= !(1 << card);
        self.state.public.hand_size[seat] -= 1;
        self.state.public.spent |= 1 << card;
        self.tell(Event::Discarded {
            seat,
            effect: self.game.effect_of[card as usize],
        });
    }

    /// Ends the game when the track of `element` has reached its end point (RB-87).
    pub fn track_ends(&mut self, element: Element) -> bool {
        let public = &self.state.public;
        if public.tracks[element as usize] < self.game.ends[element as usize] {
            return false;
        }
        let ending = match element {
            Element::Kelp => Ending::Kelp,
            Element::Log => Ending::Logs,
            Element::Coin if self.profiteer_plays() => Ending::Coins,
            Element::Coin if self.game.rules.coins_without_profiteer == super::rules::CoinsWithoutProfiteer::PlayOn => {
                return false;
            }
            Element::Coin => Ending::CoinsForNobody,
        };
        self.end(ending);
        true
    }

    fn profiteer_plays(&self) -> bool {
        self.state
            .private
            .first(self.game.players)
            .iter()
            .any(|private| private.role == Role::Profiteer)
    }

    fn end(&mut self, ending: Ending) {
        self.state.public.ending = Some(ending);
        self.state.public.ask = Ask::Over;
        self.tell(Event::Ended { ending });
    }
}
