//! Cards that view, flip, swap and shuffle tiles, and Far Reach. With seven players tile N lies on space N.

use super::*;

fn holding(effect: Effect) -> Position {
    Position::new(7).meeples(7).hand(CHIEF, &[effect])
}

fn playable(p: Position, effect: Effect) -> bool {
    p.meeples(7).hand(CHIEF, &[effect]).offers(Move::Card(effect))
}

#[test]
fn delusion_flips_one_tile_down_and_a_different_one_up() {
    let mut p = holding(Delusion).face_up(&[8, 5]);
    p.play(&[Move::Card(Delusion)]);
    assert_eq!(p.spaces(), [8], "face-up and within reach");
    p.play(&[at(8)]);
    assert_eq!(p.tracks(), [2, 0, 1]);
    assert_eq!(p.spaces(), [6, 7], "not the same tile");
    p.play(&[at(6)]);
    assert_eq!(p.tracks(), [2, 2, 1]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn delusion_resolves_the_text_of_the_tile() {
    let mut p = holding(Delusion).face_up(&[8]);
    p.play(&[Move::Card(Delusion), at(8), at(7)]);
    assert_eq!(p.spaces(), [2, 6, 8, 12]);
    p.play(&[at(2), Move::Dive]);
    assert_eq!(p.shown(), [2, 7]);
}

#[test]
fn clear_water_views_any_face_down_tile() {
    let mut p = holding(ClearWater).face_up(&[16]);
    p.play(&[Move::Card(ClearWater)]);
    assert_eq!(p.spaces(), (1..=15).collect::<Vec<_>>());
    p.play(&[at(15)]);
    assert!(p.knows(CHIEF, 15) && !p.knows(LEADER, 15));
    assert_eq!(p.shown(), [16]);
}

#[test]
fn clear_water_needs_a_face_down_tile() {
    assert!(playable(Position::endless(7, &[1]), ClearWater));
    assert!(!playable(Position::endless(7, &[]), ClearWater));
}

#[test]
fn twin_lanterns_view_two_tiles_within_reach() {
    let mut p = holding(TwinLanterns);
    p.play(&[Move::Card(TwinLanterns), at(6)]);
    assert_eq!(p.spaces(), [7, 8]);
    p.play(&[at(8)]);
    assert!(p.knows(CHIEF, 6) && p.knows(CHIEF, 8) && !p.knows(CHIEF, 7));
}

#[test]
fn twin_lanterns_and_murky_water_need_two_face_down_tiles_within_reach() {
    for effect in [TwinLanterns, MurkyWater] {
        assert!(playable(Position::new(7).face_up(&[6]), effect));
        assert!(!playable(Position::new(7).face_up(&[6, 7]), effect));
    }
}

#[test]
fn murky_water_shuffles_two_tiles_within_reach_unseen() {
    let mut orders = [false; 2];
    for seed in 0..20 {
        let mut p = holding(MurkyWater);
        p.chance = Chance::new(seed, 0);
        p.play(&[Move::Card(MurkyWater), at(6), at(8)]);
        orders[usize::from(p.number_at(6) == 8)] = true;
        assert_eq!(p.number_at(6) + p.number_at(8), 14);
        assert!(!p.knows(CHIEF, 6) && !p.knows(CHIEF, 8));
    }
    assert_eq!(orders, [true, true]);
}

#[test]
fn crosscurrent_swaps_orthogonal_neighbours_one_of_them_within_reach() {
    let mut p = holding(Crosscurrent).face_up(&[2]);
    p.play(&[Move::Card(Crosscurrent)]);
    assert_eq!(p.spaces(), [6, 7, 8]);
    p.play(&[at(7)]);
    assert_eq!(p.spaces(), [6, 8, 12]);
    p.play(&[at(12)]);
    assert_eq!((p.number_at(7), p.number_at(12)), (12, 7));
    let told = |event: &Event| matches!(event, Event::Swapped { seat: CHIEF, .. });
    assert_eq!(p.events.iter().filter(|event| told(event)).count(), 1);
    assert!(!p.knows(CHIEF, 7) && !p.knows(CHIEF, 12));
}

#[test]
fn slanting_current_swaps_diagonal_neighbours_one_of_them_within_reach() {
    let mut p = holding(SlantingCurrent);
    p.play(&[Move::Card(SlantingCurrent), at(8)]);
    assert_eq!(p.spaces(), [2, 12]);
    p.play(&[at(2)]);
    assert_eq!((p.number_at(8), p.number_at(2)), (2, 8));
}

#[test]
fn currents_need_a_pair_of_face_down_tiles() {
    let orthogonal = || Position::endless(7, &[7, 12]);
    let diagonal = || Position::endless(7, &[7, 9]);
    let far = || Position::endless(7, &[15, 16]);
    assert!(playable(orthogonal(), Crosscurrent) && !playable(diagonal(), Crosscurrent));
    assert!(playable(diagonal(), SlantingCurrent) && !playable(orthogonal(), SlantingCurrent));
    assert!(!playable(far(), Crosscurrent) && !playable(far(), SlantingCurrent));
}

#[test]
fn eavesdrop_views_a_tile_within_reach_of_another_meeple() {
    let mut p = holding(Eavesdrop).meeple(LEADER, 15).face_up(&[14]);
    p.play(&[Move::Card(Eavesdrop), who(LEADER)]);
    assert_eq!(p.spaces(), [15, 16]);
    p.play(&[at(16)]);
    assert!(p.knows(CHIEF, 16) && !p.knows(LEADER, 16));
}

#[test]
fn eavesdrop_needs_a_face_down_tile_within_reach_of_another_meeple() {
    let p = Position::endless(7, &[7])
        .meeples(1)
        .meeple(CHIEF, 7)
        .hand(CHIEF, &[Eavesdrop]);
    assert!(!p.offers(Move::Card(Eavesdrop)));
    assert!(playable(Position::endless(7, &[7]), Eavesdrop));
}

#[test]
fn eavesdrop_after_another_players_dive_within_the_own_reach() {
    let dive = |space| {
        let mut p = Position::new(7).meeples(1).meeple(CHIEF, 9).meeple(MERCHANT, 7);
        p = p.hand(MERCHANT, &[Eavesdrop]);
        p.play(&[Move::Dive, at(space)]);
        p
    };
    assert_eq!(dive(9).ask(), (CHIEF, Ask::Menu), "out of reach");
    let mut p = dive(8);
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Dive(8 - 1))));
    p.play(&[Move::Card(Eavesdrop)]);
    assert!(p.knows(CHIEF, 8) && p.knows(MERCHANT, 8) && !p.knows(LEADER, 8));
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn three_cards_flip_any_tile_showing_an_element_face_down() {
    for (effect, spaces, tracks) in [
        (RottenTimber, [2, 8], [4, 1, 1]),
        (WitheredKelp, [5, 8], [2, 2, 1]),
        (Counterfeit, [2, 5], [4, 1, 1]),
    ] {
        let mut p = Position::new(7).meeples(14).face_up(&[2, 5, 8]).hand(CHIEF, &[effect]);
        assert_eq!(p.tracks(), [4, 2, 2]);
        p.play(&[Move::Card(effect)]);
        assert_eq!(p.spaces(), spaces, "{effect:?}");
        p.play(&[at(spaces[0])]);
        assert_eq!(p.tracks(), tracks, "{effect:?}");
        assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    }
}

