//! Before the first turn: boards, tiles, roles, cards, meeples; the four-player deal.

use super::*;

fn dealt(game: &Riverbed, number: u64) -> State<Riverbed> {
    game.setup(&mut Chance::new(11, number))
}

fn roles_of(game: &Riverbed, state: &State<Riverbed>) -> [usize; 5] {
    let mut counts = [0; 5];
    for private in state.private.first(game.players) {
        counts[private.role.index()] += 1;
    }
    counts
}

#[test]
fn rb_01_every_counter_starts_at_zero() {
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        assert_eq!(dealt(&game, 0).public.tracks, [0, 0, 0]);
    }
}

#[test]
fn rb_02_actions_and_marker_start_ready() {
    let game = Riverbed::standard(9);
    for marks in dealt(&game, 0).public.marks.first(9) {
        assert!(!marks.dive && !marks.swim && !marks.marker_used);
        assert_eq!(marks.uncovers, 0);
    }
}

#[test]
fn rb_03_each_number_of_players_has_its_tiles() {
    // Also RB-06: what is not used is out of the game.
    let numbers = |players| -> Vec<u8> {
        let tiles = Riverbed::standard(players).tiles;
        tiles.iter().map(|tile| tile.number).collect()
    };
    assert_eq!(numbers(4), (1..=12).collect::<Vec<_>>());
    assert_eq!(numbers(5), (1..=14).collect::<Vec<_>>());
    assert_eq!(numbers(6), (1..=14).collect::<Vec<_>>());
    assert_eq!(numbers(7), (1..=16).collect::<Vec<_>>());
    assert_eq!(numbers(8), (1..=10).chain(12..=17).collect::<Vec<_>>());
    assert_eq!(numbers(9), (1..=10).chain(13..=18).collect::<Vec<_>>());
}

#[test]
fn rb_04_tiles_are_shuffled_and_lie_face_down_unseen() {
    let game = Riverbed::standard(7);
    let mut first_tile = [false; 16];
    for number in 0..300 {
        let state = dealt(&game, number);
        first_tile[state.hidden.tile_at[0] as usize] = true;
        assert_eq!(state.public.face_up, 0);
        assert_eq!(state.public.seen, BySeat::default());
        for private in state.private.first(7) {
            assert!(private.place_of[..16].iter().all(|place| *place == game.board.tiled));
        }
    }
    assert_eq!(first_tile, [true; 16], "every tile may lie on the first space");
}

#[test]
fn rb_05_only_spaces_of_the_layout_hold_a_tile() {
    for (players, empty) in [
        (4, vec![1, 5, 9, 13]),
        (5, vec![5, 9]),
        (6, vec![5, 9]),
        (7, vec![]),
        (8, vec![]),
        (9, vec![]),
    ] {
        let game = Riverbed::standard(players);
        let state = dealt(&game, 0);
        for space in 1..=16u8 {
            let tile = state.hidden.tile_at[space as usize - 1];
            assert_eq!(tile == crate::state::NONE, empty.contains(&space), "{players}: {space}");
        }
    }
}

#[test]
fn rb_06_unused_cards_are_out_of_the_game() {
    let game = Riverbed::standard(4);
    for effect in [LightFingers, Decoy, Whirlpool] {
        assert_eq!(game.copies[effect as usize], 0);
    }
    let state = dealt(&game, 0);
    assert_eq!(u32::from(state.public.deck) + 4, game.deck.count_ones());
}

#[test]
fn rb_07_roles_by_number_of_players() {
    for (players, counts) in [
        (5, [1, 1, 1, 1, 1]),
        (6, [1, 2, 1, 1, 1]),
        (7, [1, 2, 1, 2, 1]),
        (8, [1, 3, 1, 2, 1]),
        (9, [1, 3, 1, 3, 1]),
    ] {
        let game = Riverbed::standard(players);
        for number in 0..20 {
            assert_eq!(roles_of(&game, &dealt(&game, number)), counts, "{players} players");
        }
    }
}

#[test]
fn rb_08_only_the_chief_shows_the_role_and_any_seat_may_be_chief() {
    let game = Riverbed::standard(7);
    let mut chiefs = SeatSet::default();
    for number in 0..200 {
        let state = dealt(&game, number);
        let chief = state.public.chief;
        chiefs.insert(chief);
        for seat in SeatSet::all(7).iter() {
            let shown = (seat == chief).then_some(Role::Chief);
            assert_eq!(state.public.role[seat], shown);
        }
        assert_eq!(state.private[chief].role, Role::Chief);
    }
    assert_eq!(chiefs, SeatSet::all(7));
}

#[test]
fn rb_09_everybody_knows_the_own_role_and_no_other() {
    let game = Riverbed::standard(9);
    let state = dealt(&game, 4);
    for seat in SeatSet::all(9).iter() {
        let view = state.view(&game, seat);
        assert_eq!(view.private.role, state.private[seat].role);
        assert!(view.private.seen_role.first(9).iter().all(Option::is_none));
    }
}

