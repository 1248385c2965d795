//! What a scenario is held to: its bands, and its baseline.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::prepare::{Prepared, prepare};
use super::super::{Failure, remark};
use balance_config::games;
use balance_config::scenario::{Frames, Overrides, Scenario};
use balance_config::shell_quote;
use balance_inference::gate::{self, Baseline, BaselineError, BaselineFacts, DealCounts, InputChange};
use balance_inference::judge::Question;
use balance_inference::table;
use balance_report::check as words;

/// What cannot be checked.
#[derive(Clone)]
pub struct Refusal {
    /// The file of the scenario.
    pub(super) scenario: String,
    /// The configuration that has no part in the baseline, or is gone; none: the whole scenario.
    pub(super) configuration: Option<String>,
    /// Is the configuration gone from the scenario?
    pub(super) gone: bool,
    /// Why.
    pub(super) failure: Failure,
}

impl Refusal {
    /// The same as reports have it.
    pub(super) fn told(&self) -> words::Refused {
        let stem = Path::new(&self.scenario).file_stem();
        words::Refused {
            scenario: stem.map_or(self.scenario.clone(), |stem| stem.to_string_lossy().into_owned()),
            file: self.scenario.clone(),
            configuration: self.configuration.clone(),
            gone: self.gone,
            error: match &self.failure {
                Failure::Scenario(problems) => problems.render(Frames::Plain),
                other => other.to_string(),
            },
        }
    }
}

/// What one scenario is held to.
pub struct CheckInputs {
    pub(super) one: Prepared,
    pub(super) questions: Vec<Question>,
    /// Where its baseline is, or would be.
    pub(super) baseline: PathBuf,
    /// Stored games by configuration; empty without a baseline, none of one that it does not hold.
    pub(super) dealt: Vec<Option<DealCounts>>,
    /// What has changed since, by configuration; empty without a baseline, none of one that it does not hold.
    pub(super) changes: Vec<Option<Vec<InputChange>>>,
    /// Signatures of the stored games.
    pub(super) signatures: Vec<String>,
    /// What is known of the baseline besides.
    pub(super) facts: BaselineFacts,
    /// The configurations that cannot be checked, each with why.
    pub(super) refused: Vec<Refusal>,
}

/// The files, each once; of one that is named again that is said.
pub fn named_once(paths: &[PathBuf]) -> Vec<&PathBuf> {
    let mut known = BTreeSet::new();
    let file = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let told = |path: &&PathBuf| {
        let first = known.insert(file(path));
        if !first {
            remark(&format!(
                "note: {} was named before; it is checked once\n",
                path.display()
            ));
        }
        first
    };
    paths.iter().filter(told).collect()
}

