//! Trains a game's weights: `balance bots train`.
//!
//! Those of an [`Evaluation`](super::Evaluation): bots play at every table size; at the beginning of each turn the features of all
//! seats are noted, and afterwards who won. Where the game declares a [`Policy`](super::Policy), its weights are trained as well,
//! in rounds (`Imitation`); each round judges positions by games of the policy of the one before.
//!
//! The weights are those under which what was chosen is likeliest, found by Newton's method (the choice rule of Luce 1959). Sums
//! run in the order of the examples and exponentials come from one library, so the same bytes come out on any machine.

use super::evaluation::{Evaluation, Feature, MAX_FEATURES, dot, shares};
use super::policy::{Imitation, KEPT, TrainedPlayer, TrainingGames};
use super::{Budget, Policy, Sight};
use crate::broken_game::caught;
use crate::{At, BotSpec, Bots, Broken, Guest, Mistake, Setup, description};
use balance_engine::{Bot, BySeat, Chance, MAX_SEATS, Outcome, Recorder, Seat, State, Stream, Table};
use std::cell::Cell;
use std::fmt::Write as _;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Games at each number of players.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Most rounds in which the choices of searches are learnt from, where the game declares how moves are judged.
    pub rounds: u32,
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

/// Weights and what they were found from.
struct Weighed {
    weights: Vec<f64>,
    examples: Vec<Example>,
}

/// What a round of [`imitation`] came to.
struct TrainingRound {
    positions: Weighed,
    choices: Weighed,
    /// What its policy wins alone among that of the round before, in times of an even share.
    gain: f64,
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
    let tables = tables::<G>()?;
    if let Some(policy) = &bots.policy {
        let imitation = Imitation {
            tables: &tables,
            policy,
            current,
        };
        let rounds = rounds(training, &bots, evaluation, &imitation)?;
        return Ok(Trained {
            file: file_of_rounds::<G>(training, evaluation.features(), policy, &rounds),
        });
    }
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
    let positions = judged(training, evaluation, &tables, &kinds, current);
    let names: Vec<String> = mix.iter().map(|name| (*name).to_owned()).collect();
    let mut file = head::<G>(training);
    file += &of_positions::<G>(&names, &positions);
    file += &weights_of("weights", evaluation.features(), &positions.weights);
    Ok(Trained { file })
}

/// A table of every number of players.
fn tables<G: Guest>() -> Result<Vec<G>, Vec<Mistake>> {
    let settable = schemars::schema_for!(G::Rules);
    let settable = settable
        .get("properties")
        .and_then(|keys| keys.get("players"))
        .is_some();
    let table = |players: u8| {
        let mut setup = Setup::default();
        if settable {
            setup
                .rules
                .insert("players".to_owned(), toml::Value::Integer(players.into()));
        }
        description::read::<G>(&setup)
    };
    G::PLAYERS.map(table).collect()
}

/// How positions are judged by games of these bots.
fn judged<G: Guest>(
    training: &Training,
    evaluation: &Evaluation<G>,
    tables: &[G],
    kinds: &[Box<dyn Bot<G>>],
    current: &Cell<u64>,
) -> Weighed {
    let mut examples = Vec::new();
    for (game, players) in tables.iter().zip(G::PLAYERS) {
        let mut table = Table::new(game);
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
            let seats = (0..game.players() as u8).map(Seat);
            let won: Vec<f64> = seats.map(|seat| super::playing::share(winners, seat)).collect();
            examples.extend(notes.seen.drain(..).map(|seen| Example {
                chosen: won.clone(),
                seen,
                kept: number % KEPT == 0,
            }));
        }
    }
    Weighed {
        weights: fit(&examples, evaluation.features().len()),
        examples,
    }
}

