//! Stones and planks on the board: where they may go, and what changes when they come and go (RD-25 to RD-48).
//!
//! With stones in the middle of islands every placement of a plank has a number, and what can be done now is a set of
//! bits that follows each change. Where stones lie anywhere, [`super::water`] and [`super::grid`] follow it.

use super::Mekong;
use super::board::{PlacementSet, Slide, Support};
use super::rules::Side;
use super::state::{
    COLOURS, Move, NONE, NUMBERS, Plank, Public, SUPPORTS, Space, colour_of, number_of, slot_of, spaces,
};
use balance_engine::Seat;
use balance_kit::bits;

/// Planks of number 1 in all colours, as bits by space.
const ONES: u64 = 0x10_4104_1040;

#[inline]
pub fn each_placement(set: &PlacementSet, mut visit: impl FnMut(usize) -> bool) {
    for (at, word) in set.iter().enumerate() {
        for bit in bits(*word) {
            if !visit(at * 64 + bit) {
                return;
            }
        }
    }
}

#[inline]
fn clear(set: &mut PlacementSet, gone: &PlacementSet) {
    for (word, gone) in set.iter_mut().zip(gone) {
        *word &= !gone;
    }
}

#[inline]
fn join(set: &mut PlacementSet, more: &PlacementSet) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

impl Mekong {
    /// Does this support lie on the board, open and with room for a plank (RD-37)?
    #[inline]
    pub(super) fn has_room(&self, public: &Public, support: usize) -> bool {
        let there = if support < COLOURS {
            self.closed >> support & 1 == 0
        } else {
            public.stones >> (support - COLOURS) & 1 == 1
        };
        there && !self.is_full(public, support)
    }

    /// Do as many planks rest on a support as may (RD-37)?
    #[inline]
    fn is_full(&self, public: &Public, support: usize) -> bool {
        // All but the last are taken out: mostly nothing is left.
        let fewer = (1..self.rules.planks_per_support).fold(public.on[support], |set, _| set & set.wrapping_sub(1));
        fewer != 0
    }

    /// Supports that can carry another plank, as bits.
    #[inline]
    pub(super) fn roomy(&self, public: &Public) -> u64 {
        let villages = u64::from(!self.closed & 0x3f);
        let mut set = villages | u64::from(public.stones) << COLOURS;
        for support in bits(set) {
            set &= !(u64::from(self.is_full(public, support)) << support);
        }
        set
    }

    /// Adds to the possible placements those at `support`, which has just come to have room.
    fn open(&self, public: &mut Public, support: usize, roomy: u64) {
        for other in bits(self.spans.neighbours[support] & roomy) {
            let span = self.spans.between(support as Support, other as Support);
            span.add(span.free(&public.barred), &mut public.possible);
        }
    }

