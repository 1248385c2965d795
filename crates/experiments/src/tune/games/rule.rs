//! A rule that may be changed, with its values.

use super::super::Dial;
use balance_config::games::{self, GameInfo, Setup};
use balance_config::scenario::{self, KnobValue};
use balance_kit::schema::relative_number::By;
use balance_kit::value_at;

/// A value of a knob as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// How it is put into the configuration of each table; none for the present rule, which stays as it is.
    pub(super) choices: Option<Vec<KnobValue>>,
    /// As TOML, or how much more or less than now; none of the present rule where it follows from other rules, and is not the
    /// same at all tables.
    pub toml: Option<toml::Value>,
}

/// A rule that may be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its key, dotted.
    pub name: String,
    /// Its values, in the order of the knob.
    pub values: Vec<Value>,
}

/// A knob with the present value among the others, in order where all are numbers. Where nobody `listed` its values, 0 is
/// taken for the game without the rule.
pub(super) fn rule(
    info: &GameInfo,
    knob: &scenario::Knob,
    listed: bool,
    setups: &[Setup],
    settled: &[toml::Table],
    defaults: &toml::Table,
) -> (Rule, Dial) {
    let name = knob.rule.clone();
    let now: Vec<Option<toml::Value>> = setups
        .iter()
        .zip(settled)
        .map(|(setup, settled)| {
            let written = value_at(&setup.rules, &knob.rule);
            let known = written
                .or_else(|| value_at(settled, &knob.rule))
                .or_else(|| value_at(defaults, &knob.rule));
            entry(info, setup, &knob.rule).or_else(|| known.cloned())
        })
        .collect();
    let same = agree(&now);
    let mut values = values(knob, &now);
    let counted = |text: &str| By::read(text).map(By::amount);
    let number = |value: &Value| match &value.toml {
        Some(toml::Value::String(text)) if !same => counted(text),
        Some(toml) => scenario::number(toml).filter(|_| same),
        None => (!same).then_some(0.0),
    };
    let ordered = values.iter().all(|value| number(value).is_some());
    if ordered {
        values.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    }
    let numbers: Vec<f64> = values.iter().map(|value| number(value).unwrap_or(0.0)).collect();
    let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
    let place = |number: &f64| {
        if ordered && most > least {
            (number - least) / (most - least)
        } else {
            0.0
        }
    };
    let present = values.iter().position(|value| value.choices.is_none()).unwrap_or(0);
    let none = numbers
        .iter()
        .position(|number| *number == 0.0)
        .filter(|_| ordered && !listed && same);
    let knob = Dial {
        places: numbers.iter().map(place).collect(),
        ordered,
        present: present as u8,
        none: none.map(|at| at as u8),
        part: !listed && entries(info, &name).is_some(),
    };
    let rule = Rule { name, values };
    (rule, knob)
}

/// Is the present value the same at every table?
fn agree(now: &[Option<toml::Value>]) -> bool {
    now.windows(2).all(|pair| pair[0] == pair[1])
}

/// The present value and the others that are listed, each once; `now` is the present one of each table.
fn values(knob: &scenario::Knob, now: &[Option<toml::Value>]) -> Vec<Value> {
    let same = agree(now);
    let alike = |a: &toml::Value, b: &toml::Value| {
        a == b
            || scenario::number(a)
                .zip(scenario::number(b))
                .is_some_and(|(a, b)| (a - b).abs() < 1e-12)
    };
    let mut values = vec![Value {
        choices: None,
        toml: now.first().cloned().flatten().filter(|_| same),
    }];
    for choice in &knob.choices {
        // Where the tables differ, what is counted from each is another value at each.
        let by = choice.by.filter(|_| !same);
        let toml = by.map_or_else(|| choice.value.clone(), |by| by.to_string().into());
        let counted = |now: &Option<toml::Value>| match by {
            Some(_) => choice.counted_from(now.as_ref()),
            None => Some(choice.clone()),
        };
        let known = |known: &Value| known.toml.as_ref().is_some_and(|known| alike(known, &toml));
        let moves = by.is_none_or(|by| by.amount() != 0.0);
        let Some(choices) = now.iter().map(counted).collect::<Option<Vec<_>>>() else {
            continue;
        };
        if moves && !values.iter().any(known) {
            values.push(Value {
                choices: Some(choices),
                toml: Some(toml),
            });
        }
    }
    values
}

/// The present value of a single entry of content, as `[tune]` writes it; none where the rules change other fields of it, and
/// of what is no entry.
pub(super) fn entry(info: &GameInfo, setup: &Setup, key: &str) -> Option<toml::Value> {
    match (value_at(&setup.rules, key), entries(info, key)?.named) {
        (None, _) => (info.entries)(setup)
            .into_iter()
            .find(|entry| entry.key == key)
            .map(|entry| entry.value),
        (Some(toml::Value::Table(fields)), games::Named::By { main, .. }) => {
            fields.get(main).filter(|_| fields.len() == 1).cloned()
        }
        (Some(value), _) => Some(value.clone()),
    }
}

/// The list of content of which `key` names an entry; none where it is a rule.
pub(super) fn entries(info: &GameInfo, key: &str) -> Option<&'static games::Entries> {
    let (word, _) = key.split_once('.')?;
    let mut all = info.content.iter().flat_map(|content| content.entries);
    all.find(|entries| entries.word == word)
}
