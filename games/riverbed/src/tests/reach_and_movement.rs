//! Reach, steps by water and land, spaces without a tile.

use super::random_games::GAPS;
use super::*;

fn swim_from(p: Position, space: u8) -> Vec<u8> {
    let mut p = p.meeples(space);
    p.play(&[Move::Swim]);
    p.spaces()
}

#[test]
fn rb_20_actions_concern_tiles_within_reach_only() {
    let actions: [&[Move]; 3] = [
        &[Move::Dive],
        &[Move::Uncover, Move::Discard(CARD)],
        &[Move::CoOp, who(MERCHANT)],
    ];
    for action in actions {
        let mut p = Position::new(7)
            .meeple(CHIEF, 7)
            .meeple(MERCHANT, 7)
            .hand(CHIEF, &[CARD]);
        assert_eq!(p.play(action).spaces(), [6, 7, 8]);
    }
}

#[test]
fn rb_21_reach_is_the_own_tile_and_those_joined_by_water() {
    let board = &Riverbed::standard(7).board;
    for space in 2..=15u8 {
        let reach = printed(board.reach[space as usize - 1]);
        assert_eq!(reach, [space - 1, space, space + 1]);
    }
}

#[test]
fn rb_22_the_ends_of_the_river_have_one_neighbour() {
    let board = &Riverbed::standard(7).board;
    assert_eq!(printed(board.reach[0]), [1, 2]);
    assert_eq!(printed(board.reach[15]), [15, 16]);
}

#[test]
fn rb_28_water_costs_one_step_land_two() {
    // From 7: 6 and 8 by one step of water, 5 and 9 by two, 2 and 12 by land.
    assert_eq!(swim_from(Position::new(7), 7), [2, 5, 6, 8, 9, 12]);
    let one_step = Position::changed(7, |rules| rules.swim_steps = 1);
    assert_eq!(swim_from(one_step, 7), [6, 8]);
}

