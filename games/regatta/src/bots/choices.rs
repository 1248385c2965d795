//! What a bot looks at where it chooses: what each move leaves it with, as far as it can be foreseen. Weights in
//! `content/features.toml`.

use super::distance_table::{Charted, Costs, RingDistances, dots};
use super::passage::{Passage, Race};
use super::rolls::{Means, RollOutlook};
use crate::favors::{FAVORS, Favor};
use crate::state::{Ask, Move, Player, Spot};
use crate::Regatta;
use balance_engine::{Seat, View};
use balance_kit::search::{Feature, Policy};

/// What is seen of a move, in the order of [`FEATURES`].
#[derive(Clone, Copy)]
pub enum MoveFeature {
    Way,
    Dots,
    Fish,
    FishMore,
    FishMost,
    Drawn,
    Wedges,
    Fleece,
    First,
    Demeter,
    Ares = 16,
    Start = 20,
    PlaceOwn,
    PlaceRivals,
    PlaceNearest,
    Target,
    TargetTwice,
    Pips,
    Nav,
    RollFish,
}

use MoveFeature as F;

const FEATURES: &[Feature] = &[
    Feature::new("way", "dots to the end of the last lap after the turn, dangers and finds counted"),
    Feature::new("dots", "the same, dots alone"),
    Feature::new("fish", "a fish"),
    Feature::new("fish-more", "a second one"),
    Feature::new("fish-most", "further ones"),
    Feature::new("drawn", "favors drawn"),
    Feature::new("wedges", "wedges drawn"),
    Feature::new("fleece", "to be the last, who takes the Golden Fleece"),
    Feature::new("first", "chance of being first when the game ends with this round"),
    Feature::new("demeter", "Demeter in a slot"),
    Feature::new("apollo", "Apollo in a slot"),
    Feature::new("hephaestus", "Hephaestus in a slot"),
    Feature::new("janus", "Janus in a slot"),
    Feature::new("poseidon", "Poseidon in a slot"),
    Feature::new("hermes", "Hermes in a slot"),
    Feature::new("athena", "Athena in a slot"),
    Feature::new("ares", "Ares in a slot"),
    Feature::new("eris", "Eris in a slot"),
    Feature::new("hypnos", "Hypnos in a slot"),
    Feature::new("nemesis", "Nemesis in a slot"),
    Feature::new("start", "dots from the beginning to the Starting Line"),
    Feature::new("place-own", "the own way with the wedge laid"),
    Feature::new("place-rivals", "the mean way of the others"),
    Feature::new("place-nearest", "the least way of the others"),
    Feature::new("target", "the way of whom the trident strikes"),
    Feature::new("target-twice", "the same trident lies there already"),
    Feature::new("pips", "points expected of the movement dice"),
    Feature::new("nav", "points expected of the navigation die"),
    Feature::new("roll-fish", "a fish after the roll"),
    Feature::new("roll-more", "a second one"),
    Feature::new("roll-most", "further ones"),
    Feature::new("roll-demeter", "Demeter after the roll"),
    Feature::new("roll-apollo", "Apollo after the roll"),
    Feature::new("roll-hephaestus", "Hephaestus after the roll"),
    Feature::new("roll-level", "chance to be level with who is to be first when the game ends with this round"),
];

/// The features of a move.
pub type Row = [f64; COUNT];
/// How many.
pub const COUNT: usize = FEATURES.len();

/// What dots cost on the way ahead.
const WAY: Costs = Costs {
    hydra: 2.0,
    boost: -0.73,
    scylla: 2.0,
    choice: 0.2,
    fish: -0.45,
    favor: -0.27,
    wedge: -0.15,
};

/// How moves of the regatta are judged.
pub fn policy() -> Policy<Regatta> {
    let (ways, plain) = (Charted::new(WAY), Charted::new(Costs::PLAIN));
    Policy::new(
        FEATURES,
        include_str!("../content/features.toml"),
        "by-the-table",
        move |view: View<'_, Regatta>, moves, weights, push| {
            let (course, boost) = (&view.game.course, view.game.rules.boost);
            ways.with(course, boost, |ways| {
                plain.with(course, boost, |plain| {
                    let ring = &view.public.ring;
                    Choice {
                        view,
                        weights: std::array::from_fn(|at| weights[at]),
                        ways: ways.bearings(ring),
                        plain: plain.bearings(ring),
                    }
                    .rows(moves, push);
                });
            });
        },
    )
}

