//! Ways to a destination, over planks that lie and planks that could be laid: what each would cost, by the shortest
//! path between supports; and the best way of a pawn, gap by gap. Reads what everybody sees; allocates nothing.
//!
//! A reserve holds each number once; a route that counts on one number twice is taken for possible all the same, so the
//! costs are a little too low where much is still to be built.

use crate::Mekong;
use crate::board::{Support, placement};
use crate::state::{Ask, COLOURS, NONE, NUMBERS, Public, SUPPORTS, Space, VILLAGES, spaces};
use arrayvec::ArrayVec;
use balance_engine::Seat;

/// What a bot takes each thing for, in units of its own.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    pub step: u32,
    pub blocked: u32,
    /// A plank to be laid, on top of the step over it.
    pub plank: u32,
    /// The same where only one plank of the reserve fits, on top; half of it where two do.
    pub scarce: u32,
    /// The same where none of the reserve fits, so that one has to be got first, on top.
    pub lacking: u32,
    pub stone: u32,
}

pub const PRICES: Prices = Prices {
    step: 10,
    blocked: 8,
    plank: 12,
    scarce: 4,
    lacking: 25,
    stone: 7,
};

/// Ways whose lengths differ by less than this at each support are as good as each other; in tenths of a millimetre.
const BLUR: u64 = 256;

/// By how much a support lengthens the ways through it.
#[inline]
pub(crate) fn blur(whim: u64, support: usize) -> u64 {
    let mixed = (whim ^ (support as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) % BLUR
}

/// Rank of a support from which no way was found.
const NO_RANK: u64 = u64::MAX;

/// Costs of the best ways from everywhere to one village.
#[derive(Clone, Copy, Debug)]
pub struct Routes {
    /// Cost from each support to the village, the last step into it not counted, above the length of the way: of ways that cost
    /// the same the shortest is gone, about.
    rank: [u64; SUPPORTS],
    /// The next support on the way, or [`NONE`].
    next: [Support; SUPPORTS],
}

#[derive(Clone, Copy)]
struct Journey<'a> {
    game: &'a Mekong,
    public: &'a Public,
    ground: &'a Ground,
    prices: Prices,
    goal: Support,
    /// Numbers that may be laid, as bits.
    reserve: u8,
    /// Planks on which others stand, as bits.
    taken: u64,
}

impl<'a> Journey<'a> {
    fn new(game: &'a Mekong, public: &'a Public, ground: &'a Ground, seat: Seat, prices: Prices) -> Self {
        Journey {
            game,
            public,
            ground,
            prices,
            goal: game.goals[seat],
            reserve: reserve(public, seat),
            taken: ground.taken(public, seat),
        }
    }

    /// Supports that are not closed, as bits.
    #[inline]
    fn all(&self) -> u64 {
        ((1 << SUPPORTS) - 1) & !u64::from(self.game.closed)
    }

    /// What it costs to come through a support: a stone that is missing, or a step into a village on the way.
    #[inline]
    fn through(&self, at: Support) -> u32 {
        let here = usize::from(at);
        if at == self.goal {
            0
        } else if here < COLOURS {
            self.prices.step
        } else if self.public.stones >> (here - COLOURS) & 1 == 0 {
            self.prices.stone
        } else {
            0
        }
    }

    /// What it costs to go over a plank that lies, more than a step: to wait where somebody stands on it.
    #[inline]
    fn over(&self, plank: Space) -> u32 {
        if self.taken & plank.bit() != 0 {
            self.prices.blocked
        } else {
            0
        }
    }

    /// Spaces from which ways lead over a support, as bits: from a plank over the end that is found first.
    #[inline]
    fn leading_over(&self, at: Support) -> u64 {
        self.public.on[usize::from(at)] | 1 << at & VILLAGES
    }

    /// From the middle of one support to that of another, in tenths of a millimetre, rounded down.
    #[inline]
    fn length(&self, a: Support, b: Support) -> u64 {
        let [a, b] = [a, b].map(|end| self.game.centre(self.public, end));
        a.distance(b) as u64
    }
}

impl Routes {
    /// The ways to the destination of `seat`, with what it has in its reserve, from these spaces, as bits. What is told of other places is worth nothing.
    pub fn new(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, from: u64, prices: Prices) -> Self {
        search(&Journey::new(game, public, ground, seat, prices), from)
    }

    /// The ways that what is asked of `seat` now needs.
    pub fn search(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, prices: Prices) -> Self {
        Self::new(game, public, ground, seat, from(game, public, seat), prices)
    }

