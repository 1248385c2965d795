//! What the conditions of a script may ask about in the Mekong crossing.

use super::bearings::rivals;
use crate::Mekong;
use crate::distance::{Links, Toll};
use crate::state::{Ask, Card, KIND_NAMES, KINDS, NONE, NUMBERS, PROGRAMME, Space};
use balance_engine::View;
use balance_kit::script;

/// Of this game.
type Quantity = script::Quantity<Mekong>;

pub const QUANTITIES: &[Quantity] = &[
    Quantity::number("turn", "the turn, from 1", |view| i32::from(view.public.turn))
        .within_ends(|game| 1..=game.rules.turns_max.into()),
    Quantity::number(
        "position",
        "place in the programme of the card that is laid or carried out",
        |view| i32::from(view.public.position) + 1,
    )
    .within_ends(|_| 1..=PROGRAMME as i32),
    Quantity::number("place", "place in the order of this turn, from 1", |view| {
        view.game.place_in_order(view.public.first, view.seat) as i32 + 1
    })
    .within_ends(|game| 1..=game.seats().count() as i32),
    Quantity::number("planks", "planks in one's reserve", |view| reserve(view).count() as i32).within_ends(numbers),
    Quantity::number(
        "longest",
        "highest number in one's reserve, 0 without a plank",
        |view| reserve(view).last().unwrap_or(0) as i32,
    )
    .within_ends(numbers),
    Quantity::number("stones", "stones left in the common reserve", |view| {
        i32::from(view.game.rules.stones) - view.public.stones.count_ones() as i32
    })
    .within_ends(|game| 0..=game.rules.stones.into()),
    Quantity::number(
        "distance",
        "steps to one's destination at least, as if all planks lay",
        |view| view.game.left(view.public, view.seat, Toll::STEPS) as i32,
    )
    .from_zero(),
    Quantity::number(
        "missing",
        "planks that are missing at least on a way to one's destination",
        |view| view.game.left(view.public, view.seat, Toll::PLANKS) as i32,
    )
    .from_zero(),
    Quantity::number("rival-distance", "the least distance of any rival", |view| {
        least(view, Toll::STEPS)
    })
    .from_zero(),
    Quantity::number("rival-missing", "the fewest planks that any rival is missing", |view| {
        least(view, Toll::PLANKS)
    })
    .from_zero(),
    Quantity::number(
        "lead",
        "steps, planks and stones that the rival nearest to arriving needs more than oneself",
        |view| least(view, Toll::ALL) - view.game.left(view.public, view.seat, Toll::ALL) as i32,
    ),
    Quantity::number("exits", "spaces to which one's pawn could step now", |view| {
        let here = view.public.pawns[view.seat];
        view.game.steps(view.public, here).count_ones() as i32
    })
    .from_zero(),
    Quantity::number("prey", "planks on the board that one may take", |view| {
        view.game.removable_planks(view.public, view.seat).count_ones() as i32
    })
    .within_ends(|game| 0..=(game.seats().count() * NUMBERS) as i32),
    Quantity::number(
        "hunted",
        "dragons against oneself in the programmes of the turn before",
        |view| {
            let own = Card::dragon(view.game.colours[view.seat]);
            let last = rivals(view).flat_map(|rival| view.public.last[rival].iter());
            last.filter(|card| **card == own).count() as i32
        },
    )
    .within_ends(|game| 0..=game.seats().count() as i32 - 1),
    Quantity::things(
        "hand",
        "cards one may still lay in this programme",
        kinds,
        |view, kind| {
            let left = view.game.cards_left(view.seat, laid(view));
            let kinds = if kind == KINDS - 1 { Card::DRAGONS } else { 1 << kind };
            view.public.ask == Ask::Card && left & kinds != 0
        },
    ),
    Quantity::things(
        "programme",
        "cards one has laid in this turn, those carried out among them",
        kinds,
        |view, kind| laid(view).iter().any(|card| card.kind() == kind),
    ),
    Quantity::things(
        "reserve",
        "numbers of the planks in one's reserve",
        || (1..=NUMBERS).map(|number| number.to_string()).collect(),
        |view, at| view.public.reserves[view.seat][at] != NONE,
    ),
    Quantity::things(
        "pawn",
        "where one's pawn stands",
        || ["home", "village", "plank"].map(str::to_owned).to_vec(),
        |view, at| {
            let here = view.public.pawns[view.seat];
            match at {
                0 => here == Space::village(view.game.colours[view.seat]),
                1 => here.is_village(),
                _ => !here.is_village(),
            }
        },
    ),
];

/// Ends of what is counted by the numbers of planks.
fn numbers(_game: &Mekong) -> std::ops::RangeInclusive<i32> {
    0..=NUMBERS as i32
}

fn kinds() -> Vec<String> {
    KIND_NAMES.map(str::to_owned).to_vec()
}

/// The cards that a seat has laid so far.
pub fn laid(view: View<'_, Mekong>) -> &[Card] {
    let programme = &view.private.programme;
    let count = programme.iter().take_while(|card| **card != Card::NONE).count();
    &programme[..count]
}

/// Numbers in the own reserve, in order.
fn reserve(view: View<'_, Mekong>) -> impl Iterator<Item = usize> {
    let reserve = &view.public.reserves[view.seat];
    (1..=NUMBERS).filter(|number| reserve[number - 1] != NONE)
}

fn least(view: View<'_, Mekong>, toll: Toll) -> i32 {
    let links = Links::new(view.game, view.public);
    let left = rivals(view).map(|rival| links.left(view.game, view.public, rival, toll) as i32);
    left.min().unwrap_or_default()
}
