//! Cards about players: Second Wind, Deep Breath, Light Fingers, Decoy when chosen, Confession, Sandbank.

use super::*;

fn holding(effect: Effect) -> Position {
    Position::new(7).hand(CHIEF, &[effect])
}

#[test]
fn second_wind_refreshes_one_own_action() {
    let mut p = holding(SecondWind).exhausted(CHIEF);
    p.play(&[Move::Card(SecondWind)]);
    assert_eq!(p.offered(), [Move::Refresh(Action::Dive), Move::Refresh(Action::Swim)]);
    p.play(&[Move::Refresh(Action::Swim)]);
    assert_eq!(p.marks_of(CHIEF), (true, false));
    assert!(!p.public.marks[CHIEF].marker_used, "the marker is another thing");
    assert!(p.offers(Move::Swim));
}

#[test]
fn second_wind_needs_an_exhausted_action() {
    assert!(!holding(SecondWind).offers(Move::Card(SecondWind)));
    for (dive, action) in [(true, Action::Dive), (false, Action::Swim)] {
        let mut p = holding(SecondWind);
        let marks = &mut p.public.marks[CHIEF];
        (marks.dive, marks.swim) = (dive, !dive);
        p.play(&[Move::Card(SecondWind)]);
        assert_eq!(p.offered(), [Move::Refresh(action)]);
    }
    let mut p = Position::new(7).hand(MERCHANT, &[SecondWind]);
    p.play(&[Move::Dive, at(1)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn second_wind_when_another_players_action_is_over() {
    let mut p = Position::new(7).hand(MERCHANT, &[SecondWind]).exhausted(MERCHANT);
    p.play(&[Move::Swim, at(2)]);
    assert_eq!(p.cards_of(CHIEF).len(), 1, "the action is complete with its draw");
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Action)));
    p.play(&[Move::Card(SecondWind), Move::Refresh(Action::Dive)]);
    assert_eq!(p.marks_of(MERCHANT), (false, true));
    assert_eq!(p.ask(), (CHIEF, Ask::Menu), "before the rest of the turn");
}

#[test]
fn deep_breath_draws_two() {
    let mut p = holding(DeepBreath).deck_top(&[Decoy, Sandbank]);
    p.play(&[Move::Card(DeepBreath)]);
    assert_eq!(p.cards_of(CHIEF), [Decoy, Sandbank]);
    let cards = p.private[CHIEF].hand;
    let holds = p.happened(Event::Drew { seat: CHIEF, cards });
    assert!(holds, "these, and no others, are told");
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn deep_breath_can_be_played_whatever_is_left_to_draw() {
    // Also RB-R31.
    let p = Position::endless(7, &[]).hand(CHIEF, &[DeepBreath]);
    assert!(p.offers(Move::Card(DeepBreath)), "it aims at no tile");
    let mut p = holding(DeepBreath).deck_of(0);
    p.public.discards = 0;
    p.private[LEADER].hand = p.game.deck & !p.private[CHIEF].hand;
    p.public.hand_size[LEADER] = 25;
    p.play(&[Move::Card(DeepBreath)]);
    assert_eq!(p.cards_of(CHIEF), []);
}

#[test]
fn light_fingers_takes_a_card_at_random() {
    let hand = [ClearWater, Decoy];
    for (draw, taken) in [(0, hand[0]), (1, hand[1])] {
        let mut p = holding(LightFingers)
            .hand(LEADER, &hand)
            .script(Purpose::Events, &[draw]);
        p.play(&[Move::Card(LightFingers)]);
        assert_eq!(p.seats(), [LEADER].into_iter().collect(), "only players with cards");
        p.play(&[who(LEADER)]);
        assert_eq!(p.cards_of(CHIEF), [taken]);
        assert_eq!(p.cards_of(LEADER).len(), 1);
    }
}

#[test]
fn light_fingers_needs_another_player_with_a_card() {
    assert!(!holding(LightFingers).offers(Move::Card(LightFingers)));
}

#[test]
fn decoy_names_another_player_for_the_co_op() {
    let mut p = Position::new(7).hand(MERCHANT, &[Decoy]);
    p = p.meeple(SEPARATIST, 9).exhausted(CHIEF);
    p.play(&[Move::CoOp, who(MERCHANT)]);
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Named)));
    p.play(&[Move::Card(Decoy)]);
    assert_eq!(p.seats(), SeatSet::all(7).without(CHIEF).without(MERCHANT));
    p.play(&[who(SEPARATIST)]);
    assert_eq!(p.ask(), (SEPARATIST, Ask::Chosen));
    p.play(&[at(10), at(9)]);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert_eq!(p.cards_of(CHIEF).len(), 1, "the active player draws");
}

