//! From the tree of a configuration to what its game is given, and from the faults that the game finds to places.

use super::expand::Draft;
use super::files::{FileRole, Files, tidy, unread};
use super::overrides::{COMMAND_LINE, of_command_line};
use balance_kit::schema::messages::{Quote, listed, suggest};
use balance_kit::schema::parts;
use balance_kit::schema::relative_number::{self, By};
use balance_kit::schema::tree::{Place, Problem, Source, Sources};

use crate::games::{BotSpec, Content, GameInfo, Seats, Setup, program};
use balance_engine::as_percent;
use balance_kit::schema::messages::Label;
use balance_kit::schema::tree::{Node, TomlTable, TomlValue, parse};
use balance_kit::schema::walk::Walk;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
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
            let value = by.zip(now).and_then(|(by, now)| by.from(&plain(now)?));
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
            let itself = written.strip_prefix('+').filter(|itself| {
                let value = match By::read(written) {
                    Some(By::Whole(by)) => TomlValue::Whole(by),
                    Some(By::Number(by)) => TomlValue::Number(by),
                    _ => TomlValue::Text((*itself).to_owned()),
                };
                self.fits(&tree, place, &value)
            });
            let itself = itself.map_or_else(String::new, |itself| {
                format!("; write {itself} without a sign where that is meant")
            });
            Some(problem.help(format!("\"{written}\" comes to {sum} here{itself}")))
        });
        let sums: Vec<Problem> = sums.collect();
        self.problems.extend(sums);
    }

    /// Would this `value` be a sound one in these rules, in the place of what stands there?
    fn fits(&self, rules: &TomlTable, place: &Place, value: &TomlValue) -> bool {
        let mut rules = rules.clone();
        put_at(&mut rules, place, value);
        let whole = Node {
            at: place.clone(),
            value: TomlValue::Table(rules),
        };
        let mut walk = Walk::new(&self.sources, self.root);
        walk.value(&whole, &self.root["properties"]["rules"], &self.label(place));
        walk.found.iter().all(|problem| problem.at.as_ref() != Some(place))
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
fn plain(value: &toml::Value) -> Option<TomlValue> {
    Some(match value {
        toml::Value::Integer(whole) => TomlValue::Whole((*whole).into()),
        toml::Value::Float(number) => TomlValue::Number(*number),
        toml::Value::String(text) => TomlValue::Text(text.clone()),
        _ => return None,
    })
}

/// Puts a value in the place of what stands there.
fn put_at(table: &mut TomlTable, place: &Place, value: &TomlValue) {
    for field in &mut table.fields {
        match &mut field.node.value {
            TomlValue::Table(below) => put_at(below, place, value),
            other if field.node.at == *place => *other = value.clone(),
            _ => {}
        }
    }
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
