//! `validate`, `list`, `schema`, `completions`, `man`, `--help`.

use super::{printed, refused};

#[test]
fn validate_checks_without_playing() {
    let text = printed(&[
        "validate",
        "scenarios/riverbed-9p.toml",
        "scenarios/riverbed-tilesets.toml",
    ]);
    let first: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        first,
        [
            "scenarios/riverbed-9p.toml: valid, 1 version",
            "scenarios/riverbed-tilesets.toml: valid, 12 versions"
        ]
    );
    // What so many games can show, before one is played.
    assert!(
        text.contains("  ±0.2 points on every win rate with 1,000,000 games per version\n"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    refused(&["validate", "scenarios/none.toml"]);
}

/// With how many players a part is in play, and what it says.
#[test]
fn list_names_parts_with_their_tables() {
    let parts = printed(&["list", "parts", "riverbed"]);
    let row = |part: &str| -> Vec<&str> {
        let line = parts.lines().find(|line| line.split_whitespace().next() == Some(part));
        line.expect("a part")
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect()
    };
    assert_eq!(
        row("tile.15"),
        ["tile.15", "7, 8, 9", r#"["1 log", "1 kelp", "1 coin"]"#]
    );
    assert_eq!(row("tile.11")[1], "4, 5, 6, 7");
    assert_eq!(
        row("card.murky-water"),
        ["card.murky-water", "4, 5, 6, 7, 8, 9", "[12]"]
    );
    let wedges = printed(&["list", "parts", "regatta"]);
    assert!(
        wedges.contains("wedge.N4") && !wedges.contains("wedge.SL"),
        "a start is no other: {wedges}"
    );
}

#[test]
fn list_names_games_bots_and_rules() {
    assert!(printed(&["list", "games"]).contains("riverbed"));
    let bots = printed(&["list", "bots", "riverbed"]);
    assert!(
        ["random", "scripted", "heuristic"]
            .iter()
            .all(|kind| bots.contains(kind)),
        "{bots}"
    );
    let rules = printed(&["list", "rules", "riverbed", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&rules).expect("JSON");
    assert_eq!(
        (listed["format"].as_u64(), listed["what"].as_str()),
        (Some(1), Some("rules"))
    );
    let rows = listed["rows"].as_array().expect("rows");
    let players = rows.iter().find(|row| row["rule"] == "players").expect("a rule");
    assert_eq!(
        (players["default"].as_str(), players["allowed"].as_str()),
        (Some("7"), Some("4 to 9"))
    );
    // What follows from the number of players is told for the published one.
    let coins = rows
        .iter()
        .find(|row| row["rule"] == "end-points.coins")
        .expect("a rule");
    assert_eq!(coins["default"].as_str(), Some("6 with 7 players"));
    let five = printed(&["list", "rules", "riverbed", "--players", "5"]);
    assert!(five.contains("5 with 5 players"), "{five}");
    let said = refused(&["list", "rules", "riverbed", "--players", "3"]);
    assert!(
        said.contains("--players 3: Riverbed Hunt is for 4 to 9 players"),
        "{said}"
    );
    let said = refused(&["list", "bots", "riverbed", "--players", "5"]);
    assert!(
        said.contains("the lists of rules, metrics and tactics; `balance list bots` is of every number"),
        "{said}"
    );
    for (players, has_fifth) in [("4", false), ("5", true)] {
        let metrics = printed(&["list", "metrics", "mekong", "--players", players]);
        assert_eq!(metrics.contains("win-rate.5th-player "), has_fifth, "{metrics}");
    }
    let started = printed(&["new", "riverbed", "--players", "5"]);
    assert!(
        started.contains("\n# end-points.coins = 5\n")
            && printed(&["new", "riverbed"]).contains("\n# end-points.coins = 6\n"),
        "{started}"
    );
    assert!(
        rows.iter()
            .all(|row| row["meaning"].as_str().is_some_and(|text| !text.is_empty())),
        "{rules}"
    );
}

#[test]
fn schema_is_json() {
    let schema: serde_json::Value = serde_json::from_str(&printed(&["schema"])).expect("JSON");
    assert!(schema["properties"]["games"].is_object());
}

#[test]
fn completions_for_five_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(printed(&["completions", shell]).contains("balance"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    assert!(printed(&["man"]).contains(".TH balance"));
    assert!(printed(&["man", "run"]).contains("Ctrl"));
    assert!(refused(&["man", "rum"]).contains("did you mean `run`?"));
}

#[test]
fn every_command_has_help() {
    for command in [
        "run",
        "diff",
        "report",
        "validate",
        "list",
        "schema",
        "completions",
        "man",
    ] {
        assert!(printed(&[command, "--help"]).contains("Usage: balance"), "{command}");
    }
}
