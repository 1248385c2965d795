//! The modules of the program use each other in one direction: each those that stand above it in the list of `src/lib.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules of the crate in the order of the list.
fn listed(lib: &str) -> Vec<String> {
    let entries = lib.lines().filter_map(|line| line.strip_prefix("//! - "));
    entries
        .map(|entry| {
            let name = entry.trim_start_matches(['[', '`']);
            name.split('`').next().expect("a name").to_owned()
        })
        .collect()
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

/// Every file below `folder` that is not of tests, with the depth of its module and its text.
fn files(folder: &Path, depth: usize, found: &mut Vec<(PathBuf, usize, String)>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("one").path())
        .collect();
    paths.sort();
    let (sources, folders): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_file());
    let mut tests = Vec::new();
    let start = found.len();
    for path in sources
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
    {
        let (text, own) = production(&fs::read_to_string(&path).expect("a source"));
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let here = stem == "mod";
        // Those of `name.rs` lie in `name/`.
        tests.extend(own.into_iter().map(|name| {
            if here {
                folder.join(name)
            } else {
                folder.join(&stem).join(name)
            }
        }));
        found.push((path, if here { depth } else { depth + 1 }, text));
    }
    for inside in folders {
        if !tests.contains(&inside) {
            files(&inside, depth + 1, found);
        }
    }
    let of_tests = |path: &Path| {
        tests
            .iter()
            .any(|test| path.with_extension("") == *test || path.starts_with(test))
    };
    let mut at = start;
    while at < found.len() {
        if of_tests(&found[at].0) {
            found.remove(at);
        } else {
            at += 1;
        }
    }
}

/// The modules of the crate that a text at this depth names: by `crate::`, or by as many `super::` as lead to the crate.
fn named<'m>(text: &str, depth: usize, modules: &'m [String]) -> Vec<&'m str> {
    let up = "super::".repeat(depth);
    let is = |name: &&String| {
        ["crate::", &up].iter().any(|from| {
            text.match_indices(*from).any(|(at, _)| {
                let whole = !text[..at].ends_with("super::")
                    && !text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
                let rest = text[at + from.len()..].strip_prefix(name.as_str());
                whole && rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
            })
        })
    };
    modules.iter().filter(is).map(String::as_str).collect()
}

#[test]
fn no_module_uses_one_below_it() {
    let lib = fs::read_to_string(src().join("lib.rs")).expect("the crate");
    let modules = listed(&lib);
    assert_eq!(
        modules.iter().cloned().collect::<BTreeSet<_>>(),
        declared(&lib),
        "the list has each module of the crate once"
    );
    let mut wrong = Vec::new();
    let mut uses = 0;
    for (at, module) in modules.iter().enumerate() {
        let mut all = Vec::new();
        let file = src().join(format!("{module}.rs"));
        if let Ok(text) = fs::read_to_string(&file) {
            all.push((file, 1, production(&text).0));
        }
        if src().join(module).is_dir() {
            files(&src().join(module), 1, &mut all);
        }
        for (path, depth, text) in all {
            let used = named(&text, depth, &modules);
            uses += used.len();
            let below = used
                .into_iter()
                .filter(|other| modules[at + 1..].iter().any(|one| one == other));
            wrong.extend(below.map(|other| format!("{} uses {other}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(uses > 500, "{uses} uses were seen");
}

/// What leads up is seen, however it is written, and what tests use is not counted.
#[test]
fn a_use_upwards_is_seen() {
    let modules = ["games".to_owned(), "report".to_owned()];
    let seen = |text: &'static str, depth| named(text, depth, &modules);
    assert_eq!(seen("use crate::report::Folder;", 2), ["report"]);
    assert_eq!(seen("let x = super::super::report::x();", 2), ["report"]);
    assert_eq!(
        seen("use super::report::x;", 2),
        [""; 0],
        "a module of its own of that name"
    );
    assert_eq!(seen("use crate::reports::x; use a_crate::report;", 2), [""; 0]);
    let (kept, tests) = production(
        "use a;\n// crate::report\n#[cfg(test)]\nmod planted;\n#[cfg(test)]\nmod tests {\n    use crate::report;\n}\n",
    );
    assert_eq!((kept.as_str(), tests), ("use a;\n", vec!["planted".to_owned()]));
}
