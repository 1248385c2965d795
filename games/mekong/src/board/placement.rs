//! How a plank lies and what it touches, and where in the water a stone may lie.

use arrayvec::ArrayVec;

use super::{Board, Capsule, FRAME, HALF_WIDTH, Planks, Point, SIZE, STONE, Slide, Support, VILLAGE, Village};

/// Least distance between the axes of two planks.
const CLEAR_OF_PLANK: f64 = 2.0 * HALF_WIDTH as f64;

/// A point of the board, or how far along a line one is and how far beside it.
pub type Spot = (f64, f64);
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

/// How planks of one number lie between two supports.
#[derive(Clone, Copy, Debug)]
pub struct Lay {
    from: Point,
    ux: f64,
    uy: f64,
    /// Where it begins with each slide, measured from the middle of the first support.
    mid: f64,
    over_a: f64,
    over_b: f64,
    length: f64,
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

    /// How a plank of this length lies there, if it reaches, which is the caller's matter.
    #[inline]
    pub fn lay(&self, length: i32) -> Lay {
        let length = f64::from(length);
        let (lo, hi) = (self.far - length, self.near);
        let [first, last] = self.edges.map(|edge| edge - length / 2.0);
        Lay {
            from: self.from,
            ux: self.ux,
            uy: self.uy,
            mid: f64::midpoint(lo, hi),
            over_a: lo.max(first),
            over_b: hi.min(last),
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
        let corner = |of: fn(f64, f64) -> f64, more: i32| {
            Point::new(
                self.from.x + of(one.0, two.0) as i32 + more,
                self.from.y + of(one.1, two.1) as i32 + more,
            )
        };
        [corner(f64::min, -2), corner(f64::max, 2)]
    }

    /// How far along the line a point is, and how far beside it.
    #[inline]
    pub fn place(&self, at: Point) -> Spot {
        self.place_spot(spot(at))
    }

    #[inline]
    fn place_spot(&self, (x, y): Spot) -> Spot {
        let (dx, dy) = (x - f64::from(self.from.x), y - f64::from(self.from.y));
        (dx * self.ux + dy * self.uy, dx * self.uy - dy * self.ux)
    }

    /// Do two points, so placed, and all between them keep at least `room` away from every plank of this length and shorter
    /// ones? They do when both lie on the same side, before or behind; only then is the answer yes.
    #[inline]
    pub fn passes(&self, length: i32, [one, two]: [Spot; 2], room: f64) -> bool {
        let length = f64::from(length);
        let (first, last) = (self.far - length - room, self.near + length + room);
        let out = |one: f64, two: f64, low: f64, high: f64| one < low && two < low || one > high && two > high;
        out(one.1, two.1, -room, room) || out(one.0, two.0, first, last)
    }

    /// How a plank, so placed, leads away from a support at one end of the line that carries it, too; `same` where both do so from
    /// the end that is named first, or both from the other.
    #[inline]
    pub fn fork([one, two]: [Spot; 2], shared: Support, same: bool) -> Fork {
        let (dx, dy) = (two.0 - one.0, two.1 - one.1);
        Fork {
            along: dx,
            square: dx * dx + dy * dy,
            radius: f64::from(radius(shared)),
            same,
        }
    }

    /// What of a plank lies outside a support on the line.
    #[inline]
    pub fn outside(&self, lie: Capsule, (end, centre): (Support, Point)) -> Outside {
        let radius = f64::from(radius(end));
        let parts = outside(axis(lie), spot(centre), radius).into_iter();
        let parts = parts.map(|(from, to)| Beside::new([self.place_spot(from), self.place_spot(to)]));
        Outside {
            parts: parts.collect(),
            middle: self.place(centre).0,
            radius,
        }
    }

    /// Of the planks of these lengths, from the shortest, three slides of each, as bits, those that cover a part of a stretch.
    #[inline]
    pub fn covering(&self, lengths: [i32; 6], stretch: Stretch) -> u32 {
        if stretch.from > stretch.to {
            return 0;
        }
        let reaching = |least: f64| lengths.into_iter().filter(|length| f64::from(*length) >= least).count();
        let both = self.far + self.near;
        // From so long on: shared out on both sides, over the first support, over the second one.
        let mid = reaching((both - 2.0 * stretch.to).max(2.0 * stretch.from - both));
        let [first, last] = self.edges;
        let mut over_a = (self.far - stretch.to).max(2.0 * (first - stretch.to));
        if stretch.from > self.far {
            over_a = over_a.max(2.0 * (stretch.from - first));
        }
        let mut over_b = (stretch.from - self.near).max(2.0 * (stretch.from - last));
        if self.near > stretch.to {
            over_b = over_b.max(2.0 * (last - stretch.to));
        }
        LONGEST[mid] | LONGEST[reaching(over_a)] << 1 | LONGEST[reaching(over_b)] << 2
    }
}

/// So many of the longest of six planks, each with the first of its three slides, as bits.
const LONGEST: [u32; 7] = {
    let mut longest = [0; 7];
    let mut count = 0;
    while count < 6 {
        longest[count + 1] = longest[count] | 1 << (3 * (5 - count));
        count += 1;
    }
    longest
};

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
pub fn round((along, aside): Spot, room: f64) -> Stretch {
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

/// An axis beside a line.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    ends: [Spot; 2],
    /// From one end to the other, and one divided by how far that is.
    dx: f64,
    dy: f64,
    inverse: f64,
    /// One divided by how much further aside the first end is than the second.
    slope: f64,
}

impl Beside {
    /// An axis both of whose ends are so far along the line and aside.
    #[inline]
    pub fn new(ends: [Spot; 2]) -> Self {
        let [one, two] = ends;
        let (dx, dy) = (two.0 - one.0, two.1 - one.1);
        Beside {
            ends,
            dx,
            dy,
            inverse: 1.0 / (dx * dx + dy * dy).sqrt(),
            slope: -1.0 / dy,
        }
    }