#[test]
fn rb_28_three_steps_mix_water_and_land() {
    let three = Position::changed(7, |rules| rules.swim_steps = 3);
    // 2 or 12 and one step on, 6 or 8 and across: 3, 13; 1, 9; the far ends by water: 4, 10.
    assert_eq!(swim_from(three, 7), [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
}

#[test]
fn rb_29_a_move_goes_on_over_a_space_without_a_tile() {
    assert_eq!(swim_from(Position::new(6), 6), [3, 4, 7, 8, 13]);
    assert_eq!(swim_from(Position::new(6), 4), [2, 3, 6]);
    for players in 4..=6 {
        for layout in ["default", "alternative"] {
            let board = Riverbed::with_rules(rules(players, |rules| rules.layout = layout.into())).board;
            for space in bits(board.tiled) {
                assert_eq!(board.swim[space] & !board.tiled, 0);
                assert_eq!(board.water_step[space] & !board.tiled, 0);
                assert_eq!(board.land_step[space] & !board.tiled, 0);
            }
        }
    }
}

#[test]
fn rb_30_no_move_ends_where_it_began() {
    for players in 4..=9 {
        for (layout, gaps) in [
            ("default", SwimOverGaps::Drift),
            ("alternative", SwimOverGaps::Drift),
            ("default", SwimOverGaps::DriftAfterLand),
            ("default", SwimOverGaps::Skip),
            ("default", SwimOverGaps::Blocked),
        ] {
            let board = Riverbed::with_rules(rules(players, |rules| {
                rules.layout = layout.into();
                rules.swim_over_gaps = gaps;
            }))
            .board;
            for space in bits(board.tiled) {
                let ends = board.swim[space] | board.water_step[space] | board.land_step[space];
                assert_eq!(ends >> space & 1, 0);
            }
        }
    }
}

#[test]
fn rb_31_any_number_of_meeples_may_share_a_space() {
    let mut p = Position::new(7).meeples(4).meeple(CHIEF, 3);
    p.play(&[Move::Swim, at(4)]);
    assert!(SeatSet::all(7).iter().all(|seat| p.meeple_of(seat) == 4));
}

#[test]
fn rb_r01_reach_goes_over_an_empty_space_or_ends_there() {
    let board = Riverbed::standard(4).board;
    assert_eq!(printed(board.reach[4 - 1]), [3, 4, 6]);
    assert_eq!(printed(board.reach[6 - 1]), [4, 6, 7]);
    let board = Riverbed::with_rules(rules(4, |rules| rules.reach_over_gaps = false)).board;
    assert_eq!(printed(board.reach[4 - 1]), [3, 4]);
    assert_eq!(printed(board.reach[6 - 1]), [6, 7]);
}

#[test]
fn rb_r02_face_up_tiles_are_in_reach_but_an_action_needs_a_face_down_one() {
    let mut p = Position::new(7).meeples(7).face_up(&[6]);
    p.play(&[Move::Dive]);
    assert_eq!(p.spaces(), [7, 8]);
    let mut p = Position::new(7).meeples(7).face_up(&[6]).hand(CHIEF, &[Delusion]);
    p.play(&[Move::Card(Delusion)]);
    assert_eq!(p.spaces(), [6]);
}

#[test]
fn rb_r03_steps_used_up_on_an_empty_space_drift_on_the_same_way() {
    // Also RB-R06: empty spaces cost their step (drift), are not counted (skip), or stop a meeple (blocked).
    let with = |gaps| Position::changed(6, |rules| rules.swim_over_gaps = gaps);
    // 8 to 9 (empty) and 10: the second step; 7 to 8 to 9 (empty): drift to 10.
    assert_eq!(swim_from(with(SwimOverGaps::Drift), 8), [1, 6, 7, 10]);
    assert_eq!(swim_from(with(SwimOverGaps::Drift), 7), [2, 4, 6, 8, 10, 12]);
    assert_eq!(swim_from(with(SwimOverGaps::Skip), 7), [2, 4, 6, 8, 10, 12]);
    assert_eq!(swim_from(with(SwimOverGaps::Blocked), 7), [2, 6, 8, 12]);
    assert_eq!(swim_from(with(SwimOverGaps::Skip), 8), [1, 6, 7, 10, 11]);
    assert_eq!(swim_from(with(SwimOverGaps::Blocked), 8), [1, 6, 7, 10]);
}

#[test]
fn rb_r03_one_step_of_water_by_a_card_goes_over_a_gap_or_not() {
    for (gaps, ends) in [
        (SwimOverGaps::Drift, vec![7, 10]),
        (SwimOverGaps::Skip, vec![7, 10]),
        (SwimOverGaps::Blocked, vec![7]),
    ] {
        let board = Riverbed::with_rules(rules(6, |rules| rules.swim_over_gaps = gaps)).board;
        assert_eq!(printed(board.water_step[8 - 1]), ends);
    }
}

#[test]
fn rb_r04_an_empty_space_reached_by_land_leads_either_way() {
    // From 14 across to 5, which is empty: on to 4 or to 6.
    assert_eq!(swim_from(Position::new(6), 14), [4, 6, 12, 13, 15, 16]);
    // From 12 across to 9: on to 8 or to 10.
    assert_eq!(swim_from(Position::new(6), 12), [7, 8, 10, 11, 13, 14]);
}

#[test]
fn rb_r05_no_move_runs_off_the_river() {
    // Space 1 is empty and the river begins there.
    assert_eq!(swim_from(Position::new(4), 2), [3, 4, 7]);
    assert_eq!(printed(Riverbed::standard(4).board.water_step[2 - 1]), [3]);
}

#[test]
fn rb_r06_the_other_reading_of_the_figure_differs_only_at_gaps() {
    for gaps in GAPS {
        let p = Position::changed(7, |rules| rules.swim_over_gaps = gaps);
        assert_eq!(swim_from(p, 7), [2, 5, 6, 8, 9, 12]);
    }
    // The empty spaces of the figure lie across land: only from there a meeple goes on for nothing.
    let with = |gaps, space| swim_from(Position::changed(6, |rules| rules.swim_over_gaps = gaps), space);
    // Over 5 by land; 5 and 9 lie along the river.
    assert_eq!(with(SwimOverGaps::DriftAfterLand, 14), [4, 6, 12, 13, 15, 16]);
    assert_eq!(with(SwimOverGaps::Blocked, 14), [12, 13, 15, 16]);
    assert_eq!(with(SwimOverGaps::DriftAfterLand, 7), [2, 6, 8, 12]);
    assert_eq!(with(SwimOverGaps::Drift, 7), [2, 4, 6, 8, 10, 12]);
    let board = Riverbed::with_rules(rules(6, |rules| rules.swim_over_gaps = SwimOverGaps::DriftAfterLand)).board;
    // One step of water ends on a tile.
    assert_eq!(printed(board.water_step[8 - 1]), [7]);
}

#[test]
fn rb_r07_one_step_is_enough_but_not_there_and_back() {
    let ends = swim_from(Position::new(7), 9);
    assert!(ends.contains(&8) && ends.contains(&10));
    assert!(!ends.contains(&9));
}

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
