//! From the tree of a configuration to what its game is given, and from the faults that the game finds to places.

use super::Configuration;
use super::expand::Draft;
use super::files::{FileRole, Files, tidy, unread};
use super::overrides::{COMMAND_LINE, of_command_line};
use crate::games::{At, BotSpec, Content, GameInfo, Mistake, Seats, Setup, program};
use balance_engine::as_percent;
use balance_kit::schema::messages::{Label, Quote, listed, suggest};
use balance_kit::schema::parts;
use balance_kit::schema::relative_number::{self, By};
use balance_kit::schema::tree::{Node, Place, Problem, Source, Sources, TomlTable, TomlValue, parse};
use balance_kit::schema::walk::Walk;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Reads the parts of setups; every content file once.
pub(crate) struct SetupReader<'a> {
    pub files: &'a dyn Files,
    pub game: &'a GameInfo,
    /// Shape of a scenario of this game.
    pub root: &'a Json,
    pub sources: Sources,
    pub bad: BTreeSet<Place>,
    pub contents: BTreeMap<PathBuf, Option<usize>>,
    pub problems: Vec<Problem>,
}

impl SetupReader<'_> {
    /// The setup of a draft, and the index of the source of each content. Bots that play are added to `used`.
    pub fn setup(&mut self, draft: &Draft, used: &mut BTreeSet<String>) -> (Setup, BTreeMap<String, usize>) {
        let bad = std::mem::take(&mut self.bad);
        let keep = |place: &Place| !bad.contains(place);
        let part = |name: &str| {
            draft
                .tree
                .table(name)
                .map(|table| table.to_toml(&keep))
                .unwrap_or_default()
        };
        let mut rules = part("rules");
        let mut bots = BTreeMap::new();
        for (name, table) in part("bots") {
            let toml::Value::Table(mut settings) = table else {
                continue;
            };
            if let Some(toml::Value::String(kind)) = settings.remove("kind") {
                bots.insert(name, BotSpec { kind, settings });
            }
        }
        let seats = self.seats(draft, &keep, used);
        let kinds: Vec<&str> = (self.game.bots)().into_iter().map(|bot| bot.kind).collect();
        let league = self.game.league().unwrap_or_default().into_iter();
        // Who sits at the table without being made here is of the league, unless it is a kind.
        for member in league.filter(|member| seats.names().any(|name| *name == member.name)) {
            if !kinds.contains(&member.name.as_str())
                && draft
                    .tree
                    .table("bots")
                    .is_none_or(|own| own.get(&member.name).is_none())
            {
                bots.insert(member.name, member.spec);
            }
        }
        let mut contents = BTreeMap::new();
        let mut indices = BTreeMap::new();
        for key in self.game.content.iter().map(|content| content.key) {
            let path: Vec<&str> = key.split('.').collect();
            let node = draft
                .tree
                .table("rules")
                .and_then(|rules| rules.at_path(&path))
                .filter(|node| keep(&node.at));
            let index = node.and_then(|node| self.content(key, node));
            if let Some((index, source)) = index.and_then(|index| Some((index, self.sources.0.get(index)?))) {
                let content = Content {
                    file: source.shown.clone(),
                    text: source.text.clone(),
                };
                contents.insert((*key).to_owned(), content);
                indices.insert((*key).to_owned(), index);
            }
        }
        self.bad = bad;
        let relative = self.relative(draft, &mut rules);
        let mut setup = Setup {
            rules,
            contents,
            seats,
            bots,
        };
        self.settle(draft, &mut setup, &relative);
        (setup, indices)
    }

    /// Takes what is left of relative numbers out of the rules: key paths, and how much more or less.
    fn relative(&self, draft: &Draft, rules: &mut toml::Table) -> Vec<(Vec<String>, Node)> {
        let Some(tree) = draft.tree.table("rules") else {
            return Vec::new();
        };
        let mut taken = Vec::new();
        for path in relative_number::left(self.root, &self.root["properties"]["rules"], tree) {
            let steps: Vec<&str> = path.iter().map(String::as_str).collect();
            let Some(node) = tree.at_path(&steps) else { continue };
            let (last, above) = steps.split_last().unwrap_or((&"", &[]));
            let table = above
                .iter()
                .try_fold(&mut *rules, |table, step| table.get_mut(*step)?.as_table_mut());
            if table.is_some_and(|table| table.remove(*last).is_some()) {
                taken.push((path, node.clone()));
            }
        }
        taken
    }

    /// Counts relative numbers from what the rules are without them, and holds all of the draft to their limits.
    fn settle(&mut self, draft: &Draft, setup: &mut Setup, relative: &[(Vec<String>, Node)]) {
        let settled = (self.game.settled)(setup);
        let defaults = parts::defaults(&(self.game.rules_schema)().to_value());
        let mut tree = draft.tree.table("rules").cloned().unwrap_or_default();
        for (path, node) in relative {
            let key = path.join(".");
            let now = balance_kit::value_at(&settled, &key).or_else(|| balance_kit::value_at(&defaults, &key));
            let by = node.text().and_then(By::read);
            let value = by.zip(now).and_then(|(by, now)| by.from(&plain_node(now)?));
            let Some(value) = value else {
                let message = format!("`{key}` has no number yet that this could be counted from");
                self.problems
                    .push(Problem::located(&node.at, message).help("write the number itself"));
                tree.take(&path.iter().map(String::as_str).collect::<Vec<_>>());
                continue;
            };
            let found = Node {
                value,
                at: node.at.clone(),
            };
            *setup = std::mem::take(setup).with_rule(&key, found.to_toml(&|_| true));
            let steps: Vec<&str> = path.iter().map(String::as_str).collect();
            tree.set(&steps, &node.at, found);
        }
        let whole = Node {
            at: draft
                .tree
                .get("rules")
                .map_or(Place::new(0, 0..0), |node| node.at.clone()),
            value: TomlValue::Table(tree.clone()),
        };
        let mut labels: Vec<Label> = relative.iter().map(|(_, node)| self.label(&node.at)).collect();
        labels.dedup();
        let found = labels.iter().flat_map(|label| {
            let mut walk = Walk::new(&self.sources, self.root);
            walk.value(&whole, &self.root["properties"]["rules"], label);
            let here = |problem: &Problem| problem.at.as_ref().is_some_and(|at| self.label(at) == *label);
            walk.found.into_iter().filter(here).collect::<Vec<_>>()
        });
        let sums = found.filter_map(|problem| {
            let place = problem.at.as_ref()?;
            let written = self.sources.written(place).trim_matches(['"', '\'']);
            By::read(written)?;
            let sum = number_at(&tree, place)?;
            let sum = match (By::read(written), sum.parse()) {
                (Some(By::Share(_)), Ok(share)) => as_percent(share),
                _ => sum,
            };
            Some(problem.help(format!("\"{written}\" comes to {sum} here")))
        });
        let sums: Vec<Problem> = sums.collect();
        self.problems.extend(sums);
    }

    /// How the rules are called of which one stands at this place: by the last heading above it.
    fn label(&self, place: &Place) -> Label {
        if of_command_line(&self.sources, place) {
            return Label::section(COMMAND_LINE);
        }
        let text = self
            .sources
            .0
            .get(place.file)
            .and_then(|source| source.text.get(..place.start));
        let heading = text.and_then(|text| text.lines().rev().map(str::trim).find(|line| line.starts_with('[')));
        let part = heading.unwrap_or("").trim_start_matches('[');
        if part.starts_with("variant") {
            Label::section("[[variant]]").below("rules")
        } else if part.starts_with("matrix") {
            Label::section("[matrix]")
        } else if part.starts_with("tune") {
            Label::section("[tune]")
        } else {
            Label::section("[rules]")
        }
    }

    fn seats(&mut self, draft: &Draft, keep: &dyn Fn(&Place) -> bool, used: &mut BTreeSet<String>) -> Seats {
        let kinds = (self.game.bots)().into_iter().map(|bot| bot.kind);
        let default = (self.game.default_bot)();
        let mut seats = Seats::filled(default);
        let own = draft.tree.table("bots").map(TomlTable::names).unwrap_or_default();
        let mut names: Vec<&str> = own.clone();
        names.extend(kinds.into_iter().filter(|kind| !own.contains(kind)));
        let league = self.game.league().unwrap_or_default();
        let members = league.iter().map(|member| member.name.as_str());
        let members: Vec<&str> = members.filter(|member| !names.contains(member)).collect();
        names.extend(members);
        let mut bot = |node: &Node| {
            let name = node.text().filter(|_| keep(&node.at))?;
            if !names.contains(&name) {
                let message = format!("unknown bot \"{}\"", name.escape_debug());
                let help = match suggest(name, names.iter().copied()) {
                    Some(near) if own.contains(&near) => format!("did you mean \"{near}\"?"),
                    Some(near) => format!("did you mean \"{near}\"? Your own bot needs a table [bots.{name}]"),
                    None => format!(
                        "make it with a table [bots.{name}], or take one of {}",
                        listed(&names, Quote::Text)
                    ),
                };
                self.problems.push(Problem::located(&node.at, message).help(help));
            }
            used.insert(name.to_owned());
            Some(name.to_owned())
        };
        for field in draft.tree.table("seats").into_iter().flat_map(|table| &table.fields) {
            match (field.name.as_str(), field.name.parse::<u8>()) {
                ("all", _) => seats.all = bot(&field.node).unwrap_or(default.to_owned()),
                ("rotate", _) => {
                    seats.rotate = field.node.list().into_iter().flatten().filter_map(&mut bot).collect();
                }
                (_, Ok(seat)) => {
                    bot(&field.node).and_then(|name| seats.by_seat.insert(seat, name));
                }
                (role, _) if self.game.roles.contains(&role) => {
                    bot(&field.node).and_then(|name| seats.by_role.insert(role.to_owned(), name));
                }
                _ => {}
            }
        }
        seats
    }

    /// The source of the content that a rule names; `None` for a built-in set, or when there is a mistake.
    fn content(&mut self, key: &str, node: &Node) -> Option<usize> {
        let name = node.text()?;
        let sets = self.game.sets(key);
        if sets.contains(&name) {
            return None;
        }
        let like_a_file = name.contains(['.', '/', '\\']);
        if !like_a_file {
            let message = format!(
                "{} cannot be \"{}\"",
                self.label(&node.at).below(key),
                name.escape_debug()
            );
            let help = match suggest(name, sets.iter().copied()) {
                Some(near) => {
                    format!("did you mean \"{near}\"? A file is named with its ending, such as \"{name}.toml\"")
                }
                None => format!(
                    "possible values: {}, or a file such as \"{name}.toml\"",
                    listed(&sets, Quote::Text)
                ),
            };
            self.problems.push(Problem::located(&node.at, message).help(help));
            return None;
        }
        let folder = self
            .sources
            .0
            .get(node.at.file)
            .map(|source| source.folder.clone())
            .unwrap_or_default();
        let path = tidy(&folder.join(name));
        if let Some(index) = self.contents.get(&path) {
            return *index;
        }
        let index = match self.files.read(&path) {
            Ok(text) => {
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                let source = self.sources.add(Source {
                    shown: path.display().to_string(),
                    folder,
                    text: text.clone(),
                });
                // No TOML is no content: the game is not asked what else is wrong with it.
                let parsed = parse(source, &text);
                let sound = parsed.is_ok();
                let is_scenario = parsed.as_ref().is_ok_and(|table| table.field("game").is_some());
                self.problems.extend(parsed.err().into_iter().flatten());
                if is_scenario {
                    let message = format!("{} is a scenario, not a file for `{key}`", path.display());
                    let help = format!(
                        "`{} new {} --content mine` writes files to start from",
                        program(),
                        self.game.key
                    );
                    self.problems.push(Problem::located(&node.at, message).help(help));
                }
                (sound && !is_scenario).then_some(source)
            }
            Err(error) => {
                let wanted = FileRole::Content(self.game.key, &sets);
                self.problems
                    .push(unread(self.files, &path, Some(&node.at), wanted, &error));
                None
            }
        };
        self.contents.insert(path, index);
        index
    }
}

