//! The round: cards, who has to move, the cloud, the river's steps, the end.

use super::*;
use crate::rules::{FreeReturn, Tiebreak, WinCheck};
use crate::state::Ending;
use balance_engine::{RandomBot, Table, Turn};

#[test]
fn ni_13_14_15_51_cards_come_back_after_a_cycle() {
    // NI-14 NI-15 NI-16 NI-17 NI-18 NI-51 NI-R18
    let mut p = position(2, |_| {});
    assert_eq!(p.moves().len(), 7);
    for round in 0..7 {
        assert_eq!(p.public.first, Seat(round % 2));
        assert_eq!(p.moves().len(), 7 - round as usize);
        while p.public.round == u16::from(round) + 1 {
            let first = p.moves()[0];
            p.play(first);
        }
    }
    assert_eq!(p.moves().len(), 7);
}

#[test]
fn ni_16_17_18_all_lay_then_each_shows_and_acts_then_the_river_moves() {
    let mut p = position(3, |_| {});
    p.put(2, 0, 5, NONE);
    for (seat, card) in [(0, 2), (1, 3), (2, 1)] {
        assert_eq!((p.public.ask, p.public.decider), (Ask::Card, Seat(seat)));
        assert_eq!(p.moves().len(), 7, "nobody sees what lies there");
        assert!(p.public.shown.first(3).iter().all(Option::is_none));
        p.play(Move::Card(Card(card)));
    }
    let shown = |p: &Expedition| p.public.shown.first(3).iter().flatten().count();
    let found = (p.public.decider, shown(&p));
    assert_eq!(found, (Seat(0), 1), "one after the other, the holder first");
    p.play(paddle(0, 2));
    assert_eq!((p.public.decider, shown(&p)), (Seat(1), 2));
    p.play(paddle(0, 3));
    assert_eq!((p.public.decider, shown(&p)), (Seat(2), 3));
    assert_eq!(p.public.canoes[Seat(0)][0].space, S[2], "the river waits for all");
    p.play(paddle(0, 4));
    p.play(Move::Pass);
    let found = p.public.canoes[Seat(0)][0].space;
    assert_eq!(found, S[3], "the lowest number moves it by one");
    let found = (p.public.first, p.public.ask);
    assert_eq!(found, (Seat(1), Ask::Card), "and the marker goes on");
}

#[test]
fn ni_16_18_what_happens_in_a_round_is_told_in_its_order() {
    let mut p = position(2, |rules| rules.spirits.beaver = true);
    p.public.weather = 2;
    let round = [
        Move::Card(CLOUD),
        Move::Card(Card(1)),
        Move::Weather { up: true },
        paddle(0, 1),
    ];
    let told = p.happened(&round);
    let (first, second) = (Seat(0), Seat(1));
    let launched = Event::Paddled {
        seat: second,
        canoe: 0,
        from: LAND,
        to: S[1],
    };
    let expected = [
        Event::Shown(first, CLOUD),
        Event::WeatherMoved,
        Event::BeaverCame,
        Event::Shown(second, Card(1)),
        launched,
        Event::Flowed(3),
    ];
    assert_eq!(told[..6], expected);
    assert!(told[6..9].iter().all(|event| matches!(event, Event::Pushed(_))));
    assert_eq!(told[9..], [Event::RoundBegan]);
}

#[test]
fn ni_11_gems_in_canoes_do_not_count() {
    let mut p = position(2, |_| {});
    p.own(0, VIOLET, 3);
    p.put(0, 0, 2, VIOLET);
    p.put(0, 1, 1, CLEAR);
    p.lay(&[1, 1]);
    p.play(paddle(1, LAND));
    p.play(paddle(0, 1));
    p.play(paddle(0, 1));
    assert_eq!(
        p.public.ending, None,
        "three violet and a clear gem on land, the fourth violet one aboard"
    );
}

#[test]
fn ni_42_nothing_is_bought_back_with_the_cloud() {
    let mut p = position(2, |_| {});
    p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
    p.own(0, CLEAR, 1);
    p.lay(&[CLOUD, Card(3)]);
    assert_eq!(p.public.ask, Ask::Weather);
    p.play(Move::Weather { up: true });
    assert_eq!((p.public.decider, p.public.gems[Seat(0)][CLEAR.index()]), (Seat(1), 1));
    assert_eq!(p.public.canoes[Seat(0)], [Canoe::empty(LOST); 2]);
}

#[test]
fn ni_19_20_21_22_somebody_has_to_go_in() {
    // NI-19 NI-21 NI-22: none in the river, one, both
    let mut p = position(2, |_| {});
    p.lay(&[2, 3]);
    assert_eq!(p.moves(), [paddle(0, 2)]);
    p.play(paddle(0, 2));
    assert_eq!(p.public.decider, Seat(1), "only one canoe goes in");

    let mut p = begin(&p.game);
    p.put(0, 0, 3, NONE);
    p.lay(&[1, 3]);
    assert!(!p.moves().contains(&Move::Pass));
    p.play(paddle(0, 2));
    assert_eq!(p.moves(), [paddle(1, 1), Move::Pass]);

    for order in [[(1, 4), (0, 4)], [(0, 4), (1, 4)]] {
        let mut p = begin(&p.game);
        p.put(0, 0, 3, NONE);
        p.put(0, 1, 5, NONE);
        p.lay(&[1, 3]);
        for (canoe, space) in order {
            assert!(!p.moves().contains(&Move::Pass));
            p.play(paddle(canoe, space));
        }
        assert_eq!(p.public.decider, Seat(1));
    }
}

