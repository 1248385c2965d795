//! Niagara as the other layers see it: names, content, and what its configurations are made of.

use super::rules::WinCheck;
use super::{COLOURS, Niagara, Rules, bots, content, metrics, provenance};
use balance_engine::Sheet;
use balance_kit::{Bots, ContentKey, Contents, Counter, GameInfo, Guest, Mistake};

/// The game's entry in the table of games. A static, so that its loops are compiled here and not in the program.
pub static GAME: GameInfo = balance_kit::game::<Niagara>();

impl Guest for Niagara {
    type Rules = Rules;
    type Metrics = metrics::NiagaraMetrics;

    const KEY: &'static str = "niagara";
    const TITLE: &'static str = "Niagara";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=5;
    const LEAGUE: &'static str = include_str!("content/league.toml");
    const CONTENT: &'static [ContentKey] = &[ContentKey {
        key: "board",
        sets: &[("standard", content::BOARD)],
        entries: content::BOARD_ENTRIES,
    }];

    fn build(rules: Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let board = contents.read("board", content::board, &mut mistakes).ok_or(mistakes)?;
        Niagara::new(rules, &board)
    }

    fn sheet(&self, contents: &Contents<'_>) -> Sheet {
        let sets = &self.rules.sets;
        let wins = [
            ("gems of any colours", sets.any),
            ("gems of one colour", sets.same),
            ("different colours", sets.different),
        ];
        let sheet = Sheet {
            counters: counters(self),
            turn_word: "rounds".to_owned(),
            turn_note: "everybody lays a card and carries it out, then the river moves".to_owned(),
            turns_max: Some(u32::from(self.rules.rounds_max)),
            provenance: provenance::provenance(self, contents),
            ..Sheet::of_players(self.players)
        }
        .ends(&wins.map(|(name, _)| name))
        .ends(&["several sets at once"])
        .cut_off("round cap");
        // A set of none is no way to win.
        let never = wins.into_iter().filter(|(_, wanted)| *wanted == 0);
        never.fold(sheet, |sheet, (name, _)| sheet.rule_out(name))
    }

    fn bots() -> Bots<Self> {
        bots::bots()
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
        // Who plays with the whole of an expansion means its gems by players for every table: nothing is said of them.
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

    fn out_of_reach(&self) -> Vec<Mistake> {
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

/// What is counted: of an expansion only where it is played.
fn counters(game: &Niagara) -> Vec<Counter> {
    let (joe, spirits) = (game.rules.joe, &game.rules.spirits);
    let played = |counter: &Counter| match counter.key {
        "trades" => joe,
        "elk-rides" => spirits.elk,
        "beaver-falls" => spirits.beaver,
        "lassos" => spirits.cards,
        _ => true,
    };
    let named = |counter: &Counter| if played(counter) { *counter } else { Counter::none() };
    metrics::Count::TABLE.iter().map(named).collect()
}
