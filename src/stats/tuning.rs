//! Searching for rules whose shares are as wanted: the loss of a candidate and the schedule of a race among many.

use super::matrix::inverse;
use serde::Serialize;

/// How far shares are from their target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TuningLoss {
    /// Weighted sum of squared distances.
    pub raw: f64,
    /// The same less what noise adds, by which candidates with different numbers of games compare; may fall below 0.
    pub debiased: f64,
    /// Root of the mean squared distance, in percentage points.
    pub rms_pp: f64,
}

/// Loss of the shares `p` of `n` games against `target`, each side weighted equally or by `weights`. None for lists of
/// different length, fewer than two games or weights that add up to nothing.
pub fn tuning_loss(p: &[f64], n: u64, target: &[f64], weights: Option<&[f64]>) -> Option<TuningLoss> {
    let fits = p.len() == target.len() && weights.is_none_or(|weights| weights.len() == p.len());
    if !fits || n < 2 {
        return None;
    }
    let (mut raw, mut noise, mut total) = (0.0, 0.0, 0.0);
    for (i, (p, target)) in p.iter().zip(target).enumerate() {
        let weight = weights.map_or(1.0, |weights| weights[i]);
        raw += weight * (p - target) * (p - target);
        noise += weight * p * (1.0 - p) / (n - 1) as f64;
        total += weight;
    }
    (total > 0.0).then(|| TuningLoss {
        raw,
        debiased: raw - noise,
        rms_pp: 100.0 * (raw / total).sqrt(),
    })
}

/// One round of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// Candidates still in it.
    pub configs: u64,
    /// Games each plays in this round.
    pub new_games_each: u64,
    /// Games each has played after it.
    pub total_games_each: u64,
}

/// Rounds of sequential halving (Karnin, Koren and Somekh 2013): `budget` games are shared equally by the rounds, and after
/// each one candidate in `eta` stays, until `keep` are left. No candidate plays fewer than `min_games` in a round, even if
/// that overdraws the budget. Empty without candidates or for `eta` below 2.
pub fn halving_schedule(configs: u64, budget: u64, eta: u64, min_games: u64, keep: u64) -> Vec<Rung> {
    if configs == 0 || eta < 2 {
        return Vec::new();
    }
    let (mut rounds, mut reach) = (0, keep.max(1));
    while reach < configs {
        reach = reach.saturating_mul(eta);
        rounds += 1;
    }
    let rounds = rounds.max(1);
    let (mut left, mut total) = (configs, 0);
    let mut schedule = Vec::new();
    for _ in 0..rounds {
        let new_games_each = (budget / left.saturating_mul(rounds)).max(min_games);
        total += new_games_each;
        schedule.push(Rung {
            configs: left,
            new_games_each,
            total_games_each: total,
        });
        left = left.div_ceil(eta).max(keep.max(1)).min(left);
    }
    schedule
}

/// Shares of wins of a made-up game with a known best setting, on which to try a tuner: side f wins with probability
/// proportional to `exp(base[f] + effect[f] · setting)`. None for lists that do not fit together.
pub fn softmax_shares(base: &[f64], effect: &[Vec<f64>], setting: &[f64]) -> Option<Vec<f64>> {
    if base.len() != effect.len() || base.is_empty() || effect.iter().any(|row| row.len() != setting.len()) {
        return None;
    }
    let logit = |(base, effect): (&f64, &Vec<f64>)| base + effect.iter().zip(setting).map(|(m, x)| m * x).sum::<f64>();
    let logits: Vec<f64> = base.iter().zip(effect).map(logit).collect();
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let worth: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - top)).collect();
    let sum: f64 = worth.iter().sum();
    Some(worth.into_iter().map(|worth| worth / sum).collect())
}

