//! Parts of the board that a scenario may change one by one, and what stands in their place to see what they do.

use super::HALF_WIDTH;
use balance_kit::{Blank, Entries, Instead, Named, unchanged};

/// The parts of a board.
pub const BOARD: &[Entries] = &[
    Entries {
        word: "plank",
        list: "planks.lengths",
        named: Named::Place,
        help: "the planks of a number: their length in tenths of a millimetre",
        blanks: &[
            Blank {
                name: "as-shorter",
                help: "hardly longer than the planks of the number below",
                make: |at, all| length(all.get(at.checked_sub(1)?)?.as_integer()? + 1),
            },
            Blank {
                name: "too-short",
                help: "as short as they are wide; only for the shortest",
                make: |at, _| {
                    if at == 0 {
                        length(i64::from(2 * HALF_WIDTH))
                    } else {
                        None
                    }
                },
            },
        ],
        near: unchanged,
        title: |name, _| format!("plank {name}"),
    },
    Entries {
        word: "island",
        list: "islands.centres",
        named: Named::Place,
        help: "an island, by its place in the list: its centre",
        blanks: &[Blank {
            name: "left-out",
            help: "water in its place",
            make: |_, all| (all.len() > 1).then_some(Instead::Out),
        }],
        near: unchanged,
        title: |name, _| format!("island {name}"),
    },
    Entries {
        word: "village",
        list: "village",
        named: Named::By {
            field: "colour",
            main: "destination",
        },
        help: "a village, by its colour; a text is its destination",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("village {name}"),
    },
];

fn length(of: i64) -> Option<Instead> {
    Some(Instead::Value(of.into()))
}
