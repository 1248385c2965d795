use super::*;
use crate::bots::Weights;
use crate::bots::march::Course;

const STONE: Card = Card::STONE;
const STONES: Card = Card::STONES;
const PLANK: Card = Card::PLANK;
const PLANKS: Card = Card::PLANKS;
const REMOVE: Card = Card::REMOVE;
const MOVE_TWO: Card = Card::MOVE_TWO;
const JUMP: Card = Card::JUMP;

/// A way over these supports, of whose gaps those in `bridged` are.
fn way<const N: usize>(supports: [u8; N], bridged: u16) -> PawnRoute {
    let mut all = [NONE; PawnRoute::GAPS + 1];
    all[..N].copy_from_slice(&supports);
    PawnRoute {
        supports: all,
        over: 0,
        gaps: N - 1,
        bridged,
        taken: 0,
        there: !0,
        fits: [0x3f; PawnRoute::GAPS],
        planks: 0,
    }
}

/// What two programmes are worth to the first.
fn play(ways: [&PawnRoute; 2], programmes: [Programme; 2]) -> f32 {
    let weights = Weights::default();
    let plan = |way| Plan {
        course: Course {
            way,
            planks: 0x3f,
            ashore: false,
            home: false,
            retreat: true,
            prey: false,
            stays: [0.0; PROGRAMME],
        },
        weights: &weights,
        dragon: [0.0; PROGRAMME],
        remove: 0.0,
        hit: 0.0,
    };
    Contest::new(ways.map(plan)).lead(programmes.each_ref())
}

/// The same on two ways that have nothing in common, both a plank from the end.
fn race(first: Programme, second: Programme) -> f32 {
    play([&way([6, 7], 1), &way([8, 9], 1)], [first, second])
}

/// Nothing but an arrival is worth a whole game.
fn won(worth: f32) -> bool {
    worth >= 1.0
}

fn lost(worth: f32) -> bool {
    worth <= -1.0
}

#[test]
fn whoever_arrives_first_wins_and_of_two_at_once_who_acts_first() {
    let soon = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
    let later = [STONE, MOVE_TWO, STONES, PLANK, PLANKS];
    assert!(won(race(soon, soon)));
    assert!(lost(race(later, soon)));
    let never = [STONE, STONES, PLANK, PLANKS, JUMP];
    assert!(race(never, never).abs() < 0.5);
}

#[test]
fn a_dragon_cancels_what_is_shown_beside_it_unless_that_is_one_too() {
    let soon = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
    let after = [DRAGON, MOVE_TWO, STONE, STONES, PLANK];
    assert!(lost(race(soon, after)));
    assert!(won(race(soon, [STONE, DRAGON, MOVE_TWO, STONES, PLANK])));
    assert!(won(race(after, after)));
}

#[test]
fn who_takes_the_plank_ahead_stops_a_pawn() {
    let takes = [REMOVE, MOVE_TWO, STONE, STONES, PLANK];
    assert!(lost(race([STONE, MOVE_TWO, STONES, PLANK, PLANKS], takes)));
}

#[test]
fn planks_serve_both_who_go_the_same_way() {
    // One goes from 6 to 7, the other back; the first lays the plank that the second needs.
    let programmes = [
        [PLANK, STONE, STONES, DRAGON, REMOVE],
        [STONE, MOVE_TWO, STONES, PLANKS, REMOVE],
    ];
    assert!(lost(play([&way([6, 7], 0), &way([7, 6], 0)], programmes)));
    assert!(play([&way([6, 7], 0), &way([9, 8], 0)], programmes) > -0.9);
}

#[test]
fn a_pawn_that_has_come_ahead_bars_the_step_and_may_be_jumped_over() {
    // The second goes over 8 and 7 to 6, and stands after two steps where the first wants to go from 6 to 7.
    let ways = [&way([6, 7], 1), &way([8, 7, 6], 3)];
    let comes = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
    let waits = [STONE, STONES, PLANK, PLANKS, MOVE_TWO];
    let steps = [STONE, MOVE_TWO, STONES, PLANK, PLANKS];
    let jumps = [STONE, JUMP, STONES, PLANK, PLANKS];
    assert!(won(play(ways, [jumps, comes])));
    assert!(!won(play(ways, [steps, comes])));
    assert!(won(play(ways, [steps, waits])));
    assert!(!won(play(ways, [jumps, waits])));
}

/// Matching pennies in which one of four outcomes counts three times: the columns should play the first one time in three, and
/// then both rows are worth the same.
#[test]
fn rows_are_weighed_against_the_mix_that_leaves_them_the_least() {
    let mut payoffs = [[0.0; MOST]; MOST];
    payoffs[0][..2].copy_from_slice(&[0.75, -0.25]);
    payoffs[1][..2].copy_from_slice(&[-0.25, 0.25]);
    let worths = worths(&payoffs, [2, 2], [0.0; MOST]);
    let even = worths[..2].iter().all(|worth| (worth - 1.0 / 12.0).abs() < 0.02);
    assert!(even, "{worths:?}");
}

/// Who laid a dragon first is thought to do so again, sooner than to lay it last.
#[test]
fn habits_are_expected_again() {
    let first = [DRAGON, STONE, STONES, PLANK, PLANKS];
    let last = [STONE, STONES, PLANK, PLANKS, DRAGON];
    assert!(likeness(first, first) > likeness(last, first));
}