/// A plain number or text as a node has it.
pub(super) fn plain_node(value: &toml::Value) -> Option<TomlValue> {
    Some(match value {
        toml::Value::Integer(whole) => TomlValue::Whole((*whole).into()),
        toml::Value::Float(number) => TomlValue::Number(*number),
        toml::Value::String(text) => TomlValue::Text(text.clone()),
        _ => return None,
    })
}

/// The number of the node that was written at this place.
fn number_at(table: &TomlTable, place: &Place) -> Option<String> {
    table.fields.iter().find_map(|field| match &field.node.value {
        TomlValue::Table(below) => number_at(below, place),
        _ if field.node.at != *place => None,
        TomlValue::Text(text) => Some(text.clone()),
        TomlValue::Whole(whole) => Some(whole.to_string()),
        TomlValue::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

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
            narrow()
                .or(whole)
                .or_else(|| place_of_text(draft.tree.get("seats")?, name))
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
fn place_of_text(node: &Node, wanted: &str) -> Option<Place> {
    if node.text() == Some(wanted) {
        return Some(node.at.clone());
    }
    let fields = node.table().into_iter().flat_map(|table| &table.fields);
    let below = fields.map(|field| &field.node).chain(node.list().into_iter().flatten());
    below.into_iter().find_map(|node| place_of_text(node, wanted))
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
