//! What the conditions of a script may ask about in Niagara.

use crate::Niagara;
use crate::river::LOST;
use crate::state::{CHOICE, CLOUD, LASSO, NONE};
use balance_engine::{Seat, View};
use balance_kit::script::Quantity;

/// Every quantity, in the order people look for them.
pub const QUANTITIES: &[Quantity<Niagara>] = &[
    Quantity::number("turn", "the round, from 1", |view| i32::from(view.public.round)),
    Quantity::number("gems", "gems one has on land", |view| gems(view, view.seat)),
    Quantity::number("same", "gems one has on land of the colour one has most of", |view| {
        view.public.gems[view.seat].iter().copied().max().map_or(0, i32::from)
    }),
    Quantity::number("colours", "different colours one has on land", |view| {
        view.public.gems[view.seat].iter().filter(|count| **count > 0).count() as i32
    }),
    Quantity::number(
        "lead",
        "gems one has on land more than the best of the others",
        |view| {
            let others = (0..view.game.players as u8).map(Seat).filter(|seat| *seat != view.seat);
            gems(view, view.seat) - others.map(|seat| gems(view, seat)).max().unwrap_or(0)
        },
    ),
    Quantity::number("aboard", "own canoes with a gem aboard", |view| {
        own(view, |canoe| canoe.loaded())
    }),
    Quantity::number("afloat", "own canoes in the river", |view| {
        own(view, |canoe| canoe.afloat())
    }),
    Quantity::number("lost", "own canoes that fell", |view| {
        own(view, |canoe| canoe.space == LOST)
    }),
    Quantity::number("depth", "paddle steps from land to one's deepest canoe", |view| {
        let afloat = view.public.canoes[view.seat].iter().filter(|canoe| canoe.afloat());
        let depth = |space: u8| view.game.river.depth[space as usize];
        afloat.map(|canoe| i32::from(depth(canoe.space))).max().unwrap_or(0)
    }),
    Quantity::number(
        "weather",
        "what the cloud adds to the flow, -1 to 2 in the published game",
        |view| i32::from(view.game.weather[view.public.weather as usize]),
    ),
    Quantity::number(
        "points",
        "number on one's card this round; 0 before it is shown, and for the cloud",
        |view| match view.public.shown[view.seat] {
            NONE => 0,
            card => i32::from(card),
        },
    ),
    Quantity::number("place", "place in this round's order, from 1", |view| {
        view.game.place_in_order(view.public.first, view.seat) as i32 + 1
    }),
    Quantity::things(
        "hand",
        "cards one has not yet shown in this cycle",
        || (0..=LASSO).map(card_name).collect(),
        |view, card| view.public.hands[view.seat] >> card & 1 == 1,
    ),
];

fn card_name(card: u8) -> String {
    match card {
        CLOUD => "cloud".to_owned(),
        CHOICE => "choice".to_owned(),
        LASSO => "lasso".to_owned(),
        number => number.to_string(),
    }
}

fn gems(view: View<'_, Niagara>, seat: Seat) -> i32 {
    view.public.gems[seat].iter().map(|count| i32::from(*count)).sum()
}

fn own(view: View<'_, Niagara>, test: impl Fn(&crate::state::Canoe) -> bool) -> i32 {
    view.public.canoes[view.seat].iter().filter(|canoe| test(canoe)).count() as i32
}
