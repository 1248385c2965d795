//! `[tune]`: rules that `balance tune` may change, and the values that each may take; and where nobody has said, every rule of the
//! game that can be changed by itself, a little.

use std::collections::{BTreeMap, BTreeSet};

use super::expand::{Draft, below, check_each, no_values};
use super::in_force;
use super::merge::count;
use super::schema::Context;
use super::setup::{SetupReader, locate, plain_node};
use crate::games::{At, Content, Entry, GameInfo, Setup, program};
use balance_engine::{as_percent, percent};
use balance_kit::schema::messages::{Label, Quote, found_kind, missing_key, remedy, things, unknown_key};
use balance_kit::schema::parts::{allowed_words, kinds, property, property_names, value_schema};
use balance_kit::schema::relative_number::{By, settle};
use balance_kit::schema::tree::{Field, Node, Place, Problem, TomlTable, TomlValue};
use balance_kit::schema::walk::Walk;
use balance_kit::value_at;
use serde_json::{Value as Json, json};

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
    /// The same value at all tables, which names no file.
    pub fn plain(value: impl Into<toml::Value>) -> Self {
        KnobValue {
            value: value.into(),
            by: None,
            contents: BTreeMap::new(),
        }
    }

    /// The value as a number, shares as fractions; none for words, lists, tables and switches.
    pub fn number(&self) -> Option<f64> {
        number(&self.value)
    }

    /// The same at a table where the rule is `now`; none where nothing can be counted from that.
    pub fn counted_from(&self, now: Option<&toml::Value>) -> Option<Self> {
        let Some(by) = self.by else {
            return Some(self.clone());
        };
        let value = plain_node(now?)?;
        Some(match by.from(&value)? {
            TomlValue::Whole(whole) => KnobValue::plain(i64::try_from(whole).ok()?),
            TomlValue::Number(number) => KnobValue::plain(number),
            TomlValue::Text(text) => KnobValue::plain(text),
            _ => return None,
        })
    }

    /// Puts the value, and the files that it names, into a configuration: that of a rule, or the bot of a role at `seats.ROLE`.
    pub fn put(&self, rule: &str, setup: &mut Setup) {
        if let (Some(role), Some(bot)) = (rule.strip_prefix("seats."), self.value.as_str()) {
            setup.seats.by_role.insert(role.to_owned(), bot.to_owned());
            return;
        }
        setup.contents.retain(|key, _| !is_within(key, rule));
        setup.contents.extend(self.contents.clone());
        *setup = std::mem::take(setup).with_rule(rule, self.value.clone());
    }
}

/// Is it this rule, or a part of it?
fn is_within(key: &str, rule: &str) -> bool {
    key.strip_prefix(rule)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
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
        problems.extend(impossible(base, &all, &setups, reader));
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
    for knob in knobs {
        let axis = |axis: &&&str| {
            axis.strip_prefix("rules.")
                .is_some_and(|axis| is_within(axis, &knob.name) || is_within(&knob.name, axis))
        };
        if let Some(axis) = axes.iter().find(axis) {
            let message = format!("`{}` in [tune] is varied by `{axis}` in [matrix]", knob.name);
            problems.push(Problem::located(&knob.key, message).help("take it out of one of the two"));
        }
        let within = |outer: &&&Field| outer.name != knob.name && is_within(&knob.name, &outer.name);
        if let Some(outer) = knobs.iter().find(within) {
            let message = format!("`{}` in [tune] is part of `{}`", knob.name, outer.name);
            problems.push(Problem::located(&knob.key, message).help("take one of the two out"));
        }
    }
    problems
}

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
    let contents = setup.contents.iter().filter(|(key, _)| is_within(key, rule));
    Some(KnobValue {
        contents: contents.map(|(key, content)| (key.clone(), content.clone())).collect(),
        ..KnobValue::plain(value_at(&setup.rules, rule)?.clone())
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
        let schema = value_schema(root, schema);
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

/// Values that the game refuses, alone and with every value of every other knob.
fn impossible(base: &Draft, knobs: &[Knob], setups: &[Vec<Tried>], reader: &SetupReader<'_>) -> Vec<Problem> {
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
            let in_file = of_content.filter(|_| matches!(fault.at, At::Content { .. }));
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

/// A rule that says how long is played, or how the program plays, has this in its schema.
const UNTUNED: &str = "x-untuned";

/// A number is moved by so large a part of itself, at least 1 where it is whole, and by twice that; from 0 by so large a part of
/// what it may be.
const STEP: f64 = 0.125;

/// A share is moved by so much, and by twice that, and so is a number from 0 to 1 that is not whole.
const SHARE_STEP: f64 = 0.1;

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
            _ if same => near(root, schema, now).into_iter().map(KnobValue::plain).collect(),
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
        let limits = tuned(root, rule).and_then(|schema| Limits::from_schema(root, schema));
        limits
            .zip(number(now))
            .is_some_and(|(limits, at)| limits.step(at) <= 0.0)
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
        let choices = entry.near.iter().cloned().map(KnobValue::plain);
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

fn near(root: &Json, schema: &Json, now: &toml::Value) -> Vec<toml::Value> {
    if let toml::Value::Boolean(now) = now {
        return vec![(!now).into()];
    }
    if let Some(words) = allowed_words(root, schema) {
        let others = words.into_iter().filter(|word| now.as_str() != Some(word));
        return others.map(Into::into).collect();
    }
    let (Some(number), Some(at)) = (Limits::from_schema(root, schema), number(now)) else {
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
    let all: Option<Vec<f64>> = of_table.iter().map(|now| number(now)).collect();
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
    let at_first = |by: By| {
        let by = Some(by);
        let counted = KnobValue {
            by,
            ..KnobValue::plain(of_table[0].clone())
        };
        let counted = counted.counted_from(Some(of_table[0]))?;
        Some(KnobValue { by, ..counted })
    };
    STEPS.map(by).into_iter().filter(fits).filter_map(at_first).collect()
}

struct Limits {
    kind: NumberKind,
    least: f64,
    most: f64,
}

impl Limits {
    /// Those of a schema; none where that is of no number.
    fn from_schema(root: &Json, schema: &Json) -> Option<Self> {
        let schema = value_schema(root, schema);
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
