//! A player who goes by a list: the first line that fits is played.

use super::distance_table::Charted;
use super::quantities::QUANTITIES;
use super::tactics::{Tactic, Ways};
use crate::Regatta;
use crate::state::Move;
use balance_engine::{Bot, Moves, Stream, View};
use balance_kit::Mistake;
use balance_kit::script::{self, ScriptLine};

/// A tactic with its lengths.
struct TacticLengths {
    tactic: Tactic,
    chart: Option<Charted>,
}

impl TacticLengths {
    fn new(tactic: Tactic) -> Self {
        TacticLengths {
            tactic,
            chart: tactic.costs().map(Charted::new),
        }
    }

    /// The move that it rates highest; none if it rates none.
    #[inline]
    fn best(&self, view: View<'_, Regatta>, moves: &Moves<Move>, chance: &mut Stream) -> Option<usize> {
        let mut best = |ways: Option<&Ways<'_>>| script::best(moves, chance, |mv| self.tactic.rate(view, mv, ways));
        let (course, boost) = (&view.game.course, view.game.rules.boost);
        match &self.chart {
            Some(chart) => chart.with(course, boost, |chart| best(Some(&Ways::new(chart, &view.public.ring)))),
            None => best(None),
        }
    }
}

/// The scripts that come with the game.
pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

/// The bot of kind `scripted`.
pub struct ScriptedBot {
    script: Vec<ScriptLine<Regatta, TacticLengths>>,
}

impl ScriptedBot {
    /// Reads the script of the bot `name`.
    ///
    /// # Errors
    /// Every line with a tactic or a condition that does not exist, and what was probably meant.
    pub fn read<S: AsRef<str>>(name: &str, lines: &[S]) -> Result<Self, Vec<Mistake>> {
        let named = |name: &str| Tactic::named(name).map(TacticLengths::new);
        let mut script = script::read(name, lines, named, Tactic::nearest, QUANTITIES)?;
        script.push(ScriptLine::always(TacticLengths::new(Tactic::Any)));
        Ok(ScriptedBot { script })
    }
}

impl ScriptedBot {
    /// The choice by the first line that fits; tells `lines` which had a say.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, Regatta>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        mut lines: impl FnMut(usize),
    ) -> usize {
        for (number, line) in self.script.iter().enumerate() {
            if !line.tactic.tactic.fits(view.public.ask) || !line.holds(view) {
                continue;
            }
            if let Some(at) = line.tactic.best(view, moves, chance) {
                lines(number);
                return at;
            }
        }
        0
    }
}

impl Bot<Regatta> for ScriptedBot {
    fn choose(&self, view: View<'_, Regatta>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.by_lines(view, moves, chance, |_| {})
    }

    fn choose_by(
        &self,
        view: View<'_, Regatta>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.by_lines(view, moves, chance, lines)
    }
}
