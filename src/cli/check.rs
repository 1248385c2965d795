//! `balance check SCENARIO...`.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::Failure;
use super::output::{Output, same};
use super::play::{bar, fault, stop_on_signal};
use super::prepare::{Prepared, games, prepare, start_threads, threads};
use crate::games::Line;
use crate::gate::{self, Baseline, Change, Checked, Task};
use crate::judge::{Question, Verdict};
use crate::report::check as words;
use crate::scenario::Overrides;

/// Holds scenarios to their [expect] bands and committed baselines; for continuous integration
///
/// Plays until every metric is shown to be within its tolerance, shown to be outside, or the games run out. Against a
/// baseline the same deals are played again and compared game by game: win rates and endings may move by the scenario's
/// margin (1 % unless it says otherwise), the mean length by that share of itself. Rules, bots and content that are not those
/// of the baseline are named. Exit codes: 0 all within, 1 something is outside, 3 something is undecided, 2 wrong input.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Folder of the baselines
    #[arg(long, value_name = "DIR", default_value = super::baseline::FOLDER)]
    baselines: PathBuf,
    /// Most games of each configuration for its bands, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    /// Refuse a scenario that has no baseline, instead of holding it to its bands alone
    #[arg(long)]
    require_baseline: bool,
    /// What an undecided metric makes of the exit code
    #[arg(long, value_enum, default_value_t = Undecided::Fail, value_name = "WHAT")]
    undecided: Undecided,
    /// Write an XML file of test results, as `JUnit` does
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Append a Markdown summary to this file, such as `$GITHUB_STEP_SUMMARY`
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the answers as JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Undecided {
    /// Exit code 3.
    Fail,
    /// Exit code 0.
    Pass,
}

/// What one scenario is held to.
struct Held {
    one: Prepared,
    questions: Vec<Question>,
    /// Where its baseline is, or would be.
    baseline: PathBuf,
    /// Stored games by configuration; empty without a baseline.
    lines: Vec<Vec<Line>>,
    /// What has changed since, by configuration; empty without a baseline.
    changes: Vec<Vec<Change>>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        games: args.games,
        ..Overrides::default()
    };
    // Everything that can be wrong is found before the first game is played.
    let (mut held, mut refused) = (Vec::new(), Vec::new());
    for path in &args.scenarios {
        match hold(path, args, &overrides) {
            Ok(one) => held.push(one),
            Err(failure) => refused.push((path, failure)),
        }
    }
    let outputs = Outputs::prepare(args, &held)?;
    if !refused.is_empty() {
        return refuse(&outputs, refused);
    }
    start_threads(args.threads)?;
    let stop = stop_on_signal();
    let tasks: Vec<(&Prepared, Task<'_>)> = held.iter().flat_map(tasks).collect();
    let most = tasks.iter().map(|(_, task)| task.most_games()).sum();
    let bar = bar("check", most, args.quiet);
    bar.set_message("at most");
    let all: Vec<Checked> = tasks
        .par_iter()
        .map(|(one, task)| {
            let checked = gate::check(task, &stop, &|games| bar.inc(games));
            // What it did not take is done, too.
            bar.inc(checked.as_ref().map_or(0, |checked| task.most_games() - checked.games));
            checked.map_err(|broken| fault(&broken, one))
        })
        .collect::<Result<_, _>>()?;
    bar.finish_and_clear();
    let told = tell(args, &outputs, &all);
    let interrupted = all.iter().any(|each| each.interrupted);
    match words::verdict(&all) {
        Verdict::Within => told,
        // Games that were never played are no reason to pass.
        Verdict::Undecided if args.undecided == Undecided::Pass && !interrupted => told,
        standing => {
            if let Err(failure) = told {
                super::complain(&failure);
            }
            Err(Failure::Verdict(standing))
        }
    }
}

/// The files that were asked for.
struct Outputs<'a> {
    junit: Option<Output<'a>>,
    summary: Option<Output<'a>>,
}

impl<'a> Outputs<'a> {
    /// Both can be written, are two files, and none of them is one that is read.
    fn prepare(args: &'a Args, held: &[Held]) -> Result<Self, Failure> {
        let read = |held: &Held| {
            let sources = held
                .one
                .scenario
                .sources
                .0
                .iter()
                .map(|source| PathBuf::from(&source.shown));
            let own = [held.one.scenario.path.clone(), held.baseline.clone()];
            sources.chain(own).collect::<Vec<_>>()
        };
        let inputs: Vec<PathBuf> = held.iter().flat_map(read).collect();
        let output = |option: &str, path: &'a Option<PathBuf>| {
            let path = path.as_deref();
            path.map(|path| Output::prepare(option, path, &inputs)).transpose()
        };
        if let (Some(junit), Some(summary)) = (&args.junit, &args.summary)
            && (same(junit, summary) || (junit == summary && !junit.exists()))
        {
            let path = junit.display();
            return Err(Failure::Input(format!(
                "--junit and --summary both name {path}; name two files"
            )));
        }
        Ok(Outputs {
            junit: output("--junit", &args.junit)?,
            summary: output("--summary", &args.summary)?,
        })
    }
}

