//! What the heuristic bot does for four on islands: it plans, or it goes by one of several scripts, of which each alone is beaten by
//! another.

use super::{Part, Play, Script};

/// The policies.
pub const MIX: &[Part] = &[
    (0.45, Play::Plans(&[])),
    (0.13, Play::Goes(STONES_THEN_SAFE_STEPS)),
    (0.11, Play::Goes(NEAR_DRAGON_THEN_STEPS)),
    (0.09, Play::Goes(DRAGON_BEFORE_TAKING)),
    (0.07, Play::Goes(BUILDS_THEN_STEPS)),
    (0.05, Play::Goes(STONES_IN_THE_MIDDLE)),
    (0.05, Play::Goes(BUILDS_THEN_STEPS_AND_HINDERS)),
    (0.05, Play::Goes(SAFE_STEPS_THEN_TAKES)),
];

/// Lays stones, jumps, steps where it is safe, and builds.
pub const STONES_THEN_SAFE_STEPS: Script = &[
    "card stones",
    "number fitting",
    "go way",
    "card jump over",
    "stone way",
    "card step safe",
    "card build",
    "card step",
    "number long",
    "plank way",
    "plank aside",
    "card take",
    "take leader if reserve has no 4",
];

/// Lays a dragon late against a leader who is near, and steps before it lays stones.
pub const NEAR_DRAGON_THEN_STEPS: Script = &[
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "number fitting",
    "card jump over if missing <= 1",
    "stone way",
    "number short if planks <= 10 and place = 2",
    "card step",
    "card stones",
    "take leader",
    "take aside",
    "card take",
    "number long",
    "plank way",
    "card dragon leader",
    "card build",
    "plank aside",
    "go way",
];

/// Jumps, lays a dragon unless it can go two steps, and takes what it lacks before it steps.
pub const DRAGON_BEFORE_TAKING: Script = &[
    "go way",
    "card jump over",
    "card dragon leader if hand has no move-two",
    "number fitting if distance != 5",
    "plank way",
    "card take lacking",
    "plank aside",
    "take leader",
    "card step",
    "stone way",
    "card build",
    "card take",
];

/// Jumps, builds, and then steps.
const BUILDS_THEN_STEPS: Script = &[
    "take leader",
    "card jump over",
    "stone way",
    "card build",
    "number fitting",
    "number long",
    "plank way",
    "go way",
    "card step",
];

/// The same with stones in the middle, and it takes last.
const STONES_IN_THE_MIDDLE: Script = &[
    "take leader",
    "number fitting",
    "number short if pawn has no home",
    "go way",
    "stone middle",
    "card jump over",
    "card build",
    "plank way",
    "take aside",
    "card step",
    "card take",
];

/// The same, and lays a dragon against the next player after that.
const BUILDS_THEN_STEPS_AND_HINDERS: Script = &[
    "number fitting",
    "number short if lead = 1",
    "take leader",
    "card jump over",
    "go way",
    "card build",
    "card step",
    "card dragon next",
    "plank way",
    "stone way",
];

/// Jumps, steps where it is safe, and takes before it builds.
const SAFE_STEPS_THEN_TAKES: Script = &[
    "number fitting",
    "card jump over",
    "card step safe",
    "card take",
    "go way",
    "number long",
    "stone way",
    "card build",
    "plank way",
    "card step",
    "plank aside",
    "take next if exits != 1 and longest = 2",
    "take leader if reserve has no 4",
];
