//! The board as data: what is published, and every flaw of a designer's own with its place.

use super::*;
use crate::content::{BOARD, Flaw, board};
use balance_engine::Table;
use balance_kit::laws;

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
