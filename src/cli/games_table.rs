//! The table of games of a run. A run keeps sums alone, so its games are played again.

use std::fs::File;
use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::options::Quiet;
use super::prepare::Prepared;
use super::progress::{Meter, Total};
use balance_config::games::{AnyGame, Broken, Facts};
use balance_inference::table::{GamesTable, Results, TableError};
use balance_report::ReportError;
use balance_simulation::experiment::Progress;

/// Deals that one thread plays in one go.
const CHUNK: u64 = 1_024;
/// Deals of a part of the table; so many games are in memory at once.
const PART: u64 = 64 * CHUNK;

/// A run of so many games writes the table unasked.
const SMALL: u64 = 10_000;

/// Is the run so small, and are its bots so quick, that the table costs next to nothing?
pub fn is_small(one: &Prepared, results: &Results) -> bool {
    let games: u64 = results.configurations.iter().map(|each| each.games).sum();
    games <= SMALL && !one.games.iter().any(|game| game.slow())
}

/// Writes one row for each game of `results` into `tables/`.
pub fn write(one: &Prepared, results: &Results, dir: &Path, quiet: Quiet) -> Result<(), ReportError> {
    let file = |name: &str| {
        let path = dir.join("tables").join(name);
        File::create(&path)
            .map(BufWriter::new)
            .map_err(|error| ReportError::File {
                path,
                doing: "written",
                error,
            })
    };
    let unmade = |error: TableError| ReportError::Table(error.to_string());
    let versions = one
        .scenario
        .configurations
        .iter()
        .zip(one.games.iter().map(|game| game.sheet()));
    let (csv, parquet) = (file("games.csv")?, file("games.parquet")?);
    let mut table = GamesTable::new(versions.collect(), one.scenario.seed, csv, parquet).map_err(unmade)?;
    let all = results.configurations.iter().map(|each| each.games).sum();
    let meter = Meter::new(
        &format!("{}: table of games", one.scenario.name),
        Total::Exactly(all),
        quiet,
    );
    meter.over(
        |subject| one.called(subject),
        || {
            for (version, (each, game)) in results.configurations.iter().zip(&one.games).enumerate() {
                let deals = each.games / u64::from(each.rotations);
                for from in (0..deals).step_by(PART as usize) {
                    let games = played_again(&**game, one.scenario.seed, from..deals.min(from + PART));
                    let games = games.map_err(|broken| ReportError::Table(broken.message))?;
                    meter.played(games.len() as u64);
                    table.add(version, &games).map_err(unmade)?;
                }
            }
            table.end().map_err(unmade)
        },
    )
}

/// The games of these deals, in order.
fn played_again(game: &dyn AnyGame, seed: u64, deals: Range<u64>) -> Result<Vec<Facts>, Broken> {
    let chunk = if game.slow() { 1 } else { CHUNK };
    let chunks: Vec<u64> = deals.clone().step_by(chunk as usize).collect();
    let played = chunks.into_par_iter().map(|from| {
        let part = from..deals.end.min(from + chunk);
        Ok(game
            .facts_unless(seed, part, &AtomicBool::new(false))?
            .unwrap_or_default())
    });
    played.collect::<Result<Vec<_>, Broken>>().map(|games| games.concat())
}
