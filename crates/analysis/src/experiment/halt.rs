//! Why an experiment ended without its result.

use crate::games::Broken;

/// Why an experiment ended without its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A game broke its own rules.
    Broken(Broken),
    /// Somebody asked to stop.
    Interrupted,
    /// Others are to play some games first.
    Elsewhere,
}

impl From<Broken> for Halt {
    fn from(broken: Broken) -> Self {
        Halt::Broken(broken)
    }
}
