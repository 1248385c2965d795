//! Rules that a scenario sets and that change nothing at its table.

use super::{Regatta, Rules};
use balance_kit::Mistake;

impl Regatta {
    /// Those of the rules written down, other than with their defaults, that change nothing in this configuration.
    pub(super) fn rules_without_effect(&self, written: &toml::Table) -> Vec<Mistake> {
        let idle = [
            (
                "wedges-per-turn.two-players",
                self.players > 2,
                "more than two players sit at this table",
            ),
            (
                "wedges-per-turn.more-players",
                self.players == 2,
                "two players sit at this table",
            ),
            ("stack-empty", self.wedge_cap == 0, "nobody draws wedges"),
            (
                "trident-replaceable",
                self.rules.favors_per_turn == 0,
                "nobody draws favors, so no trident is ever laid",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }
}
