//! A player who goes by a list: the first line that fits is played.

use std::cell::Cell;

use super::quantities::QUANTITIES;
use super::scene::Scene;
use super::tactics::Tactic;
use super::weights::{WeightTables, Weights};
use crate::Riverbed;
use crate::state::Move;
use balance_engine::{Bot, Heeded, MovePlan, Moves, Stream, View};
use balance_kit::Mistake;
use balance_kit::script::{self, ScriptLine};

/// Looks before anybody reveals, asks the Chief.
pub const LOYAL_DIVER: &[&str] = &[
    "uncover winning",
    "hunt winning",
    "con winning",
    "reveal known-good",
    "reveal unseen",
    "reveal known-harmless",
    "play view-card",
    "dive unseen",
    "co-op known-friend",
    "co-op chief",
    "co-op trusted",
    "swim toward unseen",
    "co-op anyone",
    "discard least useful",
    "stop hunt",
    "start apart",
    "end turn",
];

/// Turns tiles up blindly, by anybody.
pub const GAMBLER: &[&str] = &[
    "hunt now",
    "hunt on",
    "con now",
    "reveal unseen",
    "play card",
    "co-op never-revealed",
    "uncover unseen",
    "co-op anyone",
    "end turn",
];

/// Swims for cards and keeps them; hunts and cons at the first chance.
pub const HOARDER: &[&str] = &[
    "never card",
    "hunt now",
    "con now",
    "stop hunt",
    "uncover winning",
    "reveal known-good",
    "reveal unseen",
    "swim toward unseen",
    "refresh swim",
    "dive unseen",
    "co-op trusted",
    "co-op anyone",
    "discard least useful",
    "end turn",
];

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
    /// The choice by the first line that fits; tells `lines` what became of each up to it. Of the moves `allowed` those are taken
    /// away that a line forbids.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        (chance, ahead): (&mut Stream, &mut MovePlan<Move>),
        allowed: &mut u64,
        mut lines: impl FnMut(usize, Heeded),
    ) -> usize {
        let scene = Scene::new(&self.tuned, view, moves, ahead);
        for (number, line) in self.script.iter().enumerate() {
            if !line.holds(view) {
                lines(number, Heeded::Unmet);
                continue;
            }
            if line.tactic == Tactic::NeverCard {
                let cards = scene.cards();
                let narrows = *allowed & cards != 0;
                lines(number, if narrows { Heeded::Said } else { Heeded::Unfit });
                *allowed &= !cards;
                continue;
            }
            let all = scene.fits(line.tactic);
            let fits = all & *allowed;
            if fits != 0 {
                lines(number, Heeded::Said);
                return chance.one_of(fits) as usize;
            }
            lines(number, if all == 0 { Heeded::Unfit } else { Heeded::Barred });
        }
        let rest = scene.fits(Tactic::Any);
        let fits = if rest & *allowed == 0 { rest } else { rest & *allowed };
        chance.one_of(fits) as usize
    }
}

impl Bot<Riverbed> for ScriptedBot {
    fn choose(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.by_lines(
            view,
            moves,
            (chance, &mut MovePlan::default()),
            &mut { u64::MAX },
            |_, _| {},
        )
    }

    fn choose_ahead(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        self.by_lines(view, moves, (chance, ahead), &mut { u64::MAX }, |_, _| {})
    }

    fn choose_by(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize, Heeded),
    ) -> usize {
        let [mut early, mut late] = [MovePlan::default(), MovePlan::default()];
        let scene = Scene::new(&self.tuned, view, moves, &mut late);
        // What an earlier line forbids fits no later one, wherever that stands behind it.
        let left = Cell::new(u64::MAX);
        let fits = |tactic: &Tactic| {
            let all = match tactic {
                Tactic::NeverCard => return Heeded::late(scene.cards() & left.get() != 0),
                tactic => scene.fits(*tactic),
            };
            if all != 0 && all & left.get() == 0 {
                Heeded::Barred
            } else {
                Heeded::late(all != 0)
            }
        };
        script::heard(&self.script, view, lines, fits, |lines| {
            let mut allowed = u64::MAX;
            let chosen = self.by_lines(view, moves, (chance, &mut early), &mut allowed, lines);
            left.set(allowed);
            chosen
        })
    }
}
