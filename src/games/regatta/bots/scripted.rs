//! A player who goes by a list: the first line that fits is played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Regatta;
use super::super::state::Move;
use super::chart::Charted;
use super::tactics::Tactic;
use crate::engine::{Bot, Moves, Stream, View};
use crate::games::{Fault, settings};

/// The `[bots.X]` table of a scripted bot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScriptSettings {
    /// Tactics from most to least urgent; of the first that offers a legal move, the best such move is played. `any`
    /// is implied at the end.
    #[schemars(length(min = 1))]
    pub script: Vec<String>,
}

/// Never rolls the second movement die; goes the shortest way.
pub const NEVER_ROLL: &[&str] = &[
    "stop",
    "save a bust",
    "help oneself",
    "short way",
    "sail on",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Always rolls it, and pays for busts.
pub const ALWAYS_ROLL: &[&str] = &[
    "roll",
    "save a bust",
    "retry a bust",
    "help oneself",
    "short way",
    "sail on",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Dice by the table of the odds, ways by a plain weighing.
pub const BY_THE_TABLE: &[&str] = &[
    "start near",
    "reroll one if rich",
    "roll by the table",
    "save a bust",
    "retry a bust",
    "help oneself",
    "sail on",
    "balanced way",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// The shortest way, whatever lies on it.
pub const DASHER: &[&str] = &[
    "start near",
    "reroll one",
    "roll by the table",
    "save a bust",
    "retry a bust",
    "help oneself",
    "sail on",
    "short way",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Fish first, and it spends them on dice.
pub const FISHER: &[&str] = &[
    "start far",
    "reroll one if rich",
    "roll by the table",
    "save a bust",
    "retry a bust",
    "help oneself",
    "sail on",
    "way of fish",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Keeps away from Hydras, and keeps a fish for them.
pub const HYDRA_SHY: &[&str] = &[
    "start far",
    "roll by the table",
    "save a bust",
    "retry a bust if rich",
    "set Hydras",
    "fool Hydras",
    "feed Hydras",
    "sail on",
    "way round Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Favors first.
pub const COLLECTOR: &[&str] = &[
    "start far",
    "reroll one if rich",
    "roll by the table",
    "save a bust",
    "retry a bust",
    "help oneself",
    "sail on",
    "open whirlpools",
    "way of favors",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// Wedges first, to set Hydras before the others.
pub const SHIPWRIGHT: &[&str] = &[
    "roll by the table",
    "save a bust",
    "retry a bust",
    "set Hydras",
    "sail on",
    "way of wedges",
    "fool Hydras",
    "feed Hydras",
    "hold the better favor",
    "strike the leader",
    "let it be",
];

/// One line of a script, with its lengths.
#[derive(Clone, Debug)]
struct Line {
    tactic: Tactic,
    chart: Option<Charted>,
}

/// The bot of kind `scripted`.
#[derive(Clone, Debug)]
pub struct ScriptedBot {
    script: Vec<Line>,
}

impl ScriptedBot {
    /// Reads the script of the bot `name`.
    ///
    /// # Errors
    /// Every line that names no tactic, with the nearest one that exists.
    pub fn read<S: AsRef<str>>(name: &str, lines: &[S]) -> Result<Self, Vec<Fault>> {
        let mut tactics = settings::script(name, lines, Tactic::named, Tactic::nearest)?;
        tactics.push(Tactic::Any);
        let line = |tactic: Tactic| Line {
            tactic,
            chart: tactic.costs().map(Charted::new),
        };
        Ok(ScriptedBot {
            script: tactics.into_iter().map(line).collect(),
        })
    }
}

impl Bot<Regatta> for ScriptedBot {
    fn choose(&self, view: View<'_, Regatta>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let ask = view.public.ask;
        for line in self.script.iter().filter(|line| line.tactic.fits(ask)) {
            // The best move of the tactic, among equals each equally likely.
            let mut best: Option<(i32, usize)> = None;
            let mut equals = 0;
            for (at, mv) in moves.iter().enumerate() {
                let Some(rating) = line.tactic.rate(view, *mv, line.chart.as_ref()) else {
                    continue;
                };
                if best.is_none_or(|(most, _)| rating > most) {
                    best = Some((rating, at));
                    equals = 1;
                } else if best.is_some_and(|(most, _)| rating == most) {
                    equals += 1;
                    if chance.below(equals) == 0 {
                        best = Some((rating, at));
                    }
                }
            }
            if let Some((_, at)) = best {
                return at;
            }
        }
        0
    }
}
