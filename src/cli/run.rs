//! `balance run SCENARIO...`.

use std::path::{Path, PathBuf};

use super::Failure;
use super::play::{play, stop_on_signal};
use super::prepare::{Prepared, prepare, start_threads, threads, whole_number, writable};
use super::resume::Keeper;
use crate::report;
use crate::scenario::Overrides;
use crate::table::{self, Results};

/// Plays every configuration of a scenario and writes its report
///
/// Writes the report to reports/SCENARIO/ and prints the verdicts. Ctrl-C once stops at the next block of games and
/// reports what was played; the same command then goes on from there. Twice stops at once.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Games of each configuration, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    games: Option<u64>,
    /// Master seed, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
    /// Folder for the reports; each scenario gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Start anew where an earlier run of the same scenario was ended before its last game
    #[arg(long)]
    fresh: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the results as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        games: args.games,
        seed: args.seed,
    };
    // Everything that can be wrong is found before the first game is played.
    let ready = |path: &PathBuf| {
        let one = prepare(path, &overrides)?;
        let dir = args.out.join(&one.scenario.name);
        writable(&dir)?;
        Ok((one, dir))
    };
    let prepared = args.scenarios.iter().map(ready).collect::<Result<Vec<_>, Failure>>()?;
    start_threads(args.threads)?;
    let stop = stop_on_signal();
    for (one, dir) in &prepared {
        let keeper = Keeper::new(&one.scenario, dir);
        if args.fresh {
            keeper.remove();
        }
        let references = table::references(&one.scenario);
        let results = play(one, &references, &stop, args.quiet, Some(&keeper))?;
        deliver(&results, one, dir, args.json)?;
        if results.interrupted {
            super::remark("Stopped early; the report holds what was played. The same command goes on from there.\n");
            break;
        }
    }
    Ok(())
}

/// Writes the report into `dir` and prints what was found.
pub fn deliver(results: &Results, one: &Prepared, dir: &Path, json: bool) -> Result<(), Failure> {
    let told = |error: report::ReportError| Failure::Input(error.to_string());
    report::write(results, dir).map_err(told)?;
    report::record(results, &one.scenario.resolved, dir).map_err(told)?;
    if json {
        super::print_json(&report::json(results).map_err(told)?)
    } else {
        super::print(&report::terminal(results))?;
        super::print(&format!("\nReport: {}\n", dir.join("report.html").display()))
    }
}
