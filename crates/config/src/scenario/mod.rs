//! Scenario files: TOML in, checked [`Scenario`] with its [`Configuration`]s out, or all [`Problems`] at once.
//!
//! Reads files, prints nothing and plays nothing. What a rule means is the game's affair (`games::GameInfo`).
//!
//! | module | does |
//! |---|---|
//! | `files` | reads files and follows `extends` |
//! | `schema`, `validate` | JSON Schema of a scenario, and the checks of a file against it (`balance_kit::schema`) and beyond it |
//! | [`schema_keys`] | the keys that rules and bots may have, with what they are by default |
//! | `read`, `merge`, `expand` | extends, variants, matrix |
//! | `setup` | setups of all configurations; where in the files stands what a game finds wrong |
//! | `overrides` | changes named on the command line |
//! | `expect` | bands for results, and what the name of a metric says |
//! | `shares` | within which two figures count as the same; what each side should win |
//! | `tune` | rules that may be changed to come to these bands |
//! | `league` | other bots that the same is asked of |
//! | `lint` | what is right, but has no effect, or should be written otherwise |
//! | `diagnostics` | how mistakes are shown |

mod diagnostics;
mod expand;
mod expect;
mod files;
mod league;
mod lint;
mod merge;
mod overrides;
mod read;
mod schema;
pub mod schema_keys;
mod setup;
mod shares;
mod tune;
mod validate;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use balance_kit::schema::tree::Node;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::{GameInfo, Setup};

pub use balance_engine::{Proportion, as_percent, percent};
pub use balance_kit::schema::tree::{Place, Problem, Source, Sources};
pub use diagnostics::{Frames, Problems};
pub use expect::{BETWEEN_VALUES, Band, DEAL_BY_DEAL, Expectation, OF_CELL};
pub use expect::{Of, is_gap_of, kind, sides_of_gap};
pub use league::{Other, ScenarioLeague};
pub use lint::alike;
pub use overrides::varied;
pub use schema::schema;
pub use shares::{FAIR, FairShare, Margins};
pub use tune::{Knob, KnobValue, Tune, default_space, number, stuck};

/// A checked scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Stem of the file's name, and what the command line changed.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Heading; the name when the file has none.
    pub title: String,
    /// Key of the game.
    pub game: String,
    /// Games for each configuration, 1 to 10^12.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// What differs by less counts as the same; 0.01 by default.
    pub margins: Margins,
    /// How long people take; none where nobody says.
    pub time: Option<PlayTime>,
    /// The log of games that people played; none where there is none.
    pub playtests: Option<PathBuf>,
    /// When to stop earlier.
    pub stop: Option<Stop>,
    /// What results are held to.
    pub expect: Vec<Expectation>,
    /// Which other bots the same is asked of; none: no others.
    pub league: Option<ScenarioLeague>,
    /// Was it the command line that asks no others?
    pub no_league: bool,
    /// What `balance tune` may change.
    pub tune: Option<Tune>,
    /// At least one; the base is the first. Variants of one cell of the matrix stand together, its base first.
    pub configurations: Vec<Configuration>,
    /// The scenario with all that it extends and the overrides, without `extends`, as TOML; values are as written,
    /// names of content files still relative to the file which names them.
    pub resolved: toml::Table,
    /// What the command line changed, as `KEY=VALUE`; part of `resolved`.
    pub set: Vec<String>,
    /// Where two scenarios are played as one to be compared: their names.
    pub compared: Option<[String; 2]>,
    /// Where two scenarios are played as one: the file of the second.
    pub compared_path: Option<PathBuf>,
    /// The files that were read, for later messages about places in them.
    pub sources: Sources,
    /// What is not wrong, but hardly meant.
    pub warnings: Vec<Problem>,
}

/// `[stop]`: the run ends once every reason given holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Every side's win rate is known to within this half width, a fraction.
    pub half_width: Option<f64>,
    /// Every band of `[expect]` is decided.
    pub bands: bool,
    /// Every comparison is decided.
    pub variants: bool,
}

/// The configuration that is no variant, unless the scenario names it otherwise.
pub const BASE: &str = "base";

/// One configuration: the base, a variant, a cell of the matrix, or a variant in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Configuration {
    /// Unique and readable: `base`, `one coin fewer`, `players 5`, `players 5 · one coin fewer`.
    pub name: String,
    /// Name of the variant; `None` for the base.
    pub variant: Option<String>,
    /// Keys and values of its cell of the matrix.
    pub cell: Vec<(String, String)>,
    /// What the game is given.
    pub setup: Setup,
    /// What its sides should win, where the scenario says so.
    pub fair_share: Option<FairShare>,
    slug: String,
}

/// What the rules of a game are when nothing is written: those that do not follow from others.
pub fn defaults(game: &GameInfo) -> toml::Table {
    balance_kit::schema::parts::defaults(&(game.rules_schema)().to_value())
}

/// The value of every rule by its dotted key, whether it is written, follows from others, or is the default.
pub fn in_force(game: &GameInfo, setup: &Setup) -> BTreeMap<String, toml::Value> {
    fn add(all: &mut BTreeMap<String, toml::Value>, key: &str, table: toml::Table) {
        for (name, value) in table {
            let key = if key.is_empty() { name } else { format!("{key}.{name}") };
            match value {
                toml::Value::Table(below) => add(all, &key, below),
                value => {
                    all.insert(key, value);
                }
            }
        }
    }
    let mut all = BTreeMap::new();
    for rules in [defaults(game), (game.settled)(setup), setup.rules.clone()] {
        add(&mut all, "", rules);
    }
    all
}

