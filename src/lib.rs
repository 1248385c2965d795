//! **balance** plays millions of seeded games and says whether a board game is fair, how long it takes, and what a rule
//! changes.
//!
//! # For those who write a game
//!
//! Read, in this order: the guide `docs/own-game.md`; one of `examples/` (a dice game, a card game with hidden hands, a
//! draft); [`kit`], whose first page holds a whole game; [`engine::Game`], the rules of play; [`Guest`], the rest.
//! [`prelude`] brings the names, [`main_called`] makes the program, [`kit::laws`] tests the game. What may change before 1.0
//! is said on the first page of [`kit`].
//!
//! # How it is built
//!
//! The data flows one way: a scenario file becomes configurations, those are played in blocks of games, blocks add up
//! to exact tallies, tallies become estimates, tables and a report. What a game, a bot and a count are stands in [`engine`] and
//! [`kit`], statistics in `balance_stats`; scenarios in `balance_config`, playing in `balance_simulation`, verdicts in `balance_inference`, searches in
//! `balance_experiments`; pictures in `balance_charts`; findings, pages and texts in [`report`]. What is left here are the commands.

pub use balance_config::scenario;
pub use balance_engine as engine;
pub use balance_engine::tally;
pub use balance_inference::{gate, judge, table};
pub use balance_kit as kit;
pub use balance_kit::{GameInfo, Guest, counters, game};
pub use balance_report as report;
pub use balance_simulation::{experiment, shards, sim, speed};

/// The names that a game of one's own begins with: `use balance::prelude::*;`.
pub mod prelude {
    pub use balance_engine::{
        BySeat, Chance, ComponentSet, Game, Imagine, Moves, Outcome, Purpose, Recorder, Seat, SeatSet, Sheet, State,
        Stream, Turn, View,
    };
    pub use balance_kit::{Bots, Contents, Counter, Guest, Metrics, Mistake, Telling, Term, counters, game};
    pub use schemars::JsonSchema;
    pub use serde::{Deserialize, Serialize};
}

/// The games that the program brings along, and what games are to it.
pub mod games {
    pub use balance_config::games::*;
    pub use {
        balance_mekong as mekong, balance_niagara as niagara, balance_regatta as regatta, balance_riverbed as riverbed,
    };

    use std::sync::LazyLock;

    /// The games of this program, one line each.
    pub static BUILT_IN: LazyLock<Vec<GameInfo>> = LazyLock::new(|| {
        let games = [&riverbed::GAME, &regatta::GAME, &niagara::GAME, &mekong::GAME];
        games.into_iter().cloned().collect()
    });

    /// The one of them with this key.
    pub fn built_in(key: &str) -> Option<&'static GameInfo> {
        BUILT_IN.iter().find(|game| game.key == key)
    }
}

mod cli;

use std::process::ExitCode;

/// Runs the program as `balance` with these games: [`main_called`] for a program of another name.
///
/// ```no_run
/// use balance::games::BUILT_IN;
///
/// fn main() -> std::process::ExitCode {
///     balance::main_with(&BUILT_IN)
/// }
/// ```
pub fn main_with(games: &[GameInfo]) -> ExitCode {
    main_called("balance", games)
}

/// Runs the program with these games, which may be anybody's: every command, report, replay and gate is there for them. Its
/// help, messages and reports call it `program`, under whatever name its file is started; `env!("CARGO_BIN_NAME")` is the
/// name of the file that Cargo builds.
pub fn main_called(program: &'static str, games: &[GameInfo]) -> ExitCode {
    games::install(program, games);
    cli::main()
}
