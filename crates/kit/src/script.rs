//! Scripts: a bot as a list of tactics, from most to least urgent, each with conditions where the designer likes.
//!
//! A line is a tactic, or `TACTIC if CONDITION and CONDITION`. A condition compares a quantity that the game publishes
//! (`turn > 10`, `coins >= 4`) or asks for one of several things (`hand has deep-breath`, `role is not leader`). Everything is
//! read once, with the scenario: at a decision a condition is one call and one comparison, and no text is looked at.

mod condition;

use std::ops::{Range, RangeInclusive};

pub use self::condition::Sign;
use self::condition::{Condition, condition, no_condition};
use crate::Mistake;
use balance_engine::{Game, Moves, Stream, View};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// A tactic as a script names it.
#[derive(Clone, Copy, Debug)]
pub struct TacticInfo {
    /// Its name in a script.
    pub name: &'static str,
    /// One line about what it does.
    pub help: &'static str,
}

/// Makes the tactics of a game that stand for themselves, none for one thing of several: the list of their names and what
/// they do, and an enum with one variant a tactic, which finds them by name.
///
/// ```
/// balance_kit::tactics! {
///     /// One line of a script, compiled.
///     pub enum Tactic, TACTICS {
///         "roll high" => RollHigh, "roll while the odds are good";
///         "any" => Any, "any legal move";
///     }
/// }
/// assert_eq!(Tactic::named("roll high"), Some(Tactic::RollHigh));
/// assert_eq!((Tactic::named("roll hihg"), Tactic::nearest("roll hihg")), (None, "roll high".to_owned()));
/// assert_eq!((TACTICS[1].name, TACTICS[1].help), ("any", "any legal move"));
/// ```
#[macro_export]
macro_rules! tactics {
    ($(#[$doc:meta])* $vis:vis enum $tactic:ident, $table:ident { $($name:literal => $variant:ident, $help:literal;)+ }) => {
        /// Every tactic, in the order people look for them.
        $vis const $table: &[$crate::script::TacticInfo] =
            &[$($crate::script::TacticInfo { name: $name, help: $help }),+];

        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $tactic {
            $(
                #[doc = $help]
                $variant,
            )+
        }

        impl $tactic {
            /// The tactic of that name.
            $vis fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// The name most like `name`.
            $vis fn nearest(name: &str) -> String {
                $crate::script::nearest_tactic(name, $table, ::std::iter::empty())
            }
        }
    };
}

/// Named, because a list inside an attribute is read only where the crate `syn` has all its features, which a game built by
/// itself does not ask for.
const ANY: [&str; 1] = ["any"];

/// The `[bots.X]` table of a scripted bot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScriptSettings {
    /// Tactics from most to least urgent; of the first that offers a legal move, the best such move is played. `any`
    /// is implied at the end.
    /// A line may end in conditions: `TACTIC if turn > 10 and hand has CARD`.
    #[schemars(length(min = 1), example = ANY)]
    pub script: Vec<String>,
}

/// A script that comes with a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScript<'t> {
    /// The bot that goes by it.
    pub name: &'t str,
    /// One line about how it plays.
    pub help: &'t str,
    /// Its lines, the most urgent first.
    #[serde(borrow)]
    pub lines: Vec<&'t str>,
}

/// The scripts of a text, each a `[[script]]`; none where the text is malformed, which the tests of a game find: it lacks these bots.
pub fn named(text: &str) -> Vec<GameScript<'_>> {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct ScriptContent<'t> {
        #[serde(borrow)]
        script: Vec<GameScript<'t>>,
    }
    let all: ScriptContent = toml::from_str(text).unwrap_or_default();
    all.script
}

/// The lines of the script of this name; none where there is none.
pub fn lines<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let found = named(text).into_iter().find(|one| one.name == name);
    found.map_or_else(Vec::new, |one| one.lines)
}

/// One line of a script, compiled.
pub struct ScriptLine<G: Game, T> {
    /// What to try.
    pub tactic: T,
    when: Vec<Condition<G>>,
}

impl<G: Game, T> ScriptLine<G, T> {
    /// A line without conditions.
    pub fn always(tactic: T) -> Self {
        ScriptLine {
            tactic,
            when: Vec::new(),
        }
    }

    /// Do all its conditions hold?
    #[inline]
    pub fn holds(&self, view: View<'_, G>) -> bool {
        self.when.iter().all(|condition| condition.holds(view))
    }
}