/// What the scenario at `path` is held to; its baseline is in the folder `baselines`, where this option says that one is `needed`.
pub fn hold(
    path: &Path,
    baselines: &Path,
    needed: Option<&str>,
    overrides: &Overrides,
) -> Result<CheckInputs, Failure> {
    let one = prepare(path, overrides)?;
    let out = words::into(elsewhere(baselines).as_deref());
    let told = |error: gate::BaselineError| Failure::Input(unusable(&error.made_anew(&out)));
    let file = Baseline::path(baselines, &one.scenario);
    let baseline = Baseline::load(&file, one.info, &one.scenario, &one.games).map_err(told)?;
    // What is counted from now is asked of versions; what holds a game to what it was is its baseline.
    let mut questions = one.bands.clone();
    questions.retain(|question| !question.is_change());
    let instead = format!(
        ", by `{program} run` and `{program} tune`, and not here; what the game was is held by its baseline",
        program = games::program()
    );
    if let Some(note) = one.not_asked(&instead) {
        remark(&note);
    }
    let (mut dealt, mut changes, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(baseline) = &baseline {
        signatures.extend(baseline.configurations.iter().map(|each| each.signature.clone()));
        changes = baseline.changes(&file, one.info, &one.scenario).map_err(told)?;
        dealt = baseline.dealt(&file, &one.scenario, &one.games).map_err(told)?;
        questions.extend(gate::of_baseline(&one.scenario, &one.games, baseline, &dealt));
    }
    let renamed = baseline.is_none().then(|| renamed(baselines, &file, &one)).flatten();
    if baseline.is_none() && (needed.is_some() || questions.is_empty()) {
        let instead = renamed.clone();
        return Err(without_baseline(
            &one,
            path,
            &file,
            needed,
            &remedy(path, instead, &out),
        ));
    }
    let stored = dealt.iter().map(Option::as_ref);
    let takes = || gate::clears(&one.scenario, &one.games, stored).changed;
    let made_of = baseline.as_ref().map(|baseline| baseline.scenario.clone());
    let made_by = baseline.as_ref().map(|baseline| baseline.program.clone());
    let facts = BaselineFacts {
        exists: baseline.is_some(),
        folder: file.parent().and_then(elsewhere),
        takes: baseline.is_some().then(takes),
        renamed,
        made_of: made_of.filter(|name| *name != one.scenario.name),
        made_by: made_by.filter(|version| version != env!("CARGO_PKG_VERSION")),
    };
    let refused = baseline.map_or_else(Vec::new, |baseline| {
        partings(path, (baselines, &file), &one.scenario, &baseline, needed, &questions)
    });
    Ok(CheckInputs {
        one,
        questions,
        baseline: file,
        dealt,
        changes,
        signatures,
        facts,
        refused,
    })
}

/// What to do where there is no baseline; `instead` is said of one that may be its own.
fn remedy(path: &Path, instead: Option<String>, out: &str) -> String {
    let (path, program) = (shell_quote::file(path), games::program());
    let write = format!("write one of the game as it is now with `{program} baseline {path}{out}`");
    match instead {
        Some(instead) => format!("{instead}.\nIf not, {write}"),
        None => format!("If there was one, restore it from version control; if not, {write}"),
    }
}

/// That the baseline `file` is not there, which is `needed`, or without which there is nothing to hold the scenario to.
fn without_baseline(one: &Prepared, path: &Path, file: &Path, needed: Option<&str>, remedy: &str) -> Failure {
    let (path, file) = (path.display(), file.display());
    if needed.is_some() {
        return Failure::Input(format!(
            "{path} has no baseline {file}. {remedy}, or name the folder of baselines with --baselines DIR."
        ));
    }
    let expect = &one.scenario.expect;
    let bands = if expect.is_empty() {
        "no [expect] and"
    } else if expect.iter().all(|each| each.band.is_change()) {
        "[expect] has only bands that count from now, and there is"
    } else {
        "no band of [expect] that counts here and"
    };
    Failure::Input(format!(
        "{path} has nothing to check: {bands} no baseline {file}. {remedy}."
    ))
}

/// What is wrong with a baseline, and what else has changed since it was made.
pub fn unusable(error: &BaselineError) -> String {
    let changes: Vec<&InputChange> = match error {
        BaselineError::Other { changes, .. } => changes.iter().collect(),
        _ => Vec::new(),
    };
    if changes.is_empty() {
        return error.to_string();
    }
    format!("{error} Changed besides: {}.", words::listed(&changes))
}

/// The configurations that came, or went, since the `baseline` in `file` was made, each with what is to be done: those of which
/// one is `needed`, and those that came and are held to no band either. Warns of the others that went.
fn partings(
    path: &Path,
    (baselines, file): (&Path, &Path),
    scenario: &Scenario,
    baseline: &Baseline,
    needed: Option<&str>,
    questions: &[Question],
) -> Vec<Refusal> {
    let (at, file) = (path.display(), file.display());
    let write = format!(
        "write a baseline of the game as it is now with `{} baseline {}{}`",
        games::program(),
        shell_quote::file(path),
        words::into(elsewhere(baselines).as_deref())
    );
    let mut refused = Vec::new();
    let mut refuse = |name: &str, gone: bool, said: String| {
        refused.push(Refusal {
            scenario: at.to_string(),
            configuration: Some(name.to_owned()),
            gone,
            failure: Failure::Input(said),
        });
    };
    let held = baseline.held(scenario);
    for (number, configuration) in scenario.configurations.iter().enumerate() {
        let banded = questions.iter().any(|question| question.configuration == number);
        if held[number].is_none() && (needed.is_some() || !banded) {
            let name = &configuration.name;
            refuse(
                name,
                false,
                format!(
                    "{at}: {file} does not hold the configuration “{name}”, which came since. To hold it, {write}."
                ),
            );
        }
    }
    for name in baseline.gone(scenario) {
        let said = format!("{file} holds the configuration “{name}”, which {at} no longer has");
        let remedy = format!("restore it, or, if it is gone for good, {write}");
        if needed.is_some() {
            refuse(name, true, format!("{said}: {remedy}."));
        } else {
            super::super::remark(&format!("warning: {said}: {remedy}\n"));
        }
    }
    refused
}

/// The folder of the baselines, where it is not the usual one nor that of another checkout: such a one holds the game as it was.
pub fn elsewhere(baselines: &Path) -> Option<String> {
    let ours = baselines != Path::new(words::FOLDER) && !is_of_another_checkout(baselines);
    ours.then(|| baselines.display().to_string())
}

/// That what is named on the command line is no folder of baselines.
pub fn no_folder(lost: &Path) -> String {
    let what = if lost.exists() {
        "that is no folder"
    } else {
        "there is no such folder"
    };
    format!("--baselines {}: {what}", lost.display())
}

/// Does the folder lie in a checkout in which this is not played, as `git worktree add` makes them?
fn is_of_another_checkout(folder: &Path) -> bool {
    let (Ok(folder), Ok(here)) = (folder.canonicalize(), std::env::current_dir()) else {
        return false;
    };
    let checkout = folder.ancestors().find(|above| above.join(".git").exists());
    checkout.is_some_and(|checkout| !here.starts_with(checkout))
}

/// What to say where a baseline of a scenario that is gone may be that of `one`, which has none: the very same, or else the only
/// one of the same game. Its own would be `file`.
fn renamed(baselines: &Path, file: &Path, one: &Prepared) -> Option<String> {
    let path = one.scenario.path.clone();
    // How many changes lie between; none where they cannot be compared.
    let changes = |old: &PathBuf| {
        let baseline = Baseline::load(old, one.info, &one.scenario, &one.games)
            .ok()
            .flatten()?;
        let changes = baseline.changes(old, one.info, &one.scenario).ok()?;
        Some((old.clone(), changes.iter().flatten().map(Vec::len).sum::<usize>()))
    };
    let known: Vec<(PathBuf, usize)> = gate::orphans(baselines, &[path]).iter().filter_map(changes).collect();
    let same = known.iter().find(|(_, changes)| *changes == 0);
    let (old, changes) = same.or(match &known[..] {
        [only] => Some(only),
        _ => None,
    })?;
    let rename = format!("`git mv {} {}`", shell_quote::file(old), shell_quote::file(file));
    let old = old.display();
    Some(if *changes == 0 {
        format!("{old} holds the games of the same scenario: was it renamed? {rename}")
    } else {
        format!("{old} is of the same game and belongs to no scenario: was this one renamed? {rename}")
    })
}

/// Baselines that nothing is held to, since their scenarios are gone.
pub fn without_scenario(baselines: &Path, scenarios: &[PathBuf]) -> Vec<String> {
    let shown = |path: &PathBuf| table::for_display(path).display().to_string();
    gate::orphans(baselines, scenarios).iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told to be written goes where it is looked for by the next check, and never into the game as it was.
    #[test]
    fn baselines_of_another_checkout_are_not_those_to_write() {
        let dir = tempfile::tempdir().expect("a folder");
        let before = dir.path().join("before/reports/baselines");
        std::fs::create_dir_all(&before).expect("made");
        assert_eq!(elsewhere(&before), Some(before.display().to_string()));
        std::fs::write(dir.path().join("before/.git"), "gitdir: elsewhere\n").expect("written");
        assert_eq!(elsewhere(&before), None);
        assert_eq!(elsewhere(Path::new(words::FOLDER)), None);
    }
}