#[test]
fn three_cards_need_a_face_up_tile_showing_their_element() {
    for (effect, without) in [(RottenTimber, 5), (WitheredKelp, 2), (Counterfeit, 8)] {
        assert!(!playable(Position::new(7).face_up(&[without]), effect), "{effect:?}");
        assert!(!playable(Position::new(7), effect), "{effect:?}");
    }
}

#[test]
fn far_reach_lets_dive_or_uncover_choose_any_face_down_tile() {
    let mut p = holding(FarReach).face_up(&[16]);
    p.play(&[Move::Card(FarReach), Move::Dive]);
    assert_eq!(p.spaces(), (1..=15).collect::<Vec<_>>());
    p.play(&[at(14)]);
    assert!(p.knows(CHIEF, 14));
    let mut p = holding(FarReach).hand(CHIEF, &[Decoy]);
    p.play(&[Move::Card(FarReach), Move::Uncover, Move::Discard(Decoy), at(1)]);
    assert_eq!(p.shown(), [1]);
}

#[test]
fn far_reach_makes_a_dive_possible_where_nothing_is_within_reach() {
    let mut p = Position::endless(7, &[16]).meeples(1).hand(CHIEF, &[FarReach]);
    assert!(!p.offers(Move::Dive));
    p.play(&[Move::Card(FarReach)]);
    assert!(p.offers(Move::Dive));
}

#[test]
fn far_reach_is_played_before_the_action_and_lasts_for_it_alone() {
    let mut p = holding(FarReach);
    p.play(&[Move::Dive, at(7)]);
    assert!(!p.offers(Move::Card(FarReach)));
    let mut p = holding(FarReach);
    p.play(&[Move::Card(FarReach), Move::Swim, at(8), Move::EndTurn, Move::Dive]);
    assert_eq!(p.spaces(), [6, 7, 8]);
}

#[test]
fn far_reach_is_spent_when_a_second_action_follows() {
    let p = Position::changed(7, |rules| rules.second_action_after_marker = true);
    let mut p = p.meeples(7).hand(CHIEF, &[FarReach]);
    p.play(&[
        Move::Card(FarReach),
        Move::Dive,
        at(1),
        Move::Refresh(Action::Dive),
        Move::Dive,
    ]);
    assert_eq!(p.spaces(), [6, 7, 8]);
}

#[test]
fn far_reach_does_not_stretch_a_co_op() {
    let mut p = holding(FarReach);
    p.play(&[Move::Card(FarReach), Move::CoOp, who(MERCHANT)]);
    assert_eq!(p.spaces(), [6, 7, 8]);
}

#[test]
fn whirlpool_shuffles_a_tile_with_its_face_down_neighbours() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..80 {
        let mut p = Position::new(8).face_up(&[8, 6]).hand(CHIEF, &[Whirlpool]);
        p.chance = Chance::new(seed, 0);
        let before = [p.number_at(2), p.number_at(7), p.number_at(12)];
        p.play(&[Move::Card(Whirlpool)]);
        assert!(p.offers(at(16)) && !p.offers(at(8)), "any face-down tile");
        p.play(&[at(7)]);
        let mut after = [p.number_at(2), p.number_at(7), p.number_at(12)];
        orders.insert(after);
        after.sort_unstable();
        assert_eq!(after, before);
        assert_eq!((p.number_at(6), p.number_at(8)), (6, 8));
    }
    assert_eq!(orders.len(), 6);
}

#[test]
fn whirlpool_needs_a_face_down_tile_with_a_face_down_neighbour() {
    let with = |down: &[u8]| {
        let p = Position::endless(8, down).hand(CHIEF, &[Whirlpool]);
        p.offers(Move::Card(Whirlpool))
    };
    assert!(with(&[3, 6]));
    assert!(!with(&[3, 7]) && !with(&[3]));
}
