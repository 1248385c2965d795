//! `balance bots`: the ladder, scripts that beat the bots, and weights that win more.

use std::fs;

use serde_json::Value;

use super::run::{differing, files};
use super::{assert_contains, assert_narrow, ended, folder, json, printed, refused, scenario, written};

const TABLE: &str = "game = \"regatta\"\nseed = 5\n[rules]\nplayers = 3\n[bots.lazy]\nkind = \"random\"\n";

#[test]
fn a_ladder_rates_bots_with_the_same_bytes_for_any_threads() {
    let (dir, path) = written("race.toml", TABLE);
    let at = |name: &str| dir.path().join(name).display().to_string();
    let ladder = |threads: &str, out: &str, more: &[&str]| {
        let bots = "heuristic,lazy,dasher";
        let asked = ["bots", "ladder", &path, "--bots", bots, "--deals", "20", "-q"];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = ladder("1", "one", &[]);
    assert!(text.contains("Bots by strength") && text.contains("Ladder: "), "{text}");
    assert_narrow(&text, "Ladder: ");
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
    assert!(differing(&files(&one), &files(&two)).is_empty());
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
    let path = |name: &str, text: &str| scenario(dir.path(), name, text);
    let (race, out) = (path("race.toml", TABLE), dir.path().join("out").display().to_string());
    let commands: [(&str, &[&str]); 3] = [
        ("bots ladder", &["--bots", "heuristic,lazy", "--deals", "10"]),
        ("skill", &["--bots", "heuristic,lazy", "--deals", "10"]),
        (
            "bots exploit",
            &["--with", "weights", "--deals", "20", "--games", "1000"],
        ),
    ];
    for (words, asked) in commands {
        let words: Vec<&str> = words.split(' ').collect();
        let command = words[words.len() - 1];
        let run = path(&format!("race-{command}.toml"), &format!("games = 40\n{TABLE}"));
        printed(&["run", &run, "-q", "--out", &out]);
        let mine = dir.path().join(format!("out/race-{command}"));
        let before = files(&mine);
        printed(&[&words[..], &[&race, "-q", "--out", &out], asked].concat());
        let after = files(&mine);
        assert!(after.len() > before.len(), "{command}");
        for (name, bytes) in before {
            assert_eq!(after.get(&name), Some(&bytes), "{command}: {name}");
        }
        let own = dir.path().join(format!("own/race-{command}"));
        fs::create_dir_all(&own).expect("made");
        fs::write(own.join(format!("{command}.csv")), "mine").expect("written");
        let elsewhere = dir.path().join("own").display().to_string();
        let said = refused(&[&words[..], &[&race, "-q", "--out", &elsewhere], asked].concat());
        assert_contains(&said, &format!("{command}.csv was not written by this command"));
    }
}

#[test]
fn two_bots_meet_once_and_the_league_climbs_unless_bots_are_named() {
    let text = TABLE.replace("players = 3", "players = 2");
    let (dir, path) = written("race.toml", &text);
    let out = dir.path().display().to_string();
    let json = json(&["bots", "ladder", &path, "--deals", "10", "-q", "--json", "--out", &out]);
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
    let text = "game = \"mekong\"\n[rules]\nplayers = 3\n";
    let (dir, path) = written("river.toml", text);
    let out = dir.path().display().to_string();
    let shares = |command: &str, more: &[&str]| -> Value {
        let words: Vec<&str> = command.split(' ').collect();
        let all = [
            &words[..],
            &[&path, "--deals", "10", "-q", "--json", "--out", &out],
            more,
        ]
        .concat();
        json(&all)
    };
    let ladder = shares("bots ladder", &["--bots", "lurker,rim-walker"]);
    assert_eq!(ladder["rungs"].as_array().map(Vec::len), Some(2));
    let skill = shares("skill", &["--bots", "lurker,rim-walker"]);
    assert_eq!(skill["skill"]["bots"], serde_json::json!(["lurker", "rim-walker"]));
}

#[test]
fn bots_that_make_neither_a_ladder_nor_skill_are_told() {
    let (dir, path) = written("race.toml", TABLE);
    let out = dir.path().display().to_string();
    for command in [&["bots", "ladder"][..], &["skill"]] {
        let told = |more: &[&str], wanted: &str| {
            let said = refused(&[command, &[path.as_str()], more].concat());
            assert!(said.contains(wanted), "{command:?}: {said}");
        };
        told(&["--bots", "heuristc,lazy"], "did you mean “heuristic”?");
        told(&["--bots", "lazy"], "two bots at least");
        told(&["--bots", "lazy,lazy"], "named twice");
        told(&["--deals", "3"], "a number of deals from 10 to 1_000_000");
        told(&["--configuration", "none"], "there is only “base”");
        told(&["--bots", "scripted,lazy"], "script");
        // All bots of the file meet: none sits nowhere.
        let met = [&*path, "--bots", "lazy,dasher", "--deals", "10", "-q", "--out", &out];
        assert_eq!(ended(&[command, &met].concat(), 0).1, "");
    }
}

/// A ladder says which table it is of, and when it takes the place of that of another.
#[test]
fn a_ladder_that_takes_the_place_of_another_says_so() {
    let (dir, path) = written("race.toml", TABLE);
    let out = dir.path().display().to_string();
    let said = |seed: &str| {
        let args = [
            "bots", "ladder", &path, "--bots", "lazy,dasher", "--deals", "10", "--seed", seed, "-q", "--out", &out,
        ];
        ended(&args, 0).1
    };
    assert_eq!(said("5"), "");
    assert_eq!(said("5"), "");
    let told = said("6");
    assert_contains(
        &told,
        "this takes the place of an earlier ladder there, of “base”, seed 5, 10 deals; --out DIR keeps both",
    );
    let text = fs::read_to_string(dir.path().join("race-ladder/ladder.json")).expect("a ladder");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&json["scenario"], &json["seed"]), (&"race".into(), &6.into()));
}

