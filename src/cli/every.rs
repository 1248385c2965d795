//! Games of which every single one is kept or looked at, for `baseline` and `replay`: in rows on all cores, with progress on
//! stderr and Ctrl-C.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Failure;
use super::play::fault;
use super::prepare::Prepared;
use super::shown::Shown;
use balance_analysis::games::Broken;
use balance_analysis::sim::rows;

/// What `play` gives for the `games` of a configuration of `one`, in order.
///
/// # Errors
/// The first game that broke its own rules, or [`Failure::Interrupted`] once `stop` is set.
pub fn every<T: Send>(
    (one, configuration): (&Prepared, usize),
    games: Range<u64>,
    stop: &AtomicBool,
    shown: &Shown<usize>,
    play: impl Fn(Range<u64>) -> Result<Option<Vec<T>>, Broken> + Sync,
) -> Result<Vec<T>, Failure> {
    let rows: Vec<Range<u64>> = rows(games, one.games[configuration].slow()).collect();
    // Rows after a broken game need not be played; those before it are, so that the first one is named.
    let broken = AtomicUsize::new(usize::MAX);
    let play = |(index, row): (usize, Range<u64>)| {
        if stop.load(Ordering::Relaxed) || index > broken.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let count = row.end - row.start;
        shown.begins(configuration, &row);
        let played = play(row);
        shown.ends();
        if played.is_err() {
            broken.fetch_min(index, Ordering::Relaxed);
        }
        shown.played(count);
        played
    };
    let played: Vec<Result<Option<Vec<T>>, Broken>> = rows.into_par_iter().enumerate().map(play).collect();
    let mut all = Vec::new();
    for row in played {
        match row.map_err(|broken| fault(&broken, one))? {
            Some(row) => all.extend(row),
            None => return Err(Failure::Interrupted),
        }
    }
    Ok(all)
}
