//! Dive, Swim, Co-op and Uncover.

use super::*;

#[test]
fn rb_23_dive_is_turned_down_first() {
    let mut p = Position::new(7);
    p.play(&[Move::Dive]);
    assert_eq!(p.marks_of(CHIEF), (true, false));
    assert_eq!(p.ask(), (CHIEF, Ask::DiveTile));
}

#[test]
fn rb_24_a_dive_shows_one_tile_to_the_diver_alone() {
    let mut p = Position::new(7).meeples(5);
    p.play(&[Move::Dive, at(6)]);
    assert!(p.knows(CHIEF, 6));
    assert!((1..7).all(|seat| !p.knows(Seat(seat), 6)));
    assert_eq!(p.public.face_up, 0);
    assert_eq!(p.space_of(6), 6);
    assert_eq!(p.tracks(), [0; 3]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_25_swim_is_turned_down_first() {
    let mut p = Position::new(7);
    p.play(&[Move::Swim]);
    assert_eq!(p.marks_of(CHIEF), (false, true));
    assert_eq!(p.ask(), (CHIEF, Ask::SwimSpace));
}

#[test]
fn rb_26_a_swim_moves_the_own_meeple_one_or_two_steps() {
    let mut p = Position::new(7).meeples(10);
    p.play(&[Move::Swim]);
    assert_eq!(p.spaces(), [8, 9, 11, 12]);
    p.play(&[at(12)]);
    assert_eq!(p.meeple_of(CHIEF), 12);
    assert_eq!(p.meeple_of(LEADER), 10);
}

#[test]
fn rb_27_a_swim_draws_the_top_card_which_may_be_played_at_once() {
    let mut p = Position::new(7).deck_top(&[ClearWater, Delusion]);
    p.play(&[Move::Swim, at(2)]);
    assert_eq!(p.cards_of(CHIEF), [ClearWater]);
    let drawn = p.events.iter().find_map(|event| match event {
        Event::Drew { cards, .. } => Some(printed_cards(&p.game, *cards)),
        _ => None,
    });
    assert_eq!(drawn, Some(vec![ClearWater]), "and that card is told");
    p.play(&[Move::Card(ClearWater), at(16)]);
    assert!(p.knows(CHIEF, 16));
}

#[test]
fn rb_27_not_after_another_card_in_this_turn() {
    let mut p = Position::new(7)
        .hand(CHIEF, &[DeepBreath])
        .deck_top(&[ClearWater, Delusion]);
    p.play(&[Move::Card(DeepBreath), Move::Swim, at(2)]);
    assert_eq!(p.cards_of(CHIEF).len(), 3);
    assert_eq!(p.offered(), [Move::EndTurn, Move::Refresh(Action::Swim)]);
}

#[test]
fn rb_32_the_active_player_says_co_op_or_uncover() {
    let p = Position::new(7).hand(CHIEF, &[Decoy]);
    assert!(p.offers(Move::CoOp) && p.offers(Move::Uncover));
}

#[test]
fn rb_33_both_modes_refresh_dive_and_swim_for_the_next_turn() {
    let mut p = Position::new(7).exhausted(CHIEF);
    p.coop(MERCHANT, 1);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert!(!p.offers(Move::Dive) && !p.offers(Move::Swim), "from the next turn on");
    let mut p = Position::new(7).exhausted(CHIEF).hand(CHIEF, &[Decoy]);
    p.play(&[Move::Uncover, Move::Discard(Decoy), at(1)]);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert!(!p.offers(Move::Dive) && !p.offers(Move::Swim), "from the next turn on");
}

#[test]
fn rb_34_the_card_of_two_modes_never_exhausts() {
    let mut p = Position::new(4).meeples(3);
    for space in [2, 3, 4] {
        p.turn_mine();
        p.coop(LEADER, space).play(&[Move::EndTurn]);
    }
    p.turn_mine();
    assert!(p.offers(Move::CoOp));
}

#[test]
fn rb_35_another_player_is_chosen() {
    let mut p = Position::new(7);
    p.play(&[Move::CoOp]);
    assert_eq!(p.seats(), SeatSet::all(7).without(CHIEF));
}

#[test]
fn rb_36_the_chosen_player_must_reveal_within_the_own_reach() {
    // Also RB-R42: the choice is the chosen player's.
    let mut p = Position::new(7).meeple(MERCHANT, 9).face_up(&[8]);
    p.play(&[Move::CoOp, who(MERCHANT)]);
    assert_eq!(p.ask(), (MERCHANT, Ask::Chosen));
    assert_eq!(p.offered(), [at(9), at(10)]);
}

#[test]
fn rb_37_the_tile_is_resolved_completely_text_included() {
    let mut p = Position::new(7).meeple(MERCHANT, 10);
    p.coop(MERCHANT, 10);
    assert_eq!(p.tracks(), [0, 2, 1]);
    assert!(matches!(p.ask(), (MERCHANT, Ask::Text { text: Text::View, .. })));
    assert_eq!(p.cards_of(CHIEF), [], "the draw comes after the tile");
    p.play(&[at(11)]);
    assert!(p.knows(MERCHANT, 11));
    assert_eq!(p.cards_of(CHIEF).len(), 1);
}

#[test]
fn rb_38_then_the_active_player_draws_one_and_refreshes() {
    let mut p = Position::new(7)
        .deck_top(&[Counterfeit])
        .exhausted(CHIEF)
        .exhausted(MERCHANT);
    p.coop(MERCHANT, 1);
    assert_eq!(p.cards_of(CHIEF), [Counterfeit]);
    assert_eq!(p.cards_of(MERCHANT), []);
    let found = (p.marks_of(CHIEF), p.marks_of(MERCHANT));
    assert_eq!(found, ((false, false), (true, true)));
}

#[test]
fn rb_39_a_chosen_leader_may_hunt_and_a_chosen_profiteer_may_con() {
    let card = [ClearWater];
    for (seat, special) in [
        (LEADER, Some(Move::Hunt)),
        (PROFITEER, Some(Move::Con)),
        (MERCHANT, None),
        (SEPARATIST, None),
    ] {
        let mut p = Position::new(7).hand(seat, &card);
        p.play(&[Move::CoOp, who(seat)]);
        assert_eq!(p.offers(Move::Hunt), special == Some(Move::Hunt));
        assert_eq!(p.offers(Move::Con), special == Some(Move::Con));
    }
}

#[test]
fn rb_40_one_uncover_in_a_game() {
    let again = |p: Position| {
        let mut p = p.meeples(5).hand(CHIEF, &[Decoy, Sandbank]);
        p.play(&[Move::Uncover, Move::Discard(Decoy), at(5), Move::EndTurn]);
        p.turn_mine();
        p.offers(Move::Uncover)
    };
    assert!(!again(Position::new(7)));
    let two = Position::changed(7, |rules| rules.uncovers = 2);
    assert!(again(two), "two by the rules of this variant");
}

#[test]
fn rb_41_uncover_costs_a_card_first() {
    let mut p = Position::new(7);
    assert!(!p.offers(Move::Uncover));
    p = p.hand(CHIEF, &[Decoy, Sandbank]);
    p.play(&[Move::Uncover]);
    assert_eq!(p.ask(), (CHIEF, Ask::Pay(Price::Uncover, 1)));
    let found = p.offered();
    assert_eq!(found, [Move::Discard(Decoy), Move::Discard(Sandbank)]);
    p.play(&[Move::Discard(Sandbank)]);
    assert_eq!(p.ask(), (CHIEF, Ask::UncoverTile));
    assert_eq!(p.cards_of(CHIEF), [Decoy]);
    assert_eq!(p.public.face_up, 0);
}

#[test]
fn rb_42_uncover_reveals_and_resolves_a_tile_within_the_own_reach() {
    let mut p = Position::new(7).meeple(CHIEF, 5).hand(CHIEF, &[Decoy]);
    p.play(&[Move::Uncover, Move::Discard(Decoy)]);
    assert_eq!(p.spaces(), [4, 5, 6]);
    p.play(&[at(5)]);
    assert_eq!(p.tracks(), [2, 0, 1]);
    assert_eq!(p.shown(), [5]);
}

#[test]
fn rb_43_uncover_refreshes_turns_the_card_and_draws_nothing() {
    let mut p = Position::new(7).exhausted(CHIEF).hand(CHIEF, &[Decoy]);
    let deck = p.public.deck;
    p.play(&[Move::Uncover, Move::Discard(Decoy), at(1)]);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert_eq!(p.public.marks[CHIEF].uncovers, 1);
    assert_eq!((p.cards_of(CHIEF), p.public.deck), (vec![], deck));
}
