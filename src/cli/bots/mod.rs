//! `balance bots COMMAND`, for those who write bots; and which bots of a scenario and of its game's league meet, at which table.

pub mod exploit;
pub mod ladder;
mod speed;

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use serde::{Deserialize, Serialize};

use super::options::{ConfigurationChoice, Delivery, Seed};
use super::prepare::{Prepared, between, game, joined, meant, whole_number};
use super::{Failure, print};
use balance_config::games::{Mistake, Seats, Setup, program, search};
use balance_experiments::ladder::{Company, NamedBot};
use balance_kit::Member as OfLeague;
use balance_kit::bots::RANDOM;

/// Ranks bots, finds what beats them, trains and times them
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: BotCommand,
}

#[derive(clap::Subcommand, Debug)]
enum BotCommand {
    Ladder(ladder::Args),
    Exploit(exploit::Args),
    Train(TrainArgs),
    Speed(speed::Args),
}

/// Bots that meet at the table of a scenario.
#[derive(clap::Args, Debug)]
pub struct MeetingArgs {
    /// The scenario's file
    pub scenario: PathBuf,
    #[command(flatten)]
    pub asked: MeetingRequest,
    #[command(flatten)]
    pub seed: Seed,
    #[command(flatten)]
    pub how: Delivery,
}

/// Who meets whom.
#[derive(clap::Args, Debug, Serialize, Deserialize)]
pub struct MeetingRequest {
    /// Bots: kinds, or those of the game's league or of [bots] [default: the league and [bots]]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub bots: Vec<String>,
    /// Deals of every pair; each is played once for every seat
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = ladder::deals, default_value_t = 100)]
    pub deals: u64,
    #[command(flatten)]
    #[serde(flatten)]
    pub choice: ConfigurationChoice,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        BotCommand::Ladder(args) => ladder::run(args),
        BotCommand::Exploit(args) => exploit::run(args),
        BotCommand::Train(args) => train(args),
        BotCommand::Speed(args) => speed::run(args),
    }
}

/// The configuration of this name, or the first, and who sits at its table.
pub fn chosen(one: &Prepared, name: Option<&str>) -> Result<(usize, Company), Failure> {
    let at = one.configuration(name)?;
    Ok((at, Company::of_sheet(one.games[at].sheet())))
}

/// The bots and the random one, where these are fewer than two.
pub fn with_random(setup: &Setup, mut members: Vec<NamedBot>) -> Vec<NamedBot> {
    if members.len() < 2 && members.iter().all(|member| member.name != RANDOM) {
        members.push(NamedBot::of_setup(setup, RANDOM));
    }
    members
}

/// The bots that were `asked` for, or those of the game's league that play at a table for so many, and of the scenario's own.
/// One that the rules of `setup` do not suit is left out unless it was asked for.
pub fn members(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<NamedBot>, Failure> {
    let mut league = one
        .info
        .league()
        .map_err(|said| Failure::Input(format!("{}: its league is wrong: {said}", one.info.title)))?;
    league.retain(|member| !setup.bots.contains_key(&member.name));
    let own = |name: &String| NamedBot::of_setup(setup, name);
    let of_league = |member: &OfLeague| NamedBot {
        name: member.name.clone(),
        spec: member.spec.clone(),
    };
    if !asked.is_empty() {
        let more: Vec<&str> = league.iter().map(|member| member.name.as_str()).collect();
        known(one, setup, asked, &more)?;
        let named = |name: &String| {
            let found = league.iter().find(|member| member.name == *name);
            found.map_or_else(|| own(name), of_league)
        };
        let all: Vec<NamedBot> = asked.iter().map(named).collect();
        for member in &all {
            let faults = faults(one, setup, member);
            if !faults.is_empty() {
                return Err(joined(format!("“{}” cannot play here", member.name), faults));
            }
        }
        return Ok(all);
    }
    let seated = u32::try_from(players).unwrap_or(u32::MAX);
    let mut all: Vec<NamedBot> = league
        .iter()
        .filter(|member| member.plays(seated) && member.suits(&setup.rules))
        .map(of_league)
        .collect();
    all.extend(setup.bots.keys().map(own));
    all.retain(|member| faults(one, setup, member).is_empty());
    if all.is_empty() {
        return Err(Failure::Input(
            "no bot of the league can play by these rules".to_owned(),
        ));
    }
    Ok(all)
}

/// The setup with these bots among its own, and their names.
pub fn known_to(setup: &Setup, members: &[NamedBot]) -> (Setup, Vec<String>) {
    let mut setup = setup.clone();
    for member in members {
        setup.bots.insert(member.name.clone(), member.spec.clone());
    }
    (setup, members.iter().map(|member| member.name.clone()).collect())
}

/// What is wrong where a bot sits at every seat.
fn faults(one: &Prepared, setup: &Setup, member: &NamedBot) -> Vec<Mistake> {
    let (mut setup, _) = known_to(setup, std::slice::from_ref(member));
    setup.seats = Seats::filled(&member.name);
    (one.info.check)(&setup)
}

/// Are these all names of bots, each once: kinds, bots of the scenario, or one of `more`?
pub fn known(one: &Prepared, setup: &Setup, names: &[String], more: &[&str]) -> Result<(), Failure> {
    let own = setup.bots.keys().map(String::as_str);
    let kinds = (one.info.bots)().into_iter().map(|bot| bot.kind);
    let mut known: Vec<&str> = own.chain(kinds).collect();
    let others: Vec<&str> = more.iter().filter(|name| !known.contains(*name)).copied().collect();
    known.extend(others);
    for (at, name) in names.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let (name, meant) = (name.escape_debug(), meant(name, &known));
            return Err(Failure::Input(format!("unknown bot “{name}”; {meant}")));
        }
        if names[..at].contains(name) {
            return Err(Failure::Input(format!("“{name}” is named twice")));
        }
    }
    Ok(())
}

/// Trains how bots judge positions and moves of a game
///
/// Bots play the game at every number of players. A regression of who won on the game's features at the beginning of each
/// turn gives the weights of positions. Where the game has features of moves, look-ahead bots play as well: a regression of what they
/// choose on these features gives the weights by which `heuristic` chooses, on which the look-ahead bots of the next round improve.
/// Prints the file for the game's `content/features.toml`, the same on every machine.
#[derive(clap::Args, Debug)]
pub struct TrainArgs {
    /// The game
    game: String,
    /// Games at each number of players
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = games_to_train, default_value_t = 1_000)]
    games: u64,
    /// Master seed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number, default_value_t = 1)]
    seed: u64,
    /// Most rounds in which look-ahead bots play; the last one is the last that gained something
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = rounds, default_value_t = 3)]
    rounds: u64,
}

fn train(args: &TrainArgs) -> Result<(), Failure> {
    let game = game(&args.game)?;
    let training = search::Training {
        games: args.games,
        seed: args.seed,
        rounds: u32::try_from(args.rounds).unwrap_or(u32::MAX),
        program: program(),
    };
    let trained = (game.train)(&training).map_err(|untrained| match untrained {
        search::Untrained::Mistakes(mistakes) => {
            let told: Vec<String> = mistakes.into_iter().map(|mistake| mistake.message).collect();
            Failure::Input(told.join("; "))
        }
        search::Untrained::Broken(broken) => Failure::Broken(broken.to_string()),
    })?;
    print(&trained.file)
}

fn rounds(text: &str) -> Result<u64, String> {
    between(text, 1, 100, "a number of rounds")
}

/// Fewer say nothing, and more take more memory than they are worth.
fn games_to_train(text: &str) -> Result<u64, String> {
    between(text, 10, 10_000, "a number of games")
}
