//! Scripts: a bot as a list of tactics, from most to least urgent, each with conditions where the designer likes.
//!
//! A line is a tactic, or `TACTIC if CONDITION and CONDITION`. A condition compares a quantity that the game publishes
//! (`turn > 10`, `coins >= 4`) or asks for one of several things (`hand has deep-breath`, `role is not leader`). Everything is
//! read once, with the scenario: at a decision a condition is one call and one comparison, and no text is looked at.

use std::ops::{Range, RangeInclusive};

use crate::Mistake;
use crate::schema::messages::suggest;
use balance_engine::{Bot, Game, Moves, Stream, View};
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

/// Makes the tactics of a game: the list of their names and what they do, and an enum with one variant a tactic, which finds them
/// by name. One that stands for one thing of several, `"card CARD" => Card(Card)`, the game finds itself.
///
/// ```
/// balance_kit::tactics! {
///     /// One line of a script, compiled.
///     pub enum Tactic, TACTICS {
///         "roll high" => RollHigh, "roll while the odds are good";
///         "any" => Any, "any legal move";
///     }
/// }
/// assert_eq!(Tactic::plain("roll high"), Some(Tactic::RollHigh));
/// assert_eq!((Tactic::plain("roll hihg"), Tactic::nearest("roll hihg")), (None, "roll high".to_owned()));
/// assert_eq!((TACTICS[1].name, TACTICS[1].help), ("any", "any legal move"));
/// ```
#[macro_export]
macro_rules! tactics {
    ($(#[$doc:meta])* $vis:vis enum $tactic:ident, $table:ident {
        $($name:literal => $variant:ident $(($open:ty))?, $help:literal;)+
    }) => {
        /// Every tactic, in the order people look for them.
        $vis const $table: &[$crate::script::TacticInfo] =
            &[$($crate::script::TacticInfo { name: $name, help: $help }),+];

        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $tactic {
            $(
                #[doc = $help]
                $variant $(($open))?,
            )+
        }

        impl $tactic {
            /// The tactic of that name; none where it stands for several.
            $vis fn plain(name: &str) -> Option<Self> {
                match name {
                    $($name => $crate::tactics!(@plain $variant $(($open))?),)+
                    _ => None,
                }
            }

            /// The name most like `name`.
            $vis fn nearest(name: &str) -> String {
                $crate::script::nearest_tactic(name, $table, ::std::iter::empty())
            }
        }
    };
    (@plain $variant:ident) => { Some(Self::$variant) };
    (@plain $variant:ident ($open:ty)) => { None };
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
    /// Do all its conditions hold?
    #[inline]
    pub fn holds(&self, view: View<'_, G>) -> bool {
        self.when.iter().all(|condition| condition.holds(view))
    }
}

/// A tactic of a game's scripts. One of them is called `any`: every script ends with it.
pub trait ScriptTactic<G: Game>: Sized + Send + Sync + 'static {
    /// What a bot brings to every choice: its weights, how well it sees.
    type Eye: Default + Send + Sync + 'static;
    /// A choice as all lines of a script look at it.
    type Sight<'v>;

    /// Every tactic, in the order people look for them.
    const TACTICS: &'static [TacticInfo];
    /// What conditions may ask about.
    const QUANTITIES: &'static [Quantity<G>];

    /// The tactic of that name.
    fn named(name: &str) -> Option<Self>;

    /// The name of a tactic that looks most like `name`.
    fn nearest(name: &str) -> String;

    /// Looks at a choice before any line is tried.
    fn look<'v>(
        eye: &'v Self::Eye,
        view: View<'v, G>,
        moves: &'v Moves<G::Move>,
        chance: &mut Stream,
    ) -> Self::Sight<'v>;

    /// Can it say anything about what is asked? Conditions of lines that cannot are not looked at.
    fn answers(&self, _view: View<'_, G>) -> bool {
        true
    }

    /// Carries a line out whose conditions hold.
    fn carry_out(&self, sight: &mut Self::Sight<'_>, moves: &Moves<G::Move>, chance: &mut Stream) -> LineEffect;
}

/// What comes of a line whose conditions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEffect {
    /// It offers no move.
    Nothing,
    /// It narrows what later lines choose from.
    Narrows,
    /// It chooses this move.
    Chooses(usize),
}

impl From<Option<usize>> for LineEffect {
    fn from(chosen: Option<usize>) -> Self {
        chosen.map_or(LineEffect::Nothing, LineEffect::Chooses)
    }
}

