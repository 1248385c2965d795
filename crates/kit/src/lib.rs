//! The kit for games: how a game describes itself, reads its settings and content, plays by scripts and search, tells and
//! draws its positions, and is held to the laws.
//!
//! Knows no particular game. Like the engine it does no I/O and reads no clock, no environment and no global.

mod bots;
pub mod content;
mod counters;
mod guest;
pub mod laws;
pub mod marks;
mod mistake;
pub mod picture;
mod playable;
pub mod script;
pub mod search;
mod setup;
pub mod telling;
mod trace;

pub use balance_engine::{Counter, MAX_ENDINGS};
pub use bots::{Bots, Made, NoSettings, Term};
pub use counters::Metrics;
pub use guest::{Built, ContentKey, Contents, GameInfo, Guest, game, read};
pub use mistake::{At, Mistake};
pub use playable::{AnyGame, Block, Broken, Line, MOST_ROTATIONS, Playable, tell_of_broken_games_once};
pub use setup::{BotInfo, BotSpec, Content, Seats, Setup};
pub use telling::{Asked, Facts, Telling, Told};
