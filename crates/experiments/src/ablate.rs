//! What every component and rule of a game does: each component is replaced by something neutral, a blank, on the same deals, and every rule
//! is moved a step. What goes with winning may come of it; what is taken out and changes who wins does something.
//!
//! Versions are those of [`crate::tune`]: a component is a knob whose values are itself and its blanks. Prints nothing, reads
//! no file; the same plan gives the same record for any number of threads.

#[cfg(test)]
mod planted;

use crate::tune::{
    Arena, BotSet, Differences, Job, JobPlayer, PairedFigure, PlaysVersions, Version, Versions, add_differences, mean,
};
use balance_config::scenario::Margins;
use balance_engine::tally::Tally;
use balance_inference::judge::TOTAL;
use balance_inference::table::Rate;
use balance_simulation::experiment::{Halt, Session};
use serde::Serialize;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct AblationPlan {
    /// Games in all, rotations and tables counted singly.
    pub games: u64,
    /// Differences within these count as none, of lengths of the size of their mean.
    pub margins: Margins,
    /// Which of the paired figures of the arena are shares of games, the rest being lengths.
    pub shares: Vec<bool>,
    /// Deals of each version in which one role has a stronger bot; 0 where no role has.
    pub role_deals: u64,
}

/// An ablation: every component of an arena is taken out.
pub struct ComponentAblation<A> {
    /// What plays versions.
    pub arena: A,
    /// What plays versions with a stronger bot in one role each; none where there are no roles, or no stronger bot.
    pub roles: Option<A>,
    /// What is asked.
    pub plan: AblationPlan,
    /// The tally of no games of the game itself, where what is counted of it is kept.
    pub empty: Option<Tally>,
}

impl<A: Arena> PlaysVersions for ComponentAblation<A> {
    type Output = Ablated;

    fn arena(&self, bots: BotSet) -> &dyn Arena {
        match (bots, &self.roles) {
            (BotSet::Second, Some(roles)) => roles,
            _ => &self.arena,
        }
    }

    fn empty(&self) -> Option<&Tally> {
        self.empty.as_ref()
    }

    fn find(&self, session: &mut Session<'_, Versions<Self>>) -> Result<Ablated, Halt> {
        let singles = singles(&self.arena, &self.plan, session)?;
        let mut found = effects_of(&self.arena, &self.plan, &singles);
        if let Some(arena) = &self.roles {
            session.stage("playing stronger bots in each role");
            let mut roles = nothing(arena, 1);
            let all: Vec<usize> = (0..roles.arms.len()).collect();
            play_to(self.plan.role_deals, &all, (arena, BotSet::Second), &mut roles, session)?;
            found.roles = components(arena, &self.plan, &roles);
        }
        Ok(found)
    }
}

/// What was played of components taken out one at a time, in whole numbers.
struct Singles {
    /// Deals that the game itself has played.
    pub deals: u64,
    /// Games in all.
    pub games: u64,
    /// The look that comes next.
    look: usize,
    /// Intervals of one effect that share the error: one for each look.
    looks: usize,
    /// By paired figure: what the game itself has.
    pub now: Vec<Differences>,
    /// All that was counted of the game itself, where the arena tells it.
    pub tally: Option<Tally>,
    /// One for each blank of each component.
    pub arms: Vec<BlankArm>,
}

/// A version of the game, held against the game itself.
struct BlankArm {
    pub version: Version,
    pub deals: u64,
    /// Is it known well enough?
    pub done: bool,
    /// By figure: the version less the game itself.
    pub differences: Vec<Differences>,
}

/// When components are looked at, in parts of the deals that each would have if none were dropped. Each look has an even part
/// of the error, so that it does not matter which of them a component comes to.
const LOOKS: [f64; 7] = [0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0];

/// Plays every change by itself, on more and more deals, until all are known well enough or the games are used up.
fn singles(arena: &dyn Arena, plan: &AblationPlan, session: &mut dyn JobPlayer) -> Result<Singles, Halt> {
    let mut state = nothing(arena, LOOKS.len());
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
            play_to(until, &open, (arena, BotSet::Own), &mut state, session)?;
        }
        state.look += 1;
        let known = well_known(arena, plan, &state);
        for (arm, known) in state.arms.iter_mut().zip(known) {
            arm.done |= known;
        }
    }
}

/// Every change, of which nothing was played.
fn nothing(arena: &dyn Arena, looks: usize) -> Singles {
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
        looks,
        now: vec![Differences::new(); figures],
        tally: None,
        arms: versions.filter(|version| arena.allows(version)).map(arm).collect(),
    }
}

