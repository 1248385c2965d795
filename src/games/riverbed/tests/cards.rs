//! Ability cards in one's own turn (RB-55 to RB-65, RB-90, and each of the 22 cards).

use super::*;

fn playable(table: &Position, effect: Effect) -> bool {
    table.offers(Move::Card(effect))
}

#[test]
fn rb_55_cards_are_hidden_and_used_once() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    assert_eq!(
        table.hand_size(1),
        1,
        "the number of cards is public, the cards are not"
    );
    table.play(&[Move::Card(Effect::DeepBreath)]);
    assert!(!playable(&table, Effect::DeepBreath));
}

#[test]
fn rb_56_a_card_is_no_action() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    table.play(&[Move::Card(Effect::DeepBreath), Move::Dive, to(5)]);
}

#[test]
fn rb_57_one_card_a_turn() {
    let two = [Effect::DeepBreath, Effect::ClearWater];
    let mut table = Position::new(7).meeple(1, 5).hand(1, &two);
    table.play(&[Move::Card(Effect::DeepBreath)]);
    assert!(!playable(&table, Effect::ClearWater));
    let rules = Rules {
        players: 7,
        cards_per_turn: 2,
        ..Rules::default()
    };
    let mut table = Position::with(rules).meeple(1, 5).hand(1, &two);
    table.play(&[Move::Card(Effect::DeepBreath), Move::Card(Effect::ClearWater), to(1)]);
}

#[test]
fn rb_58_no_card_inside_an_action() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    table.play(&[Move::Dive]);
    assert!(!playable(&table, Effect::DeepBreath));
    table.play(&[to(5)]);
    assert!(playable(&table, Effect::DeepBreath));
}

#[test]
fn rb_61_cards_aim_within_reach_unless_they_say_any() {
    // RB-90
    let mut lanterns = Position::new(7).meeple(1, 5).hand(1, &[Effect::TwinLanterns]);
    lanterns.play(&[Move::Card(Effect::TwinLanterns)]);
    assert_eq!(lanterns.spaces(), [4, 5, 6]);
    let mut clear = Position::new(7).meeple(1, 5).hand(1, &[Effect::ClearWater]);
    clear.play(&[Move::Card(Effect::ClearWater)]);
    assert_eq!(clear.spaces(), (1..=16).collect::<Vec<u8>>());
}

#[test]
fn rb_62_a_card_without_its_targets_cannot_be_played() {
    let table = Position::new(7)
        .meeple(1, 5)
        .hand(1, &[Effect::Delusion, Effect::SecondWind, Effect::RottenTimber]);
    assert!(!playable(&table, Effect::Delusion), "nothing lies face-up");
    assert!(!playable(&table, Effect::SecondWind), "nothing is exhausted");
    assert!(!playable(&table, Effect::RottenTimber), "no log is shown");
}

#[test]
fn rb_63_used_cards_wait_for_the_end_of_the_turn() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::ClearWater]);
    table.play(&[Move::Card(Effect::ClearWater), to(1)]);
    assert_eq!(
        (table.state.public.spent.count_ones(), table.state.public.discards),
        (1, 0)
    );
}

#[test]
fn rb_64_the_discard_pile_is_open() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::ClearWater]);
    table.play(&[Move::Card(Effect::ClearWater), to(1), Move::Dive, to(5), Move::EndTurn]);
    let card = table.state.public.discards.trailing_zeros() as usize;
    assert_eq!(
        table.game.effect_of[card],
        Effect::ClearWater,
        "it stands in what everybody sees"
    );
}

#[test]
fn rb_65_random_means_that_nobody_chooses() {
    let mut lost = [false; 2];
    for seed in 0..40 {
        let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::LightFingers]);
        table = table.hand(3, &[Effect::ClearWater, Effect::Delusion]);
        table.chance = Chance::new(seed, 0);
        table.play(&[Move::Card(Effect::LightFingers), at(3)]);
        let hand = table.private(3).hand;
        lost[usize::from(table.game.effect_of[hand.trailing_zeros() as usize] == Effect::ClearWater)] = true;
    }
    assert_eq!(lost, [true, true]);
}

#[test]
fn stepping_stone_crosses_land_and_draws() {
    let mut table = Position::new(7).meeple(1, 7).hand(1, &[Effect::SteppingStone]);
    table.play(&[Move::Card(Effect::SteppingStone)]);
    assert_eq!(table.spaces(), [2, 12]);
    table.play(&[to(12)]);
    assert_eq!((table.state.public.meeple[Seat(1)], table.hand_size(1)), (11, 1));
    let stuck = Position::new(7).meeple(1, 4).hand(1, &[Effect::SteppingStone]);
    assert!(
        !playable(&stuck, Effect::SteppingStone),
        "space 4 has no land neighbour"
    );
}

