//! What a search looks at where it leaves a game off: the way to go, fish, wedges, favors, the order of the next round.
//! Weights in `content/features.toml`.

use super::distance_table::{Charted, Costs, RingDistances};
use crate::Regatta;
use crate::favors::Kind;
use crate::state::{Ask, Public};
use balance_engine::{Seat, State, View};
use balance_kit::search::{Evaluation, Feature, Sight};

const FEATURES: &[Feature] = &[
    Feature::new("way", "dots to the end of the last lap, in tens"),
    Feature::new(
        "near",
        "one over the turns that the way takes at eight dots each, and one",
    ),
    Feature::new("fish", "fish"),
    Feature::new("fish-far", "fish for each ten dots still to go"),
    Feature::new("boats", "boats lying ready"),
    Feature::new("tridents", "tridents lying on the board"),
    Feature::new("wedges", "wedges held"),
    Feature::new(
        "wedges-far",
        "wedges held for each ten dots that the best rival has still to go",
    ),
    Feature::new("fleece", "holds the Golden Fleece"),
    Feature::new("early", "place in the next round, 1 for the first and 0 for the last"),
];

const TURN: f64 = 8.0;

pub fn evaluation() -> Evaluation<Regatta> {
    let charted = Charted::new(Costs::PLAIN);
    Evaluation::new(
        FEATURES,
        include_str!("../content/features.toml"),
        move |game: &Regatta, state, sight| {
            charted.with(&game.course, game.rules.boost, |chart| {
                look(game, state, &chart.bearings(&state.public.ring), sight);
            });
        },
    )
    .weighty(weighty)
}

/// A second die, a wedge, and the way at its beginning.
fn weighty(view: View<'_, Regatta>) -> bool {
    matches!(view.public.ask, Ask::First | Ask::Place) || view.public.ask == Ask::Step && view.public.moved == 0
}

fn look(game: &Regatta, state: &State<Regatta>, bearings: &RingDistances<'_>, sight: &mut Sight) {
    let public = &state.public;
    let way = |seat: Seat| f64::from(bearings.to_end(public.player(seat), game.rules.laps));
    for seat in game.seats() {
        let rivals = game.seats().filter(|rival| *rival != seat).map(way);
        let rival = rivals.fold(f64::INFINITY, f64::min);
        sight[seat][..FEATURES.len()].copy_from_slice(&of_seat(game, public, seat, way(seat), rival));
    }
}

fn of_seat(game: &Regatta, public: &Public, seat: Seat, way: f64, rival: f64) -> [f64; FEATURES.len()] {
    let player = public.player(seat);
    let favors = || player.slots.iter().flatten();
    let boats = favors().filter(|favor| favor.kind() == Kind::Boat).count() as f64;
    let tridents = favors().filter(|favor| favor.kind() == Kind::Trident).count() as f64;
    let (fish, wedges) = (f64::from(player.fish), f64::from(player.holding));
    let last = (game.players - 1).max(1) as f64;
    [
        way / 10.0,
        1.0 / (1.0 + way.max(0.0) / TURN),
        fish,
        fish * way.max(0.0) / 10.0,
        boats,
        tridents,
        wedges,
        wedges * rival.max(0.0) / 10.0,
        f64::from(u8::from(public.fleece == seat)),
        1.0 - game.place_in_order(public.fleece, seat) as f64 / last,
    ]
}
