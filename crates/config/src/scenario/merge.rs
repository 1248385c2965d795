//! How a scenario changes the one it extends, and a variant or a cell the base.

use super::expect::{BAND, has_parts};
use crate::games::{GameInfo, Named};
use balance_kit::schema::relative_number::{By, settle};
use balance_kit::schema::tree::{Field, Node, Problem, TomlTable, TomlValue};
use std::collections::{BTreeMap, BTreeSet};

/// Brings `[matrix]`, `[tune]` and `[expect]` to one key for each entry: `turns.mean = {..}` becomes `"turns.mean" = {..}`.
pub(crate) fn flatten(file: &mut TomlTable) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (name, is_branch) in [
        ("matrix", is_axis_branch as IsBranch),
        ("tune", is_knob_branch),
        ("expect", is_band_branch),
    ] {
        let Some(field) = file.fields.iter_mut().find(|field| field.name == name) else {
            continue;
        };
        let TomlValue::Table(table) = &mut field.node.value else {
            continue;
        };
        let mut flat = Vec::new();
        for field in std::mem::take(&mut table.fields) {
            spread(field, is_branch, &mut flat);
        }
        let mut seen = BTreeSet::new();
        for field in &flat {
            if !seen.insert(&field.name) {
                let message = format!("`{}` in [{name}] is set twice", field.name);
                problems.push(Problem::located(&field.key, message).help("keep one of them"));
            }
        }
        table.fields = flat;
    }
    problems
}

/// Does what stands below this key have keys of its own?
type IsBranch = fn(&str, &TomlTable) -> bool;

fn spread(field: Field, is_branch: IsBranch, flat: &mut Vec<Field>) {
    let branches = field.node.table().is_some_and(|table| is_branch(&field.name, table));
    match field.node.value {
        TomlValue::Table(table) if branches => {
            for below in table.fields {
                let name = format!("{}.{}", field.name, below.name);
                spread(Field { name, ..below }, is_branch, flat);
            }
        }
        value => flat.push(Field {
            node: Node {
                value,
                at: field.node.at,
            },
            ..field
        }),
    }
}

fn is_axis_branch(_: &str, table: &TomlTable) -> bool {
    !table.fields.is_empty()
}

/// Anything but a range.
fn is_knob_branch(_: &str, table: &TomlTable) -> bool {
    !table.fields.is_empty()
        && table
            .fields
            .iter()
            .any(|below| below.node.table().is_some() || below.node.list().is_some())
}

/// Several metrics, whatever is said of each, but no band.
fn is_band_branch(name: &str, table: &TomlTable) -> bool {
    let metrics = || {
        let metric = |below: &Field| below.node.table().is_some() || below.node.list().is_some();
        table.fields.iter().all(metric)
    };
    let band = || table.fields.iter().any(|below| BAND.contains(&below.name.as_str()));
    !table.fields.is_empty() && !band() && (metrics() || has_parts(name))
}

/// Lays a scenario, variant or cell over what it changes.
///
/// Rules and settings are joined key by key; `rotate` and named seats replace each other; a bot of another kind, and a
/// band of `[expect]`, replace the old one; variants of the same name are joined, others are added.
pub(crate) fn lay_scenario(under: &mut TomlTable, over: &TomlTable) {
    let mut over = over.clone();
    if let (Some(old), Some(new)) = (table_of(under, "seats"), over.table("seats")) {
        if new.field("rotate").is_some() {
            old.fields.clear();
        } else if !new.fields.is_empty() {
            old.remove("rotate");
        }
    }
    if let (Some(old), Some(new)) = (table_of(under, "bots"), over.table("bots")) {
        for bot in &new.fields {
            let kind = |table: &TomlTable| {
                table
                    .table(&bot.name)
                    .and_then(|t| t.get("kind")?.text())
                    .map(str::to_owned)
            };
            let (was, is) = (kind(old), kind(new));
            if is.is_some() && was != is {
                old.remove(&bot.name);
            }
        }
    }
    if let (Some(old), Some(new)) = (table_of(under, "expect"), over.table("expect")) {
        old.fields.retain(|field| new.field(&field.name).is_none());
    }
    // Shares that add up are one value.
    if over.field("fair-share").is_some() {
        under.remove("fair-share");
    }
    if let (Some(old), Some(new)) = (under.table("rules"), table_of(&mut over, "rules")) {
        settle(new, old);
    }
    let joined = match (
        under.get("variant").and_then(Node::list),
        over.get("variant").and_then(Node::list),
    ) {
        (Some(old), Some(new)) => Some(join_variants(old, new)),
        _ => None,
    };
    if let (Some(list), Some(field)) = (joined, over.fields.iter_mut().find(|field| field.name == "variant")) {
        field.node.value = TomlValue::List(list);
    }
    under.lay(&over);
}

