//! Cards that move meeples: Stepping Stone, Swimming Hole, Undertow, Decoy in one's own turn, Borrowed Gills.

use super::*;

fn holding(players: u8, effect: Effect) -> Position {
    Position::new(players).hand(CHIEF, &[effect])
}

#[test]
fn stepping_stone_crosses_one_land_connection_and_draws() {
    let mut p = holding(7, SteppingStone).meeples(7).deck_top(&[Decoy]);
    p.play(&[Move::Card(SteppingStone)]);
    assert_eq!(p.spaces(), [2, 12]);
    p.play(&[at(12)]);
    assert_eq!(p.meeple_of(CHIEF), 12);
    assert_eq!(p.cards_of(CHIEF), [Decoy]);
    assert_eq!(p.marks_of(CHIEF), (false, false), "no action is spent");
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn stepping_stone_needs_a_land_connection_to_a_tile() {
    // With six players 5 is empty: 14 has no other land neighbour.
    for (players, space) in [(7, 4), (7, 10), (7, 15), (6, 14)] {
        let p = holding(players, SteppingStone).meeples(space);
        assert!(!p.offers(Move::Card(SteppingStone)));
    }
}

#[test]
fn swimming_hole_moves_any_meeple_to_any_other_tile() {
    let mut p = holding(6, SwimmingHole).meeples(4).meeple(LEADER, 10);
    p.play(&[Move::Card(SwimmingHole)]);
    assert_eq!(p.seats(), SeatSet::all(6));
    p.play(&[who(LEADER)]);
    assert_eq!(p.spaces(), [1, 2, 3, 4, 6, 7, 8, 11, 12, 13, 14, 15, 16]);
    p.play(&[at(1)]);
    assert_eq!((p.meeple_of(LEADER), p.meeple_of(CHIEF)), (1, 4));
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn swimming_hole_may_move_the_own_meeple_and_always_finds_a_target() {
    for space in [1, 7, 16] {
        let mut p = holding(7, SwimmingHole).meeples(space);
        p.play(&[Move::Card(SwimmingHole), who(CHIEF)]);
        assert!(!p.offers(at(space)));
        p.play(&[at(9)]);
        assert_eq!(p.meeple_of(CHIEF), 9);
    }
}

#[test]
fn undertow_moves_another_meeple_within_reach_one_step_through_water() {
    let mut p = holding(7, Undertow).meeples(12).meeple(CHIEF, 7).meeple(LEADER, 8);
    p.play(&[Move::Card(Undertow)]);
    assert_eq!(p.seats(), [LEADER].into_iter().collect());
    p.play(&[who(LEADER)]);
    assert_eq!(p.spaces(), [7, 9]);
    p.play(&[at(9)]);
    assert_eq!(p.meeple_of(LEADER), 9);
}

#[test]
fn undertow_needs_another_meeple_within_reach() {
    let p = holding(7, Undertow).meeples(12).meeple(CHIEF, 7);
    assert!(!p.offers(Move::Card(Undertow)));
    let p = holding(7, Undertow).meeples(7);
    assert!(p.offers(Move::Card(Undertow)), "on the own space");
}

#[test]
fn undertow_drifts_over_a_space_without_a_tile() {
    let mut p = holding(6, Undertow).meeples(12).meeple(CHIEF, 4).meeple(LEADER, 6);
    p.play(&[Move::Card(Undertow), who(LEADER)]);
    assert_eq!(p.spaces(), [4, 7]);
}

#[test]
fn undertow_after_another_players_swim_before_its_draw() {
    let mut p = Position::new(7)
        .meeples(7)
        .meeple(MERCHANT, 10)
        .hand(MERCHANT, &[Undertow]);
    p.play(&[Move::Swim, at(8)]);
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Swim)));
    assert_eq!(p.offered(), [Move::Card(Undertow), Move::Pass]);
    assert_eq!(p.cards_of(CHIEF), [], "the draw comes after");
    p.play(&[Move::Card(Undertow)]);
    assert_eq!(p.offered(), [at(9), at(11)]);
    p.play(&[at(11)]);
    assert_eq!(p.meeple_of(MERCHANT), 11);
    assert_eq!(p.cards_of(CHIEF).len(), 1);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn undertow_is_not_offered_after_other_actions_or_moves_by_card() {
    let mut p = Position::new(7).hand(MERCHANT, &[Undertow]);
    p.play(&[Move::Dive, at(1)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    let mut p = holding(7, SteppingStone).hand(MERCHANT, &[Undertow]);
    p.play(&[Move::Card(SteppingStone), at(8)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn decoy_swaps_the_places_of_two_meeples() {
    let mut p = holding(7, Decoy).meeples(3).meeple(LEADER, 16).meeple(PROFITEER, 9);
    p.play(&[Move::Card(Decoy)]);
    let expected = [LEADER, PROFITEER].into_iter().collect();
    assert_eq!(p.seats(), expected, "anywhere, but not on the same space");
    p.play(&[who(LEADER)]);
    assert_eq!((p.meeple_of(CHIEF), p.meeple_of(LEADER)), (16, 3));
}

#[test]
fn decoy_needs_a_meeple_on_another_space() {
    assert!(!holding(7, Decoy).meeples(3).offers(Move::Card(Decoy)));
}

#[test]
fn borrowed_gills_moves_by_the_rules_of_swim_without_a_draw() {
    let mut p = holding(8, BorrowedGills).meeples(7).exhausted(CHIEF);
    p.play(&[Move::Card(BorrowedGills)]);
    assert_eq!(p.spaces(), [2, 5, 6, 8, 9, 12]);
    p.play(&[at(12)]);
    assert_eq!((p.meeple_of(CHIEF), p.cards_of(CHIEF)), (12, vec![]));
    assert_eq!(p.marks_of(CHIEF), (true, true));
    assert!(!p.offers(Move::EndTurn), "the action is still to come");
}

#[test]
fn borrowed_gills_always_finds_a_target() {
    for space in 1..=16 {
        let p = holding(8, BorrowedGills).meeples(space);
        assert!(p.offers(Move::Card(BorrowedGills)));
    }
}

#[test]
fn borrowed_gills_when_another_swim_ends_on_the_own_space() {
    let mut p = Position::new(8).meeples(7).meeple(MERCHANT, 8);
    p = p.hand(MERCHANT, &[BorrowedGills]);
    p.play(&[Move::Swim, at(8)]);
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Swim)));
    p.play(&[Move::Card(BorrowedGills)]);
    assert_eq!(p.offered(), [at(7), at(9)]);
    p.play(&[at(7)]);
    assert_eq!(p.meeple_of(MERCHANT), 7);
    assert_eq!(p.cards_of(CHIEF).len(), 1);
}

#[test]
fn borrowed_gills_is_not_offered_when_the_swim_ends_elsewhere() {
    let mut p = Position::new(8)
        .meeples(7)
        .meeple(MERCHANT, 8)
        .hand(MERCHANT, &[BorrowedGills]);
    // Who was chosen for a Co-op before is of no account.
    p.public.chosen = MERCHANT;
    p.play(&[Move::Swim, at(9)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}
