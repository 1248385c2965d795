//! What the games of other bots say to what a change moves.

use super::{Elsewhere, Says};
use crate::format;
use balance_analysis::table::Rate;

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

/// What a bot says to a change that does nothing to any of its games: to it that something moves, or that nothing does.
pub fn of_same_games(bot: &str, moves: bool) -> Elsewhere {
    let says = if moves { Says::Fails } else { Says::Holds };
    Elsewhere {
        bot: bot.to_owned(),
        says,
        best: says,
        shown: "the same games".to_owned(),
        at: String::new(),
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
