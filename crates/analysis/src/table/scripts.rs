//! What the lines of scripts had to say, counted.

use serde::{Deserialize, Serialize};

use crate::games::AnyGame;
use crate::games::script_usage::{BySpan, Passed, SPANS, Said};

/// How a bot of one configuration went by its script, in the first deals of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScriptUse {
    /// The configuration.
    pub configuration: String,
    /// The bot.
    pub bot: String,
    /// Deals looked at, from 0.
    pub deals: u64,
    /// Its lines, and last what no line had a say in, where that happened.
    pub lines: Vec<LineUse>,
}

/// A line of a script, or none of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LineUse {
    /// Its number from 1; 0 for the choices that no line made.
    pub line: usize,
    /// The line as scripts are written; empty for the choices that no line made.
    pub text: String,
    /// Choices in which it had a say.
    pub said: u64,
    /// By role and span of turns in which the bot had to choose.
    pub at: Vec<SaidAt>,
    /// Choices in which it came too late, by the earlier line that had made them; those that had made none are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<Behind>,
}

/// How often one line came too late after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Behind {
    /// Number of the earlier line, from 1.
    pub line: usize,
    /// Choices that it had made.
    pub choices: u64,
}

/// What a line had to say in one role and one span of turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SaidAt {
    /// The role.
    pub role: String,
    /// The turns, as `4–7`; the first of them with what was chosen before.
    pub turns: String,
    /// Choices between at least two moves.
    pub choices: u64,
    /// Those in which the line had a say.
    pub said: u64,
    /// Those in which a condition of it did not hold; 0 where that was not counted, as all that follow.
    #[serde(default)]
    pub unmet: u64,
    /// Those in which no move on offer was what it asks for.
    #[serde(default)]
    pub unfit: u64,
    /// Those in which a move on offer was what it asks for, but an earlier line forbids it.
    #[serde(default)]
    pub barred: u64,
    /// Those in which it would have fitted, but an earlier line had made the choice.
    #[serde(default)]
    pub late: u64,
}

impl ScriptUse {
    /// The rows of `configuration` from what was counted of its `game` in so many deals.
    pub fn from_counts(configuration: &str, game: &dyn AnyGame, deals: u64, said: &[Said]) -> Vec<Self> {
        let roles = &game.sheet().roles;
        let lines = |each: &Said| {
            let line = |(at, counts): (usize, &Vec<_>)| LineUse::new(each, roles, at, counts);
            let all = each.said.iter().enumerate().map(line);
            all.filter(|row| row.line > 0 || row.said > 0).collect()
        };
        let one = |each: &Said| ScriptUse {
            configuration: configuration.to_owned(),
            bot: each.bot.clone(),
            deals,
            lines: lines(each),
        };
        // Of a bot that told nothing of any choice it would be made up that its lines had no say.
        let told = |each: &&Said| each.untold == 0 || each.asked.iter().flatten().any(|asked| *asked > 0);
        said.iter().filter(told).map(one).collect()
    }

    /// Choices between at least two moves.
    pub fn choices(&self) -> u64 {
        self.lines
            .first()
            .map_or(0, |line| line.at.iter().map(|at| at.choices).sum())
    }

    /// The lines that never had a say.
    pub fn silent(&self) -> impl Iterator<Item = &LineUse> {
        self.lines.iter().filter(|line| line.said == 0)
    }

    /// What cannot be, of a file that was read.
    pub fn flaw(&self) -> Option<&'static str> {
        let choices = self.choices();
        let wrong = self.lines.iter().any(|line| {
            let said: Option<u64> = line.at.iter().try_fold(0u64, |sum, at| sum.checked_add(at.said));
            let counted = |at: &SaidAt| {
                let parts = [at.said, at.unmet, at.unfit, at.barred, at.late];
                parts.iter().try_fold(0u64, |sum, part| sum.checked_add(*part))
            };
            let too_many = |at: &SaidAt| counted(at).is_none_or(|counted| counted > at.choices);
            said != Some(line.said) || line.said > choices || line.at.iter().any(too_many)
        });
        wrong.then_some("lines that had a say in more choices than there were")
    }
}

impl LineUse {
    fn new(each: &Said, roles: &[String], at: usize, counts: &[BySpan]) -> Self {
        let passed = each.passed.get(at);
        let cell = |(role, span): (usize, usize)| {
            let why = |of: fn(&Passed) -> &BySpan| passed.map_or(0, |by_role| of(&by_role[role])[span]);
            SaidAt {
                role: roles[role].clone(),
                turns: SPANS[span].to_owned(),
                choices: each.asked[role][span],
                said: counts[role][span],
                unmet: why(|passed| &passed.unmet),
                unfit: why(|passed| &passed.unfit),
                barred: why(|passed| &passed.barred),
                late: why(|passed| &passed.late),
            }
        };
        let cells = (0..roles.len()).flat_map(|role| (0..SPANS.len()).map(move |span| (role, span)));
        let text = each.script.get(at);
        let behind = each.behind.get(at).into_iter().flatten().enumerate();
        let behind = behind
            .filter(|(_, choices)| **choices > 0)
            .map(|(line, choices)| Behind {
                line: line + 1,
                choices: *choices,
            });
        LineUse {
            line: text.map_or(0, |_| at + 1),
            text: text.cloned().unwrap_or_default(),
            said: counts.iter().flatten().sum(),
            at: cells.map(cell).filter(|at| at.choices > 0).collect(),
            behind: behind.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BUILT_IN, Setup};

    /// A bot that told nothing of its lines is left out: that they had no say would be made up.
    #[test]
    fn nothing_is_said_of_lines_of_which_a_bot_tells_nothing() {
        let mut setup = Setup::default();
        setup.seats.all = "random".to_owned();
        let game = (BUILT_IN[0].build)(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let roles = game.sheet().roles.len();
        let mut said = Said {
            bot: "mine".to_owned(),
            script: vec!["any".to_owned()],
            asked: vec![BySpan::default(); roles],
            untold: 7,
            said: vec![vec![BySpan::default(); roles]; 2],
            passed: vec![vec![Passed::default(); roles]],
            behind: vec![vec![0]],
        };
        let rows = |said: &Said| ScriptUse::from_counts("base", &*game, 10, std::slice::from_ref(said));
        assert_eq!(rows(&said), []);
        said.asked[0][0] = 3;
        said.said[0][0][0] = 3;
        assert_eq!((rows(&said).len(), rows(&said)[0].choices()), (1, 3), "of some it told");
    }
}
