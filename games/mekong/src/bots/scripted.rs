//! A player who goes by a list: the first line that fits is played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bearings::{Bearings, sight};
use super::quantities::QUANTITIES;
use super::tactics::Tactic;
use crate::Mekong;
use crate::state::Move;
use balance_engine::{Bot, Moves, Stream, View};
use balance_kit::Mistake;
use balance_kit::script::{self, ScriptLine};

/// Spread of a distance as it is seen, as a part of it.
pub const EYE_ERROR: f64 = 0.05;
/// What is added to a distance before a plank is chosen, in millimetres.
pub const SAFETY: f64 = 3.0;

/// The `[bots.X]` table of a scripted bot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScriptSettings {
    /// Tactics from most to least urgent; of the first that offers a legal move, the best such move is played. `any`
    /// is implied at the end.
    /// A line may end in conditions: `TACTIC if turn > 3 and hand has CARD`.
    #[schemars(length(min = 1))]
    pub script: Vec<String>,
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    #[schemars(range(min = 0.0, max = 0.5))]
    #[serde(default = "eye_error")]
    pub eye_error: f64,
    /// What it adds to a distance before it chooses a plank, in millimetres.
    #[schemars(range(min = 0.0, max = 50.0))]
    #[serde(default = "safety")]
    pub safety: f64,
}

fn eye_error() -> f64 {
    EYE_ERROR
}

fn safety() -> f64 {
    SAFETY
}

/// The scripts that come with the game.
pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

/// The bot of kind `scripted`.
pub struct ScriptedBot {
    script: Vec<ScriptLine<Mekong, Tactic>>,
    eye_error: f64,
    safety: f64,
}

impl ScriptedBot {
    /// Reads the script of the bot `name`; its eye is as in [`ScriptSettings`].
    ///
    /// # Errors
    /// Every line that names no tactic, with the nearest one that exists.
    pub fn read<S: AsRef<str>>(name: &str, lines: &[S], eye_error: f64, safety: f64) -> Result<Self, Vec<Mistake>> {
        let mut script = script::read(name, lines, Tactic::named, Tactic::nearest, QUANTITIES)?;
        script.push(ScriptLine::always(Tactic::Any));
        Ok(ScriptedBot {
            script,
            eye_error,
            safety: 10.0 * safety,
        })
    }
}

impl ScriptedBot {
    /// The choice by the first line that fits; tells `lines` which had a say.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        mut lines: impl FnMut(usize),
    ) -> usize {
        let sight = sight(view.public, self.eye_error, chance);
        let mut bearings = Bearings::new(view, sight, self.safety, chance.bits());
        for (number, line) in self.script.iter().enumerate() {
            if !line.tactic.answers(view.public.ask) || !line.holds(view) {
                continue;
            }
            if let Tactic::Way(path) = line.tactic {
                lines(number);
                bearings.keep_to(path);
                continue;
            }
            if line.tactic.is_idle(&bearings) {
                continue;
            }
            if let Some(at) = script::best(moves, chance, |mv| line.tactic.rate(&bearings, mv)) {
                lines(number);
                return at;
            }
        }
        0
    }
}

impl Bot<Mekong> for ScriptedBot {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.by_lines(view, moves, chance, |_| {})
    }

    fn choose_by(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.by_lines(view, moves, chance, lines)
    }
}
