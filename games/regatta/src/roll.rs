//! Rolling: navigation die, first movement die, second movement die or not, and what fish and favors do to them (GL-30
//! to GL-40).

use super::favors::Favor;
use super::favors::{BoatMoment, usable};
use super::state::{Ask, Die, Event, Move, Public, Rolled, Spent};
use super::{Regatta, state};
use balance_engine::{Chance, Moves, Purpose, Recorder, Seat, State};

const NAVIGATION: [u8; 6] = [1, 1, 2, 2, 3, 3];

impl Regatta {
    pub(super) fn roll_moves(&self, public: &Public, out: &mut Moves<Move>) {
        let player = public.mover();
        let apollo = public.has_boat(Favor::Apollo);
        match public.ask {
            Ask::Nav => {
                out.push(Move::Pass);
                if can_reroll_nav(player) {
                    out.push(Move::Reroll);
                }
            }
            Ask::First => {
                let (may_pass, may_roll) = second_choices(player);
                if may_pass {
                    out.push(Move::Pass);
                }
                if may_roll {
                    out.push(Move::Roll);
                }
                if apollo {
                    out.push(Move::Use(Favor::Apollo));
                }
            }
            _ => {
                out.push(Move::Pass);
                if player.fish > 0 {
                    out.push(Move::Reroll);
                }
                if apollo {
                    out.push(Move::Use(Favor::Apollo));
                }
                if player.second < player.first && public.has_boat(Favor::Hephaestus) {
                    out.push(Move::Use(Favor::Hephaestus));
                }
            }
        }
        if self.can_feed(&BoatMoment::from_public(public)) {
            out.push(Move::Use(Favor::Demeter));
        }
    }

