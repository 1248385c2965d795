//! Turns: their order, the one action, the refresh marker, the hand limit, an empty deck.

use super::*;

#[test]
fn rb_14_turns_go_clockwise_without_rounds() {
    let mut p = Position::new(4).turn_of(MERCHANT);
    for seat in [2, 3, 0, 1, 2, 3] {
        assert_eq!(p.ask(), (Seat(seat), Ask::Menu));
        assert_eq!(p.public.active, Seat(seat));
        p.play(&[Move::Dive]);
        let tile = p.offered()[0];
        p.play(&[tile, Move::EndTurn]);
        p.public.marks[Seat(seat)].dive = false;
    }
    assert_eq!(p.public.turn, 7);
    let begun = |event: &Event| match event {
        Event::TurnBegan { seat } => Some(seat.0),
        _ => None,
    };
    let begun: Vec<u8> = p.events.iter().filter_map(begun).collect();
    assert_eq!(begun, [3, 0, 1, 2, 3, 0]);
}

#[test]
fn rb_15_exactly_one_action_in_a_turn() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]);
    assert!(!p.offers(Move::EndTurn), "an action must be made");
    for action in [Move::Dive, Move::Swim, Move::CoOp, Move::Uncover] {
        assert!(p.offers(action), "{action:?}");
    }
    p.play(&[Move::Dive, at(1)]);
    for action in [Move::Dive, Move::Swim, Move::CoOp, Move::Uncover] {
        assert!(!p.offers(action), "{action:?}");
    }
    p.play(&[Move::EndTurn]);
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
}

#[test]
fn rb_15_an_exhausted_action_cannot_be_chosen() {
    let p = Position::new(7).exhausted(CHIEF);
    assert!(!p.offers(Move::Dive) && !p.offers(Move::Swim));
    assert!(p.offers(Move::CoOp));
}

#[test]
fn rb_16_card_and_marker_before_the_action() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]).exhausted(CHIEF);
    p.play(&[
        Move::Card(ClearWater),
        at(9),
        Move::Refresh(Action::Dive),
        Move::Dive,
        at(2),
    ]);
    assert!(p.knows(CHIEF, 9) && p.knows(CHIEF, 2));
}

#[test]
fn rb_16_card_and_marker_after_the_action() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]);
    p.play(&[
        Move::Dive,
        at(2),
        Move::Refresh(Action::Dive),
        Move::Card(ClearWater),
        at(9),
        Move::EndTurn,
    ]);
    assert!(p.knows(CHIEF, 9) && p.knows(CHIEF, 2));
    assert_eq!(p.marks_of(CHIEF), (false, false));
}

#[test]
fn rb_17_instructions_in_the_printed_order() {
    // Swim: exhaust, move, draw. Co-op: reveal, draw, refresh.
    let mut p = Position::new(7).exhausted(CHIEF);
    p.coop(MERCHANT, 1);
    let place = |wanted: &dyn Fn(&Event) -> bool| p.events.iter().position(wanted).expect("it happened");
    let reveal = place(&|event| matches!(event, Event::Revealed { .. }));
    let draw = place(&|event| matches!(event, Event::Drew { .. }));
    assert!(reveal < draw);
    let mut p = Position::new(7);
    p.play(&[Move::Swim]);
    assert_eq!(p.marks_of(CHIEF), (false, true), "turned down before the move");
    p.play(&[at(2)]);
    assert!(matches!(p.events[..2], [Event::Moved { .. }, Event::Drew { .. }]));
}

#[test]
fn rb_18_an_exhausted_action_stays_so_until_refreshed() {
    let drawn = [DeepBreath, ClearWater, Delusion, Delusion];
    let mut p = Position::new(4).meeples(3).deck_top(&drawn);
    for _ in 0..4 {
        p.play(&[Move::Dive, at(3), Move::EndTurn]);
    }
    assert!(!p.offers(Move::Dive) && p.offers(Move::Swim));
    p.coop(LEADER, 3).play(&[Move::EndTurn]);
    for seat in [LEADER, MERCHANT, Seat(3)] {
        assert_eq!(p.ask().0, seat);
        p.play(&[Move::Swim, at(4), Move::EndTurn]);
    }
    assert!(p.offers(Move::Dive));
}

#[test]
fn rb_19_used_cards_are_discarded_at_the_end_of_the_turn_then_the_hand_counts() {
    // Also RB-63.
    let hand = [DeepBreath, Delusion, Decoy, Sandbank];
    let mut p = Position::new(7).hand(CHIEF, &hand);
    p.play(&[Move::Card(DeepBreath), Move::Dive, at(1)]);
    assert_eq!(p.public.discards, 0);
    assert_eq!(printed_cards(&p.game, p.public.spent), [DeepBreath]);
    p.play(&[Move::EndTurn]);
    assert_eq!(p.ask(), (CHIEF, Ask::HandLimit));
    assert_eq!(printed_cards(&p.game, p.public.discards), [DeepBreath]);
    assert_eq!(p.public.spent, 0);
}

