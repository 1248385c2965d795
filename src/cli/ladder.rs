//! `balance ladder SCENARIO`.

use std::path::PathBuf;

use super::Failure;
use super::play::{bar, fault, stop_saying};
use super::prepare::{Prepared, between, prepare, start_threads, threads, whole_number};
use crate::ladder::{self, Meeting, Wins};
use crate::report::{self, Folder};
use crate::scenario::{Configuration, Overrides};
use balance_kit::schema::suggest::suggest;

/// Says how strong bots are beside each other at the table of a scenario
///
/// Every bot sits alone among others of one kind, on the same deals, on every seat in turn: ratings, win shares and the
/// matrix of pairs, each with an interval. Writes DIR/SCENARIO-ladder: ladder.json, ladder.csv, pairs.csv, ladder.svg and
/// ladder.png.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file
    scenario: PathBuf,
    /// Bots, by kind or by name in [bots]; the first has rating 0 [default: those of the game's league and of [bots]]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    bots: Vec<String>,
    /// Deals of every pair; each is played once for every seat
    #[arg(long, value_name = "N", value_parser = deals, default_value_t = 100)]
    deals: u64,
    /// The configuration whose rules hold [default: the first]
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
    /// Master seed, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
    /// Folder for the result, which gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Most bots of one ladder: so many beside each other are 870 pairs.
const MOST: usize = 30;

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        seed: args.seed,
        ..Overrides::default()
    };
    let one = prepare(&args.scenario, &overrides)?;
    let (configuration, players) = chosen(&one, args.configuration.as_deref())?;
    let bots = bots(&one, configuration, players, &args.bots)?;
    let tables = ladder::tables(one.info, &configuration.setup, players, &bots).map_err(|faults| {
        let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        Failure::Input(format!("{}: {}", args.scenario.display(), said.join("; ")))
    })?;
    let name = format!("{}-ladder", one.scenario.name);
    let folder = Folder::claim(&args.out.join(&name)).map_err(|error| Failure::Input(error.to_string()))?;
    start_threads(args.threads)?;
    let stop = stop_saying("a ladder is played as a whole or not at all");
    let bar = bar(&name, tables.len() as u64 * args.deals * players as u64, args.quiet);
    let played = ladder::play(&tables, &bots, (one.scenario.seed, args.deals), &stop, &|| {
        bar.inc(players as u64);
    });
    bar.finish_and_clear();
    let wins = played
        .map_err(|broken| fault(&broken, &one))?
        .ok_or(Failure::Interrupted)?;
    let played: Vec<(Meeting, Vec<Wins>)> = tables.iter().map(|(meeting, _)| *meeting).zip(wins).collect();
    let Some(ladder) = ladder::climbed(&bots, players, &played) else {
        return Err(Failure::Input("the bots cannot be rated".to_owned()));
    };
    let title = format!("{}: how strong are its bots?", one.info.title);
    folder
        .replace(|new| {
            for (name, bytes) in report::ladder::files(&ladder, &title)? {
                let path = new.join(name);
                report::place(&path, &bytes).map_err(|error| report::ReportError::File {
                    path,
                    doing: "written",
                    error,
                })?;
            }
            Ok::<(), report::ReportError>(())
        })
        .map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.json {
        return super::print_json(&report::ladder::json(&ladder, &title));
    }
    let shown = folder.file("ladder.csv");
    super::print(&format!(
        "{}\nLadder: {}\n",
        report::ladder::text(&ladder, &title),
        shown.display()
    ))
}

/// The configuration of this name, or the first, and the players at its table.
fn chosen<'a>(one: &'a Prepared, name: Option<&str>) -> Result<(&'a Configuration, usize), Failure> {
    let all = &one.scenario.configurations;
    let at = match name {
        None => Some(0),
        Some(name) => all.iter().position(|each| each.name == name),
    };
    let found = at.and_then(|at| Some((all.get(at)?, one.games.get(at)?.sheet().players)));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|each| each.name.as_str()).collect();
        let path = one.scenario.path.display();
        Failure::Input(format!(
            "{path} has no configuration “{}”; there are {}",
            name.unwrap_or_default(),
            names.join(", ")
        ))
    })
}

/// The bots of the ladder: those that were asked for, or those of the game's league, and of the scenario's own, of which at
/// least two are needed.
fn bots(
    one: &Prepared,
    configuration: &Configuration,
    players: usize,
    asked: &[String],
) -> Result<Vec<String>, Failure> {
    let own = configuration.setup.bots.keys().map(String::as_str);
    let kinds: Vec<&str> = (one.info.bots)().into_iter().map(|bot| bot.kind).collect();
    let mut names: Vec<String> = asked.to_vec();
    if names.is_empty() {
        let league = one
            .info
            .league()
            .map_err(|said| Failure::Input(format!("{}: its league is wrong: {said}", one.info.title)))?;
        let here = league.into_iter().filter(|member| {
            let players = u32::try_from(players).unwrap_or(u32::MAX);
            // A member with settings of its own is named in a scenario.
            member.players.as_ref().is_none_or(|of| of.contains(&players)) && kinds.contains(&&*member.name)
        });
        names.extend(here.map(|member| member.name));
        names.extend(own.clone().map(str::to_owned));
    }
    let known: Vec<&str> = own.chain(kinds.iter().copied()).collect();
    for (at, name) in names.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let near = suggest(name, known.iter().copied()).map_or_else(
                || format!("there are {}", known.join(", ")),
                |near| format!("did you mean \"{near}\"?"),
            );
            return Err(Failure::Input(format!(
                "there is no bot \"{}\"; {near}",
                name.escape_debug()
            )));
        }
        if names[..at].contains(name) {
            return Err(Failure::Input(format!("\"{name}\" is named twice")));
        }
    }
    match names.len() {
        0 | 1 => Err(Failure::Input(
            "a ladder takes two bots at least: name them with --bots A,B".to_owned(),
        )),
        count if count > MOST => Err(Failure::Input(format!(
            "{count} bots are too many; a ladder takes at most {MOST}"
        ))),
        _ => Ok(names),
    }
}

/// Fewer say nothing of how much ratings vary.
fn deals(text: &str) -> Result<u64, String> {
    let plain = whole_number(text)?.to_string();
    between(&plain, 10, 1_000_000, "a number of deals")
}
