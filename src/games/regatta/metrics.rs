//! What a run counts in Hydra Regatta, game by game.

use super::state::{Event, Rolled};
use super::{Public, Regatta};
use crate::engine::{Recorder, State};
use crate::games::{Counter, Metrics};

/// What each counter counts.
pub const COUNTERS: &[Counter] = &[
    Counter::new("rolls", "rolls"),
    Counter::success("busts", "of these, busts", "rolls"),
];

/// Counts one game after another.
#[derive(Clone, Debug)]
pub struct RegattaMetrics {
    counts: [u32; COUNTERS.len()],
}

impl Default for RegattaMetrics {
    fn default() -> Self {
        RegattaMetrics {
            counts: [0; COUNTERS.len()],
        }
    }
}

impl Metrics<Regatta> for RegattaMetrics {
    fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn components(&self) -> u64 {
        0
    }
}

impl Recorder<Regatta> for RegattaMetrics {
    fn start(&mut self, _game: &Regatta, _state: &State<Regatta>) {
        *self = RegattaMetrics::default();
    }

    #[inline]
    fn event(&mut self, _game: &Regatta, event: Event, _public: &Public) {
        if let Event::Rolled(rolled) = event {
            self.counts[0] += 1;
            self.counts[1] += u32::from(rolled == Rolled::Bust);
        }
    }
}