/// Plays the game itself and the changes that are `open` up to this deal.
fn play_to(
    until: u64,
    open: &[usize],
    (arena, bots): (&dyn Arena, BotSet),
    state: &mut Singles,
    session: &mut dyn JobPlayer,
) -> Result<(), Halt> {
    let deals = state.deals..until;
    let mut versions = vec![arena.space().present()];
    versions.extend(open.iter().map(|arm| state.arms[*arm].version.clone()));
    let sum = session.play_one(Job::differences(&versions, deals.clone()).under(bots))?;
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

/// An interval as wide as this part of the margin lies close enough to it that no more games are played to tell its sides apart.
const CLOSE: f64 = 0.5;

/// What came of an ablation.
#[derive(Clone, Debug, PartialEq)]
pub struct Ablated {
    /// Deals that the game itself has played for single components.
    pub deals: u64,
    /// Games in all.
    pub games: u64,
    /// So many were asked for.
    pub asked: u64,
    /// All that was counted of the game itself on the deals of single components, where the arena tells it.
    pub tally: Option<Tally>,
    /// The paired figures of the game itself: win rates as fractions, lengths in turns.
    pub values: Vec<f64>,
    /// In the order of the arena's knobs.
    pub components: Vec<ComponentEffect>,
    /// Each role with a stronger bot, in the order of the knobs of their arena.
    pub roles: Vec<ComponentEffect>,
}

/// A component.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentEffect {
    /// One for each blank with which there is a game.
    pub arms: Vec<Arm>,
    /// By figure, over all of its blanks.
    pub says: Vec<Says>,
    /// How many times the games would settle the figures that are open, as far as that is foreseen.
    pub times: Option<u64>,
}

impl ComponentEffect {
    /// Does it do nothing, whatever is in its place?
    pub fn is_dead(&self) -> bool {
        !self.arms.is_empty() && self.says.iter().all(|says| *says == Says::Nothing)
    }
}

/// A component against one of its blanks.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// Index of the blank, from 0.
    pub blank: usize,
    /// Deals played.
    pub deals: u64,
    /// By figure: what the game with the change has more than the game itself.
    pub effects: Vec<Effect>,
}

fn margin(plan: &AblationPlan, values: &[f64], figure: usize) -> f64 {
    plan.margins.margin(plan.shares[figure], values[figure])
}

fn values(arena: &dyn Arena, singles: &Singles) -> Vec<f64> {
    let each = singles.now.iter().zip(arena.paired());
    each.map(|(now, rotations)| mean(now, *rotations)).collect()
}

/// The confidence of one interval of a single component at one look. Where roles have stronger bots, half of the error is theirs.
fn confidence(plan: &AblationPlan, singles: &Singles, figures: usize) -> f64 {
    let groups = if plan.role_deals > 0 { 2 } else { 1 };
    1.0 - TOTAL / (groups * singles.arms.len() * figures * singles.looks).max(1) as f64
}

fn paired<'s>(arena: &dyn Arena, plan: &AblationPlan, singles: &'s Singles) -> Vec<PairedFigure<'s>> {
    let each = singles.now.iter().zip(arena.paired()).zip(&plan.shares);
    each.map(|((now, rotations), share)| PairedFigure {
        now,
        rotations: *rotations,
        share: *share,
    })
    .collect()
}

