//! What a run looks into beside its own games: what the lines of scripts have to say.

use std::sync::atomic::AtomicBool;

use super::prepare::Prepared;
use super::shown::{Shown, bar, called};
use crate::table::ScriptUse;

/// With more configurations than this none is looked into.
const MOST: usize = 12;
/// Deals looked at: a twentieth of the run's, but of quick bots so many if it has them.
const LEAST: u64 = 100;
/// And at most so many.
const DEALS: u64 = 1_000;

/// What the scripts of every configuration say in its first deals; none once `stop` is set. The same for whatever ended the run,
/// any number of threads, and shards put together.
pub fn scripts(one: &Prepared, stop: &AtomicBool, quiet: bool) -> Option<Vec<ScriptUse>> {
    let all = &one.scenario.configurations;
    let mut found = Vec::new();
    if all.len() > MOST {
        return Some(found);
    }
    for (each, game) in all.iter().zip(&one.games).filter(|(_, game)| game.has_scripts()) {
        let part = (one.scenario.games / 20).clamp(1, DEALS);
        let deals = if game.slow() {
            part
        } else {
            part.max(LEAST).min(one.scenario.games)
        };
        let name = format!("{}: what the scripts of “{}” do", one.scenario.name, each.name);
        let shown = Shown::new(bar(&name, deals, quiet)).keeping();
        let late = |_: &usize| called(&one.scenario, &format!("“{}”", each.name));
        match shown.over(late, || game.said(one.scenario.seed, 0..deals, stop)) {
            Ok(Some(said)) => found.extend(ScriptUse::of(&each.name, &**game, deals, &said)),
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
