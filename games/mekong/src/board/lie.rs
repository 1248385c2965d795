//! How a plank lies, and what it touches.

use arrayvec::ArrayVec;

use super::{Capsule, HALF_WIDTH, Planks, Point, STONE, Slide, Support, VILLAGE};

/// Least distance between the axes of two planks.
const CLEAR_OF_PLANK: f64 = 2.0 * HALF_WIDTH as f64;

type Spot = (f64, f64);
type Axis = (Spot, Spot);

/// Radius of a village or a stone.
pub fn radius(support: Support) -> i32 {
    if support < 6 { VILLAGE } else { STONE }
}

/// Largest distance between the centres of two supports that the plank of this number spans; none without such a number.
pub fn reach(planks: &Planks, a: Support, b: Support, number: u8) -> i32 {
    let length = planks.lengths.get(usize::from(number).wrapping_sub(1));
    length.map_or(0, |length| length + radius(a) + radius(b) - 2 * planks.bearing)
}

/// How planks of one number lie between two supports.
#[derive(Clone, Copy, Debug)]
pub struct Lay {
    from: Point,
    ux: f64,
    uy: f64,
    lo: f64,
    hi: f64,
    length: f64,
}

/// The line from one support to another, on which planks of every number lie.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    from: Point,
    ux: f64,
    uy: f64,
    /// How far behind its middle a plank covers the first support at least, and where it covers the second.
    near: f64,
    far: f64,
}

impl Gap {
    /// The line between two supports at different places. One fixed order of IEEE operations, so that it is the same
    /// everywhere.
    #[inline]
    pub fn new(planks: &Planks, [(a, from), (b, to)]: [(Support, Point); 2]) -> Self {
        let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
        let d = (square_of(from, to) as f64).sqrt();
        let inner = |support| f64::from(radius(support) - planks.bearing);
        Gap {
            from,
            ux: dx / d,
            uy: dy / d,
            near: inner(a),
            far: d - inner(b),
        }
    }

    /// How a plank of this length lies there, if it reaches, which is the caller's matter.
    #[inline]
    pub fn lay(&self, length: i32) -> Lay {
        let length = f64::from(length);
        Lay {
            from: self.from,
            ux: self.ux,
            uy: self.uy,
            lo: self.far - length,
            hi: self.near,
            length,
        }
    }

    /// The least rectangle, about, round the axes of all planks of this length and shorter ones that lie there.
    #[inline]
    pub fn corners(&self, length: i32) -> [Point; 2] {
        let length = f64::from(length);
        let end = |t: f64| (self.ux * t, self.uy * t);
        let (one, two) = (end(self.far - length), end(self.near + length));
        // Ends are rounded, and cut off here.
        let corner = |of: fn(f64, f64) -> f64, more: i32| Point {
            x: self.from.x + of(one.0, two.0) as i32 + more,
            y: self.from.y + of(one.1, two.1) as i32 + more,
        };
        [corner(f64::min, -2), corner(f64::max, 2)]
    }

    /// How far along the line a point is, and how far beside it.
    #[inline]
    fn place(&self, at: Point) -> Spot {
        let (dx, dy) = (f64::from(at.x - self.from.x), f64::from(at.y - self.from.y));
        (dx * self.ux + dy * self.uy, dx * self.uy - dy * self.ux)
    }

    /// The stretch of the line that is nearer than `room` to a point.
    #[inline]
    pub fn near_point(&self, at: Point, room: f64) -> Stretch {
        let (along, aside) = self.place(at);
        round(along, aside, room)
    }

    /// The stretches of the line outside a support on it that are nearer than `room` to what of a plank lies outside that
    /// support, too; without a support the stretch nearer than that to the whole plank.
    #[inline]
    pub fn near_plank(&self, lie: Capsule, shared: Option<(Support, Point)>, room: f64) -> [Stretch; 4] {
        let mut near = [Stretch::NONE; 4];
        let place = |(x, y): Spot| {
            let (dx, dy) = (x - f64::from(self.from.x), y - f64::from(self.from.y));
            (dx * self.ux + dy * self.uy, dx * self.uy - dy * self.ux)
        };
        let Some((end, centre)) = shared else {
            near[0] = beside_axis((self.place(lie.from), self.place(lie.to)), room);
            return near;
        };
        let radius = f64::from(radius(end));
        let (middle, _) = self.place(centre);
        for (at, (from, to)) in outside(axis(lie), spot(centre), radius).into_iter().enumerate() {
            let whole = beside_axis((place(from), place(to)), room);
            // The wider the room, the more of the line is looked at.
            let radius = radius - (room - CLEAR_OF_PLANK);
            near[2 * at] = Stretch {
                to: whole.to.min(middle - radius),
                ..whole
            };
            near[2 * at + 1] = Stretch {
                from: whole.from.max(middle + radius),
                ..whole
            };
        }
        near
    }

