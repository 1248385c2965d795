//! Tiles, ability cards, board and tables of Riverbed Hunt as data: the embedded files, and the same checked when a
//! designer brings his own. Knows nothing of play.

use std::collections::BTreeMap;

use balance_kit::content::{Spanned, flaw, nearest, read};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cards::Effect;
use super::tiles::{self, Tile};
use super::{MAX_CARDS, MAX_SPACES, MAX_TILES};
pub use balance_kit::content::Flaw;
use balance_kit::provenance::Marks;
use balance_kit::{Blank, Entries, Instead, Named, unchanged};
use toml::Value;

/// The embedded tile file.
pub const TILES: &str = include_str!("content/tiles.toml");
pub(crate) const CARDS: &str = include_str!("content/cards.toml");
pub(crate) const BOARD: &str = include_str!("content/board.toml");
pub(crate) const PLAYERS: &str = include_str!("content/players.toml");

/// Tiles of a file and its sets by number of players.
#[derive(Clone, Debug)]
pub(crate) struct TileFile {
    pub tiles: Vec<Tile>,
    /// Numbers of the tiles in play, by number of players.
    pub sets: BTreeMap<u8, Vec<u8>>,
}

/// Reads tiles.
pub(crate) fn tiles(text: &str) -> Result<TileFile, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct TileEntry {
        number: Spanned<u8>,
        hunt: bool,
        layers: Spanned<Vec<Spanned<String>>>,
        #[serde(default)]
        status: Marks,
        #[serde(default)]
        #[expect(dead_code, reason = "a remark for the reader of the file")]
        note: String,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct TilesFile {
        #[serde(default)]
        sets: BTreeMap<String, Spanned<Vec<u8>>>,
        tile: Vec<TileEntry>,
    }
    let file: TilesFile = read(text)?;
    let mut flaws = Vec::new();
    let mut tiles: Vec<Tile> = Vec::new();
    for row in &file.tile {
        let number = *row.number.get_ref();
        if tiles.iter().any(|tile| tile.number == number) {
            let message = format!("there is a second tile with number {number}");
            flaws.push(flaw(row.number.span(), message, "number tiles once each"));
        }
        if row.layers.get_ref().is_empty() {
            let message = format!("tile {number} has no layers");
            let help = "a tile shows at least one layer, such as \"1 kelp\"";
            flaws.push(flaw(row.layers.span(), message, help));
        }
        let (mut steps, mut layers) = (Vec::new(), Vec::new());
        for layer in row.layers.get_ref() {
            match tiles::read_layer(layer.get_ref()) {
                Ok(more) => {
                    layers.push(more.len());
                    steps.extend(more);
                }
                Err((message, help)) => flaws.push(flaw(layer.span(), format!("tile {number}: {message}"), help)),
            }
        }
        tiles.push(Tile {
            hunt: row.hunt,
            ..Tile::new(number, steps, layers, row.status.clone())
        });
    }
    if tiles.is_empty() {
        flaws.push(flaw(0..0, "the file has no tiles", "write them as [[tile]] tables"));
    }
    let sets = tile_sets(&file.sets, &tiles, &mut flaws);
    if flaws.is_empty() {
        Ok(TileFile { tiles, sets })
    } else {
        Err(flaws)
    }
}

fn tile_sets(
    sets: &BTreeMap<String, Spanned<Vec<u8>>>,
    tiles: &[Tile],
    flaws: &mut Vec<Flaw>,
) -> BTreeMap<u8, Vec<u8>> {
    let sound = flaws.is_empty();
    let mut by_players = BTreeMap::new();
    for (key, numbers) in sets {
        let Some(players) = key.parse().ok().filter(|n| (4..=9).contains(n)) else {
            let message = format!("`{key}` is not a number of players");
            flaws.push(flaw(numbers.span(), message, "tile sets are named 4, 5, 6, 7, 8 or 9"));
            continue;
        };
        for (at, number) in numbers.get_ref().iter().enumerate() {
            if numbers.get_ref()[..at].contains(number) {
                let message = format!("the set for {players} players names tile {number} twice");
                let help = "take one of them out; equal tiles need numbers of their own";
                flaws.push(flaw(numbers.span(), message, help));
            }
            // A tile that was refused is not missed as well.
            if sound && !tiles.iter().any(|tile| tile.number == *number) {
                let message = format!("the set for {players} players names tile {number}, which is not in the file");
                let help = "take it out of the set, or add a [[tile]] of that number";
                flaws.push(flaw(numbers.span(), message, help));
            }
        }
        if numbers.get_ref().len() > MAX_TILES {
            let message = format!("a set holds at most {MAX_TILES} tiles");
            flaws.push(flaw(numbers.span(), message, "the board has no more spaces"));
        }
        by_players.insert(players, numbers.get_ref().clone());
    }
    by_players
}

