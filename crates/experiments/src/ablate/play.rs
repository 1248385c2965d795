//! Which versions are played on how many deals, and when one is known well enough.

use super::AblationPlan;
use crate::tune::{Arena, Differences, Job, JobPlayer, Version, add_differences};
use balance_engine::tally::Tally;
use balance_simulation::experiment::Halt;

/// What was played of components taken out one at a time, in whole numbers.
pub(super) struct Singles {
    /// Deals that the game itself has played.
    pub deals: u64,
    /// Games in all.
    pub games: u64,
    /// The look that comes next.
    look: usize,
    /// By paired figure: what the game itself has.
    pub now: Vec<Differences>,
    /// All that was counted of the game itself, where the arena tells it.
    pub tally: Option<Tally>,
    /// One for each blank of each component.
    pub arms: Vec<BlankArm>,
}

/// A version of the game, held against the game itself.
pub(super) struct BlankArm {
    pub version: Version,
    pub deals: u64,
    /// Is it known well enough?
    pub done: bool,
    /// By figure: the version less the game itself.
    pub differences: Vec<Differences>,
}

/// When components are looked at, in parts of the deals that each would have if none were dropped. Each look has an even part
/// of the error, so that it does not matter which of them a component comes to.
pub(super) const LOOKS: [f64; 7] = [0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0];

/// Which changes are known well enough.
type Known = fn(&dyn Arena, &AblationPlan, &Singles) -> Vec<bool>;

/// Plays every change by itself, on more and more deals, until all are `known` or the games are used up.
pub(super) fn singles(
    arena: &dyn Arena,
    plan: &AblationPlan,
    known: Known,
    session: &mut dyn JobPlayer,
) -> Result<Singles, Halt> {
    let mut state = nothing(arena);
    let per_deal = arena.games_per_deal().max(1);
    let budget = plan.games;
    let even = budget / per_deal / (state.arms.len() as u64 + 1);
    loop {
        let open: Vec<usize> = (0..state.arms.len()).filter(|arm| !state.arms[*arm].done).collect();
        let Some(until) = next_look(&state, even, open.len() as u64, per_deal, budget) else {
            return Ok(state);
        };
        session.stage(&format!("playing {} of {} changes", open.len(), state.arms.len()));
        if until > state.deals {
            play_to(until, &open, arena, &mut state, session)?;
        }
        state.look += 1;
        let known = known(arena, plan, &state);
        for (arm, known) in state.arms.iter_mut().zip(known) {
            arm.done |= known;
        }
    }
}

/// Every change, of which nothing was played.
fn nothing(arena: &dyn Arena) -> Singles {
    let figures = arena.paired().len();
    let arm = |version: Version| BlankArm {
        version,
        deals: 0,
        done: false,
        differences: vec![Differences::new(); figures],
    };
    let versions = arena.space().singles().into_iter();
    Singles {
        deals: 0,
        games: 0,
        look: 0,
        now: vec![Differences::new(); figures],
        tally: None,
        arms: versions.filter(|version| arena.allows(version)).map(arm).collect(),
    }
}

/// Plays the game itself and the changes that are `open` up to this deal.
fn play_to(
    until: u64,
    open: &[usize],
    arena: &dyn Arena,
    state: &mut Singles,
    session: &mut dyn JobPlayer,
) -> Result<(), Halt> {
    let deals = state.deals..until;
    let mut versions = vec![arena.space().present()];
    versions.extend(open.iter().map(|arm| state.arms[*arm].version.clone()));
    let sum = session.play_one(Job::differences(&versions, deals.clone()))?;
    add_differences(&mut state.now, &sum.differences[0]);
    if let (Some(all), Some(more)) = (&mut state.tally, &sum.tally) {
        all.merge(more);
    } else {
        state.tally = state.tally.take().or(sum.tally);
    }
    for (arm, differences) in open.iter().zip(&sum.differences[1..]) {
        let arm = &mut state.arms[*arm];
        add_differences(&mut arm.differences, differences);
        arm.deals = until;
    }
    state.games += (deals.end - deals.start) * versions.len() as u64 * arena.games_per_deal().max(1);
    state.deals = until;
    Ok(())
}

/// Up to which deal the next look goes; none where nothing is open, or the games do not suffice for it. Which looks there
/// are was settled beforehand, so that the number of deals does not depend on what was seen.
fn next_look(state: &Singles, even: u64, open: u64, per_deal: u64, budget: u64) -> Option<u64> {
    let until = ((even as f64 * LOOKS.get(state.look)?) as u64).max(1);
    let cost = until.saturating_sub(state.deals) * (open + 1) * per_deal;
    let paid = state.look == 0 || state.games + cost <= budget;
    (open > 0 && paid).then_some(until)
}
