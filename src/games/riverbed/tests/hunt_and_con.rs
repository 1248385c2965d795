//! Hunt, its penalty, and Con (RB-39, RB-66 to RB-83, RB-93, RB-R19 to RB-R27, RB-R40).

use super::*;

/// Seven players on space 5; seat 1 is active, seat 2 the Leader with one card, seat 0 the Chief.
fn before_the_hunt() -> Position {
    hunt_with(Rules {
        players: 7,
        ..Rules::default()
    })
}

fn hunt_with(rules: Rules) -> Position {
    Position::with(rules)
        .everybody_on(5)
        .role(2, Role::Leader)
        .hand(2, &[Effect::DeepBreath])
}

const DECLARE: [Move; 2] = [Move::Hunt, Move::Discard(Effect::DeepBreath)];

fn hunting(mut table: Position) -> Position {
    table.play(&[Move::CoOp, at(2)]);
    table.play(&DECLARE);
    table
}

#[test]
fn rb_39_a_chosen_leader_may_hunt_and_a_chosen_profiteer_may_con() {
    let mut table = before_the_hunt().hand(6, &[Effect::ClearWater]);
    table.play(&[Move::CoOp, at(2)]);
    assert!(table.offers(Move::Hunt) && !table.offers(Move::Con));
    let mut table = before_the_hunt().hand(6, &[Effect::ClearWater]);
    table.play(&[Move::CoOp, at(6)]);
    assert!(table.offers(Move::Con) && !table.offers(Move::Hunt));
}

#[test]
fn rb_66_only_when_chosen_by_another_player() {
    // RB-R25: and never by force.
    let table = before_the_hunt().turn_of(2);
    assert!(!table.offers(Move::Hunt));
    let mut table = before_the_hunt();
    table.play(&[Move::CoOp, at(2), to(4)]);
    assert_eq!(table.state.public.role[Seat(2)], None, "an ordinary reveal");
}

#[test]
fn rb_67_hunt_costs_a_card_then_the_role_is_shown() {
    let mut poor = before_the_hunt();
    poor.take_hand(Seat(2));
    poor.play(&[Move::CoOp, at(2)]);
    assert!(!poor.offers(Move::Hunt));
    let mut table = before_the_hunt();
    table.play(&[Move::CoOp, at(2), Move::Hunt]);
    assert_eq!(table.state.public.role[Seat(2)], None, "paid first");
    table.play(&[Move::Discard(Effect::DeepBreath)]);
    assert_eq!(
        (table.state.public.role[Seat(2)], table.hand_size(2)),
        (Some(Role::Leader), 0)
    );
}

#[test]
fn rb_68_the_first_tile_lies_within_reach() {
    // RB-R24
    let table = hunting(before_the_hunt());
    assert_eq!(table.spaces(), [4, 5, 6]);
    assert!(!table.offers(Move::Stop));
}

#[test]
fn rb_69_with_the_icon_the_next_comes_from_anywhere() {
    let mut table = hunting(before_the_hunt().tile(2, 5).tile(3, 16));
    table.play(&[to(5)]);
    assert_eq!(table.spaces().len(), 15);
    table.play(&[to(16)]);
    assert_eq!((table.tracks(), table.spaces().len()), ([1, 2, 1], 14));
}

#[test]
fn rb_70_each_tile_is_executed_before_the_next() {
    // RB-93
    let mut table = hunting(before_the_hunt().tile(10, 5));
    table.play(&[to(5)]);
    assert!(
        matches!(table.state.public.ask, Ask::Text { .. }),
        "first the view of tile 10"
    );
    table.play(&[to(4)]);
    assert_eq!(table.state.public.ask, Ask::HuntTile { first: false });
}

#[test]
fn rb_71_the_leader_may_stop_without_penalty() {
    // RB-R23
    let mut table = hunting(before_the_hunt().tile(2, 5));
    table.play(&[to(5), Move::Stop]);
    assert_eq!((table.tracks(), table.state.public.ask), ([0, 1, 1], Ask::Menu));
    assert_eq!(
        table.happened(|event| matches!(event, Event::HuntEnded { penalty: false, .. })),
        1
    );
}

#[test]
fn rb_72_without_the_icon_the_tile_stays_and_the_penalty_follows() {
    let mut table = hunting(before_the_hunt().tile(2, 5).tile(1, 16));
    table.play(&[to(5), to(16)]);
    assert!(table.is_face_up(16));
    assert_eq!((table.decider(), table.state.public.ask), (0, Ask::Penalty));
}

