//! The content against the tables it was made from: totals, end points, status.

use super::*;
use crate::games::Status;
use crate::games::riverbed::content;

#[test]
fn totals_and_end_points_by_number_of_players() {
    let wanted = [
        (4, [6, 6, 5], [10, 10, 7], 5),
        (5, [6, 6, 5], [11, 11, 9], 7),
        (6, [7, 7, 6], [11, 11, 9], 7),
        (7, [7, 7, 6], [12, 12, 10], 7),
        (8, [7, 8, 6], [11, 13, 10], 7),
        (9, [8, 8, 7], [12, 12, 10], 7),
    ];
    for (players, ends, totals, icons) in wanted {
        let game = Riverbed::standard(players);
        let mut sum = [0; 3];
        for tile in &game.tiles {
            (0..3).for_each(|element| sum[element] += tile.elements[element]);
        }
        assert_eq!((game.ends, sum), (ends, totals), "{players} players");
        assert_eq!(game.tiles.iter().filter(|tile| tile.hunt).count(), icons);
    }
}

#[test]
fn what_the_rulebook_forces_is_so() {
    let file = content::tiles(content::TILES).expect("well formed");
    let tile = |number: u8| file.tiles.iter().find(|tile| tile.number == number).expect("there");
    assert_eq!(
        (tile(8).elements, tile(8).layers, tile(8).status),
        ([2, 1, 0], 2, Status::Published)
    );
    assert!(
        file.tiles.iter().filter(|tile| tile.layers >= 2).count() > 9,
        "most tiles have layers"
    );
    let coins: Vec<u8> = file.tiles.iter().map(|tile| tile.elements[2]).collect();
    assert!(coins.contains(&1) && coins.contains(&2), "coins differ in number");
}

#[test]
fn every_entry_says_how_sure_it_is() {
    let tiles = content::tiles(content::TILES).expect("well formed").tiles;
    let count = |status| tiles.iter().filter(|tile| tile.status == status).count();
    assert_eq!(
        [Status::Published, Status::Constrained, Status::Reconstructed].map(count),
        [1, 3, 14]
    );
    let cards = content::cards(content::CARDS).expect("well formed");
    let constrained: Vec<&str> = cards
        .iter()
        .filter(|card| card.status == Status::Constrained)
        .map(|card| card.name.as_str())
        .collect();
    assert_eq!(constrained, ["Stepping Stone", "Swimming Hole", "Delusion"]);
    assert_eq!(
        content::board(content::BOARD).expect("well formed").status,
        Status::Reconstructed
    );
}

#[test]
fn own_tiles_must_fit_the_board() {
    let tiles = content::tiles(content::TILES).expect("well formed");
    let cards = content::cards(content::CARDS).expect("well formed");
    let board = content::board(content::BOARD).expect("well formed");
    let build = |rules: Rules| Riverbed::new(rules, &tiles, &cards, &board);
    let few = Rules {
        players: 7,
        tile_numbers: Some(vec![1, 2, 3]),
        ..Rules::default()
    };
    let clashes = build(few).expect_err("three tiles for sixteen spaces");
    assert_eq!(
        (clashes[0].key.join("."), clashes[0].message.as_str()),
        ("tile-numbers".into(), "3 tiles for 16 spaces")
    );
    let twice = Rules {
        players: 7,
        tile_numbers: Some(vec![1; 16]),
        ..Rules::default()
    };
    assert!(
        build(twice).expect_err("one tile sixteen times")[0]
            .message
            .contains("named twice")
    );
    let mut roles = Rules {
        players: 7,
        ..Rules::default()
    };
    roles.roles.merchants = Some(5);
    assert!(build(roles).expect_err("too many")[0].key == ["roles"]);
    let layout = Rules {
        players: 5,
        layout: "wide".to_owned(),
        ..Rules::default()
    };
    assert!(
        build(layout).expect_err("no such layout")[0]
            .help
            .as_deref()
            .is_some_and(|help| help.contains("default"))
    );
}
