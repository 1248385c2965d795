//! The favors of the gods: their kinds, and the one boundary between a card and what it does.

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
        /// Boat; two fish, at any moment of the own rolling or moving.
        Demeter,
        /// Boat; the movement die just rolled is rolled again.
        Apollo,
        /// Boat; a bust takes away the second movement die only.
        Hephaestus,
        /// Boat; any exit of this whirlpool, free.
        Janus,
        /// Boat; three more points of movement.
        Poseidon,
        /// Boat; movement ends here, up to three points are lost.
        Hermes,
        /// Boat; this Hydra is ignored.
        Athena,
        /// Lightning; every other player gives back a fish.
        Zeus,
        /// Lightning; the own ship moves two points more.
        Aeolus,
        /// Lightning; everybody takes a fish.
        Dionysus,
        /// Lightning; two fish.
        Nike,
        /// Lightning; every other player discards a favor of own choice.
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
