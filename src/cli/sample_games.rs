//! The games to which the findings of a run point, each on a page to step through. The chances of the sides are left out: they
//! would cost a run more than its games.

use std::path::Path;

use rayon::prelude::*;

use super::prepare::Prepared;
use super::replay::Found;
use balance_config::games::TranscriptOptions;
use balance_report::replay;
use balance_report::{Insights, ReportError, SampleGame, write_game};

/// Bytes of a page at most: one of a very long game loads slowly.
const LARGEST: usize = 2_000_000;

/// Writes a page of each into `dir`; there is none of a game that breaks, or is too long for one.
pub fn write(one: &Prepared, insights: &Insights<'_>, dir: &Path) -> Result<(), ReportError> {
    let games = insights.sample_games();
    games.par_iter().try_for_each(|game| {
        let page = page(one, game)?.filter(|page| page.len() < LARGEST);
        page.map_or(Ok(()), |page| write_game(game, &page, dir))
    })
}

fn page(one: &Prepared, sample: &SampleGame) -> Result<Option<String>, ReportError> {
    let (game, rotation) = (&one.games[sample.configuration], sample.rotation as usize);
    let options = TranscriptOptions {
        film: true,
        ..TranscriptOptions::default()
    };
    let told = game.tell(one.scenario.seed, sample.number, rotation, options);
    let Some(transcript) = told.ok().filter(|told| told.broken.is_none()) else {
        return Ok(None);
    };
    let found = Found {
        one,
        index: sample.configuration,
        number: sample.number,
        rotation,
    };
    let story = found.story(&transcript, None, sample.command.clone());
    let page = replay::page(&story, None);
    page.map(Some).map_err(|error| ReportError::Table(error.to_string()))
}
