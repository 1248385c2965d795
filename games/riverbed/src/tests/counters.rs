//! Every counter counts its own event and nothing else.

use std::collections::BTreeMap;

use super::*;
use crate::metrics::{Count, RiverbedMetrics, components};
use balance_engine::ComponentSet;
use balance_kit::Metrics;

type Counted = BTreeMap<&'static str, u32>;

/// What is counted while these moves are played, to the end of the game where they end it.
fn counted(mut p: Position, moves: &[Move]) -> Counted {
    let mut metrics = RiverbedMetrics::default();
    for mv in moves {
        assert!(p.offers(*mv), "{mv:?} for {:?}", p.ask());
        p.game.play(&mut p.state, *mv, &mut p.chance, &mut metrics);
    }
    if p.over() {
        metrics.finish(&p.game, &p.state, &p.outcome());
    }
    let keys = Count::TABLE.iter().map(|counter| counter.key);
    let counts = keys.zip(metrics.counts()).map(|(key, count)| (key, *count));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Seven players who pay for nothing and draw no cards.
fn free() -> Position {
    Position::changed(7, |rules| {
        (rules.uncover_cost, rules.hunt_cost, rules.con_cost) = (0, 0, 0);
        (rules.coop_draws, rules.swim_draws) = (0, 0);
    })
}

fn hunt(p: Position, space: u8, rest: &[Move]) -> Counted {
    let moves = [&[Move::CoOp, who(LEADER), Move::Hunt, at(space)], rest].concat();
    counted(p.meeple(LEADER, space), &moves)
}

fn con(p: Position, space: u8, rest: &[Move]) -> Counted {
    let moves = [&[Move::CoOp, who(PROFITEER), Move::Con, at(space)], rest].concat();
    counted(p.meeple(PROFITEER, space), &moves)
}

fn plays(effect: Effect, p: Position, rest: &[Move]) -> Counted {
    counted(p.hand(CHIEF, &[effect]), &[&[Move::Card(effect)], rest].concat())
}

/// What is counted, as often as it stands there.
fn each_time(keys: &'static str) -> Counted {
    let mut counted = Counted::new();
    for key in keys.split(' ') {
        *counted.entry(key).or_insert(0) += 1;
    }
    counted
}

#[test]
fn every_counter_counts_its_own_event_alone() {
    let asked_in_a_window = free().hand(MERCHANT, &[SecondWind]).exhausted(MERCHANT);
    let window = [Move::Dive, at(1), Move::Card(SecondWind), Move::Refresh(Action::Dive)];
    let refresh = [Move::Dive, at(1), Move::Refresh(Action::Dive)];
    let almost = |tiles: &[u8]| free().face_up(tiles);
    let mild = Position::changed(7, |rules| {
        (rules.hunt_cost, rules.coop_draws, rules.penalty_after_first_tile) = (0, 0, false);
    });
    let found = [
        (counted(free(), &[Move::Dive, at(1)]), "dives"),
        (counted(free(), &[Move::Swim, at(2)]), "swims"),
        (counted(Position::new(7), &[Move::Swim, at(2)]), "swims cards-drawn"),
        (counted(free(), &[Move::CoOp, who(MERCHANT), at(1)]), "co-ops reveals"),
        (counted(free(), &[Move::Uncover, at(1)]), "uncovers reveals"),
        (
            counted(almost(&[5, 11, 13]).meeple(CHIEF, 8), &[Move::Uncover, at(8)]),
            "uncovers reveals uncovers-won",
        ),
        // The card won, not the Uncover before it.
        (
            counted(
                almost(&[5, 11, 13]).meeple(CHIEF, 8).hand(CHIEF, &[Delusion]),
                &[Move::Uncover, at(9), Move::Card(Delusion), at(9), at(8)],
            ),
            "uncovers reveals reveals cards-played flipped-down",
        ),
        (hunt(free(), 2, &[Move::Stop]), "co-ops hunts reveals hunt-tiles"),
        // Tile 4 has a log and no icon, but as the first it brings no penalty in this variant.
        (hunt(mild, 4, &[]), "co-ops hunts reveals hunt-tiles"),
        // Tile 1 has neither icon nor log: no penalty is possible.
        (hunt(free(), 1, &[]), "co-ops hunts reveals hunt-tiles"),
        (
            hunt(free(), 2, &[at(1), at(2)]),
            "co-ops hunts reveals reveals hunt-tiles hunt-tiles flipped-down hunt-penalties",
        ),
        (
            hunt(almost(&[12, 10, 3]), 6, &[]),
            "co-ops hunts reveals hunt-tiles hunts-won",
        ),
        (con(free(), 1, &[at(3)]), "co-ops cons reveals reveals"),
        (con(almost(&[9, 5, 1]), 14, &[]), "co-ops cons reveals cons-won"),
        (plays(ClearWater, free(), &[at(9)]), "cards-played views"),
        (plays(RottenTimber, almost(&[2]), &[at(2)]), "cards-played flipped-down"),
        (counted(asked_in_a_window, &window), "dives cards-played window-cards"),
        (counted(free(), &refresh), "dives markers-used"),
        // A card that moves a meeple is no Swim.
        (plays(SteppingStone, free(), &[at(8)]), "cards-played cards-drawn"),
        (plays(SwimmingHole, free(), &[who(MERCHANT), at(9)]), "cards-played"),
        (plays(Undertow, free(), &[who(LEADER), at(2)]), "cards-played"),
        (plays(Decoy, free().meeple(LEADER, 5), &[who(LEADER)]), "cards-played"),
        (plays(BorrowedGills, Position::new(8), &[at(2)]), "cards-played"),
        // Others won in a Hunt, in a Con and by an Uncover.
        (hunt(almost(&[5, 8, 11]), 3, &[]), "co-ops hunts reveals hunt-tiles"),
        (con(almost(&[5, 8, 11]), 1, &[]), "co-ops cons reveals"),
        (
            counted(almost(&[12, 10, 3]).meeple(CHIEF, 6), &[Move::Uncover, at(6)]),
            "uncovers reveals",
        ),
        // A card after the Hunt won, not the Hunt.
        (
            hunt(
                almost(&[12, 10, 3, 5]).meeple(CHIEF, 5).hand(CHIEF, &[Delusion]),
                2,
                &[Move::Stop, Move::Card(Delusion), at(5), at(6)],
            ),
            "co-ops hunts reveals reveals hunt-tiles cards-played flipped-down",
        ),
    ];
    let all = Count::TABLE;
    let mut seen = Counted::new();
    for (found, expected) in found {
        assert_eq!(found, each_time(expected));
        let count = |key: &str| found.get(key).copied().unwrap_or(0);
        for part in all {
            let within = part.of.is_none_or(|whole| count(part.key) <= count(whole));
            assert!(within, "{}", part.key);
        }
        seen.extend(found);
    }
    assert!(all.iter().all(|counter| seen.contains_key(counter.key)), "{seen:?}");
}

#[test]
fn components_are_the_tiles_face_up_at_the_end_and_the_cards_played() {
    let mut p = free().face_up(&[2]).hand(CHIEF, &[ClearWater]);
    let names: Vec<String> = components(&p.game).into_iter().map(|part| part.name).collect();
    let mut metrics = RiverbedMetrics::default();
    metrics.start(&p.game, &p.state);
    let card = p.game.card_names[ClearWater as usize].clone();
    for mv in [Move::Card(ClearWater), at(9), Move::Uncover, at(1)] {
        assert!(p.offers(mv), "{mv:?} for {:?}", p.ask());
        p.game.play(&mut p.state, mv, &mut p.chance, &mut metrics);
    }
    metrics.finish(&p.game, &p.state, &p.outcome());
    let held = (0..names.len()).filter(|bit| metrics.components().has(*bit));
    let held: Vec<&str> = held.map(|bit| names[bit].as_str()).collect();
    assert_eq!(held, ["tile 1", "tile 2", card.as_str()]);
    // The next game begins with nothing.
    metrics.start(&p.game, &p.state);
    assert!(metrics.components() == ComponentSet::default() && metrics.counts().iter().all(|count| *count == 0));
    // With four players twelve tiles and eleven different cards are in the game.
    let of_four = components(&Riverbed::standard(4));
    assert_eq!(of_four.iter().filter(|part| !part.name.is_empty()).count(), 23);
}
