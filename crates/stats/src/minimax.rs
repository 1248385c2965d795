//! Of several ways to play the mix that is safest.

/// Steps; where the answer is known they come within a hundredth of it.
const STEPS: u32 = 4_000;
/// Steps, most, where more of them always come nearer: between two, where what one gains the other loses.
const MOST_STEPS: u32 = 16 * STEPS;
/// What may be gained by leaving a mix that is found; where they are known, mixes are within this.
const GAINED: f64 = 1e-3;
/// Two mixes whose parts differ by less in all are the same.
const SAME: f64 = 0.1;

/// The parts of several ways to play in the mix that nobody gains from leaving for one of them: `gain[one][among]` is what one
/// player of a way wins among others of another, less what would be even. Between two players, where what one gains the other
/// loses, it is the equilibrium, against which the best of the ways gains least (von Neumann 1928). With more players there may
/// be several such mixes: it is the first of [`safe_mixes`]. None need be found where the ways go round in circles. Empty without
/// ways to play; the parts add up to 1.
pub fn safest_mix(gain: &[Vec<f64>]) -> Vec<f64> {
    safe_mixes(gain).swap_remove(0)
}

/// All mixes found that nobody gains from leaving, the safest first: the one that still holds where the largest part of the players
/// play the worst of the others for it (risk dominance, Harsanyi and Selten 1988). Looked for from all ways alike, and from each
/// alone. Where no such mix is found, the nearest to one. Never none.
pub fn safe_mixes(gain: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let ways = gain.len();
    let zero_sum = (0..ways).all(|one| (0..ways).all(|other| gain[one][other] + gain[other][one] == 0.0));
    let alike = vec![0.0; ways];
    if zero_sum {
        return vec![settled(gain, alike, MOST_STEPS)];
    }
    let mut found = vec![settled(gain, alike, STEPS)];
    for way in 0..ways {
        let mut alone = vec![0.0; ways];
        alone[way] = 1.0;
        let mix = settled(gain, alone, STEPS);
        let differs = |other: &Vec<f64>| mix.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<f64>() >= SAME;
        if found.iter().all(differs) {
            found.push(mix);
        }
    }
    let left = |mix: &Vec<f64>| leaving(gain, mix);
    if found.iter().all(|mix| left(mix) > GAINED) {
        let nearest = found.into_iter().min_by(|a, b| left(a).total_cmp(&left(b)));
        return nearest.into_iter().collect();
    }
    found.retain(|mix| left(mix) <= GAINED);
    let safety = |mix: &Vec<f64>| {
        let others = found.iter().filter(|other| *other != mix);
        others.map(|other| barrier(gain, mix, other)).fold(1.0, f64::min)
    };
    let mut mixes: Vec<(f64, Vec<f64>)> = found.iter().map(|mix| (safety(mix), mix.clone())).collect();
    mixes.sort_by(|a, b| b.0.total_cmp(&a.0));
    mixes.into_iter().map(|(_, mix)| mix).collect()
}

/// What the best of the ways gains among players of a mix over what they gain.
fn leaving(gain: &[Vec<f64>], mix: &[f64]) -> f64 {
    let gained: Vec<f64> = gain.iter().map(|row| dot(row, mix)).collect();
    gained.iter().copied().fold(f64::MIN, f64::max) - dot(mix, &gained)
}

/// The part of the players who must play `other` before that gains more than `mix`.
fn barrier(gain: &[Vec<f64>], mix: &[f64], other: &[f64]) -> f64 {
    let wins =
        |one: &[f64], among: &[f64]| -> f64 { one.iter().zip(gain).map(|(part, row)| part * dot(row, among)).sum() };
    let behind = (wins(mix, mix) - wins(other, mix)).max(0.0);
    let ahead = (wins(other, other) - wins(mix, other)).max(0.0);
    if ahead > 0.0 { behind / (behind + ahead) } else { 1.0 }
}

