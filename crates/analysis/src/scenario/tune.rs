//! `[tune]`: rules that `balance tune` may change, and the values that each may take.

mod every;
mod range;
mod refused;

pub use self::every::{every, stuck};

use self::range::{Number, check_range, values};
use self::refused::{flat, impossible};
use super::draft::Draft;
use super::meant;
use super::setup::Reader;
use super::shape::Context;
use crate::games::{Content, Setup, program};
use balance_engine::percent;
use balance_kit::schema::parts::{property, property_names};
use balance_kit::schema::place::{Place, Problem};
use balance_kit::schema::relative::{By, settle};
use balance_kit::schema::suggest::{Quote, remedy, suggest};
use balance_kit::schema::tree::{Field, Node, Table, Value};
use balance_kit::schema::walk::Walk;
use balance_kit::schema::words::{Label, found_kind, things};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most values of one knob, and most knobs.
const MOST_VALUES: usize = 100;
const MOST_KNOBS: usize = 24;

/// Keys of `[tune]` that are no rules.
const SETTINGS: [&str; 2] = ["games", "second"];

/// What may be changed, and how it is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tune {
    /// None: every rule that can be changed by itself, a little.
    pub knobs: Vec<Knob>,
    /// Has somebody said which rules may be changed?
    pub listed: bool,
    /// The bot under which proposals are tried as well; none: one that the game offers.
    pub second: Option<String>,
    /// Games of the whole search.
    pub games: Option<u64>,
    /// Where the table stands; none where nobody wrote it.
    pub place: Option<Place>,
}

/// A rule that may be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its key, dotted.
    pub rule: String,
    /// The values that it may take besides the present one, each once.
    pub choices: Vec<Choice>,
}

/// A value of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// As TOML; where it is counted from what the rule is, from that of the first table.
    pub value: toml::Value,
    /// How much more or less than the rule is at each table; none where the value is the same at all.
    pub by: Option<By>,
    /// Files of the designer's own that it names, by key of `[rules]`.
    pub contents: BTreeMap<String, Content>,
}

impl Choice {
    /// The value as a number, shares as fractions; none for words, lists, tables and switches.
    pub fn number(&self) -> Option<f64> {
        number(&self.value)
    }

    /// The same at a table where the rule is `now`; none where nothing can be counted from that.
    pub fn at(&self, now: Option<&toml::Value>) -> Option<Self> {
        let Some(by) = self.by else {
            return Some(self.clone());
        };
        let value = match now? {
            toml::Value::Integer(now) => Value::Whole((*now).into()),
            toml::Value::Float(now) => Value::Number(*now),
            toml::Value::String(now) => Value::Text(now.clone()),
            _ => return None,
        };
        let value = match by.from(&value)? {
            Value::Whole(whole) => toml::Value::Integer(i64::try_from(whole).ok()?),
            Value::Number(number) => toml::Value::Float(number),
            Value::Text(text) => toml::Value::String(text),
            _ => return None,
        };
        Some(Choice {
            value,
            by: None,
            contents: BTreeMap::new(),
        })
    }

    /// Puts the value, and the files that it names, into a configuration.
    pub fn put(&self, rule: &str, setup: &mut Setup) {
        let below = |key: &str| key == rule || key.strip_prefix(rule).is_some_and(|rest| rest.starts_with('.'));
        setup.contents.retain(|key, _| !below(key));
        setup.contents.extend(self.contents.clone());
        let path: Vec<&str> = rule.split('.').collect();
        put(&mut setup.rules, &path, self.value.clone());
    }
}

/// A number or a share as a number.
pub fn number(value: &toml::Value) -> Option<f64> {
    match value {
        toml::Value::Integer(whole) => Some(*whole as f64),
        toml::Value::Float(number) => Some(*number),
        toml::Value::String(text) => percent(text),
        _ => None,
    }
}

