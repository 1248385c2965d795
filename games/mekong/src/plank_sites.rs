//! Which planks could lie between stones at any point: judged when a piece comes or goes, and kept in between.
//!
//! Every pair of supports in reach of the longest plank has a bit for each number and slide: could that plank lie there
//! beside all that lies on the board, whatever room the two have? A piece that comes is held against what was possible, a
//! piece that goes lets only those be judged again that it forbade. What is far away, or plainly in the way, is told by
//! which stretch of the line between the two supports a piece bars; where rounding matters it is judged exactly, as
//! `Mekong::clear_among` does.

use super::Mekong;
use super::board::placement::{Beside, Spot, Stretch, round};
use super::board::{Capsule, HALF_WIDTH, Point, STONE, Slide, Support, VILLAGE, placement};
use super::distance::MOST_HOPS;
use super::rules::ThirdStone;
use super::spans::numbers_of;
use super::state::{COLOURS, NUMBERS, Plank, Public, SUPPORTS, Space, VILLAGES, spaces};
use super::water::{Nearby, SLIDES};
use balance_kit::bits;

pub const PAIRS: usize = SUPPORTS * (SUPPORTS - 1) / 2;
pub const EVERY: u32 = (1 << (SLIDES.len() * NUMBERS)) - 1;
/// A piece further than this from the axis of a plank is clear of it; ends are rounded, hence the odd units.
const BESIDE_STONE: f64 = 163.0;
const BESIDE_VILLAGE: f64 = 323.0;
const BESIDE_PLANK: f64 = 83.0;
/// A plank nearer than this to the axis of one surely lies on it.
const UPON_PLANK: f64 = 77.0;
/// More than planks are shifted, or support cut out of them, by being rounded: half a unit each way, 0.71 askew.
const ROUNDED: f64 = 1.0;

/// What could lie between each two supports; empty where stones lie in the middle of islands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gaps {
    /// Supports that the longest plank joins to each, if nothing is in its way, as bits.
    pub reach: [u64; SUPPORTS],
    /// Planks that fit, as bits: three slides for each number.
    fits: [u32; PAIRS],
    /// The fewest of the longest planks from each to each, with stones between them; 64 at most.
    hops: [[u8; SUPPORTS]; SUPPORTS],
    /// The same the other way round: for each support those so many away, from one on, as bits; the last also those further away.
    pub by_hops: [[u64; MOST_HOPS]; SUPPORTS],
}

impl Gaps {
    pub const NONE: Gaps = Gaps {
        reach: [0; SUPPORTS],
        fits: [0; PAIRS],
        hops: [[0; SUPPORTS]; SUPPORTS],
        by_hops: [[0; MOST_HOPS]; SUPPORTS],
    };

    /// The planks that fit between two supports, as bits: slide and three times the number less 1.
    #[inline]
    pub fn fits(&self, a: Support, b: Support) -> u32 {
        self.fits[pair(a, b)]
    }

    /// Numbers of the planks that fit somehow between two supports, as bits: bit 0 stands for number 1.
    #[inline]
    pub fn numbers(&self, a: Support, b: Support) -> u8 {
        numbers_of(self.fits(a, b))
    }

    /// The fewest of the longest planks from a support to each, with stones between them; 64 at most.
    #[inline]
    pub fn hops_from(&self, support: Support) -> &[u8; SUPPORTS] {
        &self.hops[usize::from(support)]
    }

    fn set_hops(&mut self, a: Support, b: Support, hops: u8) {
        for (one, two) in [(a, b), (b, a)] {
            let (here, there) = (usize::from(one), usize::from(two));
            let before = std::mem::replace(&mut self.hops[here][there], hops);
            let sets = &mut self.by_hops[here];
            let place = |hops: u8| usize::from(hops).min(MOST_HOPS).checked_sub(1);
            if let Some(place) = place(before) {
                sets[place] &= !(1 << two);
            }
            if let Some(place) = place(hops) {
                sets[place] |= 1 << two;
            }
        }
    }
}

/// Place of a pair of different supports in the tables.
#[inline]
fn pair(a: Support, b: Support) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}

