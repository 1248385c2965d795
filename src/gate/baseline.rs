//! Games stored game by game, to compare later ones with on the same deals.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use serde::{Deserialize, Serialize};

use crate::engine::SCHEME;
use crate::games::{AnyGame, Line, Sheet};
use crate::scenario::Scenario;
use crate::table::{json_flaw, rule_lines, seating};

/// Version of the shape of a baseline file.
const FORMAT: u32 = 1;

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
    /// Hash of what is compared before any game is: game, seed, configurations, rules, seats.
    pub scenario_hash: String,
    /// The game's key.
    pub game: String,
    /// Master seed.
    pub seed: u64,
    /// Number of the scheme of random streams.
    pub random_scheme: u8,
    /// Deals stored of each configuration.
    pub deals: u64,
    /// In the order of the scenario.
    pub configurations: Vec<Stored>,
}

/// The games of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// Rules set by the scenario, as `key = value` lines of TOML.
    pub rules: Vec<String>,
    /// Who plays where, in words.
    pub seating: String,
    /// Times each deal was played with the bots shifted.
    pub rotations: u32,
    /// Games won, by side.
    pub wins: Vec<(String, u64)>,
    /// Games that ended so, by ending.
    pub endings: Vec<(String, u64)>,
    /// Turns, summed over all games.
    pub turns: u64,
    /// Hash of the games.
    pub signature: String,
    /// The games: columns of bytes (wins by side, endings, turns low and high byte), deflated, in base 64.
    games: String,
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
    #[error("{} is no baseline of this program: {message}. Make it again with `balance baseline`.", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// It belongs to something else.
    #[error(
        "{} was made for something else: {message}. What differs on purpose needs a new baseline: `balance baseline {scenario}`.",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// The scenario that it was to be compared with.
        scenario: String,
        /// What differs.
        message: String,
    },
}

impl Baseline {
    /// The baseline of `scenario` from its games, configuration by configuration.
    pub fn new(scenario: &Scenario, games: &[Box<dyn AnyGame>], lines: &[Vec<Line>]) -> Self {
        let configurations: Vec<Stored> = scenario
            .configurations
            .iter()
            .zip(games)
            .zip(lines)
            .map(|((configuration, game), lines)| {
                let setup = &configuration.setup;
                let rotations = setup.seats.rotate.len().max(1) as u32;
                let (rules, seating) = (rule_lines("", &setup.rules), seating(&setup.seats));
                Stored::new(&configuration.name, rules, seating, rotations, game.sheet(), lines)
            })
            .collect();
        Baseline {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.name.clone(),
            scenario_hash: hash(scenario),
            game: scenario.game.clone(),
            seed: scenario.seed,
            random_scheme: SCHEME,
            deals: lines.first().map_or(0, |lines| lines.len() as u64),
            configurations,
        }
    }

    /// The file of a scenario's baseline in `dir`.
    pub fn path(dir: &Path, scenario: &Scenario) -> PathBuf {
        dir.join(format!("{}.json", scenario.name))
    }

    /// The file's text, ending in a line break.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// Reads the baseline at `path`, if there is one, and refuses it unless it was made for `scenario`.
    ///
    /// # Errors
    /// A file that cannot be read, is damaged, or belongs to other rules, seats, configurations or seeds.
    pub fn load(path: &Path, scenario: &Scenario) -> Result<Option<Self>, BaselineError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let path = path.to_owned();
                return Err(BaselineError::Unread { path, error });
            }
        };
        let damaged = |message: String| BaselineError::Damaged {
            path: path.to_owned(),
            message,
        };
        let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text".to_owned()))?;
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| damaged(json_flaw(&error)))?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(found) if found != u64::from(FORMAT) => {
                return Err(damaged(format!(
                    "it has format {found}, this version reads format {FORMAT}"
                )));
            }
            _ => {}
        }
        let baseline: Baseline = serde_json::from_str(&text).map_err(|error| damaged(json_flaw(&error)))?;
        match baseline.foreign(scenario) {
            Some(message) => Err(BaselineError::Other {
                path: path.to_owned(),
                scenario: scenario.path.display().to_string(),
                message,
            }),
            None => Ok(Some(baseline)),
        }
    }

    /// What it was made for that the scenario is not.
    fn foreign(&self, scenario: &Scenario) -> Option<String> {
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
        let names: Vec<&str> = self.configurations.iter().map(|each| each.name.as_str()).collect();
        let now: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
        if names != now {
            let list = |names: &[&str]| names.join(", ");
            return differs("list of configurations", &list(&names), &list(&now));
        }
        for (stored, configuration) in self.configurations.iter().zip(&scenario.configurations) {
            let rules = rule_lines("", &configuration.setup.rules);
            let only = |a: &[String], b: &[String]| a.iter().find(|line| !b.contains(line)).cloned();
            let (was, is) = (only(&stored.rules, &rules), only(&rules, &stored.rules));
            if was.is_some() || is.is_some() {
                let word = |line: Option<String>| line.map_or("the default".to_owned(), |line| format!("`{line}`"));
                let what = format!("rule in “{}”", stored.name);
                return differs(&what, &word(was), &word(is));
            }
            let seats = seating(&configuration.setup.seats);
            if stored.seating != seats {
                let what = format!("seating in “{}”", stored.name);
                return differs(&what, &format!("“{}”", stored.seating), &format!("“{seats}”"));
            }
        }
        (self.scenario_hash != hash(scenario)).then(|| "its hash of the scenario is another one".to_owned())
    }

    /// The stored games of each configuration.
    ///
    /// # Errors
    /// Says what is damaged.
    pub fn lines(&self, path: &Path, games: &[Box<dyn AnyGame>]) -> Result<Vec<Vec<Line>>, BaselineError> {
        let unpack = |(stored, game): (&Stored, &dyn AnyGame)| {
            let damaged = |message: String| BaselineError::Damaged {
                path: path.to_owned(),
                message: format!("“{}”: {message}", stored.name),
            };
            stored.lines(game.sheet()).map_err(damaged)
        };
        let games = games.iter().map(|game| &**game);
        self.configurations.iter().zip(games).map(unpack).collect()
    }
}

