//! Games stored game by game, to compare later ones with on the same deals.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::DealCounts;
use super::codec::{MOST_DEALS, StoredGames, signature};
use super::inputs::{InputChange, Inputs};
use crate::table;
use balance_config::games::{AnyGame, GameInfo, Line, Sheet, named as named_game, program};
use balance_config::scenario::{Configuration, Scenario};
use balance_config::{shell_quote, untrusted};
use balance_engine::{MOVES_MAX, SCHEME};
use balance_kit::schema::messages::with_commas;
use serde::{Deserialize, Serialize};

use crate::judge::{Metric, TOTAL, deals_to_clear};
use balance_stats as stats;

/// Version of the shape of a baseline file.
const FORMAT: u32 = 3;

/// Most that are stored of each configuration unless more are asked for.
pub const MOST_UNASKED: u64 = 262_144;

/// Most deals that are stored in one file, over all configurations.
pub const MOST_STORED: u64 = 10_000_000;

/// Most deals that so many bytes are taken to hold: a small file does not unpack to hundreds of megabytes.
fn most_in(bytes: u64) -> u64 {
    MOST_DEALS.max(4 * bytes).min(MOST_STORED)
}

/// `reports/baselines/SCENARIO.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Baseline {
    /// Version of this shape.
    pub format: u32,
    /// Version of the program that played.
    pub program: String,
    /// Name of the scenario.
    pub scenario: String,
    /// Its file, as [`crate::table::files`] names it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The game's key.
    pub game: String,
    /// Master seed.
    pub seed: u64,
    /// Number of the scheme of random streams.
    pub random_scheme: u8,
    /// Deals stored of each configuration.
    pub deals: u64,
    /// In the order of the scenario.
    pub configurations: Vec<StoredGames>,
    /// Hash of all of the above, in a file.
    checksum: String,
}

impl Baseline {
    /// The baseline of `scenario` from its games, configuration by configuration.
    pub fn new(info: &GameInfo, scenario: &Scenario, games: &[Box<dyn AnyGame>], dealt: &[DealCounts]) -> Self {
        let configurations: Vec<StoredGames> = scenario
            .configurations
            .iter()
            .zip(games)
            .zip(dealt)
            .map(|((configuration, game), dealt)| {
                let inputs = Inputs::from_configuration(info, configuration)
                    .held_to(&scenario.expect, scenario.margins, configuration);
                let rotations = rotations(configuration) as u32;
                StoredGames::new(&configuration.name, &inputs, rotations, game.sheet(), dealt)
            })
            .collect();
        Baseline {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.name.clone(),
            files: table::files(scenario),
            game: scenario.game.clone(),
            seed: scenario.seed,
            random_scheme: SCHEME,
            deals: dealt.first().map_or(0, |dealt| dealt.lines.len() as u64),
            configurations,
            checksum: String::new(),
        }
    }

    fn sum(&self) -> String {
        let bare = Baseline {
            checksum: String::new(),
            ..self.clone()
        };
        signature(&serde_json::to_vec(&bare).unwrap_or_default())
    }

    /// The file of a scenario's baseline in `dir`.
    pub fn path(dir: &Path, scenario: &Scenario) -> PathBuf {
        dir.join(format!("{}.json", scenario.name))
    }

