//! Set-up (RB-01 to RB-13, RB-96, RB-101 to RB-103).

use super::*;
use crate::games::riverbed::{Fifth, bits};

fn dealt(players: u8, index: u64) -> (Riverbed, State<Riverbed>) {
    let game = Riverbed::standard(players);
    let state = game.setup(&mut Chance::new(5, index));
    (game, state)
}

#[test]
fn rb_01_tracks_start_at_nothing() {
    let (_, state) = dealt(7, 0);
    assert_eq!(state.public.tracks, [0, 0, 0]);
}

#[test]
fn rb_02_every_player_starts_with_all_actions_and_an_active_marker() {
    let (game, state) = dealt(9, 0);
    for marks in state.public.marks.first(game.players) {
        assert!(!marks.dive && !marks.swim && !marks.marker_used && marks.uncovers == 0);
    }
}

#[test]
fn rb_03_the_tile_set_depends_on_the_players() {
    let numbers = |players| {
        Riverbed::standard(players)
            .tiles
            .iter()
            .map(|tile| tile.number)
            .collect::<Vec<u8>>()
    };
    assert_eq!(numbers(4), (1..=12).collect::<Vec<u8>>());
    assert_eq!(numbers(5), (1..=14).collect::<Vec<u8>>());
    assert_eq!(numbers(6), (1..=14).collect::<Vec<u8>>());
    assert_eq!(numbers(7), (1..=16).collect::<Vec<u8>>());
    assert_eq!(numbers(8), (1..=17).filter(|n| *n != 11).collect::<Vec<u8>>());
    assert_eq!(
        numbers(9),
        (1..=18).filter(|n| *n != 11 && *n != 12).collect::<Vec<u8>>()
    );
}

#[test]
fn rb_04_tiles_lie_face_down_in_random_order_and_nobody_knows_them() {
    let (game, state) = dealt(7, 0);
    assert_eq!(state.public.face_up, 0);
    for private in state.private.first(game.players) {
        assert!(
            private.place_of[..game.tiles.len()]
                .iter()
                .all(|place| *place == game.board.tiled)
        );
    }
    let first: Vec<u8> = (0..200).map(|index| dealt(7, index).1.hidden.tile_at[0]).collect();
    assert!(
        (0..16).all(|tile| first.contains(&tile)),
        "every tile comes to lie on space 1 at some time"
    );
}

#[test]
fn rb_05_small_games_leave_spaces_empty() {
    for (players, tiles) in [(4, 12), (5, 14), (6, 14), (7, 16), (8, 16), (9, 16)] {
        let (game, state) = dealt(players, 1);
        assert_eq!(game.board.tiled.count_ones(), tiles);
        assert_eq!(
            bits(game.board.tiled)
                .filter(|space| state.hidden.tile_at[*space] != u8::MAX)
                .count(),
            tiles as usize
        );
    }
}

#[test]
fn rb_07_roles_depend_on_the_players() {
    for (players, wanted) in [
        (5, [1, 1, 1, 1, 1]),
        (6, [1, 2, 1, 1, 1]),
        (7, [1, 2, 1, 2, 1]),
        (8, [1, 3, 1, 2, 1]),
        (9, [1, 3, 1, 3, 1]),
    ] {
        let (game, state) = dealt(players, 2);
        let mut counts = [0; 5];
        state
            .private
            .first(game.players)
            .iter()
            .for_each(|private| counts[private.role.index()] += 1);
        assert_eq!(counts, wanted, "{players} players");
    }
}

#[test]
fn rb_08_only_the_chief_lies_face_up() {
    let (game, state) = dealt(9, 3);
    for index in 0..game.players as u8 {
        let shown = state.public.role[Seat(index)];
        let chief = state.private[Seat(index)].role == Role::Chief;
        assert_eq!(shown, chief.then_some(Role::Chief));
        assert_eq!(chief, state.public.chief == Seat(index));
    }
}

