//! What is kept up with every piece is what is judged afresh: planks between stones at any point, the grid, the patches.

use super::properties::walk;
use super::*;
use crate::board::{PlacementSet, Point, placement};
use crate::distance::{MOST_HOPS, NO_WAY};
use crate::grid::{self, Patch};
use crate::rules::{Candidates, Side, StoneOffset, ThirdStone};
use crate::water::SLIDES;
use std::collections::BTreeSet;

/// Variants in which stones lie anywhere; a quick list of points where not that is tried.
fn variants() -> Vec<Mekong> {
    let water = |players, change: fn(&mut Rules)| {
        table(players, |rules| {
            (rules.side, rules.turns_max) = (Side::Water, 20);
            change(rules);
        })
    };
    vec![
        water(2, |_| {}),
        water(6, |_| {}),
        water(4, |rules| rules.third_stone = ThirdStone::Ignore),
        water(3, |rules| {
            (rules.candidates, rules.planks_per_support) = (Candidates::Coarse, 2);
        }),
        table(3, |rules| {
            (rules.stone_offset, rules.turns_max) = (StoneOffset::Free, 20);
        }),
    ]
}

#[test]
fn rd_34_the_planks_kept_are_those_that_fit() {
    for (at, game) in variants().into_iter().enumerate() {
        let (mut asked, mut judged, mut fit) = (0u32, 0, 0);
        walk(&game, 2, |state, _, log| {
            asked += 1;
            let public = &state.public;
            let removed = matches!(log.last(), Some(Event::PlankTaken { .. } | Event::StoneTaken(..)));
            if public.ask == Ask::Card || !removed && asked % 29 != 0 {
                return;
            }
            let there = (0..33).filter(|at| *at < 6 || public.stones >> (at - 6) & 1 == 1);
            let there: Vec<Support> = there.collect();
            for (later, two) in there.iter().enumerate() {
                for one in &there[..later] {
                    let square = placement::square_of(game.centre(public, *one), game.centre(public, *two));
                    let hops = game.hops(square, *one, *two);
                    assert_eq!(public.gaps.hops_from(*one)[usize::from(*two)], hops);
                    assert_eq!(public.gaps.hops_from(*two)[usize::from(*one)], hops);
                    for (from, to) in [(*one, *two), (*two, *one)] {
                        let sets = public.gaps.by_hops[usize::from(from)].into_iter().zip(1..);
                        let places = sets.filter(|(set, _)| set >> to & 1 == 1).map(|(_, place)| place);
                        let places: Vec<usize> = places.collect();
                        assert_eq!(places, [usize::from(hops).min(MOST_HOPS)]);
                    }
                    if *two < 6 {
                        continue;
                    }
                    let gap = Mekong::in_order(public, *one, *two);
                    let mut expected = 0;
                    for number in 0..6 {
                        for (slide, kind) in SLIDES.into_iter().enumerate() {
                            let fits = game.plank_fits(public, gap, number + 1, kind).is_some();
                            expected |= u32::from(fits) << (3 * usize::from(number) + slide);
                        }
                    }
                    assert_eq!(public.gaps.fits(*one, *two), expected, "variant {at}: {one} to {two}");
                    let some = |number: &u32| expected >> (3 * number) & 7 != 0;
                    let numbers = (0..6).filter(some).fold(0, |set, number| set | 1 << number);
                    assert_eq!(public.gaps.numbers(*one, *two), numbers);
                    judged += 1;
                    fit += u32::from(expected != 0);
                }
            }
            let mut afresh = *public;
            game.survey(&mut afresh);
            assert_eq!((&afresh.gaps, &afresh.grid), (&public.gaps, &public.grid));
        });
        let holds = judged > 2000 && fit > 200 && fit < judged;
        assert!(holds, "variant {at}: {judged}, {fit}");
    }
}

#[test]
fn rd_79_the_grid_kept_is_the_water_that_is_free() {
    for game in variants().into_iter().filter(|game| game.rules.side == Side::Water) {
        let (mut asked, mut open, mut shut) = (0u32, 0, 0);
        walk(&game, 2, |state, _, log| {
            asked += 1;
            let public = &state.public;
            let removed = matches!(log.last(), Some(Event::PlankTaken { .. } | Event::StoneTaken(..)));
            if public.ask == Ask::Card || !removed && asked % 29 != 0 {
                return;
            }
            for row in 0..grid::ROWS {
                for column in 0..grid::COLUMNS {
                    let at = grid::point(row, column);
                    let free = placement::in_water(&game.board, at) && Mekong::clear_of_pieces(public, at);
                    assert_eq!(public.grid[row as usize] >> column & 1 == 1, free, "{at:?}");
                    open += u32::from(free);
                    shut += u32::from(!free);
                }
                assert_eq!(public.grid[row as usize] >> grid::COLUMNS, 0);
            }
        });
        assert!(open > 10_000 && shut > 10_000, "{open}, {shut}");
    }
}

