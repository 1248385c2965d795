//! `balance ladder SCENARIO`.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::bots::{chosen, known_to, members};
use super::build_id::build_id;
use super::options::{Delivery, Table};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, between, prepare, whole_number};
use super::progress::{Meter, bar};
use super::sharded::{self, Merging, Pieces, Sharded};
use balance_analysis::checkpoint::Key;
use balance_analysis::experiment::Runner;
use balance_analysis::foreign;
use balance_analysis::games::Setup;
use balance_analysis::ladder::{self, Meeting, Wins};
use balance_analysis::scenario::{Overrides, Scenario};
use balance_analysis::shards::{Asked, Manifest, Part, Shard, Whole};
use balance_analysis::sim::Share;
use balance_engine::SCHEME;
use balance_report::{self as report, Folder};

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
    table: Table,
    #[command(flatten)]
    sharded: sharded::Which,
    #[command(flatten)]
    how: Delivery,
}

/// No ladder.json is larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// Most bots of one ladder: so many beside each other are 870 pairs.
const MOST: usize = 30;

pub fn run(args: &Args) -> Result<(), Failure> {
    let climb = Climb::new(
        &args.scenario,
        &args.table.overrides(),
        &args.bots,
        args.table.configuration.as_deref(),
    )?;
    if args.sharded.shard.is_some() {
        let task = sharded::Task {
            asked: Asked::Ladder {
                bots: args.bots.clone(),
                configuration: args.table.configuration.clone(),
            },
            games: 0..args.deals,
            dir: args.how.out.join(format!("{}.shards", climb.name())),
            fresh: false,
            threads: &args.how.threads,
            quiet: args.how.quiet.quiet,
            which: &args.sharded,
        };
        return task.play(&climb);
    }
    let folder = climb.folder(&args.how.out)?;
    args.how.threads.start()?;
    let stop = stop_saying("a ladder is played as a whole or not at all");
    let bar = bar(&climb.name(), climb.games(args.deals), args.how.quiet.quiet);
    let deals: Vec<u64> = (0..args.deals).collect();
    let wins = climb.play(&deals, &stop, &Meter::new(bar))?;
    climb.deliver(wins.ok_or(Failure::Interrupted)?, &folder, args.how.json)
}

/// Bots that are to meet at a table.
pub struct Climb {
    one: Prepared,
    /// The number of the configuration whose rules hold.
    configuration: usize,
    /// The rules, and all bots that meet.
    setup: Setup,
    players: usize,
    bots: Vec<String>,
    tables: Vec<ladder::Table>,
}

impl Climb {
    /// The bots that are `named`, or those of the league, at the table of the configuration of this name, or the first, of the
    /// scenario at `path`.
    ///
    /// # Errors
    /// What is wrong with any of these.
    pub fn new(
        path: &Path,
        overrides: &Overrides,
        named: &[String],
        configuration: Option<&str>,
    ) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let (configuration, players) = chosen(&one, configuration)?;
        let setup = &one.scenario.configurations[configuration].setup;
        let (setup, bots) = known_to(setup, &members(&one, setup, players, named)?);
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
        Ok(Climb {
            one,
            configuration,
            setup,
            players,
            bots,
            tables,
        })
    }

    fn name(&self) -> String {
        format!("{}-ladder", self.one.scenario.name)
    }

    fn folder(&self, out: &Path) -> Result<Folder, Failure> {
        Folder::claim(&out.join(self.name())).map_err(|error| Failure::Input(error.to_string()))
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
    fn table(&self, deals: u64) -> report::ladder::Table {
        let scenario = &self.one.scenario;
        report::ladder::Table {
            scenario: scenario.name.clone(),
            configuration: scenario.configurations[self.configuration].name.clone(),
            seed: scenario.seed,
            deals,
        }
    }

    /// Games in so many deals at all tables.
    fn games(&self, deals: u64) -> u64 {
        (self.tables.len() * self.players) as u64 * deals
    }

    /// Wins by table and deal; none once `stop` is set.
    fn play(&self, deals: &[u64], stop: &AtomicBool, meter: &Meter) -> Result<Option<Vec<Vec<Wins>>>, Failure> {
        let scenario = &self.one.scenario;
        let play = || ladder::play_all(&self.tables, deals, scenario.seed, meter.runner(stop));
        let wins = meter.over(|subject| self.one.called(subject), play);
        wins.map_err(|broken| fault(&broken, &self.one))
    }

    /// Writes and prints what the wins say.
    fn deliver(&self, wins: Vec<Vec<Wins>>, folder: &Folder, json: bool) -> Result<(), Failure> {
        let meetings = ladder::meetings(self.bots.len(), self.players);
        let played: Vec<(Meeting, Vec<Wins>)> = meetings.into_iter().zip(wins).collect();
        let Some(ladder) = ladder::climbed(&self.bots, self.players, &played) else {
            return Err(Failure::Input("the bots cannot be rated".to_owned()));
        };
        let title = format!("{}{}: how strong are its bots?", self.one.info.title, self.of_several());
        let table = self.table(ladder.deals);
        let earlier = foreign::read(&folder.file("ladder.json"), LARGEST).ok();
        let replaced = earlier
            .and_then(|text| report::ladder::Table::of_json(&text))
            .and_then(|earlier| table.instead_of(&earlier));
        if let Some(said) = replaced {
            super::remark(&said);
        }
        report::ladder::files(&ladder, &title, &table)
            .map_err(report::ReportError::from)
            .and_then(|files| report::filled(folder, &files))
            .map_err(|error| Failure::Unwritten(error.to_string()))?;
        if json {
            return super::print_json(&report::ladder::json(&ladder, &title, &table));
        }
        let own = &self.one.scenario.configurations[self.configuration].setup.seats;
        if !own.by_role.is_empty() {
            super::remark(
                "note: here every bot sits in every seat and role, also one that the scenario seats in one role alone; how well it \
                 plays that role a [[variant]] tells in which another bot has it\n",
            );
        }
        let shown = folder.file("ladder.csv");
        super::print(&format!(
            "{}\nLadder: {}\n",
            report::ladder::text(&ladder, &title, super::narrow()),
            shown.display()
        ))
    }

    /// The wins that a shard holds, by table and deal.
    fn wins(&self, shard: &Shard) -> Result<Vec<Vec<Wins>>, &'static str> {
        let deals = deals_of(&shard.manifest).len();
        let [line] = &shard.pieces[..] else {
            return Err("its pieces are not those of such a shard");
        };
        let wins: Vec<Vec<Wins>> = sharded::parsed(line)?;
        let fits = |table: &Vec<Wins>| table.len() == deals && table.iter().all(|wins| wins.fits(self.players));
        if wins.len() == self.tables.len() && wins.iter().all(fits) {
            Ok(wins)
        } else {
            Err("its wins are not those of such a shard")
        }
    }
}

