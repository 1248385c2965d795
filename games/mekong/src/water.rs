//! Stones at any point: on the expert side, or off the middle of their islands (RD-77 to RD-80, RD-R28). Every place is
//! judged by itself, with the pieces on the board; which points are worth offering is told by [`super::candidate_points`].
//!
//! What is judged of planks is kept ([`Gaps`]): every pair of supports in reach of the longest plank has a bit for each number and
//! slide. A piece that comes is held against what was possible, a piece that goes lets only those be judged again that it
//! forbade. Pairs that are too far away for that are left alone.

use super::Mekong;
use super::board::{Capsule, Point, Slide, Support, placement};
use super::distance::MOST_HOPS;
use super::rules::{Side, ThirdStone};
use super::spans::numbers_of;
use super::state::{COLOURS, NONE, NUMBERS, Plank, Public, SUPPORTS, Space, VILLAGES, number_of, spaces};
use balance_kit::bits;

/// How far the centre of a stone may lie from the centre of its island.
const SLACK: i32 = 30;
/// Far enough from both ends of a plank's axis to be clear of it.
const FAR: i32 = 170;
/// The same for a village.
const FAR_OF_VILLAGE: i32 = 330;

/// Where the spare length of a plank may be, in the order in which it is offered.
pub const SLIDES: [Slide; 3] = [Slide::Mid, Slide::OverA, Slide::OverB];

/// Pieces that may be in the way.
#[derive(Clone, Copy)]
pub(super) struct Nearby {
    /// Villages, as bits.
    pub villages: u8,
    /// Slots, as bits.
    pub stones: u32,
    /// Spaces, as bits.
    pub planks: u64,
}

/// Can this stone touch this plank at all?
#[inline]
fn near(lie: Capsule, at: Point) -> bool {
    within(lie, at, FAR)
}

/// Is a point in the rectangle round a plank that is `far` wider on all sides?
#[inline]
fn within(lie: Capsule, at: Point, far: i32) -> bool {
    let between = |value: i32, a: i32, b: i32| a.min(b) - far <= value && value <= a.max(b) + far;
    between(at.x, lie.from.x, lie.to.x) && between(at.y, lie.from.y, lie.to.y)
}

impl Mekong {
    #[inline]
    pub(super) fn centre(&self, public: &Public, support: Support) -> Point {
        let at = usize::from(support);
        if at < COLOURS {
            self.board.villages[at].centre
        } else {
            public.points[at - COLOURS]
        }
    }

    /// May a stone lie at this point (RD-43, RD-44, RD-79)?
    pub(super) fn point_fits(&self, public: &Public, at: Point) -> bool {
        if public.stones.count_ones() >= u32::from(self.rules.stones) {
            return false;
        }
        let place = match self.rules.side {
            Side::Water => placement::in_water(&self.board, at),
            Side::Islands => self
                .island_at(at)
                .is_some_and(|island| public.stones >> island & 1 == 0),
        };
        place && Self::clear_of_pieces(public, at)
    }

    /// Does a stone here keep clear of stones and planks?
    #[inline]
    pub(super) fn clear_of_pieces(public: &Public, at: Point) -> bool {
        if bits(public.stones).any(|slot| placement::too_near(public.points[slot], at)) {
            return false;
        }
        let lies = spaces(public.laid).filter_map(Space::slot);
        let mut lies = lies.map(|slot| public.planks[slot].lie);
        lies.all(|lie| !near(lie, at) || !placement::covers(lie, at))
    }

    /// The island on which a stone with this centre lies wholly.
    pub(super) fn island_at(&self, at: Point) -> Option<usize> {
        self.board.islands.iter().position(|island| {
            let (dx, dy) = ((at.x - island.x).abs(), (at.y - island.y).abs());
            dx <= SLACK && dy <= SLACK && dx * dx + dy * dy <= SLACK * SLACK
        })
    }

    /// Slot of the stone that is put at a point: its island, or in open water the first that is free.
    pub(super) fn slot_for(&self, public: &Public, at: Point) -> usize {
        match self.rules.side {
            Side::Water => public.stones.trailing_ones() as usize,
            Side::Islands => self.island_at(at).unwrap_or_default(),
        }
    }

    /// Villages in their order, then stones from the oldest: where planks measure from.
    #[inline]
    fn rank(public: &Public, support: Support) -> u32 {
        let at = usize::from(support);
        match at.checked_sub(COLOURS) {
            None => at as u32,
            Some(slot) => COLOURS as u32 + u32::from(public.serials[slot]),
        }
    }

