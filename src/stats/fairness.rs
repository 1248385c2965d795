//! Shares of wins against what is fair: expected rates for sides of different size, and how far a game is from them.

use core::f64::consts::PI;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a fair game gives to each side. Where the designer declares shares of his own, those are the expectation and
/// nothing is to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairMode {
    /// Every seat wins equally often, so that a side's share grows with its seats.
    PerPlayer,
    /// Every side of a game wins equally often, whatever its size.
    PerTeam,
}

/// What is expected of one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FairRate {
    /// Expected number of wins.
    pub expected_wins: f64,
    /// The same as a share of all games.
    pub share: f64,
    /// The same for each seat the side took, or, per team, for each game it took part in; 0 when it never played.
    pub per_appearance: f64,
}

/// Expected wins of sides 0 to `sides` - 1 over `lineups`: (side of each seat, games). Summed game by game, so that mixed
/// player counts and drafts come out right; whole numbers until the end. Sides from `sides` on are not counted.
pub fn fair_rates(lineups: &[(Vec<usize>, u64)], sides: usize, mode: FairMode) -> Vec<FairRate> {
    let games: u64 = lineups.iter().map(|lineup| lineup.1).sum();
    // Of each side: its appearances, and how often it is owed one part in so many.
    let mut owed: Vec<(u64, BTreeMap<usize, u64>)> = vec![(0, BTreeMap::new()); sides];
    for (seats, games) in lineups {
        let mut taken: BTreeMap<usize, u64> = BTreeMap::new();
        for side in seats {
            *taken.entry(*side).or_default() += 1;
        }
        for (side, count) in &taken {
            if let Some((appearances, parts)) = owed.get_mut(*side) {
                let (shares, among) = match mode {
                    FairMode::PerPlayer => (count * games, seats.len()),
                    FairMode::PerTeam => (*games, taken.len()),
                };
                *appearances += shares;
                *parts.entry(among).or_default() += shares;
            }
        }
    }
    let rate = |(appearances, parts): &(u64, BTreeMap<usize, u64>)| {
        let expected_wins = parts.iter().map(|(of, count)| *count as f64 / *of as f64).sum();
        let each = |n: u64| if n == 0 { 0.0 } else { expected_wins / n as f64 };
        FairRate {
            expected_wins,
            share: each(games),
            per_appearance: each(*appearances),
        }
    };
    owed.iter().map(rate).collect()
}

/// How far shares of wins are from the expected ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fairness {
    /// Total variation: the part of all wins that would have to move.
    pub tv: f64,
    /// Mean of `tv` in a perfectly fair game of as many games.
    pub tv_noise_floor: f64,
    /// 1 when fair, 0 when the side least expected to win takes everything.
    pub fairness: f64,
    /// Largest distance of one side.
    pub max_abs_dev: f64,
    /// Largest over smallest ratio of share to expectation; none when a side never won.
    pub ratio_max_min: Option<f64>,
    /// Kullback-Leibler divergence from the expectation, in nats.
    pub kl: f64,
    /// The same less its mean under fairness, (K - 1) / 2n (Miller 1955), not below 0.
    pub kl_debiased: f64,
    /// 1 when fair, 0 when the side least expected to win takes everything.
    pub kl_fairness: f64,
    /// Entropy of the shares over that of K equal shares.
    pub entropy_norm: f64,
    /// 2 n KL, the likelihood-ratio statistic.
    pub g: f64,
}

