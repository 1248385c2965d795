//! Hydra Regatta as the other layers see it: names, content, and what its configurations are made of.

use super::{Regatta, Rules, bots, content, metrics, provenance};
use balance_engine::Sheet;
use balance_kit::{Bots, ContentKey, Contents, GameInfo, Guest, Mistake};

/// The game's entry in the table of games. A static, so that its loops are compiled here and not in the program.
pub static GAME: GameInfo = balance_kit::game::<Regatta>();

impl Guest for Regatta {
    type Rules = Rules;
    type Metrics = metrics::RegattaMetrics;

    const KEY: &'static str = "regatta";
    const TITLE: &'static str = "Hydra Regatta";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=4;
    const LEAGUE: &'static str = include_str!("content/league.toml");
    const CONTENT: &'static [ContentKey] = &[
        ContentKey {
            key: "wedges",
            sets: &[("reconstructed", content::WEDGES)],
            entries: content::WEDGE_ENTRIES,
        },
        ContentKey {
            key: "favors",
            sets: &[("reconstructed", content::FAVOR_CARDS)],
            entries: content::FAVOR_ENTRIES,
        },
    ];

    fn build(rules: Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let wedges = contents.read("wedges", content::wedges, &mut mistakes);
        let favors = contents.read("favors", content::favors, &mut mistakes);
        let (Some(wedges), Some(favors)) = (wedges, favors) else {
            return Err(mistakes);
        };
        Regatta::new(rules, wedges, favors)
    }

    fn sheet(&self, contents: &Contents<'_>) -> Sheet {
        Sheet {
            components: metrics::components(self),
            component_note: "a favor counts when it took effect, a wedge of the trios when it lay open at the start, another when it was placed".to_owned(),
            turn_word: "rounds".to_owned(),
            turn_note: "everybody rolls, then every ship sails".to_owned(),
            turns_max: Some(u32::from(self.rules.rounds_max)),
            provenance: provenance::provenance(contents),
            ..Sheet::of_players(self.players)
        }
        .ends(&["finish"])
        .cut_off("round cap")
    }

    fn bots() -> Bots<Self> {
        bots::bots()
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
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
