//! How a position in the middle of a game is judged: by features that the game declares, added up by trained weights.

use balance_engine::{BySeat, Game, Seat, State, View};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most features of a game.
pub const MAX_FEATURES: usize = 24;

/// One thing that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name among the weights.
    pub name: &'static str,
    /// One line about what it is.
    pub help: &'static str,
}

impl Feature {
    /// What is known by this name, and what it is.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Feature { name, help }
    }
}

/// What is seen of a position, by seat: a number for each feature, in the order in which they are declared.
pub type Sight = BySeat<[f64; MAX_FEATURES]>;

/// Writes the features of every seat. The position may be looked at whole: it was imagined.
type Look<G> = Arc<dyn Fn(&G, &State<G>, &mut Sight) + Send + Sync>;

/// Judges positions of a game: the chance of each seat to win is taken to be `exp(v)` over the sum of all seats, with `v`
/// the sum of its features by their weights (the choice rule of Luce 1959).
pub struct Evaluation<G: Game> {
    features: &'static [Feature],
    look: Look<G>,
    weights: [f64; MAX_FEATURES],
    weighty: fn(View<'_, G>) -> bool,
}

/// A file of weights, by the names of features.
#[derive(Deserialize)]
pub(super) struct WeightsFile {
    /// Of positions.
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
    /// Of moves.
    #[serde(default)]
    pub choices: BTreeMap<String, f64>,
}

/// The weights of these features in a file, of those that `part` picks; all 0 where the file is empty.
///
/// # Panics
/// When it is no file of weights, or names other features.
pub(super) fn read(
    file: &str,
    features: &[Feature],
    part: impl FnOnce(WeightsFile) -> BTreeMap<String, f64>,
) -> Vec<f64> {
    if file.is_empty() {
        return vec![0.0; features.len()];
    }
    let named = part(toml::from_str(file).expect("a file of weights"));
    if named.is_empty() {
        return vec![0.0; features.len()];
    }
    assert!(named.len() == features.len(), "a weight for each feature");
    features.iter().map(|feature| named[feature.name]).collect()
}

impl<G: Game> Evaluation<G> {
    /// Looks at these features by `look`, and weighs them by `weights`: a file made by `balance bots train`, or nothing where the
    /// game has not been trained yet.
    ///
    /// # Panics
    /// When the game declares too many features, or when the file is no such file or names other features.
    pub fn new(
        features: &'static [Feature],
        weights: &str,
        look: impl Fn(&G, &State<G>, &mut Sight) + Send + Sync + 'static,
    ) -> Self {
        assert!(features.len() <= MAX_FEATURES, "at most {MAX_FEATURES} features");
        let read = read(weights, features, |file| file.weights);
        let mut weights = [0.0; MAX_FEATURES];
        weights[..features.len()].copy_from_slice(&read);
        Evaluation {
            features,
            look: Arc::new(look),
            weights,
            weighty: |_| true,
        }
    }

    /// Only these choices are worth a search that leaves trifles to its policy.
    #[must_use]
    pub fn weighty(mut self, weighty: fn(View<'_, G>) -> bool) -> Self {
        self.weighty = weighty;
        self
    }

    /// The same with these weights, in the order of the features.
    pub(super) fn weighed(&self, weights: &[f64]) -> Self {
        let mut evaluation = Evaluation {
            features: self.features,
            look: Arc::clone(&self.look),
            weights: [0.0; MAX_FEATURES],
            weighty: self.weighty,
        };
        evaluation.weights[..weights.len()].copy_from_slice(weights);
        evaluation
    }

    /// Is a choice worth a search?
    pub(super) fn is_weighty(&self, view: View<'_, G>) -> bool {
        (self.weighty)(view)
    }

    /// What is looked at.
    pub fn features(&self) -> &'static [Feature] {
        self.features
    }

    /// Looks at a position.
    pub(super) fn see(&self, game: &G, state: &State<G>, sight: &mut Sight) {
        (self.look)(game, state, sight);
        for row in sight.first(game.players()) {
            let wrong = self.features.iter().zip(row).find(|(_, value)| !value.is_finite());
            if let Some((feature, value)) = wrong {
                panic!("the feature `{}` is {value}", feature.name);
            }
        }
    }

    /// How likely `seat` is to win, 0 to 1.
    pub fn judge(&self, game: &G, state: &State<G>, seat: Seat, sight: &mut Sight) -> f64 {
        self.see(game, state, sight);
        let mut values = [0.0; balance_engine::MAX_SEATS];
        let values = &mut values[..game.players()];
        for (value, row) in values.iter_mut().zip(sight.first(game.players())) {
            *value = dot(&self.weights[..self.features.len()], row);
        }
        shares(values);
        values[seat.index()]
    }
}

/// The sum of products, first to last: the same bits everywhere.
#[inline]
pub(super) fn dot(weights: &[f64], row: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (weight, value) in weights.iter().zip(row) {
        sum += weight * value;
    }
    sum
}

/// Turns values into shares of one that go with their exponentials.
#[inline]
pub(super) fn shares(values: &mut [f64]) {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for value in values.iter_mut() {
        *value = libm::exp(*value - most);
        sum += *value;
    }
    for value in values {
        *value /= sum;
    }
}
