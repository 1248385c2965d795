//! Points of the water worth offering for a stone. The engine judges any point exactly, and any legal one may be played;
//! these are the ones that a bot chooses from. They depend on the position alone, come in the order of y and x, none
//! twice, and nothing is allocated.
//!
//! Rings: round every support with room, 2 mm within the reach of each plank of the reserve, 72 directions. Meetings:
//! where two such rings of two supports cross, so that a stone there bridges what no plank can, or joins what stands
//! apart. And a hexagonal grid, pitch 8 mm, for the rest of the water ([`super::grid`]).
//!
//! A stone is placed in two steps: a patch of the water with a point of the grid that is free, then a point in it, of the
//! grid, of a ring, or where rings of the longest plank meet. With `candidates = "full"` all points of the board come in
//! one list with all meetings, some 3,000 points long, 14,000 at most. With `candidates = "coarse"` lists are a tenth as long:
//! eight directions for the longest and the shortest plank, meetings of longest planks over gaps too wide for one, a third
//! of the grid's points each way.

use arrayvec::ArrayVec;

use super::Mekong;
use super::board::{Board, Point, SIZE, Support, placement};
use super::grid::{self, COLUMNS, Grid, Patch, ROWS};
use super::rules::{Candidates, Side};
use super::state::{COLOURS, Move, NONE, NUMBERS, Public, SUPPORTS, spaces};
use balance_engine::Seat;

/// Only every third point of every third row, where few are offered.
const THIRD: i32 = 3;
/// How far inside a plank's reach a stone is put.
const SPARE: f64 = 20.0;
/// Directions of a ring, and every how many-th of them is looked at where few points are offered.
const DIRECTIONS: usize = 72;
const SPARSE: usize = 9;
/// Points of a patch at most.
const IN_PATCH: usize = 1 << 12;
/// Points of a list at most, before the same ones are told apart.
const MOST: usize = 1 << 15;

#[derive(Clone, Debug)]
pub struct Shoals {
    /// Points of the grid that are water.
    pub wet: Grid,
    /// Of these the ones that are offered where few are.
    coarse: Vec<Point>,
    /// Points of a ring from its middle: round a village or a stone, by number less 1.
    rings: [[[(i16, i16); DIRECTIONS]; NUMBERS]; 2],
    /// Their radii.
    radii: [[f64; NUMBERS]; 2],
}

impl Shoals {
    pub fn new(board: &Board) -> Self {
        let coarse = (0..ROWS).step_by(THIRD as usize).flat_map(|row| {
            let columns = (0..COLUMNS).filter(move |column| (column + (row & 1)) % THIRD == 0);
            columns.map(move |column| grid::point(row, column))
        });
        let coarse = coarse.filter(|at| placement::in_water(board, *at)).collect();
        let mut rings = [[[(0, 0); DIRECTIONS]; NUMBERS]; 2];
        let mut radii = [[0.0; NUMBERS]; 2];
        for (kind, support) in [0, COLOURS as Support].into_iter().enumerate() {
            for at in 0..NUMBERS {
                let radius = placement::reach(&board.planks, support, COLOURS as Support, at as u8 + 1) as f64 - SPARE;
                radii[kind][at] = radius;
                for (step, offset) in rings[kind][at].iter_mut().enumerate() {
                    let angle = step as f64 * (std::f64::consts::TAU / DIRECTIONS as f64);
                    *offset = (
                        round(radius * libm::cos(angle)) as i16,
                        round(radius * libm::sin(angle)) as i16,
                    );
                }
            }
        }
        Shoals {
            wet: grid::wet(board),
            coarse,
            rings,
            radii,
        }
    }
}

/// A point as a number; numbers are in the order of y and x.
#[inline]
fn key(at: Point) -> u32 {
    (at.y as u32) << 16 | at.x as u32
}

#[inline]
fn point(key: u32) -> Point {
    Point::new((key & 0xffff) as i32, (key >> 16) as i32)
}

/// Puts points in order and shows each once.
fn each_once(points: &mut [u32], mut push: impl FnMut(Point)) {
    points.sort_unstable();
    let mut last = None;
    for key in points {
        if last != Some(*key) {
            push(point(*key));
            last = Some(*key);
        }
    }
}

impl Mekong {
    pub(super) fn water_has_place(&self, public: &Public, seat: Seat) -> bool {
        if public.stones.count_ones() >= u32::from(self.rules.stones) {
            return false;
        }
        let mut coarse = self.shoals.coarse.iter();
        let some = match (self.rules.side, self.rules.candidates) {
            (Side::Islands, _) => false,
            (Side::Water, Candidates::Coarse) => coarse.any(|at| Self::clear_of_pieces(public, *at)),
            (Side::Water, _) => public.grid.iter().any(|row| *row != 0),
        };
        if some {
            return true;
        }
        let mut some = false;
        self.each_point(public, seat, |_| some = true);
        some
    }

