//! The reveal step and the end of turns, rounds and the game (GL-110 to GL-114, GL-24, GL-121, GL-130).

use super::Regatta;
use super::favors::{Favor, Kind};
use super::state::{Ask, Ending, Event, Move, Public};
use balance_engine::{Chance, Moves, Recorder, Seat, State};

impl Regatta {
    /// Slots whose favor `seat` may discard, as bits; of two equal favors one only. For Hades any may go, and to make
    /// room for the favor just turned up a trident only where the rules let it (GL-R29).
    #[inline]
    fn discardable(&self, public: &Public, seat: Seat) -> u8 {
        let slots = public.player(seat).slots;
        let bars_tridents = public.revealed.is_some() && !self.rules.trident_replaceable;
        // Of two equal boats one may have been turned up in this turn; then they differ.
        let mixed = seat == public.turn && matches!(public.fresh, 0b01 | 0b10);
        let mut may = 0;
        for (at, favor) in slots.into_iter().enumerate() {
            let Some(favor) = favor else { continue };
            let same = at == 1 && slots[0] == Some(favor) && !mixed;
            let barred = bars_tridents && favor.kind() == Kind::Trident;
            may |= u8::from(!same && !barred) << at;
        }
        may
    }

    pub(super) fn discard_moves(&self, public: &Public, seat: Seat, out: &mut Moves<Move>) {
        let slots = self.discardable(public, seat);
        let each = (0..2).filter(|slot| slots >> slot & 1 == 1);
        each.for_each(|slot| out.push(Move::Discard(slot)));
    }

