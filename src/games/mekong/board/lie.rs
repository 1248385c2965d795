//! How a plank lies, and what it touches.

use arrayvec::ArrayVec;

use super::{Capsule, Point, Slide, Support};

/// Lengths of the planks 1 to 6.
const LENGTHS: [f64; 6] = [380.0, 490.0, 600.0, 710.0, 820.0, 930.0];
/// What a plank must cover of each support, from its inner rim along the axis.
const BEARING: f64 = 50.0;
/// Least distance between a plank's axis and the centre of a stone that does not carry it.
const CLEAR_OF_STONE: f64 = 160.0;
/// The same for a village.
const CLEAR_OF_VILLAGE: f64 = 320.0;
/// Least distance between the axes of two planks.
const CLEAR_OF_PLANK: f64 = 80.0;

type Spot = (f64, f64);
type Axis = (Spot, Spot);

/// Radius of a village or a stone.
pub fn radius(support: Support) -> f64 {
    if support < 6 { 280.0 } else { 120.0 }
}

/// Largest distance between the centres of two supports that the plank of this number spans.
pub fn reach(a: Support, b: Support, number: u8) -> f64 {
    LENGTHS[usize::from(number) - 1] + radius(a) + radius(b) - 2.0 * BEARING
}

/// The plank of this number between two supports, if it reaches.
pub fn between([(a, from), (b, to)]: [(Support, Point); 2], number: u8, slide: Slide) -> Option<Capsule> {
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let square = dx * dx + dy * dy;
    let reach = reach(a, b, number);
    if square > reach * reach {
        return None;
    }
    let length = LENGTHS[usize::from(number) - 1];
    let d = square.sqrt();
    let (ux, uy) = (dx / d, dy / d);
    let (lo, hi) = (d - (radius(b) - BEARING) - length, radius(a) - BEARING);
    let p = match slide {
        Slide::Mid => f64::midpoint(lo, hi),
        Slide::OverA => lo,
        Slide::OverB => hi,
    };
    let end = |t: f64| Point {
        x: (f64::from(from.x) + ux * t + 0.5).floor() as i32,
        y: (f64::from(from.y) + uy * t + 0.5).floor() as i32,
    };
    Some(Capsule {
        from: end(p),
        to: end(p + length),
    })
}

fn spot(at: Point) -> Spot {
    (f64::from(at.x), f64::from(at.y))
}

fn axis(lie: Capsule) -> Axis {
    (spot(lie.from), spot(lie.to))
}

/// Would a stone here lie under the plank, or the plank on the stone?
#[inline]
pub fn covers(lie: Capsule, stone: Point) -> bool {
    square_to(spot(stone), axis(lie)) < CLEAR_OF_STONE * CLEAR_OF_STONE
}

/// Does the plank touch a village here?
#[inline]
pub fn touches_village(lie: Capsule, village: Point) -> bool {
    square_to(spot(village), axis(lie)) < CLEAR_OF_VILLAGE * CLEAR_OF_VILLAGE
}

/// Squared distance of a point from an axis.
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

/// The parts of an axis outside a disc.
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

/// Do two planks lie on each other, elsewhere than on the support they share?
pub fn clash(one: Capsule, two: Capsule, shared: Option<(Support, Point)>) -> bool {
    let near = |a: (i32, i32), b: (i32, i32)| a.0 - 80 < b.1 && b.0 - 80 < a.1;
    let range = |a: i32, b: i32| (a.min(b), a.max(b));
    if !near(range(one.from.x, one.to.x), range(two.from.x, two.to.x))
        || !near(range(one.from.y, one.to.y), range(two.from.y, two.to.y))
    {
        return false;
    }
    let limit = CLEAR_OF_PLANK * CLEAR_OF_PLANK;
    let (one, two) = (axis(one), axis(two));
    let Some((end, centre)) = shared else {
        return square_apart(one, two) < limit;
    };
    let part = |axis| outside(axis, spot(centre), radius(end));
    let (ones, twos) = (part(one), part(two));
    ones.iter()
        .any(|one| twos.iter().any(|two| square_apart(*one, *two) < limit))
}
