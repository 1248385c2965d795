//! What plays versions of the rules: games, or made-up ones in tests.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Counts, Space};
use balance_config::games::Broken;
use balance_engine::tally::Tally;

/// What some deals of a version gave.
#[derive(Clone, Debug, Default)]
pub struct VersionBlock {
    /// One count for each figure.
    pub counts: Counts,
    /// Deal by deal, the first [`Arena::paired`] figures: sums over the rotations of the deal.
    pub deals: Vec<Vec<u32>>,
    /// Games with each of the events that are looked for.
    pub events: Vec<u64>,
    /// All that was counted, where there is one table.
    pub tally: Option<Tally>,
}

/// Plays versions.
pub trait Arena: Sync {
    /// The versions.
    fn space(&self) -> &Space;

    /// Is this version a game at all?
    fn allows(&self, version: &[u8]) -> bool;

    /// Games that one deal of a version comes to: rotations of all its tables.
    fn games_per_deal(&self) -> u64;

    /// Rotations of a deal of each of the first figures, which are told deal by deal.
    fn paired(&self) -> &[u32];

    /// Should few deals be played in one go?
    fn slow(&self) -> bool {
        false
    }

    /// Plays these deals of a version that it allows; none once `stop` is set.
    fn play(&self, version: &[u8], deals: Range<u64>, stop: &AtomicBool) -> Result<Option<VersionBlock>, Broken>;
}

/// Made-up games are searched more than once.
#[cfg(test)]
impl<A: Arena> Arena for &A {
    fn space(&self) -> &Space {
        (**self).space()
    }

    fn allows(&self, version: &[u8]) -> bool {
        (**self).allows(version)
    }

    fn games_per_deal(&self) -> u64 {
        (**self).games_per_deal()
    }

    fn paired(&self) -> &[u32] {
        (**self).paired()
    }

    fn play(&self, version: &[u8], deals: Range<u64>, stop: &AtomicBool) -> Result<Option<VersionBlock>, Broken> {
        (**self).play(version, deals, stop)
    }
}
