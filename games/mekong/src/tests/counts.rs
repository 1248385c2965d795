//! What a run counts.

use super::*;
use crate::metrics::{Count, MekongMetrics};
use crate::state::KIND_NAMES;
use balance_kit::{Metrics, Setup};

fn count(metrics: &MekongMetrics, key: &str) -> u32 {
    let at = Count::TABLE.iter().position(|counter| counter.key == key);
    metrics.counts()[at.expect("there is such a counter")]
}

#[test]
fn the_crossing_begins_where_the_winner_last_left_home() {
    let mut p = start(&table(2, |_| {}));
    let own = p.bridge(0, 1, (PINK, i(18)));
    let other = p.bridge(1, 1, (BLACK, i(19)));
    let mut metrics = MekongMetrics::default();
    metrics.start(&p.game, &p.state());
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
        metrics.event(&p.game, event, &p.public);
    }
    p.stand(0, village(BLACK));
    metrics.finish(&p.game, &p.state(), &p.game.outcome(&p.state()));
    let counts = [
        "crossing", "steps", "steps-others", "jumps", "falls", "falls-home", "stones-out",
    ];
    assert_eq!(counts.map(|key| count(&metrics, key)), [4, 4, 1, 1, 2, 1, 2]);
    assert_eq!([count(&metrics, "won-pink"), count(&metrics, "won-black")], [1, 0]);
}

#[test]
fn a_fall_begins_the_crossing_anew() {
    let mut p = start(&table(2, |_| {}));
    let own = p.bridge(0, 1, (PINK, i(18)));
    let mut metrics = MekongMetrics::default();
    metrics.start(&p.game, &p.state());
    let pink = Seat(0);
    let happened = [
        Event::Stepped(pink, own),
        Event::Fell(pink, own),
        Event::Stepped(pink, own),
        Event::Stepped(pink, village(BLACK)),
    ];
    for event in happened {
        metrics.event(&p.game, event, &p.public);
    }
    p.stand(0, village(BLACK));
    metrics.finish(&p.game, &p.state(), &p.game.outcome(&p.state()));
    assert_eq!(count(&metrics, "crossing"), 2);
}

#[test]
fn cards_are_counted_for_all_and_for_the_winner() {
    let game = table(2, |_| {});
    let mut p = start(&game);
    let last = p.bridge(0, 1, (BLACK, i(19)));
    p.stand(0, last);
    let mut metrics = MekongMetrics::default();
    metrics.start(&p.game, &p.state());
    let mut state = p.state();
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
        "played-dragon", "dragon-hits", "cancelled", "cancelled-remove", "played-remove",
    ];
    assert_eq!(keys.map(|key| count(&metrics, key)), [1; 5]);
    let winners = ["winners-dragon", "winners-move-two", "winners-move", "winners-remove"];
    assert_eq!(winners.map(|key| count(&metrics, key)), [1, 1, 0, 0]);
    assert_eq!(count(&metrics, "played-move"), 1);
}

#[test]
fn only_colours_that_play_are_named() {
    let mut setup = Setup::default().with_rule("players", 2);
    setup.seats.all = "random".to_owned();
    let game = (crate::GAME.build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let sheet = game.sheet();
    let won = sheet.counters.iter().map(|counter| counter.key);
    let won: Vec<&str> = won.filter(|key| key.starts_with("won-")).collect();
    assert_eq!(won, ["won-pink", "won-black"]);
    assert_eq!((sheet.sides.len(), sheet.counters.len()), (2, Count::TABLE.len()));
}

/// The counters that are not nothing, by key.
fn counted(metrics: &MekongMetrics) -> Vec<(&'static str, u32)> {
    let counts = metrics.counts().iter();
    let all = Count::TABLE.iter().map(|counter| counter.key).zip(counts.copied());
    all.filter(|(_, count)| *count > 0).collect()
}

/// What one event counts where pink has laid a plank and black another.
fn counts_of(event: impl Fn([Space; 2]) -> Event) -> Vec<&'static str> {
    let mut p = start(&table(2, |_| {}));
    let own = p.bridge(0, 1, (PINK, i(18)));
    let other = p.bridge(1, 1, (BLACK, i(19)));
    let mut metrics = MekongMetrics::default();
    metrics.start(&p.game, &p.state());
    metrics.event(&p.game, event([own, other]), &p.public);
    let counted = counted(&metrics);
    assert!(counted.iter().all(|(_, count)| *count == 1), "{counted:?}");
    let keys: Vec<&str> = counted.into_iter().map(|(key, _)| key).collect();
    for part in Count::TABLE.iter().filter(|counter| keys.contains(&counter.key)) {
        // A part is counted with its whole; a card cancelled has been turned up before.
        let before = part.key.replace("cancelled-", "played-");
        let counted = |whole: &str| keys.contains(&whole) || before != part.key && before == whole;
        assert!(part.of.is_none_or(counted), "{}", part.key);
    }
    keys
}

