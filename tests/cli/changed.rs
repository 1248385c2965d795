//! What has changed since a baseline was made, as `check` names it.

use serde_json::Value;

use super::{balance, flat, folder, printed, scenario};

/// Exit code, answers and errors of a check.
fn checked(file: &str, baselines: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let mut command = balance();
    command
        .args(["check", file, "--baselines", baselines, "-q"])
        .args(options);
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    // A long command goes on in the next line, as a shell reads it.
    let said = text(output.stdout);
    let pieces: Vec<&str> = said.split(" \\\n").map(str::trim_start).collect();
    (output.status.code(), pieces.join(" "), text(output.stderr))
}

const OWN: &str = "game = \"niagara\"\ngames = 4_096\nseed = 5\n[rules]\nplayers = 3\n";

/// An entry of content that a rule sets is told once, with what its file says, and beside the game as it was; one that is set to
/// what its file says anyway is no change.
#[test]
fn an_entry_that_a_rule_sets_is_told_with_what_its_file_says() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", OWN).display().to_string();
    printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    let check = |rule: &str| {
        scenario(dir.path(), "own.toml", &format!("{OWN}{rule}\n"));
        let (code, said, _) = checked(&file, &place, &["--unchanged", "--undecided", "pass"]);
        (code, said)
    };
    let (code, said) = check("weather.4 = 1");
    assert_eq!(code, Some(1), "{said}");
    assert!(flat(&said).contains(" rules.weather.4 2 1 "), "{said}");
    assert!(said.contains(" --set weather.4=2 --against weather.4=2"), "{said}");
    let (code, said) = check("weather.4 = 2");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Changed since"), "{said}");
}

/// So is one field of an entry.
#[test]
fn a_field_of_an_entry_is_told_with_what_its_file_says() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let own = "game = \"riverbed\"\nseed = 5\n[rules]\nplayers = 9\n";
    let file = scenario(dir.path(), "own.toml", own).display().to_string();
    printed(&["baseline", &file, "--games", "256", "--out", &place, "-q"]);
    let check = |rules: &str| {
        scenario(dir.path(), "own.toml", &format!("{own}{rules}\n"));
        let (code, said, _) = checked(&file, &place, &["--unchanged", "--undecided", "pass"]);
        (code, said)
    };
    let tiles = include_str!("../../games/riverbed/src/content/tiles.toml");
    let tiles: toml::Table = tiles.parse().expect("TOML");
    let hunts = |wanted: bool| {
        let mut all = tiles["tile"].as_array().expect("tiles").iter();
        let found = all.find(|tile| tile["hunt"].as_bool() == Some(wanted)).expect("a tile");
        found["number"].as_integer().expect("a number")
    };
    let (with, without) = (hunts(true), hunts(false));
    let (code, said) = check(&format!("tile.{with}.hunt = true"));
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Changed since"), "{said}");
    let (code, said) = check(&format!("tile.{without}.hunt = true"));
    assert_eq!(code, Some(1), "{said}");
    assert!(
        flat(&said).contains(&format!(" rules.tile.{without}.hunt false true ")),
        "{said}"
    );
    let set = format!("tile.{without}.hunt=false");
    assert!(said.contains(&format!(" --set {set} --against {set}")), "{said}");
    // A list is set as it stands in the file, and the command that is told works.
    let layers = |tile: &toml::Value| tile["layers"].to_string();
    let mut all = tiles["tile"].as_array().expect("tiles").iter();
    let found = all.find(|tile| tile["layers"].as_array().is_some_and(|layers| layers.len() == 2));
    let (number, was) = found
        .map(|tile| (tile["number"].to_string(), layers(tile)))
        .expect("a tile");
    let (_, said) = check(&format!("tile.{number}.layers = [\"9 kelp\", \"9 kelp\"]"));
    let set = format!("tile.{number}.layers={was}");
    assert!(said.contains(&format!(" --set '{set}' --against '{set}'")), "{said}");
    let told = printed(&["replay", &file, "--game", "0", "--set", &set, "--against", &set]);
    assert!(told.contains("Left"), "{told}");
}

