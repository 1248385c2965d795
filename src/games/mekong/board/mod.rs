//! The board: villages, islands, and every way in which a plank can lie between stones in the middle of islands.
//!
//! No published measure exists; all numbers are our reconstruction, whole tenths of a millimetre.

pub mod content;
pub mod expert;
mod lie;

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
    /// The land that joins it to the bank: left, top, right, bottom.
    pub neck: [i32; 4],
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

/// Land between each village and the edge of the board: left, top, right, bottom.
const NECKS: [[i32; 4]; 6] = [
    [0, 2110, 350, 2390],
    [1160, 0, 1440, 605],
    [3060, 0, 3340, 605],
    [4150, 2110, 4500, 2390],
    [3060, 3895, 3340, 4500],
    [1160, 3895, 1440, 4500],
];

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
                        let ends = [(a, centres[usize::from(a)]), (b, centres[usize::from(b)])];
                        let Some(lie) = lie::between(ends, number, slide) else {
                            continue;
                        };
                        let under = |island: &usize| {
                            let own = [a, b].contains(&(*island as u8 + 6));
                            !own && lie::covers(lie, centres[island + 6])
                        };
                        placements.push(Placement {
                            a,
                            b,
                            number,
                            slide,
                            lie,
                            blockers: (0..27).filter(under).fold(0, |set, island| set | 1 << island),
                        });
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
                let shared = |end: &Support| *end == two.a || *end == two.b;
                let mut common = [one.a, one.b].into_iter().filter(shared);
                let clash = match (common.next(), common.next()) {
                    (Some(_), Some(_)) => true,
                    (Some(end), None) => lie::clash(one.lie, two.lie, Some((end, centres[usize::from(end)]))),
                    _ => lie::clash(one.lie, two.lie, None),
                };
                if clash {
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
                    neck: NECKS[at],
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
