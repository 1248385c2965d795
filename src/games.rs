//! The table of games.

pub use balance_engine::{Counter, Provenance, Sheet, Status};
pub use balance_kit::{
    AnyGame, Asked, At, Block, BotInfo, BotSpec, Broken, Built, Content, Facts, Fault, GameInfo, Line, MAX_ENDINGS,
    Metrics, Playable, Seats, Setup, Told, laws, script, search, tell_of_broken_games_once, telling,
};
pub use {
    balance_mekong as mekong, balance_niagara as niagara, balance_regatta as regatta, balance_riverbed as riverbed,
};

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