/// One ability card of a file; its copies lie together in the deck's numbering.
#[derive(Clone, Debug)]
pub(crate) struct CardRow {
    pub name: String,
    pub effect: Effect,
    pub copies: u8,
    pub players: u8,
    /// May it also be played in another player's turn?
    pub dual: bool,
    /// Can it never be played, only paid with?
    pub blank: bool,
    /// How sure we are of it.
    pub marks: Marks,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    name: Spanned<String>,
    effect: Spanned<String>,
    numbers: Spanned<Vec<u8>>,
    players: Spanned<u8>,
    dual: Option<Spanned<bool>>,
    #[serde(default)]
    blank: bool,
    #[serde(default)]
    status: Marks,
}

/// Reads ability cards.
pub(crate) fn cards(text: &str) -> Result<Vec<CardRow>, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct CardsFile {
        #[serde(default)]
        card: Vec<CardEntry>,
    }
    let file: CardsFile = read(text)?;
    let mut flaws = Vec::new();
    let mut rows: Vec<CardRow> = Vec::new();
    let mut seen: Vec<u8> = Vec::new();
    let used = |number: &u8| file.card.iter().any(|row| row.numbers.get_ref().contains(number));
    let free = (1..=u8::MAX).find(|number| !used(number));
    for (at, row) in file.card.iter().enumerate() {
        let name = row.name.get_ref().clone();
        if file.card[..at].iter().any(|other| *other.name.get_ref() == name) {
            let message = format!("a second card is called {name}");
            flaws.push(flaw(row.name.span(), message, "give each card its own name"));
        }
        let Some(effect) = effect(row, &rows, &mut flaws) else {
            continue;
        };
        for number in row.numbers.get_ref() {
            if seen.contains(number) {
                flaws.push(flaw(
                    row.numbers.span(),
                    format!("card number {number} is used twice"),
                    free.map_or_else(
                        || "every copy of a card has its own number".to_owned(),
                        |free| format!("every copy of a card has its own number; {free} is free"),
                    ),
                ));
            }
            seen.push(*number);
        }
        let copies = row.numbers.get_ref().len() as u8;
        rows.push(CardRow {
            name,
            effect,
            copies,
            players: *row.players.get_ref(),
            dual: row.dual.as_ref().is_some_and(|dual| *dual.get_ref()),
            blank: row.blank,
            marks: row.status.clone(),
        });
    }
    if seen.len() > MAX_CARDS {
        let message = format!("the deck has {} cards; at most {MAX_CARDS} are possible", seen.len());
        flaws.push(flaw(0..0, message, "give cards fewer numbers"));
    }
    if flaws.is_empty() { Ok(rows) } else { Err(flaws) }
}

/// The effect of a card, and whether the rest of its entry goes with it; none where it has no effect that there is.
fn effect(row: &CardEntry, before: &[CardRow], flaws: &mut Vec<Flaw>) -> Option<Effect> {
    let Some(effect) = Effect::ALL
        .into_iter()
        .find(|effect| effect.key() == row.effect.get_ref())
    else {
        let help = nearest(row.effect.get_ref(), &Effect::ALL.map(Effect::key));
        let message = format!("\"{}\" is no effect of an ability card", row.effect.get_ref());
        flaws.push(flaw(row.effect.span(), message, help));
        return None;
    };
    if before.iter().any(|other| other.effect == effect) {
        let message = format!("a second card has the effect \"{}\"", effect.key());
        flaws.push(flaw(row.effect.span(), message, "give one card more numbers instead"));
    }
    if let Some(dual) = row
        .dual
        .as_ref()
        .filter(|dual| *dual.get_ref() && effect.window().is_none())
    {
        let message = format!("{} has no use outside one's own turn", row.name.get_ref());
        flaws.push(flaw(dual.span(), message, "write dual = false"));
    }
    if !(4..=9).contains(row.players.get_ref()) {
        let message = format!("no table has {} players", row.players.get_ref());
        let help = "write the smallest table that uses the card, 4 to 9";
        flaws.push(flaw(row.players.span(), message, help));
    }
    Some(effect)
}

