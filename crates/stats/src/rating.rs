//! Strength of bots from who won at which table: Bradley-Terry, and Luce's choice model for tables of any size. Maximum
//! likelihood, so the order of games does not matter.

use crate::Interval;
use crate::ridge::inverse;
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
    Model::new(tables, bots, ghost)?.fit()
}

/// All games among one multiset of bots.
struct BotMultiset {
    /// (bot, seats, wins), each bot once.
    rows: Vec<(usize, f64, f64)>,
    /// All wins.
    games: f64,
}

impl BotMultiset {
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
    choices: Vec<BotMultiset>,
    bots: usize,
    ghost: f64,
}

impl Model {
    /// The games of `tables`; none when one names a bot from `bots` on.
    fn new(tables: &[TableWins], bots: usize, ghost: f64) -> Option<Self> {
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
                .map(|(seats, wins)| BotMultiset::new(&seats, &wins))
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

/// Pseudo-games that keep the strengths of others finite; so few that they move no interval to be seen.
const TRACE: f64 = 1e-3;

/// Interval at `confidence` of the Elo of every bot less that of bot 0, by the model of [`luce_fit`]: the differences
/// under which the likelihood, all other strengths fitted anew, is at least α/2 of the largest (the profile likelihood).
///
/// Of one share, from any independent values between 0 and 1, such an interval misses at most as often as it says however
/// rare the wins (Hoeffding 1963, theorem 1), where a normal one, and one by the χ² limit, misses more. An end is open where
/// no chain of wins leads from one of the two bots to the other. None as in [`luce_fit`].
pub fn luce_intervals(tables: &[TableWins], bots: usize, confidence: f64) -> Option<Vec<Interval>> {
    let model = Model::new(tables, bots, TRACE)?;
    let best = model.fit()?.theta;
    let chains = model.chains();
    let least = model.log_likelihood(&best) + libm::log((1.0 - confidence) / 2.0);
    let of_bot = |bot: usize| {
        let end = |known: bool, way: f64| {
            if known {
                model.end(&best, bot, way, least)
            } else {
                way * f64::INFINITY
            }
        };
        Interval {
            lo: end(chains[bot * bots], -1.0) * ELO_PER_NAT,
            hi: end(chains[bot], 1.0) * ELO_PER_NAT,
        }
    };
    let others = (1..bots).map(of_bot);
    Some(core::iter::once(Interval { lo: 0.0, hi: 0.0 }).chain(others).collect())
}

impl Model {
    /// How far a bot stands above the first, at most (`way` 1) or at least (−1), so that no less than `least` is lost.
    fn end(&self, best: &[f64], bot: usize, way: f64, least: f64) -> f64 {
        let mut theta = best.to_vec();
        let mut holds = |apart: f64| {
            theta[bot] = theta[0] + apart;
            self.settle(&mut theta, bot);
            self.log_likelihood(&theta) >= least
        };
        let mut inside = best[bot] - best[0];
        let mut step = way;
        while holds(inside + step) && step.abs() < 1e3 {
            inside += step;
            step *= 2.0;
        }
        let mut outside = inside + step;
        while (outside - inside).abs() > 1e-4 {
            let middle = f64::midpoint(inside, outside);
            if holds(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    }

    /// The best strengths that leave `bot` as far from the first as it stands: Newton's steps, halved where they would lose.
    fn settle(&self, theta: &mut Vec<f64>, bot: usize) {
        let free: Vec<usize> = (0..self.bots).filter(|each| *each != bot).collect();
        let mut reached = self.log_likelihood(theta);
        for _ in 0..100 {
            let (mut gradient, mut information) = self.slope(theta);
            // The first and the bot move together.
            gradient[0] += gradient[bot];
            for each in 0..self.bots {
                information[each] += information[bot * self.bots + each];
            }
            for each in 0..self.bots {
                information[each * self.bots] += information[each * self.bots + bot];
            }
            let cells = free.iter().flat_map(|i| free.iter().map(move |j| (i, j)));
            let cells: Vec<f64> = cells.map(|(i, j)| information[i * self.bots + j]).collect();
            let slope: Vec<f64> = free.iter().map(|each| gradient[*each]).collect();
            let Some(back) = inverse(&cells, free.len()) else {
                return;
            };
            let mut step = product(&back, &slope);
            let longest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
            if longest < 1e-9 {
                return;
            }
            let shorter = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            for step in &mut step {
                *step *= shorter;
            }
            let moved = loop {
                let mut there = theta.clone();
                for (each, step) in free.iter().zip(&step) {
                    there[*each] += step;
                }
                there[bot] += step[0];
                let gained = self.log_likelihood(&there);
                if gained > reached {
                    break Some((there, gained));
                }
                if step.iter().all(|step| step.abs() < 1e-9) {
                    break None;
                }
                for step in &mut step {
                    *step /= 2.0;
                }
            };
            let Some((there, gained)) = moved else {
                return;
            };
            (*theta, reached) = (there, gained);
        }
    }
}

/// Elo points of one unit of log odds, 400 / ln 10.
const ELO_PER_NAT: f64 = 400.0 / core::f64::consts::LN_10;

/// Elo difference of a player who wins the share `p` of games of two (Elo 1978); none at 0 and 1.
pub fn elo_from_rate(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| ELO_PER_NAT * libm::log(p / (1.0 - p)))
}

/// How many levels of play a ladder of bots shows. Means nothing without naming the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SkillDepth {
    /// Elo of one class.
    pub class_elo: f64,
    /// Distance between the weakest and the strongest bot, in classes.
    pub span_classes: f64,
    /// Length of the longest chain of bots each at least one class above the last.
    pub chain_length: usize,
}

/// Skill depth of a ladder of bots with ratings `elo`; one class is a win rate of `class_rate` (Robertie 1992; Lantz et al.
/// 2017). None without bots or for a class rate not above one half.
pub fn skill_depth(elo: &[f64], class_rate: f64) -> Option<SkillDepth> {
    let class_elo = elo_from_rate(class_rate).filter(|elo| *elo > 0.0)?;
    let mut sorted = elo.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    let (mut chain_length, mut rung) = (1, first);
    for elo in &sorted {
        // A rung exactly one class up counts, whatever its last bit.
        if elo - rung >= class_elo * (1.0 - 1e-12) {
            chain_length += 1;
            rung = *elo;
        }
    }
    Some(SkillDepth {
        class_elo,
        span_classes: (last - first) / class_elo,
        chain_length,
    })
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

    fn duel(one: usize, other: usize, wins: (f64, f64)) -> TableWins {
        table(&[one, other], &[(one, wins.0), (other, wins.1)])
    }

    fn elo(share: f64) -> f64 {
        crate::elo_from_rate(share).expect("inside")
    }

    /// Of two bots it is the interval of one share, which is known in closed form where nothing is won.
    #[test]
    fn of_two_bots_it_is_that_of_a_share() {
        let at = |wins: (f64, f64)| luce_intervals(&[duel(0, 1, wins)], 2, 0.95).expect("a fit")[1];
        for games in [10.0, 400.0, 1e6] {
            let none = at((games, 0.0));
            let most = 1.0 - libm::pow(0.025, 1.0 / games);
            assert!(
                none.lo == f64::NEG_INFINITY && (none.hi - elo(most)).abs() < 1.0,
                "{games} {none:?}"
            );
            let all = at((0.0, games));
            assert!(all.hi == f64::INFINITY && (all.lo + none.hi).abs() < 0.1, "{all:?}");
        }
        let some = at((30.0, 20.0));
        let lost = |share: f64| 20.0 * libm::log(0.4 / share) + 30.0 * libm::log(0.6 / (1.0 - share));
        for end in [some.lo, some.hi] {
            let share = 1.0 / (1.0 + libm::exp(-end / ELO_PER_NAT));
            assert!((lost(share) - libm::log(40.0)).abs() < 0.01, "{some:?}");
        }
    }

    /// Two bots that never win against the first have no lower end, though they are even with each other.
    #[test]
    fn an_end_is_open_where_no_chain_of_wins_leads() {
        let weak = [
            duel(0, 1, (40.0, 0.0)),
            duel(0, 2, (40.0, 0.0)),
            duel(1, 2, (20.0, 20.0)),
        ];
        let all = luce_intervals(&weak, 3, 0.95).expect("a fit");
        assert_eq!(all[0], Interval { lo: 0.0, hi: 0.0 });
        for each in &all[1..] {
            assert!(each.lo == f64::NEG_INFINITY && each.hi < elo(0.1), "{all:?}");
        }
        // One win of the third over the first is a way up for the second, too.
        let way = [
            duel(0, 1, (40.0, 0.0)),
            duel(0, 2, (39.0, 1.0)),
            duel(1, 2, (20.0, 20.0)),
        ];
        let all = luce_intervals(&way, 3, 0.95).expect("a fit");
        assert!(
            all.iter().all(|each| each.lo.is_finite() && each.hi.is_finite()),
            "{all:?}"
        );
        let apart = luce_intervals(&[duel(0, 1, (5.0, 5.0))], 3, 0.95).expect("a fit");
        assert_eq!(apart[2], Interval::ANY);
        assert_eq!(luce_intervals(&[duel(0, 7, (1.0, 1.0))], 2, 0.95), None);
    }

    /// Of three bots, against nested golden sections of the likelihood in Python 3.
    #[test]
    fn of_three_bots_it_is_what_other_software_finds() {
        let games = [
            duel(0, 1, (30.0, 20.0)),
            duel(0, 2, (45.0, 5.0)),
            duel(1, 2, (28.0, 22.0)),
        ];
        let all = luce_intervals(&games, 3, 0.95).expect("a fit");
        for (found, (lo, hi)) in all[1..].iter().zip([(-266.89, -23.30), (-387.17, -126.10)]) {
            assert!((found.lo - lo).abs() < 0.1 && (found.hi - hi).abs() < 0.1, "{all:?}");
        }
    }
}

#[cfg(test)]
mod strength_tests {
    use super::*;

    #[test]
    fn ends_have_no_elo() {
        assert_eq!(
            (elo_from_rate(0.0), elo_from_rate(1.0), elo_from_rate(f64::NAN)),
            (None, None, None)
        );
        assert_eq!((skill_depth(&[], 0.75), skill_depth(&[1.0], 0.5)), (None, None));
    }

    #[test]
    fn the_order_of_a_ladder_does_not_matter() {
        assert_eq!(
            skill_depth(&[0.0, 200.0, 90.0], 0.7),
            skill_depth(&[90.0, 0.0, 200.0], 0.7)
        );
    }
}
