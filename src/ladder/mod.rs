//! How strong bots are beside each other at one table: every bot alone among every other, on the same deals, on every seat in
//! turn. Plays and computes; prints nothing.

mod rated;

pub use rated::{Ladder, Pair, Rung, climbed};

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::games::{AnyGame, Broken, GameInfo, Mistake, Seats, Setup};

/// One bot alone among others of one kind; at a table for two, two bots against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bot that sits alone, by its number.
    pub one: usize,
    /// The bot at all other seats.
    pub among: usize,
}

/// Wins in all rotations of one deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u32, u32)", from = "(u32, u32)")]
pub struct Wins {
    /// Games that the one bot won.
    pub one: u32,
    /// Seats of the others that won, over all games.
    pub others: u32,
}

impl From<Wins> for (u32, u32) {
    fn from(wins: Wins) -> Self {
        (wins.one, wins.others)
    }
}

impl From<(u32, u32)> for Wins {
    fn from((one, others): (u32, u32)) -> Self {
        Wins { one, others }
    }
}

impl Wins {
    /// Could these be those of a deal at a table for `players`, played once for every seat?
    pub fn fits(self, players: usize) -> bool {
        let games = players as u32;
        self.one <= games && self.others <= games * (games - 1)
    }
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

/// The game of each meeting.
pub type Tables = Vec<(Meeting, Box<dyn AnyGame>)>;

/// The game of each meeting of `bots` at the table of `setup`.
///
/// # Errors
/// What is wrong with a bot's table.
pub fn tables(info: &GameInfo, setup: &Setup, players: usize, bots: &[String]) -> Result<Tables, Vec<Mistake>> {
    let table = |meeting: Meeting| {
        let mut setup = setup.clone();
        let mut rotate = vec![bots[meeting.among].clone(); players];
        rotate[0].clone_from(&bots[meeting.one]);
        setup.seats = Seats {
            rotate,
            ..Seats::default()
        };
        Ok((meeting, (info.build)(&setup)?))
    };
    meetings(bots.len(), players).into_iter().map(table).collect()
}

/// Plays these deals at every table; by table and deal. None once `stop` is set. `played` is called after each
/// deal.
///
/// # Errors
/// The first game, by table and number, that broke its own rules.
pub fn play(
    tables: &[(Meeting, Box<dyn AnyGame>)],
    bots: &[String],
    (seed, deals): (u64, &[u64]),
    stop: &AtomicBool,
    played: &(dyn Fn() + Sync),
) -> Result<Option<Vec<Vec<Wins>>>, Broken> {
    let count = deals.len();
    let one = |task: usize| -> Option<Result<Wins, Broken>> {
        let ((meeting, game), deal) = (&tables[task / count], deals[task % count]);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let block = game.play_unless(seed, deal..deal + 1, stop).transpose()?;
        played();
        Some(block.map(|block| {
            let wins = |bot: usize| {
                let at = game.sheet().bots.iter().position(|name| *name == bots[bot]);
                at.map_or(0, |at| block.tally.bots[at].totals().1 as u32)
            };
            Wins {
                one: wins(meeting.one),
                others: wins(meeting.among),
            }
        }))
    };
    let all: Vec<Option<Result<Wins, Broken>>> = (0..tables.len() * count).into_par_iter().map(one).collect();
    // The first in order, whatever broke first.
    let all: Option<Result<Vec<Wins>, Broken>> = all
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .map(|all| all.into_iter().collect());
    let all = all.transpose()?;
    Ok(all.map(|all| all.chunks(count.max(1)).map(<[Wins]>::to_vec).collect()))
}
