//! Trains the weights of a game's [`Evaluation`](super::Evaluation) on games of its own bots: `balance bots train`.
//!
//! A mixture of bots plays at every table size; at the beginning of each turn the features of all seats are noted, and
//! afterwards who won. The weights are those under which what happened is likeliest (the choice rule of Luce 1959), found
//! by Newton's method. Sums run in the order of the games and exponentials come from one library, so the same bytes come
//! out on any machine.

use std::cell::Cell;
use std::fmt::Write as _;

use balance_engine::{BySeat, Chance, MAX_SEATS, Outcome, Recorder, Seat, State, Stream, Table};

use super::evaluation::{Evaluation, Feature, MAX_FEATURES, dot, shares};
use super::{Budget, Sight};
use crate::broken_game::caught;
use crate::{At, BotSpec, Broken, Guest, Mistake, Setup, description};

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Games at each number of players.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// The name of the program that trains, for the command in the file.
    pub program: &'static str,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The file of weights, with the record of how they were made.
    pub file: String,
}

/// Why a game could not be trained.
#[derive(Clone, Debug)]
pub enum Untrained {
    /// It declares no features, or cannot be built.
    Mistakes(Vec<Mistake>),
    /// A game broke.
    Broken(Broken),
}

/// How strongly weights are drawn towards 0: as by so many positions in which a feature of one tells nothing.
const RIDGE: f64 = 1.0;
/// Most steps of Newton's method.
const STEPS: usize = 30;
/// One game in so many is kept to be judged by.
const KEPT: u64 = 5;

/// One position: who won parts of it, and what was seen of each seat.
struct Position {
    players: usize,
    won: [f64; MAX_SEATS],
    /// Seat after seat, as many numbers as there are features.
    seen: Vec<f64>,
    kept: bool,
}

/// Notes the features of every turn.
struct FeatureRecorder<'e, G: Guest> {
    evaluation: &'e Evaluation<G>,
    sight: Sight,
    seen: Vec<Vec<f64>>,
}

impl<G: Guest> Recorder<G> for FeatureRecorder<'_, G> {
    fn turn(&mut self, game: &G, state: &State<G>) {
        self.evaluation.see(game, state, &mut self.sight);
        let count = self.evaluation.features().len();
        let rows = self.sight.first(game.players()).iter();
        self.seen
            .push(rows.flat_map(|row| row[..count].iter().copied()).collect());
    }
}

/// Trains the weights of `G`.
///
/// # Errors
/// What keeps the game from being trained.
pub(crate) fn train<G: Guest>(training: &Training) -> Result<Trained, Untrained> {
    caught(training.seed, 0, |current| trained::<G>(training, current))
        .map_err(Untrained::Broken)?
        .map_err(Untrained::Mistakes)
}

fn trained<G: Guest>(training: &Training, current: &Cell<u64>) -> Result<Trained, Vec<Mistake>> {
    let bots = G::bots();
    let Some(evaluation) = &bots.evaluation else {
        let message = format!("{} declares no features, so there is nothing to train", G::TITLE);
        return Err(vec![Mistake::new(At::Whole, message, "")]);
    };
    let Budget { rivals, .. } = bots.budgets[0];
    let mix = if rivals.is_empty() {
        &[bots.default_kind()][..]
    } else {
        rivals
    };
    let kinds: Vec<_> = mix
        .iter()
        .map(|kind| bots.make(kind, &BotSpec::of_kind(kind)))
        .collect::<Result<_, _>>()?;
    let mut positions = Vec::new();
    let settable = schemars::schema_for!(G::Rules);
    let settable = settable
        .get("properties")
        .and_then(|keys| keys.get("players"))
        .is_some();
    for players in G::PLAYERS {
        let mut setup = Setup::default();
        if settable {
            setup
                .rules
                .insert("players".to_owned(), toml::Value::Integer(players.into()));
        }
        let game = description::read::<G>(&setup)?;
        let mut table = Table::new(&game);
        let mut notes = FeatureRecorder {
            evaluation,
            sight: BySeat::filled([0.0; MAX_FEATURES]),
            seen: Vec::new(),
        };
        for number in 0..training.games {
            current.set(number);
            let mut dealer = Stream::keyed(training.seed, number, u8::MAX, players);
            let cast: [usize; MAX_SEATS] = std::array::from_fn(|_| dealer.below(kinds.len() as u32) as usize);
            let bot_of = |_: usize, seat: usize| &*kinds[cast[seat]];
            let Outcome { winners, .. } = table
                .play(Chance::new(training.seed, number), bot_of, &mut notes)
                .outcome;
            if winners.is_empty() {
                notes.seen.clear();
                continue;
            }
            let won = std::array::from_fn(|seat| super::playing::share(winners, Seat(seat as u8)));
            positions.extend(notes.seen.drain(..).map(|seen| Position {
                players: game.players(),
                won,
                seen,
                kept: number % KEPT == 0,
            }));
        }
    }
    let features = evaluation.features();
    let weights = fit(&positions, features.len());
    Ok(Trained {
        file: file::<G>(training, mix, features, &positions, &weights),
    })
}

