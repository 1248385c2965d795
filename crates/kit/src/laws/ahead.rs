//! What a bot foretells is what it chooses when it is asked.

use super::Breach;
use crate::broken::caught;
use balance_engine::{Bot, Chance, Game, Moves, Recorder, Seat, State, Stream, Table, View};

/// A bot that foretells nothing, so that it is asked at every choice.
struct Asked<'b, G: Game>(&'b dyn Bot<G>);

impl<G: Game> Bot<G> for Asked<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.0.choose(view, moves, chance)
    }
}

/// All choices of a game.
struct Choices<G: Game>(Vec<(Seat, G::Move)>);

impl<G: Game> Recorder<G> for Choices<G> {
    fn choice(&mut self, _game: &G, _state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.0.push((seat, moves[chosen]));
    }
}

/// A game goes the same whether choices that bots foretold are taken or the bots are asked.
pub fn foretold_choices_are_made<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let played = |bot: &dyn Bot<G>, index: u64| {
        caught(seed, index, |_| {
            let mut choices = Choices(Vec::new());
            Table::new(game).play(Chance::new(seed, index), |_, _| bot, &mut choices);
            choices.0
        })
        .map_err(|broken| broken.to_string())
    };
    for index in 0..games {
        let (foretold, asked) = (played(bot, index)?, played(&Asked(bot), index)?);
        if let Some(at) = (0..foretold.len().max(asked.len())).find(|at| foretold.get(*at) != asked.get(*at)) {
            let said = |choices: &[(Seat, G::Move)]| {
                let choice = choices.get(at).map(|(seat, mv)| format!("{mv:?} of {seat}"));
                choice.unwrap_or_else(|| "none".to_owned())
            };
            return Err(format!(
                "game {index} of seed {seed}: choice {at}, from 0, is {} where bots are asked and {} where they foretell",
                said(&asked),
                said(&foretold)
            ));
        }
    }
    Ok(())
}
