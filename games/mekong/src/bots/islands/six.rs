//! What the heuristic bot does for six on islands: it plans, or it goes by one of several scripts, some of which were found at a table
//! of four.

use super::four::{DRAGON_BEFORE_TAKING, NEAR_DRAGON_THEN_STEPS, STONES_THEN_SAFE_STEPS};
use super::{Part, Play, Script};

/// The policies.
pub const MIX: &[Part] = &[
    (0.50, Play::Plans(&[])),
    (0.20, Play::Goes(STONES_THEN_SAFE_STEPS)),
    (0.10, Play::Goes(LONER)),
    (0.08, Play::Goes(DRAGON_BEFORE_TAKING)),
    (0.06, Play::Goes(NEAR_DRAGON_THEN_STEPS)),
    (0.06, Play::Goes(JUMPS_THEN_STEPS)),
];

/// As the bot of the league plays.
pub(super) const LONER: Script = &[
    "take leader",
    "card stones",
    "card step safe if missing != 1",
    "card jump over",
    "stone way if turn <= 1",
    "card build",
    "card step",
    "stone aside",
    "number fitting",
    "number long",
    "plank way",
    "plank aside",
    "go way",
];

/// Takes from the leader, jumps and steps before it lays a dragon late against a leader who is near.
const JUMPS_THEN_STEPS: Script = &[
    "take leader",
    "card jump over",
    "number fitting",
    "card step",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "number long",
    "stone way if place <= 2",
    "take aside if programme has plank",
    "card take",
    "card stones",
    "plank way",
    "plank aside",
    "card build",
    "go way",
];
