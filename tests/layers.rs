//! Where the compiler does not hold it: within a folder no modules use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates in which no modules of a folder use each other in a circle.
const CRATES: [&str; 8] = [
    ".", "crates/charts", "crates/config", "crates/experiments", "crates/inference", "crates/report",
    "crates/simulation", "crates/stats",
];

/// Where the sources of a crate lie.
fn src(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of).join("src")
}

/// The modules that the crate has.
fn declared(lib: &str) -> BTreeSet<String> {
    let lines = lib.lines().filter(|line| line.ends_with(';'));
    let words = lines.map(|line| line.trim_end_matches(';').split(' ').collect::<Vec<_>>());
    words
        .filter(|words| words.contains(&"mod"))
        .map(|words| words[words.len() - 1].to_owned())
        .collect()
}

/// The text without comments and without what only tests see, and the names of modules that only tests see.
fn production(text: &str) -> (String, Vec<String>) {
    let (mut kept, mut tests, mut lines) = (String::new(), Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            let next = lines.by_ref().find(|line| !line.starts_with("#[")).unwrap_or_default();
            match next.trim_end_matches(';').rsplit_once("mod ") {
                Some((_, name)) if next.ends_with(';') => tests.push(name.to_owned()),
                // Tests stand at the end of a file.
                Some(_) => break,
                None => {}
            }
        } else if !line.trim_start().starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    (kept, tests)
}

/// The first words of all paths that go on after `from` in a text, those of a list in braces each.
fn after(text: &str, from: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (at, _) in text.match_indices(from) {
        let before = &text[..at];
        if before.ends_with("super::")
            || before.ends_with(|letter: char| letter.is_alphanumeric() || "_:".contains(letter))
        {
            continue;
        }
        let rest = &text[at + from.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            words.insert(word(rest));
            continue;
        };
        // Lists within are of what the words before them name.
        let mut deep = 1;
        let outer: String = list
            .chars()
            .map_while(|letter| {
                deep += i32::from(letter == '{') - i32::from(letter == '}');
                (deep > 0).then_some(if deep > 1 { ' ' } else { letter })
            })
            .collect();
        words.extend(outer.split(',').map(|path| word(path.trim())));
    }
    words.remove("");
    words
}

/// The word that a text begins with, if it does.
fn word(text: &str) -> String {
    text.chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

/// The words that a text at this depth names of the module at `path`: by `crate::…`, or by as many `super::` as lead there.
fn named(text: &str, depth: usize, path: &[&str]) -> BTreeSet<String> {
    let whole = [&["crate"], path, &[""]].concat().join("::");
    let mut words = after(text, &whole);
    words.extend(after(text, &"super::".repeat(depth - path.len())));
    words
}

/// What declares the modules of a folder of a crate, without tests, and the names of those that only tests see.
fn head(of: &str, folder: &str) -> (String, Vec<String>) {
    let dir = src(of).join(folder);
    let files = [dir.join("lib.rs"), dir.join("mod.rs"), dir.with_extension("rs")];
    let text = files.iter().find_map(|file| fs::read_to_string(file).ok());
    production(&text.expect("a folder of modules"))
}

/// The modules of a folder of a crate but those that only tests see.
fn modules(of: &str, folder: &str) -> Vec<String> {
    let (head, tests) = head(of, folder);
    declared(&head)
        .into_iter()
        .filter(|name| !tests.contains(name))
        .collect()
}

/// Where a module of a folder lies.
fn within(folder: &str, module: &str) -> String {
    match folder {
        "" => module.to_owned(),
        _ => format!("{folder}/{module}"),
    }
}

/// This folder of a crate and all within it that hold modules.
fn folders(of: &str, folder: &str) -> Vec<String> {
    let inside = modules(of, folder).into_iter().map(|name| within(folder, &name));
    let inside = inside.filter(|inside| src(of).join(inside).is_dir());
    let all = inside.flat_map(|inside| folders(of, &inside));
    std::iter::once(folder.to_owned()).chain(all).collect()
}

/// The text of a module of the crate and of every one within it, without tests, each with its depth.
fn sources(of: &str, module: &str, depth: usize) -> Vec<(usize, String)> {
    let inside = modules(of, module).into_iter();
    let mut all: Vec<_> = inside
        .flat_map(|name| sources(of, &within(module, &name), depth + 1))
        .collect();
    all.push((depth, head(of, module).0));
    all
}

/// Which modules of the folder use which, its `mod.rs` or `lib.rs` aside; a name that this gives out is of the module that has it.
fn uses(of: &str, folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let path: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let (head, _) = head(of, folder);
    let modules = modules(of, folder);
    let mut owners: BTreeMap<String, &str> = modules.iter().map(|name| (name.clone(), &**name)).collect();
    for line in head.split("pub use ").skip(1) {
        let path = &line[..line.find(';').unwrap_or(line.len())];
        if let Some(module) = modules.iter().find(|name| **name == word(path)) {
            owners.extend(
                after(&format!("={path}"), &format!("{module}::"))
                    .into_iter()
                    .map(|name| (name, &**module)),
            );
        }
    }
    let used = |module: &String| {
        let sources = sources(of, &within(folder, module), path.len() + 1).into_iter();
        let words = sources.flat_map(|(depth, text)| named(&text, depth, &path));
        let used = words.filter_map(|name| owners.get(&name).map(|owner| (*owner).to_owned()));
        used.filter(|other| other != module).collect()
    };
    modules.iter().map(|module| (module.clone(), used(module))).collect()
}

/// Modules each of which uses the next, and the last the first, if there are any.
fn cycle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut left = uses.clone();
    // What uses nothing that is left is in no cycle.
    while let Some(free) = left
        .iter()
        .find(|(_, used)| used.iter().all(|other| !left.contains_key(other)))
    {
        let free = free.0.clone();
        left.remove(&free);
    }
    let mut path = vec![left.keys().next()?.clone()];
    loop {
        let next = left[&path[path.len() - 1]]
            .iter()
            .find(|other| left.contains_key(*other))?;
        if let Some(at) = path.iter().position(|other| other == next) {
            return Some(path.split_off(at));
        }
        path.push(next.clone());
    }
}

