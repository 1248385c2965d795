//! `balance play SCENARIO`: a person takes a seat. The session is the list of their choices: to take one back, or to go on with
//! a saved game, the game is played again from its start.

mod console;
mod saved_game;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Failure;
use super::bots::{known_to, members};
use super::options::{Changes, ConfigurationChoice, Seed};
use super::play::mistake;
use super::prepare::{Prepared, joined, prepare_unwarned, seat, whole_number};
use balance_config::games::sitting::{Prompt, Sat, Sitter, Sitting};
use balance_config::games::{self, AnyGame, Seats, Setup};
use balance_config::scenario::Overrides;
use balance_engine::Seat;
use balance_kit::bots::EXPERT;
use balance_kit::sanitize::harmless;
use console::{Console, Left};
use saved_game::{Log, SavedGame};

/// Lets you take a seat in a game against bots
///
/// Shows what your seat sees and numbers your choices. Reply with a number or with some words of a choice; `?`
/// lists what else can be typed, such as `rules`, `hint`, `back` and `save FILE`. Answers may come from a pipe, one a line.
/// With the same seed and game you meet the same shuffle, dice and bots.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Your seat, from 1
    #[arg(long, allow_negative_numbers = true, value_parser = seat, value_name = "SEAT", default_value_t = 1)]
    seat: u8,
    /// Bot at all other seats, such as `novice`, `club` or `expert` [default: the bots of the scenario]
    #[arg(long, value_name = "BOT")]
    against: Option<String>,
    /// Number of the game, from 0
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number, value_name = "N", default_value_t = 0)]
    game: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    configuration: ConfigurationChoice,
    /// Go on with a game that `save` has written, with its seat, rules and bots
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seat", "against", "game", "seed", "set", "configuration"])]
    resume: Option<PathBuf>,
    /// Append a row on the finished game to this CSV file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Args {
    /// The game that is asked for: a saved one, or a new one.
    fn wanted(&self) -> Result<SavedGame, Failure> {
        if let Some(path) = &self.resume {
            return SavedGame::read(path);
        }
        Ok(SavedGame {
            seat: self.seat,
            against: self.against.clone(),
            game: self.game,
            set: self.changes.set.clone(),
            configuration: self.configuration.configuration.clone().unwrap_or_default(),
            ..SavedGame::default()
        })
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.scenario == Path::new("-") {
        return Err(Failure::Input(
            "standard input is for your choices; name the file of the scenario".to_owned(),
        ));
    }
    let kept = args.wanted()?;
    let one = match &args.resume {
        Some(path) => continued(&args.scenario, &kept, path)?,
        None => prepare_unwarned(&args.scenario, &args.changes.with(args.seed.overrides()))?,
    };
    let table = PersonTable::new(&one, &kept)?;
    let kept = table.fitted(&kept, args.resume.as_deref())?;
    let log = args.log.as_deref().map(Log::new).transpose()?;
    let ended = table.play(kept, args.resume.clone())?;
    match (log, ended) {
        (Some(log), Some((kept, sat))) => log.add(&kept, &sat.result),
        _ => Ok(()),
    }
}

/// The scenario of a saved game, read from `path`.
fn continued(scenario: &Path, kept: &SavedGame, path: &Path) -> Result<Prepared, Failure> {
    // Before its changes of rules are tried on another game.
    kept.must_be_of(&prepare_unwarned(scenario, &Overrides::default())?, path)?;
    let overrides = Overrides {
        set: kept.set.clone(),
        seed: Some(kept.seed),
        ..Overrides::default()
    };
    prepare_unwarned(scenario, &overrides)
}

/// The finished game saved at `path`, its seat choosing as the person did: its scenario, configuration and number.
pub fn replayed(scenario: &Path, path: &Path) -> Result<(Prepared, usize, u64), Failure> {
    let kept = SavedGame::read(path)?;
    let mut one = continued(scenario, &kept, path)?;
    let table = PersonTable::new(&one, &kept)?;
    let kept = table.fitted(&kept, Some(path))?;
    let seat = Seat(kept.seat - 1);
    let sitting = Sitting {
        seed: kept.seed,
        game: kept.game,
        seat,
        sitter: &SavedChoices(Mutex::new(kept.choices.iter())),
        adviser: &*table.adviser,
    };
    let sat = table.game.sit(&sitting).map_err(|broken| mistake(&broken, &one, ""))?;
    if sat.is_none() {
        let (path, program) = (path.display(), games::program());
        return Err(Failure::Input(format!(
            "{path} holds no finished game: `{program} play SCENARIO --resume {path}` continues it"
        )));
    }
    let choices = kept.choices.iter().map(|(number, _)| number.saturating_sub(1));
    let (index, mut game) = (table.index, table.game);
    game.seat_person(seat, choices.collect());
    one.games[index] = game;
    Ok((one, index, kept.game))
}

