//! Looking for rules: which of the values that `[tune]` allows bring a game into the bands of `[expect]`, with the fewest and
//! smallest changes, and what else is worth a designer's look.
//!
//! | module | does |
//! |---|---|
//! | `space` | versions of the rules: which value each knob has, how many are changed, which lie beside |
//! | `counts` | exact counts of what is measured, which add up in any order |
//! | `job` | the seam to what plays versions, and games that are played before anything is decided by them |
//! | `games` | what plays the versions of a scenario |
//! | `objective` | how far a version is from the wishes |
//! | `single_changes` | every change of one rule against the present rules, where nobody said which may be changed |
//! | `surrogate` | what versions that were not played promise, from those that were |
//! | `search` | rounds of races on the same deals: first everywhere, then beside the best; what was played is remembered |
//! | `confirm` | the finalists on deals that the search never saw, compared deal by deal |
//! | `pareto` | what is proposed |
//!
//! Every deal has a number, every draw of the search its own stream, and counts are whole numbers: the same scenario and
//! budget give the same proposals on any machine, however often the search is interrupted. Prints nothing, reads no file.

mod confirm;
mod counts;
mod games;
mod job;
mod objective;
mod pareto;
mod search;
mod single_changes;
mod space;
mod surrogate;

#[cfg(test)]
mod planted;

pub use confirm::Confirmed;
pub use counts::{Count, CountedSums, Counts};
pub use games::{Event, Figure, Games, Rule, Unmeasured, bases};
pub use job::{
    Arena, BotSet, Differences, Job, JobPlayer, PlaysVersions, Sum, VersionBlock, Versions, add_differences,
};
pub use objective::{Aim, Aims};
pub use pareto::{COMPARISONS, Class, FIGURES, Front, Proposal};
pub use search::TunePlan;
pub use single_changes::{PairedFigure, SingleChangeGames, mean, min_games as min_single_change_games};
pub use space::{Dial, SearchSpace, Version};

use balance_inference::judge::TOTAL;
use balance_simulation::experiment::{Halt, Session};
use confirm::Confirming;
use search::Evaluator;

/// Intervals and comparisons together miss no more often than a run does.
const _: () = assert!(FIGURES + COMPARISONS <= TOTAL);

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Versions played.
    pub versions: usize,
    /// Games played for the search, rotations and tables counted singly.
    pub search_games: u64,
    /// The present rules and every change by itself, where that was asked.
    pub alone: Option<SingleChangeGames>,
    /// The finalists with the usual bots, the present rules first.
    pub confirmed: Confirmed,
    /// The same under the second bot.
    pub second: Option<Confirmed>,
    /// What is proposed.
    pub front: Front,
}

/// A search for versions of the rules that meet the wishes.
pub struct RuleSearch<A> {
    /// What plays versions.
    pub arena: A,
    /// The same with other bots.
    pub second: Option<A>,
    /// What is wished.
    pub aims: Aims,
    /// How much is played.
    pub plan: TunePlan,
}

impl<A: Arena> PlaysVersions for RuleSearch<A> {
    type Output = Tuned;

    fn arena(&self, bots: BotSet) -> &dyn Arena {
        match (bots, &self.second) {
            (BotSet::Second, Some(second)) => second,
            _ => &self.arena,
        }
    }

    fn find(&self, session: &mut Session<'_, Versions<Self>>) -> Result<Tuned, Halt> {
        let (arena, aims, plan) = (&self.arena as &dyn Arena, &self.aims, &self.plan);
        let tenth = plan.games / 10;
        let alone = plan
            .alone
            .then(|| single_changes::play(arena, tenth, session))
            .transpose()?;
        let mut evaluator = Evaluator::new(arena, session);
        let mut found = search::search(&mut evaluator, aims, plan)?;
        let search_games = evaluator.games();
        // A search among many rules may lose the single change that does it.
        for version in alone.iter().flat_map(|alone| alone.nearest(arena, aims)) {
            if !found.finalists.contains(version) {
                found.finalists.push(version.clone());
            }
        }
        let share = if self.second.is_some() { 2 } else { 3 };
        let confirmed = confirm::confirm(arena, &found.finalists, tenth * share, Confirming::Finalists, session)?;
        let front = pareto::front(arena.space(), aims, &confirmed, 1 + usize::from(self.second.is_some()));
        let again = self.second.as_ref();
        let again = again.map(|second| confirm::confirm(second, &found.finalists, tenth, Confirming::Second, session));
        Ok(Tuned {
            versions: found.versions,
            search_games,
            alone,
            confirmed,
            second: again.transpose()?,
            front,
        })
    }
}
