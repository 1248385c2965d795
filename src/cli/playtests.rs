//! `balance playtests FILE SCENARIO`.

use std::path::PathBuf;

use super::Failure;
use super::options::{ConfigurationChoice, Dealt, Quiet, Threads};
use super::play::{ScenarioRun, fault, stop_saying};
use super::prepare::{PreparedOpponent, games, prepare, read_log, refused};
use super::progress::{Meter, Total};
use balance_config::playtests::{LogRequest, PlaytestLog};
use balance_config::scenario::Overrides;
use balance_inference::playtests::Playtests;
use balance_inference::table::{self, Results};
use balance_report as report;

/// Compares games that people played with those of bots
///
/// FILE is a CSV table with a row a game: `winner`, and if known `turns`, `minutes`, `version`, `players` and `group`. Or it has a row
/// a seat: `game`, `seat`, `side` or `role`, and `won`. `balance new GAME --playtests` prints a table to fill in.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The log of games, a CSV table
    file: PathBuf,
    /// The scenario that was played
    scenario: PathBuf,
    #[command(flatten)]
    choice: ConfigurationChoice,
    /// Only rows of which COLUMN has this value, such as experience=first-game
    #[arg(long, value_name = "COLUMN=VALUE", value_parser = column_value)]
    only: Option<(String, String)>,
    /// Also show each win rate as if the bots' were that of N games between people
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = games)]
    pool: Option<u64>,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

fn column_value(text: &str) -> Result<(String, String), String> {
    let (column, value) = text.split_once('=').ok_or("write COLUMN=VALUE")?;
    Ok((column.to_owned(), value.to_owned()))
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let text = read_log(&args.file)?;
    let (results, log, index) = played(args, &text)?;
    let each = &results.configurations[index];
    let found = Playtests::new(&log, each, results.scenario.margins, args.pool);
    if args.json {
        let json = serde_json::to_string_pretty(&found).map_err(Failure::input)?;
        return super::print_json(&(json + "\n"));
    }
    super::print(&report::playtests::text(&found, &log, &results, super::narrow()))
}

/// The run, without a report, and the log, of the configuration with this index.
fn played(args: &Args, text: &str) -> Result<(Results, PlaytestLog, usize), Failure> {
    let overrides = Overrides {
        idle_untold: true,
        ..args.dealt.overrides()
    };
    let one = prepare(&args.scenario, &overrides)?;
    let index = one.configuration(args.choice.configuration.as_deref())?;
    let names: Vec<&str> = one.scenario.configurations.iter().map(|each| &*each.name).collect();
    let only = args.only.as_ref();
    let request = LogRequest {
        sheet: one.games[index].sheet(),
        versions: &names,
        version: names[index],
        only: only.map(|(column, value)| (column.as_str(), value.as_str())),
    };
    let log = PlaytestLog::parse(text, &request).map_err(|mistakes| refused(&args.file, &mistakes))?;
    args.threads.start()?;
    let stop = stop_saying("nothing is kept");
    let planned = ScenarioRun::new(one);
    let one = &planned.one;
    let run = planned.run_to(one.scenario.games);
    let total = Total::Exactly(run.games_of(&(0..one.scenario.games)));
    let meter = Meter::new(&one.scenario.name, total, args.quiet);
    let played = meter.over(|subject| one.called(subject), || run.play(meter.runner(&stop), &()));
    let played = played.map_err(|broken| fault(&broken, one))?;
    if played.interrupted {
        return Err(Failure::Interrupted);
    }
    let others: Vec<_> = one.others.iter().map(PreparedOpponent::of_table).collect();
    let (references, docket) = (&planned.references, &one.docket());
    let mut results = table::results(
        &one.scenario, one.info, &one.games, &others, &played, references, docket,
    );
    results.scenario.files = table::files_as_named(&one.scenario);
    Ok((results, log, index))
}
