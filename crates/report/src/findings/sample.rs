//! A game that shows what a finding says, and the command that shows this game.

use super::kind::SampleSubject;
use super::{FindingContext, commands, text};
use crate::format;
use crate::metrics::counter_words;
use balance_config::shell_quote::quoted;
use balance_inference::table::{Configuration, Results, Shows};

/// The folder of these pages in that of the report.
pub const GAMES: &str = "games";

/// A game that shows what a finding says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    configuration: String,
    which: GameChoice,
    shows: SampleSubject,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum GameChoice {
    /// Number and rotation.
    Number(u64, u32),
    /// What `balance replay` is to look for: in results that name no games.
    Search(Vec<String>),
}

impl Sample {
    /// Game `game` of a configuration, which others win than in the reference.
    pub fn of_difference(each: &Configuration, game: u64, reference: &str) -> Self {
        Sample {
            configuration: each.name.clone(),
            which: GameChoice::Number(game, 0),
            shows: SampleSubject::Difference {
                reference: reference.to_owned(),
                rotations: each.rotations,
            },
        }
    }

    /// Which game it is and what it shows: `game 17, the first won by “merchants”`.
    pub fn words(&self) -> String {
        let shows = text::sample(&self.shows);
        match &self.which {
            GameChoice::Number(..) => format!("{}, {shows}", self.short()),
            GameChoice::Search(_) => format!("a game {}", shows.trim_start_matches("the first ")),
        }
    }

    pub fn short(&self) -> String {
        match &self.which {
            GameChoice::Number(game, 0) => format!("game {}", format::count(*game)),
            GameChoice::Number(game, rotation) => format!("game {}, rotation {rotation}", format::count(*game)),
            GameChoice::Search(options) => options.join(" "),
        }
    }

    pub fn command(&self, results: &Results) -> String {
        let mut words = vec![commands::replay(results, &self.configuration)];
        match &self.which {
            GameChoice::Number(game, rotation) => {
                words.push(format!("--game {game}"));
                if *rotation > 0 {
                    words.push(format!("--rotation {rotation}"));
                }
            }
            GameChoice::Search(options) => words.extend(options.iter().map(|option| quoted(option))),
        }
        words.join(" ")
    }

    /// The game of a run whose page a report can have; none where it has to be looked for.
    pub fn game(&self, results: &Results) -> Option<SampleGame> {
        let GameChoice::Number(number, rotation) = self.which else {
            return None;
        };
        let mut versions = results.configurations.iter();
        Some(SampleGame {
            configuration: versions.position(|each| each.name == self.configuration)?,
            number,
            rotation,
            command: self.command(results),
        })
    }
}

/// A game of a run that a finding points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleGame {
    /// Index of its configuration.
    pub configuration: usize,
    /// Number of the game.
    pub number: u64,
    /// Which of its rotations, from 0.
    pub rotation: u32,
    /// The command that tells it.
    pub command: String,
}

impl SampleGame {
    /// Its page in the folder of the report.
    pub fn file(&self) -> String {
        format!(
            "{GAMES}/{}-{}-{}.html",
            self.configuration + 1,
            self.number,
            self.rotation
        )
    }
}

impl FindingContext<'_> {
    /// The first game that shows this, or the longest where none does.
    pub(super) fn sample(&self, shows: Shows, name: &str) -> Option<Sample> {
        find(self.each, shows, name, "")
    }
}

/// The first game of a configuration that shows this, or the longest where none does; none where no game was played.
pub fn find(each: &Configuration, shows: Shows, name: &str, side: &str) -> Option<Sample> {
    if each.games == 0 {
        return None;
    }
    let sample = |which: GameChoice, shows: Shows, name: &str, side: &str| Sample {
        configuration: each.name.clone(),
        which,
        shows: SampleSubject::Of {
            shows,
            name: in_words(each, shows, name),
            side: side.to_owned(),
        },
    };
    let number = |shows: Shows, name: &str, side: &str| {
        let mut rows = each.samples.iter();
        let row = rows.find(|row| row.shows == shows && row.name == name && row.side == side)?;
        Some(sample(GameChoice::Number(row.game, row.rotation), shows, name, side))
    };
    let looked_for = || {
        let (shows, options) = search(shows, name);
        sample(GameChoice::Search(options), shows, name, side)
    };
    let longest = || number(Shows::Longest, "", "");
    Some(number(shows, name, side).or_else(longest).unwrap_or_else(looked_for))
}

/// The name of what is shown; of an event, what is counted.
fn in_words(each: &Configuration, shows: Shows, name: &str) -> String {
    let mut rows = each.counters.iter();
    let row = rows.find(|row| shows == Shows::Event && row.counter == name);
    row.map_or_else(|| name.to_owned(), |row| counter_words(row, &each.counters))
}

/// What `balance replay` can look for that shows the most of it.
fn search(shows: Shows, name: &str) -> (Shows, Vec<String>) {
    let option = |flag: &str, value: String| (shows, vec![flag.to_owned(), value]);
    match shows {
        Shows::Side | Shows::Bot => option("--won-by", name.to_owned()),
        Shows::Ending => option("--ending", name.to_owned()),
        Shows::Event => option("--where", format!("{name} >= 1")),
        Shows::Shortest => (shows, vec!["--shortest".to_owned()]),
        _ => (Shows::Longest, vec!["--longest".to_owned()]),
    }
}
