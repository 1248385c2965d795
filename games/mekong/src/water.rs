//! Stones at any point: on the expert side, or off the middle of their islands (RD-77 to RD-80, RD-R28). Every place is
//! judged by itself, with the pieces on the board; what is judged of planks is kept in [`super::plank_sites`], and which points are
//! worth offering is told by [`super::candidate_points`].

use super::Mekong;
use super::board::{Capsule, Point, Slide, Support, placement};
use super::plank_sites::{EVERY, every_slide, slides};
use super::rules::{Side, ThirdStone};
use super::state::{COLOURS, NONE, Plank, Public, Space, number_of, spaces};
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