fn hold(path: &Path, args: &Args, overrides: &Overrides) -> Result<Held, Failure> {
    let one = prepare(path, overrides)?;
    let told = |error: gate::BaselineError| Failure::Input(error.to_string());
    let file = Baseline::path(&args.baselines, &one.scenario);
    let baseline = Baseline::load(&file, &one.scenario, &one.games).map_err(told)?;
    let mut questions = one.bands.clone();
    let (mut lines, mut changes) = (Vec::new(), Vec::new());
    if let Some(baseline) = &baseline {
        changes = baseline.changes(&file, one.info, &one.scenario).map_err(told)?;
        lines = baseline.lines(&file, &one.scenario, &one.games).map_err(told)?;
        questions.extend(gate::of_baseline(&one.scenario, &one.games, baseline));
    }
    if baseline.is_none() && args.require_baseline {
        let (path, file) = (path.display(), file.display());
        return Err(Failure::Input(format!(
            "{path} has no baseline {file}. Write one with `balance baseline {path}`, or name its folder with --baselines DIR."
        )));
    }
    if questions.is_empty() {
        let (path, file) = (path.display(), file.display());
        return Err(Failure::Input(format!(
            "{path} has nothing to be held to: no [expect] and no baseline {file}. Write one with `balance baseline {path}`."
        )));
    }
    Ok(Held {
        one,
        questions,
        baseline: file,
        lines,
        changes,
    })
}

/// Nothing is checked: says why of every scenario that cannot be, also where the answers were to go.
fn refuse(outputs: &Outputs<'_>, refused: Vec<(&PathBuf, Failure)>) -> Result<(), Failure> {
    let said: Vec<(String, String)> = refused
        .iter()
        .map(|(path, failure)| {
            let said = match failure {
                Failure::Scenario(problems) => problems.render(false, false),
                other => other.to_string(),
            };
            (path.display().to_string(), said)
        })
        .collect();
    let xml = words::junit_of_refused(&said).map_err(|error| Failure::Unwritten(error.to_string()))?;
    let junit = outputs.junit.as_ref().map(|output| output.replace(xml.as_bytes()));
    let summary = words::markdown_of_refused(&said);
    let summary = outputs.summary.as_ref().map(|output| output.append(summary.as_bytes()));
    for failure in [junit, summary].into_iter().flatten().filter_map(Result::err) {
        super::complain(&failure);
    }
    let mut failures = refused.into_iter().map(|(_, failure)| failure);
    let first = failures.next();
    let last = failures.fold(first, |before, failure| {
        before.iter().for_each(super::complain);
        Some(failure)
    });
    last.map_or(Ok(()), Err)
}

/// One task for each configuration that is asked about.
fn tasks(held: &Held) -> Vec<(&Prepared, Task<'_>)> {
    let task = |configuration: usize| Task {
        scenario: &held.one.scenario,
        configuration,
        game: &*held.one.games[configuration],
        questions: held
            .questions
            .iter()
            .filter(|question| question.configuration == configuration)
            .copied()
            .collect(),
        stored: held.lines.get(configuration).map(Vec::as_slice),
        inputs: held.changes.get(configuration).map(Vec::as_slice),
    };
    (0..held.one.games.len())
        .map(|configuration| (&held.one, task(configuration)))
        .filter(|(_, task)| !task.questions.is_empty())
        .collect()
}

/// Writes what was asked for, all of it that can be written, and prints the answers.
fn tell(args: &Args, outputs: &Outputs<'_>, all: &[Checked]) -> Result<(), Failure> {
    let unmade = |error: &dyn std::fmt::Display| Failure::Unwritten(error.to_string());
    let junit = |output: &Output<'_>| {
        let xml = words::junit(all).map_err(|error| unmade(&error))?;
        output.replace(xml.as_bytes())
    };
    let print = || {
        if args.json {
            super::print_json(&words::json(all).map_err(|error| unmade(&error))?)
        } else {
            super::print(&words::terminal(all, super::columns().unwrap_or(usize::MAX)))
        }
    };
    let done = [
        outputs.junit.as_ref().map_or(Ok(()), junit),
        outputs
            .summary
            .as_ref()
            .map_or(Ok(()), |output| output.append(words::markdown(all).as_bytes())),
        print(),
    ];
    let mut failures = done.into_iter().filter_map(Result::err);
    let first = failures.next();
    failures.for_each(|failure| super::complain(&failure));
    first.map_or(Ok(()), Err)
}
