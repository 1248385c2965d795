//! The turn: programmes, cards turned up position by position, their actions, falls, the end (RD-09 to RD-76).

use super::Mekong;
use super::rules::Misjudge;
use super::state::{Ask, Card, Ending, Event, Move, NONE, PROGRAMME, Public, Space};
use balance_engine::{Chance, Purpose, Recorder, Seat, State};

impl Mekong {
    /// Plays one move up to the next question.
    #[inline]
    pub(super) fn step<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.decider;
        let asked = match mv {
            Move::Card(card) => self.lay_card(state, seat, card, log),
            Move::Patch(patch) => {
                public.patch = patch;
                true
            }
            Move::Island(_) | Move::Stone(_) => {
                let slot = self.put_stone(public, mv);
                log.event(self, Event::StonePlaced(seat, slot), public);
                public.due -= 1;
                self.ask_stone(public, log)
            }
            Move::Gap(a, b) => {
                public.gap = (a, b);
                public.ask = Ask::Plank;
                true
            }
            Move::Plank(number) => self.choose_plank(public, number, log),
            Move::Lay { a, b, slide } => {
                let number = public.number;
                if self.drops_plank(chance) {
                    Self::lose_plank(public, seat, number);
                    log.event(self, Event::PlankDropped(seat, number), public);
                } else {
                    let plank = self.lay_plank(public, seat, number, (a, b), slide);
                    log.event(self, Event::PlankLaid(seat, plank), public);
                }
                public.due -= 1;
                self.ask_plank(public, log)
            }
            Move::TakePlank(slot) => {
                let from = public.planks[usize::from(slot)].by;
                self.take_plank(public, seat, usize::from(slot));
                let plank = Space::plank(slot);
                log.event(self, Event::PlankTaken { seat, from, plank }, public);
                false
            }
            Move::TakeStone(slot) => {
                self.take_stone(public, usize::from(slot));
                log.event(self, Event::StoneTaken(seat, slot), public);
                false
            }
            Move::Step(space) => self.step_to(public, seat, space, log),
            Move::Stop => {
                public.due = 0;
                false
            }
            Move::Jump(space) => {
                public.pawns[seat] = space;
                log.event(self, Event::Jumped(seat, space), public);
                self.arrived(public, seat, Ending::Jump)
            }
        };
        if !asked {
            self.go_on(state, log);
        }
    }

    /// Lays a card of a programme; once laid it stays (RD-11). Who lays the last card of all has them turned up. Does anybody
    /// have to choose?
    #[inline]
    fn lay_card<R: Recorder<Self>>(&self, state: &mut State<Self>, seat: Seat, card: Card, log: &mut R) -> bool {
        let public = &mut state.public;
        state.private[seat].programme[usize::from(public.position)] = card;
        public.position += 1;
        if usize::from(public.position) < PROGRAMME {
            return true;
        }
        public.position = 0;
        public.done += 1;
        public.decider = seat.clockwise(1, self.players);
        if usize::from(public.done) < self.players {
            return true;
        }
        self.turn_up(state, log);
        self.begin_action(&mut state.public, log)
    }

    /// Does the plank fall into the water? A steady hand asks for no draw.
    #[inline]
    fn drops_plank(&self, chance: &mut Chance) -> bool {
        let dropped = self.rules.plank_drop.0;
        dropped > 0.0 && chance.stream(Purpose::Events).unit() < dropped
    }

    /// Moves a pawn one step. Does anybody have to choose?
    #[inline]
    fn step_to<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, space: Space, log: &mut R) -> bool {
        public.pawns[seat] = space;
        log.event(self, Event::Stepped(seat, space), public);
        let double = public.due == 2;
        let ending = if double || public.ask == Ask::Second {
            Ending::DoubleStep
        } else {
            Ending::Step
        };
        if self.arrived(public, seat, ending) {
            return true;
        }
        public.due -= 1;
        if double {
            public.ask = Ask::Second;
        }
        double
    }

    /// Ends actions, positions and turns until somebody has to choose; a position is over for all before the next is
    /// turned up (RD-15).
    fn go_on<R: Recorder<Self>>(&self, state: &mut State<Self>, log: &mut R) {
        loop {
            let public = &mut state.public;
            public.done += 1;
            public.decider = public.decider.clockwise(1, self.players);
            if usize::from(public.done) == self.players {
                public.position += 1;
                if usize::from(public.position) == PROGRAMME {
                    self.end_turn(state, log);
                    return;
                }
                self.turn_up(state, log);
            }
            if self.begin_action(&mut state.public, log) {
                return;
            }
        }
    }

    /// Turns up everybody's card of this position and settles who is cancelled (RD-14 to RD-16, RD-19 to RD-23).
    fn turn_up<R: Recorder<Self>>(&self, state: &mut State<Self>, log: &mut R) {
        let public = &mut state.public;
        let at = usize::from(public.position);
        public.done = 0;
        public.cancelled = 0;
        for seat in self.seats() {
            let card = state.private[seat].programme[at];
            public.shown[seat][at] = card;
            if let Some(target) = card.dragon_of().and_then(|colour| self.seat_of[usize::from(colour)]) {
                // A dragon is no action: it works on whatever its target shows, except a dragon.
                if state.private[target].programme[at].dragon_of().is_none() {
                    public.cancelled |= 1 << target.0;
                }
            }
            log.event(self, Event::Shown(seat, card), public);
        }
    }

    /// Begins the action of the deciding player, welcome or not (RD-17); true when something has to be chosen. That of who
    /// shows a dragon is over with it (RD-22).
    fn begin_action<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) -> bool {
        let seat = public.decider;
        let card = public.shown[seat][usize::from(public.position)];
        if public.cancelled >> seat.0 & 1 == 1 {
            log.event(self, Event::Cancelled(seat, card), public);
            return false;
        }
        let here = public.pawns[seat];
        match card {
            Card::STONE | Card::STONES => {
                public.due = 1 + u8::from(card == Card::STONES);
                self.ask_stone(public, log)
            }
            Card::PLANK | Card::PLANKS => {
                public.due = 1 + u8::from(card == Card::PLANKS);
                self.ask_plank(public, log)
            }
            Card::REMOVE => {
                public.ask = Ask::Remove;
                let possible = self.removable_planks(public, seat) != 0 || Self::loose_stones(public) != 0;
                if !possible {
                    log.event(self, Event::RemoveSkipped(seat), public);
                }
                possible
            }
            Card::MOVE | Card::MOVE_TWO => {
                public.due = 1 + u8::from(card == Card::MOVE_TWO);
                public.ask = Ask::Step;
                self.steps(public, here) != 0 || self.fall(public, seat, log)
            }
            Card::JUMP => {
                public.ask = Ask::Jump;
                self.landings(public, seat) != 0 || self.fall(public, seat, log)
            }
            // Dragons have done their work when they were turned up.
            _ => false,
        }
    }

    /// Asks for the next stone that is due, if one is left and has a place (RD-43 to RD-48); otherwise it is
    /// lost (RD-47).
    fn ask_stone<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) -> bool {
        let seat = public.decider;
        public.ask = Ask::Stone;
        while public.due > 0 {
            if self.stone_has_place(public, seat) {
                return true;
            }
            public.due -= 1;
            log.event(self, Event::StoneSkipped(seat), public);
        }
        false
    }

    /// Asks for the next plank that is due (RD-32, RD-33, RD-41, RD-R8).
    fn ask_plank<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) -> bool {
        let seat = public.decider;
        public.number = 0;
        public.gap = (NONE, NONE);
        while public.due > 0 {
            let reserve = &public.reserves[seat];
            let some = reserve.iter().any(|colour| *colour != NONE);
            if some && (self.rules.forced_loss || self.some_plank_fits(public, seat)) {
                let named = self.rules.misjudge == Misjudge::Lost && self.some_gap(public);
                public.ask = if named { Ask::Gap } else { Ask::Plank };
                return true;
            }
            public.due -= 1;
            log.event(self, Event::PlankSkipped(seat), public);
        }
        false
    }

    /// The choice of a plank stands; without a place it leaves the game (RD-33 to RD-40).
    fn choose_plank<R: Recorder<Self>>(&self, public: &mut Public, number: u8, log: &mut R) -> bool {
        let seat = public.decider;
        if self.fits(public, public.gap, number) {
            public.number = number;
            public.ask = Ask::Place;
            return true;
        }
        let misjudged = self.some_plank_fits(public, seat);
        Self::lose_plank(public, seat, number);
        let event = Event::PlankLost {
            seat,
            number,
            misjudged,
        };
        log.event(self, event, public);
        public.due -= 1;
        self.ask_plank(public, log)
    }

    /// Back to the own village (RD-64 to RD-66); nothing is asked.
    fn fall<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, log: &mut R) -> bool {
        let from = std::mem::replace(&mut public.pawns[seat], Space::village(self.colours[seat]));
        log.event(self, Event::Fell(seat, from), public);
        false
    }

    /// Ends the game when `seat` stands in its destination (RD-57, RD-74).
    fn arrived(&self, public: &mut Public, seat: Seat, ending: Ending) -> bool {
        let there = public.pawns[seat] == Space::village(self.goals[seat]);
        if there {
            public.ending = Some(ending);
            public.ask = Ask::Over;
        }
        there
    }

    /// Cards back to the hands, the first-player card to the left (RD-71, RD-72, RD-73).
    fn end_turn<R: Recorder<Self>>(&self, state: &mut State<Self>, log: &mut R) {
        let public = &mut state.public;
        for seat in self.seats() {
            let shown = std::mem::replace(&mut public.shown[seat], [Card::NONE; PROGRAMME]);
            public.before[seat] = std::mem::replace(&mut public.last[seat], shown);
            state.private[seat].programme = [Card::NONE; PROGRAMME];
        }
        public.position = 0;
        public.done = 0;
        public.cancelled = 0;
        public.due = 0;
        if public.turn >= self.rules.turns_max {
            public.ending = Some(Ending::TurnCap);
            public.ask = Ask::Over;
            return;
        }
        public.first = public.first.clockwise(1, self.players);
        public.decider = public.first;
        public.turn += 1;
        public.ask = Ask::Card;
        log.event(self, Event::TurnBegan, public);
    }
}
