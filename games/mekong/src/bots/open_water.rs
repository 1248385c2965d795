//! What the heuristic bot does on open water, by the number of players: scripts that `balance league` found in rounds. With two and
//! four it goes by the one that won most against the safest mix of the bots before it, with five by the saboteur's, for no round
//! brought a surely better one. With three and six it draws one of several for every game, for there each that was found is beaten
//! by another: each was looked for against a mix of those before it, and the parts are near those that nobody gains from leaving
//! for one of them. Longer searches find more, with three above all scripts whose games among their like hardly end.

use super::scripted::SABOTEUR;

/// Players at the smallest table.
pub const FEWEST: usize = 2;

/// A script with its part of the games; the parts at a table add up to 1.
pub type Part = (f64, &'static [&'static str]);

/// By the number of players, from [`FEWEST`] on.
pub const MIXES: [&[Part]; 5] = [&[(1.0, TWO)], THREE, &[(1.0, FOUR)], &[(1.0, SABOTEUR)], SIX];

/// Three players.
const THREE: &[Part] = &[
    (0.26, TAKES_FIRST),
    (0.23, DRAGON_FIRST),
    (0.18, STONES_FIRST),
    (0.17, STONES_THEN_TAKES),
    (0.16, SABOTEUR),
];

/// Six players.
const SIX: &[Part] = &[(0.55, SAFE_FIRST), (0.30, JUMPS_FIRST), (0.15, JUMPS_WITHOUT_DRAGONS)];

/// Two players. Here no search came to an end: each script that was found is beaten by another.
const TWO: &[&str] = &[
    "card jump over if position = 1 and place = 1",
    "card dragon next",
    "plank way",
    "card take if programme has move-two",
    "card step",
    "go way",
    "take lacking if stones >= 6",
    "number fitting",
    "card build",
    "number long if position != 2 and hunted != 5",
    "stone way",
];

/// Four players.
const FOUR: &[&str] = &[
    "card jump over",
    "card step",
    "take lacking",
    "card take",
    "card build",
    "stone way",
    "stone aside",
    "number fitting",
    "go way",
    "plank way",
    "plank aside",
    "number long",
    "card dragon leader if reserve has 5 and distance != 0 and missing <= 0",
    "take leader",
];

/// Lays a dragon first, and steps before it takes.
const DRAGON_FIRST: &[&str] = &[
    "card dragon leader",
    "plank way",
    "card jump over if lead != 4 and missing != 2",
    "card step",
    "card take",
    "take leader",
    "take next",
    "stone way",
    "card build",
    "number fitting",
    "number long",
    "card idle",
    "take aside",
    "go way",
];

/// Takes what is out of its own way before it steps, and builds last.
const TAKES_FIRST: &[&str] = &[
    "take aside",
    "card take",
    "card jump over if exits <= 1",
    "card step",
    "go way",
    "number fitting",
    "stone way",
    "number long",
    "card dragon leader if position = 5 and prey <= 16",
    "stone aside",
    "plank way",
    "card build",
];

/// Lays stones before all else, then a dragon, and takes before it steps.
const STONES_FIRST: &[&str] = &[
    "card stones if missing <= 4 and turn = 1",
    "card build if position = 3",
    "card dragon leader",
    "number fitting",
    "card jump over",
    "go way",
    "card take",
    "card step",
    "stone way",
    "plank way",
    "stone aside",
    "plank middle",
    "number long",
    "take leader",
];

/// The same, but takes before it jumps, from the next player first.
const STONES_THEN_TAKES: &[&str] = &[
    "card stones if missing <= 4 and turn = 1",
    "card build if position = 3",
    "card dragon leader",
    "card take",
    "card jump over",
    "go way",
    "number fitting",
    "plank way",
    "stone way",
    "take next",
    "card step",
    "number long",
    "plank middle",
    "take leader",
    "stone aside",
];

/// Steps where it is safe, jumps and builds before it steps elsewhere, and takes last.
const SAFE_FIRST: &[&str] = &[
    "card step safe",
    "card jump over",
    "card build",
    "number fitting if reserve has no 6 and pawn has home",
    "stone way",
    "take next",
    "go way",
    "card step",
    "plank way",
    "stone aside",
    "number long",
    "take stone if planks >= 1",
    "card take",
];

/// Jumps and steps before it builds, and lays a dragon before it takes.
const JUMPS_FIRST: &[&str] = &[
    "card jump over",
    "card step safe",
    "take leader",
    "stone way",
    "go way",
    "card step",
    "card build",
    "number fitting if reserve has no 6 and pawn has home",
    "number long",
    "stone aside",
    "plank way",
    "card dragon leader",
    "card take",
];

/// The same, but builds after all steps and lays no dragon.
const JUMPS_WITHOUT_DRAGONS: &[&str] = &[
    "card jump over",
    "card step safe",
    "take stone if planks >= 1",
    "number fitting if reserve has no 6 and pawn has home",
    "stone way",
    "go way",
    "take leader",
    "card step",
    "plank way",
    "card build",
    "number long",
    "stone aside",
    "card take",
];
