//! How sure we are of the content: by aspect, and against a designer's own files.

use crate::description::GAME;
use crate::{Riverbed, content};
use balance_engine::{Provenance, Status};
use balance_kit::{Content, Setup};

/// Everything that is said.
fn whole(setup: &Setup) -> Vec<Provenance> {
    let game = (GAME.build)(setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    game.sheet().provenance.clone()
}

/// What is said of a part in one aspect: status and entries.
fn told(setup: &Setup, part: &str, aspect: &str) -> Vec<(Status, u32)> {
    let rows = whole(setup);
    let these = rows.iter().filter(|row| row.part == part && row.aspect == aspect);
    these.map(|row| (row.status, row.entries)).collect()
}

fn players(players: u8) -> Setup {
    let mut setup = Setup {
        rules: toml::from_str(&format!("players = {players}")).expect("rules"),
        ..Setup::default()
    };
    "random".clone_into(&mut setup.seats.all);
    setup
}

/// The embedded file of `key` with a piece of it replaced.
fn edited(setup: &Setup, key: &str, text: &str, from: &str, to: &str) -> Setup {
    assert!(text.contains(from), "{from}");
    let mut setup = setup.clone();
    let own = Content {
        file: "own.toml".to_owned(),
        text: text.replace(from, to),
    };
    setup.contents.insert(key.to_owned(), own);
    setup
}

use Status::{Constrained, Own, Published, Reconstructed};

#[test]
fn each_aspect_of_the_published_game_has_a_mark() {
    for table in 4..=9 {
        let setup = players(table);
        let game = Riverbed::standard(table);
        let rows = whole(&setup);
        assert!(rows.iter().all(|row| row.status != Own), "{rows:?}");
        let coins = told(&setup, "end points", "coins");
        assert_eq!(coins, [(Reconstructed, 1)], "no end point of coins is printed");
        let kelp = if table == 7 { Constrained } else { Reconstructed };
        assert_eq!(told(&setup, "end points", "kelp"), [(kelp, 1)]);
        assert_eq!(told(&setup, "end points", "logs"), [(Reconstructed, 1)]);
        assert_eq!(told(&setup, "board", "spaces"), [(Constrained, 1)]);
        assert_eq!(told(&setup, "board", "drawing"), [(Reconstructed, 1)]);
        let layout: &[_] = if table < 7 { &[(Reconstructed, 1)] } else { &[] };
        let found = told(&setup, "board", "layout");
        assert_eq!(found, layout, "with a tile on each space there is none");
        // Copies are counted.
        for aspect in ["name", "effect", "copies"] {
            let sum: u32 = told(&setup, "ability cards", aspect).iter().map(|row| row.1).sum();
            assert_eq!(sum, game.deck.count_ones());
        }
    }
    let seven = players(7);
    // Tile 8 is printed; of 7, 9 and 10 the figures and examples force a side each.
    let found = told(&seven, "tiles", "hunt-icon");
    assert_eq!(found, [(Constrained, 2), (Reconstructed, 14)]);
    let found = told(&seven, "tiles", "layers");
    assert_eq!(found, [(Published, 1), (Constrained, 2), (Reconstructed, 13)]);
    let found = told(&seven, "tiles", "contents");
    assert_eq!(found, [(Published, 1), (Constrained, 1), (Reconstructed, 14)]);
    // Three names are printed, on two cards each.
    let found = told(&seven, "ability cards", "name");
    assert_eq!(found, [(Published, 6), (Reconstructed, 20)]);
    let found = told(&seven, "ability cards", "effect");
    assert_eq!(found, [(Constrained, 6), (Reconstructed, 20)]);
    assert_eq!(told(&seven, "ability cards", "copies"), [(Reconstructed, 26)]);
}

#[test]
fn what_differs_from_the_embedded_files_is_the_designers_own() {
    let seven = players(7);
    let same = edited(&seven, "tiles", content::TILES, "number = 8", "number = 8");
    assert_eq!(whole(&same), whole(&seven), "a copy of the file is the file");
    // Whatever it says of itself.
    let tile = edited(
        &seven,
        "tiles",
        content::TILES,
        "\"2 kelp\", \"1 log\"",
        "\"3 kelp\", \"1 log\"",
    );
    let found = told(&tile, "tiles", "contents");
    assert_eq!(found, [(Constrained, 1), (Reconstructed, 14), (Own, 1)]);
    assert_eq!(told(&tile, "tiles", "layers"), told(&seven, "tiles", "layers"));
    let card = edited(
        &seven,
        "cards",
        content::CARDS,
        "numbers = [1, 2]",
        "numbers = [1, 2, 40]",
    );
    assert_eq!(told(&card, "ability cards", "copies"), [(Reconstructed, 24), (Own, 3)]);
    let found = told(&card, "ability cards", "name");
    assert_eq!(found, [(Published, 7), (Reconstructed, 20)]);
    let board = edited(&players(6), "board", content::BOARD, "6 = [5, 9]", "6 = [5, 10]");
    assert_eq!(told(&board, "board", "layout"), [(Own, 1)]);
    assert_eq!(told(&board, "board", "drawing"), [(Reconstructed, 1)]);
    let mut ends = seven;
    ends.rules = toml::from_str("players = 7\nend-points.coins = 5").expect("rules");
    assert_eq!(told(&ends, "end points", "coins"), [(Own, 1)]);
    assert_eq!(told(&ends, "end points", "kelp"), [(Constrained, 1)]);
}

#[test]
fn an_own_file_needs_no_marks() {
    let kept = |line: &&str| !line.starts_with("status") && !line.starts_with("note");
    let bare = content::TILES.lines().filter(kept).collect::<Vec<_>>().join("\n");
    assert_eq!(content::tiles(&bare).expect("tiles").tiles.len(), 18);
}
