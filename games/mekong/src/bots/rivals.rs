//! What the others are about to do, as far as everybody can see: how far each has to go, what it would probably play,
//! and where in its programme it would be hurt most.

use super::ground::lies;
use super::plan::{Outset, PlanInput, Sets};
use super::route::PawnRoute;
use super::route::Roads;
use super::routes::reserve;
use super::weights::Weights;
use crate::Mekong;
use crate::card::Card;
use crate::state::{Move, PROGRAMME, Public, Space};
use balance_engine::{BySeat, Moves, Seat};

/// What is left to go for who has no way at all.
const FAR: u32 = 400;

/// Everybody's best way.
pub struct RivalRoutes {
    /// By seat.
    pub ways: BySeat<Option<PawnRoute>>,
    /// How much each matters, from the one nearest to arriving (1) downwards.
    pub threat: BySeat<f32>,
}

impl RivalRoutes {
    /// By everybody's way.
    pub fn new(game: &Mekong, weights: &Weights, mut ways: impl FnMut(Seat) -> Option<PawnRoute>) -> Self {
        let mut field = RivalRoutes {
            ways: BySeat::filled(None),
            threat: BySeat::filled(0.0),
        };
        let mut least = FAR;
        for seat in game.seats() {
            field.ways[seat] = ways(seat);
            least = least.min(field.left(seat));
        }
        for seat in game.seats() {
            let behind = (field.left(seat) - least) as f32 * 0.1;
            field.threat[seat] = libm::expf(-weights.leader * behind);
        }
        field
    }

    /// What is left to go for `seat`.
    pub fn left(&self, seat: Seat) -> u32 {
        self.ways[seat].map_or(FAR, |way| way.left.min(FAR))
    }

    /// How much `seat` matters among the rivals of `of`: parts of 1.
    pub fn share(&self, game: &Mekong, seat: Seat, of: Seat) -> f32 {
        let rivals = game.seats().filter(|rival| *rival != of);
        self.threat[seat] / rivals.map(|rival| self.threat[rival]).sum::<f32>().max(1e-6)
    }
}

/// The course of a player as others see it: without dragons and without a thought for others.
pub fn course<'a>(
    game: &Mekong,
    public: &Public,
    seat: Seat,
    way: &'a PawnRoute,
    weights: &'a Weights,
) -> PlanInput<'a> {
    let here = public.pawns[seat];
    let steps = game.steps(public, here);
    // The plank ahead, or the destination.
    let ahead = if way.gaps == 0 {
        Space::village(game.goals[seat]).bit()
    } else if way.bridged & 1 == 1 {
        lies(public, way.supports[0], way.supports[1])
    } else {
        0
    };
    let prey = game.removable_planks(public, seat);
    PlanInput {
        way,
        planks: reserve(public, seat),
        home: here == Space::village(game.colours[seat]),
        retreat: steps & !ahead != 0,
        prey: prey & !way.planks != 0,
        harm: prey & way.planks != 0,
        dragon: [0.0; PROGRAMME],
        loot: [0.0; PROGRAMME],
        stays: [0.8, 0.5, 0.35, 0.25, 0.2],
        weights,
    }
}

/// Cards that everybody is thought to play: all actions but the jump.
pub const USUAL: u16 = 0xff & !(1 << Card::JUMP.0);

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
    pub(super) fn on(course: &PlanInput<'_>, sets: &mut Sets) -> Self {
        let programme = course.unhindered(USUAL, sets).best;
        let counted = Weights {
            stone: 0.0,
            plank: 0.0,
            waste: 0.0,
            step: course.weights.lead,
            ..*course.weights
        };
        let course = PlanInput {
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
pub struct HarmCache {
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

impl Default for HarmCache {
    #[inline]
    fn default() -> Self {
        HarmCache {
            sets: Sets::default(),
            roads: Roads::default(),
            choices: None,
            known: [None; KNOWN],
            weights: Weights::default(),
        }
    }
}

impl HarmCache {
    /// What hurts a rival on a course without dragons and loot, as [`course`](course) tells it.
    pub fn harm(&mut self, course: &PlanInput<'_>) -> Harm {
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
