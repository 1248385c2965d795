//! What a run counts.

use super::*;
use crate::metrics::{Count, MekongMetrics};
use balance_kit::{Metrics, Setup};

fn count(metrics: &MekongMetrics, key: &str) -> u32 {
    let at = Count::TABLE.iter().position(|counter| counter.key == key);
    metrics.counts()[at.expect("there is such a counter")]
}

#[test]
fn the_crossing_begins_where_the_winner_last_left_home() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    let own = bridge(&game, &mut state, 0, 1, (PINK, i(18)));
    let other = bridge(&game, &mut state, 1, 1, (BLACK, i(19)));
    let mut metrics = MekongMetrics::default();
    metrics.start(&game, &state);
    let pink = Seat(0);
    let happened = [
        Event::Stepped(pink, own),
        Event::Fell(pink, own),
        Event::Stepped(pink, own),
        Event::Stepped(pink, village(PINK)),
        Event::Stepped(pink, own),
        Event::Jumped(pink, other),
        Event::Fell(Seat(1), village(BLACK)),
        Event::Stepped(pink, village(BLACK)),
    ];
    for event in happened {
        metrics.event(&game, event, &state.public);
    }
    stand(&mut state, 0, village(BLACK));
    metrics.finish(&game, &state, &game.outcome(&state));
    let counts = [
        "crossing",
        "steps",
        "steps-others",
        "jumps",
        "falls",
        "falls-home",
        "stones-out",
    ];
    assert_eq!(counts.map(|key| count(&metrics, key)), [4, 4, 1, 1, 2, 1, 2]);
    assert_eq!([count(&metrics, "won-pink"), count(&metrics, "won-black")], [1, 0]);
}

#[test]
fn cards_are_counted_for_all_and_for_the_winner() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    let last = bridge(&game, &mut state, 0, 1, (BLACK, i(19)));
    stand(&mut state, 0, last);
    let mut metrics = MekongMetrics::default();
    metrics.start(&game, &state);
    let heads: [&[Card]; 2] = [&[Card::dragon(BLACK), Card::MOVE_TWO], &[Card::REMOVE, Card::MOVE]];
    for head in heads {
        let seat = state.public.decider;
        for card in programme(&game, seat, head) {
            game.play(&mut state, Move::Card(card), &mut Chance::new(1, 1), &mut metrics);
        }
    }
    let goal = Move::Step(village(BLACK));
    game.play(&mut state, goal, &mut Chance::new(1, 1), &mut metrics);
    metrics.finish(&game, &state, &game.outcome(&state));
    let keys = [
        "played-dragon",
        "dragon-hits",
        "cancelled",
        "cancelled-remove",
        "played-remove",
    ];
    assert_eq!(keys.map(|key| count(&metrics, key)), [1; 5]);
    let winners = ["winners-dragon", "winners-move-two", "winners-move", "winners-remove"];
    assert_eq!(winners.map(|key| count(&metrics, key)), [1, 1, 0, 0]);
    assert_eq!(count(&metrics, "played-move"), 1);
}

#[test]
fn only_colours_that_play_are_named() {
    let mut setup = Setup::default();
    setup.rules.insert("players".to_owned(), toml::Value::Integer(2));
    setup.seats.all = "random".to_owned();
    let game = (balance_kit::game::<crate::Mekong>().build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let sheet = game.sheet();
    let won: Vec<&str> = sheet
        .counters
        .iter()
        .map(|counter| counter.key)
        .filter(|key| key.starts_with("won-"))
        .collect();
    assert_eq!(won, ["won-pink", "won-black"]);
    assert_eq!((sheet.sides.len(), sheet.counters.len()), (2, Count::TABLE.len()));
}