const LAZY: &str =
    "game = \"regatta\"\nseed = 5\n[rules]\nplayers = 2\n[bots.lazy]\nkind = \"scripted\"\nscript = [\"any\"]\n";

/// Against a bot that moves at random a script and a look-ahead bot are found that win more, and can be played as they were written.
#[test]
fn what_beats_a_bot_is_found_with_the_same_bytes_for_any_threads() {
    let (dir, path) = written("race.toml", LAZY);
    let at = |name: &str| dir.path().join(name).display().to_string();
    let exploit = |threads: &str, out: &str, more: &[&str]| {
        let asked = [
            "bots", "exploit", &path, "--bot", "lazy", "--games", "3000", "--deals", "160", "-q",
        ];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = exploit("1", "one", &[]);
    assert_contains(&text, "EXPLOITED: ");
    assert_contains(&text, "[bots.exploiting-scripts]");
    assert_narrow(&text, "Exploiters: ");
    let json: Value = serde_json::from_str(&exploit("2", "two", &["--json"])).expect("JSON");
    // A script has no weights.
    let found = json["exploiters"].as_array().expect("a list");
    let classes: Vec<&str> = found.iter().filter_map(|one| one["class"].as_str()).collect();
    assert_eq!(
        (&json["verdict"], &*classes),
        (&"exploited".into(), &["scripts", "look-ahead"][..])
    );
    assert!(
        found.iter().all(|one| one["gain"]["lo"].as_f64() > Some(0.02)),
        "{json}"
    );
    let (one, two) = (dir.path().join("one/race-exploit"), dir.path().join("two/race-exploit"));
    assert!(differing(&files(&one), &files(&two)).is_empty());

    // As bots of a scenario they win about as much on other deals.
    let bots = fs::read_to_string(one.join("exploit.toml")).expect("bots");
    for exploiter in found {
        let name = format!("exploiting-{}", exploiter["class"].as_str().expect("a class"));
        let again = format!("{LAZY}{bots}\n[seats]\nrotate = [\"{name}\", \"lazy\"]\n");
        let path = scenario(dir.path(), "again.toml", &again);
        let run = super::json(&["run", &path, "--games", "60", "-q", "--json", "--out", &at("again")]);
        let bots = run["configurations"][0]["bots"].as_array().expect("a list");
        let of = bots.iter().find(|bot| bot["bot"] == *name).expect("the bot");
        let (won, told) = (&of["win-rate"]["hi"], &exploiter["share"]["lo"]);
        assert!(won.as_f64() > told.as_f64(), "{won} {told}");
    }
}

/// A bot that throws away what it could win by.
const LOST: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"lost\"\n[bots.lost]\nkind = \
                     \"heuristic\"\nweights = { landed = -3.0, plan = -1.0, home = -1.0 }\n";

#[test]
fn weights_that_win_more_than_those_of_a_spoiled_bot_are_found() {
    let (dir, path) = written("lost.toml", LOST);
    let out = dir.path().display().to_string();
    let asked = [
        "bots", "exploit", &path, "--with", "weights", "--games", "4000", "--deals", "100", "-q", "--json", "--out",
        &out,
    ];
    let json: Value = serde_json::from_str(&printed(&asked)).expect("JSON");
    assert_eq!(json["bot"], "lost");
    let found = &json["exploiters"][0];
    assert!(found["gain"]["lo"].as_f64() > Some(0.1), "{json}");
    // Only weights that matter are changed, and written as they were played.
    let file = fs::read_to_string(dir.path().join("lost-exploit/exploit.toml")).expect("the bot");
    let read: toml::Table = file.parse().expect("TOML");
    let weights = read["bots"]["exploiting-weights"]["weights"]
        .as_table()
        .expect("weights");
    for (key, value) in found["settings"]["weights"].as_object().expect("weights") {
        assert_eq!(weights[key].as_float(), value.as_f64(), "{key}");
    }
}

#[test]
fn what_cannot_be_exploited_so_is_told() {
    let (_dir, path) = written("race.toml", LAZY);
    let said = |more: &[&str]| refused(&[&["bots", "exploit", path.as_str()], more].concat());
    assert!(said(&["--bot", "heuristc"]).contains("did you mean “heuristic”?"));
    assert!(said(&["--deals", "3"]).contains("a number of deals from 20 to 1_000_000"));
    assert!(said(&["--games", "10"]).contains("a number of games from 1000 "));
    assert!(said(&["--gain", "200%"]).contains("write a share"));
    assert!(said(&["--with", "charm"]).contains("scripts, weights, look-ahead"));
    assert!(said(&["--bot", "random", "--with", "weights"]).contains("no weights to try against “random”"));
    assert!(said(&["--configuration", "none"]).contains("there is only “base”"));
}