/// Do the rectangles round two pairs of points keep so far apart?
#[inline]
fn rectangles_apart(one: (Point, Point), two: (Point, Point), room: i32) -> bool {
    (one.0.x.max(one.1.x) + room < two.0.x.min(two.1.x))
        | (two.0.x.max(two.1.x) + room < one.0.x.min(one.1.x))
        | (one.0.y.max(one.1.y) + room < two.0.y.min(two.1.y))
        | (two.0.y.max(two.1.y) + room < one.0.y.min(one.1.y))
}

/// All slides of a number, as bits.
#[inline]
pub fn every_slide(number: u8) -> u32 {
    7 << (3 * (number - 1))
}

/// The slides of a number in a set of bits.
#[inline]
pub fn slides(fits: u32, number: u8) -> impl Iterator<Item = Slide> {
    let bits = fits >> (3 * (number - 1));
    SLIDES
        .into_iter()
        .enumerate()
        .filter_map(move |(at, slide)| (bits >> at & 1 == 1).then_some(slide))
}

struct SupportSegment {
    ends: (Support, Support),
    gap: placement::SupportLine,
}

impl Mekong {
    /// The planks that are long enough for two supports, as bits.
    #[inline]
    fn long(&self, public: &Public, one: Support, two: Support) -> u32 {
        let square = placement::square_of(self.centre(public, one), self.centre(public, two));
        let long = |number: &u8| {
            let reach = placement::reach(&self.board.planks, one, two, *number);
            square <= reach * reach
        };
        let short = (1..=NUMBERS as u8).take_while(|number| !long(number)).count();
        EVERY & (EVERY << (3 * short))
    }

    /// The line between two supports; the older is the first.
    #[inline]
    fn line(&self, public: &Public, one: Support, two: Support) -> SupportSegment {
        let ends = Self::in_order(public, one, two);
        let (a, b) = ends;
        let ends_at = [(a, self.centre(public, a)), (b, self.centre(public, b))];
        SupportSegment {
            ends,
            gap: placement::SupportLine::new(&self.board.planks, ends_at),
        }
    }

    /// Of these planks those that lie so on the line that `touches` says yes. `near` gives the stretches of the line
    /// that a plank must not cover, if all that touches were so much wider: what is settled with a little more room, and
    /// with a little less, is not asked, because the ends of planks are rounded by less.
    #[inline]
    fn touching<const N: usize>(
        &self,
        line: &SupportSegment,
        planks: u32,
        near: impl Fn(f64) -> [Stretch; N],
        touches: impl Fn(Capsule) -> bool,
    ) -> u32 {
        let lengths = self.board.planks.lengths;
        let covering = |more: f64| {
            let stretches = near(more).into_iter();
            stretches.fold(0, |set, stretch| set | line.gap.covering(lengths, stretch))
        };
        let may = planks & covering(ROUNDED);
        if may == 0 {
            return 0;
        }
        let mut found = may & covering(-ROUNDED);
        for at in bits(may & !found) {
            let lay = line.gap.lay(lengths[at / 3]);
            found |= u32::from(touches(lay.with(SLIDES[at % 3]))) << at;
        }
        found
    }

    /// Can none of the planks that are long enough come so near to what lies between these two points of a line?
    #[inline]
    fn passes(&self, line: &SupportSegment, ends: [Spot; 2], room: f64) -> bool {
        line.gap.passes(self.board.planks.lengths[NUMBERS - 1], ends, room)
    }

