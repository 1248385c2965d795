//! Cards in other players' turns (RB-59, RB-92, RB-R33, RB-R34, RB-R45).

use super::*;
use crate::games::riverbed::cards::Window;

#[test]
fn rb_59_dual_cards_are_offered_in_their_moment_only() {
    let game = Riverbed::standard(9);
    let dual: Vec<&str> = Effect::ALL
        .into_iter()
        .filter(|effect| game.copies[*effect as usize] & game.dual != 0)
        .map(Effect::key)
        .collect();
    assert_eq!(
        dual,
        ["second-wind", "undertow", "eavesdrop", "decoy", "borrowed-gills"]
    );
    assert!(
        Effect::ALL
            .iter()
            .all(|effect| effect.window().is_some() == dual.contains(&effect.key()))
    );
}

#[test]
fn rb_92_undertow_interrupts_a_swim_before_its_draw() {
    let mut table = Position::new(7).everybody_on(5).hand(3, &[Effect::Undertow]);
    table.play(&[Move::Swim, to(6)]);
    assert_eq!(
        (table.decider(), table.state.public.ask),
        (3, Ask::Window(Window::Swim))
    );
    assert_eq!(table.offered(), [Move::Card(Effect::Undertow), Move::Pass]);
    assert_eq!(table.hand_size(1), 0, "the draw comes after");
    table.play(&[Move::Card(Effect::Undertow)]);
    assert_eq!(table.spaces(), [4, 6]);
    table.play(&[to(4)]);
    assert_eq!(
        (table.state.public.meeple[Seat(3)], table.hand_size(1), table.decider()),
        (3, 1, 1)
    );
}

#[test]
fn borrowed_gills_answers_a_swim_that_ends_on_ones_space() {
    let mut table = Position::new(8)
        .everybody_on(5)
        .meeple(3, 6)
        .hand(3, &[Effect::BorrowedGills]);
    table.play(&[Move::Swim, to(6), Move::Card(Effect::BorrowedGills), to(7)]);
    assert_eq!(table.state.public.meeple[Seat(3)], 6);
    let mut other = Position::new(8)
        .everybody_on(5)
        .meeple(3, 6)
        .hand(3, &[Effect::BorrowedGills]);
    other.play(&[Move::Swim, to(4)]);
    assert_eq!(other.state.public.ask, Ask::Menu);
}

#[test]
fn eavesdrop_views_what_a_dive_viewed_within_ones_reach() {
    let mut table = Position::new(7)
        .everybody_on(12)
        .meeple(1, 5)
        .meeple(3, 7)
        .hand(3, &[Effect::Eavesdrop]);
    table.play(&[Move::Dive, to(6), Move::Card(Effect::Eavesdrop)]);
    assert!(table.knows(3, 6) && table.knows(1, 6) && !table.knows(2, 6));
    let mut far = Position::new(7)
        .everybody_on(12)
        .meeple(1, 5)
        .hand(3, &[Effect::Eavesdrop]);
    far.play(&[Move::Dive, to(6)]);
    assert_eq!(far.state.public.ask, Ask::Menu, "6 is out of its reach");
}

#[test]
fn second_wind_answers_a_finished_action() {
    let mut table = Position::new(7).everybody_on(5).hand(3, &[Effect::SecondWind]);
    table.play(&[Move::Dive, to(5)]);
    assert_eq!(table.state.public.ask, Ask::Menu, "nothing of seat 4 is exhausted");
    let mut table = Position::new(7).everybody_on(5).hand(3, &[Effect::SecondWind]);
    table.state.public.marks[Seat(3)].swim = true;
    table.play(&[Move::Dive, to(5), Move::Card(Effect::SecondWind), SWIM]);
    assert!(!marks(&table, 3).swim);
}

#[test]
fn rb_r45_decoy_names_another_player_who_can_reveal() {
    let mut table = Position::new(7).everybody_on(5).hand(3, &[Effect::Decoy]);
    table.play(&[Move::CoOp, at(3)]);
    assert_eq!(
        (table.decider(), table.state.public.ask),
        (3, Ask::Window(Window::Named))
    );
    table.play(&[Move::Card(Effect::Decoy)]);
    assert_eq!(table.seats(), [0, 2, 4, 5, 6], "neither the active player nor oneself");
    table.play(&[at(6)]);
    assert_eq!((table.decider(), table.state.public.ask), (6, Ask::Chosen));
    let mut pass = Position::new(7).everybody_on(5).hand(3, &[Effect::Decoy]);
    pass.play(&[Move::CoOp, at(3), Move::Pass]);
    assert_eq!((pass.decider(), pass.state.public.ask), (3, Ask::Chosen));
}

#[test]
fn rb_r33_one_card_a_player_in_each_turn() {
    let two = [Effect::Undertow, Effect::SecondWind];
    let mut table = Position::new(7).everybody_on(5).hand(3, &two);
    table.state.public.marks[Seat(3)].dive = true;
    table.play(&[Move::Swim, to(6), Move::Card(Effect::Undertow), to(4)]);
    assert_eq!(
        (table.decider(), table.state.public.ask),
        (1, Ask::Menu),
        "no second card in this turn"
    );
    let mut table = Position::new(7).everybody_on(5).hand(3, &two);
    table.state.public.marks[Seat(3)].dive = true;
    table.play(&[Move::Swim, to(6), Move::Pass]);
    assert_eq!(table.state.public.ask, Ask::Window(Window::Action));
}

#[test]
fn rb_r34_several_are_asked_clockwise_from_the_active_player() {
    let mut table = Position::new(8).everybody_on(5);
    table = table
        .turn_of(6)
        .hand(2, &[Effect::BorrowedGills])
        .hand(7, &[Effect::Undertow])
        .meeple(2, 4);
    table.play(&[Move::Swim, to(4)]);
    assert_eq!(table.decider(), 7);
    table.play(&[Move::Pass]);
    assert_eq!(table.decider(), 2);
    table.play(&[Move::Pass]);
    assert_eq!(table.decider(), 6);
}

#[test]
fn no_window_opens_during_a_hunt() {
    // RB-74, RB-83
    let mut table = Position::new(7).everybody_on(5).tile(6, 5).role(2, Role::Leader);
    table = table
        .hand(2, &[Effect::DeepBreath])
        .hand(3, &[Effect::Decoy, Effect::Eavesdrop]);
    table.play(&[Move::CoOp, at(2), Move::Hunt, Move::Discard(Effect::DeepBreath)]);
    assert_eq!(
        (table.decider(), table.state.public.ask),
        (2, Ask::HuntTile { first: true })
    );
}
