//! Ways where stones lie anywhere: any two supports may be joined, over stones that are missing where it is far. The nearest
//! support that is known comes next.

use super::super::ground::{numbers_around, planks_from};
use super::super::routes::{Stride, price};
use super::{Journey, Lays, NO_RANK, Routes, blur, longest, members};
use crate::board::Support;
use crate::state::{NONE, NUMBERS, SUPPORTS, Space, VILLAGES, spaces};

/// Ways while they are looked for, from the destination on.
struct WaterSearch<'a> {
    journey: &'a Journey<'a>,
    routes: Routes,
    /// Supports that lead to the destination and were not gone on from, as bits.
    waiting: u64,
    /// What has a higher rank is of no use any more.
    most: u64,
}

impl WaterSearch<'_> {
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
            let [a, b] = space.slot().map_or([space.0; 2], |slot| {
                let plank = &public.planks[slot];
                [plank.a, plank.b]
            });
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

/// As [`Routes::new`].
pub(super) fn search(journey: &Journey<'_>, from: u64) -> Routes {
    let Journey {
        game,
        public,
        ground,
        prices,
        goal,
        reserve,
        ..
    } = *journey;
    let mut search = WaterSearch {
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
