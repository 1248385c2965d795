//! `explain`: what it says, writes and refuses.

use std::fs;
use std::path::Path;

use super::{SMALL, assert_contains, assert_narrow, at, flat, folder, printed, refused, scenario, written};

fn explained(dir: &Path, more: &[&str]) -> String {
    let path = dir.join("small.toml").display().to_string();
    let out = dir.join("out").display().to_string();
    let args = ["explain", &path, "--quiet", "--out", &out];
    printed(&[&args, more].concat())
}

#[test]
fn components_are_taken_out_one_by_one() {
    let dir = folder();
    scenario(dir.path(), "small.toml", SMALL);
    let said = refused(&["explain", &at(&dir, "small.toml"), "--only", "clear-water"]);
    assert!(said.contains("there is no such component or rule"), "{said}");
    let args = ["--json", "--games", "6000", "--only", "tile.2,tile.6,card.clear-water"];
    let found: serde_json::Value = serde_json::from_str(&explained(dir.path(), &args)).expect("JSON");
    let factors = found["factors"].as_array().expect("factors");
    let keys: Vec<&str> = factors.iter().filter_map(|each| each["key"].as_str()).collect();
    assert_eq!(keys, ["tile.2", "tile.6", "card.clear-water"]);
    for each in factors {
        assert_eq!(each["instead"].as_array().map(Vec::len), Some(2), "{each}");
        let figures = found["figures"].as_array().map(Vec::len);
        assert_eq!(each["says"].as_array().map(Vec::len), figures, "{each}");
    }
    let at = |name: &str| dir.path().join("out/small-explain").join(name);
    for name in [
        "explanation.md",
        "explanation.html",
        "explanation.json",
        "explanation.csv",
        "explanation.parquet",
        "explanation.svg",
        "explanation.png",
    ] {
        assert!(at(name).metadata().is_ok_and(|file| file.len() > 100), "{name}");
    }
    assert!(!at("explanation-unfinished.json").exists());
    let table = fs::read_to_string(at("explanation.csv")).expect("a table");
    assert!(table.starts_with("factor,key,instead,deals,metric,effect,"), "{table}");
    // Threads change nothing.
    for threads in ["1", "3"] {
        let again = explained(dir.path(), &[&args[..], &["--threads", threads]].concat());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&again).expect("JSON"), found);
    }
    let text = explained(dir.path(), &["--games", "6000", "--only", "tile.2,tile.6"]);
    assert_contains(&text, "What helps or hurts each side?");
    assert!(flat(&text).contains("hold together at 95%"), "{text}");
    assert!(!text.contains("[expect]"), "{text}");
    // Wishes are asked elsewhere, which is said where there are some.
    scenario(
        dir.path(),
        "small.toml",
        &format!("{SMALL}[expect]\n\"turns.mean\" = {{ from = 1, to = 90 }}\n"),
    );
    let wished = explained(dir.path(), &["--games", "600", "--only", "tile.2"]);
    let wished = flat(&wished);
    assert_contains(
        &wished,
        "Goals of [expect] are not judged here: `balance run small.toml --set tile.2=blank` plays",
    );
    assert_narrow(&text, "Report: ");
}

#[test]
fn what_cannot_be_taken_out_is_refused() {
    let (_dir, path) = written("small.toml", SMALL);
    for (args, wanted) in [
        (
            &["--only", "tile.60"][..],
            "--only tile.60: there is no such component or rule",
        ),
        (&["--only", "til"], "did you mean “tile”?"),
        (&["--only", "tiel.6"], "did you mean “tile.6”?"),
        (&["--games", "100"], "write at least"),
        (&["--configuration", "bsae"], "did you mean “base”?"),
    ] {
        let said = refused(&[&["explain", &path], args].concat());
        assert!(said.contains(wanted), "{said}");
    }
}

/// Where nobody wins whatever is taken out, that is no proof that a component does nothing.
#[test]
fn where_nobody_wins_nothing_is_called_dead() {
    let dir = folder();
    let text = "game = \"mekong\"\nseed = 5\n[rules]\nturns-max = 5\n[seats]\nall = \"random\"\n";
    scenario(dir.path(), "small.toml", text);
    let args = ["--games", "6000", "--only", "plank.1,island.3"];
    let said = flat(&explained(dir.path(), &args));
    assert!(
        said.contains("Nobody wins a game of the current rules. Use bots"),
        "{said}"
    );
    assert!(!said.contains("Changing these"), "{said}");
    let page = fs::read_to_string(dir.path().join("out/small-explain/explanation.html")).expect("a page");
    assert!(page.contains("Nobody wins a game of the current rules") && !page.contains("Changing these"));
}

/// A component is called what the rules make of it, and one that is a blank is held against another.
#[test]
fn components_are_told_as_they_are_played() {
    let dir = folder();
    let rules = "tile.2 = \"blank\"\ntile.6 = [\"2 coins\", \"discard-random\"]\n";
    let players = "players = 5\n";
    let text = SMALL.replace(players, &format!("{players}{rules}"));
    scenario(dir.path(), "small.toml", &text);
    let args = ["--games", "1000", "--only", "tile.2,tile.6", "--json"];
    let found: serde_json::Value = serde_json::from_str(&explained(dir.path(), &args)).expect("JSON");
    let told = |at: usize| {
        let each = &found["factors"][at];
        let blanks = each["instead"].as_array().expect("instead").iter();
        let names: Vec<&str> = blanks.filter_map(|blank| blank["name"].as_str()).collect();
        (each["what"].as_str().unwrap_or_default(), names)
    };
    assert_eq!(told(0), ("blank", vec!["one-of-each"]));
    assert_eq!(told(1), ("2 coins, discard-random", vec!["blank", "one-of-each"]));

    // A box of the weather is called by its place, as its key is, whatever it adds.
    let wet = "[[variant]]\nname = \"wet\"\nrules.weather.3 = 2\n";
    scenario(
        dir.path(),
        "small.toml",
        &format!("game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"random\"\n{wet}"),
    );
    let titles = |configuration: &str| -> Vec<String> {
        let only = ["--only", "weather.3,weather.4", "--configuration", configuration];
        let args = [&["--games", "1000", "--json"], &only[..]].concat();
        let found: serde_json::Value = serde_json::from_str(&explained(dir.path(), &args)).expect("JSON");
        let all = found["factors"].as_array().expect("factors").iter();
        all.filter_map(|each| each["title"].as_str().map(str::to_owned))
            .collect()
    };
    assert_eq!(titles("base"), ["weather 3", "weather 4"]);
    assert_eq!(titles("wet"), ["weather 3", "weather 4"]);
}
