//! A bot that goes by a script tells by which line it chooses.

use super::{Breach, asked, plain, walk};
use crate::Guest;
use crate::kinds::SCRIPTED;
use balance_engine::{Bot, Game};

/// Asked by which line it chooses, a bot that goes by a script tells of its lines, and chooses the same.
pub fn lines_are_told<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let (seat, mut told) = (choice.seat, false);
            if choice.moves.len() == 1 {
                return Ok(());
            }
            let view = choice.state.view(game, seat);
            let chosen = bot.choose_by(view, choice.moves, &mut choice.stream.clone(), &mut |_, _| told = true);
            if !told {
                return Err(format!(
                    "{seat} does not tell by which line of its script it chooses: write `choose_by`"
                ));
            }
            if chosen != choice.chosen {
                return Err(format!(
                    "{seat} chooses {:?} by `choose`, and {:?} by `choose_by`",
                    choice.moves[choice.chosen], choice.moves[chosen]
                ));
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The same of the bot of this kind, where it goes by a script; `scripted` by one of all tactics that need no other word.
pub(super) fn are_told<G: Guest>(game: &G, kind: &str, seed: u64, games: u64) -> Result<(), Breach> {
    let (bots, mut spec) = (G::bots(), plain(game, kind));
    if kind == SCRIPTED {
        spec.settings
            .insert("script".to_owned(), asked::plain_tactics::<G>().into());
    }
    if bots.script_of(&spec).is_empty() {
        return Ok(());
    }
    match bots.make(kind, &spec) {
        Ok(bot) => lines_are_told(game, &*bot, seed, games),
        Err(_) => Ok(()),
    }
}
