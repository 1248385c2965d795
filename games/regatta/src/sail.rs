//! A turn up to the reveal step: wedges are placed, the ship moves dot by dot (GL-50 to GL-103).

use super::favors::BoatMoment;
use super::favors::Favor;
use super::rules::{Protection, SkipWhirlpool};
use super::state::{Ask, Event, Idle, Met, Move, Player, Public, Spent, Spot};
use super::track::{Dot, Exit, Icon, LINE, RING};
use super::{Hidden, Regatta};
use balance_engine::{Chance, Moves, Purpose, Recorder, State};
use balance_kit::bits;

/// Most dots of a turn: a designer's course may have more boosts than ships can use up.
const DOTS_MAX: u8 = 200;

impl Regatta {
    /// The exits that the ship whose turn it is may take from `dot`, where it is, as bits over the dot's exits (GL-62, GL-90
    /// to GL-95, GL-R10).
    #[inline]
    pub(super) fn exits_of(&self, public: &Public, dot: &Dot) -> u8 {
        if !dot.icon.is_whirlpool() || self.is_free(public) {
            (1u8 << dot.exits().len()) - 1
        } else {
            open_exits(dot, public.mover())
        }
    }

    /// Does a whirlpool bind the ship by neither dice nor fish?
    #[inline]
    pub(super) fn is_free(&self, public: &Public) -> bool {
        public.opened || public.jumping && self.rules.skip_whirlpool == SkipWhirlpool::Free
    }

    /// Where an exit of the dot at `spot` leads.
    #[inline]
    pub(super) fn target(&self, public: &Public, spot: Spot, exit: Exit) -> Spot {
        self.course.follow(&public.ring, spot.position, exit.way)
    }

    /// The dot on which the ship is whose turn it is.
    #[inline]
    pub(super) fn here(&self, public: &Public) -> &Dot {
        self.course.dot(&public.ring, public.mover().spot)
    }

    pub(super) fn step_moves(&self, public: &Public, out: &mut Moves<Move>) {
        let dot = self.here(public);
        if public.left == 0 && !public.jumping {
            out.push(Move::Pass);
        } else {
            bits(self.exits_of(public, dot)).for_each(|exit| out.push(Move::Go(exit as u8)));
        }
        self.each_boat(dot.icon, &BoatMoment::from_public(public), |favor| {
            out.push(Move::Use(favor));
        });
    }

    pub(super) fn hydra_moves(&self, public: &Public, out: &mut Moves<Move>) {
        out.push(Move::Face);
        if self.is_protected(public) {
            out.push(Move::Ignore);
        }
        self.each_boat_at_hydra(&BoatMoment::from_public(public), |favor| out.push(Move::Use(favor)));
    }

    /// Does the navigation die protect the ship where it is now (GL-103, GL-R6, GL-R9)?
    #[inline]
    pub(super) fn is_protected(&self, public: &Public) -> bool {
        !public.windborne && public.moved <= self.guard(public, public.turn)
    }

