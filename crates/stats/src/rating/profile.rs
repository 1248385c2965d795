//! How far strengths may lie apart: what the games refute, with an end left open where they refute nothing.

use super::{Model, TableWins, product};
use crate::strength::ELO_PER_NAT;
use crate::{Interval, matrix::inverse};

/// Pseudo-games that keep the strengths of others finite; so few that they move no interval to be seen.
const TRACE: f64 = 1e-3;

/// Interval at `confidence` of the Elo of every bot less that of bot 0, by the model of [`super::luce_fit`]: the differences
/// under which the likelihood, all other strengths fitted anew, is at least α/2 of the largest (the profile likelihood).
///
/// Of one share, from any independent values between 0 and 1, such an interval misses at most as often as it says however
/// rare the wins (Hoeffding 1963, theorem 1), where a normal one, and one by the χ² limit, misses more. An end is open where
/// no chain of wins leads from one of the two bots to the other. None as in [`super::luce_fit`].
pub fn luce_intervals(tables: &[TableWins], bots: usize, confidence: f64) -> Option<Vec<Interval>> {
    let model = Model::of(tables, bots, TRACE)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(one: usize, other: usize, wins: (f64, f64)) -> TableWins {
        TableWins {
            bots: vec![one, other],
            wins: vec![(one, wins.0), (other, wins.1)],
        }
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