/// The deals of a shard: every n-th, n being how many shards there are.
fn deals_of(shard: &Manifest) -> Vec<u64> {
    let Share { index, of } = shard.share;
    (shard.from + u64::from(index)..shard.to).step_by(of as usize).collect()
}

impl Sharded for Climb {
    fn scenario(&self) -> &Scenario {
        &self.one.scenario
    }

    fn key(&self) -> Key {
        let scenario = &self.one.scenario;
        let games = format!("{SCHEME} {} {:?} {:?}", scenario.game, self.setup, self.bots);
        Key::of_games(scenario.seed, &games, build_id())
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: bool) -> Result<Option<Pieces>, Failure> {
        let deals = deals_of(shard);
        let name = format!("{} {}", self.name(), shard.share);
        let bar = bar(&name, self.games(deals.len() as u64), quiet);
        let wins = Climb::play(self, &deals, stop, &Meter::new(bar))?;
        let part = Part {
            run: 0,
            until: shard.to,
        };
        let wins = wins.map(|wins| sharded::line(part, &wins)).transpose()?;
        Ok(wins.map(|line| vec![line]))
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        self.wins(shard).err()
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let deals = deals_of(&shard.manifest);
        let (Some(at), Ok(wins)) = (nth.checked_rem(deals.len() as u64), self.wins(shard)) else {
            return Ok(None);
        };
        let deal = deals[at as usize];
        let again = ladder::play_all(&self.tables, &[deal], self.one.scenario.seed, Runner::unwatched())
            .map_err(|broken| fault(&broken, &self.one))?;
        let same = again.is_some_and(|again| {
            again
                .iter()
                .zip(&wins)
                .all(|(again, wins)| again[0] == wins[at as usize])
        });
        Ok(Some((deal, same)))
    }

    fn merge(&self, all: &[Whole], how: &Merging<'_>) -> Result<(), Failure> {
        let folder = self.folder(&how.out()?)?;
        let deals = all.first().map_or(0, |whole| whole.manifest.to);
        let mut wins = vec![vec![Wins::default(); deals as usize]; self.tables.len()];
        for whole in all {
            let shard = sharded::again(whole)?;
            let told = |flaw: &str| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display()));
            let of_shard = self.wins(&shard).map_err(told)?;
            for (table, of_shard) in wins.iter_mut().zip(of_shard) {
                for (deal, wins) in deals_of(&shard.manifest).into_iter().zip(of_shard) {
                    table[deal as usize] = wins;
                }
            }
        }
        self.deliver(wins, &folder, how.json)
    }
}

/// Fewer say nothing of how much ratings vary.
pub(super) fn deals(text: &str) -> Result<u64, String> {
    let plain = whole_number(text)?.to_string();
    between(&plain, 10, ladder::MOST_DEALS, "a number of deals")
}
