//! The heuristic bot on both sides of the board: where stones lie on islands it plans, on open water it goes by a script (`open_water`).
//!
//! The plan knows ways from island to island. Stones that may lie anywhere make ways that no list holds, and there the
//! plan lost to every script.

use super::{HeuristicBot, ScriptedBot, open_water};
use crate::Mekong;
use crate::state::Move;
use balance_engine::{Ahead, Bot, Moves, Stream, View};

/// The bot of kind `heuristic`.
pub struct BothSides {
    /// For islands.
    pub islands: HeuristicBot,
    /// For open water, by the number of players, from two on.
    pub water: Vec<ScriptedBot>,
}

impl BothSides {
    /// What it goes by on open water.
    fn afloat(&self, view: View<'_, Mekong>) -> &ScriptedBot {
        &self.water[view.game.players - open_water::FEWEST]
    }
}

impl Bot<Mekong> for BothSides {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        if view.game.free {
            self.afloat(view).choose(view, moves, chance)
        } else {
            self.islands.choose(view, moves, chance)
        }
    }

    fn choose_ahead(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut Ahead<Move>,
    ) -> usize {
        if view.game.free {
            self.afloat(view).choose(view, moves, chance)
        } else {
            self.islands.choose_ahead(view, moves, chance, ahead)
        }
    }

    fn values(&self, view: View<'_, Mekong>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        // A script has no values.
        if !view.game.free {
            self.islands.values(view, moves, out);
        }
    }
}
