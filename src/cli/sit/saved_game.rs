//! What stays of a game with a person: a file to go on with it, and a row in a table.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::cli::Failure;
use crate::cli::prepare::{Prepared, why};
use balance_config::games::{Setup, Transcript};
use balance_config::playtests::NOBODY;
use balance_config::untrusted;
use balance_config::whole_file::place;
use balance_inference::table::as_text;

/// Version of the shape of the file.
const FORMAT: u32 = 1;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 24;

/// A game with a person: which one, and their choices.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SavedGame {
    pub format: u32,
    pub program: String,
    /// Name of the game for people.
    pub title: String,
    pub scenario: String,
    pub configuration: String,
    pub set: Vec<String>,
    pub against: Option<String>,
    pub seed: u64,
    pub game: u64,
    pub seat: u8,
    /// Fingerprint of rules, content and bots.
    pub rules: String,
    /// The person's choices: each with its number, from 1, and its words.
    pub choices: Vec<(usize, String)>,
}

impl SavedGame {
    /// The saved game at `path`.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let bytes = untrusted::read(path, LARGEST)
            .map_err(|error| Failure::Input(format!("{shown} cannot be read: {}", why(&error))))?;
        untrusted::json(&bytes, FORMAT).map_err(|flaw| {
            Failure::Input(format!(
                "{shown} is no saved game: {flaw}. Name a file that `save FILE` has written."
            ))
        })
    }

    /// The same as a game of this scenario.
    pub fn of(self, one: &Prepared, index: usize, setup: &Setup) -> Self {
        let contents: Vec<_> = setup.contents.iter().map(|(key, of)| (key, &of.text)).collect();
        let rules = format!("{:?} {contents:?} {:?} {:?}", setup.rules, setup.seats, setup.bots);
        SavedGame {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            title: one.info.title.to_owned(),
            scenario: one.scenario.name.clone(),
            configuration: one.scenario.configurations[index].name.clone(),
            seed: one.scenario.seed,
            rules: format!("{:016x}", xxh3_64(rules.as_bytes())),
            ..self
        }
    }

    /// Is this saved game, read from `path`, one of the game of this scenario?
    pub fn must_be_of(&self, one: &Prepared, path: &Path) -> Result<(), Failure> {
        let (path, here, title, own) = (path.display(), &one.scenario.name, one.info.title, &self.title);
        if own == title {
            return Ok(());
        }
        Err(Failure::Input(format!(
            "{path} cannot be continued here: it is a game of {own}, and {here} is one of {title}"
        )))
    }

    /// Is it played by the same rules, with the same content and bots, as the game that is `played`?
    pub fn must_fit(&self, played: &SavedGame, path: &Path) -> Result<(), Failure> {
        let (path, scenario, here) = (path.display(), &self.scenario, &played.scenario);
        let flaw = if self.rules == played.rules {
            return Ok(());
        } else if scenario == here {
            format!("the rules, content or bots of {here} have changed since it was saved")
        } else {
            format!("it is a game of the scenario {scenario}, whose rules, content or bots are not those of {here}")
        };
        Err(Failure::Input(format!("{path} cannot be continued here: {flaw}")))
    }

    /// Writes it to `path`, in place of nothing but an earlier saved game.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let shown = path.display();
        if path.exists() && SavedGame::read(path).is_err() {
            return Err(format!(
                "{shown} is something else than a saved game; name another file"
            ));
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        place(path, (text + "\n").as_bytes()).map_err(|error| format!("{shown} cannot be written: {}", why(&error)))
    }
}

/// The head of the table of finished games.
const HEAD: &str = "scenario,version,seed,game,seat,role,against,winner,won,ending,turns";

/// A table of finished games, one row each.
pub struct Log {
    path: PathBuf,
}

impl Log {
    /// The table at `path`, which can be written and is no other.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let refuse = |why: String| Failure::Input(format!("--log {}: {why}", path.display()));
        let open = OpenOptions::new().create(true).append(true).open(path);
        open.map_err(|error| refuse(why(&error)))?;
        let found = std::fs::read_to_string(path).map_err(|error| refuse(why(&error)))?;
        if !found.is_empty() && found.lines().next() != Some(HEAD) {
            return Err(refuse(format!(
                "its first line is not “{HEAD}”; name a new file, or one that `--log` has begun"
            )));
        }
        Ok(Log { path: path.to_owned() })
    }

    /// Adds the row of a game.
    pub fn add(&self, kept: &SavedGame, result: &Transcript) -> Result<(), Failure> {
        let unwritten = |error| Failure::unwritten(&self.path, error);
        let found = std::fs::read_to_string(&self.path).map_err(unwritten)?;
        let mut file = OpenOptions::new().append(true).open(&self.path).map_err(unwritten)?;
        let head = match found.as_str() {
            "" => format!("{HEAD}\n"),
            whole if whole.ends_with('\n') => String::new(),
            _ => "\n".to_owned(),
        };
        file.write_all((head + &row(kept, result)).as_bytes())
            .map_err(unwritten)
    }
}

/// The row of a game.
fn row(kept: &SavedGame, result: &Transcript) -> String {
    let text = |text: &str| format!("\"{}\"", as_text(text).replace('"', "\"\""));
    let own = result.seats.iter().find(|seat| seat.seat == kept.seat);
    let others = result.seats.iter().filter(|seat| seat.seat != kept.seat);
    let mut bots: Vec<&str> = others.filter_map(|seat| seat.bot.as_deref()).collect();
    bots.sort_unstable();
    bots.dedup();
    let winner = match result.sides.join(" + ") {
        sides if sides.is_empty() => NOBODY.to_owned(),
        sides => sides,
    };
    let cells = [
        text(&kept.scenario),
        text(&kept.configuration),
        kept.seed.to_string(),
        kept.game.to_string(),
        kept.seat.to_string(),
        text(own.and_then(|seat| seat.role.as_deref()).unwrap_or_default()),
        text(&bots.join(" + ")),
        text(&winner),
        u8::from(result.winners.contains(&kept.seat)).to_string(),
        text(&result.ending),
        result.turns_played.to_string(),
    ];
    cells.join(",") + "\n"
}
