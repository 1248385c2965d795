//! What a bot looks at where it chooses: what each move leaves it with, as far as it can be foreseen. Weights in
//! `content/features.toml`.

use super::distance_table::{Charted, Costs, RingDistances};
use super::passage::{Passage, Race};
use super::rolls::RollOutlook;
use crate::Regatta;
use crate::favors::{FAVORS, Favor};
use crate::state::{Ask, Move, Player, Spot};
use balance_engine::{Seat, View};
use balance_kit::search::{Feature, Policy};

/// What is seen of a move, in the order of [`FEATURES`].
#[derive(Clone, Copy)]
pub enum TurnFeature {
    Way,
    Guard,
    Fish,
    Drawn = 5,
    Wedges,
    Fleece,
    First,
    Demeter,
    Ares = 16,
    Start = 20,
    PlaceOwn,
    PlaceRivals,
    Target,
    TargetTwice,
    Early,
}

use TurnFeature as F;

const FEATURES: &[Feature] = &[
    Feature::new(
        "way",
        "dots to the end of the last lap after the turn, dangers and finds counted",
    ),
    Feature::new("guard", "points of the navigation die, which protect, too"),
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
    Feature::new("target", "the way of whom the trident strikes"),
    Feature::new("target-twice", "the same trident lies there already"),
    Feature::new("early", "a boat is used before it is of use"),
];

pub type Row = [f64; COUNT];
pub const COUNT: usize = FEATURES.len();

/// What dots cost on the way ahead.
pub const WAY: Costs = Costs {
    hydra: 2.0,
    boost: -0.73,
    charybdis: 0.7,
    scylla: 2.0,
    fish: -0.45,
    favor: -0.27,
    wedge: -0.15,
};

pub fn policy() -> Policy<Regatta> {
    let ways = Charted::new(WAY);
    Policy::new(
        FEATURES,
        include_str!("../content/features.toml"),
        "by-the-table",
        move |view: View<'_, Regatta>, moves, weights, push| {
            ways.with(&view.game.course, view.game.rules.boost, |ways| {
                TurnChoice {
                    view,
                    weights: std::array::from_fn(|at| weights[at]),
                    ways: ways.bearings(&view.public.ring),
                }
                .rows(moves, push);
            });
        },
    )
}

pub struct TurnChoice<'v> {
    pub view: View<'v, Regatta>,
    pub weights: Row,
    pub ways: RingDistances<'v>,
}

impl TurnChoice<'_> {
    pub fn weight(&self, feature: F) -> f64 {
        self.weights[feature as usize]
    }

    pub fn worth(&self, row: &Row) -> f64 {
        row.iter().zip(&self.weights).map(|(a, b)| a * b).sum()
    }

    /// How far a ship has to go to its end of the race.
    pub fn to_end(&self, player: &Player) -> f64 {
        f64::from(self.ways.to_end(player, self.view.game.rules.laps))
    }

    /// The same after the turn of a ship whose dice are rolled.
    pub fn reach(&self, seat: Seat) -> f64 {
        let public = self.view.public;
        self.to_end(public.player(seat)) - f64::from(self.view.game.points(public, seat))
    }

    fn rows(&self, moves: &[Move], push: &mut dyn FnMut(&[f64])) {
        let view = self.view;
        match view.public.ask {
            Ask::Nav | Ask::First | Ask::Second => {
                RollOutlook::new(self).rows(moves, push);
            }
            Ask::Step | Ask::Hydra => {
                Passage::new(self, Race::new(self)).rows(moves, push);
            }
            _ => moves.iter().for_each(|mv| push(&self.row(*mv))),
        }
    }

    /// The features of a move about anything but dice and the ship's way.
    fn row(&self, mv: Move) -> Row {
        let (game, public) = (self.view.game, self.view.public);
        let mut row = [0.0; COUNT];
        let mut slot = |favor: Option<Favor>| {
            if let Some(at) = favor.and_then(feature_of) {
                row[at] = -1.0;
            }
        };
        match mv {
            Move::Start(dot) => {
                row[F::Start as usize] = f64::from(self.ways.to_line(Spot { position: 0, dot }));
            }
            Move::Place { wedge, position } => {
                let mut after = self.ways.clone();
                after.lay(wedge, position);
                for seat in game.seats() {
                    let way = f64::from(after.to_end(public.player(seat), game.rules.laps));
                    if seat == self.view.seat {
                        row[F::PlaceOwn as usize] = way;
                    } else {
                        row[F::PlaceRivals as usize] += way / (game.players - 1) as f64;
                    }
                }
            }
            Move::Target(seat) => {
                let player = public.player(seat);
                row[F::Target as usize] = self.to_end(player);
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
