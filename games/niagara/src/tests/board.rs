//! The board as data: what is published, how sure we are of it, and every flaw of a designer's own with its place.

use super::*;
use crate::content::{BOARD, Flaw, board};
use crate::description::GAME;
use balance_engine::Status::{self, Constrained, Own, Published, Reconstructed};
use balance_engine::Table;
use balance_kit::{Content, Setup, laws};

/// The flaws of the standard board after replacing some text, and the text that the first one points at.
fn flaws(from: &str, to: &str) -> (Vec<Flaw>, String) {
    assert!(BOARD.contains(from), "{from}");
    let text = BOARD.replacen(from, to, 1);
    let flaws = board(&text).expect_err("it is flawed");
    let span = flaws[0].at.clone();
    let place = text[span].to_owned();
    (flaws, place)
}

#[test]
fn the_standard_board_is_the_published_one() {
    let file = board(BOARD).expect("well formed");
    assert_eq!(file.cards, [1, 2, 3, 4, 5, 6]);
    assert_eq!(file.weather, [-1, 0, 1, 2]);
    let game = Niagara::standard(4);
    // G8 and G1: distances from land
    let depths: Vec<u8> = game.river.spaces().map(|space| game.river.depth(space)).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 6, 7]);
    assert_eq!(game.river.depth_of_place, [3, 4, 5, 6, 7]);
}

#[test]
fn every_flaw_is_named_with_its_place() {
    let flawed = r#"
"violet", "clear" · "viollet", "clear" · "viollet" · no colour
trunk = ["", "", "violet", "clear", "yellow"] · trunk = [] · [] · the river needs a space
arms = ["blue", "pink"] · arms = [] · [] · the river needs a space
"violet", "clear", "yellow" · "violet", "clear", "" · "yellow" · yellow has no place
weather-start = 0 · weather-start = 5 · 5 · begins on a box
weather = [-1, 0, 1, 2] · weather = [0] · [0] · 2 to 16 boxes
weather = [-1, 0, 1, 2] · weather = [0, 99] · [0, 99] · from -12 to 12
cards = [1, 2, · cards = [0, 2, · [0, 2, 3, 4, 5, 6] · at least 1
5, 6] · 5, 8] · [1, 2, 3, 4, 5, 8] · length of the river
5, 6] · 5, 5] · [1, 2, 3, 4, 5, 5] · stands on two cards
cards = [1, 2, 3, 4, 5, 6] · cards = [] · [] · no cards that show a number
numbers = [7] · numbers = [9] · [9] · length of the river
choice = [1, 2, 3] · choice = [0] · [0] · at least 1
name = "clear" · name = "violet" · "violet" · stands twice
weather-start = 0 · weather-start = "none" · "none" · a whole number
"#;
    for line in flawed.trim().lines() {
        let [from, to, place, says] = line.split(" · ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (flaws, found) = flaws(from, to);
        assert!(
            flaws
                .iter()
                .any(|flaw| flaw.message.contains(says) || flaw.help.as_deref().is_some_and(|help| help.contains(says))),
            "{to}: {flaws:?}"
        );
        assert!(found.starts_with(place), "{to} points at {found}");
    }
    let (many, _) = flaws("cards = [1, 2,", "unknown = 3\ncards = [1, 2,");
    assert_eq!(many.len(), 1);
}

#[test]
fn too_long_a_river_is_refused() {
    let long = format!("trunk = [{} \"violet\", \"clear\", \"yellow\"]", "\"\", ".repeat(22));
    let (flaws, _) = flaws("trunk = [\"\", \"\", \"violet\", \"clear\", \"yellow\"]", &long);
    assert!(flaws[0].message.contains("29 spaces"), "{flaws:?}");
}

#[test]
fn a_colour_more_or_less_is_refused() {
    let pink = BOARD.find("[[colour]]\nname = \"pink\"").expect("there");
    let end = BOARD[pink..].find("\n\n").expect("a line after it") + pink;
    let text = format!("{}{}", &BOARD[..pink], &BOARD[end..]).replace("\"pink\"", "\"blue\"");
    let flaws = board(&text).expect_err("four colours");
    let holds = flaws.iter().any(|flaw| flaw.message == "there are 4 colours");
    assert!(holds, "{flaws:?}");
}

#[test]
fn the_new_cards_need_a_board_that_has_them() {
    let text = BOARD.split("# Cards that each player has besides").next();
    let text = text.expect("the part before");
    let file = board(text).expect("well formed without them");
    let mut rules = Rules::default();
    assert!(Niagara::new(rules.clone(), &file).is_ok());
    rules.spirits.cards = true;
    let clashes = Niagara::new(rules, &file).expect_err("no cards");
    assert_eq!(clashes[0].at.to_string(), "rules.spirits.cards");
}

