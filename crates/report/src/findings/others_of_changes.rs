//! What the games of other bots say to what a change moves.

use super::{Elsewhere, Says};
use crate::format;
use balance_analysis::table::Rate;
use balance_stats as stats;

/// What a bot says to `change`, a difference of a win rate that is shown with the bots of the run.
pub fn to_change(bot: &str, change: f64, shown: Rate, margin: f64) -> Elsewhere {
    let same = (change > 0.0) == (shown.value > 0.0);
    let says = if shown.lo > 0.0 || shown.hi < 0.0 {
        match (same, shown.lo.max(-shown.hi) > shown.hi - shown.lo) {
            (true, true) => Says::Certainly,
            (true, false) => Says::Holds,
            _ => Says::Reverses,
        }
    } else if shown.lo >= -margin && shown.hi <= margin {
        Says::Fails
    } else {
        Says::Open
    };
    of_change(bot, says, shown)
}

/// How far a change may move who wins with a bot all of whose games were the same in so many deals.
pub fn of_same_games(deals: u64, confidence: f64) -> Rate {
    let range = stats::Interval { lo: -1.0, hi: 1.0 };
    let ends = stats::mean_interval(&[(0.0, deals as f64)], range, confidence).unwrap_or(range);
    Rate {
        value: 0.0,
        lo: ends.lo,
        hi: ends.hi,
    }
}

/// The same, in words.
pub fn same_games(deals: u64) -> String {
    match deals {
        1 => "the same games in the one deal".to_owned(),
        deals => format!("the same games in {} deals", format::count(deals)),
    }
}

/// What a bot says to it that nothing moves by more than `margin`, of what moves most.
pub fn to_none(bot: &str, shown: &[Rate], margin: f64) -> Option<Elsewhere> {
    let most = shown.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))?;
    let beyond = |rate: &&Rate| rate.lo > margin || rate.hi < -margin;
    Some(match shown.iter().find(beyond) {
        Some(moved) => of_change(bot, Says::Fails, *moved),
        None if shown.iter().all(|rate| rate.lo >= -margin && rate.hi <= margin) => of_change(bot, Says::Holds, *most),
        None => of_change(bot, Says::Open, *most),
    })
}

fn of_change(bot: &str, says: Says, shown: Rate) -> Elsewhere {
    Elsewhere {
        bot: bot.to_owned(),
        says,
        best: says,
        shown: format!("{} points", format::points_only(shown.value, 1)),
        at: String::new(),
    }
}
