//! Rows follow each other, and looks are where they always were.

use std::ops::Range;

use crate::sim::{GAMES_PER_BLOCK, LONG_ROW, looks, rows};

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
