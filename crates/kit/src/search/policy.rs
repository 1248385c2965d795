//! How a trained bot chooses: by features of the moves at hand, which the game declares, added up by trained weights.

use super::evaluation::{Feature, dot, read};
use balance_engine::{Bot, Game, Moves, Stream, View};
use std::sync::Arc;

/// Most moves among which a secret choice is drawn; of more the best is taken.
const DRAWN: usize = 32;
/// Secret choices that are less likely than this part of the likeliest are never made by who plays as well as it can,
const SURE: f64 = 0.8;
/// nor than this part by somebody who is imagined, of whom one cannot be sure.
const UNSURE: f64 = 0.2;

/// Gives the features of every move, in the order of the moves. The weights are those of the features: what a move brings may
/// depend on what follows it, and they say what that will be.
type Look<G> = Box<dyn Fn(View<'_, G>, &[<G as Game>::Move], &[f64], &mut dyn FnMut(&[f64])) + Send + Sync>;

/// How moves of a game are judged: a move is worth the sum of its features by their weights, and a bot chooses it as often as goes
/// with the exponential of that (the choice rule of Luce 1959). Where nothing is secret the best one is taken.
pub struct Policy<G: Game> {
    features: &'static [Feature],
    look: Look<G>,
    weights: Vec<f64>,
    secret: fn(View<'_, G>) -> bool,
    /// The kind of bot that is searched with before there are weights.
    pub(super) first: &'static str,
}

impl<G: Game> Policy<G> {
    /// Looks at these features of moves by `look`, and weighs them by the `choices` of `weights`, a file made by
    /// `balance bots train`. Training begins with searches that improve on the kind of bot `first`.
    ///
    /// # Panics
    /// When the file is no such file or names other features.
    pub fn new(
        features: &'static [Feature],
        weights: &str,
        first: &'static str,
        look: impl Fn(View<'_, G>, &[G::Move], &[f64], &mut dyn FnMut(&[f64])) + Send + Sync + 'static,
    ) -> Self {
        Policy {
            features,
            look: Box::new(look),
            weights: read(weights, features, |file| file.choices),
            secret: |_| false,
            first,
        }
    }

    /// These choices are better not foreseen by others.
    #[must_use]
    pub fn secret(mut self, secret: fn(View<'_, G>) -> bool) -> Self {
        self.secret = secret;
        self
    }

    /// What is looked at.
    pub fn features(&self) -> &'static [Feature] {
        self.features
    }

    /// The weights, in the order of the features.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The features of all moves, one after the other, as a bot with these weights sees them.
    ///
    /// # Panics
    /// When a feature is no finite number.
    pub(super) fn see(&self, view: View<'_, G>, moves: &[G::Move], weights: &[f64]) -> Vec<f64> {
        let mut rows = Vec::with_capacity(moves.len() * self.features.len());
        (self.look)(view, moves, weights, &mut |row| {
            let wrong = self.features.iter().zip(row).find(|(_, value)| !value.is_finite());
            if let Some((feature, value)) = wrong {
                panic!("the feature `{}` of a move is {value}", feature.name);
            }
            rows.extend_from_slice(row);
        });
        rows
    }

    fn scores(&self, view: View<'_, G>, moves: &[G::Move], weights: &[f64], mut score: impl FnMut(f64)) {
        (self.look)(view, moves, weights, &mut |row| score(dot(weights, row)));
    }
}

/// Chooses by a policy with weights of its own.
pub(crate) struct PolicyBot<G: Game> {
    policy: Arc<Policy<G>>,
    weights: Vec<f64>,
    /// Secret choices that are less likely than this part of the likeliest are never made.
    least: f64,
}

impl<G: Game> PolicyBot<G> {
    /// One that plays as well as it can.
    pub fn new(policy: &Arc<Policy<G>>, weights: &[f64]) -> Self {
        PolicyBot {
            policy: Arc::clone(policy),
            weights: weights.to_vec(),
            least: SURE,
        }
    }

    /// The same that is known less well: it makes secret choices about as often as those it learnt from.
    pub fn unsure(mut self) -> Self {
        self.least = UNSURE;
        self
    }
}

impl<G: Game> Bot<G> for PolicyBot<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let (mut best, mut most, mut at) = (0, f64::NEG_INFINITY, 0);
        let mut scores = [f64::NEG_INFINITY; DRAWN];
        self.policy.scores(view, moves, &self.weights, |score| {
            if let Some(place) = scores.get_mut(at) {
                *place = score;
            }
            if score > most {
                (best, most) = (at, score);
            }
            at += 1;
        });
        if at > DRAWN || !(self.policy.secret)(view) {
            return best;
        }
        let scores = &mut scores[..at];
        for score in &mut *scores {
            let share = libm::exp(*score - most);
            *score = if share < self.least { 0.0 } else { share };
        }
        let mut left = chance.unit() * scores.iter().sum::<f64>();
        for (at, share) in scores.iter().enumerate() {
            if left < *share {
                return at;
            }
            left -= share;
        }
        best
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.policy.scores(view, moves, &self.weights, |score| out.push(score));
    }
}