    /// Everybody is about to roll, the holder of the Fleece first (GL-20, GL-22).
    pub(super) fn begin_rolls<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        state.public.done = 0;
        self.roll_nav(state, chance, log);
        self.after_nav(state, chance, log);
    }

    /// The next player rolls the navigation die (GL-31).
    fn roll_nav<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.fleece.clockwise(usize::from(public.done), self.players);
        public.turn = seat;
        public.decider = seat;
        if public.mover().has(Favor::Hypnos) {
            public.mover_mut().nav = 1;
            log.event(self, Event::Die(Die::Nav), public);
        } else {
            self.roll_die(public, Die::Nav, chance, log);
        }
    }

    /// Rolls a die of the player whose roll it is.
    #[inline]
    fn roll_die<R: Recorder<Self>>(&self, public: &mut Public, which: Die, chance: &mut Chance, log: &mut R) {
        let face = chance.stream(Purpose::Dice).below(6) as u8;
        let player = public.mover_mut();
        match which {
            Die::Nav => player.nav = NAVIGATION[usize::from(face)],
            Die::First => player.first = face + 1,
            Die::Second => player.second = face + 1,
        }
        log.event(self, Event::Die(which), public);
    }

    /// Asks about the navigation die; where there is nothing to choose, the first movement die follows (GL-32 to
    /// GL-34).
    fn after_nav<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        // A loop, since a roll in which nothing is asked is followed by the next player's.
        loop {
            let public = &mut state.public;
            let player = public.mover();
            if can_reroll_nav(player) || self.can_feed(&BoatMoment::from_public(public)) {
                public.ask = Ask::Nav;
                return;
            }
            self.roll_die(&mut state.public, Die::First, chance, log);
            if self.after_first(state, chance, log) || self.finish_roll(state, chance, log) {
                return;
            }
            self.roll_nav(state, chance, log);
        }
    }

    /// Asks about the second movement die. Where there is nothing to choose, what must be done is done: is there still
    /// something to ask?
    fn after_first<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) -> bool {
        let public = &mut state.public;
        let player = public.mover();
        let (may_pass, may_roll) = second_choices(player);
        if may_pass && may_roll || public.has_boat(Favor::Apollo) || self.can_feed(&BoatMoment::from_public(public)) {
            public.ask = Ask::First;
            return true;
        }
        may_roll && self.roll_second(state, chance, log)
    }

    /// Rolls the second movement die; is there something to ask about it?
    fn roll_second<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) -> bool {
        let public = &mut state.public;
        self.roll_die(public, Die::Second, chance, log);
        log.event(self, Event::SecondRolled, public);
        self.after_second(public)
    }

    /// Asks about the second movement die; is there something to ask?
    fn after_second(&self, public: &mut Public) -> bool {
        let player = public.mover();
        let bust = player.second < player.first;
        let asks = player.fish > 0
            || public.has_boat(Favor::Apollo)
            || bust && public.has_boat(Favor::Hephaestus)
            || self.can_feed(&BoatMoment::from_public(public));
        if asks {
            public.ask = Ask::Second;
        }
        asks
    }

    pub(super) fn roll_on<R: Recorder<Self>>(
        &self,
        state: &mut State<Self>,
        mv: Move,
        chance: &mut Chance,
        log: &mut R,
    ) {
        let public = &mut state.public;
        let seat = public.turn;
        let asks = match (public.ask, mv) {
            (_, Move::Use(Favor::Demeter)) => {
                self.use_up(public, Favor::Demeter, log);
                self.take_fish(public, seat, 2, log);
                match public.ask {
                    Ask::Nav => return self.after_nav(state, chance, log),
                    Ask::First => self.after_first(state, chance, log),
                    _ => self.after_second(public),
                }
            }
            (Ask::Nav, Move::Reroll) => {
                self.pay(public, 1, Spent::Nav, log);
                self.roll_die(public, Die::Nav, chance, log);
                return self.after_nav(state, chance, log);
            }
            (Ask::Nav, _) => {
                self.roll_die(&mut state.public, Die::First, chance, log);
                self.after_first(state, chance, log)
            }
            (Ask::First, Move::Use(_)) => {
                self.use_up(public, Favor::Apollo, log);
                self.roll_die(public, Die::First, chance, log);
                self.after_first(state, chance, log)
            }
            (Ask::First, Move::Roll) => self.roll_second(state, chance, log),
            (Ask::Second, Move::Use(Favor::Hephaestus)) => {
                self.use_up(public, Favor::Hephaestus, log);
                public.mover_mut().second = 0;
                self.close_roll(public, Rolled::Saved, log);
                return self.next_roll(state, chance, log);
            }
            (Ask::Second, Move::Use(_)) => {
                self.use_up(public, Favor::Apollo, log);
                self.roll_die(public, Die::Second, chance, log);
                self.after_second(public)
            }
            (Ask::Second, Move::Reroll) => {
                self.pay(public, 1, Spent::Second, log);
                self.roll_die(public, Die::Second, chance, log);
                self.after_second(public)
            }
            _ => false,
        };
        if !asks && !self.finish_roll(state, chance, log) {
            self.roll_nav(state, chance, log);
            self.after_nav(state, chance, log);
        }
    }

    fn next_roll<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        if !self.end_of_rolls(state, chance, log) {
            self.roll_nav(state, chance, log);
            self.after_nav(state, chance, log);
        }
    }

    /// The dice are as they are (GL-36 to GL-38); have all rolled?
    fn finish_roll<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) -> bool {
        let public = &mut state.public;
        let player = public.mover_mut();
        let rolled = if player.second == 0 {
            Rolled::Single
        } else if player.second >= player.first {
            Rolled::Double
        } else {
            player.first = 0;
            player.second = 0;
            Rolled::Bust
        };
        self.close_roll(public, rolled, log);
        self.end_of_rolls(state, chance, log)
    }

    /// The roll is over: tridents that acted on it go.
    fn close_roll<R: Recorder<Self>>(&self, public: &mut Public, rolled: Rolled, log: &mut R) {
        let seat = public.turn;
        for slot in 0..2 {
            if let Some(favor @ (Favor::Ares | Favor::Eris | Favor::Hypnos)) = public.player(seat).slots[slot] {
                public.player_mut(seat).slots[slot] = None;
                public.discards[favor as usize] += 1;
                log.event(self, Event::Struck(seat, favor), public);
            }
        }
        log.event(self, Event::Rolled(rolled), public);
    }

    /// Passes the dice on; when all have rolled, the turns begin (GL-23).
    fn end_of_rolls<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) -> bool {
        state.public.done += 1;
        let all = usize::from(state.public.done) == self.players;
        if all {
            state.public.done = 0;
            self.begin_turn(state, chance, log);
        }
        all
    }

    /// A favor in a slot of the player whose turn it is, is used and discarded.
    pub(super) fn use_up<R: Recorder<Self>>(&self, public: &mut Public, favor: Favor, log: &mut R) {
        if let Some(at) = usable(public.mover().slots, public.fresh, favor) {
            public.mover_mut().slots[at] = None;
            public.discards[favor as usize] += 1;
            log.event(self, Event::Used(favor), public);
        }
    }

    pub(super) fn pay<R: Recorder<Self>>(&self, public: &mut Public, fish: u8, for_what: Spent, log: &mut R) {
        public.mover_mut().fish -= fish;
        for _ in 0..fish {
            log.event(self, Event::FishSpent(for_what), public);
        }
    }

    /// `seat` takes fish as far as there is room (GL-80, GL-R36).
    pub(super) fn take_fish<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, fish: u8, log: &mut R) {
        let player = public.player_mut(seat);
        let taken = fish.min(self.rules.fish_max - player.fish);
        player.fish += taken;
        log.event(self, Event::FishTaken(seat, taken), public);
    }
}

/// May the navigation die be rolled again? Not what Hypnos has set.
#[inline]
fn can_reroll_nav(player: &state::Player) -> bool {
    player.fish > 0 && !player.has(Favor::Hypnos)
}

/// May the second movement die be left, and may it be rolled? Ares wins over Eris.
#[inline]
fn second_choices(player: &state::Player) -> (bool, bool) {
    let ares = player.has(Favor::Ares);
    (ares || !player.has(Favor::Eris), !ares)
}
