//! Riverbed Hunt as the other layers see it: names, content, and what its configurations are made of.

use super::content::{self, BoardFile, CardRow, PlayersRow};
use super::rules::CoinsWithoutProfiteer;
use super::state::Role;
use super::tiles::{Tile, TileStep};
use super::{Fifth, Riverbed, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet};
use balance_kit::provenance::{Aspect, ProvenanceCounts};
use balance_kit::{Bots, ContentKey, Contents, GameInfo, Guest, Mistake};

/// Names of the roles, in the order of [`super::Role::ALL`].
pub const ROLES: &[&str] = &["chief", "merchant", "leader", "separatist", "profiteer"];
const SIDES: [&str; 3] = ["merchants", "separatists", "profiteer"];

/// The game's entry in the table of games. A static, so that its loops are compiled here and not in the program.
pub static GAME: GameInfo = balance_kit::game::<Riverbed>();

/// The ending by coins where the Profiteer wins.
pub(super) const COINS: &str = "coins";

/// The ending by coins where nobody wins.
pub(super) const COINS_FOR_NOBODY: &str = "coins, no Profiteer in play";

impl Guest for Riverbed {
    type Rules = Rules;
    type Metrics = metrics::RiverbedMetrics;

    const KEY: &'static str = "riverbed";
    const TITLE: &'static str = "Riverbed Hunt";
    const PLAYERS: std::ops::RangeInclusive<u8> = 4..=9;
    const ROLES: &'static [&'static str] = ROLES;
    const LEAGUE: &'static str = include_str!("content/league.toml");
    const CONTENT: &'static [ContentKey] = &[
        ContentKey {
            key: "tiles",
            sets: &[("standard", content::TILES)],
            entries: content::TILE_ENTRIES,
        },
        ContentKey {
            key: "cards",
            sets: &[("standard", content::CARDS)],
            entries: content::CARD_ENTRIES,
        },
        ContentKey {
            key: "board",
            sets: &[("standard", content::BOARD)],
            entries: &[],
        },
    ];

    fn build(rules: Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let tiles = contents.read("tiles", content::tiles, &mut mistakes);
        let cards = contents.read("cards", content::cards, &mut mistakes);
        let board = contents.read("board", content::board, &mut mistakes);
        let (Some(tiles), Some(cards), Some(board)) = (tiles, cards, board) else {
            return Err(mistakes);
        };
        Riverbed::new(rules, &tiles, &cards, &board)
    }

    fn sheet(&self, contents: &Contents<'_>) -> Sheet {
        let players = self.players;
        let position = |index: usize| match index {
            0 => "1 (left of the Chief)".to_owned(),
            _ if index + 1 == players => format!("{players} (the Chief)"),
            _ => (index + 1).to_string(),
        };
        let sheet = Sheet {
            sides: SIDES.map(str::to_owned).to_vec(),
            roles: ROLES.iter().map(|role| (*role).to_owned()).collect(),
            role_sides: super::Role::ALL.map(super::Role::side).to_vec(),
            positions: (0..players).map(position).collect(),
            components: metrics::components(self),
            component_note: "a tile counts when it lies face-up at the end, an ability card when it was played"
                .to_owned(),
            turn_note: "one player acts".to_owned(),
            turns_max: Some(u32::from(self.rules.turns_max)),
            provenance: provenance(self, contents),
            ..Sheet::of_players(players)
        }
        .ends(&["kelp", "logs", COINS, COINS_FOR_NOBODY])
        .cut_off("turn cap");
        self.endings_ruled_out().fold(sheet, Sheet::rule_out)
    }

    fn bots() -> Bots<Self> {
        bots::bots()
    }

    fn settled(&self) -> toml::Table {
        let table = |names: [&str; 3], values: [u8; 3]| -> toml::Table {
            let named = names.into_iter().zip(values);
            let each = named.map(|(name, value)| (name.to_owned(), i64::from(value).into()));
            each.collect()
        };
        let mut all = toml::Table::new();
        all.insert(
            "end-points".to_owned(),
            table(["kelp", "logs", "coins"], self.ends).into(),
        );
        // With four, who sits at the table is open as long as no rule names it.
        if self.players > 4 {
            let names = ["merchants", "separatists", "profiteers"];
            all.insert("roles".to_owned(), table(names, self.others).into());
        }
        all
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
        let rules = &self.rules;
        let gapless = self.board.tiled.count_ones() as usize == self.board.spaces;
        let profiteer = self.profiteer_sits();
        let no_gap = "every space holds a tile at this table";
        let no_uncover = "nobody may uncover";
        let idle = [
            (
                "four-player-deal",
                self.fifth == Fifth::None,
                "only the four-player game without `roles` leaves a card to be drawn",
            ),
            ("layout", gapless, no_gap),
            ("reach-over-gaps", gapless, no_gap),
            ("swim-over-gaps", gapless, no_gap),
            (
                "coins-without-profiteer",
                profiteer == Some(true),
                "a Profiteer always sits at this table",
            ),
            ("con-cost", profiteer == Some(false), "no Profiteer sits at this table"),
            ("uncover-cost", rules.uncovers == 0, no_uncover),
            ("coop-after-uncover", rules.uncovers == 0, no_uncover),
            (
                "second-action-after-marker",
                !rules.refresh_marker,
                "there is no refresh marker",
            ),
            (
                "cost-counts-as-card",
                rules.uncover_cost + rules.hunt_cost + rules.con_cost == 0,
                "nothing costs a card",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }

    fn out_of_reach(&self) -> Vec<Mistake> {
        let short = |(at, good): (usize, &str)| {
            let carried: u32 = self.tiles.iter().map(|tile| u32::from(tile.elements[at])).sum();
            let end = self.ends[at];
            let message = format!(
                "the tiles in play carry {carried} {good}, and {end} are to end the game: no game can end that way"
            );
            let help = "put more on the tiles, or let fewer end the game";
            (carried < u32::from(end)).then(|| Mistake::rule(&format!("end-points.{good}"), message, help))
        };
        let all = ["kelp", "logs", "coins"].into_iter().enumerate().filter_map(short);
        all.collect()
    }
}

impl Riverbed {
    /// Does a Profiteer sit at the table? None where a card decides.
    fn profiteer_sits(&self) -> Option<bool> {
        match self.fifth {
            Fifth::Unseen => None,
            Fifth::Fixed(role) => Some(role == Role::Profiteer),
            Fifth::None => Some(self.others[2] > 0),
        }
    }

    /// Are there games that go on when coins reach their end point?
    pub(super) fn coins_may_play_on(&self) -> bool {
        self.profiteer_sits() != Some(true) && self.rules.coins_without_profiteer == CoinsWithoutProfiteer::PlayOn
    }

    /// Ways in which no game of this configuration ends, by their names.
    pub(super) fn endings_ruled_out(&self) -> impl Iterator<Item = &'static str> {
        let profiteer = self.profiteer_sits();
        let plays_on = self.rules.coins_without_profiteer == CoinsWithoutProfiteer::PlayOn;
        let with = (profiteer == Some(false)).then_some(COINS);
        let without = (profiteer == Some(true) || plays_on).then_some(COINS_FOR_NOBODY);
        with.into_iter().chain(without)
    }
}

