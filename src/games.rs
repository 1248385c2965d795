//! The table of games: those that the program brings along, or those that [`crate::main_with`] was given.

use std::sync::{LazyLock, OnceLock};

pub use balance_engine::{Component, Counter, Ending, Held, MAX_ENDINGS, Provenance, Sheet, Status};
pub use balance_kit::{
    AnyGame, Asked, At, Blank, Block, BotInfo, BotSpec, Broken, Built, Content, ContentKey, Contents, Entries, Entry,
    Facts, GameInfo, Guest, Instead, Line, MOST_ROTATIONS, Member, Metrics, Mistake, Named, Playable, Seats, Setup,
    Told, game, laws, parting, script, search, tell_of_broken_games_once, telling,
};
pub use {
    balance_mekong as mekong, balance_niagara as niagara, balance_regatta as regatta, balance_riverbed as riverbed,
};

/// The games that the program brings along, one line each.
pub static BUILT_IN: LazyLock<Vec<GameInfo>> = LazyLock::new(|| {
    let games = [&riverbed::GAME, &regatta::GAME, &niagara::GAME, &mekong::GAME];
    games.into_iter().cloned().collect()
});

/// Written once, before the first command.
static GAMES: OnceLock<Vec<GameInfo>> = OnceLock::new();

/// Takes these games instead of the built-in ones; only before the table was first looked at.
pub(crate) fn install(games: &[GameInfo]) {
    GAMES.get_or_init(|| games.to_vec());
}

/// Every game.
pub fn all() -> &'static [GameInfo] {
    GAMES.get_or_init(|| BUILT_IN.clone())
}

/// The game called `key` in scenarios.
pub fn named(key: &str) -> Option<&'static GameInfo> {
    all().iter().find(|game| game.key == key)
}
