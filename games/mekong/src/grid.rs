//! The grid of open water: a hexagonal lattice of points, pitch 8 mm, on which a stone may lie or not, as bits that follow
//! every piece; and the patches of water into which it is parted, so that a stone is placed in two short steps.

use super::Mekong;
use super::board::{Board, Capsule, Point, STONE, placement};
use super::state::{Public, Space, spaces};
use balance_kit::bits;

/// Distance of neighbouring points of the grid, and of its rows.
const PITCH: i32 = 80;
const ROW: i32 = 69;
const ORIGIN: i32 = 220;
pub const COLUMNS: i32 = 51;
pub const ROWS: i32 = 59;
/// A patch is so many points high and wide.
const PATCH: i32 = 6;
/// Patches of a row of them, and how many rows there are.
const ACROSS: i32 = (COLUMNS + PATCH - 1) / PATCH;
const DOWN: i32 = (ROWS + PATCH - 1) / PATCH;
/// A stone is in the way of another within less than this, a plank of a stone as well.
const ROUND_STONE: i32 = 2 * STONE;
const ROUND_PLANK: i32 = 160;

/// Points of the grid, as bits of each row.
pub type Grid = [u64; ROWS as usize];

pub fn point(row: i32, column: i32) -> Point {
    Point::new(ORIGIN + column * PITCH + (row & 1) * PITCH / 2, ORIGIN + row * ROW)
}

pub fn wet(board: &Board) -> Grid {
    std::array::from_fn(|row| {
        (0..COLUMNS).fold(0, |set, column| {
            set | u64::from(placement::in_water(board, point(row as i32, column))) << column
        })
    })
}

pub fn points(grid: &Grid) -> impl Iterator<Item = Point> {
    (0..)
        .zip(grid)
        .flat_map(|(row, bits)| spaces(*bits).map(move |column| point(row, i32::from(column.0))))
}

/// Rows of the grid that lie between two heights.
#[inline]
fn rows(low: i32, high: i32) -> std::ops::Range<i32> {
    let first = (low - ORIGIN + ROW - 1).max(0) / ROW;
    let last = (high - ORIGIN).max(-1).div_euclid(ROW);
    first..(last + 1).min(ROWS)
}

/// Columns of a row that lie between two points, as bits.
#[inline]
fn columns(row: i32, low: i32, high: i32) -> u64 {
    let from = ORIGIN + (row & 1) * PITCH / 2;
    let first = (low - from + PITCH - 1).max(0) / PITCH;
    let last = (high - from).max(-1).div_euclid(PITCH).min(COLUMNS - 1);
    if first > last {
        0
    } else {
        (2u64 << last) - (1u64 << first)
    }
}

/// Points of a row, of these, that `covered` says a piece covers.
#[inline]
fn under(row: i32, candidates: u64, covered: impl Fn(Point) -> bool) -> u64 {
    let mut found = 0;
    for column in spaces(candidates) {
        found |= u64::from(covered(point(row, i32::from(column.0)))) << column.0;
    }
    found
}

#[derive(Clone, Copy)]
enum Cover {
    Stone(Point),
    Plank(Capsule),
}

impl Cover {
    /// Takes the points that it covers out of a grid.
    #[inline]
    fn cut(self, grid: &mut Grid) {
        self.each_row(|row, near| {
            let bits = &mut grid[row as usize];
            *bits &= !self.covers(row, near & *bits);
        });
    }

    /// The points of the grid `all` that it covers.
    #[inline]
    fn part_of(self, all: &Grid) -> Grid {
        let mut part = [0; ROWS as usize];
        self.each_row(|row, near| part[row as usize] = self.covers(row, near & all[row as usize]));
        part
    }

    /// Of these points of a row those that it covers.
    #[inline]
    fn covers(self, row: i32, among: u64) -> u64 {
        match self {
            Cover::Stone(at) => under(row, among, |point| placement::too_near(at, point)),
            Cover::Plank(lie) => under(row, among, |point| placement::covers(lie, point)),
        }
    }

    /// Rows that it may cover a part of, each with the points in question.
    #[inline]
    fn each_row(self, mut visit: impl FnMut(i32, u64)) {
        let [low, high] = self.corners();
        for row in rows(low.y, high.y) {
            visit(row, columns(row, low.x, high.x));
        }
    }

    /// The rectangle outside which it covers nothing.
    #[inline]
    fn corners(self) -> [Point; 2] {
        let (from, to, far) = match self {
            Cover::Stone(at) => (at, at, ROUND_STONE),
            Cover::Plank(lie) => (lie.from, lie.to, ROUND_PLANK),
        };
        let corner = |of: fn(i32, i32) -> i32, far: i32| Point::new(of(from.x, to.x) + far, of(from.y, to.y) + far);
        [corner(i32::min, -far), corner(i32::max, far)]
    }

