//! A catalogue of broken content files of the real games: what the program says of each, word for word.

use std::fmt::Write;

use super::{folder, refused, scenario};

/// What is changed in a good file: a piece of it, and what stands there instead. Every occurrence is changed.
type Edit = (&'static str, &'static str);

/// A title, and what is changed.
type Case = (&'static str, &'static [Edit]);

fn edited(good: &str, edits: &[Edit]) -> String {
    edits.iter().fold(good.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is in the file");
        text.replacen(from, to, 1)
    })
}

/// What is said of a scenario with these files beside it.
pub fn said(text: &str, beside: &[(&str, &str)]) -> String {
    let dir = folder();
    for (name, text) in beside {
        scenario(dir.path(), name, text);
    }
    let path = scenario(dir.path(), "mine.toml", text);
    let said = refused(&["validate", &path.display().to_string()]);
    let said = said.replace(&format!("{}/", dir.path().display()), "");
    // No words of the machine's: neither of the reader's types nor of a panic.
    for word in [
        "serde",
        "panicked",
        "expected one of",
        "invalid type",
        "missing field",
        "os error",
        "DIR",
    ] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    said
}

/// Snapshots what is said of each broken version of a content file.
fn contents(name: &str, game: &str, key: &str, good: &str, cases: &[Case]) {
    let text = format!("game = \"{game}\"\n\n[rules]\n{key} = \"own.toml\"\n");
    let mut out = String::new();
    for (title, edits) in cases {
        let said = said(&text, &[("own.toml", &edited(good, edits))]);
        assert!(
            said.contains("own.toml:"),
            "{title}: the place is in the content file: {said}"
        );
        let _ = writeln!(out, "# {title}\n{said}");
    }
    insta::assert_snapshot!(name, out);
}

#[test]
fn riverbed_tiles() {
    contents(
        "riverbed-tiles",
        "riverbed",
        "tiles",
        include_str!("../../games/riverbed/src/content/tiles.toml"),
        &[
            (
                "an unknown element",
                &[("\"1 kelp\", \"1 coin\"", "\"1 kelp\", \"1 coyn\"")],
            ),
            ("too many of an element", &[("\"1 kelp\", \"1 coin\"", "\"12 kelp\"")]),
            (
                "a tile without layers",
                &[("layers = [\"1 kelp\", \"1 coin\"]", "layers = []")],
            ),
            ("a number twice", &[("number = 2\n", "number = 1\n")]),
            ("a set with a tile that is not there", &[("11, 12]", "11, 99]")]),
            ("a set for too many players", &[("9 = [", "19 = [")]),
            ("a misspelt key", &[("hunt = false", "hunts = false")]),
            ("a key left out", &[("hunt = false\n", "")]),
            ("text where true or false stands", &[("hunt = true", "hunt = \"yes\"")]),
            (
                "text where a list stands",
                &[("layers = [\"1 kelp\", \"1 coin\"]", "layers = \"1 kelp\"")],
            ),
            (
                "an unknown status",
                &[("status = \"reconstructed\"", "status = \"mine\"")],
            ),
            (
                "mistakes in several tiles",
                &[
                    ("number = 1\n", "number = 1000\n"),
                    ("hunt = true", "hunt = 1"),
                    (
                        "status = \"reconstructed\"\n\n[[tile]]\nnumber = 4",
                        "status = \"mine\"\n\n[[tile]]\nnumber = 4",
                    ),
                ],
            ),
            (
                "no TOML",
                &[("number = 1\n", "number: 1\n"), ("hunt = true", "hunt = True")],
            ),
            (
                "single brackets",
                &[("[[tile]]", "[tile]"), ("[[tile]]", "[tile]"), ("[[tile]]", "[tile]")],
            ),
            ("a key twice", &[("hunt = false\n", "hunt = false\nhunt = false\n")]),
        ],
    );
}

#[test]
fn riverbed_cards() {
    contents(
        "riverbed-cards",
        "riverbed",
        "cards",
        include_str!("../../games/riverbed/src/content/cards.toml"),
        &[
            (
                "an unknown effect",
                &[("effect = \"delusion\"", "effect = \"delusions\"")],
            ),
            (
                "an effect twice",
                &[("effect = \"delusion\"", "effect = \"stepping-stone\"")],
            ),
            ("a number twice", &[("numbers = [3, 4]", "numbers = [3, 1]")]),
            ("a table that is too large", &[("players = 4", "players = 14")]),
            ("a number where true or false stands", &[("dual = false", "dual = 0")]),
            (
                "a card in other players' turns without use there",
                &[("dual = false", "dual = true")],
            ),
            ("numbers below 0", &[("numbers = [1, 2]", "numbers = [-1, 2]")]),
            ("a name twice", &[("name = \"Delusion\"", "name = \"Stepping Stone\"")]),
        ],
    );
}

#[test]
fn riverbed_board() {
    contents(
        "riverbed-board",
        "riverbed",
        "board",
        include_str!("../../games/riverbed/src/content/board.toml"),
        &[
            ("a space left out", &[("[8, 7, 6, 5]", "[8, 7, 0, 5]")]),
            ("a space twice", &[("[8, 7, 6, 5]", "[8, 7, 6, 6]")]),
            ("a river that jumps", &[("[8, 7, 6, 5]", "[7, 8, 6, 5]")]),
            ("an empty space that is not there", &[("5 = [5, 9]", "5 = [5, 19]")]),
            ("two empty spaces in a row", &[("5 = [5, 9]", "5 = [5, 6]")]),
            ("a layout for too many players", &[("9 = []", "10 = []")]),
            ("a list that is not closed", &[("[8, 7, 6, 5],", "[8, 7, 6, 5,")]),
        ],
    );
}

