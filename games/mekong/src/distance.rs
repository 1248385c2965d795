//! How far it still is for a pawn: the cheapest way over planks that lie and planks that could be laid.
//!
//! Whose planks they would be, and of which number, is not asked: everybody's planks serve everybody. So what leads where
//! is the same for all seats ([`Links`]) and found once for them; then supports are found in order of what it takes to
//! get there, whole sets of them at once.

use super::Mekong;
use super::board::{SIZE, Support, placement};
use super::state::{COLOURS, NUMBERS, Public, SUPPORTS, Space, VILLAGES, spaces};
use balance_engine::Seat;

/// What each part of a way counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toll {
    pub step: u8,
    /// A plank to be laid, on top of the step onto it.
    pub plank: u8,
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

/// Beyond so many of the longest planks nothing is told apart; the published board is six wide.
pub const MOST_HOPS: usize = 16;

/// What leads from each support to others in one position.
pub struct Links {
    /// Supports joined by a plank that lies, as bits.
    joined: [u64; SUPPORTS],
    /// Supports that some plank could join beside all that lies, as bits; where stones lie on islands.
    near: [u64; SUPPORTS],
    /// Supports that planks could lead to, as bits.
    open: u64,
    /// Villages, and stones that are there, as bits.
    there: u64,
    /// Supports that are not closed, as bits.
    all: u64,
}

impl Links {
    /// Those of a position.
    #[inline]
    pub fn new(game: &Mekong, public: &Public) -> Self {
        let roomy = game.roomy(public);
        let open = if game.free {
            roomy
        } else {
            roomy | u64::from(game.open_islands(public)) << COLOURS
        };
        let mut links = Links {
            joined: [0; SUPPORTS],
            near: [0; SUPPORTS],
            open: 0,
            there: VILLAGES | u64::from(public.stones) << COLOURS,
            all: ((1 << SUPPORTS) - 1) & !u64::from(game.closed),
        };
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let (a, b) = (public.planks[slot].a, public.planks[slot].b);
            links.joined[usize::from(a)] |= 1 << b;
            links.joined[usize::from(b)] |= 1 << a;
        }
        links.open = open & links.all;
        if !game.free {
            links.between_islands(game, public, links.open);
        }
        links
    }

    fn between_islands(&mut self, game: &Mekong, public: &Public, open: u64) {
        let near = game.spans.joined(&public.barred);
        for from in spaces(open).map(|from| usize::from(from.0)) {
            self.near[from] = near[from] & open & !self.joined[from];
        }
    }

    /// What the cheapest way of `seat` from where its pawn stands to its destination still costs, [`NO_WAY`] at most.
    pub fn left(&self, game: &Mekong, public: &Public, seat: Seat, toll: Toll) -> u32 {
        let goal = 1u64 << game.goals[seat];
        let pawn = public.pawns[seat];
        let (here, shore) = match pawn.slot() {
            None => (pawn.bit(), 0),
            Some(slot) => {
                let ends = 1 << public.planks[slot].a | 1 << public.planks[slot].b;
                // Who stands on a plank at a village still has to step in.
                (ends & !VILLAGES, ends & VILLAGES)
            }
        };
        let mut waiting = [0u64; NO_WAY as usize];
        waiting[0] = here;
        waiting[usize::from(toll.step)] |= shore;
        let mut reached = 0;
        for cost in 0..waiting.len() {
            // A way that costs nothing leads on from here at once.
            while waiting[cost] & !reached != 0 {
                let found = waiting[cost] & !reached;
                reached |= found;
                if found & goal != 0 {
                    return cost as u32;
                }
                let rest = !reached & self.all;
                let mut enter = |set: u64, price: u32| {
                    let into_village = [(set & VILLAGES, u32::from(toll.step)), (set & !VILLAGES, 0)];
                    for (set, more) in into_village {
                        if let Some(level) = waiting.get_mut(cost + (price + more) as usize) {
                            *level |= set & rest;
                        }
                    }
                };
                // What one leads to, all lead to.
                let all = |sets: &[u64; SUPPORTS]| spaces(found).fold(0, |all, from| all | sets[usize::from(from.0)]);
                enter(all(&self.joined), u32::from(toll.step));
                let plank = u32::from(toll.step + toll.plank);
                if !game.free {
                    let near = all(&self.near);
                    enter(near & self.there, plank);
                    enter(near & !self.there, plank + u32::from(toll.stone));
                    continue;
                }
                let mut by_hops = [0; MOST_HOPS];
                let by_hops = &mut by_hops[..game.across];
                for from in spaces(found & self.open).map(|from| usize::from(from.0)) {
                    // Where no plank leads yet.
                    let others = self.open & !self.joined[from];
                    let sets = by_hops.iter_mut().zip(&public.gaps.by_hops[from]);
                    sets.for_each(|(all, set)| *all |= set & others);
                }
                for (set, hops) in by_hops.iter().zip(1..) {
                    if *set != 0 {
                        enter(*set, hops * plank + (hops - 1) * u32::from(toll.stone));
                    }
                }
            }
        }
        NO_WAY
    }
}

