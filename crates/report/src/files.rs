//! The files of a report: each is written beside its place and renamed into it, so an older good report is never half
//! overwritten.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::findings::SampleGame;
use super::folder::{FolderError, UNFINISHED};
use super::pictures::{self, Pictures, ReportChart};
use super::{Insights, html, markdown};
use balance_charts::ChartError;
use balance_config::games::program;
use balance_config::whole_file::place;
use balance_config::{shell_quote, untrusted};
use balance_inference::table::{FORMAT, Results, TableError, as_text, flaw, frames};
use balance_kit::schema::messages::suggest;
use rayon::prelude::*;

const RESULTS: &str = "results.json";
/// What was run.
const RUN: &str = "run.toml";

/// Why a report could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file or folder.
    #[error("{} cannot be {doing}: {error}.", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Written or read.
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// The folder of a report.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A folder that holds no run.
    #[error("there is no run in {}: it has no results.json. {help}.", dir.display())]
    NoRun {
        /// The folder.
        dir: PathBuf,
        /// Which one was probably meant.
        help: String,
    },
    /// A picture.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// A table.
    #[error("a table could not be made: {0}")]
    Table(String),
    /// `results.json`.
    #[error("{} is no result of this program: {message}. Run the scenario again.", path.display())]
    Results {
        /// The file.
        path: PathBuf,
        /// Where it is wrong.
        message: String,
    },
}

/// The results as JSON, indented, ending in a line break.
///
/// # Errors
/// When they cannot be written as JSON, which no result causes.
pub fn json(results: &Results) -> Result<String, ReportError> {
    serde_json::to_string_pretty(results)
        .map(|text| text + "\n")
        .map_err(|error| ReportError::Table(error.to_string()))
}

/// Reads the stored results of the run in `dir`.
///
/// # Errors
/// When the file is missing or is not what this version of the program writes.
pub fn read(dir: &Path) -> Result<Results, ReportError> {
    let path = dir.join(RESULTS);
    let bytes = untrusted::read(&path, untrusted::LARGEST).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReportError::NoRun {
            dir: dir.to_owned(),
            help: runs_near(dir),
        },
        _ => ReportError::File {
            path: path.clone(),
            doing: "read",
            error,
        },
    })?;
    let wrong = |message: String| ReportError::Results { path, message };
    let results = match untrusted::json(&bytes, FORMAT) {
        Ok(results) => results,
        Err(message) => return Err(wrong(message)),
    };
    if let Some(message) = flaw(&results) {
        return Err(wrong(message));
    }
    match signed(dir) {
        // As it was written, or written otherwise and the same.
        Some(signed) if signed != hash(&bytes) && signed != signature(&results)? => Err(wrong(
            "it was changed after it was written, as the signature in run.toml shows".to_owned(),
        )),
        _ => Ok(results),
    }
}

fn signed(dir: &Path) -> Option<String> {
    let run = untrusted::read(&dir.join(RUN), untrusted::LARGEST).ok()?;
    let run: toml::Table = String::from_utf8(run).ok()?.parse().ok()?;
    run.get("signature")?.as_str().map(str::to_owned)
}

/// The folder of a run that was probably meant by `dir`: one in it, or the one that it is a file of.
fn runs_near(dir: &Path) -> String {
    let is_run = |dir: &Path| dir.join(RESULTS).is_file();
    if let Some(parent) = dir.parent().filter(|parent| is_run(parent)) {
        return format!("The folder is {}", parent.display());
    }
    if dir.join(UNFINISHED).is_file() {
        return "Its run has not finished: the same command goes on with it".to_owned();
    }
    let mut inside: Vec<String> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| is_run(path))
        .map(|path| path.display().to_string())
        .collect();
    inside.sort();
    for other in ["tuning", "explanation"] {
        if inside.is_empty() && dir.join(format!("{other}.json")).is_file() {
            return format!("It has the page of another command, {other}.html, which is a report by itself");
        }
    }
    match inside.len() {
        0 if let Some(near) = near_name(dir) => format!("There is one in {}", near.display()),
        0 => match dir
            .file_name()
            .map(|name| Path::new("scenarios").join(name).with_extension("toml"))
        {
            Some(scenario) if scenario.is_file() => {
                format!("`{} run {}` writes one", program(), shell_quote::file(scenario))
            }
            _ => format!(
                "Name the folder that `{} run` wrote, such as reports/riverbed-9p",
                program()
            ),
        },
        1 => format!("There is one in {}", inside[0]),
        _ => format!("There are some in {}", inside.join(", ")),
    }
}

