//! A player who goes by a list: the first line that fits is played.

use super::quantities::QUANTITIES;
use super::scene::Scene;
use super::tactics::Tactic;
use super::weights::{WeightTables, Weights};
use crate::Riverbed;
use crate::state::Move;
use balance_engine::{Bot, MovePlan, Moves, Stream, View};
use balance_kit::Mistake;
use balance_kit::script::{self, ScriptLine};

/// The scripts that come with the game.
pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

/// The bot of kind `scripted`.
pub struct ScriptedBot {
    script: Vec<ScriptLine<Riverbed, Tactic>>,
    tuned: WeightTables,
}

impl ScriptedBot {
    /// Reads the script of the bot `name`.
    ///
    /// # Errors
    /// Every line that names no tactic, with the nearest one that exists.
    pub fn read<S: AsRef<str>>(name: &str, lines: &[S]) -> Result<Self, Vec<Mistake>> {
        Ok(ScriptedBot {
            script: script::read(name, lines, Tactic::named, Tactic::nearest, QUANTITIES)?,
            tuned: WeightTables::new(Weights::default()),
        })
    }
}

impl ScriptedBot {
    /// The choice by the first line that fits; tells `lines` which had a say.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
        mut lines: impl FnMut(usize),
    ) -> usize {
        let scene = Scene::new(&self.tuned, view, moves, ahead);
        let mut allowed = u64::MAX;
        for (number, line) in self.script.iter().enumerate() {
            if !line.holds(view) {
                continue;
            }
            if line.tactic == Tactic::NeverCard {
                let cards = scene.cards();
                if allowed & cards != 0 {
                    lines(number);
                }
                allowed &= !cards;
                continue;
            }
            let fits = scene.fits(line.tactic) & allowed;
            if fits != 0 {
                lines(number);
                return chance.one_of(fits) as usize;
            }
        }
        lines(self.script.len());
        let rest = scene.fits(Tactic::Any);
        let fits = if rest & allowed == 0 { rest } else { rest & allowed };
        chance.one_of(fits) as usize
    }
}

impl Bot<Riverbed> for ScriptedBot {
    fn choose(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.by_lines(view, moves, chance, &mut MovePlan::default(), |_| {})
    }

    fn choose_ahead(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        self.by_lines(view, moves, chance, ahead, |_| {})
    }

    fn choose_by(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.by_lines(view, moves, chance, &mut MovePlan::default(), lines)
    }
}
