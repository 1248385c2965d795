//! The ground of the house: what a game, a bot and a game loop are, and exact tallies of what happened.
//!
//! This crate knows no particular game. It does no I/O, reads no clock, no environment and no global; every random
//! number comes from [`Chance`].

mod bot;
mod chance;
mod game;
mod play;
mod rate;
mod seats;
mod sheet;
pub mod tally;

pub use bot::{Bot, MovePlan, RandomBot};
pub use chance::{Analysis, Chance, Purpose, SCHEME, Stream};
pub use game::{Game, Imagine, Moves, Outcome, State, Turn, View};
pub use play::{Finished, MOVES_MAX, Recorder, Table, must_end};
pub use rate::{Proportion, as_percent, percent};
pub use seats::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use sheet::{
    Component, ComponentSet, Counter, Ending, MARGIN, MAX_COMPONENTS, MAX_ENDINGS, Presence, Provenance, Sheet, Status,
    key, player_name,
};
