//! What is known of tactics without playing: when one can fit at all, and which fits wherever another does.

use super::condition::{Condition, condition};
use super::quantity::Quantity;
use balance_engine::{Game, View};

/// What holds whenever a tactic fits, as conditions of a script; or why it fits in no game of these rules.
pub type Needs = Result<Vec<String>, String>;

/// What a game knows of its tactics: `validate` warns of lines that therefore never have a say, and the laws hold it to play.
pub struct Fits<G: Game> {
    /// What the tactic of a name needs under some rules.
    pub needs: fn(&G, &str) -> Needs,
    /// Of the tactics of some lines in order, whatever their conditions: does the first fit wherever the last does? A tactic
    /// also covers itself, unless one between changes what it means.
    pub covers: fn(&[&str]) -> bool,
}

impl<G: Game> Clone for Fits<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Fits<G> {}

/// What a tactic is said to need, compiled for the laws: conditions with their texts, none for one that never fits.
pub(crate) struct Tried<G: Game>(Option<Vec<(String, Condition<G>)>>);

impl<G: Game> Tried<G> {
    /// What `tactic` is said to need.
    ///
    /// # Errors
    /// A condition that is none.
    pub fn of(tactic: &str, fits: &Fits<G>, quantities: &[Quantity<G>], game: &G) -> Result<Self, String> {
        let Ok(needs) = (fits.needs)(game, tactic) else {
            return Ok(Tried(None));
        };
        let read = |text: String| match condition(&text, quantities) {
            Ok(read) => Ok((text, read)),
            Err((message, _)) => Err(format!("what `{tactic}` needs: {message}")),
        };
        needs
            .into_iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map(|all| Tried(Some(all)))
    }

    /// What is not so although the tactic fits here.
    pub fn broken(&self, view: View<'_, G>) -> Option<&str> {
        match &self.0 {
            None => Some("it is said to fit in no game"),
            Some(all) => all.iter().find(|(_, one)| !one.holds(view)).map(|(text, _)| &**text),
        }
    }
}