/// The folder of a run in reports/ that is called as `dir`, or as the file of a scenario is; else one beside `dir`, or there, that
/// is called nearly so.
fn near_name(dir: &Path) -> Option<PathBuf> {
    let reports = Path::new("reports");
    let near = reports.join(dir.file_stem()?);
    if near.join(RESULTS).is_file() {
        return Some(near);
    }
    let name = dir.file_name()?.to_str()?;
    let beside = dir.parent().filter(|parent| !parent.as_os_str().is_empty());
    [beside.unwrap_or(Path::new(".")), reports]
        .into_iter()
        .find_map(|folder| {
            let entries = fs::read_dir(folder).ok()?.flatten();
            let runs = entries.filter(|entry| entry.path().join(RESULTS).is_file());
            let names: Vec<String> = runs.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            let near = suggest(name, names.iter().map(String::as_str))?;
            Some(if folder == Path::new(".") {
                PathBuf::from(near)
            } else {
                folder.join(near)
            })
        })
}

/// Writes `results.json` into `dir`: first of all, so that whatever happens later, the report can be made again.
///
/// # Errors
/// When it cannot be written; one already in place stays whole.
pub fn write_results(results: &Results, dir: &Path) -> Result<PathBuf, ReportError> {
    put(dir, RESULTS, json(results)?.as_bytes())
}

/// Writes the page on which a game of the run is stepped through.
///
/// # Errors
/// As [`write_results()`].
pub fn write_game(game: &SampleGame, page: &str, dir: &Path) -> Result<(), ReportError> {
    put(dir, &game.file(), page.as_bytes()).map(drop)
}

/// Writes every file of the report but `results.json`, from which it is made; the page links to those games of which there is a
/// page in `dir`. Names the files in the order written.
///
/// # Errors
/// As [`write_results()`].
pub fn remake(insights: &Insights<'_>, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let results = insights.results;
    let (tables, pictures) = rayon::join(|| tables(results), || pictures::all(results));
    let (tables, pictures) = (tables?, pictures?);
    let games: Vec<String> = insights.sample_games().iter().map(SampleGame::file).collect();
    let games: Vec<String> = games.into_iter().filter(|file| dir.join(file).is_file()).collect();
    let (charts, (text, page)) = rayon::join(
        || charts(&pictures),
        || rayon::join(|| markdown(insights), || html::page(insights, &pictures, &games)),
    );
    let texts = [("report.md", text), ("report.html", page)].map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let files = tables.into_iter().chain(charts?).chain(texts);
    files.map(|(name, bytes)| put(dir, &name, &bytes)).collect()
}

/// A line of CSV; no name becomes a formula in a spreadsheet, and an open end is empty.
pub(super) fn csv_line(out: &mut String, names: &[&str], numbers: &[f64]) {
    let name = |name: &&str| format!("\"{}\"", as_text(name).replace('"', "\"\""));
    // What a sum of floats has behind its ninth digit is noise.
    let number = |number: &f64| {
        if number.is_finite() {
            ((number * 1e9).round() / 1e9).to_string()
        } else {
            String::new()
        }
    };
    let cells: Vec<String> = names.iter().map(name).chain(numbers.iter().map(number)).collect();
    out.push_str(&cells.join(","));
    out.push('\n');
}

/// The name of a file and what is in it.
type Named = (String, Vec<u8>);

fn tables(results: &Results) -> Result<Vec<Named>, ReportError> {
    let wrong = |error: TableError| ReportError::Table(error.to_string());
    let mut all = Vec::new();
    for mut frame in frames(results).map_err(wrong)? {
        for (ending, bytes) in frame.files().map_err(wrong)? {
            all.push((format!("tables/{}.{ending}", frame.name), bytes));
        }
    }
    Ok(all)
}

