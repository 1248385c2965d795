//! Tests of counts.

use super::*;

/// One side wins two games in five and another seven in twenty, never both.
#[test]
fn a_gap_is_known_as_closely_as_sides_that_never_both_win_tell() {
    let mut count = Count::Gap(vec![600, 400], vec![650, 350]);
    assert!((count.value() - 0.05).abs() < 1e-12);
    assert!((count.variance() - (0.75 - 0.0025)).abs() < 1e-12);
    let found = count.interval(0.95);
    assert!(
        (found.half_width() - 1.96 * (0.7475f64 / 1000.0).sqrt()).abs() < 2e-3,
        "{found:?}"
    );
    assert!(count.fits(1_000) && !count.fits(999));
    assert!(!Count::Gap(vec![600, 400], vec![651, 350]).fits(1_000));
    count.merge(&Count::Gap(vec![0, 1_000], vec![1_000, 0]));
    assert!((count.value() - 0.525).abs() < 1e-12 && count.n() == 2_000);
    // No side may win, or all games be won by one, and little is known of few games.
    let sure = Count::Gap(vec![0, 20], vec![20, 0]);
    assert!(sure.error() > 0.04 && sure.interval(0.95).lo < 0.9 && sure.interval(0.95).hi <= 1.0);
    let kept = serde_json::to_string(&sure).expect("written");
    assert_eq!(serde_json::from_str::<Count>(&kept).expect("read"), sure);
}

/// A mean per game of `times` in each of so many games.
fn mean(games: &[(u32, u64)], cap: u32) -> Count {
    let n = games.iter().map(|row| row.1).sum();
    let squares = games
        .iter()
        .map(|(value, games)| u128::from(value.pow(2)) * u128::from(*games));
    Count::Mean(CountedSums {
        deals: n,
        games: n,
        sum: games.iter().map(|(value, games)| u64::from(*value) * games).sum(),
        each: 1,
        squares: squares.sum(),
        most: games.iter().filter(|row| row.1 > 0).map(|row| row.0).max().unwrap_or(0),
        cap,
        least: 0,
    })
}

/// What never happened in some games may happen in others, and what was alike in all of them need not be in all.
#[test]
fn a_mean_of_games_that_are_alike_is_not_known_exactly() {
    let never = mean(&[(0, 285)], 40).interval(0.95);
    assert!(never.lo.abs() < 1e-12 && never.hi > 0.02, "{never:?}");
    let once = mean(&[(0, 284), (1, 1)], 40);
    let found = once.interval(0.95);
    assert!(found.lo > 0.0 && found.lo < 0.001 && found.hi > 0.019, "{found:?}");
    let same = mean(&[(30, 285)], 60);
    let found = same.interval(0.95);
    assert!(found.lo < 29.8 && found.hi > 30.1, "{found:?}");
    assert!(same.error() > 0.05 && once.fits(285) && same.fits(285));
    let Count::Mean(sums) = &same else { panic!("a mean") };
    let capped = Count::Mean(CountedSums {
        most: 30,
        cap: 30,
        ..*sums
    });
    assert!((capped.interval(0.95).hi - 30.0).abs() < 1e-9);
    let below = Count::Mean(CountedSums { least: -10, ..*sums });
    assert_eq!((below.value(), below.error()), (20.0, same.error()));
    let moved = below.interval(0.95);
    assert!((moved.lo + 10.0 - found.lo).abs() < 1e-9 && (moved.hi + 10.0 - found.hi).abs() < 1e-9);
    let too_large = Count::Mean(CountedSums { most: 29, ..*sums });
    assert!(!too_large.fits(285));
}

/// At 95% the mean of a counter lies outside in no more than 5% of samples, but for chance, however rare it is.
#[test]
fn the_interval_of_a_rare_counter_covers() {
    use balance_engine::{Chance, Purpose};
    for (chance, times) in [(0.003, 1), (0.02, 1), (0.02, 7), (0.5, 3)] {
        let mut missed = 0;
        for seed in 0..400 {
            let mut luck = Chance::new(seed, 0);
            let stream = luck.stream(Purpose::Events);
            let hits = (0..285).filter(|_| stream.unit() < chance).count() as u64;
            let found = mean(&[(0, 285 - hits), (times, hits)], 40).interval(0.95);
            let truth = chance * f64::from(times);
            missed += u32::from(found.lo > truth || found.hi < truth);
        }
        assert!(missed <= 32, "{times} times with {chance}: {missed} of 400");
    }
}

/// At 95% it misses in no more than 5% of samples, but for chance, whether the two never win together, always do, or each
/// wins for itself, and whatever the rotations.
#[test]
fn the_interval_of_a_gap_covers() {
    use balance_engine::{Chance, Purpose};
    for (kind, rotations) in [(0, 1), (1, 1), (2, 1), (0, 3)] {
        let mut missed = 0;
        for seed in 0..400 {
            let mut chance = Chance::new(seed, 0);
            let stream = chance.stream(Purpose::Events);
            let mut won = [vec![0; rotations + 1], vec![0; rotations + 1]];
            for _ in 0..300 {
                let mut times = [0, 0];
                for _ in 0..rotations {
                    let luck = stream.unit();
                    let other = match kind {
                        0 => (0.4..0.75).contains(&luck),
                        1 => luck < 0.35,
                        _ => stream.unit() < 0.35,
                    };
                    times[0] += usize::from(luck < 0.4);
                    times[1] += usize::from(other);
                }
                won[0][times[0]] += 1;
                won[1][times[1]] += 1;
            }
            let [one, other] = won;
            let found = Count::Gap(one, other).interval(0.95);
            missed += u32::from(found.lo > 0.05 || found.hi < 0.05);
        }
        assert!(missed <= 32, "kind {kind}, {rotations} rotations: {missed} of 400");
    }
}