#[test]
fn rb_44_the_marker_refreshes_one_action_once_per_game() {
    // Also RB-45.
    let mut p = Position::new(7).exhausted(CHIEF);
    p.play(&[Move::Refresh(Action::Swim)]);
    assert_eq!(p.marks_of(CHIEF), (true, false));
    assert!(!p.offers(Move::Refresh(Action::Dive)));
    p.play(&[Move::Swim, at(3)]);
    assert!(!p.offers(Move::Refresh(Action::Swim)));
}

#[test]
fn rb_44_the_marker_needs_an_exhausted_action() {
    let p = Position::new(7);
    assert!(!p.offers(Move::Refresh(Action::Dive)) && !p.offers(Move::Refresh(Action::Swim)));
}

#[test]
fn rb_45_a_used_marker_is_not_restored() {
    let mut p = Position::new(7).exhausted(CHIEF);
    p.play(&[Move::Refresh(Action::Dive)]).coop(MERCHANT, 1);
    assert!(p.public.marks[CHIEF].marker_used);
    let p = Position::changed(7, |rules| rules.refresh_marker = false).exhausted(CHIEF);
    let holds = !p.offers(Move::Refresh(Action::Dive));
    assert!(holds, "no marker by the rules of this variant");
}

#[test]
fn rb_97_no_limit_during_a_turn() {
    let hand = [DeepBreath, Delusion, Decoy];
    let mut p = Position::new(7).hand(CHIEF, &hand);
    p.play(&[Move::Card(DeepBreath), Move::Swim, at(2)]);
    assert_eq!(p.cards_of(CHIEF).len(), 5);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_98_only_the_player_whose_turn_ends_checks() {
    let many = [SteppingStone, ClearWater, Delusion, DeepBreath];
    let mut p = Position::new(7).hand(LEADER, &many);
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
    assert_eq!(p.cards_of(LEADER).len(), 4);
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
    assert_eq!(p.ask(), (LEADER, Ask::HandLimit));
}

#[test]
fn rb_99_more_than_three_cards_are_discarded_by_choice() {
    let hand = [SteppingStone, SteppingStone, ClearWater, Delusion, DeepBreath];
    let mut p = Position::new(7).hand(CHIEF, &hand);
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
    let offered = [SteppingStone, Delusion, ClearWater, DeepBreath];
    assert_eq!(p.offered(), offered.map(Move::Discard));
    p.play(&[Move::Discard(ClearWater)]);
    assert_eq!(p.ask(), (CHIEF, Ask::HandLimit));
    p.play(&[Move::Discard(SteppingStone)]);
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
    assert_eq!(p.cards_of(CHIEF), [offered[0], offered[1], offered[3]]);
    let discards = printed_cards(&p.game, p.public.discards);
    assert_eq!(discards, [SteppingStone, ClearWater]);
}

#[test]
fn rb_99_three_cards_may_be_kept() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater, Delusion, DeepBreath]);
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
}

#[test]
fn rb_100_an_empty_deck_is_made_anew_from_the_discards() {
    let mut p = Position::new(7).deck_of(0);
    let discards = p.public.discards;
    p.play(&[Move::Swim, at(2)]);
    assert_eq!(p.public.discards, 0);
    assert_eq!(p.public.deck, 25);
    assert_eq!(p.private[CHIEF].hand & discards, p.private[CHIEF].hand);
}

#[test]
fn rb_100_the_new_deck_is_shuffled() {
    let drawn = |seed| {
        let mut p = Position::new(7).deck_of(0);
        p.chance = Chance::new(seed, 0);
        p.play(&[Move::Swim, at(2)]);
        p.cards_of(CHIEF)[0]
    };
    let first = drawn(1);
    assert!((2..30).any(|seed| drawn(seed) != first));
}

#[test]
fn rb_100_a_draw_of_two_goes_on_in_the_new_deck() {
    let mut p = Position::new(7).hand(CHIEF, &[DeepBreath]).deck_of(1);
    p.play(&[Move::Card(DeepBreath)]);
    assert_eq!(p.cards_of(CHIEF).len(), 2);
    assert_eq!(p.public.deck, 23);
    let found = printed_cards(&p.game, p.public.spent);
    assert_eq!(found, [DeepBreath], "not reshuffled before the turn ends");
}
