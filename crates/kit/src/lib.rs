//! The kit for games: how a game describes itself, reads its settings and content, plays by scripts and search, tells and
//! draws its positions, and is held to the laws.
//!
//! Knows no particular game. Like the engine it does no I/O and reads no clock, no environment and no global.

pub mod content;
mod info;
pub mod laws;
pub mod marks;
pub mod picture;
mod playable;
pub mod script;
pub mod search;
pub mod settings;
pub mod telling;
mod trace;

pub use info::{At, BotInfo, BotSpec, Built, Content, Fault, GameInfo, Metrics, Seats, Setup};
pub use playable::{AnyGame, Block, Broken, Line, MAX_ENDINGS, Playable, tell_of_broken_games_once};
pub use telling::{Asked, Facts, Telling, Told};
