//! What the heuristic bot does for two on islands: it plans, and expects of the other whatever it may lay or what one of several
//! scripts would, or it goes by a script.

use super::{Part, Play, Script};

/// The policies.
pub const MIX: &[Part] = &[
    (0.40, Play::Plans(&[])),
    (
        0.20,
        Play::Plans(&[
            STONES_BEFORE_STEPS,
            STEPS_THEN_BUILDS,
            DRAGON_FIRST,
            TAKES_THEN_DRAGON,
            STEPS_THEN_STONES,
            DRAGON_THEN_STEPS,
            SAFE_STEP_THEN_DRAGON,
            BUILDS_FIRST,
        ]),
    ),
    (
        0.13,
        Play::Plans(&[
            TAKES_FIRST,
            RAIDER,
            STONES_THEN_STEPS,
            STONES_THEN_DRAGON,
            DRAGON_AFTER_A_CARD,
        ]),
    ),
    (
        0.10,
        Play::Plans(&[
            STEPS_THEN_ALL,
            BUILDS_THEN_STEPS,
            STONES_BEFORE_STEPS,
            DRAGON_AFTER_A_CARD,
            HINDERER,
            STONES_THEN_STEPS,
            TAKES_THEN_BUILDS,
            STONES_THEN_DRAGON,
        ]),
    ),
    (0.08, Play::Goes(STONES_THEN_DRAGON)),
    (0.05, Play::Goes(STEPS_WITH_LATE_DRAGON)),
    (0.04, Play::Goes(SAFE_STEP_THEN_DRAGON)),
];

/// Lays stones before it steps, and a dragon late.
const STONES_BEFORE_STEPS: Script = &[
    "card stones",
    "card build if hand has no stone and longest >= 4",
    "stone way",
    "card step safe",
    "number fitting",
    "card step",
    "go way",
    "take next",
    "card take",
    "card dragon next",
    "card planks if hand has move-two",
    "card idle",
    "number short",
    "plank way",
];

/// Steps and builds before it lays a dragon.
const STEPS_THEN_BUILDS: Script = &[
    "card build if distance = 2",
    "card step safe",
    "card jump over if position = 1 and place = 1 and pawn has no village",
    "card step",
    "card build if lead <= 4 and prey = 1",
    "card build if hand has no stone and longest >= 4",
    "card stones if rival-distance <= 10 and missing <= 6 and reserve has no 2",
    "plank way",
    "card dragon next",
    "card take",
    "stone way",
    "go way",
    "take leader",
    "number fitting",
    "card idle",
];

/// Lays a dragon first, and builds last.
const DRAGON_FIRST: Script = &[
    "card jump over if position = 1 and place = 1",
    "card dragon next",
    "stone way if lead <= 1 and place <= 8",
    "card step safe",
    "number fitting",
    "card step",
    "go way",
    "plank way",
    "take next",
    "stone middle if position != 5",
    "card planks if hand has move-two",
    "card take",
    "card build if exits = 2 and missing <= 12 and rival-missing <= 24",
    "way rim if reserve has 3",
    "card build",
    "stone way",
    "card idle",
];

/// Steps and takes before it lays a dragon.
const TAKES_THEN_DRAGON: Script = &[
    "plank way",
    "take leader",
    "card build if turn != 1 and exits >= 1",
    "card jump over if position = 1 and place = 1",
    "take stone if programme has move-two",
    "card step safe",
    "stone way",
    "card step",
    "card take",
    "number fitting",
    "card dragon next",
    "go way",
    "card build if lead <= 4 and prey = 1",
    "card build if hand has no stone and longest >= 4 and position <= 5",
    "plank aside",
    "card idle",
];

/// Steps where it is safe, then lays stones; a dragon comes first where it stands two steps before its end.
const STEPS_THEN_STONES: Script = &[
    "card jump over if position = 1 and place = 1",
    "plank way",
    "card dragon next if distance = 2 and missing != 1 and position = 1",
    "card step safe",
    "number fitting",
    "stone way if lead <= 1 and place <= 8",
    "card stones",
    "number long if programme has no two-stones and longest <= 16",
    "stone middle if position = 5",
    "card take",
    "card build if hand has no stone and longest >= 4",
    "plank middle if rival-missing >= 1 and planks >= 2",
    "card step",
    "take next",
    "card dragon next",
    "go way",
    "card build if exits != 0",
];

/// Lays a dragon before it steps, and builds once its stones are out.
const DRAGON_THEN_STEPS: Script = &[
    "card step safe if missing <= 0",
    "go way",
    "card dragon next",
    "plank way",
    "card jump over",
    "card step",
    "card build if hand has no stone and longest >= 4",
    "stone middle if turn != 1 and longest = 3",
    "card take",
    "stone way",
    "card build if lead <= 4 and prey = 1 and place <= 12",
    "number fitting",
    "take next",
    "card idle",
];

/// Steps where it is safe and lays a dragon then, in the second turn last.
const SAFE_STEP_THEN_DRAGON: Script = &[
    "card step safe",
    "card dragon next if turn != 2",
    "card jump over",
    "card step",
    "go way",
    "card stones",
    "card build",
    "take next",
    "plank way",
    "card dragon next",
    "card take",
    "stone way",
    "number fitting",
    "card idle",
];

