//! `[fair-share]`: what each side should win, where the designer wants something else than the same chance for everybody.

use super::Scenario;
use super::diagnostics::Problems;
use super::margins::share;
use crate::games::AnyGame;
use balance_engine::key;
use balance_kit::schema::messages::Label;
use balance_kit::schema::messages::suggest;
use balance_kit::schema::tree::{Field, Place, Problem};

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

/// The sides of all games, each once.
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
