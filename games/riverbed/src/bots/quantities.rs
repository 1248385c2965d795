//! What the conditions of a script may ask about in Riverbed Hunt.

use crate::cards::Effect;
use crate::description::ROLES;
use crate::state::Role;
use crate::{Fifth, Riverbed};
use balance_engine::View;
use balance_kit::script;

/// Of this game.
type Quantity = script::Quantity<Riverbed>;

pub const QUANTITIES: &[Quantity] = &[
    Quantity::number("turn", "turns begun, over the whole table", |view| {
        i32::from(view.public.turn)
    })
    .within_ends(|game| 0..=game.rules.turns_max.into()),
    Quantity::number("kelp", "kelp on its track", |view| i32::from(view.public.tracks[0]))
        .within_ends(|game| 0..=most(game, 0)),
    Quantity::number("logs", "logs on their track", |view| i32::from(view.public.tracks[1]))
        .within_ends(|game| 0..=most(game, 1)),
    Quantity::number("coins", "coins on their track", |view| i32::from(view.public.tracks[2]))
        .within_ends(|game| 0..=most(game, 2)),
    Quantity::number("missing", "what one's own track lacks to its end point", |view| {
        missing(view, view.private.role.side())
    })
    .within_ends(|game| {
        let sides = || (0..3).filter(|side| is_of_a_role(game, *side));
        let least = sides().map(|side| end(game, side) - most(game, side)).min();
        least.unwrap_or(0)..=sides().map(|side| end(game, side)).max().unwrap_or(0)
    }),
    Quantity::number(
        "threat",
        "what the nearest other track lacks to its end point",
        |view| {
            let own = view.private.role.side();
            let found = (0..3).filter(|side| *side != own).map(|side| missing(view, side)).min();
            found.unwrap_or(0)
        },
    )
    .within_ends(|game| {
        let least = (0..3).map(|side| end(game, side) - most(game, side)).min();
        let others = |own: usize| (0..3).filter(|side| *side != own).map(|side| end(game, side)).min();
        let own = (0..3).filter(|side| is_of_a_role(game, *side));
        least.unwrap_or(0)..=own.filter_map(others).max().unwrap_or(0)
    }),
    Quantity::number("cards", "ability cards in one's hand", |view| {
        i32::from(view.public.hand_size[view.seat])
    })
    .within_ends(|game| 0..=game.deck.count_ones() as i32),
    Quantity::number("deck", "cards left in the draw pile", |view| {
        i32::from(view.public.deck)
    })
    .within_ends(|game| 0..=game.deck.count_ones() as i32),
    Quantity::number("face-down", "tiles that lie face-down", |view| {
        down(view).count_ones() as i32
    })
    .within_ends(|game| 0..=game.board.tiled.count_ones() as i32),
    Quantity::number("known", "face-down tiles that one has seen", |view| {
        (down(view) & view.public.seen[view.seat]).count_ones() as i32
    })
    .within_ends(|game| 0..=game.board.tiled.count_ones() as i32),
    Quantity::number("uncovers", "Uncovers one has made", |view| {
        i32::from(view.public.marks[view.seat].uncovers)
    })
    .within_ends(|game| 0..=game.rules.uncovers.into()),
    Quantity::things(
        "hand",
        "ability cards in one's hand",
        || Effect::ALL.map(|effect| effect.key().to_owned()).to_vec(),
        |view, effect| view.private.hand & view.game.copies[effect] != 0,
    ),
    Quantity::things(
        "role",
        "one's own role",
        || ROLES.iter().map(|role| (*role).to_owned()).collect(),
        |view, role| view.private.role.index() == role,
    ),
];

fn end(game: &Riverbed, side: usize) -> i32 {
    game.ends[side].into()
}

/// The most that a track can show while somebody is asked: what the tiles carry, and less than ends the game.
fn most(game: &Riverbed, side: usize) -> i32 {
    let carried = game.tiles.iter().map(|tile| i32::from(tile.elements[side])).sum();
    if side == 2 && game.coins_may_play_on() {
        carried
    } else {
        carried.min(end(game, side) - 1)
    }
}

fn is_of_a_role(game: &Riverbed, side: usize) -> bool {
    let mut roles = Role::ALL.into_iter().filter(|role| role.side() == side);
    roles.any(|role| is_dealt(game, role.index()))
}

fn is_dealt(game: &Riverbed, role: usize) -> bool {
    let dealt = |side: usize| game.others[side] > 0;
    let last = |role: Role| game.fifth == Fifth::Unseen || game.fifth == Fifth::Fixed(role);
    match Role::ALL[role] {
        Role::Chief | Role::Leader => true,
        Role::Merchant => dealt(0) || game.fifth == Fifth::Fixed(Role::Merchant),
        Role::Separatist => dealt(1) || last(Role::Separatist),
        Role::Profiteer => dealt(2) || last(Role::Profiteer),
    }
}

fn missing(view: View<'_, Riverbed>, side: usize) -> i32 {
    i32::from(view.game.ends[side]) - i32::from(view.public.tracks[side])
}

fn down(view: View<'_, Riverbed>) -> crate::Spaces {
    view.game.board.tiled & !view.public.face_up
}
