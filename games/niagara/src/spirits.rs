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
//! - The elk is taken by paddling to its place, not by floating there, and its points have to be used.

use super::Niagara;
use super::river::{LAND, LOST};
use super::state::{ELK_HOME, ELK_RESTS, Event, LASSO, Public};
use balance_engine::{Recorder, Seat};

/// Points that the elk adds to a number.
pub const ELK_POINTS: u8 = 2;

impl Niagara {
    /// Holds of a player's canoe number `at`.
    #[inline]
    pub fn holds(&self, at: u8) -> u8 {
        1 + u8::from(at == 1 && self.rules.spirits.doubles)
    }

    /// Points of canoe `at` with the card its owner shows.
    #[inline]
    pub fn points(public: &Public, seat: Seat, at: u8) -> u8 {
        public.shown[seat] + Self::help(public, seat, at)
    }

    /// Points that the elk adds for this canoe.
    #[inline]
    pub fn help(public: &Public, seat: Seat, at: u8) -> u8 {
        if public.elk == 2 * seat.0 + at { ELK_POINTS } else { 0 }
    }

    /// Steps that `points` are worth on the way up from `space` past the whirlpool at `eddy`, or the space where the
    /// canoe comes to rest because it would stop there.
    #[inline]
    pub(super) fn climb(&self, space: u8, points: u8, eddy: u8) -> Result<u8, u8> {
        if eddy == LOST || eddy == LAND {
            return Ok(points);
        }
        let river = &self.river;
        let (depth, at) = (river.depth[space as usize], river.depth[eddy as usize]);
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
    pub(super) fn rouse_beaver(&self, public: &mut Public) {
        if self.rules.spirits.beaver && public.beaver == LOST && usize::from(public.weather) + 1 == self.weather.len() {
            public.beaver = 1;
        }
    }

    /// What else floats moves with a disc: Joe, the beaver, the whirlpool itself.
    pub(super) fn push_others<R: Recorder<Self>>(&self, public: &mut Public, side: u8, log: &mut R) {
        if public.joe.afloat() {
            public.joe.space = self.river.after_push(public.joe.space, side);
            if public.joe.space == LOST {
                Self::joe_falls(public);
            }
        }
        if public.beaver != LOST {
            public.beaver = self.river.after_push(public.beaver, side);
            if public.beaver == LOST {
                public.weather = self.weather_start;
                log.event(self, Event::BeaverFell, public);
            }
        }
        if public.whirlpool != LOST {
            public.whirlpool = match public.whirlpool {
                LAND => 1,
                space => match self.river.after_push(space, side) {
                    LOST => LAND,
                    next => next,
                },
            };
        }
    }

    /// When the river rests: tied canoes go back on their discs, the elk goes home.
    pub(super) fn after_flow<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if public.elk == ELK_RESTS {
            public.elk = ELK_HOME;
        }
        if public.whirlpool == LOST || public.whirlpool == LAND {
            return;
        }
        for seat in (0..self.players as u8).map(Seat) {
            if public.shown[seat] != LASSO {
                continue;
            }
            for at in 0..2u8 {
                let canoe = &mut public.canoes[seat][at as usize];
                if canoe.space == public.whirlpool {
                    // A disc that goes down by one before the fork takes the arm of the last one.
                    let side = self.river.side(canoe.space).unwrap_or(public.last_side);
                    canoe.space = self.river.after_push(canoe.space, side);
                    if canoe.space == LOST {
                        self.fall(public, seat, at, log);
                    }
                }
            }
        }
    }

    /// A canoe that stops at the elk's place gets it.
    #[inline]
    pub(super) fn meet_elk<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, canoe: u8, log: &mut R) {
        let space = public.canoes[seat][canoe as usize].space;
        if public.elk == ELK_HOME && self.river.place[space as usize] == self.elk_place() {
            public.elk = 2 * seat.0 + canoe;
            log.event(self, Event::ElkTaken(seat), public);
        }
    }

    /// The elk stays behind when its canoe lands or falls.
    #[inline]
    pub(super) fn leave_elk(public: &mut Public, seat: Seat, canoe: u8) {
        if public.elk == 2 * seat.0 + canoe {
            public.elk = ELK_RESTS;
        }
    }

    /// The place where the elk waits: the deepest.
    fn elk_place(&self) -> u8 {
        let depths = self.river.depth_of_place.iter().enumerate();
        depths
            .max_by_key(|(_, depth)| **depth)
            .map_or(0, |(place, _)| place as u8)
    }
}
