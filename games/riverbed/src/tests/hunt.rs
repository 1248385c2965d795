//! The Leader's Hunt and its penalty. With seven players tile N lies on space N.

use super::*;

#[test]
fn rb_66_the_leader_may_hunt_when_chosen_by_another_player() {
    let mut p = Position::new(7).hand(LEADER, &[CARD]);
    p.play(&[Move::CoOp, who(LEADER)]);
    assert!(p.offers(Move::Hunt));
    let mut p = Position::new(7).turn_of(LEADER).hand(LEADER, &[CARD]);
    assert!(!p.offers(Move::Hunt));
    p.play(&[Move::Uncover, Move::Discard(CARD)]);
    assert!(!p.offers(Move::Hunt));
}

#[test]
fn rb_66_once_per_game() {
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2), Move::Stop, Move::EndTurn]);
    p.turn_mine();
    p = p.hand(LEADER, &[CARD]);
    p.play(&[Move::CoOp, who(LEADER)]);
    assert!(!p.offers(Move::Hunt));
}

#[test]
fn rb_67_hunt_costs_a_card_first() {
    let mut p = Position::new(7).hand(LEADER, &[Delusion, CARD]).meeple(LEADER, 2);
    p.play(&[Move::CoOp, who(LEADER), Move::Hunt]);
    assert_eq!(p.ask(), (LEADER, Ask::Pay(Price::Hunt, 1)));
    assert_eq!(p.offered(), [Move::Discard(Delusion), Move::Discard(CARD)]);
    assert_eq!(p.public.role[LEADER], None, "the role is shown after the discard");
    p.play(&[Move::Discard(CARD)]);
    assert_eq!(p.public.role[LEADER], Some(Role::Leader));
    assert!(p.happened(Event::HuntDeclared { seat: LEADER }));
    assert_eq!(p.ask(), (LEADER, Ask::HuntTile { first: true }));
}

#[test]
fn rb_67_no_hunt_without_a_card() {
    let mut p = Position::new(7);
    p.play(&[Move::CoOp, who(LEADER)]);
    assert_eq!(p.offered(), [at(1), at(2)]);
}

#[test]
fn rb_68_the_first_tile_lies_within_reach_and_must_be_revealed() {
    let p = hunting(Position::new(7), 2);
    assert_eq!(p.offered(), [at(1), at(2), at(3)]);
}

#[test]
fn rb_69_an_icon_lets_the_leader_go_on_anywhere() {
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2)]);
    assert_eq!(p.ask(), (LEADER, Ask::HuntTile { first: false }));
    let but = |gone: &[u8]| (1..=16).filter(|space| !gone.contains(space)).collect::<Vec<_>>();
    assert_eq!(p.spaces(), but(&[2]));
    p.play(&[at(14)]);
    assert_eq!(p.spaces(), but(&[2, 14]));
}

#[test]
fn rb_70_each_tile_is_executed_before_the_next() {
    let mut p = hunting(Position::new(7), 10);
    p.play(&[at(10)]);
    assert_eq!(p.tracks(), [0, 2, 1]);
    assert!(matches!(p.ask(), (LEADER, Ask::Text { text: Text::View, .. })));
    p.play(&[at(9)]);
    assert_eq!(p.ask(), (LEADER, Ask::HuntTile { first: false }));
}

#[test]
fn rb_71_the_leader_may_stop() {
    // Also RB-R23: no penalty then.
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2), Move::Stop]);
    let (seat, how) = (LEADER, HuntEnd::Stopped);
    assert!(p.happened(Event::HuntEnded { seat, how }));
    assert_eq!(p.shown(), [2]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_71_an_end_point_ends_the_hunt_and_the_game() {
    let mut p = hunting(Position::new(7).face_up(&[12, 10, 3]), 6);
    p.play(&[at(6)]);
    assert_eq!(p.ending(), Some(Ending::Logs));
    assert!(p.over());
}

#[test]
fn rb_71_the_hunt_ends_when_every_tile_lies_face_up() {
    let mut p = hunting(Position::endless(7, &[2]), 2);
    p.play(&[at(2)]);
    let (seat, how) = (LEADER, HuntEnd::NoTiles);
    assert!(p.happened(Event::HuntEnded { seat, how }));
}

#[test]
fn rb_72_a_tile_without_icon_stays_and_the_penalty_follows_at_once() {
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2), at(5)]);
    assert_eq!(p.shown(), [2, 5]);
    assert_eq!(p.ask(), (CHIEF, Ask::Penalty));
}

#[test]
fn rb_73_a_tile_turned_up_by_an_effect_does_not_end_the_hunt() {
    let mut p = hunting(Position::new(7), 7);
    p.play(&[at(7), at(6)]);
    assert_eq!(p.shown(), [6, 7]);
    assert_eq!(p.ask(), (LEADER, Ask::HuntTile { first: false }));
}

#[test]
fn rb_74_no_card_and_no_other_action_during_the_hunt() {
    let dual = [SecondWind, Undertow];
    let mut p = hunting(Position::new(7).hand(MERCHANT, &dual).exhausted(MERCHANT), 2);
    for step in [at(2), at(5), at(2)] {
        let cards = |mv: &Move| matches!(mv, Move::Card(_) | Move::Refresh(_) | Move::Dive | Move::Swim);
        assert!(!p.offered().iter().any(cards));
        p.play(&[step]);
    }
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Action)), "the Co-op is over");
}

#[test]
fn rb_75_the_leader_stays_face_up_and_the_co_op_goes_on() {
    let mut p = hunting(Position::new(7).exhausted(CHIEF), 2);
    p.play(&[at(2), Move::Stop]);
    assert_eq!(p.public.role[LEADER], Some(Role::Leader));
    assert!(!p.public.hunting);
    assert_eq!(p.cards_of(CHIEF).len(), 1);
    assert_eq!(p.marks_of(CHIEF), (false, false));
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_76_texts_apply_during_the_hunt_and_may_turn_it() {
    // Tile 7 opens tile 9, which flips the log tile revealed before: nothing is left to punish.
    let mut p = hunting(Position::new(7).tile(9, 8).tile(2, 6), 7);
    p.play(&[at(6), at(7), at(8), at(6)]);
    assert_eq!(p.shown(), [7, 9]);
    assert_eq!(p.tracks(), [0, 0, 2]);
    p.play(&[at(5)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.shown(), [5, 7, 9]);
}

#[test]
fn rb_77_the_chief_flips_a_log_tile_of_the_hunt() {
    let mut p = hunting(Position::new(7).face_up(&[8]), 2);
    p.play(&[at(2), at(3), at(13), at(5)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Penalty));
    assert_eq!(p.offered(), [at(2), at(3)], "not 8, from before; 13 and 5 show no log");
    assert_eq!(p.tracks(), [6, 3, 2]);
    p.play(&[at(3)]);
    assert_eq!(p.tracks(), [5, 2, 2]);
    assert_eq!(p.shown(), [2, 5, 8, 13]);
    // Nor on the first space.
    let mut p = hunting(Position::new(7).tile(8, 1).face_up(&[8]), 2);
    p.play(&[at(2), at(5)]);
    assert_eq!(p.offered(), [at(2)]);
}

#[test]
fn rb_78_the_penalty_is_part_of_the_hunt() {
    let mut p = hunting(Position::new(7).hand(CHIEF, &[SecondWind]).exhausted(CHIEF), 2);
    p.play(&[at(2), at(5)]);
    assert_eq!(p.offered(), [at(2)]);
    assert!(p.public.hunting);
    p.play(&[at(2)]);
    assert!(!p.public.hunting);
    assert!(p.offers(Move::EndTurn));
}

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
