//! The Profiteer's Con. With seven players tile N lies on space N.

use super::*;

#[test]
fn rb_79_the_profiteer_may_con_when_chosen_and_pays_first() {
    let mut p = Position::new(7).hand(PROFITEER, &[CARD]);
    p.play(&[Move::CoOp, who(PROFITEER)]);
    assert!(p.offers(Move::Con) && !p.offers(Move::Hunt));
    p.play(&[Move::Con]);
    assert_eq!(p.ask(), (PROFITEER, Ask::Pay(Price::Con, 1)));
    assert_eq!(p.public.role[PROFITEER], None);
    p.play(&[Move::Discard(CARD)]);
    assert_eq!(p.public.role[PROFITEER], Some(Role::Profiteer));
    assert_eq!(p.ask(), (PROFITEER, Ask::ConFirst));
}

#[test]
fn rb_79_not_in_the_own_turn_not_without_a_card_and_only_once() {
    let p = Position::new(7).turn_of(PROFITEER).hand(PROFITEER, &[CARD]);
    assert!(!p.offers(Move::Con));
    let mut p = Position::new(7);
    p.play(&[Move::CoOp, who(PROFITEER)]);
    assert!(!p.offers(Move::Con));
    let mut p = conning(Position::new(7), 1);
    p.play(&[at(1), at(8), Move::EndTurn]);
    p.turn_mine();
    p = p.hand(PROFITEER, &[CARD]);
    p.play(&[Move::CoOp, who(PROFITEER)]);
    assert!(!p.offers(Move::Con));
}

#[test]
fn rb_80_one_tile_within_reach_then_another_from_anywhere() {
    let mut p = conning(Position::new(7), 5);
    assert_eq!(p.offered(), [at(4), at(5), at(6)]);
    p.play(&[at(4)]);
    assert_eq!(p.ask(), (PROFITEER, Ask::ConSecond));
    assert_eq!(p.spaces(), (1..=16).filter(|space| *space != 4).collect::<Vec<_>>());
    let holds = !p.offers(Move::Stop) && !p.offers(Move::Pass);
    assert!(holds, "the second must be revealed");
}

#[test]
fn rb_81_the_con_ends_after_the_second_tile_icons_or_not() {
    for second in [2, 6] {
        let mut p = conning(Position::new(7), 3);
        p.play(&[at(3), at(second)]);
        assert_eq!(p.ask(), (CHIEF, Ask::Menu));
        assert_eq!(p.shown().len(), 2, "no penalty");
    }
}

#[test]
fn rb_82_the_profiteer_stays_face_up_and_the_turn_goes_on() {
    let mut p = conning(Position::new(7).exhausted(CHIEF), 1);
    p.play(&[at(1)]);
    assert_eq!(p.cards_of(CHIEF), []);
    p.play(&[at(2)]);
    assert_eq!(p.public.role[PROFITEER], Some(Role::Profiteer));
    assert_eq!(p.cards_of(CHIEF).len(), 1);
    assert_eq!(p.marks_of(CHIEF), (false, false));
}

#[test]
fn rb_83_nothing_comes_between_and_the_first_tile_is_done_before_the_second() {
    let p = Position::new(7).hand(MERCHANT, &[SecondWind]).exhausted(MERCHANT);
    let mut p = conning(p, 10);
    p.play(&[at(10)]);
    assert!(matches!(p.ask(), (PROFITEER, Ask::Text { text: Text::View, .. })));
    p.play(&[at(9)]);
    assert_eq!(p.ask(), (PROFITEER, Ask::ConSecond));
    p.play(&[at(9)]);
    assert!(matches!(
        p.ask(),
        (
            PROFITEER,
            Ask::Text {
                text: Text::FlipDown,
                ..
            }
        )
    ));
    p.play(&[at(10)]);
    let expected = (MERCHANT, Ask::Window(Window::Action));
    assert_eq!(p.ask(), expected, "cards again after the Co-op");
}

#[test]
fn rb_106_a_con_can_win_in_a_single_turn() {
    let mut p = conning(Position::new(7).face_up(&[1, 2]), 9);
    p.play(&[at(9), at(14)]);
    assert_eq!(p.ending(), Some(Ending::Coins));
    assert_eq!(p.outcome().winners, [PROFITEER].into_iter().collect());
}
