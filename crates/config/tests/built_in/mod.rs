//! The four games as the program has them, for the tests of crates that know no game: each includes this file.

use std::sync::LazyLock;

use balance_config::games::{self, GameInfo};

/// Every game; installed when it is first looked at.
pub static BUILT_IN: LazyLock<Vec<GameInfo>> = LazyLock::new(|| {
    let games = [
        &balance_riverbed::GAME,
        &balance_regatta::GAME,
        &balance_niagara::GAME,
        &balance_mekong::GAME,
    ];
    games::install("balance", &games.map(Clone::clone));
    games::all().to_vec()
});

/// The game of this key.
pub fn named(key: &str) -> Option<&'static GameInfo> {
    BUILT_IN.iter().find(|game| game.key == key)
}