    /// The file's text with its checksum, ending in a line break.
    pub fn text(&self) -> String {
        let sealed = Baseline {
            checksum: self.sum(),
            ..self.clone()
        };
        serde_json::to_string_pretty(&sealed).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// The baseline at `path`, whatever else is to be said of it.
    fn at(path: &Path) -> Option<Self> {
        untrusted::json(&untrusted::read(path, untrusted::LARGEST).ok()?, FORMAT).ok()
    }

    /// The files that the baseline at `path` was made of.
    pub fn files_of(path: &Path) -> Vec<String> {
        Baseline::at(path).map_or_else(Vec::new, |baseline| baseline.files)
    }

    /// Is the file at `path` neither a baseline nor what is left of one?
    pub fn is_foreign(path: &Path) -> bool {
        let text = untrusted::read(path, untrusted::LARGEST).unwrap_or_default();
        !text.is_empty() && !String::from_utf8_lossy(&text).contains("\"random-scheme\"")
    }

    /// Is the file at `path` a baseline of a scenario whose file is gone?
    fn is_orphaned(path: &Path) -> bool {
        let dir = path.parent().unwrap_or(Path::new(""));
        Baseline::at(path).is_some_and(|baseline| !is_there(&baseline.file(), dir))
    }

    fn file(&self) -> PathBuf {
        // Where none is named it lay in `scenarios/`.
        let usual = || Path::new("scenarios").join(&self.scenario).with_added_extension("toml");
        self.files.first().map_or_else(usual, PathBuf::from)
    }

    /// The name of the scenario that it was made of, where that is another than `scenario` and still there: what has another name
    /// now is its own.
    fn foreign(&self, scenario: &Scenario) -> Option<String> {
        let beside = scenario
            .path
            .with_file_name(&self.scenario)
            .with_added_extension("toml");
        let is_there = self.file().exists() || beside.exists();
        (self.scenario != scenario.name && is_there).then(|| self.scenario.clone())
    }

    /// Reads the baseline at `path`, if there is one, and refuses it unless its deals are those of `scenario`, whose `games`
    /// these are. Its rules, bots and content may be others, [`Baseline::changes`], and some of its configurations:
    /// [`Baseline::held`].
    ///
    /// # Errors
    /// A file that cannot be read, is damaged, or belongs to another game or seed, or to other configurations altogether.
    pub fn load(
        path: &Path,
        info: &GameInfo,
        scenario: &Scenario,
        games: &[Box<dyn AnyGame>],
    ) -> Result<Option<Self>, BaselineError> {
        let bytes = match untrusted::read(path, untrusted::LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let path = path.to_owned();
                return Err(BaselineError::Unread { path, error });
            }
        };
        let damaged = |message| BaselineError::damaged(path, scenario, message);
        let baseline: Baseline = untrusted::json(&bytes, FORMAT).map_err(damaged)?;
        if baseline.checksum != baseline.sum() {
            return Err(damaged("it was changed after it was written".to_owned()));
        }
        let (foreign, message) = (baseline.foreign(scenario), baseline.differs(scenario, games));
        if message.is_none() && foreign.is_none() {
            return Ok(Some(baseline));
        }
        let mut changes = baseline.all_changes(path, info, scenario);
        // What of another scenario is the same game is no worse than its own.
        if message.is_none() && !changes.iter().any(InputChange::plays) {
            return Ok(Some(baseline));
        }
        let mut message = message.unwrap_or_default();
        let other_players = changes.iter().position(|change| change.key == "rules.players");
        let deals = (baseline.game == scenario.game && other_players.is_none()).then_some(baseline.deals);
        // With others at the table the sides are others: that is why, and no change besides.
        if let Some(at) = other_players
            && baseline.seed == scenario.seed
        {
            let InputChange { was, is, .. } = changes.remove(at);
            let players = format!(
                "it is for {} players, and this is for {}",
                was.unwrap_or_default(),
                is.unwrap_or_default()
            );
            let rest = if message.is_empty() { "" } else { "; " };
            message = format!("{players}{rest}{message}");
        }
        Err(BaselineError::Other {
            path: path.to_owned(),
            scenario: shell_quote::file(&scenario.path),
            deals,
            message,
            changes: changes.into_iter().filter(|_| foreign.is_none()).collect(),
            foreign: foreign.map(Into::into),
        })
    }

