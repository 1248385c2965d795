//! Worked examples, and the examples of the book replayed. With seven players tile N lies on space N.

use super::*;

#[test]
fn t1_kelp_wins_before_the_log_below_it() {
    let mut p = Position::new(7).face_up(&[5, 11, 3, 6, 10, 2]).meeple(MERCHANT, 8);
    assert_eq!(p.tracks(), [5, 6, 4]);
    p.coop(MERCHANT, 8);
    assert_eq!((p.ending(), p.outcome().sides), (Some(Ending::Kelp), 1 << 0));
}

#[test]
fn t2_with_one_kelp_less_the_log_wins() {
    let mut p = Position::new(7).face_up(&[5, 12, 15, 6, 2]).meeple(MERCHANT, 8);
    assert_eq!(p.tracks(), [4, 6, 3]);
    p.coop(MERCHANT, 8);
    assert_eq!(p.tracks(), [6, 7, 3]);
    assert_eq!((p.ending(), p.outcome().sides), (Some(Ending::Logs), 1 << 1));
}

#[test]
fn t3_swim_from_seven_in_the_layout_of_five_and_six() {
    for players in [5, 6] {
        let mut p = Position::new(players).meeples(7);
        p.play(&[Move::Swim]);
        assert_eq!(p.spaces(), [2, 4, 6, 8, 10, 12]);
    }
}

#[test]
fn t4_reach_of_six_in_the_layout_of_five_and_six() {
    let mut p = Position::new(6).meeples(6);
    p.play(&[Move::Dive]);
    assert_eq!(p.spaces(), [4, 6, 7]);
}

#[test]
fn t5_reach_at_the_ends_of_the_river() {
    for (space, reach) in [(1, [1, 2]), (16, [15, 16])] {
        let mut p = Position::new(7).meeples(space);
        p.play(&[Move::Dive]);
        assert_eq!(p.spaces(), reach);
    }
}

#[test]
fn t6_the_hunt_of_the_book() {
    // Two of each collected; A, B, C are tiles 2, 3, 7; C opens D, tile 5, beside it; E is tile 1.
    for (penalty, tracks) in [(2, [6, 3, 4]), (3, [5, 3, 5])] {
        let p = Position::new(7).tile(5, 6).face_up(&[8, 14]);
        assert_eq!(p.tracks(), [2, 2, 2]);
        let mut p = hunting(p, 2);
        p.play(&[at(2)]);
        assert_eq!(p.tracks(), [2, 3, 3]);
        p.play(&[at(3)]);
        assert_eq!(p.tracks(), [3, 4, 3]);
        p.play(&[at(7), at(6)]);
        assert_eq!(p.tracks(), [5, 4, 4]);
        p.play(&[at(1)]);
        assert_eq!(p.tracks(), [6, 4, 5]);
        assert_eq!(p.ask(), (CHIEF, Ask::Penalty));
        assert_eq!(p.offered(), [at(2), at(3)]);
        p.play(&[at(penalty)]);
        assert_eq!(p.tracks(), tracks);
        assert_eq!(p.public.role[LEADER], Some(Role::Leader));
        assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    }
}

#[test]
fn t7_uncover_where_the_effect_is_impossible() {
    let mut p = Position::new(7).meeple(CHIEF, 9).hand(CHIEF, &[Decoy]).exhausted(CHIEF);
    p.play(&[Move::Uncover, Move::Discard(Decoy), at(9)]);
    assert_eq!(p.tracks(), [0, 0, 2]);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert_eq!(p.public.marks[CHIEF].uncovers, 1);
}

#[test]
fn t8_refreshing_by_co_op_and_by_uncover() {
    let mut p = Position::new(7).exhausted(CHIEF).deck_top(&[Decoy]);
    p.coop(MERCHANT, 1);
    let found = (p.cards_of(CHIEF), p.marks_of(CHIEF));
    assert_eq!(found, (vec![Decoy], (false, false)));
    p.play(&[Move::EndTurn]);
    p.turn_mine();
    p = p.exhausted(CHIEF);
    p.play(&[Move::Uncover, Move::Discard(Decoy), at(2)]);
    assert_eq!((p.cards_of(CHIEF), p.marks_of(CHIEF)), (vec![], (false, false)));
    assert_eq!(p.public.marks[CHIEF].uncovers, 1);
    p.play(&[Move::EndTurn]);
    p = p.meeple(MERCHANT, 9);
    p.turn_mine();
    assert!(p.offers(Move::CoOp) && !p.offers(Move::Uncover));
    p.coop(MERCHANT, 8);
}

#[test]
fn t9_reach_and_swim_in_the_layout_of_four() {
    let board = Riverbed::standard(4).board;
    assert_eq!(printed(board.reach[2 - 1]), [2, 3]);
    assert_eq!(printed(board.reach[4 - 1]), [3, 4, 6]);
    let mut p = Position::new(4).meeples(4);
    p.play(&[Move::Swim]);
    assert_eq!(p.spaces(), [2, 3, 6]);
}

