//! Strength of bots from who won at which table: Bradley-Terry, and Luce's choice model for tables of any size. Maximum
//! likelihood, so the order of games does not matter.

mod profile;

pub use profile::luce_intervals;

use super::matrix::inverse;
use super::strength::ELO_PER_NAT;
use serde::Serialize;
use std::collections::BTreeMap;

/// Fitted strengths. Differences are what counts; errors "against the first" are those of the difference to bot 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// Log worth of each bot; sums to 0 unless there are pseudo-games.
    pub theta: Vec<f64>,
    /// Standard errors of `theta`.
    pub se: Vec<f64>,
    /// Strengths on the Elo scale: +191 wins 75 % of games of two.
    pub elo: Vec<f64>,
    /// Their standard errors.
    pub elo_se: Vec<f64>,
    /// Elo less that of bot 0.
    pub elo_vs_first: Vec<f64>,
    /// Their standard errors.
    pub elo_vs_first_se: Vec<f64>,
    /// Logarithm of the likelihood.
    pub loglik: f64,
}

/// Games at one table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableWins {
    /// Bot of each seat; several seats may hold the same bot.
    pub bots: Vec<usize>,
    /// (bot, wins); shared wins are fractions.
    pub wins: Vec<(usize, f64)>,
}

/// Fits strengths to winners (Luce 1959; for two players Bradley and Terry 1952): a bot wins with probability
/// `k exp(theta)` over the sum of the table, where k is its number of seats. First Hunter's minorising steps (2004), then
/// Newton's. Errors take each win as one independent game.
///
/// `ghost` adds pseudo-games that keep strengths finite: each bot wins and loses that many times against a phantom of
/// strength 0. Say so when reporting. None when a table names a bot from `bots` on, or when without ghosts there is no
/// best fit: bots that never meet, always win or never win.
pub fn luce_fit(tables: &[TableWins], bots: usize, ghost: f64) -> Option<Ratings> {
    Model::of(tables, bots, ghost)?.fit()
}

/// All games among one multiset of bots.
struct Choice {
    /// (bot, seats, wins), each bot once.
    rows: Vec<(usize, f64, f64)>,
    /// All wins.
    games: f64,
}

impl Choice {
    fn new(seats: &[usize], wins: &[f64]) -> Self {
        let mut rows: Vec<(usize, f64, f64)> = Vec::new();
        for bot in seats {
            match rows.last_mut() {
                Some(row) if row.0 == *bot => row.1 += 1.0,
                _ => rows.push((*bot, 1.0, wins[*bot])),
            }
        }
        let games = rows.iter().map(|row| row.2).sum();
        Self { rows, games }
    }

    /// Probability of each row to win, and the logarithm of the sum of worths.
    fn shares(&self, theta: &[f64]) -> (Vec<f64>, f64) {
        let top = self
            .rows
            .iter()
            .map(|row| theta[row.0])
            .fold(f64::NEG_INFINITY, f64::max);
        let worth: Vec<f64> = self
            .rows
            .iter()
            .map(|row| row.1 * libm::exp(theta[row.0] - top))
            .collect();
        let sum: f64 = worth.iter().sum();
        (
            worth.into_iter().map(|worth| worth / sum).collect(),
            top + libm::log(sum),
        )
    }
}

struct Model {
    choices: Vec<Choice>,
    bots: usize,
    ghost: f64,
}

impl Model {
    /// The games of `tables`; none when one names a bot from `bots` on.
    fn of(tables: &[TableWins], bots: usize, ghost: f64) -> Option<Self> {
        // Tables of the same bots add up.
        let mut merged: BTreeMap<Vec<usize>, Vec<f64>> = BTreeMap::new();
        for table in tables {
            let mut seats = table.bots.clone();
            seats.sort_unstable();
            let seated = |bot: &usize| *bot < bots && seats.binary_search(bot).is_ok();
            if seats.iter().any(|bot| *bot >= bots) || !table.wins.iter().all(|(bot, _)| seated(bot)) {
                return None;
            }
            let wins = merged.entry(seats).or_insert_with(|| vec![0.0; bots]);
            for (bot, count) in &table.wins {
                wins[*bot] += count;
            }
        }
        Some(Model {
            choices: merged
                .into_iter()
                .map(|(seats, wins)| Choice::new(&seats, &wins))
                .collect(),
            bots,
            ghost,
        })
    }

