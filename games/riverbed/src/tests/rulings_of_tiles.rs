//! Rulings on tiles, Hunt, Con, knowledge and the end; where a ruling is a switch, both values.

use super::*;
use crate::content;

#[test]
fn rb_r16_the_revealer_decides_a_text_or_the_active_player_does() {
    for (decider, seat, space) in [
        (TileDecider::Revealer, MERCHANT, 11),
        (TileDecider::ActivePlayer, CHIEF, 1),
    ] {
        let p = Position::changed(7, |rules| rules.tile_decider = decider);
        let mut p = p.meeple(CHIEF, 1).meeple(MERCHANT, 10);
        p.coop(MERCHANT, 10);
        assert_eq!(p.ask().0, seat);
        p.play(&[at(space)]);
        assert!(p.knows(seat, space));
    }
}

#[test]
fn rb_r17_reach_in_a_text_is_that_of_the_revealers_meeple() {
    // The Leader on 2 reveals tile 10 far away and views a tile near the own meeple.
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2), at(10)]);
    assert_eq!(p.spaces(), [1, 3]);
    // Beside: adjacent is measured from the tile.
    p.play(&[at(1), at(7)]);
    assert_eq!(p.spaces(), [6, 8, 12]);
}

#[test]
fn rb_r18_adjacent_by_water_and_land_or_by_water_alone() {
    for (adjacent, spaces) in [
        (Adjacent::LandAndWater, vec![2, 6, 8, 12]),
        (Adjacent::WaterOnly, vec![6, 8]),
    ] {
        let mut p = Position::changed(7, |rules| rules.adjacent = adjacent).meeple(MERCHANT, 7);
        p.coop(MERCHANT, 7);
        assert_eq!(p.spaces(), spaces);
    }
    // Whirlpool means the same neighbours.
    for (adjacent, moved) in [(Adjacent::LandAndWater, true), (Adjacent::WaterOnly, false)] {
        let p = Position::changed(8, |rules| rules.adjacent = adjacent).face_up(&[6, 8]);
        let mut p = p.hand(CHIEF, &[Whirlpool]);
        p.play(&[Move::Card(Whirlpool)]);
        assert_eq!(p.offers(at(7)), moved, "2 and 12 lie across land");
        p.play(&[at(1)]);
        assert_eq!(shuffled(&p), [0b11]);
        // So does tile 16: 11 and 13 lie across land, and 15 alone is not shuffled.
        let mut p = Position::changed(7, |rules| rules.adjacent = adjacent).meeple(MERCHANT, 16);
        p.coop(MERCHANT, 16);
        let across = if moved { vec![0b101_0100_0000_0000] } else { vec![] };
        assert_eq!(shuffled(&p), across);
        let mut p = Position::changed(8, |rules| rules.adjacent = adjacent).hand(CHIEF, &[Whirlpool]);
        p.play(&[Move::Card(Whirlpool), at(3)]);
        assert_eq!(shuffled(&p), [if moved { 0b10_1110 } else { 0b1110 }]);
    }
    // Empty spaces are not skipped.
    let mut p = Position::new(6).tile(7, 4).meeple(MERCHANT, 4);
    p.coop(MERCHANT, 4);
    assert_eq!(p.spaces(), [3]);
}

#[test]
fn rb_r19_a_first_tile_without_icon_brings_the_penalty_or_not() {
    for penalty in [true, false] {
        let p = || Position::changed(7, |rules| rules.penalty_after_first_tile = penalty);
        let mut first = hunting(p(), 6);
        first.play(&[at(6)]);
        assert_eq!(first.ask(), (CHIEF, if penalty { Ask::Penalty } else { Ask::Menu }));
        let mut later = hunting(p(), 2);
        later.play(&[at(2), at(6)]);
        assert_eq!(later.ask(), (CHIEF, Ask::Penalty), "only about the first tile");
    }
}

