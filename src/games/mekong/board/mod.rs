//! The board: villages, islands, and every way in which a plank can lie between stones in the middle of islands.
//!
//! No published measure exists; all numbers are our reconstruction, whole tenths of a millimetre.

pub mod content;

use crate::games::Status;

/// A support of planks: villages 0 to 5, then stone slots from 6.
pub type Support = u8;
/// A set of placements, as bits.
pub type PlacementSet = [u64; 20];

/// A point of the board, in tenths of a millimetre from its top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// The axis of a lying plank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capsule {
    /// One end.
    pub from: Point,
    /// The other.
    pub to: Point,
}

/// Where the spare length of a plank is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slide {
    /// Half at each end.
    Mid,
    /// All of it behind the first support.
    OverA,
    /// All of it behind the second support.
    OverB,
}

/// A way to lay a plank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The support with the smaller number.
    pub a: Support,
    /// The other.
    pub b: Support,
    /// Number of the plank, 1 to 6.
    pub number: u8,
    /// Where its spare length is.
    pub slide: Slide,
    /// Its axis.
    pub lie: Capsule,
    /// Islands that it passes over, as bits.
    pub blockers: u32,
}

/// A village.
#[derive(Clone, Debug)]
pub struct Village {
    /// Its colour.
    pub colour: String,
    /// Its centre.
    pub centre: Point,
    /// Where its pawn wants to go.
    pub opposite: u8,
}

