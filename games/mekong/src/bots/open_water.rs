//! What the heuristic bot does on open water: a script for each number of players, the best of those that `balance league` found
//! in rounds, each against the safest mix of the bots before it; for five and six the saboteur's, for no round brought a surely
//! better one. Longer searches may.

use super::scripted::SABOTEUR;

/// Players at the smallest table.
pub const FEWEST: usize = 2;

/// By the number of players, from [`FEWEST`] on.
pub const SCRIPTS: [&[&str]; 5] = [TWO, THREE, FOUR, SABOTEUR, SABOTEUR];

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

/// Three players.
const THREE: &[&str] = &[
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
