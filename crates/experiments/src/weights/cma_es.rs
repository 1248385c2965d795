//! Separable CMA-ES: an evolution strategy that learns a step of its own for each number (Ros and Hansen 2008, "A simple
//! modification in CMA-ES achieving linear time and space complexity"; constants as in Hansen's tutorial, arXiv 1604.00772).
//!
//! It maximises, within 0 to 1 in every number: what lies outside is put on the edge, and learned from as if drawn there.

use balance_engine::Stream;
use balance_stats::norm_ppf;

/// The first step, as a part of what a number may be.
const STEP: f64 = 0.2;
/// No step becomes larger than what a number may be.
const LARGEST: f64 = 1.0;

/// A search in progress.
pub(super) struct Evolution {
    mean: Vec<f64>,
    /// Variance of each number, in steps.
    spread: Vec<f64>,
    step: f64,
    /// Path of the step.
    pace: Vec<f64>,
    /// Path of the spread.
    path: Vec<f64>,
    generation: i32,
}

impl Evolution {
    /// A search from `start`.
    pub fn new(start: Vec<f64>) -> Self {
        let count = start.len();
        Evolution {
            mean: start,
            spread: vec![1.0; count],
            step: STEP,
            pace: vec![0.0; count],
            path: vec![0.0; count],
            generation: 0,
        }
    }

    /// Versions of each generation in a search of so many numbers.
    pub fn offspring(numbers: usize) -> usize {
        4 + (3.0 * libm::log(numbers.max(1) as f64)) as usize
    }

    /// Where the search stands.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The versions to be tried next.
    pub fn ask(&self, stream: &mut Stream) -> Vec<Vec<f64>> {
        let mut one = || -> Vec<f64> {
            let place = |(mean, spread): (&f64, &f64)| {
                // 2^-54 above 0, so that no draw is infinite.
                let draw = norm_ppf(stream.unit() + f64::EPSILON / 4.0);
                (mean + self.step * spread.sqrt() * draw).clamp(0.0, 1.0)
            };
            self.mean.iter().zip(&self.spread).map(place).collect()
        };
        (0..Self::offspring(self.mean.len())).map(|_| one()).collect()
    }

    /// Learns how good the versions were; the larger, the better.
    pub fn tell(&mut self, places: &[Vec<f64>], scores: &[f64]) {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        let parents = places.len() / 2;
        let n = self.mean.len() as f64;
        let raw: Vec<f64> = (0..parents)
            .map(|rank| libm::log(f64::midpoint(places.len() as f64, 1.0)) - libm::log(rank as f64 + 1.0))
            .collect();
        let all: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / all).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let rate_pace = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + rate_pace;
        let rate_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        // Numbers apart from each other are learned faster.
        let faster = (n + 2.0) / 3.0;
        let one = (faster * 2.0 / ((n + 1.3) * (n + 1.3) + effective)).min(1.0);
        let many = faster * 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        let many = many.min(1.0 - one);
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        self.generation += 1;
        let moved = |number: usize| -> f64 {
            let part = |(weight, at): (&f64, &usize)| weight * (places[*at][number] - self.mean[number]);
            weights.iter().zip(&order).map(part).sum::<f64>() / self.step
        };
        let moves: Vec<f64> = (0..self.mean.len()).map(moved).collect();
        for (number, moved) in moves.iter().enumerate() {
            let drawn = moved / self.spread[number].sqrt();
            self.pace[number] =
                (1.0 - rate_pace) * self.pace[number] + (rate_pace * (2.0 - rate_pace) * effective).sqrt() * drawn;
        }
        let length = self.pace.iter().map(|pace| pace * pace).sum::<f64>().sqrt();
        let begun = 1.0 - libm::pow(1.0 - rate_pace, f64::from(2 * self.generation));
        let steady = length / begun.sqrt() < (1.4 + 2.0 / (n + 1.0)) * expected;
        for (number, moved) in moves.iter().enumerate() {
            let push = if steady {
                (rate_path * (2.0 - rate_path) * effective).sqrt() * moved
            } else {
                0.0
            };
            self.path[number] = (1.0 - rate_path) * self.path[number] + push;
            let lost = if steady { 0.0 } else { rate_path * (2.0 - rate_path) };
            let square = |(weight, at): (&f64, &usize)| {
                let away = (places[*at][number] - self.mean[number]) / self.step;
                weight * away * away
            };
            let seen: f64 = weights.iter().zip(&order).map(square).sum();
            let kept = (1.0 - one - many) * self.spread[number];
            let along = one * (self.path[number] * self.path[number] + lost * self.spread[number]);
            self.spread[number] = (kept + along + many * seen).max(1e-12);
        }
        for (number, moved) in moves.iter().enumerate() {
            self.mean[number] = (self.mean[number] + self.step * moved).clamp(0.0, 1.0);
        }
        let grown = self.step * libm::exp(rate_pace / damping * (length / expected - 1.0));
        self.step = grown.clamp(1e-6, LARGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a search ends from the best, over 120 generations of a function of places.
    fn away(count: usize, best: &[f64], of: impl Fn(&[f64]) -> f64) -> f64 {
        let mut evolution = Evolution::new(vec![0.5; count]);
        let mut stream = Stream::keyed(3, 0, 0, 0);
        for _ in 0..120 {
            let places = evolution.ask(&mut stream);
            let scores: Vec<f64> = places.iter().map(|places| of(places)).collect();
            evolution.tell(&places, &scores);
        }
        let gaps = evolution
            .mean()
            .iter()
            .zip(best)
            .map(|(mean, best)| (mean - best).abs());
        gaps.fold(0.0, f64::max)
    }

    #[test]
    fn it_comes_to_the_best_of_a_bowl_whose_numbers_matter_unequally() {
        let best: Vec<f64> = (0..8).map(|number| 0.15 + 0.1 * f64::from(number)).collect();
        let bowl = |places: &[f64]| {
            let part = |(at, (place, best)): (usize, (&f64, &f64))| {
                -libm::pow(10.0, at as f64 / 3.0) * (place - best) * (place - best)
            };
            places.iter().zip(&best).enumerate().map(part).sum::<f64>()
        };
        assert!(away(8, &best, bowl) < 0.02);
    }

    #[test]
    fn the_best_may_lie_on_the_edge() {
        let up = |places: &[f64]| places[0] - places[1];
        assert!(away(2, &[1.0, 0.0], up) < 0.02);
    }

    #[test]
    fn one_number_and_equal_scores_do_no_harm() {
        assert!(away(1, &[0.9], |places| -(places[0] - 0.9).abs()) < 0.02);
        let same = away(3, &[0.5; 3], |_| 0.0);
        assert!(same.is_finite() && same <= 0.5);
    }
}
