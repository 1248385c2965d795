//! Ways from island to island. What they cost is found for all supports at once that cost the same; which of the ways that cost
//! the same is the shortest is asked only along the way that is gone.

use super::super::ground::{numbers_between, planks_from};
use super::{Journey, Lays, NO_RANK, Routes, blur, members};
use crate::board::Support;
use crate::state::{NONE, SUPPORTS};
use arrayvec::ArrayVec;

/// A link from one support to the next costs less than this.
const DEAREST: usize = 64;

/// Supports that wait to be gone on from, by what it takes to get there.
struct Waiting {
    /// By cost, which comes round again.
    by_cost: [u64; DEAREST],
    /// What is gone on from now costs so much.
    now: u32,
    /// Where any wait that cost so much more, as bits.
    soon: u64,
}

impl Waiting {
    /// At no cost.
    fn new(support: Support) -> Self {
        let mut by_cost = [0; DEAREST];
        by_cost[0] = 1 << support;
        Waiting {
            by_cost,
            now: 0,
            soon: 1,
        }
    }

    /// These come next after a link of this cost, as bits.
    #[inline]
    fn add(&mut self, supports: u64, cost: u32) {
        debug_assert!((cost as usize) < DEAREST, "a link is too dear");
        self.by_cost[(self.now + cost) as usize % DEAREST] |= supports;
        self.soon |= u64::from(supports != 0) << (cost as usize % DEAREST);
    }

    /// The nearest, as bits; some of them may have been found before.
    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.soon == 0 {
            return None;
        }
        let more = self.soon.trailing_zeros();
        self.now += more;
        self.soon = self.soon >> more & !1;
        Some(std::mem::take(&mut self.by_cost[self.now as usize % DEAREST]))
    }
}

/// As [`Routes::new`]; of ranks only what the ways cost.
pub(super) fn search(journey: &Journey<'_>, from: u64) -> Routes {
    let Journey {
        game,
        public,
        ground,
        prices,
        reserve,
        ..
    } = *journey;
    let mut routes = Routes {
        rank: [NO_RANK; SUPPORTS],
        next: [NONE; SUPPORTS],
    };
    let lays = Lays::new(prices);
    let by_fitting = game.spans.by_fitting(reserve);
    let mut waiting = Waiting::new(journey.goal);
    let mut rest = journey.all();
    let mut asked = from;
    while let Some(found) = waiting.next() {
        let found = found & rest;
        rest &= !found;
        for at in members(found) {
            routes.rank[usize::from(at)] = u64::from(waiting.now) << 32;
            asked &= !journey.leading_over(at);
        }
        if asked == 0 {
            break;
        }
        for at in members(found & ground.within) {
            let step = journey.through(at) + prices.step;
            let mut open = rest & ground.within;
            for (to, space) in planks_from(public, at) {
                if open >> to & 1 == 0 {
                    continue;
                }
                open &= !(1 << to);
                let more = journey.over(space);
                waiting.add(1 << to, step + more);
            }
            let around = open & ground.around(game, at);
            let touched = ground.touched[usize::from(at)];
            let clear = around & !touched;
            if clear != 0 {
                for (fitting, lay) in by_fitting[usize::from(at)].iter().zip(lays.0) {
                    waiting.add(clear & fitting, step + lay);
                }
            }
            for to in members(around & touched) {
                let numbers = numbers_between(game, public, at, to);
                if numbers != 0 {
                    waiting.add(1 << to, step + lays.planks(numbers & reserve));
                }
            }
        }
    }
    routes
}

/// Lengths of the cheapest ways, as far as they were asked for.
struct RouteLengths<'a> {
    journey: &'a Journey<'a>,
    routes: &'a Routes,
    lays: Lays,
    /// Supports that something leads on from, as bits.
    settled: u64,
    /// By support; [`UNKNOWN`] where it was not asked yet.
    known: [u32; SUPPORTS],
    next: [Support; SUPPORTS],
}

const UNKNOWN: u32 = u32::MAX;

/// A way through a support: its length, what is left to go from there and how long that is, and the support.
type Through = (u32, u32, u32, Support);

impl RouteLengths<'_> {
    /// How long the shortest of the cheapest ways from a support is, about.
    fn length_to(&mut self, to: Support) -> u32 {
        let known = self.known[usize::from(to)];
        if known != UNKNOWN {
            return known;
        }
        let Journey {
            game,
            public,
            ground,
            prices,
            reserve,
            taken,
            ..
        } = *self.journey;
        let mut best: Through = (UNKNOWN, 0, 0, NONE);
        let mut open = self.settled;
        for (at, space) in planks_from(public, to) {
            if open >> at & 1 == 0 {
                continue;
            }
            open &= !(1 << at);
            let blocked = if taken & space.bit() == 0 { 0 } else { prices.blocked };
            if self.left_for(at, to) == Some(blocked) {
                self.compare(&mut best, at, to);
            }
        }
        for at in members(open & ground.around(game, to)) {
            let Some(left) = self.left_for(at, to) else { continue };
            if self.lays.0.contains(&left) {
                let numbers = numbers_between(game, public, at, to);
                if numbers != 0 && self.lays.planks(numbers & reserve) == left {
                    self.compare(&mut best, at, to);
                }
            }
        }
        let (length, .., next) = best;
        let length = length + blur(self.journey.ground.whim, usize::from(to)) as u32;
        self.known[usize::from(to)] = length;
        self.next[usize::from(to)] = next;
        length
    }

    /// What a plank between the two must cost, the step over it not counted, if the cheapest way leads over it.
    #[inline]
    fn left_for(&self, at: Support, to: Support) -> Option<u32> {
        let apart = self.routes.cost(to).checked_sub(self.routes.cost(at))?;
        apart.checked_sub(self.journey.through(at) + self.journey.prices.step)
    }

    /// Of ways as long as each other the one is gone that was found first.
    fn compare(&mut self, best: &mut Through, at: Support, to: Support) {
        let length = self.length_to(at);
        let longer = length + self.journey.length(at, to) as u32;
        let found = (longer, self.routes.cost(at), length, at);
        if found < *best {
            *best = found;
        }
    }
}

/// As [`Routes::way`], by what the ways cost.
pub(super) fn way(journey: &Journey<'_>, routes: &Routes, ends: [Support; 2]) -> ArrayVec<Support, SUPPORTS> {
    let found = |at: &Support| routes.rank[usize::from(*at)] != NO_RANK;
    let settled = (0..SUPPORTS as Support).filter(found).fold(0, |set, at| set | 1 << at);
    let [a, b] = ends;
    let mut lengths = RouteLengths {
        journey,
        routes,
        lays: Lays::new(journey.prices),
        settled: settled & journey.ground.within,
        known: [UNKNOWN; SUPPORTS],
        next: [NONE; SUPPORTS],
    };
    lengths.known[usize::from(journey.goal)] = 0;
    let (one, two) = (routes.cost(a), routes.cost(b));
    let second = two < one || two == one && a != b && lengths.length_to(b) < lengths.length_to(a);
    let mut at = if second { b } else { a };
    let mut way = ArrayVec::new();
    while at != NONE {
        way.push(at);
        lengths.length_to(at);
        at = lengths.next[usize::from(at)];
    }
    way
}
