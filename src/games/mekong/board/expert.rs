//! Judging stones and planks at any point of the water, and points worth a look.

use super::{Board, Capsule, Point, Slide, Support, lie};

pub use lie::{covers, reach};

/// Pieces keep off the edge of the board by this, and half their width.
const MARGIN: i32 = 220;
const STONE_TO_VILLAGE: i64 = 400;
const STONE_TO_NECK: i64 = 120;
const STONE_TO_STONE: i64 = 240;
/// Width and height of the board.
const SIZE: i32 = 4500;

fn square(dx: i32, dy: i32) -> i64 {
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    dx * dx + dy * dy
}

/// Is a stone here wholly in water, whatever else lies on the board?
pub fn in_water(board: &Board, at: Point) -> bool {
    let inside = |value: i32| (MARGIN..=SIZE - MARGIN).contains(&value);
    let clear = |village: &super::Village| {
        let [left, top, right, bottom] = village.neck;
        let dx = at.x - at.x.clamp(left, right);
        let dy = at.y - at.y.clamp(top, bottom);
        square(at.x - village.centre.x, at.y - village.centre.y) >= STONE_TO_VILLAGE * STONE_TO_VILLAGE
            && square(dx, dy) >= STONE_TO_NECK * STONE_TO_NECK
    };
    inside(at.x) && inside(at.y) && board.villages.iter().all(clear)
}

/// Do two stones overlap?
#[inline]
pub fn too_near(one: Point, two: Point) -> bool {
    square(one.x - two.x, one.y - two.y) < STONE_TO_STONE * STONE_TO_STONE
}

/// The plank of this number between two supports, if it reaches and touches no other village.
pub fn plank(board: &Board, ends: [(Support, Point); 2], number: u8, slide: Slide) -> Option<Capsule> {
    let lie = lie::between(ends, number, slide)?;
    let other = |at: &usize| ends.iter().all(|(support, _)| usize::from(*support) != *at);
    let touched = (0..board.villages.len())
        .filter(other)
        .any(|at| lie::touches_village(lie, board.villages[at].centre));
    (!touched).then_some(lie)
}

/// Do two planks lie on each other, elsewhere than on the support they share?
pub fn clash(one: Capsule, two: Capsule, shared: Option<(Support, Point)>) -> bool {
    lie::clash(one, two, shared)
}
