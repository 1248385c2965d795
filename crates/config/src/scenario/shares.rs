//! Shares that a scenario writes: the margins within which two figures count as the same, and `[fair-share]`, what each side
//! should win where the designer wants something else than the same chance for everybody.

use super::Scenario;
use super::diagnostics::Problems;
use crate::games::AnyGame;
use balance_engine::{key, percent};
use balance_kit::schema::messages::{Label, suggest};
use balance_kit::schema::tree::{Field, Node, Place, Problem, TomlTable, TomlValue};
use serde::{Deserialize, Serialize};

/// A side this near its fair share is called fair.
pub const FAIR: f64 = 0.02;

/// Of shares, where none is written.
const DEFAULT: f64 = 0.01;

/// Within which two figures count as the same: win rates and other shares, and numbers such as mean lengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Margins {
    /// Of shares: a fraction of 1, more than 0 and at most that of [`Margins::WIDEST`].
    pub share: f64,
    /// Of numbers: a part of the number, the same.
    pub length: f64,
}

impl Margins {
    /// The widest that a scenario can have. Of a wider share nobody would hear what changes: 0.5 stands for half a point more often
    /// than for half of all games.
    pub const WIDEST: Margins = Margins {
        share: 0.25,
        length: 0.5,
    };

    /// One for both.
    pub const fn one(margin: f64) -> Self {
        Margins {
            share: margin,
            length: margin,
        }
    }

    /// Those of a scenario: lengths have that of shares where none is written.
    pub(super) fn read(scenario: &TomlTable) -> Self {
        let written = |key: &str| scenario.get(key).and_then(share);
        let share = written("margin").unwrap_or(DEFAULT);
        Margins {
            share,
            length: written("length-margin").unwrap_or(share),
        }
    }

    /// Is that of lengths that of shares?
    pub fn are_one(self) -> bool {
        self.share.total_cmp(&self.length).is_eq()
    }

    /// Of a share, or else of a number of this size, in its own unit.
    pub fn margin(self, share: bool, size: f64) -> f64 {
        if share { self.share } else { self.length * size }
    }
}

/// A share as it may be written: per cent in quotes, or a number.
pub(super) fn share(node: &Node) -> Option<f64> {
    match &node.value {
        TomlValue::Text(text) => percent(text),
        TomlValue::Whole(whole) => Some(*whole as f64),
        TomlValue::Number(number) => Some(*number),
        _ => None,
    }
}

/// As files have it: that of lengths stands there where it is another.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    margin: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length_margin: Option<f64>,
}

impl From<Written> for Margins {
    fn from(written: Written) -> Self {
        Margins {
            share: written.margin,
            length: written.length_margin.unwrap_or(written.margin),
        }
    }
}

impl From<Margins> for Written {
    fn from(margins: Margins) -> Self {
        Written {
            margin: margins.share,
            length_margin: (!margins.are_one()).then_some(margins.length),
        }
    }
}

/// The shares of all sides as one vector, which adds up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct FairShare {
    /// Side, its share of all wins, and where it stands in the file.
    pub sides: Vec<(String, f64, Place)>,
    /// Where the vector begins.
    pub place: Place,
}

/// How far the sum may be from 1: shares such as "33.3%" are rounded.
const ROUNDING: f64 = 0.002;

/// The vector of a checked `[fair-share]`, or that it does not add up.
pub(crate) fn fair_share(field: &Field) -> Result<FairShare, Problem> {
    let fields = field.node.table().map(|table| &table.fields[..]).unwrap_or_default();
    let sides: Vec<(String, f64, Place)> = fields
        .iter()
        .filter_map(|side| Some((side.name.clone(), share(&side.node)?, side.key.clone())))
        .collect();
    if fields.is_empty() {
        let problem = Problem::located(&field.key, "[fair-share] names no side");
        return Err(problem.help("write the share of all wins that each side should have, or leave this out"));
    }
    let sum: f64 = sides.iter().map(|side| side.1).sum();
    if sides.len() == fields.len() && (sum - 1.0).abs() > ROUNDING {
        let percent = super::as_percent((sum * 10_000.0).round() / 10_000.0);
        let label = Label::section("[fair-share]");
        let message = format!("the shares of {label} add up to {percent}, but must add up to 100%");
        let help = "a share is a part of all wins: make them add up to 100%";
        return Err(Problem::located(&field.key, message).help(help));
    }
    Ok(FairShare {
        sides,
        place: field.key.clone(),
    })
}

/// Sides of `[fair-share]` that none of the games has.
pub(crate) fn misspelt(field: &Field, games: &[Box<dyn AnyGame>], title: &str) -> Vec<Problem> {
    let known = sides_of(games);
    let fields = field.node.table().map(|table| &table.fields[..]).unwrap_or_default();
    fields
        .iter()
        .filter_map(|side| no_side(&side.name, &side.key, &known, title))
        .collect()
}

fn sides_of(games: &[Box<dyn AnyGame>]) -> Vec<String> {
    let mut known: Vec<String> = games.iter().flat_map(|game| game.sheet().sides.clone()).collect();
    known.sort();
    known.dedup();
    known
}

/// What is said of a side at this place where there is none of its name.
fn no_side(name: &str, place: &Place, known: &[String], game: &str) -> Option<Problem> {
    let is_known = known.iter().any(|side| key(side) == key(name));
    let help = suggest(name, known.iter().map(String::as_str)).map_or_else(
        || format!("the sides are {}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    let message = format!("there is no side `{name}` in {game}");
    (!is_known).then(|| Problem::located(place, message).help(help))
}

impl FairShare {
    /// The share of a side, by its name as in tables or in keys.
    pub fn share_of(&self, side: &str) -> Option<f64> {
        let found = self.sides.iter().find(|each| key(&each.0) == key(side));
        found.map(|each| each.1)
    }

    /// Are its sides those of every configuration?
    ///
    /// # Errors
    /// Sides that no configuration has, and sides that it leaves out.
    pub fn fits(&self, scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Result<(), Problems> {
        let known = sides_of(games);
        let named = self.sides.iter();
        let mut wrong: Vec<Problem> = named
            .filter_map(|(name, _, at)| no_side(name, at, &known, &scenario.game))
            .collect();
        for (configuration, game) in scenario.configurations.iter().zip(games) {
            let missing = game.sheet().sides.iter().filter(|side| self.share_of(side).is_none());
            let missing: Vec<&str> = missing.map(String::as_str).collect();
            if !missing.is_empty() {
                let (missing, name) = (missing.join(", "), &configuration.name);
                let message = format!("[fair-share] does not name {missing}, which takes part in “{name}”");
                wrong.push(Problem::located(&self.place, message).help("name every side of every configuration"));
            }
        }
        scenario.refuse(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_a_margin_of_their_own_where_one_is_written() {
        let read = |text: &str| serde_json::from_str::<Margins>(text).expect("margins");
        for (text, share, length) in [
            (r#"{"margin":0.01}"#, 0.01, 0.01),
            (r#"{"margin":0.01,"length-margin":0.05}"#, 0.01, 0.05),
        ] {
            let margins = read(text);
            assert_eq!((margins.share, margins.length), (share, length));
            assert_eq!(serde_json::to_string(&margins).expect("text"), text);
        }
        let margins = read(r#"{"margin":0.01,"length-margin":0.05}"#);
        assert_eq!((margins.margin(true, 30.0), margins.margin(false, 30.0)), (0.01, 1.5));
    }
}
