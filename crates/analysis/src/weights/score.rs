//! How much better versions of a bot did than the bot as it is, on the same deals.

use super::opposition::LONE;
use super::{Cell, Opposition, WeightSums};

/// Games among its like may become longer or shorter by so much, as a part of their length.
pub(super) const LENGTH: f64 = 0.25;
/// So much larger may the share of them be that runs into the cap.
pub(super) const CAPPED: f64 = 0.02;
/// So much further from an even share may a side's win rate be.
pub(super) const SIDES: f64 = 0.1;

/// The scores of all versions but the first, which is the bot as it is; the larger, the better. Half of it is the mean of what
/// they gain more than the bot as it is, half the mean of that quarter of the tables where they gain least; less how much their
/// games among their like are other games. One that cannot be played is worse than any.
pub(super) fn scores(opposition: &dyn Opposition, sums: &[Option<WeightSums>]) -> Vec<f64> {
    let present = sums.first().and_then(Option::as_ref);
    let score = |sums: &Option<WeightSums>| match (present, sums) {
        (Some(present), Some(sums)) => score(opposition, present, sums),
        _ => f64::NEG_INFINITY,
    };
    sums.iter().skip(1).map(score).collect()
}

fn score(opposition: &dyn Opposition, present: &WeightSums, sums: &WeightSums) -> f64 {
    let gain = |cell: &Cell, sums: &WeightSums, at: usize| {
        let (one, others) = sums.wins[at];
        cell.gain(one, others, sums.deals * u64::from(cell.players))
    };
    let change = |(at, cell): (usize, &Cell)| gain(cell, sums, at) - gain(cell, present, at);
    let mut changes: Vec<f64> = opposition.cells().iter().enumerate().map(change).collect();
    changes.sort_by(f64::total_cmp);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    let worst = &changes[..changes.len().div_ceil(4)];
    let others = present.alone.iter().zip(&sums.alone);
    let strange = others.map(|(present, found)| strange(LONE * sums.deals, present, found));
    f64::midpoint(mean(&changes), mean(worst)) - strange.sum::<f64>()
}

/// How much further than allowed games of a version among its like are from those of the bot as it is, with what chance does
/// in so few.
fn strange(games: u64, present: &(u64, u64, Vec<u64>), found: &(u64, u64, Vec<u64>)) -> f64 {
    let games = games.max(1) as f64;
    let chance = 1.0 / games.sqrt();
    let longer = libm::log((found.0 + 1) as f64 / (present.0 + 1) as f64).abs();
    let capped = (found.1 as f64 - present.1 as f64) / games;
    let off = |sides: &[u64]| {
        let even = sides.iter().sum::<u64>() as f64 / sides.len().max(1) as f64;
        let far = sides.iter().map(|wins| (*wins as f64 - even).abs() / games);
        far.fold(0.0, f64::max)
    };
    let beyond = |what: f64, allowed: f64| (what - allowed).max(0.0);
    beyond(longer, libm::log1p(LENGTH) + 0.3 * chance)
        + beyond(capped, CAPPED + chance)
        + beyond(off(&found.2) - off(&present.2), SIDES + chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lone(turns: u64, capped: u64, sides: [u64; 2]) -> (u64, u64, Vec<u64>) {
        (turns, capped, sides.to_vec())
    }

    #[test]
    fn games_that_become_others_cost_and_what_chance_may_do_does_not() {
        let present = lone(20_000, 0, [500, 500]);
        let of = |turns, capped, sides| strange(1_000, &present, &lone(turns, capped, sides));
        assert!(of(20_000, 0, [500, 500]) < 1e-12);
        assert!(of(24_000, 10, [560, 440]) < 1e-12);
        assert!(of(55_000, 0, [500, 500]) > 0.7);
        assert!(of(9_000, 0, [500, 500]) > 0.5);
        assert!(of(20_000, 300, [500, 500]) > 0.2);
        assert!(of(20_000, 0, [180, 820]) > 0.15);
        // A side that won too much may win less.
        let uneven = lone(20_000, 0, [900, 100]);
        assert!(strange(1_000, &uneven, &lone(20_000, 0, [500, 500])) < 1e-12);
        // Of four games nothing is known.
        assert!(strange(4, &lone(80, 0, [2, 2]), &lone(90, 1, [4, 0])) < 1e-12);
    }
}
