//! The own ship on its way through a turn, as far as plans depend on it.

use crate::boats::usable;
use crate::favors::FAVORS;
use crate::state::{Public, Spot};
use crate::track::Icon;
use crate::{BoatMoment, Favor};

/// The own ship in the middle of its turn. A search copies, compares and remembers many of them: all is one number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ship(u64);

/// Where a number stands in that of the ship: its lowest bit, and how many it has. No place, dot, number of fish, favor or wedge
/// needs more.
type Place = (u32, u32);

const POSITION: Place = (0, 4);
const FISH: Place = (4, 4);
const DOT: Place = (8, 5);
const WEDGES: Place = (13, 3);
const LAPS: Place = (16, 8);
const SLOTS: [Place; 2] = [(24, 5), (32, 5)];
const DRAWN: Place = (29, 3);
const JUMPING: Place = (37, 1);
const OPENED: Place = (38, 1);
const BEATEN: Place = (39, 1);
const LEFT: Place = (40, 8);
const MOVED: Place = (48, 8);
/// Slots filled in this turn, as bits; it is the same all the turn.
const FRESH: Place = (56, 8);

/// An empty slot.
const EMPTY: u8 = 31;

/// What lies in a slot, by its number.
const FAVOR_OF: [Option<Favor>; EMPTY as usize + 1] = {
    let mut favors = [None; EMPTY as usize + 1];
    let mut at = 0;
    while at < FAVORS {
        favors[at] = Some(Favor::ALL[at]);
        at += 1;
    }
    favors
};

impl Ship {
    /// The ship whose turn it is.
    pub fn new(public: &Public) -> Self {
        let player = public.mover();
        let slot = |at: usize| player.slots[at].map_or(EMPTY, |favor| favor as u8);
        let mut ship = Ship(0);
        ship.go_to(player.spot);
        for (place, value) in [
            (FISH, player.fish),
            (WEDGES, player.holding),
            (LAPS, player.laps),
            (SLOTS[0], slot(0)),
            (SLOTS[1], slot(1)),
            (DRAWN, public.drawn),
            (JUMPING, u8::from(public.jumping)),
            (OPENED, u8::from(public.opened)),
            (BEATEN, u8::from(public.beaten)),
            (LEFT, public.left),
            (MOVED, public.moved),
            (FRESH, public.fresh),
        ] {
            ship.set(place, value);
        }
        ship
    }

    #[inline]
    fn get(self, (at, bits): Place) -> u8 {
        (self.0 >> at) as u8 & ((1u16 << bits) - 1) as u8
    }

    #[inline]
    fn set(&mut self, (at, bits): Place, value: u8) {
        let room = ((1u64 << bits) - 1) << at;
        self.0 = self.0 & !room | u64::from(value) << at & room;
    }

    /// Everything that its plans depend on; no ship with points left has the key 0.
    #[inline]
    pub(super) fn key(self) -> u64 {
        self.0 & ((1 << FRESH.0) - 1)
    }

    #[inline]
    pub(super) fn spot(self) -> Spot {
        Spot {
            position: self.get(POSITION),
            dot: self.get(DOT),
        }
    }

    #[inline]
    pub(super) fn go_to(&mut self, spot: Spot) {
        self.set(POSITION, spot.position);
        self.set(DOT, spot.dot);
    }

    #[inline]
    pub(super) fn laps(self) -> u8 {
        self.get(LAPS)
    }

    #[inline]
    pub(super) fn add_lap(&mut self) {
        self.set(LAPS, self.laps().saturating_add(1));
    }

    #[inline]
    pub(super) fn fish(self) -> u8 {
        self.get(FISH)
    }

    #[inline]
    pub(super) fn set_fish(&mut self, fish: u8) {
        self.set(FISH, fish);
    }

    /// Wedges held.
    #[inline]
    pub(super) fn wedges(self) -> u8 {
        self.get(WEDGES)
    }

    #[inline]
    pub(super) fn add_wedge(&mut self) {
        self.0 += 1 << WEDGES.0;
    }

    /// Favors drawn in this turn.
    #[inline]
    pub(super) fn favors(self) -> u8 {
        self.get(DRAWN)
    }

    #[inline]
    pub(super) fn add_favor(&mut self) {
        self.0 += 1 << DRAWN.0;
    }

    /// Favors in the slots.
    #[inline]
    pub(super) fn slots(self) -> [Option<Favor>; 2] {
        SLOTS.map(|slot| FAVOR_OF[usize::from(self.get(slot) & EMPTY)])
    }