#[test]
fn rb_73_a_tile_turned_up_by_another_does_not_end_the_hunt() {
    let mut table = hunting(before_the_hunt().tile(7, 5).tile(5, 6));
    table.play(&[to(5), to(6)]);
    assert_eq!(
        table.state.public.ask,
        Ask::HuntTile { first: false },
        "tile 5 has no icon, tile 7 has"
    );
}

#[test]
fn rb_74_draw_and_refresh_wait_for_the_end_of_the_hunt() {
    let mut table = before_the_hunt().tile(2, 5);
    table.state.public.marks[Seat(1)].dive = true;
    let mut table = hunting(table);
    table.play(&[to(5)]);
    assert_eq!((table.hand_size(1), marks(&table, 1).dive), (0, true));
    table.play(&[Move::Stop]);
    assert_eq!((table.hand_size(1), marks(&table, 1).dive), (1, false));
}

#[test]
fn rb_75_the_leader_stays_shown_and_hunts_no_more() {
    let mut table = hunting(before_the_hunt().tile(2, 5).hand(2, &[Effect::ClearWater]));
    table.play(&[to(5), Move::Stop, Move::EndTurn]);
    assert_eq!(table.state.public.role[Seat(2)], Some(Role::Leader));
    table = table.turn_of(1);
    table.play(&[Move::CoOp, at(2)]);
    assert!(!table.offers(Move::Hunt));
}

#[test]
fn rb_76_texts_apply_during_the_hunt() {
    let mut table = hunting(before_the_hunt().tile(7, 5).tile(6, 6));
    table.play(&[to(5), to(6)]);
    assert_eq!(table.tracks(), [0, 2, 0]);
}

#[test]
fn rb_77_the_chief_flips_one_log_tile_of_the_hunt() {
    // T6: the Hunt of the rulebook's example. RB-R21: the tile opened by the effect would count had it a log.
    let mut table = before_the_hunt()
        .tile(2, 5)
        .tile(3, 16)
        .tile(7, 8)
        .tile(5, 9)
        .tile(1, 12);
    table.state.public.tracks = [0; 3];
    let mut table = hunting(table);
    table.play(&[to(5), to(16), to(8), to(9), to(12)]);
    assert_eq!(table.tracks(), [4, 2, 3], "from 2/2/2 these are 6/4/5");
    assert_eq!((table.decider(), table.spaces()), (0, vec![5, 16]));
    let mut other = Position {
        game: table.game.clone(),
        state: table.state.clone(),
        chance: table.chance.clone(),
        log: Log::default(),
    };
    table.play(&[to(5)]);
    assert_eq!(table.tracks(), [4, 1, 2]);
    other.play(&[to(16)]);
    assert_eq!(other.tracks(), [3, 1, 3]);
    assert_eq!((other.hand_size(1), other.decider()), (1, 1), "then the Co-op goes on");
}

#[test]
fn rb_78_the_penalty_is_part_of_the_hunt() {
    let mut table = hunting(before_the_hunt().tile(4, 5).hand(0, &[Effect::ClearWater]));
    table.play(&[to(5)]);
    assert_eq!(
        (table.decider(), table.offered()),
        (0, vec![to(5)]),
        "no card in between"
    );
}

#[test]
fn rb_79_con_costs_a_card_and_shows_the_role() {
    let mut table = before_the_hunt().hand(6, &[Effect::ClearWater]);
    table.play(&[Move::CoOp, at(6), Move::Con]);
    assert_eq!(table.state.public.role[Seat(6)], None);
    table.play(&[Move::Discard(Effect::ClearWater)]);
    assert_eq!(table.state.public.role[Seat(6)], Some(Role::Profiteer));
    let mut poor = before_the_hunt();
    poor.play(&[Move::CoOp, at(6)]);
    assert!(!poor.offers(Move::Con));
}

#[test]
fn rb_80_con_reveals_one_within_reach_and_must_reveal_one_anywhere() {
    let mut table = before_the_hunt().tile(1, 5).tile(5, 16).hand(6, &[Effect::ClearWater]);
    table.play(&[Move::CoOp, at(6), Move::Con, Move::Discard(Effect::ClearWater)]);
    assert_eq!(table.spaces(), [4, 5, 6]);
    table.play(&[to(5)]);
    assert_eq!(table.spaces().len(), 15);
    assert!(!table.offers(Move::Stop) && !table.offers(Move::Pass));
    table.play(&[to(16)]);
    assert_eq!(table.tracks(), [3, 0, 2]);
}

#[test]
fn rb_81_con_has_no_penalty_and_knows_no_icons() {
    let mut table = before_the_hunt().tile(2, 5).tile(6, 16).hand(6, &[Effect::ClearWater]);
    table.play(&[
        Move::CoOp,
        at(6),
        Move::Con,
        Move::Discard(Effect::ClearWater),
        to(5),
        to(16),
    ]);
    assert_eq!(
        (table.state.public.ask, table.decider(), table.tracks()),
        (Ask::Menu, 1, [0, 3, 1])
    );
}

