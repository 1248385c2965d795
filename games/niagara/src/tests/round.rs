//! The round: cards, who has to move, the cloud, the river's steps, the end.

use super::*;
use crate::rules::{FreeReturn, Tiebreak, WinCheck};
use crate::state::Ending;
use balance_engine::{RandomBot, Table, Turn};

#[test]
fn ni_13_14_15_51_cards_come_back_after_a_cycle() {
    // NI-14 NI-15 NI-16 NI-17 NI-18 NI-51 NI-R18
    let game = table(2, |_| {});
    let (mut state, mut chance) = start(&game);
    assert_eq!(moves(&game, &state).len(), 7);
    for round in 0..7 {
        assert_eq!(state.public.first, Seat(round % 2));
        assert_eq!(moves(&game, &state).len(), 7 - round as usize);
        while state.public.round == u16::from(round) + 1 {
            let first = moves(&game, &state)[0];
            play(&game, &mut state, &mut chance, first);
        }
    }
    assert_eq!(moves(&game, &state).len(), 7);
}

#[test]
fn ni_16_17_18_all_lay_then_each_shows_and_acts_then_the_river_moves() {
    let game = table(3, |_| {});
    let (mut state, mut chance) = start(&game);
    put(&mut state.public, 2, 0, 5, NONE);
    for (seat, card) in [(0, 2), (1, 3), (2, 1)] {
        assert_eq!((state.public.ask, state.public.decider), (Ask::Card, Seat(seat)));
        assert_eq!(moves(&game, &state).len(), 7, "nobody sees what lies there");
        assert!(state.public.shown.first(3).iter().all(Option::is_none));
        play(&game, &mut state, &mut chance, Move::Card(Card(card)));
    }
    let shown = |state: &State<Niagara>| state.public.shown.first(3).iter().flatten().count();
    assert_eq!(
        (state.public.decider, shown(&state)),
        (Seat(0), 1),
        "one after the other, the holder first"
    );
    play(&game, &mut state, &mut chance, paddle(0, 2));
    assert_eq!((state.public.decider, shown(&state)), (Seat(1), 2));
    play(&game, &mut state, &mut chance, paddle(0, 3));
    assert_eq!((state.public.decider, shown(&state)), (Seat(2), 3));
    assert_eq!(state.public.canoes[Seat(0)][0].space, S[2], "the river waits for all");
    play(&game, &mut state, &mut chance, paddle(0, 4));
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!(
        state.public.canoes[Seat(0)][0].space,
        S[3],
        "the lowest number moves it by one"
    );
    assert_eq!(
        (state.public.first, state.public.ask),
        (Seat(1), Ask::Card),
        "and the marker goes on"
    );
}

#[test]
fn ni_16_18_what_happens_in_a_round_is_told_in_its_order() {
    let game = table(2, |rules| rules.spirits.beaver = true);
    let (mut state, mut chance) = start(&game);
    state.public.weather = 2;
    let round = [
        Move::Card(CLOUD),
        Move::Card(Card(1)),
        Move::Weather { up: true },
        paddle(0, 1),
    ];
    let told = happened(&game, &mut state, &mut chance, &round);
    let (first, second) = (Seat(0), Seat(1));
    let expected = [
        Event::Shown(first, CLOUD),
        Event::WeatherMoved,
        Event::BeaverCame,
        Event::Shown(second, Card(1)),
        Event::Launched { seat: second, canoe: 0 },
        Event::Flowed(3),
    ];
    assert_eq!(told[..6], expected);
    assert!(told[6..9].iter().all(|event| matches!(event, Event::Pushed(_))));
    assert_eq!(told[9..], [Event::RoundBegan]);
}

#[test]
fn ni_11_gems_in_canoes_do_not_count() {
    let game = table(2, |_| {});
    let (mut state, mut chance) = start(&game);
    own(&mut state.public, 0, VIOLET, 3);
    put(&mut state.public, 0, 0, 2, VIOLET);
    put(&mut state.public, 0, 1, 1, CLEAR);
    lay(&game, &mut state, &mut chance, &[1, 1]);
    play(&game, &mut state, &mut chance, paddle(1, LAND));
    play(&game, &mut state, &mut chance, paddle(0, 1));
    play(&game, &mut state, &mut chance, paddle(0, 1));
    assert_eq!(
        state.public.ending, None,
        "three violet and a clear gem on land, the fourth violet one aboard"
    );
}

