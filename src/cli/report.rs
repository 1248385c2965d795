//! `balance report DIR...`.

use std::fs;
use std::path::{Path, PathBuf};

use super::Failure;
use super::output::{foreign, place};
use balance_inference::table::Results;
use balance_report::{self as report, Insights};

/// Makes a report again, or one page about several runs
///
/// With --out the runs go on one page, DIR/report.html: the verdicts and main charts of each run.
/// Nothing is played.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the runs, such as reports/riverbed-9p
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Folder for one page about all of them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Title of that page
    #[arg(long, value_name = "TEXT", requires = "out", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    title: Option<String>,
    /// Print the results as JSON
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let read = |dir: &PathBuf| report::read(dir).map_err(Failure::input);
    let runs = args.runs.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    match (&args.out, &args.runs[..], &runs[..]) {
        (Some(out), _, _) => together(args, out, &runs),
        (None, [dir], [results]) => again(args, dir, results),
        _ => Err(Failure::Input(
            "the page about several runs needs a folder of its own: name it with --out DIR".to_owned(),
        )),
    }
}

/// The report of one run, made again.
fn again(args: &Args, dir: &Path, results: &Results) -> Result<(), Failure> {
    let _held = report::Folder::claim(dir).map_err(Failure::input)?;
    report::remake(&Insights::of_run(results), dir).map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.json {
        let text = report::json(results).map_err(Failure::input)?;
        return super::print_json(&text);
    }
    super::print(&format!("{}\n", dir.join("report.html").display()))
}

/// One page about all of them.
fn together(args: &Args, out: &Path, runs: &[Results]) -> Result<(), Failure> {
    if report::read(out).is_ok() {
        return Err(Failure::Input(format!(
            "{} is the folder of a run, whose report would be lost; name another one with --out DIR",
            out.display()
        )));
    }
    let path = out.join("report.html");
    if fs::read(&path).is_ok_and(|page| !String::from_utf8_lossy(&page).contains(report::MARK)) {
        return Err(foreign(&path));
    }
    let twice = args
        .runs
        .iter()
        .enumerate()
        .find(|(at, dir)| args.runs[..*at].iter().any(|other| other == *dir));
    if let Some((_, dir)) = twice {
        return Err(Failure::Input(format!("{} is named twice", dir.display())));
    }
    let games: Vec<&str> = runs.iter().map(|run| run.scenario.title.as_str()).collect();
    let title = args.title.clone().unwrap_or_else(|| games.join(" · "));
    let page = report::several(&title, &runs.iter().map(Insights::of_run).collect::<Vec<_>>())
        .map_err(|error| Failure::Unwritten(error.to_string()))?;
    super::prepare::writable(out)?;
    place(&path, page.as_bytes())?;
    super::print(&format!("{}\n", path.display()))
}
