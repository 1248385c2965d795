//! What may be changed where nobody has said: every rule of the game that can be changed by itself, a little.

use super::{Knob, KnobValue};
use super::{NumberKind, only};
use crate::games::{Entry, GameInfo, Setup};
use crate::scenario::in_force;
use balance_kit::schema::parts::{allowed_words, property};
use balance_kit::schema::relative_number::By;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A rule that says how long is played, or how the program plays, has this in its schema.
const UNTUNED: &str = "x-untuned";

/// A number is moved by so large a part of itself, at least 1 where it is whole, and by twice that; from 0 by so large a part of
/// what it may be.
const STEP: f64 = 0.125;

/// A share is moved by so much, and by twice that, and so is a number from 0 to 1 that is not whole.
const SHARE_STEP: f64 = 0.1;

/// The steps that are tried.
const STEPS: [f64; 4] = [-2.0, -1.0, 1.0, 2.0];

/// Every rule, with the values near its own by which each of `setups` stays a game and becomes another one: both of a switch,
/// all words, and two steps either way of a number, which are counted at each table where it is not the same at all. Left out
/// are the number of players, what a game marks with `x-untuned`, names of files, switches and words that are not the same at
/// all tables, and what has no effect at these.
pub fn default_space(game: &GameInfo, setups: &[&Setup]) -> Vec<Knob> {
    let schema = (game.rules_schema)();
    let root = schema.as_value();
    let all: Vec<BTreeMap<String, toml::Value>> = setups.iter().map(|setup| in_force(game, setup)).collect();
    let Some(first) = all.first() else {
        return Vec::new();
    };
    let knob = |(rule, now): (&String, &toml::Value)| {
        let of_table: Vec<&toml::Value> = all.iter().map(|each| each.get(rule)).collect::<Option<_>>()?;
        let same = of_table.iter().all(|other| *other == now);
        let schema = tuned(root, rule)?;
        let choices = match rule.as_str() {
            "players" => Vec::new(),
            _ if same => near(root, schema, now)
                .into_iter()
                .map(|value| choice(value, None))
                .collect(),
            _ => steps(root, schema, &of_table),
        };
        let matters = |choice: &KnobValue| {
            let mut tables = setups.iter().zip(&of_table);
            tables.all(|(setup, now)| {
                choice
                    .counted_from(Some(now))
                    .is_some_and(|choice| does(game, setup, rule, &choice))
            })
        };
        let choices: Vec<KnobValue> = choices.into_iter().filter(matters).collect();
        (!choices.is_empty()).then(|| Knob {
            rule: rule.clone(),
            choices,
        })
    };
    let mut knobs: Vec<Knob> = first.iter().filter_map(knob).collect();
    knobs.extend(entries(game, setups));
    knobs
}

/// Rules that are numbers and 0 at a table, and of which nobody knows how far a step from there goes: they are not whole, and
/// have no least and most.
pub fn stuck(game: &GameInfo, setups: &[Setup]) -> Vec<String> {
    let schema = (game.rules_schema)();
    let root = schema.as_value();
    let all: BTreeMap<String, toml::Value> = setups.iter().flat_map(|setup| stuck_at(game, root, setup)).collect();
    all.into_keys().collect()
}

fn stuck_at(game: &GameInfo, root: &Json, setup: &Setup) -> BTreeMap<String, toml::Value> {
    let mut all = in_force(game, setup);
    all.retain(|rule, now| {
        let number = tuned(root, rule).and_then(|schema| Limits::from_schema(root, schema));
        let at = super::number(now);
        number.zip(at).is_some_and(|(number, at)| number.step(at) <= 0.0)
    });
    all
}

/// The schema of a rule; none of one that the game marks as not to be tried.
fn tuned<'s>(root: &'s Json, rule: &str) -> Option<&'s Json> {
    rule.split('.').try_fold(root, |schema, step| {
        let part = property(root, schema, step)?;
        let kept = part.get(UNTUNED).or(part.get("deprecated")) == Some(&Json::Bool(true));
        (!kept).then_some(part)
    })
}

/// Single entries of content that say the same at all tables, each with what it may say instead and be a little else.
fn entries(game: &GameInfo, setups: &[&Setup]) -> Vec<Knob> {
    let mut all = setups.iter().map(|setup| game.played(setup));
    let Some(first) = all.next() else {
        return Vec::new();
    };
    let others: Vec<Vec<Entry>> = all.collect();
    let same = |entry: &&Entry| others.iter().all(|other| other.contains(entry));
    let knob = |entry: &Entry| {
        let choices = entry.near.iter().map(|value| choice(value.clone(), None));
        let matters = |choice: &KnobValue| setups.iter().all(|setup| does(game, setup, &entry.key, choice));
        let choices: Vec<KnobValue> = choices.filter(matters).collect();
        (!choices.is_empty()).then(|| Knob {
            rule: entry.key.clone(),
            choices,
        })
    };
    first.iter().filter(same).filter_map(knob).collect()
}