impl Configuration {
    /// The same configuration under another name.
    #[must_use]
    pub fn renamed(&self, name: String) -> Self {
        Configuration {
            slug: expand::slug(&name),
            name,
            ..self.clone()
        }
    }

    /// The name for files: small letters, digits and `-`, unique in its scenario.
    pub fn slug(&self) -> &str {
        &self.slug
    }
}

/// What the command line says instead of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Games for each configuration.
    pub games: Option<u64>,
    /// Master seed.
    pub seed: Option<u64>,
    /// Changes as `KEY=VALUE`, or `KEY=A,B,C`.
    pub set: Vec<String>,
    /// Other bots are not asked, whatever the file says.
    pub no_league: bool,
    /// Nothing is said of bots that sit nowhere: all of the file meet, or it is told where the file is looked at.
    pub idle_untold: bool,
}

impl Scenario {
    /// Reads the scenario at `path`, what it extends and the content files it names, and checks all of it.
    ///
    /// # Errors
    /// All mistakes that can be found, each with its place.
    pub fn load(path: &Path, games: &[GameInfo], overrides: &Overrides) -> Result<Self, Problems> {
        read::read(&files::Disk, path, games, overrides)
    }

    /// The warnings in the form in which mistakes are shown; `None` when there are none.
    pub fn warned(&self) -> Option<Problems> {
        let problems = Problems {
            warnings: true,
            ..self.problems(self.warnings.clone())
        };
        (!self.warnings.is_empty()).then_some(problems)
    }

    /// Mistakes found later, such as an expectation about a metric that the game does not have.
    pub fn problems(&self, list: Vec<Problem>) -> Problems {
        Problems {
            shown: self.path.display().to_string(),
            sources: self.sources.clone(),
            list,
            warnings: false,
        }
    }

    /// Refuses it for these mistakes, where there are any.
    pub fn refuse(&self, list: Vec<Problem>) -> Result<(), Problems> {
        if list.is_empty() {
            Ok(())
        } else {
            Err(self.problems(list))
        }
    }

    /// The base of the configuration: the first one with the same cell.
    pub fn base_of(&self, configuration: &Configuration) -> Option<&Configuration> {
        self.configurations
            .iter()
            .find(|other| other.variant.is_none() && other.cell == configuration.cell)
    }
}

/// For each configuration, the one it is compared with: a variant with the base of its cell, a cell of a matrix without
/// variants with the first cell. None where it plays each deal another number of times.
pub fn references(scenario: &Scenario) -> Vec<Option<usize>> {
    let all = &scenario.configurations;
    let rotations = |index: usize| all[index].setup.seats.rotations();
    let beside = |(index, reference): (usize, Option<usize>)| {
        reference.filter(|reference| rotations(*reference) == rotations(index))
    };
    beside_each(all.iter().map(|each| (&each.cell, each.variant.is_some())))
        .into_iter()
        .enumerate()
        .map(beside)
        .collect()
}

/// For each configuration, given as its cell and whether it is a variant, the one beside which it stands.
pub fn beside_each<'a, C: PartialEq + 'a>(all: impl Iterator<Item = (&'a C, bool)>) -> Vec<Option<usize>> {
    let all: Vec<_> = all.collect();
    let variants = all.iter().any(|(_, variant)| *variant);
    let base = |cell: &C| all.iter().position(|(other, variant)| !variant && *other == cell);
    let of = |(index, (cell, variant)): (usize, &(&C, bool))| match variant {
        true => base(cell),
        false => (index > 0 && !variants).then_some(0),
    };
    all.iter().enumerate().map(of).collect()
}

/// How long people take; reports then give lengths in minutes as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayTime {
    /// Minutes before the first turn.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_440))]
    pub setup_minutes: f64,
    /// Seconds that a turn takes, counted as the game counts turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 86_400))]
    pub seconds_per_turn: Option<f64>,
    /// Seconds that a decision takes: a choice between at least two moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 86_400))]
    pub seconds_per_decision: Option<f64>,
}

impl PlayTime {
    /// `[time]`, and what is wrong with it as a whole.
    fn read(node: &Node) -> Option<(Self, Option<Problem>)> {
        let table = node.table()?;
        let number = |key: &str| table.get(key).and_then(Node::number);
        let time = PlayTime {
            setup_minutes: number("setup-minutes").unwrap_or_default(),
            seconds_per_turn: number("seconds-per-turn"),
            seconds_per_decision: number("seconds-per-decision"),
        };
        // A key that is no number is a mistake that is told elsewhere.
        let written = ["seconds-per-turn", "seconds-per-decision"].map(|key| table.get(key).is_some());
        let problem = (written[0] == written[1]).then(|| {
            let message = "[time] needs either `seconds-per-turn` or `seconds-per-decision`";
            Problem::located(&node.at, message)
                .help("write the one that you can time at the table, such as seconds-per-turn = 40")
        });
        Some((time, problem))
    }

    /// Minutes of a game of so many turns, or decisions where these are timed.
    pub fn minutes(&self, length: f64) -> f64 {
        let seconds = self.seconds_per_turn.or(self.seconds_per_decision).unwrap_or_default();
        self.setup_minutes + seconds * length / 60.0
    }
}
