//! `balance bots ladder SCENARIO`.

use std::path::Path;

use super::{MeetingArgs, MeetingRequest, chosen, known_to, members, with_random};
use crate::cli::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop, unmade};
use crate::cli::prepare::{between, joined, prepare};
use crate::cli::progress::Total;
use crate::cli::{Failure, narrow, remark};
use balance_config::scenario::Overrides;
use balance_config::untrusted;
use balance_experiments::ladder::{self, Company, Meeting, Meetings, Wins};
use balance_report as report;
use balance_simulation::experiment::Experiment;

/// Ranks bots at the table of a scenario
///
/// Every bot plays alone against others of one kind, on the same deals, in every seat in turn. Where all win together, each has
/// every seat. Prints ratings, win rates and
/// the matrix of pairs, each with an interval. Writes DIR/SCENARIO-ladder: ladder.json, ladder.csv, pairs.csv, ladder.svg and
/// ladder.png.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    meeting: MeetingArgs,
}

/// No ladder.json is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// Most bots of one ladder: so many beside each other are 870 pairs.
const MOST: usize = 30;

pub fn run(args: &Args) -> Result<(), Failure> {
    let MeetingArgs {
        scenario,
        asked,
        seed,
        how,
    } = &args.meeting;
    let bots = BotLadder::new(scenario, &seed.overrides_for_all_bots(), asked)?;
    conduct(bots, ("bots ladder", asked), None, how, &stop(how))
}

/// Bots that are to meet at a table.
pub struct BotLadder {
    job: ConductedExperiment<Meetings>,
    /// The number of the configuration whose rules hold.
    configuration: usize,
    bots: Vec<String>,
    company: Company,
}

impl BotLadder {
    /// The bots that are `named`, or those of the league, at the table of the configuration of this name, or the first, of the
    /// scenario at `path`, for so many deals.
    pub fn new(path: &Path, overrides: &Overrides, asked: &MeetingRequest) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let (configuration, company) = chosen(&one, asked.choice.configuration.as_deref())?;
        let setup = &one.scenario.configurations[configuration].setup;
        let mut named = members(&one, setup, company.players(), &asked.bots)?;
        if asked.bots.is_empty() {
            named = with_random(setup, named);
        }
        let (setup, bots) = known_to(setup, &named);
        match bots.len() {
            0 | 1 => {
                return Err(Failure::Input(
                    "a ladder takes two bots at least: name them with --bots A,B".to_owned(),
                ));
            }
            count if count > MOST => {
                return Err(Failure::Input(format!(
                    "{count} bots are too many; a ladder takes at most {MOST}"
                )));
            }
            _ => {}
        }
        let tables = ladder::tables(one.info, &setup, company.places(), &bots)
            .map_err(|faults| joined(path.display(), faults))?;
        let meetings = Meetings {
            tables,
            players: company.places(),
            seed: one.scenario.seed,
            deals: asked.deals,
        };
        let total = Total::Exactly(meetings.games(&(0..0), &(0..asked.deals)));
        let key = format!("{setup:?} {bots:?} {}", asked.deals);
        Ok(BotLadder {
            job: ConductedExperiment::new(one, meetings, total, &key),
            configuration,
            bots,
            company,
        })
    }

    /// Of which of several configurations it is.
    fn of_several(&self) -> String {
        let all = &self.job.one.scenario.configurations;
        match all.len() {
            1 => String::new(),
            _ => format!(", “{}”", all[self.configuration].name),
        }
    }

    /// The table at which the bots meet for so many deals.
    fn table(&self, deals: u64) -> report::ladder::LadderTable {
        let scenario = &self.job.one.scenario;
        report::ladder::LadderTable {
            scenario: scenario.name.clone(),
            configuration: scenario.configurations[self.configuration].name.clone(),
            seed: scenario.seed,
            deals,
        }
    }
}

impl Driven for BotLadder {
    type Experiment = Meetings;

    const WORDS: CommandWords = CommandWords {
        files: "ladder",
        folder: "-ladder",
        what: "ladder",
        before: "all bots had met",
        asked: "rules, bots or --deals",
    };

    fn job(&self) -> &ConductedExperiment<Meetings> {
        &self.job
    }

    /// Writes and says what the wins say.
    fn write(&self, wins: Vec<Vec<Wins>>, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let (folder, one, company) = (&place.folder, &self.job.one, self.company);
        let meetings = ladder::meetings(self.bots.len(), company.places());
        let played: Vec<(Meeting, Vec<Wins>)> = meetings.into_iter().zip(wins).collect();
        let Some(ladder) = ladder::climbed(&self.bots, company, &played) else {
            return Err(Failure::Input("the bots cannot be rated".to_owned()));
        };
        let title = format!("{}{}: how strong are its bots?", one.info.title, self.of_several());
        let table = self.table(ladder.deals);
        let earlier = untrusted::read(&folder.file("ladder.json"), LARGEST).ok();
        let replaced = earlier
            .and_then(|text| report::ladder::LadderTable::of_json(&text))
            .and_then(|earlier| table.instead_of(&earlier));
        if let Some(said) = replaced {
            remark(&said);
        }
        place.put(report::ladder::files(&ladder, &title, &table).map_err(unmade)?)?;
        let text = format!(
            "{}\nLadder: {}\n",
            report::ladder::text(&ladder, &title, narrow()),
            folder.file("ladder.csv").display()
        );
        let json = report::ladder::json(&ladder, &title, &table);
        Ok(Delivered { text, json })
    }
}

/// Fewer say nothing of how much ratings vary.
pub fn deals(text: &str) -> Result<u64, String> {
    between(text, 10, ladder::MOST_DEALS, "a number of deals")
}