    fn fit(&self) -> Option<Ratings> {
        let haunted = self.ghost > 0.0;
        if self.bots == 0 || !(haunted || self.connected()) {
            return None;
        }
        let mut theta = vec![0.0; self.bots];
        for _ in 0..50 {
            self.minorise(&mut theta);
        }
        let mut settled = false;
        for _ in 0..200 {
            let (gradient, information) = self.slope(&theta);
            let back = self.invert(information)?;
            let step: Vec<f64> = product(&back, &gradient);
            let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
            if !longest.is_finite() {
                return None;
            }
            let shorter = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            for (theta, step) in theta.iter_mut().zip(&step) {
                *theta += shorter * step;
            }
            self.centre(&mut theta);
            if settled {
                break;
            }
            // One more step after the last that could be seen.
            settled = longest < 1e-12;
        }
        let mut covariance = self.invert(self.slope(&theta).1)?;
        if !haunted {
            let part = 1.0 / self.bots as f64;
            for cell in &mut covariance {
                *cell -= part;
            }
        }
        Some(self.ratings(theta, &covariance))
    }

    fn ratings(&self, theta: Vec<f64>, covariance: &[f64]) -> Ratings {
        let root = |variance: f64| variance.max(0.0).sqrt();
        let at = |i: usize, j: usize| covariance[i * self.bots + j];
        let se: Vec<f64> = (0..self.bots).map(|i| root(at(i, i))).collect();
        let apart = |i: usize| root(at(i, i) + at(0, 0) - 2.0 * at(i, 0));
        let scaled = |values: &[f64]| values.iter().map(|value| value * ELO_PER_NAT).collect::<Vec<f64>>();
        Ratings {
            loglik: self.log_likelihood(&theta),
            elo: scaled(&theta),
            elo_se: scaled(&se),
            elo_vs_first: theta.iter().map(|each| (each - theta[0]) * ELO_PER_NAT).collect(),
            elo_vs_first_se: (0..self.bots).map(|i| apart(i) * ELO_PER_NAT).collect(),
            theta,
            se,
        }
    }

    /// One step of Hunter's algorithm: never downhill, but slow at the end.
    fn minorise(&self, theta: &mut [f64]) {
        let (mut wins, mut owed) = (vec![0.0; self.bots], vec![0.0; self.bots]);
        for choice in &self.choices {
            let (_, log_sum) = choice.shares(theta);
            for (bot, seats, won) in &choice.rows {
                wins[*bot] += won;
                owed[*bot] += choice.games * seats * libm::exp(-log_sum);
            }
        }
        for bot in 0..self.bots {
            wins[bot] += self.ghost;
            owed[bot] += 2.0 * self.ghost / (1.0 + libm::exp(theta[bot]));
            theta[bot] = libm::log(wins[bot] / owed[bot]);
        }
        self.centre(theta);
    }

    /// Without ghosts only differences are known; their sum is set to 0.
    fn centre(&self, theta: &mut [f64]) {
        if self.ghost <= 0.0 {
            let mean = theta.iter().sum::<f64>() / self.bots as f64;
            for each in theta {
                *each -= mean;
            }
        }
    }

    /// Gradient and information (negative second derivatives) of the log likelihood.
    fn slope(&self, theta: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut gradient = vec![0.0; self.bots];
        let mut information = vec![0.0; self.bots * self.bots];
        for choice in &self.choices {
            let (shares, _) = choice.shares(theta);
            for ((i, _, won), p) in choice.rows.iter().zip(&shares) {
                gradient[*i] += won - choice.games * p;
                information[i * self.bots + i] += choice.games * p;
                for ((j, ..), q) in choice.rows.iter().zip(&shares) {
                    information[i * self.bots + j] -= choice.games * p * q;
                }
            }
        }
        for bot in 0..self.bots {
            let p = 1.0 / (1.0 + libm::exp(-theta[bot]));
            gradient[bot] += self.ghost * (1.0 - 2.0 * p);
            information[bot * self.bots + bot] += 2.0 * self.ghost * p * (1.0 - p);
        }
        (gradient, information)
    }