#[test]
fn rb_r20_a_penalty_without_a_log_tile_is_nothing() {
    let mut p = hunting(Position::new(7).face_up(&[8]), 13);
    p.play(&[at(13), at(5)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.shown(), [5, 8, 13]);
}

#[test]
fn rb_r21_tiles_opened_by_effects_count_for_the_penalty_or_not() {
    for counts in [true, false] {
        let p = Position::changed(7, |rules| rules.penalty_counts_effects = counts);
        let mut p = hunting(p, 7);
        p.play(&[at(7), at(6), at(3), at(5)]);
        assert_eq!(p.ask(), (CHIEF, Ask::Penalty));
        let eligible = if counts { vec![at(3), at(6)] } else { vec![at(3)] };
        assert_eq!(p.offered(), eligible);
    }
}

#[test]
fn rb_r22_the_last_tile_counts_for_the_penalty_or_not() {
    for counts in [true, false] {
        let p = Position::changed(7, |rules| rules.penalty_counts_last = counts);
        let mut p = hunting(p, 2);
        p.play(&[at(2), at(6)]);
        let eligible = if counts { vec![at(2), at(6)] } else { vec![at(2)] };
        assert_eq!(p.offered(), eligible);
    }
}

#[test]
fn rb_r23_stopping_brings_no_penalty() {
    let mut p = hunting(Position::new(7), 2);
    p.play(&[at(2), at(3), Move::Stop]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.shown(), [2, 3]);
}

#[test]
fn rb_r24_no_hunt_or_con_without_a_face_down_tile_in_reach() {
    for seat in [LEADER, PROFITEER] {
        for anybody in [false, true] {
            let mut p = Position::endless(7, &[16]).meeples(7).hand(seat, &[CARD]);
            p.game.rules.coop_without_tile = anybody;
            p.play(&[Move::CoOp, who(seat)]);
            assert_eq!(p.ask(), (CHIEF, Ask::Menu));
            assert_eq!(p.cards_of(seat), [CARD]);
        }
    }
}

#[test]
fn rb_r25_a_chosen_leader_or_profiteer_may_decline() {
    for seat in [LEADER, PROFITEER] {
        let mut p = Position::new(7).hand(seat, &[CARD]);
        p.coop(seat, 2);
        assert_eq!(p.public.role[seat], None);
        assert_eq!(p.cards_of(seat), [CARD]);
        assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    }
}

#[test]
fn rb_r26_a_con_without_a_second_tile_ends() {
    let mut p = conning(Position::endless(7, &[1]), 1);
    p.play(&[at(1)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_r27_a_tile_opened_by_an_effect_is_not_the_second_of_the_con() {
    let mut p = conning(Position::new(7), 7);
    p.play(&[at(7), at(8)]);
    assert_eq!(p.ask(), (PROFITEER, Ask::ConSecond));
    p.play(&[at(1)]);
    assert_eq!(p.shown(), [1, 7, 8]);
}

#[test]
fn rb_r28_an_effect_cannot_aim_at_a_tile_being_resolved() {
    // Tile 7 opens tile 9 beside it; neither may be flipped down by tile 9.
    let mut p = Position::new(7).tile(9, 8).meeple(MERCHANT, 7);
    p.coop(MERCHANT, 7).play(&[at(8)]);
    assert_eq!(p.shown(), [7, 9]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn rb_r29_a_layer_of_two_kinds_counts_from_left_to_right() {
    for (layer, ending) in [("2 kelp + 1 log", Ending::Kelp), ("1 log + 2 kelp", Ending::Logs)] {
        let text = content::TILES.replace("\"2 kelp\", \"1 log\"", &format!("\"{layer}\""));
        let game = with_contents(&text, content::CARDS);
        let mut p = Position::of(game).face_up(&[5, 11, 3, 6, 10, 2]).meeple(MERCHANT, 8);
        p.coop(MERCHANT, 8);
        assert_eq!(p.ending(), Some(ending));
    }
}

#[test]
fn rb_r30_coins_at_their_end_without_a_profiteer() {
    for (coins, ending) in [
        (CoinsWithoutProfiteer::NobodyWins, Some(Ending::CoinsForNobody)),
        (CoinsWithoutProfiteer::PlayOn, None),
    ] {
        let set = || Position::changed(4, |rules| rules.coins_without_profiteer = coins);
        let space = set().space_of(9);
        let mut p = set().face_up(&[1, 2, 5]).meeple(MERCHANT, space);
        p.coop(MERCHANT, space);
        assert_eq!((p.tracks()[2], p.ending()), (5, ending));
        if ending.is_some() {
            assert_eq!((p.outcome().winners, p.outcome().sides), (SeatSet::default(), 0));
        } else {
            assert_eq!(p.ask(), (CHIEF, Ask::Menu));
        }
        let dealt = [Role::Chief, Role::Leader, Role::Merchant, Role::Profiteer];
        let mut p = set().roles(&dealt).face_up(&[1, 2, 5]).meeple(MERCHANT, space);
        p.coop(MERCHANT, space);
        assert_eq!(p.ending(), Some(Ending::Coins));
        assert_eq!(p.outcome().winners, [Seat(3)].into_iter().collect());
    }
}

#[test]
fn rb_r35_only_what_was_added_is_subtracted() {
    let mut p = Position::new(7)
        .meeple(MERCHANT, 1)
        .face_up(&[8])
        .hand(CHIEF, &[RottenTimber]);
    p.play(&[Move::Card(RottenTimber), at(8)]);
    assert_eq!(p.tracks(), [0; 3]);
    assert!(!p.offers(Move::Card(RottenTimber)));
}

#[test]
fn rb_r36_a_tile_turned_face_down_stays_known_to_all() {
    let mut p = Position::new(7).face_up(&[8]).hand(CHIEF, &[WitheredKelp]);
    p.play(&[Move::Card(WitheredKelp), at(8)]);
    assert!(SeatSet::all(7).iter().all(|seat| p.knows(seat, 8)));
}

#[test]
fn rb_r36_a_revealed_tile_stays_known_after_it_is_turned_down() {
    let mut p = Position::new(7).meeple(MERCHANT, 8).hand(CHIEF, &[WitheredKelp]);
    p.coop(MERCHANT, 8).play(&[Move::Card(WitheredKelp), at(8)]);
    assert!(SeatSet::all(7).iter().all(|seat| p.knows(seat, 8)));
    assert!(SeatSet::all(7).iter().all(|seat| p.public.has_seen(seat, 8 - 1)));
}

#[test]
fn rb_r36_who_has_seen_a_tile_follows_swaps_and_ends_with_a_shuffle() {
    let seen = |effect, second| {
        let mut p = Position::new(7).meeples(7).hand(CHIEF, &[effect]);
        p.play(&[Move::Dive, at(7), Move::Card(effect), at(7), at(second)]);
        [7, usize::from(second)].map(|number| {
            let seen = |seat: &Seat| p.public.has_seen(*seat, number - 1);
            SeatSet::all(7).iter().filter(seen).collect::<SeatSet>().0
        })
    };
    assert_eq!(seen(Crosscurrent, 12), [0, 1 << CHIEF.0]);
    assert_eq!(seen(MurkyWater, 8), [0, 0]);
}

#[test]
fn the_note_of_reveals_says_what_was_shown_and_what_knowingly() {
    let mut p = Position::new(7).turn_of(MERCHANT).meeple(MERCHANT, 8);
    p.play(&[Move::Dive, at(8), Move::EndTurn]);
    p.turn_mine();
    p.coop(MERCHANT, 8).play(&[Move::EndTurn]);
    p.turn_mine();
    p.coop(MERCHANT, 9).play(&[at(8)]);
    let record = p.public.record[MERCHANT];
    let found = (record.reveals, record.shown, record.knowingly);
    assert_eq!(found, (2, [2, 1, 2], [2, 1, 0]));
}

#[test]
fn rb_r36_knowledge_follows_a_swap_but_not_a_shuffle() {
    let dive = |effect| {
        let mut p = Position::new(7).meeples(7).hand(CHIEF, &[effect]);
        p.play(&[Move::Dive, at(7), Move::Card(effect)]);
        p
    };
    let mut swapped = dive(Crosscurrent);
    swapped.play(&[at(7), at(12)]);
    assert_eq!(swapped.space_of(7), 12);
    assert!(swapped.knows(CHIEF, 7) && !swapped.knows(LEADER, 7));
    let mut shuffled = dive(MurkyWater);
    shuffled.play(&[at(7), at(8)]);
    assert_eq!(shuffled.guesses(CHIEF, 7), [7, 8]);
    assert_eq!(shuffled.guesses(LEADER, 7).len(), 16);
    assert_eq!(shuffled.guesses(CHIEF, 3).len(), 16);
    // What is known to lie elsewhere stays known.
    let mut p = Position::new(7).meeples(7).face_up(&[9]).hand(CHIEF, &[MurkyWater]);
    p.play(&[Move::Dive, at(6), Move::Card(MurkyWater), at(7), at(8)]);
    assert!(p.knows(CHIEF, 6) && p.knows(LEADER, 9));
}

#[test]
fn rb_r37_meeples_stay_on_their_space_when_tiles_are_swapped() {
    let mut p = Position::new(7).meeples(7).hand(CHIEF, &[Crosscurrent]);
    p.play(&[Move::Card(Crosscurrent), at(7), at(8)]);
    assert!(SeatSet::all(7).iter().all(|seat| p.meeple_of(seat) == 7));
}

#[test]
fn rb_r39_kelp_ends_at_seven_with_seven_players_or_where_the_rules_say() {
    let six = EndPoints {
        kelp: Some(6),
        ..EndPoints::default()
    };
    for (p, over) in [
        (Position::new(7), false),
        (Position::changed(7, |rules| rules.end_points = six), true),
    ] {
        let mut p = p.face_up(&[5, 11, 3]).meeple(MERCHANT, 1);
        p.coop(MERCHANT, 1);
        assert_eq!((p.tracks()[0], p.over()), (6, over));
    }
}

#[test]
fn rb_r40_the_chief_decides_the_penalty_active_or_not() {
    for active in [CHIEF, MERCHANT, PROFITEER] {
        let mut p = hunting(Position::new(7).turn_of(active), 2);
        p.play(&[at(2), at(5)]);
        assert_eq!(p.ask(), (CHIEF, Ask::Penalty));
        p.play(&[at(2)]);
        assert_eq!(p.ask(), (active, Ask::Menu));
    }
}

#[test]
fn rb_r41_no_card_is_drawn_after_the_end() {
    let mut p = Position::new(7).face_up(&[5, 11, 13]).meeple(MERCHANT, 8);
    let deck = p.public.deck;
    p.coop(MERCHANT, 8);
    assert!(p.over());
    assert_eq!((p.cards_of(CHIEF), p.public.deck), (vec![], deck));
}

/// What was shuffled, one set of spaces after another.
fn shuffled(p: &Position) -> Vec<Spaces> {
    let spaces = |event: &Event| match event {
        Event::Shuffled { spaces, .. } => Some(*spaces),
        _ => None,
    };
    p.events.iter().filter_map(spaces).collect()
}
