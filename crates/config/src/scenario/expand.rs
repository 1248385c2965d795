//! From base, variants and matrix to the trees and names of all configurations.

use super::expect::{BETWEEN_VALUES, OF_CELL};
use super::merge::lay_scenario;
use super::overrides::{COMMAND_LINE, of_command_line};
use super::schema::{Context, bot_pointer};
use balance_kit::schema::messages::{Label, Quote, found_kind, grouped, remedy, suggest};
use balance_kit::schema::parts::{property, property_names};
use balance_kit::schema::tree::{Field, Node, Place, Problem, TomlTable};
use std::collections::BTreeSet;

use balance_kit::schema::walk::Walk;
use serde_json::{Value as Json, json};

const MOST_CONFIGURATIONS: usize = 1_000;

/// One configuration before its parts are read.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub name: String,
    pub slug: String,
    pub variant: Option<String>,
    pub cell: Vec<(String, String)>,
    /// `rules`, `seats`, `bots`.
    pub tree: TomlTable,
}

/// All configurations, the base first; with their mistakes.
pub(crate) fn drafts(
    merged: &TomlTable,
    base_name: &str,
    bad: &BTreeSet<Place>,
    show: &dyn Fn(&Node) -> String,
) -> (Vec<Draft>, Vec<Problem>) {
    let mut problems = Vec::new();
    let sound = |place: &Place| !bad.contains(place);
    let mut base = TomlTable::default();
    let parts = ["rules", "seats", "bots"].into_iter();
    base.fields.extend(parts.filter_map(|part| merged.field(part)).cloned());
    let (variants, taken) = variants(merged, base_name, &sound);
    problems.extend(taken);
    let axes = axes(merged, &sound);
    let lengths = axes.iter().map(|(_, values)| values.len());
    let count = lengths.fold(variants.len() + 1, usize::saturating_mul);
    if count > MOST_CONFIGURATIONS {
        problems.push(too_many(merged, count));
        let only = Draft {
            name: base_name.to_owned(),
            slug: slug(base_name),
            variant: None,
            cell: Vec::new(),
            tree: base,
        };
        return (vec![only], problems);
    }
    let names = short_names(&axes.iter().map(|(axis, _)| axis.name.as_str()).collect::<Vec<_>>());
    let arms = variations(&base, variants, &sound);
    let mut drafts = Vec::with_capacity(count);
    let several_arms = arms.len() > 1;
    let cells = cells(&axes);
    let parts = |cell: &[&Node]| -> Vec<String> {
        let named = cell.iter().zip(&names);
        named.map(|(value, short)| format!("{short} {}", show(value))).collect()
    };
    let all_parts: Vec<Vec<String>> = cells.iter().map(|cell| parts(cell)).collect();
    problems.extend(arms.iter().filter_map(|arm| arm.nowhere(&all_parts)));
    for (cell, parts) in cells.iter().zip(&all_parts) {
        for arm in arms.iter().filter(|arm| arm.plays(parts)) {
            let mut tree = arm.tree.clone();
            let mut shown = Vec::new();
            for ((axis, _), value) in axes.iter().zip(cell) {
                let path: Vec<&str> = axis.name.split('.').collect();
                let mut over = TomlTable::default();
                over.set(&path, &axis.key, (*value).clone());
                lay_scenario(&mut tree, &over);
                shown.push((axis.name.clone(), show(value)));
            }
            let variant = &arm.variant;
            let arm = variant.as_deref().unwrap_or(base_name);
            let name = match (parts.is_empty(), several_arms) {
                (true, _) => arm.to_owned(),
                (false, false) => parts.join(BETWEEN_VALUES),
                (false, true) => format!("{}{OF_CELL}{arm}", parts.join(BETWEEN_VALUES)),
            };
            drafts.push(Draft {
                name,
                slug: String::new(),
                variant: variant.clone(),
                cell: shown,
                tree,
            });
        }
    }
    name_files(&mut drafts);
    (drafts, problems)
}

