//! The table of games, and the one erased edge between a particular game and everything that is the same for all.

mod any;
pub mod content;
mod info;
pub mod mekong;
pub mod niagara;
pub mod picture;
#[cfg(test)]
pub(crate) mod pond;
pub mod regatta;
pub mod riverbed;
pub mod script;
pub mod search;
mod settings;
pub mod telling;
mod trace;

pub use any::{AnyGame, Block, Broken, Line, MAX_ENDINGS, Playable, tell_of_broken_games_once};
pub use info::{
    At, BotInfo, BotSpec, Built, Content, Counter, Fault, GameInfo, Metrics, Provenance, Seats, Setup, Sheet, Status,
};

pub use telling::{Asked, Facts, Telling, Told};

/// Every game, one line each.
pub const GAMES: &[GameInfo] = &[
    riverbed::desk::INFO,
    regatta::desk::INFO,
    niagara::desk::INFO,
    mekong::desk::INFO,
];

/// The game called `key` in scenarios.
pub fn game(key: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.key == key)
}
