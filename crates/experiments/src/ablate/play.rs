//! Which versions are played on how many deals, and when one is known well enough.

use super::AblationPlan;
use super::effects::{LOOKS, STRONGEST, strongest, well_known};
use super::record::{BlankArm, PairGames, Singles, Together};
use crate::tune::{Arena, Differences, Job, JobPlayer, Version, add_differences};
use balance_simulation::experiment::Halt;

/// The part of the games for pairs, where it buys enough deals of each.
const FOR_PAIRS: f64 = 0.3;

/// With fewer deals a pair says nothing.
const FEWEST: u64 = 500;

/// The part of the games that pairs of the strongest have; none where that would be too few deals, or there is no pair.
fn for_pairs(arena: &dyn Arena, plan: &AblationPlan) -> f64 {
    let strongest = arena.space().knobs.len().min(STRONGEST) as u64;
    let pairs = strongest * strongest.saturating_sub(1) / 2;
    let versions = 1 + strongest + pairs;
    let deals = (plan.games as f64 * FOR_PAIRS) as u64 / arena.games_per_deal().max(1) / versions;
    if plan.pairs && pairs > 0 && deals >= FEWEST {
        FOR_PAIRS
    } else {
        0.0
    }
}

/// Takes components out one at a time, on more and more deals, until all are known or the games are used up.
pub(super) fn singles(arena: &dyn Arena, plan: &AblationPlan, session: &mut dyn JobPlayer) -> Result<Singles, Halt> {
    let mut state = nothing(arena);
    let per_deal = arena.games_per_deal().max(1);
    let budget = (plan.games as f64 * (1.0 - for_pairs(arena, plan))) as u64;
    let even = budget / per_deal / (state.arms.len() as u64 + 1);
    loop {
        let open: Vec<usize> = (0..state.arms.len()).filter(|arm| !state.arms[*arm].done).collect();
        let Some(until) = next_look(&state, even, open.len() as u64, per_deal, budget) else {
            return Ok(state);
        };
        session.stage(&format!("taking out {} of {} blanks", open.len(), state.arms.len()));
        if until > state.deals {
            play_to(until, &open, arena, &mut state, session)?;
        }
        state.look += 1;
        let known = well_known(arena, plan, &state);
        for (arm, known) in state.arms.iter_mut().zip(known) {
            arm.done |= known;
        }
    }
}

/// Every blank of every component, of which nothing was played.
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
        sums: vec![0; figures],
        tally: None,
        arms: versions.filter(|version| arena.allows(version)).map(arm).collect(),
    }
}

/// Plays the game itself and the blanks that are `open` up to this deal.
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
    // The game itself less each version.
    let terms = (1..versions.len()).map(|blank| vec![(0, 1), (blank, -1)]).collect();
    let sum = session.play_one(Job::differences(&versions, deals.clone(), terms))?;
    for (all, more) in state.sums.iter_mut().zip(sum.sums) {
        *all += more;
    }
    match (&mut state.tally, sum.tally) {
        (Some(all), Some(more)) => all.merge(&more),
        (all @ None, more) => *all = more,
        (Some(_), None) => {}
    }
    for (arm, differences) in open.iter().zip(&sum.differences) {
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

/// Takes the strongest out in pairs; none where the games do not suffice for it.
pub(super) fn pairs(
    arena: &dyn Arena,
    plan: &AblationPlan,
    singles: &Singles,
    session: &mut dyn JobPlayer,
) -> Result<Option<PairGames>, Halt> {
    let mut state = of_the_strongest(arena, plan, singles);
    let per_deal = arena.games_per_deal().max(1);
    let mut versions = vec![arena.space().present()];
    versions.extend(state.singles.iter().cloned());
    versions.extend(state.together.iter().map(|pair| pair.version.clone()));
    let deals = (plan.games as f64 * for_pairs(arena, plan)) as u64 / per_deal / versions.len() as u64;
    if state.together.is_empty() || deals == 0 {
        return Ok(None);
    }
    session.stage(&format!("taking out {} pairs", state.together.len()));
    let sum = session.play_one(Job::differences(&versions, 0..deals, terms(&state)))?;
    for (pair, of_pair) in state.together.iter_mut().zip(sum.differences.chunks_exact(3)) {
        let counted = [&mut pair.first, &mut pair.second, &mut pair.more];
        for (all, more) in counted.into_iter().zip(of_pair) {
            add_differences(all, more);
        }
    }
    state.games = deals * versions.len() as u64 * per_deal;
    state.deals = deals;
    Ok(Some(state))
}

/// The pairs of the strongest that are games, of which nothing was played.
fn of_the_strongest(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> PairGames {
    let figures = arena.paired().len();
    let present = arena.space().present();
    let strong = strongest(arena, plan, singles);
    let without = |component: &usize| {
        let mut version = present.clone();
        let arm = singles
            .arms
            .iter()
            .find(|arm| arm.version[*component] != present[*component]);
        version[*component] = arm.map_or(present[*component], |arm| arm.version[*component]);
        version
    };
    let versions: Vec<Version> = strong.iter().map(without).collect();
    let mut together = Vec::new();
    for second in 1..strong.len() {
        for first in 0..second {
            let mut version = versions[first].clone();
            version[strong[second]] = versions[second][strong[second]];
            if arena.allows(&version) {
                together.push(Together {
                    of: [first, second],
                    version,
                    first: vec![Differences::new(); figures],
                    second: vec![Differences::new(); figures],
                    more: vec![Differences::new(); figures],
                });
            }
        }
    }
    PairGames {
        strong,
        singles: versions,
        deals: 0,
        games: 0,
        together,
    }
}

/// What is counted of every pair, deal by deal: what the first does where the second is out, the second where the first is
/// out, and the first less what it does where the second is out. The versions: the game itself, without each of the
/// strongest, without each pair.
fn terms(state: &PairGames) -> Vec<Vec<(usize, i64)>> {
    let of_pair = |(at, pair): (usize, &Together)| {
        let [first, second] = pair.of.map(|at| 1 + at);
        let both = 1 + state.singles.len() + at;
        [
            vec![(second, 1), (both, -1)],
            vec![(first, 1), (both, -1)],
            vec![(0, 1), (first, -1), (second, -1), (both, 1)],
        ]
    };
    state.together.iter().enumerate().flat_map(of_pair).collect()
}
