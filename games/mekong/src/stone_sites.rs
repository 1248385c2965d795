//! A chart of open water: quick answers to whether a stone may lie at a point.
//!
//! Land and frame never change; they are charted in small squares when the variant is built. Pieces are charted afresh
//! for a position, in larger squares that name the stones and planks which can be in the way there. Both only save
//! work: what is near enough to matter is judged exactly.

use super::board::{Board, FRAME, Point, SIZE, STONE, VILLAGE, placement};
use super::state::{PLANKS, Public, STONES, Space, spaces};
use balance_kit::bits;

/// Width of a square of land and water, as a power of two.
const FINE: i32 = 5;
const FINE_SIDE: usize = (SIZE as usize >> FINE) + 1;
const FINE_WORDS: usize = (FINE_SIDE * FINE_SIDE).div_ceil(64);
/// No point of a square is further than this from its middle.
const HALF_DIAGONAL: f64 = 23.0;

/// Width of a square of pieces, as a power of two.
const WIDE: i32 = 8;
const WIDE_SIDE: usize = (SIZE as usize >> WIDE) + 1;
/// A stone is in the way of another within less than this, a plank of a stone as well.
const ROUND_STONE: i32 = 2 * STONE - 1;
const ROUND_PLANK: i32 = 159;

#[derive(Clone, Debug)]
pub struct Water {
    /// Squares in which a stone may lie anywhere, as far as land is concerned.
    open: [u64; FINE_WORDS],
    /// Squares in which every point has to be judged.
    mixed: [u64; FINE_WORDS],
}

#[inline]
fn is_in(set: &[u64; FINE_WORDS], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

impl Water {
    pub fn new(board: &Board) -> Self {
        let mut water = Water {
            open: [0; FINE_WORDS],
            mixed: [0; FINE_WORDS],
        };
        for row in 0..FINE_SIDE {
            for column in 0..FINE_SIDE {
                let at = row * FINE_SIDE + column;
                match room(board, column, row) {
                    room if room >= HALF_DIAGONAL => water.open[at / 64] |= 1 << (at % 64),
                    room if room > -HALF_DIAGONAL => water.mixed[at / 64] |= 1 << (at % 64),
                    _ => {}
                }
            }
        }
        water
    }

    /// Is a stone here wholly in water, whatever else lies on the board?
    #[inline]
    pub fn is_wet(&self, board: &Board, at: Point) -> bool {
        if !(0..SIZE).contains(&at.x) || !(0..SIZE).contains(&at.y) {
            return false;
        }
        let square = (at.y >> FINE) as usize * FINE_SIDE + (at.x >> FINE) as usize;
        is_in(&self.open, square) || is_in(&self.mixed, square) && placement::in_water(board, at)
    }
}

/// How far a stone in the middle of a small square is from touching land or frame; negative when it does.
fn room(board: &Board, column: usize, row: usize) -> f64 {
    let middle = |at: usize| (at << FINE) as f64 + f64::from(1 << FINE) / 2.0;
    let (x, y) = (middle(column), middle(row));
    let (low, high) = (f64::from(FRAME + STONE), f64::from(SIZE - FRAME - STONE));
    let apart = |dx: f64, dy: f64| (dx * dx + dy * dy).sqrt();
    let frame = (x - low).min(high - x).min(y - low).min(high - y);
    board.villages.iter().fold(frame, |room, village| {
        let [left, top, right, bottom] = village.neck.map(f64::from);
        let (dx, dy) = (x - f64::from(village.centre.x), y - f64::from(village.centre.y));
        let neck = apart(x - x.max(left).min(right), y - y.max(top).min(bottom));
        room.min(apart(dx, dy) - f64::from(VILLAGE + STONE))
            .min(neck - f64::from(STONE))
    })
}

pub struct PieceIndex<'a> {
    public: &'a Public,
    /// Slots, as bits.
    stones: [[u32; WIDE_SIDE]; WIDE_SIDE],
    /// Slots, as bits.
    planks: [[u64; WIDE_SIDE]; WIDE_SIDE],
}

/// The large squares that a stretch of the board touches.
#[inline]
fn squares(low: i32, high: i32) -> std::ops::RangeInclusive<usize> {
    (low.clamp(0, SIZE) >> WIDE) as usize..=(high.clamp(0, SIZE) >> WIDE) as usize
}

impl<'a> PieceIndex<'a> {
    pub fn new(public: &'a Public) -> Self {
        const { assert!(STONES <= 32 && PLANKS <= 64) };
        let mut chart = PieceIndex {
            public,
            stones: [[0; WIDE_SIDE]; WIDE_SIDE],
            planks: [[0; WIDE_SIDE]; WIDE_SIDE],
        };
        for slot in bits(public.stones) {
            let at = public.points[slot];
            for row in squares(at.y - ROUND_STONE, at.y + ROUND_STONE) {
                for column in squares(at.x - ROUND_STONE, at.x + ROUND_STONE) {
                    chart.stones[row][column] |= 1 << slot;
                }
            }
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let (from, to) = (public.planks[slot].lie.from, public.planks[slot].lie.to);
            for row in squares(from.y.min(to.y) - ROUND_PLANK, from.y.max(to.y) + ROUND_PLANK) {
                for column in squares(from.x.min(to.x) - ROUND_PLANK, from.x.max(to.x) + ROUND_PLANK) {
                    chart.planks[row][column] |= 1 << slot;
                }
            }
        }
        chart
    }

    /// Does a stone here keep clear of stones and planks? The point must be on the board.
    #[inline]
    pub fn is_clear(&self, at: Point) -> bool {
        let (row, column) = ((at.y >> WIDE) as usize, (at.x >> WIDE) as usize);
        clear_of(self.public, self.stones[row][column], self.planks[row][column], at)
    }
}

/// The pieces that can be in the way of a stone in one rectangle of the board.
pub struct Near<'a> {
    public: &'a Public,
    /// Slots, as bits.
    stones: u32,
    /// Slots, as bits.
    planks: u64,
}

impl<'a> Near<'a> {
    /// Those of the rectangle from `low` to `high`.
    pub fn new(public: &'a Public, low: Point, high: Point) -> Self {
        let near = |one: Point, two: Point, far: i32| {
            one.x.min(two.x) - far <= high.x
                && low.x <= one.x.max(two.x) + far
                && one.y.min(two.y) - far <= high.y
                && low.y <= one.y.max(two.y) + far
        };
        let mut pieces = Near {
            public,
            stones: 0,
            planks: 0,
        };
        for slot in bits(public.stones) {
            let at = public.points[slot];
            pieces.stones |= u32::from(near(at, at, ROUND_STONE)) << slot;
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let lie = public.planks[slot].lie;
            pieces.planks |= u64::from(near(lie.from, lie.to, ROUND_PLANK)) << slot;
        }
        pieces
    }

    /// Does a stone here keep clear of stones and planks? The point must lie in the rectangle.
    #[inline]
    pub fn is_clear(&self, at: Point) -> bool {
        clear_of(self.public, self.stones, self.planks, at)
    }
}

/// Does a stone here keep clear of these stones and planks, both by slot?
#[inline]
fn clear_of(public: &Public, stones: u32, planks: u64, at: Point) -> bool {
    bits(stones).all(|slot| !placement::too_near(public.points[slot], at))
        && bits(planks).all(|slot| !placement::covers(public.planks[slot].lie, at))
}
