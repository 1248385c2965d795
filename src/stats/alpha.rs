//! Which of several ways to play would last in a population that copies what wins.

/// How strongly what wins is copied.
const STRENGTH: f64 = 10.0;
/// Players in the population.
const POPULATION: f64 = 50.0;

/// The part of the time that each of several ways to play is that of all (α-Rank of one population with rare mutants,
/// Omidshafiei et al. 2019): `gain[one][among]` is what one player of another way wins among others, less what it would win
/// as one of them: from -1 to 1. Empty without ways to play; the parts add up to 1.
pub fn alpha_rank(gain: &[Vec<f64>]) -> Vec<f64> {
    let ways = gain.len();
    let takes_over = |one: usize, among: usize| {
        let strength = STRENGTH * gain[one][among];
        if strength.abs() < 1e-12 {
            1.0 / POPULATION
        } else {
            (1.0 - libm::exp(-strength)) / (1.0 - libm::exp(-POPULATION * strength))
        }
    };
    let step = |from: usize, to: usize| if from == to { 0.0 } else { takes_over(to, from) };
    stationary(
        (0..ways)
            .map(|from| (0..ways).map(|to| step(from, to)).collect())
            .collect(),
    )
}

/// Where a chain with these rates is found in the long run; nothing is subtracted, so small rates do no harm (Grassmann,
/// Taksar and Heyman 1985).
fn stationary(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    for last in (1..rates.len()).rev() {
        let leaving: f64 = rates[last][..last].iter().sum();
        for from in 0..last {
            rates[from][last] /= leaving;
            for to in 0..last {
                rates[from][to] += rates[from][last] * rates[last][to];
            }
        }
    }
    let mut parts: Vec<f64> = Vec::with_capacity(rates.len());
    for way in 0..rates.len() {
        let arriving = parts.iter().zip(&rates).map(|(part, rates)| part * rates[way]);
        let part = if way == 0 { 1.0 } else { arriving.sum() };
        parts.push(part);
    }
    let all: f64 = parts.iter().sum();
    parts.iter().map(|part| part / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], wanted: &[f64]) {
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() < 1e-9, "{found:?} {wanted:?}");
        }
        assert_eq!(found.len(), wanted.len());
    }

    /// Published: a third of the time each.
    #[test]
    fn rock_paper_scissors_are_played_alike() {
        let gain = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]].map(Vec::from);
        near(&alpha_rank(&gain), &[1.0 / 3.0; 3]);
    }

    /// Of two ways the times stand to each other as e to the strength of the gain, once for every rival in the population:
    /// the closed form of the fixation of a mutant.
    #[test]
    fn two_ways_stand_as_the_closed_form_says() {
        let gain = 0.004;
        let ratio = libm::exp(STRENGTH * gain * (POPULATION - 1.0));
        let found = alpha_rank(&[vec![0.0, gain], vec![-gain, 0.0]]);
        near(&found, &[ratio / (1.0 + ratio), 1.0 / (1.0 + ratio)]);
    }

    #[test]
    fn what_loses_to_all_is_not_played_and_likes_are_played_alike() {
        let gain = [[0.0, 0.0, 0.3], [0.0, 0.0, 0.3], [-0.3, -0.3, 0.0]].map(Vec::from);
        near(&alpha_rank(&gain), &[0.5, 0.5, 0.0]);
        near(&alpha_rank(&[vec![0.0]]), &[1.0]);
        assert!(alpha_rank(&[]).is_empty());
        // The largest gain that there is.
        let far = [[0.0, -1.0], [1.0, 0.0]].map(Vec::from);
        near(&alpha_rank(&far), &[0.0, 1.0]);
    }
}
