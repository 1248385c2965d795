//! Ways to a destination, over planks that lie and planks that could be laid: what each would cost, by the shortest
//! path between supports. Reads what everybody sees; allocates nothing.
//!
//! A reserve holds each number once; a route that counts on one number twice is taken for possible all the same, so the
//! costs are a little too low where much is still to be built.

use super::water::{Stride, gaps_in_water, price};
use crate::Mekong;
use crate::board::Support;
use crate::state::{Ask, COLOURS, NONE, NUMBERS, Public, SUPPORTS, Space, spaces};
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

/// By how much a support lengthens the ways through it.
#[inline]
fn blur(whim: u64, support: usize) -> u64 {
    let mixed = (whim ^ (support as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) % BLUR
}

/// No way at all.
pub const NO_WAY: u32 = u32::MAX;

/// The board as ways see it: what lies between each two supports, or could once the stones are there.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Numbers of the planks that would fit, as bits: bit 0 stands for number 1.
    pub numbers: [[u8; SUPPORTS]; SUPPORTS],
    /// The plank that lies there, as a space; 0 where none does.
    pub lies: [[u8; SUPPORTS]; SUPPORTS],
    /// Supports with a plank, or room for one, to each, as bits.
    pub near: [u64; SUPPORTS],
    /// Planks on which pawns stand, as bits.
    pub occupied: u64,
    /// In open water: supports between which stones may be missing, as bits.
    shores: u64,
    /// Settles which of two ways is gone that cost about the same.
    whim: u64,
}

impl Ground {
    /// The board as it is. Ways that cost the same are told apart by `whim`: a choice by numbers of islands, or by tenths
    /// of a millimetre, would favour some colours.
    pub fn new(game: &Mekong, public: &Public, whim: u64) -> Self {
        let mut ground = Ground {
            numbers: [[0; SUPPORTS]; SUPPORTS],
            lies: [[0; SUPPORTS]; SUPPORTS],
            near: [0; SUPPORTS],
            occupied: game.occupied(public),
            shores: 0,
            whim,
        };
        if game.free {
            ground.shores = game.roomy(public);
            gaps_in_water(game, public, &mut ground);
        } else {
            ground.gaps_between_islands(game, public);
        }
        for space in spaces(public.laid) {
            let Some(slot) = space.slot() else { continue };
            let plank = &public.planks[slot];
            let (a, b) = (usize::from(plank.a), usize::from(plank.b));
            for (a, b) in [(a, b), (b, a)] {
                ground.lies[a][b] = space.0;
                ground.near[a] |= 1 << b;
            }
        }
        ground
    }

    /// Gaps that planks could bridge, where nothing that lies on the board forbids it.
    fn gaps_between_islands(&mut self, game: &Mekong, public: &Public) {
        // A support without a stone is worth a thought only where a stone may go.
        let mut open = game.roomy(public) | u64::from(game.open_islands(public)) << COLOURS;
        open &= (1 << SUPPORTS) - 1;
        for span in &game.spans.pairs {
            let (a, b) = (usize::from(span.a), usize::from(span.b));
            if open >> a & open >> b & 1 == 0 {
                continue;
            }
            let numbers = span.numbers(&game.board, span.free(&public.barred));
            for (a, b) in [(a, b), (b, a)] {
                self.numbers[a][b] = numbers;
                self.near[a] |= u64::from(numbers != 0) << b;
            }
        }
    }
}

/// Costs of the best ways from everywhere to one village.
#[derive(Clone, Copy, Debug)]
pub struct Routes {
    /// Cost from each support to the village, the last step into it not counted, above the length of the way: of ways
    /// that cost the same the shortest is gone, about.
    rank: [u64; SUPPORTS],
    /// The next support on the way, or [`NONE`].
    next: [Support; SUPPORTS],
}

impl Routes {
    /// The ways to the destination of `seat`, with what it has in its reserve, on a board without the planks `gone`.
    pub fn new(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, gone: u64, prices: Prices) -> Self {
        Self::until(game, public, ground, seat, (gone, 0), prices)
    }

