//! Tiles: elements, layers, texts (RB-46 to RB-54, RB-95, RB-R16, RB-R17, RB-R28).

use super::*;
use crate::games::riverbed::rules::TileDecider;
use crate::games::riverbed::tiles::{Element, Step, Text};

/// Seat 1 names seat 2, who reveals the tile on `space`.
fn co_op(table: &mut Position, space: u8) -> &mut Position {
    table.play(&[Move::CoOp, at(2), to(space)])
}

#[test]
fn rb_46_each_element_moves_its_own_track() {
    let mut table = Position::new(7).everybody_on(5).tile(15, 5);
    co_op(&mut table, 5);
    assert_eq!(table.tracks(), [1, 1, 1]);
    assert_eq!(Role::ALL.map(Role::side), [0, 0, 1, 1, 2]);
}

#[test]
fn rb_47_a_tile_shows_number_icon_layers_and_perhaps_a_text() {
    let game = Riverbed::standard(7);
    let tile = &game.tiles[9];
    assert_eq!((tile.number, tile.hunt, tile.layers), (10, true, 3));
    let steps = [
        Step::Count(Element::Log, 2),
        Step::Count(Element::Coin, 1),
        Step::Text(Text::View),
    ];
    assert_eq!(tile.steps, steps);
}

#[test]
fn rb_48_a_tile_is_executed_from_top_to_bottom() {
    // RB-49: the text in the middle of tile 12 comes after its logs and before its kelp.
    let mut table = Position::new(7).everybody_on(5).tile(12, 5);
    co_op(&mut table, 5);
    assert_eq!(
        (table.tracks(), table.state.public.ask),
        (
            [0, 2, 0],
            Ask::Text {
                text: Text::Swap,
                first: None
            }
        )
    );
    table.play(&[to(1), to(2)]);
    assert_eq!(table.tracks(), [1, 2, 0]);
}

#[test]
fn rb_49_a_text_on_top_is_carried_out_first() {
    // T7: without another face-up tile in reach the text is skipped, the coins count.
    let mut table = Position::new(7).everybody_on(5).tile(9, 5);
    co_op(&mut table, 5);
    assert_eq!(table.tracks(), [0, 0, 2]);
    let mut table = Position::new(7).everybody_on(5).tile(9, 5).tile(14, 6).face_up(6);
    assert_eq!(table.tracks(), [0, 1, 2]);
    co_op(&mut table, 5);
    assert_eq!(
        (table.tracks(), table.spaces()),
        ([0, 1, 2], vec![6]),
        "mandatory: no passing"
    );
    assert!(!table.offers(Move::Pass));
    table.play(&[to(6)]);
    assert_eq!(table.tracks(), [0, 0, 2]);
}

#[test]
fn rb_50_a_tile_turned_face_down_takes_its_elements_back() {
    // RB-54
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(15, 5)
        .face_up(5)
        .hand(1, &[Effect::RottenTimber]);
    assert_eq!(table.tracks(), [1, 1, 1]);
    table.play(&[Move::Card(Effect::RottenTimber), to(5)]);
    assert_eq!((table.tracks(), table.is_face_up(5)), ([0, 0, 0], false));
}

#[test]
fn rb_51_a_tile_turned_up_again_is_executed_again_text_included() {
    // T10
    let mut table = Position::new(7).everybody_on(5).tile(13, 5).tile(1, 6);
    table = table
        .hand(3, &[Effect::ClearWater, Effect::DeepBreath])
        .hand(1, &[Effect::WitheredKelp]);
    co_op(&mut table, 5);
    table.play(&[at(3)]);
    assert_eq!((table.tracks(), table.hand_size(3)), ([1, 0, 0], 1));
    table.play(&[Move::Card(Effect::WitheredKelp), to(5)]);
    assert_eq!(table.tracks(), [0, 0, 0]);
    table.play(&[Move::EndTurn, Move::CoOp, at(1), to(5), at(3)]);
    assert_eq!((table.tracks(), table.hand_size(3)), ([1, 0, 0], 0));
}

#[test]
fn rb_52_two_tiles_have_no_elements() {
    let game = Riverbed::standard(7);
    let bare: Vec<u8> = game
        .tiles
        .iter()
        .filter(|tile| tile.elements == [0; 3])
        .map(|tile| tile.number)
        .collect();
    assert_eq!(bare, [7, 16]);
}

