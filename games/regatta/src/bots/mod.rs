//! The bots of Hydra Regatta: who plays how, and what a scenario may set.
//!
//! - `heuristic`: trained to choose as searches do, by features of the moves (`choices`): where the best plan of the turn ends
//!   (`passage`, by [`distance_table`]), and what dice promise (`rolls`)
//! - `features`: what a search looks at where it leaves a game off; `search` and `expert` are of the kit
//! - `scripted`: goes by a list of [`tactics`]
//!
//! A bot sees a view and its own stream of chance, nothing else, and keeps no memory.

pub(crate) mod choices;
pub mod distance_table;
mod features;
mod passage;
pub mod quantities;
mod rolls;
pub mod tactics;

use tactics::TacticLengths;

use crate::Regatta;
use balance_kit::Bots;
use balance_kit::script::ScriptSettings;
use balance_kit::search::Budget;

/// How `search` and `expert` play unless a scenario says otherwise.
const SEARCH: Budget = Budget {
    iterations: 96,
    width: 4,
    horizon: 1,
    caution: 1.0,
    give_up: 8,
    trifles: false,
    ..Budget::QUICK
};
const EXPERT: Budget = Budget {
    iterations: 40,
    give_up: 4,
    ..SEARCH
};

pub fn bots() -> Bots<Regatta> {
    Bots::new()
        .searched(features::evaluation(), [SEARCH, EXPERT])
        .scripted::<ScriptSettings, TacticLengths>(tactics::SCRIPTS, |table| (table.script, ()))
        .trained(
            "heuristic",
            "chooses what searches choose, by features of the moves; their `weights` may be set",
            choices::policy(),
        )
        .by_default()
}