    /// What it was made for that the scenario is not.
    fn differs(&self, scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Option<String> {
        let differs = |what: &str, was: &dyn std::fmt::Display, is: &dyn std::fmt::Display| {
            Some(format!("its {what} was {was}, now it is {is}"))
        };
        if self.game != scenario.game {
            return differs("game", &self.game, &scenario.game);
        }
        if self.seed != scenario.seed {
            return differs("seed", &self.seed, &scenario.seed);
        }
        if self.random_scheme != SCHEME {
            return differs("scheme of random streams", &self.random_scheme, &SCHEME);
        }
        let held = self.held(scenario);
        if held.iter().all(Option::is_none) {
            let names: Vec<&str> = self.configurations.iter().map(|each| each.name.as_str()).collect();
            let now: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
            return differs("list of configurations", &names.join(", "), &now.join(", "));
        }
        let sheets = games.iter().map(|game| game.sheet());
        let mut pairs = held.into_iter().zip(&scenario.configurations).zip(sheets);
        pairs.find_map(|((stored, configuration), sheet)| stored?.other_than(sheet, rotations(configuration)))
    }

    /// What is stored of each configuration of `scenario`: of the one of its name; where it has gone, of one that plays the very
    /// same under another name; and where then one name has gone and one has come, of the one that went.
    pub fn held(&self, scenario: &Scenario) -> Vec<Option<&StoredGames>> {
        let named = |name: &str| self.configurations.iter().find(|stored| stored.name == name);
        let mut held: Vec<_> = scenario.configurations.iter().map(|each| named(&each.name)).collect();
        let mut gone = self.without_name(scenario);
        if gone.is_empty() {
            return held;
        }
        let info = named_game(&self.game);
        for (held, configuration) in held.iter_mut().zip(&scenario.configurations) {
            if let (None, Some(info)) = (&held, info) {
                let now = Inputs::from_configuration(info, configuration);
                let same = |stored: &&StoredGames| Inputs::unpacked(&stored.inputs).is_ok_and(|was| was.plays_as(&now));
                if let Some(at) = gone.iter().position(same) {
                    *held = Some(gone.remove(at));
                }
            }
        }
        let mut new = held.iter_mut().filter(|held| held.is_none());
        if let (&[gone], Some(one), None) = (&gone[..], new.next(), new.next()) {
            *one = Some(gone);
        }
        held
    }

    /// The configurations that `scenario` no longer has.
    pub fn gone(&self, scenario: &Scenario) -> Vec<&str> {
        let held = self.held(scenario);
        let is_held = |stored: &StoredGames| held.iter().flatten().any(|held| held.name == stored.name);
        let gone = self.configurations.iter().filter(|stored| !is_held(stored));
        gone.map(|stored| stored.name.as_str()).collect()
    }

    /// What is stored under names that `scenario` does not have.
    fn without_name(&self, scenario: &Scenario) -> Vec<&StoredGames> {
        let named = |name: &String| scenario.configurations.iter().any(|each| each.name == *name);
        let all = self.configurations.iter();
        all.filter(|stored| !named(&stored.name)).collect()
    }

    /// What has changed in any configuration, once; nothing where that cannot be told.
    fn all_changes(&self, path: &Path, info: &GameInfo, scenario: &Scenario) -> Vec<InputChange> {
        let mut all: Vec<InputChange> = Vec::new();
        if self.game != scenario.game {
            return all;
        }
        let changes = self.changes(path, info, scenario).unwrap_or_default();
        for change in changes.into_iter().flatten().flatten() {
            if !all.contains(&change) {
                all.push(change);
            }
        }
        all
    }

    /// What each configuration is made of now that it was not when the baseline was made; none of one that is not held.
    pub fn changes(
        &self,
        path: &Path,
        info: &GameInfo,
        scenario: &Scenario,
    ) -> Result<Vec<Option<Vec<InputChange>>>, BaselineError> {
        let held = self.held(scenario);
        let pairs = held.into_iter().zip(&scenario.configurations);
        let changes = pairs.map(|(stored, configuration)| {
            let Some(stored) = stored else {
                return Ok(None);
            };
            let before = Inputs::unpacked(&stored.inputs);
            let damaged = |message| BaselineError::damaged(path, scenario, format!("“{}”: {message}", stored.name));
            let before = before.map_err(damaged)?;
            let usual = Inputs::from_configuration(info, &Configuration::default());
            let now = |configuration: &Configuration| {
                Inputs::from_configuration(info, configuration)
                    .held_to(&scenario.expect, scenario.margins, configuration)
            };
            let is = now(configuration);
            let (was, is) = (before.clone().with_defaults(&is, info), is.with_defaults(&before, info));
            let mut changes = was.changes(&is, &usual);
            // What rules set of an entry of content stands in the content as well, and is told once.
            if let Some(bare) = without_entries(info, configuration, &changes) {
                let content = was.changes(&now(&bare), &usual);
                changes.retain(|each| !each.is_content() || content.iter().any(|other| other.key == each.key));
                changes = with_published(info, [&bare, configuration], changes);
            }
            // Which file says it is no change where it says the same.
            let says_the_same = |key: &str| !changes.iter().any(|each| each.key.starts_with(&format!("{key}: ")));
            let same = info.content.iter().filter(|content| says_the_same(content.key));
            let same: Vec<String> = same.map(|content| format!("rules.{}", content.key)).collect();
            changes.retain(|change| !same.contains(&change.key));
            // A bot that sits nowhere lets no game go differently.
            changes.retain(|change| change.is_in_play(&configuration.setup));
            changes.extend(InputChange::of_name(&stored.name, &configuration.name));
            Ok(Some(changes))
        });
        changes.collect()
    }

    /// The stored games of each configuration; none of one that is not held.
    pub fn dealt(
        &self,
        path: &Path,
        scenario: &Scenario,
        games: &[Box<dyn AnyGame>],
    ) -> Result<Vec<Option<DealCounts>>, BaselineError> {
        let damaged = |message| BaselineError::damaged(path, scenario, message);
        let stored = self.deals.saturating_mul(self.configurations.len() as u64);
        let bytes: u64 = self.configurations.iter().map(StoredGames::bytes).sum();
        if self.deals == 0 || self.deals > MOST_DEALS || stored > most_in(bytes) {
            return Err(damaged(format!("it cannot hold {} deals", with_commas(self.deals))));
        }
        let unpack = |((stored, configuration), sheet): ((Option<&StoredGames>, &Configuration), &Sheet)| {
            let Some(stored) = stored else {
                return Ok(None);
            };
            let dealt = stored.dealt(sheet, self.deals as usize, rotations(configuration));
            let dealt = dealt.map_err(|message| damaged(format!("“{}”: {message}", stored.name)))?;
            Ok(Some(dealt))
        };
        let held = self.held(scenario).into_iter().zip(&scenario.configurations);
        held.zip(games.iter().map(|game| game.sheet())).map(unpack).collect()
    }
}

/// The changes, where what a rule sets of an entry of content now, or did, was not set, or is not, with what its file says of it;
/// without those that set what the file says. `setups` are the configuration with its entries as they were, and as they are.
fn with_published(info: &GameInfo, setups: [&Configuration; 2], mut changes: Vec<InputChange>) -> Vec<InputChange> {
    // What a file said before it was changed itself is not told by it now.
    if changes.iter().any(InputChange::is_content) {
        return changes;
    }
    let [before, now] = setups.map(|configuration| info.played(&configuration.setup));
    for change in &mut changes {
        let key = change.key.strip_prefix("rules.").unwrap_or_default();
        for (value, entries) in [(&mut change.was, &before), (&mut change.is, &now)] {
            let said = entries.iter().find_map(|entry| entry.value(key));
            if value.is_none() {
                *value = said.map(ToString::to_string);
            }
        }
    }
    changes.retain(|change| change.was != change.is);
    changes
}

/// The configuration with the entries of content that rules set as they were before these `changes`; none where none is among
/// them.
fn without_entries(info: &GameInfo, configuration: &Configuration, changes: &[InputChange]) -> Option<Configuration> {
    let mut bare = configuration.clone();
    let mut found = false;
    for change in changes {
        let Some((word, name)) = change.key.strip_prefix("rules.").and_then(|key| key.split_once('.')) else {
            continue;
        };
        let mut entries = info.content.iter().flat_map(|content| content.entries);
        if !entries.any(|entries| entries.word == word) {
            continue;
        }
        found = true;
        let read = |was: &String| {
            toml::from_str::<toml::Table>(&format!("was = {was}"))
                .ok()?
                .remove("was")
        };
        if let Some(was) = change.was.as_ref().and_then(read) {
            bare.setup = bare.setup.with_rule(&format!("{word}.{name}"), was);
        } else {
            take_out(&mut bare.setup.rules, &change.key);
        }
    }
    found.then_some(bare)
}

/// Takes what stands at the dotted key `rules.…` out of `rules`.
fn take_out(rules: &mut toml::Table, key: &str) {
    let (tables, last) = key.rsplit_once('.').unwrap_or(("", key));
    let mut steps = tables.split('.').skip(1);
    let table = steps.try_fold(rules, |table, step| table.get_mut(step)?.as_table_mut());
    if let Some(table) = table {
        table.remove(last);
    }
}

/// The baselines in `dir` of which no scenario is to be found: none of `scenarios` and no file beside them has their name, and
/// the file is gone that they were made of.
pub fn orphans(dir: &Path, scenarios: &[PathBuf]) -> Vec<PathBuf> {
    let has_scenario = |stem: &OsStr| {
        let beside = |scenario: &PathBuf| scenario.with_file_name(stem).with_added_extension("toml").exists();
        let mut all = scenarios.iter();
        all.any(|scenario| scenario.file_stem() == Some(stem) || beside(scenario))
    };
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| {
        let stem = path
            .file_stem()
            .filter(|_| path.extension() == Some(OsStr::new("json")));
        stem.is_some_and(|stem| !has_scenario(stem)) && Baseline::is_orphaned(path)
    });
    let mut all: Vec<PathBuf> = files.collect();
    all.sort();
    all
}