/// Every variant with its name; and those that have the base's.
fn variants<'m>(
    merged: &'m TomlTable,
    base_name: &str,
    sound: &dyn Fn(&Place) -> bool,
) -> (Vec<(&'m str, &'m TomlTable)>, Vec<Problem>) {
    let (mut variants, mut problems) = (Vec::new(), Vec::new());
    for variant in merged.get("variant").and_then(Node::list).into_iter().flatten() {
        let Some(table) = variant.table() else { continue };
        let Some(name) = table.get("name").filter(|name| sound(&name.at)) else {
            continue;
        };
        let Some(text) = name.text() else { continue };
        if text == base_name {
            let message = format!("a variant cannot have the name of the base, \"{base_name}\"");
            problems.push(Problem::located(&name.at, message).help("choose another name, or set `base-name`"));
        }
        variants.push((text, table));
    }
    (variants, problems)
}

/// The axes of the matrix with their values.
fn axes<'m>(merged: &'m TomlTable, sound: &dyn Fn(&Place) -> bool) -> Vec<(&'m Field, Vec<&'m Node>)> {
    let axes = merged.table("matrix").into_iter().flat_map(|table| &table.fields);
    axes.filter(|axis| sound(&axis.key))
        .filter_map(|axis| {
            let values = axis.node.list()?.iter().filter(|node| sound(&node.at));
            Some((axis, values.collect::<Vec<_>>()))
        })
        .filter(|(_, values)| !values.is_empty())
        .collect()
}

fn too_many(merged: &TomlTable, count: usize) -> Problem {
    let most = grouped(MOST_CONFIGURATIONS as i128);
    let message = format!(
        "variants and matrix make {} configurations, but {most} are the most",
        grouped(i128::try_from(count).unwrap_or(i128::MAX))
    );
    let field = merged.field("matrix").or_else(|| merged.field("variant"));
    let place = field.map(|field| field.key.clone());
    Problem::new(place, message, "shorten the lists, or split the scenario")
}

/// The base and the variants, before they meet the matrix.
fn variations<'m>(
    base: &TomlTable,
    variants: Vec<(&str, &'m TomlTable)>,
    sound: &dyn Fn(&Place) -> bool,
) -> Vec<Variation<'m>> {
    let mut all = vec![Variation {
        variant: None,
        only: None,
        tree: base.clone(),
    }];
    for (name, table) in variants {
        let mut over = table.clone();
        over.remove("name");
        over.remove("configuration");
        let mut tree = base.clone();
        lay_scenario(&mut tree, &over);
        all.push(Variation {
            variant: Some(name.to_owned()),
            only: table.get("configuration").filter(|cell| sound(&cell.at)),
            tree,
        });
    }
    all
}

/// The base or a variant, before it meets the matrix.
struct Variation<'a> {
    variant: Option<String>,
    /// The cell, or the value of an axis, at which alone it is played; none: at all.
    only: Option<&'a Node>,
    tree: TomlTable,
}

impl Variation<'_> {
    /// Is it played in the cell of these values?
    fn plays(&self, parts: &[String]) -> bool {
        let wanted = self.only.and_then(Node::text);
        wanted.is_none_or(|wanted| wanted == parts.join(BETWEEN_VALUES) || parts.iter().any(|part| part == wanted))
    }

    /// What is wrong where it is played in no cell.
    fn nowhere(&self, cells: &[Vec<String>]) -> Option<Problem> {
        let only = self.only.filter(|_| !cells.iter().any(|parts| self.plays(parts)))?;
        let wanted = only.text().unwrap_or_default();
        let mut names: Vec<&str> = Vec::new();
        for name in cells.iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let message = format!("[matrix] has no cell \"{}\"", wanted.escape_debug());
        let help = if names.is_empty() {
            Some("it has none at all: leave `configuration` out".to_owned())
        } else {
            remedy("", &names, "cells", Quote::Text)
        };
        Some(Problem::located(&only.at, message).maybe_help(help))
    }
}

