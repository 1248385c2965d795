//! The ground of the house: what a game, a bot and a game loop are.
//!
//! This folder knows no particular game. It does no I/O, reads no clock, no environment and no global; every random
//! number comes from [`Chance`].

mod bot;
mod chance;
mod game;
pub mod laws;
mod play;
mod recorder;
mod seats;

pub use bot::{Bot, RandomBot};
pub use chance::{Chance, Purpose, SCHEME, Stream};
pub use game::{Game, Imagine, Moves, Outcome, State, Turn, View};
pub use play::{Finished, Table};
pub use recorder::Recorder;
pub use seats::{BySeat, MAX_SEATS, Seat, SeatSet};
