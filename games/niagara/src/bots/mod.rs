//! The bots of Niagara: who plays how, and what a scenario may set.
//!
//! - `heuristic`: trained to choose as searches do, by features of the moves (`choices`): what it expects of the round (`outlook`),
//!   and what canoes can do after it (`voyages`)
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - `scripted`: goes by a list of `tactics`
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

mod choices;
mod features;
mod outlook;
pub(crate) mod quantities;
pub(crate) mod tactics;
mod voyages;

use tactics::Tactic;

use crate::Niagara;
use balance_kit::Bots;
use balance_kit::script::ScriptSettings;
use balance_kit::search::Budget;

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCH: Budget = Budget {
    iterations: 8,
    width: 4,
    horizon: 2,
    caution: 1.0,
    trifles: false,
    ..Budget::QUICK
};
const EXPERT: Budget = Budget {
    iterations: 12,
    horizon: 3,
    ..SEARCH
};

/// Bots that a scenario may name.
pub fn bots() -> Bots<Niagara> {
    Bots::new()
        .searched(features::evaluation(), [SEARCH, EXPERT])
        .novice(0.1)
        .scripted::<ScriptSettings, Tactic>(tactics::SCRIPTS, |table| (table.script, ()))
        .trained(
            "heuristic",
            "chooses what searches choose, by features of the moves; their `weights` may be set",
            choices::policy(),
        )
        .by_default()
}
