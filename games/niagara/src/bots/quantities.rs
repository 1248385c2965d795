//! What the conditions of a script may ask about in Niagara.

use crate::Niagara;
use crate::river::Space;
use crate::state::{COLOURS, Card};
use balance_engine::{Seat, View};
use balance_kit::script;

/// Of this game.
type Quantity = script::Quantity<Niagara>;

pub const QUANTITIES: &[Quantity] = &[
    Quantity::number("turn", "the round, from 1", |view| i32::from(view.public.round))
        .within_ends(|game| 1..=game.rules.rounds_max.into()),
    Quantity::number("gems", "gems one has on land", |view| gems(view, view.seat))
        .within_ends(|game| 0..=all_gems(game)),
    Quantity::number("same", "gems one has on land of the colour one has most of", |view| {
        view.public.gems[view.seat].iter().copied().max().map_or(0, i32::from)
    })
    .within_ends(|game| 0..=game.gems_per_place.into()),
    Quantity::number("colours", "different colours one has on land", |view| {
        view.public.gems[view.seat].iter().filter(|count| **count > 0).count() as i32
    })
    .within_ends(|_| 0..=COLOURS as i32),
    Quantity::number(
        "lead",
        "gems one has on land more than the best of the others",
        |view| {
            let others = (0..view.game.players as u8).map(Seat).filter(|seat| *seat != view.seat);
            gems(view, view.seat) - others.map(|seat| gems(view, seat)).max().unwrap_or(0)
        },
    )
    .within_ends(|game| -all_gems(game)..=all_gems(game)),
    Quantity::number("aboard", "own canoes with a gem aboard", |view| {
        own(view, |canoe| canoe.loaded())
    })
    .within_ends(|_| 0..=CANOES),
    Quantity::number("afloat", "own canoes in the river", |view| {
        own(view, |canoe| canoe.afloat())
    })
    .within_ends(|_| 0..=CANOES),
    Quantity::number("lost", "own canoes that fell", |view| {
        own(view, |canoe| canoe.space == Space::FALLEN)
    })
    .within_ends(|_| 0..=CANOES),
    Quantity::number("depth", "paddle steps from land to one's deepest canoe", |view| {
        let afloat = view.public.canoes[view.seat].iter().filter(|canoe| canoe.afloat());
        let depth = |space: Space| i32::from(view.game.river.depth(space));
        afloat.map(|canoe| depth(canoe.space)).max().unwrap_or(0)
    })
    .within_ends(|game| 0..=game.river.deepest().into()),
    Quantity::number("weather", "what the cloud adds to the flow", |view| {
        i32::from(view.game.weather[view.public.weather as usize])
    })
    .within_ends(|game| {
        let all = || game.weather.iter().copied().map(i32::from);
        all().min().unwrap_or(i32::MIN)..=all().max().unwrap_or(i32::MAX)
    }),
    Quantity::number(
        "points",
        "number on one's card this round; 0 before it is shown, and for the cloud",
        |view| i32::from(view.public.number(view.seat)),
    )
    .within_ends(|game| 0..=game.highest.into()),
    Quantity::number("place", "place in this round's order, from 1", |view| {
        view.game.place_in_order(view.public.first, view.seat) as i32 + 1
    })
    .within_ends(|game| 1..=game.players as i32),
    Quantity::things(
        "hand",
        "cards not yet shown in this cycle; 7, `choice` and `lasso` only with `spirits.cards`",
        || (0..=Card::LASSO.0).map(|card| card_name(Card(card))).collect(),
        |view, card| view.public.hands[view.seat] >> card & 1 == 1,
    ),
];

/// Of one player.
const CANOES: i32 = 2;

fn card_name(card: Card) -> String {
    match card {
        Card::CLOUD => "cloud".to_owned(),
        Card::CHOICE => "choice".to_owned(),
        Card::LASSO => "lasso".to_owned(),
        Card(number) => number.to_string(),
    }
}

fn all_gems(game: &Niagara) -> i32 {
    i32::from(game.gems_per_place) * COLOURS as i32
}

fn gems(view: View<'_, Niagara>, seat: Seat) -> i32 {
    view.public.gems[seat].iter().map(|count| i32::from(*count)).sum()
}

fn own(view: View<'_, Niagara>, test: impl Fn(&crate::state::Canoe) -> bool) -> i32 {
    view.public.canoes[view.seat].iter().filter(|canoe| test(canoe)).count() as i32
}
