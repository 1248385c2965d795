//! The embedded tiles, cards and tables: numbers, totals, and how sure we are of each.

use super::*;
use crate::description::GAME;
use crate::{Riverbed, content};
use balance_engine::Provenance;
use balance_engine::Status::{self, Constrained, Own, Published, Reconstructed};
use balance_kit::{Content, Setup, Telling};

fn totals(game: &Riverbed) -> [u8; 3] {
    let mut totals = [0; 3];
    for tile in &game.tiles {
        for (total, count) in totals.iter_mut().zip(tile.elements) {
            *total += count;
        }
    }
    totals
}

#[test]
fn the_end_points_and_the_elements_in_play() {
    // Ratios of total to end point, rounded to hundredths; hunt icons among the tiles.
    for (players, ends, elements, ratios, icons) in [
        (4, [6, 6, 5], [10, 10, 7], [167, 167, 140], 5),
        (5, [6, 6, 5], [11, 11, 9], [183, 183, 180], 7),
        (6, [7, 7, 6], [11, 11, 9], [157, 157, 150], 7),
        (7, [7, 7, 6], [12, 12, 10], [171, 171, 167], 7),
        (8, [7, 8, 6], [11, 13, 10], [157, 163, 167], 7),
        (9, [8, 8, 7], [12, 12, 10], [150, 150, 143], 7),
    ] {
        let game = Riverbed::standard(players);
        assert_eq!(game.ends, ends, "{players} players");
        assert_eq!(totals(&game), elements, "{players} players");
        for track in 0..3 {
            let ratio = (100.0 * f64::from(elements[track]) / f64::from(ends[track])).round();
            assert_eq!(ratio as u32, ratios[track], "{players} players, track {track}");
        }
        assert_eq!(game.tiles.iter().filter(|tile| tile.hunt).count(), icons);
    }
}

#[test]
fn deck_sizes_by_number_of_players() {
    for (players, cards) in [(4, 16), (5, 20), (6, 22), (7, 26), (8, 28), (9, 28)] {
        let game = Riverbed::standard(players);
        assert_eq!(game.deck.count_ones(), cards, "{players} players");
        let holds = u32::from(players) * u32::from(game.rules.hand_limit) <= cards;
        assert!(holds, "full hands fit");
    }
}

#[test]
fn no_layer_of_the_box_shows_two_kinds() {
    // Also half of RB-R29.
    for tile in content::tiles(content::TILES).expect("the tiles are well formed").tiles {
        assert_eq!(tile.steps.len(), tile.layers.len(), "tile {}", tile.number);
    }
}

#[test]
fn what_the_book_forces_on_the_tiles() {
    let tiles = content::tiles(content::TILES).expect("the tiles are well formed").tiles;
    assert!(tiles.iter().filter(|tile| tile.layers.len() >= 2).count() * 2 > tiles.len());
    let coins: Vec<u8> = tiles.iter().map(|tile| tile.elements[2]).collect();
    assert!(coins.contains(&0) && coins.contains(&1) && coins.contains(&2));
}

#[test]
fn every_tile_layer_by_layer() {
    use crate::tiles::Element::{Coin, Kelp, Log};
    let (k, l, c) = (
        |n| TileStep::Count(Kelp, n),
        |n| TileStep::Count(Log, n),
        |n| TileStep::Count(Coin, n),
    );
    let expected: [(u8, bool, Vec<TileStep>); 18] = [
        (1, false, vec![k(1), c(1)]),
        (2, true, vec![l(1), c(1)]),
        (3, true, vec![k(1), l(1)]),
        (4, false, vec![l(1), k(1)]),
        (5, false, vec![k(2), c(1)]),
        (6, false, vec![l(2)]),
        (7, true, vec![TileStep::Text(Text::RevealAdjacent)]),
        (8, false, vec![k(2), l(1)]),
        (9, false, vec![TileStep::Text(Text::FlipDown), c(2)]),
        (10, true, vec![l(2), c(1), TileStep::Text(Text::View)]),
        (11, true, vec![k(2), c(1)]),
        (12, false, vec![l(2), TileStep::Text(Text::Swap), k(1)]),
        (13, true, vec![k(1), TileStep::Text(Text::DiscardRandom)]),
        (14, true, vec![c(2), l(1)]),
        (15, false, vec![l(1), k(1), c(1)]),
        (16, false, vec![TileStep::Text(Text::ShuffleAdjacent)]),
        (17, true, vec![l(1), k(1), c(1)]),
        (18, false, vec![k(2), TileStep::Text(Text::Swap), l(1)]),
    ];
    let tiles = content::tiles(content::TILES).expect("the tiles are well formed").tiles;
    for (tile, (number, hunt, steps)) in tiles.iter().zip(expected) {
        assert_eq!((tile.number, tile.hunt), (number, hunt));
        assert_eq!(tile.steps, steps, "tile {number}");
    }
}

