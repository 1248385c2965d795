//! The round: cards, turns, river, marker (NI-16 to NI-21, NI-40 to NI-53).

use super::Niagara;
use super::river::Space;
use super::rules::{FreeReturn, WinCheck};
use super::state::{Ask, COLOURS, Canoe, Card, Ending, Event, GemColour, Move, Public};
use balance_engine::{Chance, Purpose, Recorder, Seat, State};
use balance_kit::bits;

impl Niagara {
    /// Plays one move up to the next question.
    pub(super) fn step<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.decider;
        match mv {
            Move::Card(card) => {
                state.private[seat].card = Some(card);
                public.done += 1;
                public.decider = seat.clockwise(1, self.players);
                if usize::from(public.done) < self.players {
                    return;
                }
                public.done = 0;
                self.begin_turn(state, log);
            }
            Move::Weather { up } => {
                public.weather = if up { public.weather + 1 } else { public.weather - 1 };
                log.event(self, Event::WeatherMoved, public);
                self.rouse_beaver(public, log);
                public.may = 0;
            }
            Move::Return { canoe, paid } => {
                let has_to = self.has_to_return(public, seat);
                self.bring_back(public, canoe, paid, log);
                if has_to {
                    self.carry_out(public, log);
                } else {
                    self.ask_return(public);
                }
            }
            Move::Paddle { canoe, pre, to, post } => self.paddle(public, canoe, [pre, post], to, log),
            Move::Steal { victim, canoe, hold } => {
                if let Ask::Steal(own) = public.ask {
                    self.steal(public, own, victim, [canoe, hold], log);
                }
            }
            Move::Trade(colour) => {
                if let Ask::Trade(own) = public.ask {
                    self.trade(public, own, colour, log);
                }
                public.ask = Ask::Canoe;
            }
            Move::Number(number) => {
                public.shown[seat] = Some(Card(number));
                public.only_one = true;
                self.ask_return(public);
            }
            Move::Pass => match public.ask {
                Ask::Return => self.begin_paddling(public),
                Ask::Steal(own) => self.ask_trade(public, own),
                Ask::Trade(_) => public.ask = Ask::Canoe,
                _ => public.may = 0,
            },
        }
        self.go_on(state, chance, log);
    }

    /// Lets the deciding player's card be shown and carried out up to his first question.
    fn begin_turn<R: Recorder<Self>>(&self, state: &mut State<Self>, log: &mut R) {
        let public = &mut state.public;
        let seat = public.decider;
        // Everybody has laid a card; who had none would act as with the cloud.
        let card = state.private[seat].card.take().unwrap_or(Card::CLOUD);
        public.shown[seat] = Some(card);
        public.hands[seat] &= !card.bit();
        log.event(self, Event::Shown(seat, card), public);
        public.only_one = false;
        public.fresh = 0;
        public.may = 1;
        public.must = 1;
        if self.has_to_return(public, seat) {
            if self.rules.spirits.doubles {
                public.ask = Ask::Return;
                return;
            }
            self.bring_back(public, 0, None, log);
        }
        self.carry_out(public, log);
    }

    fn carry_out<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        let seat = public.decider;
        match public.shown[seat] {
            Some(Card::CLOUD) => public.ask = Ask::Weather,
            Some(Card::CHOICE) => public.ask = Ask::Number,
            Some(Card::LASSO) => {
                public.may = 0;
                public.ask = Ask::Canoe;
                log.event(self, Event::Tied(seat), public);
            }
            _ => self.ask_return(public),
        }
    }

    /// The fallen canoes of which `seat` may take one back; of two alike only one.
    pub(super) fn lost(&self, public: &Public, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let canoes = public.canoes[seat];
        let lost = (0..2u8).filter(move |at| canoes[usize::from(*at)].space == Space::FALLEN);
        lost.take(1 + usize::from(self.rules.spirits.doubles))
    }

    /// Has `seat`, who has neither canoe nor gem, to take a canoe back with the card shown (NI-42)?
    pub(super) fn has_to_return(&self, public: &Public, seat: Seat) -> bool {
        let numberless = matches!(public.shown[seat], Some(Card::CLOUD | Card::LASSO));
        Self::destitute(public, seat) && (numberless || self.rules.free_return == FreeReturn::Automatic)
    }

    fn destitute(public: &Public, seat: Seat) -> bool {
        let canoes = &public.canoes[seat];
        canoes.iter().all(|canoe| canoe.space == Space::FALLEN) && public.gems[seat] == [0; COLOURS]
    }

    /// Asks whether a fallen canoe comes back, where one can.
    fn ask_return(&self, public: &mut Public) {
        let seat = public.decider;
        let lost = public.canoes[seat].iter().any(|canoe| canoe.space == Space::FALLEN);
        let pays = || public.gems[seat] != [0; COLOURS] && public.fresh.count_ones() < u32::from(self.rules.buy_backs);
        if lost && (pays() || Self::destitute(public, seat)) {
            public.may = 1;
            public.must = 1;
            public.ask = Ask::Return;
        } else {
            self.begin_paddling(public);
        }
    }

    fn bring_back<R: Recorder<Self>>(&self, public: &mut Public, canoe: u8, paid: Option<GemColour>, log: &mut R) {
        let seat = public.decider;
        public.fresh |= 1 << canoe;
        public.canoes[seat][usize::from(canoe)] = Canoe::ASHORE;
        if let Some(paid) = paid {
            public.gems[seat][paid.index()] -= 1;
            public.places[paid.index()][paid.index()] += 1;
        }
        log.event(self, Event::Returned(seat, canoe, paid), public);
    }

    /// Which canoes may and must act is settled once, before the first of them moves (NI-20 to NI-22, NI-R20).
    fn begin_paddling(&self, public: &mut Public) {
        let canoes = public.canoes[public.decider];
        let (mut afloat, mut ashore) = (0, 0);
        for (at, canoe) in canoes.iter().enumerate() {
            afloat |= u8::from(canoe.afloat()) << at;
            ashore |= u8::from(canoe.space == Space::LAND) << at;
        }
        if !self.rules.returned_canoe_moves {
            ashore &= !public.fresh;
        }
        public.may = afloat | ashore;
        public.only_one |= afloat == 0;
        public.must = if public.only_one { public.may } else { afloat };
        public.ask = Ask::Canoe;
    }

    /// Ends turns until somebody has to choose.
    fn go_on<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        while state.public.may == 0 && matches!(state.public.ask, Ask::Canoe | Ask::Weather) {
            let public = &mut state.public;
            public.done += 1;
            let all = usize::from(public.done) == self.players;
            if (all || self.rules.win_check == WinCheck::AfterEach) && self.decide(public) {
                return;
            }
            if all {
                self.end_round(public, chance, log);
                return;
            }
            public.decider = public.decider.clockwise(1, self.players);
            self.begin_turn(state, log);
        }
    }

    fn decide(&self, public: &mut Public) -> bool {
        if !public.landed {
            return false;
        }
        // What ended the game are the sets of those who win it, not of those whom a tie-break has left behind.
        let winners = self.winners(public);
        let all = winners.iter();
        let kinds = all.fold(0, |kinds, seat| kinds | self.sets_of(public.gems[seat]));
        public.ending = match kinds {
            0 => return false,
            1 => Some(Ending::Any),
            2 => Some(Ending::Same),
            4 => Some(Ending::Different),
            _ => Some(Ending::Several),
        };
        public.ask = Ask::Over;
        true
    }

    fn end_round<R: Recorder<Self>>(&self, public: &mut Public, chance: &mut Chance, log: &mut R) {
        self.move_joe(public, chance, log);
        let steps = self.flow(public);
        log.event(self, Event::Flowed(steps), public);
        for _ in 0..steps {
            self.push(public, chance, log);
        }
        self.after_flow(public, log);
        if public.hands[public.first] == 0 {
            public.hands.first_mut(self.players).fill(self.full_hand);
        }
        public.shown.first_mut(self.players).fill(None);
        public.done = 0;
        public.landed = false;
        if public.round >= self.rules.rounds_max {
            public.ending = Some(Ending::RoundCap);
            public.ask = Ask::Over;
            return;
        }
        public.first = public.first.clockwise(1, self.players);
        public.decider = public.first;
        public.ask = Ask::Card;
        public.round += 1;
        log.event(self, Event::RoundBegan, public);
    }

    /// Steps of the river with the cards shown and the weather (NI-45, NI-46).
    pub(super) fn flow(&self, public: &Public) -> u8 {
        let shown = public.shown.first(self.players).iter().flatten();
        let lowest = shown.filter_map(|card| card.number()).min();
        let weather = self.weather[public.weather as usize];
        match lowest {
            Some(lowest) => (lowest as i8 + weather).max(self.rules.flow_min as i8) as u8,
            None => weather.max(0) as u8,
        }
    }

    /// One disc in at the top, one over the edge (NI-47 to NI-50).
    pub(super) fn push<R: Recorder<Self>>(&self, public: &mut Public, chance: &mut Chance, log: &mut R) {
        let switch = self.rules.fork_switch.0;
        // A coin that cannot fall otherwise is not thrown.
        let other = switch >= 1.0 || switch > 0.0 && chance.stream(Purpose::Events).unit() < switch;
        public.last_side ^= u8::from(other);
        let side = public.last_side;
        let next = &self.river.next[side as usize];
        let ties = self.rules.spirits.cards;
        let mut fallen = 0u32;
        for (seat, canoes) in public.canoes.first_mut(self.players).iter_mut().enumerate() {
            if ties && public.shown[Seat(seat as u8)] == Some(Card::LASSO) {
                continue;
            }
            for (at, canoe) in canoes.iter_mut().enumerate() {
                let before = canoe.space;
                canoe.space = next[before.slot()];
                fallen |= u32::from(canoe.space != before && canoe.space == Space::FALLEN) << (2 * seat + at);
            }
        }
        log.event(self, Event::Pushed(side), public);
        for canoe in bits(fallen).map(|canoe| canoe as u8) {
            self.fall(public, Seat(canoe / 2), canoe % 2, log);
        }
        if self.rules.joe || self.rules.spirits.whirlpool || public.beaver.is_some() {
            self.push_others(public, side, log);
        }
    }

    /// A canoe has gone over the edge: its gems go back to the places of their colours (NI-50).
    pub(super) fn fall<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, at: u8, log: &mut R) {
        let canoe = public.canoes[seat][at as usize];
        public.canoes[seat][at as usize] = Canoe::empty(Space::FALLEN);
        for colour in canoe.cargoes() {
            public.places[colour.index()][colour.index()] += 1;
        }
        Self::leave_elk(public, seat, at);
        let fell = Event::Fell {
            seat,
            canoe: at,
            loaded: canoe.loaded(),
        };
        log.event(self, fell, public);
    }

    /// Which winning sets these gems make: bit 0 any, bit 1 same, bit 2 different (NI-10).
    #[inline]
    pub(super) fn sets_of(&self, gems: [u8; COLOURS]) -> u8 {
        let sets = &self.rules.sets;
        let met = |need: u8, have: u8| u8::from(need > 0 && have >= need);
        let all: u8 = gems.iter().sum();
        let most = gems.iter().copied().max().unwrap_or(0);
        let colours = gems.iter().filter(|count| **count > 0).count() as u8;
        met(sets.any, all) | met(sets.same, most) << 1 | met(sets.different, colours) << 2
    }
}