/// Rounds of imitation, as long as each gains something; the last one is the best.
fn rounds<G: Guest>(
    training: &Training,
    bots: &Bots<G>,
    evaluation: &Evaluation<G>,
    imitation: &Imitation<'_, G>,
) -> Result<Vec<TrainingRound>, Vec<Mistake>> {
    let first = imitation.policy.first;
    bots.make(first, &BotSpec::of_kind(first))?;
    let make = || {
        let made = bots.make(first, &BotSpec::of_kind(first));
        made.unwrap_or_else(|_| unreachable!("it was made before"))
    };
    let mut rounds: Vec<TrainingRound> = Vec::new();
    for at in 0..u64::from(training.rounds) {
        let before = rounds.last().map(|round| round.choices.weights.clone());
        let (kind, player): (Box<dyn Bot<G>>, _) = match &before {
            Some(weights) => (
                Box::new(imitation.bot(weights)),
                TrainedPlayer::Trained(weights.clone()),
            ),
            None => (make(), TrainedPlayer::Made(&make)),
        };
        let positions = judged(training, evaluation, imitation.tables, &[kind], imitation.current);
        let games = TrainingGames {
            count: training.games,
            seed: training.seed.wrapping_add(at),
        };
        let (weights, examples) = imitation.weights(games, evaluation.weighed(&positions.weights), &player);
        let gain = match &before {
            Some(old) => imitation.gain(games, [&weights, old]),
            None => f64::INFINITY,
        };
        if gain <= 1.0 {
            break;
        }
        rounds.push(TrainingRound {
            positions,
            choices: Weighed { weights, examples },
            gain,
        });
    }
    Ok(rounds)
}

/// The first lines of the file.
fn head<G: Guest>(training: &Training) -> String {
    let mut command = format!(
        "{} bots train {} --games {} --seed {}",
        training.program,
        G::KEY,
        training.games,
        training.seed
    );
    if G::bots().policy.is_some() {
        let _ = write!(command, " --rounds {}", training.rounds);
    }
    format!(
        "# How bots judge positions of {}. Made by `{command}`, not by hand.\n\n[record]\ncommand = \"{command}\"\n",
        G::TITLE
    )
}

/// What positions were judged by.
fn of_positions<G: Guest>(bots: &[String], positions: &Weighed) -> String {
    let [trained, kept] = [false, true].map(|kept| surprise(&positions.examples, &positions.weights, kept));
    let blind = surprise(&positions.examples, &vec![0.0; positions.weights.len()], true);
    format!(
        "players = [{}, {}]  # games at each number from the first to the last\n\
         bots = {bots:?}  # one dealt to each seat\n\
         positions = {}  # beginnings of turns that the weights were found from\n\
         kept = {}  # of other games, by which they are judged here:\n\
         surprise = [{:.4}, {:.4}]  # mean surprise at who won, in nats, without and with the features\n",
        G::PLAYERS.start(),
        G::PLAYERS.end(),
        trained.count,
        kept.count,
        blind.mean(),
        kept.mean(),
    )
}

fn weights_of(part: &str, features: &[Feature], weights: &[f64]) -> String {
    let mut text = format!("\n[{part}]\n");
    for (feature, weight) in features.iter().zip(weights) {
        let _ = writeln!(text, "{} = {weight:.4}  # {}", feature.name, feature.help);
    }
    text
}

/// The file of the last round.
fn file_of_rounds<G: Guest>(
    training: &Training,
    features: &[Feature],
    policy: &Policy<G>,
    rounds: &[TrainingRound],
) -> String {
    let mut text = head::<G>(training);
    let Some(last) = rounds.last() else { return text };
    let bot = if rounds.len() > 1 {
        G::bots().default_kind()
    } else {
        policy.first
    };
    text += &of_positions::<G>(&[bot.to_owned()], &last.positions);
    let Weighed { weights, examples } = &last.choices;
    let [trained, kept] = [false, true].map(|kept| surprise(examples, weights, kept));
    let blind = surprise(examples, &vec![0.0; weights.len()], true);
    let gains: Vec<String> = rounds[1..].iter().map(|round| format!("{:.3}", round.gain)).collect();
    let _ = write!(
        text,
        "choices = {}  # of searches, that the weights of moves were found from\n\
         choices-kept = {}  # of other games, by which they are judged here:\n\
         choices-surprise = [{:.4}, {:.4}]  # mean surprise at what was chosen, in nats, without and with the features\n\
         choices-met = {:.4}  # part of these choices that were held the likeliest\n\
         gains = [{}]  # what each round's policy won alone among that of the round before, in times of an even share\n",
        trained.count,
        kept.count,
        blind.mean(),
        kept.mean(),
        kept.hits as f64 / kept.count.max(1) as f64,
        gains.join(", "),
    );
    text += &weights_of("weights", features, &last.positions.weights);
    text += &weights_of("choices", policy.features(), weights);
    text
}