fn cells<'a>(axes: &[(&Field, Vec<&'a Node>)]) -> Vec<Vec<&'a Node>> {
    let mut cells: Vec<Vec<&Node>> = vec![Vec::new()];
    for (_, values) in axes {
        let with = |cell: Vec<&'a Node>| values.iter().map(move |value| [cell.as_slice(), &[*value]].concat());
        cells = cells.into_iter().flat_map(with).collect();
    }
    cells
}

/// The last part of each key, or as many as tell them apart.
fn short_names(keys: &[&str]) -> Vec<String> {
    let last = |key: &str, n: usize| {
        let parts: Vec<&str> = key.split('.').collect();
        parts.get(parts.len().saturating_sub(n)..).unwrap_or(&parts).join(" ")
    };
    let short = |(i, key): (usize, &&str)| {
        let unique = |n: &usize| {
            keys.iter()
                .enumerate()
                .all(|(j, other)| i == j || last(key, *n) != last(other, *n))
        };
        // "1 random" says less than "seats 1 random".
        let least = if key.starts_with("seats.") { 2 } else { 1 };
        let n = (least..=key.split('.').count()).find(unique).unwrap_or(usize::MAX);
        last(key, n)
    };
    keys.iter().enumerate().map(short).collect()
}

fn name_files(drafts: &mut [Draft]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for draft in drafts {
        // `1` and `"1"` look the same.
        draft.name = unused(&mut names, &draft.name, |name, n| format!("{name} ({n})"));
        draft.slug = unused(&mut taken, &slug(&draft.name), |slug, n| format!("{slug}-{n}"));
    }
}

/// The name, with a number where it is taken.
fn unused(taken: &mut BTreeSet<String>, name: &str, numbered: impl Fn(&str, usize) -> String) -> String {
    let numbered = (2..).map(|n| numbered(name, n));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|name| taken.insert(name.clone())).unwrap_or_default()
}

/// A name for files: small ASCII letters, digits, single `-`; never empty, at most 80 long.
pub(crate) fn slug(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        let plain = match c {
            'ä' | 'á' | 'à' | 'â' | 'ã' | 'å' => 'a',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'ì' | 'î' | 'ï' => 'i',
            'ö' | 'ó' | 'ò' | 'ô' | 'õ' | 'ø' => 'o',
            'ü' | 'ú' | 'ù' | 'û' => 'u',
            'ñ' => 'n',
            'ç' => 'c',
            c => c,
        };
        if plain.is_ascii_alphanumeric() {
            text.push(plain);
        } else if !text.is_empty() && !text.ends_with('-') {
            text.push('-');
        }
    }
    text.truncate(80);
    let text = text.trim_matches('-');
    if text.is_empty() { "configuration" } else { text }.to_owned()
}

/// Every key can be varied and has a list of values that it can have.
pub(super) fn check_matrix(context: &Context<'_>, walk: &mut Walk<'_>, file: &TomlTable) {
    let Some(field) = file.field("matrix") else { return };
    let label = Label::section(if of_command_line(context.sources, &field.key) {
        COMMAND_LINE
    } else {
        "[matrix]"
    });
    let Some(matrix) = field.node.table() else {
        return walk.value(&field.node, &json!({ "type": "object" }), &label);
    };
    for axis in &matrix.fields {
        let schema = axis_schema(context, axis, &label, walk);
        let name = label.below(&axis.name);
        let Some(list) = axis.node.list() else {
            let written = context.sources.written(&axis.node.at);
            let found = found_kind(&axis.node, written);
            let problem = Problem::located(
                &axis.node.at,
                format!("{name} must be a list of values, but is {found}"),
            );
            walk.found.push(problem.help(format!("write [{written}]")));
            continue;
        };
        walk.found.extend(no_values(&axis.node, list, &name));
        walk.relative = axis.name.starts_with("rules.");
        check_each(walk, list, &name, schema.as_ref());
        walk.relative = false;
    }
}

