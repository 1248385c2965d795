//! The files of a report: each is written beside its place and renamed into it, so an older good report is never half
//! overwritten.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::charts::{self, ChartError};
use super::pictures::{self, Picture};
use super::{html, markdown};
use crate::table::{FORMAT, Results, frames};

/// With more configurations than this, only the charts of the whole run are written as files.
const PICTURED: usize = 6;

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
    /// A picture.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// A table.
    #[error("a table could not be made: {0}")]
    Table(String),
    /// `results.json`.
    #[error("{} is no result of this program: {message}.", path.display())]
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
    let path = dir.join("results.json");
    let text = fs::read_to_string(&path).map_err(|error| ReportError::File {
        path: path.clone(),
        doing: "read",
        error,
    })?;
    let wrong = |message: String| ReportError::Results {
        path: path.clone(),
        message,
    };
    let results: Results = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if results.format == FORMAT {
        Ok(results)
    } else {
        Err(wrong(format!(
            "it has format {}, this version reads format {FORMAT}",
            results.format
        )))
    }
}

/// Writes every file of the report into `dir` and names them in the order written.
///
/// # Errors
/// When a file cannot be written; files already in place stay whole.
pub fn write(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let mut out = Folder {
        dir,
        written: Vec::new(),
    };
    for frame in &mut frames(results).map_err(|error| ReportError::Table(error.to_string()))? {
        let (mut csv, mut parquet) = (Vec::new(), Vec::new());
        let table = |error: &dyn std::fmt::Display| ReportError::Table(error.to_string());
        frame.csv(&mut csv).map_err(|error| table(&error))?;
        frame.parquet(&mut parquet).map_err(|error| table(&error))?;
        out.file(&format!("tables/{}.csv", frame.name), &csv)?;
        out.file(&format!("tables/{}.parquet", frame.name), &parquet)?;
    }
    for Picture { name, chart } in all_pictures(results)? {
        out.file(&format!("charts/{name}.svg"), chart.plain.as_bytes())?;
        out.file(&format!("charts/{name}.png"), &charts::png(&chart.plain)?)?;
    }
    out.file("report.md", markdown(results).as_bytes())?;
    out.file("report.html", html(results)?.as_bytes())?;
    out.file("results.json", json(results)?.as_bytes())?;
    Ok(out.written)
}

fn all_pictures(results: &Results) -> Result<Vec<Picture>, ReportError> {
    let all = &results.configurations;
    let mut drawn: Vec<Picture> = pictures::overview(results)?.into_iter().collect();
    drawn.extend(pictures::comparisons(results)?);
    if all.len() <= PICTURED {
        for (index, each) in all.iter().enumerate() {
            let slug = if all.len() > 1 {
                format!("configuration-{}", index + 1)
            } else {
                String::new()
            };
            drawn.extend(pictures::of_configuration(each, &slug)?);
        }
    }
    Ok(drawn)
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
        i64::try_from(crate::sim::GAMES_PER_BLOCK).unwrap_or(i64::MAX).into(),
    );
    set("interrupted", results.interrupted.into());
    set("signature", signature(results)?.into());
    set("resolved", resolved.clone().into());
    let mut out = Folder {
        dir,
        written: Vec::new(),
    };
    out.file("run.toml", run.to_string().as_bytes())?;
    Ok(dir.join("run.toml"))
}

/// A short hash of everything found: equal when, and hardly ever otherwise, every table is equal.
///
/// # Errors
/// When the results cannot be written as JSON, which no result causes.
pub fn signature(results: &Results) -> Result<String, ReportError> {
    Ok(format!(
        "{:016x}",
        xxhash_rust::xxh3::xxh3_64(json(results)?.as_bytes())
    ))
}

struct Folder<'d> {
    dir: &'d Path,
    written: Vec<PathBuf>,
}

impl Folder<'_> {
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), ReportError> {
        let path = self.dir.join(name);
        place(&path, bytes).map_err(|error| ReportError::File {
            path: path.clone(),
            doing: "written",
            error,
        })?;
        self.written.push(path);
        Ok(())
    }
}

/// Writes `bytes` to a temporary file in the same folder, flushes it to the disk and renames it.
fn place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
