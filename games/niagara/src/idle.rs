//! Rules that a scenario sets and that change nothing at its table.

use super::rules::WinCheck;
use super::{Niagara, Rules};
use balance_kit::Mistake;

impl Niagara {
    /// Those of the rules written down, other than with their defaults, that change nothing in this configuration. Who plays
    /// with the whole of an expansion means its gems by players for every table: nothing is said of them.
    pub(super) fn rules_without_effect(&self, written: &toml::Table) -> Vec<Mistake> {
        let idle = [
            (
                "spirits.sixth-player",
                self.players < 6,
                "no sixth player sits at this table",
            ),
            (
                "tiebreak",
                self.rules.win_check == WinCheck::AfterEach,
                "where winning sets are looked for after every turn, nobody else can have one",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }
}
