//! `balance ablate SCENARIO`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Failure;
use super::keeper::{Keeper, Searching, version_called, write};
use super::options::{Configuration, Quiet, Seed, Threads};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, games, prepare};
use super::shown::{Shown, about};
use crate::ablate::{Plan, Record, ablate};
use crate::games::Entry;
use crate::report::ablation::{self, Ablation};
use crate::report::{Folder, charts};
use crate::scenario::{Choice, Knob, Place, Tune};
use crate::table::{ComponentRow, Looks, Sampling, component_rows};
use crate::tally::{MOST_GAMES, Tally};
use crate::tune::{Arena, Games, Halt, Version};
use balance_kit::schema::suggest::suggest;

/// Games of an ablation, unless somebody says otherwise.
const GAMES: u64 = 1_000_000;

/// Fewest deals of each version, or all would be chance.
const FEWEST: u64 = 100;

/// Games counted in one go for what goes with components.
const CHUNK: u64 = 64;

/// The file in which an unfinished ablation is kept.
const UNFINISHED: &str = "ablation-unfinished.json";

/// Says what each component does: takes every tile, card, wedge out in turn, on the same deals
///
/// Each component is replaced by its blanks, neutral entries in its place (docs/scenario.md names them), and the same deals
/// are played with it and without. What is known well enough is dropped early, and the eight strongest are taken out in pairs
/// as well. Writes ablation.html, .md, .json, .csv, .parquet and a picture into reports/SCENARIO-ablate/. Ctrl-C ends it, with exit
/// code 5; the same command then goes on from there.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario
    scenario: PathBuf,
    /// Only these components: by key, such as tile.6, or all of a kind, such as tile
    #[arg(long, value_delimiter = ',', value_name = "KEY")]
    only: Vec<String>,
    #[command(flatten)]
    configuration: Configuration,
    /// Games in all
    #[arg(long, allow_negative_numbers = true, value_parser = games, default_value_t = GAMES)]
    games: u64,
    /// Leave out the pairs of the strongest, for more games of each component
    #[arg(long)]
    no_pairs: bool,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// Folder for the results; each scenario gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Start anew where an earlier ablation was ended before it was done
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    quiet: Quiet,
    /// Print the result as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut one = prepare(&args.scenario, &args.seed.overrides())?;
    let index = one.configuration(args.configuration.configuration.as_deref())?;
    // One table, which is the base of what is compared.
    let mut base = one.scenario.configurations[index].clone();
    let name = base.name.clone();
    base.variant = None;
    base.cell.clear();
    one.scenario.configurations = vec![base];
    one.games = vec![one.games.remove(index)];
    let entries = components(&one, &args.only)?;
    let arena = arena(&one, &entries)?;
    let versions = arena.space().singles().len() as u64 + 1;
    let fewest = versions * FEWEST * arena.games_per_deal();
    if args.games < fewest || args.games > MOST_GAMES {
        return Err(Failure::Input(format!(
            "--games {}: {} components with their blanks take at least {fewest} games, and at most {MOST_GAMES} can be played",
            args.games,
            entries.len()
        )));
    }
    let sheet = one.games[0].sheet();
    let paired = arena.paired().len();
    let plan = Plan {
        games: args.games,
        margin: one.scenario.margin,
        most: arena.figures[..paired]
            .iter()
            .map(|figure| if figure.share { Some(1) } else { sheet.turns_max })
            .collect(),
        shares: arena.figures[..paired].iter().map(|figure| figure.share).collect(),
        pairs: !args.no_pairs,
    };
    let folder = Folder::claim(&args.out.join(format!("{}-ablate", one.scenario.name)))
        .map_err(|error| Failure::Input(error.to_string()))?;
    let asked: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let asked = format!("{plan:?} {asked:?}");
    let keeper = Keeper::new(&one, &asked, &folder, UNFINISHED, "ablation");
    if args.fresh {
        keeper.forget()?;
    }
    let mut record: Record = keeper.load()?;
    args.threads.start()?;
    let stop = stop_saying("what was played is kept, and the same command goes on from there");
    if !record.is_empty() {
        super::remark(&format!(
            "{}: going on from the ablation that was ended\n",
            one.scenario.name
        ));
    }
    let watch = Searching {
        shown: Shown::new(about(&one.scenario.name, args.games, args.quiet.quiet)).keeping(),
        keeper: &keeper,
    };
    let present = arena.space().present();
    let version = |version: &Version| version_called(&one, &arena, version);
    let found = watch.shown.over(version, || {
        let found = ablate(&arena, &plan, &mut record, &watch, &stop)?;
        Ok((goes_with(&one, found.deals, &stop, (&watch.shown, &present))?, found))
    });
    let (counted, found) = match found {
        Ok(found) => found,
        Err(Halt::Broken(broken)) => return Err(fault(&broken, &one)),
        Err(Halt::Interrupted) => {
            keeper.keep(&record);
            super::remark("Stopped before all was known. The same command goes on from there.\n");
            return Err(Failure::Interrupted);
        }
    };
    let ablation = Ablation::new(&one.scenario, &name, &arena, &entries, &found, &counted);
    deliver(args, &ablation, &folder, &keeper)
}