#[test]
fn every_card_with_its_copies_table_and_use() {
    use Effect as E;
    let expected = [
        (E::SteppingStone, 2, 4, false),
        (E::SwimmingHole, 2, 4, false),
        (E::Delusion, 2, 4, false),
        (E::ClearWater, 2, 4, false),
        (E::TwinLanterns, 1, 4, false),
        (E::SecondWind, 2, 4, true),
        (E::MurkyWater, 1, 4, false),
        (E::Crosscurrent, 1, 4, false),
        (E::SlantingCurrent, 1, 4, false),
        (E::Undertow, 1, 4, true),
        (E::DeepBreath, 1, 4, false),
        (E::LightFingers, 1, 5, false),
        (E::Eavesdrop, 2, 5, true),
        (E::Decoy, 1, 5, true),
        (E::Confession, 1, 6, false),
        (E::Sandbank, 1, 6, false),
        (E::RottenTimber, 1, 7, false),
        (E::WitheredKelp, 1, 7, false),
        (E::Counterfeit, 1, 7, false),
        (E::FarReach, 1, 7, false),
        (E::Whirlpool, 1, 8, false),
        (E::BorrowedGills, 1, 8, true),
    ];
    let rows = content::cards(content::CARDS).expect("the cards are well formed");
    assert_eq!(rows.len(), expected.len());
    for (row, (effect, copies, players, dual)) in rows.iter().zip(expected) {
        let found = (row.effect, row.copies, row.players, row.dual);
        assert_eq!(found, (effect, copies, players, dual));
        assert_eq!(effect.window().is_some(), dual, "{}", row.name);
    }
}

#[test]
fn two_cards_of_one_name_are_refused() {
    let own = content::CARDS.replace("name = \"Delusion\"", "name = \"Stepping Stone\"");
    let flaws = content::cards(&own).expect_err("two are called the same");
    let told = flaws.iter().map(|flaw| (flaw.message.as_str(), &own[flaw.at.clone()]));
    let told: Vec<_> = told.collect();
    assert_eq!(told, [("a second card is called Stepping Stone", "\"Stepping Stone\"")]);
    let line = own[..flaws[0].at.start].matches('\n').count();
    assert_eq!(own.lines().nth(line - 1), Some("[[card]]"));
}

#[test]
fn rb_60_each_card_is_used_from_its_number_of_players_on() {
    let rows = content::cards(content::CARDS).expect("the cards are well formed");
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        for row in &rows {
            let copies = if row.players <= players { row.copies } else { 0 };
            assert_eq!(game.copies[row.effect as usize].count_ones(), u32::from(copies));
        }
    }
}

