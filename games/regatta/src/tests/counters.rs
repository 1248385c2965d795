//! Every counter counts its own event and nothing else.

use super::*;
use crate::favors::MAX_DECK;
use crate::metrics::{Count, RegattaMetrics, components};
use crate::state::{Die, Idle, Met, Rolled, Spent};
use crate::track::{Icon, MAX_WEDGES};
use balance_engine::{Outcome, SeatSet};
use balance_kit::Metrics;
use std::collections::BTreeSet;

type Counted = Vec<(String, u32)>;

/// Keys of the favors, in the order of their kinds.
const FAVOR_KEYS: [&str; 17] = [
    "demeter", "apollo", "hephaestus", "janus", "poseidon", "hermes", "athena", "zeus", "aeolus", "dionysus", "nike",
    "hades", "artemis", "ares", "eris", "hypnos", "nemesis",
];

/// The counters that are not nothing, by key.
fn counted(metrics: &RegattaMetrics) -> Counted {
    let all = Count::TABLE.iter().zip(metrics.counts());
    let all = all.map(|(counter, count)| (counter.key.to_owned(), *count));
    all.filter(|(_, count)| *count > 0).collect()
}

/// Two ships: seat 1 leads and has the Fleece, seat 2 is two wedges behind and has the turn.
fn race() -> Position {
    let mut p = start(&table(2, |_| {}), &[]);
    p.put(0, 5, "a1");
    p.put(1, 3, "a1");
    (p.public.fleece, p.public.turn) = (Seat(0), Seat(1));
    p
}

/// What counts from this position on.
fn started(p: &Position) -> RegattaMetrics {
    let mut metrics = RegattaMetrics::default();
    metrics.start(&p.game, &p.state());
    metrics
}

/// What one event counts in the turn of this seat.
fn counts_of(event: Event, turn: u8) -> Counted {
    let mut p = race();
    p.public.turn = Seat(turn);
    let mut metrics = started(&p);
    metrics.event(&p.game, event, &p.public);
    counted(&metrics)
}

fn once(keys: &[&str]) -> Counted {
    keys.iter().map(|key| ((*key).to_owned(), 1)).collect()
}

