//! The board as ways see it: what lies between each two supports, or could once the stones are there. Reads what everybody sees.

use crate::Mekong;
use crate::board::Support;
use crate::state::{COLOURS, Public, SUPPORTS, Space, spaces};
use balance_engine::Seat;

/// What ways go by beside the planks that lie.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Planks on which pawns stand, as bits.
    pub occupied: u64,
    /// Settles which of two ways is gone that cost about the same.
    pub whim: u64,
    /// Supports that ways may touch, as bits.
    pub within: u64,
    /// Supports that another plank may come to rest on, once they are there, as bits.
    open: u64,
}

impl Ground {
    /// The board as it is. Ways that cost the same are told apart by `whim`: a choice by numbers of islands, or by tenths
    /// of a millimetre, would favour some colours.
    pub fn new(game: &Mekong, public: &Public, whim: u64) -> Self {
        let roomy = game.roomy(public);
        let open = if game.free {
            roomy
        } else {
            // A support without a stone is worth a thought only where a stone may go.
            roomy | u64::from(game.open_islands(public)) << COLOURS
        };
        Ground {
            occupied: game.occupied(public),
            whim,
            within: !0,
            open: open & ((1 << SUPPORTS) - 1),
        }
    }

    /// Planks on which others than `seat` stand, as bits.
    #[inline]
    pub fn taken(&self, public: &Public, seat: Seat) -> u64 {
        self.occupied & !public.pawns[seat].bit()
    }

    /// Supports that planks from this one could lead to, one or in open water several after another, as bits.
    #[inline]
    pub fn around(&self, game: &Mekong, from: Support) -> u64 {
        if self.open >> from & 1 == 0 {
            0
        } else if game.free {
            self.open
        } else {
            self.open & game.spans.neighbours[usize::from(from)]
        }
    }

    /// Numbers of the planks that would fit between two supports beside all that lies on the board, as bits: bit 0 stands for
    /// number 1.
    #[inline]
    pub fn numbers(&self, game: &Mekong, public: &Public, a: Support, b: Support) -> u8 {
        if self.around(game, a) >> b & 1 == 1 && lies(public, a, b) == 0 {
            numbers_around(game, public, a, b)
        } else {
            0
        }
    }
}

/// The same of a support that is around the other, where no plank lies between them.
#[inline]
pub fn numbers_around(game: &Mekong, public: &Public, a: Support, b: Support) -> u8 {
    if !game.free {
        let span = game.spans.between(a, b);
        return span.numbers(&game.board, span.free(&public.barred));
    }
    let reaches = public.gaps.reach[usize::from(a)] >> b & 1 == 1;
    if reaches { public.gaps.numbers(a, b) } else { 0 }
}

/// The plank that lies between two supports, as a bit; 0 where none does.
#[inline]
pub fn lies(public: &Public, a: Support, b: Support) -> u64 {
    public.on[usize::from(a)] & public.on[usize::from(b)]
}

/// Where the planks on a support lead, and which each is.
#[inline]
pub fn planks_from(public: &Public, support: Support) -> impl Iterator<Item = (Support, Space)> {
    let planks = spaces(public.on[usize::from(support)]);
    planks.filter_map(move |space| {
        let plank = &public.planks[space.slot()?];
        Some((plank.a ^ plank.b ^ support, space))
    })
}
