//! The river: discs, the fork, falls.

use super::*;
use crate::river::DRIFTS;
use balance_engine::Proportion;

/// After how many pushes a canoe falls.
fn falls_at(game: &Niagara, space: impl Into<Space>, last_side: u8) -> u32 {
    let mut p = begin(game);
    p.put(0, 0, space, NONE);
    p.public.last_side = last_side;
    let mut falls = |_: &u32| {
        p.push();
        p.public.canoes[Seat(0)][0].space == LOST
    };
    (1..100).find(|pushes| falls(pushes)).expect("it falls")
}

#[test]
fn ni_47_falls_by_number_of_pushes() {
    // the ledger's table under strict alternation, from both sides
    let game = table(3, |_| {});
    for last_side in [0, 1] {
        for (space, pushes) in [(1, 9), (2, 8), (3, 7), (4, 6), (5, 5)] {
            assert_eq!(falls_at(&game, S[space], last_side), pushes, "from {space}");
        }
    }
    for (last_side, expected) in [
        (0, [(R6, 3), (L6, 4), (R7, 1), (L7, 2)]),
        (1, [(L6, 3), (R6, 4), (L7, 1), (R7, 2)]),
    ] {
        for (space, pushes) in expected {
            assert_eq!(falls_at(&game, space, last_side), pushes, "from {space:?}");
        }
    }
}

#[test]
fn ni_04_nine_discs_lie_in_the_river_after_every_push() {
    // one in, one out: the map of a push leaves the first space free, fills every other once and drops one disc
    let game = table(3, |_| {});
    for side in [0, 1] {
        let discs = game.river.spaces().map(|space| game.river.after_push(space, side));
        let mut after: Vec<Space> = discs.collect();
        after.sort_unstable();
        let all: Vec<Space> = (2..=9).map(Space).chain([LOST]).collect();
        assert_eq!(after, all, "side {side}");
    }
}

#[test]
fn ni_48_the_arms_take_turns() {
    // T8: last disc left, strict alternation
    let mut p = position(3, |_| {});
    p.put(0, 0, 5, NONE);
    let mut way = Vec::new();
    for _ in 0..3 {
        p.push();
        way.push(p.public.canoes[Seat(0)][0].space);
    }
    assert_eq!(way, [R6, R6, R7]);
}

/// Share of 20,000 in which a canoe has fallen after each number of pushes up to 8.
fn fallen(switch: f64, space: impl Into<Space> + Copy) -> [f64; 8] {
    let game = table(3, |rules| rules.fork_switch = Proportion(switch));
    let mut counts = [0u32; 8];
    for index in 0..20_000 {
        let mut chance = Chance::new(17, index);
        let mut public = game.setup(&mut chance).public;
        public.canoes[Seat(0)][0].space = space.into();
        for count in &mut counts {
            game.push(&mut public, &mut chance, &mut ());
            *count += u32::from(public.canoes[Seat(0)][0].space == LOST);
        }
    }
    counts.map(|count| f64::from(count) / 20_000.0)
}

#[test]
fn ni_r11_a_coin_at_the_fork() {
    // the ledger's chances; five standard errors of 20,000 games are at most 0.018
    let near = |found: [f64; 8], wanted: [f64; 8]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.018);
    for (space, wanted) in [
        (S[4], [0.0, 0.0, 0.0, 0.25, 0.5, 0.688, 0.812, 0.891]),
        (S[5], [0.0, 0.0, 0.25, 0.5, 0.688, 0.812, 0.891, 0.938]),
        (L6, [0.0, 0.25, 0.5, 0.688, 0.812, 0.891, 0.938, 0.965]),
        (R7, [0.5, 0.75, 0.875, 0.938, 0.969, 0.984, 0.992, 0.996]),
    ] {
        let found = fallen(0.5, space);
        assert!(near(found, wanted), "from {space:?}: {found:?}");
    }
    // 0.9: the earliest falls from the first two spaces
    let first = fallen(0.9, 1);
    assert!(
        first[5] == 0.0 && (first[6] - 0.010).abs() < 0.004 && (first[7] - 0.172).abs() < 0.015,
        "{first:?}"
    );
    let second = fallen(0.9, 2);
    let holds = (second[5] - 0.010).abs() < 0.004 && (second[6] - 0.172).abs() < 0.015;
    assert!(holds, "{second:?}");
    assert!((second[7] - 0.844).abs() < 0.015, "{second:?}");
}

#[test]
fn a_fork_that_never_switches_uses_one_arm() {
    let game = table(3, |rules| rules.fork_switch = Proportion(0.0));
    assert_eq!(falls_at(&game, L7, 0), 1);
    let mut p = begin(&game);
    p.put(0, 0, R7, NONE);
    for _ in 0..30 {
        p.push();
    }
    assert_eq!(p.public.canoes[Seat(0)][0].space, R7, "the right arm rests for ever");
}

#[test]
fn ni_49_canoes_float_and_nobody_is_asked() {
    // two rounds of the river between two questions: all canoes have moved with their discs
    let mut p = position(2, |_| {});
    p.lay(&[2, 3]);
    p.play(paddle(0, 2));
    p.play(paddle(0, 3));
    assert_eq!(p.public.ask, Ask::Card);
    assert_eq!(p.public.canoes[Seat(0)][0].space, Space(4));
    assert_eq!(p.public.canoes[Seat(1)][0].space, Space(5));
}

#[test]
fn ni_50_what_falls_goes_back_to_its_place() {
    let mut p = position(3, |_| {});
    p.put(0, 0, R7, VIOLET);
    p.push();
    assert_eq!(p.public.canoes[Seat(0)][0], Canoe::empty(LOST));
    assert_eq!(p.public.places[VIOLET.index()][VIOLET.index()], 7);
}

#[test]
fn the_river_laid_out_beforehand_is_the_river() {
    let game = table(3, |_| {});
    for last_side in [0, 1] {
        for space in game.river.spaces() {
            let falls = falls_at(&game, space, last_side) as usize;
            let drift = |steps: usize| game.river.drift[last_side as usize][steps][space.slot()];
            assert!((0..falls).all(|steps| drift(steps) != LOST));
            assert!((falls..DRIFTS).all(|steps| drift(steps) == LOST));
        }
    }
}
