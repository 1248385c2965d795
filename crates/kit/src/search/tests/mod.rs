//! The searching bot on toys whose best play is known.

mod kuhn;
mod pile;
mod signs;
mod walk;

use super::SearchSettings;
use super::bot::SearchBot;
use crate::{BotSpec, Bots};
use balance_engine::{Bot, Imagine};

/// A searching bot with this table.
fn search<G: Imagine>(bots: &Bots<G>, settings: &str) -> Box<dyn Bot<G>> {
    let spec = BotSpec {
        kind: crate::bots::SEARCH.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    };
    bots.make("searcher", &spec)
        .unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

/// One with this policy that takes every other for this rival, and plays to the end.
fn to_the_end<G: Imagine>(playout: impl Bot<G> + 'static, rival: impl Bot<G> + 'static) -> SearchBot<G> {
    SearchBot {
        settings: SearchSettings {
            iterations: 9,
            width: 3,
            horizon: 0,
            caution: 1.0,
            give_up: 0,
            trifles: true,
            playout: None,
            rivals: Vec::new(),
        },
        evaluation: None,
        playout: Box::new(playout),
        rivals: vec![Box::new(rival)],
        mix: vec![0],
    }
}