/// Writes and prints what was found; what was kept goes once all of it is written.
fn deliver(args: &Args, ablation: &Ablation, folder: &Folder, keeper: &Keeper) -> Result<(), Failure> {
    let unmade = |error: &dyn std::fmt::Display| Failure::Unwritten(error.to_string());
    let json = ablation.json().map_err(|error| unmade(&error))?;
    let chart = ablation::picture(ablation).map_err(|error| unmade(&error))?;
    let mut files = vec![
        ("ablation.json".to_owned(), json.clone().into_bytes()),
        ("ablation.md".to_owned(), ablation::markdown(ablation).into_bytes()),
        (
            "ablation.png".to_owned(),
            charts::png(&chart.plain).map_err(|error| unmade(&error))?,
        ),
        (
            "ablation.html".to_owned(),
            ablation::page(ablation, &chart).into_bytes(),
        ),
        ("ablation.svg".to_owned(), chart.plain.into_bytes()),
    ];
    let mut table = ablation.table().map_err(|error| unmade(&error))?;
    let tables = table.files().map_err(|error| unmade(&error))?;
    files.extend(
        tables
            .into_iter()
            .map(|(ending, bytes)| (format!("ablation.{ending}"), bytes)),
    );
    write(folder, &files)?;
    keeper.forget()?;
    if args.json {
        return super::print_json(&json);
    }
    let text = ablation::terminal(ablation);
    super::print(&format!("{text}\nReport: {}\n", folder.file("ablation.html").display()))
}

/// The components to be taken out: those in play of which there are blanks, or those asked for.
fn components(one: &Prepared, only: &[String]) -> Result<Vec<Entry>, Failure> {
    let setup = &one.scenario.configurations[0].setup;
    let counted: Vec<&str> = one.games[0]
        .sheet()
        .components
        .iter()
        .map(|each| each.name.as_str())
        .collect();
    let all: Vec<Entry> = (one.info.entries)(setup)
        .into_iter()
        .filter(|entry| !entry.blanks.is_empty())
        .collect();
    let word = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    // Where a kind is counted, what is not among the counted ones is not in play.
    let in_play = |entry: &Entry| {
        let of_kind = all.iter().filter(|other| word(&other.key) == word(&entry.key));
        counted.contains(&entry.title.as_str())
            || !of_kind.into_iter().any(|other| counted.contains(&other.title.as_str()))
    };
    let playing: Vec<Entry> = all.iter().filter(|entry| in_play(entry)).cloned().collect();
    if playing.is_empty() {
        let title = one.info.title;
        return Err(Failure::Input(format!(
            "{title} has no components that can be taken out"
        )));
    }
    let mut words: Vec<String> = playing.iter().map(|entry| word(&entry.key)).collect();
    words.dedup();
    for asked in only {
        let known = |entry: &Entry| entry.key == *asked || word(&entry.key) == *asked;
        if playing.iter().any(known) {
            continue;
        }
        if all.iter().any(known) {
            return Err(Failure::Input(format!(
                "--only {asked}: this is not in play at this table"
            )));
        }
        let keys = playing
            .iter()
            .map(|entry| entry.key.as_str())
            .chain(words.iter().map(String::as_str));
        let help = suggest(asked, keys).map_or_else(
            || {
                format!(
                    "there are {} and each by its name, such as {}",
                    words.join(", "),
                    playing[0].key
                )
            },
            |near| format!("did you mean {near}?"),
        );
        return Err(Failure::Input(format!(
            "--only {asked}: there is no such component; {help}"
        )));
    }
    let wanted = |entry: &Entry| {
        only.is_empty()
            || only
                .iter()
                .any(|asked| entry.key == *asked || word(&entry.key) == *asked)
    };
    Ok(playing.into_iter().filter(wanted).collect())
}

/// The game with every component as a knob: itself, and its blanks.
fn arena(one: &Prepared, entries: &[Entry]) -> Result<Games, Failure> {
    let place = Place::new(0, 0..0);
    let knob = |entry: &Entry| Knob {
        rule: entry.key.clone(),
        choices: entry
            .blanks
            .iter()
            .map(|(name, _)| Choice {
                value: (*name).into(),
                contents: BTreeMap::new(),
            })
            .collect(),
        place: place.clone(),
    };
    let tune = Tune {
        knobs: entries.iter().map(knob).collect(),
        second: None,
        games: None,
        place: place.clone(),
    };
    // What is wished is not asked here.
    let mut scenario = one.scenario.clone();
    scenario.expect.clear();
    Games::new(&scenario, &tune, one.info, None).map_err(|faults| {
        let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        Failure::Input(format!("{}: {}", one.scenario.path.display(), said.join("; ")))
    })
}

/// What goes with components in the games themselves, as the report of a run has it.
fn goes_with(
    one: &Prepared,
    deals: u64,
    stop: &AtomicBool,
    (shown, present): (&Shown<Version>, &Version),
) -> Result<Vec<ComponentRow>, Halt> {
    let game = &*one.games[0];
    let sheet = game.sheet();
    let blocks: Vec<_> = (0..deals.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let games = chunk * CHUNK..((chunk + 1) * CHUNK).min(deals);
            shown.begins(present.clone(), &games);
            let played = game.play_unless(one.scenario.seed, games, stop);
            shown.ends();
            played
        })
        .collect();
    let mut tally = Tally::new(sheet);
    for block in blocks {
        let block = block.map_err(Halt::Broken)?.ok_or(Halt::Interrupted)?;
        tally.merge(&block.tally);
    }
    let sampling = Sampling {
        games: tally.games,
        rotations: (tally.games / tally.units.max(1)) as u32,
        looks: Looks::Fixed,
    };
    Ok(component_rows(sheet, &tally, sampling))
}