    /// Turns favors up until there is something to choose; then the turn is over.
    pub(super) fn reveal<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        while state.public.face_down > 0 {
            let public = &mut state.public;
            public.decider = public.turn;
            public.face_down -= 1;
            let favor = state.hidden.drawn[usize::from(public.face_down)];
            log.event(self, Event::TurnedUp(favor), public);
            if self.is_blank(favor) {
                public.discards[favor as usize] += 1;
                continue;
            }
            match favor.kind() {
                Kind::Boat => {
                    public.revealed = Some(favor);
                    if self.settle_in(public, public.turn, favor, log) {
                        continue;
                    }
                    if self.discardable(public, public.turn) == 0 {
                        self.decline(public, log);
                        continue;
                    }
                    public.ask = Ask::Slot;
                    return;
                }
                Kind::Trident => {
                    public.revealed = Some(favor);
                    if self.players > 2 {
                        public.ask = Ask::Target;
                        return;
                    }
                    let other = public.turn.clockwise(1, self.players);
                    if self.strike(public, other, log) {
                        return;
                    }
                }
                Kind::Lightning => {
                    public.discards[favor as usize] += 1;
                    log.event(self, Event::Used(favor), public);
                    if self.lightning(state, favor, chance, log) {
                        return;
                    }
                }
            }
        }
        self.end_turn(state, chance, log);
    }

    /// A lightning strikes; does it go on by itself (a question, or the ship's movement)?
    fn lightning<R: Recorder<Self>>(
        &self,
        state: &mut State<Self>,
        favor: Favor,
        chance: &mut Chance,
        log: &mut R,
    ) -> bool {
        let public = &mut state.public;
        let seat = public.turn;
        match favor {
            Favor::Zeus => {
                for other in self.seats().filter(|other| *other != seat) {
                    if public.player(other).fish > 0 {
                        public.player_mut(other).fish -= 1;
                        log.event(self, Event::FishLost(other), public);
                    }
                }
            }
            Favor::Dionysus => self.seats().for_each(|seat| self.take_fish(public, seat, 1, log)),
            Favor::Nike => self.take_fish(public, seat, 2, log),
            Favor::Artemis => self.draw_wedge(&mut state.public, &mut state.hidden, chance, log),
            Favor::Hades => {
                public.losing = 0;
                for other in self.seats().filter(|other| *other != seat) {
                    public.losing |= u8::from(public.player(other).slots != [None; 2]) << other.0;
                }
                return self.next_loss(public, log);
            }
            Favor::Aeolus if !public.beaten => {
                public.windborne = true;
                public.left = 2;
                self.sail(state, chance, log);
                return true;
            }
            _ => {}
        }
        false
    }

    /// The next player who has to discard for Hades; is somebody asked?
    fn next_loss<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) -> bool {
        for step in 1..self.players {
            let seat = public.turn.clockwise(step, self.players);
            if public.losing >> seat.0 & 1 == 0 {
                continue;
            }
            let slots = self.discardable(public, seat);
            if slots.count_ones() > 1 {
                public.decider = seat;
                public.ask = Ask::Discard;
                return true;
            }
            public.losing &= !(1 << seat.0);
            if slots != 0 {
                self.discard(public, seat, slots.trailing_zeros() as usize, log);
            }
        }
        false
    }

    /// Puts a favor into a free slot, if there is one.
    fn settle_in<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, favor: Favor, log: &mut R) -> bool {
        let player = public.player_mut(seat);
        let Some(slot) = player.slots.iter().position(Option::is_none) else {
            return false;
        };
        player.slots[slot] = Some(favor);
        public.revealed = None;
        if seat == public.turn {
            public.fresh |= 1 << slot;
        }
        if favor.kind() == Kind::Trident {
            log.event(self, Event::Laid(seat, favor), public);
        }
        true
    }

    /// Lays the trident just turned up on `victim`'s board; is somebody asked what makes room for it?
    fn strike<R: Recorder<Self>>(&self, public: &mut Public, victim: Seat, log: &mut R) -> bool {
        let Some(favor) = public.revealed else { return false };
        if self.settle_in(public, victim, favor, log) {
            return false;
        }
        let slots = self.discardable(public, victim);
        match slots.count_ones() {
            0 => self.decline(public, log),
            1 => {
                self.discard(public, victim, slots.trailing_zeros() as usize, log);
                self.settle_in(public, victim, favor, log);
            }
            _ => {
                public.decider = victim;
                public.ask = Ask::Discard;
                return true;
            }
        }
        false
    }

    fn decline<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if let Some(favor) = public.revealed.take() {
            public.discards[favor as usize] += 1;
            log.event(self, Event::Discarded(public.turn, favor), public);
        }
    }

    fn discard<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, slot: usize, log: &mut R) {
        if let Some(favor) = public.player_mut(seat).slots[slot & 1].take() {
            public.discards[favor as usize] += 1;
            log.event(self, Event::Discarded(seat, favor), public);
        }
    }

    pub(super) fn settle<R: Recorder<Self>>(
        &self,
        state: &mut State<Self>,
        mv: Move,
        chance: &mut Chance,
        log: &mut R,
    ) {
        let public = &mut state.public;
        let seat = public.decider;
        let asks = match mv {
            Move::Discard(slot) => {
                self.discard(public, seat, usize::from(slot), log);
                if let Some(favor) = public.revealed {
                    self.settle_in(public, seat, favor, log);
                    false
                } else {
                    public.losing &= !(1 << seat.0);
                    self.next_loss(public, log)
                }
            }
            Move::Target(victim) => self.strike(public, victim, log),
            _ => {
                self.decline(public, log);
                false
            }
        };
        if !asks {
            self.reveal(state, chance, log);
        }
    }

    /// The turn is over; when all have had theirs, so is the round.
    fn end_turn<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        public.fresh = 0;
        log.event(self, Event::TurnEnded, public);
        public.done += 1;
        if usize::from(public.done) < self.players {
            self.begin_turn(state, chance, log);
            return;
        }
        log.event(self, Event::RoundEnded, public);
        for player in &mut public.players[..self.players] {
            (player.nav, player.first, player.second) = (0, 0, 0);
        }
        let finished = public.players[..self.players]
            .iter()
            .any(|player| player.laps >= self.rules.laps);
        public.ending = if finished {
            Some(Ending::Finish)
        } else if public.round >= self.rules.rounds_max {
            Some(Ending::RoundCap)
        } else {
            None
        };
        if public.ending.is_some() {
            public.ask = Ask::Over;
            return;
        }
        public.fleece = self.last(public);
        public.round += 1;
        log.event(self, Event::RoundBegan, public);
        self.begin_rolls(state, chance, log);
    }
}