#[test]
fn swimming_hole_moves_any_meeple_anywhere_else() {
    // RB-90: one's own too.
    let mut table = Position::new(7).everybody_on(5).hand(1, &[Effect::SwimmingHole]);
    table.play(&[Move::Card(Effect::SwimmingHole)]);
    assert_eq!(table.seats(), [0, 1, 2, 3, 4, 5, 6]);
    table.play(&[at(1)]);
    assert_eq!(table.spaces().len(), 15);
    table.play(&[to(16)]);
    assert_eq!(table.state.public.meeple[Seat(1)], 15);
}

#[test]
fn delusion_flips_one_down_then_another_up() {
    let mut table = Position::new(7)
        .meeple(1, 5)
        .tile(15, 5)
        .tile(6, 6)
        .face_up(5)
        .hand(1, &[Effect::Delusion]);
    table.play(&[Move::Card(Effect::Delusion)]);
    assert_eq!(table.spaces(), [5]);
    table.play(&[to(5)]);
    assert_eq!(
        (table.tracks(), table.spaces()),
        ([0, 0, 0], vec![4, 6]),
        "a different one"
    );
    table.play(&[to(6)]);
    assert_eq!((table.tracks(), table.state.public.ask), ([0, 2, 0], Ask::Menu));
}

#[test]
fn clear_water_views_any_tile() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::ClearWater]);
    table.play(&[Move::Card(Effect::ClearWater), to(16)]);
    assert!(table.knows(1, 16) && !table.knows(0, 16));
}

#[test]
fn twin_lanterns_views_two_within_reach() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::TwinLanterns]);
    table.play(&[Move::Card(Effect::TwinLanterns), to(4)]);
    assert_eq!(table.spaces(), [5, 6]);
    table.play(&[to(6)]);
    assert!(table.knows(1, 4) && table.knows(1, 6) && !table.knows(1, 5));
    let one = Position::new(7)
        .meeple(1, 1)
        .tile(6, 1)
        .face_up(1)
        .hand(1, &[Effect::TwinLanterns]);
    assert!(!playable(&one, Effect::TwinLanterns));
}

#[test]
fn second_wind_refreshes_one_action() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::SecondWind]);
    table.state.public.marks[Seat(1)].dive = true;
    table.state.public.marks[Seat(1)].swim = true;
    table.play(&[Move::Card(Effect::SecondWind), SWIM, Move::Swim, to(6)]);
    assert!(marks(&table, 1).dive && !marks(&table, 1).marker_used);
}

#[test]
fn murky_water_shuffles_two_within_reach() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::MurkyWater]);
    table.play(&[Move::Card(Effect::MurkyWater), to(4), to(6)]);
    let mut numbers = [table.number_on(4), table.number_on(6)];
    numbers.sort_unstable();
    assert_eq!(numbers, [4, 6]);
    assert_eq!(table.state.public.seen_by[3], 0);
}

#[test]
fn crosscurrent_swaps_orthogonal_neighbours() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::Crosscurrent]);
    table.play(&[Move::Card(Effect::Crosscurrent), to(5)]);
    assert_eq!(table.spaces(), [4, 6, 14], "14 lies across land");
    table.play(&[to(14)]);
    assert_eq!((table.number_on(5), table.number_on(14)), (14, 5));
}

#[test]
fn slanting_current_swaps_diagonal_neighbours() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::SlantingCurrent]);
    table.play(&[Move::Card(Effect::SlantingCurrent), to(5)]);
    assert_eq!(table.spaces(), [3, 13]);
    table.play(&[to(13)]);
    assert_eq!((table.number_on(5), table.number_on(13)), (13, 5));
}

#[test]
fn undertow_moves_another_meeple_in_reach_one_step_by_water() {
    let mut table = Position::new(7)
        .everybody_on(12)
        .meeple(1, 5)
        .meeple(3, 6)
        .hand(1, &[Effect::Undertow]);
    table.play(&[Move::Card(Effect::Undertow)]);
    assert_eq!(table.seats(), [3], "not one's own, not those out of reach");
    table.play(&[at(3)]);
    assert_eq!(table.spaces(), [5, 7]);
    table.play(&[to(7)]);
    assert_eq!(table.state.public.meeple[Seat(3)], 6);
}

#[test]
fn deep_breath_draws_two() {
    // RB-R31: a short draw does not make it unplayable.
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::DeepBreath]);
    table.play(&[Move::Card(Effect::DeepBreath)]);
    assert_eq!(table.hand_size(1), 2);
}

