//! The table of games, and the one erased edge between a particular game and everything that is the same for all.

mod any;
pub mod content;
mod info;
pub mod niagara;
#[cfg(test)]
pub(crate) mod pond;
pub mod regatta;
pub mod riverbed;
mod settings;

pub use any::{AnyGame, Block, Broken, Line, MAX_ENDINGS, Playable};
pub use info::{
    At, BotInfo, BotSpec, Built, Content, Counter, Fault, GameInfo, Metrics, Provenance, Seats, Setup, Sheet, Status,
};

/// Every game, one line each.
pub const GAMES: &[GameInfo] = &[riverbed::desk::INFO, niagara::desk::INFO, regatta::desk::INFO];

/// The game called `key` in scenarios.
pub fn game(key: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.key == key)
}
