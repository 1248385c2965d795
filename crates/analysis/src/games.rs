//! The table of games, those that the program brings along or those that `balance::main_called` was given; and what the
//! program is called.

use std::sync::{LazyLock, OnceLock};

pub use balance_engine::{Component, Counter, Ending, MAX_ENDINGS, Presence, Provenance, Sheet, Status};
pub use balance_kit::{
    AnyGame, At, Blank, Block, BotInfo, BotSpec, Broken, Built, Content, ContentKey, Contents, Entries, Entry, Facts,
    GameInfo, Guest, Instead, Line, MOST_ROTATIONS, Member, Metrics, Mistake, Mix, Named, Playable, Searched, Seats,
    Setup, Transcript, TranscriptOptions, divergence, game, laws, script, search, tell_of_broken_games_once,
    transcript,
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

/// Written with it.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Takes these games instead of the built-in ones, and this name; only before either was first looked at.
pub fn install(program: &'static str, games: &[GameInfo]) {
    PROGRAM.get_or_init(|| program);
    GAMES.get_or_init(|| games.to_vec());
}

/// What the program is called: the first word of every command that it advises.
pub fn program() -> &'static str {
    PROGRAM.get_or_init(|| "balance")
}

/// Every game.
pub fn all() -> &'static [GameInfo] {
    GAMES.get_or_init(|| BUILT_IN.clone())
}

/// The game called `key` in scenarios.
pub fn named(key: &str) -> Option<&'static GameInfo> {
    all().iter().find(|game| game.key == key)
}
