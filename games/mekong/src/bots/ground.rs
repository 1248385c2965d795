//! The board as ways see it: what lies between each two supports, or could once the stones are there. Reads what everybody sees;
//! allocates nothing.

use std::cell::Cell;

use super::routes::members;
use crate::Mekong;
use crate::board::Support;
use crate::state::{COLOURS, Public, SUPPORTS, Space, spaces};

/// The board as it is. Gaps that could be bridged are looked up from a support when a way first comes there, and once.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Planks on which pawns stand, as bits.
    pub occupied: u64,
    /// In open water: supports between which stones may be missing, as bits.
    pub shores: u64,
    /// Settles which of two ways is gone that cost about the same.
    pub whim: u64,
    /// Supports that ways may touch, as bits.
    pub within: u64,
    /// Supports that another plank may come to rest on, once they are there, as bits.
    open: u64,
    /// Supports from which gaps were looked up, as bits.
    seen: Cell<u64>,
    /// Supports with room for a plank to each, as far as was looked up, as bits.
    near: [Cell<u64>; SUPPORTS],
    /// Numbers of the planks that would fit there, as bits: bit 0 stands for number 1.
    numbers: [[Cell<u8>; SUPPORTS]; SUPPORTS],
}

impl Ground {
    /// The board as it is. Ways that cost the same are told apart by `whim`: a choice by numbers of islands, or by tenths
    /// of a millimetre, would favour some colours.
    pub fn new(game: &Mekong, public: &Public, whim: u64) -> Self {
        let roomy = game.roomy(public);
        let (shores, open) = if game.free {
            (roomy, roomy)
        } else {
            // A support without a stone is worth a thought only where a stone may go.
            let stones = u64::from(game.open_islands(public)) << COLOURS;
            (0, (roomy | stones) & ((1 << SUPPORTS) - 1))
        };
        Ground {
            occupied: game.occupied(public),
            shores,
            whim,
            within: !0,
            open,
            seen: Cell::new(0),
            near: [const { Cell::new(0) }; SUPPORTS],
            numbers: [const { [const { Cell::new(0) }; SUPPORTS] }; SUPPORTS],
        }
    }

    /// Supports with room for a plank to this one, as bits; nothing that lies on the board forbids it.
    #[inline]
    pub fn near(&self, game: &Mekong, public: &Public, from: usize) -> u64 {
        if self.seen.get() >> from & 1 == 0 {
            self.look(game, public, from);
        }
        self.near[from].get()
    }

    /// Numbers of the planks that would fit between two supports, as bits.
    #[inline]
    pub fn numbers(&self, game: &Mekong, public: &Public, a: Support, b: Support) -> u8 {
        let (a, b) = (usize::from(a), usize::from(b));
        if self.seen.get() >> b & 1 == 0 {
            self.near(game, public, a);
        }
        self.numbers[a][b].get()
    }

    /// Looks gaps up from a support to all others from which they were not.
    fn look(&self, game: &Mekong, public: &Public, from: usize) {
        let rest = self.open & !self.seen.get();
        self.seen.set(self.seen.get() | 1 << from);
        if self.open >> from & 1 == 0 {
            return;
        }
        let found = |to: usize, numbers: u8| {
            if numbers != 0 {
                for (a, b) in [(from, to), (to, from)] {
                    self.numbers[a][b].set(numbers);
                    self.near[a].set(self.near[a].get() | 1 << b);
                }
            }
        };
        if game.free {
            for to in members(rest & public.gaps.reach[from]) {
                if public.on[from] & public.on[usize::from(to)] == 0 {
                    found(usize::from(to), public.gaps.numbers(from as Support, to));
                }
            }
        } else {
            for to in members(rest & game.spans.neighbours[from]) {
                if let Some(span) = game.spans.between(from as Support, to) {
                    found(usize::from(to), span.numbers(&game.board, span.free(&public.barred)));
                }
            }
        }
    }
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