#[test]
fn ni_42_nothing_is_bought_back_with_the_cloud() {
    let game = table(2, |_| {});
    let (mut state, mut chance) = start(&game);
    state.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
    own(&mut state.public, 0, CLEAR, 1);
    lay(&game, &mut state, &mut chance, &[CLOUD, Card(3)]);
    assert_eq!(state.public.ask, Ask::Weather);
    play(&game, &mut state, &mut chance, Move::Weather { up: true });
    assert_eq!(
        (state.public.decider, state.public.gems[Seat(0)][CLEAR.index()]),
        (Seat(1), 1)
    );
    assert_eq!(state.public.canoes[Seat(0)], [Canoe::empty(LOST); 2]);
}

#[test]
fn ni_19_20_21_22_somebody_has_to_go_in() {
    // NI-19 NI-21 NI-22: none in the river, one, both
    let game = table(2, |_| {});
    let (mut state, mut chance) = start(&game);
    lay(&game, &mut state, &mut chance, &[2, 3]);
    assert_eq!(moves(&game, &state), [paddle(0, 2)]);
    play(&game, &mut state, &mut chance, paddle(0, 2));
    assert_eq!(state.public.decider, Seat(1), "only one canoe goes in");

    let (mut state, mut chance) = start(&game);
    put(&mut state.public, 0, 0, 3, NONE);
    lay(&game, &mut state, &mut chance, &[1, 3]);
    assert!(!moves(&game, &state).contains(&Move::Pass));
    play(&game, &mut state, &mut chance, paddle(0, 2));
    assert_eq!(moves(&game, &state), [paddle(1, 1), Move::Pass]);

    for order in [[(1, 4), (0, 4)], [(0, 4), (1, 4)]] {
        let (mut state, mut chance) = start(&game);
        put(&mut state.public, 0, 0, 3, NONE);
        put(&mut state.public, 0, 1, 5, NONE);
        lay(&game, &mut state, &mut chance, &[1, 3]);
        for (canoe, space) in order {
            assert!(!moves(&game, &state).contains(&Move::Pass));
            play(&game, &mut state, &mut chance, paddle(canoe, space));
        }
        assert_eq!(state.public.decider, Seat(1));
    }
}

#[test]
fn ni_40_a_gem_buys_a_canoe_back() {
    let game = table(2, |_| {});
    let (mut state, mut chance) = start(&game);
    state.public.canoes[Seat(0)][0].space = LOST;
    own(&mut state.public, 0, CLEAR, 1);
    lay(&game, &mut state, &mut chance, &[1, 3]);
    assert_eq!(moves(&game, &state), [take_back(Some(CLEAR)), Move::Pass]);
    play(&game, &mut state, &mut chance, take_back(Some(CLEAR)));
    assert_eq!(state.public.places[CLEAR.index()][CLEAR.index()], 7);
    let without = table(2, |rules| rules.buy_backs = 0);
    let (mut state, mut chance) = start(&without);
    state.public.canoes[Seat(0)][0].space = LOST;
    own(&mut state.public, 0, CLEAR, 1);
    lay(&without, &mut state, &mut chance, &[1, 3]);
    assert_eq!(state.public.ask, Ask::Canoe);
}

#[test]
fn ni_41_who_has_nothing_pays_nothing() {
    // NI-42, T9
    for (free_return, card) in [
        (FreeReturn::Optional, Card(1)),
        (FreeReturn::Automatic, Card(1)),
        (FreeReturn::Optional, CLOUD),
    ] {
        let game = table(2, |rules| rules.free_return = free_return);
        let (mut state, mut chance) = start(&game);
        for at in 0..2 {
            state.public.canoes[Seat(0)][at].space = LOST;
        }
        lay(&game, &mut state, &mut chance, &[card, Card(3)]);
        let back = state.public.canoes[Seat(0)][0].space == LAND;
        assert_eq!(state.public.canoes[Seat(0)][1].space, LOST, "never two");
        match (free_return, card) {
            (_, CLOUD) => assert!(back && state.public.ask == Ask::Weather),
            (FreeReturn::Automatic, _) => assert!(back && state.public.ask == Ask::Canoe),
            _ => assert_eq!(moves(&game, &state), [take_back(NONE), Move::Pass]),
        }
    }
}

