//! How fast games are played: every game, variant and kind of bot, each beside a game without rules.
//!
//! It reads a clock; nothing of it comes near a result.

mod measurement;

pub use measurement::{Figures, measured};

use balance_config::games::{AnyGame, GameInfo, Mistake, Setup};
use balance_kit::bots::{CLUB, EXPERT, NOVICE, SCRIPTED};

/// Variants of the built-in games that play differently than the published game: key, what it is called, its rules.
const VARIANTS: [(&str, &str, &str); 2] = [
    ("mekong", "open water", "side = \"water\""),
    (
        "niagara",
        "spirits",
        "spirits = { doubles = true, cards = true, gems-by-players = true, whirlpool = true, beaver = true, elk = true }",
    ),
];
/// Kinds that are another with more time, play as others do, or are nothing without a table of their own.
const LEFT_OUT: [&str; 4] = [NOVICE, CLUB, EXPERT, SCRIPTED];

/// One row of the table: a game, how it is played, and by whom.
pub struct Row {
    /// The key of the game.
    pub game: &'static str,
    /// Which variant; empty for the published game.
    pub variant: &'static str,
    /// Players at the table.
    pub players: u8,
    /// The kind of bot on every seat.
    pub bot: &'static str,
    info: GameInfo,
    setup: Setup,
}

impl Row {
    /// The configuration.
    ///
    /// # Errors
    /// Everything wrong with it; nothing for a row of [`rows`].
    pub fn build(&self) -> Result<Box<dyn AnyGame>, Vec<Mistake>> {
        (self.info.build)(&self.setup)
    }
}

/// Every row of the table for these games: the published game and variants of it, with every kind of bot, at the table of so
/// many `players`, or else at the smallest and the largest one.
pub fn rows<'g>(games: impl IntoIterator<Item = &'g GameInfo>, players: Option<u8>) -> Vec<Row> {
    let mut rows = Vec::new();
    for info in games {
        let own = VARIANTS.iter().filter(|(key, ..)| *key == info.key);
        for (variant, rules) in [("", "")]
            .into_iter()
            .chain(own.map(|(_, name, rules)| (*name, *rules)))
        {
            let mut tables = match players {
                Some(players) => vec![players],
                None => vec![*info.players.start(), *info.players.end()],
            };
            tables.retain(|players| info.players.contains(players));
            tables.dedup();
            for players in tables {
                for bot in (info.bots)().iter().filter(|bot| !LEFT_OUT.contains(&bot.kind)) {
                    let mut setup = Setup {
                        rules: rules.parse().unwrap_or_default(),
                        ..Setup::default()
                    };
                    setup = setup.with_rule("players", i64::from(players));
                    bot.kind.clone_into(&mut setup.seats.all);
                    // A table that some variant does not know is no row.
                    if (info.check)(&setup).is_empty() {
                        rows.push(Row {
                            game: info.key,
                            variant,
                            players,
                            bot: bot.kind,
                            info: info.clone(),
                            setup,
                        });
                    }
                }
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rows_for_every_kind_at_both_tables() {
        let rows = rows(crate::built_in::BUILT_IN.iter(), None);
        for info in crate::built_in::BUILT_IN.iter() {
            for bot in (info.bots)().iter().filter(|bot| !LEFT_OUT.contains(&bot.kind)) {
                for players in [*info.players.start(), *info.players.end()] {
                    let found = rows
                        .iter()
                        .any(|row| row.game == info.key && row.players == players && row.bot == bot.kind);
                    assert!(found, "{} {players} {}", info.key, bot.kind);
                }
            }
        }
        let of_eight = super::rows(crate::built_in::BUILT_IN.iter(), Some(8));
        assert!(!of_eight.is_empty() && of_eight.iter().all(|row| row.game == "riverbed" && row.players == 8));
        for (key, name, _) in VARIANTS {
            assert!(rows.iter().any(|row| row.game == key && row.variant == name), "{name}");
        }
    }
}
