//! `balance bots league SCENARIO`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::{chosen, members};
use crate::cli::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop};
use crate::cli::options::{Delivery, TableChoice};
use crate::cli::prepare::{Prepared, between, called, prepare};
use crate::cli::progress::Total;
use crate::cli::{Failure, narrow};
use balance_config::games::Setup;
use balance_config::scenario::Overrides;
use balance_experiments::ladder::{NamedBot, TRIED};
use balance_experiments::league::{self, DoubleOracle, League, LeaguePlan, Phrases, Script};
use balance_kit::bots::is_search;
use balance_report as report;
use balance_simulation::experiment::Subject;
use balance_simulation::shards::ShardCommand;

/// Searches for scripts that beat the bots of a scenario
///
/// All bots meet, each alone against others of one kind. Their results give the strongest mix: no single bot beats it. A
/// search finds the script that wins most against the mix. If it gains more than allowed, it joins the bots, and a new round
/// begins. Results are confirmed on new deals. Writes DIR/SCENARIO-league: league.json, league.csv and league.toml, with the
/// scripts for a scenario.
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
    table: TableChoice,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let plan = LeaguePlan {
        rounds: args.rounds,
        games: args.games,
        deals: args.deals,
        gain: args.gain,
    };
    let configuration = args.table.choice.configuration.as_deref();
    let search = ScriptSearch::new(&args.scenario, &args.table.overrides(), &args.bots, configuration, plan)?;
    let asked = ShardCommand::League {
        bots: args.bots.clone(),
        configuration: args.table.choice.configuration.clone(),
        rounds: args.rounds,
        games: args.games,
        deals: args.deals,
        gain: args.gain.to_string(),
    };
    conduct(search, asked, None, &args.how, &stop(&args.how))
}

/// Bots against which scripts are looked for.
pub struct ScriptSearch {
    job: ConductedExperiment<DoubleOracle>,
}

impl ScriptSearch {
    /// The bots that are `named`, or those of the league and the scenario, at the table of the configuration of this name, or the
    /// first, of the scenario at `path`.
    pub fn new(
        path: &Path,
        overrides: &Overrides,
        named: &[String],
        configuration: Option<&str>,
        plan: LeaguePlan,
    ) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let (configuration, players) = chosen(&one, configuration)?;
        let setup = one.scenario.configurations[configuration].setup.clone();
        let Some(phrases) = Phrases::of_game(one.info) else {
            return Err(Failure::Input(format!("{} has no scripts to look for", one.info.title)));
        };
        let bots = bots(&one, &setup, players, named)?;
        // A script that sits out may be near one that beats those who meet.
        let known = members(&one, &setup, players, &[]).unwrap_or_default();
        let search = DoubleOracle {
            info: one.info,
            players: u32::try_from(players).unwrap_or(u32::MAX),
            seed: one.scenario.seed,
            phrases,
            scripts: scripts(&one, known.iter().chain(&bots)),
            plan,
            slow: bots.iter().any(|bot| is_search(&bot.spec.kind)),
            bots,
            setup,
        };
        let (setup, bots, scripts) = (&search.setup, &search.bots, &search.scripts);
        let total = Total::Exactly(league::most(&plan, bots.len(), search.players));
        let key = format!("{setup:?} {bots:?} {scripts:?} {plan:?}");
        Ok(ScriptSearch {
            job: ConductedExperiment::new(one, search, total, &key),
        })
    }
}

impl Driven for ScriptSearch {
    type Experiment = DoubleOracle;

    const WORDS: CommandWords = CommandWords {
        files: "league",
        folder: "-league",
        shards: "-league",
        what: "league",
        before: "the search was done",
        asked: "rules, bots, --rounds, --games, --deals or --gain",
    };

    fn job(&self) -> &ConductedExperiment<DoubleOracle> {
        &self.job
    }

    fn called(&self, subject: &Subject) -> String {
        let bot = |name: &str| match name {
            TRIED => "a script that is tried".to_owned(),
            name => format!("“{name}”"),
        };
        match subject {
            Subject::Table { one, among } => {
                called(&self.job.one.scenario, &format!("{} among {}", bot(one), bot(among)))
            }
            other => self.job.one.called(other),
        }
    }

    fn write(&self, league: League, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let title = format!("{}: what beats its bots?", self.job.one.info.title);
        place.put(report::league::files(&league, &title))?;
        let text = format!(
            "{}\nScripts: {}\n",
            report::league::text(&league, &title, narrow()),
            place.folder.file("league.toml").display()
        );
        let json = report::league::json(&league, &title);
        Ok(Delivered { text, json })
    }
}

/// The bots that meet: beside those of the league the searching ones of its mix at the table, unless others were `asked` for.
fn bots(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<NamedBot>, Failure> {
    let mut all = members(one, setup, players, asked)?;
    if asked.is_empty() {
        let seated = u32::try_from(players).unwrap_or(u32::MAX);
        let searching = one.info.searching(setup, seated).map_err(Failure::Input)?;
        all.extend(searching.iter().map(|name| NamedBot::of_setup(setup, name)));
    }
    Ok(all)
}

/// Where the search begins: the scripts of the game, and those of these bots.
fn scripts<'a>(one: &Prepared, bots: impl Iterator<Item = &'a NamedBot>) -> Vec<Script> {
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
    between(text, 1_000, 1_000_000_000, "a number of games")
}

/// Fewer say nothing of how much shares vary.
fn deals(text: &str) -> Result<u64, String> {
    between(text, 10, 1_000_000, "a number of deals")
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
