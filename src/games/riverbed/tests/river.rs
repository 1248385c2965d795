//! Reach and movement (RB-20 to RB-31, RB-R01 to RB-R07).

use super::*;
use crate::games::riverbed::bits;
use crate::games::riverbed::rules::{Adjacent, SwimOverGaps};

fn printed(spaces: u32) -> Vec<u8> {
    bits(spaces).map(|space| space as u8 + 1).collect()
}

fn reach(game: &Riverbed, space: u8) -> Vec<u8> {
    printed(game.board.reach[space as usize - 1])
}

fn swim(game: &Riverbed, space: u8) -> Vec<u8> {
    printed(game.board.swim[space as usize - 1])
}

#[test]
fn rb_20_actions_choose_only_within_reach() {
    let mut table = Position::new(7).meeple(1, 13);
    table.play(&[Move::Dive]);
    assert_eq!(table.spaces(), [12, 13, 14]);
}

#[test]
fn rb_21_reach_is_ones_own_space_and_its_water_neighbours_not_land() {
    let game = Riverbed::standard(7);
    assert_eq!(reach(&game, 13), [12, 13, 14], "6 and 16 are near by land only");
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        for space in bits(game.board.tiled) {
            let size = game.board.reach[space].count_ones();
            assert!((2..=3).contains(&size), "{players} players, space {}", space + 1);
        }
    }
}

#[test]
fn rb_22_the_river_is_one_path_with_two_ends() {
    // T5
    let game = Riverbed::standard(7);
    assert_eq!(reach(&game, 1), [1, 2]);
    assert_eq!(reach(&game, 16), [15, 16]);
    assert!((2..=15).all(|space| reach(&game, space) == [space - 1, space, space + 1]));
}

#[test]
fn rb_26_a_swim_is_one_or_two_steps() {
    // RB-28: water costs one step, land two. RB-R07: one step is enough.
    let game = Riverbed::standard(7);
    assert_eq!(swim(&game, 4), [2, 3, 5, 6]);
    assert_eq!(
        swim(&game, 7),
        [2, 5, 6, 8, 9, 12],
        "by water 5, 6, 8, 9; by land 2, 12"
    );
}

#[test]
fn rb_28_land_costs_two_steps() {
    let one = Riverbed::with_rules(Rules {
        players: 7,
        swim_steps: 1,
        ..Rules::default()
    });
    assert_eq!(swim(&one, 7), [6, 8]);
}

#[test]
fn rb_29_no_move_ends_on_a_space_without_a_tile() {
    // T3, T9; RB-R03: out of steps on an empty space, the meeple drifts on the same way.
    let five = Riverbed::standard(5);
    assert_eq!(swim(&five, 7), [2, 4, 6, 8, 10, 12]);
    let four = Riverbed::standard(4);
    assert_eq!(swim(&four, 4), [2, 3, 6]);
    for players in 4..=6 {
        let game = Riverbed::standard(players);
        assert!((0..16).all(|space| game.board.swim[space] & !game.board.tiled == 0));
    }
}

#[test]
fn rb_30_no_move_ends_where_it_began() {
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        for space in bits(game.board.tiled) {
            let here = 1 << space;
            let board = &game.board;
            assert_eq!(
                (board.swim[space] | board.water_step[space] | board.land_step[space]) & here,
                0
            );
        }
    }
}

#[test]
fn rb_31_spaces_are_shared() {
    let mut table = Position::new(7).everybody_on(5);
    table.play(&[Move::Swim, to(6)]);
    let mut table = Position::new(7).everybody_on(5).meeple(1, 4);
    table.play(&[Move::Swim, to(5)]);
    assert!(table.state.public.meeple.first(7).iter().all(|space| *space == 4));
}

