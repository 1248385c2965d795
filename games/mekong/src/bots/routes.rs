//! Ways to a destination, over planks that lie and planks that could be laid: what each would cost, by the shortest
//! path between supports. Reads what everybody sees; allocates nothing.
//!
//! A reserve holds each number once; a route that counts on one number twice is taken for possible all the same, so the
//! costs are a little too low where much is still to be built.

use super::ground::{Ground, numbers_around, planks_from};
use super::water::{Stride, price};
use crate::Mekong;
use crate::board::Support;
use crate::state::{Ask, COLOURS, NONE, NUMBERS, Public, SUPPORTS, Space, VILLAGES, spaces};
use arrayvec::ArrayVec;
use balance_engine::Seat;

/// What a bot takes each thing for, in units of its own.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// A step onto a plank or into a village.
    pub step: u32,
    /// The same where another pawn stands, on top.
    pub blocked: u32,
    /// A plank to be laid, on top of the step over it.
    pub plank: u32,
    /// The same where only one plank of the reserve fits, on top; half of it where two do.
    pub scarce: u32,
    /// The same where none of the reserve fits, so that one has to be got first, on top.
    pub lacking: u32,
    /// A stone to be placed.
    pub stone: u32,
}

/// Prices of the heuristic bot.
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

/// Numbers of supports are below this, so that a rank and a support are one number.
const PLACES: u64 = 64;

/// By how much a support lengthens the ways through it.
#[inline]
fn blur(whim: u64, support: usize) -> u64 {
    let mixed = (whim ^ (support as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) % BLUR
}

/// No way at all.
pub const NO_WAY: u32 = u32::MAX;

/// Costs of the best ways from everywhere to one village.
#[derive(Clone, Copy, Debug)]
pub struct Routes {
    /// Cost from each support to the village, the last step into it not counted, above the length of the way: of ways
    /// that cost the same the shortest is gone, about.
    rank: [u64; SUPPORTS],
    /// The next support on the way, or [`NONE`].
    next: [Support; SUPPORTS],
}

/// Ways while they are looked for, from the destination on.
struct Search<'a> {
    game: &'a Mekong,
    public: &'a Public,
    whim: u64,
    routes: Routes,
    /// What was found, as ranks with the support each is of, the nearest first; what was found twice stands there twice.
    queue: ArrayVec<u64, { SUPPORTS * SUPPORTS }>,
    /// How many of them were gone on from.
    done: usize,
}

impl Search<'_> {
    /// From a support a link of this cost, through the support and over the link, leads on to another.
    #[expect(clippy::inline_always, reason = "nearly all of what a search does")]
    #[inline(always)]
    fn join(&mut self, (at, to): (Support, Support), cost: u32) {
        let cost = self.routes.rank[usize::from(at)] + (u64::from(cost) << 32);
        let known = &mut self.routes.rank[usize::from(to)];
        if cost > *known {
            return;
        }
        let rank = cost + length(self.game, self.public, at, to) + blur(self.whim, usize::from(to));
        if rank < *known {
            *known = rank;
            self.routes.next[usize::from(to)] = at;
            self.enqueue(rank * PLACES + u64::from(to));
        }
    }

    /// May a link of this cost be the best to another support?
    #[inline]
    fn may(&self, (at, to): (Support, Support), cost: u32) -> bool {
        self.routes.rank[usize::from(at)] + (u64::from(cost) << 32) <= self.routes.rank[usize::from(to)]
    }

    /// Puts what was found where it belongs among what comes later.
    #[inline]
    fn enqueue(&mut self, found: u64) {
        let mut at = self.queue.len();
        self.queue.push(found);
        while at > self.done && self.queue[at - 1] > found {
            self.queue[at] = self.queue[at - 1];
            at -= 1;
        }
        self.queue[at] = found;
    }

    /// The nearest from which it was not gone on.
    #[inline]
    fn next(&mut self) -> Option<Support> {
        let found = self.queue.get(self.done)?;
        self.done += 1;
        Some((found % PLACES) as Support)
    }
}

