//! Diamond Joe, an expansion: a canoe of nobody's that loads where it stands, paddles by the first player's card, and
//! trades with whoever stops beside it.
//!
//! Published in outline. Reconstructed: he rests when the first player shows no number; he loads for nothing, the colour
//! of the place if it lies there and otherwise the first that does; a coin takes him past the fork; he trades with any
//! canoe that ends its action beside him in the river, whichever way it came.

use super::Niagara;
use super::content::CARD_MAX;
use super::river::{LAND, LOST, NO_PLACE};
use super::state::{Ask, Canoe, Event, NONE, Public};
use balance_engine::{Chance, Purpose, Recorder, Seat};

impl Niagara {
    /// Every trade of the canoe that stands beside Joe: the colour given, or [`NONE`] for taking only.
    pub(super) fn each_trade(&self, public: &Public, seat: Seat, canoe: u8, mut trade: impl FnMut(u8)) {
        let (own, joe) = (public.canoes[seat][canoe as usize], public.joe);
        if own.space != joe.space || !joe.afloat() {
            return;
        }
        if joe.loaded() && own.gems() < self.holds(canoe) {
            trade(NONE);
        }
        if own.loaded() && own.cargo != joe.cargo {
            trade(own.cargo);
        }
        if own.second != NONE && own.second != joe.cargo && own.second != own.cargo {
            trade(own.second);
        }
    }

    /// Asks what a canoe trades, where it can.
    #[inline]
    pub(super) fn ask_trade(&self, public: &mut Public, canoe: u8) {
        public.ask = Ask::Canoe;
        if public.joe.space == LOST {
            return;
        }
        let mut any = false;
        self.each_trade(public, public.decider, canoe, |_| any = true);
        if any {
            public.ask = Ask::Trade(canoe);
        }
    }

    /// Gives Joe a gem of `colour`, or nothing, and takes his.
    pub(super) fn trade<R: Recorder<Self>>(&self, public: &mut Public, canoe: u8, colour: u8, log: &mut R) {
        let seat = public.decider;
        let own = &mut public.canoes[seat][canoe as usize];
        let given = if colour == NONE {
            NONE
        } else {
            own.give(u8::from(own.cargo != colour))
        };
        let taken = std::mem::replace(&mut public.joe.cargo, given);
        if taken != NONE {
            own.take(taken);
        }
        log.event(self, Event::Traded(seat), public);
    }

    /// Joe's turn, when all have acted: he loads, then goes up as far as the first player's number lets him, and with
    /// what is left down again from the landing.
    pub(super) fn move_joe(&self, public: &mut Public, chance: &mut Chance) {
        let card = public.shown[public.first];
        if public.joe.space == LOST || !(1..=CARD_MAX).contains(&card) {
            return;
        }
        let space = public.joe.space;
        let mut down = card;
        if space != LAND {
            let place = self.river.place[space as usize];
            if place != NO_PLACE && !public.joe.loaded() {
                let lying = &mut public.places[place as usize];
                let colours = std::iter::once(place as usize).chain(0..lying.len());
                if let Some(colour) = colours.into_iter().find(|colour| lying[*colour] > 0) {
                    lying[colour] -= 1;
                    public.joe.cargo = colour as u8;
                }
            }
            let depth = self.river.depth[space as usize];
            let needed = depth + self.rules.land_cost - 1;
            down = match self.climb(space, card, public.whirlpool) {
                Ok(points) if points >= needed => {
                    public.joe.space = LAND;
                    points - needed
                }
                Ok(points) => {
                    public.joe.space = self.river.upstream(space, depth - points);
                    0
                }
                Err(bounced) => {
                    public.joe.space = bounced;
                    0
                }
            };
        }
        if down > 0 {
            let mut stops = [LAND; 2];
            let mut count = 0;
            self.each_stop(LAND, down, public.whirlpool, |to| {
                stops[count.min(1)] = to;
                count += 1;
            });
            public.joe.space = match count {
                0 => LAND,
                1 => stops[0],
                _ => stops[chance.of(Purpose::Events).below(2) as usize],
            };
        }
    }

    /// Joe goes over the edge: his gem goes back to its place, and he to the landing at once.
    pub(super) fn joe_falls(public: &mut Public) {
        let joe = std::mem::replace(&mut public.joe, Canoe::ASHORE);
        if joe.loaded() {
            public.places[joe.cargo as usize][joe.cargo as usize] += 1;
        }
    }
}
