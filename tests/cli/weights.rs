//! `tune --bot`: weights of a bot that win more.

use std::fs;

use serde_json::Value;

use super::run::{differing, files_of};
use super::{flat, folder, printed, refused, scenario};

/// A bot that throws away what it could win by.
const TABLE: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"lost\"\n[bots.lost]\nkind = \
                     \"heuristic\"\nweights = { nearest = 0.1, plain = 0.0, spread = 0.0 }\n";

#[test]
fn a_spoiled_bot_is_mended_with_the_same_bytes_for_any_threads() {
    let dir = folder();
    let path = scenario(dir.path(), "lost.toml", TABLE).display().to_string();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let file = at("mended.toml");
    let tune = |threads: &str, out: &str, more: &[&str]| {
        let asked = [
            "tune",
            &path,
            "--bot",
            "lost",
            "--against",
            "pirate,heuristic",
            "--games",
            "6000",
            "-q",
        ];
        printed(&[&asked[..], &["--threads", threads, "--out", &at(out)], more].concat())
    };
    let text = tune("1", "one", &["--write", &file]);
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("“lost” gains +"), "{text}");
    // Every column is shown.
    assert!(plain.contains("among seats now even found even change"), "{text}");
    assert!(
        text.lines()
            .all(|line| line.contains("as a file: ") || line.chars().count() <= 80),
        "{text}"
    );
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
    let dir = folder();
    let text = TABLE.replace("all = \"lost\"", "all = \"heuristic\"");
    let path = scenario(dir.path(), "kind.toml", &text).display().to_string();
    let file = dir.path().join("tuned.toml").display().to_string();
    let out = dir.path().display().to_string();
    let asked = [
        "tune",
        &path,
        "--bot",
        "heuristic",
        "--against",
        "pirate",
        "--games",
        "4000",
    ];
    let said = printed(&[&asked[..], &["--write", &file, "-q", "--out", &out]].concat());
    // What so few games do not show to be better is not given to paste, but can be written.
    assert!(
        said.contains("Not shown to be better") && !said.contains("[bots.heuristic-tuned]"),
        "{said}"
    );
    // What it gains least is told in the table with the same digits.
    let said = flat(&said);
    let (_, least) = said.split_once("It gains least among ").expect("a sentence");
    let (least, _) = least.split_once(" points.").expect("its end");
    let (_, least) = least.split_once("seats: ").expect("a change");
    assert!(said.matches(least).count() > 1, "{least}: {said}");
    let written = fs::read_to_string(&file).expect("a scenario");
    assert!(written.contains("seats.all = \"heuristic-tuned\""), "{written}");
    assert!(printed(&["validate", &file]).contains("tuned.toml"));
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let dir = folder();
    let path = scenario(dir.path(), "lost.toml", TABLE).display().to_string();
    let said = |more: &[&str]| refused(&[&["tune", path.as_str()], more].concat());
    assert!(said(&["--bot", "heuristc"]).contains("did you mean \"heuristic\"?"));
    let script = said(&["--bot", "pirate"]);
    assert!(
        script.contains("goes by a script") && script.contains("balance league"),
        "{script}"
    );
    let random = said(&["--bot", "random"]);
    assert!(
        random.contains("no numbers") && random.contains("heuristic"),
        "{random}"
    );
    let few = said(&["--bot", "lost", "--games", "10"]);
    assert!(
        few.contains("too few to tune 20 numbers") && few.contains("at least"),
        "{few}"
    );
    assert!(said(&["--bot", "lost", "--against", "nobody"]).contains("there is no bot \"nobody\""));
    assert!(said(&["--against", "pirate"]).contains("--bot"));
    assert!(said(&["--bot", "lost", "--write", &path]).contains("is read by this command"));
    let varied = format!("{TABLE}[matrix]\n\"bots.lost.weights.canoe\" = [1.0, 2.0]\n");
    let path = scenario(dir.path(), "varied.toml", &varied).display().to_string();
    let told = refused(&["tune", &path, "--bot", "lost"]);
    assert!(told.contains("[matrix] varies the settings of \"lost\""), "{told}");
}