    /// What is left from a support, the step into the village not counted.
    #[inline]
    pub fn cost(&self, support: Support) -> u32 {
        (self.rank[usize::from(support)] >> 32) as u32
    }

    /// What is left from a space, the step into the village included.
    #[inline]
    pub fn cost_from(&self, public: &Public, space: Space, prices: Prices) -> u32 {
        let cost = match space.slot() {
            None => {
                // Who stands in the village has arrived.
                if self.rank[usize::from(space.0)] == 0 {
                    return 0;
                }
                self.cost(space.0)
            }
            Some(slot) => {
                let plank = &public.planks[slot];
                self.cost(plank.a).min(self.cost(plank.b))
            }
        };
        cost.saturating_add(prices.step)
    }

    /// The supports of the best way from a space, from the one at which it leaves it to the village; nothing where no way leads on.
    pub fn way(&self, public: &Public, space: Space) -> ArrayVec<Support, SUPPORTS> {
        let [a, b] = ends(public, space);
        let rank = |end: Support| self.rank[usize::from(end)];
        let first = if rank(b) < rank(a) { b } else { a };
        let onwards = |at: &Support| Some(self.next[usize::from(*at)]).filter(|next| *next != NONE);
        let found = (rank(first) != NO_RANK).then_some(first);
        std::iter::successors(found, onwards).collect()
    }
}

/// The supports at both ends of a plank, or a village twice.
#[inline]
fn ends(public: &Public, space: Space) -> [Support; 2] {
    space.slot().map_or([space.0; 2], |slot| {
        let plank = &public.planks[slot];
        [plank.a, plank.b]
    })
}

/// How many of six bits are set, three at most.
const COUNTS: [u8; 1 << NUMBERS] = {
    let mut counts = [0; 1 << NUMBERS];
    let mut bits = 1;
    while bits < counts.len() {
        let count = bits.count_ones() as u8;
        counts[bits] = if count > 3 { 3 } else { count };
        bits += 1;
    }
    counts
};

/// What laying a plank costs, by how many of the reserve fit.
struct Lays([u32; 4]);

impl Lays {
    fn new(prices: Prices) -> Self {
        let more = [prices.lacking, prices.scarce, prices.scarce / 2, 0];
        Lays(more.map(|more| prices.plank + more))
    }

    /// Where these planks fit.
    #[inline]
    fn planks(&self, fitting: u8) -> u32 {
        self.0[usize::from(COUNTS[usize::from(fitting)]) % 4]
    }
}

/// Where ways begin by which `seat` chooses now, as bits by space: where its pawn stands and could go.
pub fn from(game: &Mekong, public: &Public, seat: Seat) -> u64 {
    let here = public.pawns[seat];
    let there = match public.ask {
        Ask::Step | Ask::Second => game.steps(public, here),
        Ask::Jump => game.landings(public, seat),
        _ => 0,
    };
    here.bit() | there
}

/// Numbers in a reserve, as bits: bit 0 stands for number 1.
#[inline]
pub fn reserve(public: &Public, seat: Seat) -> u8 {
    (0..NUMBERS).fold(0, |set, at| set | u8::from(public.reserves[seat][at] != NONE) << at)
}

/// The longest of these planks, as bits; 0 where there is none.
#[inline]
pub fn longest(planks: u8) -> u8 {
    planks.checked_ilog2().map_or(0, |at| at as u8 + 1)
}

#[inline]
pub fn members(set: u64) -> impl Iterator<Item = Support> {
    spaces(set).map(|member| member.0)
}

/// What it costs to get from one support to another over so many planks that are not there, nor the stones between them.
pub fn price(hops: u16, prices: Prices) -> u32 {
    let hops = u32::from(hops);
    hops * (prices.step + prices.plank) + (hops - 1) * prices.stone
}

/// How far planks of one number reach, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// Between two stones.
    each: f64,
    /// What a village at one end adds.
    shore: f64,
}

impl Stride {
    /// That of planks of this number; 0 is no plank, and every unit of a distance counts as one.
    pub fn new(game: &Mekong, number: u8) -> Self {
        let stone = COLOURS as Support;
        let reach = |from: Support| placement::reach(&game.board.planks, from, stone, number) as f64;
        Stride {
            each: reach(stone).max(1.0),
            shore: reach(0) - reach(stone),
        }
    }

    /// Planks from one support to another so far apart, with stones between them: two at least.
    #[inline]
    pub fn hops(&self, apart: f64, (a, b): (Support, Support)) -> u16 {
        let shores = u8::from(usize::from(a) < COLOURS) + u8::from(usize::from(b) < COLOURS);
        let hops = (apart - f64::from(shores) * self.shore) / self.each;
        let whole = hops as u16;
        (whole + u16::from(f64::from(whole) < hops)).max(2)
    }
}