/// Puts a value at the end of `path`, making the tables on the way.
fn put(table: &mut toml::Table, path: &[&str], value: toml::Value) {
    match path {
        [] => {}
        [last] => {
            table.insert((*last).to_owned(), value);
        }
        [first, rest @ ..] => {
            let below = table
                .entry(*first)
                .or_insert_with(|| toml::Value::Table(toml::Table::new()));
            if let toml::Value::Table(below) = below {
                put(below, rest, value);
            }
        }
    }
}

/// The checks of `[tune]` in one file.
pub(crate) fn check_tune(context: &Context<'_>, walk: &mut Walk<'_>, file: &Table) {
    let Some(field) = file.field("tune") else { return };
    let label = Label::section("[tune]");
    let Some(table) = field.node.table() else {
        return walk.value(&field.node, &json!({ "type": "object" }), &label);
    };
    for knob in &table.fields {
        let below = label.below(&knob.name);
        if SETTINGS.contains(&knob.name.as_str()) {
            let schema = context
                .root
                .pointer(&format!("/$defs/TuneShape/properties/{}", knob.name));
            walk.value(&knob.node, schema.unwrap_or(&Json::Null), &below);
        } else if let Some(schema) = knob_schema(context, knob, walk) {
            check_knob(walk, knob, &schema, &below);
        }
    }
}

/// The schema of the values of a knob; a key that is no rule is reported.
fn knob_schema(context: &Context<'_>, knob: &Field, walk: &mut Walk<'_>) -> Option<Json> {
    let game = context.game?;
    let root = context.root;
    let rules = &root["properties"]["rules"];
    let refuse = |help: Option<String>| {
        let message = format!("`{}` in [tune] is no rule that can be tuned", knob.name);
        Problem::at(&knob.key, message).maybe_help(help)
    };
    let (first, rest) = knob.name.split_once('.').unwrap_or((&knob.name, ""));
    let is_rule = property_names(root, rules).contains(&first);
    if !is_rule && !rest.is_empty() && ["rules", "seats", "bots"].contains(&first) {
        let help = match first {
            "rules" => format!("all that is tuned is a rule: write `{rest}`"),
            _ => "only rules are tuned; name one such as \"end-points.coins\"".to_owned(),
        };
        walk.found.push(refuse(Some(help)));
        return None;
    }
    let mut schema = rules;
    let mut done = String::new();
    for step in knob.name.split('.') {
        let Some(part) = property(root, schema, step) else {
            let mut names = property_names(root, schema);
            if done.is_empty() {
                names.extend(SETTINGS);
            }
            let wished = meant::metric(game, &knob.name).filter(|_| done.is_empty());
            let whole = || meant::near_rule(game, &knob.name, &[]).map(|near| format!("did you mean `{near}`?"));
            let step = || suggest(step, names.iter().copied()).map(|near| format!("did you mean `{done}{near}`?"));
            let help = wished
                .or_else(whole)
                .or_else(step)
                .or_else(|| remedy("", &names, "keys there", Quote::Key));
            walk.found.push(refuse(help));
            return None;
        };
        schema = part;
        done = format!("{done}{step}.");
    }
    Some(schema.clone())
}

fn check_knob(walk: &mut Walk<'_>, knob: &Field, schema: &Json, label: &Label) {
    match &knob.node.value {
        Value::List(list) => {
            if list.is_empty() {
                let problem = Problem::at(&knob.node.at, format!("{label} is an empty list"));
                walk.found.push(problem.help("name at least one value"));
            }
            if list.len() > MOST_VALUES {
                let message = format!(
                    "{label} has {} values, but at most {MOST_VALUES} are possible",
                    list.len()
                );
                walk.found.push(Problem::at(&knob.node.at, message));
            }
            let mut seen: BTreeSet<&str> = BTreeSet::new();
            for node in list {
                let written = walk.sources.written(&node.at);
                if !seen.insert(written) {
                    walk.found
                        .push(Problem::at(&node.at, format!("{label} names {written} twice")));
                }
                let partial = std::mem::replace(&mut walk.partial, false);
                walk.relative = true;
                walk.value(node, schema, label);
                walk.relative = false;
                walk.partial = partial;
            }
        }
        Value::Table(range) => check_range(walk, knob, range, schema, label),
        _ => {
            let written = walk.sources.written(&knob.node.at);
            let found = found_kind(&knob.node, written);
            let message = format!("{label} must be a list of values or a range, but is {found}");
            let help = format!("write [{written}, ...] or {{ from = ..., to = ... }}");
            walk.found.push(Problem::at(&knob.node.at, message).help(help));
        }
    }
}

