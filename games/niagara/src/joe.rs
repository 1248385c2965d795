//! Diamond Joe, an expansion: a canoe of nobody's that loads where it stands, paddles by the first player's card, and
//! trades with whoever stops beside it.
//!
//! Published in outline. Reconstructed: he rests when the first player shows no number; he loads for nothing, the colour
//! of the place if it lies there and otherwise the first that does; a coin takes him past the fork; he trades with any
//! canoe that ends its action beside him in the river, whichever way it came.

use super::Niagara;
use super::river::Space;
use super::state::{Ask, Canoe, Card, Event, GemColour, Public};
use balance_engine::{Chance, Purpose, Recorder, Seat};

impl Niagara {
    /// Every trade of the canoe that stands beside Joe: the colour given, or none for taking only.
    pub(super) fn each_trade(&self, public: &Public, seat: Seat, canoe: u8, mut trade: impl FnMut(Option<GemColour>)) {
        let own = public.canoes[seat][canoe as usize];
        let Some(joe) = public.joe.filter(|joe| joe.afloat() && joe.space == own.space) else {
            return;
        };
        if joe.loaded() && own.gems() < self.holds(canoe) {
            trade(None);
        }
        if own.loaded() && own.cargo != joe.cargo {
            trade(own.cargo);
        }
        if own.second.is_some() && own.second != joe.cargo && own.second != own.cargo {
            trade(own.second);
        }
    }

    #[inline]
    pub(super) fn ask_trade(&self, public: &mut Public, canoe: u8) {
        public.ask = Ask::Canoe;
        if public.joe.is_none() {
            return;
        }
        let mut any = false;
        self.each_trade(public, public.decider, canoe, |_| any = true);
        if any {
            public.ask = Ask::Trade(canoe);
        }
    }

    /// Gives Joe a gem of `colour`, or nothing, and takes his.
    pub(super) fn trade<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        canoe: u8,
        colour: Option<GemColour>,
        log: &mut R,
    ) {
        let seat = public.decider;
        let own = &mut public.canoes[seat][canoe as usize];
        let given = colour.and_then(|_| own.give(u8::from(own.cargo != colour)));
        if let Some(joe) = public.joe.as_mut() {
            let taken = std::mem::replace(&mut joe.cargo, given);
            if let Some(taken) = taken {
                own.take(taken);
            }
        }
        log.event(self, Event::Traded(seat), public);
    }

    /// Joe's turn, when all have acted: he loads, then goes up as far as the first player's number lets him, and with
    /// what is left down again from the landing.
    pub(super) fn move_joe<R: Recorder<Self>>(&self, public: &mut Public, chance: &mut Chance, log: &mut R) {
        let (Some(mut joe), Some(card)) = (public.joe, public.shown[public.first].and_then(Card::number)) else {
            return;
        };
        let space = joe.space;
        let mut down = card;
        if space != Space::LAND {
            if let Some(place) = self.river.place(space).filter(|_| !joe.loaded()) {
                let lying = &mut public.places[place.index()];
                let mut colours = std::iter::once(place).chain(GemColour::ALL);
                if let Some(colour) = colours.find(|colour| lying[colour.index()] > 0) {
                    lying[colour.index()] -= 1;
                    joe.cargo = Some(colour);
                    public.joe = Some(joe);
                    log.event(self, Event::JoeLoaded(colour), public);
                }
            }
            let depth = self.river.depth(space);
            let needed = depth + self.rules.land_cost - 1;
            down = match self.climb(space, card, public.eddy()) {
                Ok(points) if points >= needed => {
                    joe.space = Space::LAND;
                    points - needed
                }
                Ok(points) => {
                    joe.space = self.river.upstream(space, depth - points);
                    0
                }
                Err(bounced) => {
                    joe.space = bounced;
                    0
                }
            };
        }
        if down > 0 {
            let mut stops = [Space::LAND; 2];
            let mut count = 0;
            self.each_stop(Space::LAND, down, public.eddy(), |to| {
                stops[count.min(1)] = to;
                count += 1;
            });
            joe.space = match count {
                0 => Space::LAND,
                1 => stops[0],
                _ => stops[chance.stream(Purpose::Events).below(2) as usize],
            };
        }
        public.joe = Some(joe);
        log.event(self, Event::JoeMoved, public);
    }

    /// Joe goes over the edge: his gem goes back to its place, and he to the landing at once.
    pub(super) fn joe_falls<R: Recorder<Self>>(&self, public: &mut Public, log: &mut R) {
        if let Some(joe) = public.joe.replace(Canoe::ASHORE) {
            for colour in joe.cargoes() {
                public.places[colour.index()][colour.index()] += 1;
            }
            log.event(self, Event::JoeFell, public);
        }
    }
}