#[test]
fn rb_82_the_profiteer_stays_shown_and_the_turn_goes_on() {
    let mut table = before_the_hunt().tile(1, 5).tile(5, 16).hand(6, &[Effect::ClearWater]);
    table.play(&[
        Move::CoOp,
        at(6),
        Move::Con,
        Move::Discard(Effect::ClearWater),
        to(5),
        to(16),
    ]);
    assert_eq!(
        (table.state.public.role[Seat(6)], table.hand_size(1)),
        (Some(Role::Profiteer), 1)
    );
}

#[test]
fn rb_83_con_tiles_are_executed_one_after_the_other() {
    let mut table = before_the_hunt().tile(10, 5).hand(6, &[Effect::ClearWater]);
    table.play(&[Move::CoOp, at(6), Move::Con, Move::Discard(Effect::ClearWater), to(5)]);
    assert!(matches!(table.state.public.ask, Ask::Text { .. }));
    table.play(&[to(4)]);
    assert_eq!(table.state.public.ask, Ask::ConSecond);
}

#[test]
fn rb_93_a_text_inside_a_con_is_finished_first() {
    let mut table = before_the_hunt().tile(7, 5).hand(6, &[Effect::ClearWater]);
    table.play(&[
        Move::CoOp,
        at(6),
        Move::Con,
        Move::Discard(Effect::ClearWater),
        to(5),
        to(6),
    ]);
    // RB-R27: what the effect opened does not replace the second reveal.
    assert_eq!(table.state.public.ask, Ask::ConSecond);
}

#[test]
fn rb_r19_the_penalty_follows_even_the_first_tile() {
    let mut table = hunting(before_the_hunt().tile(6, 5));
    table.play(&[to(5)]);
    assert_eq!((table.state.public.ask, table.spaces()), (Ask::Penalty, vec![5]));
    let rules = Rules {
        players: 7,
        penalty_after_first_tile: false,
        ..Rules::default()
    };
    let mut table = hunting(hunt_with(rules).tile(6, 5));
    table.play(&[to(5)]);
    assert_eq!((table.state.public.ask, table.tracks()), (Ask::Menu, [0, 2, 0]));
}

#[test]
fn rb_r20_without_a_log_tile_the_penalty_is_nothing() {
    let mut table = hunting(before_the_hunt().tile(1, 5));
    table.play(&[to(5)]);
    assert_eq!((table.state.public.ask, table.decider()), (Ask::Menu, 1));
    assert_eq!(
        table.happened(|event| matches!(event, Event::HuntEnded { penalty: true, .. })),
        1
    );
}

#[test]
fn rb_r21_tiles_opened_by_effects_count_for_the_penalty() {
    let hunted = |penalty_counts_effects| {
        let rules = Rules {
            players: 7,
            penalty_counts_effects,
            ..Rules::default()
        };
        let mut table = hunting(hunt_with(rules).tile(7, 5).tile(6, 6).tile(4, 16));
        table.play(&[to(5), to(6), to(16)]);
        table.spaces()
    };
    assert_eq!(hunted(true), [6, 16]);
    assert_eq!(hunted(false), [16]);
}

#[test]
fn rb_r22_the_last_tile_counts_for_the_penalty() {
    let hunted = |penalty_counts_last| {
        let rules = Rules {
            players: 7,
            penalty_counts_last,
            ..Rules::default()
        };
        let mut table = hunting(hunt_with(rules).tile(2, 5).tile(4, 16));
        table.play(&[to(5), to(16)]);
        table.spaces()
    };
    assert_eq!(hunted(true), [5, 16]);
    assert_eq!(hunted(false), [5]);
}

#[test]
fn rb_r26_without_a_second_tile_the_con_ends() {
    let mut table = before_the_hunt().end_points(40, 40, 40).hand(6, &[Effect::ClearWater]);
    for space in (1..=16).filter(|space| *space != 5) {
        table = table.face_up(space);
    }
    table.play(&[Move::CoOp, at(6), Move::Con, Move::Discard(Effect::ClearWater), to(5)]);
    assert_eq!((table.state.public.ask, table.decider()), (Ask::Menu, 1));
}

#[test]
fn rb_r40_a_chosen_or_active_chief_still_decides_the_penalty() {
    let mut table = before_the_hunt().tile(6, 5).turn_of(0);
    table.play(&[Move::CoOp, at(2)]);
    table.play(&DECLARE).play(&[to(5)]);
    assert_eq!((table.decider(), table.state.public.ask), (0, Ask::Penalty));
}
