//! Which weights let a bot win more, against a population of bots, at every table and in every mixture of seats, and whether its
//! games among its like stay what they were.
//!
//! | module | does |
//! |---|---|
//! | `numbers` | which numbers of a bot may change, and between what |
//! | `evolution` | where to look next: separable CMA-ES |
//! | `arena` | what plays versions: the seam to games, and what they gave as whole counts |
//! | `field` | the tables of a scenario at which versions meet the population |
//! | `score` | how much better a version did than the bot as it is, on the same deals |
//! | `confirm` | what was found on deals that the search never saw |
//! | `record` | what was played of a search, so that one that was ended comes to the same |
//!
//! Every deal has a number, every draw of the search its own stream, and counts are whole numbers: the same scenario and budget
//! find the same weights for any number of threads. Prints nothing, reads no file.

mod arena;
mod confirm;
mod evolution;
mod field;
mod numbers;
mod record;
mod score;

#[cfg(test)]
mod planted;

pub use arena::{Arena, Cell, Lone, Played, Sums, Version};
pub use confirm::{Alone, Confirmation, Confirmed, Met};
pub use field::{Field, Population, Rival, TRIED};
pub use numbers::{Number, numbers};
pub use record::Record;

use serde::Serialize;

use crate::experiment::Progress;
use crate::games::Broken;
use crate::sim::{LAST_DEALS, SECOND_DEALS};
use balance_engine::{Analysis, Stream};
use evolution::Evolution;
use record::Player;

/// Generations into which the games of a search are cut where there are enough of them.
const GENERATIONS: u64 = 60;
/// With fewer generations a search finds nothing but chance.
const FEWEST: u64 = 10;
/// Of ten parts of the games so many are for the search, and for the choice among its versions; the rest confirm it.
const SEARCH: u64 = 6;
const CHOICE: u64 = 1;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Games of the whole search, about.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Found {
    /// Games that were played in all.
    pub games: u64,
    /// Generations of the search.
    pub generations: u64,
    /// The weights that were found, in the order of the numbers.
    pub weights: Vec<f64>,
    /// What they are worth on deals that the search did not see.
    #[serde(flatten)]
    pub confirmed: Confirmed,
}

/// The fewest games of a search of so many numbers in this arena.
pub fn fewest(arena: &dyn Arena, numbers: usize) -> u64 {
    (generation(arena, numbers) * FEWEST * 10).div_ceil(SEARCH)
}

/// Games of a generation that plays one deal.
fn generation(arena: &dyn Arena, numbers: usize) -> u64 {
    (Evolution::offspring(numbers) as u64 + 1) * arena.games_per_deal()
}

/// Looks for weights that win more than the present ones. None once the arena stops. `record` holds what was played before of
/// the same search, and grows; it is kept at the end of every step.
///
/// # Errors
/// The first game that broke its own rules.
pub fn tune(
    arena: &dyn Arena,
    numbers: &[Number],
    plan: &Plan,
    record: &mut Record,
    progress: &dyn Progress,
    keep: &dyn Fn(&Record),
) -> Result<Option<Found>, Broken> {
    let mut player = Player::new(arena, record, progress, keep);
    let each = generation(arena, numbers.len());
    let search = plan.games / 10 * SEARCH;
    let deals = (search / (each * GENERATIONS)).max(1);
    let generations = (search / (each * deals)).max(FEWEST);
    let start: Vec<f64> = numbers.iter().map(Number::place).collect();
    let mut evolution = Evolution::new(start);
    let mut stream = Stream::keyed(plan.seed, 0, Analysis::Weights as u8, 0);
    // What the search stood at after half, three quarters and all of it.
    let mut stops: Vec<Vec<f64>> = Vec::new();
    let values = |places: &[f64]| -> Vec<f64> {
        let value = |(number, place): (&Number, &f64)| number.value(*place);
        numbers.iter().zip(places).map(value).collect()
    };
    for generation in 0..generations {
        progress.stage(&format!("generation {} of {generations}", generation + 1));
        let places = evolution.ask(&mut stream);
        let mut versions: Vec<Version> = vec![None];
        versions.extend(places.iter().map(|places| Some(values(places))));
        let first = generation * deals;
        let Some(sums) = player.sums(&versions, first..first + deals)? else {
            return Ok(None);
        };
        evolution.tell(&places, &score::scores(arena, &sums));
        let done = generation + 1;
        if [generations.div_ceil(2), (3 * generations).div_ceil(4), generations].contains(&done) {
            let stands = values(evolution.mean());
            if !stops.contains(&stands) {
                stops.push(stands);
            }
        }
    }
    progress.stage("choosing");
    let mut versions: Vec<Version> = vec![None];
    versions.extend(stops.into_iter().map(Some));
    let games = versions.len() as u64 * arena.games_per_deal();
    let deals = (plan.games / 10 * CHOICE / games.max(1)).max(1);
    let Some(sums) = player.sums(&versions, SECOND_DEALS..SECOND_DEALS + deals)? else {
        return Ok(None);
    };
    let scores = score::scores(arena, &sums);
    // Of equals the later, which has seen more.
    let playable = (0..scores.len()).filter(|at| scores[*at].is_finite());
    let best = playable.max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
    let weights = best
        .and_then(|best| versions.swap_remove(best + 1))
        .unwrap_or_else(|| numbers.iter().map(|number| number.present).collect());
    progress.stage("confirming");
    let left = plan.games.saturating_sub(player.games());
    let deals = (left / (2 * arena.games_per_deal()).max(1)).max(confirm::LEAST);
    let Some((present, found)) = player.both(&weights, LAST_DEALS..LAST_DEALS + deals)? else {
        return Ok(None);
    };
    Ok(Some(Found {
        games: player.games(),
        generations,
        weights,
        confirmed: confirm::confirmed(arena, deals, &present, &found),
    }))
}