impl Mekong {
    /// What the cheapest way of `seat` still costs, as [`Links::left`].
    pub(super) fn left(&self, public: &Public, seat: Seat, toll: Toll) -> u32 {
        Links::new(self, public).left(self, public, seat, toll)
    }

    /// Planks from one support to another so far apart, with stones between them where it is too far for one: the fewest of
    /// the longest, [`NO_WAY`] at most. In whole numbers, without a root.
    pub(super) fn hops(&self, square: i64, a: Support, b: Support) -> u8 {
        let longest = NUMBERS as u8;
        let stone = COLOURS as Support;
        let planks = &self.board.planks;
        let hop = placement::reach(planks, stone, stone, longest);
        let bank = [a, b].into_iter().filter(|end| *end < stone).count();
        let more = bank as i64 * (placement::reach(planks, 0, stone, longest) - hop);
        let mut hops = if bank == 2 { 2 } else { 1 };
        while hops < NO_WAY as u8 {
            let span = i64::from(hops) * hop + more;
            if square <= span * span {
                break;
            }
            hops += 1;
        }
        hops
    }

    /// The most hops that any two supports can be apart on the board; where nothing is told apart, no more than that.
    pub(super) fn most_hops(&self) -> usize {
        let stone = COLOURS as Support;
        let side = i64::from(SIZE);
        usize::from(self.hops(2 * side * side, stone, stone)).clamp(2, MOST_HOPS)
    }

    /// What the way from home costs while the board is empty, for each seat.
    pub(super) fn whole_way(&self, empty: &Public, seat: Seat) -> u32 {
        self.left(empty, seat, Toll::ALL).max(1)
    }
}

impl Mekong {
    /// Planks on which a pawn stands, as bits by space.
    #[inline]
    pub(super) fn occupied(&self, public: &Public) -> u64 {
        let pawns = public.pawns.first(self.players).iter();
        pawns.fold(0, |set, space| set | space.bit()) & !VILLAGES
    }

    /// Spaces next to `space`, taken or not, whoever laid the planks (RD-51, RD-52, RD-R7).
    #[inline]
    pub(super) fn adjacent(&self, public: &Public, space: Space) -> u64 {
        let Some(slot) = space.slot() else {
            return public.on[usize::from(space.0)];
        };
        let plank = &public.planks[slot];
        let mut set = 0;
        for support in [plank.a, plank.b] {
            let support = usize::from(support);
            if support < COLOURS {
                set |= 1 << support;
                if !self.rules.village_is_space {
                    set |= public.on[support];
                }
            } else {
                set |= public.on[support];
            }
        }
        set & !space.bit()
    }

    /// Spaces that a pawn standing at `from` can step to (RD-50, RD-53).
    #[inline]
    pub(super) fn steps(&self, public: &Public, from: Space) -> u64 {
        self.adjacent(public, from) & !self.occupied(public)
    }

    /// Where the pawn of `seat` can land after jumping over another (RD-59 to RD-62, RD-R4 to RD-R6).
    #[inline]
    pub(super) fn landings(&self, public: &Public, seat: Seat) -> u64 {
        let start = public.pawns[seat];
        let taken = self.occupied(public) & !start.bit();
        let mut set = 0;
        for jumped in spaces(self.adjacent(public, start) & taken) {
            set |= self.adjacent(public, jumped);
        }
        set &= !taken;
        if !self.rules.jump_uturn {
            set &= !start.bit();
        }
        set
    }
}