/// A position in which somebody chooses.
pub struct Choice<'v> {
    pub view: View<'v, Regatta>,
    pub weights: Row,
    pub ways: RingDistances<'v>,
    pub plain: RingDistances<'v>,
}

impl Choice<'_> {
    pub fn weight(&self, feature: F) -> f64 {
        self.weights[feature as usize]
    }

    /// How far a ship has to go to its end of the race, on these ways.
    pub fn to_end(&self, ways: &RingDistances<'_>, player: &Player) -> f64 {
        let more = i16::from(self.view.game.rules.laps) - i16::from(player.laps);
        f64::from(dots(ways.to_end(player.spot, more)))
    }

    /// The same after the turn of a ship whose dice are rolled.
    pub fn reach(&self, seat: Seat) -> f64 {
        let public = self.view.public;
        self.to_end(&self.ways, public.player(seat)) - f64::from(self.view.game.points(public, seat))
    }

    fn rows(&self, moves: &[Move], push: &mut dyn FnMut(&[f64])) {
        let view = self.view;
        match view.public.ask {
            Ask::Nav | Ask::First | Ask::Second => {
                let outlook = RollOutlook::new(self);
                let means = Means::of(view.public.mover());
                moves.iter().for_each(|mv| push(&outlook.row(*mv, means)));
            }
            Ask::Step | Ask::Hydra => {
                let mut passage = Passage::new(self, Race::new(self));
                moves.iter().for_each(|mv| push(&passage.row(*mv)));
            }
            _ => moves.iter().for_each(|mv| push(&self.row(*mv))),
        }
    }

    /// The features of a move about anything but dice and the ship's way.
    fn row(&self, mv: Move) -> Row {
        let (game, public) = (self.view.game, self.view.public);
        let mut row = [0.0; FEATURES.len()];
        let mut slot = |favor: Option<Favor>| {
            if let Some(at) = favor.and_then(feature_of) {
                row[at] = -1.0;
            }
        };
        match mv {
            Move::Start(dot) => {
                row[F::Start as usize] = f64::from(dots(self.ways.to_line(Spot { position: 0, dot })));
            }
            Move::Place { wedge, position } => {
                let mut after = self.ways.clone();
                after.lay(wedge, position);
                let own = self.view.seat;
                let rivals = game.seats().filter(|seat| *seat != own);
                let ways = rivals.map(|seat| self.to_end(&after, public.player(seat)));
                let (sum, least) = ways.fold((0.0, f64::INFINITY), |(sum, least), way| {
                    (sum + way, if way < least { way } else { least })
                });
                row[F::PlaceOwn as usize] = self.to_end(&after, public.player(own));
                row[F::PlaceRivals as usize] = sum / (game.players - 1) as f64;
                row[F::PlaceNearest as usize] = least;
            }
            Move::Target(seat) => {
                let player = public.player(seat);
                row[F::Target as usize] = self.to_end(&self.ways, player);
                let twice = public.revealed.is_some_and(|favor| player.has(favor));
                row[F::TargetTwice as usize] = f64::from(u8::from(twice));
            }
            Move::Discard(at) => slot(public.player(self.view.seat).slots[usize::from(at & 1)]),
            Move::Decline => slot(public.revealed),
            _ => {}
        }
        row
    }
}

/// The feature of this favor in a slot; lightnings never lie there.
pub fn feature_of(favor: Favor) -> Option<usize> {
    match favor as usize {
        boat @ 0..=6 => Some(F::Demeter as usize + boat),
        trident @ 13..FAVORS => Some(F::Ares as usize + trident - 13),
        _ => None,
    }
}

/// Writes one for each fish that there is.
pub fn see_fish(row: &mut [f64], fish: u8, times: f64) {
    row[0] = times * f64::from(fish.min(1));
    row[1] = times * f64::from(fish.saturating_sub(1).min(1));
    row[2] = times * f64::from(fish.saturating_sub(2));
}
