//! How strong bots are beside each other at one table: every bot alone among every other, on the same deals, on every seat in
//! turn. Plays and computes; prints nothing.

mod ratings;
mod table;

pub use ratings::{Ladder, Misfit, Pair, Rung, both_ways, climbed};
pub use table::{ByTable, Meetings, append, are_wins};
pub use table::{MeetingTable, Wins};

use balance_config::games::{BotSpec, GameInfo, Mistake, Setup};

/// The name of a bot that is tried at a table; no bot of a scenario can have it.
pub const TRIED: &str = "\u{0}tried";

/// Most deals of a ladder.
pub const MOST_DEALS: u64 = 1_000_000;

/// A bot with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBot {
    /// Its name.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
}

impl NamedBot {
    /// A bot of a setup, or a kind without settings.
    pub fn of_setup(setup: &Setup, name: &str) -> Self {
        NamedBot {
            name: name.to_owned(),
            spec: setup.bot(name),
        }
    }
}

/// One bot alone among others of one kind; at a table for two, two bots against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bot that sits alone, by its number.
    pub one: usize,
    /// The bot at all other seats.
    pub among: usize,
}

/// Every meeting of so many bots at a table for so many players.
pub fn meetings(bots: usize, players: usize) -> Vec<Meeting> {
    let all = (0..bots).flat_map(|one| (0..bots).map(move |among| Meeting { one, among }));
    // At a table for two each is alone, so that the other way round is the same.
    all.filter(|each| {
        if players == 2 {
            each.one < each.among
        } else {
            each.one != each.among
        }
    })
    .collect()
}

/// The table of each meeting of `bots` by the rules of `setup`, in the order of [`meetings`].
pub fn tables(
    info: &GameInfo,
    setup: &Setup,
    players: usize,
    bots: &[String],
) -> Result<Vec<MeetingTable>, Vec<Mistake>> {
    let table = |meeting: Meeting| MeetingTable::new(info, setup, players, &bots[meeting.one], &bots[meeting.among]);
    meetings(bots.len(), players).into_iter().map(table).collect()
}