/// The board: a grid of numbered spaces, and the spaces that stay empty.
#[derive(Clone, Debug)]
pub(crate) struct BoardFile {
    /// Row and column of space k (0 = spring) in the grid.
    pub place: Vec<(u8, u8)>,
    /// Empty spaces (numbered from 1) by layout and number of players.
    pub layouts: BTreeMap<String, BTreeMap<u8, Vec<u8>>>,
    /// How sure we are of it.
    pub marks: Marks,
}

/// Reads a board.
pub(crate) fn board(text: &str) -> Result<BoardFile, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct GridFile {
        #[serde(default)]
        status: Marks,
        grid: Spanned<Vec<Vec<u8>>>,
        layouts: BTreeMap<String, BTreeMap<String, Spanned<Vec<u8>>>>,
    }
    let file: GridFile = read(text)?;
    let mut flaws = Vec::new();
    let mut found: BTreeMap<u8, (u8, u8)> = BTreeMap::new();
    for (row, line) in file.grid.get_ref().iter().enumerate() {
        for (column, &number) in line.iter().enumerate().filter(|(_, number)| **number != 0) {
            if found.insert(number, (row as u8, column as u8)).is_some() {
                let message = format!("space {number} stands twice in the grid");
                let help = "each space has one number; 0 marks a place without a space";
                flaws.push(flaw(file.grid.span(), message, help));
            }
        }
    }
    let spaces = found.len();
    if !(4..=MAX_SPACES).contains(&spaces) || !found.keys().copied().eq(1..=spaces as u8) {
        let message = format!("the grid must number its spaces 1, 2, 3 … along the river, 4 to {MAX_SPACES} of them");
        let help = "0 marks a place of the grid without a space";
        flaws.push(flaw(file.grid.span(), message, help));
        return Err(flaws);
    }
    let place: Vec<(u8, u8)> = found.into_values().collect();
    for (index, pair) in place.windows(2).enumerate() {
        if pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1) != 1 {
            let message = format!(
                "spaces {} and {} follow each other on the river but are no neighbours in the grid",
                index + 1,
                index + 2
            );
            let help = "number the spaces along the river, each beside the one before";
            flaws.push(flaw(file.grid.span(), message, help));
        }
    }
    let layouts = layouts(&file.layouts, spaces, &mut flaws);
    if flaws.is_empty() {
        Ok(BoardFile {
            place,
            layouts,
            marks: file.status,
        })
    } else {
        Err(flaws)
    }
}

/// The empty spaces of a board with so many spaces, by layout and number of players.
fn layouts(
    written: &BTreeMap<String, BTreeMap<String, Spanned<Vec<u8>>>>,
    spaces: usize,
    flaws: &mut Vec<Flaw>,
) -> BTreeMap<String, BTreeMap<u8, Vec<u8>>> {
    let mut layouts: BTreeMap<String, BTreeMap<u8, Vec<u8>>> = BTreeMap::new();
    for (name, by_players) in written {
        for (key, empty) in by_players {
            let Some(players) = key.parse().ok().filter(|n| (4..=9).contains(n)) else {
                let message = format!("`{key}` is not a number of players");
                let help = "layouts are for 4, 5, 6, 7, 8 or 9 players";
                flaws.push(flaw(empty.span(), message, help));
                continue;
            };
            let mut numbers = empty.get_ref().clone();
            numbers.sort_unstable();
            if let Some(stray) = numbers.iter().find(|n| **n == 0 || usize::from(**n) > spaces) {
                let message = format!("the board has no space {stray}");
                let help = format!("empty spaces are numbered 1 to {spaces}");
                flaws.push(flaw(empty.span(), message, help));
            }
            if numbers.windows(2).any(|pair| pair[1] == pair[0] + 1) {
                let message = "two empty spaces follow each other on the river";
                flaws.push(flaw(empty.span(), message, "leave a tile between them"));
            }
            layouts.entry(name.clone()).or_default().insert(players, numbers);
        }
    }
    layouts
}