fn effects(paired: &[PairedFigure<'_>], of: &[Differences], confidence: f64) -> Vec<Effect> {
    let each = paired.iter().zip(of);
    each.map(|(figure, counts)| figure.difference(counts, confidence))
        .collect()
}

/// Is an effect known well enough: whether it lies above, below or within the margin, or so closely that it is about the margin?
fn is_known(effect: Effect, margin: f64) -> bool {
    let apart = effect.is_within(margin) || effect.is_beyond(margin);
    let width = effect.hi - effect.lo;
    (apart && width <= 2.0 * margin) || width <= CLOSE * margin
}

/// Which arms are known well enough: every figure.
fn well_known(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> Vec<bool> {
    let values = values(arena, singles);
    let confidence = confidence(plan, singles, values.len());
    let known = |(figure, effect): (usize, &Effect)| is_known(*effect, margin(plan, &values, figure));
    let paired = paired(arena, plan, singles);
    singles
        .arms
        .iter()
        .map(|arm| {
            let effects = effects(&paired, &arm.differences, confidence);
            arm.done || effects.iter().enumerate().all(known)
        })
        .collect()
}

fn components(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> Vec<ComponentEffect> {
    let present: Version = arena.space().present();
    let values = values(arena, singles);
    let confidence = confidence(plan, singles, values.len());
    let paired = paired(arena, plan, singles);
    let component = |knob: usize| {
        let own = singles.arms.iter().filter(|arm| arm.version[knob] != present[knob]);
        let own: Vec<&BlankArm> = own.collect();
        let arm = |arm: &&BlankArm| Arm {
            // The component itself is the first value of its knob.
            blank: usize::from(arm.version[knob]).saturating_sub(1),
            deals: arm.deals,
            effects: effects(&paired, &arm.differences, confidence),
        };
        let arms: Vec<Arm> = own.iter().map(arm).collect();
        let says = |figure: usize| {
            let effects: Vec<Effect> = arms.iter().map(|arm| arm.effects[figure]).collect();
            Says::judge(&effects, margin(plan, &values, figure))
        };
        let says: Vec<Says> = (0..values.len()).map(says).collect();
        let settled = |(figure, says): (usize, &Says)| {
            if *says != Says::Open || own.is_empty() {
                return None;
            }
            let counts: Vec<&Differences> = own.iter().map(|arm| &arm.differences[figure]).collect();
            times(&counts, &paired[figure], margin(plan, &values, figure), confidence)
        };
        let times = says.iter().enumerate().filter_map(settled).max();
        ComponentEffect { arms, says, times }
    };
    (0..present.len()).map(component).collect()
}

fn effects_of(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> Ablated {
    Ablated {
        deals: singles.deals,
        games: singles.games,
        asked: plan.games,
        tally: singles.tally.clone(),
        values: values(arena, singles),
        components: components(arena, plan, singles),
        roles: Vec::new(),
    }
}

/// A difference with its interval; all of an ablation hold together.
pub type Effect = Rate;

/// What the effects of a component on a figure say, over its blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// More than the margin upwards, with every blank.
    Raises,
    /// The same downwards.
    Lowers,
    /// Upwards with every blank, by how much is open or less than the margin.
    RaisesSome,
    /// The same downwards.
    LowersSome,
    /// Up with one blank, down with another.
    Turns,
    /// Something with one blank, nothing beyond the margin with another.
    Hangs,
    /// Within the margin with every blank.
    Nothing,
    /// Not known yet.
    Open,
}

impl Says {
    fn judge(effects: &[Effect], margin: f64) -> Self {
        let all = |test: &dyn Fn(&Effect) -> bool| !effects.is_empty() && effects.iter().all(test);
        let any = |test: &dyn Fn(&Effect) -> bool| effects.iter().any(test);
        let within = |effect: &Effect| effect.is_within(margin);
        let up = |effect: &Effect| effect.lo > 0.0;
        let down = |effect: &Effect| effect.hi < 0.0;
        if all(&within) {
            Says::Nothing
        } else if any(&up) && any(&down) {
            Says::Turns
        } else if all(&|effect| effect.lo > margin) {
            Says::Raises
        } else if all(&|effect| effect.hi < -margin) {
            Says::Lowers
        } else if all(&up) {
            Says::RaisesSome
        } else if all(&down) {
            Says::LowersSome
        } else if any(&within) && any(&|effect| effect.is_beyond(margin)) {
            Says::Hangs
        } else {
            Says::Open
        }
    }
}

/// More than so many times the games is not foreseen: a forecast carries no further.
const FAR: u64 = 10;

/// How many times the games would settle a figure of a component that is open, from what was counted of its blanks; none where more
/// than [`FAR`].
fn times(of: &[&Differences], figure: &PairedFigure<'_>, margin: f64, confidence: f64) -> Option<u64> {
    let open = |times: u64| {
        let effect = |counts: &&Differences| {
            let counts = counts.iter().map(|(by, deals)| (*by, deals * times)).collect();
            figure.difference(&counts, confidence)
        };
        let effects: Vec<Effect> = of.iter().map(effect).collect();
        Says::judge(&effects, margin) == Says::Open
    };
    (2..=FAR).find(|times| !open(*times))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What surely does something is played on until it is known whether that is more than the margin, or hardly differs from it.
    #[test]
    fn an_effect_about_the_margin_is_not_known_well_enough() {
        let known = |lo: f64, hi: f64| {
            let value = f64::midpoint(lo, hi);
            is_known(Effect { value, lo, hi }, 0.10)
        };
        assert!(known(-0.06, 0.09) && known(0.02, 0.09), "within the margin");
        assert!(known(0.11, 0.25) && known(-0.25, -0.11), "beyond it");
        assert!(!known(-0.15, -0.09) && !known(0.01, 0.19), "on a side of 0 alone");
        assert!(!known(0.11, 0.35), "too wide");
        assert!(known(0.08, 0.12), "about the margin");
    }
}

#[cfg(test)]
mod verdict_tests {
    use super::*;

    /// What is nearly known takes few games more, what lies on the margin takes very many.
    #[test]
    fn games_that_would_tell_are_foreseen() {
        let figure = PairedFigure {
            now: &Differences::new(),
            rotations: 1,
            share: true,
        };
        let asked = |of: &[(i64, u64)]| {
            let counts: Differences = of.iter().copied().collect();
            times(&[&counts], &figure, 0.01, 0.99)
        };
        assert!(asked(&[(-1, 90), (0, 1_800), (1, 110)]).is_some());
        // Neither shown to be there nor to be within the margin.
        assert_eq!(asked(&[(-1, 500), (0, 1_000), (1, 508)]), None);
    }
}
