//! `balance skill SCENARIO`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::bots::{chosen, known_to, members};
use super::ladder::deals;
use super::options::{Delivery, Table};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, prepare};
use super::progress::{Meter, about};
use balance_analysis::games::Setup;
use balance_analysis::league::Member;
use balance_analysis::skill::{self, Study};
use balance_kit::kinds::{RANDOM, is_search};
use balance_report::{self as report, Folder};

/// Says what skill decides at the table of a scenario and what luck
///
/// Bots of different strength play the same deals on every seat, and every deal once more with different luck: how far skill
/// goes, and what decides who wins. Each figure has its interval and its source, and belongs to these bots. Writes
/// DIR/SCENARIO-skill: skill.json, skill.csv, skill.svg and skill.png.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file
    scenario: PathBuf,
    /// Bots: kinds, or those of the game's league or of [bots] [default: those of a ladder that do not search, and random beside only one]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    bots: Vec<String>,
    /// Deals of every pair of bots; what else is played grows with it
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = deals, default_value_t = 100)]
    deals: u64,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let one = prepare(&args.scenario, &args.table.overrides())?;
    let scenario = &one.scenario;
    let (configuration, players) = chosen(&one, args.table.configuration.as_deref())?;
    let setup = &scenario.configurations[configuration].setup;
    let bots = bots(&one, setup, players, &args.bots)?;
    let (setup, bots) = known_to(setup, &bots);
    let study = Study::new(one.info, &setup, players, bots, (scenario.seed, args.deals)).map_err(|faults| {
        let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        Failure::Input(format!("{}: {}", args.scenario.display(), said.join("; ")))
    })?;
    let name = format!("{}-skill", scenario.name);
    let folder = Folder::claim(&args.how.out.join(&name)).map_err(|error| Failure::Input(error.to_string()))?;
    args.how.threads.start()?;
    let stop = stop_saying("skill and luck are told from all games or not at all");
    let meter = Meter::new(about(&name, study.games(), args.how.quiet.quiet));
    let found = meter.over(|subject| one.called(subject), || study.play(meter.runner(&stop)));
    let found = found.map_err(|broken| fault(&broken, &one))?;
    let found = found.ok_or(Failure::Interrupted)?;
    let title = format!("{}: skill, luck and quality of play", one.info.title);
    report::skill::files(&found, &title)
        .map_err(report::ReportError::from)
        .and_then(|files| report::filled(&folder, &files))
        .map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.how.json {
        return super::print_json(&report::skill::json(&found, &title));
    }
    super::print(&format!(
        "{}\nSkill: {}\n",
        report::skill::text(&found, &title, super::narrow()),
        folder.file("skill.csv").display()
    ))
}

/// The bots that were asked for, or those of the league and the scenario that do not search, and the random one where these
/// are fewer than two.
fn bots(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<Member>, Failure> {
    let mut members = members(one, setup, players, asked)?;
    if asked.is_empty() {
        members.retain(|member| !is_search(&member.spec.kind));
        if members.len() < 2 && members.iter().all(|member| member.name != RANDOM) {
            members.push(Member::of(setup, RANDOM));
        }
    }
    match members.len() {
        0 | 1 => Err(Failure::Input(
            "skill shows between two bots at least: name them with --bots A,B".to_owned(),
        )),
        count if count > skill::MOST => Err(Failure::Input(format!(
            "{count} bots are too many; at most {} can sit at one table",
            skill::MOST
        ))),
        _ => Ok(members),
    }
}