    /// Of the planks of these lengths, three slides of each, as bits, those that cover a part of a stretch.
    #[inline]
    pub fn covering(&self, lengths: [i32; 6], stretch: Stretch) -> u32 {
        let mut found = 0;
        if stretch.from > stretch.to {
            return found;
        }
        for (number, length) in lengths.into_iter().enumerate() {
            let length = f64::from(length);
            let lo = self.far - length;
            for (slide, start) in [f64::midpoint(lo, self.near), lo, self.near].into_iter().enumerate() {
                let meets = start <= stretch.to && stretch.from <= start + length;
                found |= u32::from(meets) << (3 * number + slide);
            }
        }
        found
    }
}

/// A stretch of the line between two supports, measured from the first; empty where it ends before it begins.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    from: f64,
    to: f64,
}

impl Stretch {
    const NONE: Stretch = Stretch {
        from: f64::INFINITY,
        to: f64::NEG_INFINITY,
    };

    fn join(self, other: Stretch) -> Stretch {
        Stretch {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
        }
    }
}

/// The stretch of a line nearer than `room` to a point so far along it and aside.
#[inline]
fn round(along: f64, aside: f64, room: f64) -> Stretch {
    let square = room * room - aside * aside;
    if square <= 0.0 {
        return Stretch::NONE;
    }
    let half = square.sqrt();
    Stretch {
        from: along - half,
        to: along + half,
    }
}

/// The stretch of a line nearer than `room` to an axis, both of whose ends are so far along it and aside.
#[inline]
fn beside_axis((one, two): Axis, room: f64) -> Stretch {
    let (dx, dy) = (two.0 - one.0, two.1 - one.1);
    let ends = round(one.0, one.1, room).join(round(two.0, two.1, room));
    // Where the line crosses the two sides of the axis.
    let scale = room / (dx * dx + dy * dy).sqrt();
    let (nx, ny) = (-dy * scale, dx * scale);
    let side = |sign: f64| {
        let (from, to) = (one.1 + sign * ny, two.1 + sign * ny);
        if (from > 0.0) == (to > 0.0) {
            return Stretch::NONE;
        }
        let along = one.0 + sign * nx + dx * (from / (from - to));
        Stretch { from: along, to: along }
    };
    ends.join(side(1.0)).join(side(-1.0))
}

impl Lay {
    /// How the plank of this number lies, if it reaches. Whether it does is settled in whole numbers; how it lies is one
    /// fixed order of IEEE operations, rounded once, so that it is the same everywhere.
    #[inline]
    pub fn new(planks: &Planks, [(a, from), (b, to)]: [(Support, Point); 2], number: u8) -> Option<Self> {
        let square = square_of(from, to);
        let reach = i64::from(reach(planks, a, b, number));
        if square > reach * reach || square == 0 {
            return None;
        }
        let length = *planks.lengths.get(usize::from(number).wrapping_sub(1))?;
        Some(Gap::new(planks, [(a, from), (b, to)]).lay(length))
    }

    /// The plank with its spare length there.
    #[inline]
    pub fn with(&self, slide: Slide) -> Capsule {
        let p = match slide {
            Slide::Mid => f64::midpoint(self.lo, self.hi),
            Slide::OverA => self.lo,
            Slide::OverB => self.hi,
        };
        let end = |t: f64| Point {
            x: floor(f64::from(self.from.x) + self.ux * t + 0.5),
            y: floor(f64::from(self.from.y) + self.uy * t + 0.5),
        };
        Capsule {
            from: end(p),
            to: end(p + self.length),
        }
    }

    /// Do two points, and all between them, keep at least `room` away wherever the spare length is? They do when both lie
    /// on the same side, before or behind; only then is the answer yes.
    #[inline]
    pub fn passes(&self, one: Point, two: Point, room: f64) -> bool {
        let along = |at: Point| f64::from(at.x - self.from.x) * self.ux + f64::from(at.y - self.from.y) * self.uy;
        let aside = |at: Point| f64::from(at.x - self.from.x) * self.uy - f64::from(at.y - self.from.y) * self.ux;
        let (first, last) = (self.lo - room, self.hi + self.length + room);
        let out = |one: f64, two: f64, low: f64, high: f64| one < low && two < low || one > high && two > high;
        out(aside(one), aside(two), -room, room) || out(along(one), along(two), first, last)
    }
}

/// The largest whole number that is not larger; the compiler's own is a call.
#[inline]
fn floor(value: f64) -> i32 {
    let cut = value as i32;
    cut - i32::from(f64::from(cut) > value)
}

/// The plank of this number between two supports, if it reaches.
pub fn between(planks: &Planks, ends: [(Support, Point); 2], number: u8, slide: Slide) -> Option<Capsule> {
    Lay::new(planks, ends, number).map(|lay| lay.with(slide))
}

/// Squared distance of two points.
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