    /// The sets of placements afresh, for a position in which something was taken away or that was set up by hand.
    pub(super) fn survey(&self, public: &mut Public) {
        public.covered = 0;
        public.patch = NONE;
        if self.free {
            self.survey_gaps(public);
            self.survey_grid(public);
            return;
        }
        let mut barred = self.closed_placements;
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let id = usize::from(public.planks[slot].id);
            join(&mut barred, &self.board.conflicts[id]);
            public.covered |= self.board.placements[id].blockers;
        }
        for island in bits(public.stones & self.crossed) {
            join(&mut barred, &self.board.under[island]);
        }
        public.barred = barred;
        let mut shut = barred;
        for support in bits(!self.roomy(public) & ((1 << SUPPORTS) - 1)) {
            join(&mut shut, &self.board.on_support[support]);
        }
        let mut possible = self.every_placement;
        clear(&mut possible, &shut);
        public.possible = possible;
    }

    /// Islands on which a stone may be laid (RD-43, RD-44, RD-48), where stones lie in their middle.
    #[inline]
    pub(super) fn open_islands(&self, public: &Public) -> u32 {
        let all = ((1u64 << self.board.islands.len()) - 1) as u32;
        if public.stones.count_ones() < u32::from(self.rules.stones) {
            all & !(public.stones | public.covered)
        } else {
            0
        }
    }

    #[inline]
    pub(super) fn stone_has_place(&self, public: &Public, seat: Seat) -> bool {
        if self.free {
            self.water_has_place(public, seat)
        } else {
            self.open_islands(public) != 0
        }
    }

    #[inline]
    pub(super) fn each_stone_place(&self, public: &Public, seat: Seat, mut push: impl FnMut(Move)) {
        if self.free {
            self.each_water_place(public, seat, push);
            return;
        }
        bits(self.open_islands(public)).for_each(|island| push(Move::Island(island as u8)));
    }

    /// Puts a stone on the board and gives its slot.
    pub(super) fn put_stone(&self, public: &mut Public, mv: Move) -> u8 {
        let slot = match mv {
            Move::Stone(point) => {
                let slot = self.slot_for(public, point);
                public.points[slot] = point;
                slot
            }
            Move::Island(island) => usize::from(island),
            _ => 0,
        };
        public.serials[slot] = if self.rules.side == Side::Water {
            public.placed
        } else {
            slot as u16
        };
        public.placed = public.placed.saturating_add(1);
        public.stones |= 1 << slot;
        if self.free {
            public.patch = NONE;
            self.open_gaps(public, slot);
            Self::cover_by_stone(public, slot);
        } else {
            if self.crossed >> slot & 1 == 1 {
                let under = &self.board.under[slot];
                join(&mut public.barred, under);
                clear(&mut public.possible, under);
            }
            let roomy = self.roomy(public);
            self.open(public, COLOURS + slot, roomy);
        }
        slot as u8
    }

    /// Takes a stone that carries nothing off the board (RD-30); otherwise stones never move (RD-46).
    pub(super) fn take_stone(&self, public: &mut Public, slot: usize) {
        public.stones &= !(1 << slot);
        if self.free {
            self.shut_gaps(public, slot);
            self.uncover_stone(public, slot);
        } else if self.crossed >> slot & 1 == 1 {
            self.survey(public);
        } else {
            clear(&mut public.possible, &self.board.on_support[COLOURS + slot]);
        }
    }

    /// Every way to lay a plank of this number now, in the gap if one is named; stops when `visit` says false.
    pub(super) fn each_lay(
        &self,
        public: &Public,
        number: u8,
        gap: (Support, Support),
        mut visit: impl FnMut(Support, Support, Slide) -> bool,
    ) {
        if self.free {
            self.each_water_lay(public, number, gap, visit);
            return;
        }
        let mut set = self.board.by_number[usize::from(number) - 1];
        for (word, possible) in set.iter_mut().zip(&public.possible) {
            *word &= possible;
        }
        each_placement(&set, |id| {
            let placement = &self.board.placements[id];
            let here = gap.0 == NONE || gap == (placement.a, placement.b);
            !here || visit(placement.a, placement.b, placement.slide)
        });
    }

    /// Has any plank of the reserve a place?
    pub(super) fn some_plank_fits(&self, public: &Public, seat: Seat) -> bool {
        let reserve = &public.reserves[seat];
        let mut numbers = (1..=NUMBERS as u8).filter(|number| reserve[usize::from(*number) - 1] != NONE);
        numbers.any(|number| {
            if !self.free {
                let placements = &self.board.by_number[usize::from(number) - 1];
                return placements.iter().zip(&public.possible).any(|(one, may)| one & may != 0);
            }
            self.fits(public, (NONE, NONE), number)
        })
    }

    /// Has a plank of this number a place over `gap`, or anywhere where none is named?
    pub(super) fn fits(&self, public: &Public, gap: (Support, Support), number: u8) -> bool {
        let mut fits = false;
        self.each_lay(public, number, gap, |_, _, _| {
            fits = true;
            false
        });
        fits
    }

    /// Every gap that a plank of some number could bridge now.
    pub(super) fn each_gap(&self, public: &Public, mut visit: impl FnMut(Support, Support)) {
        if self.free {
            self.each_water_gap(public, |a, b| {
                visit(a, b);
                true
            });
            return;
        }
        let mut last = (NONE, NONE);
        each_placement(&public.possible, |id| {
            let placement = &self.board.placements[id];
            let gap = (placement.a, placement.b);
            if gap != last {
                visit(gap.0, gap.1);
                last = gap;
            }
            true
        });
    }

    /// Is there a gap that a plank of some number could bridge?
    pub(super) fn some_gap(&self, public: &Public) -> bool {
        if !self.free {
            return public.possible.iter().any(|word| *word != 0);
        }
        let mut some = false;
        self.each_water_gap(public, |_, _| {
            some = true;
            false
        });
        some
    }

    /// Lays a plank of the reserve of `seat` on the board and gives its space; it must fit there.
    pub(super) fn lay_plank(
        &self,
        public: &mut Public,
        seat: Seat,
        number: u8,
        (a, b): (Support, Support),
        slide: Slide,
    ) -> Space {
        let colour = std::mem::replace(&mut public.reserves[seat][usize::from(number) - 1], NONE);
        let slot = slot_of(colour, number);
        let space = Space::plank(slot as u8);
        let (id, lie) = if self.free {
            (u16::MAX, self.lie(public, (a, b), number, slide))
        } else {
            let id = self.spans.find(&self.board, (a, b), number, slide).unwrap_or_default();
            (id as u16, self.board.placements[id].lie)
        };
        public.planks[slot] = Plank {
            a,
            b,
            slide,
            by: seat,
            id,
            lie,
        };
        public.laid |= space.bit();
        for support in [a, b] {
            public.on[usize::from(support)] |= space.bit();
        }
        if self.free {
            self.bar_gaps(public, slot);
            Self::cover_by_plank(public, lie);
        } else {
            let conflicts = &self.board.conflicts[usize::from(id)];
            join(&mut public.barred, conflicts);
            clear(&mut public.possible, conflicts);
            public.covered |= self.board.placements[usize::from(id)].blockers;
            for support in [a, b].map(usize::from) {
                if !self.has_room(public, support) {
                    clear(&mut public.possible, &self.board.on_support[support]);
                }
            }
        }
        space
    }

    /// Takes a plank off the board into the reserve of `seat` (RD-26).
    pub(super) fn take_plank(&self, public: &mut Public, seat: Seat, slot: usize) {
        let plank = std::mem::replace(&mut public.planks[slot], Plank::AWAY);
        let bit = Space::plank(slot as u8).bit();
        public.laid &= !bit;
        for support in [plank.a, plank.b] {
            public.on[usize::from(support)] &= !bit;
        }
        public.reserves[seat][usize::from(number_of(slot)) - 1] = colour_of(slot);
        if self.free {
            self.free_gaps(public, &plank);
            self.uncover_plank(public, plank.lie);
        } else {
            self.survey(public);
        }
    }

    /// A plank of the reserve leaves the game (RD-39).
    pub(super) fn lose_plank(public: &mut Public, seat: Seat, number: u8) {
        let colour = std::mem::replace(&mut public.reserves[seat][usize::from(number) - 1], NONE);
        public.lost |= Space::plank(slot_of(colour, number) as u8).bit();
    }

    /// Planks that `seat` may take, as bits by space (RD-26 to RD-29).
    #[inline]
    pub(super) fn removable_planks(&self, public: &Public, seat: Seat) -> u64 {
        self.takeable_planks(public, seat) & !self.occupied(public)
    }

    /// Planks that `seat` could take if no pawn stood on any, as bits by space (RD-26, RD-28, RD-29).
    #[inline]
    pub(super) fn takeable_planks(&self, public: &Public, seat: Seat) -> u64 {
        let mut barred = 0;
        let mut own = 0u64;
        for (at, colour) in public.reserves[seat].iter().enumerate() {
            if *colour != NONE {
                barred |= ONES << at;
                own |= 0x3f << Space::plank(colour * NUMBERS as u8).0;
            }
        }
        if own.count_ones() >= NUMBERS as u32 * u32::from(self.rules.reserve_colours) {
            barred |= !own;
        }
        public.laid & !barred
    }

    /// Slots of stones that carry nothing (RD-30).
    #[inline]
    pub(super) fn loose_stones(public: &Public) -> u32 {
        let loose = bits(public.stones).filter(|slot| public.on[COLOURS + slot] == 0);
        loose.fold(0, |set, slot| set | 1 << slot)
    }
}
