//! The files of a scenario as a command can name them again. Nothing here is read but where the program was started.

use std::path::{Path, PathBuf};

use balance_config::scenario::Scenario;

/// The files of a scenario, or of two compared ones, as a command can name them from the folder in which the program was
/// started; nothing where they lie in `scenarios/` there and name the run.
pub fn files(scenario: &Scenario) -> Vec<String> {
    let usual = |path: &Path| path.parent() == Some(Path::new("scenarios"));
    let paths: Vec<PathBuf> = paths(scenario).map(|path| for_display(path)).collect();
    // With changes of the command line the name of a run is not that of its file.
    if scenario.set.is_empty() && paths.iter().all(|path| usual(path)) {
        return Vec::new();
    }
    texts(&paths)
}

/// The same files as the user named them: for the terminal at which this was done, and for no page.
pub fn files_as_named(scenario: &Scenario) -> Vec<String> {
    let plain = |path: &PathBuf| path.strip_prefix(".").unwrap_or(path).to_owned();
    let paths: Vec<PathBuf> = paths(scenario).map(plain).collect();
    texts(&paths)
}

/// A file as a page may name it: from the folder in which the program was started, where it lies below. Of a file elsewhere
/// that was named from the root on only the name is told: the rest is nobody else's business.
pub fn for_display(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    from(path, &here)
}

fn from(path: &Path, here: &Path) -> PathBuf {
    let path = path.strip_prefix(".").unwrap_or(path);
    if path.is_relative() {
        return path.to_owned();
    }
    let below = |path: &Path, here: &Path| path.strip_prefix(here).map(Path::to_owned).ok();
    let found = || below(&path.canonicalize().ok()?, &here.canonicalize().ok()?);
    let name = || path.file_name().map(PathBuf::from);
    below(path, here).or_else(found).or_else(name).unwrap_or_default()
}

fn paths(scenario: &Scenario) -> impl Iterator<Item = &PathBuf> {
    std::iter::once(&scenario.path).chain(&scenario.compared_path)
}

fn texts(paths: &[PathBuf]) -> Vec<String> {
    paths
        .iter()
        .filter_map(|path| path.to_str())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_where_one_stands_or_by_its_name_alone() {
        let here = Path::new("/desk/games");
        let shown = |path: &str| from(Path::new(path), here).display().to_string();
        assert_eq!(shown("scenarios/a.toml"), "scenarios/a.toml");
        assert_eq!(shown("./a.toml"), "a.toml");
        assert_eq!(shown("../a.toml"), "../a.toml");
        assert_eq!(shown("/desk/games/scenarios/a.toml"), "scenarios/a.toml");
        assert_eq!(shown("/desk/other/scenarios/a.toml"), "a.toml");
    }
}
