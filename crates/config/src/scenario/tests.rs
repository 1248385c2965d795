//! Whole scenarios, from text to configurations or to shown mistakes.

mod any_text;
mod broken;
mod entries;
mod fair;
mod good;
mod lint;
mod pond;
mod relative;
mod suggest;
mod tune;

use super::files::{Files, tidy};
use super::{Overrides, Problems, Scenario, read};
use pond::{DUNE, POND};
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

struct Memory(BTreeMap<PathBuf, String>);

impl Files for Memory {
    fn read(&self, path: &Path) -> Result<String, Error> {
        self.0.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let inside = self.0.keys().filter(|path| path.parent() == Some(folder));
        inside
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .collect()
    }

    fn identity(&self, path: &Path) -> PathBuf {
        tidy(path)
    }
}

fn load_with(all: &[(&str, &str)], overrides: &Overrides) -> Result<Scenario, Problems> {
    load_path(all.first().map_or("", |(path, _)| path), all, overrides)
}

fn load_path(path: &str, all: &[(&str, &str)], overrides: &Overrides) -> Result<Scenario, Problems> {
    let files = Memory(
        all.iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()))
            .collect(),
    );
    read::read(&files, Path::new(path), &[POND, DUNE], overrides)
}

fn load(all: &[(&str, &str)]) -> Result<Scenario, Problems> {
    load_with(all, &Overrides::default())
}

fn shown(all: &[(&str, &str)]) -> String {
    shown_of(all.first().map_or("", |(path, _)| path), all)
}

/// What is shown of several broken scenarios, each below its name. A scenario begins with `== NAME`; it is one file, or several
/// that begin with `-- PATH`.
fn catalogue(all: &str) -> String {
    let each = all.split("\n== ").skip(1).map(|case| {
        let (name, text) = case.split_once('\n').unwrap_or((case, ""));
        let text = text.trim_end_matches('\n').to_owned() + "\n";
        let files: Vec<(&str, &str)> = match text.strip_prefix("-- ") {
            Some(files) => files.split("\n-- ").filter_map(|file| file.split_once('\n')).collect(),
            None => vec![("a.toml", &text)],
        };
        format!("# {name}\n\n{}\n", shown(&files).trim_end())
    });
    each.collect::<Vec<_>>().join("\n")
}

fn shown_of(path: &str, all: &[(&str, &str)]) -> String {
    load_path(path, all, &Overrides::default())
        .map_or_else(|problems| problems.to_string(), |_| "no problem".to_owned())
}
