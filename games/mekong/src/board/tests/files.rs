//! Boards of a designer's own: what is wrong with a file, and what may differ.

use super::super::Board;
use super::super::content::{self, BOARD, COLOURS};

/// The flaws of the embedded board with one text replaced by another: the place's text and the message.
fn flaws(from: &str, to: &str) -> Vec<(String, String)> {
    assert!(BOARD.contains(from), "the file has no {from}");
    let text = BOARD.replacen(from, to, 1);
    let flaws = content::board(&text).err().unwrap_or_default();
    let all = flaws.into_iter().map(|flaw| (text[flaw.at].to_owned(), flaw.message));
    all.collect()
}

#[test]
fn every_flaw_is_told_with_its_place() {
    let flawed = r#"
[380, 490, 600, 710, 820, 930] · [380, 490] · there are 2 lengths
[380, 490, 600, 710, 820, 930] · [380, 380, 600, 710, 820, 930] · a higher number must be a longer plank
[380, 490, 600, 710, 820, 930] · [10, 490, 600, 710, 820, 930] · a plank is 80 to 4500 long
bearing = 50 · bearing = 0 · a plank cannot cover 0 of a stone
colour = "green" · colour = "white" · there is no colour "white"
colour = "green" · colour = "pink" · the village pink stands twice
destination = "red" · destination = "green" · green would begin at its destination
centre = [1300, 605] · centre = [1300, -605] · the village green is not on the board
centre = [1300, 605] · centre = [400, 2000] · the villages pink and green overlap
neck = [0, 2110, 350, 2390] · neck = [350, 2110, 0, 2390] · the neck of pink has its sides the wrong way round
[1872, 778] · [1872, 100] · island 1 is not wholly on the board
[2628, 778] · [1900, 800] · islands 1 and 2 overlap
[1872, 778] · [1500, 900] · island 1 lies on the village green
[1872, 778] · [1580, 250] · island 1 lies on the village green
"#;
    for line in flawed.trim().lines() {
        let [from, to, message] = line.split(" · ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        // It is what stands there now.
        let place = to.rsplit(" = ").next().unwrap_or(to);
        let flaws = flaws(from, to);
        let found = flaws.iter().any(|flaw| flaw.0 == place && flaw.1 == message);
        assert!(found, "{place}: {message} is not among {flaws:?}");
    }
}

#[test]
fn a_board_may_be_smaller_but_every_village_needs_a_way() {
    let start = BOARD.find("centres = [").unwrap();
    let with = |centres: &str| content::board(&format!("{}centres = {centres}\n", &BOARD[..start]));
    let messages = |centres: &str| -> Vec<String> {
        let flaws = with(centres).err().unwrap_or_default();
        flaws.into_iter().map(|flaw| flaw.message).collect()
    };
    assert_eq!(messages("[]"), ["there are 0 islands"]);
    let many = (0..28)
        .map(|at| format!("[{}, {}]", 1700 + at % 4 * 300, 900 + at / 4 * 310))
        .collect::<Vec<_>>()
        .join(", ");
    assert_eq!(messages(&format!("[{many}]")), ["there are 28 islands"]);
    assert_eq!(messages("[[2250, 2250]]").len(), 6, "nobody gets anywhere");
    // 27 islands side by side: more ways to lay planks than there is room for.
    let dense = (0..27)
        .map(|at| format!("[{}, {}]", 1200 + at % 6 * 300, 1300 + at / 6 * 310))
        .collect::<Vec<_>>()
        .join(", ");
    let told = messages(&format!("[{dense}]"));
    assert!(told.len() == 1 && told[0].starts_with("planks can lie in "), "{told:?}");
    // Longer planks make up for fewer islands.
    let text = format!(
        "{}centres = [[2250, 1300], [2250, 2250], [2250, 3200], [1300, 2250], [3200, 2250]]\n",
        &BOARD[..start]
    );
    let board = content::board(&text.replace("710, 820, 930", "1100, 1200, 1300")).unwrap();
    assert_eq!((board.islands.len(), board.planks.lengths[5]), (5, 1300));
    assert_eq!(board.under.len(), 5);
}

#[test]
fn villages_stand_in_the_order_of_the_rules() {
    let board = Board::standard();
    let colours: Vec<&str> = board.villages.iter().map(|village| village.colour.as_str()).collect();
    assert_eq!(colours, COLOURS);
    assert!((0..6u8).all(|at| board.villages[usize::from(at)].opposite == (at + 3) % 6));
    // The order in the file does not count.
    let text = BOARD.replace("\"pink\"", "\"?\"").replace("\"black\"", "\"pink\"");
    let text = text.replace("\"?\"", "\"black\"");
    let swapped = content::board(&text).unwrap();
    assert_eq!(swapped.villages[0].centre, board.villages[3].centre);
    assert_eq!(swapped.villages[3].opposite, 0);
    // What was read last is no other board.
    assert_eq!(Board::standard().villages[0].centre, board.villages[0].centre);
}
