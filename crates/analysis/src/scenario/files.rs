//! Where files come from, and the chain of scenarios that extend each other.

use crate::games::program;
use crate::untrusted;
use balance_kit::schema::messages::{Quote, listed, suggest};
use balance_kit::schema::tree::{Parsed, TomlTable, parse};
use balance_kit::schema::tree::{Place, Problem, Source, Sources};
use serde::de::IgnoredAny;
use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// Files larger than this, in bytes, are neither scenarios nor contents.
const LARGEST: u64 = 1 << 20;
/// So many files of a folder are named where none is like what was written.
const MOST_NAMED: usize = 3;
/// And where a folder was named.
const MOST_INSIDE: usize = 8;
/// The folder in which a project has its scenarios.
const USUAL: &str = "scenarios";
/// Scenarios that extend each other, at most.
const LONGEST_CHAIN: usize = 16;

/// Where files are read.
pub(crate) trait Files {
    /// Whole text of a file.
    fn read(&self, path: &Path) -> Result<String, Error>;
    /// Names of the files in a folder.
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

/// A scenario and those it extends, the scenario itself first.
pub(crate) struct ExtendsChain {
    pub tables: Vec<TomlTable>,
    pub problems: Vec<Problem>,
    /// Whether a part could not be read, and keys may be missing for that reason.
    pub broken: bool,
    /// The lines that could not be read.
    pub lost: Vec<Place>,
}

/// Reads a scenario and all it extends.
pub(crate) fn read_chain(files: &dyn Files, path: &Path, sources: &mut Sources) -> ExtendsChain {
    let mut chain = ExtendsChain {
        tables: Vec::new(),
        problems: Vec::new(),
        broken: false,
        lost: Vec::new(),
    };
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut next = Some((path.to_owned(), None::<Place>));
    while let Some((path, named_at)) = next.take() {
        let identity = files.identity(&path);
        if let Some(place) = &named_at
            && let Some(message) = endless(&seen, &identity, &path)
        {
            chain.broken = true;
            chain.problems.push(Problem::located(place, message));
            break;
        }
        seen.push(identity);
        let text = match files.read(&path) {
            Ok(text) => text,
            Err(error) => {
                chain.broken = true;
                let mut problem = unread(files, &path, named_at.as_ref(), FileRole::Scenario, &error);
                let above = chain
                    .tables
                    .last()
                    .and_then(|table| table.field("extends")?.node.text());
                let folder = named_at.as_ref().and_then(|place| sources.0.get(place.file));
                if let (Some(written), Some(source)) = (above, folder) {
                    problem.help = from_the_shell(files, written, &source.folder).or(problem.help);
                }
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
        let Parsed { table, problems, lost } = parse(file, text);
        chain.broken |= !lost.is_empty();
        chain.lost.extend(lost);
        if let Some(problem) = (!problems.is_empty()).then(|| no_toml(files, &path, text)).flatten() {
            chain.problems.push(problem);
            break;
        }
        chain.problems.extend(problems);
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

/// What a file is that cannot be read as TOML, where that was not meant to be.
fn no_toml(files: &dyn Files, path: &Path, text: &str) -> Option<Problem> {
    let other = path.extension().filter(|ending| *ending != "toml");
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    if !is_json && other.is_none() {
        return None;
    }
    let near = other.and_then(|_| close_names(files, &path.with_extension("toml"), FileRole::Scenario));
    let json = || match other {
        Some(ending) if ending == "json" => {
            Some("baselines are read by `check`, results by `report`; a scenario is a file that ends in .toml")
        }
        _ => is_json.then_some("write a line `key = value` for each setting; `new GAME` prints all of a game"),
    };
    let why = if is_json {
        "this is JSON, and scenarios are written in TOML"
    } else {
        "it is not written in TOML"
    };
    let problem = Problem::whole(format!("{} is no scenario: {why}", path.display()));
    Some(problem.maybe_help(near.or_else(|| json().map(str::to_owned))))
}

/// What a file was named for.
#[derive(Clone, Copy)]
pub(crate) enum FileRole<'a> {
    /// A scenario.
    Scenario,
    /// Content of the game of this key, of which these sets are built in.
    Content(&'a str, &'a [&'a str]),
}

/// How a file is named that lies where somebody looks for it who counts from the folder of the shell: `written` names one there,
/// and is read from `folder`. None where nothing is there, or both are one place.
pub(crate) fn from_the_shell(files: &dyn Files, written: &str, folder: &Path) -> Option<String> {
    let (there, folder) = (tidy(Path::new(written)), tidy(folder));
    if there.is_absolute() || folder.as_os_str().is_empty() || files.read(&there).is_err() {
        return None;
    }
    let up = |part: &Component<'_>| !matches!(part, Component::Normal(_));
    if folder.components().any(|part| up(&part)) || there.components().any(|part| up(&part)) {
        return Some(format!("paths count from {}, not from here", folder.display()));
    }
    let mut to = there.components().peekable();
    let mut from = folder.components().peekable();
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    let path: PathBuf = from.map(|_| Component::ParentDir).chain(to).collect();
    let path = path.display().to_string().replace('\\', "/");
    Some(format!(
        "paths count from {}, not from here: write \"{path}\"",
        folder.display()
    ))
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
        ErrorKind::NotFound | ErrorKind::NotADirectory => close_names(files, path, wanted),
        ErrorKind::IsADirectory => inside(files, path),
        ErrorKind::Unsupported if at.is_none() => {
            Some("`-` in its place reads the scenario from standard input".to_owned())
        }
        _ => None,
    })
}

/// What in a folder may have been meant.
fn inside(files: &dyn Files, folder: &Path) -> Option<String> {
    let names = files.names(folder);
    if names.iter().any(|name| name == "results.json") {
        return Some("a run has left its report there; name the scenario that was run".to_owned());
    }
    let scenarios = names.iter().map(String::as_str);
    let scenarios: Vec<&str> = scenarios.filter(|name| name.strip_suffix(".toml").is_some()).collect();
    (!scenarios.is_empty()).then(|| format!("in it: {}", first_of(&scenarios, MOST_INSIDE)))
}

/// The first of these names, and how many more there are.
fn first_of(names: &[&str], most: usize) -> String {
    let some: Vec<String> = names.iter().take(most).map(|name| format!("`{name}`")).collect();
    let more = match names.len() - some.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    some.join(", ") + &more
}

/// What of the same folder may have been meant: scenarios where a scenario was named, others where content was.
fn close_names(files: &dyn Files, path: &Path, wanted_for: FileRole) -> Option<String> {
    let content = matches!(wanted_for, FileRole::Content(..));
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().unwrap_or(Path::new(""));
    let all = files.names(folder);
    let names: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|name| name.strip_suffix(".toml").is_some())
        .filter(|name| !content || may_be_content(files, &folder.join(name)))
        .collect();
    // What needs no file, and how to come to one.
    let instead = match wanted_for {
        FileRole::Scenario => String::new(),
        FileRole::Content(game, sets) => format!(
            "; built in: {}; `{} new {game} --content DIR` writes files to start from",
            listed(sets, Quote::Text),
            program()
        ),
    };
    if all.is_empty() && !folder.as_os_str().is_empty() {
        return Some(format!(
            "the folder {} is not here, or there is nothing in it{instead}",
            folder.display()
        ));
    }
    let shown = |name: &str| folder.join(name).display().to_string();
    let stem = wanted.trim_end_matches(".toml");
    let by_stem = |stem: &str| {
        let stems = names.iter().map(|name| name.trim_end_matches(".toml"));
        suggest(stem, stems).map(|stem| format!("{stem}.toml"))
    };
    // The ending may be what is misspelt.
    let before_dot = || wanted.rsplit_once('.').and_then(|(stem, _)| by_stem(stem));
    if let Some(name) = by_stem(stem).or_else(before_dot) {
        return Some(format!("did you mean `{}`?", shown(&name)));
    }
    // A scenario by its name alone, which lies where a project has them.
    if !content && folder.as_os_str().is_empty() {
        let usual = files.names(Path::new(USUAL));
        let stems = usual.iter().filter_map(|name| name.strip_suffix(".toml"));
        if let Some(stem) = suggest(stem, stems) {
            return Some(format!("did you mean `{USUAL}/{stem}.toml`?"));
        }
    }
    if names.is_empty() {
        return content.then(|| {
            format!(
                "looked for in {}, where no file of content lies{instead}",
                place_of(folder)
            )
        });
    }
    // Names that begin like it come first.
    let alike = |name: &str| name.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    let mut names = names;
    names.sort_by_key(|name| std::cmp::Reverse(alike(name)));
    let some = first_of(&names, MOST_NAMED);
    Some(format!("in {}: {some}{instead}", place_of(folder)))
}

fn place_of(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        "the folder that you are in".to_owned()
    } else {
        folder.display().to_string()
    }
}

/// Keys of scenarios, and of files of the tools of programmers, of which content has none.
const NO_CONTENT: [&str; 12] = [
    "game",
    "extends",
    "rules",
    "seats",
    "bots",
    "variant",
    "matrix",
    "expect",
    "tune",
    "package",
    "workspace",
    "dependencies",
];

/// Is it a file of TOML that says nothing of what a scenario says? One with a mistake may be meant as well: what can be read of
/// it counts.
fn may_be_content(files: &dyn Files, path: &Path) -> bool {
    let Ok(text) = files.read(path) else { return false };
    let Parsed { table, lost, .. } = parse(0, &text);
    // A line that cannot be read says at least what it is about.
    let lines = |place: &Place| text.get(place.start..place.end).unwrap_or_default().lines();
    let lost: Vec<&str> = lost
        .iter()
        .flat_map(lines)
        .map(|line| {
            line.split(['=', '.'])
                .next()
                .unwrap_or_default()
                .trim_matches(['[', ']', ' '])
        })
        .collect();
    let says = |key: &str| table.field(key).is_some() || lost.contains(&key);
    !NO_CONTENT.iter().any(|key| says(key))
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
