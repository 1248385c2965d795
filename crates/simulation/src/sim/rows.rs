//! How the game numbers of a run are cut: fixed moments at which somebody looks, and rows of games between them.
//!
//! Both follow from the number of the game alone, never from threads or speed. Only the looks are part of a result; rows
//! add up to the same counts however they are cut.

use std::ops::Range;

use crate::experiment::cut;

/// Game numbers in a block, the unit in which looks are counted.
pub const GAMES_PER_BLOCK: u64 = 1_024;

/// Blocks of each configuration between two looks at the run: a quarter of those played, at least and at most so many.
/// Fixed by the number of the block alone, so that a run that ends by its results ends at the same game on any machine.
const MOST: u64 = 64;

/// Games in a row of a long run: little to be lost when a run is ended, much against the cost of adding it up.
const LONG_ROW: u64 = 256;

/// Games in the first units of a run of quick games.
const SHORT_UNIT: u64 = 64;

/// Games in a unit of a very long run: as many as lie between two looks.
const LONG_UNIT: u64 = MOST * GAMES_PER_BLOCK;

/// The game numbers before which somebody looks, the first after `first` blocks.
pub fn looks(first: u64) -> impl Iterator<Item = u64> {
    let next = move |look: &u64| Some(look + (look / 4).clamp(first, MOST));
    std::iter::successors(Some(first), next).map(|blocks| blocks * GAMES_PER_BLOCK)
}

/// Cuts `games`, which lie between two looks, into units: of `n` shares each has every `n`-th. A unit is at most a 256th of the games
/// before it, so that many shares are even. A machine spends little on a unit beside playing it: where games are quick there
/// are several in one.
pub fn units(games: Range<u64>, slow: bool) -> impl Iterator<Item = Range<u64>> {
    let least = if slow { 1 } else { SHORT_UNIT };
    let long = (games.start / 256)
        .checked_ilog2()
        .map_or(1, |log| 1 << log)
        .clamp(least, LONG_UNIT);
    cut(games, long)
}

/// Cuts `games` into rows: single games at first, so that every thread has work from the start, then more of them as the
/// run goes on. Where games are `slow`, single games for ever.
pub fn rows(games: Range<u64>, slow: bool) -> impl Iterator<Item = Range<u64>> {
    let mut next = games.start;
    std::iter::from_fn(move || {
        let long = if slow { 1 } else { long(next) };
        let row = next..((next / long + 1) * long).min(games.end);
        next = row.end;
        (!row.is_empty()).then_some(row)
    })
}

/// Games in the row with this one: a power of two, and at most a 32nd of the games before it.
fn long(game: u64) -> u64 {
    (game / 32).checked_ilog2().map_or(1, |log| 1 << log).min(LONG_ROW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_where_they_always_were() {
        let blocks = |first: u64, count: usize| -> Vec<u64> {
            looks(first).take(count).map(|game| game / GAMES_PER_BLOCK).collect()
        };
        assert_eq!(blocks(8, 10), [8, 16, 24, 32, 40, 50, 62, 77, 96, 120]);
        assert_eq!(blocks(1, 8), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(looks(8).nth(100), Some(5_999_616));
    }

    #[test]
    fn rows_follow_each_other_and_grow() {
        let all: Vec<Range<u64>> = rows(0..20_000, false).collect();
        assert_eq!(all[0], 0..1);
        assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(all.last().map(|row| row.end), Some(20_000));
        assert!(
            all.iter()
                .all(|row| row.end - row.start <= (row.start / 32).clamp(1, LONG_ROW))
        );
        assert_eq!(all[all.len() - 2], 19_712..19_968);
        assert_eq!(rows(5..5, false).count(), 0);
        assert_eq!(rows(0..5_000, true).count(), 5_000);
    }

    /// A run that goes on after any game comes to the same rows again.
    #[test]
    fn rows_do_not_depend_on_where_a_run_goes_on() {
        let ends: Vec<u64> = rows(0..9_000, false).map(|row| row.end).collect();
        for from in (0..9_000).step_by(37) {
            let again: Vec<u64> = rows(from..9_000, false).map(|row| row.end).collect();
            assert!(ends.ends_with(&again), "from {from}");
        }
    }
}
