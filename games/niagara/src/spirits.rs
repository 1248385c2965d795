//! Spirits of Niagara, an expansion: double canoes, the lasso, the whirlpool, the beaver, the elk. Its other cards and
//! its gem numbers are played where the base game's are.
//!
//! Published in outline. Reconstructed:
//!
//! - A player's second canoe is the double one. A hold that is free counts as an empty canoe does in NI-29 and NI-33.
//! - The choice card counts for the river with the number its owner names; any one of his canoes moves, and no other.
//! - The lasso ties all own canoes, allows nothing else, and shows no number; tied canoes can be robbed.
//! - The whirlpool's disc takes one point more to pass upwards; a stop on it, or too few points to pass, means one space
//!   down, so that over the falls nobody stops there. The whirlpool that fell is the next disc to go in.
//! - One beaver swims at a time. The steps of the river that carry it over the edge were counted before.
//! - The elk is taken by a canoe whose own move ends at its place, not by one that floated there and loads, and its points
//!   have to be used.

use super::Niagara;
use super::river::Space;
use super::state::{Block, Card, Elk, Event, GemColour, Public, Whirlpool};
use balance_engine::{Recorder, Seat};

pub const ELK_POINTS: u8 = 2;

impl Niagara {
    #[inline]
    pub(super) fn holds(&self, at: u8) -> u8 {
        1 + u8::from(at == 1 && self.rules.spirits.doubles)
    }

    /// Points of canoe `at` with the card its owner shows.
    #[inline]
    pub(super) fn points(public: &Public, seat: Seat, at: u8) -> u8 {
        public.number(seat) + Self::help(public, seat, at)
    }

    #[inline]
    pub(super) fn help(public: &Public, seat: Seat, at: u8) -> u8 {
        if public.elk == Elk::With(seat, at) {
            ELK_POINTS
        } else {
            0
        }
    }

    /// Steps that `points` are worth on the way up from `space` past the whirlpool at `eddy`, or the space where the
    /// canoe comes to rest because it would stop there.
    #[inline]
    pub(super) fn climb(&self, space: Space, points: u8, eddy: Option<Space>) -> Result<u8, Space> {
        let Some(eddy) = eddy else { return Ok(points) };
        let river = &self.river;
        let (depth, at) = (river.depth(space), river.depth(eddy));
        if at >= depth || depth - at > points || river.upstream(space, at) != eddy {
            return Ok(points);
        }
        if points - (depth - at) < 2 {
            Err(river.upstream(space, at + 1))
        } else {
            Ok(points - 1)
        }
    }

    /// The cloud has moved: at the upper end of its track the beaver appears.
    pub(super) fn rouse_beaver<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        let upper_end = usize::from(public.weather) + 1 == self.weather.len();
        if self.rules.spirits.beaver && public.beaver.is_none() && upper_end {
            public.beaver = Some(Space(1));
            log.event(self, Event::BeaverCame, public);
        }
    }

    /// What else floats moves with a disc: Joe, the beaver, the whirlpool itself.
    pub(super) fn push_others<R: Recorder<Self>>(&self, public: &mut Public, side: u8, log: &mut R) {
        if let Some(joe) = public.joe.as_mut().filter(|joe| joe.afloat()) {
            joe.space = self.river.after_push(joe.space, side);
            if joe.space == Space::FALLEN {
                self.joe_falls(public, log);
            }
        }
        if let Some(space) = public.beaver {
            let next = self.river.after_push(space, side);
            public.beaver = Some(next).filter(|next| *next != Space::FALLEN);
            if public.beaver.is_none() {
                public.weather = self.weather_start;
                log.event(self, Event::BeaverFell, public);
            }
        }
        match public.whirlpool {
            Whirlpool::Absent => {}
            Whirlpool::Waits => {
                public.whirlpool = Whirlpool::At(Space(1));
                log.event(self, Event::WhirlpoolCame, public);
            }
            Whirlpool::At(space) => match self.river.after_push(space, side) {
                Space::FALLEN => {
                    public.whirlpool = Whirlpool::Waits;
                    log.event(self, Event::WhirlpoolFell, public);
                }
                next => public.whirlpool = Whirlpool::At(next),
            },
        }
    }

    /// When the river rests: tied canoes go back on their discs, the elk goes home.
    pub(super) fn after_flow<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if let Some(eddy) = public.eddy() {
            self.sweep_tied(public, eddy, log);
        }
        // Last of all: a canoe swept over the edge is one that the elk has lost in this flow, too.
        if public.elk == Elk::Rests {
            public.elk = Elk::Home;
            log.event(self, Event::ElkHome, public);
        }
    }

    /// Tied canoes go back on their discs; who finds the whirlpool there goes down by one.
    fn sweep_tied<R: Recorder<Self>>(&self, public: &mut Public, eddy: Space, log: &mut R) {
        for seat in (0..self.players as u8).map(Seat) {
            if public.shown[seat] != Some(Card::LASSO) {
                continue;
            }
            for at in 0..2u8 {
                let canoe = &mut public.canoes[seat][at as usize];
                if canoe.space == eddy {
                    // A disc that goes down by one before the fork takes the arm of the last one.
                    let side = self.river.side(canoe.space).unwrap_or(public.last_side);
                    canoe.space = self.river.after_push(canoe.space, side);
                    if canoe.space == Space::FALLEN {
                        self.fall(public, seat, at, log);
                    } else {
                        log.event(self, Event::Swept(seat, at), public);
                    }
                }
            }
        }
    }

    /// A canoe that has paddled and ends its move at the elk's place gets it.
    #[inline]
    pub(super) fn meet_elk<R: Recorder<Self>>(&self, public: &mut Public, canoe: u8, blocks: [Block; 2], log: &mut R) {
        if public.elk != Elk::Home {
            return;
        }
        let seat = public.decider;
        let space = public.canoes[seat][canoe as usize].space;
        if self.river.place(space) == Some(self.elk_place()) && self.paddles(public, canoe, blocks) {
            public.elk = Elk::With(seat, canoe);
            log.event(self, Event::ElkTaken(seat, canoe), public);
        }
    }

    /// The elk stays behind when its canoe lands or falls.
    #[inline]
    pub(super) fn leave_elk(public: &mut Public, seat: Seat, canoe: u8) {
        if public.elk == Elk::With(seat, canoe) {
            public.elk = Elk::Rests;
        }
    }

    pub(super) fn elk_place(&self) -> GemColour {
        let depth = |place: &GemColour| self.river.depth_of_place[place.index()];
        GemColour::ALL.into_iter().max_by_key(depth).unwrap_or(GemColour::Pink)
    }
}
