//! Parts of the board that a scenario may change one by one, and what stands in their place to see what they do.

use balance_kit::{Blank, Entries, Instead, Named, one_more_or_less, unchanged};
use toml::Value;

/// The parts of a board.
pub const BOARD: &[Entries] = &[
    Entries {
        word: "card",
        list: "cards",
        named: Named::Place,
        help: "a paddle card, by its place in the list: its number",
        blanks: &[Blank {
            name: "left-out",
            help: "a card that nobody has",
            make: |_, all| (all.len() > 1).then_some(Instead::Out),
        }],
        near: one_more_or_less,
        title: |name, _| format!("card {name}"),
    },
    Entries {
        word: "weather",
        list: "weather",
        named: Named::Place,
        help: "a box of the weather track, by its place: what it adds to the flow",
        blanks: &[
            Blank {
                name: "still",
                help: "a box that adds nothing to the flow",
                make: |at, all| still(at, all).then_some(Instead::Value(0.into())),
            },
            Blank {
                name: "left-out",
                help: "a track without this box",
                make: |at, all| (all.len() > 2 && flow(&all[at]) != 0).then_some(Instead::Out),
            },
        ],
        near: one_more_or_less,
        title: |name, _| format!("weather {name}"),
    },
    Entries {
        word: "space",
        list: "trunk",
        named: Named::Place,
        help: "a space before the fork, by its place: the colour of its discovery place, or nothing",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("space {name}"),
    },
    Entries {
        word: "arm-space",
        list: "arms",
        named: Named::Place,
        help: "a space of both arms, by its place from the fork: the same",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("arm space {name}"),
    },
    Entries {
        word: "gem",
        list: "colour",
        named: Named::By {
            field: "name",
            main: "value",
        },
        help: "the gems of a colour; a number is what one is worth where ties are broken by value",
        blanks: &[],
        near: one_more_or_less,
        title: |name, _| format!("{name} gems"),
    },
];

fn flow(value: &Value) -> i64 {
    value.as_integer().unwrap_or(0)
}

/// Can this box add nothing, and the cloud begin where it did? It begins on the first box of its number.
fn still(at: usize, all: &[Value]) -> bool {
    let first = all.iter().position(|value| flow(value) == 0);
    flow(&all[at]) != 0 && first.is_some_and(|first| first < at)
}
