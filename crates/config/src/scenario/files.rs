//! Where files come from, and the chain of scenarios that extend each other.

use crate::games::{self, program};
use crate::untrusted;
use balance_kit::schema::messages::{BACKSLASH, Quote, listed, suggest};
use balance_kit::schema::tree::{Place, Problem, Source, Sources, TomlTable, parse};
use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// Files larger than this, in bytes, are neither scenarios nor contents.
const LARGEST: u64 = 1 << 20;
/// The folder in which a project has its scenarios.
const USUAL: &str = "scenarios";
/// Scenarios that extend each other, at most.
const LONGEST_CHAIN: usize = 16;

pub(crate) trait Files {
    fn read(&self, path: &Path) -> Result<String, Error>;
    fn names(&self, folder: &Path) -> Vec<String>;
    /// The same for two paths when they are the same file.
    fn identity(&self, path: &Path) -> PathBuf;
}

/// The path as the machine knows it: the folder in which one is has a name.
fn named(path: &Path) -> &Path {
    if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    }
}

/// The files of the machine; `-` is what is written into the program.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<String, Error> {
        let bytes = if path == Path::new("-") {
            untrusted::all_of(std::io::stdin().lock(), LARGEST)?
        } else {
            untrusted::read(named(path), LARGEST)?
        };
        String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.split(|byte| *byte == b'\n').count();
            Error::new(ErrorKind::InvalidData, format!("line {line}"))
        })
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(named(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.canonicalize().unwrap_or_else(|_| tidy(path))
    }
}

pub(crate) struct ExtendsChain {
    pub tables: Vec<TomlTable>,
    pub problems: Vec<Problem>,
}

pub(crate) fn read_chain(files: &dyn Files, path: &Path, sources: &mut Sources) -> ExtendsChain {
    let mut chain = ExtendsChain {
        tables: Vec::new(),
        problems: Vec::new(),
    };
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut next = Some((path.to_owned(), None::<Place>));
    while let Some((path, named_at)) = next.take() {
        let identity = files.identity(&path);
        if let Some(place) = &named_at
            && let Some(message) = endless(&seen, &identity, &path)
        {
            chain.problems.push(Problem::located(place, message));
            break;
        }
        seen.push(identity);
        let text = match files.read(&path) {
            Ok(text) => text,
            Err(error) => {
                let problem = unread(files, &path, named_at.as_ref(), FileRole::Scenario, &error);
                chain.problems.push(problem);
                break;
            }
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let file = sources.add(Source {
            shown: path.display().to_string(),
            folder: folder.clone(),
            text,
        });
        let text = sources.0.get(file).map_or("", |source| source.text.as_str());
        let table = match parse(file, text) {
            Ok(table) => table,
            Err(problems) => {
                chain.problems.extend(problems);
                break;
            }
        };
        if let Some(field) = table.field("extends")
            && let Some(other) = field.node.text()
            && !other.is_empty()
        {
            next = Some((tidy(&folder.join(other)), Some(field.node.at.clone())));
        }
        chain.tables.push(table);
    }
    chain
}

/// Why a scenario of this identity cannot follow those that were `seen`.
fn endless(seen: &[PathBuf], identity: &Path, path: &Path) -> Option<String> {
    match seen.iter().position(|other| other == identity) {
        Some(at) if at + 1 == seen.len() => Some("a scenario cannot extend itself".to_owned()),
        Some(_) => Some(format!(
            "`extends` goes in a circle: {} is already part of it",
            path.display()
        )),
        None => (seen.len() >= LONGEST_CHAIN).then(|| format!("more than {LONGEST_CHAIN} scenarios extend each other")),
    }
}

/// What a file was named for.
#[derive(Clone, Copy)]
pub(crate) enum FileRole<'a> {
    /// A scenario.
    Scenario,
    /// Content of the game of this key, of which these sets are built in.
    Content(&'a str, &'a [&'a str]),
}

/// The mistake when a file cannot be read.
pub(crate) fn unread(files: &dyn Files, path: &Path, at: Option<&Place>, wanted: FileRole, error: &Error) -> Problem {
    let shown = named(path).display();
    let what = match wanted {
        FileRole::Scenario => "scenario file",
        FileRole::Content(..) => "file",
    };
    let message = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => format!("there is no {what} {shown}"),
        ErrorKind::PermissionDenied => format!("the {what} {shown} may not be read by this user"),
        ErrorKind::IsADirectory => format!("{shown} is a folder, not a {what}"),
        ErrorKind::InvalidData => format!("the {what} {shown} is not text in UTF-8 ({error})"),
        ErrorKind::Unsupported => format!("{shown} is a pipe or a device, not a {what}"),
        ErrorKind::FileTooLarge => format!("{shown} is larger than 1 MB and cannot be a {what}"),
        _ => format!("the {what} {shown} cannot be read: {error}"),
    };
    let problem = at.map_or_else(
        || Problem::whole(message.clone()),
        |place| Problem::located(place, message.clone()),
    );
    problem.maybe_help(match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if shown.to_string().contains(char::is_control) => {
            Some(BACKSLASH.to_owned())
        }
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            let game = || {
                path.to_str()
                    .and_then(games::named)
                    .filter(|_| matches!(wanted, FileRole::Scenario))
            };
            match game() {
                Some(game) => Some(format!(
                    "that is a game: `{} new {}` writes a scenario of it",
                    program(),
                    game.key
                )),
                None => close_names(files, path, wanted),
            }
        }
        ErrorKind::InvalidData => Some("save it as UTF-8 in the editor or spreadsheet that it comes from".to_owned()),
        ErrorKind::Unsupported if at.is_none() => {
            Some("`-` in its place reads the scenario from standard input".to_owned())
        }
        _ => None,
    })
}

/// What may have been meant: a file of the same folder, or a scenario of the folder in which a project has them; of content also what
/// is built in.
fn close_names(files: &dyn Files, path: &Path, wanted: FileRole) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    let near = |folder: &Path| {
        let names = files.names(folder);
        let stems = names.iter().filter_map(|name| name.strip_suffix(".toml"));
        let found = suggest(stem, stems)?;
        Some(format!(
            "did you mean `{}`?",
            folder.join(format!("{found}.toml")).display()
        ))
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let usual = || near(Path::new(USUAL)).filter(|_| folder.as_os_str().is_empty());
    match wanted {
        FileRole::Scenario => near(folder).or_else(usual),
        FileRole::Content(game, sets) => near(folder).or_else(|| {
            Some(format!(
                "built in: {}; `{} new {game} --content DIR` writes files to start from",
                listed(sets, Quote::Text),
                program()
            ))
        }),
    }
}

/// The path without `.` and without `name/..`.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidied.components().next_back(), Some(Component::Normal(_))) => {
                tidied.pop();
            }
            part => tidied.push(part),
        }
    }
    tidied
}