    /// Two supports, the older first: from it planks measure.
    #[inline]
    pub(super) fn in_order(public: &Public, one: Support, two: Support) -> (Support, Support) {
        if Self::rank(public, one) < Self::rank(public, two) {
            (one, two)
        } else {
            (two, one)
        }
    }

    /// Pairs of supports with room that no plank joins yet and that the longest plank spans, with those of the planks `wanted` that
    /// fit there, as bits, if some do; stops when `visit` says false.
    #[inline]
    fn each_pair(&self, public: &Public, wanted: u32, mut visit: impl FnMut(Support, Support, u32) -> bool) {
        let roomy = self.roomy(public);
        for one in spaces(roomy) {
            let later = roomy & (!1 << one.0) & public.gaps.reach[usize::from(one.0)];
            for two in spaces(later) {
                let fits = public.gaps.fits(one.0, two.0) & wanted;
                if fits == 0 || public.on[usize::from(one.0)] & public.on[usize::from(two.0)] != 0 {
                    continue;
                }
                let (a, b) = Self::in_order(public, one.0, two.0);
                if !visit(a, b, fits) {
                    return;
                }
            }
        }
    }

    /// The plank of this number between two supports, if it can lie there now (RD-32 to RD-37).
    pub(super) fn plank_fits(
        &self,
        public: &Public,
        gap: (Support, Support),
        number: u8,
        slide: Slide,
    ) -> Option<Capsule> {
        let lie = placement::between(&self.board.planks, self.places(public, gap), number, slide)?;
        let all = Nearby {
            villages: 0x3f,
            stones: public.stones,
            planks: public.laid,
        };
        self.clear_among(public, gap, lie, all).then_some(lie)
    }

    /// Two supports with where they are.
    #[inline]
    pub(super) fn places(&self, public: &Public, (a, b): (Support, Support)) -> [(Support, Point); 2] {
        [a, b].map(|support| (support, self.centre(public, support)))
    }

    /// Is a plank between these two clear of all these pieces?
    #[inline]
    pub(super) fn clear_among(
        &self,
        public: &Public,
        (a, b): (Support, Support),
        lie: Capsule,
        nearby: Nearby,
    ) -> bool {
        let touched = |at: usize| {
            let other = at != usize::from(a) && at != usize::from(b);
            let centre = self.board.villages[at].centre;
            other && within(lie, centre, FAR_OF_VILLAGE) && placement::touches_village(lie, centre)
        };
        if (0..COLOURS).any(|at| nearby.villages >> at & 1 == 1 && touched(at)) {
            return false;
        }
        if self.rules.third_stone == ThirdStone::Forbid
            && bits(nearby.stones).any(|slot| Self::stone_bars(public, (a, b), lie, slot))
        {
            return false;
        }
        let mut slots = spaces(nearby.planks).filter_map(Space::slot);
        slots.all(|slot| !self.plank_bars(public, (a, b), lie, &public.planks[slot]))
    }

    /// Does a stone forbid a plank between these two that lies so?
    #[inline]
    pub(super) fn stone_bars(public: &Public, (a, b): (Support, Support), lie: Capsule, slot: usize) -> bool {
        let support = (COLOURS + slot) as Support;
        let at = public.points[slot];
        support != a && support != b && near(lie, at) && placement::covers(lie, at)
    }

    /// Does a plank forbid another between these two that lies so?
    #[inline]
    pub(super) fn plank_bars(&self, public: &Public, (a, b): (Support, Support), lie: Capsule, plank: &Plank) -> bool {
        let shared = [a, b].into_iter().find(|end| *end == plank.a || *end == plank.b);
        let shared = shared.map(|end| (end, self.centre(public, end)));
        placement::clash(lie, plank.lie, shared)
    }

    /// Every way to lay a plank of this number now; stops when `visit` says false.
    pub(super) fn each_water_lay(
        &self,
        public: &Public,
        number: u8,
        gap: (Support, Support),
        mut visit: impl FnMut(Support, Support, Slide) -> bool,
    ) {
        self.each_pair(public, every_slide(number), |a, b, fits| {
            let here = gap.0 == NONE || gap == (a, b);
            !here || slides(fits, number).all(|slide| visit(a, b, slide))
        });
    }

    /// Every gap that a plank of some number could bridge now; stops when `visit` says false.
    pub(super) fn each_water_gap(&self, public: &Public, mut visit: impl FnMut(Support, Support) -> bool) {
        self.each_pair(public, EVERY, |a, b, _| visit(a, b));
    }

    pub(super) fn lie(&self, public: &Public, gap: (Support, Support), number: u8, slide: Slide) -> Capsule {
        placement::between(&self.board.planks, self.places(public, gap), number, slide).unwrap_or_default()
    }

