//! The board: villages, islands, and every way in which a plank can lie between stones in the middle of islands.
//!
//! No published measure exists; all numbers are our reconstruction, whole tenths of a millimetre.

pub mod content;
pub mod placement;

#[cfg(test)]
mod tests;

pub const SIZE: i32 = 4500;
/// Stones in open water keep off the edge of the board by this.
pub const FRAME: i32 = 100;
pub const VILLAGE: i32 = 280;
pub const ISLAND: i32 = 150;
pub const STONE: i32 = 120;
/// Half the width of a plank.
pub const HALF_WIDTH: i32 = 40;
pub const ISLANDS: usize = 27;
pub const PLACEMENTS: usize = 1280;

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

impl Point {
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Point { x, y }
    }

    #[inline]
    pub fn distance(self, other: Point) -> f64 {
        let (dx, dy) = (f64::from(self.x - other.x), f64::from(self.y - other.y));
        (dx * dx + dy * dy).sqrt()
    }
}

/// The axis of a lying plank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capsule {
    pub from: Point,
    pub to: Point,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slide {
    Mid,
    /// All of it behind the first support, or so much that the plank does not tip.
    OverA,
    /// All of it behind the second support, or so much that the plank does not tip.
    OverB,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The support with the smaller number.
    pub a: Support,
    pub b: Support,
    pub number: u8,
    /// Where its spare length is.
    pub slide: Slide,
    pub lie: Capsule,
    /// Islands that it passes over, as bits.
    pub blockers: u32,
}

#[derive(Clone, Debug)]
pub struct Village {
    pub colour: String,
    pub centre: Point,
    /// Where its pawn wants to go.
    pub opposite: u8,
    /// The land that joins it to the bank: left, top, right, bottom.
    pub neck: [i32; 4],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planks {
    pub lengths: [i32; 6],
    /// What a plank must cover of each support, from its inner rim along the axis.
    pub bearing: i32,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub villages: Vec<Village>,
    pub islands: Vec<Point>,
    pub planks: Planks,
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
}

impl Board {
    /// A board with its tables, or the number of its placements, if they are more than [`PLACEMENTS`].
    fn with_tables(villages: Vec<Village>, islands: Vec<Point>, planks: Planks) -> Result<Self, usize> {
        let centres: Vec<Point> = (villages.iter().map(|village| village.centre))
            .chain(islands.iter().copied())
            .collect();
        let placements = placements(&centres, planks);
        if placements.len() > PLACEMENTS {
            return Err(placements.len());
        }
        let mut board = Board {
            villages,
            planks,
            conflicts: vec![[0; 20]; placements.len()],
            by_number: [[0; 20]; 6],
            on_support: [[0; 20]; 33],
            under: vec![[0; 20]; islands.len()],
            islands,
            placements,
        };
        board.fill(&centres);
        Ok(board)
    }

    fn fill(&mut self, centres: &[Point]) {
        for (id, one) in self.placements.iter().enumerate() {
            put(&mut self.by_number[usize::from(one.number) - 1], id);
            put(&mut self.on_support[usize::from(one.a)], id);
            put(&mut self.on_support[usize::from(one.b)], id);
            for (island, set) in self.under.iter_mut().enumerate() {
                if one.blockers >> island & 1 == 1 {
                    put(set, id);
                }
            }
        }
        for (id, one) in self.placements.iter().enumerate() {
            for (other, two) in self.placements.iter().enumerate().skip(id) {
                let clash = match shared(one, two) {
                    [None, None] => placement::clash(one.lie, two.lie, None),
                    [Some(end), None] | [None, Some(end)] => {
                        placement::clash(one.lie, two.lie, Some((end, centres[usize::from(end)])))
                    }
                    _ => true,
                };
                if clash {
                    put(&mut self.conflicts[id], other);
                    put(&mut self.conflicts[other], id);
                }
            }
        }
    }
}

fn shared(one: &Placement, two: &Placement) -> [Option<Support>; 2] {
    [one.a, one.b].map(|end| (end == two.a || end == two.b).then_some(end))
}

/// Every way to lay a plank on two of the supports: pairs in order, then numbers, then slides.
fn placements(centres: &[Point], planks: Planks) -> Vec<Placement> {
    let mut placements = Vec::new();
    for (a, from) in centres.iter().enumerate() {
        for (b, to) in centres.iter().enumerate().skip((a + 1).max(6)) {
            for number in 1..=6 {
                for slide in [Slide::Mid, Slide::OverA, Slide::OverB] {
                    let ends = [(a as Support, *from), (b as Support, *to)];
                    let Some(lie) = placement::between(&planks, ends, number, slide) else {
                        continue;
                    };
                    let others = || centres.iter().enumerate().filter(|(at, _)| *at != a && *at != b);
                    if others()
                        .take_while(|(at, _)| *at < 6)
                        .any(|(_, at)| placement::touches_village(lie, *at))
                    {
                        continue;
                    }
                    let under = others().filter(|(at, centre)| *at >= 6 && placement::covers(lie, **centre));
                    placements.push(Placement {
                        a: a as Support,
                        b: b as Support,
                        number,
                        slide,
                        lie,
                        blockers: under.fold(0, |set, (at, _)| set | 1 << (at - 6)),
                    });
                }
            }
        }
    }
    placements
}

fn put(set: &mut PlacementSet, id: usize) {
    if let Some(word) = set.get_mut(id / 64) {
        *word |= 1 << (id % 64);
    }
}