#[test]
fn rb_11_one_card_each_and_the_rest_is_the_draw_pile() {
    // Also RB-96.
    let game = Riverbed::standard(8);
    let (a, b) = (dealt(&game, 0), dealt(&game, 1));
    for seat in SeatSet::all(8).iter() {
        assert_eq!(a.private[seat].hand.count_ones(), 1);
        assert_eq!(a.public.hand_size[seat], 1);
    }
    assert_eq!(a.public.deck, 20);
    assert_eq!((a.public.discards, a.public.spent), (0, 0));
    assert_ne!(a.hidden.deck, b.hidden.deck, "the deck is shuffled");
}

#[test]
fn rb_96_everybody_starts_with_one_card() {
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        let state = dealt(&game, 3);
        for private in state.private.first(game.players) {
            assert_eq!(private.hand.count_ones(), 1, "{players} players");
        }
    }
}

#[test]
fn rb_12_meeples_are_placed_from_the_chiefs_left_the_chief_last() {
    // Also RB-13 and RB-31: who placed first begins, and a space may be shared.
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        let mut state = dealt(&game, 5);
        let mut chance = Chance::new(11, 5);
        let chief = state.public.chief;
        let seated = players as usize;
        for turn in 1..=seated {
            let placing = chief.clockwise(turn, seated);
            assert_eq!((state.public.decider, state.public.ask), (placing, Ask::Place));
            let mut moves = Moves::default();
            game.moves(state.view(&game, placing), &mut moves);
            let offered: Vec<Move> = moves.to_vec();
            let all: Vec<Move> = bits(game.board.tiled).map(|space| Move::Space(space as u8)).collect();
            assert_eq!(offered, all, "any space with a tile");
            game.play(&mut state, offered[2], &mut chance, &mut ());
            game.invariant(&state).expect("nothing is lost");
        }
        let first = chief.clockwise(1, seated);
        assert_eq!((state.public.active, state.public.ask), (first, Ask::Menu));
        assert_eq!(state.public.turn, 1);
    }
}

#[test]
fn rb_13_the_first_to_place_takes_the_first_turn() {
    let mut p = Position::new(7);
    let public = &mut p.state.public;
    (public.ask, public.decider, public.placed, public.meeple) = (Ask::Place, LEADER, 0, BySeat::default());
    p.play(&[at(3), at(3), at(9), at(16), at(1), at(8), at(8)]);
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
    assert_eq!((p.meeple_of(LEADER), p.meeple_of(CHIEF)), (3, 8));
    let placed = |event: &&Event| matches!(event, Event::Placed { .. });
    assert_eq!(p.events.iter().filter(placed).count(), 7);
    assert!(p.happened(Event::Placed { seat: CHIEF, space: 7 }));
}

#[test]
fn rb_101_one_of_two_cards_completes_the_four_player_deal() {
    // Exactly: the first draw of the set-up decides between the two, everything else follows.
    let game = Riverbed::standard(4);
    for (draw, out) in [(0, Role::Separatist), (1, Role::Profiteer)] {
        let mut chance = Chance::new(1, 0);
        chance.script(Purpose::Setup, &[draw]);
        let state = game.setup(&mut chance);
        assert_eq!(roles_of(&game, &state), Role::ALL.map(|role| usize::from(role != out)));
        assert_eq!(state.hidden.left_out, Some(out));
    }
    let profiteers = (0..400).filter(|n| roles_of(&game, &dealt(&game, *n))[4] == 1).count();
    assert!((140..260).contains(&profiteers), "{profiteers} of 400");
}

#[test]
fn rb_101_the_deal_may_be_fixed() {
    for (deal, role) in [
        (FourPlayerDeal::Profiteer, Role::Profiteer),
        (FourPlayerDeal::Separatist, Role::Separatist),
    ] {
        let game = Riverbed::with_rules(rules(4, |rules| rules.four_player_deal = deal));
        for number in 0..30 {
            let state = dealt(&game, number);
            assert_eq!(roles_of(&game, &state)[role.index()], 1);
            assert_eq!(state.hidden.left_out, None);
        }
    }
}

#[test]
fn rb_102_the_fifth_card_shows_in_nothing_a_player_sees() {
    let game = Riverbed::standard(4);
    let deal = |draw| {
        let mut chance = Chance::new(1, 0);
        chance.script(Purpose::Setup, &[draw]);
        game.setup(&mut chance)
    };
    let (with, without) = (deal(0), deal(1));
    assert_eq!(with.public, without.public);
    let differ = |seat: &Seat| with.private[*seat] != without.private[*seat];
    let found = SeatSet::all(4).iter().filter(differ).count();
    assert_eq!(found, 1, "only its holder can tell");
}

#[test]
fn rb_103_the_other_rules_apply_to_four_players() {
    let mut p = Position::new(4).hand(LEADER, &[ClearWater]).meeples(3);
    p.play(&[Move::CoOp, who(LEADER)]);
    assert!(p.offers(Move::Hunt));
    p.play(&[Move::Hunt, Move::Discard(ClearWater), at(4)]);
    assert_eq!(p.public.role[LEADER], Some(Role::Leader));
}
