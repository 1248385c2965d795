//! `balance bots`: the ladder, scripts that beat the bots, and weights that win more.

use std::fs;

use serde_json::Value;

use super::run::{differing, files_of};
use super::{assert_contains, assert_narrow, ended, flat, folder, json, printed, refused, scenario, written};

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
    let path = |name: &str, text: &str| scenario(dir.path(), name, text);
    let (race, out) = (path("race.toml", TABLE), dir.path().join("out").display().to_string());
    let commands: [(&str, &[&str]); 3] = [
        ("bots ladder", &["--bots", "heuristic,lazy", "--deals", "10"]),
        ("skill", &["--bots", "heuristic,lazy", "--deals", "10"]),
        (
            "bots league",
            &[
                "--bots", "heuristic,lazy", "--deals", "10", "--rounds", "1", "--games", "1000",
            ],
        ),
    ];
    for (words, asked) in commands {
        let words: Vec<&str> = words.split(' ').collect();
        let command = words[words.len() - 1];
        let run = path(&format!("race-{command}.toml"), &format!("games = 40\n{TABLE}"));
        printed(&["run", &run, "-q", "--out", &out]);
        let mine = dir.path().join(format!("out/race-{command}"));
        let before = files_of(&mine);
        printed(&[&words[..], &[&race, "-q", "--out", &out], asked].concat());
        let after = files_of(&mine);
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

/// Among bots that move at random a script is found that wins more, joins, and can be played as it was written.
#[test]
fn a_script_that_beats_the_bots_is_found_with_the_same_bytes_for_any_threads() {
    let (dir, path) = written("race.toml", LAZY);
    let at = |name: &str| dir.path().join(name).display().to_string();
    let league = |threads: &str, out: &str, more: &[&str]| {
        let asked = [
            "bots", "league", &path, "--bots", "lazy", "--games", "3000", "--deals", "60", "--rounds", "1", "-q",
        ];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = league("1", "one", &[]);
    assert_contains(&text, "“exploiter-1”");
    assert_contains(&text, "the strongest mix of them");
    assert_narrow(&text, "Scripts: ");
    let json: Value = serde_json::from_str(&league("2", "two", &["--json"])).expect("JSON");
    let found = &json["scripts"][0];
    assert_eq!(found["joined"], true, "{json}");
    assert!(found["gain"]["lo"].as_f64() > Some(0.02), "{found}");
    let parts: Vec<f64> = json["bots"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|bot| bot["part"].as_f64())
        .collect();
    assert!(parts.len() == 2 && parts[1] > 0.99, "what wins lasts: {parts:?}");
    let (one, two) = (dir.path().join("one/race-league"), dir.path().join("two/race-league"));
    assert!(differing(&files_of(&one), &files_of(&two)).is_empty());

    // As a bot of a scenario it wins about as much on other deals.
    let scripts = fs::read_to_string(one.join("league.toml")).expect("scripts");
    let again = format!("{LAZY}{scripts}\n[seats]\nrotate = [\"exploiter-1\", \"lazy\"]\n");
    let path = scenario(dir.path(), "again.toml", &again);
    let run = super::json(&["run", &path, "--games", "60", "-q", "--json", "--out", &at("again")]);
    let bots = run["configurations"][0]["bots"].as_array().expect("a list");
    let of = bots.iter().find(|bot| bot["bot"] == "exploiter-1").expect("the bot");
    let (won, told) = (&of["win-rate"]["hi"], &found["share"]["lo"]);
    assert!(won.as_f64() > told.as_f64(), "{won} {told}");
}

#[test]
fn what_makes_no_league_is_told() {
    let (_dir, path) = written("race.toml", LAZY);
    let said = |more: &[&str]| refused(&[&["bots", "league", path.as_str()], more].concat());
    assert!(said(&["--bots", "heuristc"]).contains("did you mean “heuristic”?"));
    assert!(said(&["--bots", "lazy,lazy"]).contains("named twice"));
    assert!(said(&["--deals", "3"]).contains("a number of deals from 10 to 1_000_000"));
    assert!(said(&["--games", "10"]).contains("a number of games from 1000 "));
    assert!(said(&["--gain", "200%"]).contains("write a share"));
    assert!(said(&["--rounds", "0"]).contains("a number of rounds from 1 to 20"));
    assert!(said(&["--configuration", "none"]).contains("there is only “base”"));
}

/// A bot that throws away what it could win by.
const LOST: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"lost\"\n[bots.lost]\nkind = \
                     \"heuristic\"\nweights = { nearest = 0.1, plain = 0.0, spread = 0.0 }\n";

#[test]
fn a_spoiled_bot_is_mended_with_the_same_bytes_for_any_threads() {
    let (dir, path) = written("lost.toml", LOST);
    let at = |name: &str| dir.path().join(name).display().to_string();
    let file = at("mended.toml");
    let tune = |threads: &str, out: &str, more: &[&str]| {
        let asked = [
            "bots", "weights", &path, "--bot", "lost", "--against", "pirate,heuristic", "--games", "6000", "-q",
        ];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = tune("1", "one", &["--write", &file]);
    let plain = flat(&text);
    assert!(plain.contains("“lost” gains +"), "{text}");
    // Every column is shown.
    assert!(plain.contains("among seats now even found even change"), "{text}");
    assert_narrow(&text, "as a file: ");
    let json: Value = serde_json::from_str(&tune("2", "two", &["--json"])).expect("JSON");
    assert!(json["change"]["lo"].as_f64() > Some(0.0), "{json}");
    assert!(json["verdict"] != "not-shown", "{json}");
    // The bot as it is first, then those that were named, each alone and at two of three seats.
    let tables = json["tables"].as_array().expect("a list");
    let met: Vec<(&str, u64)> = tables
        .iter()
        .filter_map(|met| Some((met["rival"].as_str()?, met["seats"].as_u64()?)))
        .collect();
    let wanted = ["lost as it is", "pirate", "heuristic"].map(|rival| [(rival, 1), (rival, 2)]);
    assert_eq!(met, wanted.concat());
    let (one, two) = (dir.path().join("one/lost-weights"), dir.path().join("two/lost-weights"));
    assert!(differing(&files_of(&one), &files_of(&two)).is_empty());
    assert!(!one.join("weights-unfinished.json").exists());
    let csv = fs::read_to_string(one.join("weights.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 1 + met.len(), "{csv}");

    // The scenario with what was found plays another bot of the same name, and each weight that was found.
    let block = fs::read_to_string(one.join("weights.toml")).expect("the bot");
    let read: toml::Table = block.parse().expect("TOML");
    for number in json["weights"].as_array().expect("a list") {
        let key = number["key"].as_str().expect("a key");
        let weight = key.strip_prefix("weights.").expect("a weight");
        let pasted = read["bots"]["lost"]["weights"][weight].as_float();
        assert_eq!(pasted, number["found"].as_f64(), "{key}");
    }
    let said = printed(&["compare", &path, &file, "--games", "20", "-q", "--out", &at("both")]);
    assert!(!said.is_empty());
}

#[test]
fn a_kind_gets_a_name_of_its_own_and_takes_its_seats() {
    let text = LOST.replace("all = \"lost\"", "all = \"heuristic\"");
    let (dir, path) = written("kind.toml", &text);
    let file = dir.path().join("tuned.toml").display().to_string();
    let out = dir.path().display().to_string();
    let asked = [
        "bots", "weights", &path, "--bot", "heuristic", "--against", "pirate", "--games", "4000",
    ];
    let said = printed(&[&asked[..], &["--write", &file, "-q", "--out", &out]].concat());
    // What so few games do not show to be better is not given to paste, but can be written.
    assert_contains(&said, "Not confirmed to be better");
    assert!(!said.contains("[bots.heuristic-tuned]"), "{said}");
    // What it gains least is told in the table with the same digits.
    let said = flat(&said);
    let (_, least) = said.split_once("It gains least among ").expect("a sentence");
    let (least, _) = least.split_once(" points.").expect("its end");
    let (_, least) = least.rsplit_once(": ").expect("a change");
    assert!(said.matches(least).count() > 1, "{least}: {said}");
    let written = fs::read_to_string(&file).expect("a scenario");
    assert!(written.contains("seats.all = \"heuristic-tuned\""), "{written}");
    assert!(printed(&["validate", &file]).contains("tuned.toml"));
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let (dir, path) = written("lost.toml", LOST);
    let said = |more: &[&str]| refused(&[&["bots", "weights", path.as_str()], more].concat());
    assert!(said(&["--bot", "heuristc"]).contains("did you mean “heuristic”?"));
    let script = said(&["--bot", "pirate"]);
    assert_contains(&script, "no numbers");
    assert_contains(&script, "balance bots league");
    let random = said(&["--bot", "random"]);
    assert_contains(&random, "no numbers");
    assert_contains(&random, "heuristic");
    let few = said(&["--bot", "lost", "--games", "10"]);
    assert_contains(&few, "too few to tune 15 numbers");
    assert_contains(&few, "at least");
    assert!(said(&["--bot", "lost", "--against", "nobody"]).contains("unknown bot “nobody”"));
    assert!(said(&["--against", "pirate"]).contains("--bot"));
    assert!(said(&["--bot", "lost", "--write", &path]).contains("is read by this command"));
    let varied = format!("{LOST}[matrix]\n\"bots.lost.weights.canoe\" = [1.0, 2.0]\n");
    let path = scenario(dir.path(), "varied.toml", &varied);
    let told = refused(&["bots", "weights", &path, "--bot", "lost"]);
    assert!(told.contains("[matrix] varies the settings of \"lost\""), "{told}");
}
