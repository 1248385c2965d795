//! The chances of each side over one game, for `replay`: found by playing on from its choices.

use std::ops::Range;

use super::Failure;
use super::options::Quiet;
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, joined};
use super::progress::{Meter, Total};
use balance_config::games::{AnyGame, Seats, Transcript, TranscriptOptions};
use balance_engine::Seat;
use balance_inference::course::{Chances, TurningPoint, chances, turning_points};
use balance_kit::bots::EXPERT;
use balance_kit::odds::{ChoiceOdds, OddsPlan};
use balance_simulation::experiment::{Subject, Task};

/// Games played on from each choice to find those that matter, and again to measure them.
const PLAYOUTS: [u32; 2] = [100, 200];

/// Choices that are looked into in one go.
const AT_ONCE: u32 = 4;

/// A game that is looked into.
pub struct OddsQuestion<'a> {
    pub one: &'a Prepared,
    /// The configuration.
    pub index: usize,
    pub number: u64,
    pub rotation: usize,
    pub seen_by: Option<Seat>,
    /// The bot that plays on at every seat.
    pub bot: &'a str,
}

/// What was found.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameOdds {
    pub chances: Vec<Chances>,
    /// Each with what an expert would choose.
    pub turning_points: Vec<(TurningPoint, String)>,
}

impl GameOdds {
    /// Games played on from each choice of which something is said.
    pub const PLAYOUTS: u32 = PLAYOUTS[1];
}

impl OddsQuestion<'_> {
    /// The largest change of a side's chance from one choice to the next, by the estimates that find turning points.
    pub fn biggest_swing(&self) -> Result<f64, Failure> {
        let told = self.game().tell(
            self.one.scenario.seed,
            self.number,
            self.rotation,
            TranscriptOptions::default(),
        );
        let told = told.map_err(|broken| fault(&broken, self.one))?;
        let first = self.estimates(0, &told)?;
        let points = turning_points(&first, &first, &self.won(&told));
        Ok(points
            .iter()
            .map(|point| (point.after - point.before).abs())
            .fold(0.0, f64::max))
    }

    /// Plays on from every open choice.
    pub fn answer(&self, transcript: &Transcript) -> Result<GameOdds, Failure> {
        let (first, second) = (self.estimates(0, transcript)?, self.estimates(1, transcript)?);
        let won = self.won(transcript);
        let experts = self.table_of(EXPERT)?;
        let advised = |point: TurningPoint| {
            let stop = stop_saying("the game was not told");
            let plan = self.plan(1, 0, point.choice..point.choice + 1);
            let found = self.game().odds(&plan, &*experts, &stop);
            let found = found
                .map_err(|broken| fault(&broken, self.one))?
                .ok_or(Failure::Interrupted)?;
            Ok((point, found.into_iter().map(|odds| odds.advice).collect()))
        };
        let points = turning_points(&first, &second, &won).into_iter().map(advised);
        Ok(GameOdds {
            chances: chances(&second),
            turning_points: points.collect::<Result<_, Failure>>()?,
        })
    }

    fn game(&self) -> &dyn AnyGame {
        &*self.one.games[self.index]
    }

    /// The same game with this bot at every seat.
    fn table_of(&self, bot: &str) -> Result<Box<dyn AnyGame>, Failure> {
        let mut setup = self.one.scenario.configurations[self.index].setup.clone();
        setup.seats = Seats::filled(bot);
        (self.one.info.build)(&setup).map_err(|faults| joined(format!("--odds {bot}"), faults))
    }

    fn plan(&self, round: u8, playouts: u32, choices: Range<u32>) -> OddsPlan {
        OddsPlan {
            seed: self.one.scenario.seed,
            game: self.number,
            rotation: self.rotation,
            seen_by: self.seen_by,
            choices,
            playouts,
            round,
        }
    }

    /// Which sides have won.
    fn won(&self, transcript: &Transcript) -> Vec<bool> {
        let sides = self.game().sheet().sides.iter();
        sides.map(|side| transcript.sides.contains(side)).collect()
    }

    /// The odds at all open choices, several at a time.
    fn estimates(&self, round: u8, transcript: &Transcript) -> Result<Vec<ChoiceOdds>, Failure> {
        let players = self.table_of(self.bot)?;
        let playouts = PLAYOUTS[usize::from(round)];
        let choices = transcript.turns.iter().flat_map(|turn| &turn.steps);
        let choices = choices.filter(|step| step.choice.is_some()).count() as u32;
        let stop = stop_saying("the game was not told");
        let name = format!("{}: chances to win", self.one.scenario.name);
        let meter = Meter::new(
            &name,
            Total::Exactly(u64::from(choices) * u64::from(playouts)),
            Quiet { quiet: false },
        );
        // A game of slow bots is not played again for every few choices.
        let at_once = if self.game().slow() { choices.max(1) } else { AT_ONCE };
        let rows: Vec<Range<u32>> = (0..choices)
            .step_by(at_once as usize)
            .map(|from| from..from + at_once)
            .collect();
        let task = |row: &Range<u32>| Task {
            subject: Subject::Configuration(self.index),
            deals: self.number..self.number + 1,
            games: row.len() as u64 * u64::from(playouts),
        };
        let play = |row: &Range<u32>| {
            self.game()
                .odds(&self.plan(round, playouts, row.clone()), &*players, &stop)
        };
        let played = meter.over(
            |subject| self.one.called(subject),
            || meter.runner(&stop).map(&rows, task, play),
        );
        let played = played.map_err(|broken| fault(&broken, self.one))?;
        Ok(played.ok_or(Failure::Interrupted)?.into_iter().flatten().collect())
    }
}
