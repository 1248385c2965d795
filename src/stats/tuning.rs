//! Searching for rules whose shares are as wanted: the loss of a candidate and the schedule of a race among many.

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
    fn softmax_refuses_lists_that_do_not_fit() {
        assert_eq!(softmax_shares(&[0.0], &[], &[]), None);
        assert_eq!(softmax_shares(&[0.0], &[vec![1.0]], &[]), None);
        assert_eq!(
            softmax_shares(&[1.0, 1.0], &[vec![], vec![]], &[]),
            Some(vec![0.5, 0.5])
        );
    }
}