fn charts(pictures: &Pictures) -> Result<Vec<Named>, ReportError> {
    let every: Vec<&ReportChart> = pictures.iter().collect();
    let files = |picture: &&ReportChart| {
        let (name, svg) = (&picture.name, &picture.chart.plain);
        let png = balance_charts::png(svg)?;
        Ok([
            (format!("charts/{name}.svg"), svg.clone().into_bytes()),
            (format!("charts/{name}.png"), png),
        ])
    };
    let all: Result<Vec<_>, ReportError> = every.par_iter().map(files).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// What was run, so that it can be run again: `run.toml`, with the scenario as resolved and a signature of the results.
///
/// # Errors
/// When it cannot be written.
pub fn record(results: &Results, resolved: &toml::Table, dir: &Path) -> Result<PathBuf, ReportError> {
    let scenario = &results.scenario;
    let mut run = toml::Table::new();
    let mut set = |key: &str, value: toml::Value| run.insert(key.to_owned(), value);
    set("program", results.program.clone().into());
    set("scenario", scenario.name.clone().into());
    set("random-scheme", i64::from(scenario.random_scheme).into());
    set(
        "games-per-block",
        i64::try_from(balance_simulation::sim::GAMES_PER_BLOCK)
            .unwrap_or(i64::MAX)
            .into(),
    );
    set("interrupted", results.interrupted.into());
    set("signature", signature(results)?.into());
    set("resolved", resolved.clone().into());
    put(dir, RUN, run.to_string().as_bytes())
}

/// A short hash of everything found: equal when, and hardly ever otherwise, every table is equal.
fn signature(results: &Results) -> Result<String, ReportError> {
    Ok(hash(json(results)?.as_bytes()))
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes))
}

fn put(dir: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, ReportError> {
    let path = dir.join(name);
    match place(&path, bytes) {
        Ok(()) => Ok(path),
        Err(error) => Err(ReportError::File {
            path,
            doing: "written",
            error,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn write(insights: &Insights<'_>, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
        let mut written = vec![write_results(insights.results, dir)?];
        written.extend(remake(insights, dir)?);
        Ok(written)
    }

    #[test]
    fn a_report_is_read_back_and_made_again_to_the_same_bytes() {
        let results = sample::variants();
        let dir = tempfile::tempdir().expect("a folder");
        let files = write(&Insights::of_run(&results), dir.path()).expect("written");
        let before: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a file")).collect();
        let again = read(dir.path()).expect("read");
        assert!(again == results, "numbers are read back to the last bit");
        assert_eq!(write(&Insights::of_run(&again), dir.path()).expect("written"), files);
        let after: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a file")).collect();
        assert!(before == after, "the same results give the same bytes");
        for name in [
            "report.html",
            "report.md",
            "tables/sides.csv",
            "tables/sides.parquet",
            "charts/comparisons.png",
        ] {
            assert!(files.contains(&dir.path().join(name)), "{name}");
        }
        let strays = fs::read_dir(dir.path()).expect("a folder").count();
        assert_eq!(strays, 5, "results.json, report.md, report.html, tables, charts");
    }

    /// A file of the report is for whom any other new file is for.
    #[cfg(unix)]
    #[test]
    fn the_mask_of_the_user_decides_who_may_read_a_report() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a folder");
        put(dir.path(), "deep/er/file", b"text").expect("written");
        fs::write(dir.path().join("usual"), "text").expect("written");
        let mode = |name: &str| {
            fs::metadata(dir.path().join(name))
                .expect("a file")
                .permissions()
                .mode()
        };
        assert_eq!(mode("deep/er/file"), mode("usual"));
    }

    #[test]
    fn wrong_folders_are_refused_in_whole_sentences() {
        let dir = tempfile::tempdir().expect("a folder");
        let within = dir.path().join("within");
        fs::create_dir(&within).expect("a folder");
        // Beside the other there may be runs that are called nearly so.
        let none = read(&within).expect_err("refused").to_string();
        assert!(
            none.contains("there is no run in") && none.contains("`balance run`"),
            "{none}"
        );
        for (text, told) in [
            ("{", "is no result of this program"),
            ("{}", "line 1, column 2 is not what this version writes there"),
            ("{\"format\": 99}", "it has format 99"),
        ] {
            fs::write(dir.path().join("results.json"), text).expect("written");
            let said = read(dir.path()).expect_err("refused").to_string();
            assert!(said.contains(told), "{said}");
        }
        fs::write(dir.path().join("taken"), "a file").expect("written");
        let single = sample::single();
        assert!(write(&Insights::of_run(&single), &dir.path().join("taken")).is_err());
    }
}
