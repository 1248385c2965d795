//! What a search looks at where it leaves a game off: how far the track of a seat's side has come, what still lies
//! face-down for it, who knows where. Weights in `content/features.toml`.

use crate::state::{Ask, Role};
use crate::{Riverbed, bits};
use balance_engine::{Seat, State, View};
use balance_kit::search::{Evaluation, Feature, Sight};

const FEATURES: &[Feature] = &[
    Feature::new("merchants", "the side of the Chief"),
    Feature::new("separatists", "the side of the Leader"),
    Feature::new("left", "what the side's track lacks, in parts of its end point"),
    Feature::new("near", "one over what it lacks, and one"),
    Feature::new(
        "enough",
        "what lies face-down for the side, in times of what it lacks, at most three",
    ),
    Feature::new(
        "known",
        "what lies face-down for the side, by the part of the table that has seen it and is of the side",
    ),
    Feature::new(
        "feared",
        "the same by the part of the table that has seen it and is not",
    ),
    Feature::new("mates", "the part of the table that is of the side"),
    Feature::new("next", "the next turn is that of one of the side"),
    Feature::new("coup", "its Hunt or Con is still to come"),
    Feature::new("cards", "mean number of cards in a hand of the side"),
];

pub fn evaluation() -> Evaluation<Riverbed> {
    Evaluation::new(FEATURES, include_str!("../content/features.toml"), look).weighty(weighty)
}

/// The action, whom to ask, and what to reveal or declare when asked.
fn weighty(view: View<'_, Riverbed>) -> bool {
    matches!(view.public.ask, Ask::Menu | Ask::Partner | Ask::Chosen)
}

fn look(game: &Riverbed, state: &State<Riverbed>, sight: &mut Sight) {
    let mut mates = [0u16; 3];
    for (index, private) in state.private.first(game.players).iter().enumerate() {
        mates[private.role.side()] |= 1 << index;
    }
    let of_sides: [_; 3] = std::array::from_fn(|side| of_side(game, state, side, mates[side]));
    for index in 0..game.players {
        let seat = Seat(index as u8);
        let side = state.private[seat].role.side();
        sight[seat][..FEATURES.len()].copy_from_slice(&of_sides[side]);
    }
}

fn of_side(game: &Riverbed, state: &State<Riverbed>, side: usize, mates: u16) -> [f64; FEATURES.len()] {
    let public = &state.public;
    let yes = |holds: bool| f64::from(u8::from(holds));
    let lack = f64::from(game.ends[side].saturating_sub(public.tracks[side]));
    let everybody = game.players as f64;
    let (mut lying, mut known, mut feared) = (0.0, 0.0, 0.0);
    for space in bits(game.board.tiled & !public.face_up) {
        let tile = &game.tiles[usize::from(state.hidden.tile_at[space])];
        let goods = f64::from(tile.elements[side]);
        let seen = (0..game.players as u8).fold(0, |set, seat| {
            set | u16::from(public.has_seen(Seat(seat), space)) << seat
        });
        lying += goods;
        known += goods * f64::from((seen & mates).count_ones()) / everybody;
        feared += goods * f64::from((seen & !mates).count_ones()) / everybody;
    }
    let (mut hands, mut coup) = (0.0, 0.0);
    for index in bits(u32::from(mates)) {
        let seat = Seat(index as u8);
        hands += f64::from(public.hand_size[seat]);
        let coups = matches!(state.private[seat].role, Role::Leader | Role::Profiteer);
        coup += yes(coups && public.role[seat].is_none());
    }
    let count = f64::from(mates.count_ones());
    [
        yes(side == 0),
        yes(side == 1),
        lack / f64::from(game.ends[side].max(1)),
        1.0 / (1.0 + lack),
        f64::min(lying / f64::max(lack, 1.0), 3.0),
        known,
        feared,
        count / everybody,
        yes(mates >> public.active.0 & 1 == 1),
        coup,
        hands / f64::max(count, 1.0),
    ]
}