impl Stored {
    fn new(name: &str, rules: Vec<String>, seating: String, rotations: u32, sheet: &Sheet, lines: &[Line]) -> Self {
        let bytes = pack(lines, sheet.sides.len(), sheet.endings.len());
        let sum = |of: &dyn Fn(&Line) -> u64| lines.iter().map(of).sum::<u64>();
        let named = |names: &[String], of: &dyn Fn(&Line, usize) -> u8| {
            let total = |(index, name): (usize, &String)| (name.clone(), sum(&|line| u64::from(of(line, index))));
            names.iter().enumerate().map(total).collect()
        };
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail.
        let packed = encoder
            .write_all(&bytes)
            .and_then(|()| encoder.finish())
            .unwrap_or_default();
        Stored {
            name: name.to_owned(),
            rules,
            seating,
            rotations,
            wins: named(&sheet.sides, &|line, side| line.wins[side]),
            endings: named(&sheet.endings, &|line, ending| line.endings[ending]),
            turns: sum(&|line| u64::from(line.turns)),
            signature: signature(&bytes),
            games: STANDARD.encode(packed),
        }
    }

    /// Mean turns of a game.
    pub fn turns_mean(&self) -> f64 {
        let games: u64 = self.endings.iter().map(|ending| ending.1).sum();
        self.turns as f64 / games.max(1) as f64
    }

    fn lines(&self, sheet: &Sheet) -> Result<Vec<Line>, String> {
        let names = |stored: &[(String, u64)]| stored.iter().map(|each| each.0.clone()).collect::<Vec<_>>();
        if names(&self.wins) != sheet.sides || names(&self.endings) != sheet.endings {
            return Err("its sides or endings are not those of the game".to_owned());
        }
        let packed = STANDARD.decode(&self.games).map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        DeflateDecoder::new(&packed[..])
            .read_to_end(&mut bytes)
            .map_err(|error| error.to_string())?;
        if signature(&bytes) != self.signature {
            return Err("its games do not have the signature that it states".to_owned());
        }
        unpack(&bytes, sheet.sides.len(), sheet.endings.len()).ok_or_else(|| "its games are cut off".to_owned())
    }
}

fn signature(bytes: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes))
}

/// What two runs must share to be compared in pairs.
fn hash(scenario: &Scenario) -> String {
    let mut text = format!("{} {} {SCHEME}\n", scenario.game, scenario.seed);
    for each in &scenario.configurations {
        let rules = rule_lines("", &each.setup.rules).join("\n");
        text.push_str(&format!("{}\n{rules}\n{}\n", each.name, seating(&each.setup.seats)));
    }
    signature(text.as_bytes())
}

/// Columns of bytes: equal values stand together, which packs well.
fn pack(lines: &[Line], sides: usize, endings: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(lines.len() * (sides + endings + 2));
    for side in 0..sides {
        bytes.extend(lines.iter().map(|line| line.wins[side]));
    }
    for ending in 0..endings {
        bytes.extend(lines.iter().map(|line| line.endings[ending]));
    }
    for byte in 0..2 {
        bytes.extend(lines.iter().map(|line| turns_bytes(line.turns)[byte]));
    }
    bytes
}

/// Longer games are stored as the longest that can be.
fn turns_bytes(turns: u32) -> [u8; 2] {
    u16::try_from(turns).unwrap_or(u16::MAX).to_le_bytes()
}

fn unpack(bytes: &[u8], sides: usize, endings: usize) -> Option<Vec<Line>> {
    let columns = sides + endings + 2;
    let deals = bytes.len() / columns;
    if deals * columns != bytes.len() {
        return None;
    }
    let line = |deal: usize| {
        let at = |column: usize| bytes[column * deals + deal];
        let mut line = Line::default();
        for side in 0..sides {
            line.wins[side] = at(side);
        }
        for ending in 0..endings {
            line.endings[ending] = at(sides + ending);
        }
        line.turns = u32::from(u16::from_le_bytes([at(columns - 2), at(columns - 1)]));
        line
    };
    Some((0..deals).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_packed_and_read_back() {
        let lines: Vec<Line> = (0..500u32)
            .map(|game| {
                let mut line = Line {
                    turns: game * 7 % 300,
                    ..Line::default()
                };
                line.wins[(game % 3) as usize] = 1;
                line.endings[(game % 2) as usize] = 1;
                line
            })
            .collect();
        let bytes = pack(&lines, 3, 2);
        assert_eq!(unpack(&bytes, 3, 2), Some(lines));
        assert_eq!(unpack(&bytes[1..], 3, 2), None);
        assert_eq!(unpack(&[], 3, 2), Some(Vec::new()));
    }
}
