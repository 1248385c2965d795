//! Stones anywhere in the water, and off the middle of their islands.

use super::*;
use crate::board::Point;
use crate::rules::{Side, StoneOffset, ThirdStone};

fn water() -> (Mekong, State<Mekong>) {
    let game = table(2, |rules| rules.side = Side::Water);
    let state = start(&game);
    (game, state)
}

fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// A stone at a legal point; gives its support.
fn drop(game: &Mekong, state: &mut State<Mekong>, x: i32, y: i32) -> Support {
    assert!(game.point_fits(&state.public, at(x, y)), "no stone fits at {x}, {y}");
    6 + game.put_stone(&mut state.public, Move::Stone(at(x, y)))
}

#[test]
fn rd_77_stones_go_into_the_water() {
    // RD-78: and everything else as ever
    let (game, mut state) = water();
    act(&game, &mut state, Card::STONE);
    // A patch of the water first, then a point in it.
    let patches = moves(&game, &state);
    assert!(patches.len() > 50, "{}", patches.len());
    play(&game, &mut state, patches[30]);
    assert_eq!(state.public.decider, Seat(0));
    let offered = moves(&game, &state);
    assert!(offered.len() > 30, "{}", offered.len());
    for mv in &offered {
        let Move::Stone(point) = mv else {
            panic!("{mv:?} is no point");
        };
        assert!(game.point_fits(&state.public, *point), "{point:?}");
    }
    play(&game, &mut state, offered[0]);
    assert_eq!(state.public.stones.count_ones(), 1);
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_77_any_legal_point_may_be_played() {
    // All centres of islands are water.
    let (game, state) = water();
    for island in &game.board.islands {
        assert!(game.point_fits(&state.public, *island), "{island:?}");
        let mut state = state.clone();
        act(&game, &mut state, Card::STONE);
        game.play(&mut state, Move::Stone(*island), &mut Chance::new(1, 1), &mut ());
        assert_eq!(state.public.points[0], *island);
        assert_eq!(game.invariant(&state), Ok(()));
    }
}

#[test]
fn rd_79_wholly_in_free_water() {
    let (game, mut state) = water();
    drop(&game, &mut state, 2000, 2000);
    drop(&game, &mut state, 2500, 2000);
    drop(&game, &mut state, 2000, 3000);
    let lay = (i(1), i(2));
    assert!(lays(&game, &state.public, 1).contains(&(lay.0, lay.1, Slide::Mid)));
    game.lay_plank(&mut state.public, Seat(0), 1, lay, Slide::Mid);
    assert_eq!(game.invariant(&state), Ok(()));
    let pairs = [
        ("frame", at(220, 220), at(219, 220)),
        ("frame", at(4280, 4280), at(4280, 4281)),
        ("village", at(750, 2250), at(749, 2250)),
        ("neck", at(1040, 220), at(1041, 220)),
        ("stone", at(2240, 3000), at(2239, 3000)),
        ("plank", at(2250, 2160), at(2250, 2159)),
    ];
    for (what, fine, near) in pairs {
        assert!(game.point_fits(&state.public, fine), "{what}");
        assert!(!game.point_fits(&state.public, near), "one unit too near: {what}");
    }
}

#[test]
fn rd_80_twenty_seven_stones() {
    let (game, mut state) = water();
    for island in game.board.islands.clone() {
        drop(&game, &mut state, island.x, island.y);
    }
    let events = act(&game, &mut state, Card::STONE);
    assert!(events.contains(&Event::StoneSkipped(Seat(0))));
}

#[test]
fn rd_32_planks_in_water_reach_as_far() {
    let (game, mut state) = water();
    drop(&game, &mut state, 2000, 2000);
    drop(&game, &mut state, 2520, 2000);
    assert_eq!(lays(&game, &state.public, 1).len(), 3, "three slides");
    let (game, mut state) = water();
    drop(&game, &mut state, 2000, 2000);
    drop(&game, &mut state, 2521, 2000);
    assert_eq!(lays(&game, &state.public, 1), []);
    assert_eq!(lays(&game, &state.public, 2).len(), 3);
}

#[test]
fn rd_34_in_water_nothing_lies_on_anything() {
    // RD-36 RD-R9 RD-R15: a third stone, a crossing plank, a gap that is taken
    for (third, fine) in [(ThirdStone::Forbid, false), (ThirdStone::Ignore, true)] {
        let game = table(2, |rules| {
            rules.side = Side::Water;
            rules.third_stone = third;
        });
        let mut state = start(&game);
        let a = drop(&game, &mut state, 2000, 2000);
        let b = drop(&game, &mut state, 2900, 2000);
        assert!(lays(&game, &state.public, 5).contains(&(a, b, Slide::Mid)));
        drop(&game, &mut state, 2450, 2160);
        assert!(
            lays(&game, &state.public, 5).contains(&(a, b, Slide::Mid)),
            "just clear"
        );
        game.take_stone(&mut state.public, 2);
        drop(&game, &mut state, 2450, 2159);
        assert_eq!(lays(&game, &state.public, 5).contains(&(a, b, Slide::Mid)), fine);
    }
    let (game, mut state) = water();
    let a = drop(&game, &mut state, 2000, 2000);
    let b = drop(&game, &mut state, 2900, 2000);
    let c = drop(&game, &mut state, 2450, 1600);
    let d = drop(&game, &mut state, 2450, 2400);
    let (along, across) = ((a, b, Slide::Mid), (c, d, Slide::Mid));
    assert!(lays(&game, &state.public, 5).contains(&across));
    game.lay_plank(&mut state.public, Seat(0), 5, (a, b), Slide::Mid);
    assert_eq!(game.invariant(&state), Ok(()));
    assert!(!lays(&game, &state.public, 5).contains(&across));
    assert!(!lays(&game, &state.public, 6).contains(&along));
}

#[test]
fn rd_78_the_older_stone_comes_first() {
    let (game, mut state) = water();
    let first = drop(&game, &mut state, 2000, 2000);
    let second = drop(&game, &mut state, 2400, 2000);
    assert_eq!(lays(&game, &state.public, 1)[0], (first, second, Slide::Mid));
    game.take_stone(&mut state.public, 0);
    // The slot is used again, the stone is a younger one.
    assert_eq!(drop(&game, &mut state, 2000, 2000), first);
    assert_eq!(lays(&game, &state.public, 1)[0], (second, first, Slide::Mid));
}

#[test]
fn rd_44_a_stone_may_not_stick_out_of_its_island() {
    // RD-R28, with stones off the middle
    let game = table(2, |rules| rules.stone_offset = StoneOffset::Free);
    let mut state = start(&game);
    let island = game.board.islands[8];
    let (near, far) = (at(island.x + 30, island.y), at(island.x + 31, island.y));
    assert!(game.point_fits(&state.public, near));
    assert!(!game.point_fits(&state.public, far));
    act(&game, &mut state, Card::STONE);
    play(&game, &mut state, Move::Stone(near));
    assert_eq!(state.public.stones, 1 << 8, "the slot is the island");
    assert!(!game.point_fits(&state.public, island), "one stone on an island");
}
