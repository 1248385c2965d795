//! The searching bot on toys whose best play is known.

mod kuhn;
mod pile;
mod signs;
mod walk;

use crate::{BotSpec, Bots};
use balance_engine::{Bot, Imagine};

/// A searching bot with this table.
fn search<G: Imagine>(bots: &Bots<G>, settings: &str) -> Box<dyn Bot<G>> {
    let spec = BotSpec {
        kind: super::KIND.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    };
    bots.make("searcher", &spec)
        .unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}