/// Is there such a `file` of a baseline in `dir`: here, or in a folder above which holds `dir`, too? There it was made.
fn is_there(file: &Path, dir: &Path) -> bool {
    let above = || -> Option<bool> {
        let here = std::env::current_dir().ok()?.canonicalize().ok()?;
        let dir = dir.canonicalize().ok()?;
        let mut folders = here.ancestors().skip(1).filter(|above| dir.starts_with(above));
        Some(folders.any(|above| above.join(file).exists()))
    };
    file.exists() || file.is_relative() && above().unwrap_or(false)
}

/// Times each deal is played, the bots shifted.
fn rotations(configuration: &Configuration) -> usize {
    configuration.setup.seats.rotations()
}

/// Why a baseline cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file.
    #[error("the baseline {} cannot be read: {error}. Name the folder of the baselines with --baselines DIR.", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Its contents.
    #[error(
        "{} is not a baseline: {message}. Restore it, or make it again with `{} baseline {scenario}`.",
        path.display(),
        program()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The file of the scenario that it was to be compared with, as a word of a command, with options behind it.
        scenario: String,
        /// What is wrong.
        message: String,
    },
    /// It belongs to something else.
    #[error("{}", of_something_else(path, scenario, foreign.as_deref(), *deals, message))]
    Other {
        /// The file.
        path: PathBuf,
        /// The file of the scenario that it was to be compared with, as a word of a command, with options behind it.
        scenario: String,
        /// The other scenario that it was made of, which is still there.
        foreign: Option<Box<str>>,
        /// Deals that it holds, where a new one is to hold as many.
        deals: Option<u64>,
        /// What differs; empty where nothing does that forbids to compare the two.
        message: String,
        /// What else has changed, where that can be told.
        changes: Box<[InputChange]>,
    },
}