impl Routes {
    /// The ways to the destination of `seat`, with what it has in its reserve, on a board without the planks `gone`: from these
    /// spaces, both as bits. What is told of other places is worth nothing.
    pub fn new(
        game: &Mekong,
        public: &Public,
        ground: &Ground,
        seat: Seat,
        (from, gone): (u64, u64),
        prices: Prices,
    ) -> Self {
        let reserve = reserve(public, seat);
        let goal = usize::from(game.goals[seat]);
        let taken = ground.occupied & !public.pawns[seat].bit();
        let mut search = Search {
            game,
            public,
            whim: ground.whim,
            routes: Routes {
                rank: [u64::MAX; SUPPORTS],
                next: [NONE; SUPPORTS],
            },
            queue: ArrayVec::new(),
            done: 0,
        };
        search.routes.rank[goal] = 0;
        search.queue.push(goal as u64);
        let longest = longest(reserve);
        let stride = Stride::new(game, longest);
        let lays = Lays::new(prices);
        let mut rest = ((1u64 << SUPPORTS) - 1) & !u64::from(game.closed);
        let mut asked = from;
        while let Some(at) = search.next() {
            if rest >> at & 1 == 0 {
                continue;
            }
            let here = usize::from(at);
            // The way from a plank leads over the end that is found first.
            asked &= !(public.on[here] | 1 << here & VILLAGES);
            if asked == 0 {
                break;
            }
            rest &= !(1 << at);
            if ground.within >> at & 1 == 0 {
                continue;
            }
            // What it costs to come through here: a stone that is missing, or a step into a village on the way.
            let through = if here == goal {
                0
            } else if here < COLOURS {
                prices.step
            } else if public.stones >> (here - COLOURS) & 1 == 0 {
                prices.stone
            } else {
                0
            };
            let mut open = rest & ground.within;
            for (to, space) in planks_from(public, at) {
                if open >> to & 1 == 0 {
                    continue;
                }
                open &= !(1 << to);
                // Where a plank lies that will be gone, another can.
                let more = if gone & space.bit() != 0 {
                    lays.of(reserve)
                } else if taken & space.bit() != 0 {
                    prices.blocked
                } else {
                    0
                };
                search.join((at, to), through + prices.step + more);
            }
            for to in members(open & ground.around(game, at)) {
                // What no plank could make better need not be looked at.
                if !search.may((at, to), through + prices.step + prices.plank) {
                    continue;
                }
                let numbers = numbers_around(game, public, at, to);
                if numbers != 0 {
                    search.join((at, to), through + prices.step + lays.of(numbers & reserve));
                } else if game.free {
                    // Over stones that are missing: with the longest plank it takes the fewest.
                    let hops = u16::from(public.gaps.hops_from(at)[usize::from(to)]).max(2);
                    let mut link = through + price(hops, prices);
                    if longest != NUMBERS as u8 && search.may((at, to), link) {
                        let apart = game.centre(public, at).apart(game.centre(public, to));
                        link = through + price(stride.hops(apart, (at, to)), prices);
                    }
                    search.join((at, to), link);
                }
            }
        }
        search.routes
    }

    /// The ways that what is asked of `seat` now needs: from where its pawn stands and could go.
    pub fn asked(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, prices: Prices) -> Self {
        let here = public.pawns[seat];
        let from = match public.ask {
            Ask::Step | Ask::Second => here.bit() | game.steps(public, here),
            Ask::Jump => here.bit() | game.landings(public, seat),
            _ => here.bit(),
        };
        Self::new(game, public, ground, seat, (from, 0), prices)
    }

    /// What is left from a support, the step into the village not counted.
    #[inline]
    pub fn cost(&self, support: Support) -> u32 {
        (self.rank[usize::from(support)] >> 32) as u32
    }

    /// What is left from a space, the step into the village included.
    #[inline]
    pub fn from_space(&self, public: &Public, space: Space, prices: Prices) -> u32 {
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

    /// The support at which the best way leaves a space; none where no way leads on.
    #[inline]
    pub fn leaves_at(&self, public: &Public, space: Space) -> Option<Support> {
        let at = match space.slot() {
            None => space.0,
            Some(slot) => {
                let plank = &public.planks[slot];
                let rank = |end: Support| self.rank[usize::from(end)];
                if rank(plank.b) < rank(plank.a) {
                    plank.b
                } else {
                    plank.a
                }
            }
        };
        (self.rank[usize::from(at)] != u64::MAX).then_some(at)
    }

    /// The supports of the best way after `from`, to the village.
    #[inline]
    pub fn onwards(&self, from: Support) -> impl Iterator<Item = Support> {
        let mut at = from;
        std::iter::from_fn(move || {
            at = *self.next.get(usize::from(at))?;
            (at != NONE).then_some(at)
        })
    }
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
    fn of(&self, fitting: u8) -> u32 {
        self.0[usize::from(COUNTS[usize::from(fitting)]) % 4]
    }
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

/// From the middle of one support to that of another, in tenths of a millimetre, rounded down.
#[inline]
fn length(game: &Mekong, public: &Public, a: Support, b: Support) -> u64 {
    if game.free {
        game.centre(public, a).apart(game.centre(public, b)) as u64
    } else {
        u64::from(game.spans.length(a, b))
    }
}

/// Every support of a set.
#[inline]
pub fn members(set: u64) -> impl Iterator<Item = Support> {
    spaces(set).map(|member| member.0)
}
