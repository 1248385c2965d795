//! What hurts a rival, by the course that everybody sees of it; worked out once for all who look at it.

use super::plan::{Course, Outset, Sets};
use super::rivals::USUAL;
use super::roads::Roads;
use super::weights::Weights;
use crate::state::{Move, PROGRAMME};
use balance_engine::Moves;

/// What a rival loses by a dragon at each position, and by the plank ahead of it being taken just before.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Harm {
    /// By a dragon.
    pub losses: [f32; PROGRAMME],
    /// By the plank.
    pub bridges: [f32; PROGRAMME],
}

impl Harm {
    /// On a course without dragons and loot. What is built serves everybody and counts for nothing.
    pub(super) fn on(course: &Course<'_>, sets: &mut Sets) -> Self {
        let programme = course.unhindered(USUAL, sets).best;
        let counted = Weights {
            stone: 0.0,
            plank: 0.0,
            waste: 0.0,
            step: course.weights.lead,
            ..*course.weights
        };
        let course = Course {
            weights: &counted,
            ..*course
        };
        let [losses, bridges] = course.losses(programme);
        Harm { losses, bridges }
    }
}

/// Courses that are remembered.
const KNOWN: usize = 192;

/// What who lays programmes at a table has worked out, and room for more.
pub struct Notes {
    /// Room for sets of cards.
    pub sets: Sets,
    /// What ways cost.
    pub roads: Roads,
    /// Room for what somebody else may choose, once it was needed.
    pub choices: Option<Moves<Move>>,
    /// What hurts who sets out so, by these weights: the last that was asked of those that share a place.
    known: [Option<(Outset, Harm)>; KNOWN],
    weights: Weights,
}

impl Default for Notes {
    #[inline]
    fn default() -> Self {
        Notes {
            sets: Sets::default(),
            roads: Roads::default(),
            choices: None,
            known: [None; KNOWN],
            weights: Weights::default(),
        }
    }
}

impl Notes {
    /// What hurts a rival on a course without dragons and loot, as [`rivals::course`](super::rivals::course) tells it.
    pub fn harm(&mut self, course: &Course<'_>) -> Harm {
        if self.weights != *course.weights {
            self.known = [None; KNOWN];
            self.weights = *course.weights;
        }
        let outset = course.outset();
        let place = outset.mixed() as usize % KNOWN;
        if let Some((known, harm)) = &self.known[place]
            && *known == outset
        {
            return *harm;
        }
        let harm = Harm::on(course, &mut self.sets);
        self.known[place] = Some((outset, harm));
        harm
    }
}
