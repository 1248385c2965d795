//! `balance league SCENARIO`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::bots::{chosen, members};
use super::options::{Delivery, Table};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, between, called, prepare, whole_number};
use super::progress::{Meter, bar};
use balance_analysis::experiment::Subject;
use balance_analysis::games::Setup;
use balance_analysis::league::{self, Field, Member, Phrases, Plan, Script};
use balance_report::{self as report, Folder};

/// Looks for a script that beats the bots of a scenario's table, and says which mix of them is safest
///
/// All bots meet, each alone among others of one kind. From what they win follows the safest mix of them, which
/// nobody gains from leaving for one of them. A script is looked for that wins most against the mix; one that surely gains more than allowed
/// joins the bots, and a new round begins. What is found is confirmed on deals that no search has seen. Writes
/// DIR/SCENARIO-league: league.json, league.csv and league.toml, the scripts to be named in a scenario.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file
    scenario: PathBuf,
    /// Bots: kinds, or those of the game's league or of [bots] [default: the league and [bots]]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    bots: Vec<String>,
    /// Rounds: scripts that are looked for, each once the one before has joined
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = rounds, default_value_t = 3)]
    rounds: usize,
    /// Games of each search
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = games, default_value_t = 20_000)]
    games: u64,
    /// Deals of every pair, and those on which a script is confirmed; each is played once for every seat
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = deals, default_value_t = 200)]
    deals: u64,
    /// What a script may gain over its even share
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", value_parser = gain, default_value = "2%")]
    gain: f64,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let one = prepare(&args.scenario, &args.table.overrides())?;
    let (configuration, players) = chosen(&one, args.table.configuration.as_deref())?;
    let configuration = &one.scenario.configurations[configuration];
    let Some(phrases) = Phrases::of(one.info) else {
        return Err(Failure::Input(format!("{} has no scripts to look for", one.info.title)));
    };
    let bots = bots(&one, &configuration.setup, players, &args.bots)?;
    // A script that sits out may be near one that beats those who meet.
    let known = members(&one, &configuration.setup, players, &[]).unwrap_or_default();
    let plan = Plan {
        rounds: args.rounds,
        games: args.games,
        deals: args.deals,
        gain: args.gain,
    };
    let name = format!("{}-league", one.scenario.name);
    let folder = Folder::claim(&args.how.out.join(&name)).map_err(|error| Failure::Input(error.to_string()))?;
    args.how.threads.start()?;
    let stop = stop_saying("a league is played as a whole or not at all");
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let meter = Meter::new(bar(
        &name,
        league::most(&plan, bots.len(), players),
        args.how.quiet.quiet,
    ));
    let field = Field {
        info: one.info,
        setup: configuration.setup.clone(),
        players,
        seed: one.scenario.seed,
        runner: meter.runner(&stop),
    };
    let scripts = scripts(&one, known.iter().chain(&bots));
    let bot = |name: &str| match name {
        league::TRIED => "a script that is tried".to_owned(),
        name => format!("“{name}”"),
    };
    let scenario = &one.scenario;
    let name = |subject: &Subject| match subject {
        Subject::Table { one, among } => called(scenario, &format!("{} among {}", bot(one), bot(among))),
        other => one.called(other),
    };
    let played = meter.over(name, || league::league(&field, &phrases, bots, &scripts, &plan));
    let league = played
        .map_err(|broken| fault(&broken, &one))?
        .ok_or(Failure::Interrupted)?;
    let title = format!("{}: what beats its bots?", one.info.title);
    let files = report::league::files(&league, &title);
    report::filled(&folder, &files).map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.how.json {
        return super::print_json(&report::league::json(&league, &title));
    }
    let shown = folder.file("league.toml");
    super::print(&format!(
        "{}\nScripts: {}\n",
        report::league::text(&league, &title, super::narrow()),
        shown.display()
    ))
}

/// The bots that meet: beside those of the league the searching ones of its mix at the table, unless others were `asked` for.
fn bots(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<Member>, Failure> {
    let mut all = members(one, setup, players, asked)?;
    if asked.is_empty() {
        let seated = u32::try_from(players).unwrap_or(u32::MAX);
        let searching = one.info.searching(setup, seated).map_err(Failure::Input)?;
        all.extend(searching.iter().map(|name| Member::of(setup, name)));
    }
    Ok(all)
}

/// Where the search begins: the scripts of the game, and those of these bots.
fn scripts<'a>(one: &Prepared, bots: impl Iterator<Item = &'a Member>) -> Vec<Script> {
    let built_in = (one.info.bots)().into_iter().filter(|bot| !bot.script.is_empty());
    let mut all: Vec<Script> = built_in
        .map(|bot| bot.script.iter().map(|line| (*line).to_owned()).collect())
        .collect();
    for member in bots {
        let lines = member.spec.settings.get("script").and_then(toml::Value::as_array);
        let script: Script = lines
            .into_iter()
            .flatten()
            .filter_map(|line| line.as_str().map(str::to_owned))
            .collect();
        if !script.is_empty() && !all.contains(&script) {
            all.push(script);
        }
    }
    all
}

fn rounds(text: &str) -> Result<usize, String> {
    between(text, 1, 20, "a number of rounds")
}

fn games(text: &str) -> Result<u64, String> {
    let plain = whole_number(text)?.to_string();
    between(&plain, 1_000, 1_000_000_000, "a number of games")
}

/// Fewer say nothing of how much shares vary.
fn deals(text: &str) -> Result<u64, String> {
    let plain = whole_number(text)?.to_string();
    between(&plain, 10, 1_000_000, "a number of deals")
}

fn gain(text: &str) -> Result<f64, String> {
    let share = text.strip_suffix('%').map_or_else(
        || text.parse(),
        |percent| percent.trim().parse().map(|percent: f64| percent / 100.0),
    );
    share
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "write a share, such as 2% or 0.02".to_owned())
}
