//! `balance why BASE [VARIANT]`.

use std::path::{Path, PathBuf};

use super::Failure;
use super::drive::{Destination, unmade};
use super::options::{Changes, Quiet, Seed, Threads};
use super::pairing::{Both, variant};
use super::play::{fault, stop_saying};
use super::prepare::{called, prepare, whole_number};
use super::progress::{Meter, Total, bar};
use balance_experiments::why::{WhyPlan, why};
use balance_inference::table::{self, Parted};
use balance_kit::schema::messages::grouped;
use balance_report::divergence_report::DivergenceReport;
use balance_simulation::experiment::Subject;

/// Deals played, at most, unless somebody says otherwise.
const DEALS: u64 = 20_000;

/// Most deals: the games won otherwise are kept in memory.
const MOST: u64 = 10_000_000;

/// Games won otherwise that are looked into, at most.
const LOOKED: usize = 2_000;

/// Finds where a change of the rules first makes games differ
///
/// Plays the same deals under two configurations. Where another side wins, it compares both games choice by choice and counts,
/// by side, where the rules first make a difference, with two games to look at. With one scenario it compares its [[variant]]
/// with its base, with two the second with the first.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario with the rules before
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// The file of the scenario with the rules after; left out: a variant of the first, by name --variant
    #[arg(value_name = "VARIANT", conflicts_with = "variant")]
    other: Option<PathBuf>,
    /// Name of the variant, where there are several
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    changes: Changes,
    /// Deals [default: the games of the scenario, at most 20,000]
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    games: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// Folder for a page and its tables, why.html, .json, .csv and .parquet; nothing is written unless it is named
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    quiet: Quiet,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let changes = &args.changes;
    let overrides = changes.with(args.seed.overrides());
    let base = prepare(&args.base, &overrides)?;
    let both = if let Some(other) = &args.other {
        Both::of_two(base, 0, prepare(other, &overrides)?, None)?
    } else {
        let at = variant(&base, args.variant.as_deref(), &changes.set)?;
        Both::of_one(base, at)?
    };
    let scenario = &both.one().scenario;
    let deals = args.games.unwrap_or(scenario.games.min(DEALS));
    if deals == 0 || deals > MOST {
        return Err(Failure::Input(format!(
            "--games {deals}: write a number of deals from 1 to {}",
            grouped(i128::from(MOST))
        )));
    }
    let plan = WhyPlan {
        seed: scenario.seed,
        deals,
        rotations: both.rotations(),
        most: LOOKED,
    };
    let place = args.out.as_deref().map(|out| Destination::folder(out, "why", None));
    let place = place.transpose()?;
    args.threads.start()?;
    let stop = stop_saying("this is found out as a whole or not at all");
    let meter = Meter::new(bar(
        &scenario.name,
        Total::Exactly(2 * deals * plan.rotations as u64),
        args.quiet,
    ));
    let name = |subject: &Subject| {
        let which = usize::from(*subject == Subject::Configuration(1));
        called(scenario, &format!("“{}”", both.names()[which]))
    };
    let found = meter.over(name, || why(both.games(), &plan, meter.runner(&stop)));
    let found = found.map_err(|broken| fault(&broken, both.one()))?;
    let found = found.ok_or(Failure::Interrupted)?;
    let [reference, configuration] = both.names();
    let [one, other] = both.configurations();
    let parted = Parted::new([&reference, &configuration], [&one.setup, &other.setup], found);
    let told = |named: fn(&Path) -> PathBuf| DivergenceReport {
        title: both.one().info.title,
        seed: scenario.seed,
        command: both.command(changes, named),
        parted: &parted,
    };
    // A page does not tell of the user's folders; on the terminal a command must name the files that were meant.
    let (told, here) = (told(table::for_display), told(Path::to_owned));
    let json = told.json().map_err(unmade)?;
    if let Some(place) = &place {
        let files = vec![("json", json.clone().into_bytes()), ("html", told.page().into_bytes())];
        place.write("why", files, told.table().map_err(unmade)?)?;
    }
    if args.json {
        return super::print_json(&json);
    }
    let page = place.map_or_else(String::new, |place| {
        format!("\nReport: {}\n", place.folder.file("why.html").display())
    });
    super::print(&(here.text(super::narrow()) + &page))
}