/// Builds first, and lays a dragon late or where the other is near.
const BUILDS_FIRST: Script = &[
    "take leader",
    "plank way if position != 2",
    "card build",
    "card dragon leader if turn > 1 and position = 1 and rival-distance <= 5 and distance > 2",
    "plank aside",
    "card dragon leader if turn > 1 and position >= 4",
    "card jump over",
    "card step",
    "stone way",
    "number fitting",
    "card take",
    "take lacking",
    "go way",
    "card dragon leader",
    "card idle if reserve has 5",
];

/// Takes and waits before it builds.
const TAKES_FIRST: Script = &[
    "card step safe if missing = 0 and turn <= 5 and rival-distance != 2",
    "card dragon leader if turn > 1 and position = 1 and rival-distance <= 5 and distance > 2",
    "card take",
    "card idle if position <= 2",
    "take leader",
    "card dragon leader if position = 4",
    "card step",
    "card idle if planks <= 2",
    "card build",
    "number fitting",
    "stone way",
    "go way",
    "plank way",
    "way rim",
    "plank aside",
    "take next if longest = 2",
];

/// The league's script of this name.
pub(super) const RAIDER: Script = &[
    "card step safe",
    "card stones",
    "card planks if hand has move-two",
    "card dragon leader",
    "card jump over",
    "card step",
    "card take",
    "number fitting",
    "stone way",
    "go way",
    "plank way",
    "take next",
];

/// Lays stones before it steps, and builds once they are out.
const STONES_THEN_STEPS: Script = &[
    "card jump over",
    "card stones",
    "take next if planks != 0",
    "plank way",
    "go way",
    "card step if lead <= 1",
    "card planks if rival-missing != 5 and prey != 1",
    "stone way",
    "card dragon next",
    "card step",
    "card take",
    "card build if hand has no stone and longest >= 4",
    "number fitting",
    "card idle",
];

/// Lays stones first and a dragon then, before it steps.
const STONES_THEN_DRAGON: Script = &[
    "card jump over",
    "card stones",
    "number fitting",
    "card dragon leader",
    "card step safe",
    "card take if rival-missing != 5 and longest != 1",
    "card step",
    "card build if planks != 5",
    "go way",
    "stone way if lead <= 1 and place <= 8",
    "card take",
    "card build if hand has no stone and longest >= 4",
    "plank way",
    "way rim",
    "number fitting",
    "take leader",
    "card idle",
];

/// Lays a dragon right after a card for two steps or a stone.
const DRAGON_AFTER_A_CARD: Script = &[
    "card jump over if position = 1 and place = 1",
    "card dragon next if programme has move-two",
    "go way",
    "card dragon leader if programme has stone",
    "card step safe",
    "number fitting",
    "card step",
    "way rim if reserve has 3 and reserve has no 6 and hand has no jump",
    "card build if exits = 2 and missing <= 12",
    "take next",
    "plank way",
    "card take",
    "stone way if lead <= 1 and place <= 8",
    "card planks if hand has move-two",
    "take aside",
    "card build",
];

/// Steps where it is safe, then lays stones and builds; a dragon comes first where it stands two steps before its end.
const STEPS_THEN_ALL: Script = &[
    "card jump over if position = 1 and place = 1",
    "plank way",
    "card dragon next if distance = 2 and missing != 1 and position = 1",
    "stone way if lead <= 1 and place <= 8",
    "card step safe",
    "number fitting",
    "card dragon if turn >= 10 and missing != 24",
    "go way",
    "card stones",
    "number long if programme has no two-stones and longest <= 16",
    "card build",
    "card step",
    "card dragon leader",
    "take next",
    "card take",
    "card idle",
];

/// Builds before it steps, and lays a dragon last, or first where the other is near.
const BUILDS_THEN_STEPS: Script = &[
    "card dragon leader if turn > 1 and position = 1 and rival-distance <= 5 and distance > 2",
    "card jump over",
    "card dragon next if position = 5",
    "card build",
    "plank way",
    "card step",
    "go way",
    "card take",
    "card idle",
    "take leader",
    "stone way",
    "number fitting",
];

/// The league's script of this name.
pub(super) const HINDERER: Script = &[
    "card finish",
    "card dragon leader if turn > 1 and position = 1 and rival-distance <= 5 and distance > 2",
    "card dragon leader if turn > 1 and position >= 4",
    "card take if turn > 1",
    "card jump over if position = 1 and place = 1",
    "card step",
    "card build",
    "card idle",
    "stone way",
    "stone aside",
    "number fitting",
    "number long",
    "plank way",
    "plank aside",
    "take lacking",
    "take leader",
    "take aside",
    "go way",
    "any",
];

/// Takes and builds before it lays a dragon, which comes first where the other is near.
const TAKES_THEN_BUILDS: Script = &[
    "card dragon leader if turn > 1 and position = 1 and rival-distance <= 5 and distance > 2",
    "stone way if lead <= 2",
    "number fitting",
    "card take if turn > 1 and pawn has no home and longest != 5",
    "card jump over if position >= 1 and rival-distance = 5",
    "card build",
    "go way",
    "plank way",
    "card dragon",
    "card step",
    "number long if distance = 2",
    "take aside",
    "plank middle if rival-missing = 1",
    "card idle",
];

/// Steps first, and lays a dragon late in its turn.
const STEPS_WITH_LATE_DRAGON: Script = &[
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card step",
    "plank way",
    "card dragon leader if position >= 4",
    "card take",
    "card build",
    "stone way",
    "number fitting",
    "plank aside",
    "take leader",
    "card idle",
    "go way",
];
