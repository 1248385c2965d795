//! Trains a [`Policy`] to choose what searches choose (expert iteration, Anthony, Tian and Barber 2017): searches play and their
//! choices are noted; the weights of the policy are those under which these are likeliest; and the next searches improve on it.

use std::cell::Cell;
use std::sync::Arc;

use super::SearchSettings;
use super::bot::SearchBot;
use super::evaluation::Evaluation;
use super::fit::{Example, fit};
use super::playing::share;
use super::policy::{Policy, PolicyBot};
use crate::Guest;
use balance_engine::{Bot, Chance, Moves, Recorder, Seat, State, Table};

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