    /// The next player's turn begins (GL-21).
    pub(super) fn begin_turn<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.fleece.clockwise(usize::from(public.done), self.players);
        public.turn = seat;
        public.decider = seat;
        public.drawn = 0;
        public.face_down = 0;
        public.moved = 0;
        public.left = self.points(public, seat);
        public.beaten = false;
        log.event(self, Event::TurnBegan, public);
        if public.mover().holding > 0 {
            public.ask = Ask::Place;
        } else {
            self.sail(state, chance, log);
        }
    }

    pub(super) fn sail_on<R: Recorder<Self>>(
        &self,
        state: &mut State<Self>,
        mv: Move,
        chance: &mut Chance,
        log: &mut R,
    ) {
        if !self.steer((&mut state.public, &mut state.hidden), mv, chance, log) {
            self.end_move(state, chance, log);
        }
    }

    /// The same up to the next choice about the turn; is there one, or is movement over? Bots look ahead by it, too.
    pub(super) fn steer<R: Recorder<Self>>(
        &self,
        (public, hidden): (&mut Public, &mut Hidden),
        mv: Move,
        chance: &mut Chance,
        log: &mut R,
    ) -> bool {
        match mv {
            Move::Place { wedge, position } => {
                self.place(public, wedge, position, log);
                if public.mover().holding > 0 {
                    return true;
                }
            }
            Move::Go(exit) => {
                let dot = self.here(public);
                self.go((&mut *public, &mut *hidden), dot, exit, chance, log);
                if public.ask == Ask::Hydra {
                    return true;
                }
            }
            Move::Use(favor) => {
                self.use_up(public, favor, log);
                match favor {
                    Favor::Demeter => {
                        self.take_fish(public, public.turn, 2, log);
                        if public.ask == Ask::Hydra && self.asks_about_hydra(public) {
                            return true;
                        }
                        if public.ask == Ask::Hydra {
                            self.face(public, log);
                        }
                    }
                    Favor::Janus => public.opened = true,
                    Favor::Poseidon => public.left = public.left.saturating_add(3),
                    // No favor is used in a movement that is over.
                    Favor::Hermes => {
                        public.left = 0;
                        return false;
                    }
                    Favor::Athena => log.event(self, Event::Hydra(Met::Ignored), public),
                    _ => {}
                }
            }
            Move::Face => self.face(public, log),
            Move::Ignore => log.event(self, Event::Hydra(Met::Protected), public),
            // Movement is over, and nothing more is done with it.
            _ => return false,
        }
        self.drift((public, hidden), chance, log)
    }

    /// Puts a wedge on the course (GL-50 to GL-54).
    fn place<R: Recorder<Self>>(&self, public: &mut Public, wedge: u8, position: u8, log: &mut R) {
        let player = public.mover_mut();
        let last = usize::from(player.holding) - 1;
        if let Some(at) = player.wedges().iter().position(|held| *held == wedge) {
            player.held[at..=last].rotate_left(1);
        }
        player.held[last] = 0;
        player.holding -= 1;
        let below = std::mem::replace(&mut public.ring[usize::from(position)], wedge);
        public.covered |= 1 << below;
        log.event(self, Event::Placed { wedge, position }, public);
    }

    /// Moves the ship until there is something to choose or movement is over.
    pub(super) fn sail<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        if !self.drift((&mut state.public, &mut state.hidden), chance, log) {
            self.end_move(state, chance, log);
        }
    }

    /// Moves the ship as long as there is nothing to choose; is there something then, or is movement over?
    fn drift<R: Recorder<Self>>(
        &self,
        (public, hidden): (&mut Public, &mut Hidden),
        chance: &mut Chance,
        log: &mut R,
    ) -> bool {
        loop {
            if public.beaten || public.moved >= DOTS_MAX {
                return false;
            }
            let dot = self.here(public);
            let mut boats = false;
            self.each_boat(dot.icon, &BoatMoment::from_public(public), |_| boats = true);
            if public.left == 0 && !public.jumping && !boats {
                return false;
            }
            let exits = if public.left == 0 {
                0
            } else {
                self.exits_of(public, dot)
            };
            if boats || exits & exits.wrapping_sub(1) != 0 {
                public.ask = Ask::Step;
                return true;
            }
            self.go(
                (&mut *public, &mut *hidden),
                dot,
                exits.trailing_zeros() as u8,
                chance,
                log,
            );
            if public.ask == Ask::Hydra {
                return true;
            }
        }
    }

    /// Takes an exit of `dot`, where the ship is, to the next; asks if a Hydra there leaves a choice.
    #[inline]
    fn go<R: Recorder<Self>>(
        &self,
        (public, hidden): (&mut Public, &mut Hidden),
        dot: &Dot,
        exit: u8,
        chance: &mut Chance,
        log: &mut R,
    ) {
        public.ask = Ask::Step;
        let from = public.mover().spot;
        let exit = dot.exits()[usize::from(exit)];
        if dot.icon == Icon::Scylla && exit.label > 0 && !self.is_free(public) {
            self.pay(public, exit.label, Spent::Scylla, log);
        }
        public.opened = false;
        let to = self.target(public, from, exit);
        let taken = public.is_taken(to);
        public.mover_mut().spot = to;
        if to.position == LINE && usize::from(from.position) == RING - 1 {
            // On a jump, too: the lap and the whole bonus (GL-72, GL-85, GL-R7).
            let player = public.mover_mut();
            player.laps = player.laps.saturating_add(1);
            log.event(self, Event::Lap, public);
            self.fish_icon(public, log);
            self.draw_wedge(public, hidden, chance, log);
            self.draw_favor(public, hidden, chance, log);
        }
        public.jumping = taken;
        if taken {
            let other = self
                .seats()
                .find(|seat| *seat != public.turn && public.player(*seat).spot == to);
            log.event(self, Event::Jumped(other.unwrap_or(public.turn)), public);
            return;
        }
        public.left -= 1;
        public.moved += 1;
        log.event(self, Event::Entered, public);
        let icon = self.course.dot(&public.ring, to).icon;
        if icon != Icon::Plain {
            self.take_icon((public, hidden), icon, chance, log);
        }
    }

    /// What is printed on the dot just entered acts (GL-63, GL-R4).
    fn take_icon<R: Recorder<Self>>(
        &self,
        (public, hidden): (&mut Public, &mut Hidden),
        icon: Icon,
        chance: &mut Chance,
        log: &mut R,
    ) {
        match icon {
            Icon::Fish => self.fish_icon(public, log),
            Icon::Favor => self.draw_favor(public, hidden, chance, log),
            Icon::Wedge => self.draw_wedge(public, hidden, chance, log),
            Icon::Boost => {
                public.left = public.left.saturating_add(self.rules.boost);
                log.event(self, Event::Boosted, public);
            }
            Icon::Hydra => self.meet(public, log),
            Icon::Plain | Icon::Charybdis | Icon::Scylla | Icon::Line => {}
        }
    }

    /// Meets a Hydra (GL-100, GL-101, GL-103).
    fn meet<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if self.rules.protection == Protection::Auto && self.is_protected(public) {
            log.event(self, Event::Hydra(Met::Protected), public);
        } else if self.asks_about_hydra(public) {
            public.ask = Ask::Hydra;
        } else {
            self.face(public, log);
        }
    }

    /// Is there another answer to the Hydra than to face it: the protection, or a favor?
    fn asks_about_hydra(&self, public: &Public) -> bool {
        let mut asks = self.is_protected(public);
        self.each_boat_at_hydra(&BoatMoment::from_public(public), |_| asks = true);
        asks
    }

    fn face<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if public.mover().fish > 0 {
            self.pay(public, 1, Spent::Hydra, log);
            log.event(self, Event::Hydra(Met::Fed), public);
        } else {
            public.left = 0;
            public.beaten = true;
            log.event(self, Event::Hydra(Met::Battle), public);
        }
    }

    /// A fish from an icon, unless Nemesis takes it.
    fn fish_icon<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if public.windborne || !public.mover().has(Favor::Nemesis) {
            self.take_fish(public, public.turn, 1, log);
        } else {
            log.event(self, Event::Idle(Icon::Fish, Idle::Nemesis), public);
        }
    }

    /// Draws a favor, face-down (GL-81, GL-114).
    fn draw_favor<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        hidden: &mut Hidden,
        chance: &mut Chance,
        log: &mut R,
    ) {
        if public.windborne {
            return log.event(self, Event::Idle(Icon::Favor, Idle::Wind), public);
        }
        if public.drawn >= self.rules.favors_per_turn {
            return log.event(self, Event::Idle(Icon::Favor, Idle::Enough), public);
        }
        if public.deck == 0 {
            public.deck = super::setup::fill(&mut hidden.deck, &public.discards);
            public.discards = [0; super::favors::FAVORS];
            chance
                .stream(Purpose::Deck)
                .shuffle(&mut hidden.deck[..usize::from(public.deck)]);
            if public.deck == 0 {
                return log.event(self, Event::Idle(Icon::Favor, Idle::NoneLeft), public);
            }
            log.event(self, Event::DeckRenewed(hidden.deck), public);
        }
        public.deck -= 1;
        // The first drawn is turned up first, so it has to lie last.
        let down = usize::from(public.face_down);
        hidden.drawn[down] = hidden.deck[usize::from(public.deck)];
        hidden.drawn[..=down].rotate_right(1);
        public.face_down += 1;
        public.drawn += 1;
        log.event(self, Event::FavorDrawn, public);
    }

    /// Draws a wedge, face-up (GL-82, GL-R22, GL-R26).
    pub(super) fn draw_wedge<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        hidden: &mut Hidden,
        chance: &mut Chance,
        log: &mut R,
    ) {
        if public.mover().holding >= self.wedge_cap {
            return log.event(self, Event::Idle(Icon::Wedge, Idle::Enough), public);
        }
        if !self.has_wedges(public) {
            return log.event(self, Event::Idle(Icon::Wedge, Idle::NoneLeft), public);
        }
        if public.stack == 0 {
            public.stack = std::mem::take(&mut public.covered);
            let mut size = 0;
            for wedge in (0..64).filter(|wedge| public.stack >> wedge & 1 == 1) {
                hidden.stack[size] = wedge;
                size += 1;
            }
            chance.stream(Purpose::Deck).shuffle(&mut hidden.stack[..size]);
            log.event(self, Event::StackRenewed(hidden.stack), public);
        }
        let size = public.stack.count_ones() as usize;
        let wedge = hidden.stack[size - 1];
        public.stack &= !(1 << wedge);
        let player = public.mover_mut();
        player.held[usize::from(player.holding)] = wedge;
        player.holding += 1;
        log.event(self, Event::WedgeDrawn(wedge), public);
    }

    /// Movement is over, the own one or that of Aeolus: Nemesis goes, favors are turned up.
    fn end_move<R: Recorder<Self>>(&self, state: &mut State<Self>, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        public.left = 0;
        if !std::mem::take(&mut public.windborne) {
            let seat = public.turn;
            for slot in 0..2 {
                if public.player(seat).slots[slot] == Some(Favor::Nemesis) {
                    public.player_mut(seat).slots[slot] = None;
                    public.discards[Favor::Nemesis as usize] += 1;
                    log.event(self, Event::Struck(seat, Favor::Nemesis), public);
                }
            }
            log.event(self, Event::MoveEnded, public);
        }
        self.reveal(state, chance, log);
    }
}

/// The exits of a whirlpool that the player's dice or fish open, as bits. A die that was set aside after a bust does
/// not count, and the navigation die counts as printed, with the Fleece, too (GL-R14, GL-R15).
#[inline]
fn open_exits(dot: &Dot, player: &Player) -> u8 {
    let mut open = 0;
    for (at, exit) in dot.exits().iter().enumerate() {
        let may = match dot.icon {
            Icon::Charybdis => [player.nav, player.first, player.second].contains(&exit.label),
            _ => exit.label <= player.fish,
        };
        open |= u8::from(may) << at;
    }
    open
}