#[test]
fn rb_r01_reach_skips_empty_spaces() {
    // T4, T9
    let five = Riverbed::standard(5);
    assert_eq!(reach(&five, 6), [4, 6, 7]);
    let four = Riverbed::standard(4);
    assert_eq!(reach(&four, 2), [2, 3]);
    assert_eq!(reach(&four, 4), [3, 4, 6]);
    let stops = Riverbed::with_rules(Rules {
        players: 5,
        reach_over_gaps: false,
        ..Rules::default()
    });
    assert_eq!(reach(&stops, 6), [6, 7]);
}

#[test]
fn rb_r02_face_up_tiles_are_within_reach_but_no_target() {
    let mut table = Position::new(7).meeple(1, 13).tile(1, 13).face_up(13);
    assert_eq!(reach(&table.game, 13), [12, 13, 14]);
    table.play(&[Move::Dive]);
    assert_eq!(table.spaces(), [12, 14]);
}

#[test]
fn rb_r03_how_gaps_are_passed_is_a_switch() {
    // RB-R06
    let with = |swim_over_gaps| {
        Riverbed::with_rules(Rules {
            players: 5,
            swim_over_gaps,
            ..Rules::default()
        })
    };
    assert_eq!(swim(&with(SwimOverGaps::Drift), 7), [2, 4, 6, 8, 10, 12]);
    assert_eq!(swim(&with(SwimOverGaps::Skip), 7), [2, 4, 6, 8, 10, 12]);
    assert_eq!(swim(&with(SwimOverGaps::Blocked), 7), [2, 6, 8, 12]);
    assert_eq!(swim(&with(SwimOverGaps::Drift), 4), [2, 3, 6]);
    assert_eq!(
        swim(&with(SwimOverGaps::Skip), 4),
        [2, 3, 6, 7],
        "the gap costs nothing"
    );
}

#[test]
fn rb_r04_after_a_landing_by_land_the_drift_goes_either_way() {
    // Four players, space 6: land to 13, which is empty; from there to 12 or 14.
    let four = Riverbed::standard(4);
    let ends = swim(&four, 6);
    assert!(ends.contains(&12) && ends.contains(&14), "{ends:?}");
}

#[test]
fn rb_r05_no_drift_off_the_end_of_the_river() {
    // Four players: space 1 is empty, so from 3 two steps up the river lead nowhere.
    let four = Riverbed::standard(4);
    assert!(!swim(&four, 3).contains(&1));
    assert_eq!(swim(&four, 2), [3, 4, 7]);
}

#[test]
fn rb_r07_back_and_forth_is_no_move() {
    let seven = Riverbed::standard(7);
    assert!((1..=16).all(|space| !swim(&seven, space).contains(&space)));
}

#[test]
fn rb_r18_adjacent_is_orthogonal_by_water_or_land() {
    let seven = Riverbed::standard(7);
    assert_eq!(printed(seven.board.adjacent[6]), [2, 6, 8, 12]);
    let water = Riverbed::with_rules(Rules {
        players: 7,
        adjacent: Adjacent::WaterOnly,
        ..Rules::default()
    });
    assert_eq!(printed(water.board.adjacent[6]), [6, 8]);
    let five = Riverbed::standard(5);
    assert_eq!(
        printed(five.board.adjacent[3]),
        [3],
        "empty spaces are not skipped: 5 has no tile"
    );
}

#[test]
fn rb_r44_layouts_leave_these_spaces_empty() {
    let empty = |players: u8, layout: &str| {
        let rules = Rules {
            players,
            layout: layout.to_owned(),
            ..Rules::default()
        };
        printed(!Riverbed::with_rules(rules).board.tiled & 0xffff)
    };
    assert_eq!(empty(4, "default"), [1, 5, 9, 13]);
    assert_eq!(empty(4, "alternative"), [2, 7, 10, 15]);
    for players in [5, 6] {
        assert_eq!(empty(players, "default"), [5, 9]);
        assert_eq!(empty(players, "alternative"), [1, 16]);
    }
    assert!((7..=9).all(|players| empty(players, "default").is_empty()));
}