/// The base with one value of a knob, where that stands, and the sources of the contents it names.
type Tried = (Setup, Node, BTreeMap<String, usize>);

/// What stands around `[tune]`.
pub(crate) struct Around<'a> {
    /// The bots that may be named.
    pub bots: &'a [&'a str],
    /// The keys of `[matrix]`.
    pub axes: &'a [&'a str],
    /// Whether nothing else is wrong, so that the game can be asked about the values.
    pub sound: bool,
}

/// `[tune]` of a scenario, and what is wrong with it as a whole.
pub(crate) fn read(
    field: &Field,
    base: &Draft,
    reader: &mut Reader<'_>,
    around: &Around<'_>,
) -> (Option<Tune>, Vec<Problem>) {
    let Some(table) = field.node.table() else {
        return (None, Vec::new());
    };
    let mut problems = Vec::new();
    let knobs: Vec<&Field> = table
        .fields
        .iter()
        .filter(|knob| !SETTINGS.contains(&knob.name.as_str()))
        .collect();
    if !reader.lost.touches(&["tune"]) {
        problems.extend(whole(field, &knobs, around.axes));
    }
    let second = table.get("second").and_then(|node| Some((node.text()?, node)));
    if let Some((name, node)) = second.filter(|(name, _)| !around.bots.contains(name) && !reader.broken) {
        let message = format!("there is no bot \"{}\"", name.escape_debug());
        problems.push(Problem::at(&node.at, message).maybe_help(remedy(name, around.bots, "bots", Quote::Text)));
    }
    if around.sound {
        problems.extend(no_numbers(&knobs, base, reader));
    }
    if !problems.is_empty() || !around.sound {
        return (None, problems);
    }
    let mut setups: Vec<Vec<Tried>> = Vec::new();
    let mut all = Vec::new();
    for knob in &knobs {
        let nodes = nodes(knob, reader.root);
        let mut choices = Vec::new();
        let mut of_knob = Vec::new();
        for node in nodes {
            let (setup, files) = reader.setup(&changed(base, &knob.name, &node), &mut BTreeSet::new());
            let by = node.text().and_then(By::read);
            choices.push(choice(&knob.name, &setup).map(|choice| Choice { by, ..choice }));
            of_knob.push((setup, node, files));
        }
        setups.push(of_knob);
        all.push(Knob {
            rule: knob.name.clone(),
            choices: choices.into_iter().flatten().collect(),
        });
    }
    if reader.problems.is_empty() {
        let flat = flat(base, &knobs, reader);
        problems.extend(impossible(base, &all, &setups, &flat, reader));
    }
    let tune = Tune {
        listed: !all.is_empty(),
        knobs: all,
        second: second.map(|(name, _)| name.to_owned()),
        games: table
            .get("games")
            .and_then(Node::whole)
            .and_then(|games| u64::try_from(games).ok()),
        place: Some(field.key.clone()),
    };
    (problems.is_empty().then_some(tune), problems)
}