    /// Stones in water and apart, planks as long as they reach, none on another or over a third stone.
    pub(super) fn water_invariant(&self, public: &Public) -> Result<(), String> {
        let stones: Vec<usize> = (0..32).filter(|slot| public.stones >> slot & 1 == 1).collect();
        for (at, slot) in stones.iter().enumerate() {
            let point = public.points[*slot];
            let fine = match self.rules.side {
                Side::Water => placement::in_water(&self.board, point),
                Side::Islands => self.island_at(point) == Some(*slot),
            };
            if !fine
                || stones[..at]
                    .iter()
                    .any(|other| placement::too_near(public.points[*other], point))
            {
                return Err(format!("stone {slot} lies on land or on another stone"));
            }
        }
        let slots: Vec<usize> = spaces(public.laid).filter_map(Space::slot).collect();
        for (at, slot) in slots.iter().enumerate() {
            let plank = &public.planks[*slot];
            let mut without = *public;
            without.laid = slots[..at]
                .iter()
                .fold(0, |set, slot| set | Space::plank(*slot as u8).bit());
            let fits = self.plank_fits(&without, (plank.a, plank.b), number_of(*slot), plank.slide);
            if fits != Some(plank.lie) {
                return Err(format!("plank {slot} lies where it cannot"));
            }
            let twice = slots[..at].iter().any(|other| {
                let other = &public.planks[*other];
                (other.a.min(other.b), other.a.max(other.b)) == (plank.a.min(plank.b), plank.a.max(plank.b))
            });
            if twice || Self::rank(public, plank.a) >= Self::rank(public, plank.b) {
                return Err(format!("plank {slot} lies in a gap twice, or the wrong way round"));
            }
        }
        Ok(())
    }
}

pub const PAIRS: usize = SUPPORTS * (SUPPORTS - 1) / 2;
pub const EVERY: u32 = (1 << (SLIDES.len() * NUMBERS)) - 1;
/// A piece further than this from the axis of a plank is clear of it; ends are rounded, hence the odd units.
const BESIDE_STONE: i32 = 163;
const BESIDE_VILLAGE: i32 = 323;
const BESIDE_PLANK: i32 = 83;

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

