//! The heuristic bot on both sides of the board: where stones lie on islands it plans, on open water it goes by a script or,
//! game by game, by one of several (`open_water`).
//!
//! The plan knows ways from island to island. Stones that may lie anywhere make ways that no list holds, and there the
//! plan lost to every script.

use super::open_water::{self, Part};
use super::{HeuristicBot, ScriptedBot};
use crate::Mekong;
use crate::state::Move;
use balance_engine::{Ahead, Bot, Moves, Stream, View};
use balance_kit::Mistake;

/// The bot of kind `heuristic`.
pub struct BothSides {
    /// For islands.
    pub islands: HeuristicBot,
    /// For open water, by the number of players, from two on.
    pub water: Vec<Mix>,
}

/// Scripts of which one is drawn for a whole game.
pub struct Mix {
    scripts: Vec<ScriptedBot>,
    /// The parts of the scripts up to and with each, added up.
    until: Vec<f64>,
}

impl Mix {
    /// Of these scripts, for the bot `name`; its eye is as in [`super::ScriptSettings`].
    ///
    /// # Errors
    /// As [`ScriptedBot::read`].
    pub fn read(name: &str, parts: &[Part], eye_error: f64, safety: f64) -> Result<Self, Vec<Mistake>> {
        let script = |(_, lines): &Part| ScriptedBot::read(name, lines, eye_error, safety);
        let mut sum = 0.0;
        let mut until = |(part, _): &Part| {
            sum += part;
            sum
        };
        Ok(Mix {
            scripts: parts.iter().map(script).collect::<Result<_, _>>()?,
            until: parts.iter().map(&mut until).collect(),
        })
    }

    /// The number of the script of the game whose choices are drawn from this stream.
    fn drawn(&self, chance: &Stream) -> usize {
        // A mixed bot draws by the same lot whether it plays as this one, and what is left of it then is no longer any: digits
        // further down are.
        let lot = (chance.lot() * 4096.0).fract();
        let drawn = self.until.iter().position(|until| lot < *until);
        drawn.unwrap_or(self.scripts.len() - 1)
    }
}

impl BothSides {
    /// What it goes by on open water.
    fn afloat(&self, view: View<'_, Mekong>, chance: &Stream) -> &ScriptedBot {
        let mix = &self.water[view.game.players - open_water::FEWEST];
        &mix.scripts[mix.drawn(chance)]
    }
}

impl Bot<Mekong> for BothSides {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        if view.game.free {
            self.afloat(view, chance).choose(view, moves, chance)
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
            self.afloat(view, chance).choose(view, moves, chance)
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

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::{Chance, Seat};

    #[test]
    fn the_parts_of_every_table_add_up_to_1() {
        for parts in open_water::MIXES {
            let sum: f64 = parts.iter().map(|(part, _)| part).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
    }

    /// Also where a mixed bot plays as this one in half of the games.
    #[test]
    fn each_script_is_drawn_for_its_part_of_the_games() {
        let parts: [Part; 3] = [(0.5, &["any"]), (0.3, &["any"]), (0.2, &["any"])];
        let mix = Mix::read("mix", &parts, 0.0, 0.0).unwrap_or_else(|faults| panic!("{faults:?}"));
        let (mut all, mut half) = ([0; 3], [0; 3]);
        for game in 0..8_000 {
            let mut chance = Chance::new(5, game);
            let stream = chance.bot(Seat(1));
            let drawn = mix.drawn(stream);
            stream.bits();
            assert_eq!(mix.drawn(stream), drawn, "one game, one script");
            all[drawn] += 1;
            half[drawn] += i32::from(stream.lot() < 0.5);
        }
        for ((all, half), (part, _)) in all.into_iter().zip(half).zip(parts) {
            // Standard errors are below 45 and 32.
            assert!((f64::from(all) - 8_000.0 * part).abs() < 180.0, "{all} of {part}");
            assert!((f64::from(half) - 4_000.0 * part).abs() < 128.0, "{half} of {part}");
        }
    }
}