/// What is wrong with the knobs together.
fn whole(field: &Field, knobs: &[&Field], axes: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let settings = field.node.table().is_some_and(|table| !table.fields.is_empty());
    if knobs.is_empty() && !settings {
        let program = program();
        let help = format!(
            "add, say, \"end-points.coins\" = {{ from = 4, to = 8 }}; without [tune], `{program} tune` tries every rule"
        );
        problems.push(Problem::at(&field.key, "[tune] names no rule to change").help(help));
    }
    if let Some(beyond) = knobs.get(MOST_KNOBS) {
        let message = format!(
            "[tune] names {}, but at most {MOST_KNOBS} are possible",
            things(knobs.len(), "rule")
        );
        problems.push(Problem::at(&beyond.key, message).help("begin with those that should matter most"));
    }
    let inside = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    for knob in knobs {
        let axis = |axis: &&&str| {
            axis.strip_prefix("rules.")
                .is_some_and(|axis| axis == knob.name || inside(axis, &knob.name) || inside(&knob.name, axis))
        };
        if let Some(axis) = axes.iter().find(axis) {
            let message = format!("`{}` in [tune] is varied by `{axis}` in [matrix]", knob.name);
            problems.push(Problem::at(&knob.key, message).help("take it out of one of the two"));
        }
        if let Some(outer) = knobs.iter().find(|outer| inside(&knob.name, &outer.name)) {
            let message = format!("`{}` in [tune] is part of `{}`", knob.name, outer.name);
            problems.push(Problem::at(&knob.key, message).help("take one of the two out"));
        }
    }
    problems
}

/// Ranges of single entries of content that are no numbers.
fn no_numbers(knobs: &[&Field], base: &Draft, reader: &mut Reader<'_>) -> Vec<Problem> {
    let words = reader.game.content.iter().flat_map(|content| content.entries);
    let words: Vec<&str> = words.map(|entries| entries.word).collect();
    let ranges: Vec<&&Field> = knobs
        .iter()
        .filter(|knob| knob.node.table().is_some())
        .filter(|knob| words.contains(&knob.name.split('.').next().unwrap_or_default()))
        .collect();
    if ranges.is_empty() {
        return Vec::new();
    }
    let (setup, _) = reader.setup(base, &mut BTreeSet::new());
    let entries = (reader.game.entries)(&setup);
    let wrong = |knob: &&&Field| {
        let message = format!("`{}` in [tune] is no number and has no range", knob.name);
        let inside = |key: &str| knob.name.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        let help = match entries.iter().find(|entry| entry.key == knob.name) {
            Some(entry) if number(&entry.value).is_some() => return None,
            Some(entry) => format!("it is {} now: list the values that it may take", entry.value),
            // What there is none of, the game tells.
            None => {
                let outer = entries.iter().find(|entry| inside(&entry.key))?;
                format!(
                    "only a whole entry has one: write \"{}\", or list the values",
                    outer.key
                )
            }
        };
        Some(Problem::at(&knob.node.at, message).help(help))
    };
    ranges.iter().filter_map(wrong).collect()
}

/// The values of a sound knob, each once.
fn nodes(knob: &Field, root: &Json) -> Vec<Node> {
    match &knob.node.value {
        Value::List(list) => list.clone(),
        Value::Table(range) => {
            let path: Vec<&str> = knob.name.split('.').collect();
            let mut schema = &root["properties"]["rules"];
            for step in path {
                schema = property(root, schema, step).unwrap_or(&Json::Null);
            }
            let kind = Number::of_range(root, schema, range).unwrap_or(Number::Real);
            values(knob, range, kind, &Label::section("[tune]")).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The base with one rule changed.
fn changed(base: &Draft, rule: &str, node: &Node) -> Draft {
    let mut draft = base.clone();
    let path: Vec<&str> = std::iter::once("rules").chain(rule.split('.')).collect();
    let mut over = Table::default();
    over.set(&path, &node.at, node.clone());
    settle(&mut over, &draft.tree);
    if let Some(settled) = over.at_path(&path) {
        draft.tree.set(&path, &node.at, settled.clone());
    }
    draft
}

fn choice(rule: &str, setup: &Setup) -> Option<Choice> {
    let mut steps = rule.split('.');
    let first = setup.rules.get(steps.next()?)?;
    let value = steps.try_fold(first, |value, step| value.get(step))?.clone();
    let below = |key: &str| key == rule || key.strip_prefix(rule).is_some_and(|rest| rest.starts_with('.'));
    let contents = setup.contents.iter().filter(|(key, _)| below(key));
    Some(Choice {
        value,
        by: None,
        contents: contents.map(|(key, content)| (key.clone(), content.clone())).collect(),
    })
}
