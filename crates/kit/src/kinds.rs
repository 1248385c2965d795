//! The kinds of bots that every game may have, as scenarios name them.

/// Moves at random.
pub const RANDOM: &str = "random";

/// Plays by a script.
pub const SCRIPTED: &str = "scripted";

/// Plays as one of several, drawn anew for every seat and game.
pub const MIXED: &str = "mixed";

/// Searches, and is quick about it.
pub const SEARCH: &str = "search";

/// Searches, and thinks longer.
pub const DEEP: &str = "search-deep";

/// Those that search.
pub const SEARCHES: [&str; 2] = [SEARCH, DEEP];

/// Is this the kind of a searching bot?
pub fn is_search(kind: &str) -> bool {
    SEARCHES.contains(&kind)
}
