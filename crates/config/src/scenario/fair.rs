//! `[fair-share]`: what each side should win, where the designer wants something else than the same chance for everybody.

use super::Scenario;
use super::diagnostics::Problems;
use crate::games::AnyGame;
use balance_engine::{key, percent};
use balance_kit::schema::messages::Label;
use balance_kit::schema::messages::suggest;
use balance_kit::schema::tree::{Field, Node, TomlValue};
use balance_kit::schema::tree::{Place, Problem};

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
    let share = |node: &Node| match &node.value {
        TomlValue::Text(text) => percent(text),
        TomlValue::Whole(whole) => Some(*whole as f64),
        TomlValue::Number(number) => Some(*number),
        _ => None,
    };
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
        return Err(
            Problem::located(&field.key, message).help("a share is a part of all wins: make them add up to 100%")
        );
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
    let unknown = fields
        .iter()
        .filter(|side| !known.iter().any(|other| key(other) == key(&side.name)));
    unknown
        .map(|side| {
            let (message, help) = no_side(&side.name, &known, title);
            Problem::located(&side.key, message).help(help)
        })
        .collect()
}

/// The sides of all games, each once.
fn sides_of(games: &[Box<dyn AnyGame>]) -> Vec<String> {
    let mut known: Vec<String> = games.iter().flat_map(|game| game.sheet().sides.clone()).collect();
    known.sort();
    known.dedup();
    known
}

/// What is said of a side that there is not, and the remedy.
fn no_side(name: &str, known: &[String], game: &str) -> (String, String) {
    let help = suggest(name, known.iter().map(String::as_str)).map_or_else(
        || format!("the sides are {}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    (format!("there is no side `{name}` in {game}"), help)
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
        let mut wrong: Option<Problems> = None;
        let mut tell = |problems: Problems| match &mut wrong {
            Some(earlier) => earlier.list.extend(problems.list),
            None => wrong = Some(problems),
        };
        let sides = |game: &dyn AnyGame| game.sheet().sides.clone();
        let known = sides_of(games);
        for (name, _, place) in &self.sides {
            if !known.iter().any(|side| key(side) == key(name)) {
                let (message, help) = no_side(name, &known, &scenario.game);
                tell(scenario.problem(place, message, Some(help)));
            }
        }
        for (configuration, game) in scenario.configurations.iter().zip(games) {
            let missing: Vec<String> = sides(&**game)
                .into_iter()
                .filter(|side| self.share_of(side).is_none())
                .collect();
            if !missing.is_empty() {
                let message = format!(
                    "[fair-share] does not name {}, which takes part in “{}”",
                    missing.join(", "),
                    configuration.name
                );
                let help = "name every side of every configuration".to_owned();
                tell(scenario.problem(&self.place, message, Some(help)));
            }
        }
        wrong.map_or(Ok(()), Err)
    }
}
