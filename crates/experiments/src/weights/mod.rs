//! Which weights let a bot win more, against a population of bots, at every table and in every mixture of seats, and whether its
//! games among its like stay what they were.
//!
//! | module | does |
//! |---|---|
//! | `parameters` | which numbers of a bot may change, and between what |
//! | `cma_es` | where to look next: separable CMA-ES |
//! | `opposition` | whom versions meet: the seam to games, and what they gave as whole counts |
//! | `population` | the tables of a scenario at which versions meet the population, and how much better than the bot as it is they do there |
//! | `games` | the games of the search |
//! | `confirm` | what was found on deals that the search never saw |
//!
//! Every deal has a number, every draw of the search its own stream, and counts are whole numbers: the same scenario and budget
//! find the same weights for any number of threads. Prints nothing, reads no file.

mod cma_es;
mod confirm;
mod games;
mod opposition;
mod parameters;
mod population;

#[cfg(test)]
mod planted;

pub use confirm::{Alone, Confirmation, ConfirmedWeights, TableGain};
pub use games::{CountedAs, WeightCounts, WeightJob, WeightSearch};
pub use opposition::{Cell, DealtGames, Lone, Opposition, SeatedBot, Version, WeightSums};
pub use parameters::{Number, numbers};
pub use population::{Population, Populations};

use std::ops::Range;

use serde::Serialize;

use balance_engine::{Analysis, Stream};
use balance_simulation::experiment::{Halt, Session};
use balance_simulation::sim::{LAST_DEALS, SECOND_DEALS};
use cma_es::Evolution;

/// Generations into which the games of a search are cut where there are enough of them.
const GENERATIONS: u64 = 60;
/// With fewer generations a search finds nothing but chance.
const FEWEST: u64 = 10;
/// Of ten parts of the games so many are for the search, and for the choice among its versions; the rest confirm it.
const SEARCH: u64 = 6;
const CHOICE: u64 = 1;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightPlan {
    /// Games of the whole search, about.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FoundWeights {
    /// Games that were played in all.
    pub games: u64,
    /// Generations of the search.
    pub generations: u64,
    /// The weights that were found, in the order of the numbers.
    pub weights: Vec<f64>,
    /// What they are worth on deals that the search did not see.
    #[serde(flatten)]
    pub confirmed: ConfirmedWeights,
}

/// The fewest games of a search of so many numbers against these.
pub fn fewest(opposition: &dyn Opposition, numbers: usize) -> u64 {
    (generation(opposition, numbers) * FEWEST * 10).div_ceil(SEARCH)
}

/// Games of a generation that plays one deal.
fn generation(opposition: &dyn Opposition, numbers: usize) -> u64 {
    (Evolution::offspring(numbers) as u64 + 1) * opposition.games_per_deal()
}

/// What versions come to as sums; none for one that no bot can be made from.
fn sums(
    session: &mut Session<'_, WeightSearch>,
    versions: &[Version],
    deals: &Range<u64>,
) -> Result<Vec<Option<WeightSums>>, Halt> {
    let job = |version: &Version| WeightJob {
        version: version.clone(),
        deals: deals.clone(),
        counted: CountedAs::Sums,
    };
    let jobs: Vec<WeightJob> = versions.iter().map(job).collect();
    Ok(session.play(&jobs)?.into_iter().map(|counts| counts.sums).collect())
}

/// Looks for weights that win more than the present ones.
fn search(of: &WeightSearch, session: &mut Session<'_, WeightSearch>) -> Result<FoundWeights, Halt> {
    let (opposition, numbers, plan) = (&*of.opposition, &of.numbers, of.plan);
    let (generations, stops) = evolved(of, session)?;
    session.stage("choosing");
    let mut versions: Vec<Version> = vec![None];
    versions.extend(stops.into_iter().map(Some));
    let games = versions.len() as u64 * opposition.games_per_deal();
    let deals = (plan.games / 10 * CHOICE / games.max(1)).max(1);
    let counts = sums(session, &versions, &(SECOND_DEALS..SECOND_DEALS + deals))?;
    let scores = population::scores(opposition, &counts);
    // Of equals the later, which has seen more.
    let playable = (0..scores.len()).filter(|at| scores[*at].is_finite());
    let best = playable.max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
    let weights = best
        .and_then(|best| versions.swap_remove(best + 1))
        .unwrap_or_else(|| numbers.iter().map(|number| number.present).collect());
    session.stage("confirming");
    let left = plan.games.saturating_sub(session.games());
    let deals = (left / (2 * opposition.games_per_deal()).max(1)).max(confirm::LEAST);
    let job = |version: Version| WeightJob {
        version,
        deals: LAST_DEALS..LAST_DEALS + deals,
        counted: CountedAs::Deals,
    };
    let both = session.play(&[job(None), job(Some(weights.clone()))])?;
    let mut both = both.into_iter().map(|counts| counts.played.unwrap_or_default());
    let (present, found) = (both.next().unwrap_or_default(), both.next().unwrap_or_default());
    Ok(FoundWeights {
        games: session.games(),
        generations,
        weights,
        confirmed: confirm::confirmed(opposition, deals, &present, &found),
    })
}

/// How many generations the search had, and what it stood at after half, three quarters and all of them.
fn evolved(of: &WeightSearch, session: &mut Session<'_, WeightSearch>) -> Result<(u64, Vec<Vec<f64>>), Halt> {
    let (opposition, numbers, plan) = (&*of.opposition, &of.numbers, of.plan);
    let each = generation(opposition, numbers.len());
    let games = plan.games / 10 * SEARCH;
    let deals = (games / (each * GENERATIONS)).max(1);
    let generations = (games / (each * deals)).max(FEWEST);
    let start: Vec<f64> = numbers.iter().map(Number::place).collect();
    let mut evolution = Evolution::new(start);
    let mut stream = Stream::keyed(plan.seed, 0, Analysis::Weights as u8, 0);
    let mut stops: Vec<Vec<f64>> = Vec::new();
    let values = |places: &[f64]| -> Vec<f64> {
        let value = |(number, place): (&Number, &f64)| number.value(*place);
        numbers.iter().zip(places).map(value).collect()
    };
    for generation in 0..generations {
        session.stage(&format!("generation {} of {generations}", generation + 1));
        let places = evolution.ask(&mut stream);
        let mut versions: Vec<Version> = vec![None];
        versions.extend(places.iter().map(|places| Some(values(places))));
        let first = generation * deals;
        let counts = sums(session, &versions, &(first..first + deals))?;
        evolution.tell(&places, &population::scores(opposition, &counts));
        let done = generation + 1;
        if [generations.div_ceil(2), (3 * generations).div_ceil(4), generations].contains(&done) {
            let stands = values(evolution.mean());
            if !stops.contains(&stands) {
                stops.push(stands);
            }
        }
    }
    Ok((generations, stops))
}
