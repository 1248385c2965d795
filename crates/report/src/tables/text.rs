//! What the tables are of, and how their columns are to be read.

use crate::format;
use balance_config::games::Presence;

pub mod overview {
    use crate::format;

    pub const RATE: &str = "win rate";
    pub const RATE_AND_GAP: &str = "win rate; in brackets the gap to the fair share, in percentage points";
    pub const MOST: &str = "at least nine of ten games played were this long";
    pub const GOAL: &str = "a goal and what was found: ✓ met, ✗ missed, ? undecided";
    pub const OWN_GOAL: &str = "what was found, by the goal of this version: ✓ met, ✗ missed, ? undecided";

    pub fn note(games: u64) -> String {
        format!("Win rate by side, and length. At most {} each.", format::games(games))
    }

    pub fn note_of_sizes(games: u64) -> String {
        format!(
            "Win rate by side (gap to its fair share), and length. At most {} each.",
            format::games(games)
        )
    }
}

pub mod comparisons {
    use crate::format;
    use balance_config::scenario::Margins;
    use std::collections::BTreeSet;

    pub const INTERVALS: &str =
        "Differences on the same deals. Intervals hold for the whole table, those of endings among themselves.";
    pub const BEFORE: &str = "in the reference";
    pub const AFTER: &str = "with the change";
    pub const DIFFERENCE: &str =
        "after minus before; win rates in percentage points; in brackets an interval that holds for the whole table";
    pub const PAIRING: &str = "how many times as many games separate deals would have needed";
    pub const BRACKETS: &str = "Brackets behind a metric name what has the very same figures.";
    pub const SAME_SO_FAR: &str =
        "Same so far: no deal gave another result, but too few were played to call the two equal.";

    pub fn reference(name: &str) -> String {
        format!("The reference is “{name}”.")
    }

    pub fn equal(margins: Margins) -> String {
        format!("Equal: within {}.", format::margins(margins))
    }

    pub fn other_set_up(names: &[String]) -> String {
        format!(
            "In {} nearly all games are set up differently, so pairing gains little. A blank keeps the set-up.",
            format::join_and(names)
        )
    }

    pub fn counted_turns(counted: &BTreeSet<u32>, word: &str) -> String {
        let counted: Vec<String> = counted.iter().map(|turns| format::count((*turns).into())).collect();
        format!(
            "A length that changes by more than a typical game ({} {word}) counts as that.",
            counted.join(" or ")
        )
    }
}

pub mod wins {
    use crate::format::{self, interval};

    pub const ALL_WINS: &str = "what the scenario wants the side to win, as a part of all wins";
    pub const SAME_CHANCE: &str = "what the side would win if every person had the same chance in every game";
    pub const GAP: &str = "win rate minus fair share, in percentage points";
    pub const AHEAD: &str = "share of its wins / of all other games in which it leads alone at this part of the length";
    pub const WAYS: &str = "Ahead: in this share of its wins / of all other games it leads alone at that part of the length. That goes with winning, but need not be a cause.";
    pub const ROLES: &str = "How often a player with this role wins. Games, not players, are the sample.";
    pub const ROLE: &str = concat!("share of players with the role that won; in brackets the ", interval!());
    pub const ROLE_PLAYERS: &str = "how many players had the role, over all games";
    pub const EXPECTED: &str = "what the roles dealt to the seat win on average over all seats";
    pub const EXPECTED_GAP: &str = "win rate minus expected, in percentage points";
    pub const SEATS_WITH_ROLES: &str = "Seats in turn order; [seats] and replays count chairs. Expected: what its roles win on average over all seats.";
    pub const SEATS: &str =
        "Seats in turn order; [seats] and replays count chairs. Expected: every seat wins equally often.";
    pub const BOTS: &str = "How often a player steered by this bot wins.";
    pub const BOT: &str = concat!("share of its players that won; in brackets the ", interval!());
    pub const BOT_PLAYERS: &str = "how many players it steered, over all games";
    pub const ROLE_SEATS: &str = "How often a player with this role at this seat wins; – never occurs.";
    pub const ROLE_AT_SEAT: &str = concat!("win rate of the role at this seat; in brackets the ", interval!());
    pub const PLACES: &str = "A side is a place in turn order, whichever bot sat there.";

    pub const DECLARED: &str = "what the scenario wants each side to win, as a part of all wins";
    pub const UNDECLARED: &str = "in every game every person has the same chance to win";

    pub fn note(games: u64, fair: &str) -> String {
        format!("{}. Fair share: {fair}.", format::capital(&format::games(games)))
    }
}

pub mod components {
    pub const LIFT: &str =
        "win rate with the component minus win rate without, in points; the interval holds for the whole table";

    pub fn note(component_note: &str) -> String {
        format!(
            "Win rate in games with the component minus games without, in percentage points. {}.",
            crate::format::capital(component_note)
        )
    }

    pub const ORDER: &str = "The surest first.";

    pub fn left_out(count: usize) -> String {
        format!("Left out, since every interval holds zero: {count}.")
    }
}

/// What a difference with a component may mean.
pub fn of_held(held: Presence) -> String {
    match held {
        Presence::Dealt => "What is dealt comes by chance, so that a difference is its effect.",
        Presence::Used => "What is used need not be a cause: a leader may use more, and longer games see more.",
        Presence::AtEnd => "What lies open at the end is part of how the game was won, and never a cause.",
    }
    .to_owned()
}

/// Beside intervals that do not allow for a run that could end by its results.
pub const AS_IF_FIXED: &str =
    " The run could end by its results; these intervals are as if its number of games had been fixed.";

/// The same where some of them do.
pub const SOME_FIXED: &str = " The run could end by its results, for which not all of these intervals allow.";

pub fn events_left_out(count: usize) -> String {
    format!(
        " {} more are left out, which differ by a smaller part.",
        format::count(count as u64)
    )
}
