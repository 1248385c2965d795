//! Effects of components with their intervals, and what they say.

use super::AblationPlan;
use super::play::{BlankArm, LOOKS, Singles};
use super::verdict::{Effect, Says, times};
use crate::tune::{Arena, Differences, PairedFigure, Version, mean};
use balance_engine::tally::Tally;
use balance_inference::judge::TOTAL;

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

/// The margin of a figure.
fn margin(plan: &AblationPlan, values: &[f64], figure: usize) -> f64 {
    plan.margins.margin(plan.shares[figure], values[figure])
}

/// The figures of the game itself.
fn values(arena: &dyn Arena, singles: &Singles) -> Vec<f64> {
    let each = singles.now.iter().zip(arena.paired());
    each.map(|(now, rotations)| mean(now, *rotations)).collect()
}

/// The confidence of one interval of a single component at one look.
fn confidence(singles: &Singles, figures: usize) -> f64 {
    1.0 - TOTAL / (singles.arms.len() * figures * LOOKS.len()).max(1) as f64
}

/// The figures that are told deal by deal.
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
pub(super) fn well_known(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> Vec<bool> {
    let values = values(arena, singles);
    let confidence = confidence(singles, values.len());
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
    let confidence = confidence(singles, values.len());
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

/// What was played says.
pub(super) fn effects_of(arena: &dyn Arena, plan: &AblationPlan, singles: &Singles) -> Ablated {
    Ablated {
        deals: singles.deals,
        games: singles.games,
        asked: plan.games,
        tally: singles.tally.clone(),
        values: values(arena, singles),
        components: components(arena, plan, singles),
    }
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
