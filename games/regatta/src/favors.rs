//! The favors of the gods: their kinds, and when boats may be used, asked by the rules about the ship that moves and by
//! bots about every ship in their plans.

use super::Regatta;
use super::rules::SkipWhirlpool;
use super::state::Public;
use super::track::Icon;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub const FAVORS: usize = Favor::ALL.len();
pub const MAX_DECK: usize = 72;

balance_kit::listed! {
    /// A kind of favor, named after the god of the reconstructed deck. A designer may call the card otherwise.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    #[repr(u8)]
    pub enum Favor {
        /// Boat; two fish, at any moment of your rolling or moving.
        Demeter,
        /// Boat; the movement die just rolled is rolled again.
        Apollo,
        /// Boat; a bust takes away the second movement die only.
        Hephaestus,
        /// Boat; any exit of this whirlpool or of Scylla, free.
        Janus,
        /// Boat; three more points of movement.
        Poseidon,
        /// Boat; movement ends here, up to three points are lost.
        Hermes,
        /// Boat; this Hydra is ignored.
        Athena,
        /// Lightning; every other player gives back a fish.
        Zeus,
        /// Lightning; your ship moves two points more.
        Aeolus,
        /// Lightning; everybody takes a fish.
        Dionysus,
        /// Lightning; two fish.
        Nike,
        /// Lightning; every other player discards a favor of their choice.
        Hades,
        /// Lightning; a wedge.
        Artemis,
        /// Trident; no second movement die in the next roll.
        Ares,
        /// Trident; the second movement die must be rolled next.
        Eris,
        /// Trident; the navigation die shows 1 in the next roll.
        Hypnos,
        /// Trident; no fish from icons in the next movement.
        Nemesis,
    }
}

/// What becomes of a favor when it is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Boat,
    Lightning,
    /// Laid on another player's board, where it acts by itself.
    Trident,
}

impl Favor {
    #[inline]
    pub fn kind(self) -> Kind {
        match self as u8 {
            0..=6 => Kind::Boat,
            7..=12 => Kind::Lightning,
            _ => Kind::Trident,
        }
    }
}

/// The slot from which a boat may be used: not where `fresh`, as bits, says that it was turned up in this very turn
/// (GL-115).
#[inline]
pub fn usable(slots: [Option<Favor>; 2], fresh: u8, favor: Favor) -> Option<usize> {
    (0..2).find(|at| slots[*at] == Some(favor) && fresh >> at & 1 == 0)
}

/// A ship on its way, as far as the use of boats depends on it.
#[derive(Clone, Copy, Debug)]
pub struct BoatMoment {
    pub slots: [Option<Favor>; 2],
    /// Slots filled in this turn, as bits.
    pub fresh: u8,
    pub fish: u8,
    pub left: u8,
    /// Dots paid for in this turn.
    pub moved: u8,
    pub jumping: bool,
    /// Has Janus opened the whirlpool on which it is?
    pub opened: bool,
    pub windborne: bool,
}

impl BoatMoment {
    #[inline]
    pub fn from_public(public: &Public) -> Self {
        let player = public.mover();
        BoatMoment {
            slots: player.slots,
            fresh: public.fresh,
            fish: player.fish,
            left: public.left,
            moved: public.moved,
            jumping: public.jumping,
            opened: public.opened,
            windborne: public.windborne,
        }
    }

    /// May this boat be used, as far as slots go?
    #[inline]
    pub fn has(&self, favor: Favor) -> bool {
        usable(self.slots, self.fresh, favor).is_some()
    }
}

impl Public {
    /// May the player whose roll or turn it is use this boat, as far as slots go?
    #[inline]
    pub fn has_boat(&self, favor: Favor) -> bool {
        usable(self.mover().slots, self.fresh, favor).is_some()
    }
}

impl Regatta {
    /// May Demeter be used? Without room for a fish the favor would do nothing.
    #[inline]
    pub(super) fn can_feed(&self, moment: &BoatMoment) -> bool {
        moment.fish < self.rules.fish_max && moment.has(Favor::Demeter)
    }

    /// Boats that may be used while a ship on a dot with `icon` moves, in the order in which they are offered;
    /// whirlpools are Janus's (GL-64).
    #[inline]
    pub(super) fn each_boat(&self, icon: Icon, moment: &BoatMoment, mut boat: impl FnMut(Favor)) {
        if moment.slots == [None, None] {
            return;
        }
        let ordinary = !moment.jumping;
        let own = ordinary && !moment.windborne;
        if icon.is_whirlpool() && moment.left > 0 && !moment.opened && moment.has(Favor::Janus) {
            let bound = ordinary || self.rules.skip_whirlpool == SkipWhirlpool::Match;
            if bound {
                boat(Favor::Janus);
            }
        }
        if ordinary && self.can_feed(moment) {
            boat(Favor::Demeter);
        }
        if own && moment.has(Favor::Poseidon) {
            boat(Favor::Poseidon);
        }
        if own && moment.moved > 0 && (1..=3).contains(&moment.left) && moment.has(Favor::Hermes) {
            boat(Favor::Hermes);
        }
    }

    /// Boats that may be used against a Hydra, in the order in which they are offered.
    #[inline]
    pub(super) fn each_boat_at_hydra(&self, moment: &BoatMoment, mut boat: impl FnMut(Favor)) {
        if moment.has(Favor::Athena) {
            boat(Favor::Athena);
        }
        if self.can_feed(moment) {
            boat(Favor::Demeter);
        }
    }

    /// Does a wedge icon find a wedge to be drawn (GL-R22)?
    #[inline]
    pub(super) fn has_wedges(&self, public: &Public) -> bool {
        public.stack != 0 || self.rules.stack_empty == super::rules::StackEmpty::Recycle && public.covered != 0
    }
}