/// A player who goes by a list: the first line that fits is played.
pub struct ScriptedBot<G: Game, T: ScriptTactic<G>> {
    script: Vec<ScriptLine<G, T>>,
    eye: T::Eye,
}

impl<G: Game, T: ScriptTactic<G>> ScriptedBot<G, T> {
    /// Reads the script of the bot `name`.
    ///
    /// # Errors
    /// Every line with a tactic or a condition that does not exist, and what was probably meant.
    pub fn read(name: &str, lines: &[impl AsRef<str>], eye: T::Eye) -> Result<Self, Vec<Mistake>> {
        let mut script = read(name, lines, T::named, T::nearest, T::QUANTITIES)?;
        let when = Vec::new();
        script.extend(T::named("any").map(|tactic| ScriptLine { tactic, when }));
        Ok(ScriptedBot { script, eye })
    }

    /// The choice by the first line that fits; tells `lines` which had a say.
    #[inline]
    fn by_lines(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        mut lines: impl FnMut(usize),
    ) -> usize {
        let mut sight = T::look(&self.eye, view, moves, chance);
        for (number, line) in self.script.iter().enumerate() {
            if !line.tactic.answers(view) || !line.holds(view) {
                continue;
            }
            match line.tactic.carry_out(&mut sight, moves, chance) {
                LineEffect::Nothing => {}
                LineEffect::Narrows => lines(number),
                LineEffect::Chooses(at) => {
                    lines(number);
                    return at;
                }
            }
        }
        0
    }
}

impl<G: Game, T: ScriptTactic<G>> Bot<G> for ScriptedBot<G, T> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.by_lines(view, moves, chance, |_| {})
    }

    fn choose_by(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.by_lines(view, moves, chance, lines)
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
                ("", Some(_)) => (
                    "a tactic is missing before `if`".to_owned(),
                    format!("write one there, such as `{}`", nearest("any")),
                ),
                _ => (
                    format!("there is no tactic `{tactic}`"),
                    if condition(tactic, quantities).is_ok() {
                        let example = nearest("any");
                        format!("that is a condition: write a tactic before it, such as `{example} if {tactic}`")
                    } else {
                        format!("did you mean `{}`?", nearest(tactic))
                    },
                ),
            };
            faults.push(fault(message, help, &at));
        }
        let mut when = Vec::new();
        let conditions = conditions.unwrap_or_default();
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

/// How a quantity must lie to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=` or `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Sign {
    /// The sign that is written so; none where this is no sign.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "<" => Sign::Less,
            "<=" => Sign::AtMost,
            "=" | "==" => Sign::Equal,
            "!=" => Sign::Unequal,
            ">=" => Sign::AtLeast,
            ">" => Sign::More,
            _ => return None,
        })
    }

    /// Is this a character of a sign?
    fn is_of(character: char) -> bool {
        matches!(character, '<' | '=' | '>' | '!')
    }

    /// Cuts a condition into what stands before its sign, the sign as it is written, and what stands behind it, the outer two
    /// without white space around them; none where it has no sign.
    pub fn split(text: &str) -> Option<(&str, &str, &str)> {
        let (before, rest) = text.split_at(text.find(Sign::is_of)?);
        let (written, behind) = rest.split_at(rest.find(|each| !Sign::is_of(each)).unwrap_or(rest.len()));
        Some((before.trim(), written, behind.trim()))
    }

    /// Does a quantity that was `found` lie so to `limit`?
    #[inline]
    pub fn holds<N: Ord>(self, found: &N, limit: &N) -> bool {
        match self {
            Sign::Less => found < limit,
            Sign::AtMost => found <= limit,
            Sign::Equal => found == limit,
            Sign::Unequal => found != limit,
            Sign::AtLeast => found >= limit,
            Sign::More => found > limit,
        }
    }
}

