//! `balance replay`.

use super::{SMALL, balance, folder, printed, refused, scenario};

fn small() -> (tempfile::TempDir, String) {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    (dir, path)
}

#[test]
fn a_game_is_told_from_beginning_to_end() {
    let (_dir, path) = small();
    let said = printed(&["replay", &path, "--game", "7"]);
    for wanted in [
        "Game 7 · Riverbed Hunt · seed 5",
        "seat 1: random, ",
        "Turn 1",
        "End: ",
        "Won by seat ",
    ] {
        assert!(said.contains(wanted), "{wanted} is missing from\n{said}");
    }
    assert_eq!(said, printed(&["replay", &path, "--game", "7"]));
    let seen = printed(&["replay", &path, "--game", "7", "--seen-by", "2"]);
    assert!(
        seen.contains("role unknown") && !seen.contains("seat 1 chooses"),
        "{seen}"
    );
}

#[test]
fn games_are_found_by_what_happened() {
    let (_dir, path) = small();
    let game = |args: &[&str]| {
        let mut all = vec!["replay", &path, "--json"];
        all.extend(args);
        let value: serde_json::Value = serde_json::from_str(&printed(&all)).expect("JSON");
        value
    };
    let (long, short) = (
        game(&["--longest", "--among", "300"]),
        game(&["--shortest", "--among", "300"]),
    );
    assert!(long["turns-played"].as_u64() > short["turns-played"].as_u64());
    let won = game(&["--won-by", "profiteer"]);
    assert_eq!(won["sides"][0], "profiteer");
    let hunted = game(&["--where", "hunts >= 1", "--where", "turns < 30", "--ending", "logs"]);
    assert_eq!((&hunted["format"], &hunted["ending"]), (&1.into(), &"logs".into()));
    let output = balance()
        .args(["replay", &path, "--won-by", "profiteer"])
        .output()
        .expect("runs");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("Looked at "));
}

#[test]
fn a_position_is_drawn() {
    let (_dir, path) = small();
    let svg = printed(&["replay", &path, "--game", "7", "--svg", "4"]);
    assert!(
        svg.starts_with("<svg ") && svg.contains("Riverbed Hunt, turn 4"),
        "{svg}"
    );
}

#[test]
fn wrong_questions_are_answered_with_a_remedy() {
    let (_dir, path) = small();
    let told = |args: &[&str]| {
        let mut all = vec!["replay", path.as_str()];
        all.extend(args);
        refused(&all)
    };
    assert!(told(&[]).contains("which game? Name one with --game N"));
    assert!(told(&["--won-by", "profiter"]).contains("did you mean “profiteer”?"));
    assert!(told(&["--where", "hunt > 1"]).contains("did you mean `hunts`?"));
    assert!(told(&["--where", "hunts"]).contains("write a name, one of < <= = != >= >, and a number"));
    assert!(told(&["--where", "hunts > many"]).contains("`many` is no whole number"));
    assert!(told(&["--configuration", "bass", "--game", "1"]).contains("did you mean “base”?"));
    assert!(told(&["--seen-by", "9", "--game", "1"]).contains("there are 5 seats"));
    assert!(told(&["--rotation", "1", "--game", "1"]).contains("goes from 0 to 0"));
    assert!(told(&["--where", "turns > 100000", "--among", "50"]).contains("none of the first 50 games"));
}
