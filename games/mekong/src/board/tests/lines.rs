//! What is told of all planks on a line at once is what is judged of each.

use balance_engine::{Chance, Purpose, Stream};

use super::super::placement::{self, Beside, Stretch, SupportLine};
use super::super::{Board, Capsule, HALF_WIDTH, Point, STONE, Slide, Support, VILLAGE};

const SLIDES: [Slide; 3] = [Slide::Mid, Slide::OverA, Slide::OverB];
/// As far as ends of planks are shifted by being rounded, and a little more.
const ROUNDED: f64 = 1.0;

/// A point at most so far from another, each way.
fn near(chance: &mut Stream, at: Point, far: i32) -> Point {
    let mut shifted = |value: i32| value - far + chance.below(2 * far as u32 + 1) as i32;
    Point::new(shifted(at.x), shifted(at.y))
}

/// Planks on one line, each with its bit.
struct Line<'a> {
    board: &'a Board,
    ends: [(Support, Point); 2],
}

impl Line<'_> {
    fn gap(&self) -> SupportLine {
        SupportLine::new(&self.board.planks, self.ends)
    }

    fn planks(&self) -> impl Iterator<Item = (u32, Capsule)> {
        (0..18usize).filter_map(|at| {
            let plank = placement::between(&self.board.planks, self.ends, at as u8 / 3 + 1, SLIDES[at % 3]);
            plank.map(|lie| (1 << at, lie))
        })
    }

    /// What covers a part of the stretches with less room touches, and what covers none of those with more does not; how many
    /// are left open, and how many touch.
    fn holds<const N: usize>(
        &self,
        stretches: impl Fn(f64) -> [Stretch; N],
        touches: impl Fn(Capsule) -> bool,
    ) -> (u32, u32) {
        let covering = |more: f64| {
            let each = stretches(more).into_iter();
            each.fold(0, |set, stretch| {
                set | self.gap().covering(self.board.planks.lengths, stretch)
            })
        };
        let (surely, perhaps) = (covering(-ROUNDED), covering(ROUNDED));
        let (mut open, mut touching) = (0, 0);
        for (bit, lie) in self.planks() {
            let touched = touches(lie);
            assert!(touched || surely & bit == 0, "{:?}: {lie:?}", self.ends);
            assert!(!touched || perhaps & bit != 0, "{:?}: {lie:?}", self.ends);
            open += u32::from(perhaps & !surely & bit != 0);
            touching += u32::from(touched);
        }
        (open, touching)
    }
}

/// A line of any kind somewhere on the board.
fn line<'a>(board: &'a Board, chance: &mut Stream) -> Line<'a> {
    let from = near(chance, Point { x: 2250, y: 2250 }, 600);
    let kinds = [6 * chance.below(2) as Support, 6];
    // Supports do not overlap.
    let apart = i64::from(if kinds[0] == 0 { VILLAGE + STONE } else { 2 * STONE });
    let mut to = from;
    while placement::square_of(from, to) < apart * apart {
        to = near(chance, from, 860);
    }
    Line {
        board,
        ends: [(kinds[0], from), (kinds[1] + 1, to)],
    }
}

/// Another plank near a line; for every second one a support that it shares with it, and whether that is its first.
fn other(line: &Line<'_>, chance: &mut Stream) -> (Capsule, Option<(Support, Point)>, bool) {
    loop {
        let shared = line.ends[chance.below(2) as usize];
        let from = if chance.below(2) == 0 {
            shared
        } else {
            (8, near(chance, line.ends[0].1, 900))
        };
        let to = (9, near(chance, from.1, 860));
        let first = chance.below(2) == 0;
        let ends = if first { [from, to] } else { [to, from] };
        let slide = SLIDES[chance.below(3) as usize];
        let lie = placement::between(&line.board.planks, ends, chance.below(6) as u8 + 1, slide);
        if let Some(lie) = lie.filter(|_| placement::square_of(from.1, to.1) >= 400 * 400) {
            return (lie, (from == shared).then_some(shared), first);
        }
    }
}

