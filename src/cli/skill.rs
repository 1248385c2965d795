//! `balance skill SCENARIO`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::bots::{chosen, known_to, members};
use super::checkpoint::build_id;
use super::conduct::{conduct, stop};
use super::drive::{Delivered, Destination, Driven, Unfinished, unmade};
use super::ladder::deals;
use super::options::{Delivery, TableChoice};
use super::prepare::{Prepared, prepare};
use super::progress::Total;
use balance_analysis::checkpoint::ResumeKey;
use balance_analysis::games::Setup;
use balance_analysis::league::LeagueBot;
use balance_analysis::scenario::Overrides;
use balance_analysis::shards::{MeetingRequest, ShardCommand};
use balance_analysis::skill::{self, Skill, Study};
use balance_engine::SCHEME;
use balance_kit::bots::{RANDOM, is_search};
use balance_report as report;

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
    table: TableChoice,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let asked = MeetingRequest {
        bots: args.bots.clone(),
        configuration: args.table.configuration.clone(),
        deals: args.deals,
    };
    let studied = Studied::new(&args.scenario, &args.table.overrides(), &asked)?;
    conduct(studied, ShardCommand::Skill(asked), None, &args.how, &stop(&args.how))
}

/// Bots of which is asked what skill decides between them.
pub struct Studied {
    one: Prepared,
    setup: Setup,
    study: Study,
}

impl Studied {
    /// The bots that are `named`, or those of the league and the scenario, at the table of the configuration of this name, or the
    /// first, of the scenario at `path`, for so many deals of each pair.
    ///
    /// # Errors
    /// What is wrong with any of these.
    pub fn new(path: &Path, overrides: &Overrides, asked: &MeetingRequest) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let (configuration, players) = chosen(&one, asked.configuration.as_deref())?;
        let setup = &one.scenario.configurations[configuration].setup;
        let (setup, bots) = known_to(setup, &bots(&one, setup, players, &asked.bots)?);
        let study =
            Study::new(one.info, &setup, players, bots, (one.scenario.seed, asked.deals)).map_err(|faults| {
                let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
                Failure::Input(format!("{}: {}", path.display(), said.join("; ")))
            })?;
        Ok(Studied { one, setup, study })
    }
}

impl Driven for Studied {
    type Experiment = Study;

    fn experiment(&self) -> &Study {
        &self.study
    }

    fn one(&self) -> &Prepared {
        &self.one
    }

    fn name(&self) -> String {
        format!("{}-skill", self.one.scenario.name)
    }

    fn unfinished(&self) -> Unfinished {
        Unfinished {
            file: "skill-unfinished.json",
            what: "study",
            before: "all was played",
            asked: "rules, bots or --deals",
        }
    }

    fn total(&self) -> Total {
        Total::About(self.study.total_games())
    }

    fn key(&self) -> ResumeKey {
        let (scenario, study) = (&self.one.scenario, &self.study);
        let games = format!(
            "{SCHEME} {} {:?} {:?} {}",
            scenario.game, self.setup, study.bots, study.deals
        );
        ResumeKey::of_games(scenario.seed, &games, build_id())
    }

    fn write(&self, found: Skill, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let title = format!("{}: skill, luck and quality of play", self.one.info.title);
        place.put(report::skill::files(&found, &title).map_err(unmade)?)?;
        let text = format!(
            "{}\nSkill: {}\n",
            report::skill::text(&found, &title, super::narrow()),
            place.folder.file("skill.csv").display()
        );
        let json = report::skill::json(&found, &title);
        Ok(Delivered {
            text,
            json,
            notes: String::new(),
        })
    }
}

/// The bots that were asked for, or those of the league and the scenario that do not search, and the random one where these
/// are fewer than two.
fn bots(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<LeagueBot>, Failure> {
    let mut members = members(one, setup, players, asked)?;
    if asked.is_empty() {
        members.retain(|member| !is_search(&member.spec.kind));
        if members.len() < 2 && members.iter().all(|member| member.name != RANDOM) {
            members.push(LeagueBot::of_setup(setup, RANDOM));
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
