//! The games that the program was given, and what it is called.

use std::sync::OnceLock;

pub use balance_engine::{Component, Counter, Ending, MAX_ENDINGS, Presence, Provenance, Sheet, Status};
pub use balance_kit::{
    AnyGame, At, Blank, BotInfo, BotSpec, Broken, Built, Content, ContentKey, Contents, Entries, Entry, ExpertRecord,
    Facts, GameBlock, GameInfo, Guest, Instead, Line, MOST_ROTATIONS, Member, Metrics, Mistake, Named, Playable, Seats,
    Setup, Transcript, TranscriptOptions, divergence, game, laws, script, search, sitting, tell_of_broken_games_once,
    transcript,
};

/// Written once, before the first command.
static GAMES: OnceLock<Vec<GameInfo>> = OnceLock::new();

static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Takes these games and this name; the first call counts.
pub fn install(program: &'static str, games: &[GameInfo]) {
    PROGRAM.get_or_init(|| program);
    GAMES.get_or_init(|| games.to_vec());
}

/// What the program is called: the first word of every command that it advises.
pub fn program() -> &'static str {
    PROGRAM.get_or_init(|| "balance")
}

/// Every game; none before they are installed.
pub fn all() -> &'static [GameInfo] {
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// The game called `key` in scenarios.
pub fn named(key: &str) -> Option<&'static GameInfo> {
    all().iter().find(|game| game.key == key)
}