#[test]
fn rules_that_do_not_go_together_are_refused() {
    let tiles = content::tiles(content::TILES).expect("tiles");
    let cards = content::cards(content::CARDS).expect("cards");
    let board = content::board(content::BOARD).expect("board");
    let keys = |rules: Rules| -> Vec<String> {
        let clashes = Riverbed::new(rules, &tiles, &cards, &board).expect_err("these rules clash");
        let all = clashes.iter().map(|clash| clash.at.to_string().replace("rules.", ""));
        all.collect()
    };
    assert_eq!(keys(rules(3, |_| {})), ["players"]);
    assert_eq!(keys(rules(6, |rules| rules.layout = "round".into())), ["layout"]);
    let found = keys(rules(7, |rules| rules.tile_numbers = Some(vec![1, 2])));
    assert_eq!(found, ["tile-numbers"]);
    let found = keys(rules(4, |rules| rules.tile_numbers = Some(vec![1, 1, 40])));
    assert_eq!(found, ["tile-numbers"; 2]);
    assert_eq!(keys(rules(7, |rules| rules.roles.merchants = Some(3))), ["roles"]);
    for cost in [
        |rules: &mut Rules| rules.uncover_cost = 2,
        |rules: &mut Rules| rules.hunt_cost = 2,
        |rules: &mut Rules| rules.con_cost = 2,
    ] {
        let costly = |rules: &mut Rules| {
            rules.cost_counts_as_card = true;
            cost(rules);
        };
        assert_eq!(keys(rules(7, costly)), ["cost-counts-as-card"]);
    }
    for players in [4, 9] {
        let found = keys(rules(players, |rules| rules.starting_cards = 5));
        assert_eq!(found, ["starting-cards"]);
    }
}

#[test]
fn rb_59_a_card_file_may_take_the_second_use_away() {
    let single = content::CARDS.replace("dual = true", "dual = false");
    let mut p = Position::of(with_contents(content::TILES, &single))
        .hand(MERCHANT, &[SecondWind])
        .exhausted(MERCHANT);
    p.play(&[Move::Dive, at(1)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
}

#[test]
fn points_that_the_tiles_do_not_carry_are_said() {
    for players in 4..=9 {
        assert!(
            crate::GAME
                .keys_out_of_reach(&format!("players = {players}"))
                .is_empty()
        );
    }
    let short = crate::GAME.keys_out_of_reach("players = 5\nend-points = { kelp = 60, coins = 60 }");
    assert_eq!(short, ["end-points.kelp", "end-points.coins"]);
}

#[test]
fn changes_of_what_is_not_in_play_are_said() {
    let idle = |rules: &str| crate::GAME.idle_keys(rules, 12);
    let (tile, card) = ("tile.18 = [\"2 kelp\"]", "card.deep-breath = []");
    assert_eq!(idle(&format!("players = 5\n{tile}")), ["tile.18"]);
    assert!(idle(&format!("players = 9\n{tile}\n{card}")).is_empty());
    // What a change takes out of the deck, or puts into play, does something.
    assert!(idle(&format!("players = 5\n{card}")).is_empty());
    let own = format!("players = 5\n{tile}\ntile-numbers = [18, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]");
    assert!(idle(&own).is_empty());
}

#[test]
fn a_tile_that_a_set_names_twice_is_told_at_its_place() {
    let own = content::TILES.replace("\n5 = [", "\n5 = [1, 1, ");
    assert_ne!(own, content::TILES);
    let flaws = content::tiles(&own).expect_err("twice");
    let line = own[..flaws[0].at.start].matches('\n').count();
    let holds = own.lines().nth(line).is_some_and(|line| line.starts_with("5 = ["));
    assert!(holds, "{flaws:?}");
    assert!(flaws[0].message.contains("tile 1 twice"), "{flaws:?}");
}

/// What stands in one layer is told as one layer, in words and in the picture; a blank shows nothing.
#[test]
fn layers_of_own_tiles_are_told_as_they_were_written() {
    let text = content::TILES.replacen("[\"1 kelp\", \"1 coin\"]", "[\"1 log + 1 coin\", \"view\"]", 1);
    let text = text.replacen("[\"1 log\", \"1 coin\"]", "[\"blank\"]", 1);
    let game = with_contents(&text, content::CARDS);
    let state = game.setup(&mut Chance::new(1, 1));
    let told = |tile: u8| {
        let event = Event::Revealed {
            seat: CHIEF,
            space: 0,
            tile,
        };
        game.happening(event, &state.public, None).expect("it is told")
    };
    assert!(told(0).contains("tile 1 (1 log and 1 coin, then "), "{}", told(0));
    assert!(told(1).contains("tile 2 (hunt icon; nothing)"), "{}", told(1));
    let picture = game.picture(&state, None).expect("a picture");
    assert!(picture.contains(">1 log + 1 coin</text>"), "{picture}");
}

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