    /// The same before the line is drawn, in whole numbers and without a root.
    #[inline]
    fn misses(&self, public: &Public, (one, two): (Support, Support), (from, to): (Point, Point), room: f64) -> bool {
        let (a, b) = (self.centre(public, one), self.centre(public, two));
        let vector = |to: Point| (i64::from(to.x - a.x), i64::from(to.y - a.y));
        let (dx, dy) = vector(b);
        let square = dx * dx + dy * dy;
        // Further than this along a line and across it, times its length, as a square.
        let far = |limit: i64, off: i64| off > 0 && off * off > limit * limit * square;
        let place = |at: Point| {
            let (px, py) = vector(at);
            (px * dx + py * dy, px * dy - py * dx)
        };
        let ((along, aside), (other_along, other_aside)) = (place(from), place(to));
        let room = room as i64;
        let planks = &self.board.planks;
        let over = |end: Support| {
            let longest = i64::from(planks.lengths[NUMBERS - 1]);
            i64::from(placement::inner(planks, end)) + longest + room
        };
        far(room, aside.min(other_aside))
            || far(room, (-aside).min(-other_aside))
            || far(over(one), along.min(other_along))
            || far(over(two), square - along.max(other_along))
    }

    /// Of the planks `bits` those that a village forbids.
    #[inline]
    fn barred_by_village(&self, line: &SupportSegment, bits: u32, village: usize) -> u32 {
        let at = self.board.villages[village].centre;
        if usize::from(line.ends.0) == village || usize::from(line.ends.1) == village {
            return 0;
        }
        let middle = line.gap.place(at);
        if self.passes(line, [middle; 2], BESIDE_VILLAGE) {
            return 0;
        }
        let near = |more: f64| [round(middle, f64::from(VILLAGE + HALF_WIDTH) + more)];
        self.touching(line, bits, near, |lie| placement::touches_village(lie, at))
    }

    /// Of the planks `bits` those that a stone forbids.
    #[inline]
    fn barred_by_stone(&self, line: &SupportSegment, bits: u32, slot: usize, at: Point) -> u32 {
        let support = (COLOURS + slot) as Support;
        let middle = line.gap.place(at);
        if support == line.ends.0 || support == line.ends.1 || self.passes(line, [middle; 2], BESIDE_STONE) {
            return 0;
        }
        let near = |more: f64| [round(middle, f64::from(STONE + HALF_WIDTH) + more)];
        self.touching(line, bits, near, |lie| placement::covers(lie, at))
    }

    /// Of the planks `bits` those that a plank forbids.
    #[inline]
    fn barred_by_plank(&self, public: &Public, line: &SupportSegment, bits: u32, plank: &Plank) -> u32 {
        let lie = plank.lie;
        let ends = [lie.from, lie.to].map(|end| line.gap.place(end));
        if self.passes(line, ends, BESIDE_PLANK) {
            return 0;
        }
        let (a, b) = line.ends;
        let room = f64::from(2 * HALF_WIDTH);
        let Some(end) = [a, b].into_iter().find(|end| *end == plank.a || *end == plank.b) else {
            let axis = Beside::new(ends);
            let near = |more: f64| [axis.nearer(room + more)];
            return self.touching(line, bits, near, |other| placement::clash(other, lie, None));
        };
        let fork = placement::SupportLine::fork(ends, end, (end == a) == (end == plank.a));
        if fork.parts(BESIDE_PLANK) {
            return 0;
        }
        if fork.meets(UPON_PLANK) {
            return bits;
        }
        let shared = (end, self.centre(public, end));
        let outside = line.gap.outside(lie, shared);
        let near = |more: f64| outside.nearer(room + more);
        self.touching(line, bits, near, |other| placement::clash(other, lie, Some(shared)))
    }

    /// Supports at both of which planks must rest that come within `room` of what lies between two points, as bits: no part of
    /// a plank is further from a support that carries it than it is long, and as far as it may lie behind.
    #[inline]
    fn around(&self, public: &Public, (from, to): (Point, Point), room: f64) -> u64 {
        let planks = &self.board.planks;
        let far = |end: Support| planks.lengths[NUMBERS - 1] + placement::inner(planks, end) + room as i32;
        let mut around = 0;
        for support in spaces(VILLAGES | u64::from(public.stones) << COLOURS) {
            let at = self.centre(public, support.0);
            around |= u64::from(!rectangles_apart((from, to), (at, at), far(support.0))) << support.0;
        }
        around
    }

