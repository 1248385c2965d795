//! What may be changed where nobody has said: every rule of the game that can be changed by itself, a little.

use super::range::{Number, only};
use super::{Choice, Knob};
use crate::games::{GameInfo, Setup};
use crate::scenario::in_force;
use balance_kit::schema::parts::{allowed_words, property};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A rule that says how long is played, or how the program plays, has this in its schema.
const UNTUNED: &str = "x-untuned";

/// A number is moved by so large a part of itself, at least 1 where it is whole, and by twice that.
const STEP: f64 = 0.125;

/// A share is moved by so much, and by twice that.
const SHARE_STEP: f64 = 0.1;

/// Every rule that is the same in all of `setups`, with the values near its own by which each of them stays a game and
/// becomes another one: both of a switch, all words, and two steps either way of a number. Left out are the number of
/// players, what a game marks with `x-untuned`, names of files, and what has no effect at these tables.
pub fn every(game: &GameInfo, setups: &[&Setup]) -> Vec<Knob> {
    let schema = (game.rules_schema)();
    let root = schema.as_value();
    let now: Vec<BTreeMap<String, toml::Value>> = setups.iter().map(|setup| in_force(game, setup)).collect();
    let Some((first, others)) = now.split_first() else {
        return Vec::new();
    };
    let knob = |(rule, now): (&String, &toml::Value)| {
        let same = others.iter().all(|other| other.get(rule) == Some(now));
        let schema = rule.split('.').try_fold(root, |schema, step| {
            let part = property(root, schema, step)?;
            let kept = part.get(UNTUNED).or(part.get("deprecated")) == Some(&Json::Bool(true));
            (!kept).then_some(part)
        })?;
        let near = if same && rule != "players" {
            near(root, schema, now)
        } else {
            Vec::new()
        };
        let choices = near.into_iter().map(|value| Choice {
            value,
            contents: BTreeMap::new(),
        });
        let matters = |choice: &Choice| setups.iter().all(|setup| does(game, setup, rule, choice));
        let choices: Vec<Choice> = choices.filter(matters).collect();
        (!choices.is_empty()).then(|| Knob {
            rule: rule.clone(),
            choices,
        })
    };
    first.iter().filter_map(knob).collect()
}

/// Is there a game with this choice, and does the game say nothing against its effect?
fn does(game: &GameInfo, setup: &Setup, rule: &str, choice: &Choice) -> bool {
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
    let number = only(root, schema);
    let (Some(kind), Some(at)) = (Number::of(root, schema), super::number(now)) else {
        return Vec::new();
    };
    let limit = |word: &str, otherwise: f64| number.get(word).and_then(Json::as_f64).unwrap_or(otherwise);
    let (least, most) = (limit("minimum", f64::NEG_INFINITY), limit("maximum", f64::INFINITY));
    let step = match kind {
        Number::Whole => (STEP * at.abs()).round().max(1.0),
        Number::Share => SHARE_STEP,
        Number::Real => STEP * at.abs(),
    };
    let values = [-2.0, -1.0, 1.0, 2.0].map(|steps| ((at + steps * step) * 1e9).round() / 1e9);
    let fits = |value: &f64| step > 0.0 && (least..=most).contains(value);
    let written = |value: f64| match kind {
        Number::Whole => toml::Value::Integer(value as i64),
        _ => toml::Value::Float(value),
    };
    values.into_iter().filter(fits).map(written).collect()
}
