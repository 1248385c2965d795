//! Placements of a pair as one piece of the set of all: shifted out of it and back.

use super::*;
use crate::board::PlacementSet;

/// As a set of all placements has it, one by one.
fn has(set: &PlacementSet, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

#[test]
fn every_placement_belongs_to_the_span_of_its_pair() {
    let game = table(4, |_| {});
    let mut met = 0;
    for span in &game.spans.pairs {
        for id in span.placements() {
            assert_eq!(id, met, "in order, and each once");
            let placement = &game.board.placements[id];
            assert_eq!((placement.a, placement.b), (span.a, span.b));
            let ends = (span.b, span.a);
            let found = game.spans.find(&game.board, ends, placement.number, placement.slide);
            assert_eq!(found, Some(id));
            met += 1;
        }
    }
    assert_eq!(met, game.board.placements.len());
}

#[test]
fn what_is_free_between_two_supports_is_read_and_added_by_shifts() {
    let game = table(4, |_| {});
    let mut barred = PlacementSet::default();
    // A pattern without a period of words or of threes.
    for at in (0..game.board.placements.len()).filter(|at| at * at % 7 < 3) {
        barred[at / 64] |= 1 << (at % 64);
    }
    for span in &game.spans.pairs {
        let free = span.free(&barred);
        let mut added = PlacementSet::default();
        span.add(free, &mut added);
        let mut numbers = 0;
        for at in 0..game.board.placements.len() {
            let is_free = span.placements().contains(&at) && !has(&barred, at);
            assert_eq!(has(&added, at), is_free, "{at} of {span:?}");
            numbers |= u8::from(is_free) << (game.board.placements[at].number - 1);
        }
        assert_eq!(span.numbers(&game.board, free), numbers, "{span:?}");
    }
}

#[test]
fn a_span_is_shut_once_all_its_placements_are_barred() {
    let game = table(4, |_| {});
    // Of every span all placements but the first or the last or none, by turns.
    for shift in 0..3 {
        let mut barred = PlacementSet::default();
        let mut open = Vec::new();
        for (at, span) in game.spans.pairs.iter().enumerate() {
            let mut ids = span.placements();
            match (at + shift) % 3 {
                0 => ids.start += 1,
                1 => ids.end -= 1,
                _ => {}
            }
            if ids != span.placements() {
                open.push((span.a, span.b));
            }
            ids.for_each(|id| barred[id / 64] |= 1 << (id % 64));
        }
        let joined = game.spans.joined(&barred);
        for one in 0..33 {
            for other in 0..33 {
                let due = open.contains(&(one.min(other), one.max(other)));
                assert_eq!(joined[usize::from(one)] >> other & 1 == 1, due, "{one} and {other}");
            }
        }
    }
}