#[test]
fn decoy_may_be_kept_when_chosen_and_only_the_chosen_player_is_asked() {
    let mut p = Position::new(7).hand(MERCHANT, &[Decoy]);
    p.play(&[Move::CoOp, who(MERCHANT), Move::Pass]);
    assert_eq!(p.ask(), (MERCHANT, Ask::Chosen));
    let mut p = Position::new(7).hand(MERCHANT, &[Decoy]);
    p.play(&[Move::CoOp, who(SEPARATIST)]);
    assert_eq!(p.ask(), (SEPARATIST, Ask::Chosen));
}

#[test]
fn confession_shows_a_hidden_role_to_one_player() {
    let mut p = Position::new(7).turn_of(MERCHANT).hand(MERCHANT, &[Confession]);
    p.public.role[LEADER] = Some(Role::Leader);
    p.play(&[Move::Card(Confession)]);
    let hidden = SeatSet::all(7).without(CHIEF).without(LEADER).without(MERCHANT);
    assert_eq!(p.seats(), hidden, "roles that lie face-up are known");
    p.play(&[who(PROFITEER)]);
    assert_eq!(p.private[MERCHANT].seen_role[PROFITEER], Some(Role::Profiteer));
    assert_eq!(p.public.role[PROFITEER], None);
    for seat in SeatSet::all(7).without(MERCHANT).iter() {
        assert_eq!(p.private[seat].seen_role, BySeat::default());
    }
}

#[test]
fn confession_needs_a_hidden_role() {
    let mut p = holding(Confession);
    assert!(p.offers(Move::Card(Confession)));
    for seat in SeatSet::all(7).iter() {
        p.public.role[seat] = Some(p.private[seat].role);
    }
    assert!(!p.offers(Move::Card(Confession)));
}

#[test]
fn sandbank_exhausts_an_action_of_another_player() {
    let mut p = holding(Sandbank).exhausted(LEADER);
    p.public.marks[MERCHANT].dive = true;
    p.play(&[Move::Card(Sandbank)]);
    assert_eq!(p.seats(), SeatSet::all(7).without(CHIEF).without(LEADER));
    // One of the two that is left will do.
    let mut other = holding(Sandbank);
    other.state.public.marks[MERCHANT].swim = true;
    other.play(&[Move::Card(Sandbank)]);
    assert!(other.offers(who(MERCHANT)));
    p.play(&[who(MERCHANT)]);
    assert_eq!(p.offered(), [Move::Exhaust(Action::Swim)]);
    p.play(&[Move::Exhaust(Action::Swim)]);
    assert_eq!(p.marks_of(MERCHANT), (true, true));
}

#[test]
fn sandbank_leaves_the_choice_between_two_and_needs_one() {
    let mut p = holding(Sandbank);
    p.play(&[Move::Card(Sandbank), who(LEADER)]);
    assert_eq!(p.offered(), [Move::Exhaust(Action::Dive), Move::Exhaust(Action::Swim)]);
    p.play(&[Move::Exhaust(Action::Dive)]);
    assert_eq!(p.marks_of(LEADER), (true, false));
    let others = SeatSet::all(7).without(CHIEF).iter();
    let p = others.fold(holding(Sandbank), Position::exhausted);
    assert!(!p.offers(Move::Card(Sandbank)));
}
