//! Points of the water worth offering for a stone: a hexagonal grid, and points within reach of what is there.
//!
//! Every legal point may be played; these are the ones that a bot chooses from. They depend on the position alone, and
//! nothing is allocated.

use super::Mekong;
use super::board::{Board, Point, Support, expert};
use super::rules::Side;
use super::state::{COLOURS, NONE, NUMBERS, Public, Space, spaces};
use super::water::near;
use crate::engine::Seat;

/// Distance of neighbouring points of the grid, and of its rows.
const PITCH: i32 = 240;
const ROW: i32 = 208;
/// Its first point.
const ORIGIN: i32 = 220;
const COLUMNS: i32 = 17;
const ROWS: i32 = 20;
/// Words of a set of points of the grid.
const WORDS: usize = 6;
/// How far inside a plank's reach a stone is put.
const SPARE: f64 = 20.0;
/// Directions in which points within reach are looked for.
const DIRECTIONS: [(f64, f64); 8] = [
    (1.0, 0.0),
    (DIAGONAL, DIAGONAL),
    (0.0, 1.0),
    (-DIAGONAL, DIAGONAL),
    (-1.0, 0.0),
    (-DIAGONAL, -DIAGONAL),
    (0.0, -1.0),
    (DIAGONAL, -DIAGONAL),
];
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The grid, and which of its points are water.
#[derive(Clone, Debug)]
pub struct Shoals {
    wet: [u64; WORDS],
}

fn grid_point(row: i32, column: i32) -> Point {
    Point {
        x: ORIGIN + column * PITCH + (row & 1) * PITCH / 2,
        y: ORIGIN + row * ROW,
    }
}

fn index(row: i32, column: i32) -> usize {
    (row * COLUMNS + column) as usize
}

impl Shoals {
    /// The grid of a board.
    pub fn new(board: &Board) -> Self {
        let mut wet = [0; WORDS];
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let at = index(row, column);
                if expert::in_water(board, grid_point(row, column)) {
                    wet[at / 64] |= 1 << (at % 64);
                }
            }
        }
        Shoals { wet }
    }

    /// Rows and columns whose points lie in a box, and some around it.
    fn window(from: Point, to: Point) -> (std::ops::RangeInclusive<i32>, std::ops::RangeInclusive<i32>) {
        let rows = (from.y - ORIGIN).div_euclid(ROW).max(0)..=((to.y - ORIGIN) / ROW + 1).min(ROWS - 1);
        let left = (from.x - ORIGIN - PITCH / 2).div_euclid(PITCH).max(0);
        let right = ((to.x - ORIGIN) / PITCH + 1).min(COLUMNS - 1);
        (rows, left..=right)
    }
}

/// Points seen already; two that share a bit count as one.
struct Seen([u64; 64]);

impl Seen {
    fn first_time(&mut self, at: Point) -> bool {
        let key = (at.x as u32).wrapping_mul(0x9e37_79b1) ^ (at.y as u32).wrapping_mul(0x85eb_ca77);
        let bit = (key >> 20) as usize;
        let fresh = self.0[bit / 64] >> (bit % 64) & 1 == 0;
        self.0[bit / 64] |= 1 << (bit % 64);
        fresh
    }
}