#[test]
fn a_board_may_have_new_numbers_and_no_card_of_ones_choice() {
    let text = BOARD.replace("choice = [1, 2, 3]", "choice = []");
    let mut rules = Rules::default();
    rules.spirits.cards = true;
    let game = Niagara::new(rules, &board(&text).expect("well formed")).expect("it goes together");
    let cards = [0, 1, 2, 3, 4, 5, 6, 7].map(|number| Move::Card(Card(number)));
    let p = begin(&game);
    assert_eq!(p.moves()[..8], cards);
    assert_eq!(p.moves()[8..], [Move::Card(LASSO)]);
}

#[test]
fn a_longer_river_is_played() {
    let text = BOARD
        .replace("trunk = [\"\", \"\",", "trunk = [\"\", \"\", \"\",")
        .replace("arms = [\"blue\", \"pink\"]", "arms = [\"blue\", \"\", \"pink\"]")
        .replace("weather = [-1, 0, 1, 2]", "weather = [-2, -1, 0, 1]");
    let file = board(&text).expect("well formed");
    let game = Niagara::new(Rules::default(), &file).expect("it goes together");
    assert_eq!(game.river.count(), 12);
    let bot = player("heuristic", "");
    laws::plays_and_repeats(&game, &*bot, 3, 10).unwrap_or_else(|breach| panic!("{breach}"));
    let finished = Table::new(&game).play(Chance::new(3, 3), |_, _| &*bot, &mut ());
    assert!(!finished.outcome.winners.is_empty());
}

/// A number that the cards of the base game and of the expansion share is in the way only where both are in play.
#[test]
fn numbers_of_the_expansion_clash_only_where_it_is_in_play() {
    let text = BOARD.replace("numbers = [7]", "numbers = [6]");
    let file = board(&text).expect("well formed");
    let mut rules = Rules::default();
    assert!(Niagara::new(rules.clone(), &file).is_ok());
    rules.spirits.cards = true;
    let clashes = Niagara::new(rules, &file).expect_err("two cards of a number");
    assert!(
        clashes[0]
            .message
            .contains("the card 6 is one of the base game already"),
        "{clashes:?}"
    );
}

/// What follows from a mistake is not told beside it: of two colours of one name, of a name that is none, of no river.
#[test]
fn a_mistake_of_colours_is_told_alone() {
    for (from, to, wanted) in [
        ("name = \"clear\"", "name = \"violet\"", 2),
        (
            "\"violet\", \"clear\", \"yellow\"",
            "\"violet\", \"clear\", \"yelow\"",
            1,
        ),
        ("arms = [\"blue\", \"pink\"]", "arms = []", 1),
    ] {
        let (flaws, _) = flaws(from, to);
        assert_eq!(flaws.len(), wanted, "{flaws:?}");
        assert!(flaws.iter().all(|flaw| !flaw.message.contains("no place")), "{flaws:?}");
    }
}

