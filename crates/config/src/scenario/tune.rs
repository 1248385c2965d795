//! `[tune]`: rules that `balance tune` may change, and the values that each may take.

mod default_space;

use std::collections::{BTreeMap, BTreeSet};

use super::expand::{Draft, below, check_each, no_values};
use super::merge::count;
use super::schema::Context;
use super::setup::SetupReader;
use crate::games::{Content, Setup, program};
use crate::scenario::fault_places::locate;
use balance_engine::{as_percent, percent};
use balance_kit::schema::messages::{Label, found_kind, missing_key, things, unknown_key};
use balance_kit::schema::messages::{Quote, remedy};
use balance_kit::schema::parts::{branches, kinds, property_names, resolve};
use balance_kit::schema::relative_number::{By, settle};
use balance_kit::schema::tree::{Field, Node, Place, Problem, TomlTable, TomlValue};
use balance_kit::schema::walk::Walk;
use balance_kit::value_at;
use serde_json::{Value as Json, json};

pub use self::default_space::{default_space, stuck};

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
    pub choices: Vec<KnobValue>,
}

/// A value of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct KnobValue {
    /// As TOML; where it is counted from what the rule is, from that of the first table.
    pub value: toml::Value,
    /// How much more or less than the rule is at each table; none where the value is the same at all.
    pub by: Option<By>,
    /// Files of the designer's own that it names, by key of `[rules]`.
    pub contents: BTreeMap<String, Content>,
}

impl KnobValue {
    /// The value as a number, shares as fractions; none for words, lists, tables and switches.
    pub fn number(&self) -> Option<f64> {
        number(&self.value)
    }

