//! Canoes: moving, loading, stealing, landing, falling.

use super::*;
use crate::games::niagara::river::LOST;

#[test]
fn ni_23_launches_reach_what_the_number_says() {
    // NI-25 NI-26: every card from the beach, the arm chosen at the fork
    for card in 1..=5 {
        assert_eq!(stops(LAND, card), [card]);
    }
    assert_eq!(stops(LAND, 6), [L6, R6]);
    let five = options(LAND, NONE, 5);
    assert_eq!(five.len(), 2, "{five:?}");
    assert_eq!(options(LAND, NONE, 3).len(), 1);
    assert_eq!(options(LAND, NONE, 6).len(), 3);
}

#[test]
fn ni_24_a_canoe_goes_one_way() {
    // T1, T5
    assert_eq!(stops(3, 2), [1, 5]);
    assert_eq!(stops(3, 1), [2, 4]);
    assert_eq!(stops(L6, 1), [5, L7]);
    assert_eq!(stops(R7, 1), [R6]);
    assert_eq!(options(3, NONE, 2).len(), 3);
    assert_eq!(options(3, NONE, 1).len(), 2);
}

#[test]
fn ni_28_loading_costs_two_before_or_after() {
    // NI-29 NI-30
    let five = options(3, NONE, 5);
    for to in [LAND, L6, R6] {
        let wanted = Move::Paddle {
            canoe: 0,
            pre: load(VIOLET),
            to,
            post: Block::NOTHING,
        };
        assert!(five.contains(&wanted), "{to}");
    }
    assert!(
        five.iter().all(
            |mv| !matches!(mv, Move::Paddle { pre, post, .. } if *pre != Block::NOTHING && *post != Block::NOTHING)
        )
    );
}

#[test]
fn ni_32_a_swap_costs_four_at_one_place() {
    // NI-31, T2, T3
    let swap = Block::new(1, CLEAR, NONE);
    let on_the_spot = Move::Paddle {
        canoe: 0,
        pre: swap,
        to: 4,
        post: Block::NOTHING,
    };
    assert!(options(4, VIOLET, 4).contains(&on_the_spot));
    let plain = options(4, CLEAR, 2);
    assert_eq!(plain, [paddle(0, 2), paddle(0, L6), paddle(0, R6)]);
}

#[test]
fn ni_36_landing_forgives_points() {
    // NI-37 NI-38 NI-39, T6
    assert!(!stops(L7, 6).contains(&LAND));
    assert!(stops(4, 4).contains(&LAND) && stops(4, 6).contains(&LAND) && !stops(4, 3).contains(&LAND));
    let game = table(3, |rules| rules.land_cost = 0);
    let mut found = Vec::new();
    game.each_stop(4, 3, LOST, |to| found.push(to));
    assert!(found.contains(&LAND) && found.contains(&1));
    let game = table(3, |_| {});
    let (mut state, mut chance) = start(&game);
    put(&mut state.public, 0, 0, 4, CLEAR);
    lay(&game, &mut state, &mut chance, &[5, 6, 6]);
    play(&game, &mut state, &mut chance, paddle(0, LAND));
    assert_eq!(state.public.gems[Seat(0)][CLEAR as usize], 1);
    assert_eq!(state.public.canoes[Seat(0)][0], Canoe::ASHORE);
    assert!(
        moves(&game, &state)
            .iter()
            .all(|mv| !matches!(mv, Move::Paddle { canoe: 0, .. }))
    );
}

#[test]
fn ni_33_thieves_come_from_below() {
    // NI-27 NI-34 NI-35, T4
    let game = table(3, |_| {});
    let (mut state, mut chance) = start(&game);
    put(&mut state.public, 0, 0, L7, NONE);
    put(&mut state.public, 0, 1, 4, CLEAR);
    put(&mut state.public, 1, 0, 4, VIOLET);
    put(&mut state.public, 2, 0, 4, CLEAR);
    lay(&game, &mut state, &mut chance, &[3, 6, 6]);
    play(&game, &mut state, &mut chance, paddle(0, 4));
    assert_eq!(state.public.ask, Ask::Steal(0));
    let steal = |victim| Move::Steal {
        victim: Seat(victim),
        canoe: 0,
        hold: 0,
    };
    assert_eq!(moves(&game, &state), [steal(1), steal(2), Move::Pass]);
    play(&game, &mut state, &mut chance, steal(1));
    assert_eq!(state.public.canoes[Seat(0)][0].cargo, VIOLET);
    assert!(!state.public.canoes[Seat(1)][0].loaded());
}

#[test]
fn ni_47_falls_by_number_of_pushes() {
    // NI-48 NI-49: strict alternation, the next disc goes right
    let expected = [
        (1, 9),
        (2, 8),
        (3, 7),
        (4, 6),
        (5, 5),
        (R6, 3),
        (L6, 4),
        (R7, 1),
        (L7, 2),
    ];
    let game = table(3, |_| {});
    for (space, pushes) in expected {
        let (mut state, mut chance) = start(&game);
        put(&mut state.public, 0, 0, space, NONE);
        let mut count = 0;
        while state.public.canoes[Seat(0)][0].space != LOST {
            game.push(&mut state.public, &mut chance, &mut ());
            count += 1;
            if space == 5 && count == 3 {
                // T8
                assert_eq!(state.public.canoes[Seat(0)][0].space, R7);
            }
        }
        assert_eq!(count, pushes, "from {space}");
    }
}

#[test]
fn ni_50_what_falls_goes_back_to_its_place() {
    let game = table(3, |_| {});
    let (mut state, mut chance) = start(&game);
    put(&mut state.public, 0, 0, R7, VIOLET);
    game.push(&mut state.public, &mut chance, &mut ());
    assert_eq!(state.public.canoes[Seat(0)][0], Canoe::at(LOST));
    assert_eq!(state.public.places[VIOLET as usize][VIOLET as usize], 7);
}