/// What to say where a scenario, its matrix or a variant seats one bot at every seat, and what it changes, which is `whose`, names
/// seats or roles of which it says nothing; or where it names some seats alone, and what it changes has bots that rotate.
pub(crate) fn seats_kept(under: &TomlTable, over: &TomlTable, whose: &str) -> Option<Problem> {
    let old = under.table("seats")?;
    let (new, matrix) = (over.table("seats"), over.table("matrix"));
    let of_matrix = |seat: &str| matrix.and_then(|matrix| matrix.field(&format!("seats.{seat}")));
    let of_seats = |seat: &str| new.and_then(|new| new.field(seat));
    let Some(all) = of_seats("all").or_else(|| of_matrix("all")) else {
        let new = new?;
        let first = new.fields.first().filter(|_| new.field("rotate").is_none())?;
        old.field("rotate")?;
        let message = format!("`{}` takes the place of the `rotate` of {whose}", first.name);
        let help = "say with `all` who sits at all other seats; else it is the game's own bot";
        return Some(Problem::located(&first.key, message).help(help));
    };
    let says =
        |seat: &str| [seat, "rotate"].into_iter().any(|name| of_seats(name).is_some()) || of_matrix(seat).is_some();
    let kept = old
        .fields
        .iter()
        .filter(|field| !["all", "rotate"].contains(&&*field.name) && !says(&field.name));
    let named: Vec<String> = kept
        .map(|field| match field.node.text() {
            Some(bot) => format!("{} = \"{bot}\"", field.name),
            None => field.name.clone(),
        })
        .collect();
    let message = format!("`{}` leaves what {whose} says of seats: {}", all.name, named.join(", "));
    let here = if all.name == "all" { "here" } else { "below [seats]" };
    let help = format!("name them {here}, too, each with the bot that is to sit there");
    (!named.is_empty()).then(|| Problem::located(&all.key, message).help(help))
}

fn join_variants(old: &[Node], new: &[Node]) -> Vec<Node> {
    let name = |node: &Node| Some(node.table()?.get("name")?.text()?.to_owned());
    let mut all = old.to_vec();
    let known: BTreeMap<String, usize> = old
        .iter()
        .enumerate()
        .filter_map(|(i, node)| Some((name(node)?, i)))
        .collect();
    for variant in new {
        let same = name(variant).and_then(|name| all.get_mut(*known.get(&name)?));
        match (same, variant.table()) {
            (
                Some(Node {
                    value: TomlValue::Table(under),
                    at,
                }),
                Some(over),
            ) => {
                lay_scenario(under, over);
                *at = variant.at.clone();
            }
            _ => all.push(variant.clone()),
        }
    }
    all
}

/// Writes out the field that is meant where an entry of content has a value without a key, so that a variant may change
/// another field of it: `tile.6 = [..]` becomes `tile.6.layers = [..]`.
pub(crate) fn whole_entries(file: &mut TomlTable, game: &GameInfo) {
    if let Some(rules) = table_of(file, "rules") {
        of_rules(rules, game);
    }
    let variants = file.fields.iter_mut().filter(|field| field.name == "variant");
    for variant in variants.flat_map(|field| match &mut field.node.value {
        TomlValue::List(list) => list.as_mut_slice(),
        _ => &mut [],
    }) {
        if let TomlValue::Table(variant) = &mut variant.value
            && let Some(rules) = table_of(variant, "rules")
        {
            of_rules(rules, game);
        }
    }
}

fn of_rules(rules: &mut TomlTable, game: &GameInfo) {
    for entries in game.content.iter().flat_map(|content| content.entries) {
        let (Named::By { main, .. }, Some(table)) = (entries.named, table_of(rules, entries.word)) else {
            continue;
        };
        for field in &mut table.fields {
            // A text is a blank, right or misspelt, unless it is a number.
            let named = field.node.text().is_some_and(|text| By::read(text).is_none());
            if field.node.table().is_some() || named {
                continue;
            }
            let node = field.node.clone();
            let value = Field {
                name: main.to_owned(),
                key: field.key.clone(),
                node,
            };
            field.node.value = TomlValue::Table(TomlTable { fields: vec![value] });
        }
    }
}

fn table_of<'a>(table: &'a mut TomlTable, name: &str) -> Option<&'a mut TomlTable> {
    let field = table.fields.iter_mut().find(|field| field.name == name)?;
    if let TomlValue::Table(below) = &mut field.node.value {
        Some(below)
    } else {
        None
    }
}

pub(super) fn count(table: &TomlTable, key: &str) -> Option<u64> {
    let number = table.get(key).and_then(Node::whole);
    number.and_then(|number| u64::try_from(number).ok())
}