/// A configuration that came or went leaves the others to be compared, and is told; so is one that has another name.
#[test]
fn configurations_that_came_or_went_leave_the_others_compared() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let write = |text: &str| scenario(dir.path(), "own.toml", text).display().to_string();
    let two = format!("{OWN}[[variant]]\nname = \"same\"\nrules.sets.same = 5\n");
    let file = write(&two);
    printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    let changed = two.replace("same = 5", "same = 3");
    let rule = " rules.sets.same 5 3 ";

    write(&format!(
        "{changed}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n"
    ));
    let (code, said, errors) = checked(&file, &place, &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        flat(&said).contains(rule) && said.contains("NOT CHECKED  own · new\n"),
        "{said}"
    );
    assert!(
        errors.contains("does not hold the configuration “new”, which came since"),
        "{errors}"
    );
    // Bands are something to be held to, unless a baseline is asked for.
    write(&format!(
        "{two}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n[expect]\n\"turns.mean\" = {{ to = 199 }}\n"
    ));
    assert_eq!(checked(&file, &place, &["--undecided", "pass"]).0, Some(0));
    let summary = dir.path().join("summary.md").display().to_string();
    let (code, said, _) = checked(
        &file,
        &place,
        &[
            "--require-baseline",
            "--undecided",
            "pass",
            "--json",
            "--summary",
            &summary,
        ],
    );
    let told: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let refused = &told["not-checked"][0];
    assert_eq!(
        (code, &refused["scenario"], &refused["configuration"]),
        (Some(2), &"own".into(), &"new".into())
    );
    let summary = std::fs::read_to_string(summary).expect("a summary");
    assert!(
        summary.contains("own · new: 1 goal met") && summary.contains("- **NOT CHECKED** own · new\n"),
        "{summary}"
    );

    write(OWN);
    let (code, _, errors) = checked(&file, &place, &["--undecided", "pass"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("holds the configuration “same”, which"), "{errors}");
    let (code, _, errors) = checked(&file, &place, &["--unchanged"]);
    assert_eq!(code, Some(2), "{errors}");

    // One that has another name and one that came: each is told for what it is, and the baseline that takes its place says so.
    let other = two.replace("\"same\"", "\"five\"");
    write(&format!(
        "{other}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n"
    ));
    let (code, said, errors) = checked(&file, &place, &["--undecided", "pass"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        flat(&said).contains(" name “same” “five” ") && !errors.contains("no longer has"),
        "{said}{errors}"
    );
    let said = printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    assert!(
        said.contains("; every game that was there as before\n  new: “new”\n") && !said.contains("it replaces"),
        "{said}"
    );
    write(&other.replace("same = 5", "same = 3"));
    let said = printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    assert!(
        said.contains("; the games of one configuration have changed\n  no longer there: “new”\n"),
        "{said}"
    );
    write(&two);
    printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);

    write(&changed.replace("\"same\"", "\"five\""));
    let (_, said, _) = checked(&file, &place, &[]);
    assert!(
        flat(&said).contains(" rules.sets.same 5 3 name “same” “five” "),
        "{said}"
    );
}

/// Other deals cannot be compared; what else has changed is told all the same, also by the baseline that replaces them.
#[test]
fn a_baseline_of_other_deals_tells_what_else_has_changed() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", OWN).display().to_string();
    printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    scenario(
        dir.path(),
        "own.toml",
        &format!("{}sets.same = 5\n", OWN.replace("seed = 5", "seed = 6")),
    );
    let changed = "hanged besides: rules.sets.same was 4, is 5";
    let (code, _, errors) = checked(&file, &place, &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(
        errors.contains("its seed was 5, now it is 6") && errors.contains(changed),
        "{errors}"
    );
    let said = printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("it replaces a baseline of something else: its seed was 5, now it is 6")
            && said.contains(changed),
        "{said}"
    );
}

/// A bot that sits nowhere changes nothing, and is no reason to call equal deals undecided.
#[test]
fn a_bot_that_sits_nowhere_is_no_change() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", OWN).display().to_string();
    printed(&["baseline", &file, "--games", "40", "--out", &place, "-q"]);
    scenario(dir.path(), "own.toml", &format!("{OWN}[bots.u]\nkind = \"random\"\n"));
    let (code, said, _) = checked(&file, &place, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Changed since"), "{said}");
}

/// Commands name a file as a shell takes it.
#[test]
fn commands_of_a_file_with_a_blank_can_be_pasted() {
    let dir = folder();
    let inside = dir.path().join("a b");
    std::fs::create_dir(&inside).expect("made");
    let place = inside.display().to_string();
    let file = scenario(&inside, "own.toml", OWN).display().to_string();
    printed(&["baseline", &file, "--games", "256", "--out", &place, "-q"]);
    scenario(&inside, "own.toml", &format!("{OWN}sets.same = 3\n"));
    let (code, said, _) = checked(&file, &place, &["--unchanged"]);
    assert_eq!(code, Some(1), "{said}");
    for command in ["replay", "baseline"] {
        assert!(
            said.contains(&format!("balance {command} '{file}'")),
            "{command}: {said}"
        );
    }
}

/// With as many deals as are foreseen most of what was undecided is decided.
#[test]
fn as_many_deals_as_are_foreseen_decide_most_of_what_is_open() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let any = |number: &str| {
        let text = format!(
            "{}margin = \"5%\"\n[rules]\nplayers = 3\nsets.any = {number}\n",
            "game = \"niagara\"\n"
        );
        scenario(dir.path(), "own.toml", &text).display().to_string()
    };
    let rows = |games: &str| -> Vec<Value> {
        let file = any("8");
        printed(&["baseline", &file, "--games", games, "--out", &place, "-q"]);
        any("9");
        let (_, said, _) = checked(&file, &place, &["--json"]);
        let json: Value = serde_json::from_str(&said).expect("JSON");
        json["configurations"][0]["rows"].as_array().expect("rows").clone()
    };
    let open: Vec<Value> = rows("300")
        .into_iter()
        .filter(|row| row["verdict"] == "undecided")
        .collect();
    let foreseen: Vec<u64> = open.iter().filter_map(|row| row["enough"].as_u64()).collect();
    assert!(foreseen.len() > 3, "{open:?}");
    let mut sorted = foreseen.clone();
    sorted.sort_unstable();
    let middle = sorted[sorted.len() / 2];
    let after = rows(&middle.to_string());
    let decided = |row: &&Value| {
        after
            .iter()
            .any(|new| new["metric"] == row["metric"] && new["verdict"] != "undecided")
    };
    let count = open.iter().filter(decided).count();
    assert!(
        2 * count > open.len(),
        "{middle} deals decide {count} of {}",
        open.len()
    );
}
