//! What was found beside the bot as it is, on deals that the search never saw, all on the same ones.

use serde::Serialize;

use super::population::{CAPPED, LENGTH, SIDES};
use super::{Cell, DealtGames, Lone, Opposition};
use crate::ladder::Wins;
use balance_inference::judge::TOTAL;
use balance_inference::table::Rate;
use balance_stats::{self as stats, Interval};

/// Fewest deals of a confirmation.
pub(super) const LEAST: u64 = 20;
/// How often the mean change is wrong, at most.
const OF_MEAN: f64 = 0.01;
/// How often anything else is.
const OF_REST: f64 = 0.04;

const _: () = assert!(OF_MEAN + OF_REST <= TOTAL);

/// What was found, confirmed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ConfirmedWeights {
    /// Deals of every table, each played once for each seat at which the bot may begin; beside each four games among its like.
    pub deals: u64,
    /// Is it better?
    pub verdict: Confirmation,
    /// What it gains more than the bot as it is, on the mean over all tables.
    pub change: Rate,
    /// Every table.
    pub tables: Vec<TableGain>,
    /// Its games among its like.
    pub alone: Vec<Alone>,
}

/// What is said of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirmation {
    /// They win more on the mean, are shown to be worse at no table, and their games among their like are like those of now.
    Better,
    /// They win more on the mean, and less at some table.
    Uneven,
    /// They win more on the mean, and their games among their like are not shown to stay near those of now.
    Strange,
    /// Not shown to win more.
    NotShown,
}

/// A table with the bot as it is, and with what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TableGain {
    /// Where.
    #[serde(flatten)]
    pub cell: Cell,
    /// Share of the bot's seats that win as it is.
    pub now: Rate,
    /// What would be even then: seats that win by seats that there were.
    pub even_now: f64,
    /// Share of the seats of what was found that win.
    pub found: Rate,
    /// What would be even then.
    pub even_found: f64,
    /// What it gains more over what would be even, on the same deals.
    pub change: Rate,
}

/// Games with one bot at every seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Alone {
    /// The configuration, by its name.
    pub table: String,
    /// Mean of turns as the bot is now.
    pub turns_now: Rate,
    /// And as it was found.
    pub turns_found: Rate,
    /// Share of games that run into the cap as the bot is now.
    pub capped_now: Rate,
    /// And as it was found.
    pub capped_found: Rate,
    /// Win rates.
    pub sides: Vec<SideRates>,
    /// Is the length of games further from that of now than allowed?
    pub other_length: bool,
    /// Do more of them run into the cap than allowed?
    pub more_capped: bool,
    /// Is a side further from an even share than allowed?
    pub less_even: bool,
}

/// A side's win rate where one bot sits at every seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideRates {
    /// Its name.
    pub side: String,
    /// Its win rate as the bot is now.
    pub now: Rate,
    /// And as it was found.
    pub found: Rate,
}

impl Alone {
    /// Are they further from those of the bot as it is than allowed?
    pub fn strange(&self) -> bool {
        self.other_length || self.more_capped || self.less_even
    }
}

/// What so many deals say of the bot as it is, and of what was found. All intervals hold together at 95%.
pub(super) fn confirmed(
    opposition: &dyn Opposition,
    deals: u64,
    present: &DealtGames,
    found: &DealtGames,
) -> ConfirmedWeights {
    let sides: usize = opposition.tables().iter().map(|(_, sides)| sides.len()).sum();
    let asked = 3 * opposition.cells().len() + 4 * opposition.tables().len() + 2 * sides;
    let sure = 1.0 - OF_REST / asked.max(1) as f64;
    let wins = present.wins.iter().zip(&found.wins);
    let tables: Vec<TableGain> = opposition
        .cells()
        .iter()
        .zip(wins)
        .map(|(cell, (now, found))| met(cell, now, found, sure))
        .collect();
    let games = present.alone.iter().zip(&found.alone);
    let alone: Vec<Alone> = opposition
        .tables()
        .iter()
        .zip(games)
        .map(|((table, sides), (now, found))| likes(table, sides, now, found, sure))
        .collect();
    let cells = opposition.cells().len().max(1) as f64;
    let of_deal = |deal: usize| {
        let change = |(at, cell): (usize, &Cell)| change(cell, present.wins[at][deal], found.wins[at][deal]);
        opposition.cells().iter().enumerate().map(change).sum::<f64>() / cells
    };
    let rows: Vec<f64> = (0..deals as usize).map(of_deal).collect();
    let most = opposition.cells().iter().map(Cell::most).sum::<f64>() / cells;
    let change = mean(&rows, around(2.0 * most), 1.0 - OF_MEAN);
    let verdict = if change.lo <= 0.0 {
        Confirmation::NotShown
    } else if alone.iter().any(Alone::strange) {
        Confirmation::Strange
    } else if tables.iter().any(|met| met.change.hi < 0.0) {
        Confirmation::Uneven
    } else {
        Confirmation::Better
    };
    ConfirmedWeights {
        deals,
        verdict,
        change,
        tables,
        alone,
    }
}

