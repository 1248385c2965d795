//! Which versions are played on how many deals, and when one is known well enough.

use super::found::{LOOKS, STRONGEST, strongest, well_known};
use super::record::{Pairs, Played, Singles, Together, add};
use super::{Plan, Record};
use crate::experiment::Halt;
use crate::tune::{Arena, Batch, Differences, Playing, Version};

/// The part of the games for pairs, where it buys enough deals of each.
const FOR_PAIRS: f64 = 0.3;

/// With fewer deals a pair says nothing.
const FEWEST: u64 = 500;

/// Deals in one step; after each what was played is kept.
const STEP: u64 = 512;

/// The same where bots think for long.
const SLOW_STEP: u64 = 16;

/// The part of the games that pairs of the strongest have; none where that would be too few deals, or there is no pair.
fn for_pairs(arena: &dyn Arena, plan: &Plan) -> f64 {
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
pub(super) fn singles(arena: &dyn Arena, plan: &Plan, playing: &mut Playing<'_, Record>) -> Result<(), Halt> {
    let present = arena.space().present();
    let figures = arena.paired().len();
    let mut state = playing.record.singles.take().unwrap_or_else(|| {
        let arm = |version: Version| Played {
            version,
            deals: 0,
            done: false,
            differences: vec![Differences::new(); figures],
        };
        let versions = arena.space().singles();
        Singles {
            deals: 0,
            games: 0,
            look: 0,
            until: None,
            sums: vec![0; figures],
            tally: None,
            arms: versions
                .into_iter()
                .filter(|version| arena.allows(version))
                .map(arm)
                .collect(),
        }
    });
    playing.runner.progress.played(state.games);
    let per_deal = arena.games_per_deal().max(1);
    let budget = (plan.games as f64 * (1.0 - for_pairs(arena, plan))) as u64;
    let even = budget / per_deal / (state.arms.len() as u64 + 1);
    loop {
        let open = state.arms.iter().filter(|arm| !arm.done).count() as u64;
        let Some(until) = state.until.or_else(|| next_look(&state, even, open, per_deal, budget)) else {
            break;
        };
        state.until = Some(until);
        playing
            .runner
            .progress
            .stage(&format!("taking out {open} of {} blanks", state.arms.len()));
        while state.deals < until {
            let step = if arena.slow() { SLOW_STEP } else { STEP };
            let deals = state.deals..state.deals + playing.hands.step(step, until - state.deals);
            let open: Vec<usize> = (0..state.arms.len()).filter(|arm| !state.arms[*arm].done).collect();
            let mut versions = vec![present.clone()];
            versions.extend(open.iter().map(|arm| state.arms[*arm].version.clone()));
            // The game itself less each version.
            let terms = (1..versions.len()).map(|blank| vec![(0, 1), (blank, -1)]).collect();
            let batch = Batch::of_differences(&versions, &deals, terms);
            let sum = match playing.play(arena, batch) {
                Ok(sum) => sum,
                Err(halt) => {
                    playing.record.singles = Some(state);
                    return Err(halt);
                }
            };
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
                add(&mut arm.differences, differences);
                arm.deals = deals.end;
            }
            state.games += (deals.end - deals.start) * versions.len() as u64 * per_deal;
            state.deals = deals.end;
            playing.record.singles = Some(state);
            playing.keep();
            state = playing
                .record
                .singles
                .take()
                .unwrap_or_else(|| unreachable!("it was put there"));
        }
        state.until = None;
        state.look += 1;
        let known = well_known(arena, plan, &state);
        for (arm, known) in state.arms.iter_mut().zip(known) {
            arm.done |= known;
        }
    }
    playing.record.singles = Some(state);
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

/// Takes the strongest out in pairs.
pub(super) fn pairs(arena: &dyn Arena, plan: &Plan, playing: &mut Playing<'_, Record>) -> Result<(), Halt> {
    let Some(singles) = &playing.record.singles else {
        return Ok(());
    };
    let figures = arena.paired().len();
    let per_deal = arena.games_per_deal().max(1);
    let present = arena.space().present();
    let mut state = if let Some(state) = playing.record.pairs.take() {
        state
    } else {
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
        let mut pairs = Vec::new();
        for second in 1..strong.len() {
            for first in 0..second {
                let mut version = versions[first].clone();
                version[strong[second]] = versions[second][strong[second]];
                if arena.allows(&version) {
                    pairs.push(Together {
                        of: [first, second],
                        version,
                        first: vec![Differences::new(); figures],
                        second: vec![Differences::new(); figures],
                        more: vec![Differences::new(); figures],
                    });
                }
            }
        }
        let versions_in_all = 1 + versions.len() as u64 + pairs.len() as u64;
        let of = (plan.games as f64 * for_pairs(arena, plan)) as u64 / per_deal / versions_in_all;
        let of = if pairs.is_empty() { 0 } else { of };
        Pairs {
            strong,
            singles: versions,
            of,
            deals: 0,
            games: 0,
            together: pairs,
        }
    };
    playing.runner.progress.played(state.games);
    if state.of > 0 {
        playing
            .runner
            .progress
            .stage(&format!("taking out {} pairs", state.together.len()));
    }
    while state.deals < state.of {
        let step = if arena.slow() { SLOW_STEP } else { STEP };
        let deals = state.deals..state.deals + playing.hands.step(step, state.of - state.deals);
        let mut versions = vec![present.clone()];
        versions.extend(state.singles.iter().cloned());
        versions.extend(state.together.iter().map(|pair| pair.version.clone()));
        let batch = Batch::of_differences(&versions, &deals, terms(&state));
        let sum = match playing.play(arena, batch) {
            Ok(sum) => sum,
            Err(halt) => {
                playing.record.pairs = Some(state);
                return Err(halt);
            }
        };
        for (pair, of_pair) in state.together.iter_mut().zip(sum.differences.chunks_exact(3)) {
            for (all, more) in [&mut pair.first, &mut pair.second, &mut pair.more]
                .into_iter()
                .zip(of_pair)
            {
                add(all, more);
            }
        }
        state.games += (deals.end - deals.start) * versions.len() as u64 * per_deal;
        state.deals = deals.end;
        playing.record.pairs = Some(state);
        playing.keep();
        state = playing
            .record
            .pairs
            .take()
            .unwrap_or_else(|| unreachable!("it was put there"));
    }
    playing.record.pairs = Some(state);
    Ok(())
}

/// What is counted of every pair, deal by deal: what the first does where the second is out, the second where the first is
/// out, and the first less what it does where the second is out. The versions: the game itself, without each of the
/// strongest, without each pair.
fn terms(state: &Pairs) -> Vec<Vec<(usize, i64)>> {
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