/// Is there a game with this choice, and does the game say nothing against its effect?
fn does(game: &GameInfo, setup: &Setup, rule: &str, choice: &KnobValue) -> bool {
    let mut changed = setup.clone();
    choice.put(rule, &mut changed);
    let idle = |setup: &Setup| (game.idle)(setup).len();
    (game.check)(&changed).is_empty() && idle(&changed) <= idle(setup)
}

/// Values near `now`.
fn near(root: &Json, schema: &Json, now: &toml::Value) -> Vec<toml::Value> {
    if let toml::Value::Boolean(now) = now {
        return vec![(!now).into()];
    }
    if let Some(words) = allowed_words(root, schema) {
        let others = words.into_iter().filter(|word| now.as_str() != Some(word));
        return others.map(Into::into).collect();
    }
    let (Some(number), Some(at)) = (Limits::from_schema(root, schema), super::number(now)) else {
        return Vec::new();
    };
    let step = number.step(at);
    let values = STEPS.map(|steps| ((at + steps * step) * 1e9).round() / 1e9);
    let fits = |value: &f64| step > 0.0 && number.holds(*value);
    let written = |value: f64| match number.kind {
        NumberKind::Whole => toml::Value::Integer(value as i64),
        _ => toml::Value::Float(value),
    };
    values.into_iter().filter(fits).map(written).collect()
}

/// Steps from what a number is at each table; they are of the size that fits where it is least.
fn steps(root: &Json, schema: &Json, of_table: &[&toml::Value]) -> Vec<KnobValue> {
    let all: Option<Vec<f64>> = of_table.iter().map(|now| super::number(now)).collect();
    let (Some(number), Some(all)) = (Limits::from_schema(root, schema), all) else {
        return Vec::new();
    };
    let step = number.step(all.iter().fold(f64::INFINITY, |least, at| least.min(at.abs())));
    let by = |steps: f64| match number.kind {
        NumberKind::Whole => By::Whole((steps * step) as i128),
        NumberKind::Share => By::Share(steps * step),
        NumberKind::Real => By::Number(steps * step),
    };
    let fits = |by: &By| step > 0.0 && all.iter().all(|at| number.holds(at + by.amount()));
    let counted = |by: By| choice(of_table[0].clone(), Some(by));
    let at_first = |counted: KnobValue| {
        let value = counted.counted_from(Some(of_table[0]))?.value;
        Some(KnobValue { value, ..counted })
    };
    STEPS
        .map(by)
        .into_iter()
        .filter(fits)
        .map(counted)
        .filter_map(at_first)
        .collect()
}

fn choice(value: toml::Value, by: Option<By>) -> KnobValue {
    KnobValue {
        value,
        by,
        contents: BTreeMap::new(),
    }
}

/// What a number may be.
struct Limits {
    kind: NumberKind,
    least: f64,
    most: f64,
}

impl Limits {
    /// Those of a schema; none where that is of no number.
    fn from_schema(root: &Json, schema: &Json) -> Option<Self> {
        let schema = only(root, schema);
        let limit = |word: &str, otherwise: f64| schema.get(word).and_then(Json::as_f64).unwrap_or(otherwise);
        Some(Limits {
            kind: NumberKind::from_schema(root, schema)?,
            least: limit("minimum", f64::NEG_INFINITY),
            most: limit("maximum", f64::INFINITY),
        })
    }

    fn holds(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// How far one step goes from `at`.
    fn step(&self, at: f64) -> f64 {
        match self.kind {
            NumberKind::Whole => (STEP * at.abs()).round().max(1.0),
            NumberKind::Share => SHARE_STEP,
            NumberKind::Real if (self.least, self.most) == (0.0, 1.0) => SHARE_STEP,
            NumberKind::Real if at == 0.0 => STEP * self.span(),
            NumberKind::Real => STEP * at.abs(),
        }
    }

    /// From the least to the most that it may be; 0 where it has no such ends.
    fn span(&self) -> f64 {
        Some(self.most - self.least)
            .filter(|span| span.is_finite())
            .unwrap_or_default()
    }
}