    /// The same at a table where the rule is `now`; none where nothing can be counted from that.
    pub fn counted_from(&self, now: Option<&toml::Value>) -> Option<Self> {
        let Some(by) = self.by else {
            return Some(self.clone());
        };
        let value = match now? {
            toml::Value::Integer(now) => TomlValue::Whole((*now).into()),
            toml::Value::Float(now) => TomlValue::Number(*now),
            toml::Value::String(now) => TomlValue::Text(now.clone()),
            _ => return None,
        };
        let value = match by.from(&value)? {
            TomlValue::Whole(whole) => toml::Value::Integer(i64::try_from(whole).ok()?),
            TomlValue::Number(number) => toml::Value::Float(number),
            TomlValue::Text(text) => toml::Value::String(text),
            _ => return None,
        };
        Some(KnobValue {
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
        *setup = std::mem::take(setup).with_rule(rule, self.value.clone());
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

/// The checks of `[tune]` in one file.
pub(crate) fn check_tune(context: &Context<'_>, walk: &mut Walk<'_>, file: &TomlTable) {
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
    context.game?;
    let root = context.root;
    let rules = &root["properties"]["rules"];
    let refuse = |help: Option<String>| {
        let message = format!("`{}` in [tune] is no rule that can be tuned", knob.name);
        Problem::located(&knob.key, message).maybe_help(help)
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
    let steps: Vec<&str> = knob.name.split('.').collect();
    let found = below(root, rules, &steps, ("", &SETTINGS));
    found.map_err(|help| walk.found.push(refuse(help))).ok().cloned()
}

fn check_knob(walk: &mut Walk<'_>, knob: &Field, schema: &Json, label: &Label) {
    match &knob.node.value {
        TomlValue::List(list) => {
            walk.found.extend(no_values(&knob.node, list, label));
            if list.len() > MOST_VALUES {
                let count = list.len();
                let message = format!("{label} has {count} values, but at most {MOST_VALUES} are possible");
                walk.found.push(Problem::located(&knob.node.at, message));
            }
            let partial = std::mem::replace(&mut walk.partial, false);
            walk.relative = true;
            check_each(walk, list, label, Some(schema));
            walk.relative = false;
            walk.partial = partial;
        }
        TomlValue::Table(range) => check_range(walk, knob, range, schema, label),
        _ => {
            let written = walk.sources.written(&knob.node.at);
            let found = found_kind(&knob.node, written);
            let message = format!("{label} must be a list of values or a range, but is {found}");
            let help = format!("write [{written}, ...] or {{ from = ..., to = ... }}");
            walk.found.push(Problem::located(&knob.node.at, message).help(help));
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
    reader: &mut SetupReader<'_>,
    around: &Around<'_>,
) -> (Option<Tune>, Vec<Problem>) {
    let Some(table) = field.node.table() else {
        return (None, Vec::new());
    };
    let mut problems = Vec::new();
    let is_knob = |knob: &&Field| !SETTINGS.contains(&knob.name.as_str());
    let knobs: Vec<&Field> = table.fields.iter().filter(is_knob).collect();
    problems.extend(whole(field, &knobs, around.axes));
    let second = table.get("second").and_then(|node| Some((node.text()?, node)));
    if let Some((name, node)) = second.filter(|(name, _)| !around.bots.contains(name)) {
        let message = format!("unknown bot \"{}\"", name.escape_debug());
        problems.push(Problem::located(&node.at, message).maybe_help(remedy(name, around.bots, "bots", Quote::Text)));
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
        let (mut choices, mut of_knob) = (Vec::new(), Vec::new());
        for node in nodes(knob, reader.root) {
            let (setup, files) = reader.setup(&changed(base, &knob.name, &node), &mut BTreeSet::new());
            let by = node.text().and_then(By::read);
            choices.push(choice(&knob.name, &setup).map(|choice| KnobValue { by, ..choice }));
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
        games: count(table, "games"),
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
        problems.push(Problem::located(&field.key, "[tune] names no rule to change").help(help));
    }
    if let Some(beyond) = knobs.get(MOST_KNOBS) {
        let rules = things(knobs.len(), "rule");
        let message = format!("[tune] names {rules}, but at most {MOST_KNOBS} are possible");
        problems.push(Problem::located(&beyond.key, message).help("begin with those that should matter most"));
    }
    let inside = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    for knob in knobs {
        let axis = |axis: &&&str| {
            axis.strip_prefix("rules.")
                .is_some_and(|axis| axis == knob.name || inside(axis, &knob.name) || inside(&knob.name, axis))
        };
        if let Some(axis) = axes.iter().find(axis) {
            let message = format!("`{}` in [tune] is varied by `{axis}` in [matrix]", knob.name);
            problems.push(Problem::located(&knob.key, message).help("take it out of one of the two"));
        }
        if let Some(outer) = knobs.iter().find(|outer| inside(&knob.name, &outer.name)) {
            let message = format!("`{}` in [tune] is part of `{}`", knob.name, outer.name);
            problems.push(Problem::located(&knob.key, message).help("take one of the two out"));
        }
    }
    problems
}

/// Ranges of single entries of content that are no numbers.
fn no_numbers(knobs: &[&Field], base: &Draft, reader: &mut SetupReader<'_>) -> Vec<Problem> {
    let words = reader.game.content.iter().flat_map(|content| content.entries);
    let words: Vec<&str> = words.map(|entries| entries.word).collect();
    let of_content = |knob: &&&Field| words.contains(&knob.name.split('.').next().unwrap_or_default());
    let ranges = knobs.iter().filter(|knob| knob.node.table().is_some());
    let ranges: Vec<&&Field> = ranges.filter(of_content).collect();
    if ranges.is_empty() {
        return Vec::new();
    }
    let (setup, _) = reader.setup(base, &mut BTreeSet::new());
    let entries = (reader.game.entries)(&setup);
    let wrong = |knob: &&&Field| {
        let message = format!("`{}` in [tune] is not a number and has no range", knob.name);
        let inside = |key: &str| knob.name.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        let help = match entries.iter().find(|entry| entry.key == knob.name) {
            Some(entry) if number(&entry.value).is_some() => return None,
            Some(entry) => format!("it is {} now: list the values that it may take", entry.value),
            // What there is none of, the game tells.
            None => {
                let outer = &entries.iter().find(|entry| inside(&entry.key))?.key;
                format!("only a whole entry has one: write \"{outer}\", or list the values")
            }
        };
        Some(Problem::located(&knob.node.at, message).help(help))
    };
    ranges.iter().filter_map(wrong).collect()
}

/// The values of a sound knob, each once.
fn nodes(knob: &Field, root: &Json) -> Vec<Node> {
    match &knob.node.value {
        TomlValue::List(list) => list.clone(),
        TomlValue::Table(range) => {
            let steps: Vec<&str> = knob.name.split('.').collect();
            let schema = below(root, &root["properties"]["rules"], &steps, ("", &[])).unwrap_or(&Json::Null);
            let kind = NumberKind::of_range(root, schema, range).unwrap_or(NumberKind::Real);
            values(knob, range, kind, &Label::section("[tune]")).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The base with one rule changed.
fn changed(base: &Draft, rule: &str, node: &Node) -> Draft {
    let mut draft = base.clone();
    let path: Vec<&str> = std::iter::once("rules").chain(rule.split('.')).collect();
    let mut over = TomlTable::default();
    over.set(&path, &node.at, node.clone());
    settle(&mut over, &draft.tree);
    if let Some(settled) = over.at_path(&path) {
        draft.tree.set(&path, &node.at, settled.clone());
    }
    draft
}

fn choice(rule: &str, setup: &Setup) -> Option<KnobValue> {
    let value = value_at(&setup.rules, rule)?.clone();
    let below = |key: &str| key == rule || key.strip_prefix(rule).is_some_and(|rest| rest.starts_with('.'));
    let contents = setup.contents.iter().filter(|(key, _)| below(key));
    Some(KnobValue {
        value,
        by: None,
        contents: contents.map(|(key, content)| (key.clone(), content.clone())).collect(),
    })
}

/// Holds a range to what the rule may be.
fn check_range(walk: &mut Walk<'_>, knob: &Field, range: &TomlTable, schema: &Json, label: &Label) {
    let Some(kind) = NumberKind::of_range(walk.root, schema, range) else {
        let message = format!("{label} is not a number and has no range");
        let help = "list the values that it may take: [..., ...]";
        return walk.found.push(Problem::located(&knob.node.at, message).help(help));
    };
    let number = json!({ "type": "number" });
    let schema = if is_open(schema) { &number } else { schema };
    let keys = ["from", "to", "step"];
    let mut sound = true;
    for field in &range.fields {
        match field.name.as_str() {
            "from" | "to" if field.node.text().is_some_and(|text| By::read(text).is_some()) => {
                let (written, label) = (walk.sources.written(&field.node.at), label.below(&field.name));
                let message = format!("{label} must be what the rule may be, but is {written}");
                let help = format!("write the value itself, or list how much more or less it may be: [{written}, ...]");
                walk.found.push(Problem::located(&field.node.at, message).help(help));
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
enum NumberKind {
    Whole,
    Real,
    Share,
}

/// Does the schema say nothing of the values, as of single entries of content? The game itself knows.
fn is_open(schema: &Json) -> bool {
    *schema == Json::Bool(true) || *schema == json!({ "additionalProperties": true })
}

impl NumberKind {
    /// The kind of the values of a range: of what the schema leaves open, that of the numbers written there.
    fn of_range(root: &Json, schema: &Json, range: &TomlTable) -> Option<Self> {
        let whole = |name: &str| range.get(name).is_none_or(|node| node.whole().is_some());
        let written = || {
            if ["from", "to", "step"].into_iter().all(whole) {
                NumberKind::Whole
            } else {
                NumberKind::Real
            }
        };
        NumberKind::from_schema(root, schema).or_else(|| is_open(schema).then(written))
    }

    fn from_schema(root: &Json, schema: &Json) -> Option<Self> {
        let schema = only(root, schema);
        if schema.get("format").and_then(Json::as_str) == Some("rate") {
            return Some(NumberKind::Share);
        }
        match kinds(schema).as_slice() {
            ["integer"] => Some(NumberKind::Whole),
            ["number"] => Some(NumberKind::Real),
            _ => None,
        }
    }
}

/// The schema of a value that may be left out.
fn only<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    let schema = resolve(root, schema);
    match branches(root, schema).as_slice() {
        [only] => resolve(root, only),
        _ => schema,
    }
}

/// The values of a range whose ends are sound, or what is wrong with it.
fn values(knob: &Field, range: &TomlTable, kind: NumberKind, label: &Label) -> Result<Vec<Node>, Problem> {
    let read = |name: &str| range.get(name).and_then(|node| Some((plain(node)?, node)));
    let (Some((from, first)), Some((to, last))) = (read("from"), read("to")) else {
        return Ok(Vec::new());
    };
    if from > to {
        let message = format!("`to` of {label} is less than its `from`");
        return Err(Problem::located(&last.at, message).help("put the smaller value in `from`"));
    }
    let step = match range.get("step") {
        None if kind == NumberKind::Whole => 1.0,
        None => {
            let help = match kind {
                NumberKind::Share => "add, say, step = \"5%\"",
                _ => "add, say, step = 0.1",
            };
            return Err(missing_key(&knob.key, "step", label).help(help));
        }
        Some(node) => {
            let whole = |step: &f64| kind != NumberKind::Whole || step.fract() == 0.0;
            let step = plain(node).filter(|step| step.is_finite() && *step > 0.0).filter(whole);
            step.ok_or_else(|| {
                let wanted = if kind == NumberKind::Whole {
                    "a whole number"
                } else {
                    "a number"
                };
                Problem::located(&node.at, format!("`step` of {label} must be {wanted} above 0"))
            })?
        }
    };
    // A little more than the end, which 0.1 + 0.1 + 0.1 should reach.
    let count = ((to - from) / step * (1.0 + 1e-12) + 1e-9).floor();
    if count >= MOST_VALUES as f64 {
        let problem = Problem::located(&knob.node.at, format!("{label} has more than {MOST_VALUES} values"));
        return Err(problem.help("bring its ends together, or give it a larger `step`"));
    }
    let node = |index: usize| {
        let exact = from + step * index as f64;
        let rounded = (exact * 1e9).round() / 1e9;
        let value = match kind {
            NumberKind::Whole => TomlValue::Whole(rounded as i128),
            NumberKind::Share if first.text().is_some() => TomlValue::Text(as_percent(rounded)),
            _ => TomlValue::Number(rounded),
        };
        Node {
            value,
            at: knob.node.at.clone(),
        }
    };
    Ok((0..=count as usize).map(node).collect())
}

fn plain(node: &Node) -> Option<f64> {
    node.number().or_else(|| percent(node.text()?))
}

/// For each knob its list, where all of it is texts and the game takes it for one value.
fn flat<'k>(base: &Draft, knobs: &[&'k Field], reader: &mut SetupReader<'_>) -> Vec<Option<&'k Node>> {
    let mut one = |knob: &&'k Field| {
        let TomlValue::List(list) = &knob.node.value else {
            return None;
        };
        let found = reader.problems.len();
        let texts = list.iter().all(|node| node.text().is_some());
        let is_value = texts && {
            let (setup, _) = reader.setup(&changed(base, &knob.name, &knob.node), &mut BTreeSet::new());
            reader.problems.len() == found && (reader.game.check)(&setup).is_empty()
        };
        reader.problems.truncate(found);
        is_value.then_some(&knob.node)
    };
    knobs.iter().map(&mut one).collect()
}

/// Values that the game refuses, alone and with every value of every other knob; `flat` has for each knob its list where that is
/// one value.
fn impossible(
    base: &Draft,
    knobs: &[Knob],
    setups: &[Vec<Tried>],
    flat: &[Option<&Node>],
    reader: &SetupReader<'_>,
) -> Vec<Problem> {
    let check = reader.game.check;
    // Of one knob the same is told once.
    let mut problems: Vec<(usize, String, Problem)> = Vec::new();
    for (index, of_knob) in setups.iter().enumerate() {
        for (setup, node, files) in of_knob {
            let faults = check(setup);
            let Some(fault) = faults.first() else { continue };
            let others = knobs.iter().enumerate().filter(|(other, _)| *other != index);
            let mut pairs = others.flat_map(|(_, other)| other.choices.iter().map(move |choice| (other, choice)));
            let saved = pairs.any(|(other, choice)| {
                let mut both = setup.clone();
                choice.put(&other.rule, &mut both);
                check(&both).is_empty()
            });
            if saved {
                continue;
            }
            let of_content = locate(
                fault,
                &changed(base, &knobs[index].rule, node),
                files,
                &TomlTable::default(),
            );
            let in_file = of_content.filter(|_| matches!(fault.at, crate::games::At::Content { .. }));
            if let Some(Node {
                value: TomlValue::List(list),
                at,
                ..
            }) = flat[index]
            {
                let texts: Vec<String> = list
                    .iter()
                    .filter_map(Node::text)
                    .map(|text| format!("{text:?}"))
                    .collect();
                let (all, each) = (texts.join(", "), texts.join("], ["));
                let message = format!(
                    "`{}` in [tune] lists values, and each of these is a list",
                    knobs[index].rule
                );
                let help = if texts.len() > 1 {
                    format!(
                        "write [[{all}]] for one value of all of these, or [[{each}]] for several values of one each"
                    )
                } else {
                    format!("write [[{all}]]")
                };
                problems.push((index, message.clone(), Problem::located(at, message).help(help)));
                break;
            }
            let message = format!("{}, as [tune] would have it", fault.message);
            if problems
                .last()
                .is_some_and(|(at, said, _)| *at == index && *said == message)
            {
                continue;
            }
            let problem = Problem::located(in_file.as_ref().unwrap_or(&node.at), message.clone());
            problems.push((index, message, problem.maybe_help(fault.help.clone())));
        }
    }
    problems.into_iter().map(|(_, _, problem)| problem).collect()
}