/// The move that a tactic rates highest, of equals each equally likely; none if it rates none.
#[inline]
pub fn best<M: Copy>(moves: &Moves<M>, chance: &mut Stream, rate: impl Fn(M) -> Option<i32>) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    let mut equals = 0;
    for (at, mv) in moves.iter().enumerate() {
        let Some(rating) = rate(*mv) else {
            continue;
        };
        match best {
            Some((most, _)) if rating < most => {}
            Some((most, _)) if rating == most => {
                equals += 1;
                if chance.below(equals) == 0 {
                    best = Some((rating, at));
                }
            }
            _ => {
                best = Some((rating, at));
                equals = 1;
            }
        }
    }
    best.map(|(_, at)| at)
}

/// What parts a tactic from its conditions.
pub const IF: &str = " if ";

/// What parts conditions.
pub const AND: &str = " and ";

/// The script of the bot `name`, compiled: `named` knows every tactic, `nearest` the name most like another.
///
/// # Errors
/// Every line with something in it that the game does not know, and what was probably meant.
pub fn read<G: Game, T, N: std::fmt::Display>(
    name: &str,
    lines: &[impl AsRef<str>],
    named: impl Fn(&str) -> Option<T>,
    nearest: impl Fn(&str) -> N,
    quantities: &[Quantity<G>],
) -> Result<Vec<ScriptLine<G, T>>, Vec<Mistake>> {
    let mut script = Vec::with_capacity(lines.len() + 1);
    let mut faults = Vec::new();
    for (index, line) in lines.iter().map(AsRef::as_ref).enumerate() {
        let fault = |message: String, help: String, at: &Range<usize>| {
            Mistake::bot(name, &["script", &index.to_string()], message, help).of_part(at.clone())
        };
        let Pieces {
            tactic: LinePiece { text: tactic, at },
            conditions,
        } = pieces(line);
        let tactic = &*tactic;
        let known = named(tactic);
        if known.is_none() {
            let (message, help) = match (tactic, &conditions) {
                ("", None) => (
                    "a line of the script is empty".to_owned(),
                    format!("write a tactic, such as `{}`, or take the line out", nearest("any")),
                ),
                ("", Some(conditions)) => (
                    "a tactic is missing before `if`".to_owned(),
                    match tactic_behind(conditions, &named) {
                        Some((tactic, condition)) => format!("the tactic comes first: write `{tactic} if {condition}`"),
                        None => format!("write one there, such as `{}`", nearest("any")),
                    },
                ),
                _ => (
                    format!("there is no tactic `{tactic}`"),
                    instead_of(tactic, &nearest, quantities),
                ),
            };
            faults.push(fault(message, help, &at));
        }
        let mut when = Vec::new();
        // A condition with the tactic behind it is none, which is what was said.
        let is_last = |pieces: &Vec<LinePiece>| tactic.is_empty() && tactic_behind(pieces, &named).is_some();
        let conditions = conditions.filter(|pieces| !is_last(pieces)).unwrap_or_default();
        for (at, piece) in conditions.iter().enumerate() {
            let read = match &piece.text[..] {
                "" => Err(no_condition(at, conditions.len(), quantities)),
                text => condition(text, quantities),
            };
            match read {
                Ok(condition) => when.push(condition),
                Err((message, help)) => faults.push(fault(message, help, &piece.at)),
            }
        }
        if let Some(tactic) = known {
            script.push(ScriptLine { tactic, when });
        }
    }
    if faults.is_empty() { Ok(script) } else { Err(faults) }
}

/// What was probably meant by a tactic that there is not.
fn instead_of<G: Game, N: std::fmt::Display>(
    tactic: &str,
    nearest: impl Fn(&str) -> N,
    quantities: &[Quantity<G>],
) -> String {
    // Other languages of rules begin their conditions so.
    let other = ["when", "where", "unless", "while"];
    let split = |word: &str| {
        tactic
            .split_once(&format!(" {word} "))
            .map(|(before, rest)| (word.to_owned(), before, rest))
    };
    match other.iter().find_map(|word| split(word)) {
        Some((word, before, rest)) if word != "unless" => {
            format!(
                "conditions begin with `if`: write `{} if {}`",
                before.trim(),
                rest.trim()
            )
        }
        Some(_) => "conditions begin with `if`, and there is no `unless`; ask for the contrary".to_owned(),
        None if condition(tactic, quantities).is_ok() => {
            format!(
                "that is a condition: write a tactic before it, such as `{} if {tactic}`",
                nearest("any")
            )
        }
        None => format!("did you mean `{}`?", nearest(tactic)),
    }
}