#[test]
fn t10_face_down_and_up_again() {
    let mut p = Position::new(7).meeple(MERCHANT, 10).hand(CHIEF, &[Counterfeit]);
    p.coop(MERCHANT, 10).play(&[at(9), Move::Card(Counterfeit)]);
    assert_eq!(p.tracks(), [0, 2, 1]);
    p.play(&[at(10), Move::EndTurn]);
    assert_eq!(p.tracks(), [0, 0, 0]);
    p.play(&[Move::CoOp, who(MERCHANT), at(10)]);
    assert_eq!(p.tracks(), [0, 2, 1]);
    assert!(matches!(p.ask(), (MERCHANT, Ask::Text { text: Text::View, .. })));
}

#[test]
fn the_co_op_of_the_book() {
    // Six players: the chosen player on 6 passes over the gap at 5 to tile C on 4, whose text turns up D on 3.
    let mut p = Position::new(6)
        .tile(7, 4)
        .tile(1, 3)
        .meeple(MERCHANT, 6)
        .exhausted(CHIEF);
    p.play(&[Move::CoOp, who(MERCHANT)]);
    assert_eq!(p.spaces(), [4, 6, 7]);
    p.play(&[at(4)]);
    assert_eq!(p.offered(), [at(3), Move::Pass]);
    p.play(&[at(3)]);
    assert_eq!(p.tracks(), [1, 0, 1]);
    assert_eq!((p.cards_of(CHIEF).len(), p.marks_of(CHIEF)), (1, (false, false)));
}

#[test]
fn the_swim_of_the_book() {
    let mut p = Position::new(6).meeples(7).deck_top(&[ClearWater]);
    p.play(&[Move::Swim, at(10)]);
    assert_eq!((p.meeple_of(CHIEF), p.cards_of(CHIEF)), (10, vec![ClearWater]));
    let holds = p.offers(Move::Card(ClearWater));
    assert!(holds, "to be played at once if wanted");
}

#[test]
fn rb_90_any_means_one_anywhere_the_own_included() {
    let mut p = Position::new(7).hand(CHIEF, &[SwimmingHole]);
    p.play(&[Move::Card(SwimmingHole)]);
    assert!(p.seats().has(CHIEF));
    assert_eq!(p.seats(), SeatSet::all(7));
    let mut p = Position::new(7).meeple(MERCHANT, 12);
    p.coop(MERCHANT, 12);
    assert_eq!(p.spaces().len(), 15, "any two tiles: one and another");
    p.play(&[at(16)]);
    assert_eq!(p.spaces().len(), 14);
}

#[test]
fn rb_91_may_is_optional_all_else_is_not() {
    let asked = |tile| {
        let mut p = Position::new(7).meeple(MERCHANT, tile).face_up(&[8]);
        p.coop(MERCHANT, tile);
        p.offers(Move::Pass)
    };
    assert!(asked(7));
    assert!(!asked(9) && !asked(10) && !asked(12));
}

#[test]
fn rb_92_immediately_interrupts_what_goes_on() {
    // A card played at once after the move of a Swim comes before the draw of that Swim.
    let mut p = Position::new(7).meeples(7).hand(MERCHANT, &[Undertow]);
    p.play(&[Move::Swim, at(8), Move::Card(Undertow), at(6)]);
    let place = |wanted: &dyn Fn(&Event) -> bool| p.events.iter().position(wanted).expect("it happened");
    let undertow = place(&|event| matches!(event, Event::Moved { seat: MERCHANT, .. }));
    let draw = place(&|event| matches!(event, Event::Drew { seat: CHIEF, .. }));
    assert!(undertow < draw);
}

#[test]
fn rb_93_tiles_of_hunt_and_con_are_executed_before_the_next() {
    for mut p in [hunting(Position::new(7), 10), conning(Position::new(7), 10)] {
        p.play(&[at(10)]);
        assert!(matches!(p.ask().1, Ask::Text { .. }));
        assert_eq!(p.tracks(), [0, 2, 1]);
        p.play(&[at(11), at(7)]);
        assert!(matches!(p.ask().1, Ask::Text { .. }));
    }
}

#[test]
fn rb_95_swap_exchanges_places_and_leaves_faces() {
    let mut p = Position::new(7).hand(CHIEF, &[Crosscurrent]).meeples(7);
    p.play(&[Move::Card(Crosscurrent), at(7), at(8)]);
    assert_eq!((p.number_at(7), p.number_at(8)), (8, 7));
    assert_eq!(p.public.face_up, 0);
}

#[test]
fn rb_95_shuffle_keeps_the_tiles_on_the_same_spaces_unseen() {
    let mut p = Position::new(7).meeple(MERCHANT, 16);
    p.coop(MERCHANT, 16);
    for seat in SeatSet::all(7).iter() {
        assert!([11, 13, 15].iter().all(|tile| !p.knows(seat, *tile)));
    }
    assert_eq!(p.shown(), [16]);
}

#[test]
fn rb_95_view_is_secret_and_leaves_the_tile_face_down() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]);
    p.play(&[Move::Card(ClearWater), at(4)]);
    assert!(p.knows(CHIEF, 4));
    assert!(SeatSet::all(7).without(CHIEF).iter().all(|seat| !p.knows(seat, 4)));
    assert_eq!((p.public.face_up, p.tracks()), (0, [0; 3]));
}