impl BaselineError {
    fn damaged(path: &Path, scenario: &Scenario, message: String) -> Self {
        BaselineError::Damaged {
            path: path.to_owned(),
            scenario: shell_quote::file(&scenario.path),
            message,
        }
    }

    /// The same, where `baseline` has to be told so that it writes where this file lies: ` --out DIR`.
    #[must_use]
    pub fn made_anew(mut self, out: &str) -> Self {
        if let BaselineError::Damaged { scenario, .. } | BaselineError::Other { scenario, .. } = &mut self {
            *scenario += out;
        }
        self
    }

    /// What is lost where the file is written anew, and what else has changed since.
    pub fn replaced(&self) -> (String, &[InputChange]) {
        match self {
            BaselineError::Other {
                foreign: Some(other), ..
            } => (format!("the baseline of another scenario, “{other}”"), &[]),
            BaselineError::Other { message, changes, .. } => {
                (format!("a baseline of something else: {message}"), changes)
            }
            BaselineError::Damaged { message, .. } => (format!("a file that was no baseline: {message}"), &[]),
            BaselineError::Unread { error, .. } => (format!("a file that could not be read: {error}"), &[]),
        }
    }
}

/// What a baseline was made for that is not the `scenario` in this file, and what to do.
fn of_something_else(path: &Path, scenario: &str, foreign: Option<&str>, deals: Option<u64>, message: &str) -> String {
    let (path, program) = (path.display(), program());
    if let Some(other) = foreign {
        let differs = if message.is_empty() { "" } else { ": " };
        return format!(
            "{path} is the baseline of “{other}”{differs}{message}. Restore this scenario's, or delete it and run `{program} baseline {scenario}`."
        );
    }
    let games = deals.map(|deals| format!(" --games {}", with_commas(deals).replace(',', "_")));
    let games = games.unwrap_or_default();
    format!(
        "{path} was made for something else: {message}. If that is on purpose, run `{program} baseline {scenario}{games}`."
    )
}

