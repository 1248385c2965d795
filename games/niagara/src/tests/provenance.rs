//! How sure we are of the content: by aspect, and against a designer's own board.

use crate::content::{BOARD, board};
use crate::description::GAME;
use balance_engine::Status::{self, Constrained, Own, Published, Reconstructed};
use balance_kit::{Content, Setup};

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