/// Does the line through two points leave two others on one side, both further off than this? In whole numbers, without a root.
#[inline]
fn passes((from, to): (Point, Point), ends: (Point, Point), room: i32) -> bool {
    let vector = |at: Point| (i64::from(at.x - from.x), i64::from(at.y - from.y));
    let (dx, dy) = vector(to);
    let aside = |at: Point| {
        let (px, py) = vector(at);
        px * dy - py * dx
    };
    let (one, two) = (aside(ends.0), aside(ends.1));
    let (least, room) = (one.abs().min(two.abs()), i64::from(room));
    (one > 0) == (two > 0) && least * least > room * room * (dx * dx + dy * dy)
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

    /// Of these planks between two supports, as bits, those that lie so that `holds` says yes; it is told the supports, the older
    /// first, from which planks are measured.
    #[inline]
    fn planks_that(
        &self,
        public: &Public,
        (one, two): (Support, Support),
        planks: u32,
        holds: impl Fn((Support, Support), Capsule) -> bool,
    ) -> u32 {
        if planks == 0 {
            return 0;
        }
        let ends = Self::in_order(public, one, two);
        let line = placement::SupportLine::new(&self.board.planks, self.places(public, ends));
        let lengths = self.board.planks.lengths;
        let lie = |at: usize| line.lie(lengths[at / SLIDES.len()], SLIDES[at % SLIDES.len()]);
        bits(planks)
            .filter(|at| holds(ends, lie(*at)))
            .fold(0, |set, at| set | 1 << at)
    }

    /// Supports at both of which planks must rest that come within `room` of what lies between two points, as bits: no part of
    /// a plank is further from a support that carries it than it is long, and as far as it may lie behind.
    #[inline]
    fn around(&self, public: &Public, (from, to): (Point, Point), room: i32) -> u64 {
        let planks = &self.board.planks;
        let far = |end: Support| planks.lengths[NUMBERS - 1] + placement::inner(planks, end) + room;
        let mut around = 0;
        for support in spaces(VILLAGES | u64::from(public.stones) << COLOURS) {
            let at = self.centre(public, support.0);
            around |= u64::from(!rectangles_apart((from, to), (at, at), far(support.0))) << support.0;
        }
        around
    }

    /// What may be in the way of planks that come within `room` of what lies between two points.
    #[inline]
    fn nearby(&self, public: &Public, ends: (Point, Point), room: i32) -> Nearby {
        let far = self.board.planks.lengths[NUMBERS - 1] + room;
        let near = |from: Point, to: Point, room: i32| u64::from(!rectangles_apart(ends, (from, to), far + room));
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

    /// Of these planks between two supports, as bits, those that none of these pieces forbids.
    fn free_among(&self, public: &Public, pair: (Support, Support), planks: u32, nearby: Nearby) -> u32 {
        self.planks_that(public, pair, planks, |ends, lie| {
            self.clear_among(public, ends, lie, nearby)
        })
    }

    /// Every two supports in reach of each other whose planks may come within `room` of what lies between two points: those that
    /// are around, unless the line between them passes on one side.
    #[inline]
    fn each_near_pair(
        &self,
        public: &mut Public,
        ends: (Point, Point),
        room: i32,
        mut visit: impl FnMut(&mut Public, Support, Support),
    ) {
        let around = self.around(public, ends, room);
        for slot in bits(public.stones & (around >> COLOURS) as u32) {
            let one = COLOURS + slot;
            let from = public.points[slot];
            for other in spaces(public.gaps.reach[one] & around & ((1 << one) - 1)) {
                if !passes((from, self.centre(public, other.0)), ends, room) {
                    visit(public, one as Support, other.0);
                }
            }
        }
    }

    /// A stone has come: what could lie at it, and what it forbids.
    pub(super) fn open_gaps(&self, public: &mut Public, slot: usize) {
        let own = (COLOURS + slot) as Support;
        let at = public.points[slot];
        if self.rules.third_stone == ThirdStone::Forbid {
            self.bar(public, (at, at), BESIDE_STONE, |public, ends, lie| {
                Self::stone_bars(public, ends, lie, slot)
            });
        }
        let nearby = self.nearby(public, (at, at), placement::inner(&self.board.planks, own));
        let others = VILLAGES | u64::from(public.stones) << COLOURS;
        for other in spaces(others & !(1 << own)) {
            let square = placement::square_of(at, self.centre(public, other.0));
            public.gaps.set_hops(own, other.0, self.hops(square, own, other.0));
            let reach = placement::reach(&self.board.planks, own, other.0, NUMBERS as u8);
            if square <= reach * reach {
                public.gaps.reach[usize::from(own)] |= other.bit();
                public.gaps.reach[usize::from(other.0)] |= 1 << own;
                let long = self.long(public, own, other.0);
                public.gaps.fits[pair(own, other.0)] = self.free_among(public, (own, other.0), long, nearby);
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
            self.judge_again(public, (at, at), BESIDE_STONE, |public, ends, lie| {
                Self::stone_bars(public, ends, lie, slot)
            });
        }
    }

    /// A plank has come: what it forbids.
    pub(super) fn bar_gaps(&self, public: &mut Public, slot: usize) {
        let plank = public.planks[slot];
        self.bar(
            public,
            (plank.lie.from, plank.lie.to),
            BESIDE_PLANK,
            |public, ends, lie| self.plank_bars(public, ends, lie, &plank),
        );
    }

    /// A plank has gone: what it forbade is judged again.
    pub(super) fn free_gaps(&self, public: &mut Public, gone: &Plank) {
        self.judge_again(
            public,
            (gone.lie.from, gone.lie.to),
            BESIDE_PLANK,
            |public, ends, lie| self.plank_bars(public, ends, lie, gone),
        );
    }

    /// Forbids what `bars` says, of the planks that come within `room` of what lies between two points.
    #[inline]
    fn bar(
        &self,
        public: &mut Public,
        ends: (Point, Point),
        room: i32,
        bars: impl Fn(&Public, (Support, Support), Capsule) -> bool,
    ) {
        self.each_near_pair(public, ends, room, |public, one, two| {
            let fits = public.gaps.fits(one, two);
            let barred = self.planks_that(public, (one, two), fits, |ends, lie| bars(public, ends, lie));
            public.gaps.fits[pair(one, two)] &= !barred;
        });
    }

    /// Judges again what `barred` says was forbidden, of the planks that come within `room` of what lay between two points.
    #[inline]
    fn judge_again(
        &self,
        public: &mut Public,
        ends: (Point, Point),
        room: i32,
        barred: impl Fn(&Public, (Support, Support), Capsule) -> bool,
    ) {
        let nearby = self.nearby(public, ends, room);
        self.each_near_pair(public, ends, room, |public, one, two| {
            let missing = self.long(public, one, two) & !public.gaps.fits(one, two);
            let opened = self.planks_that(public, (one, two), missing, |ends, lie| barred(public, ends, lie));
            public.gaps.fits[pair(one, two)] |= self.free_among(public, (one, two), opened, nearby);
        });
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
