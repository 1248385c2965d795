//! The best way of a pawn, gap by gap: what of it lies already, and what still has to be laid or placed. Allocates nothing.

use super::ground::{Ground, lies};
use super::routes::Stride;
use super::routes::{PRICES, Routes, longest, reserve};
use crate::Mekong;
use crate::board::{PlacementSet, Support};
use crate::state::{COLOURS, NONE, Public, SUPPORTS, Space};
use balance_engine::{BySeat, Seat};

/// The best way of a pawn as gaps between supports: which are bridged, which supports are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRoute {
    /// Supports, from the one where the pawn leaves its space to the destination.
    pub supports: [Support; PawnRoute::GAPS + 1],
    /// The same, as bits.
    pub over: u64,
    /// Gaps on the way.
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
    /// What is left to go, and what would be from home.
    pub left: u32,
    /// The same from home; worth nothing unless that was asked.
    pub from_home: u32,
    /// Does surely no other cost as little? Then it is gone whatever the whim.
    pub sole: bool,
}

impl PawnRoute {
    /// Most gaps of a way that are looked at; no sensible one is longer.
    pub const GAPS: usize = 16;

    /// The best way of `seat`, if there is one, by its routes from where its pawn stands, and from home if that is asked.
    pub fn new(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, routes: &Routes) -> Option<Self> {
        let from = public.pawns[seat];
        let (supports, sole) = routes.way(game, public, ground, (seat, from), PRICES);
        let (first, onwards) = supports.split_first()?;
        let home = Space::village(game.colours[seat]);
        let mut way = PawnRoute {
            supports: [NONE; PawnRoute::GAPS + 1],
            over: 1 << first,
            gaps: 0,
            bridged: 0,
            taken: 0,
            there: 1,
            fits: [0; PawnRoute::GAPS],
            planks: 0,
            left: routes.from_space(public, from, PRICES),
            from_home: routes.from_space(public, home, PRICES),
            sole,
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

    /// Gaps that one of these planks bridges, as bits.
    pub fn gaps_under(&self, public: &Public, planks: u64) -> u16 {
        (0..self.gaps).fold(0, |set, gap| {
            let plank = lies(public, self.supports[gap], self.supports[gap + 1]);
            set | u16::from(planks & plank != 0) << gap
        })
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

    /// The first stone that is missing.
    pub fn missing_stone(&self) -> Option<Support> {
        (0..=self.gaps)
            .find(|at| self.there >> at & 1 == 0)
            .map(|at| self.supports[at])
    }

    /// Does a support lie on the way?
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

/// What the ground of ways goes by on islands, beside the pawns; what else is to be known of planks follows from it.
#[derive(PartialEq)]
struct Seen {
    stones: u32,
    covered: u32,
    on: [u64; SUPPORTS],
    barred: PlacementSet,
}

impl Seen {
    fn from_public(public: &Public) -> Self {
        Seen {
            stones: public.stones,
            covered: public.covered,
            on: public.on,
            barred: public.barred,
        }
    }

    /// Has nothing of it changed?
    #[inline]
    fn is(&self, public: &Public) -> bool {
        let Seen {
            stones,
            covered,
            on,
            barred,
        } = self;
        *stones == public.stones && *covered == public.covered && *on == public.on && *barred == public.barred
    }
}

/// What ways cost on the board that was seen last.
#[derive(Default)]
pub struct Roads(Option<RouteCosts>);

/// What ways cost on a board, as far as it was asked.
pub struct RouteCosts {
    seen: Seen,
    /// The board as ways see it.
    pub ground: Ground,
    /// To the destination of each seat.
    seats: BySeat<Option<KnownCosts>>,
}

/// What ways to one destination cost.
#[derive(Clone, Copy)]
struct KnownCosts {
    /// Numbers that may be laid, and planks on which others stand, as bits.
    by: (u8, u64),
    /// From these spaces at least, as bits.
    from: u64,
    routes: Routes,
    /// The best way from a space, if it is the only one that costs so little.
    way: Option<(Space, PawnRoute)>,
}

impl Roads {
    /// On this board, always of the same variant of the game; ways that cost the same are told apart by `whim`.
    pub fn on(&mut self, game: &Mekong, public: &Public, whim: u64) -> &mut RouteCosts {
        let new = || RouteCosts {
            seen: Seen::from_public(public),
            ground: Ground::new(game, public, whim),
            seats: BySeat::filled(None),
        };
        let known = self.0.get_or_insert_with(new);
        // In open water ways go by more than what is held against what was seen.
        if game.free || !known.seen.is(public) {
            known.seen = Seen::from_public(public);
            known.ground = Ground::new(game, public, whim);
            known.seats.first_mut(game.players).fill(None);
        }
        known.ground.whim = whim;
        known.ground.occupied = game.occupied(public);
        known
    }
}

impl RouteCosts {
    /// The ways to the destination of `seat` from these spaces, as bits, and what they go over; what is told of other places is
    /// worth nothing.
    pub fn routes(&mut self, game: &Mekong, public: &Public, seat: Seat, from: u64) -> (&Ground, &Routes) {
        let RouteCosts { ground, seats, .. } = self;
        let found = KnownCosts::get(&mut seats[seat], game, public, (ground, seat), from);
        (ground, &found.routes)
    }

    /// The best way of `seat`, if there is one, and what it would be from home if that is asked.
    pub fn way(&mut self, game: &Mekong, public: &Public, seat: Seat, home: bool) -> Option<PawnRoute> {
        let RouteCosts { ground, seats, .. } = self;
        let pawn = public.pawns[seat];
        let village = Space::village(game.colours[seat]).bit();
        let from = pawn.bit() | if home { village } else { 0 };
        let found = KnownCosts::get(&mut seats[seat], game, public, (ground, seat), from);
        match found.way {
            Some((from, way)) if from == pawn => Some(way),
            _ => {
                let way = PawnRoute::new(game, public, ground, seat, &found.routes);
                found.way = way.filter(|way| way.sole).map(|way| (pawn, way));
                way
            }
        }
    }
}

impl KnownCosts {
    /// What is known, if it is of that board and of these spaces; else it is found.
    fn get<'f>(
        known: &'f mut Option<KnownCosts>,
        game: &Mekong,
        public: &Public,
        (ground, seat): (&Ground, Seat),
        from: u64,
    ) -> &'f mut KnownCosts {
        let by = (reserve(public, seat), ground.taken(public, seat));
        if !known
            .as_ref()
            .is_some_and(|found| found.by == by && from & !found.from == 0)
        {
            *known = None;
        }
        known.get_or_insert_with(|| KnownCosts {
            by,
            from,
            routes: Routes::new(game, public, ground, seat, (from, 0), PRICES),
            way: None,
        })
    }
}
