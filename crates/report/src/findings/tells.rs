//! What the games of a configuration can tell: nothing of the game where they never come to an end, and little by random moves.

use balance_analysis::judge::Family;
use balance_analysis::table::{BotRow, Configuration, EndingRow};

/// What the games of a configuration can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// How the game is, as these bots play it.
    Balance,
    /// Little: most games run into the cap.
    Little,
    /// What random moves do: every seat is played by them.
    Random,
    /// Nothing: every game runs into the cap.
    Nothing,
}

/// What the games of a configuration can tell, at least.
pub fn tells(each: &Configuration) -> Tells {
    if endless(each) {
        Tells::Nothing
    } else if only_random(each) {
        Tells::Random
    } else if mostly_endless(each) {
        Tells::Little
    } else {
        Tells::Balance
    }
}

/// Does every game run into the cap?
pub fn endless(each: &Configuration) -> bool {
    each.games > 0 && capped(each) == each.games
}

/// Do most games surely run into the cap? Asked of each configuration for itself: it makes one say less, not more.
pub fn mostly_endless(each: &Configuration) -> bool {
    let confidence = 1.0 - Family::Endings.each(each.endings.len() + 1);
    let sure = |row: &EndingRow| row.at(each.sampling(), confidence).lo > 0.5;
    each.endings.iter().any(|row| row.capped && sure(row))
}

/// Games that run into the cap.
pub fn capped(each: &Configuration) -> u64 {
    each.endings.iter().filter(|row| row.capped).map(|row| row.games).sum()
}

/// Is every seat played by random moves?
pub fn only_random(each: &Configuration) -> bool {
    // Results of older versions know random moves by the name of their bot alone.
    let random = |row: &BotRow| row.random || row.bot == "random";
    !each.bots.is_empty() && each.bots.iter().all(random)
}
