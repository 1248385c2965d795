//! `balance skill SCENARIO`.

use std::path::Path;

use super::Failure;
use super::bots::{MeetingArgs, MeetingRequest, chosen, known_to, members, with_random};
use super::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop, unmade};
use super::prepare::{Prepared, joined, prepare};
use super::progress::Total;
use balance_config::games::Setup;
use balance_config::scenario::Overrides;
use balance_experiments::ladder::NamedBot;
use balance_experiments::skill::{self, Skill, Study};
use balance_kit::bots::is_search;
use balance_report as report;

/// Measures how much skill and luck decide who wins
///
/// Bots of different strength play the same deals in every seat, and every deal again with other dice and draws. Each figure
/// has its interval and its source, and holds for these bots. Writes DIR/SCENARIO-skill: skill.json, skill.csv, skill.svg and
/// skill.png.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    meeting: MeetingArgs,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let MeetingArgs {
        scenario,
        asked,
        seed,
        how,
    } = &args.meeting;
    let study = study(scenario, &seed.overrides_for_all_bots(), asked)?;
    conduct(study, ("skill", asked), None, how, &stop(how))
}

/// A study of what skill decides between the bots that are named, or those of the league and the scenario, at the table of the
/// configuration of this name, or the first, of the scenario at `path`, for so many deals of each pair.
pub fn study(
    path: &Path,
    overrides: &Overrides,
    asked: &MeetingRequest,
) -> Result<ConductedExperiment<Study>, Failure> {
    let one = prepare(path, overrides)?;
    let (configuration, company) = chosen(&one, asked.choice.configuration.as_deref())?;
    let players = company.players();
    let setup = &one.scenario.configurations[configuration].setup;
    let (setup, bots) = known_to(setup, &bots(&one, setup, players, &asked.bots)?);
    let study = Study::new(one.info, &setup, players, bots, (one.scenario.seed, asked.deals));
    let study = study.map_err(|faults| joined(path.display(), faults))?;
    let total = Total::About(study.total_games());
    let key = format!("{setup:?} {:?} {}", study.bots, study.deals);
    Ok(ConductedExperiment::new(one, study, total, &key))
}

impl Driven for ConductedExperiment<Study> {
    type Experiment = Study;

    const WORDS: CommandWords = CommandWords {
        files: "skill",
        folder: "-skill",
        what: "study",
        before: "all was played",
        asked: "rules, bots or --deals",
    };

    fn job(&self) -> &ConductedExperiment<Study> {
        self
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
        Ok(Delivered { text, json })
    }
}

/// The bots that were asked for, or those of the league and the scenario that do not search, and the random one where these
/// are fewer than two.
fn bots(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<NamedBot>, Failure> {
    let mut members = members(one, setup, players, asked)?;
    if asked.is_empty() {
        members.retain(|member| !is_search(&member.spec.kind));
        members = with_random(setup, members);
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
