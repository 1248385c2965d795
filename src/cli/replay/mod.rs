//! `balance replay SCENARIO`.

mod output;
mod query;

use std::path::PathBuf;

use super::Failure;
use super::options::{Changes, ConfigurationChoice, Seed, Threads};
use super::pairing::Both;
use super::play::{fault, mistake};
use super::prepare::{Prepared, count, prepare_unwarned, seat, whole_number};
use balance_config::games::{AnyGame, Broken, TranscriptOptions};
use balance_engine::Seat;
use balance_report::{SideBySide, format};
use output::{json, json_of_both, text};
use query::GameQuery;

/// Characters in a line where two games are told to no terminal.
const WIDTH: usize = 80;

/// Tells one game of a scenario move by move
///
/// The game is the same as in the run, by its number. Without a number one is looked for: the longest, the shortest, one
/// that a side has won or that ended in a certain way, or one with some number of events.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario file; `-` is standard input
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Number of the game, from 0
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number, value_name = "N")]
    game: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    configuration: ConfigurationChoice,
    /// Which of the game's rotations, from 0 [default: 0, and with --against the first in which the two games part]
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "N")]
    rotation: Option<u32>,
    #[command(flatten)]
    wanted: GameQuery,
    /// Tell only what this seat can know, from 1
    #[arg(long, alias = "seat", allow_negative_numbers = true, value_parser = seat, value_name = "SEAT")]
    seen_by: Option<u8>,
    /// Hold the game against the same game of another configuration, by its name, or of another scenario, by its file,
    /// with a colon and a name after it where another of its configurations is meant: both side by side from where they
    /// part
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["seen_by", "svg"])]
    against: Option<String>,
    /// Say why bots chose: the line of their script, or their best moves with the value they gave them. Most bots
    /// draw among moves of nearly the same value; some mix what they choose in secret
    #[arg(long, conflicts_with = "svg")]
    why: bool,
    /// Print the picture of the position at the beginning of this turn as SVG, instead of the text; 0 is what lies there
    /// before the first, one turn more than the game has the last position
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "TURN", conflicts_with = "json")]
    svg: Option<u32>,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// The table has the seat and the rotation that are asked for.
    fn must_fit(&self, players: usize, rotations: usize) -> Result<(), Failure> {
        if let Some(asked) = self.rotation.filter(|asked| *asked as usize >= rotations) {
            let remedy = match rotations - 1 {
                0 => "no seats rotate in this scenario; leave it out".to_owned(),
                last => format!("it goes from 0 to {last} in this scenario"),
            };
            return Err(Failure::Input(format!("--rotation {asked}: {remedy}")));
        }
        match self.seen_by.filter(|seat| usize::from(*seat) > players) {
            Some(seat) => Err(Failure::Input(format!(
                "--seen-by {seat}: there are {players} seats at this table, from 1"
            ))),
            None => Ok(()),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.threads.start()?;
    let overrides = args.changes.with(args.seed.overrides());
    let one = prepare_unwarned(&args.scenario, &overrides)?;
    let index = one.configuration(args.configuration.configuration.as_deref())?;
    let game = &*one.games[index];
    let sheet = game.sheet();
    args.must_fit(
        sheet.players,
        one.scenario.configurations[index].setup.seats.rotations(),
    )?;
    let asked_rotation = args.rotation.map_or(0, |rotation| rotation as usize);
    let (number, rotation) = match args.game {
        Some(number) => {
            if number >= one.scenario.games {
                super::remark(&format!(
                    "note: a run of {} plays {} deals, counted from 0, and game {number} is none of them\n",
                    args.scenario.display(),
                    format::count(one.scenario.games)
                ));
            }
            (number, asked_rotation)
        }
        None => args.wanted.find(&one, index)?,
    };
    if let Some(against) = &args.against {
        let both = Both::named(one, index, against, &overrides)?;
        let any = args.rotation.is_none() && args.game.is_some();
        let rotation = if any { parting(&both, number)? } else { rotation };
        return tell_both(args, &both, number, rotation);
    }
    let asked = TranscriptOptions {
        seen_by: args.seen_by.map(|seat| Seat(seat - 1)),
        why: args.why,
        picture: args.svg,
    };
    let seed = one.scenario.seed;
    let told = game
        .tell(seed, number, rotation, asked)
        .map_err(|broken| fault(&broken, &one))?;
    let name = &one.scenario.configurations[index].name;
    if let Some(message) = told.broken.clone() {
        if args.json {
            super::print_json(&json(&one, name, number, rotation, &told)?)?;
        } else if let Some(picture) = told.picture.as_ref().filter(|_| args.svg.is_some()) {
            super::print(picture)?;
        } else {
            super::print_hung(&text(&one, name, number, rotation, &told, sheet))?;
        }
        let game = number;
        return Err(mistake(&Broken { seed, game, message }, &one, ""));
    }
    if let Some(turn) = args.svg {
        let (word, played) = (&sheet.turn_word, told.turns_played);
        if turn > played + 1 {
            let last = played + 1;
            return Err(Failure::Input(format!(
                "--svg {turn}: game {number} has {played} {word}; write 0 to {played}, or {last} for the last position"
            )));
        }
        let title = one.info.title;
        let picture = told
            .picture
            .ok_or_else(|| Failure::Input(format!("there is no picture of {title}")))?;
        return super::print(&picture);
    }
    if args.json {
        super::print_json(&json(&one, name, number, rotation, &told)?)
    } else {
        super::print_hung(&text(&one, name, number, rotation, &told, sheet))
    }
}

/// The first rotation of a deal in which both games part; the first of all where they part in none.
fn parting(both: &Both, game: u64) -> Result<usize, Failure> {
    let one = both.one();
    let [first, second] = both.games();
    for rotation in 0..both.rotations() {
        let parts = first.parts(second, one.scenario.seed, game, rotation);
        if parts.map_err(|broken| fault(&broken, one))?.is_some() {
            return Ok(rotation);
        }
    }
    Ok(0)
}

/// Tells both games of a deal, from where they part.
fn tell_both(args: &Args, both: &Both, game: u64, rotation: usize) -> Result<(), Failure> {
    let one = both.one();
    let seed = one.scenario.seed;
    let asked = TranscriptOptions {
        why: args.why,
        ..TranscriptOptions::default()
    };
    let broken = |broken| fault(&broken, one);
    let [first, second] = both.games();
    let tell = |of: &dyn AnyGame| {
        let told = of.tell(seed, game, rotation, asked).map_err(broken)?;
        match told.broken {
            Some(message) => Err(broken(Broken { seed, game, message })),
            None => Ok(told),
        }
    };
    let told = [tell(first)?, tell(second)?];
    let parts = first.parts(second, seed, game, rotation).map_err(broken)?;
    let names = both.names();
    let [one_setup, other_setup] = both.configurations().map(|each| &each.setup);
    let against = SideBySide {
        title: one.info.title,
        seed,
        game,
        rotation,
        names: &names,
        described: &both.described(),
        turn_word: &first.sheet().turn_word,
        other_bots: !one_setup.has_bots_of(other_setup),
        told: &told,
        parts: parts.as_ref(),
    };
    if args.json {
        return super::print_json(&json_of_both(&against)?);
    }
    super::print(&against.text(super::columns().unwrap_or(WIDTH)))
}
