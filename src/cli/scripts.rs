//! What a run looks into beside its own games: what the lines of scripts have to say.

use std::sync::atomic::AtomicBool;

use super::options::Quiet;
use super::prepare::Prepared;
use super::progress::{Meter, Total, bar};
use balance_analysis::sim::Hearing;
use balance_analysis::table::ScriptUse;

/// With more configurations than this none is looked into.
const MOST: usize = 12;
/// Deals looked at: a twentieth of the run's, but of quick bots so many if it has them.
const LEAST: u64 = 100;
/// And at most so many.
const DEALS: u64 = 1_000;

/// What the scripts of every configuration say in its first deals; none once `stop` is set. The same for whatever ended the run,
/// any number of threads, and shards put together.
pub fn scripts(one: &Prepared, stop: &AtomicBool, quiet: Quiet) -> Option<Vec<ScriptUse>> {
    let all = &one.scenario.configurations;
    let mut found = Vec::new();
    if all.len() > MOST {
        return Some(found);
    }
    let of_scripts = one.games.iter().enumerate().filter(|(_, game)| game.has_scripts());
    for (configuration, game) in of_scripts {
        let each = &all[configuration];
        let part = (one.scenario.games / 20).clamp(1, DEALS);
        let deals = if game.slow() {
            part
        } else {
            part.max(LEAST).min(one.scenario.games)
        };
        let hearing = Hearing {
            game: &**game,
            configuration,
            rotations: each.setup.seats.rotations(),
            seed: one.scenario.seed,
            deals,
        };
        let name = format!("{}: what the scripts of “{}” do", one.scenario.name, each.name);
        let games = deals * hearing.rotations as u64;
        let meter = Meter::new(bar(&name, Total::Exactly(games), quiet)).keeping();
        match meter.over(|subject| one.called(subject), || hearing.listen(meter.runner(stop))) {
            Ok(Some(said)) => found.extend(ScriptUse::from_counts(&each.name, &**game, deals, &said)),
            Ok(None) => return None,
            // The games of the run itself are whole.
            Err(broken) => super::remark(&format!(
                "{}: what the scripts of “{}” do is left out, for a game broke: {broken}\n",
                one.scenario.name, each.name
            )),
        }
    }
    Some(found)
}
