//! What the conditions of a script may ask about in Riverbed Hunt.

use crate::cards::Effect;
use crate::desk::ROLES;
use crate::{Riverbed, bits};
use balance_engine::View;
use balance_kit::script::{Quantity, Reading};

/// Every quantity, in the order people look for them.
pub const QUANTITIES: &[Quantity<Riverbed>] = &[
    number("turn", "turns begun, over the whole table", |view| {
        i32::from(view.public.turn)
    }),
    number("kelp", "kelp on its track", |view| i32::from(view.public.tracks[0])),
    number("logs", "logs on their track", |view| i32::from(view.public.tracks[1])),
    number("coins", "coins on their track", |view| i32::from(view.public.tracks[2])),
    number("missing", "what one's own track lacks to its end point", |view| {
        missing(view, view.private.role.side())
    }),
    number(
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
    number("cards", "ability cards in one's hand", |view| {
        i32::from(view.public.hand_size[view.seat])
    }),
    number("deck", "cards left in the draw pile", |view| {
        i32::from(view.public.deck)
    }),
    number("face-down", "tiles that lie face-down", |view| {
        down(view).count_ones() as i32
    }),
    number("known", "face-down tiles that one has seen", |view| {
        bits(down(view))
            .filter(|space| view.public.seen_by[*space] >> view.seat.0 & 1 == 1)
            .count() as i32
    }),
    number("uncovers", "Uncovers one has made", |view| {
        i32::from(view.public.marks[view.seat].uncovers)
    }),
    Quantity {
        name: "hand",
        help: "ability cards in one's hand",
        reading: Reading::Things {
            names: || Effect::ALL.map(|effect| effect.key().to_owned()).to_vec(),
            has: |view, effect| view.private.hand & view.game.copies[effect] != 0,
        },
    },
    Quantity {
        name: "role",
        help: "one's own role",
        reading: Reading::Things {
            names: || ROLES.iter().map(|role| (*role).to_owned()).collect(),
            has: |view, role| view.private.role.index() == role,
        },
    },
];

const fn number(name: &'static str, help: &'static str, of: fn(View<'_, Riverbed>) -> i32) -> Quantity<Riverbed> {
    Quantity {
        name,
        help,
        reading: Reading::Number(of),
    }
}

fn missing(view: View<'_, Riverbed>, side: usize) -> i32 {
    i32::from(view.game.ends[side]) - i32::from(view.public.tracks[side])
}

fn down(view: View<'_, Riverbed>) -> crate::Spaces {
    view.game.board.tiled & !view.public.face_up
}