#[test]
fn every_event_moves_its_counters_and_no_other() {
    let (leader, other) = (0, 1);
    let placed = |position| Event::Placed { wedge: 20, position };
    let found: [(u8, Event, &[&str]); 43] = [
        (other, Event::Rolled(Rolled::Single), &["rolls"]),
        (other, Event::Rolled(Rolled::Double), &["rolls", "second-well"]),
        (other, Event::Rolled(Rolled::Bust), &["rolls", "busts"]),
        (other, Event::Rolled(Rolled::Saved), &["rolls", "busts-saved"]),
        (other, Event::SecondRolled, &["second-rolls"]),
        (
            other,
            Event::FishSpent(Spent::Nav),
            &["nav-rerolls", "fish-spent", "fish-on-nav"],
        ),
        (
            other,
            Event::FishSpent(Spent::Second),
            &["second-rerolls", "fish-spent", "fish-on-second"],
        ),
        (other, Event::FishSpent(Spent::Hydra), &["fish-spent", "fish-on-hydras"]),
        (
            other,
            Event::FishSpent(Spent::Scylla),
            &["fish-spent", "fish-on-scyllas"],
        ),
        (other, Event::FishTaken(Seat(1), 1), &["fish-taken"]),
        (other, Event::FishTaken(Seat(1), 0), &[]),
        (other, Event::TurnBegan, &["turns", "turns-behind"]),
        (leader, Event::TurnBegan, &["turns", "turns-fleece"]),
        (other, Event::Entered, &["dots"]),
        (leader, Event::Entered, &["dots", "dots-fleece"]),
        (other, Event::Jumped(Seat(0)), &["jumps"]),
        (other, Event::Boosted, &["boosts"]),
        (other, Event::Hydra(Met::Protected), &["hydras", "hydras-protected"]),
        (other, Event::Hydra(Met::Ignored), &["hydras", "hydras-ignored"]),
        (other, Event::Hydra(Met::Fed), &["hydras", "hydras-fed"]),
        (other, Event::Hydra(Met::Battle), &["hydras", "hydra-battles"]),
        (other, Event::WedgeDrawn(20), &["wedges-drawn"]),
        // The leader is at 5: ahead are 6 to 11, and what lies behind the line is further than half the ring.
        (other, placed(5), &["wedges-placed"]),
        (other, placed(6), &["wedges-placed", "wedges-ahead"]),
        (other, placed(11), &["wedges-placed", "wedges-ahead"]),
        (other, placed(1), &["wedges-placed"]),
        (other, Event::FavorDrawn, &["favors-drawn"]),
        (other, Event::Discarded(Seat(0), Zeus), &["favors-discarded"]),
        (other, Event::TurnEnded, &[]),
        (leader, Event::TurnEnded, &["fleece-caught-up"]),
        (other, Event::RoundEnded, &[]),
        (other, Event::RoundBegan, &[]),
        (other, Event::Die(Die::Nav), &[]),
        (other, Event::Die(Die::First), &[]),
        (other, Event::Die(Die::Second), &[]),
        (other, Event::Lap, &[]),
        (other, Event::TurnedUp(Zeus), &[]),
        (other, Event::Struck(Seat(0), Ares), &[]),
        (other, Event::MoveEnded, &[]),
        (other, Event::FishLost(Seat(0)), &[]),
        (other, Event::Idle(Icon::Favor, Idle::Enough), &[]),
        (other, Event::DeckRenewed([Zeus; MAX_DECK]), &[]),
        (other, Event::StackRenewed([0; MAX_WEDGES]), &[]),
    ];
    for (turn, event, keys) in found {
        assert_eq!(counts_of(event, turn), once(keys), "{event:?}");
    }
    let told = counts_of(Event::FishTaken(Seat(1), 2), other);
    assert_eq!(told, [("fish-taken".to_owned(), 2)]);
    // Who is last with the Fleece has not caught up.
    let mut p = race();
    (p.public.fleece, p.public.turn) = (Seat(1), Seat(1));
    let mut metrics = started(&p);
    metrics.event(&p.game, Event::TurnEnded, &p.public);
    assert_eq!(counted(&metrics), []);
}

#[test]
fn components_are_the_wedges_dealt_or_placed_and_the_favors_that_took_effect() {
    let p = race();
    let names: Vec<String> = components(&p.game).into_iter().map(|part| part.name).collect();
    let wedge = |at: u8| {
        let wedge = &p.game.course.wedges[usize::from(at)];
        format!("wedge: {} {}", wedge.id, wedge.name)
    };
    let mut metrics = started(&p);
    let seen = |metrics: &RegattaMetrics| -> BTreeSet<String> {
        let bits = (0..64).filter(|bit| metrics.components().has(*bit));
        bits.map(|bit: usize| names[bit].clone()).collect()
    };
    let mut expected: BTreeSet<String> = p.public.ring[1..].iter().map(|at| wedge(*at)).collect();
    assert_eq!(seen(&metrics), expected);
    // The wedge of a trio under the line was not dealt; the first of the stack, and the last.
    let under = (0..RING as u8)
        .find(|at| !p.public.ring.contains(at))
        .expect("one lies under the line");
    let last = p.game.course.line() - 1;
    let placed = |wedge| Event::Placed { wedge, position: 5 };
    for at in [under, RING as u8, last] {
        metrics.event(&p.game, placed(at), &p.public);
    }
    metrics.event(&p.game, Event::Used(Nike), &p.public);
    metrics.event(&p.game, Event::Laid(Seat(0), Nemesis), &p.public);
    metrics.event(&p.game, Event::TurnedUp(Zeus), &p.public);
    expected.extend([wedge(RING as u8), wedge(last)]);
    expected.extend([Nike, Nemesis].map(|favor| format!("favor: {}", p.game.names[favor as usize])));
    assert_eq!(seen(&metrics), expected);
    // A designer may have more wedges than are followed.
    for at in [64 - 17, 60] {
        metrics.event(&p.game, placed(at), &p.public);
    }
    assert_eq!(seen(&metrics), expected);
}

