//! Random games under rules drawn at random: nothing is lost, only offered moves are played, games end.

use super::*;
use balance_engine::Stream;

/// Every way of passing gaps.
pub(super) const GAPS: [SwimOverGaps; 4] = [
    SwimOverGaps::Drift,
    SwimOverGaps::DriftAfterLand,
    SwimOverGaps::Skip,
    SwimOverGaps::Blocked,
];

/// Rules in which every switch and number is drawn.
pub(super) fn any_rules(players: u8, draw: &mut Stream) -> Rules {
    let mut flip = || draw.below(2) == 1;
    let mut rules = rules(players, |rules| {
        rules.reach_over_gaps = flip();
        rules.coop_without_tile = flip();
        rules.coop_after_uncover = flip();
        rules.cost_counts_as_card = flip();
        rules.second_action_after_marker = flip();
        rules.penalty_after_first_tile = flip();
        rules.penalty_counts_effects = flip();
        rules.penalty_counts_last = flip();
        rules.refresh_marker = flip();
        if flip() {
            rules.layout = "alternative".into();
        }
        if flip() {
            rules.tile_decider = TileDecider::ActivePlayer;
        }
        if flip() {
            rules.adjacent = Adjacent::WaterOnly;
        }
        if flip() {
            rules.coins_without_profiteer = CoinsWithoutProfiteer::PlayOn;
        }
        if flip() {
            rules.hand_limit_for = HandLimitFor::Everyone;
        }
    });
    rules.swim_over_gaps = GAPS[draw.below(4) as usize];
    let deals = [
        FourPlayerDeal::Unseen,
        FourPlayerDeal::Profiteer,
        FourPlayerDeal::Separatist,
    ];
    rules.four_player_deal = deals[draw.below(3) as usize];
    let mut number = |least: u8, most: u8| least + draw.below(u32::from(most - least) + 1) as u8;
    // As many as the smallest deck can deal to all.
    rules.starting_cards = number(0, 3);
    rules.hand_limit = number(0, 6);
    rules.cards_per_turn = number(0, 3);
    rules.swim_draws = number(0, 3);
    rules.swim_steps = number(1, 4);
    rules.coop_draws = number(0, 3);
    rules.uncovers = number(0, 3);
    rules.uncover_cost = number(0, 3);
    rules.hunt_cost = number(0, 3);
    rules.con_cost = number(0, 3);
    rules.end_points.logs = Some(number(1, 10));
    if rules.cost_counts_as_card {
        for cost in [&mut rules.uncover_cost, &mut rules.hunt_cost, &mut rules.con_cost] {
            *cost = (*cost).min(rules.cards_per_turn);
        }
    }
    rules
}

/// Plays a game of random moves; `each` sees every position and the moves on offer.
pub(super) fn wander(
    game: &Riverbed,
    number: u64,
    mut each: impl FnMut(&State<Riverbed>, Seat, &[Move]),
) -> Option<Ending> {
    let mut chance = Chance::new(77, number);
    let mut state = game.setup(&mut chance);
    let mut moves = Moves::default();
    game.invariant(&state).expect("a sound deal");
    while let Turn::Choose(seat) = game.turn(&state.public) {
        moves.clear();
        game.moves(state.view(game, seat), &mut moves);
        assert!(!moves.is_empty(), "nothing on offer for {:?}", state.public.ask);
        each(&state, seat, &moves);
        let chosen = chance.bot(seat).below(moves.len() as u32) as usize;
        let mv = moves[chosen];
        game.play(&mut state, mv, &mut chance, &mut ());
        if let Err(broken) = game.invariant(&state) {
            panic!("after {mv:?} of {seat} in game {number}: {broken}");
        }
    }
    state.public.ending
}

#[test]
fn random_games_keep_what_must_hold_and_end() {
    for players in 4..=9 {
        let mut ended = 0;
        for variant in 0..50 {
            let mut draw = Stream::keyed(9, variant, players, 0);
            let game = Riverbed::with_rules(any_rules(players, &mut draw));
            for number in 0..6 {
                let ending = wander(&game, variant * 6 + number, |state, seat, moves| {
                    assert_eq!(state.public.decider, seat);
                    for (index, mv) in moves.iter().enumerate() {
                        assert!(!moves[..index].contains(mv), "{mv:?} is offered twice");
                    }
                    assert!(state.public.played.first(players as usize).iter().all(|n| *n <= 6));
                });
                ended += u32::from(ending.expect("it is over") != Ending::TurnCap);
            }
        }
        let holds = ended > 270;
        assert!(holds, "{players} players: {ended} of 300 games ended before the cap");
    }
}

#[test]
fn published_games_end_long_before_the_cap() {
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        let mut sides = [0; 5];
        for number in 0..300 {
            let ending = wander(&game, number, |state, _, _| {
                // Turn, hands and tracks stay within what the rules allow.
                let public = &state.public;
                assert!(public.turn <= 400);
                assert!(public.played.first(players as usize).iter().all(|played| *played <= 1));
                assert!((0..3).all(|track| public.tracks[track] < game.ends[track]));
            });
            sides[ending.expect("it is over") as usize] += 1;
        }
        assert_eq!(sides[Ending::TurnCap as usize], 0, "{players} players");
        assert!(sides[..3].iter().all(|wins| *wins > 0), "{players} players: {sides:?}");
        assert_eq!(sides[Ending::CoinsForNobody as usize] > 0, players == 4);
    }
}
