//! How sure we are of tiles, cards, board and end points of a configuration, against the embedded files.

use super::content::{self, BoardFile, CardRow, PlayersRow};
use super::tiles::{Tile, TileStep};
use super::{Riverbed, Rules};
use balance_engine::Provenance;
use balance_kit::Contents;
use balance_kit::provenance::{Aspect, ProvenanceCounts};

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
