//! Of several ways to play the mix that is safest.

/// Steps; where the answer is known they come within a thousandth of it.
const STEPS: u32 = 4_000;

/// The parts of several ways to play in the mix against which the best of them gains least: `gain[one][among]` is what one
/// player of a way wins among others of another, less what would be even. Between two players, where what one gains the other
/// loses, it is the mix of an equilibrium (von Neumann 1928). Found by regret matching+ with averages that grow by steps
/// (Tammelin 2014), each step the same sums in the same order; ways that are alike have like parts. Empty without ways to play;
/// the parts add up to 1.
pub fn safest_mix(gain: &[Vec<f64>]) -> Vec<f64> {
    let ways = gain.len();
    // Whoever looks for what gains most, and the mix that it is to gain little against.
    let (mut seeks, mut avoids) = (vec![0.0; ways], vec![0.0; ways]);
    let mut sum = vec![0.0; ways];
    for step in 1..=STEPS {
        let mix = matched(&avoids);
        let gained: Vec<f64> = gain.iter().map(|row| dot(row, &mix)).collect();
        regret(&mut seeks, &gained, 1.0);
        let seeker = matched(&seeks);
        let lost: Vec<f64> = (0..ways)
            .map(|among| seeker.iter().zip(gain).map(|(part, row)| part * row[among]).sum())
            .collect();
        regret(&mut avoids, &lost, -1.0);
        for (sum, part) in sum.iter_mut().zip(matched(&avoids)) {
            *sum += f64::from(step) * part;
        }
    }
    let all: f64 = sum.iter().sum();
    sum.iter().map(|part| part / all).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The parts that stand to each other as the regrets.
fn matched(regrets: &[f64]) -> Vec<f64> {
    let all: f64 = regrets.iter().sum();
    if all > 0.0 {
        regrets.iter().map(|regret| regret / all).collect()
    } else {
        vec![1.0 / regrets.len() as f64; regrets.len()]
    }
}

/// Adds how much better each way would have done than the mix of the regrets so far; never below 0.
fn regret(regrets: &mut [f64], worth: &[f64], sign: f64) {
    let had = dot(&matched(regrets), worth);
    for (regret, worth) in regrets.iter_mut().zip(worth) {
        *regret = (*regret + sign * (worth - had)).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(gain: &[Vec<f64>], wanted: &[f64]) {
        let found = safest_mix(gain);
        assert_eq!(found.len(), wanted.len());
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() < 1e-3, "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn rock_paper_scissors_are_played_alike() {
        near(
            &[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]].map(Vec::from),
            &[1.0 / 3.0; 3],
        );
    }

    /// Where one win is worth twice as much, what beats it is played more: solved by hand.
    #[test]
    fn an_uneven_circle_is_mixed_as_its_equilibrium_says() {
        near(
            &[[0.0, -0.1, 0.2], [0.1, 0.0, -0.1], [-0.2, 0.1, 0.0]].map(Vec::from),
            &[0.25, 0.5, 0.25],
        );
    }

    #[test]
    fn what_loses_to_all_is_not_played_and_likes_are_played_alike() {
        near(
            &[[0.0, 0.0, 0.3], [0.0, 0.0, 0.3], [-0.3, -0.3, 0.0]].map(Vec::from),
            &[0.5, 0.5, 0.0],
        );
        near(&[vec![0.0]], &[1.0]);
        near(&[[0.0, -1.0], [1.0, 0.0]].map(Vec::from), &[0.0, 1.0]);
        assert!(safest_mix(&[]).is_empty());
    }

    /// At larger tables both may gain among the others, or lose: each mix keeps the other from it.
    #[test]
    fn two_that_gain_among_each_other_are_met_alike() {
        near(&[[0.0, 0.2], [0.2, 0.0]].map(Vec::from), &[0.5, 0.5]);
        near(&[[0.0, -0.2], [-0.2, 0.0]].map(Vec::from), &[0.5, 0.5]);
        // Solved by hand: 0.3 times the part of the second is 0.1 times that of the first.
        near(&[[0.0, 0.3], [0.1, 0.0]].map(Vec::from), &[0.75, 0.25]);
    }

    /// No mix on a grid is safer.
    #[test]
    fn no_other_mix_is_safer() {
        let gain = [
            [0.0, 0.3, -0.2, 0.1],
            [-0.25, 0.0, 0.4, 0.05],
            [0.1, -0.35, 0.0, 0.2],
            [-0.1, 0.0, -0.2, 0.0],
        ];
        let most = |mix: &[f64]| gain.iter().map(|row| dot(row, mix)).fold(f64::MIN, f64::max);
        let found = most(&safest_mix(&gain.map(Vec::from)));
        for a in 0..=20 {
            for b in 0..=20 - a {
                for c in 0..=20 - a - b {
                    let grid = [a, b, c, 20 - a - b - c].map(|part| f64::from(part) / 20.0);
                    assert!(found <= most(&grid) + 1e-3, "{grid:?}");
                }
            }
        }
    }
}
