//! What the conditions of a script may ask about in Riverbed Hunt.

use crate::cards::Effect;
use crate::desk::ROLES;
use crate::state::Role;
use crate::{Fifth, Riverbed, bits};
use balance_engine::View;
use balance_kit::script;

/// Of this game.
type Quantity = script::Quantity<Riverbed>;

/// Every quantity, in the order people look for them.
pub const QUANTITIES: &[Quantity] = &[
    Quantity::number("turn", "turns begun, over the whole table", |view| {
        i32::from(view.public.turn)
    })
    .from_zero(),
    Quantity::number("kelp", "kelp on its track", |view| i32::from(view.public.tracks[0])).from_zero(),
    Quantity::number("logs", "logs on their track", |view| i32::from(view.public.tracks[1])).from_zero(),
    Quantity::number("coins", "coins on their track", |view| i32::from(view.public.tracks[2])).from_zero(),
    Quantity::number("missing", "what one's own track lacks to its end point", |view| {
        missing(view, view.private.role.side())
    }),
    Quantity::number(
        "threat",
        "what the nearest other track lacks to its end point",
        |view| {
            let own = view.private.role.side();
            (0..3)
                .filter(|side| *side != own)
                .map(|side| missing(view, side))
                .min()
                .unwrap_or(0)
        },
    ),
    Quantity::number("cards", "ability cards in one's hand", |view| {
        i32::from(view.public.hand_size[view.seat])
    })
    .from_zero(),
    Quantity::number("deck", "cards left in the draw pile", |view| {
        i32::from(view.public.deck)
    })
    .from_zero(),
    Quantity::number("face-down", "tiles that lie face-down", |view| {
        down(view).count_ones() as i32
    })
    .from_zero(),
    Quantity::number("known", "face-down tiles that one has seen", |view| {
        bits(down(view))
            .filter(|space| view.public.seen_by[*space] >> view.seat.0 & 1 == 1)
            .count() as i32
    })
    .from_zero(),
    Quantity::number("uncovers", "Uncovers one has made", |view| {
        i32::from(view.public.marks[view.seat].uncovers)
    })
    .from_zero(),
    Quantity::things(
        "hand",
        "ability cards in one's hand",
        || Effect::ALL.map(|effect| effect.key().to_owned()).to_vec(),
        |view, effect| view.private.hand & view.game.copies[effect] != 0,
    )
    .only_where(|game, effect| game.copies[effect] != 0),
    Quantity::things(
        "role",
        "one's own role",
        || ROLES.iter().map(|role| (*role).to_owned()).collect(),
        |view, role| view.private.role.index() == role,
    )
    .only_where(is_dealt),
];

/// Can anybody be dealt this role?
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
