//! The turn (RB-14 to RB-19), hand limit and deck (RB-97 to RB-100).

use super::*;
use crate::games::riverbed::rules::HandLimitFor;

#[test]
fn rb_14_turns_go_clockwise() {
    let mut table = Position::new(5).everybody_on(7);
    for seat in [1, 2, 3, 4, 0, 1] {
        assert_eq!((table.state.public.active, table.decider()), (Seat(seat), seat));
        let space = table.offers(Move::Dive);
        table.play(&[if space { Move::Dive } else { Move::Swim }]);
        let first = table.offered()[0];
        table.play(&[first, Move::EndTurn]);
    }
}

#[test]
fn rb_15_a_turn_is_exactly_one_action() {
    // RB-R14: the marker gives no second one.
    let mut table = Position::new(7).meeple(1, 5);
    assert!(!table.offers(Move::EndTurn), "an action must be made");
    table.play(&[Move::Dive, to(5)]);
    assert!(!table.offers(Move::Swim) && !table.offers(Move::CoOp) && table.offers(Move::EndTurn));
}

#[test]
fn rb_16_card_and_marker_before_or_after_the_action() {
    // RB-44, RB-56, RB-R13
    let mut before = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    before.play(&[Move::Card(Effect::DeepBreath), Move::Dive, to(5), DIVE, Move::EndTurn]);
    let mut after = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    after.play(&[Move::Dive, to(5), DIVE, Move::Card(Effect::DeepBreath), Move::EndTurn]);
}

#[test]
fn rb_17_an_action_is_carried_out_in_order() {
    let mut table = Position::new(7).meeple(1, 5);
    table.play(&[Move::Swim]);
    assert!(marks(&table, 1).swim, "the card is turned first");
    table.play(&[to(6)]);
    let moved = table
        .log
        .0
        .iter()
        .position(|event| matches!(event, Event::Moved { .. }));
    let drew = table.log.0.iter().position(|event| matches!(event, Event::Drew { .. }));
    assert!(moved < drew, "then the move, then the card");
}

#[test]
fn rb_18_an_exhausted_action_cannot_be_chosen() {
    let mut table = Position::new(7).everybody_on(5);
    table.play(&[Move::Dive, to(5), Move::EndTurn]);
    table = table.turn_of(1);
    table.state.public.acted = false;
    assert!(!table.offers(Move::Dive) && table.offers(Move::Swim) && table.offers(Move::CoOp));
}

#[test]
fn rb_19_cards_of_the_turn_are_discarded_at_its_end() {
    // RB-63
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    table.play(&[Move::Card(Effect::DeepBreath), Move::Dive, to(5)]);
    assert_eq!(
        (table.state.public.discards, table.state.public.spent.count_ones()),
        (0, 1)
    );
    table.play(&[Move::EndTurn]);
    assert_eq!(
        (table.state.public.discards.count_ones(), table.state.public.spent),
        (1, 0)
    );
}

#[test]
fn rb_97_no_limit_within_a_turn() {
    let three = [Effect::ClearWater, Effect::Delusion, Effect::DeepBreath];
    let mut table = Position::new(7).meeple(1, 5).hand(1, &three);
    table.play(&[Move::Card(Effect::DeepBreath), Move::Swim, to(6)]);
    assert_eq!(table.hand_size(1), 5);
}

#[test]
fn rb_98_only_the_player_whose_turn_ends_checks() {
    // RB-R32
    let four = [
        Effect::ClearWater,
        Effect::Delusion,
        Effect::DeepBreath,
        Effect::TwinLanterns,
    ];
    let mut table = Position::new(7).meeple(1, 5).hand(2, &four);
    table.play(&[Move::Dive, to(5), Move::EndTurn]);
    assert_eq!((table.hand_size(2), table.state.public.active), (4, Seat(2)));
}

#[test]
fn rb_r32_everyone_can_be_made_to_check() {
    let four = [
        Effect::ClearWater,
        Effect::Delusion,
        Effect::DeepBreath,
        Effect::TwinLanterns,
    ];
    let rules = Rules {
        players: 7,
        hand_limit_for: HandLimitFor::Everyone,
        ..Rules::default()
    };
    let mut table = Position::with(rules).meeple(1, 5).hand(2, &four);
    table.play(&[Move::Dive, to(5), Move::EndTurn]);
    assert_eq!((table.decider(), table.state.public.ask), (2, Ask::HandLimit));
    table.play(&[Move::Discard(Effect::ClearWater)]);
    assert_eq!(
        (table.hand_size(2), table.state.public.active, table.state.public.ask),
        (3, Seat(2), Ask::Menu)
    );
}

#[test]
fn rb_99_down_to_three_at_the_end_of_ones_turn_by_own_choice() {
    // RB-65: an unspecified discard is the owner's choice.
    let four = [
        Effect::ClearWater,
        Effect::Delusion,
        Effect::Crosscurrent,
        Effect::TwinLanterns,
    ];
    let mut table = Position::new(7).meeple(1, 5).hand(1, &four);
    table.play(&[Move::Dive, to(5), Move::EndTurn]);
    assert_eq!(table.state.public.ask, Ask::HandLimit);
    assert_eq!(table.offered().len(), 4);
    table.play(&[Move::Discard(Effect::Delusion)]);
    assert_eq!((table.hand_size(1), table.state.public.active), (3, Seat(2)));
    assert_eq!(table.state.public.discards.count_ones(), 1);
}

#[test]
fn rb_100_an_empty_deck_is_made_anew_from_the_discards() {
    let mut table = Position::new(7).meeple(1, 5);
    let left = table.state.public.deck as usize;
    let discards = table.state.hidden.deck[..left]
        .iter()
        .fold(0u64, |set, card| set | 1 << card);
    table.state.public.deck = 0;
    table.state.public.discards = discards;
    table.play(&[Move::Swim, to(6)]);
    assert_eq!((table.hand_size(1), table.state.public.discards), (1, 0));
    assert_eq!(table.state.public.deck as usize, left - 1);
}

#[test]
fn rb_r31_with_nothing_left_nothing_is_drawn() {
    let mut table = Position::new(7).meeple(1, 5);
    let left = table.state.public.deck as usize;
    table.state.private[Seat(3)].hand = table.state.hidden.deck[..left]
        .iter()
        .fold(0u64, |set, card| set | 1 << card);
    table.state.public.hand_size[Seat(3)] = left as u8;
    table.state.public.deck = 0;
    table.play(&[Move::Swim, to(6)]);
    assert_eq!(table.hand_size(1), 0);
}

#[test]
fn rb_r14_a_second_action_after_the_marker_is_a_switch() {
    let rules = Rules {
        players: 7,
        second_action_after_marker: true,
        ..Rules::default()
    };
    let mut table = Position::with(rules).meeple(1, 5);
    table.play(&[Move::Dive, to(5), DIVE, Move::Dive, to(6), Move::EndTurn]);
    assert_eq!(table.happened(|event| matches!(event, Event::Dived { .. })), 2);
}
