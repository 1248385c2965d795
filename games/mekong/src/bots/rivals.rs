//! What the others are about to do, as far as everybody can see: how far each has to go, what it would probably play,
//! and where in its programme it would be hurt most.

use super::ground::lies;
use super::plan::Course;
use super::routes::reserve;
use super::way::Way;
use super::weights::Weights;
use crate::Mekong;
use crate::card::Card;
use crate::state::{PROGRAMME, Public, Space};
use balance_engine::{BySeat, Seat};

/// What is left to go for who has no way at all.
const FAR: u32 = 400;

/// Everybody's best way.
pub struct Field {
    /// By seat.
    pub ways: BySeat<Option<Way>>,
    /// How much each matters, from the one nearest to arriving (1) downwards.
    pub threat: BySeat<f32>,
}

impl Field {
    /// By everybody's way.
    pub fn new(game: &Mekong, weights: &Weights, mut ways: impl FnMut(Seat) -> Option<Way>) -> Self {
        let mut field = Field {
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
pub fn course<'a>(game: &Mekong, public: &Public, seat: Seat, way: &'a Way, weights: &'a Weights) -> Course<'a> {
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
    Course {
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
