//! Ways where stones lie anywhere: any two supports may be joined, over stones that are missing where it is far. The nearest
//! support that is known comes next.

use super::super::ground::{numbers_around, planks_from};
use super::super::water::{Stride, price};
use super::{Journey, Lays, NO_RANK, Routes, blur, longest, members};
use crate::board::Support;
use crate::state::{NONE, NUMBERS, SUPPORTS};
use arrayvec::ArrayVec;

/// Numbers of supports are below this, so that a rank and a support are one number.
const PLACES: u64 = 64;

/// Ways while they are looked for, from the destination on.
struct Search<'a> {
    journey: &'a Journey<'a>,
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
        let rank = cost + self.journey.length(at, to) + blur(self.journey.ground.whim, usize::from(to));
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

/// As [`Routes::new`].
pub(super) fn search(journey: &Journey<'_>, (from, gone): (u64, u64)) -> Routes {
    let Journey {
        game,
        public,
        ground,
        prices,
        goal,
        reserve,
        ..
    } = *journey;
    let mut search = Search {
        journey,
        routes: Routes {
            rank: [NO_RANK; SUPPORTS],
            next: [NONE; SUPPORTS],
        },
        queue: ArrayVec::new(),
        done: 0,
    };
    search.routes.rank[usize::from(goal)] = 0;
    search.queue.push(u64::from(goal));
    let longest = longest(reserve);
    let stride = Stride::new(game, longest);
    let lays = Lays::new(prices);
    let mut rest = journey.all();
    let mut asked = from;
    while let Some(at) = search.next() {
        if rest >> at & 1 == 0 {
            continue;
        }
        asked &= !journey.leading_over(at);
        if asked == 0 {
            break;
        }
        rest &= !(1 << at);
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
            let more = journey.over(space, gone, &lays);
            search.join((at, to), step + more);
        }
        for to in members(open & ground.around(game, at)) {
            // What no plank could make better need not be looked at.
            if !search.may((at, to), step + prices.plank) {
                continue;
            }
            let numbers = numbers_around(game, public, at, to);
            if numbers != 0 {
                search.join((at, to), step + lays.of(numbers & reserve));
                continue;
            }
            // Over stones that are missing: with the longest plank it takes the fewest.
            let through = step - prices.step;
            let hops = u16::from(public.gaps.hops_from(at)[usize::from(to)]).max(2);
            let mut link = through + price(hops, prices);
            if longest != NUMBERS as u8 && search.may((at, to), link) {
                let apart = game.centre(public, at).apart(game.centre(public, to));
                link = through + price(stride.hops(apart, (at, to)), prices);
            }
            search.join((at, to), link);
        }
    }
    search.routes
}
