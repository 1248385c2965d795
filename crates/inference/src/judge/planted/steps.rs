//! The number of deals that is said to decide what is open: whoever plays as many, and once more as many as are then said, is
//! seldom left without an answer.

use super::*;

/// Deals played at first, too few to decide.
const FIRST: u64 = 1_024;

/// Deals beyond which nobody repeats: the truth lies too near an edge to be worth it.
const MOST: u64 = 120_000;

/// How many times more one plays until it is decided, as many deals at a time as were said to be enough; none where no number was.
fn steps(table: &Table<'_>, seed: u64) -> Option<u32> {
    let mut deals = table.deals;
    for step in 0..6 {
        let answer = Table { deals, ..*table }.answer(seed);
        if answer.verdict != Verdict::Undecided {
            return Some(step);
        }
        deals = answer.enough.filter(|enough| *enough < MOST)?;
    }
    Some(6)
}

/// How many runs were open at first, and how many of these took more than two further steps.
fn late(table: &Table<'_>) -> (u32, u32) {
    let took = (0..tries()).filter_map(|seed| steps(table, seed));
    let took: Vec<u32> = took.filter(|took| *took > 0).collect();
    let late = took.iter().filter(|took| **took > 2).count();
    (took.len() as u32, late as u32)
}

fn sum(all: &[(u32, u32)]) -> (u32, u32) {
    all.iter().fold((0, 0), |sum, each| (sum.0 + each.0, sum.1 + each.1))
}

/// How many runs that were open at first as many deals decided as were said then, of how many.
fn at_once(table: &Table<'_>) -> (u32, u32) {
    let took: Vec<u32> = (0..tries()).filter_map(|seed| steps(table, seed)).collect();
    let (at_once, open) = (
        took.iter().filter(|took| **took == 1),
        took.iter().filter(|took| **took > 0),
    );
    (at_once.count() as u32, open.count() as u32)
}

/// One more try does in most cases.
#[test]
fn as_many_deals_as_are_said_decide_in_most_cases() {
    let of = |share: f64| {
        let now = move |stream: &mut Stream| (stream.unit() < share, length(stream), 0);
        at_once(&Table::of(band(Metric::WinRate(0), 0.37, 0.43, 400), 2 * FIRST, &now))
    };
    let all = [0.34, 0.345, 0.39, 0.4, 0.41, 0.455, 0.46].map(of);
    let (decided, open) = sum(&all);
    assert!(open > 100 && 10 * decided >= 9 * open, "{decided} of {open}: {all:?}");
}

/// Inside and outside of a band, near its ends and further from them.
#[test]
fn a_band_is_decided_by_as_many_deals_as_are_said_after_two_steps() {
    let of = |share: f64| {
        let now = move |stream: &mut Stream| (stream.unit() < share, length(stream), 0);
        late(&Table::of(band(Metric::WinRate(0), 0.37, 0.43, 400), FIRST, &now))
    };
    let all = [0.345, 0.355, 0.385, 0.39, 0.4, 0.41, 0.45, 0.46].map(of);
    let (open, late) = sum(&all);
    assert!(open > 100 && 10 * late <= open, "{late} of {open}: {all:?}");
}

/// What changes so many games, within what is tolerated and beyond.
#[test]
fn a_baseline_of_as_many_deals_as_are_said_decides_after_two_steps() {
    let of = |by: f64| {
        let won = |share: f64| {
            move |stream: &mut Stream| {
                let turns = length(stream);
                (stream.unit() < share, turns, 0)
            }
        };
        let (before, now) = (won(0.4), won(0.4 + by));
        late(&Table::of(against_baseline(Metric::WinRate(0), 0.02, 400), FIRST, &now).beside(&before))
    };
    let all = [0.0, 0.005, 0.01, 0.03, 0.035, 0.04].map(of);
    let (open, late) = sum(&all);
    assert!(open > 60 && 10 * late <= open, "{late} of {open}: {all:?}");
}