    /// The stretch of the line nearer than `room` to the axis.
    #[inline]
    pub fn nearer(&self, room: f64) -> Stretch {
        let [one, two] = self.ends;
        let ends = round(one, room).join(round(two, room));
        // Where the line crosses the two sides of the axis.
        let scale = room * self.inverse;
        let (nx, ny) = (-self.dy * scale, self.dx * scale);
        let side = |sign: f64| {
            let (from, to) = (one.1 + sign * ny, two.1 + sign * ny);
            if (from > 0.0) == (to > 0.0) {
                return Stretch::NONE;
            }
            let along = one.0 + sign * nx + self.dx * (from * self.slope);
            Stretch { from: along, to: along }
        };
        ends.join(side(1.0)).join(side(-1.0))
    }
}

/// A plank and a line that lead away from one support, where all planks on the line do.
#[derive(Clone, Copy, Debug)]
pub struct Fork {
    along: f64,
    square: f64,
    radius: f64,
    same: bool,
}

impl Fork {
    /// Does every plank on the line keep `room` away from this one outside the support, wherever the spare lengths are? They do
    /// where at its edge they are so far apart; only then is the answer yes.
    #[inline]
    pub fn parts(self, room: f64) -> bool {
        let part = room / self.radius;
        // The cosine of the angle at which they are.
        let least = 1.0 - 0.5 * part * part;
        self.along * self.along < least * least * self.square
    }

    /// Does every plank on the line come nearer to this one than `room` outside the support? Only then is the answer yes.
    #[inline]
    pub fn meets(self, room: f64) -> bool {
        (self.along > 0.0) == self.same && !self.parts(room)
    }
}

/// A plank beside a line, without what lies on a support that it shares with the line.
#[derive(Clone, Debug)]
pub struct Outside {
    parts: ArrayVec<Beside, 2>,
    /// Where the support is, and how wide.
    middle: f64,
    radius: f64,
}

impl Outside {
    /// The stretches of the line outside the support that are nearer than `room` to the plank.
    #[inline]
    pub fn nearer(&self, room: f64) -> [Stretch; 4] {
        let mut near = [Stretch::NONE; 4];
        // The wider the room, the more of the line is looked at.
        let radius = self.radius - (room - CLEAR_OF_PLANK);
        for (part, near) in self.parts.iter().zip(near.chunks_mut(2)) {
            let whole = part.nearer(room);
            near[0] = Stretch {
                to: whole.to.min(self.middle - radius),
                ..whole
            };
            near[1] = Stretch {
                from: whole.from.max(self.middle + radius),
                ..whole
            };
        }
        near
    }
}

impl Lay {
    /// How the plank of this number lies, if it reaches. Whether it does is settled in whole numbers; how it lies is one
    /// fixed order of IEEE operations, rounded once, so that it is the same everywhere.
    #[inline]
    pub fn new(planks: &Planks, [(a, from), (b, to)]: [(Support, Point); 2], number: u8) -> Option<Self> {
        let square = square_of(from, to);
        let reach = reach(planks, a, b, number);
        if square > reach * reach || square == 0 {
            return None;
        }
        let length = *planks.lengths.get(usize::from(number).wrapping_sub(1))?;
        Some(SupportLine::new(planks, [(a, from), (b, to)]).lay(length))
    }

    /// The plank with its spare length there.
    #[inline]
    pub fn with(&self, slide: Slide) -> Capsule {
        let p = match slide {
            Slide::Mid => self.mid,
            Slide::OverA => self.over_a,
            Slide::OverB => self.over_b,
        };
        let end = |t: f64| {
            Point::new(
                floor(f64::from(self.from.x) + self.ux * t + 0.5),
                floor(f64::from(self.from.y) + self.uy * t + 0.5),
            )
        };
        Capsule {
            from: end(p),
            to: end(p + self.length),
        }
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