    /// The ways that what is asked now needs: from everywhere for a step; else no further than to where the pawn of `seat`
    /// stands, and what is told of other places is worth nothing then.
    pub fn asked(game: &Mekong, public: &Public, ground: &Ground, seat: Seat, prices: Prices) -> Self {
        if matches!(public.ask, Ask::Step | Ask::Second | Ask::Jump) {
            return Self::new(game, public, ground, seat, 0, prices);
        }
        let ends = match public.pawns[seat].slot() {
            None => public.pawns[seat].bit(),
            Some(slot) => 1 << public.planks[slot].a | 1 << public.planks[slot].b,
        };
        Self::until(game, public, ground, seat, (0, ends), prices)
    }

    /// Without the planks `gone`, until one of the supports `ends` is found, both as bits.
    fn until(
        game: &Mekong,
        public: &Public,
        ground: &Ground,
        seat: Seat,
        (gone, ends): (u64, u64),
        prices: Prices,
    ) -> Self {
        let reserve = reserve(public, seat);
        let goal = usize::from(game.goals[seat]);
        let taken = ground.occupied & !public.pawns[seat].bit();
        let mut routes = Routes {
            rank: [u64::MAX; SUPPORTS],
            next: [NONE; SUPPORTS],
        };
        routes.rank[goal] = 0;
        let longest = reserve.checked_ilog2().map_or(0, |at| at as u8 + 1);
        let stride = Stride::new(game, longest);
        let all = ground.shores;
        let mut rest = ((1u64 << SUPPORTS) - 1) & !u64::from(game.closed);
        let mut reached = 1u64 << goal;
        let mut last = u64::MAX;
        while reached != 0 {
            let (mut at, mut least) = (0, u64::MAX);
            for support in members(reached) {
                let rank = routes.rank[usize::from(support)];
                if rank < least {
                    (at, least) = (support, rank);
                }
            }
            if least > last {
                break;
            }
            if ends >> at & 1 == 1 {
                last = least;
            }
            let here = usize::from(at);
            reached &= !(1 << at);
            rest &= !(1 << at);
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
            let centre = game.centre(public, at);
            let base = routes.rank[here] + (u64::from(through) << 32);
            let hops = public.gaps.hops_from(at);
            let beyond = ground.near[here] | if all >> at & 1 == 1 { all } else { 0 };
            for other in members(beyond & rest) {
                let to = usize::from(other);
                let link = if ground.near[here] >> to & 1 == 0 {
                    // Over stones that are missing: with the longest plank it takes the fewest.
                    let least = price(u16::from(hops[to]).max(2), prices);
                    if base + (u64::from(least) << 32) > routes.rank[to] {
                        continue;
                    }
                    if longest == NUMBERS as u8 {
                        least
                    } else {
                        price(
                            stride.hops(centre.apart(game.centre(public, other)), (at, other)),
                            prices,
                        )
                    }
                } else {
                    let space = ground.lies[here][to];
                    if space != 0 && gone >> space & 1 == 0 {
                        let blocked = if taken >> space & 1 == 1 { prices.blocked } else { 0 };
                        prices.step + blocked
                    } else if space != 0 {
                        // Where a plank lies now, another can.
                        prices.step + lay(reserve, prices)
                    } else {
                        prices.step + lay(ground.numbers[here][to] & reserve, prices)
                    }
                };
                let cost = base + (u64::from(link) << 32);
                if cost > routes.rank[to] {
                    continue;
                }
                let length = if game.free {
                    centre.apart(game.centre(public, other)) as u64
                } else {
                    u64::from(game.spans.length(at, other))
                };
                let rank = cost + length + blur(ground.whim, to);
                if rank < routes.rank[to] {
                    routes.rank[to] = rank;
                    routes.next[to] = at;
                    reached |= 1 << other;
                }
            }
        }
        routes
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

/// What laying a plank costs where these planks of the reserve fit.
#[inline]
pub fn lay(fitting: u8, prices: Prices) -> u32 {
    let but_one = fitting & fitting.wrapping_sub(1);
    prices.plank
        + match (fitting, but_one, but_one & but_one.wrapping_sub(1)) {
            (0, ..) => prices.lacking,
            (_, 0, _) => prices.scarce,
            (.., 0) => prices.scarce / 2,
            _ => 0,
        }
}

/// Numbers in a reserve, as bits: bit 0 stands for number 1.
#[inline]
pub fn reserve(public: &Public, seat: Seat) -> u8 {
    (0..NUMBERS).fold(0, |set, at| set | u8::from(public.reserves[seat][at] != NONE) << at)
}

/// Every support of a set.
#[inline]
pub fn members(set: u64) -> impl Iterator<Item = Support> {
    spaces(set).map(|member| member.0)
}