/// Answers with the choices of a saved game, and leaves it where they end or fit no question.
struct SavedChoices<'a>(Mutex<std::slice::Iter<'a, (usize, String)>>);

impl Sitter for SavedChoices<'_> {
    fn choose(&self, question: &Prompt<'_>) -> Option<usize> {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, words) = left.next()?;
        let index = number.checked_sub(1)?;
        (harmless(question.choices.get(index)?) == *words).then_some(index)
    }
}

/// A table with a seat for a person.
struct PersonTable<'a> {
    one: &'a Prepared,
    index: usize,
    setup: Setup,
    game: Box<dyn AnyGame>,
    adviser: Box<dyn AnyGame>,
}

impl<'a> PersonTable<'a> {
    fn new(one: &'a Prepared, kept: &SavedGame) -> Result<Self, Failure> {
        let named = Some(&*kept.configuration).filter(|name| !name.is_empty());
        let index = match named {
            // Who changes a rule wants to play by it: what the command line changes comes last.
            None if !kept.set.is_empty() => one.games.len() - 1,
            named => one.configuration(named)?,
        };
        let players = one.games[index].sheet().players;
        if !(1..=players).contains(&usize::from(kept.seat)) {
            let seat = kept.seat;
            return Err(Failure::Input(format!(
                "--seat {seat}: there are {players} seats at this table, from 1"
            )));
        }
        let setup = &one.scenario.configurations[index].setup;
        let filled = |bot: &str| {
            let (setup, _) = known_to(setup, &members(one, setup, players, &[bot.to_owned()])?);
            let seats = Seats::filled(bot);
            Ok::<_, Failure>(Setup { seats, ..setup })
        };
        let build = |setup: &Setup| {
            let built = (one.info.build)(setup);
            built.map_err(|faults| joined(one.scenario.path.display(), faults))
        };
        let setup = kept.against.as_deref().map_or_else(|| Ok(setup.clone()), filled)?;
        let (game, adviser) = (build(&setup)?, build(&filled(EXPERT)?)?);
        Ok(PersonTable {
            one,
            index,
            setup,
            game,
            adviser,
        })
    }

    /// The game as one at this table; one that was saved at `path` must have been played with its rules and bots.
    fn fitted(&self, kept: &SavedGame, path: Option<&Path>) -> Result<SavedGame, Failure> {
        let made = kept.clone().of(self.one, self.index, &self.setup);
        path.map_or(Ok(()), |path| kept.must_fit(&made, path))?;
        Ok(made)
    }

    /// Plays until the game is over and the person agrees, or they leave: then none.
    fn play(&self, kept: SavedGame, saved: Option<PathBuf>) -> Result<Option<(SavedGame, Sat)>, Failure> {
        let of = match self.one.games.len() {
            1 => String::new(),
            _ => format!(" of “{}”", kept.configuration),
        };
        let title = format!("{of} · {}", self.one.info.title);
        let console = Console::new(kept, saved, &*self.game, title);
        loop {
            console.begin();
            let (seed, game, seat) = console.which();
            let sitting = Sitting {
                seed,
                game,
                seat: Seat(seat - 1),
                sitter: &console,
                adviser: &*self.adviser,
            };
            let sat = self.game.sit(&sitting);
            let sat = sat.map_err(|broken| mistake(&broken, self.one, ""))?;
            match (console.left(), sat) {
                (Left::Not, Some(sat)) => {
                    console.show_end(&sat)?;
                    if !console.takes_back()? {
                        return Ok(Some((console.into_kept(), sat)));
                    }
                }
                (Left::Back, _) => {}
                (Left::Quit, _) => return Ok(None),
                (Left::Failed(failure), _) => return Err(failure),
                (Left::Not, None) => return Err(Failure::Interrupted),
            }
        }
    }
}
