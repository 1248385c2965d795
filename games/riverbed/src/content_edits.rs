//! Tiles and ability cards that a scenario may change one by one, and what stands in their place to see what they do.

use crate::layers;
use balance_kit::{Blank, Entries, Instead, Named, unchanged};
use toml::Value;

/// The tiles of a file.
pub const TILES: &[Entries] = &[Entries {
    word: "tile",
    list: "tile",
    named: Named::By {
        field: "number",
        main: "layers",
    },
    help: "a tile, by its number; a list is its layers",
    blanks: &[
        Blank {
            name: "blank",
            help: "a tile that shows nothing",
            make: |_, _| Instead::fields([("layers", vec![BLANK].into())]),
        },
        Blank {
            name: "one-of-each",
            help: "a tile of one kelp, one log and one coin",
            make: |_, _| Instead::fields([("layers", vec!["1 kelp + 1 log + 1 coin"].into())]),
        },
    ],
    near: layers::near,
    title: |name, _| format!("tile {name}"),
}];

/// The ability cards of a file.
pub const CARDS: &[Entries] = &[Entries {
    word: "card",
    list: "card",
    named: Named::By {
        field: "effect",
        main: "numbers",
    },
    help: "an ability card, by its effect; a list is the numbers of its copies",
    blanks: &[
        Blank {
            name: "blank",
            help: "a card that cannot be played, only paid with",
            make: |_, _| Instead::fields([("blank", true.into())]),
        },
        Blank {
            name: "left-out",
            help: "not in the deck",
            make: |_, _| Instead::fields([("numbers", Value::Array(Vec::new()))]),
        },
    ],
    near: unchanged,
    title: |name, card| card.get("name").and_then(Value::as_str).unwrap_or(name).to_owned(),
}];

/// The layer of a tile that shows nothing.
pub const BLANK: &str = "blank";
