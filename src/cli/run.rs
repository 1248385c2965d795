//! `balance run SCENARIO...`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Failure;
use crate::games::{self, AnyGame, GameInfo};
use crate::report;
use crate::scenario::{Overrides, Problems, Scenario};
use crate::sim::{Played, Run, Watch};
use crate::table::{self, Results};

/// Plays every configuration of a scenario and writes its report
///
/// Writes the report to reports/SCENARIO/ and prints the verdicts. Ctrl-C once stops at the next block of games and
/// reports what was played; twice stops at once.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Games of each configuration, instead of the scenario's
    #[arg(long, value_parser = whole_number)]
    games: Option<u64>,
    /// Master seed, instead of the scenario's
    #[arg(long, value_parser = whole_number)]
    seed: Option<u64>,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the reports; each scenario gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the results as JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Reads a number that may carry `_`.
fn whole_number(text: &str) -> Result<u64, String> {
    text.replace('_', "")
        .parse()
        .map_err(|_| "write a whole number, such as 100_000".to_owned())
}

/// A scenario ready to be played.
struct Prepared {
    scenario: Scenario,
    info: &'static GameInfo,
    games: Vec<Box<dyn AnyGame>>,
    dir: PathBuf,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        games: args.games,
        seed: args.seed,
    };
    // Everything that can be wrong is found before the first game is played.
    let prepared = args
        .scenarios
        .iter()
        .map(|path| prepare(path, &overrides, &args.out))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads as usize)
            .build_global();
        pool.map_err(|error| Failure::Input(format!("the threads cannot be started: {error}")))?;
    }
    let stop = stop_on_signal();
    for one in &prepared {
        let results = play(one, &stop, args.quiet)?;
        let told = |error: report::ReportError| Failure::Input(error.to_string());
        report::write(&results, &one.dir).map_err(told)?;
        report::record(&results, &one.scenario.resolved, &one.dir).map_err(told)?;
        if args.json {
            super::print(&report::json(&results).map_err(told)?);
        } else {
            super::print(&report::terminal(&results));
            super::print(&format!("\nReport: {}\n", one.dir.join("report.html").display()));
        }
        if results.interrupted {
            super::remark("Stopped early; the report holds what was played.\n");
            break;
        }
    }
    Ok(())
}

fn prepare(path: &Path, overrides: &Overrides, out: &Path) -> Result<Prepared, Failure> {
    let scenario = Scenario::load(path, games::GAMES, overrides)?;
    if let Some(warnings) = scenario.warned() {
        super::remark(&warnings.render(true, false));
    }
    let info = games::game(&scenario.game)
        .ok_or_else(|| Failure::Input(format!("{}: there is no game `{}`", path.display(), scenario.game)))?;
    let games = scenario
        .configurations
        .iter()
        .map(|configuration| (info.build)(&configuration.setup))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|faults| {
            let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            Failure::Input(format!("{}: {}", path.display(), said.join("; ")))
        })?;
    let dir = out.join(&scenario.name);
    writable(&dir)?;
    Ok(Prepared {
        scenario,
        info,
        games,
        dir,
    })
}

/// Makes the folder and finds out whether files can be written there, before any game is played.
fn writable(dir: &Path) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| {
        let dir = dir.display();
        Failure::Input(format!(
            "the report cannot be written to {dir}: {error}. Name another folder with --out DIR."
        ))
    };
    std::fs::create_dir_all(dir).map_err(refuse)?;
    tempfile::NamedTempFile::new_in(dir).map_err(refuse)?;
    Ok(())
}

/// The first signal asks to stop, the second ends the program.
fn stop_on_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        super::remark("\nStopping at the next block of games; press Ctrl-C again to stop at once.\n");
    };
    // Where no handler can be set, Ctrl-C ends the program as it does any other.
    let _ = ctrlc::set_handler(handler);
    stop
}

fn play(one: &Prepared, stop: &AtomicBool, quiet: bool) -> Result<Results, Failure> {
    let scenario = &one.scenario;
    let reference = table::references(scenario);
    let rotations: Vec<usize> = scenario
        .configurations
        .iter()
        .map(|each| each.setup.seats.rotate.len().max(1))
        .collect();
    let run = Run {
        configurations: &one.games,
        reference: &reference,
        rotations: &rotations,
        seed: scenario.seed,
        games: scenario.games,
    };
    let total = scenario.games * rotations.iter().sum::<usize>() as u64;
    let progress = Progress::new(&scenario.name, total, quiet, scenario.stop.map(|stop| stop.half_width));
    let played = run.play(stop, &progress).map_err(|broken| {
        let message = format!(
            "{broken}. This is a mistake in {}, not in your scenario.",
            one.info.title
        );
        Failure::Broken(format!("{}: {message}", scenario.path.display()))
    })?;
    progress.bar.finish_and_clear();
    if played.games == 0 {
        return Err(Failure::Input(
            "stopped before the first block of games was played; nothing to report".to_owned(),
        ));
    }
    Ok(table::results(scenario, one.info, &one.games, &played, &reference))
}

/// The bar on stderr: games, games per second, time left, and how wide the widest interval still is.
struct Progress {
    bar: ProgressBar,
    /// Ends the run once every side is known this well.
    half_width: Option<f64>,
}

impl Progress {
    fn new(name: &str, total: u64, quiet: bool, half_width: Option<f64>) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = "{prefix}  {wide_bar}  {human_pos} of {human_len} games  {per_sec:>14}  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style.with_key(
                "per_sec",
                |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{} games/s", indicatif::HumanCount(state.per_sec() as u64));
                },
            );
            bar.set_style(style.progress_chars("━╸─"));
        }
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar, half_width }
    }
}

impl Watch for Progress {
    fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    fn look(&self, so_far: &Played) -> Option<String> {
        self.bar
            .set_message(format!("± {:.2} %", 100.0 * table::widest(so_far)));
        self.half_width
            .and_then(|half_width| table::settled(so_far, half_width))
    }
}

impl From<Box<Problems>> for Failure {
    fn from(problems: Box<Problems>) -> Self {
        Failure::Scenario(*problems)
    }
}
