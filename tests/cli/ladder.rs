//! The ladder of bots.

use std::fs;

use serde_json::Value;

use super::run::{differing, files_of};
use super::{balance, folder, printed, refused, scenario};

const TABLE: &str = "game = \"regatta\"\nseed = 5\n[rules]\nplayers = 3\n[bots.lazy]\nkind = \"random\"\n";

#[test]
fn a_ladder_rates_bots_with_the_same_bytes_for_any_threads() {
    let dir = folder();
    let path = scenario(dir.path(), "race.toml", TABLE).display().to_string();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let ladder = |threads: &str, out: &str, more: &[&str]| {
        let asked = [
            "ladder",
            &path,
            "--bots",
            "heuristic,lazy,dasher",
            "--deals",
            "20",
            "-q",
        ];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = ladder("1", "one", &[]);
    assert!(text.contains("Bots by strength") && text.contains("Ladder: "), "{text}");
    assert!(
        text.lines()
            .all(|line| line.starts_with("Ladder: ") || line.chars().count() <= 80),
        "{text}"
    );
    let json: Value = serde_json::from_str(&ladder("2", "two", &["--json"])).expect("JSON");
    let rungs = json["rungs"].as_array().expect("a list");
    let order: Vec<&str> = rungs.iter().filter_map(|rung| rung["bot"].as_str()).collect();
    assert_eq!(order, ["heuristic", "dasher", "lazy"]);
    assert_eq!(
        (&json["anchor"], json["pairs"].as_array().map(Vec::len)),
        (&"heuristic".into(), Some(6))
    );
    let lazy = &rungs[2];
    assert!(lazy["rating"]["hi"].as_f64() < Some(0.0) && lazy["share"]["hi"].as_f64() < lazy["even"].as_f64());
    let (one, two) = (dir.path().join("one/race-ladder"), dir.path().join("two/race-ladder"));
    assert!(differing(&files_of(&one), &files_of(&two)).is_empty());
    let table = fs::read_to_string(one.join("pairs.csv")).expect("a table");
    assert!(
        table.starts_with("bot,among,share,share-lo,share-hi,even\n\"heuristic\",\"dasher\","),
        "{table}"
    );
    assert_eq!(table.lines().count(), 7);
}

/// A run of a scenario that is called so keeps its report, and a file of somebody's own is refused before anything is played.
#[test]
fn a_command_touches_nothing_but_its_own() {
    let dir = folder();
    let path = |name: &str, text: &str| scenario(dir.path(), name, text).display().to_string();
    let (race, out) = (path("race.toml", TABLE), dir.path().join("out").display().to_string());
    let commands: [(&str, &[&str]); 3] = [
        ("ladder", &["--bots", "heuristic,lazy", "--deals", "10"]),
        ("skill", &["--bots", "heuristic,lazy", "--deals", "10"]),
        (
            "league",
            &[
                "--bots",
                "heuristic,lazy",
                "--deals",
                "10",
                "--rounds",
                "1",
                "--games",
                "1000",
            ],
        ),
    ];
    for (command, asked) in commands {
        let run = path(&format!("race-{command}.toml"), &format!("games = 40\n{TABLE}"));
        printed(&["run", &run, "-q", "--out", &out]);
        let mine = dir.path().join(format!("out/race-{command}"));
        let before = files_of(&mine);
        printed(&[&[command, &race, "-q", "--out", &out], asked].concat());
        let after = files_of(&mine);
        assert!(after.len() > before.len(), "{command}");
        for (name, bytes) in before {
            assert_eq!(after.get(&name), Some(&bytes), "{command}: {name}");
        }
        let own = dir.path().join(format!("own/race-{command}"));
        fs::create_dir_all(&own).expect("made");
        fs::write(own.join(format!("{command}.csv")), "mine").expect("written");
        let elsewhere = dir.path().join("own").display().to_string();
        let said = refused(&[&[command, &race, "-q", "--out", &elsewhere], asked].concat());
        assert!(
            said.contains(&format!("{command}.csv was not written by this command")),
            "{said}"
        );
    }
}

#[test]
fn two_bots_meet_once_and_the_league_climbs_unless_bots_are_named() {
    let dir = folder();
    let text = TABLE.replace("players = 3", "players = 2");
    let path = scenario(dir.path(), "race.toml", &text).display().to_string();
    let out = dir.path().display().to_string();
    let json = printed(&["ladder", &path, "--deals", "10", "-q", "--json", "--out", &out]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let names: Vec<&str> = json["rungs"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|rung| rung["bot"].as_str())
        .collect();
    assert!(
        names.contains(&"lazy") && names.contains(&"shipwright") && !names.contains(&"random"),
        "{names:?}"
    );
    // Both ways round the same games.
    let pairs = json["pairs"].as_array().expect("a list");
    let of = |bot: &str, among: &str| {
        let found = pairs.iter().find(|pair| pair["bot"] == bot && pair["among"] == among);
        found.and_then(|pair| pair["share"]["value"].as_f64()).expect("a pair")
    };
    assert!((of("lazy", "fisher") + of("fisher", "lazy") - 1.0).abs() < 1e-12);
}

#[test]
fn bots_of_the_league_climb_with_their_settings() {
    let dir = folder();
    let text = "game = \"mekong\"\n[rules]\nplayers = 3\n";
    let path = scenario(dir.path(), "river.toml", text).display().to_string();
    let out = dir.path().display().to_string();
    let shares = |command: &str, more: &[&str]| -> Value {
        let all = [&[command, &path, "--deals", "10", "-q", "--json", "--out", &out], more].concat();
        serde_json::from_str(&printed(&all)).expect("JSON")
    };
    let ladder = shares("ladder", &["--bots", "lurker,rim-walker"]);
    assert_eq!(ladder["rungs"].as_array().map(Vec::len), Some(2));
    let skill = shares("skill", &["--bots", "lurker,rim-walker"]);
    assert_eq!(skill["skill"]["bots"], serde_json::json!(["lurker", "rim-walker"]));
}

#[test]
fn bots_that_make_neither_a_ladder_nor_skill_are_told() {
    let dir = folder();
    let path = scenario(dir.path(), "race.toml", TABLE).display().to_string();
    let out = dir.path().display().to_string();
    for command in ["ladder", "skill"] {
        let told = |more: &[&str], wanted: &str| {
            let said = refused(&[&[command, path.as_str()], more].concat());
            assert!(said.contains(wanted), "{command}: {said}");
        };
        told(&["--bots", "heuristc,lazy"], "did you mean \"heuristic\"?");
        told(&["--bots", "lazy"], "two bots at least");
        told(&["--bots", "lazy,lazy"], "named twice");
        told(&["--deals", "3"], "a number of deals from 10 to 1_000_000");
        told(&["--configuration", "none"], "there is only “base”");
        told(&["--bots", "scripted,lazy"], "script");
        // All bots of the file meet: none sits nowhere.
        let met = [
            command,
            path.as_str(),
            "--bots",
            "lazy,dasher",
            "--deals",
            "10",
            "-q",
            "--out",
            &out,
        ];
        let met = balance().args(met).output().expect("the program runs");
        assert!(met.status.success() && met.stderr.is_empty(), "{command} {met:?}");
    }
}

/// A ladder says which table it is of, and when it takes the place of that of another.
#[test]
fn a_ladder_that_takes_the_place_of_another_says_so() {
    let dir = folder();
    let path = scenario(dir.path(), "race.toml", TABLE).display().to_string();
    let out = dir.path().display().to_string();
    let said = |seed: &str| {
        let args = [
            "ladder",
            &path,
            "--bots",
            "lazy,dasher",
            "--deals",
            "10",
            "--seed",
            seed,
            "-q",
            "--out",
            &out,
        ];
        let output = balance().args(args).output().expect("the program runs");
        String::from_utf8(output.stderr).expect("text")
    };
    assert_eq!(said("5"), "");
    assert_eq!(said("5"), "");
    let told = said("6");
    assert!(
        told.contains(
            "this takes the place of an earlier ladder there, of “base”, seed 5, 10 deals; --out DIR keeps both"
        ),
        "{told}"
    );
    let text = fs::read_to_string(dir.path().join("race-ladder/ladder.json")).expect("a ladder");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&json["scenario"], &json["seed"]), (&"race".into(), &6.into()));
}