    /// Every choice offered to `seat` for a stone, where stones lie anywhere: patches of water, points in one, or all points.
    pub(super) fn each_water_place(&self, public: &Public, seat: Seat, mut push: impl FnMut(Move)) {
        if self.rules.side == Side::Water && self.rules.candidates == Candidates::Patches {
            if public.patch != NONE {
                self.each_point_of(public, seat, Patch::new(public.patch), |at| push(Move::Stone(at)));
                return;
            }
            let mut some = false;
            grid::each_patch(&public.grid, |patch| {
                some = true;
                push(Move::Patch(patch));
            });
            if some {
                return;
            }
        }
        self.each_point(public, seat, |at| push(Move::Stone(at)));
    }

    /// Every point offered to `seat` for a stone; all are legal, none comes twice. Its list takes a lot of room, which whoever
    /// comes without it must not pay for.
    #[inline(never)]
    pub(super) fn each_point(&self, public: &Public, seat: Seat, push: impl FnMut(Point)) {
        if self.rules.side == Side::Islands {
            self.each_island_point(public, push);
            return;
        }
        let mut list: ArrayVec<u32, MOST> = ArrayVec::new();
        self.each_reach(public, seat, |at| {
            if self.is_free(public, at) {
                // Far more than a position has ever offered; what did not fit would be the last, in every run the same.
                let _ = list.try_push(key(at));
            }
        });
        if self.rules.candidates == Candidates::Coarse {
            let grid = self.shoals.coarse.iter().copied();
            list.extend(grid.filter(|at| Self::clear_of_pieces(public, *at)).map(key));
        } else {
            list.extend(grid::points(&public.grid).map(key));
        }
        each_once(&mut list, push);
    }

    /// May a stone lie here, in water and clear of all pieces?
    #[inline]
    fn is_free(&self, public: &Public, at: Point) -> bool {
        placement::in_water(&self.board, at) && Self::clear_of_pieces(public, at)
    }

    /// The ring of a support for the plank of a number, straight towards a point first and from there to both sides in
    /// turn, to the `left` first or to the right: of each direction its point, if it is offered in a patch.
    pub(super) fn ring(
        &self,
        public: &Public,
        (support, number): (Support, u8),
        (from, towards): (Point, Point),
        left: bool,
    ) -> impl Iterator<Item = Option<Point>> {
        let kind = usize::from(usize::from(support) >= COLOURS);
        let ring = &self.shoals.rings[kind][usize::from(number) - 1];
        let (dx, dy) = (f64::from(towards.x - from.x), f64::from(towards.y - from.y));
        let turn = libm::atan2(dy, dx) * (DIRECTIONS as f64 / std::f64::consts::TAU);
        let straight = (turn + DIRECTIONS as f64 + 0.5) as usize;
        (0..DIRECTIONS).map(move |step| {
            let aside = step.div_ceil(2);
            let direction = if (step % 2 == 1) == left {
                straight + DIRECTIONS - aside
            } else {
                straight + aside
            };
            let (x, y) = ring[direction % DIRECTIONS];
            let at = Point::new(from.x + i32::from(x), from.y + i32::from(y));
            (Patch::new(Patch::containing(at)).is_open(&public.grid) && self.is_free(public, at)).then_some(at)
        })
    }

    /// Every point offered to `seat` for a stone in a patch of the water: of the grid, of the rings, and where rings of the
    /// longest plank meet. All are legal, none comes twice.
    pub(super) fn each_point_of(&self, public: &Public, seat: Seat, patch: Patch, push: impl FnMut(Point)) {
        let [low, high] = patch.corners();
        let mut list: ArrayVec<u32, IN_PATCH> = ArrayVec::new();
        list.extend(patch.points(&public.grid).map(key));
        let mut offer = |at: Point| {
            let inside = low.x <= at.x && at.x <= high.x && low.y <= at.y && at.y <= high.y;
            if inside && self.is_free(public, at) {
                // Far more than a patch has ever offered; what did not fit would be the last, in every run the same.
                let _ = list.try_push(key(at));
            }
        };
        let reserve = &public.reserves[seat];
        let numbers: ArrayVec<usize, NUMBERS> = (0..NUMBERS).filter(|at| reserve[*at] != NONE).collect();
        let mut longest: ArrayVec<(Point, f64), SUPPORTS> = ArrayVec::new();
        for support in spaces(self.roomy(public)) {
            let kind = usize::from(usize::from(support.0) >= COLOURS);
            let from = self.centre(public, support.0);
            let (nearest, furthest) = apart_from(from, low, high);
            for number in &numbers {
                // A ring is rounded.
                let radius = self.shoals.radii[kind][*number];
                let (least, most) = (radius - 1.0, radius + 1.0);
                if most * most < nearest as f64 || least * least > furthest as f64 {
                    continue;
                }
                for (x, y) in &self.shoals.rings[kind][*number] {
                    offer(Point::new(from.x + i32::from(*x), from.y + i32::from(*y)));
                }
                if Some(number) == numbers.last() {
                    longest.push((from, radius));
                }
            }
        }
        for (at, (from, radius)) in longest.iter().enumerate() {
            for (to, other) in &longest[at + 1..] {
                MiddlePair::new(*from, *to).meet(*radius, *other, &mut offer);
            }
        }
        each_once(&mut list, push);
    }