#[test]
fn ni_40_a_gem_buys_a_canoe_back() {
    let mut p = position(2, |_| {});
    p.public.canoes[Seat(0)][0].space = LOST;
    p.own(0, CLEAR, 1);
    p.lay(&[1, 3]);
    assert_eq!(p.moves(), [take_back(Some(CLEAR)), Move::Pass]);
    p.play(take_back(Some(CLEAR)));
    assert_eq!(p.public.places[CLEAR.index()][CLEAR.index()], 7);
    let mut p = position(2, |rules| rules.buy_backs = 0);
    p.public.canoes[Seat(0)][0].space = LOST;
    p.own(0, CLEAR, 1);
    p.lay(&[1, 3]);
    assert_eq!(p.public.ask, Ask::Canoe);
}

#[test]
fn ni_41_who_has_nothing_pays_nothing() {
    // NI-42, T9
    for (free_return, card) in [
        (FreeReturn::Optional, Card(1)),
        (FreeReturn::Automatic, Card(1)),
        (FreeReturn::Optional, CLOUD),
    ] {
        let mut p = position(2, |rules| rules.free_return = free_return);
        for at in 0..2 {
            p.public.canoes[Seat(0)][at].space = LOST;
        }
        p.lay(&[card, Card(3)]);
        let back = p.public.canoes[Seat(0)][0].space == LAND;
        assert_eq!(p.public.canoes[Seat(0)][1].space, LOST, "never two");
        match (free_return, card) {
            (_, CLOUD) => assert!(back && p.public.ask == Ask::Weather),
            (FreeReturn::Automatic, _) => assert!(back && p.public.ask == Ask::Canoe),
            _ => assert_eq!(p.moves(), [take_back(NONE), Move::Pass]),
        }
    }
}

#[test]
fn ni_43_44_the_cloud_moves_by_one() {
    // NI-44
    let game = table(2, |_| {});
    for (weather, count) in [(0, 1), (1, 2), (2, 2), (3, 1)] {
        let mut p = begin(&game);
        p.public.weather = weather;
        p.put(0, 0, 3, NONE);
        p.lay(&[CLOUD, Card(3)]);
        assert_eq!(p.moves().len(), count);
        let first = p.moves()[0];
        p.play(first);
        assert_eq!(p.public.decider, Seat(1));
    }
}

#[test]
fn ni_45_46_the_lowest_number_and_the_weather() {
    // NI-46 NI-R10, T7
    for (least, weather, cards, steps) in [
        (0, 0, [1, 4, 5], 0),
        (1, 0, [1, 4, 5], 1),
        (0, 3, [0, 0, 3], 5),
        (0, 1, [0; 3], 0),
        (0, 0, [0; 3], 0),
        (0, 3, [0; 3], 2),
    ] {
        let mut p = position(3, |rules| rules.flow_min = least);
        p.public.weather = weather;
        p.public
            .shown
            .first_mut(3)
            .copy_from_slice(&cards.map(|card| Some(Card(card))));
        let found = p.game.flow(&p.public);
        assert_eq!(found, steps, "{cards:?} with the cloud on box {weather}");
    }
}

#[test]
fn ni_12_52_53_all_act_before_anybody_wins() {
    // NI-11 NI-12 NI-53 NI-R14, T10: two complete a set in one round, and the river rests
    for (tiebreak, winners) in [
        (Tiebreak::Shared, 2),
        (Tiebreak::CountThenFirst, 1),
        (Tiebreak::Value, 1),
    ] {
        let mut p = position(2, |rules| rules.tiebreak = tiebreak);
        for (seat, colour) in [(0, VIOLET), (1, CLEAR)] {
            p.own(seat, colour, 3);
            p.put(seat, 0, 1, colour);
        }
        p.lay(&[1, 1]);
        for _ in 0..2 {
            p.play(paddle(0, LAND));
            p.play(Move::Pass);
        }
        assert_eq!(p.game.turn(&p.public), Turn::Over);
        assert_eq!(p.public.ending, Some(Ending::Same));
        assert_eq!(p.game.outcome(&p.state).winners.len(), winners);
    }
    let mut p = position(2, |rules| rules.win_check = WinCheck::AfterEach);
    p.own(0, VIOLET, 3);
    p.put(0, 0, 1, VIOLET);
    p.lay(&[1, 1]);
    p.play(paddle(0, LAND));
    p.play(Move::Pass);
    assert_eq!(p.game.turn(&p.public), Turn::Over);
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
