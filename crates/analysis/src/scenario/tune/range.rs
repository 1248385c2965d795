//! Ranges of `[tune]`: from, to and step.

use super::MOST_VALUES;
use balance_engine::{as_percent, percent};
use balance_kit::schema::parts::{branches, kinds, resolve};
use balance_kit::schema::place::Problem;
use balance_kit::schema::relative::By;
use balance_kit::schema::tree::{Field, Node, Table, Value};
use balance_kit::schema::walk::Walk;
use balance_kit::schema::words::{Label, missing_key, unknown_key};
use serde_json::{Value as Json, json};

/// Holds a range to what the rule may be.
pub(super) fn check_range(walk: &mut Walk<'_>, knob: &Field, range: &Table, schema: &Json, label: &Label) {
    let Some(kind) = Number::of_range(walk.root, schema, range) else {
        let message = format!("{label} is no number and has no range");
        let help = "list the values that it may take: [..., ...]";
        return walk.found.push(Problem::at(&knob.node.at, message).help(help));
    };
    let number = json!({ "type": "number" });
    let schema = if is_open(schema) { &number } else { schema };
    let keys = ["from", "to", "step"];
    let mut sound = true;
    for field in &range.fields {
        match field.name.as_str() {
            "from" | "to" if field.node.text().is_some_and(|text| By::read(text).is_some()) => {
                let written = walk.sources.written(&field.node.at);
                let message = format!(
                    "{} must be what the rule may be, but is {written}",
                    label.below(&field.name)
                );
                let help = format!("write the value itself, or list how much more or less it may be: [{written}, ...]");
                walk.found.push(Problem::at(&field.node.at, message).help(help));
                sound = false;
            }
            "from" | "to" => {
                let before = walk.found.len();
                walk.value(&field.node, schema, &label.below(&field.name));
                sound &= walk.found.len() == before;
            }
            "step" => {}
            _ => {
                walk.found.push(unknown_key(field, &keys, &range.unset(&keys), label));
                sound = false;
            }
        }
    }
    let missing: Vec<&str> = range.unset(&["from", "to"]);
    if let (Some(missing), true) = (missing.first(), sound) {
        let problem = missing_key(&knob.key, missing, label);
        walk.found
            .push(problem.help("a range has both ends, such as { from = 2, to = 6 }"));
    }
    if !sound || !missing.is_empty() {
        return;
    }
    if let Err(problem) = values(knob, range, kind, label) {
        walk.found.push(problem);
    }
}

/// What kind of number a rule is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole,
    Real,
    Share,
}

/// Does the schema say nothing of the values, as of single entries of content? The game itself knows.
fn is_open(schema: &Json) -> bool {
    *schema == Json::Bool(true) || *schema == json!({ "additionalProperties": true })
}

impl Number {
    /// The kind of the values of a range: of what the schema leaves open, that of the numbers written there.
    pub(super) fn of_range(root: &Json, schema: &Json, range: &Table) -> Option<Self> {
        let whole = |name: &str| range.get(name).is_none_or(|node| node.whole().is_some());
        let written = || {
            if ["from", "to", "step"].into_iter().all(whole) {
                Number::Whole
            } else {
                Number::Real
            }
        };
        Number::of(root, schema).or_else(|| is_open(schema).then(written))
    }

    pub(super) fn of(root: &Json, schema: &Json) -> Option<Self> {
        let schema = only(root, schema);
        if schema.get("format").and_then(Json::as_str) == Some("rate") {
            return Some(Number::Share);
        }
        match kinds(schema).as_slice() {
            ["integer"] => Some(Number::Whole),
            ["number"] => Some(Number::Real),
            _ => None,
        }
    }
}

/// The schema of a value that may be left out.
pub(super) fn only<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    let schema = resolve(root, schema);
    match branches(root, schema).as_slice() {
        [only] => resolve(root, only),
        _ => schema,
    }
}

/// The values of a range whose ends are sound, or what is wrong with it.
pub(super) fn values(knob: &Field, range: &Table, kind: Number, label: &Label) -> Result<Vec<Node>, Problem> {
    let read = |name: &str| range.get(name).and_then(|node| Some((plain(node)?, node)));
    let (Some((from, first)), Some((to, last))) = (read("from"), read("to")) else {
        return Ok(Vec::new());
    };
    if from > to {
        let message = format!("`to` of {label} is less than its `from`");
        return Err(Problem::at(&last.at, message).help("put the smaller value in `from`"));
    }
    let step = match range.get("step") {
        None if kind == Number::Whole => 1.0,
        None => {
            let help = match kind {
                Number::Share => "add, say, step = \"5%\"",
                _ => "add, say, step = 0.1",
            };
            return Err(missing_key(&knob.key, "step", label).help(help));
        }
        Some(node) => {
            let whole = |step: &f64| kind != Number::Whole || step.fract() == 0.0;
            let step = plain(node).filter(|step| step.is_finite() && *step > 0.0).filter(whole);
            step.ok_or_else(|| {
                let wanted = if kind == Number::Whole {
                    "a whole number"
                } else {
                    "a number"
                };
                Problem::at(&node.at, format!("`step` of {label} must be {wanted} above 0"))
            })?
        }
    };
    // A little more than the end, which 0.1 + 0.1 + 0.1 should reach.
    let count = ((to - from) / step * (1.0 + 1e-12) + 1e-9).floor();
    if count >= MOST_VALUES as f64 {
        let message = format!("{label} has more than {MOST_VALUES} values");
        return Err(Problem::at(&knob.node.at, message).help("bring its ends together, or give it a larger `step`"));
    }
    let node = |index: usize| {
        let exact = from + step * index as f64;
        let rounded = (exact * 1e9).round() / 1e9;
        let value = match kind {
            Number::Whole => Value::Whole(rounded as i128),
            Number::Share if first.text().is_some() => Value::Text(as_percent(rounded)),
            _ => Value::Number(rounded),
        };
        Node {
            value,
            at: knob.node.at.clone(),
        }
    };
    Ok((0..=count as usize).map(node).collect())
}

fn plain(node: &Node) -> Option<f64> {
    match &node.value {
        Value::Whole(whole) => Some(*whole as f64),
        Value::Number(number) => Some(*number),
        Value::Text(text) => percent(text),
        _ => None,
    }
}
