//! `balance why` and `balance replay --against`.

use super::{SMALL, folder, printed, refused, scenario};

/// A scenario with two variants: an end that comes sooner, and a tile that does something else.
fn two() -> (tempfile::TempDir, String) {
    let dir = folder();
    let text = SMALL.to_owned()
        + "\n[[variant]]\nname = \"4 coins\"\nrules = { end-points.coins = 4 }\n\n[[variant]]\nname = \"tile 6\"\nrules = { \
           tile.6 = [\"2 kelp\"] }\n";
    let path = scenario(dir.path(), "two.toml", &text).display().to_string();
    (dir, path)
}

#[test]
fn the_place_where_games_part_is_named_with_games_that_show_it() {
    let (_dir, path) = two();
    let ask = |threads: &str| {
        printed(&[
            "why",
            &path,
            "--variant",
            "tile 6",
            "--games",
            "400",
            "--threads",
            threads,
        ])
    };
    let said = ask("1");
    assert_eq!(said, ask("2"), "for any number of threads");
    for wanted in [
        "Riverbed Hunt: where do the games part that others win with “tile 6”?",
        "400 deals, played under “base” and under “tile 6”, seed 5.",
        "the rules first make a",
        "A  tile 6 is turned up",
        "This is where games part. It does not prove what decided them",
        "Games to look at",
    ] {
        assert!(said.contains(wanted), "{wanted} is missing from\n{said}");
    }
    assert!(!said.contains("bots first)"), "random bots know nothing: {said}");
    // Commands are to be copied whole.
    let fits = |line: &str| line.chars().count() <= 80 || line.contains("balance ");
    assert!(said.lines().all(fits), "{said}");
    let command = said.lines().last().expect("a command").trim();
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..3], ["balance", "replay", path.as_str()]);
    assert!(command.contains(" --against 'tile 6' --game "), "{command}");
    let game = words.last().expect("a number");
    let shown = printed(&["replay", &path, "--seed", "5", "--against", "tile 6", "--game", game]);
    for wanted in [
        &format!("Game {game} of “base” and of “tile 6”"),
        "choices are the same in both",
        "Here they part: tile 6 is turned up, and it comes out otherwise",
        "│ “tile 6”",
        "End",
    ] {
        assert!(shown.contains(wanted), "{wanted} is missing from\n{shown}");
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn the_json_has_every_row_and_adds_up() {
    let (_dir, path) = two();
    let text = printed(&["why", &path, "--variant", "4 coins", "--games", "400", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&value["format"], &value["deals"]), (&1.into(), &400.into()));
    assert_eq!(value["names"], serde_json::json!(["base", "4 coins"]));
    let rows = value["rows"].as_array().expect("rows");
    assert_eq!(rows[0]["cause"], serde_json::json!({ "end": [null, "coins"] }));
    let games: u64 = rows.iter().filter_map(|row| row["games"].as_u64()).sum();
    assert_eq!(Some(games), value["looked"].as_u64());
    let game = rows[0]["samples"][0][0].to_string();
    let text = printed(&["replay", &path, "--against", "4 coins", "--game", &game, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["parts"]["bot-chooses-otherwise"], false);
    let turns = |of: usize| value["games"][of]["turns-played"].as_u64().expect("a number");
    assert!(turns(1) < turns(0), "the variant ends first");
}

#[test]
fn two_scenarios_are_held_against_each_other() {
    let (dir, path) = two();
    let other = SMALL.replace("players = 5", "players = 5\nend-points.coins = 4");
    let other = scenario(dir.path(), "four.toml", &other).display().to_string();
    let said = printed(&["why", &path, &other, "--games", "400"]);
    assert!(said.contains("under “two” and under “four”"), "{said}");
    assert!(said.contains(&format!("--against {other} --game ")), "{said}");
    // A rule tried on the command line is told of in the command that shows a game.
    let small = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    let set = ["--set", "end-points.coins=4"];
    let said = printed(&[&["why", &small, "--games", "400"], &set[..]].concat());
    assert!(
        said.contains("--set end-points.coins=4 --against end-points.coins=4 --game "),
        "{said}"
    );
    let same = printed(&["why", &path, &small, "--games", "50"]);
    assert!(
        same.contains("Not one is won by") && same.contains("So at most 7.14 % of all games"),
        "{same}"
    );
    let same = printed(&["replay", &path, "--against", &small, "--game", "3"]);
    assert!(same.contains("Both games go the same way to their end"), "{same}");
}

#[test]
fn wrong_pairs_are_refused_with_a_remedy() {
    let (dir, path) = two();
    let seven = scenario(dir.path(), "seven.toml", &SMALL.replace("players = 5", "players = 7"));
    let seven = seven.display().to_string();
    let niagara = "scenarios/niagara-4p.toml";
    for (args, wanted) in [
        (
            vec!["why", &path],
            "has several variants; name one with --variant NAME: “4 coins”, “tile 6”",
        ),
        (
            vec!["why", niagara],
            "has no [[variant]]; name a second scenario, or try a change with --set",
        ),
        (vec!["why", &path, "--variant", "base"], "“base” is no variant"),
        (vec!["why", &path, "--variant", "4 coin"], "did you mean “4 coins”?"),
        (
            vec!["why", &path, &seven, "--variant", "4 coins"],
            "cannot be used with",
        ),
        (vec!["why", &path, &seven], "is for 5 players, “seven” for 7"),
        (vec!["why", &path, niagara], "only scenarios of the same game"),
        (
            vec!["why", &path, "--variant", "4 coins", "--games", "0"],
            "write a number of deals from 1 to",
        ),
        (
            vec!["replay", &path, "--against", "4 coin", "--game", "1"],
            "did you mean “4 coins”?",
        ),
        (
            vec!["replay", &path, "--against", "base", "--game", "1"],
            "would be held against itself",
        ),
        (
            vec!["replay", &path, "--against", niagara, "--game", "1"],
            "only scenarios of the same game",
        ),
        (
            vec!["replay", &path, "--against", &seven, "--game", "1"],
            "only games of as many players",
        ),
        (
            vec!["replay", &path, "--against", "nix.toml", "--game", "1"],
            "there is no scenario file nix.toml",
        ),
        (
            vec!["replay", &path, "--against", "tile 6"],
            "which game? Name one with --game N",
        ),
        (
            vec!["replay", &path, "--against", "tile 6", "--game", "1", "--seen-by", "2"],
            "cannot be used with",
        ),
        (
            vec!["replay", &path, "--against", "tile 6", "--game", "1", "--svg", "2"],
            "cannot be used with",
        ),
    ] {
        let said = refused(&args);
        assert!(said.contains(wanted), "{args:?}: {wanted} is missing from\n{said}");
    }
}
