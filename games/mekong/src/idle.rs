//! Rules that a scenario sets and that change nothing at its table.

use super::rules::{ColourTable, Seating, Side};
use super::{Mekong, Rules};
use balance_kit::Mistake;

impl Mekong {
    /// Those of the rules written down, other than with their defaults, that change nothing in this configuration.
    pub(super) fn rules_without_effect(&self, written: &toml::Table) -> Vec<Mistake> {
        let rules = &self.rules;
        // The same rules but for one of the two that say who sits where.
        let colours = Rules {
            colours: ColourTable::Rulebook,
            ..rules.clone()
        };
        let seats = Rules {
            seats: Seating::Villages,
            ..rules.clone()
        };
        let sit = |other: &Rules| other.colours_in_play() == rules.colours_in_play();
        let others = self.players - 1;
        let idle = [
            (
                "colours",
                sit(&colours),
                "both editions name the same colours at this table",
            ),
            (
                "seats",
                sit(&seats),
                "at this table the colours are listed as their villages lie",
            ),
            (
                "candidates",
                rules.side == Side::Islands,
                "stones lie on islands, not in open water",
            ),
            (
                "idle-villages",
                self.closed == 0,
                "every village is a start or a destination at this table",
            ),
            (
                "dragons-max",
                usize::from(rules.dragons_max) >= others && others == 1,
                "a hand has one dragon at this table",
            ),
            (
                "reserve-colours",
                usize::from(rules.reserve_colours) >= self.players && self.players == 2,
                "there are planks of two colours at this table",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }
}