impl Mekong {
    /// Points of the grid on which a stone may lie now.
    fn open_shoals(&self, public: &Public) -> [u64; WORDS] {
        let mut open = self.shoals.wet;
        let mut strike = |from: Point, to: Point, hit: &dyn Fn(Point) -> bool| {
            let (rows, columns) = Shoals::window(from, to);
            for row in rows {
                for column in columns.clone() {
                    let at = index(row, column);
                    if open[at / 64] >> (at % 64) & 1 == 1 && hit(grid_point(row, column)) {
                        open[at / 64] &= !(1 << (at % 64));
                    }
                }
            }
        };
        let shift = |at: Point, by: i32| Point {
            x: at.x + by,
            y: at.y + by,
        };
        let mut rest = public.stones;
        while rest != 0 {
            let stone = public.points[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            strike(shift(stone, -PITCH), shift(stone, PITCH), &|at| {
                expert::too_near(stone, at)
            });
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let lie = public.planks[slot].lie;
            let low = Point {
                x: lie.from.x.min(lie.to.x),
                y: lie.from.y.min(lie.to.y),
            };
            let high = Point {
                x: lie.from.x.max(lie.to.x),
                y: lie.from.y.max(lie.to.y),
            };
            let hit = |at: Point| near(lie, at) && expert::covers(lie, at);
            strike(shift(low, -PITCH), shift(high, PITCH), &hit);
        }
        open
    }

    /// Can `seat` place a stone?
    pub(super) fn water_has_place(&self, public: &Public, seat: Seat) -> bool {
        if public.stones.count_ones() >= u32::from(self.rules.stones) {
            return false;
        }
        if self.rules.side == Side::Water && self.open_shoals(public).iter().any(|word| *word != 0) {
            return true;
        }
        let mut some = false;
        self.each_point(public, seat, |_| some = true);
        some
    }

    /// Every point offered to `seat` for a stone; all are legal, none comes twice.
    pub(super) fn each_point(&self, public: &Public, seat: Seat, mut push: impl FnMut(Point)) {
        if self.rules.side == Side::Islands {
            self.each_island_point(public, push);
            return;
        }
        let open = self.open_shoals(public);
        for (at, word) in open.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let at = (at * 64) as i32 + rest.trailing_zeros() as i32;
                rest &= rest - 1;
                push(grid_point(at / COLUMNS, at % COLUMNS));
            }
        }
        let mut seen = Seen([0; 64]);
        self.each_reach(public, seat, |at| {
            let row = (at.y - ORIGIN).div_euclid(ROW);
            let column = (at.x - ORIGIN - (row & 1) * PITCH / 2).div_euclid(PITCH);
            let on_grid = grid_point(row, column) == at;
            if !on_grid && seen.first_time(at) && expert::in_water(&self.board, at) && Self::clear_of_pieces(public, at)
            {
                push(at);
            }
        });
    }

    /// Points that the longest and the shortest plank of the reserve reach from each support with room: round about,
    /// and where the reaches of two supports meet that no plank can join.
    fn each_reach(&self, public: &Public, seat: Seat, mut push: impl FnMut(Point)) {
        let reserve = &public.reserves[seat];
        let mut numbers = (1..=NUMBERS as u8).filter(|number| reserve[usize::from(*number) - 1] != NONE);
        let shortest = numbers.next();
        let longest = numbers.next_back().or(shortest);
        let (Some(shortest), Some(longest)) = (shortest, longest) else {
            return;
        };
        let stone = COLOURS as Support;
        let roomy = self.roomy(public);
        let mut rest = roomy;
        while rest != 0 {
            let one = rest.trailing_zeros() as Support;
            rest &= rest - 1;
            let from = self.centre(public, one);
            for number in [longest, shortest] {
                let radius = expert::reach(&self.board.planks, one, stone, number) - SPARE;
                for (ux, uy) in DIRECTIONS {
                    push(Point {
                        x: from.x + (ux * radius + 0.5).floor() as i32,
                        y: from.y + (uy * radius + 0.5).floor() as i32,
                    });
                }
                if longest == shortest {
                    break;
                }
            }
            let mut others = rest;
            while others != 0 {
                let two = others.trailing_zeros() as Support;
                others &= others - 1;
                meet(
                    (from, expert::reach(&self.board.planks, one, stone, longest) - SPARE),
                    (
                        self.centre(public, two),
                        expert::reach(&self.board.planks, two, stone, longest) - SPARE,
                    ),
                    expert::reach(&self.board.planks, one, two, longest),
                    &mut push,
                );
            }
        }
    }

    /// The middle of every island that a stone may lie on, and four points at the edge of what it allows.
    fn each_island_point(&self, public: &Public, mut push: impl FnMut(Point)) {
        for island in &self.board.islands {
            for (x, y) in [(0, 0), (30, 0), (0, 30), (-30, 0), (0, -30)] {
                let at = Point {
                    x: island.x + x,
                    y: island.y + y,
                };
                if self.point_fits(public, at) {
                    push(at);
                }
            }
        }
    }
}

/// The points at these distances from two centres, if the centres are further apart than `joined`.
fn meet((one, r1): (Point, f64), (two, r2): (Point, f64), joined: f64, push: &mut impl FnMut(Point)) {
    let (dx, dy) = (f64::from(two.x - one.x), f64::from(two.y - one.y));
    let square = dx * dx + dy * dy;
    if square <= joined * joined || square >= (r1 + r2) * (r1 + r2) {
        return;
    }
    let along = (square + r1 * r1 - r2 * r2) / (2.0 * square);
    let height = r1 * r1 / square - along * along;
    if height <= 0.0 {
        return;
    }
    let across = height.sqrt();
    for side in [across, -across] {
        push(Point {
            x: one.x + (along * dx - side * dy + 0.5).floor() as i32,
            y: one.y + (along * dy + side * dx + 0.5).floor() as i32,
        });
    }
}
