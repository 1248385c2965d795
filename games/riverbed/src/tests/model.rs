//! The river by a second hand: every way of a swimmer written down step by step, from the printed neighbours alone, held
//! against the tables of boards with tiles missing anywhere.

use super::reach_and_movement::LAND;
use super::*;
use crate::board::Board;
use crate::content;
use balance_engine::Stream;
use std::collections::BTreeSet;

/// Spaces of the river.
const MOUTH: i8 = 16;

/// How a swimmer came to where he is.
#[derive(Clone, Copy, PartialEq)]
enum Came {
    Up,
    Down,
    Across,
}

struct River {
    tiles: BTreeSet<i8>,
    gaps: SwimOverGaps,
}

impl River {
    /// The next tile up or down the river, if there is one.
    fn tile_on(&self, from: i8, came: Came) -> Option<i8> {
        let by = if came == Came::Up { -1 } else { 1 };
        let mut spaces = (1..MOUTH).map(|steps| from + by * steps);
        spaces.find(|space| self.tiles.contains(space))
    }

    /// Every space one step of this kind leads to.
    fn next(&self, from: i8, came: Came) -> Vec<i8> {
        match came {
            Came::Across => {
                let pairs = LAND.iter().flat_map(|(one, two)| [(*one, *two), (*two, *one)]);
                pairs.filter(|(one, _)| *one == from).map(|(_, two)| two).collect()
            }
            _ if self.gaps == SwimOverGaps::Skip => self.tile_on(from, came).into_iter().collect(),
            _ => {
                let to = if came == Came::Up { from - 1 } else { from + 1 };
                [to].into_iter().filter(|to| (1..=MOUTH).contains(to)).collect()
            }
        }
    }

    /// Where a swimmer with so many steps may end.
    fn ends(&self, start: i8, steps: u8) -> BTreeSet<i8> {
        let mut ends = BTreeSet::new();
        // Every way there is: where it has come to, how, and the steps that are left.
        let mut ways = vec![(start, None, steps)];
        while let Some((at, came, left)) = ways.pop() {
            if came.is_some() && self.tiles.contains(&at) {
                ends.insert(at);
            }
            for by in [Came::Up, Came::Down, Came::Across] {
                let cost = if by == Came::Across { 2 } else { 1 };
                if left >= cost {
                    ways.extend(self.next(at, by).into_iter().map(|to| (to, Some(by), left - cost)));
                }
            }
            if left == 0 && !self.tiles.contains(&at) {
                let drift: &[Came] = match (self.gaps, came) {
                    (SwimOverGaps::Blocked, _) => &[],
                    (_, Some(Came::Across)) => &[Came::Up, Came::Down],
                    (SwimOverGaps::DriftAfterLand, _) | (_, None) => &[],
                    (_, Some(Came::Up)) => &[Came::Up],
                    (_, Some(Came::Down)) => &[Came::Down],
                };
                ends.extend(drift.iter().filter_map(|on| self.tile_on(at, *on)));
            }
        }
        ends.remove(&start);
        ends
    }
}

#[test]
fn rb_21_22_26_28_29_30_r01_r03_r04_r05_r06_r18_the_tables_of_the_river_are_those_of_the_book() {
    let file = content::board(content::BOARD).expect("the embedded board");
    let mut draw = Stream::keyed(43, 0, 0, 0);
    let (mut crossed, mut differ) = (0, BTreeSet::new());
    for _ in 0..1_500 {
        let tiles: BTreeSet<i8> = (1..=MOUTH).filter(|_| draw.below(3) > 0).collect();
        let empty = (1..=MOUTH).filter(|space| !tiles.contains(space));
        let empty: Vec<u8> = empty.map(|space| space as u8).collect();
        for gaps in super::random_games::GAPS {
            let near = draw.below(2) == 0;
            let steps = 1 + draw.below(4) as u8;
            let board = Board::new(
                &file,
                &empty,
                &rules(7, |rules| {
                    (rules.swim_steps, rules.swim_over_gaps) = (steps, gaps);
                    rules.reach_over_gaps = !near;
                    if near {
                        rules.adjacent = Adjacent::WaterOnly;
                    }
                }),
            );
            let river = River {
                tiles: tiles.clone(),
                gaps,
            };
            for start in 1..=MOUTH {
                let at = start as usize - 1;
                let set = |spaces: &BTreeSet<i8>| spaces.iter().fold(0, |set, space| set | 1u32 << (space - 1));
                let ends = river.ends(start, steps);
                assert_eq!(
                    printed(board.swim[at]),
                    printed(set(&ends)),
                    "{steps} steps from {start}, {gaps:?}, tiles on {tiles:?}"
                );
                // One step of water by a card ends where a swim of one step does, land apart.
                assert_eq!(board.water_step[at], set(&river.ends(start, 1)), "{gaps:?}");
                let land: BTreeSet<i8> = river.next(start, Came::Across).into_iter().collect();
                let land: BTreeSet<i8> = land.intersection(&tiles).copied().collect();
                assert_eq!(board.land_step[at], set(&land));
                let beside = [start - 1, start + 1].into_iter().filter(|space| tiles.contains(space));
                let mut adjacent: BTreeSet<i8> = beside.collect();
                let along = [Came::Up, Came::Down].into_iter();
                let along = along.filter_map(|on| river.tile_on(start, on));
                let mut reach: BTreeSet<i8> = if near { adjacent.clone() } else { along.collect() };
                reach.extend(tiles.get(&start));
                assert_eq!(board.reach[at], set(&reach));
                if !near {
                    adjacent.extend(&land);
                }
                assert_eq!(board.adjacent[at], set(&adjacent));
                crossed += u32::from(ends.iter().any(|end| start.abs_diff(*end) > steps));
                differ.insert((gaps as u8, ends.len()));
            }
        }
    }
    assert!(crossed > 20_000 && differ.len() > 24, "{crossed} {differ:?}");
}
