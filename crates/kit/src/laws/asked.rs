//! What conditions of scripts ask about is what it is said to be.

use super::{Breach, walk};
use crate::Guest;
use crate::script::Reading;
use balance_engine::Bot;

/// Whenever a bot is asked, every number that a condition may compare lies within its ends, and of several things none is there
/// that cannot be. A wrong end would call a condition pointless that is not.
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
                    Reading::Things { names, has } => {
                        let impossible = |at: &usize| !quantity.may_have(game, *at);
                        let all = names();
                        if let Some(at) = (0..all.len()).filter(impossible).find(|at| has(view, *at)) {
                            return Err(format!("`{name}` has {}, which it cannot have", all[at]));
                        }
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}