fn met(cell: &Cell, now: &[Wins], found: &[Wins], sure: f64) -> TableGain {
    let players = u64::from(cell.players);
    let share = |wins: &[Wins]| {
        let rows: Vec<f64> = wins
            .iter()
            .map(|wins| cell.share(u64::from(wins.one), players))
            .collect();
        mean(&rows, Interval::SHARE, sure)
    };
    let even = |wins: &[Wins]| {
        let sum = |of: fn(&Wins) -> u32| wins.iter().map(|wins| u64::from(of(wins))).sum();
        cell.even(
            sum(|wins| wins.one),
            sum(|wins| wins.others),
            wins.len() as u64 * players,
        )
    };
    let pairs = now.iter().zip(found);
    let changes: Vec<f64> = pairs.map(|(now, found)| change(cell, *now, *found)).collect();
    TableGain {
        cell: cell.clone(),
        now: share(now),
        even_now: even(now),
        found: share(found),
        even_found: even(found),
        change: mean(&changes, around(2.0 * cell.most()), sure),
    }
}

/// How much more was gained in the games of a deal than as the bot is now.
fn change(cell: &Cell, now: Wins, found: Wins) -> f64 {
    let gain = |wins: Wins| cell.gain(u64::from(wins.one), u64::from(wins.others), u64::from(cell.players));
    gain(found) - gain(now)
}

fn likes(table: &str, sides: &[String], now: &[Lone], found: &[Lone], sure: f64) -> Alone {
    let turns = |games: &[Lone]| {
        let rows: Vec<f64> = games.iter().map(|game| f64::from(game.turns)).collect();
        let largest = rows.iter().copied().fold(0.0, f64::max);
        let range = Interval {
            lo: 0.0,
            hi: stats::unseen(largest, rows.len() as f64),
        };
        mean(&rows, range, sure)
    };
    let of_games = |games: &[Lone], is: &dyn Fn(&Lone) -> bool| {
        let rows: Vec<f64> = games.iter().map(|game| f64::from(u8::from(is(game)))).collect();
        mean(&rows, Interval::SHARE, sure)
    };
    let won = |games: &[Lone], side: usize| of_games(games, &|game| game.sides >> side & 1 == 1);
    let sides: Vec<SideRates> = sides
        .iter()
        .enumerate()
        .map(|(side, name)| SideRates {
            side: name.clone(),
            now: won(now, side),
            found: won(found, side),
        })
        .collect();
    let off = |rate: fn(&SideRates) -> f64| {
        let even = sides.iter().map(rate).sum::<f64>() / sides.len().max(1) as f64;
        sides.iter().map(|side| (rate(side) - even).abs()).fold(0.0, f64::max)
    };
    let less_even = off(|side| side.found.value) - off(|side| side.now.value) > SIDES;
    let (turns_now, turns_found) = (turns(now), turns(found));
    let capped = |games: &[Lone]| of_games(games, &|game| game.capped);
    let (capped_now, capped_found) = (capped(now), capped(found));
    let (shorter, longer) = (turns_now.value / (1.0 + LENGTH), turns_now.value * (1.0 + LENGTH));
    Alone {
        table: table.to_owned(),
        other_length: turns_found.value < shorter || turns_found.value > longer,
        more_capped: capped_found.value - capped_now.value > CAPPED,
        less_even,
        turns_now,
        turns_found,
        capped_now,
        capped_found,
        sides,
    }
}

fn around(most: f64) -> Interval {
    Interval { lo: -most, hi: most }
}

/// The mean of values within `range`, with its interval.
fn mean(values: &[f64], range: Interval, sure: f64) -> Rate {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut rows: Vec<(f64, f64)> = Vec::new();
    for value in sorted {
        match rows.last_mut() {
            Some((last, count)) if last.total_cmp(&value).is_eq() => *count += 1.0,
            _ => rows.push((value, 1.0)),
        }
    }
    Rate::mean(&rows, range, sure)
}
