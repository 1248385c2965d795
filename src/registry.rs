//! The games that the program brings along.

use std::sync::LazyLock;

use balance_kit::GameInfo;

/// One line each.
pub static BUILT_IN: LazyLock<Vec<GameInfo>> = LazyLock::new(|| {
    let games = [
        &balance_riverbed::GAME,
        &balance_regatta::GAME,
        &balance_niagara::GAME,
        &balance_mekong::GAME,
    ];
    games.into_iter().cloned().collect()
});

/// The one of them with this key.
pub fn built_in(key: &str) -> Option<&'static GameInfo> {
    BUILT_IN.iter().find(|game| game.key == key)
}