/// The mix at which players come to rest who begin with these `regrets`: found by regret matching+ against itself with averages
/// that grow by steps (Tammelin 2014), each step the same sums in the same order; from no regrets ways that are alike have like
/// parts. Ends after [`STEPS`] where nobody gains from leaving by then, else at every time so many more.
fn settled(gain: &[Vec<f64>], mut regrets: Vec<f64>, most: u32) -> Vec<f64> {
    let mut sum = vec![0.0; gain.len()];
    let parts = |sum: &[f64]| -> Vec<f64> {
        let all: f64 = sum.iter().sum();
        sum.iter().map(|part| part / all).collect()
    };
    for step in 1..=most {
        let mix = matched(&regrets);
        let gained: Vec<f64> = gain.iter().map(|row| dot(row, &mix)).collect();
        let mean = dot(&mix, &gained);
        for (regret, gained) in regrets.iter_mut().zip(&gained) {
            *regret = (*regret + gained - mean).max(0.0);
        }
        for (sum, part) in sum.iter_mut().zip(matched(&regrets)) {
            *sum += f64::from(step) * part;
        }
        if step.is_multiple_of(STEPS) && leaving(gain, &parts(&sum)) <= GAINED {
            break;
        }
    }
    parts(&sum)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn near(gain: &[Vec<f64>], wanted: &[f64]) {
        let found = safest_mix(gain);
        assert_eq!(found.len(), wanted.len());
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() < 1e-2, "{found:?} {wanted:?}");
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

    /// Of any games between two nobody gains more than is promised by leaving the mix.
    #[test]
    fn nobody_gains_by_leaving_the_mix_of_a_game_between_two() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 24) - 0.5
        };
        for ways in [3, 5, 8, 12] {
            for _ in 0..25 {
                let drawn: Vec<f64> = (0..ways * ways).map(|_| draw()).collect();
                let of = |one: usize, other: usize| drawn[one * ways + other] - drawn[other * ways + one];
                let row = |one: usize| (0..ways).map(|other| of(one, other)).collect();
                let gain: Vec<Vec<f64>> = (0..ways).map(row).collect();
                let left = leaving(&gain, &safest_mix(&gain));
                assert!(left <= GAINED, "{left} of {ways}");
            }
        }
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

    /// At larger tables both may gain among the others, or lose.
    #[test]
    fn two_that_gain_among_each_other_are_met_and_of_two_that_lose_one() {
        near(&[[0.0, 0.2], [0.2, 0.0]].map(Vec::from), &[0.5, 0.5]);
        // Solved by hand: 0.3 times the part of the second is 0.1 times that of the first.
        near(&[[0.0, 0.3], [0.1, 0.0]].map(Vec::from), &[0.75, 0.25]);
        near(&[[0.0, -0.3], [-0.1, 0.0]].map(Vec::from), &[0.0, 1.0]);
    }

    /// A table of four at the Mekong crossing as it was measured: nobody gains from leaving the first for one of the others, and
    /// nobody a mix of the second and third, which a hair's breadth more of the first would end.
    #[test]
    fn of_several_that_hold_the_one_is_safest_that_most_must_leave() {
        let gain = [[0.0, 0.253, -0.09], [-0.091, 0.0, 0.012], [-0.019, 0.041, 0.0]].map(Vec::from);
        near(&gain, &[1.0, 0.0, 0.0]);
        let all = safe_mixes(&gain);
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all[1][0] < 1e-2 && (all[1][1] - 0.226).abs() < 0.02, "{all:?}");
        // Solved by hand: 0.3 against 0.1, where a quarter of the second is enough to leave the first.
        let gain = [[0.0, -0.3], [-0.1, 0.0]].map(Vec::from);
        assert_eq!(safe_mixes(&gain).len(), 2);
        assert!((barrier(&gain, &[1.0, 0.0], &[0.0, 1.0]) - 0.25).abs() < 1e-12);
        assert!((barrier(&gain, &[0.0, 1.0], &[1.0, 0.0]) - 0.75).abs() < 1e-12);
    }

    /// Who leaves it for another way gains nothing; between two players no mix on a grid is safer.
    #[test]
    fn nobody_gains_from_leaving_it() {
        let larger = [
            [0.0, 0.3, -0.2, 0.1],
            [-0.25, 0.0, 0.4, 0.05],
            [0.1, -0.35, 0.0, 0.2],
            [-0.1, 0.0, -0.2, 0.0],
        ];
        let of_two = [
            [0.0, 0.3, -0.2, 0.1],
            [-0.3, 0.0, 0.4, 0.05],
            [0.2, -0.4, 0.0, 0.2],
            [-0.1, -0.05, -0.2, 0.0],
        ];
        for gain in [larger, of_two] {
            let mix = safest_mix(&gain.map(Vec::from));
            let gained = gain.map(|row| dot(&row, &mix));
            let most = gained.iter().copied().fold(f64::MIN, f64::max);
            assert!(most <= dot(&mix, &gained) + 1e-3, "{mix:?} {gained:?}");
        }
        let most = |mix: &[f64]| of_two.iter().map(|row| dot(row, mix)).fold(f64::MIN, f64::max);
        let found = most(&safest_mix(&of_two.map(Vec::from)));
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