/// Everything that is said of these rules, with this board or the embedded one: part, aspect, status, entries.
fn told(rules: &str, own: Option<String>) -> Vec<(String, Status, u32)> {
    let mut setup = Setup {
        rules: toml::from_str(rules).expect("rules"),
        ..Setup::default()
    };
    "random".clone_into(&mut setup.seats.all);
    if let Some(text) = own {
        let file = "own.toml".to_owned();
        setup.contents.insert("board".to_owned(), Content { file, text });
    }
    let game = (GAME.build)(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let rows = game.sheet().provenance.iter();
    rows.map(|row| (row.label(), row.status, row.entries)).collect()
}

/// What is said with a piece of the embedded board replaced, and only what is not said of the embedded one.
#[track_caller]
fn changed(rules: &str, from: &str, to: &str) -> Vec<(String, Status, u32)> {
    assert!(BOARD.contains(from), "{from}");
    let before = told(rules, None);
    let mut rows = told(rules, Some(BOARD.replacen(from, to, 1)));
    rows.retain(|row| !before.contains(row));
    rows
}

fn rows(expected: &[(&str, Status, u32)]) -> Vec<(String, Status, u32)> {
    let row = |(label, status, entries): &(&str, Status, u32)| ((*label).to_owned(), *status, *entries);
    expected.iter().map(row).collect()
}

#[test]
fn each_aspect_of_the_published_game_has_a_mark() {
    let base = [
        ("cards (kinds)", Published, 28),
        ("gems (names)", Published, 35),
        ("gems (numbers)", Published, 35),
        ("gems (places)", Published, 28),
        ("gems (places)", Constrained, 7),
        ("river (arms)", Published, 1),
        ("river (fork)", Reconstructed, 1),
        ("river (trunk)", Published, 1),
        ("weather track (boxes)", Published, 4),
        ("weather track (start)", Published, 1),
    ];
    assert_eq!(told("", None), rows(&base));
    let found = told("", Some(BOARD.to_owned()));
    assert_eq!(found, rows(&base), "a copy is no board of one's own");
    let values = told("tiebreak = \"value\"", None);
    let holds = values.contains(&("gems (values)".to_owned(), Published, 35));
    assert!(holds, "{values:?}");
    let two = told("players = 2", None);
    let expected = ("cards (kinds)".to_owned(), Published, 14);
    assert_eq!(two[0], expected, "copies are counted");
    let holds = two.contains(&("two players (rules)".to_owned(), Reconstructed, 1));
    assert!(holds, "{two:?}");
}

#[test]
fn expansions_are_published_in_outline_only() {
    let rules = "players = 3\njoe = true\nspirits.cards = true\nspirits.gems-by-players = true";
    let mut with = told(rules, None);
    with.retain(|row| !told("players = 3", None).contains(row));
    let expected = [
        ("Diamond Joe (details)", Reconstructed, 1),
        ("Diamond Joe (outline)", Published, 1),
        ("Spirits of Niagara (details)", Reconstructed, 2),
        ("Spirits of Niagara (outline)", Published, 2),
        ("cards of Spirits of Niagara (kinds)", Published, 9),
        ("gems (names)", Published, 30),
        ("gems (numbers)", Published, 30),
        ("gems (places)", Published, 24),
        ("gems (places)", Constrained, 6),
    ];
    assert_eq!(with, rows(&expected));
    let choice = changed(rules, "choice = [1, 2, 3]", "choice = [1, 2]");
    let expected = [
        ("cards of Spirits of Niagara (kinds)", Published, 6),
        ("cards of Spirits of Niagara (kinds)", Own, 3),
    ];
    assert_eq!(choice, rows(&expected));
    let found = changed("", "choice = [1, 2, 3]", "choice = [1, 2]");
    assert_eq!(found, [], "it is not in the game");
}

#[test]
fn what_differs_from_the_embedded_board_is_the_designers_own() {
    let seven = BOARD.replace("5, 6]", "5, 7]").replace("numbers = [7]", "numbers = []");
    let cards = rows(&[("cards (kinds)", Published, 24), ("cards (kinds)", Own, 4)]);
    assert_eq!(told("", Some(seven))[..2], cards);
    let trunk = changed("", "[\"\", \"\", \"violet\"", "[\"\", \"\", \"\", \"violet\"");
    // Clear and yellow move down, too.
    let expected = [
        ("gems (places)", Published, 7),
        ("gems (places)", Own, 21),
        ("river (trunk)", Own, 1),
    ];
    assert_eq!(trunk, rows(&expected));
    let arms = changed("", "arms = [\"blue\", \"pink\"]", "arms = [\"blue\", \"pink\", \"\"]");
    assert_eq!(arms, rows(&[("river (arms)", Own, 1)]));
    let swapped = changed("", "arms = [\"blue\", \"pink\"]", "arms = [\"pink\", \"blue\"]");
    assert_eq!(
        swapped,
        rows(&[("gems (places)", Published, 21), ("gems (places)", Own, 14)])
    );
    let weather = changed("", "weather = [-1, 0, 1, 2]", "weather = [-1, 0, 1, 3]");
    let expected = [
        ("weather track (boxes)", Published, 3),
        ("weather track (boxes)", Own, 1),
    ];
    assert_eq!(weather, rows(&expected));
    let start = changed("", "weather-start = 0", "weather-start = 1");
    assert_eq!(start, rows(&[("weather track (start)", Own, 1)]));
    // Whatever the file says of itself, and only where values count.
    assert_eq!(changed("", "value = 1", "value = 9"), []);
    let value = changed("tiebreak = \"value\"", "value = 1", "value = 9");
    assert_eq!(
        value,
        rows(&[("gems (values)", Published, 28), ("gems (values)", Own, 7)])
    );
    let name = BOARD.replace("\"violet\"", "\"mauve\"");
    let name: Vec<_> = told("", Some(name)).into_iter().filter(|row| row.1 == Own).collect();
    let expected = [
        ("gems (names)", Own, 7),
        ("gems (numbers)", Own, 7),
        ("gems (places)", Own, 7),
    ];
    assert_eq!(name, rows(&expected));
    let gems = told("gems-per-place = 8", None);
    assert!(gems.contains(&("gems (numbers)".to_owned(), Own, 40)), "{gems:?}");
    let fork = told("fork-switch = 1.0", None);
    assert!(fork.contains(&("river (fork)".to_owned(), Own, 1)), "{fork:?}");
}

#[test]
fn an_own_board_needs_no_marks() {
    let bare: Vec<&str> = BOARD.lines().filter(|line| !line.contains("status = ")).collect();
    assert!(board(&bare.join("\n")).is_ok());
}