/// Indices of fairness for `wins` of each side against `expected` shares, which add up to 1. None without wins, for lists
/// of different length, or when a share expected of 0 was won.
pub fn fairness(wins: &[u64], expected: &[f64]) -> Option<Fairness> {
    let total: u64 = wins.iter().sum();
    if total == 0 || wins.len() != expected.len() {
        return None;
    }
    let n = total as f64;
    let sides = wins.len() as f64;
    let (mut tv, mut floor, mut worst, mut kl, mut entropy) = (0.0, 0.0, 0.0_f64, 0.0, 0.0);
    let (mut least, mut most_ratio, mut least_ratio) = (1.0_f64, 0.0_f64, f64::INFINITY);
    for (count, e) in wins.iter().zip(expected) {
        let p = *count as f64 / n;
        tv += (p - e).abs() / 2.0;
        floor += (2.0 * e * (1.0 - e) / (PI * n)).sqrt() / 2.0;
        worst = worst.max((p - e).abs());
        if *count > 0 {
            kl += p * libm::log(p / e);
            entropy -= p * libm::log(p);
        }
        if *e > 0.0 {
            least = least.min(*e);
            most_ratio = most_ratio.max(p / e);
            least_ratio = least_ratio.min(p / e);
        }
    }
    if !kl.is_finite() {
        return None;
    }
    let kl = kl.max(0.0);
    // A single side is always fair: both ranges are empty.
    let against = |value: f64, range: f64| if range > 0.0 { 1.0 - value / range } else { 1.0 };
    Some(Fairness {
        tv,
        tv_noise_floor: floor,
        fairness: against(tv, 1.0 - least),
        max_abs_dev: worst,
        ratio_max_min: (least_ratio > 0.0).then(|| most_ratio / least_ratio),
        kl,
        kl_debiased: (kl - (sides - 1.0) / (2.0 * n)).max(0.0),
        kl_fairness: against(kl, -libm::log(least)),
        entropy_norm: if wins.len() > 1 {
            entropy / libm::log(sides)
        } else {
            1.0
        },
        g: 2.0 * n * kl,
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;

    #[test]
    fn expected_wins_add_up_to_games() {
        let lineups = vec![(vec![0, 0, 1], 7), (vec![1, 2], 5), (vec![2], 3)];
        for mode in [FairMode::PerPlayer, FairMode::PerTeam] {
            let rates = fair_rates(&lineups, 4, mode);
            assert!((rates.iter().map(|rate| rate.expected_wins).sum::<f64>() - 15.0).abs() < 1e-12);
            assert!((rates.iter().map(|rate| rate.share).sum::<f64>() - 1.0).abs() < 1e-12);
            assert_eq!(rates[3].per_appearance, 0.0);
        }
        assert!(
            fair_rates(&[], 2, FairMode::PerTeam)
                .iter()
                .all(|rate| rate.share == 0.0)
        );
    }

    #[test]
    fn splitting_lineups_changes_nothing() {
        let whole = fair_rates(&[(vec![0, 1, 2], 10)], 3, FairMode::PerPlayer);
        let split = [(vec![0, 1, 2], 4), (vec![1, 1], 0), (vec![0, 1, 2], 6)];
        assert_eq!(fair_rates(&split, 3, FairMode::PerPlayer), whole);
    }

    #[test]
    fn relabelling_keeps_the_indices_and_bounds_hold() {
        let (a, b) = (
            fairness(&[7, 2, 1], &[0.5, 0.25, 0.25]).expect("wins"),
            fairness(&[2, 7, 1], &[0.25, 0.5, 0.25]).expect("wins"),
        );
        assert!((a.tv - b.tv).abs() < 1e-15 && (a.kl - b.kl).abs() < 1e-15);
        let monopoly = fairness(&[0, 3], &[0.5, 0.5]).expect("wins");
        assert!(monopoly.fairness.abs() < 1e-15 && monopoly.kl_fairness.abs() < 1e-15);
        assert_eq!(monopoly.ratio_max_min, None);
    }

    #[test]
    fn nothing_to_say_without_wins() {
        assert_eq!(fairness(&[0, 0], &[0.5, 0.5]), None);
        assert_eq!(fairness(&[1], &[0.5, 0.5]), None);
        assert_eq!(fairness(&[1, 1], &[1.0, 0.0]), None);
        let alone = fairness(&[4], &[1.0]).expect("wins");
        assert_eq!((alone.fairness, alone.kl_fairness, alone.entropy_norm), (1.0, 1.0, 1.0));
    }
}
