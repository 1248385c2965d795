//! What conditions of scripts ask about is what it is said to be.

use super::{Breach, walk};
use crate::Guest;
use crate::bots::SCRIPTED;
use crate::script::{Reading, offered};
use balance_engine::Bot;

/// Whenever a bot is asked, every number that a condition may compare lies within its ends.
pub fn quantities_are_possible<G: Guest>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let quantities = G::bots().quantities();
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let view = choice.state.view(game, choice.seat);
            for quantity in quantities {
                let name = quantity.name;
                match &quantity.reading {
                    Reading::Number(of) => {
                        let ends = quantity.within(game);
                        let any = ends == (i32::MIN..=i32::MAX);
                        let found = if any { 0 } else { of(view) };
                        if !any && !ends.contains(&found) {
                            return Err(format!("`{name}` is {found}, outside of {ends:?}"));
                        }
                    }
                    Reading::Things { .. } => {}
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The names of the tactics that stand for themselves.
pub(super) fn plain_tactics<G: Guest>() -> Vec<String> {
    let plain = published::<G>().filter(|[_, _, open]| open.is_empty());
    plain.map(|[name, ..]| name).collect()
}

/// The tactics that the kind `scripted` offers: name, help, and the word in it that stands for others.
fn published<G: Guest>() -> impl Iterator<Item = [String; 3]> {
    let infos = G::bots().infos().into_iter().filter(|info| info.kind == SCRIPTED);
    infos.flat_map(|info| offered(&(info.schema)()).0)
}
