//! The heuristic bot on both sides of the board: where stones lie on islands it plans, on open water it goes by a script. Where
//! whatever always plays alike is beaten by something else it goes by one of several policies, game by game (`policies`).
//!
//! The plan knows ways from island to island. Stones that may lie anywhere make ways that no list holds, and there the
//! plan lost to every script.

use super::{HeuristicBot, ScriptedBot};
use crate::Mekong;
use crate::state::Move;
use balance_engine::{Bot, MovePlan, Moves, Stream, View};

/// Players at the smallest table.
pub const FEWEST: usize = 2;

/// The bot of kind `heuristic`; its mixes are by the number of players, from [`FEWEST`] on.
pub struct BothSides {
    /// What says what a choice on islands is worth.
    pub plan: HeuristicBot,
    /// For islands.
    pub islands: Vec<PolicyMix>,
    /// For open water.
    pub water: Vec<PolicyMix>,
}

/// How a whole game is played.
pub enum Policy {
    /// By planning.
    Plans(HeuristicBot),
    /// By a script.
    Goes(ScriptedBot),
}

/// Policies of which one is drawn for a whole game.
pub struct PolicyMix {
    policies: Vec<Policy>,
    /// The parts of the policies up to and with each, added up.
    until: Vec<f64>,
}

impl PolicyMix {
    /// Of these policies, each with its part; the parts add up to 1.
    pub fn new(parts: Vec<(f64, Policy)>) -> Self {
        let mut sum = 0.0;
        let mut until = |part: &(f64, Policy)| {
            sum += part.0;
            sum
        };
        PolicyMix {
            until: parts.iter().map(&mut until).collect(),
            policies: parts.into_iter().map(|(_, policy)| policy).collect(),
        }
    }

    /// The number of the policy of the game whose choices are drawn from this stream.
    fn draw(&self, chance: &Stream) -> usize {
        // A mixed bot draws by the same lot whether it plays as this one, and what is left of it then is no longer any: digits
        // further down are.
        let lot = (chance.lot() * 4096.0).fract();
        let drawn = self.until.iter().position(|until| lot < *until);
        drawn.unwrap_or(self.policies.len() - 1)
    }
}

impl BothSides {
    /// What it goes by in this game.
    fn policy(&self, view: View<'_, Mekong>, chance: &Stream) -> &dyn Bot<Mekong> {
        let mixes = if view.game.free { &self.water } else { &self.islands };
        let mix = &mixes[view.game.players - FEWEST];
        match &mix.policies[mix.draw(chance)] {
            Policy::Plans(bot) => bot,
            Policy::Goes(script) => script,
        }
    }
}

impl Bot<Mekong> for BothSides {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.policy(view, chance).choose(view, moves, chance)
    }

    fn choose_ahead(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        self.policy(view, chance).choose_ahead(view, moves, chance, ahead)
    }

    fn values(&self, view: View<'_, Mekong>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        // A script has no values. On islands they are those of the plan that expects anybody, whatever was drawn.
        if !view.game.free {
            self.plan.values(view, moves, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::{Chance, Seat};

    /// Also where a mixed bot plays as this one in half of the games.
    #[test]
    fn each_script_is_drawn_for_its_part_of_the_games() {
        let parts = [0.5, 0.3, 0.2];
        let any = || ScriptedBot::read("mix", &["any"], 0.0, 0.0).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mix = PolicyMix::new(parts.map(|part| (part, Policy::Goes(any()))).into());
        let (mut all, mut half) = ([0; 3], [0; 3]);
        for game in 0..8_000 {
            let mut chance = Chance::new(5, game);
            let stream = chance.bot(Seat(1));
            let drawn = mix.draw(stream);
            stream.bits();
            assert_eq!(mix.draw(stream), drawn, "one game, one script");
            all[drawn] += 1;
            half[drawn] += i32::from(stream.lot() < 0.5);
        }
        for ((all, half), part) in all.into_iter().zip(half).zip(parts) {
            // Standard errors are below 45 and 32.
            assert!((f64::from(all) - 8_000.0 * part).abs() < 180.0, "{all} of {part}");
            assert!((f64::from(half) - 4_000.0 * part).abs() < 128.0, "{half} of {part}");
        }
    }
}
