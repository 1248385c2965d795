//! The best way of a pawn, gap by gap: what of it lies already, and what still has to be laid or placed. Allocates nothing.

use super::ground::{Ground, lies};
use super::routes::{Routes, Stride, longest, reserve};
use crate::Mekong;
use crate::board::Support;
use crate::state::{COLOURS, NONE, Public};
use balance_engine::Seat;

/// The best way of a pawn as gaps between supports: which are bridged, which supports are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRoute {
    /// Supports, from the one where the pawn leaves its space to the destination.
    pub supports: [Support; PawnRoute::GAPS + 1],
    /// The same, as bits.
    pub over: u64,
    pub gaps: usize,
    /// Planks that bridge a gap already, as bits by gap.
    pub bridged: u16,
    /// Of these, the ones on which another pawn stands.
    pub taken: u16,
    /// Supports that are there, as bits by place on the way.
    pub there: u32,
    /// Numbers that fit each gap, as bits.
    pub fits: [u8; PawnRoute::GAPS],
    /// The planks on the way, as bits by space.
    pub planks: u64,
}

impl PawnRoute {
    /// Most gaps of a way that are looked at; no sensible one is longer.
    pub const GAPS: usize = 16;

    /// The best way of `seat`, if there is one, by its routes from where its pawn stands.
    pub fn new(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, routes: &Routes) -> Option<Self> {
        let from = public.pawns[seat];
        let supports = routes.way(public, from);
        let (first, onwards) = supports.split_first()?;
        let mut way = PawnRoute {
            supports: [NONE; PawnRoute::GAPS + 1],
            over: 1 << first,
            gaps: 0,
            bridged: 0,
            taken: 0,
            there: 1,
            fits: [0; PawnRoute::GAPS],
            planks: 0,
        };
        way.supports[0] = *first;
        let others = ground.occupied & !from.bit();
        let stride = game.free.then(|| Stride::new(game, longest(reserve(public, seat))));
        let mut before = *first;
        for support in onwards.iter().copied() {
            let plank = lies(public, before, support);
            let fits = ground.numbers(game, public, before, support);
            // In open water a long gap wants stones that have no place yet: they fit the planks that are there.
            let hops = stride.filter(|_| plank == 0 && fits == 0).map_or(1, |stride| {
                let length = game.centre(public, before).distance(game.centre(public, support));
                usize::from(stride.hops(length, (before, support)))
            });
            if way.gaps + hops > PawnRoute::GAPS {
                break;
            }
            if plank != 0 {
                way.bridged |= 1 << way.gaps;
                way.taken |= u16::from(others & plank != 0) << way.gaps;
                way.planks |= plank;
            }
            for gap in &mut way.fits[way.gaps..way.gaps + hops] {
                *gap = if hops == 1 { fits } else { 0x3f };
            }
            way.gaps += hops;
            way.supports[way.gaps] = support;
            way.over |= 1 << support;
            let at = usize::from(support);
            if at < COLOURS || public.stones >> (at - COLOURS) & 1 == 1 {
                way.there |= 1 << way.gaps;
            }
            before = support;
        }
        Some(way)
    }

    /// Gaps that planks could bridge now, as bits.
    #[inline]
    pub fn open(&self) -> u32 {
        !u32::from(self.bridged) & self.there & self.there >> 1 & ((1 << self.gaps) - 1)
    }

    /// The first gap that one of these planks bridges now, or else the first that could be bridged.
    pub fn open_gap(&self, planks: u8) -> Option<(Support, Support)> {
        let open = self.open();
        let mut gaps = (0..self.gaps).filter(|gap| open >> gap & 1 == 1);
        let first = gaps.clone().next();
        let gap = gaps.find(|gap| self.fits[*gap] & planks != 0).or(first)?;
        Some((self.supports[gap], self.supports[gap + 1]))
    }

    pub fn missing_stone(&self) -> Option<Support> {
        let found = (0..=self.gaps).find(|at| self.there >> at & 1 == 0);
        found.map(|at| self.supports[at])
    }

    #[inline]
    pub fn has(&self, support: Support) -> bool {
        self.over >> support & 1 == 1
    }

    /// In open water: the first two supports of the way that stones are missing between.
    pub fn gap_without_stones(&self) -> Option<(Support, Support)> {
        let missing = (0..=self.gaps).find(|at| self.there >> at & 1 == 0)?;
        let after = (missing..=self.gaps).find(|at| self.there >> at & 1 == 1)?;
        Some((self.supports[missing.checked_sub(1)?], self.supports[after]))
    }

    /// Of the planks `numbers`, as bits, the one that the next open gap but `before` is left, longest first: stones in
    /// open water are laid for it.
    pub fn plank_for_next_stone(&self, numbers: u8) -> Option<u8> {
        let mut left = numbers;
        for _ in 0..self.open().count_ones() {
            let rest = left & !(1 << left.checked_ilog2()?);
            if rest == 0 {
                break;
            }
            left = rest;
        }
        left.checked_ilog2().map(|at| at as u8 + 1)
    }

    /// Numbers that would bridge the first gap for which the planks `numbers`, as bits, have none.
    pub fn lacks(&self, numbers: u8) -> u8 {
        let short = |gap: &usize| self.bridged >> gap & 1 == 0 && numbers & self.fits[*gap] == 0;
        (0..self.gaps).find(short).map_or(0, |gap| self.fits[gap])
    }

    /// Are these two next to each other on the way?
    #[inline]
    pub fn joins(&self, a: Support, b: Support) -> bool {
        let next = |gap: usize| {
            let pair = (self.supports[gap], self.supports[gap + 1]);
            pair == (a, b) || pair == (b, a)
        };
        self.has(a) && self.has(b) && (0..self.gaps).any(next)
    }
}
