//! Deals of a configuration as a baseline holds them.

use crate::games::Line;
use crate::judge::Metric;

/// Deals of a configuration from game number 0 on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dealt {
    /// What each of them gave.
    pub lines: Vec<Line>,
    /// By bot: the seats that it had in all of them; nought where what it won is not known.
    pub seats: Vec<u64>,
}

impl Dealt {
    /// The bots whose wins are known, as bits.
    pub fn bots(&self) -> u16 {
        let bits = self.seats.iter().enumerate().filter(|(_, seats)| **seats > 0);
        bits.fold(0, |bits, (bot, _)| bits | 1 << bot)
    }

    /// What a deal had of a metric that baselines hold, summed over its rotations.
    pub fn of(line: &Line, metric: Metric) -> u64 {
        match metric {
            Metric::WinRate(side) => line.wins[side].into(),
            Metric::Ending(ending) => line.endings[ending].into(),
            Metric::Bot(bot) => line.bots[bot].into(),
            _ => line.turns.into(),
        }
    }

    /// Of how many, in a deal, that is: of its `rotations`, or of the seats of a bot.
    pub fn units(&self, metric: Metric, rotations: usize) -> f64 {
        match metric {
            Metric::Bot(bot) => self.seats[bot] as f64 / self.lines.len().max(1) as f64,
            _ => rotations as f64,
        }
    }

    /// The mean of a metric in the first `deals`.
    pub fn mean(&self, metric: Metric, deals: usize, rotations: usize) -> f64 {
        let lines = &self.lines[..deals.min(self.lines.len())];
        let sum: u64 = lines.iter().map(|line| Self::of(line, metric)).sum();
        sum as f64 / (lines.len() as f64 * self.units(metric, rotations)).max(f64::MIN_POSITIVE)
    }
}
