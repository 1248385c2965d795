//! How a plank lies and what it touches, and where in the water a stone may lie.

use arrayvec::ArrayVec;

use super::{Board, Capsule, FRAME, HALF_WIDTH, Planks, Point, SIZE, STONE, Slide, Support, VILLAGE, Village};

/// Least distance between the axes of two planks.
const CLEAR_OF_PLANK: f64 = 2.0 * HALF_WIDTH as f64;

type Spot = (f64, f64);
type Axis = (Spot, Spot);

pub fn radius(support: Support) -> i32 {
    if support < 6 { VILLAGE } else { STONE }
}

/// How far behind its middle a plank covers a support at least.
#[inline]
pub fn inner(planks: &Planks, support: Support) -> i32 {
    radius(support) - planks.bearing
}

/// Largest distance between the centres of two supports that the plank of this number spans; none without such a number.
#[inline]
pub fn reach(planks: &Planks, a: Support, b: Support, number: u8) -> i64 {
    let length = planks.lengths.get(usize::from(number).wrapping_sub(1));
    length.map_or(0, |length| {
        i64::from(length + radius(a) + radius(b) - 2 * planks.bearing)
    })
}

/// The line from one support to another, on which planks of every number lie.
#[derive(Clone, Copy, Debug)]
pub struct SupportLine {
    from: Point,
    ux: f64,
    uy: f64,
    /// How far behind its middle a plank covers the first support at least, and where it covers the second.
    near: f64,
    far: f64,
    /// The outer edges of the two supports: the middle of a plank lies between them, or it would tip.
    edges: [f64; 2],
}

impl SupportLine {
    /// The line between two supports at different places. One fixed order of IEEE operations, so that it is the same
    /// everywhere.
    #[inline]
    pub fn new(planks: &Planks, [(a, from), (b, to)]: [(Support, Point); 2]) -> Self {
        let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let d = (square_of(from, to) as f64).sqrt();
        let inner = |support| f64::from(inner(planks, support));
        SupportLine {
            from,
            ux: dx / d,
            uy: dy / d,
            near: inner(a),
            far: d - inner(b),
            edges: [-f64::from(radius(a)), d + f64::from(radius(b))],
        }
    }

    /// How a plank of this length lies there, if it reaches, which is the caller's matter. Rounded once.
    #[inline]
    pub fn lie(&self, length: i32, slide: Slide) -> Capsule {
        let length = f64::from(length);
        let (lo, hi) = (self.far - length, self.near);
        let [first, last] = self.edges.map(|edge| edge - length / 2.0);
        let begin = match slide {
            Slide::Mid => f64::midpoint(lo, hi),
            Slide::OverA => lo.max(first),
            Slide::OverB => hi.min(last),
        };
        let end = |t: f64| {
            Point::new(
                floor(f64::from(self.from.x) + self.ux * t + 0.5),
                floor(f64::from(self.from.y) + self.uy * t + 0.5),
            )
        };
        Capsule {
            from: end(begin),
            to: end(begin + length),
        }
    }
}

/// The largest whole number that is not larger; the compiler's own is a call.
#[inline]
fn floor(value: f64) -> i32 {
    let cut = value as i32;
    cut - i32::from(f64::from(cut) > value)
}

/// The plank of this number between two supports, if it reaches. Whether it does is settled in whole numbers.
#[inline]
pub fn between(planks: &Planks, ends: [(Support, Point); 2], number: u8, slide: Slide) -> Option<Capsule> {
    let [(a, from), (b, to)] = ends;
    let square = square_of(from, to);
    let reach = reach(planks, a, b, number);
    if square > reach * reach || square == 0 {
        return None;
    }
    let length = *planks.lengths.get(usize::from(number).wrapping_sub(1))?;
    Some(SupportLine::new(planks, ends).lie(length, slide))
}

#[inline]
pub fn square_of(one: Point, two: Point) -> i64 {
    let (dx, dy) = (i64::from(two.x) - i64::from(one.x), i64::from(two.y) - i64::from(one.y));
    dx * dx + dy * dy
}