    /// What may be in the way of planks that come within `room` of what lies between two points.
    #[inline]
    fn nearby(&self, public: &Public, ends: (Point, Point), room: f64) -> Nearby {
        let far = self.board.planks.lengths[NUMBERS - 1] + room as i32;
        let near =
            |from: Point, to: Point, room: f64| u64::from(!rectangles_apart(ends, (from, to), far + room as i32));
        let mut nearby = Nearby {
            villages: 0,
            stones: 0,
            planks: 0,
        };
        for space in spaces(public.laid) {
            let lie = space.slot().map_or(Plank::AWAY.lie, |slot| public.planks[slot].lie);
            nearby.planks |= near(lie.from, lie.to, BESIDE_PLANK) << space.0;
        }
        for slot in bits(public.stones) {
            let at = public.points[slot];
            nearby.stones |= (near(at, at, BESIDE_STONE) as u32) << slot;
        }
        for (at, village) in self.board.villages.iter().enumerate().take(COLOURS) {
            nearby.villages |= (near(village.centre, village.centre, BESIDE_VILLAGE) as u8) << at;
        }
        nearby
    }

    /// Of these planks on a line those that none of these pieces forbids.
    fn free_among(&self, public: &Public, line: &SupportSegment, planks: u32, nearby: Nearby) -> u32 {
        let mut free = planks;
        // No plank on the line leaves this rectangle.
        let [low, high] = line.gap.corners(self.board.planks.lengths[NUMBERS - 1]);
        let off = |from: Point, to: Point, room: f64| rectangles_apart((low, high), (from, to), room as i32);
        for slot in spaces(nearby.planks).filter_map(Space::slot) {
            let plank = &public.planks[slot];
            if off(plank.lie.from, plank.lie.to, BESIDE_PLANK) {
                continue;
            }
            free &= !self.barred_by_plank(public, line, free, plank);
            if free == 0 {
                return 0;
            }
        }
        if self.rules.third_stone == ThirdStone::Forbid {
            for slot in bits(nearby.stones) {
                let at = public.points[slot];
                if off(at, at, BESIDE_STONE) {
                    continue;
                }
                free &= !self.barred_by_stone(line, free, slot, at);
                if free == 0 {
                    return 0;
                }
            }
        }
        for village in bits(nearby.villages) {
            free &= !self.barred_by_village(line, free, village);
        }
        free
    }

    #[inline]
    fn each_near_pair(public: &mut Public, of: u64, mut visit: impl FnMut(&mut Public, Support, Support)) {
        for slot in bits(public.stones & (of >> COLOURS) as u32) {
            let one = COLOURS + slot;
            for other in spaces(public.gaps.reach[one] & of & ((1 << one) - 1)) {
                visit(public, one as Support, other.0);
            }
        }
    }

    /// A stone has come: what could lie at it, and what it forbids.
    pub(super) fn open_gaps(&self, public: &mut Public, slot: usize) {
        let own = (COLOURS + slot) as Support;
        let at = public.points[slot];
        if self.rules.third_stone == ThirdStone::Forbid {
            let around = self.around(public, (at, at), BESIDE_STONE);
            Self::each_near_pair(public, around, |public, one, two| {
                let fits = public.gaps.fits(one, two);
                if fits != 0 && one != own && !self.misses(public, (one, two), (at, at), BESIDE_STONE) {
                    let line = self.line(public, one, two);
                    public.gaps.fits[pair(one, two)] &= !self.barred_by_stone(&line, fits, slot, at);
                }
            });
        }
        let nearby = self.nearby(public, (at, at), f64::from(placement::inner(&self.board.planks, own)));
        let others = VILLAGES | u64::from(public.stones) << COLOURS;
        for other in spaces(others & !(1 << own)) {
            let square = placement::square_of(at, self.centre(public, other.0));
            let place = pair(own, other.0);
            public.gaps.set_hops(own, other.0, self.hops(square, own, other.0));
            let reach = placement::reach(&self.board.planks, own, other.0, NUMBERS as u8);
            if square <= reach * reach {
                public.gaps.reach[usize::from(own)] |= other.bit();
                public.gaps.reach[usize::from(other.0)] |= 1 << own;
                let line = self.line(public, own, other.0);
                public.gaps.fits[place] = self.free_among(public, &line, self.long(public, own, other.0), nearby);
            }
        }
    }

