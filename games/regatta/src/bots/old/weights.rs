//! What a designer may turn on the heuristic bot. The unit is a dot of the course.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::distance_table::Costs;
use crate::favors::{FAVORS, Favor};

/// How the heuristic bot weighs things, in dots that a ship need not sail.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Cost of a Hydra on the way ahead.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub hydra: f32,
    /// Dots that each point of a boost on the way ahead saves.
    #[schemars(range(min = 0.0, max = 2.0))]
    pub boost: f32,
    /// Cost of each fish that an exit of a Scylla ahead asks for.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub scylla: f32,
    /// Way on from a Charybdis ahead: 0 the mean of its exits, 1 the best.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub charybdis: f32,
    /// Part of its worth that a fish or favor on the way ahead has.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub ahead: f32,
    /// Worth of the first fish.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub fish: f32,
    /// Worth of each further fish, as a part of the one before.
    #[schemars(range(min = 0.0, max = 1.5))]
    pub further_fish: f32,
    /// Worth of a favor drawn.
    #[schemars(range(min = -5.0, max = 20.0))]
    pub favor: f32,
    /// Worth of a wedge drawn.
    #[schemars(range(min = -5.0, max = 20.0))]
    pub wedge: f32,
    /// Worth of Demeter in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub demeter: f32,
    /// Worth of Apollo in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub apollo: f32,
    /// Worth of Hephaestus in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub hephaestus: f32,
    /// Worth of Janus in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub janus: f32,
    /// Worth of Poseidon in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub poseidon: f32,
    /// Worth of Hermes in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub hermes: f32,
    /// Worth of Athena in a slot.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub athena: f32,
    /// Harm of Ares.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub ares: f32,
    /// Harm of Eris.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub eris: f32,
    /// Harm of Hypnos.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub hypnos: f32,
    /// Harm of Nemesis.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub nemesis: f32,
    /// Wedges that the leader has still to cross when fish and favors begin to lose their worth.
    #[schemars(range(min = 0.0, max = 24.0))]
    pub horizon: f32,
    /// Rivals' way against the own when a wedge is laid.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub rivals: f32,
    /// Worth of being last, and so taking the Fleece, when the round ends.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub fleece: f32,
    /// Dots that are looked through one by one; what of a turn goes further is judged by the length of the way on.
    #[schemars(range(min = 1, max = 200))]
    pub depth: u8,
    /// Worth of being first when the game ends.
    #[schemars(range(min = 0.0, max = 200.0))]
    pub first: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            hydra: 2.0,
            boost: 0.73,
            scylla: 2.0,
            charybdis: 0.2,
            ahead: 0.3,
            fish: 2.0,
            further_fish: 0.75,
            favor: 0.9,
            wedge: 0.5,
            demeter: 2.6,
            apollo: 1.2,
            hephaestus: 1.2,
            janus: 0.5,
            poseidon: 2.7,
            hermes: 0.4,
            athena: 0.8,
            ares: 2.0,
            eris: 0.7,
            hypnos: 1.2,
            nemesis: 0.8,
            horizon: 8.0,
            rivals: 1.0,
            fleece: 0.5,
            depth: 6,
            first: 12.0,
        }
    }
}

/// Weights with the tables made of them once.
#[derive(Clone, Debug)]
pub struct PreparedWeights {
    /// The weights.
    pub weights: Weights,
    /// Worth of so many fish.
    pub fish: [f32; FISH],
    /// Worth of a favor in a slot.
    pub favors: [f32; FAVORS],
}

/// Numbers of fish that are told apart: 0 to 9.
pub const FISH: usize = 10;

impl PreparedWeights {
    /// The tables for `weights`.
    pub fn new(weights: Weights) -> Self {
        let mut fish = [0.0; FISH];
        let mut next = weights.fish;
        for count in 1..FISH {
            fish[count] = fish[count - 1] + next;
            next *= weights.further_fish;
        }
        let worth = |favor: Favor| match favor {
            Favor::Demeter => weights.demeter,
            Favor::Apollo => weights.apollo,
            Favor::Hephaestus => weights.hephaestus,
            Favor::Janus => weights.janus,
            Favor::Poseidon => weights.poseidon,
            Favor::Hermes => weights.hermes,
            Favor::Athena => weights.athena,
            Favor::Ares => -weights.ares,
            Favor::Eris => -weights.eris,
            Favor::Hypnos => -weights.hypnos,
            Favor::Nemesis => -weights.nemesis,
            // Lightnings never lie in a slot.
            _ => 0.0,
        };
        PreparedWeights {
            weights,
            fish,
            favors: Favor::ALL.map(worth),
        }
    }

    /// What dots on the way ahead cost.
    pub fn costs(&self) -> Costs {
        let weights = &self.weights;
        Costs {
            hydra: weights.hydra,
            boost: -weights.boost,
            scylla: weights.scylla,
            choice: weights.charybdis,
            fish: -weights.ahead * weights.fish * weights.further_fish,
            favor: -weights.ahead * weights.favor,
            wedge: -weights.ahead * weights.wedge,
        }
    }

    /// Worth of what lies in the slots.
    #[inline]
    pub fn slots(&self, slots: [Option<Favor>; 2]) -> f32 {
        let worth = |slot: Option<Favor>| slot.map_or(0.0, |favor| self.favors[favor as usize]);
        worth(slots[0]) + worth(slots[1])
    }
}