/// A stone is placed by its patch and then by its point: patches are those with a free point of the grid, their points
/// those of the one long list that are of the grid, of a ring, or where rings of the longest plank meet.
#[test]
fn rd_79_patches_part_the_water() {
    let game = table(3, |rules| (rules.side, rules.turns_max) = (Side::Water, 12));
    let whole = table(3, |rules| {
        (rules.side, rules.turns_max, rules.candidates) = (Side::Water, 12, Candidates::Full);
    });
    let (mut asked, mut of_patches, mut of_list) = (0, 0, 0);
    walk(&game, 2, |state, moves, _| {
        let public = &state.public;
        if public.ask != Ask::Stone || public.patch != NONE {
            return;
        }
        asked += 1;
        let patches: BTreeSet<u8> = moves
            .iter()
            .map(|mv| match mv {
                Move::Patch(patch) => *patch,
                other => panic!("{other:?} is no patch"),
            })
            .collect();
        assert_eq!(patches.len(), moves.len());
        let free: BTreeSet<u8> = grid::points(&public.grid).map(Patch::containing).collect();
        assert_eq!(patches, free);
        if asked % 5 != 1 {
            return;
        }
        let points = |game: &Mekong, patch: u8| -> Vec<(i32, i32)> {
            let mut state = state.clone();
            state.public.patch = patch;
            let point = |mv: &Move| match mv {
                Move::Stone(at) => (at.y, at.x),
                other => panic!("{other:?} is no stone"),
            };
            super::moves(game, &state).iter().map(point).collect()
        };
        let all: BTreeSet<_> = points(&whole, NONE).into_iter().collect();
        of_list += all.len();
        for patch in patches {
            let [low, high] = Patch::new(patch).corners();
            let offered = points(&game, patch);
            assert!(!offered.is_empty() && offered.is_sorted() && offered.windows(2).all(|two| two[0] != two[1]));
            for (y, x) in &offered {
                let at = Point { x: *x, y: *y };
                assert!(game.point_fits(public, at), "{at:?}");
                assert_eq!(Patch::containing(at), patch);
                assert!(all.contains(&(*y, *x)), "{at:?} is new");
                assert!((low.x..=high.x).contains(x) && (low.y..=high.y).contains(y));
            }
            of_patches += offered.len();
        }
    });
    // What is left out are meetings of shorter planks, and rings where no point of the grid is free.
    let holds = asked > 30 && of_patches * 10 > of_list * 3 && of_patches < of_list;
    assert!(holds, "{asked}: {of_patches} of {of_list}");
}

#[test]
fn rd_77_hops_count_up_to_the_end_of_all_ways() {
    let game = table(2, |rules| rules.side = Side::Water);
    assert_eq!(game.hops(1, 6, 7), 1);
    assert_eq!(game.hops(1, 0, 3), 2, "no plank joins two villages");
    assert_eq!(game.hops(1070 * 1070, 6, 7), 1);
    assert_eq!(game.hops(1070 * 1070 + 1, 6, 7), 2);
    assert_eq!(u32::from(game.hops(i64::from(i32::MAX), 6, 7)), 44);
    assert_eq!(u32::from(game.hops(100 * i64::from(i32::MAX), 6, 7)), NO_WAY);
}

/// Who looks for a stone by patches finds the point that a list of all would offer him.
#[test]
fn rd_79_bots_find_in_patches_what_is_best_in_the_list() {
    use crate::bots::tactics::{Bearings, Tactic};
    let game = table(4, |rules| (rules.side, rules.turns_max) = (Side::Water, 12));
    let (mut asked, mut aside) = (0, 0);
    walk(&game, 2, |state, moves, _| {
        let public = &state.public;
        if public.ask != Ask::Stone || public.patch != NONE {
            return;
        }
        let bearings = Bearings::new(state.view(&game, public.decider), 1.0, 0.0, asked);
        asked += 1;
        let bearings = &bearings;
        let rated = |tactic: Tactic| moves.iter().filter(move |mv| tactic.rate(bearings, **mv).is_some());
        // A patch is wanted exactly where a point is.
        let found = rated(Tactic::StoneWay).count();
        assert_eq!(found, usize::from(bearings.wanted().is_some()));
        let best = |tactic: Tactic, points: &mut dyn Iterator<Item = Point>| {
            points.filter_map(|at| tactic.rate(bearings, Move::Stone(at))).max()
        };
        let whole = best(Tactic::StoneAside, &mut grid::points(&public.grid));
        let patches: Vec<u8> = rated(Tactic::StoneAside)
            .filter_map(|mv| {
                if let Move::Patch(patch) = mv {
                    Some(*patch)
                } else {
                    None
                }
            })
            .collect();
        for patch in &patches {
            let found = best(Tactic::StoneAside, &mut Patch::new(*patch).points(&public.grid));
            assert_eq!(found, whole);
            aside += 1;
        }
        assert!(!patches.is_empty() || whole.is_none());
    });
    assert!(asked > 60 && aside >= asked / 2, "{asked}, {aside}");
}

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