#[test]
fn rd_r_stable_the_middle_of_a_plank_lies_over_or_between_its_supports() {
    let board = Board::standard();
    // A long plank on stones that nearly touch would tip with all its spare length on one side.
    let near = [(6, Point { x: 1000, y: 1000 }), (7, Point { x: 1276, y: 1000 })];
    let ends = |slide| placement::between(&board.planks, near, 5, slide).map(|lie| [lie.from.x, lie.to.x]);
    let length = board.planks.lengths[4];
    let middle = |slide| ends(slide).map(|[from, to]| i32::midpoint(from, to) - 1000);
    assert_eq!(ends(Slide::Mid).map(|[from, to]| to - from), Some(length));
    let middles = [Slide::Mid, Slide::OverA, Slide::OverB].map(middle);
    assert_eq!(middles, [Some(138), Some(-STONE), Some(276 + STONE)]);
    let mut chance = Chance::new(37, 0);
    let chance = chance.stream(Purpose::Setup);
    for _ in 0..5_000 {
        let line = line(&board, chance);
        let [(a, from), (b, to)] = line.ends;
        let radius = |support: Support| f64::from(if support < 6 { VILLAGE } else { STONE });
        for (_, lie) in line.planks() {
            let middle = Point::new(i32::midpoint(lie.from.x, lie.to.x), i32::midpoint(lie.from.y, lie.to.y));
            let along = line.gap().place(middle).0;
            let within = -radius(a) - 2.0..=from.distance(to) + radius(b) + 2.0;
            assert!(within.contains(&along), "{:?}: {lie:?}", line.ends);
        }
    }
}

#[test]
fn rd_36_planks_on_a_line_that_another_forbids_are_told_but_for_rounding() {
    let board = Board::standard();
    let mut chance = Chance::new(36, 0);
    let chance = chance.stream(Purpose::Setup);
    let (mut alone, mut shares, mut parted, mut met, mut open, mut touching) = (0, 0, 0, 0, 0, 0);
    for _ in 0..40_000 {
        let line = line(&board, chance);
        let (lie, shared, first) = other(&line, chance);
        let ends = [lie.from, lie.to].map(|end| line.gap().place(end));
        let clear = || line.planks().all(|(_, one)| !placement::clash(one, lie, shared));
        if line.gap().passes(board.planks.lengths[5], ends, 83.0) {
            assert!(clear(), "{:?} passes {lie:?}", line.ends);
            continue;
        }
        let touches = |one: Capsule| placement::clash(one, lie, shared);
        let room = f64::from(2 * HALF_WIDTH);
        let (left, touched) = if let Some(shared) = shared {
            shares += 1;
            let same = (shared == line.ends[0]) == first;
            let fork = placement::SupportLine::fork(ends, shared.0, same);
            if fork.parts(83.0) {
                assert!(clear(), "{:?} parts from {lie:?}", line.ends);
                parted += 1;
            }
            if fork.meets(77.0) {
                let mut all = line.planks();
                assert!(all.all(|(_, one)| touches(one)), "{:?} meets {lie:?}", line.ends);
                met += 1;
            }
            let outside = line.gap().outside(lie, shared);
            line.holds(|more| outside.nearer(room + more), touches)
        } else {
            alone += 1;
            let axis = Beside::new(ends);
            line.holds(|more| [axis.nearer(room + more)], touches)
        };
        (open, touching) = (open + left, touching + touched);
    }
    let fine = alone > 5_000 && shares > 5_000 && parted > 2_000;
    assert!(fine, "{alone}, {shares}, {parted}");
    assert!(parted > 2_000 && met > 1_000, "{parted}, {met}");
    assert!(touching > 50_000 && open < touching / 20, "{touching}, {open}");
}

#[test]
fn rd_48_planks_on_a_line_that_a_stone_or_a_village_forbids_are_told_but_for_rounding() {
    let board = Board::standard();
    let mut chance = Chance::new(48, 0);
    let chance = chance.stream(Purpose::Setup);
    let (mut passed, mut touching) = (0, 0);
    for _ in 0..20_000 {
        let line = line(&board, chance);
        let at = near(chance, line.ends[0].1, 1200);
        let middle = line.gap().place(at);
        for (radius, room) in [(STONE, 163.0), (VILLAGE, 323.0)] {
            let touches = |lie: Capsule| match radius {
                STONE => placement::covers(lie, at),
                _ => placement::touches_village(lie, at),
            };
            let near = |more: f64| [placement::round(middle, f64::from(radius + HALF_WIDTH) + more)];
            touching += line.holds(near, touches).1;
            if line.gap().passes(board.planks.lengths[5], [middle; 2], room) {
                assert!(line.planks().all(|(_, lie)| !touches(lie)));
                passed += 1;
            }
        }
    }
    assert!(passed > 5_000 && touching > 5_000, "{passed}, {touching}");
}
