//! The embedded tiles, cards and tables: numbers, totals, and how sure we are of each.

use super::*;
use crate::content;
use balance_kit::Telling;

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