    /// May it cover what another covers?
    #[inline]
    fn meets(self, [low, high]: [Point; 2]) -> bool {
        let [from, to] = self.corners();
        (from.x <= high.x) & (low.x <= to.x) & (from.y <= high.y) & (low.y <= to.y)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Patch {
    row: i32,
    column: i32,
}

impl Patch {
    pub const COUNT: usize = (ACROSS * DOWN) as usize;
    /// No point of a patch is further than this from its middle.
    pub const HALF_DIAGONAL: f64 = 320.0;

    pub fn new(number: u8) -> Self {
        Patch {
            row: i32::from(number) / ACROSS,
            column: i32::from(number) % ACROSS,
        }
    }

    /// The number of the patch in which a point of the water lies.
    pub fn containing(at: Point) -> u8 {
        let column = ((at.x - ORIGIN) / (PATCH * PITCH)).clamp(0, ACROSS - 1);
        let row = ((at.y - ORIGIN) / (PATCH * ROW)).clamp(0, DOWN - 1);
        (row * ACROSS + column) as u8
    }

    pub fn corners(self) -> [Point; 2] {
        let (x, y) = (ORIGIN + self.column * PATCH * PITCH, ORIGIN + self.row * PATCH * ROW);
        let last = |corner: i32, size: i32| corner + size - 1;
        [Point { x, y }, Point::new(last(x, PATCH * PITCH), last(y, PATCH * ROW))]
    }

    pub fn middle(self) -> Point {
        let [low, high] = self.corners();
        Point::new(i32::midpoint(low.x, high.x), i32::midpoint(low.y, high.y))
    }

    /// Points of the grid in it on which a stone may lie, by rows.
    pub fn points(self, grid: &Grid) -> impl Iterator<Item = Point> {
        let rows = self.row * PATCH..((self.row + 1) * PATCH).min(ROWS);
        let columns = self.columns();
        rows.flat_map(move |row| spaces(grid[row as usize] & columns).map(move |at| point(row, i32::from(at.0))))
    }

    /// May a stone lie on a point of the grid in it?
    pub fn is_open(self, grid: &Grid) -> bool {
        let rows = (self.row * PATCH) as usize..((self.row + 1) * PATCH).min(ROWS) as usize;
        grid[rows].iter().any(|bits| bits & self.columns() != 0)
    }

    fn columns(self) -> u64 {
        ((1 << PATCH) - 1) << (self.column * PATCH)
    }
}

/// Every patch with a point of the grid on which a stone may lie.
pub fn each_patch(grid: &Grid, mut visit: impl FnMut(u8)) {
    for (row, rows) in grid.chunks(PATCH as usize).enumerate() {
        let mut bits = rows.iter().fold(0, |set, bits| set | bits);
        while bits != 0 {
            let column = bits.trailing_zeros() as usize / PATCH as usize;
            visit((row * ACROSS as usize + column) as u8);
            bits &= !0 << (PATCH as usize * (column + 1));
        }
    }
}

impl Mekong {
    /// A stone has come: no other may lie near it.
    pub(super) fn cover_by_stone(public: &mut Public, slot: usize) {
        Cover::Stone(public.points[slot]).cut(&mut public.grid);
    }

    pub(super) fn cover_by_plank(public: &mut Public, lie: Capsule) {
        Cover::Plank(lie).cut(&mut public.grid);
    }

    pub(super) fn uncover_stone(&self, public: &mut Public, slot: usize) {
        self.uncover(public, Cover::Stone(public.points[slot]));
    }

    pub(super) fn uncover_plank(&self, public: &mut Public, lie: Capsule) {
        self.uncover(public, Cover::Plank(lie));
    }

    /// Opens what only this piece covered.
    fn uncover(&self, public: &mut Public, gone: Cover) {
        let mut opened = gone.part_of(&self.shoals.wet);
        let room = gone.corners();
        let stones = bits(public.stones).map(|slot| Cover::Stone(public.points[slot]));
        let slots = spaces(public.laid).filter_map(Space::slot);
        let planks = slots.map(|slot| Cover::Plank(public.planks[slot].lie));
        for piece in stones.chain(planks).filter(|piece| piece.meets(room)) {
            piece.cut(&mut opened);
        }
        for (bits, opened) in public.grid.iter_mut().zip(opened) {
            *bits |= opened;
        }
    }

    pub(super) fn survey_grid(&self, public: &mut Public) {
        public.grid = self.shoals.wet;
        for slot in bits(public.stones) {
            Self::cover_by_stone(public, slot);
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            Self::cover_by_plank(public, public.planks[slot].lie);
        }
    }
}
