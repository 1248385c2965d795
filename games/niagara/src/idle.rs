//! Rules that a scenario sets and that change nothing at its table, or ask for gems that there are not.

use super::rules::WinCheck;
use super::{COLOURS, Niagara, Rules};
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

    /// Sets of gems that win and for which there are too few gems.
    pub(super) fn ends_out_of_reach(&self) -> Vec<Mistake> {
        let (sets, of_colour) = (&self.rules.sets, u32::from(self.gems_per_place));
        let all = of_colour * COLOURS as u32;
        let help = "put more gems at each place, or ask for fewer";
        [
            ("sets.same", sets.same, of_colour, "of each colour"),
            ("sets.any", sets.any, all, "in all"),
        ]
        .into_iter()
        .filter(|(_, wanted, there, _)| u32::from(*wanted) > *there)
        .map(|(key, wanted, there, of)| {
            let message = format!("there are {there} gems {of}, and {wanted} are to win: no game can end that way");
            Mistake::rule(key, message, help)
        })
        .collect()
    }
}
