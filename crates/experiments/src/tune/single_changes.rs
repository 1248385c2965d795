//! Every change of one rule against the present rules, on the same deals, apart from the search.

use super::job::{Differences, Job, JobPlayer};
use super::{Aims, Arena, Version};
use balance_inference::table::{Differing, Looks, Rate, Sampling};
use balance_simulation::experiment::Halt;
use balance_simulation::sim::SECOND_DEALS;

/// Fewest deals of a change.
const FEWEST: u64 = 100;

/// Changes that are among the finalists whatever the search found.
const NEAREST: usize = 2;

/// Every change of one rule that is a game; of the parts of its content there are too many.
fn singles(arena: &dyn Arena) -> impl Iterator<Item = Version> {
    let space = arena.space();
    let each = move |version: &Version| !space.is_part(version) && arena.allows(version);
    space.singles().into_iter().filter(each)
}

/// Games that every change of one rule takes by itself at least, the present rules among them.
pub fn min_games(arena: &dyn Arena) -> u64 {
    (1 + singles(arena).count() as u64) * FEWEST * arena.games_per_deal().max(1)
}

/// What each change of one rule does.
#[derive(Clone, Debug, PartialEq)]
pub struct SingleChangeGames {
    /// The present rules, and every change of one rule that is a game.
    pub versions: Vec<Version>,
    /// Deals that each has played.
    pub deals: u64,
    /// Sums of the paired figures of the present rules.
    sums: Vec<u64>,
    /// Of every change, figure by figure: what it has more than the present rules.
    differences: Vec<Vec<Differences>>,
}

/// Plays every change of one rule for about so many games in all.
pub(super) fn play(arena: &dyn Arena, games: u64, session: &mut dyn JobPlayer) -> Result<SingleChangeGames, Halt> {
    let versions: Vec<Version> = std::iter::once(arena.space().present()).chain(singles(arena)).collect();
    let (each, per_deal) = (versions.len() as u64, arena.games_per_deal().max(1));
    let deals = (games / per_deal / each).max(FEWEST);
    session.stage(&format!("every rule by itself: {} changes", each - 1));
    let terms = (1..versions.len()).map(|change| vec![(change, 1), (0, -1)]).collect();
    let sum = session.play_one(Job::differences(&versions, SECOND_DEALS..SECOND_DEALS + deals, terms))?;
    Ok(SingleChangeGames {
        versions,
        deals,
        sums: sum.sums,
        differences: sum.differences,
    })
}

impl SingleChangeGames {
    /// The paired figures of a version; 0 is the present rules.
    pub fn values(&self, arena: &dyn Arena, version: usize) -> Vec<f64> {
        let deals = self.deals.max(1) as f64;
        let each = self.sums.iter().zip(arena.paired()).enumerate();
        each.map(|(figure, (sum, rotations))| {
            let of_change = version.checked_sub(1).map(|change| &self.differences[change][figure]);
            let more: i64 = of_change.map_or(0, |counts| counts.iter().map(|(by, deals)| by * *deals as i64).sum());
            (*sum as f64 + more as f64) / f64::from(*rotations) / deals
        })
        .collect()
    }

    /// The changes that brought the game nearest to the wishes.
    pub(super) fn nearest(&self, arena: &dyn Arena, aims: &Aims) -> impl Iterator<Item = &Version> {
        let aims = aims.settled_at(&self.values(arena, 0));
        let away = |version: usize| aims.away(&self.values(arena, version));
        let mut all: Vec<(f64, usize)> = (1..self.versions.len()).map(|at| (away(at), at)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all.into_iter().take(NEAREST).map(|(_, at)| &self.versions[at])
    }

    /// By how much a change moves a paired figure, which is at most `most` in a game where that is known.
    pub fn moves(&self, arena: &dyn Arena, change: usize, figure: usize, most: Option<u32>, confidence: f64) -> Rate {
        difference(
            &self.differences[change - 1][figure],
            arena.paired()[figure],
            most,
            confidence,
        )
    }

    /// The confidence of each interval, if those of so many figures of every change together are to miss no more often than
    /// `error`.
    pub fn each(&self, figures: usize, error: f64) -> f64 {
        1.0 - error / ((self.versions.len() - 1) * figures).max(1) as f64
    }
}

/// The mean difference of a figure with its interval at `confidence`, for a number of deals fixed beforehand. `most`: what a
/// difference can span in a game, where that is known.
pub fn difference(differences: &Differences, rotations: u32, most: Option<u32>, confidence: f64) -> Rate {
    let rows: Vec<Differing> = differences
        .iter()
        .map(|(by, deals)| Differing { by: *by, deals: *deals })
        .collect();
    let sampling = Sampling {
        games: differences.values().sum::<u64>() * u64::from(rotations),
        rotations,
        looks: Looks::Fixed,
    };
    sampling.difference(&rows, most, confidence)
}
