//! A player who goes by a list: the first line that fits is played.

use super::quantities::QUANTITIES;
use super::tactics::Tactic;
use crate::Niagara;
use crate::state::Move;
use balance_engine::{Bot, Moves, Stream, View};
use balance_kit::Mistake;
use balance_kit::script::{self, ScriptLine};

/// The scripts that come with the game.
pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

/// The bot of kind `scripted`.
pub struct ScriptedBot {
    script: Vec<ScriptLine<Niagara, Tactic>>,
}

impl ScriptedBot {
    /// Reads the script of the bot `name`.
    ///
    /// # Errors
    /// Every line that names no tactic, with the nearest one that exists.
    pub fn read<S: AsRef<str>>(name: &str, lines: &[S]) -> Result<Self, Vec<Mistake>> {
        // Scripts of before call it so.
        let named = |tactic: &str| Tactic::named(if tactic == "land unsafe" { "land empty" } else { tactic });
        let mut script = script::read(name, lines, named, Tactic::nearest, QUANTITIES)?;
        script.push(ScriptLine::always(Tactic::Any));
        Ok(ScriptedBot { script })
    }
}

impl ScriptedBot {
    /// The choice by the first line that fits; tells `lines` which had a say.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, Niagara>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        mut lines: impl FnMut(usize),
    ) -> usize {
        for (number, line) in self.script.iter().enumerate() {
            if !line.holds(view) {
                continue;
            }
            if let Some(at) = script::best(moves, chance, |mv| line.tactic.rate(view, mv)) {
                lines(number);
                return at;
            }
        }
        0
    }
}

impl Bot<Niagara> for ScriptedBot {
    fn choose(&self, view: View<'_, Niagara>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.by_lines(view, moves, chance, |_| {})
    }

    fn choose_by(
        &self,
        view: View<'_, Niagara>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.by_lines(view, moves, chance, lines)
    }
}
