//! Every change of one rule against the present rules, on the same deals, apart from the search.

use super::job::{Differences, Job, JobPlayer};
use super::{Aims, Arena, Version};
use balance_engine::tally::Histogram;
use balance_inference::table::{Differing, Rate, Sampling, counted_turns};
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
    /// By paired figure: what the present rules have.
    now: Vec<Differences>,
    /// Of every change, figure by figure: what it has more than the present rules.
    differences: Vec<Vec<Differences>>,
}

/// Plays every change of one rule for about so many games in all.
pub(super) fn play(arena: &dyn Arena, games: u64, session: &mut dyn JobPlayer) -> Result<SingleChangeGames, Halt> {
    let versions: Vec<Version> = std::iter::once(arena.space().present()).chain(singles(arena)).collect();
    let (each, per_deal) = (versions.len() as u64, arena.games_per_deal().max(1));
    let deals = (games / per_deal / each).max(FEWEST);
    session.stage(&format!("every rule by itself: {} changes", each - 1));
    let mut sum = session.play_one(Job::differences(&versions, SECOND_DEALS..SECOND_DEALS + deals))?;
    Ok(SingleChangeGames {
        versions,
        deals,
        now: sum.differences.remove(0),
        differences: sum.differences,
    })
}

impl SingleChangeGames {
    /// The paired figures of a version; 0 is the present rules.
    pub fn values(&self, arena: &dyn Arena, version: usize) -> Vec<f64> {
        let each = self.now.iter().zip(arena.paired()).enumerate();
        each.map(|(figure, (now, rotations))| {
            let more = version.checked_sub(1).map(|change| &self.differences[change][figure]);
            mean(now, *rotations) + more.map_or(0.0, |more| mean(more, *rotations))
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
}

/// The mean of a figure, or of what it differs by, per game.
pub fn mean(counts: &Differences, rotations: u32) -> f64 {
    let sum: i128 = counts
        .iter()
        .map(|(by, deals)| i128::from(*by) * i128::from(*deals))
        .sum();
    sum as f64 / f64::from(rotations) / counts.values().sum::<u64>().max(1) as f64
}

/// A figure told deal by deal.
#[derive(Clone, Copy, Debug)]
pub struct PairedFigure<'d> {
    /// What it is with the present rules.
    pub now: &'d Differences,
    /// Games of a deal.
    pub rotations: u32,
    /// Is it a share of games, or a length?
    pub share: bool,
}

impl PairedFigure<'_> {
    /// What it differs by in a game with its interval at `confidence`, for a number of deals fixed beforehand. A length that differs
    /// by more than a typical game has turns counts as that, as in the comparisons of a run.
    pub fn difference(&self, differences: &Differences, confidence: f64) -> Rate {
        let row = |(by, deals): (&i64, &u64)| Differing { by: *by, deals: *deals };
        let rows: Vec<Differing> = differences.iter().map(row).collect();
        let sampling = Sampling::fixed(
            differences.values().sum::<u64>() * u64::from(self.rotations),
            self.rotations,
        );
        if self.share {
            return sampling.difference(&rows, Some(1), confidence);
        }
        let turns = |(sum, deals): (&i64, &u64)| (sum.unsigned_abs().div_ceil(self.rotations.into()) as u32, *deals);
        let lengths: Histogram = self.now.iter().map(turns).collect();
        sampling.length_difference(&rows, counted_turns(&[&lengths]), confidence)
    }
}