#[test]
fn another_leader_after_a_round_is_counted() {
    let mut p = start(&table(3, |_| {}), &[]);
    p.put(0, 5, "a1");
    let mut metrics = started(&p);
    let mut changes = Vec::new();
    // Who is last changes in the second round, too, and is of no account.
    for (second, third) in [(3, 2), (2, 3), (6, 2), (7, 4), (2, 4)] {
        p.put(1, second, "a1");
        p.put(2, third, "a1");
        metrics.event(&p.game, Event::RoundEnded, &p.public);
        changes.push(metrics.counts()[Count::LeadChanges as usize]);
    }
    assert_eq!(changes, [0, 0, 1, 1, 2]);
    assert_eq!(counted(&metrics), [("lead-changes".to_owned(), 2)]);
}

#[test]
fn ahead_of_the_leader_is_within_half_the_ring() {
    let mut p = race();
    p.put(0, 4, "a1");
    for (position, ahead) in [(4, 0), (5, 1), (10, 1), (11, 0)] {
        let mut metrics = started(&p);
        metrics.event(&p.game, Event::Placed { wedge: 20, position }, &p.public);
        assert_eq!(metrics.counts()[Count::WedgesAhead as usize], ahead, "{position}");
    }
}

#[test]
fn favors_are_counted_by_kind_and_for_the_winner() {
    for (favor, key) in Favor::ALL.into_iter().zip(FAVOR_KEYS) {
        let used = once(&[&format!("used-{key}")]);
        assert_eq!(counts_of(Event::Used(favor), 1), used);
        assert_eq!(counts_of(Event::Laid(Seat(0), favor), 1), used);
        let mut p = race();
        let mut metrics = started(&p);
        // Twice by the winner, once by the other.
        for turn in [1, 0, 1] {
            p.public.turn = Seat(turn);
            metrics.event(&p.game, Event::Used(favor), &p.public);
        }
        let outcome = &Outcome::of_seats([Seat(1)].into_iter().collect(), 0);
        metrics.finish(&p.game, &p.state(), outcome);
        let of = |prefix: &str| {
            let mut all = counted(&metrics);
            all.retain(|(key, _)| key.starts_with(prefix));
            all
        };
        assert_eq!(of("used-"), [(format!("used-{key}"), 3)]);
        assert_eq!(of("won-with-"), [(format!("won-with-{key}"), 2)]);
    }
}

#[test]
fn ends_are_counted_by_the_lane_of_the_start_and_by_the_fleece() {
    let ends = |starts: [u8; 2], winner: u8| {
        let mut p = race();
        for (seat, lane) in starts.into_iter().enumerate() {
            p.public.players[seat].start = lane;
        }
        let mut metrics = started(&p);
        let winners: SeatSet = [Seat(winner)].into_iter().collect();
        metrics.finish(&p.game, &p.state(), &Outcome::of_seats(winners, 0));
        counted(&metrics)
    };
    assert_eq!(ends([0, 2], 1), once(&["start-a", "start-c", "won-from-c"]));
    let found = ends([0, 2], 0);
    assert_eq!(found, once(&["won-as-fleece", "start-a", "start-c", "won-from-a"]));
    assert_eq!(ends([1, 3], 1), once(&["start-b", "start-d", "won-from-d"]));
    let found = ends([1, 3], 0);
    assert_eq!(found, once(&["won-as-fleece", "start-b", "start-d", "won-from-b"]));
}