/// The board with its tables.
#[derive(Clone, Debug)]
pub struct Board {
    /// The six villages.
    pub villages: Vec<Village>,
    /// Centres of the islands.
    pub islands: Vec<Point>,
    /// Every placement: pairs in order, then numbers, then slides.
    pub placements: Vec<Placement>,
    /// Placements that cannot lie beside each.
    pub conflicts: Vec<PlacementSet>,
    /// Placements by number less 1.
    pub by_number: [PlacementSet; 6],
    /// Placements by support.
    pub on_support: [PlacementSet; 33],
    /// Placements that pass over each island without resting on it.
    pub under: Vec<PlacementSet>,
    /// Part and how sure we are of it.
    pub statuses: Vec<(&'static str, Status)>,
}

const LENGTHS: [f64; 6] = [380.0, 490.0, 600.0, 710.0, 820.0, 930.0];
const COLOURS: [&str; 6] = ["pink", "green", "blue", "black", "red", "yellow"];
const VILLAGES: [(i32, i32); 6] = [
    (350, 2250),
    (1300, 605),
    (3200, 605),
    (4150, 2250),
    (3200, 3895),
    (1300, 3895),
];
const ISLANDS: [(i32, i32); 27] = [
    (1872, 778),
    (2628, 778),
    (1913, 1249),
    (2587, 1249),
    (1418, 1376),
    (3082, 1376),
    (894, 1467),
    (3606, 1467),
    (2250, 1743),
    (1077, 1966),
    (3423, 1966),
    (1809, 1995),
    (2691, 1995),
    (1214, 2459),
    (3286, 2459),
    (1811, 2503),
    (2689, 2503),
    (786, 2659),
    (3714, 2659),
    (2250, 2760),
    (1551, 3043),
    (2949, 3043),
    (1164, 3314),
    (3336, 3314),
    (1910, 3407),
    (2590, 3407),
    (2250, 3816),
];

fn radius(support: Support) -> f64 {
    if support < 6 { 280.0 } else { 120.0 }
}

fn put(set: &mut PlacementSet, id: usize) {
    if let Some(word) = set.get_mut(id / 64) {
        *word |= 1 << (id % 64);
    }
}

impl Board {
    /// The embedded board.
    pub fn standard() -> Self {
        let point = |at: &(i32, i32)| Point { x: at.0, y: at.1 };
        let centres: Vec<Point> = VILLAGES.iter().chain(&ISLANDS).map(point).collect();
        let mut placements = Vec::new();
        for a in 0..33u8 {
            for b in a.max(5) + 1..33 {
                for number in 1..=6 {
                    for slide in [Slide::Mid, Slide::OverA, Slide::OverB] {
                        placements.extend(place(&centres, a, b, number, slide));
                    }
                }
            }
        }
        let mut by_number = [[0; 20]; 6];
        let mut on_support = [[0; 20]; 33];
        let mut under = vec![[0; 20]; 27];
        let mut conflicts = vec![[0; 20]; placements.len()];
        for (id, one) in placements.iter().enumerate() {
            put(&mut by_number[usize::from(one.number) - 1], id);
            put(&mut on_support[usize::from(one.a)], id);
            put(&mut on_support[usize::from(one.b)], id);
            for (island, set) in under.iter_mut().enumerate() {
                if one.blockers >> island & 1 == 1 {
                    put(set, id);
                }
            }
            put(&mut conflicts[id], id);
            for (other, two) in placements.iter().enumerate().skip(id + 1) {
                if clash(&centres, one, two) {
                    put(&mut conflicts[id], other);
                    put(&mut conflicts[other], id);
                }
            }
        }
        Board {
            villages: (0..6)
                .map(|at| Village {
                    colour: COLOURS[at].to_owned(),
                    centre: centres[at],
                    opposite: (at as u8 + 3) % 6,
                })
                .collect(),
            islands: centres[6..].to_vec(),
            placements,
            conflicts,
            by_number,
            on_support,
            under,
            statuses: vec![("board", Status::Reconstructed)],
        }
    }
}

/// The plank of this number between two supports, if it reaches.
fn place(centres: &[Point], a: Support, b: Support, number: u8, slide: Slide) -> Option<Placement> {
    let (from, to) = (centres[usize::from(a)], centres[usize::from(b)]);
    let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
    let square = dx * dx + dy * dy;
    let length = LENGTHS[usize::from(number) - 1];
    let (ra, rb) = (radius(a), radius(b));
    let reach = length + ra + rb - 100.0;
    if square > reach * reach {
        return None;
    }
    let d = square.sqrt();
    let (ux, uy) = (dx / d, dy / d);
    let (lo, hi) = (d - (rb - 50.0) - length, ra - 50.0);
    let p = match slide {
        Slide::Mid => f64::midpoint(lo, hi),
        Slide::OverA => lo,
        Slide::OverB => hi,
    };
    let end = |t: f64| Point {
        x: (f64::from(from.x) + ux * t + 0.5).floor() as i32,
        y: (f64::from(from.y) + uy * t + 0.5).floor() as i32,
    };
    let lie = Capsule {
        from: end(p),
        to: end(p + length),
    };
    let mut blockers = 0;
    for (island, centre) in centres[6..].iter().enumerate() {
        let support = island + 6;
        let own = support == usize::from(a) || support == usize::from(b);
        let at = (f64::from(centre.x), f64::from(centre.y));
        if !own && point_to_segment(at, segment(lie)) < 160.0 {
            blockers |= 1 << island;
        }
    }
    Some(Placement {
        a,
        b,
        number,
        slide,
        lie,
        blockers,
    })
}

type Spot = (f64, f64);

fn segment(lie: Capsule) -> (Spot, Spot) {
    let spot = |at: Point| (f64::from(at.x), f64::from(at.y));
    (spot(lie.from), spot(lie.to))
}

fn point_to_segment(at: Spot, (from, to): (Spot, Spot)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 {
        (((at.0 - from.0) * dx + (at.1 - from.1) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (x, y) = (from.0 + along * dx - at.0, from.1 + along * dy - at.1);
    (x * x + y * y).sqrt()
}

fn apart(one: (Spot, Spot), two: (Spot, Spot)) -> f64 {
    let side = |p: Spot, (a, b): (Spot, Spot)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let parted = |one: (Spot, Spot), two: (Spot, Spot)| side(one.0, two) * side(one.1, two) < 0.0;
    if parted(one, two) && parted(two, one) {
        return 0.0;
    }
    let ends = [
        point_to_segment(one.0, two),
        point_to_segment(one.1, two),
        point_to_segment(two.0, one),
        point_to_segment(two.1, one),
    ];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

/// The parts of a segment outside a disc.
fn outside((from, to): (Spot, Spot), centre: Spot, radius: f64) -> Vec<(Spot, Spot)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (fx, fy) = (from.0 - centre.0, from.1 - centre.1);
    let (a, b, c) = (
        dx * dx + dy * dy,
        fx * dx + fy * dy,
        fx * fx + fy * fy - radius * radius,
    );
    let root = b * b - a * c;
    if root <= 0.0 {
        return vec![(from, to)];
    }
    let (enter, leave) = ((-b - root.sqrt()) / a, (-b + root.sqrt()) / a);
    let at = |t: f64| (from.0 + t * dx, from.1 + t * dy);
    let mut parts = Vec::new();
    if enter > 0.0 {
        parts.push((from, at(enter.min(1.0))));
    }
    if leave < 1.0 {
        parts.push((at(leave.max(0.0)), to));
    }
    parts
}

fn clash(centres: &[Point], one: &Placement, two: &Placement) -> bool {
    if (one.a, one.b) == (two.a, two.b) {
        return true;
    }
    let mut parts = [vec![segment(one.lie)], vec![segment(two.lie)]];
    for shared in [one.a, one.b] {
        if shared == two.a || shared == two.b {
            let centre = centres[usize::from(shared)];
            let centre = (f64::from(centre.x), f64::from(centre.y));
            for side in &mut parts {
                *side = side
                    .iter()
                    .flat_map(|part| outside(*part, centre, radius(shared)))
                    .collect();
            }
        }
    }
    let [ones, twos] = parts;
    ones.iter().any(|one| twos.iter().any(|two| apart(*one, *two) < 80.0))
}
