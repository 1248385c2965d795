//! What the heuristic bot does for three on islands: it plans, or it goes by one of several scripts, of which each alone is beaten by
//! another.

use super::{Part, Play, Script};

/// The policies.
pub const MIX: &[Part] = &[
    (0.34, Play::Plans(&[])),
    (0.25, Play::Goes(NEAR_DRAGON_THEN_STEPS)),
    (0.17, Play::Goes(NEAR_DRAGON_THEN_JUMPS)),
    (0.12, Play::Goes(JUMPS_THEN_BUILDS)),
    (0.07, Play::Goes(JUMPS_THEN_DRAGON)),
    (0.05, Play::Goes(NEAR_DRAGON_THEN_BUILDS)),
];

/// Lays a dragon late against a leader who is near while there are planks to take, jumps and steps, and then takes.
const NEAR_DRAGON_THEN_STEPS: Script = &[
    "card dragon leader if position >= 2 and rival-distance <= 4 and prey >= 2",
    "number fitting",
    "card jump over",
    "card step",
    "card take",
    "take leader",
    "take aside",
    "card stones",
    "stone way",
    "stone aside",
    "plank way",
    "card dragon leader",
    "card build",
    "plank aside",
    "go way",
];

/// Lays a dragon late against a leader who is near, unless three of its planks are missing, and jumps and steps after that.
const NEAR_DRAGON_THEN_JUMPS: Script = &[
    "card dragon leader if position >= 2 and rival-distance <= 4 and rival-missing != 3",
    "stone way",
    "card jump over",
    "number fitting",
    "card step",
    "card take",
    "take leader",
    "plank way",
    "card stones",
    "card dragon",
    "number long",
    "take aside if hunted = 2",
    "card build",
    "go way",
];

/// Jumps, steps where it is safe, and builds before it lays a dragon late against a leader who is near.
const JUMPS_THEN_BUILDS: Script = &[
    "card jump over",
    "stone way",
    "card step safe if planks >= 3",
    "number fitting",
    "card build",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card step if planks != 0",
    "go way",
    "take leader",
    "card take",
    "number long",
    "plank way",
];

/// Jumps, lays a dragon late against a leader who is near, steps where it is safe, and takes before it builds.
const JUMPS_THEN_DRAGON: Script = &[
    "card jump over",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card step safe if planks >= 3 and turn <= 24",
    "take leader",
    "card take",
    "card build",
    "number fitting",
    "take aside if prey <= 8 and exits <= 0",
    "card step if planks != 0",
    "go way",
    "take next",
    "stone way",
    "number long",
    "plank way",
];

/// Lays a dragon late against a leader who is near while there are planks to take, and builds before it steps.
const NEAR_DRAGON_THEN_BUILDS: Script = &[
    "plank way",
    "number fitting",
    "card dragon leader if position >= 2 and rival-distance <= 4 and prey >= 2",
    "card build",
    "card jump over",
    "card step",
    "card take",
    "take leader",
    "take aside",
    "stone way",
    "stone aside",
    "plank aside",
    "card dragon next if planks != 0",
    "go way",
];