/// What depends on the number of players alone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PlayersRow {
    /// Number of players.
    pub players: u8,
    /// Merchants besides the Chief.
    pub merchants: u8,
    /// Separatists besides the Leader.
    pub separatists: u8,
    /// Profiteers.
    pub profiteers: u8,
    /// Is one more role card drawn unseen from separatist and Profiteer?
    #[serde(default)]
    pub hidden_card: bool,
    /// Kelp end point.
    pub kelp: u8,
    /// Log end point.
    pub logs: u8,
    /// Coin end point.
    pub coins: u8,
    /// How sure we are of the end points.
    #[serde(rename = "status")]
    pub marks: Marks,
}

/// The embedded table of player counts, in order of their number.
///
/// # Panics
/// Never: the embedded file is checked by a test.
pub(crate) fn players_table() -> Vec<PlayersRow> {
    #[derive(Deserialize, JsonSchema)]
    struct File {
        table: Vec<PlayersRow>,
    }
    toml::from_str::<File>(PLAYERS)
        .expect("the embedded table of players is well formed")
        .table
}

pub(crate) const TILE_ENTRIES: &[Entries] = &[Entries {
    word: "tile",
    list: "tile",
    named: Named::By {
        field: "number",
        main: "layers",
    },
    help: "a tile, by its number; a list is its layers",
    blanks: &[
        Blank {
            name: "blank",
            help: "a tile that shows nothing",
            make: |_, _| Instead::fields([("layers", vec![BLANK].into())]),
        },
        Blank {
            name: "one-of-each",
            help: "a tile of one kelp, one log and one coin",
            make: |_, _| Instead::fields([("layers", vec!["1 kelp + 1 log + 1 coin"].into())]),
        },
    ],
    near: tiles::near_layers,
    title: |name, _| format!("tile {name}"),
}];

pub(crate) const CARD_ENTRIES: &[Entries] = &[Entries {
    word: "card",
    list: "card",
    named: Named::By {
        field: "effect",
        main: "numbers",
    },
    help: "an ability card, by its effect; a list is the numbers of its copies",
    blanks: &[
        Blank {
            name: "blank",
            help: "a card that cannot be played, only paid with",
            make: |_, _| Instead::fields([("blank", true.into())]),
        },
        Blank {
            name: "left-out",
            help: "not in the deck",
            make: |_, _| Instead::fields([("numbers", Value::Array(Vec::new()))]),
        },
    ],
    near: unchanged,
    title: |name, card| card.get("name").and_then(Value::as_str).unwrap_or(name).to_owned(),
}];

/// The layer of a tile that shows nothing.
pub(crate) const BLANK: &str = "blank";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_files_are_well_formed() {
        let file = tiles(TILES).expect("tiles");
        assert_eq!(file.tiles.len(), 18);
        assert_eq!(cards(CARDS).expect("cards").iter().map(|c| c.copies).sum::<u8>(), 28);
        assert_eq!(board(BOARD).expect("board").place.len(), 16);
        let found = players_table().iter().map(|row| row.players).collect::<Vec<_>>();
        assert_eq!(found, [4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn a_broken_layer_is_refused_with_its_place() {
        let text = TILES.replace("\"2 kelp\", \"1 log\"", "\"2 kelps\", \"1 log\"");
        let flaws = tiles(&text).expect_err("kelps is no element");
        assert_eq!(&text[flaws[0].at.clone()], "\"2 kelps\"");
        assert!(flaws[0].message.contains("tile 8"), "{flaws:?}");
    }

    #[test]
    fn a_broken_board_is_refused() {
        let text = BOARD.replace("[1, 2, 3, 4]", "[2, 1, 3, 4]");
        assert!(
            board(&text).expect_err("river torn")[0]
                .message
                .contains("no neighbours")
        );
        let text = BOARD.replace("5 = [5, 9]", "5 = [5, 6]");
        assert!(
            board(&text).expect_err("two empties")[0]
                .message
                .contains("follow each other")
        );
    }

    #[test]
    fn an_unknown_card_effect_is_refused() {
        let text = CARDS.replace("\"deep-breath\"", "\"deep-breth\"");
        let flaws = cards(&text).expect_err("misspelt");
        assert_eq!(&text[flaws[0].at.clone()], "\"deep-breth\"");
    }
}