/// Is a point nearer to the axis of a plank than `limit`? Exact: no number is rounded.
#[inline]
fn nearer(lie: Capsule, at: Point, limit: i32) -> bool {
    let vector = |from: Point, to: Point| (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let limit = i64::from(limit) * i64::from(limit);
    let ((dx, dy), (px, py)) = (vector(lie.from, lie.to), vector(lie.from, at));
    let (square, along) = (dx * dx + dy * dy, px * dx + py * dy);
    if along <= 0 {
        return px * px + py * py < limit;
    }
    if along >= square {
        return square_of(lie.to, at) < limit;
    }
    let cross = px * dy - py * dx;
    cross * cross < limit * square
}

/// Would a stone here lie under the plank, or the plank on the stone?
#[inline]
pub fn covers(lie: Capsule, stone: Point) -> bool {
    nearer(lie, stone, STONE + HALF_WIDTH)
}

/// Does the plank touch a village here?
#[inline]
pub fn touches_village(lie: Capsule, village: Point) -> bool {
    nearer(lie, village, VILLAGE + HALF_WIDTH)
}

fn spot(at: Point) -> Spot {
    (f64::from(at.x), f64::from(at.y))
}

fn axis(lie: Capsule) -> Axis {
    (spot(lie.from), spot(lie.to))
}

#[inline]
fn square_to(at: Spot, (from, to): Axis) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (at.0 - from.0, at.1 - from.1);
    let (square, along) = (dx * dx + dy * dy, px * dx + py * dy);
    if along <= 0.0 {
        return px * px + py * py;
    }
    if along >= square {
        let (qx, qy) = (at.0 - to.0, at.1 - to.1);
        return qx * qx + qy * qy;
    }
    let cross = px * dy - py * dx;
    cross * cross / square
}

fn square_apart(one: Axis, two: Axis) -> f64 {
    let side = |p: Spot, (a, b): Axis| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let parted = |one: Axis, two: Axis| side(one.0, two) * side(one.1, two) < 0.0;
    if parted(one, two) && parted(two, one) {
        return 0.0;
    }
    let ends = [
        square_to(one.0, two),
        square_to(one.1, two),
        square_to(two.0, one),
        square_to(two.1, one),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

fn outside((from, to): Axis, centre: Spot, radius: f64) -> ArrayVec<Axis, 2> {
    let mut parts = ArrayVec::new();
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (fx, fy) = (from.0 - centre.0, from.1 - centre.1);
    let (a, b, c) = (
        dx * dx + dy * dy,
        fx * dx + fy * dy,
        fx * fx + fy * fy - radius * radius,
    );
    let root = b * b - a * c;
    if root <= 0.0 {
        parts.push((from, to));
        return parts;
    }
    let root = root.sqrt();
    let (enter, leave) = ((-b - root) / a, (-b + root) / a);
    let at = |t: f64| (from.0 + t * dx, from.1 + t * dy);
    if enter > 0.0 {
        parts.push((from, at(enter.min(1.0))));
    }
    if leave < 1.0 {
        parts.push((at(leave.max(0.0)), to));
    }
    parts
}

/// Does the second plank lie wholly on one side of the line of the first, far enough from it? Exact, and quick.
#[inline]
fn beside(one: Capsule, two: Capsule) -> bool {
    let vector = |from: Point, to: Point| (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let (dx, dy) = vector(one.from, one.to);
    let off = |at: Point| {
        let (px, py) = vector(one.from, at);
        px * dy - py * dx
    };
    let (from, to) = (off(two.from), off(two.to));
    let least = from.abs().min(to.abs());
    let gap = i64::from(2 * HALF_WIDTH);
    (from > 0) == (to > 0) && least * least >= gap * gap * (dx * dx + dy * dy)
}

/// Do two planks lie on each other, elsewhere than on the support they share?
pub fn clash(one: Capsule, two: Capsule, shared: Option<(Support, Point)>) -> bool {
    let gap = 2 * HALF_WIDTH;
    let near = |a: (i32, i32), b: (i32, i32)| a.0 - gap < b.1 && b.0 - gap < a.1;
    let range = |a: i32, b: i32| (a.min(b), a.max(b));
    if !near(range(one.from.x, one.to.x), range(two.from.x, two.to.x))
        || !near(range(one.from.y, one.to.y), range(two.from.y, two.to.y))
    {
        return false;
    }
    if beside(one, two) || beside(two, one) {
        return false;
    }
    let limit = CLEAR_OF_PLANK * CLEAR_OF_PLANK;
    let (one, two) = (axis(one), axis(two));
    let Some((end, centre)) = shared else {
        return square_apart(one, two) < limit;
    };
    let part = |axis| outside(axis, spot(centre), f64::from(radius(end)));
    let (ones, twos) = (part(one), part(two));
    ones.iter()
        .any(|one| twos.iter().any(|two| square_apart(*one, *two) < limit))
}

/// Is a stone here wholly in water, whatever else lies on the board?
pub fn in_water(board: &Board, at: Point) -> bool {
    let edge = FRAME + STONE;
    let inside = |value: i32| (edge..=SIZE - edge).contains(&value);
    let keeps = |point: Point, distance: i32| square_of(at, point) >= i64::from(distance) * i64::from(distance);
    let clear = |village: &Village| {
        let [left, top, right, bottom] = village.neck;
        let bank = Point::new(at.x.max(left).min(right), at.y.max(top).min(bottom));
        keeps(village.centre, VILLAGE + STONE) && keeps(bank, STONE)
    };
    inside(at.x) && inside(at.y) && board.villages.iter().all(clear)
}

#[inline]
pub fn too_near(one: Point, two: Point) -> bool {
    square_of(one, two) < i64::from(2 * STONE) * i64::from(2 * STONE)
}