/// A tactic that stands behind the last condition instead of before `if`, and the conditions: `if turn > 6 dive unseen`.
fn tactic_behind<T>(conditions: &[LinePiece], named: impl Fn(&str) -> Option<T>) -> Option<(&str, String)> {
    let (last, before) = conditions.split_last()?;
    let mut gaps = last.text.match_indices(' ').map(|(at, _)| last.text.split_at(at));
    let (condition, tactic) = gaps.find(|(_, rest)| named(rest.trim()).is_some())?;
    let all: Vec<&str> = before
        .iter()
        .map(|piece| &*piece.text)
        .chain([condition.trim().trim_end_matches([':', ',']).trim_end_matches(" then")])
        .collect();
    Some((tactic.trim(), all.join(" and ")))
}

/// The name of a tactic that looks most like `name`; `more` are names behind one that stands for several, written with
/// a word in capitals.
pub fn nearest_tactic(name: &str, tactics: &[TacticInfo], more: impl Iterator<Item = String>) -> String {
    let plain = tactics.iter().filter(|tactic| parameter(tactic.name).is_empty());
    let names: Vec<String> = plain.map(|tactic| tactic.name.to_owned()).chain(more).collect();
    nearest(name, names.iter().map(String::as_str)).to_owned()
}

fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> &'n str {
    let likeness = |other: &&str| strsim::jaro_winkler(name, other);
    known
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .unwrap_or_default()
}

const TACTICS_WORD: &str = "x-tactics";
const QUANTITIES_WORD: &str = "x-quantities";
const THINGS: &str = "has or is: ";

/// The schema of a scripted bot's table together with what its script may say, for editors and for lists.
#[must_use]
pub fn published<G: Game>(
    mut schema: schemars::Schema,
    tactics: &[TacticInfo],
    quantities: &[Quantity<G>],
) -> schemars::Schema {
    let row = |name: &str, help: &str, takes: &str| json!({ "name": name, "meaning": help, "takes": takes });
    let tactics: Vec<Value> = tactics
        .iter()
        .map(|one| row(one.name, one.help, parameter(one.name)))
        .collect();
    let quantities: Vec<Value> = quantities
        .iter()
        .map(|one| match one.reading {
            Reading::Number(_) => row(one.name, one.help, NUMBER),
            Reading::Things { names, .. } => row(one.name, one.help, &format!("{THINGS}{}", names().join(", "))),
        })
        .collect();
    schema.insert(TACTICS_WORD.to_owned(), Value::Array(tactics));
    schema.insert(QUANTITIES_WORD.to_owned(), Value::Array(quantities));
    schema
}

/// What a tactic leaves open: the part of its name in capitals.
fn parameter(name: &str) -> &str {
    name.split(' ')
        .find(|word| !word.is_empty() && word.chars().all(char::is_uppercase))
        .unwrap_or_default()
}

/// Name, meaning and what it takes, of one tactic or quantity.
pub type Row = [String; 3];

/// What stands after a quantity that is a number.
pub const NUMBER: &str = "< <= = != >= > and a whole number";

/// The tactics and quantities that a bot's schema publishes.
pub fn offered(schema: &schemars::Schema) -> (Vec<Row>, Vec<Row>) {
    let rows = |word: &str| -> Vec<Row> {
        let text = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let list = schema.get(word).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .map(|row| ["name", "meaning", "takes"].map(|key| text(row, key)))
            .collect()
    };
    (rows(TACTICS_WORD), rows(QUANTITIES_WORD))
}