/// A condition, compiled.
enum Condition<G: Game> {
    Number(fn(View<'_, G>) -> i32, Sign, i32),
    Thing(fn(View<'_, G>, usize) -> bool, usize, bool),
}

impl<G: Game> Condition<G> {
    #[inline]
    fn holds(&self, view: View<'_, G>) -> bool {
        match self {
            Condition::Thing(has, index, wanted) => has(view, *index) == *wanted,
            Condition::Number(number, sign, limit) => sign.holds(&number(view), limit),
        }
    }
}

/// The condition that is missing at place `at` of so many, and what may stand there.
fn no_condition<G: Game>(at: usize, count: usize, quantities: &[Quantity<G>]) -> (String, String) {
    let after = if at == 0 { "if" } else { "and" };
    let spare = if count == 1 { "if" } else { "and" };
    let help = match example(quantities) {
        Some(example) => format!("write for example {example}, or leave `{spare}` out"),
        None => format!("this game publishes no quantities for conditions: leave `{spare}` out"),
    };
    (format!("a condition is missing after `{after}`"), help)
}

/// A condition of each sort that the game knows; none where it publishes no quantities.
fn example<G: Game>(quantities: &[Quantity<G>]) -> Option<String> {
    let number = numbers(quantities).next().map(|one| format!("`{} > 10`", one.name));
    let thing = things_of(quantities).next().and_then(|one| match one.reading {
        Reading::Things { names, .. } => Some(format!("`{} has {}`", one.name, names().first()?)),
        Reading::Number(_) => None,
    });
    match (number, thing) {
        (Some(number), Some(thing)) => Some(format!("{number}, or {thing}")),
        (number, thing) => number.or(thing),
    }
}

/// The quantities that are compared.
fn numbers<G: Game>(quantities: &[Quantity<G>]) -> impl Iterator<Item = &Quantity<G>> {
    let all = quantities.iter();
    all.filter(|one| matches!(one.reading, Reading::Number(_)))
}

/// The quantities that are asked for one of their things.
fn things_of<G: Game>(quantities: &[Quantity<G>]) -> impl Iterator<Item = &Quantity<G>> {
    let all = quantities.iter();
    all.filter(|one| matches!(one.reading, Reading::Things { .. }))
}

/// Reads one condition; the error says what is wrong and what to write.
fn condition<G: Game>(text: &str, quantities: &[Quantity<G>]) -> Result<Condition<G>, (String, String)> {
    if text.split_whitespace().skip(1).any(|word| word == "or") {
        return Err((
            "conditions cannot be joined by `or`".to_owned(),
            "write a line for each: the first that fits is played".to_owned(),
        ));
    }
    if let Some((name, sign, limit)) = Sign::split(text) {
        return comparison((name, sign, limit), quantities);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, wanted, thing) = thing_in_question(text, &words, quantities)?;
    let Some(Reading::Things { names, has }) = find(name, quantities).map(|one| &one.reading) else {
        return Err(no_quantity(name, &names_of(things_of(quantities)), quantities));
    };
    let names = names();
    if thing.is_empty() {
        let first = names.first().map_or("…", String::as_str);
        return Err((
            format!("something is missing after `{text}`"),
            format!("write for example `{text} {first}`; there are {}", names.join(", ")),
        ));
    }
    let Some(index) = names.iter().position(|known| known == thing) else {
        let near = suggest(thing, names.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let help = format!("{near}`{name}` may have {}", names.join(", "));
        return Err((format!("there is no `{thing}` for `{name}`"), help));
    };
    Ok(Condition::Thing(*has, index, wanted))
}

/// Reads a comparison.
fn comparison<G: Game>(
    (name, sign, limit): (&str, &str, &str),
    quantities: &[Quantity<G>],
) -> Result<Condition<G>, (String, String)> {
    let Some(meaning) = Sign::read(sign) else {
        let help = format!("write one of < <= = != >= >, for example `{name} >= 3`");
        return Err((format!("`{sign}` is no comparison"), help));
    };
    let Some(Reading::Number(number)) = find(name, quantities).map(|one| &one.reading) else {
        let known = names_of(numbers(quantities));
        return Err(match (name, known.first()) {
            ("", Some(first)) => (
                format!("a quantity is missing before `{sign}`"),
                format!("write for example `{first} {sign} 3`; there are {}", known.join(", ")),
            ),
            _ => no_quantity(name, &known, quantities),
        });
    };
    if limit.is_empty() {
        let message = format!("a number is missing after `{name} {sign}`");
        return Err((message, format!("write a whole number, for example `{name} {sign} 3`")));
    }
    let digits = limit.trim_start_matches(['-', '+']).replace('_', "");
    let limit = limit.replace('_', "").parse().map_err(|_| {
        let is_large = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
        let what = if is_large {
            "is too large a number"
        } else {
            "is no whole number"
        };
        (
            format!("`{limit}` {what}"),
            format!("write for example `{name} {sign} 3`"),
        )
    })?;
    Ok(Condition::Number(*number, meaning, limit))
}

/// The quantity, the thing that it is asked for, and whether it shall be there.
fn thing_in_question<'t, G: Game>(
    text: &str,
    words: &[&'t str],
    quantities: &[Quantity<G>],
) -> Result<(&'t str, bool, &'t str), (String, String)> {
    Ok(match words[..] {
        [name, "has" | "is", "no" | "not", thing] => (name, false, thing),
        [name, "has" | "is"] | [name, "has" | "is", "no" | "not"] => (name, true, ""),
        [name, "has" | "is", thing] => (name, true, thing),
        // What can be asked about stands there, but not what about it.
        [name] if find(name, quantities).is_some() => {
            let (_, help) = no_quantity(name, &[], quantities);
            return Err((format!("`{name}` alone is no condition"), help));
        }
        _ => {
            let message = format!("`{text}` is no condition");
            let help = match example(quantities) {
                Some(example) => format!("write for example {example}"),
                None => "this game publishes no quantities for conditions".to_owned(),
            };
            return Err((message, help));
        }
    })
}

fn names_of<'q, G: Game>(quantities: impl Iterator<Item = &'q Quantity<G>>) -> Vec<&'q str> {
    quantities.map(|one| one.name).collect()
}

/// The quantity of that name.
fn find<'q, G: Game>(name: &str, quantities: &'q [Quantity<G>]) -> Option<&'q Quantity<G>> {
    quantities.iter().find(|one| one.name == name)
}

/// Nothing of that name can be asked for in this way; `known` can.
fn no_quantity<G: Game>(name: &str, known: &[&str], quantities: &[Quantity<G>]) -> (String, String) {
    match find(name, quantities).map(|one| &one.reading) {
        Some(Reading::Number(_)) => (
            format!("`{name}` is a number"),
            format!("compare it, for example `{name} > 3`"),
        ),
        Some(Reading::Things { names, .. }) => (
            format!("`{name}` is not a number"),
            format!(
                "ask for one of its things, for example `{name} has {}`",
                names().first().map_or("…", String::as_str)
            ),
        ),
        None if known.is_empty() => (
            format!("there is no quantity `{name}`"),
            "this game publishes none for conditions".to_owned(),
        ),
        None => {
            let others: Vec<&str> = quantities
                .iter()
                .map(|one| one.name)
                .filter(|one| !known.contains(one))
                .collect();
            let near = suggest(name, known.iter().chain(&others).copied());
            // What is asked in the other way may be what was meant.
            let number = |one: &str| matches!(find(one, quantities).map(|one| &one.reading), Some(Reading::Number(_)));
            let others = match others.first() {
                None => String::new(),
                Some(first) if number(first) => format!("; compared with a number: {}", others.join(", ")),
                Some(_) => format!("; asked by `is` or `has`: {}", others.join(", ")),
            };
            let help = match (near, known) {
                (Some(near), _) => format!("did you mean `{near}`? There are {}{others}", known.join(", ")),
                (None, [only]) => format!("only `{only}` can be asked so{others}"),
                (None, _) => format!("there are {}{others}", known.join(", ")),
            };
            (format!("there is no quantity `{name}`"), help)
        }
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

    #[test]
    fn signs_say_what_they_mean() {
        let holding = |sign: &str| {
            let sign = Sign::read(sign).expect("a sign");
            [2, 3, 4].map(|found| sign.holds(&found, &3))
        };
        assert_eq!(holding("<"), [true, false, false]);
        assert_eq!(holding("<="), [true, true, false]);
        assert_eq!(holding("="), [false, true, false]);
        assert_eq!(holding("=="), [false, true, false]);
        assert_eq!(holding("!="), [true, false, true]);
        assert_eq!(holding(">="), [false, true, true]);
        assert_eq!(holding(">"), [false, false, true]);
        for none in ["", "=<", "<>", "===", "! ="] {
            assert_eq!(Sign::read(none), None, "{none}");
        }
    }

    #[test]
    fn conditions_are_cut_at_their_sign() {
        assert_eq!(Sign::split("turns > 20"), Some(("turns", ">", "20")));
        assert_eq!(Sign::split("turns<=20 "), Some(("turns", "<=", "20")));
        assert_eq!(Sign::split(">="), Some(("", ">=", "")));
        assert_eq!(Sign::split("turns"), None);
    }
}
