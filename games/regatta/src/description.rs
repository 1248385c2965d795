//! Hydra Regatta as the other layers see it: names, content, and what its configurations are made of.

use super::content::{self, FavorRow};
use super::track::{Dot, Exit, Icon, Wedge, WedgeGroup};
use super::{Regatta, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet};
use balance_kit::provenance::{Aspect, ProvenanceCounts};
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
            provenance: provenance(contents),
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

struct Placed {
    wedge: Wedge,
    /// The wedges of its trio; none in the stack and for the Starting Line.
    trio: Vec<String>,
}

const WEDGE: [Aspect<Placed>; 5] = [
    Aspect::new("names", |one, other| one.wedge.name == other.wedge.name),
    Aspect::new("parts", |one, other| {
        one.kind() == other.kind() && one.trio == other.trio
    }),
    Aspect::new("dots", |one, other| one.dots().eq(other.dots())),
    Aspect::new("icons", |one, other| one.icons().eq(other.icons())),
    Aspect::new("paths", |one, other| {
        one.wedge.entry == other.wedge.entry && one.paths().eq(other.paths())
    }),
];

impl Placed {
    fn new(wedge: &Wedge, file: &[Wedge]) -> Self {
        let mates = file
            .iter()
            .filter(|mate| matches!(wedge.part, WedgeGroup::Trio(_)) && mate.part == wedge.part);
        let mut trio: Vec<String> = mates.map(|mate| mate.id.clone()).collect();
        trio.sort_unstable();
        Placed {
            wedge: wedge.clone(),
            trio,
        }
    }

    /// Is it the Starting Line, and is it of the stack?
    fn kind(&self) -> (bool, bool) {
        (
            self.wedge.part == WedgeGroup::Line,
            self.wedge.part == WedgeGroup::Stack,
        )
    }

    fn dots(&self) -> impl Iterator<Item = (u8, u8)> {
        self.wedge.dots.iter().map(|dot| (dot.lane, dot.number))
    }

    /// What is printed on each dot that has something printed on it.
    fn icons(&self) -> impl Iterator<Item = (u8, u8, Icon)> {
        let printed = self.wedge.dots.iter().filter(|dot| dot.icon != Icon::Plain);
        printed.map(|dot| (dot.lane, dot.number, dot.icon))
    }

    fn paths(&self) -> impl Iterator<Item = &[Exit]> {
        self.wedge.dots.iter().map(Dot::exits)
    }
}

const FAVOR: [Aspect<FavorRow>; 4] = [
    Aspect::new("names", |one, other| one.name == other.name),
    // What a card does is its kind, so an entry of the same effect is of the same kind.
    Aspect::new("kinds", |one, other| one.favor.kind() == other.favor.kind()),
    Aspect::new("effects", |one, other| {
        one.favor == other.favor && one.blank == other.blank
    }),
    Aspect::new("copies", |one, other| one.count == other.count),
];

const STARTER: [Aspect<FavorRow>; 1] = [Aspect::new("numbers", |one, other| one.starter == other.starter)];

/// How sure we are of course and favors.
pub fn provenance(contents: &Contents<'_>) -> Vec<Provenance> {
    let mut count = ProvenanceCounts::default();
    let [played, embedded] =
        [contents.text("wedges"), content::WEDGES].map(|text| content::wedges(text).unwrap_or_default());
    for wedge in &played {
        let same = embedded.iter().find(|known| known.id == wedge.id);
        let same = same.map(|known| (Placed::new(known, &embedded), &known.marks));
        let same = same.as_ref().map(|(known, marks)| (known, *marks));
        count.entry("wedges", 1, &Placed::new(wedge, &played), same, &WEDGE);
    }
    let [played, embedded] = [contents.text("favors"), content::FAVOR_CARDS]
        .map(|text| content::favors(text).map_or_else(|_| Vec::new(), |file| file.rows));
    for row in &played {
        let same = embedded.iter().find(|known| known.favor == row.favor);
        let same = same.map(|known| (known, &known.marks));
        count.entry("favors", row.count.into(), row, same, &FAVOR);
        if row.starter.is_some() {
            count.entry("starters", 1, row, same, &STARTER);
        }
    }
    count.rows()
}