#[test]
fn rb_53_texts_are_mandatory_unless_they_say_may() {
    // RB-91
    let mut may = Position::new(7).everybody_on(5).tile(7, 5);
    co_op(&mut may, 5);
    assert!(may.offers(Move::Pass));
    let mut must = Position::new(7).everybody_on(5).tile(10, 5);
    co_op(&mut must, 5);
    assert!(!must.offers(Move::Pass));
}

#[test]
fn rb_54_tracks_are_adjusted_at_every_turn_of_a_tile() {
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(5, 5)
        .hand(1, &[Effect::Counterfeit]);
    co_op(&mut table, 5);
    assert_eq!(table.tracks(), [2, 0, 1]);
    table.play(&[Move::Card(Effect::Counterfeit), to(5)]);
    assert_eq!(table.tracks(), [0, 0, 0]);
}

#[test]
fn rb_95_swap_exchanges_places_unseen() {
    // RB-R36: who knew a tile knows where it went. RB-R37: meeples stay.
    let mut table = Position::new(7).everybody_on(5).tile(12, 5);
    table.play(&[Move::Dive, to(6), Move::EndTurn]);
    table = table.turn_of(1);
    table.state.public.acted = false;
    let number = table.number_on(6);
    co_op(&mut table, 5);
    table.play(&[to(6), to(16)]);
    assert_eq!(table.number_on(16), number);
    assert!(table.knows(1, 16) && !table.knows(1, 6));
    assert_eq!(table.state.public.seen_by[15], 1 << 1);
    assert!(table.state.public.meeple.first(7).iter().all(|space| *space == 4));
}

#[test]
fn rb_r36_a_shuffle_leaves_only_the_set_known() {
    let mut table = Position::new(7).everybody_on(5).tile(16, 5);
    // Adjacent to 5: 4 and 6 by water, 14 by land.
    table.play(&[Move::Dive, to(6), Move::EndTurn]);
    table = table.turn_of(1);
    table.state.public.acted = false;
    let tile = table.state.hidden.tile_at[5];
    co_op(&mut table, 5);
    let adjacent = 1 << 3 | 1 << 5 | 1 << 13;
    assert_eq!(table.private(1).place_of[tile as usize], adjacent);
    assert_eq!(table.happened(|event| matches!(event, Event::Shuffled { .. })), 1);
}

#[test]
fn rb_r16_the_revealer_decides_the_text() {
    let mut table = Position::new(7).everybody_on(5).tile(10, 5);
    co_op(&mut table, 5);
    assert_eq!(table.decider(), 2);
    let rules = Rules {
        players: 7,
        tile_decider: TileDecider::ActivePlayer,
        ..Rules::default()
    };
    let mut table = Position::with(rules).everybody_on(5).tile(10, 5);
    co_op(&mut table, 5);
    assert_eq!(table.decider(), 1);
}

#[test]
fn rb_r17_reach_is_the_revealers_adjacent_is_the_tiles() {
    // The Con's second tile lies far away: its text looks within the Profiteer's reach.
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(1, 5)
        .tile(10, 16)
        .hand(6, &[Effect::ClearWater]);
    table.play(&[
        Move::CoOp,
        at(6),
        Move::Con,
        Move::Discard(Effect::ClearWater),
        to(5),
        to(16),
    ]);
    assert_eq!((table.decider(), table.spaces()), (6, vec![4, 6]));
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(1, 5)
        .tile(7, 16)
        .hand(6, &[Effect::ClearWater]);
    table.play(&[
        Move::CoOp,
        at(6),
        Move::Con,
        Move::Discard(Effect::ClearWater),
        to(5),
        to(16),
    ]);
    assert_eq!(table.spaces(), [11, 13, 15]);
}

#[test]
fn rb_r28_a_text_cannot_aim_at_a_tile_being_resolved() {
    // Tile 7 opens its neighbour, tile 9, whose text may not flip 7 down while 7 is being resolved.
    let mut table = Position::new(7).everybody_on(5).tile(7, 5).tile(9, 6);
    co_op(&mut table, 5);
    table.play(&[to(6)]);
    assert_eq!((table.tracks(), table.is_face_up(5)), ([0, 0, 2], true));
}

#[test]
fn rb_76_a_discard_at_random_takes_one_card_of_another_player() {
    // RB-65
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(13, 5)
        .hand(0, &[Effect::ClearWater, Effect::Delusion]);
    co_op(&mut table, 5);
    assert_eq!(table.seats(), [0], "only who has a card; never the decider");
    table.play(&[at(0)]);
    assert_eq!(table.hand_size(0), 1);
}
