//! What the conditions of a script may ask about in Riverbed Hunt.

use crate::cards::Effect;
use crate::desk::ROLES;
use crate::{Riverbed, bits};
use balance_engine::View;
use balance_kit::script::Quantity;

/// Every quantity, in the order people look for them.
pub const QUANTITIES: &[Quantity<Riverbed>] = &[
    Quantity::number("turn", "turns begun, over the whole table", |view| {
        i32::from(view.public.turn)
    }),
    Quantity::number("kelp", "kelp on its track", |view| i32::from(view.public.tracks[0])),
    Quantity::number("logs", "logs on their track", |view| i32::from(view.public.tracks[1])),
    Quantity::number("coins", "coins on their track", |view| i32::from(view.public.tracks[2])),
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
    }),
    Quantity::number("deck", "cards left in the draw pile", |view| {
        i32::from(view.public.deck)
    }),
    Quantity::number("face-down", "tiles that lie face-down", |view| {
        down(view).count_ones() as i32
    }),
    Quantity::number("known", "face-down tiles that one has seen", |view| {
        bits(down(view))
            .filter(|space| view.public.seen_by[*space] >> view.seat.0 & 1 == 1)
            .count() as i32
    }),
    Quantity::number("uncovers", "Uncovers one has made", |view| {
        i32::from(view.public.marks[view.seat].uncovers)
    }),
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

fn missing(view: View<'_, Riverbed>, side: usize) -> i32 {
    i32::from(view.game.ends[side]) - i32::from(view.public.tracks[side])
}

fn down(view: View<'_, Riverbed>) -> crate::Spaces {
    view.game.board.tiled & !view.public.face_up
}
