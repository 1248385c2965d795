//! Judging stones and planks at any point of the water.

use super::{Board, Capsule, FRAME, Planks, Point, SIZE, STONE, Slide, Support, VILLAGE, placement};

pub use placement::{Beside, Fork, Lay, Spot, Stretch, SupportLine, covers, round, square_of};

/// Is a stone here wholly in water, whatever else lies on the board?
pub fn in_water(board: &Board, at: Point) -> bool {
    let edge = FRAME + STONE;
    let inside = |value: i32| (edge..=SIZE - edge).contains(&value);
    let keeps =
        |point: Point, distance: i32| placement::square_of(at, point) >= i64::from(distance) * i64::from(distance);
    let clear = |village: &super::Village| {
        let [left, top, right, bottom] = village.neck;
        let bank = Point {
            x: at.x.max(left).min(right),
            y: at.y.max(top).min(bottom),
        };
        keeps(village.centre, VILLAGE + STONE) && keeps(bank, STONE)
    };
    inside(at.x) && inside(at.y) && board.villages.iter().all(clear)
}

/// Do two stones overlap?
#[inline]
pub fn too_near(one: Point, two: Point) -> bool {
    placement::square_of(one, two) < i64::from(2 * STONE) * i64::from(2 * STONE)
}

/// Largest distance between the centres of two supports that the plank of this number spans.
#[inline]
pub fn reach(planks: &Planks, a: Support, b: Support, number: u8) -> f64 {
    f64::from(placement::reach(planks, a, b, number))
}

/// How far behind its middle a plank covers a support at least.
#[inline]
pub fn inner(planks: &Planks, support: Support) -> i32 {
    placement::radius(support) - planks.bearing
}

/// The plank of this number between two supports, if it reaches; other villages are the caller's matter.
#[inline]
pub fn plank(planks: &Planks, ends: [(Support, Point); 2], number: u8, slide: Slide) -> Option<Capsule> {
    placement::between(planks, ends, number, slide)
}

/// Does a plank touch a village that does not carry it?
pub fn touches_village(lie: Capsule, village: Point) -> bool {
    placement::touches_village(lie, village)
}

/// Do two planks lie on each other, elsewhere than on the support they share?
pub fn clash(one: Capsule, two: Capsule, shared: Option<(Support, Point)>) -> bool {
    placement::clash(one, two, shared)
}