    /// Is there any?
    #[inline]
    pub(super) fn has_favors(self) -> bool {
        const NONE: u64 = (EMPTY as u64) << SLOTS[0].0 | (EMPTY as u64) << SLOTS[1].0;
        self.0 & NONE != NONE
    }

    /// Is it one of them?
    #[inline]
    pub(super) fn has(self, favor: Favor) -> bool {
        SLOTS.iter().any(|slot| self.get(*slot) == favor as u8)
    }

    /// Points left.
    #[inline]
    pub(super) fn left(self) -> u8 {
        self.get(LEFT)
    }

    #[inline]
    pub(super) fn set_left(&mut self, left: u8) {
        self.set(LEFT, left);
    }

    /// Dots paid for in this turn.
    #[inline]
    pub(super) fn moved(self) -> u8 {
        self.get(MOVED)
    }

    #[inline]
    pub(super) fn add_dot(&mut self) {
        self.set(MOVED, self.moved().saturating_add(1));
    }

    #[inline]
    pub(super) fn jumping(self) -> bool {
        self.get(JUMPING) != 0
    }

    #[inline]
    pub(super) fn jump(&mut self) {
        self.set(JUMPING, 1);
    }

    #[inline]
    pub(super) fn land(&mut self) {
        self.set(JUMPING, 0);
    }

    /// Has Janus opened the whirlpool where it is?
    #[inline]
    pub(super) fn opened(self) -> bool {
        self.get(OPENED) != 0
    }

    #[inline]
    pub(super) fn open(&mut self) {
        self.set(OPENED, 1);
    }

    #[inline]
    pub(super) fn close(&mut self) {
        self.set(OPENED, 0);
    }

    #[inline]
    pub(super) fn beaten(self) -> bool {
        self.get(BEATEN) != 0
    }

    /// Is it worth a look to use a boat now, on a dot with `icon`? Poseidon does as well at the end of the movement, and
    /// Demeter where fish are needed.
    #[inline]
    pub fn makes_sense(self, boat: Favor, icon: Icon, hydra: bool) -> bool {
        match boat {
            Favor::Poseidon => self.left() == 0,
            Favor::Demeter if hydra => self.fish() == 0,
            Favor::Demeter => self.left() > 0 && icon == Icon::Scylla && self.fish() < 2,
            _ => true,
        }
    }

    #[inline]
    pub(super) fn moment(self, public: &Public) -> BoatMoment {
        BoatMoment {
            slots: self.slots(),
            fresh: self.get(FRESH),
            fish: self.fish(),
            left: self.left(),
            moved: self.moved(),
            jumping: self.jumping(),
            opened: self.opened(),
            windborne: public.windborne,
        }
    }

    /// The ship that has fed a Hydra, or fought it for lack of fish.
    #[inline]
    #[must_use]
    pub(super) fn faced(mut self) -> Self {
        if self.fish() > 0 {
            self.set_fish(self.fish() - 1);
        } else {
            self.set_left(0);
            self.set(BEATEN, 1);
        }
        self
    }

    /// The ship that has used a boat.
    #[inline]
    #[must_use]
    pub(super) fn without(mut self, favor: Favor) -> Self {
        if let Some(at) = usable(self.slots(), self.get(FRESH), favor) {
            self.set(SLOTS[at], EMPTY);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::Stream;

    /// Nothing that is set shows anywhere else, whatever comes after what; and all that plans depend on is in the key.
    #[test]
    fn what_is_set_changes_nothing_else() {
        let places = [
            POSITION, FISH, DOT, WEDGES, LAPS, SLOTS[0], SLOTS[1], DRAWN, JUMPING, OPENED, BEATEN, LEFT, MOVED, FRESH,
        ];
        let mut chance = Stream::keyed(1, 0, 0, 0);
        let (mut ship, mut set) = (Ship(0), [0; 14]);
        for _ in 0..10_000 {
            let at = chance.below(places.len() as u32) as usize;
            let (before, was) = (ship.key(), set[at]);
            set[at] = chance.below(1 << places[at].1) as u8;
            ship.set(places[at], set[at]);
            assert_eq!(places.map(|place| ship.get(place)), set, "{ship:?}");
            assert_eq!(ship.key() == before, set[at] == was || places[at] == FRESH, "{ship:?}");
        }
    }
}