#[test]
fn no_modules_of_a_folder_use_each_other_in_a_circle() {
    let (mut looked, mut seen) = (0, 0);
    for of in CRATES {
        for folder in folders(of, "") {
            let uses = uses(of, &folder);
            if let Some(round) = cycle(&uses) {
                panic!("in {folder:?} of {of}: {} uses {}", round.join(" uses "), round[0]);
            }
            looked += 1;
            seen += uses.values().map(BTreeSet::len).sum::<usize>();
        }
    }
    assert!(looked > 40 && seen > 400, "{seen} uses were seen in {looked} folders");
}

#[test]
fn a_circle_is_found() {
    let uses = |all: &[(&str, &[&str])]| {
        let each = all.iter().map(|(name, used)| {
            (
                (*name).to_owned(),
                used.iter().map(|other| (*other).to_owned()).collect(),
            )
        });
        each.collect::<BTreeMap<String, BTreeSet<String>>>()
    };
    assert_eq!(cycle(&uses(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), None);
    let round = cycle(&uses(&[
        ("a", &["b"]),
        ("b", &["c", "e"]),
        ("c", &["d"]),
        ("d", &["b"]),
        ("e", &[]),
    ]));
    assert_eq!(round.expect("a circle"), ["b", "c", "d"]);
}

/// What leads up is seen, however it is written, and what tests use is not counted.
#[test]
fn a_use_upwards_is_seen() {
    let seen = |text: &str, depth| named(text, depth, &[]).into_iter().collect::<Vec<_>>();
    assert_eq!(seen("use crate::report::Folder;", 2), ["report"]);
    assert_eq!(seen("let x = super::super::report::x();", 2), ["report"]);
    assert_eq!(
        seen("use crate::{\n    games::{self, a},\n    report,\n};", 2),
        ["games", "report"]
    );
    assert_eq!(
        seen("use super::report::x;", 2),
        [""; 0],
        "a module of its own of that name"
    );
    assert_eq!(seen("use crate::reports::x; use a_crate::report;", 2), ["reports"]);
    let within = |text: &str, depth| named(text, depth, &["cli"]).into_iter().collect::<Vec<_>>();
    assert_eq!(
        within("use super::{Failure, run::{self, Place}};", 2),
        ["Failure", "run"]
    );
    assert_eq!(within("use super::super::run; use super::x;", 3), ["run"]);
    assert_eq!(within("use crate::cli::run; use crate::report::x;", 3), ["run"]);
    let (kept, tests) = production(
        "use a;\n// crate::report\n#[cfg(test)]\nmod planted;\n#[cfg(test)]\nmod tests {\n    use crate::report;\n}\n",
    );
    assert_eq!((kept.as_str(), tests), ("use a;\n", vec!["planted".to_owned()]));
}
