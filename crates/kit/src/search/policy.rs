//! How a trained bot chooses: by features of the moves at hand, which the game declares, added up by trained weights.
//!
//! It is trained to choose what searches choose (expert iteration, Anthony, Tian and Barber 2017): searches play and their choices
//! are noted; the weights are those under which these are likeliest; and the next searches improve on it.

use super::SearchSettings;
use super::bot::SearchBot;
use super::evaluation::{Evaluation, Feature, dot, read};
use super::playing::share;
use super::train::{Example, fit};
use crate::Guest;
use balance_engine::{Bot, Chance, Game, Moves, Recorder, Seat, State, Stream, Table, View};
use std::cell::Cell;
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

/// Simulations for a choice that is imitated, and turns to simulate: more than an expert's, who is to be fast.
const ITERATIONS: u32 = 96;
const HORIZON: u32 = 3;
/// Of so many games by which positions are judged, one is played by searches.
const SEARCHED: u64 = 128;
/// One game in so many is kept to be judged by.
pub(super) const KEPT: u64 = 5;
/// How often the weights are found anew from the same choices: what a move brings depends on them, too.
const PASSES: usize = 4;

/// A choice of a search.
struct Chosen<G: Guest> {
    /// The table, by its number.
    table: usize,
    state: State<G>,
    seat: Seat,
    moves: Vec<G::Move>,
    /// Index into the moves.
    at: usize,
    kept: bool,
}

/// Notes what was chosen.
struct ChoiceRecorder<G: Guest> {
    table: usize,
    kept: bool,
    chosen: Vec<Chosen<G>>,
}

impl<G: Guest> Recorder<G> for ChoiceRecorder<G> {
    fn choice(&mut self, _game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        if moves.len() > 1 {
            self.chosen.push(Chosen {
                table: self.table,
                state: state.clone(),
                seat,
                moves: moves.to_vec(),
                at: chosen,
                kept: self.kept,
            });
        }
    }
}

/// Games at each table, and their master seed.
#[derive(Clone, Copy)]
pub(super) struct TrainingGames {
    pub count: u64,
    pub seed: u64,
}

/// How bots may choose by a policy, at these tables.
pub(super) struct Imitation<'a, G: Guest> {
    pub tables: &'a [G],
    pub policy: &'a Arc<Policy<G>>,
    pub current: &'a Cell<u64>,
}

impl<G: Guest> Imitation<'_, G> {
    /// The policy's bot with these weights.
    pub fn bot(&self, weights: &[f64]) -> PolicyBot<G> {
        PolicyBot::new(self.policy, weights)
    }

    /// Weights after what searches choose that improve on `playout`, and the choices.
    pub fn weights(
        &self,
        games: TrainingGames,
        evaluation: Evaluation<G>,
        own: &TrainedPlayer<'_, G>,
    ) -> (Vec<f64>, Vec<Example>) {
        let search = self.searching(evaluation, own);
        let mut notes = ChoiceRecorder {
            table: 0,
            kept: false,
            chosen: Vec::new(),
        };
        for (at, game) in self.tables.iter().enumerate() {
            let mut table = Table::new(game);
            notes.table = at;
            for number in 0..games.count.div_ceil(SEARCHED) {
                self.current.set(number);
                notes.kept = number % KEPT == 0;
                table.play(Chance::new(games.seed, number), |_, _| &search, &mut notes);
            }
        }
        let count = self.policy.features().len();
        let mut weights = match own {
            TrainedPlayer::Trained(weights) => weights.clone(),
            TrainedPlayer::Made(_) => vec![0.0; count],
        };
        let mut examples = Vec::new();
        for _ in 0..PASSES {
            examples = notes
                .chosen
                .iter()
                .map(|chosen| self.example(chosen, &weights))
                .collect();
            weights = fit(&examples, count);
        }
        (weights, examples)
    }

    fn example(&self, chosen: &Chosen<G>, weights: &[f64]) -> Example {
        let one = |at| if at == chosen.at { 1.0 } else { 0.0 };
        let view = chosen.state.view(&self.tables[chosen.table], chosen.seat);
        Example {
            chosen: (0..chosen.moves.len()).map(one).collect(),
            seen: self.policy.see(view, &chosen.moves, weights),
            kept: chosen.kept,
        }
    }

    /// A search that improves on a bot: it looks at every choice, and takes its time.
    fn searching(&self, evaluation: Evaluation<G>, own: &TrainedPlayer<'_, G>) -> SearchBot<G> {
        SearchBot {
            settings: SearchSettings {
                iterations: ITERATIONS,
                width: 64,
                horizon: HORIZON,
                caution: 0.0,
                give_up: 0,
                trifles: true,
                playout: None,
                rivals: Vec::new(),
            },
            evaluation: Some(Arc::new(evaluation)),
            playout: match own {
                TrainedPlayer::Trained(weights) => Box::new(self.bot(weights)),
                TrainedPlayer::Made(make) => make(),
            },
            rivals: match own {
                TrainedPlayer::Trained(weights) => vec![Box::new(self.bot(weights).unsure())],
                TrainedPlayer::Made(_) => Vec::new(),
            },
            mix: match own {
                TrainedPlayer::Trained(_) => vec![0],
                TrainedPlayer::Made(_) => Vec::new(),
            },
        }
    }

    /// What a bot with the weights `new` wins alone among bots with the weights `old`, in times of an even share.
    pub fn gain(&self, games: TrainingGames, [new, old]: [&[f64]; 2]) -> f64 {
        let (new, old) = (self.bot(new), self.bot(old));
        let (new, old): (&dyn Bot<G>, &dyn Bot<G>) = (&new, &old);
        let (mut won, mut even) = (0.0, 0.0);
        for game in self.tables {
            let mut table = Table::new(game);
            let players = game.players() as u64;
            for number in 0..games.count {
                self.current.set(number);
                let own = Seat((number % players) as u8);
                let bot_of = |_: usize, seat: usize| if seat == own.index() { new } else { old };
                let winners = table
                    .play(Chance::new(games.seed, number), bot_of, &mut ())
                    .outcome
                    .winners;
                if !winners.is_empty() {
                    won += share(winners, own);
                    even += 1.0 / players as f64;
                }
            }
        }
        won / f64::max(even, 1.0)
    }
}

/// On whom a search improves.
pub(super) enum TrainedPlayer<'a, G: Guest> {
    /// The policy with these weights.
    Trained(Vec<f64>),
    /// A bot that is made so.
    Made(&'a dyn Fn() -> Box<dyn Bot<G>>),
}
