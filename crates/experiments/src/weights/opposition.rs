//! Whom versions of a bot meet, and what that gave, as whole counts.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::ladder::Wins;
use balance_config::games::Broken;

/// Games of a version at every seat beside each deal at the other tables: one game tells little of length.
pub(super) const LONE: u64 = 4;

/// A bot with these values of its numbers; none: as it is now.
pub type Version = Option<Vec<f64>>;

/// A table at which versions meet a rival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Cell {
    /// The configuration, by its name.
    pub table: String,
    /// Players.
    pub players: u32,
    /// The bot at the other seats.
    pub rival: String,
    /// Seats of the version, side by side.
    pub seats: u32,
}

impl Cell {
    /// What the version wins beyond an even share, in one of `games`: from -1 to 1. Even is what it would win were all alike.
    pub fn gain(&self, one: u64, others: u64, games: u64) -> f64 {
        self.share(one, games) - self.even(one, others, games)
    }

    /// The share of its seats that win, of 1.
    pub fn share(&self, one: u64, games: u64) -> f64 {
        one as f64 / (games.max(1) * u64::from(self.seats)) as f64
    }

    /// The share of all seats that win, of 1.
    pub fn even(&self, one: u64, others: u64, games: u64) -> f64 {
        (one + others) as f64 / (games.max(1) * u64::from(self.players)) as f64
    }

    /// The most that a version can gain in a game, or lose.
    pub fn most(&self) -> f64 {
        1.0 - f64::from(self.seats) / f64::from(self.players)
    }
}

/// A game of a version at every seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u32, bool, u16)", from = "(u32, bool, u16)")]
pub struct Lone {
    /// Turns.
    pub turns: u32,
    /// Did it run into the cap?
    pub capped: bool,
    /// The sides that won, as bits.
    pub sides: u16,
}

impl From<Lone> for (u32, bool, u16) {
    fn from(lone: Lone) -> Self {
        (lone.turns, lone.capped, lone.sides)
    }
}

impl From<(u32, bool, u16)> for Lone {
    fn from((turns, capped, sides): (u32, bool, u16)) -> Self {
        Lone { turns, capped, sides }
    }
}

/// What some deals gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DealtGames {
    /// By cell and deal, over all seats at which the version may begin.
    pub wins: Vec<Vec<Wins>>,
    /// By table and game, four for each deal: the version at every seat.
    pub alone: Vec<Vec<Lone>>,
}

/// The same as sums over deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightSums {
    /// Deals.
    pub deals: u64,
    /// By cell: seats of the version that won, and of the others.
    pub wins: Vec<(u64, u64)>,
    /// By table: turns, games that ran into the cap, and wins by side.
    pub alone: Vec<(u64, u64, Vec<u64>)>,
}

impl DealtGames {
    /// Its sums, with so many sides at each table.
    pub fn sums(&self, sides: &[usize]) -> WeightSums {
        let both = |wins: &Vec<Wins>| {
            let sum = |of: fn(&Wins) -> u32| wins.iter().map(|wins| u64::from(of(wins))).sum();
            (sum(|wins| wins.one), sum(|wins| wins.others))
        };
        let lone = |(games, sides): (&Vec<Lone>, &usize)| {
            let won = |side: usize| games.iter().map(|game| u64::from(game.sides >> side & 1)).sum();
            (
                games.iter().map(|game| u64::from(game.turns)).sum(),
                games.iter().map(|game| u64::from(game.capped)).sum(),
                (0..*sides).map(won).collect(),
            )
        };
        WeightSums {
            deals: self.wins.first().map_or(0, Vec::len) as u64,
            wins: self.wins.iter().map(both).collect(),
            alone: self.alone.iter().zip(sides).map(lone).collect(),
        }
    }
}

impl DealtGames {
    /// Adds the deals that follow.
    pub fn append(&mut self, next: DealtGames) {
        for (all, next) in self.wins.iter_mut().zip(next.wins) {
            all.extend(next);
        }
        for (all, next) in self.alone.iter_mut().zip(next.alone) {
            all.extend(next);
        }
    }
}

impl WeightSums {
    /// Adds other deals.
    pub fn add(&mut self, other: &WeightSums) {
        self.deals += other.deals;
        for (all, more) in self.wins.iter_mut().zip(&other.wins) {
            all.0 += more.0;
            all.1 += more.1;
        }
        for (all, more) in self.alone.iter_mut().zip(&other.alone) {
            all.0 += more.0;
            all.1 += more.1;
            all.2.iter_mut().zip(&more.2).for_each(|(all, more)| *all += more);
        }
    }
}

/// Whom versions meet, and where.
pub trait Opposition: Send + Sync {
    /// Every table of every rival and mixture.
    fn cells(&self) -> &[Cell];

    /// The names of the tables at which a version sits at every seat, each with those of its sides.
    fn tables(&self) -> &[(String, Vec<String>)];

    /// Seats a version at all of them; none if no bot can be made from it.
    fn seat(&self, version: &Version) -> Option<Box<dyn SeatedBot>>;

    /// Does a bot think for long?
    fn is_slow(&self) -> bool {
        false
    }

    /// Games that a version plays of each deal.
    fn games_per_deal(&self) -> u64 {
        let seats: u64 = self.cells().iter().map(|cell| u64::from(cell.players)).sum();
        seats + LONE * self.tables().len() as u64
    }
}

/// A version at all tables.
pub trait SeatedBot: Send + Sync {
    /// What these deals give in a cell; none once `stop` is set.
    fn wins(&self, cell: usize, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Wins>>, Broken>;

    /// These games with the version at every seat of a table; none once `stop` is set.
    fn alone(&self, table: usize, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Lone>>, Broken>;
}
