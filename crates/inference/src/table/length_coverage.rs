//! Proof by simulation that what is said of a change of length is true, and is as much for any turn limit: made-up games of 5 to
//! some 60 turns, of which one in 500 lasts to the limit.

use super::compare::DifferenceJudge;
use super::comparison::{ComparisonRow, DifferenceVerdict};
use super::interval::{CONFIDENCE, Looks};
use balance_config::games::{Line, Sheet};
use balance_config::scenario::Margins;
use balance_engine::tally::Tally;
use balance_engine::{Chance, Purpose, Stream};
use balance_simulation::sim::Pairs;
use std::collections::BTreeMap;

/// What a change of the rules does to a game of so many turns, where none lasts longer than the limit.
type Change = fn(&mut Stream, u32, u32) -> u32;

const NONE: Change = |_, turns, _| turns;
const LONGER: Change = |stream, turns, limit| (turns + 4 * u32::from(stream.unit() < 0.3)).min(limit);
const OTHER_LUCK: Change = |stream, _, limit| length(stream, limit);
const SOME_ENDLESS: Change = |stream, turns, limit| if stream.unit() < 0.02 { limit } else { turns };
const CHANGES: [Change; 4] = [NONE, LONGER, OTHER_LUCK, SOME_ENDLESS];

fn length(stream: &mut Stream, limit: u32) -> u32 {
    let (rare, mut turns) = (stream.unit() < 0.002, 5);
    while turns < 60 && stream.unit() > 0.12 {
        turns += 1;
    }
    if rare { limit } else { turns.min(limit) }
}

/// Lengths before and after the change in so many deals.
fn play(seed: u64, deals: u64, limit: u32, change: Change) -> Vec<[u32; 2]> {
    let one = |deal: u64| {
        let mut chance = Chance::new(seed, deal);
        let stream = chance.stream(Purpose::Events);
        let before = length(stream, limit);
        [before, change(stream, before, limit)]
    };
    (0..deals).map(one).collect()
}

fn row(games: &[[u32; 2]], limit: u32, looks: Looks) -> ComparisonRow {
    let sheet = Sheet {
        turn_word: "turns".to_owned(),
        turns_max: Some(limit),
        ..Sheet::default()
    };
    let line = |turns: u32| Line {
        turns,
        ..Line::default()
    };
    let tally = |which: usize| {
        let mut tally = Tally::new(&sheet);
        for game in games {
            tally.turns.add(game[which]);
        }
        (tally.games, tally.units) = (games.len() as u64, games.len() as u64);
        tally
    };
    let lines = |which: usize| games.iter().map(|game| line(game[which])).collect::<Vec<_>>();
    let mut pairs = Pairs::new(&sheet, 1);
    pairs.add(0, &lines(0), &lines(1));
    let judge = DifferenceJudge {
        confidence: CONFIDENCE,
        margins: Margins::one(0.01),
        looks,
    };
    judge.length([&sheet, &sheet], [&tally(0), &tally(1)], &pairs)
}

/// The true mean change where one of more than so many turns counts as so many.
fn truths(limit: u32, change: Change) -> BTreeMap<u32, f64> {
    let games = play(1, 400_000, limit, change);
    let mean = |most: i64| {
        let by = |[before, after]: &[u32; 2]| (i64::from(*after) - i64::from(*before)).clamp(-most, most);
        games.iter().map(by).sum::<i64>() as f64 / games.len() as f64
    };
    let counted = (0..18).flat_map(|power| [1 << power, 3 << power]);
    counted.map(|most| (most, mean(most.into()))).collect()
}

fn covers(row: &ComparisonRow, truths: &BTreeMap<u32, f64>) -> bool {
    let truth = truths[&row.range.expect("a length that counts")];
    let slack = 0.02;
    row.difference.lo <= truth + slack && truth - slack <= row.difference.hi
}

#[test]
fn a_change_of_length_is_covered_at_any_turn_limit() {
    for (limit, change) in [60, 400, 100_000]
        .into_iter()
        .flat_map(|limit| CHANGES.map(|change| (limit, change)))
    {
        let truths = truths(limit, change);
        for (deals, runs) in [(1, 200), (2, 200), (16, 200), (300, 100), (5_000, 40)] {
            let covered = (0..runs)
                .filter(|run| {
                    covers(
                        &row(&play(1_000 + run, deals, limit, change), limit, Looks::Fixed),
                        &truths,
                    )
                })
                .count();
            assert!(
                20 * covered as u64 >= 19 * runs,
                "{covered} of {runs} at {limit}, {deals} deals"
            );
        }
    }
}

/// The same where one looks again and again: no more than 5% of the runs may ever miss.
#[test]
fn a_change_of_length_is_covered_at_every_look() {
    let (limit, change) = (400, OTHER_LUCK);
    let truths = truths(limit, change);
    let misses = |run: &u64| {
        let games = play(5_000 + run, 3_000, limit, change);
        let look = |deals: usize| row(&games[..deals], limit, Looks::Until(0.01));
        [16, 50, 150, 400, 1_000, 3_000]
            .iter()
            .any(|deals| !covers(&look(*deals), &truths))
    };
    let missed = (0..100).filter(misses).count();
    assert!(missed <= 5, "{missed} of 100");
}

/// What is said depends on the games played, not on a limit that they never come near.
#[test]
fn a_far_turn_limit_says_nothing_of_games_that_never_come_near() {
    let widths = [400, 5_000, 100_000].map(|limit| {
        let games = play(9, 300, 60, NONE);
        let row = row(&games, limit, Looks::Fixed);
        row.difference.hi - row.difference.lo
    });
    assert!(
        widths[0] < 1.5 && widths.iter().all(|width| (width - widths[0]).abs() < 1e-9),
        "{widths:?}"
    );
    let verdict = |deals, change| {
        let row = row(&play(11, deals, 60, change), 100_000, Looks::Fixed);
        row.verdict
    };
    assert_eq!(verdict(300, NONE), DifferenceVerdict::Undecided);
    assert_eq!(verdict(5_000, NONE), DifferenceVerdict::Equal);
    assert_eq!(verdict(300, LONGER), DifferenceVerdict::Different);
}

/// A few games that never end do not hide what the others do.
#[test]
fn endless_games_count_no_more_than_long_ones() {
    let games = play(13, 5_000, 100_000, LONGER);
    assert!(games.iter().any(|game| game[0] == 100_000));
    let row = row(&games, 100_000, Looks::Fixed);
    assert_eq!((row.range, row.verdict), (Some(12), DifferenceVerdict::Different));
}