/// The things of which a quantity may have one, in a row of [`offered`]; none for a number.
pub fn things(row: &Row) -> Option<Vec<&str>> {
    row[2].strip_prefix(THINGS).map(|names| names.split(", ").collect())
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LinePiece {
    /// What it says, its words one space apart.
    pub text: String,
    /// Its bytes in the line; of a part that is missing, those of the word before it.
    pub at: Range<usize>,
}

/// The parts of a line.
struct Pieces {
    /// What stands before `if`; empty where nothing does.
    pub tactic: LinePiece,
    /// What stands around every `and` behind it; none without `if`.
    pub conditions: Option<Vec<LinePiece>>,
}

/// Cuts a line; an `if` at either end of it counts as well.
fn pieces(line: &str) -> Pieces {
    let start = |word: &str| word.as_ptr().addr() - line.as_ptr().addr();
    let words: Vec<(&str, Range<usize>)> = line
        .split_whitespace()
        .map(|word| (word, start(word)..start(word) + word.len()))
        .collect();
    let piece = |words: &[(&str, Range<usize>)], instead: Range<usize>| match words {
        [] => LinePiece {
            text: String::new(),
            at: instead,
        },
        [first, .., last] => LinePiece {
            text: words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" "),
            at: first.1.start..last.1.end,
        },
        [only] => LinePiece {
            text: only.0.to_owned(),
            at: only.1.clone(),
        },
    };
    let Some(at) = words.iter().position(|(word, _)| *word == "if") else {
        return Pieces {
            tactic: piece(&words, 0..line.len()),
            conditions: None,
        };
    };
    let mut before = words[at].1.clone();
    let tactic = piece(&words[..at], before.clone());
    let mut conditions = Vec::new();
    let mut rest = &words[at + 1..];
    loop {
        let end = rest.iter().position(|(word, _)| *word == "and");
        conditions.push(piece(&rest[..end.unwrap_or(rest.len())], before.clone()));
        let Some(end) = end else { break };
        before = rest[end].1.clone();
        rest = &rest[end + 1..];
    }
    Pieces {
        tactic,
        conditions: Some(conditions),
    }
}

/// Something a condition may ask about.
pub struct Quantity<G: Game> {
    /// Its name in a script.
    pub name: &'static str,
    /// One line about what it is.
    pub help: &'static str,
    /// How it is found.
    pub reading: Reading<G>,
    /// What it can be under some rules, of a number.
    within: fn(&G) -> RangeInclusive<i32>,
}

/// How a quantity is found; only from what the seat itself may know.
pub enum Reading<G: Game> {
    /// A whole number.
    Number(fn(View<'_, G>) -> i32),
    /// Some of several things, by number.
    Things {
        /// Their names.
        names: fn() -> Vec<String>,
        /// Is this one among them?
        has: fn(View<'_, G>, usize) -> bool,
    },
}

impl<G: Game> Quantity<G> {
    const fn new(name: &'static str, help: &'static str, reading: Reading<G>) -> Self {
        Quantity {
            name,
            help,
            reading,
            within: |_| i32::MIN..=i32::MAX,
        }
    }

    /// A whole number that a condition compares.
    pub const fn number(name: &'static str, help: &'static str, of: fn(View<'_, G>) -> i32) -> Self {
        Self::new(name, help, Reading::Number(of))
    }

    /// The same number, which lies within these ends whenever a bot is asked in a game of some rules: lists show them.
    #[must_use]
    pub const fn within_ends(mut self, within: fn(&G) -> RangeInclusive<i32>) -> Self {
        self.within = within;
        self
    }

    /// The same number, which is never less than 0.
    #[must_use]
    pub const fn from_zero(self) -> Self {
        self.within_ends(|_| 0..=i32::MAX)
    }

    /// Several things, of which a condition asks whether one is among them.
    pub const fn things(
        name: &'static str,
        help: &'static str,
        names: fn() -> Vec<String>,
        has: fn(View<'_, G>, usize) -> bool,
    ) -> Self {
        Self::new(name, help, Reading::Things { names, has })
    }

    /// What a number can be under these rules.
    pub fn within(&self, game: &G) -> RangeInclusive<i32> {
        (self.within)(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_knows_where_it_stands() {
        let line = " go  down if turn > 3 and  hand has  lasso and";
        let cut = pieces(line);
        let conditions = cut.conditions.expect("an if");
        let all: Vec<(&str, &str)> = std::iter::once(&cut.tactic)
            .chain(&conditions)
            .map(|piece| (&*piece.text, &line[piece.at.clone()]))
            .collect();
        let wanted = [
            ("go down", "go  down"),
            ("turn > 3", "turn > 3"),
            ("hand has lasso", "hand has  lasso"),
            ("", "and"),
        ];
        assert_eq!(all, wanted);
        assert!(pieces("any").conditions.is_none());
        assert_eq!(pieces("if turn > 3").tactic.at, 0..2);
        assert_eq!(pieces("any if").conditions.map(|all| all[0].at.clone()), Some(4..6));
    }
}
