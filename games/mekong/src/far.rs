//! How far it still is for a pawn: the cheapest way over planks that lie and planks that could be laid.
//!
//! Whose planks they would be, and of which number, is not asked: everybody's planks serve everybody. Supports are found
//! in order of what it takes to get there, whole sets of them at once.

use super::Mekong;
use super::board::{Point, Support, expert};
use super::state::{COLOURS, NUMBERS, Public, SUPPORTS, Space, spaces};
use balance_engine::Seat;

/// What each part of a way counts.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    /// A step onto a plank or into a village.
    pub step: u8,
    /// A plank to be laid, on top of the step onto it.
    pub plank: u8,
    /// A stone to be placed.
    pub stone: u8,
}

impl Toll {
    /// Steps alone, as if all planks lay.
    pub const STEPS: Toll = Toll {
        step: 1,
        plank: 0,
        stone: 0,
    };
    /// Planks that are missing.
    pub const PLANKS: Toll = Toll {
        step: 0,
        plank: 1,
        stone: 0,
    };
    /// Everything that is still to be done, each thing as one.
    pub const ALL: Toll = Toll {
        step: 1,
        plank: 1,
        stone: 1,
    };
}

/// More than any way that is looked for costs.
pub const NO_WAY: u32 = 64;

impl Mekong {
    /// What the cheapest way of `seat` from where its pawn stands to its destination still costs, [`NO_WAY`] at most.
    pub fn left(&self, public: &Public, seat: Seat, toll: Toll) -> u32 {
        let goal = 1u64 << self.goals[seat];
        let pawn = public.pawns[seat];
        let mut waiting = [0u64; NO_WAY as usize];
        waiting[0] = match pawn.slot() {
            None => pawn.bit(),
            Some(slot) => 1 << public.planks[slot].a | 1 << public.planks[slot].b,
        };
        // Who stands on a plank at a village still has to step in.
        let shore = waiting[0] & 0x3f;
        if pawn.slot().is_some() && shore != 0 {
            waiting[0] &= !shore;
            waiting[usize::from(toll.step)] |= shore;
        }
        let roomy = self.roomy(public);
        let open = if self.free {
            roomy
        } else {
            roomy | u64::from(self.open_islands(public)) << COLOURS
        };
        let there = u64::from(public.stones) << COLOURS;
        let all = ((1 << SUPPORTS) - 1) & !u64::from(self.closed);
        let mut reached = 0;
        for cost in 0..waiting.len() {
            // A way that costs nothing leads on from here at once.
            while waiting[cost] & !reached != 0 {
                let found = waiting[cost] & !reached;
                reached |= found;
                if found & goal != 0 {
                    return cost as u32;
                }
                for support in spaces(found) {
                    let from = usize::from(support.0);
                    let mut enter = |set: u64, price: u32| {
                        let into_village = [(set & 0x3f, u32::from(toll.step)), (set & !0x3f, 0)];
                        for (set, more) in into_village {
                            if let Some(level) = waiting.get_mut(cost + (price + more) as usize) {
                                *level |= set;
                            }
                        }
                    };
                    let mut beyond = 0;
                    for slot in spaces(public.on[from]).filter_map(Space::slot) {
                        beyond |= 1 << public.planks[slot].a | 1 << public.planks[slot].b;
                    }
                    enter(beyond & !reached & all, u32::from(toll.step));
                    if open >> from & 1 == 0 {
                        continue;
                    }
                    let plank = u32::from(toll.step + toll.plank);
                    if self.free {
                        for to in spaces(open & !beyond & !reached & all) {
                            let hops = self.hops(public, support.0, to.0);
                            enter(to.bit(), hops * plank + (hops - 1) * u32::from(toll.stone));
                        }
                    } else {
                        let near = self.spans.neighbours[from] & open & !beyond & !reached & all;
                        let free = spaces(near).filter(|to| self.some_plank_lies_free(public, support.0, to.0));
                        let set = free.fold(0, |set, to| set | to.bit());
                        enter(set & (there | 0x3f), plank);
                        enter(set & !(there | 0x3f), plank + u32::from(toll.stone));
                    }
                }
            }
        }
        NO_WAY
    }

    /// Could some plank lie between these two islands or villages beside all that lies on the board?
    #[inline]
    fn some_plank_lies_free(&self, public: &Public, a: Support, b: Support) -> bool {
        let (first, count) = self.spans.range(a, b);
        let (at, shift) = (first / 64, first % 64);
        let mut barred = u128::from(public.barred[at]);
        if let Some(word) = public.barred.get(at + 1) {
            barred |= u128::from(*word) << 64;
        }
        !(barred >> shift) & ((1 << count) - 1) != 0
    }

    /// Planks from one support to another, with stones between them where it is too far for one.
    fn hops(&self, public: &Public, a: Support, b: Support) -> u32 {
        let longest = NUMBERS as u8;
        let stone = COLOURS as Support;
        let planks = &self.board.planks;
        let hop = expert::reach(planks, stone, stone, longest);
        let bank = [a, b].into_iter().filter(|end| *end < stone).count();
        let more = expert::reach(planks, 0, stone, longest) - hop;
        let gap = apart(self.centre(public, a), self.centre(public, b)) - bank as f64 * more;
        let least = if bank == 2 { 2.0 } else { 1.0 };
        (gap / hop).ceil().max(least) as u32
    }

    /// What the way from home costs while the board is empty, for each seat.
    pub(super) fn whole_way(&self, empty: &Public, seat: Seat) -> u32 {
        self.left(empty, seat, Toll::ALL).max(1)
    }
}

fn apart(one: Point, two: Point) -> f64 {
    let (dx, dy) = (f64::from(one.x - two.x), f64::from(one.y - two.y));
    (dx * dx + dy * dy).sqrt()
}