#[test]
fn rb_11_the_deck_holds_the_cards_of_the_player_count() {
    // RB-60, RB-96
    for (players, cards) in [(4, 16), (5, 20), (6, 22), (7, 26), (8, 28), (9, 28)] {
        let (game, state) = dealt(players, 4);
        assert_eq!(game.deck.count_ones(), cards);
        assert_eq!(u32::from(state.public.deck), cards - u32::from(players));
    }
}

#[test]
fn rb_12_meeples_are_placed_clockwise_from_the_chiefs_left_the_chief_last() {
    // RB-13: who placed first takes the first turn. RB-31: spaces are shared.
    let game = Riverbed::standard(5);
    let mut chance = Chance::new(5, 6);
    let mut state = game.setup(&mut chance);
    let first = state.public.chief.clockwise(1, 5);
    for step in 0..5 {
        assert_eq!(state.public.ask, Ask::Place);
        assert_eq!(state.public.decider, first.clockwise(step, 5));
        let mut moves = Moves::default();
        game.moves(state.view(&game, state.public.decider), &mut moves);
        assert_eq!(moves.len(), 14, "any space with a tile");
        game.play(&mut state, moves[0], &mut chance, &mut ());
    }
    assert_eq!(
        (state.public.ask, state.public.active, state.public.turn),
        (Ask::Menu, first, 1)
    );
}

#[test]
fn rb_13_the_first_to_place_moves_first() {
    let game = Riverbed::standard(9);
    let state = game.setup(&mut Chance::new(5, 7));
    assert_eq!(game.position(&state, state.public.decider), 0);
    assert_eq!(game.position(&state, state.public.chief), 8);
}

#[test]
fn rb_96_everybody_starts_with_one_card() {
    let (game, state) = dealt(8, 8);
    assert!(state.public.hand_size.first(game.players).iter().all(|size| *size == 1));
    let rules = Rules {
        players: 8,
        starting_cards: 2,
        ..Rules::default()
    };
    let two = Riverbed::with_rules(rules).setup(&mut Chance::new(5, 8));
    assert!(two.public.hand_size.first(8).iter().all(|size| *size == 2));
}

#[test]
fn rb_101_four_players_draw_the_last_role_unseen() {
    // RB-102: the card left out is seen by nobody. RB-103: all else is as usual.
    let mut left_out = [0; 2];
    for index in 0..400 {
        let (game, state) = dealt(4, index);
        assert_eq!(game.fifth, Fifth::Unseen);
        let out = state.hidden.left_out.expect("a card is left out");
        let in_play = if out == Role::Profiteer {
            Role::Separatist
        } else {
            Role::Profiteer
        };
        let mut roles: Vec<Role> = state.private.first(4).iter().map(|private| private.role).collect();
        roles.sort_by_key(|role| role.index());
        assert_eq!(roles[..3], [Role::Chief, Role::Merchant, Role::Leader]);
        assert_eq!(roles[3], in_play);
        left_out[usize::from(out == Role::Profiteer)] += 1;
    }
    // Binomial with n = 400, p = 1/2: outside 150..=250 with probability 5e-7; the seed is fixed.
    assert!((150..=250).contains(&left_out[0]), "{left_out:?}");
}

#[test]
fn rb_102_the_deal_of_four_can_be_fixed() {
    use crate::games::riverbed::rules::FourPlayerDeal;
    for (deal, role) in [
        (FourPlayerDeal::Profiteer, Role::Profiteer),
        (FourPlayerDeal::Separatist, Role::Separatist),
    ] {
        let game = Riverbed::with_rules(Rules {
            players: 4,
            four_player_deal: deal,
            ..Rules::default()
        });
        let state = game.setup(&mut Chance::new(5, 1));
        assert!(state.private.first(4).iter().any(|private| private.role == role));
        assert_eq!(state.hidden.left_out, None);
    }
}

#[test]
fn rb_103_four_players_place_and_begin_as_usual() {
    let (game, state) = dealt(4, 9);
    assert_eq!(state.public.decider, state.public.chief.clockwise(1, 4));
    assert_eq!(game.board.tiled.count_ones(), 12);
}