    /// Inverse of the information; without ghosts after filling the direction in which all strengths rise together.
    fn invert(&self, mut information: Vec<f64>) -> Option<Vec<f64>> {
        if self.ghost <= 0.0 {
            let part = 1.0 / self.bots as f64;
            for cell in &mut information {
                *cell += part;
            }
        }
        inverse(&information, self.bots)
    }

    fn log_likelihood(&self, theta: &[f64]) -> f64 {
        let mut sum = 0.0;
        for choice in &self.choices {
            let (shares, _) = choice.shares(theta);
            for ((_, seats, won), p) in choice.rows.iter().zip(&shares).filter(|(row, _)| row.2 > 0.0) {
                sum += won * libm::log(p / seats);
            }
        }
        if self.ghost > 0.0 {
            for theta in theta {
                sum -= self.ghost * (libm::log1p(libm::exp(-theta)) + libm::log1p(libm::exp(*theta)));
            }
        }
        sum
    }

    /// Does a chain of wins lead from every bot to every other?
    fn connected(&self) -> bool {
        self.chains().into_iter().all(|chain| chain)
    }

    /// From which bot a chain of wins leads to which: one row for each bot from which, with itself.
    fn chains(&self) -> Vec<bool> {
        let m = self.bots;
        let mut beats = vec![false; m * m];
        for choice in &self.choices {
            for (winner, _, _) in choice.rows.iter().filter(|row| row.2 > 0.0) {
                for (loser, ..) in &choice.rows {
                    beats[winner * m + loser] = true;
                }
            }
        }
        for via in 0..m {
            for from in 0..m {
                if beats[from * m + via] {
                    for to in 0..m {
                        beats[from * m + to] |= beats[via * m + to];
                    }
                }
            }
        }
        for bot in 0..m {
            beats[bot * m + bot] = true;
        }
        beats
    }
}

fn product(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.chunks(vector.len()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(bots: &[usize], wins: &[(usize, f64)]) -> TableWins {
        TableWins {
            bots: bots.to_vec(),
            wins: wins.to_vec(),
        }
    }

    #[test]
    fn no_fit_without_a_chain_of_wins() {
        assert_eq!(luce_fit(&[table(&[0, 1], &[(0, 50.0)])], 2, 0.0), None);
        let apart = [
            table(&[0, 1], &[(0, 1.0), (1, 1.0)]),
            table(&[2, 3], &[(2, 1.0), (3, 1.0)]),
        ];
        assert_eq!(luce_fit(&apart, 4, 0.0), None);
        assert!(luce_fit(&apart, 4, 0.5).is_some());
        assert_eq!(luce_fit(&[table(&[0, 7], &[(0, 1.0)])], 2, 0.5), None);
        assert_eq!(luce_fit(&[table(&[0, 1], &[(2, 1.0)])], 3, 0.5), None);
        assert_eq!(luce_fit(&[], 0, 0.5), None);
    }

    #[test]
    fn order_of_games_does_not_matter_and_labels_permute() {
        let a = table(&[0, 1, 2], &[(0, 30.0), (1, 20.0), (2, 15.0)]);
        let b = table(&[1, 0], &[(0, 12.0), (1, 9.0)]);
        let one = luce_fit(&[a.clone(), b.clone()], 3, 0.0).expect("connected");
        assert_eq!(one, luce_fit(&[b, a], 3, 0.0).expect("connected"));
        let renamed = [
            table(&[2, 1, 0], &[(2, 30.0), (1, 20.0), (0, 15.0)]),
            table(&[2, 1], &[(2, 12.0), (1, 9.0)]),
        ];
        let other = luce_fit(&renamed, 3, 0.0).expect("connected");
        for i in 0..3 {
            assert!((one.theta[i] - other.theta[2 - i]).abs() < 1e-12);
        }
    }

    #[test]
    fn doubling_keeps_strengths_and_shrinks_errors() {
        let games = |k: f64| [table(&[0, 1], &[(0, 30.0 * k), (1, 20.0 * k)])];
        let (once, twice) = (
            luce_fit(&games(1.0), 2, 0.0).expect("connected"),
            luce_fit(&games(2.0), 2, 0.0).expect("connected"),
        );
        assert!((once.theta[0] - twice.theta[0]).abs() < 1e-12);
        assert!((once.se[0] / twice.se[0] - 2f64.sqrt()).abs() < 1e-9);
    }
}
