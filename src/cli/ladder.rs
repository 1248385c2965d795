//! `balance ladder SCENARIO`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::bots::{chosen, known_to, members};
use super::checkpoint::build_id;
use super::conduct::{conduct, stop};
use super::drive::{Delivered, Destination, Driven, Unfinished, unmade};
use super::options::{Delivery, TableChoice};
use super::prepare::{Prepared, between, prepare, whole_number};
use super::progress::Total;
use balance_analysis::checkpoint::ResumeKey;
use balance_analysis::experiment::Experiment;
use balance_analysis::games::Setup;
use balance_analysis::ladder::{self, Meeting, Meetings, Wins};
use balance_analysis::scenario::Overrides;
use balance_analysis::shards::{MeetingRequest, ShardCommand};
use balance_analysis::untrusted;
use balance_engine::SCHEME;
use balance_report as report;

/// Says how strong bots are beside each other at the table of a scenario
///
/// Every bot sits alone among others of one kind, on the same deals, on every seat in turn: ratings, win shares and the
/// matrix of pairs, each with an interval. Writes DIR/SCENARIO-ladder: ladder.json, ladder.csv, pairs.csv, ladder.svg and
/// ladder.png.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file
    scenario: PathBuf,
    /// Bots: kinds, or those of the game's league or of [bots]; the first has rating 0 [default: the league and [bots]]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    bots: Vec<String>,
    /// Deals of every pair; each is played once for every seat
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = deals, default_value_t = 100)]
    deals: u64,
    #[command(flatten)]
    table: TableChoice,
    #[command(flatten)]
    how: Delivery,
}

/// No ladder.json is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// Most bots of one ladder: so many beside each other are 870 pairs.
const MOST: usize = 30;

pub fn run(args: &Args) -> Result<(), Failure> {
    let asked = MeetingRequest {
        bots: args.bots.clone(),
        configuration: args.table.configuration.clone(),
        deals: args.deals,
    };
    let climb = BotLadder::new(&args.scenario, &args.table.overrides(), &asked)?;
    conduct(climb, ShardCommand::Ladder(asked), None, &args.how, &stop(&args.how))
}

/// Bots that are to meet at a table.
pub struct BotLadder {
    one: Prepared,
    /// The number of the configuration whose rules hold.
    configuration: usize,
    /// The rules, and all bots that meet.
    setup: Setup,
    bots: Vec<String>,
    meetings: Meetings,
}

impl BotLadder {
    /// The bots that are `named`, or those of the league, at the table of the configuration of this name, or the first, of the
    /// scenario at `path`, for so many deals.
    ///
    /// # Errors
    /// What is wrong with any of these.
    pub fn new(path: &Path, overrides: &Overrides, asked: &MeetingRequest) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let (configuration, players) = chosen(&one, asked.configuration.as_deref())?;
        let setup = &one.scenario.configurations[configuration].setup;
        let (setup, bots) = known_to(setup, &members(&one, setup, players, &asked.bots)?);
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
        let tables = ladder::tables(one.info, &setup, players, &bots).map_err(|faults| {
            let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            Failure::Input(format!("{}: {}", path.display(), said.join("; ")))
        })?;
        let meetings = Meetings {
            tables,
            players,
            seed: one.scenario.seed,
            deals: asked.deals,
        };
        Ok(BotLadder {
            one,
            configuration,
            setup,
            bots,
            meetings,
        })
    }

    /// Of which of several configurations it is.
    fn of_several(&self) -> String {
        let all = &self.one.scenario.configurations;
        match all.len() {
            1 => String::new(),
            _ => format!(", “{}”", all[self.configuration].name),
        }
    }

    /// The table at which the bots meet for so many deals.
    fn table(&self, deals: u64) -> report::ladder::LadderTable {
        let scenario = &self.one.scenario;
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

    fn experiment(&self) -> &Meetings {
        &self.meetings
    }

    fn one(&self) -> &Prepared {
        &self.one
    }

    fn name(&self) -> String {
        format!("{}-ladder", self.one.scenario.name)
    }

    fn unfinished(&self) -> Unfinished {
        Unfinished {
            file: "ladder-unfinished.json",
            what: "ladder",
            before: "all bots had met",
            asked: "rules, bots or --deals",
        }
    }

    fn total(&self) -> Total {
        Total::Exactly(self.meetings.games(&(0..0), &(0..self.meetings.deals)))
    }

    fn key(&self) -> ResumeKey {
        let scenario = &self.one.scenario;
        let deals = self.meetings.deals;
        let games = format!("{SCHEME} {} {:?} {:?} {deals}", scenario.game, self.setup, self.bots);
        ResumeKey::of_games(scenario.seed, &games, build_id())
    }

    /// Writes and says what the wins say.
    fn write(&self, wins: Vec<Vec<Wins>>, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let (folder, players) = (&place.folder, self.meetings.players);
        let meetings = ladder::meetings(self.bots.len(), players);
        let played: Vec<(Meeting, Vec<Wins>)> = meetings.into_iter().zip(wins).collect();
        let Some(ladder) = ladder::climbed(&self.bots, players, &played) else {
            return Err(Failure::Input("the bots cannot be rated".to_owned()));
        };
        let title = format!("{}{}: how strong are its bots?", self.one.info.title, self.of_several());
        let table = self.table(ladder.deals);
        let earlier = untrusted::read(&folder.file("ladder.json"), LARGEST).ok();
        let replaced = earlier
            .and_then(|text| report::ladder::LadderTable::of_json(&text))
            .and_then(|earlier| table.instead_of(&earlier));
        if let Some(said) = replaced {
            super::remark(&said);
        }
        place.put(report::ladder::files(&ladder, &title, &table).map_err(unmade)?)?;
        let own = &self.one.scenario.configurations[self.configuration].setup.seats;
        let mut notes = String::new();
        if !own.by_role.is_empty() {
            notes.push_str(
                "note: here every bot sits in every seat and role, also one that the scenario seats in one role alone; how well it \
                 plays that role a [[variant]] tells in which another bot has it\n",
            );
        }
        let text = format!(
            "{}\nLadder: {}\n",
            report::ladder::text(&ladder, &title, super::narrow()),
            folder.file("ladder.csv").display()
        );
        let json = report::ladder::json(&ladder, &title, &table);
        Ok(Delivered { text, json, notes })
    }
}

/// Fewer say nothing of how much ratings vary.
pub(super) fn deals(text: &str) -> Result<u64, String> {
    let plain = whole_number(text)?.to_string();
    between(&plain, 10, ladder::MOST_DEALS, "a number of deals")
}