#[test]
fn niagara_board() {
    contents(
        "niagara-board",
        "niagara",
        "board",
        include_str!("../../games/niagara/src/content/board.toml"),
        &[
            (
                "an unknown colour",
                &[(
                    "\"violet\", \"clear\", \"yellow\"]",
                    "\"violet\", \"claer\", \"yellow\"]",
                )],
            ),
            (
                "a colour without a place",
                &[("arms = [\"blue\", \"pink\"]", "arms = [\"blue\", \"\"]")],
            ),
            ("a colour twice", &[("name = \"clear\"", "name = \"violet\"")]),
            ("an empty arm", &[("arms = [\"blue\", \"pink\"]", "arms = []")]),
            (
                "a start beside the track",
                &[("weather-start = 0", "weather-start = 5")],
            ),
            ("a track of one box", &[("weather = [-1, 0, 1, 2]", "weather = [0]")]),
            (
                "a card that is too high",
                &[("cards = [1, 2, 3, 4, 5, 6]", "cards = [1, 2, 3, 4, 5, 60]")],
            ),
            (
                "a card twice",
                &[("cards = [1, 2, 3, 4, 5, 6]", "cards = [1, 2, 3, 4, 5, 5]")],
            ),
            (
                "text where a number stands",
                &[("weather-start = 0", "weather-start = \"0\"")],
            ),
            ("a misspelt key", &[("weather-start", "wether-start")]),
        ],
    );
}

#[test]
fn regatta_wedges() {
    contents(
        "regatta-wedges",
        "regatta",
        "wedges",
        include_str!("../../games/regatta/src/content/wedges.toml"),
        &[
            ("an unknown sign", &[("b ..F |", "b ..X |")]),
            ("a lane left out", &[("a .. | b ..F | c", "a .. | c")]),
            ("a dot that is not there", &[("b1+a2 c1+b2", "b1+a7 c1+b2")]),
            ("a path backwards", &[("b1+a2 c1+b2", "b3+a1 c1+b2")]),
            ("a whirlpool with two exits", &[("b2{1:c3,2:b3,3:a3}", "b2{1:c3,2:b3}")]),
            (
                "an exit of another number",
                &[("b2{1:c3,2:b3,3:a3}", "b2{1:c3,2:b3,4:a3}")],
            ),
            ("exits of no whirlpool", &[("b1+a2 c1+b2", "b1{1:a2} c1+b2")]),
            (
                "a brace that is not closed",
                &[("b2{1:c3,2:b3,3:a3}", "b2{1:c3,2:b3,3:a3")],
            ),
            ("a wedge twice", &[("id = \"A2\"", "id = \"A1\"")]),
            ("a trio of two", &[("symbol = \"wave\"", "symbol = \"weave\"")]),
            ("no Starting Line", &[("symbol = \"line\"", "symbol = \"none\"")]),
            ("a key left out", &[("symbol = \"wave\"\n", "")]),
            ("a name twice", &[("name = \"Twin Necks\"", "name = \"Calm Bay\"")]),
        ],
    );
}

#[test]
fn regatta_favors() {
    contents(
        "regatta-favors",
        "regatta",
        "favors",
        include_str!("../../games/regatta/src/content/favors.toml"),
        &[
            ("an unknown effect", &[("effect = \"apollo\"", "effect = \"apolo\"")]),
            ("an effect twice", &[("effect = \"apollo\"", "effect = \"demeter\"")]),
            ("a starter number twice", &[("starter = 2", "starter = 1")]),
            ("three starters", &[("starter = 4\n", "")]),
            ("a starter without cards", &[("count = 3", "count = 0")]),
            ("more cards than can be", &[("count = 3", "count = 70")]),
            ("a count below 0", &[("count = 3", "count = -3")]),
            ("a name twice", &[("name = \"Apollo\"", "name = \"Demeter\"")]),
        ],
    );
}

#[test]
fn mekong_board() {
    contents(
        "mekong-board",
        "mekong",
        "board",
        include_str!("../../games/mekong/src/content/board.toml"),
        &[
            ("five planks", &[("lengths = [380, ", "lengths = [")]),
            ("planks out of order", &[("[380, 490,", "[490, 380,")]),
            ("a plank longer than the board", &[("820, 930]", "820, 9300]")]),
            ("a plank that covers too much", &[("bearing = 50", "bearing = 500")]),
            (
                "an unknown colour",
                &[("destination = \"black\"", "destination = \"blak\"")],
            ),
            (
                "a village that stays where it is",
                &[("destination = \"black\"", "destination = \"pink\"")],
            ),
            (
                "a village beside the board",
                &[("centre = [350, 2250]", "centre = [350, 9250]")],
            ),
            ("a village twice", &[("colour = \"green\"", "colour = \"pink\"")]),
            (
                "land the wrong way round",
                &[("neck = [0, 2110, 350, 2390]", "neck = [350, 2110, 0, 2390]")],
            ),
            ("an island beside the board", &[("[1872, 778]", "[-1872, 778]")]),
            (
                "two islands on one place",
                &[("[1872, 778], [2628, 778]", "[1872, 778], [1880, 780]")],
            ),
            ("text where a number stands", &[("bearing = 50", "bearing = \"50\"")]),
        ],
    );
}
