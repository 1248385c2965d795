//! Tiles turned face-up and face-down, and every text on them. With seven players tile N lies on space N.

use super::*;

fn text(text: Text) -> Ask {
    Ask::Text { text, first: None }
}

/// The Chief chooses the merchant, whose meeple stands on `space` and who reveals the tile there.
fn revealed(p: Position, space: u8) -> Position {
    let mut p = p.meeple(MERCHANT, space);
    p.coop(MERCHANT, space);
    p
}

#[test]
fn rb_46_kelp_logs_and_coins_count_for_their_sides() {
    for (tile, tracks) in [(8, [2, 1, 0]), (14, [0, 1, 2]), (15, [1, 1, 1])] {
        assert_eq!(revealed(Position::new(7), tile).tracks(), tracks, "tile {tile}");
    }
    assert_eq!(Role::ALL.map(Role::side), [0, 0, 1, 1, 2]);
}

#[test]
fn rb_47_a_tile_shows_number_icon_layers_and_text() {
    let game = Riverbed::standard(7);
    let tile = &game.tiles[10 - 1];
    assert_eq!((tile.number, tile.hunt, tile.layers.len()), (10, true, 3));
    assert_eq!(tile.steps[2], TileStep::Text(Text::View));
}

#[test]
fn rb_48_a_tile_is_executed_layer_by_layer_from_the_top() {
    // The upper layer of tile 14 ends the game before the log below counts.
    let p = revealed(Position::new(7).face_up(&[9, 5, 1]), 14);
    assert_eq!(p.ending(), Some(Ending::Coins));
    assert_eq!(p.tracks(), [3, 0, 6]);
}

#[test]
fn rb_49_a_text_is_executed_at_its_place() {
    // Tile 12: two logs, then the swap, then the kelp.
    let mut p = revealed(Position::new(7), 12);
    assert_eq!(p.tracks(), [0, 2, 0]);
    assert_eq!(p.ask(), (MERCHANT, text(Text::Swap)));
    p.play(&[at(1), at(2)]);
    assert_eq!(p.tracks(), [1, 2, 0]);
}

#[test]
fn rb_50_a_tile_turned_face_down_is_subtracted_at_once() {
    let mut p = revealed(Position::new(7).face_up(&[8]).meeple(MERCHANT, 9), 9);
    assert_eq!(p.tracks(), [2, 1, 0]);
    p.play(&[at(8)]);
    assert_eq!(p.tracks(), [0, 0, 2]);
    assert_eq!(p.shown(), [9]);
}

#[test]
fn rb_51_a_tile_turned_up_again_is_executed_again_text_included() {
    let mut p = revealed(Position::new(7), 10);
    p.play(&[at(11), Move::EndTurn]);
    p = p.turn_of(CHIEF).hand(CHIEF, &[RottenTimber]);
    p.play(&[Move::Card(RottenTimber), at(10)]);
    assert_eq!(p.tracks(), [0; 3]);
    p.coop(MERCHANT, 10);
    assert_eq!(p.ask(), (MERCHANT, text(Text::View)));
    assert_eq!(p.tracks(), [0, 2, 1]);
}

#[test]
fn rb_52_two_tiles_have_no_elements() {
    let game = Riverbed::standard(9);
    let bare = game.tiles.iter().filter(|tile| tile.elements == [0; 3]);
    assert_eq!(bare.map(|tile| tile.number).collect::<Vec<_>>(), [7, 16]);
}

#[test]
fn rb_53_texts_are_mandatory_unless_they_say_may() {
    for (tile, text) in [
        (7, Text::RevealAdjacent),
        (9, Text::FlipDown),
        (10, Text::View),
        (12, Text::Swap),
        (13, Text::DiscardRandom),
    ] {
        let p = revealed(Position::new(7).face_up(&[8]).hand(LEADER, &[ClearWater]), tile);
        assert_eq!(p.ask(), (MERCHANT, Ask::Text { text, first: None }), "tile {tile}");
        assert_eq!(p.offers(Move::Pass), tile == 7, "tile {tile}");
    }
}

#[test]
fn rb_54_tracks_follow_every_turn_of_a_tile() {
    let mut p = revealed(Position::new(7).hand(CHIEF, &[WitheredKelp]), 8);
    assert_eq!(p.tracks(), [2, 1, 0]);
    p.play(&[Move::Card(WitheredKelp), at(8)]);
    assert_eq!(p.tracks(), [0, 0, 0]);
}

