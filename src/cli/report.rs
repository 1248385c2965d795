//! `balance report DIR...`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Failure;
use super::output::foreign;
use balance_config::untrusted;
use balance_inference::table::Results;
use balance_kit::sanitize::obeyed;
use balance_report::{self as report, Insights, Intro};

/// Largest introduction, in bytes.
const LARGEST: u64 = 1 << 20;

/// Makes a report again, or one page about several runs
///
/// With --out the runs go on one page, DIR/report.html: your introduction, and the verdicts and main charts of each run.
/// Nothing is played.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folders of the runs, such as reports/riverbed-9p
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Folder for one page about all of them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Title of that page, which stands above the introduction; else the heading with which this begins
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    title: Option<String>,
    /// A text in Markdown with which it begins
    #[arg(long, value_name = "FILE")]
    intro: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let of_page = [("--title", args.title.is_some()), ("--intro", args.intro.is_some())];
    if let (None, Some((option, _))) = (&args.out, of_page.into_iter().find(|(_, given)| *given)) {
        return Err(Failure::Input(format!(
            "{option} is for the page that is handed on, of one run or several; name a folder for it with --out DIR"
        )));
    }
    let read = |dir: &PathBuf| report::read(dir).map_err(|error| Failure::Input(error.to_string()));
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
    let _held = report::Folder::claim(dir).map_err(|error| Failure::Input(error.to_string()))?;
    report::remake(&Insights::of_run(results), dir).map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.json {
        let text = report::json(results).map_err(|error| Failure::Input(error.to_string()))?;
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
    let intro = args
        .intro
        .as_deref()
        .map_or_else(|| Ok(Intro::default()), introduction)?;
    let games: Vec<&str> = runs.iter().map(|run| run.scenario.title.as_str()).collect();
    let mut intro = intro;
    let own = intro.clone().take_title();
    // What stands above as the title is not said once more below it.
    if args.title.is_none() || args.title == own {
        intro.take_title();
    }
    let title = args.title.clone().or(own).unwrap_or_else(|| games.join(" · "));
    let page = report::several(&title, &intro, &runs.iter().map(Insights::of_run).collect::<Vec<_>>())
        .map_err(|error| Failure::Unwritten(error.to_string()))?;
    super::prepare::writable(out)?;
    report::place(&path, page.as_bytes())
        .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {error}.", path.display())))?;
    super::print(&format!("{}\n", path.display()))
}

/// The text of the file at `path`.
fn introduction(path: &Path) -> Result<Intro, Failure> {
    let wrong = |why: &dyn std::fmt::Display| {
        Failure::Input(format!(
            "--intro {}: {why}. It names a text in Markdown that is to stand first on the page",
            path.display()
        ))
    };
    let bytes = untrusted::read(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::NotFound => wrong(&"there is no such file"),
        ErrorKind::IsADirectory => wrong(&"this is a folder"),
        _ => wrong(&error),
    })?;
    let intro = String::from_utf8(bytes).map_err(|_| wrong(&"it is no text in UTF-8"))?;
    let intro = Intro::new(intro.replace(|letter| !"\n\r\t".contains(letter) && obeyed(letter), "\u{fffd}"));
    if intro.names_pictures() {
        super::remark(&format!(
            "note: of the pictures that {} names the page has the words alone; it shows the charts of the runs\n",
            path.display()
        ));
    }
    Ok(intro)
}
