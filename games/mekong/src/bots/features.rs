//! What a search looks at where it leaves a game off: how much of everybody's way is still to be gone and built, the planks
//! in reserve, the order of the next turn. Weights in `content/features.toml`.

use crate::Mekong;
use crate::distance::{Links, Toll};
use crate::state::{Ask, NONE};
use balance_engine::{Seat, State, View};
use balance_kit::search::{Evaluation, Feature, Sight};

const FEATURES: &[Feature] = &[
    Feature::new(
        "left",
        "steps, planks and stones that the cheapest way still takes, in parts of the whole crossing",
    ),
    Feature::new("near", "one over these, and one"),
    Feature::new("one-turn", "they are at most five, as many as a programme has cards"),
    Feature::new("gaps", "planks that the way lacks at least"),
    Feature::new("steps", "steps that it takes at least, were all planks laid"),
    Feature::new("bridged", "no plank lacks"),
    Feature::new("started", "the pawn stands on a plank"),
    Feature::new("planks", "planks in the reserve"),
    Feature::new("long-planks", "the two longest numbers in the reserve"),
    Feature::new("early", "place in the next turn, 1 for the first and 0 for the last"),
    Feature::new("early-near", "the same times how near the destination is"),
];

pub fn evaluation() -> Evaluation<Mekong> {
    Evaluation::new(FEATURES, include_str!("../content/features.toml"), look).weighty(weighty)
}

/// The programme decides; how it is carried out the heuristic sees as well.
fn weighty(view: View<'_, Mekong>) -> bool {
    matches!(view.public.ask, Ask::Card)
}

fn look(game: &Mekong, state: &State<Mekong>, sight: &mut Sight) {
    let links = Links::new(game, &state.public);
    for seat in game.seats() {
        sight[seat][..FEATURES.len()].copy_from_slice(&of_seat(game, state, &links, seat));
    }
}

fn of_seat(game: &Mekong, state: &State<Mekong>, links: &Links, seat: Seat) -> [f64; FEATURES.len()] {
    let public = &state.public;
    let way = |toll: Toll| links.left(game, public, seat, toll);
    let (left, gaps, steps) = (way(Toll::ALL), way(Toll::PLANKS), way(Toll::STEPS));
    let reserve = &public.reserves[seat];
    let near = 1.0 / (1.0 + f64::from(left));
    let last = (game.players - 1).max(1) as f64;
    let early = 1.0 - game.place_in_order(public.first, seat) as f64 / last;
    let count = |numbers: &[u8]| numbers.iter().filter(|colour| **colour != NONE).count() as f64;
    let yes = |holds: bool| f64::from(u8::from(holds));
    [
        f64::from(left) / f64::from(game.crossing[seat]),
        near,
        yes(left <= 5),
        f64::from(gaps),
        f64::from(steps),
        yes(gaps == 0),
        yes(!public.pawns[seat].is_village()),
        count(reserve),
        count(&reserve[4..]),
        early,
        early * near,
    ]
}
