//! The own ship on its way through a turn, as far as plans depend on it.

use crate::boats::usable;
use crate::course::Icon;
use crate::state::{Public, Spot};
use crate::{Favor, Moment};

/// The own ship in the middle of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Ship {
    pub(super) spot: Spot,
    pub(super) laps: u8,
    pub(super) fish: u8,
    pub(super) slots: [Option<Favor>; 2],
    pub(super) fresh: u8,
    pub(super) wedges: u8,
    pub(super) favors: u8,
    pub(super) left: u8,
    pub(super) moved: u8,
    pub(super) jumping: bool,
    pub(super) opened: bool,
    pub(super) beaten: bool,
}

impl Ship {
    /// The ship whose turn it is.
    pub fn new(public: &Public) -> Self {
        let player = public.mover();
        Ship {
            spot: player.spot,
            laps: player.laps,
            fish: player.fish,
            slots: player.slots,
            fresh: public.fresh,
            wedges: player.holding,
            favors: public.drawn,
            left: public.left,
            moved: public.moved,
            jumping: public.jumping,
            opened: public.opened,
            beaten: public.beaten,
        }
    }

    /// Everything that its plans depend on.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let slot = |at: usize| self.slots[at].map_or(31, |favor| favor as u8);
        // No place, dot, number of fish or favor needs more bits than it has here.
        u64::from_le_bytes([
            self.spot.position << 4 | self.fish,
            self.spot.dot | self.wedges << 5,
            self.laps,
            slot(0) | self.favors << 5,
            slot(1) | u8::from(self.jumping) << 5 | u8::from(self.opened) << 6,
            self.left,
            self.moved,
            0,
        ])
    }

    /// Is it worth a look to use a boat now, on a dot with `icon`? Poseidon does as well at the end of the movement, and
    /// Demeter where fish are needed.
    #[inline]
    pub fn makes_sense(&self, boat: Favor, icon: Icon, hydra: bool) -> bool {
        match boat {
            Favor::Poseidon => self.left == 0,
            Favor::Demeter if hydra => self.fish == 0,
            Favor::Demeter => self.left > 0 && icon == Icon::Scylla && self.fish < 2,
            _ => true,
        }
    }

    #[inline]
    pub(super) fn moment(&self, windborne: bool) -> Moment {
        Moment {
            slots: self.slots,
            fresh: self.fresh,
            fish: self.fish,
            left: self.left,
            moved: self.moved,
            jumping: self.jumping,
            opened: self.opened,
            windborne,
        }
    }

    /// The ship that has fed a Hydra, or fought it for lack of fish.
    #[inline]
    #[must_use]
    pub(super) fn faced(mut self) -> Self {
        if self.fish > 0 {
            self.fish -= 1;
        } else {
            self.left = 0;
            self.beaten = true;
        }
        self
    }

    #[inline]
    #[must_use]
    pub(super) fn without(mut self, favor: Favor) -> Self {
        if let Some(at) = usable(self.slots, self.fresh, favor) {
            self.slots[at] = None;
        }
        self
    }
}
