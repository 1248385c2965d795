//! The board and its layouts: neighbours, gaps, and what the figures of the book show.

use super::*;

/// Pairs of spaces joined by land, as printed.
pub(super) const LAND: [(i8, i8); 9] = [
    (1, 8),
    (2, 7),
    (3, 6),
    (5, 14),
    (6, 13),
    (7, 12),
    (9, 12),
    (11, 16),
    (13, 16),
];

fn board(players: u8, layout: &str) -> crate::Board {
    Riverbed::with_rules(rules(players, |rules| rules.layout = layout.into())).board
}

#[test]
fn cn_01_sixteen_spaces_all_with_a_tile_from_seven_players_on() {
    for players in 7..=9 {
        for layout in ["default", "alternative"] {
            let board = board(players, layout);
            assert_eq!((board.spaces, board.tiled), (16, 0xFFFF));
        }
    }
}

#[test]
fn cn_02_smaller_games_leave_spaces_empty_in_two_layouts() {
    // Also RB-R44.
    for (players, layout, empty) in [
        (4, "default", vec![1, 5, 9, 13]),
        (5, "default", vec![5, 9]),
        (6, "default", vec![5, 9]),
        (4, "alternative", vec![2, 7, 10, 15]),
        (5, "alternative", vec![1, 16]),
        (6, "alternative", vec![1, 16]),
    ] {
        let board = board(players, layout);
        assert_eq!(printed(!board.tiled & 0xFFFF), empty, "{players} players, {layout}");
        let holds = empty.windows(2).all(|pair| pair[1] > pair[0] + 1);
        assert!(holds, "a gap is one space wide");
    }
}

#[test]
fn cn_05_two_or_three_tiles_are_always_within_reach() {
    for players in 4..=9 {
        for layout in ["default", "alternative"] {
            let board = board(players, layout);
            for space in bits(board.tiled) {
                let reach = board.reach[space];
                assert!((2..=3).contains(&reach.count_ones()), "{players} {layout} {space}");
                assert_eq!(reach & !board.tiled, 0);
                assert_eq!(reach >> space & 1, 1);
            }
        }
    }
}

#[test]
fn cn_06_nine_pairs_of_spaces_are_joined_by_land() {
    let board = board(7, "default");
    let mut pairs = Vec::new();
    for space in 0..16 {
        for other in bits(board.land_step[space]).filter(|other| *other > space) {
            pairs.push((space as i8 + 1, other as i8 + 1));
        }
    }
    assert_eq!(pairs, LAND);
}

#[test]
fn cn_07_orthogonal_and_diagonal_follow_the_grid() {
    let board = board(7, "default");
    assert_eq!(printed(board.orthogonal[7 - 1]), [2, 6, 8, 12]);
    assert_eq!(printed(board.diagonal[7 - 1]), [1, 3, 9, 13]);
    assert_eq!(printed(board.orthogonal[16 - 1]), [11, 13, 15]);
    assert_eq!(printed(board.diagonal[16 - 1]), [12, 14]);
    assert_eq!(printed(board.diagonal[10 - 1]), [12]);
    let pairs: u32 = (0..16).map(|space| board.orthogonal[space].count_ones()).sum();
    assert_eq!(pairs / 2, 24);
}

#[test]
fn cn_08_the_figure_of_the_swim_example() {
    let board = board(6, "default");
    assert_eq!(printed(board.swim[7 - 1]), [2, 4, 6, 8, 10, 12]);
    assert_eq!(printed(board.water_step[7 - 1]), [6, 8]);
    assert_eq!(printed(board.land_step[7 - 1]), [2, 12]);
}

#[test]
fn cn_09_no_land_neighbour_lies_three_spaces_down_the_river_of_the_figure() {
    let board = board(7, "default");
    assert_eq!(board.land_step[7 - 1] & (1 << (4 - 1) | 1 << (10 - 1)), 0);
}

#[test]
fn cn_10_the_figure_of_the_co_op_example() {
    let board = board(6, "default");
    assert_eq!(printed(board.reach[6 - 1]), [4, 6, 7]);
    assert_eq!(printed(board.adjacent[4 - 1]), [3]);
}

#[test]
fn cn_11_land_does_not_give_reach() {
    let board = board(7, "default");
    assert_eq!(printed(board.reach[13 - 1]), [12, 13, 14]);
    assert_eq!(printed(board.land_step[13 - 1]), [6, 16]);
}

#[test]
fn the_alternative_layout_of_five_and_six_is_a_shorter_river() {
    let board = board(5, "alternative");
    assert_eq!(printed(board.reach[2 - 1]), [2, 3]);
    assert_eq!(printed(board.reach[15 - 1]), [14, 15]);
    assert_eq!(printed(board.swim[2 - 1]), [3, 4, 7]);
    // Space 1 upstream is empty and the river ends there; from 8 the land crossing to it drifts back to 2.
    assert_eq!(printed(board.swim[8 - 1]), [2, 6, 7, 9, 10]);
}

#[test]
fn the_alternative_layout_of_four() {
    let board = board(4, "alternative");
    assert_eq!(printed(board.reach[1 - 1]), [1, 3]);
    assert_eq!(printed(board.reach[6 - 1]), [5, 6, 8]);
    assert_eq!(printed(board.reach[16 - 1]), [14, 16]);
    // From 6: by water 5, 4, over the gap 7 to 8; by land 3 and 13.
    assert_eq!(printed(board.swim[6 - 1]), [3, 4, 5, 8, 13]);
}
