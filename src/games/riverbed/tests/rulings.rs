//! Rulings that are proved by whole games rather than by one position.

use super::*;
use crate::engine::{Imagine, Stream, Turn};
use crate::games::riverbed::bits;
use crate::games::riverbed::rules::{
    Adjacent, CoinsWithoutProfiteer, FourPlayerDeal, HandLimitFor, SwimOverGaps, TileDecider,
};

/// Rules with every switch drawn at random.
fn any_rules(players: u8, stream: &mut Stream) -> Rules {
    let mut coin = || stream.below(2) == 1;
    Rules {
        players,
        layout: if coin() { "default" } else { "alternative" }.to_owned(),
        reach_over_gaps: coin(),
        coop_without_tile: coin(),
        coop_after_uncover: coin(),
        cost_counts_as_card: coin(),
        second_action_after_marker: coin(),
        refresh_marker: coin(),
        penalty_after_first_tile: coin(),
        penalty_counts_effects: coin(),
        penalty_counts_last: coin(),
        tile_decider: if coin() {
            TileDecider::Revealer
        } else {
            TileDecider::ActivePlayer
        },
        adjacent: if coin() {
            Adjacent::LandAndWater
        } else {
            Adjacent::WaterOnly
        },
        hand_limit_for: if coin() {
            HandLimitFor::ActivePlayer
        } else {
            HandLimitFor::Everyone
        },
        coins_without_profiteer: if coin() {
            CoinsWithoutProfiteer::NobodyWins
        } else {
            CoinsWithoutProfiteer::PlayOn
        },
        four_player_deal: if coin() {
            FourPlayerDeal::Unseen
        } else {
            FourPlayerDeal::Profiteer
        },
        swim_over_gaps: [SwimOverGaps::Drift, SwimOverGaps::Skip, SwimOverGaps::Blocked][stream.below(3) as usize],
        hand_limit: stream.below(4) as u8,
        starting_cards: stream.below(3) as u8,
        cards_per_turn: stream.below(3) as u8,
        hunt_cost: stream.below(2) as u8,
        con_cost: stream.below(3) as u8,
        uncover_cost: 0,
        uncovers: stream.below(3) as u8,
        swim_steps: 1 + stream.below(3) as u8,
        ..Rules::default()
    }
}

#[test]
fn games_under_any_switches_keep_the_invariant_and_end() {
    let mut stream = Stream::keyed(1, 2, 3, 4);
    let mut capped = 0;
    for index in 0..600 {
        let game = Riverbed::with_rules(any_rules(4 + (index % 6) as u8, &mut stream));
        let mut chance = Chance::new(6, index);
        let mut state = game.setup(&mut chance);
        let mut moves = Moves::default();
        while let Turn::Choose(seat) = game.turn(&state.public) {
            moves.clear();
            game.moves(state.view(&game, seat), &mut moves);
            assert!(!moves.is_empty(), "{:?} under {:?}", state.public.ask, game.rules);
            let mv = moves[stream.below(moves.len() as u32) as usize];
            game.play(&mut state, mv, &mut chance, &mut ());
            game.invariant(&state)
                .unwrap_or_else(|broken| panic!("{broken} after {mv:?} under {:?}", game.rules));
        }
        capped += u32::from(state.public.turn >= 400);
    }
    assert!(capped < 20, "{capped} of 600 games ran into the cap");
}

#[test]
fn every_placing_that_fits_is_imagined() {
    // Seat 1 has seen the tile on 6; two tiles whose places it knows as a set lie on 1 and 2.
    let mut table = Position::new(7).everybody_on(5).hand(1, &[Effect::MurkyWater]);
    table.play(&[Move::Dive, to(6)]);
    table = table.meeple(1, 1);
    for space in [1, 2] {
        let tile = table.state.hidden.tile_at[space as usize - 1];
        table.state.private[Seat(1)].place_of[tile as usize] = 1 << (space - 1);
    }
    table.play(&[Move::Card(Effect::MurkyWater), to(1), to(2)]);
    let mut stream = Stream::keyed(9, 9, 9, 9);
    let mut on_first = [0; 24];
    for _ in 0..400 {
        let state = table.game.imagine(table.state.view(&table.game, Seat(1)), &mut stream);
        table.game.invariant(&state).expect("an imagined position may occur");
        assert_eq!(state.hidden.tile_at[5], table.state.hidden.tile_at[5]);
        on_first[state.hidden.tile_at[0] as usize] += 1;
    }
    let seen: Vec<usize> = (0..24).filter(|tile| on_first[*tile] > 0).collect();
    assert_eq!(seen, [0, 1], "only the two shuffled tiles can lie there: {on_first:?}");
    // Binomial with n = 400, p = 1/2: outside 150..=250 with probability 5e-7; the seed is fixed.
    assert!((150..=250).contains(&on_first[0]));
}

#[test]
fn imagined_roles_fit_the_table() {
    let game = Riverbed::standard(4);
    let mut stream = Stream::keyed(8, 8, 8, 8);
    let mut out = [0; 2];
    for index in 0..200 {
        let state = game.setup(&mut Chance::new(3, index));
        let viewer = (0..4)
            .map(Seat)
            .find(|seat| state.private[*seat].role == Role::Merchant)
            .expect("dealt");
        let imagined = game.imagine(state.view(&game, viewer), &mut stream);
        game.invariant(&imagined).expect("an imagined position may occur");
        out[usize::from(imagined.hidden.left_out == Some(Role::Profiteer))] += 1;
        assert!(bits(game.board.tiled).all(|space| imagined.hidden.tile_at[space] < 12));
    }
    // Binomial with n = 200, p = 1/2: outside 65..=135 with probability 7e-7; the seed is fixed.
    assert!((65..=135).contains(&out[0]), "{out:?}");
}

#[test]
fn rb_r39_kelp_ends_at_seven_for_seven_players() {
    assert_eq!(Riverbed::standard(7).ends[0], 7);
}
