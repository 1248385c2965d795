//! Winning and the end (RB-84 to RB-89, RB-R30, RB-R35, RB-R38, RB-R41).

use super::*;
use crate::games::riverbed::rules::CoinsWithoutProfiteer;
use crate::games::riverbed::state::Ending;

/// Seven players on space 5; the tile with this number lies there and seat 2 will reveal it.
fn reveal(mut table: Position, tracks: [u8; 3], number: u8) -> Position {
    table = table.everybody_on(5).tile(number, 5);
    // Tracks as given: end points move down by what is there already.
    for (end, track) in table.game.ends.iter_mut().zip(tracks) {
        *end -= track;
    }
    table.play(&[Move::CoOp, at(2), to(5)]);
    table
}

fn ending(table: &Position) -> Option<Ending> {
    table.state.public.ending
}

#[test]
fn rb_84_chief_and_merchants_win_by_kelp() {
    let table = reveal(Position::new(7), [6, 0, 0], 1);
    assert_eq!((ending(&table), table.winners()), (Some(Ending::Kelp), vec![0, 2, 3]));
}

#[test]
fn rb_85_leader_and_separatists_win_by_logs() {
    let table = reveal(Position::new(7), [0, 5, 0], 6);
    assert_eq!((ending(&table), table.winners()), (Some(Ending::Logs), vec![1, 4, 5]));
}

#[test]
fn rb_86_the_profiteer_wins_alone_by_coins() {
    let table = reveal(Position::new(7), [0, 0, 5], 1);
    assert_eq!((ending(&table), table.winners()), (Some(Ending::Coins), vec![6]));
}

#[test]
fn rb_87_the_end_comes_at_once_at_or_past_the_end_point() {
    // RB-R41: nothing is drawn any more.
    let table = reveal(Position::new(7), [0, 6, 0], 6);
    assert_eq!(
        (ending(&table), table.tracks()),
        (Some(Ending::Logs), [0, 2, 0]),
        "one past the end"
    );
    assert_eq!((table.hand_size(1), table.offered()), (0, vec![]));
}

#[test]
fn rb_88_an_upper_layer_wins_before_a_lower_one_counts() {
    // T1, T2
    let first = reveal(Position::new(7), [5, 6, 0], 8);
    assert_eq!((ending(&first), first.tracks()), (Some(Ending::Kelp), [2, 0, 0]));
    let second = reveal(Position::new(7), [4, 6, 0], 8);
    assert_eq!((ending(&second), second.tracks()), (Some(Ending::Logs), [2, 1, 0]));
}

#[test]
fn rb_89_the_side_of_the_track_wins() {
    for (tracks, number, side) in [([6, 0, 0], 1, 0b001), ([0, 5, 0], 6, 0b010), ([0, 0, 5], 1, 0b100)] {
        let table = reveal(Position::new(7), tracks, number);
        assert_eq!(table.game.outcome(&table.state).sides, side);
    }
}

#[test]
fn rb_r30_coins_without_a_profiteer_end_the_game_for_nobody() {
    let four = |coins_without_profiteer| {
        let rules = Rules {
            players: 4,
            four_player_deal: crate::games::riverbed::rules::FourPlayerDeal::Separatist,
            coins_without_profiteer,
            ..Rules::default()
        };
        let mut table = Position::with(rules);
        for private in table.state.private.first_mut(4) {
            private.role = if private.role == Role::Profiteer {
                Role::Separatist
            } else {
                private.role
            };
        }
        let mut table = table.everybody_on(6).tile(1, 6);
        table.game.ends[2] = 1;
        table.play(&[Move::CoOp, at(2), to(6)]);
        table
    };
    let nobody = four(CoinsWithoutProfiteer::NobodyWins);
    assert_eq!(
        (ending(&nobody), nobody.winners()),
        (Some(Ending::CoinsForNobody), vec![])
    );
    let on = four(CoinsWithoutProfiteer::PlayOn);
    assert_eq!((ending(&on), on.tracks()), (None, [1, 0, 1]));
}

#[test]
fn rb_r35_tracks_never_fall_below_nothing() {
    // The invariant counts the face-up tiles after every move; a track below zero would overflow here.
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(5, 5)
        .face_up(5)
        .hand(1, &[Effect::WitheredKelp]);
    table.play(&[Move::Card(Effect::WitheredKelp), to(5)]);
    assert_eq!(table.tracks(), [0, 0, 0]);
}

#[test]
fn rb_r38_a_game_without_end_stops_at_the_cap() {
    let rules = Rules {
        players: 7,
        turns_max: 10,
        ..Rules::default()
    };
    let mut table = Position::with(rules).everybody_on(5);
    table.state.public.turn = 10;
    table.play(&[Move::Dive, to(5), Move::EndTurn]);
    assert_eq!((ending(&table), table.winners()), (Some(Ending::TurnCap), vec![]));
}