#[test]
fn tile_7_may_reveal_a_face_down_tile_adjacent_to_it() {
    let mut p = revealed(Position::new(7).face_up(&[6]), 7);
    assert_eq!(p.spaces(), [2, 8, 12]);
    p.play(&[at(12), at(3), at(4)]);
    assert_eq!(p.shown(), [6, 7, 12]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn tile_7_declined_or_without_a_neighbour() {
    let mut p = revealed(Position::new(7), 7);
    p.play(&[Move::Pass]);
    assert_eq!(p.shown(), [7]);
    let p = revealed(Position::new(7).tile(7, 1).face_up(&[2, 8]), 1);
    assert_eq!(p.shown(), [2, 7, 8]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu), "both neighbours lie face-up");
}

#[test]
fn tile_9_flips_another_face_up_tile_within_reach() {
    let p = revealed(Position::new(7).face_up(&[8, 10, 5]), 9);
    assert_eq!(p.spaces(), [8, 10]);
    assert_eq!(p.tracks()[2], 2, "the coins come below the text");
}

#[test]
fn tile_9_without_another_face_up_tile_in_reach_only_brings_coins() {
    let p = revealed(Position::new(7).face_up(&[5, 12]), 9);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.tracks(), [3, 2, 3]);
}

#[test]
fn tile_10_views_a_face_down_tile_within_reach() {
    let mut p = revealed(Position::new(7).face_up(&[9]), 10);
    assert_eq!(p.spaces(), [11]);
    p.play(&[at(11)]);
    assert!(p.knows(MERCHANT, 11) && !p.knows(CHIEF, 11));
    let p = revealed(Position::new(7).face_up(&[9, 11]), 10);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu), "skipped");
}

#[test]
fn tile_12_swaps_any_two_face_down_tiles_unseen() {
    let mut p = revealed(Position::new(7).face_up(&[3]), 12);
    let down: Vec<u8> = (1..=16).filter(|space| ![3, 12].contains(space)).collect();
    assert_eq!(p.spaces(), down);
    p.play(&[at(1)]);
    assert_eq!(p.spaces(), down[1..]);
    p.play(&[at(16)]);
    assert_eq!((p.number_at(1), p.number_at(16)), (16, 1));
    assert!(!p.knows(MERCHANT, 1) && !p.knows(MERCHANT, 16));
    assert_eq!(p.tracks(), [2, 3, 0]);
}

#[test]
fn tile_12_needs_two_face_down_tiles() {
    let p = revealed(Position::endless(7, &[12, 16]), 12);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn tile_13_takes_a_card_at_random_from_another_player() {
    let hand = [ClearWater, Delusion];
    for draw in 0..2 {
        let p = Position::new(7).hand(LEADER, &hand).hand(CHIEF, &[Decoy]);
        let mut p = revealed(p.script(Purpose::Events, &[draw]), 13);
        assert_eq!(p.tracks(), [1, 0, 0]);
        assert_eq!(p.seats(), [CHIEF, LEADER].into_iter().collect());
        p.play(&[who(LEADER)]);
        // Delusion stands before Clear Water in the deck.
        assert_eq!(p.cards_of(LEADER), [hand[draw as usize]]);
        assert_eq!(p.public.spent.count_ones(), 1);
    }
}

#[test]
fn tile_13_is_skipped_when_no_other_player_holds_a_card() {
    let p = revealed(Position::new(7).hand(MERCHANT, &[ClearWater]), 13);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.cards_of(MERCHANT), [ClearWater]);
}

#[test]
fn tile_16_shuffles_the_face_down_tiles_adjacent_to_it() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut p = Position::new(7);
        p.chance = Chance::new(seed, 0);
        let p = revealed(p, 16);
        let mut numbers = [p.number_at(11), p.number_at(13), p.number_at(15)];
        seen.insert(numbers);
        numbers.sort_unstable();
        assert_eq!(numbers, [11, 13, 15]);
        assert_eq!(p.shown(), [16]);
    }
    assert_eq!(seen.len(), 6, "every order occurs");
}

#[test]
fn tile_16_shuffles_two_tiles_too() {
    let first = |seed| {
        let mut p = Position::new(7).face_up(&[13]);
        p.chance = Chance::new(seed, 0);
        revealed(p, 16).number_at(11)
    };
    let seen: std::collections::BTreeSet<u8> = (0..20).map(first).collect();
    assert_eq!(seen, [11, 15].into());
}

#[test]
fn tile_16_leaves_face_up_tiles_and_a_single_tile_alone() {
    let p = revealed(Position::new(7).face_up(&[11, 13]), 16);
    assert_eq!([p.number_at(11), p.number_at(13), p.number_at(15)], [11, 13, 15]);
    assert!(!p.events.iter().any(|event| matches!(event, Event::Shuffled { .. })));
}

#[test]
fn tile_18_swaps_between_its_kelp_and_its_log() {
    let mut p = Position::new(9);
    let space = p.space_of(18);
    p = revealed(p, space);
    assert_eq!(p.tracks(), [2, 0, 0]);
    assert_eq!(p.ask(), (MERCHANT, text(Text::Swap)));
    p.play(&[at(1), at(2)]);
    assert_eq!(p.tracks(), [2, 1, 0]);
}