pub(super) fn no_values(node: &Node, list: &[Node], label: &Label) -> Option<Problem> {
    let problem = Problem::located(&node.at, format!("{label} is an empty list"));
    list.is_empty().then(|| problem.help("name at least one value"))
}

/// Every value of a list stands there once, and is one by the schema, where that is known.
pub(super) fn check_each(walk: &mut Walk<'_>, list: &[Node], label: &Label, schema: Option<&Json>) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for node in list {
        let written = walk.sources.written(&node.at);
        if !seen.insert(written) {
            let message = format!("{label} names {written} twice");
            walk.found.push(Problem::located(&node.at, message));
        }
        if let Some(schema) = schema {
            walk.value(node, schema, label);
        }
    }
}

/// The schema of what stands below another one by these steps, or what to say of the first of them that leads nowhere: what stands
/// before it, and which keys there are at the top besides.
pub(super) fn below<'s>(
    root: &'s Json,
    mut schema: &'s Json,
    steps: &[&str],
    (lead, besides): (&str, &[&'static str]),
) -> Result<&'s Json, Option<String>> {
    let mut done = lead.to_owned();
    for (at, step) in steps.iter().enumerate() {
        let Some(part) = property(root, schema, step) else {
            let mut names = property_names(root, schema);
            names.extend(besides.iter().filter(|_| at == 0));
            let near = suggest(step, names.iter().copied()).map(|near| format!("did you mean `{done}{near}`?"));
            return Err(near.or_else(|| remedy("", &names, "keys there", Quote::Key)));
        };
        schema = part;
        done = format!("{done}{step}.");
    }
    Ok(schema)
}

/// The schema of the values of an axis; a key that cannot be varied is reported.
fn axis_schema(context: &Context<'_>, axis: &Field, label: &Label, walk: &mut Walk<'_>) -> Option<Json> {
    let game = context.game?;
    let path: Vec<&str> = axis.name.split('.').collect();
    let root = context.root;
    let unknown = |help: Option<String>| {
        let message = format!("{} is no key that can be varied", label.below(&axis.name));
        Problem::located(&axis.key, message).maybe_help(help)
    };
    let (first, rest) = path.split_first()?;
    let rules = &root["properties"]["rules"];
    let (schema, steps, lead) = match *first {
        "rules" | "seats" if !rest.is_empty() => (&root["properties"][*first], rest, format!("{first}.")),
        "bots" if rest.len() >= 2 => {
            let name = rest.first().copied().unwrap_or("");
            let Some(bot) = context.bots.table(name) else {
                let names = context.bots.names();
                let make = || format!("make the bot with a table [bots.{name}]");
                let help = remedy(name, &names, "bots with a table", Quote::Key);
                walk.found.push(unknown(Some(help.unwrap_or_else(make))));
                return None;
            };
            let kind = bot.get("kind").and_then(Node::text)?;
            let schema = root.pointer(&bot_pointer(game, kind))?;
            (schema, rest.get(1..)?, format!("bots.{name}."))
        }
        _ => {
            let whole = property_names(root, rules)
                .into_iter()
                .find(|name| axis.name.split('.').next() == Some(name));
            let help = match whole {
                Some(_) => format!("did you mean `rules.{}`?", axis.name),
                None => match suggest(first, ["rules", "seats", "bots"]) {
                    Some(near) if *first != near => format!("did you mean `{near}.{}`?", rest.join(".")),
                    _ => "write a dotted key such as \"rules.players\", \"seats.all\" or \"bots.mine.weights\""
                        .to_owned(),
                },
            };
            walk.found.push(unknown(Some(help)));
            return None;
        }
    };
    let found = below(root, schema, steps, (&lead, &[]));
    found.map_err(|help| walk.found.push(unknown(help))).ok().cloned()
}