#[test]
fn ni_43_44_the_cloud_moves_by_one() {
    // NI-44
    let game = table(2, |_| {});
    for (weather, count) in [(0, 1), (1, 2), (2, 2), (3, 1)] {
        let (mut state, mut chance) = start(&game);
        state.public.weather = weather;
        put(&mut state.public, 0, 0, 3, NONE);
        lay(&game, &mut state, &mut chance, &[CLOUD, Card(3)]);
        assert_eq!(moves(&game, &state).len(), count);
        let first = moves(&game, &state)[0];
        play(&game, &mut state, &mut chance, first);
        assert_eq!(state.public.decider, Seat(1));
    }
}

#[test]
fn ni_45_46_the_lowest_number_and_the_weather() {
    // NI-46 NI-R10, T7
    let game = table(3, |_| {});
    let (mut state, _) = start(&game);
    let mut flow = |game: &Niagara, weather: u8, cards: [u8; 3]| {
        let cards = cards.map(|card| Some(Card(card)));
        state.public.weather = weather;
        state.public.shown.first_mut(3).copy_from_slice(&cards);
        game.flow(&state.public)
    };
    assert_eq!(flow(&game, 0, [1, 4, 5]), 0);
    assert_eq!(flow(&table(3, |rules| rules.flow_min = 1), 0, [1, 4, 5]), 1);
    assert_eq!(flow(&game, 3, [0, 0, 3]), 5);
    assert_eq!(flow(&game, 1, [0; 3]), 0);
    assert_eq!(flow(&game, 0, [0; 3]), 0);
    assert_eq!(flow(&game, 3, [0; 3]), 2);
}

#[test]
fn ni_12_52_53_all_act_before_anybody_wins() {
    // NI-11 NI-12 NI-53 NI-R14, T10: two complete a set in one round, and the river rests
    for (tiebreak, winners) in [
        (Tiebreak::Shared, 2),
        (Tiebreak::CountThenFirst, 1),
        (Tiebreak::Value, 1),
    ] {
        let game = table(2, |rules| rules.tiebreak = tiebreak);
        let (mut state, mut chance) = start(&game);
        for (seat, colour) in [(0, VIOLET), (1, CLEAR)] {
            own(&mut state.public, seat, colour, 3);
            put(&mut state.public, seat, 0, 1, colour);
        }
        lay(&game, &mut state, &mut chance, &[1, 1]);
        for _ in 0..2 {
            play(&game, &mut state, &mut chance, paddle(0, LAND));
            play(&game, &mut state, &mut chance, Move::Pass);
        }
        assert_eq!(game.turn(&state.public), Turn::Over);
        assert_eq!(state.public.ending, Some(Ending::Same));
        assert_eq!(game.outcome(&state).winners.len(), winners);
    }
    let game = table(2, |rules| rules.win_check = WinCheck::AfterEach);
    let (mut state, mut chance) = start(&game);
    own(&mut state.public, 0, VIOLET, 3);
    put(&mut state.public, 0, 0, 1, VIOLET);
    lay(&game, &mut state, &mut chance, &[1, 1]);
    play(&game, &mut state, &mut chance, paddle(0, LAND));
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!(game.turn(&state.public), Turn::Over);
}

#[test]
fn random_players_reach_the_cap() {
    let game = Niagara::standard(4);
    let mut table = Table::new(&game);
    let capped = (0..20).filter(|index| {
        let finished = table.play(Chance::new(5, *index), |_, _| &RandomBot, &mut ());
        finished.outcome.ending == Ending::RoundCap as u8
    });
    assert!(capped.count() >= 18);
}