#[test]
fn every_event_moves_its_counters_and_no_other() {
    let pink = Seat(0);
    let lost = |misjudged| Event::PlankLost {
        seat: pink,
        number: 2,
        misjudged,
    };
    let taken = |from| {
        move |[plank, _]: [Space; 2]| Event::PlankTaken {
            seat: pink,
            from: Seat(from),
            plank,
        }
    };
    assert_eq!(counts_of(|_| Event::TurnBegan), [""; 0]);
    assert_eq!(counts_of(|_| Event::StonePlaced(pink, 3)), ["stones-placed"]);
    assert_eq!(counts_of(|_| Event::StoneSkipped(pink)), ["stones-skipped"]);
    assert_eq!(counts_of(|_| Event::StoneTaken(pink, 3)), ["stones-taken"]);
    assert_eq!(counts_of(|[own, _]| Event::PlankLaid(pink, own)), ["planks-laid"]);
    assert_eq!(counts_of(|_| Event::PlankSkipped(pink)), ["planks-skipped"]);
    assert_eq!(counts_of(|_| lost(false)), ["planks-lost"]);
    assert_eq!(counts_of(|_| lost(true)), ["planks-lost", "planks-misjudged"]);
    assert_eq!(counts_of(|_| Event::PlankDropped(pink, 2)), ["planks-dropped"]);
    assert_eq!(counts_of(taken(1)), ["planks-taken"]);
    assert_eq!(counts_of(taken(0)), ["planks-taken", "planks-taken-own"]);
    assert_eq!(counts_of(|_| Event::RemoveSkipped(pink)), ["removes-skipped"]);
    assert_eq!(counts_of(|[own, _]| Event::Stepped(pink, own)), ["steps"]);
    let found = counts_of(|[_, other]| Event::Stepped(pink, other));
    assert_eq!(found, ["steps", "steps-others"]);
    assert_eq!(counts_of(|_| Event::Stepped(pink, village(GREEN))), [""; 0]);
    assert_eq!(counts_of(|_| Event::Jumped(pink, village(GREEN))), ["jumps"]);
    assert_eq!(counts_of(|[own, _]| Event::Jumped(pink, own)), ["steps", "jumps"]);
    assert_eq!(counts_of(|[own, _]| Event::Fell(pink, own)), ["falls"]);
    assert_eq!(counts_of(|_| Event::Fell(pink, village(PINK))), ["falls", "falls-home"]);
    for (kind, name) in KIND_NAMES.iter().enumerate() {
        let card = Card(kind as u8);
        assert_eq!(counts_of(|_| Event::Shown(pink, card)), [format!("played-{name}")]);
        if card.dragon_of().is_none() {
            let cancelled = ["cancelled".to_owned(), format!("cancelled-{name}")];
            assert_eq!(counts_of(|_| Event::Cancelled(pink, card)), cancelled);
        }
    }
}

#[test]
fn a_win_is_counted_for_its_colour_and_its_cards() {
    let game = table(6, |_| {});
    for (seat, colour) in game.seats().zip(["pink", "green", "blue", "black", "red", "yellow"]) {
        for (kind, name) in KIND_NAMES.iter().enumerate() {
            let mut p = start(&game);
            p.stones(&[3, 9]);
            let mut metrics = MekongMetrics::default();
            metrics.start(&p.game, &p.state());
            // Its own card, and one of somebody who does not win; the last seat's would be looked at for dragons.
            for by in [seat, seat.clockwise(1, 6)].into_iter().filter(|by| *by != Seat(5)) {
                metrics.event(&p.game, Event::Shown(by, Card(kind as u8)), &p.public);
            }
            p.stand(seat.0, village(game.goals[seat]));
            metrics.finish(&p.game, &p.state(), &p.game.outcome(&p.state()));
            let shown = 2 - u32::from(seat >= Seat(4));
            let mut expected = vec![
                ("stones-out".to_owned(), 2),
                (format!("played-{name}"), shown),
                (format!("won-{colour}"), 1),
            ];
            if seat != Seat(5) {
                expected.push((format!("winners-{name}"), 1));
            }
            let found = counted(&metrics).into_iter();
            let mut found: Vec<(String, u32)> = found.map(|(key, count)| (key.to_owned(), count)).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected);
            let winners = |counter: &&balance_engine::Counter| counter.key == format!("winners-{name}");
            let winners = Count::TABLE.iter().find(winners).expect("a counter");
            assert_eq!(winners.of, Some(format!("played-{name}").as_str()));
        }
    }
}
