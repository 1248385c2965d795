//! What the heuristic bot does on open water, by the number of players: scripts that `balance league` found in rounds. With two and
//! four it goes by the one that won most against the safest mix of the bots before it, with five by the saboteur's, for no round
//! brought a surely better one. With three and six it draws one of several for every game, for there each that was found is beaten
//! by another. With six each was looked for against a mix of those before it, and the parts are near those that nobody gains from
//! leaving for one of them. With three all that were found met by threes, and the mix is one of at most eight that lets none of
//! them gain much; two searches against it, what they find joins, and again.

use super::scripted::SABOTEUR;

/// A script with its part of the games; the parts at a table add up to 1.
pub type Part = (f64, &'static [&'static str]);

/// By the number of players, from [`super::sides::FEWEST`] on.
pub const MIXES: [&[Part]; 5] = [&[(1.0, TWO)], THREE, &[(1.0, FOUR)], &[(1.0, SABOTEUR)], SIX];

/// Three players.
const THREE: &[Part] = &[
    (0.18, SAFE_STEP_BEFORE_TAKING),
    (0.18, STONES_FIRST),
    (0.16, TAKES_THEN_JUMPS),
    (0.13, BUILDS_THEN_STEPS),
    (0.12, DRAGON_WHEN_NEAR),
    (0.08, BUILDS_FIRST),
    (0.08, TAKES_FIRST),
    (0.07, STONES_THEN_TAKES),
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

/// Steps where it is safe and takes from the leader before it builds, and steps elsewhere after that.
const SAFE_STEP_BEFORE_TAKING: &[&str] = &[
    "card step safe if pawn has village and position <= 5",
    "take leader",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "take aside",
    "card build",
    "card jump over",
    "card step",
    "number fitting",
    "stone way if programme has two-stones",
    "card dragon leader",
    "stone aside",
    "card take",
    "number long",
    "plank way",
    "go way",
];

/// Lays stones before all else, then a dragon, and steps before it takes.
const STONES_FIRST: &[&str] = &[
    "card stones if missing <= 4 and turn = 1",
    "card build if position = 3",
    "card dragon leader",
    "card stones",
    "number fitting",
    "card jump over",
    "card step",
    "go way",
    "card take",
    "stone way",
    "plank way",
    "number long",
    "card build",
    "take leader",
    "card idle if pawn has plank and place != 12",
];

/// Takes before it steps, lays a dragon late in the programme, and builds last.
const TAKES_THEN_JUMPS: &[&str] = &[
    "take leader if rival-missing = 2 and distance <= 8",
    "card jump over if position = 1 and place = 1",
    "card planks if pawn has no home",
    "card take",
    "number fitting",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card jump over",
    "card step",
    "card dragon leader if position >= 4",
    "stone way",
    "card build",
    "card idle",
    "take leader if programme has no two-planks",
    "number long",
    "plank way",
    "take lacking",
    "take aside",
    "go way",
];

/// The same, but lays a dragon first where a rival is near, or where its own way is nearly there.
const DRAGON_WHEN_NEAR: &[&str] = &[
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card jump over if position = 1 and place = 1",
    "card dragon leader if missing <= 3 and stones >= 1",
    "number long",
    "card take",
    "card planks if pawn has no home and rival-distance != 24",
    "card jump over",
    "card step",
    "card dragon leader if position >= 4",
    "stone way",
    "card build",
    "card idle",
    "take leader if programme has no two-planks",
    "plank way",
    "take aside",
    "go way",
];

/// Builds before all else and takes from the leader.
const BUILDS_FIRST: &[&str] = &[
    "number long",
    "card build if rival-distance != 2",
    "take leader",
    "card jump over",
    "plank way",
    "card step if planks != 0",
    "take behind",
    "card take",
    "card step safe",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "stone way",
    "take aside if hunted != 1",
    "go way",
    "card planks",
    "take stone if planks = 1",
    "take lacking",
    "card idle",
];

/// The same, but steps before it takes.
const BUILDS_THEN_STEPS: &[&str] = &[
    "stone way",
    "take lacking if rival-distance <= 3 and reserve has 1",
    "plank way",
    "plank middle",
    "go way",
    "number long",
    "card build if rival-distance != 2",
    "take leader",
    "card jump over",
    "card step if planks != 0",
    "card take",
    "card step safe",
    "card planks",
    "take aside if hunted != 1",
    "card dragon leader if position >= 2 and rival-distance <= 4",
    "card idle",
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

/// Lays stones and a dragon first, and takes before it jumps, from the next player first.
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
