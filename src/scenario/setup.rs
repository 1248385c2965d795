//! From the tree of a configuration to what its game is given, and from the faults that the game finds to places.

use super::draft::Draft;
use super::files::{Files, tidy, unread};
use super::problems::{Place, Problem, Source, Sources};
use super::suggest::{Quote, listed, suggest};
use super::syntax;
use super::tree::{Node, Table};
use crate::games::{At, BotSpec, Content, GameInfo, Mistake, Seats, Setup};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads the parts of setups; every content file once.
pub(crate) struct Reader<'a> {
    pub files: &'a dyn Files,
    pub game: &'a GameInfo,
    /// Whether a part could not be read, so that unknown bots may stand there.
    pub broken: bool,
    pub sources: Sources,
    pub bad: BTreeSet<Place>,
    pub contents: BTreeMap<PathBuf, Option<usize>>,
    pub problems: Vec<Problem>,
}

impl Reader<'_> {
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
        let rules = part("rules");
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
        (
            Setup {
                rules,
                contents,
                seats,
                bots,
            },
            indices,
        )
    }

    fn seats(&mut self, draft: &Draft, keep: &dyn Fn(&Place) -> bool, used: &mut BTreeSet<String>) -> Seats {
        let kinds = (self.game.bots)().into_iter().map(|bot| bot.kind);
        let default = (self.game.default_bot)();
        let mut seats = Seats {
            all: default.to_owned(),
            ..Seats::default()
        };
        let own = draft.tree.table("bots").map(Table::names).unwrap_or_default();
        let names: Vec<&str> = own.into_iter().chain(kinds).collect();
        let mut bot = |node: &Node| {
            let name = node.text().filter(|_| keep(&node.at))?;
            if !names.contains(&name) && !self.broken {
                let message = format!("there is no bot \"{}\"", name.escape_debug());
                let help = match suggest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => {
                        format!(
                            "make it with a table [bots.{name}], or take one of {}",
                            listed(&names, Quote::Text)
                        )
                    }
                };
                self.problems.push(Problem::at(&node.at, message).help(help));
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
            let message = format!("`{key}` in [rules] cannot be \"{}\"", name.escape_debug());
            let help = match suggest(name, sets.iter().copied()) {
                Some(near) => {
                    format!("did you mean \"{near}\"? A file is named with its ending, such as \"{name}.toml\"")
                }
                None => format!(
                    "possible values: {}, or a file such as \"{name}.toml\"",
                    listed(&sets, Quote::Text)
                ),
            };
            self.problems.push(Problem::at(&node.at, message).help(help));
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
                let (_, errors) = toml::de::DeTable::parse_recoverable(&text);
                let source = self.sources.add(Source {
                    shown: path.display().to_string(),
                    folder,
                    text: text.clone(),
                });
                // No TOML is no content: the game is not asked what else is wrong with it.
                self.problems.extend(syntax::explain(source, &text, &errors).0);
                errors.is_empty().then_some(source)
            }
            Err(error) => {
                self.problems
                    .push(unread(self.files, &path, Some(&node.at), "file", &error));
                None
            }
        };
        self.contents.insert(path, index);
        index
    }
}

/// The place of a fault that a game found.
pub(crate) fn locate(
    fault: &Mistake,
    draft: &Draft,
    contents: &BTreeMap<String, usize>,
    merged: &Table,
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
        At::Bot { name, path } => below(&["bots", name], path),
        At::Seat(seat) => draft
            .tree
            .table("seats")
            .and_then(|seats| Some(seats.field(seat)?.key.clone())),
        At::Whole => None,
    };
    place.or_else(|| merged.field("game").map(|field| field.node.at.clone()))
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
        problems.push(Problem {
            place,
            message,
            help: fault.help,
        });
    }
    problems
}
