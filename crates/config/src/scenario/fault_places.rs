//! From what a game finds wrong with a configuration to places in files.

use super::Configuration;
use super::expand::Draft;
use super::setup::SetupReader;
use balance_kit::schema::tree::{Place, Problem};

use crate::games::{At, GameInfo, Mistake, Seats};
use balance_kit::schema::tree::{Node, TomlTable, TomlValue};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The place of a fault that a game found.
pub(crate) fn locate(
    fault: &Mistake,
    draft: &Draft,
    contents: &BTreeMap<String, usize>,
    merged: &TomlTable,
) -> Option<Place> {
    let below = |first: &[&str], path: &[String]| {
        let whole: Vec<String> = first
            .iter()
            .map(|part| (*part).to_owned())
            .chain(path.iter().cloned())
            .collect();
        draft.tree.along(&whole)
    };
    let place = match &fault.at {
        At::Rule(path) => below(&["rules"], path),
        At::Content { key, span } => contents.get(key).map(|file| Place::new(*file, span.clone())),
        // A kind of bot that a seat names has no table of its own.
        At::Bot { name, path, part } => {
            let whole = below(&["bots", name], path);
            let bots = draft.tree.table("bots");
            let narrow = || part_of(bots?.get(name)?, path, part.as_ref()?);
            narrow().or(whole).or_else(|| names(draft.tree.get("seats")?, name))
        }
        At::Seat(seat) => draft
            .tree
            .table("seats")
            .and_then(|seats| Some(seats.field(seat)?.key.clone())),
        At::Whole => None,
    };
    place.or_else(|| merged.field("game").map(|field| field.node.at.clone()))
}

/// Where these bytes of the text at the end of `path` stand; none where it is written with escapes.
fn part_of(node: &Node, path: &[String], part: &Range<usize>) -> Option<Place> {
    let Some((step, rest)) = path.split_first() else {
        let (text, at) = (node.text().filter(|_| !part.is_empty())?, &node.at);
        // The quote at either end.
        let plain = at.end.checked_sub(at.start) == Some(text.len() + 2);
        return plain.then(|| Place::new(at.file, at.start + 1 + part.start..at.start + 1 + part.end));
    };
    let below = match &node.value {
        TomlValue::Table(table) => table.get(step)?,
        TomlValue::List(list) => list.get(step.parse::<usize>().ok()?)?,
        _ => return None,
    };
    part_of(below, rest, part)
}

/// Where below `node` the text `wanted` stands first.
pub(crate) fn names(node: &Node, wanted: &str) -> Option<Place> {
    if node.text() == Some(wanted) {
        return Some(node.at.clone());
    }
    let fields = node.table().into_iter().flat_map(|table| &table.fields);
    let below = fields.map(|field| &field.node).chain(node.list().into_iter().flatten());
    below.into_iter().find_map(|node| names(node, wanted))
}

/// Is nothing of this left out?
pub(crate) fn unharmed(node: &Node, bad: &BTreeSet<Place>) -> bool {
    let fields = node.table().into_iter().flat_map(|table| &table.fields);
    let items = node.list().into_iter().flatten();
    !bad.contains(&node.at)
        && fields
            .into_iter()
            .all(|field| !bad.contains(&field.key) && unharmed(&field.node, bad))
        && items.into_iter().all(|item| unharmed(item, bad))
}

/// Is nothing of the rules and their content left out, where these are the problems found so far?
pub(crate) fn whole_rules(draft: &Draft, reader: &SetupReader<'_>) -> bool {
    let of_players = |at: &Place| {
        let parts = ["seats", "bots"].into_iter().filter_map(|part| draft.tree.get(part));
        let at = BTreeSet::from([at.clone()]);
        parts.into_iter().any(|part| !unharmed(part, &at))
    };
    let elsewhere = |problem: &Problem| problem.at.as_ref().is_some_and(of_players);
    draft.tree.get("rules").is_none_or(|rules| unharmed(rules, &reader.bad)) && reader.problems.iter().all(elsewhere)
}

/// Is a bot made in the scenario, and nothing of what it is made from left out?
pub(crate) fn untouched(draft: &Draft, bot: &str, reader: &SetupReader<'_>) -> bool {
    // A key that is missing is told at the name of the table.
    let own = draft.tree.table("bots").and_then(|bots| bots.field(bot));
    own.is_some_and(|field| !reader.bad.contains(&field.key) && unharmed(&field.node, &reader.bad))
}

/// What is wrong with bots of the base that sit nowhere: each at every seat.
pub(crate) fn of_idle_bots(
    game: &GameInfo,
    drafts: &[Draft],
    configurations: &[Configuration],
    used: &BTreeSet<String>,
    reader: &SetupReader<'_>,
) -> Vec<(usize, Option<Place>, Mistake)> {
    let (Some(draft), Some(base)) = (drafts.first(), configurations.first()) else {
        return Vec::new();
    };
    let idle = base
        .setup
        .bots
        .keys()
        .filter(|name| !used.contains(*name))
        .filter(|name| untouched(draft, name, reader));
    let faults = idle.flat_map(|bot| {
        let mut setup = base.setup.clone();
        setup.seats = Seats::filled(bot);
        let found = (game.check)(&setup).into_iter();
        found.filter(move |fault| matches!(&fault.at, At::Bot { name, .. } if name == bot))
    });
    faults
        .map(|fault| (0, locate(&fault, draft, &BTreeMap::new(), &draft.tree), fault))
        .collect()
}

/// The faults as problems; one that is not in the base names the first configuration in which it is.
pub(crate) fn of_faults(faults: Vec<(usize, Option<Place>, Mistake)>, drafts: &[Draft]) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for (i, place, fault) in faults {
        if !seen.insert((place.clone(), fault.message.clone())) {
            continue;
        }
        let name = drafts.get(i).map_or("", |draft| draft.name.as_str());
        let message = if i == 0 {
            fault.message
        } else {
            format!("{}, in the configuration \"{name}\"", fault.message)
        };
        let fault = Mistake { message, ..fault };
        problems.push(fault.moved(|_| place));
    }
    problems
}