/// What a baseline of so many deals can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clears {
    /// Deals after which a game that has not changed passes; never more than `changed`.
    pub unchanged: u64,
    /// Deals that let a game pass in nine of ten checks, each metric for itself, in which every deal goes another way and
    /// nothing has moved.
    pub changed: u64,
}

/// What `dealt`, the stored games of each configuration that has some, can clear of the tolerances of `scenario`.
pub fn clears<'a>(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    dealt: impl IntoIterator<Item = Option<&'a DealCounts>>,
) -> Clears {
    let mut found = Clears {
        unchanged: 1,
        changed: 1,
    };
    for ((configuration, game), dealt) in scenario.configurations.iter().zip(games).zip(dealt) {
        let Some(dealt) = dealt else {
            continue;
        };
        let (sheet, rotations) = (game.sheet(), rotations(configuration));
        let lines = &dealt.lines;
        let deals = lines.len() as f64;
        let cap = f64::from(sheet.turns_max.unwrap_or(MOVES_MAX));
        for metric in stored_metrics(sheet, dealt.bots()) {
            let of = |line: &Line, power: u32| i128::from(DealCounts::from_line(line, metric).pow(power));
            let total = |power: u32| lines.iter().map(|line| of(line, power)).sum::<i128>();
            let units = dealt.units(metric, rotations);
            let mean = total(1) as f64 / units / deals.max(1.0);
            let variance = stats::variance(lines.len() as u64, total(1), total(2)) / (units * units);
            let share = metric != Metric::Turns;
            let (unit, most) = if share { (1.0, 1.0) } else { (mean, cap) };
            // On deals that all go another way the two differ by what they vary, twice.
            let needed = |variance: f64, part: f64| deals_to_clear(2.0 * variance, part * unit, most, TOTAL);
            if unit <= 0.0 {
                continue;
            }
            let margin = scenario.margins.margin(share, 1.0);
            found.unchanged = found.unchanged.max(needed(0.0, margin).ceil() as u64);
            found.changed = found.changed.max(needed(variance, margin).ceil() as u64);
        }
    }
    found
}

/// The metrics that a baseline holds which knows what these `bots` won, given as bits.
pub fn stored_metrics(sheet: &Sheet, bots: u16) -> impl Iterator<Item = Metric> {
    let (sides, endings) = (0..sheet.sides.len(), 0..sheet.endings.len());
    let shares = sides.map(Metric::WinRate).chain(endings.map(Metric::Ending));
    let several = sheet.bots.len() > 1;
    let bots = (0..sheet.bots.len()).filter(move |bot| several && bots >> bot & 1 == 1);
    shares.chain(bots.map(Metric::Bot)).chain([Metric::Turns])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_does_not_hold_millions_of_deals() {
        assert_eq!(
            [268, 268_000, 10_000_000].map(most_in),
            [1_000_000, 1_072_000, MOST_STORED]
        );
    }
}