    /// Points within reach of the planks of the reserve: on the rings of all supports with room, and where two meet.
    fn each_reach(&self, public: &Public, seat: Seat, mut push: impl FnMut(Point)) {
        let reserve = &public.reserves[seat];
        let mut numbers: ArrayVec<usize, NUMBERS> = (0..NUMBERS).filter(|at| reserve[*at] != NONE).collect();
        let Some(longest) = numbers.last().copied() else {
            return;
        };
        let full = self.rules.candidates != Candidates::Coarse;
        if !full && numbers.len() > 2 {
            numbers = [numbers[0], longest].into_iter().collect();
        }
        let step = if full { 1 } else { SPARSE };
        let mut supports: ArrayVec<(Support, Point), SUPPORTS> = ArrayVec::new();
        for support in spaces(self.roomy(public)) {
            supports.push((support.0, self.centre(public, support.0)));
        }
        let kind = |support: Support| usize::from(usize::from(support) >= COLOURS);
        for (at, (one, from)) in supports.iter().enumerate() {
            for number in &numbers {
                for (x, y) in self.shoals.rings[kind(*one)][*number].iter().step_by(step) {
                    push(Point::new(from.x + i32::from(*x), from.y + i32::from(*y)));
                }
            }
            let radii = &self.shoals.radii[kind(*one)];
            for (two, to) in &supports[at + 1..] {
                let others = &self.shoals.radii[kind(*two)];
                let pair = MiddlePair::new(*from, *to);
                if full {
                    for one in &numbers {
                        for two in &numbers {
                            pair.meet(radii[*one], others[*two], &mut push);
                        }
                    }
                    continue;
                }
                let joined = placement::reach(&self.board.planks, *one, *two, longest as u8 + 1) as f64;
                if pair.square > joined * joined {
                    pair.meet(radii[longest], others[longest], &mut push);
                }
            }
        }
    }

    /// The middle of every island that a stone may lie on, and four points at the edge of what it allows.
    fn each_island_point(&self, public: &Public, mut push: impl FnMut(Point)) {
        for island in &self.board.islands {
            for (x, y) in [(0, 0), (30, 0), (0, 30), (-30, 0), (0, -30)] {
                let at = Point::new(island.x + x, island.y + y);
                if self.point_fits(public, at) {
                    push(at);
                }
            }
        }
    }
}

/// Squared distances of the nearest and the furthest point of a rectangle.
fn apart_from(from: Point, low: Point, high: Point) -> (i64, i64) {
    let nearest = Point::new(from.x.clamp(low.x, high.x), from.y.clamp(low.y, high.y));
    let further = |at: i32, low: i32, high: i32| if at - low > high - at { low } else { high };
    let furthest = Point::new(further(from.x, low.x, high.x), further(from.y, low.y, high.y));
    (
        placement::square_of(from, nearest),
        placement::square_of(from, furthest),
    )
}

/// The nearest whole number; `value` stays within the board's size.
#[inline]
fn round(value: f64) -> i32 {
    const SHIFT: i32 = 4 * SIZE;
    (value + (f64::from(SHIFT) + 0.5)) as i32 - SHIFT
}

/// Two middles, and how they lie.
struct MiddlePair {
    one: Point,
    dx: f64,
    dy: f64,
    square: f64,
    /// One divided by the square.
    inverse: f64,
}

impl MiddlePair {
    fn new(one: Point, two: Point) -> Self {
        let (dx, dy) = (f64::from(two.x - one.x), f64::from(two.y - one.y));
        let square = dx * dx + dy * dy;
        let inverse = 1.0 / square;
        MiddlePair {
            one,
            dx,
            dy,
            square,
            inverse,
        }
    }

    /// The points at these distances from the two, if there are any.
    #[inline]
    fn meet(&self, r1: f64, r2: f64, push: &mut impl FnMut(Point)) {
        let (one, dx, dy, square, inverse) = (self.one, self.dx, self.dy, self.square, self.inverse);
        if square >= (r1 + r2) * (r1 + r2) || square <= (r1 - r2) * (r1 - r2) {
            return;
        }
        let along = (square + r1 * r1 - r2 * r2) * inverse * 0.5;
        let across = (r1 * r1 * inverse - along * along).max(0.0).sqrt();
        for side in [across, -across] {
            push(Point::new(
                one.x + round(along * dx - side * dy),
                one.y + round(along * dy + side * dx),
            ));
        }
    }
}