#[test]
fn light_fingers_takes_a_random_card() {
    let mut table = Position::new(7)
        .meeple(1, 5)
        .hand(1, &[Effect::LightFingers])
        .hand(3, &[Effect::Delusion]);
    table.play(&[Move::Card(Effect::LightFingers)]);
    assert_eq!(table.seats(), [3]);
    table.play(&[at(3)]);
    assert_eq!((table.hand_size(1), table.hand_size(3)), (1, 0));
}

#[test]
fn eavesdrop_views_within_another_reach() {
    let mut table = Position::new(7)
        .everybody_on(5)
        .meeple(3, 16)
        .hand(1, &[Effect::Eavesdrop]);
    table.play(&[Move::Card(Effect::Eavesdrop), at(3)]);
    assert_eq!(table.spaces(), [15, 16]);
    table.play(&[to(16)]);
    assert!(table.knows(1, 16));
}

#[test]
fn decoy_swaps_two_meeples() {
    let mut table = Position::new(7).everybody_on(5).meeple(3, 16).hand(1, &[Effect::Decoy]);
    table.play(&[Move::Card(Effect::Decoy)]);
    assert_eq!(table.seats(), [3], "only those on another space");
    table.play(&[at(3)]);
    assert_eq!(
        (table.state.public.meeple[Seat(1)], table.state.public.meeple[Seat(3)]),
        (15, 4)
    );
}

#[test]
fn confession_shows_a_hidden_role_to_one_player() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::Confession]);
    table.play(&[Move::Card(Effect::Confession)]);
    assert_eq!(table.seats(), [2, 3, 4, 5, 6], "the Chief lies face-up");
    table.play(&[at(6)]);
    assert_eq!(table.private(1).seen_role[Seat(6)], Some(Role::Profiteer));
    assert_eq!(
        (table.private(0).seen_role[Seat(6)], table.state.public.role[Seat(6)]),
        (None, None)
    );
}

#[test]
fn sandbank_exhausts_an_action_of_another_player() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::Sandbank]);
    table.play(&[Move::Card(Effect::Sandbank), at(3), Move::Exhaust(Action::Swim)]);
    assert!(marks(&table, 3).swim && !marks(&table, 3).dive);
}

#[test]
fn three_cards_flip_any_tile_that_shows_their_element() {
    let effects = [Effect::RottenTimber, Effect::WitheredKelp, Effect::Counterfeit];
    // Tile 3 shows kelp and log, tile 2 log and coin.
    for (effect, wanted) in effects.into_iter().zip([vec![10, 16], vec![10], vec![16]]) {
        let mut table = Position::new(7)
            .meeple(1, 1)
            .tile(3, 10)
            .tile(2, 16)
            .face_up(10)
            .face_up(16)
            .hand(1, &[effect]);
        table.play(&[Move::Card(effect)]);
        assert_eq!(table.spaces(), wanted, "{effect:?}");
    }
}

#[test]
fn far_reach_lets_dive_or_uncover_choose_any_tile() {
    let mut table = Position::new(7).meeple(1, 5).hand(1, &[Effect::FarReach]);
    table.play(&[Move::Card(Effect::FarReach), Move::Dive]);
    assert_eq!(table.spaces().len(), 16);
    table.play(&[to(16)]);
    let mut late = Position::new(7).meeple(1, 5).hand(1, &[Effect::FarReach]);
    late.play(&[Move::Dive, to(5)]);
    assert!(!playable(&late, Effect::FarReach), "only before the action");
}

#[test]
fn whirlpool_shuffles_a_tile_with_its_neighbours() {
    let mut table = Position::new(8).meeple(1, 5).hand(1, &[Effect::Whirlpool]);
    table.play(&[Move::Card(Effect::Whirlpool), to(7)]);
    let shuffled = |event: &Event| matches!(event, Event::Shuffled { spaces, .. } if *spaces == 0b1000_1110_0010);
    assert_eq!(table.happened(shuffled), 1, "7 with 2, 6, 8 and 12");
}

#[test]
fn borrowed_gills_swims_without_a_draw() {
    let mut table = Position::new(8).meeple(1, 7).hand(1, &[Effect::BorrowedGills]);
    table.play(&[Move::Card(Effect::BorrowedGills)]);
    assert_eq!(table.spaces(), [2, 5, 6, 8, 9, 12]);
    table.play(&[to(12)]);
    assert_eq!((table.hand_size(1), marks(&table, 1).swim), (0, false));
}

#[test]
fn rb_r12_paying_is_not_playing() {
    let mut table = Position::new(7)
        .meeple(1, 5)
        .tile(6, 5)
        .hand(1, &[Effect::Delusion, Effect::ClearWater]);
    table.play(&[Move::Card(Effect::ClearWater), to(1), Move::Uncover]);
    assert!(matches!(table.state.public.ask, Ask::Pay(..)));
}