const TILE: [Aspect<Tile>; 3] = [
    Aspect::new("hunt-icon", |one, other| one.hunt == other.hunt),
    Aspect::new("layers", |one, other| {
        one.layers.len() == other.layers.len()
            && one
                .steps
                .iter()
                .copied()
                .map(is_text)
                .eq(other.steps.iter().copied().map(is_text))
    }),
    Aspect::new("contents", |one, other| {
        one.steps == other.steps && one.layers == other.layers
    }),
];

const CARD: [Aspect<CardRow>; 3] = [
    Aspect::new("name", |one, other| one.name == other.name),
    Aspect::new("effect", |one, other| {
        one.effect == other.effect && one.blank == other.blank
    }),
    Aspect::new("copies", |one, other| {
        (one.copies, one.players, one.dual) == (other.copies, other.players, other.dual)
    }),
];

struct RiverTiles {
    place: Vec<(u8, u8)>,
    empty: Vec<u8>,
}

const BOARD: [Aspect<RiverTiles>; 3] = [
    Aspect::new("spaces", |one, other| one.place.len() == other.place.len()),
    Aspect::new("drawing", |one, other| one.place == other.place),
    Aspect::new("layout", |one, other| one.empty == other.empty),
];

const ENDS: [Aspect<[u8; 3]>; 3] = [
    Aspect::new("kelp", |one, other| one[0] == other[0]),
    Aspect::new("logs", |one, other| one[1] == other[1]),
    Aspect::new("coins", |one, other| one[2] == other[2]),
];

fn is_text(step: TileStep) -> bool {
    matches!(step, TileStep::Text(_))
}

fn river(board: &BoardFile, rules: &Rules) -> RiverTiles {
    let layout = board.layouts.get(&rules.layout);
    RiverTiles {
        place: board.place.clone(),
        empty: layout
            .and_then(|layout| layout.get(&rules.players))
            .cloned()
            .unwrap_or_default(),
    }
}

/// How sure we are of tiles, cards, board and end points of this configuration.
pub fn provenance(game: &Riverbed, contents: &Contents<'_>) -> Vec<Provenance> {
    let mut count = ProvenanceCounts::default();
    let known = content::tiles(content::TILES).map(|file| file.tiles);
    let known = known.unwrap_or_default();
    for tile in &game.tiles {
        let same = known.iter().find(|known| known.number == tile.number);
        count.entry("tiles", 1, tile, same.map(|known| (known, &known.marks)), &TILE);
    }
    let known = content::cards(content::CARDS).unwrap_or_default();
    let cards = content::cards(contents.text("cards")).unwrap_or_default();
    for card in cards.iter().filter(|card| usize::from(card.players) <= game.players) {
        let same = known.iter().find(|known| known.effect == card.effect);
        let same = same.map(|known| (known, &known.marks));
        count.entry("ability cards", card.copies.into(), card, same, &CARD);
    }
    let boards = [contents.text("board"), content::BOARD].map(content::board);
    if let [Ok(board), Ok(known)] = boards {
        let [played, embedded] = [&board, &known].map(|board| river(board, &game.rules));
        // Where every space has a tile, as tiles and spaces are as many, nothing is laid out.
        let full = played.empty.is_empty() && embedded.empty.is_empty();
        let aspects = if full { &BOARD[..2] } else { &BOARD[..] };
        count.entry("board", 1, &played, Some((&embedded, &known.marks)), aspects);
    }
    let rows = content::players_table();
    let ends = |row: &PlayersRow| [row.kelp, row.logs, row.coins];
    if let Some(row) = rows.iter().find(|row| usize::from(row.players) == game.players) {
        count.entry("end points", 1, &game.ends, Some((&ends(row), &row.marks)), &ENDS);
    }
    count.rows()
}