/// Weights w that make `row · w` nearest to `wanted` for all `rows`, each counting as much as its `weights`: least squares with
/// a small charge, `ridge` times the mean diagonal, on everything but the first weight (Hoerl and Kennard 1970). None for lists
/// that do not fit together or without rows.
pub fn ridge_fit(rows: &[Vec<f64>], wanted: &[f64], weights: &[f64], ridge: f64) -> Option<Vec<f64>> {
    let size = rows.first()?.len();
    if rows.len() != wanted.len() || rows.len() != weights.len() || rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let mut left = vec![0.0; size * size];
    let mut right = vec![0.0; size];
    for ((row, wanted), weight) in rows.iter().zip(wanted).zip(weights) {
        for (i, a) in row.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            right[i] += weight * a * wanted;
            for (j, b) in row.iter().enumerate() {
                left[i * size + j] += weight * a * b;
            }
        }
    }
    let trace: f64 = (0..size).map(|i| left[i * size + i]).sum();
    let charge = ridge * trace / size as f64;
    for i in 1..size {
        left[i * size + i] += charge;
    }
    let inverse = inverse(&left, size)?;
    Some(
        inverse
            .chunks(size)
            .map(|row| row.iter().zip(&right).map(|(a, b)| a * b).sum())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loss_needs_games_and_matching_lists() {
        assert_eq!(tuning_loss(&[0.5, 0.5], 1, &[0.5, 0.5], None), None);
        assert_eq!(tuning_loss(&[0.5], 10, &[0.5, 0.5], None), None);
        assert_eq!(tuning_loss(&[0.5], 10, &[0.5], Some(&[])), None);
        assert_eq!(tuning_loss(&[0.5], 10, &[0.5], Some(&[0.0])), None);
    }

    #[test]
    fn weights_of_one_are_no_weights_and_order_does_not_matter() {
        let plain = tuning_loss(&[0.6, 0.4], 100, &[0.5, 0.5], None).expect("games");
        assert_eq!(
            tuning_loss(&[0.6, 0.4], 100, &[0.5, 0.5], Some(&[1.0, 1.0])),
            Some(plain)
        );
        assert_eq!(
            tuning_loss(&[0.4, 0.6], 100, &[0.5, 0.5], None).map(|loss| loss.rms_pp),
            Some(plain.rms_pp)
        );
    }

    #[test]
    fn races_end_with_as_many_as_are_kept() {
        let race = halving_schedule(40, 100_000, 2, 10, 4);
        assert_eq!(
            race.iter().map(|rung| rung.configs).collect::<Vec<_>>(),
            [40, 20, 10, 5]
        );
        let spent: u64 = race.iter().map(|rung| rung.configs * rung.new_games_each).sum();
        assert!(spent <= 100_000);
        assert!(halving_schedule(0, 10, 2, 1, 1).is_empty() && halving_schedule(3, 10, 1, 1, 1).is_empty());
        assert_eq!(halving_schedule(3, 30, 2, 1, 8).len(), 1);
    }

    #[test]
    fn a_fit_finds_what_the_rows_were_made_of() {
        let rows: Vec<Vec<f64>> = (0..12).map(|n| vec![1.0, f64::from(n % 3), f64::from(n % 4)]).collect();
        let wanted: Vec<f64> = rows.iter().map(|row| 2.0 - 3.0 * row[1] + 0.5 * row[2]).collect();
        let found = ridge_fit(&rows, &wanted, &[1.0; 12], 1e-9).expect("rows");
        assert!((found[0] - 2.0).abs() < 1e-6 && (found[1] + 3.0).abs() < 1e-6 && (found[2] - 0.5).abs() < 1e-6);
        // What no row has is not learned, and keeps nothing else from being learned.
        let rows: Vec<Vec<f64>> = rows.into_iter().map(|row| [&row[..], &[0.0]].concat()).collect();
        let found = ridge_fit(&rows, &wanted, &[1.0; 12], 1e-9).expect("rows");
        assert!(found[3].abs() < 1e-12 && (found[1] + 3.0).abs() < 1e-6);
        assert_eq!(ridge_fit(&rows, &wanted[1..], &[1.0; 12], 1e-9), None);
        assert_eq!(ridge_fit(&[], &[], &[], 1.0), None);
    }

    #[test]
    fn softmax_refuses_lists_that_do_not_fit() {
        assert_eq!(softmax_shares(&[0.0], &[], &[]), None);
        assert_eq!(softmax_shares(&[0.0], &[vec![1.0]], &[]), None);
        assert_eq!(
            softmax_shares(&[1.0, 1.0], &[vec![], vec![]], &[]),
            Some(vec![0.5, 0.5])
        );
    }
}