/// How strongly weights are drawn towards 0: as by so many examples in which a feature of one tells nothing.
const RIDGE: f64 = 1.0;
/// Most steps of Newton's method.
const STEPS: usize = 30;

/// One out of several: a seat that won, a move that was chosen.
pub(super) struct Example {
    /// The part of the choice that fell on each.
    pub chosen: Vec<f64>,
    /// One after the other, as many numbers as there are features.
    pub seen: Vec<f64>,
    /// Is it kept to judge the weights by?
    pub kept: bool,
}

/// How weights account for examples.
#[derive(Clone, Copy, Default)]
pub(super) struct Surprise {
    /// The sum over examples of how surprising the choice was, in nats.
    pub sum: f64,
    /// Examples.
    pub count: u64,
    /// Those of which the likeliest was chosen.
    pub hits: u64,
}

impl Surprise {
    /// The mean, in nats; 0 of none.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// How surprising the examples are that are kept, or those that are not.
pub(super) fn surprise(examples: &[Example], weights: &[f64], kept: bool) -> Surprise {
    let mut values = Vec::new();
    let mut all = Surprise::default();
    for example in examples.iter().filter(|example| example.kept == kept) {
        weigh(example, weights, &mut values);
        let most = values.iter().copied().fold(0.0, f64::max);
        for (share, chosen) in values.iter().zip(&example.chosen).filter(|(_, chosen)| **chosen > 0.0) {
            all.sum -= chosen * libm::log(share.max(1e-300));
            all.hits += u64::from(*share >= most && *chosen > 0.5);
        }
        all.count += 1;
    }
    all
}

/// The shares of an example by these weights.
fn weigh(example: &Example, weights: &[f64], values: &mut Vec<f64>) {
    values.clear();
    values.extend(example.seen.chunks_exact(weights.len()).map(|row| dot(weights, row)));
    shares(values);
}

/// The likeliest weights.
pub(super) fn fit(examples: &[Example], count: usize) -> Vec<f64> {
    let cost = |weights: &[f64]| {
        let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
        surprise(examples, weights, false).sum + 0.5 * RIDGE * pull
    };
    let mut weights = vec![0.0; count];
    let mut now = cost(&weights);
    for _ in 0..STEPS {
        let (slope, bend) = slope(examples, &weights);
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
fn slope(examples: &[Example], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut first: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
    let mut second = vec![vec![0.0; count]; count];
    for (at, row) in second.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    let mut values = Vec::new();
    let mut mean = vec![0.0; count];
    for example in examples.iter().filter(|example| !example.kept) {
        weigh(example, weights, &mut values);
        let rows = || example.seen.chunks_exact(count);
        mean.fill(0.0);
        for (share, row) in values.iter().zip(rows()) {
            for (mean, value) in mean.iter_mut().zip(row) {
                *mean += share * value;
            }
        }
        for ((share, chosen), row) in values.iter().zip(&example.chosen).zip(rows()) {
            for a in 0..count {
                first[a] += (share - chosen) * row[a];
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two things the first is chosen `part` of the time; `kept` is judged by.
    fn example(part: f64, kept: Option<()>) -> Example {
        Example {
            chosen: vec![part, 1.0 - part],
            seen: vec![1.0, 0.0],
            kept: kept.is_some(),
        }
    }

    #[test]
    fn weights_are_those_by_which_the_choices_are_likeliest() {
        let examples: Vec<Example> = (0..100_000)
            .map(|_| example(0.75, None))
            .chain([example(1.0, Some(()))])
            .collect();
        let weights = fit(&examples, 1);
        assert!((weights[0] - libm::log(3.0)).abs() < 1e-3, "{weights:?}");
        let kept = surprise(&examples, &weights, true);
        assert_eq!((kept.count, kept.hits), (1, 1));
        assert!((kept.mean() + libm::log(0.75)).abs() < 1e-3, "{}", kept.mean());
        assert!((surprise(&examples, &[0.0], true).mean() - libm::log(2.0)).abs() < 1e-12);
    }
}