/// The sum over positions of how surprising each outcome was, in nats, and how many there were.
fn surprise(positions: &[Position], weights: &[f64], kept: bool) -> (f64, u64) {
    let mut values = [0.0; MAX_SEATS];
    let (mut sum, mut count) = (0.0, 0);
    for position in positions.iter().filter(|position| position.kept == kept) {
        let values = &mut values[..position.players];
        for (value, row) in values.iter_mut().zip(position.seen.chunks_exact(weights.len())) {
            *value = dot(weights, row);
        }
        shares(values);
        for (share, won) in values.iter().zip(position.won).filter(|(_, won)| *won > 0.0) {
            sum -= won * libm::log(share.max(1e-300));
        }
        count += 1;
    }
    (sum, count)
}

/// The likeliest weights.
fn fit(positions: &[Position], count: usize) -> Vec<f64> {
    let cost = |weights: &[f64]| {
        let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
        surprise(positions, weights, false).0 + 0.5 * RIDGE * pull
    };
    let mut weights = vec![0.0; count];
    let mut now = cost(&weights);
    for _ in 0..STEPS {
        let (slope, bend) = slope(positions, &weights);
        let step = solve(bend, slope);
        let mut scale = 1.0;
        let before = now;
        loop {
            let tried: Vec<f64> = weights
                .iter()
                .zip(&step)
                .map(|(weight, step)| weight - scale * step)
                .collect();
            let then = cost(&tried);
            if then < now {
                (weights, now) = (tried, then);
                break;
            }
            scale *= 0.5;
            if scale < 1e-6 {
                return weights;
            }
        }
        if before - now < 1e-7 * before {
            return weights;
        }
    }
    weights
}

/// Gradient and second derivatives of the cost.
fn slope(positions: &[Position], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut first: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
    let mut second = vec![vec![0.0; count]; count];
    for (at, row) in second.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    let mut values = [0.0; MAX_SEATS];
    for position in positions.iter().filter(|position| !position.kept) {
        let values = &mut values[..position.players];
        let rows = || position.seen.chunks_exact(count);
        for (value, row) in values.iter_mut().zip(rows()) {
            *value = dot(weights, row);
        }
        shares(values);
        let mut mean = [0.0; MAX_FEATURES];
        for (share, row) in values.iter().zip(rows()) {
            for (mean, value) in mean.iter_mut().zip(row) {
                *mean += share * value;
            }
        }
        for (seat, (share, row)) in values.iter().zip(rows()).enumerate() {
            for a in 0..count {
                first[a] += (share - position.won[seat]) * row[a];
                let from_mean = share * (row[a] - mean[a]);
                for b in 0..=a {
                    second[a][b] += from_mean * (row[b] - mean[b]);
                }
            }
        }
    }
    (first, second)
}

/// Solves a symmetric system, of which the lower half is given, by Cholesky's method.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        for row in column..count {
            let known = matrix[row][..column].iter().zip(&matrix[column]);
            let sum = matrix[row][column] - known.map(|(a, b)| a * b).sum::<f64>();
            matrix[row][column] = if row == column {
                sum.max(1e-12).sqrt()
            } else {
                sum / matrix[column][column]
            };
        }
    }
    for row in 0..count {
        for before in 0..row {
            right[row] -= matrix[row][before] * right[before];
        }
        right[row] /= matrix[row][row];
    }
    for row in (0..count).rev() {
        for after in row + 1..count {
            right[row] -= matrix[after][row] * right[after];
        }
        right[row] /= matrix[row][row];
    }
    right
}

/// The file: the record, and the weights.
fn file<G: Guest>(
    training: &Training,
    mix: &[&str],
    features: &[Feature],
    positions: &[Position],
    weights: &[f64],
) -> String {
    let (trained, kept) = (
        positions.iter().filter(|position| !position.kept).count(),
        positions.iter().filter(|position| position.kept).count(),
    );
    let mean = |weights: &[f64]| {
        let (sum, count) = surprise(positions, weights, true);
        sum / count.max(1) as f64
    };
    let (blind, seeing) = (mean(&vec![0.0; weights.len()]), mean(weights));
    let command = format!(
        "{} bots train {} --games {} --seed {}",
        training.program,
        G::KEY,
        training.games,
        training.seed
    );
    let mut text = format!(
        "# How a search judges positions of {}. Made by `{command}`, not by hand.\n\n",
        G::TITLE
    );
    let _ = write!(
        text,
        "[record]\ncommand = \"{command}\"\nplayers = [{}, {}]  # games at each number from the first to the last\n\
         bots = {mix:?}  # one dealt to each seat\n\
         positions = {trained}  # beginnings of turns that the weights were found from\n\
         kept = {kept}  # of other games, by which they are judged here:\n\
         surprise = [{blind:.4}, {seeing:.4}]  # mean surprise at who won, in nats, without and with the features\n\n[weights]\n",
        G::PLAYERS.start(),
        G::PLAYERS.end(),
    );
    for (feature, weight) in features.iter().zip(weights) {
        let _ = writeln!(text, "{} = {weight:.4}  # {}", feature.name, feature.help);
    }
    text
}
