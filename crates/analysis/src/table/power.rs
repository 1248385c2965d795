//! What so many games will be able to show, told before any is played.

use super::interval::{Looks, Sampling};
use super::sides::all_at_once;
use crate::games::AnyGame;
use crate::scenario::Scenario;

/// How closely the deals of `scenario` will show all win rates of all configurations together: half the width of an interval, of the
/// rates that need most games.
pub fn half_width(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> f64 {
    let deals = scenario.games;
    let sampling = Sampling {
        games: deals,
        rotations: 1,
        looks: Looks::from_scenario(scenario),
    };
    let sides = games.iter().map(|game| game.sheet().sides.len() + 1).max().unwrap_or(1);
    let rate = sampling.share(deals / 2, deals, all_at_once(sides * games.len()));
    rate.interval().half_width()
}