    /// A stone has gone, with nothing upon it: nothing can lie at it, and what it forbade is judged again.
    pub(super) fn shut_gaps(&self, public: &mut Public, slot: usize) {
        let own = (COLOURS + slot) as Support;
        for other in spaces(std::mem::take(&mut public.gaps.reach[usize::from(own)])) {
            public.gaps.reach[usize::from(other.0)] &= !(1 << own);
            public.gaps.fits[pair(own, other.0)] = 0;
        }
        let others = VILLAGES | u64::from(public.stones) << COLOURS;
        for other in spaces(others & !(1 << own)) {
            public.gaps.set_hops(own, other.0, 0);
        }
        let at = public.points[slot];
        if self.rules.third_stone == ThirdStone::Forbid {
            let nearby = self.nearby(public, (at, at), BESIDE_STONE);
            let around = self.around(public, (at, at), BESIDE_STONE);
            Self::each_near_pair(public, around, |public, one, two| {
                if !self.misses(public, (one, two), (at, at), BESIDE_STONE) {
                    self.judge_again(public, (one, two), nearby, |_, line, bits| {
                        self.barred_by_stone(line, bits, slot, at)
                    });
                }
            });
        }
    }

    /// A plank has come: what it forbids.
    pub(super) fn bar_gaps(&self, public: &mut Public, slot: usize) {
        let plank = public.planks[slot];
        let ends = (plank.lie.from, plank.lie.to);
        let around = self.around(public, ends, BESIDE_PLANK);
        Self::each_near_pair(public, around, |public, one, two| {
            let fits = public.gaps.fits(one, two);
            if fits != 0 && !self.misses(public, (one, two), ends, BESIDE_PLANK) {
                let line = self.line(public, one, two);
                let barred = self.barred_by_plank(public, &line, fits, &plank);
                public.gaps.fits[pair(one, two)] &= !barred;
            }
        });
    }

    /// A plank has gone: what it forbade is judged again.
    pub(super) fn free_gaps(&self, public: &mut Public, gone: &Plank) {
        let ends = (gone.lie.from, gone.lie.to);
        let nearby = self.nearby(public, ends, BESIDE_PLANK);
        let around = self.around(public, ends, BESIDE_PLANK);
        Self::each_near_pair(public, around, |public, one, two| {
            if !self.misses(public, (one, two), ends, BESIDE_PLANK) {
                self.judge_again(public, (one, two), nearby, |public, line, bits| {
                    self.barred_by_plank(public, line, bits, gone)
                });
            }
        });
    }

    /// Judges again, by what is nearby, what does not fit between two supports and is among what `barred` says of it.
    #[inline]
    fn judge_again(
        &self,
        public: &mut Public,
        (one, two): (Support, Support),
        nearby: Nearby,
        barred: impl Fn(&Public, &SupportSegment, u32) -> u32,
    ) {
        let place = pair(one, two);
        let missing = self.long(public, one, two) & !public.gaps.fits[place];
        if missing != 0 {
            let line = self.line(public, one, two);
            let opened = barred(public, &line, missing);
            if opened != 0 {
                public.gaps.fits[place] |= self.free_among(public, &line, opened, nearby);
            }
        }
    }

    /// All of it afresh, for a position that was set up by hand.
    pub(super) fn survey_gaps(&self, public: &mut Public) {
        public.gaps = Gaps::NONE;
        for one in 0..COLOURS as Support {
            for two in 0..one {
                let square = placement::square_of(self.centre(public, one), self.centre(public, two));
                public.gaps.set_hops(one, two, self.hops(square, one, two));
            }
        }
        let stones = std::mem::take(&mut public.stones);
        let laid = std::mem::take(&mut public.laid);
        for slot in bits(stones) {
            public.stones |= 1 << slot;
            self.open_gaps(public, slot);
        }
        for space in spaces(laid) {
            public.laid |= space.bit();
            if let Some(slot) = space.slot() {
                self.bar_gaps(public, slot);
            }
        }
    }
}