/// Ways while they are looked for, from the destination on.
struct RouteSearch<'a> {
    journey: &'a Journey<'a>,
    routes: Routes,
    /// Supports that lead to the destination and were not gone on from, as bits.
    waiting: u64,
    /// What has a higher rank is of no use any more.
    most: u64,
}

impl RouteSearch<'_> {
    /// From a support a link of this cost, through the support and over the link, leads on to another.
    #[expect(clippy::inline_always, reason = "nearly all of what a search does")]
    #[inline(always)]
    fn join(&mut self, (at, to): (Support, Support), cost: u32) {
        let cost = self.routes.rank[usize::from(at)] + (u64::from(cost) << 32);
        let known = &mut self.routes.rank[usize::from(to)];
        if cost > self.most.min(*known) {
            return;
        }
        let rank = cost + self.journey.length(at, to) + blur(self.journey.ground.whim, usize::from(to));
        if rank < *known {
            *known = rank;
            self.routes.next[usize::from(to)] = at;
            self.waiting |= 1 << to;
        }
    }

    /// May a link of this cost be the best to another support?
    #[inline]
    fn may(&self, (at, to): (Support, Support), cost: u32) -> bool {
        self.routes.rank[usize::from(at)] + (u64::from(cost) << 32) <= self.routes.rank[usize::from(to)].min(self.most)
    }

    /// The highest rank of what leads over these spaces, as bits, as far as it is known: nothing beyond is looked for.
    #[inline]
    fn highest(&self, asked: u64) -> u64 {
        let public = self.journey.public;
        let rank = |space: Space| {
            let [a, b] = ends(public, space);
            self.routes.rank[usize::from(a)].min(self.routes.rank[usize::from(b)])
        };
        let found = spaces(asked & (VILLAGES | public.laid)).map(rank).max();
        found.unwrap_or(NO_RANK)
    }

    /// The nearest that waits, of several the one with the lowest number.
    #[inline]
    fn next(&mut self) -> Option<Support> {
        let (mut nearest, mut least) = (None, NO_RANK);
        for at in members(self.waiting) {
            let rank = self.routes.rank[usize::from(at)];
            if rank < least {
                (nearest, least) = (Some(at), rank);
            }
        }
        self.waiting &= !(1 << nearest?);
        nearest
    }
}

/// As [`Routes::new`]. The nearest support that is known comes next; in open water any two may be joined, over stones that are
/// missing where it is far.
fn search(journey: &Journey<'_>, from: u64) -> Routes {
    let Journey {
        game,
        public,
        ground,
        prices,
        goal,
        reserve,
        ..
    } = *journey;
    let mut search = RouteSearch {
        journey,
        routes: Routes {
            rank: [NO_RANK; SUPPORTS],
            next: [NONE; SUPPORTS],
        },
        waiting: 1 << goal & journey.all(),
        most: NO_RANK,
    };
    search.routes.rank[usize::from(goal)] = 0;
    let longest = longest(reserve);
    let stride = Stride::new(game, longest);
    let lays = Lays::new(prices);
    let mut rest = journey.all();
    let mut asked = from;
    while let Some(at) = search.next() {
        asked &= !journey.leading_over(at);
        if asked == 0 {
            break;
        }
        rest &= !(1 << at);
        search.most = search.highest(asked);
        if ground.within >> at & 1 == 0 {
            continue;
        }
        let step = journey.through(at) + prices.step;
        let mut open = rest & ground.within;
        for (to, space) in planks_from(public, at) {
            if open >> to & 1 == 0 {
                continue;
            }
            open &= !(1 << to);
            let more = journey.over(space);
            search.join((at, to), step + more);
        }
        for to in members(open & ground.around(game, at)) {
            // What no plank could make better need not be looked at.
            if !search.may((at, to), step + prices.plank) {
                continue;
            }
            let numbers = numbers_around(game, public, at, to);
            if numbers != 0 {
                search.join((at, to), step + lays.planks(numbers & reserve));
                continue;
            }
            if !game.free {
                continue;
            }
            // Over stones that are missing: with the longest plank it takes the fewest.
            let through = step - prices.step;
            let hops = u16::from(public.gaps.hops_from(at)[usize::from(to)]).max(2);
            let mut link = through + price(hops, prices);
            if longest != NUMBERS as u8 && search.may((at, to), link) {
                let apart = game.centre(public, at).distance(game.centre(public, to));
                link = through + price(stride.hops(apart, (at, to)), prices);
            }
            search.join((at, to), link);
        }
    }
    search.routes
}

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
