//! What a search looks at where it leaves a game off: gems on land and on their way, canoes, the order of the next round.
//! Weights in `content/features.toml`.

use super::voyages::Tabled;
use crate::Niagara;
use crate::river::Space;
use crate::state::{Ask, COLOURS, Public};
use balance_engine::{Seat, State, View};
use balance_kit::search::{Evaluation, Feature, Sight};

const FEATURES: &[Feature] = &[
    Feature::new("gems", "gems on land"),
    Feature::new(
        "sets",
        "how near they are to the winning sets, by how hard the gems are to get that lack",
    ),
    Feature::new("any", "one over the gems that lack of any colours, and one"),
    Feature::new("same", "one over the gems that lack of one colour, and one"),
    Feature::new("different", "one over the colours that lack, and one"),
    Feature::new("aboard", "what the gems aboard would add to the sets"),
    Feature::new("aboard-deep", "the same for each tenth of the river that they lie deep"),
    Feature::new("winning", "a gem aboard would win"),
    Feature::new("winning-deep", "how deep that gem lies, in parts of the river"),
    Feature::new("afloat", "empty canoes in the river"),
    Feature::new("afloat-deep", "how deep these are, in parts of the river"),
    Feature::new("ashore", "canoes on the beach"),
    Feature::new("danger", "canoes behind the fork"),
    Feature::new("early", "place in the next round, 1 for the first and 0 for the last"),
];

pub fn evaluation() -> Evaluation<Niagara> {
    let tabled = Tabled::default();
    Evaluation::new(
        FEATURES,
        include_str!("../content/features.toml"),
        move |game, state, sight| {
            tabled.with(game, |tables| {
                let worth = |gems| tables.worth_of_gems(game, gems);
                look(game, state, worth, sight);
            });
        },
    )
    .weighty(weighty)
}

/// The card decides; what is done with it the policy sees as well.
fn weighty(view: View<'_, Niagara>) -> bool {
    matches!(view.public.ask, Ask::Card)
}

fn look(
    game: &Niagara,
    state: &State<Niagara>,
    worth: impl Fn([u8; COLOURS]) -> (f64, [f64; COLOURS]),
    sight: &mut Sight,
) {
    let public = &state.public;
    for seat in (0..game.players as u8).map(Seat) {
        let worth = worth(public.gems[seat]);
        sight[seat][..FEATURES.len()].copy_from_slice(&of_seat(game, public, worth, seat));
    }
}

fn of_seat(game: &Niagara, public: &Public, (worth, more): (f64, [f64; COLOURS]), seat: Seat) -> [f64; FEATURES.len()] {
    let gems = &public.gems[seat];
    let sets = &game.rules.sets;
    let near = |need: u8, have: u8| {
        if need == 0 {
            0.0
        } else {
            1.0 / (1.0 + f64::from(need.saturating_sub(have)))
        }
    };
    let all: u8 = gems.iter().sum();
    let most = gems.iter().copied().max().unwrap_or(0);
    let colours = gems.iter().filter(|count| **count > 0).count() as u8;
    let river = f64::from(game.river.deepest());
    let (mut aboard, mut aboard_deep, mut winning, mut winning_deep) = (0.0, 0.0, 0.0, 0.0);
    let (mut afloat, mut afloat_deep, mut ashore, mut danger) = (0.0, 0.0, 0.0, 0.0);
    for canoe in &public.canoes[seat] {
        let deep = f64::from(game.river.depth(canoe.space)) / river;
        if canoe.space == Space::LAND {
            ashore += 1.0;
        } else if canoe.afloat() {
            danger += f64::from(u8::from(game.river.side(canoe.space).is_some()));
            if !canoe.loaded() {
                afloat += 1.0;
                afloat_deep += deep;
            }
            for colour in canoe.cargoes() {
                let gain = more[colour.index()];
                aboard += gain;
                aboard_deep += gain * deep;
                let mut then: [u8; COLOURS] = *gems;
                then[colour.index()] += 1;
                if game.sets_of(then) != 0 {
                    winning = 1.0;
                    winning_deep = deep;
                }
            }
        }
    }
    let last = (game.players - 1).max(1) as f64;
    [
        f64::from(all),
        worth,
        near(sets.any, all),
        near(sets.same, most),
        near(sets.different, colours),
        aboard,
        aboard_deep,
        winning,
        winning_deep,
        afloat,
        afloat_deep,
        ashore,
        danger,
        1.0 - game.place_in_order(public.first, seat) as f64 / last,
    ]
}
