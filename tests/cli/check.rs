//! `balance check` and `baseline`: what has changed, what is gone, damaged or replaced, shards, and what a killed check leaves.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::{assert_contains, at, balance, ended, flat, folder, outcome, printed, refused, scenario, written};

/// Tiles of one's own and a bot of one's own, so that both can be changed.
pub const OWN: &str = r#"title = "Own"
game = "riverbed"
games = 20_000
seed = 5

[rules]
players = 5
tiles = "tiles.toml"

[seats]
all = "careful"

[bots.careful]
kind = "heuristic"
weights = { caution = 0.02 }
"#;

/// A folder with the scenario, the standard tiles and a baseline of so many deals.
pub fn held(deals: &str) -> tempfile::TempDir {
    let dir = folder();
    scenario(dir.path(), "own.toml", OWN);
    scenario(
        dir.path(),
        "tiles.toml",
        include_str!("../../games/riverbed/src/content/tiles.toml"),
    );
    let plain = baseline(&dir, deals).replace(',', "");
    assert_contains(&plain, &format!("own.json: {deals} deals of 1 configuration"));
    dir
}

/// The scenario in a folder, and the folder, in which its baseline is, too.
fn own(dir: impl AsRef<Path>) -> [String; 2] {
    let dir = dir.as_ref();
    [&dir.join("own.toml"), dir].map(|path| path.display().to_string())
}

/// Makes the baseline of the scenario there.
fn baseline(dir: impl AsRef<Path>, deals: &str) -> String {
    let [own, out] = own(dir);
    printed(&["baseline", &own, "--games", deals, "--out", &out])
}

/// Changes one piece of the scenario.
pub fn change(dir: &tempfile::TempDir, from: &str, to: &str) {
    change_file(dir, "own.toml", from, to);
}

/// Changes one piece of a file.
#[track_caller]
pub fn change_file(dir: &tempfile::TempDir, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(at(dir, name)).expect("a file");
    assert!(text.contains(from), "{from} is in {name}");
    fs::write(at(dir, name), text.replacen(from, to, 1)).expect("written");
}

/// Exit code and what was printed.
pub fn check(dir: &tempfile::TempDir, more: &[&str]) -> (Option<i32>, String) {
    let (file, base) = (at(dir, "own.toml"), at(dir, ""));
    let mut args = vec!["check", &file, "--baselines", &base];
    args.extend(more);
    let (code, text, said) = outcome(balance().args(args));
    assert!(
        text.lines()
            .all(|line| line.chars().count() <= 80 || line.contains("balance ") || line.contains('"')),
        "no line is wider than a report: {text}"
    );
    (code, text + &said)
}

/// A check that must end with this exit code.
#[track_caller]
pub fn check_ends(dir: &tempfile::TempDir, more: &[&str], wanted: i32) -> String {
    let (code, said) = check(dir, more);
    assert_eq!(code, Some(wanted), "{said}");
    said
}

#[test]
fn an_unchanged_game_is_within_once_rare_long_games_are_refuted() {
    let dir = held("12288");
    let said = check_ends(&dir, &[], 0);
    assert!(
        said.starts_with("ok  own: 10,240 games of 12,288 played again, each as in the baseline\n"),
        "{said}"
    );
    let again = baseline(&dir, "12288");
    assert!(again.contains("every game as before"), "{again}");
}

/// However few deals there are: where each goes exactly as it did, and nothing has changed that could let one go differently,
/// nothing is open. Where something has, equal deals leave room for rare other ones.
#[test]
fn deals_that_all_go_as_they_did_are_within_however_few() {
    let dir = held("40");
    let said = check_ends(&dir, &["--json"], 0);
    assert_contains(&said, "\"identical\": true");
    assert_contains(&said, "\"deals\": 40");
    let said = check_ends(&dir, &[], 0);
    assert!(
        said.starts_with("ok  own: 40 games played again, each as in the baseline\n"),
        "{said}"
    );
    // A margin or a band lets no game go differently.
    change(
        &dir,
        "seed = 5\n",
        "seed = 5\nmargin = \"2%\"\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    let (_, said) = check(&dir, &["--games", "60000"]);
    assert!(!said.contains("UNDECIDED"), "{said}");
    change(&dir, "caution = 0.02 ", "caution = 0.020000001 ");
    let said = check_ends(&dir, &["--games", "60000"], 3);
    assert!(said.starts_with("UNDECIDED own: "), "{said}");
}

#[test]
fn a_changed_tile_is_found_and_told() {
    let dir = held("4096");
    let tile = "number = 2\nhunt = true\nlayers = [\"1 log\", \"1 coin\"]";
    change_file(
        &dir,
        "tiles.toml",
        tile,
        &tile.replace("\"1 log\", ", "\"1 log\", \"1 log\", "),
    );
    let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "summary.md"));
    let said = check_ends(&dir, &["--junit", &xml, "--summary", &summary], 1);
    for wanted in [
        "FAIL own: Merchants win rate ",
        "\nOutside\n",
        "\nUndecided\n",
        "balance replay ",
        "own.toml --game ",
    ] {
        assert_contains(&said, wanted);
    }
    assert!(flat(&said).contains("; ±1.0 is allowed."), "{said}");
    let xml = fs::read_to_string(xml).expect("written");
    assert_contains(&xml, "type=\"outside\"");
    assert_contains(&xml, "name=\"win-rate.separatists · baseline\"");
    assert_eq!(
        xml.matches("<failure ").count(),
        4,
        "kelp, logs and coins are who wins: {xml}"
    );
    let summary = fs::read_to_string(summary).expect("written");
    assert!(summary.starts_with("## FAIL own: Merchants win rate "), "{summary}");
}

#[test]
fn too_few_games_leave_it_undecided_and_say_how_many_would_do() {
    let dir = held("300");
    change(&dir, "caution = 0.02", "caution = 0.021");
    let said = check_ends(&dir, &[], 3);
    assert_contains(&flat(&said), "undecided after 300 games. ");
    assert_contains(&said, "A baseline of about");
    assert_eq!(check(&dir, &["--undecided", "pass"]).0, Some(0));
}

/// What the designer has changed is compared on the same deals, and named.
#[test]
fn changed_inputs_are_compared_and_named() {
    let told = |name: &str, from: &str, to: &str| {
        let dir = held("200");
        change_file(&dir, name, from, to);
        let (code, said) = check(&dir, &[]);
        assert!(code != Some(0) && code != Some(2), "{said}");
        assert_contains(&said, "balance baseline ");
        assert_contains(&said, "accept the change");
        let start = said.find("Changed since the baseline").expect("the changes");
        flat(&said[start..])
    };
    let said = told("own.toml", "players = 5", "players = 6");
    assert_contains(&said, " rules.roles.merchants 1 2 ");
    assert!(
        said.starts_with("Changed since the baseline Baseline Now rules.players 5 6 "),
        "{said}"
    );
    let said = told("own.toml", "all = \"careful\"", "all = \"random\"");
    assert_contains(&said, " seats every seat: careful every seat: random ");
    let said = told("own.toml", "caution = 0.02", "caution = 0.1");
    assert!(said.contains(" bots.careful.weights.caution 0.02 0.1 "), "{said}");
    let said = told("tiles.toml", "layers = [\"1 log\", \"1 coin\"]", "layers = [\"1 log\"]");
    assert_contains(&said, " tiles: tile 2 layers [\"1 log\", \"1 coin\"] [\"1 log\"] ");
}

/// What main plays is what its baselines say. A change of results on purpose renews them: `balance baseline`.
#[test]
fn the_committed_baselines_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("scenarios")).expect("committed").flatten();
    let mut scenarios: Vec<String> = files
        .filter_map(|file| Some(format!("scenarios/{}", file.file_name().to_str()?)))
        // Scenarios in folders are not meant to meet their wishes.
        .filter(|path| !Path::new(path).is_dir())
        .collect();
    scenarios.sort();
    assert!(scenarios.len() >= 30, "{scenarios:?}");
    let mut args = vec!["check"];
    args.extend(scenarios.iter().map(String::as_str));
    printed(&args);
}

#[test]
fn what_is_not_as_it_was_is_refused_where_that_is_asked() {
    let dir = held("12288");
    let said = check_ends(&dir, &["--unchanged"], 0);
    // Fewer would show that nothing has moved, but not that no deal goes differently.
    assert_contains(&said, "own: 12,288 games played again, each as in the baseline");
    // Too few deals to refute rare long games: where all is as it was, that is no matter.
    let few = held("300");
    assert_eq!(check(&few, &[]).0, Some(0));
    check_ends(&few, &["--unchanged"], 0);
    // A band that was added and is missed has moved nothing.
    let band = "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 5 }\n";
    change(&few, "seed = 5\n", band);
    let said = check_ends(&few, &["--unchanged"], 1);
    assert!(said.starts_with("FAIL own: Mean turns "), "{said}");
    change(&dir, "seed = 5", "seed = 5\nmargin = \"20%\"");
    let said = check_ends(&dir, &[], 0);
    assert!(flat(&said).contains(" margin 1% 20% "), "{said}");
    let junit = at(&dir, "junit.xml");
    let said = check_ends(&dir, &["--unchanged", "--junit", &junit], 1);
    assert!(said.contains("which --unchanged forbids"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert_contains(&xml, "type=\"changed\"");
    assert_contains(&xml, "margin was 1%, is 20%");
    // Without a baseline nothing tells what is unchanged.
    scenario(dir.path(), "other.toml", OWN);
    let (other, base) = (at(&dir, "other.toml"), at(&dir, ""));
    let other = refused(&["check", &other, "--baselines", &base, "--unchanged"]);
    assert!(other.contains("has no baseline"), "{other}");
}

/// Bots of two kinds at one table, whose weights can be changed.
const TWO_KINDS: &str = r#"title = "Own"
game = "niagara"
games = 4_096
seed = 5

[rules]
players = 4

[seats]
all = "heuristic"
4 = "bold"

[bots.bold]
kind = "heuristic"
weights = { loot = 1.0 }
"#;

/// What each kind of bot wins is held where several sit at the table; a baseline that does not hold it is read, and that is said.
#[test]
fn a_bot_that_gets_worse_is_outside() {
    let dir = folder();
    scenario(dir.path(), "own.toml", TWO_KINDS);
    baseline(&dir, "4096");
    check_ends(&dir, &[], 0);
    change(&dir, "weights = { loot = 1.0 }", "blunder = \"60%\"");
    let said = check_ends(&dir, &[], 1);
    assert_contains(&said, "\n  Bold bot win rate");
    assert_contains(&said, "\n  Heuristic bot win rate");
    // As a baseline of an earlier version.
    let stored = fs::read_to_string(dir.path().join("own.json")).expect("a baseline");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    assert_eq!(stored["configurations"][0]["bots"][1][0], "bold");
    change(&dir, "4 = \"bold\"\n", "");
    baseline(&dir, "2048");
    change(&dir, "[bots", "4 = \"bold\"\n\n[bots");
    let (_, said) = check(&dir, &[]);
    assert_contains(
        &flat(&said),
        "How often heuristic and bold win is not compared: the baseline does not hold it.",
    );
    assert_contains(&said, "balance baseline ");
}

/// Bands are asked of as many games as they take; what is open against a baseline of which every deal was compared ends nothing.
#[test]
fn a_check_ends_when_no_more_deals_can_answer_it() {
    let dir = held("9000");
    change(&dir, "caution = 0.02 ", "caution = 0.03 ");
    change(
        &dir,
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    change(&dir, "games = 20_000", "games = 60_000");
    let xml = at(&dir, "out.xml");
    let (code, said) = check(&dir, &["--junit", &xml]);
    assert_contains(&said, " of 9,000 games went differently.");
    assert!(code != Some(0), "{said}");
    let xml = fs::read_to_string(xml).expect("written");
    assert!(xml.contains("accept the change: balance baseline"), "{xml}");
}

/// A baseline that was copied from another scenario of the game is called what it is, before what it makes of the deals.
#[test]
fn a_baseline_of_another_scenario_is_not_judged() {
    let dir = held("300");
    let (seven, base, summary) = (at(&dir, "seven.toml"), at(&dir, ""), at(&dir, "summary.md"));
    fs::copy(at(&dir, "own.json"), at(&dir, "seven.json")).expect("copied");
    let said = |from: &str, to: &str| {
        fs::write(&seven, OWN.replace(from, to)).expect("written");
        let args = ["check", &seven, "--baselines", &base, "--summary", &summary];
        let (code, _, said) = outcome(balance().args(args));
        (code, flat(&said))
    };
    let of = "seven.json is the baseline of “own”";
    let to_do = "Restore this scenario's, or delete it and run `balance baseline ";
    let (code, text) = said("players = 5", "players = 7");
    assert_eq!(code, Some(2), "{text}");
    let wanted = format!("{of}: it is for 5 players, and this is for 7. {to_do}");
    assert!(text.contains(&wanted) && !text.contains("--games"), "{text}");
    let told = fs::read_to_string(&summary).expect("written");
    assert!(told.starts_with("## NOT CHECKED ") && told.contains(of), "{told}");
    let (code, text) = said("caution = 0.02", "caution = 0.03");
    assert!(code == Some(2) && text.contains(&format!("{of}. {to_do}")), "{text}");
    // What is the same game is no worse than its own.
    let (code, text) = said("caution = 0.02", "caution = 0.020");
    assert_eq!(code, Some(0), "{text}");
    // What is gone was renamed.
    fs::remove_file(at(&dir, "own.toml")).expect("gone");
    let (code, text) = said("caution = 0.02", "caution = 0.020001");
    assert!(code != Some(2), "{text}");
}

/// Where others sit at the table, that is why the sides are others; nor tells a baseline of another table how many deals it takes.
#[test]
fn other_players_are_no_change_besides() {
    let dir = folder();
    let own = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n";
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", own);
    baseline(&dir, "64");
    change(&dir, "players = 3\n", "players = 4\nsets.same = 5\n");
    let said = flat(&refused(&["check", &file, "--baselines", &place]));
    assert_contains(
        &said,
        "was made for something else: it is for 3 players, and this is for 4; its sides in “base” were ",
    );
    assert!(said.contains("Changed besides: rules.sets.same was 4, is 5."), "{said}");
    assert!(!said.contains("--games"), "{said}");
}

/// Which file says it is no change where it says the same.
#[test]
fn content_that_is_named_and_the_same_is_no_change() {
    let dir = held("40");
    change(&dir, "tiles = \"tiles.toml\"\n", "");
    let said = check_ends(&dir, &["--unchanged"], 0);
    assert!(!said.contains("Changed since"), "{said}");
}

/// A file that is named twice is checked once, and two scenarios of one name are not held to one baseline.
#[test]
fn no_baseline_is_held_to_twice() {
    let dir = held("1024");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let said = |args: &[&str]| {
        let all = [&["check", "--baselines", &base, &own], args].concat();
        let (code, text, said) = outcome(balance().args(all));
        (code, text + &said)
    };
    assert_eq!(said(&[&own]), said(&[]));
    fs::create_dir(dir.path().join("other")).expect("a folder");
    fs::copy(&own, dir.path().join("other/own.toml")).expect("copied");
    fs::copy(at(&dir, "tiles.toml"), dir.path().join("other/tiles.toml")).expect("copied");
    let (code, text) = said(&[&at(&dir, "other/own.toml")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("another scenario of that name is held to"), "{text}");
    // Where there is no baseline each is held to its bands.
    for file in ["own.toml", "other/own.toml"] {
        change_file(
            &dir,
            file,
            "seed = 5\n",
            "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 399 }\n",
        );
    }
    fs::remove_file(at(&dir, "own.json")).expect("gone");
    let (code, text) = said(&[&at(&dir, "other/own.toml")]);
    assert_ne!(code, Some(2), "{text}");
    assert_eq!(text.matches("not compared with a baseline").count(), 2, "{text}");
}

/// Exit code, answers and errors of a check.
fn checked(dir: impl AsRef<Path>, options: &[&str]) -> (Option<i32>, String, String) {
    let [own, baselines] = own(dir);
    let check = ["check", &own, "--baselines", &baselines, "-q"];
    let (code, said, errors) = outcome(balance().args(check).args(options));
    // A long command goes on in the next line, as a shell reads it.
    let pieces: Vec<&str> = said.split(" \\\n").map(str::trim_start).collect();
    (code, pieces.join(" "), errors)
}

const CHANGED: &str = "game = \"niagara\"\ngames = 4_096\nseed = 5\n[rules]\nplayers = 3\n";

/// An entry of content that a rule sets is told once, with what its file says, and beside the game as it was; one that is set to
/// what its file says anyway is no change.
#[test]
fn an_entry_that_a_rule_sets_is_told_with_what_its_file_says() {
    let dir = folder();
    scenario(dir.path(), "own.toml", CHANGED);
    baseline(&dir, "1024");
    let check = |rule: &str, wanted: i32| {
        scenario(dir.path(), "own.toml", &format!("{CHANGED}{rule}\n"));
        let (code, said, _) = checked(&dir, &["--unchanged", "--undecided", "pass"]);
        assert_eq!(code, Some(wanted), "{said}");
        said
    };
    let said = check("weather.4 = 1", 1);
    assert!(flat(&said).contains(" rules.weather.4 2 1 "), "{said}");
    assert!(said.contains(" --set weather.4=2 --against weather.4=2"), "{said}");
    let said = check("weather.4 = 2", 0);
    assert!(!said.contains("Changed since"), "{said}");
}

/// So is one field of an entry.
#[test]
fn a_field_of_an_entry_is_told_with_what_its_file_says() {
    let dir = folder();
    let own = "game = \"riverbed\"\nseed = 5\n[rules]\nplayers = 9\n";
    let file = scenario(dir.path(), "own.toml", own);
    baseline(&dir, "256");
    let check = |rules: &str| {
        scenario(dir.path(), "own.toml", &format!("{own}{rules}\n"));
        let (code, said, _) = checked(&dir, &["--unchanged", "--undecided", "pass"]);
        (code, said)
    };
    let check_ends = |rules: &str, wanted: i32| {
        let (code, said) = check(rules);
        assert_eq!(code, Some(wanted), "{said}");
        said
    };
    let tiles = include_str!("../../games/riverbed/src/content/tiles.toml");
    let tiles: toml::Table = tiles.parse().expect("TOML");
    let hunts = |wanted: bool| {
        let mut all = tiles["tile"].as_array().expect("tiles").iter();
        let found = all.find(|tile| tile["hunt"].as_bool() == Some(wanted)).expect("a tile");
        found["number"].as_integer().expect("a number")
    };
    let (with, without) = (hunts(true), hunts(false));
    let said = check_ends(&format!("tile.{with}.hunt = true"), 0);
    assert!(!said.contains("Changed since"), "{said}");
    let said = check_ends(&format!("tile.{without}.hunt = true"), 1);
    assert_contains(&flat(&said), &format!(" rules.tile.{without}.hunt false true "));
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
    let write = |text: &str| scenario(dir.path(), "own.toml", text);
    let two = format!("{CHANGED}[[variant]]\nname = \"same\"\nrules.sets.same = 5\n");
    write(&two);
    baseline(&dir, "1024");
    let changed = two.replace("same = 5", "same = 3");
    let rule = " rules.sets.same 5 3 ";

    write(&format!(
        "{changed}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n"
    ));
    let (code, said, errors) = checked(&dir, &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert_contains(&flat(&said), rule);
    assert_contains(&said, "NOT CHECKED  own · new\n");
    assert_contains(&errors, "does not hold the configuration “new”, which came since");
    // Bands are something to be held to, unless a baseline is asked for.
    write(&format!(
        "{two}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n[expect]\n\"turns.mean\" = {{ to = 199 }}\n"
    ));
    assert_eq!(checked(&dir, &["--undecided", "pass"]).0, Some(0));
    let summary = at(&dir, "summary.md");
    let (code, said, _) = checked(
        &dir,
        &[
            "--require-baseline", "--undecided", "pass", "--json", "--summary", &summary,
        ],
    );
    let told: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let refused = &told["not-checked"][0];
    assert_eq!(
        (code, &refused["scenario"], &refused["configuration"]),
        (Some(2), &"own".into(), &"new".into())
    );
    let summary = std::fs::read_to_string(summary).expect("a summary");
    assert_contains(&summary, "own · new: 1 goal met");
    assert_contains(&summary, "- **NOT CHECKED** own · new\n");

    write(CHANGED);
    let (code, _, errors) = checked(&dir, &["--undecided", "pass"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("holds the configuration “same”, which"), "{errors}");
    let (code, _, errors) = checked(&dir, &["--unchanged"]);
    assert_eq!(code, Some(2), "{errors}");

    // One that has another name and one that came: each is told for what it is, and the baseline that takes its place says so.
    let other = two.replace("\"same\"", "\"five\"");
    write(&format!(
        "{other}[[variant]]\nname = \"new\"\nrules.sets.different = 4\n"
    ));
    let (code, said, errors) = checked(&dir, &["--undecided", "pass"]);
    assert_eq!(code, Some(2), "{errors}");
    assert_contains(&flat(&said), " name “same” “five” ");
    assert!(!errors.contains("no longer has"), "{said}{errors}");
    let said = baseline(&dir, "1024");
    assert_contains(&said, "; every game as before\n  new: “new”\n");
    assert!(!said.contains("it replaces"), "{said}");
    write(&other.replace("same = 5", "same = 3"));
    let said = baseline(&dir, "1024");
    assert_contains(&said, "; changed games: “five”\n  no longer there: “new”\n");
    write(&two);
    baseline(&dir, "1024");

    write(&changed.replace("\"same\"", "\"five\""));
    let (_, said, _) = checked(&dir, &[]);
    assert_contains(&flat(&said), " rules.sets.same 5 3 name “same” “five” ");
}

/// Other deals cannot be compared; what else has changed is told all the same, also by the baseline that replaces them.
#[test]
fn a_baseline_of_other_deals_tells_what_else_has_changed() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", CHANGED);
    std::fs::write(dir.path().join("own.json"), "{ \"mine\": 1 }").expect("written");
    let said = refused(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    assert!(said.contains("own.json was not written by this command"), "{said}");
    std::fs::remove_file(dir.path().join("own.json")).expect("removed");
    baseline(&dir, "1024");
    scenario(
        dir.path(),
        "own.toml",
        &format!("{}sets.same = 5\n", CHANGED.replace("seed = 5", "seed = 6")),
    );
    let changed = "hanged besides: rules.sets.same was 4, is 5";
    let (code, _, errors) = checked(&dir, &[]);
    assert_eq!(code, Some(2), "{errors}");
    assert_contains(&errors, "its seed was 5, now it is 6");
    assert_contains(&errors, changed);
    let said = flat(&baseline(&dir, "1024"));
    assert_contains(
        &said,
        "it replaces a baseline of something else: its seed was 5, now it is 6",
    );
    assert_contains(&said, changed);
}

/// A bot that sits nowhere changes nothing, and is no reason to call equal deals undecided.
#[test]
fn a_bot_that_sits_nowhere_is_no_change() {
    let dir = folder();
    scenario(dir.path(), "own.toml", CHANGED);
    baseline(&dir, "40");
    scenario(
        dir.path(),
        "own.toml",
        &format!("{CHANGED}[bots.u]\nkind = \"random\"\n"),
    );
    let (code, said, _) = checked(&dir, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Changed since"), "{said}");
}

/// Commands name a file as a shell takes it.
#[test]
fn commands_of_a_file_with_a_blank_can_be_pasted() {
    let dir = folder();
    let inside = dir.path().join("a b");
    std::fs::create_dir(&inside).expect("made");
    let file = scenario(&inside, "own.toml", CHANGED);
    baseline(&inside, "256");
    scenario(&inside, "own.toml", &format!("{CHANGED}sets.same = 3\n"));
    let (code, said, _) = checked(&inside, &["--unchanged"]);
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
    let any = |number: &str| {
        let text = format!(
            "{}margin = \"5%\"\n[rules]\nplayers = 3\nsets.any = {number}\n",
            "game = \"niagara\"\n"
        );
        scenario(dir.path(), "own.toml", &text)
    };
    let rows = |games: &str| -> Vec<Value> {
        any("8");
        baseline(&dir, games);
        any("10");
        let (_, said, _) = checked(&dir, &["--json"]);
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

/// What other deals or other sides were played for cannot be compared; whoever reads the files that were asked for sees why.
#[test]
fn a_baseline_of_other_deals_is_refused() {
    let other = |from: &str, to: &str| {
        let dir = held("200");
        change(&dir, from, to);
        let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "summary.md"));
        let said = check_ends(&dir, &["--junit", &xml, "--summary", &summary], 2);
        for file in [xml, summary] {
            let text = fs::read_to_string(file).expect("written");
            assert!(text.contains("now "), "{text}");
        }
        assert!(said.contains("balance baseline"), "{said}");
        said
    };
    assert!(other("seed = 5", "seed = 6").contains("its seed was 5, now it is 6"));
    let said = other("all = \"careful\"", "rotate = [\"careful\", \"random\"]");
    assert!(said.contains("its deals were played once each, now 2 times"), "{said}");
    let said = other(
        "[bots.careful]",
        "[matrix]\n\"rules.con-cost\" = [2, 3]\n[bots.careful]",
    );
    assert_contains(&said, "its list of configurations was base, now it is");
}

#[test]
fn damaged_and_missing_baselines_are_told() {
    let dir = held("200");
    change_file(&dir, "own.json", "\"games\": \"", "\"games\": \"AAAA");
    let arguments = ["check", &at(&dir, "own.toml"), "--baselines", &at(&dir, "")];
    let said = refused(&arguments);
    assert!(said.contains("is not a baseline"), "{said}");
    let into = |said: &str| flat(said).contains(&flat(&format!("own.toml --out {}", at(&dir, ""))));
    assert!(into(&said), "it is read from where it is written: {said}");
    change(&dir, "seed = 5", "seed = 6");
    baseline(&dir, "200");
    change(&dir, "seed = 6", "seed = 5");
    let said = refused(&arguments);
    assert!(said.contains("was made for something else") && into(&said), "{said}");
    fs::remove_file(dir.path().join("own.json")).expect("removed");
    let said = refused(&arguments);
    assert_contains(&said, "nothing to check");
    assert_contains(&said, "balance baseline");
}

/// Bands that count from now are asked of variants, and not by a check: they are no reason to say that there is no `[expect]`.
#[test]
fn a_scenario_with_bands_from_now_alone_is_held_to_nothing() {
    let dir = folder();
    scenario(
        dir.path(),
        "own.toml",
        "game = \"riverbed\"\n[rules]\nplayers = 5\n[expect]\nturns.mean = { to = \"now\" }\n",
    );
    let said = refused(&["check", &at(&dir, "own.toml"), "--baselines", &at(&dir, "")]);
    let wanted = "nothing to check: [expect] has only bands that count from now, and there is no baseline ";
    assert!(flat(&said).contains(&flat(wanted)), "{said}");
}

/// A scenario with a mistake hides no drift of another, and the exit code is that of the mistake.
#[test]
fn what_can_be_checked_is_checked_beside_a_mistake() {
    let dir = held("300");
    scenario(dir.path(), "typo.toml", &OWN.replace("players", "plyers"));
    let [typo, junit, summary] = ["typo.toml", "junit.xml", "summary.md"].map(|name| at(&dir, name));
    let said = check_ends(&dir, &[&typo, "--junit", &junit, "--summary", &summary], 2);
    assert_contains(&said, "NOT CHECKED  typo\n");
    assert_contains(&flat(&said), " 9 within.");
    assert!(said.trim_end().ends_with("typo.toml: 1 problem"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert_contains(&xml, "errors=\"1\"");
    assert_contains(&xml, "name=\"win-rate.");
    let text = fs::read_to_string(&summary).expect("written");
    assert!(text.starts_with("## NOT CHECKED ") && text.contains("plyers"), "{text}");
    // An empty name is none.
    check_ends(&dir, &["--summary", ""], 0);
    let (code, json) = check(&dir, &[&typo, "--json", "-q"]);
    let told: serde_json::Value = serde_json::from_str(&json[..=json.rfind('}').expect("JSON")]).expect("JSON");
    assert_eq!(
        (code, told["exit-code"].as_i64(), told["verdict"].as_str()),
        (Some(2), Some(2), Some("not-checked")),
        "{json}"
    );
    // What may stay undecided is skipped, as the exit code has it; the folder of the file is made.
    change(&dir, "caution = 0.02", "caution = 0.021");
    let junit = at(&dir, "new/folder/junit.xml");
    check_ends(&dir, &["--undecided", "pass", "--junit", &junit], 0);
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(xml.contains("failures=\"0\"") && xml.contains("<skipped "), "{xml}");
}

/// One file under two names is one file, also before it is there.
#[test]
fn two_files_are_two_files() {
    let dir = held("40");
    fs::create_dir(dir.path().join("sub")).expect("a folder");
    let (code, said) = check(
        &dir,
        &["--junit", &at(&dir, "out"), "--summary", &at(&dir, "sub/../out")],
    );
    assert!(code == Some(2) && said.contains("both name the file"), "{said}");
    assert!(!dir.path().join("out").exists());
}

/// A scenario that is gone, or has another name, does not leave a check without a word.
#[test]
fn a_baseline_without_a_scenario_is_told() {
    let dir = held("40");
    fs::rename(dir.path().join("own.toml"), dir.path().join("new.toml")).expect("renamed");
    let (new, base) = (at(&dir, "new.toml"), at(&dir, ""));
    let old = Path::new(&base).join("own.json").display().to_string();
    let said = refused(&["check", &new, "--baselines", &base]);
    assert_contains(
        &said,
        &format!("{old} holds the games of the same scenario: was it renamed? `git mv {old} "),
    );
    change_file(
        &dir,
        "new.toml",
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "out.md"));
    let args = [
        "check", &new, "--baselines", &base, "--junit", &xml, "--summary", &summary,
    ];
    let said = flat(&outcome(balance().args(args)).1);
    assert_contains(&said, "own.json belongs to no scenario that was found");
    for file in [xml, summary] {
        let text = fs::read_to_string(&file).expect("written");
        assert!(text.contains("belongs to no scenario that was found"), "{text}");
        // Though a band is new, it is of the same game.
        assert!(text.contains("was this one renamed? `git mv "), "{text}");
    }
}

/// A folder of baselines that is named is there; the usual one may be missing.
#[test]
fn a_folder_of_baselines_that_is_not_there_is_refused() {
    let dir = held("40");
    change(
        &dir,
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    fs::create_dir_all(dir.path().join("baselines")).expect("made");
    let (own, near, far) = (at(&dir, "own.toml"), at(&dir, "baseline"), at(&dir, "zzz"));
    let said = refused(&["check", &own, "--baselines", &near]);
    let meant = format!("--baselines {near}: there is no such folder\n");
    assert!(said.ends_with(&meant), "{said}");
    let said = refused(&["check", &own, "--baselines", &far]);
    assert!(said.contains("zzz: there is no such folder"), "{said}");
    let said = refused(&["check", &own, "--baselines", &own]);
    assert!(said.contains("own.toml: that is no folder"), "{said}");
    let (code, _, said) = outcome(balance().current_dir(dir.path()).args(["check", "own.toml", "-q"]));
    assert_eq!(code, Some(0), "{said}");
}

/// In the usual folders, too, where a baseline names no file.
#[test]
fn a_renamed_scenario_of_the_usual_folder_is_recognised() {
    let dir = folder();
    let old = dir.path().join("scenarios/own.toml");
    fs::create_dir(dir.path().join("scenarios")).expect("a folder");
    fs::write(&old, super::SMALL).expect("written");
    let run = |args: &[&str]| outcome(balance().current_dir(dir.path()).args(args));
    let made = run(&["baseline", "scenarios/own.toml", "--games", "40", "--quiet"]);
    assert_eq!(made.0, Some(0));
    fs::rename(&old, dir.path().join("scenarios/new.toml")).expect("renamed");
    let (code, _, said) = run(&["check", "scenarios/new.toml", "--require-baseline", "--quiet"]);
    assert_eq!(code, Some(2), "{said}");
    let told = "was it renamed? `git mv reports/baselines/own.json reports/baselines/new.json`";
    assert!(flat(&said).contains(told), "{said}");
}

/// A larger baseline of a game that has changed would hide the change; that is said.
#[test]
fn a_baseline_that_replaces_another_version_says_so() {
    let dir = held("40");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let write = |games: &str| printed(&["baseline", &own, "--out", &base, "--games", games, "--quiet"]);
    assert!(!write("60").contains("another version"));
    change(&dir, "players = 5\n", "players = 5\nhand-limit = 4\n");
    let args = ["baseline", &own, "--out", &base, "--games", "80", "--quiet"];
    let (said, before) = ended(&args, 0);
    assert_contains(&said, "it replaces the baseline of another version: what that moved ");
    assert!(!said.contains("hand-limit"), "{said}");
    let before = flat(&before);
    assert_contains(&before, "is the baseline of another version (rules.hand-limit was ");
    assert_contains(&before, "being replaced");
}

/// What `args` print, their exit code, and what then stands in the files of `--junit` and `--summary`.
fn told(dir: &tempfile::TempDir, args: &[&str]) -> (String, Option<i32>, String, String) {
    let (junit, summary) = (at(dir, "out.xml"), at(dir, "out.md"));
    fs::remove_file(&summary).unwrap_or_default();
    let files = ["--junit", &junit, "--summary", &summary];
    let (code, out, _) = outcome(balance().args(args).args(files));
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    (out, code, read(&junit), read(&summary))
}

/// Plays the check of `own.toml` in two shards and names their folder.
fn in_shards(dir: &tempfile::TempDir) -> String {
    let (own, base, out) = (at(dir, "own.toml"), at(dir, ""), at(dir, "out"));
    for shard in ["0/2", "1/2"] {
        ended(
            &[
                "check", &own, "-q", "--baselines", &base, "--out", &out, "--shard", shard,
            ],
            0,
        );
    }
    Path::new(&out).join("own-check.shards").display().to_string()
}

/// A baseline whose scenario was deleted is refused in shards as it is on one machine.
#[test]
fn what_a_check_needs_its_shards_need() {
    let dir = held("200");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let lost = scenario(dir.path(), "lost.toml", OWN);
    printed(&["baseline", &lost, "--games", "40", "--quiet", "--out", &base]);
    fs::remove_file(&lost).expect("removed");
    let shards = in_shards(&dir);
    for (option, code) in [("--require-baseline", 1), ("--unchanged", 1)] {
        let whole = told(&dir, &["check", &own, "-q", "--baselines", &base, option]);
        assert_eq!(whole.1, Some(code), "{}", whole.0);
        assert!(whole.2.contains("lost.json"), "{}", whole.2);
        assert_eq!(told(&dir, &["shards", "merge", &shards, option]), whole);
    }
    let whole = told(&dir, &["check", &own, "-q", "--baselines", &base]);
    assert_eq!((whole.1, told(&dir, &["shards", "merge", &shards])), (Some(0), whole));
    let (_, said) = ended(
        &[
            "check", &own, "--baselines", &base, "--shard", "0/2", "--require-baseline",
        ],
        2,
    );
    assert_contains(&flat(&said), "--require-baseline are for `shards merge`");
}

/// A variant that came since hides no drift of the others, in shards as on one machine.
#[test]
fn what_can_be_checked_is_checked_in_shards() {
    let dir = held("200");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    change(
        &dir,
        "[seats]",
        "[[variant]]\nname = \"six\"\nrules = { hand-limit = 4 }\n[seats]",
    );
    let whole = told(&dir, &["check", &own, "-q", "--baselines", &base]);
    assert_eq!(whole.1, Some(2), "{}", whole.0);
    assert!(whole.2.contains("win-rate.") && whole.2.contains("six"), "{}", whole.2);
    assert_eq!(told(&dir, &["shards", "merge", &in_shards(&dir)]), whole);
}

/// Where a check has no answers, no older ones stay.
#[test]
fn no_older_answers_stay_where_there_are_none() {
    let dir = held("200");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let shards = in_shards(&dir);
    let green = told(&dir, &["shards", "merge", &shards]);
    assert!(green.1 == Some(0) && green.2.contains("errors=\"0\""), "{}", green.2);
    let gone = Path::new(&shards).join("00001-of-00002.json");
    let shard = fs::read(&gone).expect("a shard");
    fs::remove_file(&gone).expect("removed");
    let (_, code, xml, summary) = told(&dir, &["shards", "merge", &shards]);
    assert_eq!(code, Some(3));
    assert_contains(&xml, "errors=\"1\"");
    assert_contains(&xml, "Shard 1 of 0 to 1 is missing");
    assert!(summary.starts_with("## NOT CHECKED "), "{summary}");
    fs::write(&gone, shard).expect("written");
    fs::rename(at(&dir, "own.json"), at(&dir, "away.json")).expect("moved");
    let (_, code, xml, _) = told(&dir, &["shards", "merge", &shards]);
    assert!(code == Some(2) && xml.contains("errors=\"1\""), "{xml}");
    fs::rename(at(&dir, "away.json"), at(&dir, "own.json")).expect("moved");
    assert_eq!(told(&dir, &["shards", "merge", &shards]), green);
    let (_, code, xml, _) = told(&dir, &["check", &own, "--baselines", &at(&dir, "nowhere")]);
    assert!(code == Some(2) && xml.contains("there is no such folder"), "{xml}");
    // What is read is not written over, whatever it is named for.
    let before = fs::read(&own).expect("read");
    for option in ["--junit", "--summary"] {
        let (_, said) = ended(&["check", &own, "--baselines", &at(&dir, "nowhere"), option, &own], 2);
        assert!(said.contains("own.toml"), "{said}");
        assert_eq!(fs::read(&own).expect("read"), before);
    }
    let (out, _) = ended(&["check", &own, "--baselines", &base, "--json", "-q"], 0);
    assert!(out.contains("\"verdict\": \"within\""), "{out}");
}

/// Checks a scenario whose band takes longer than any test.
const ENDLESS: &str = "game = \"riverbed\"\ngames = 1_000_000_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n\
                    [expect]\n\"win-rate.profiteer\" = { target = \"31.5%\", within = \"0.000001%\" }\n";

#[test]
fn a_killed_check_leaves_no_older_answer() {
    let (dir, path) = written("long.toml", ENDLESS);
    let (junit, summary) = (at(&dir, "check.xml"), at(&dir, "summary.md"));
    let options = ["--junit", &junit, "--summary", &summary];
    fs::write(&summary, "# Earlier\n").expect("written");
    ended(&[&["check", &path, "--games", "1_024"], &options[..]].concat(), 3);
    let (xml, told) = (read(&junit), read(&summary));
    assert!(xml.contains("undecided") && !xml.contains("finished"), "{xml}");
    assert!(
        told.starts_with("# Earlier\n## UNDECIDED ") && !told.contains("finished"),
        "{told}"
    );

    let mut child = balance()
        .args(["check", &path, "--out", &at(&dir, "out")])
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    while !read(&summary).ends_with("and is to be run again.\n") {
        assert!(child.try_wait().expect("it is asked").is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
    let (xml, after) = (read(&junit), read(&summary));
    assert_contains(&xml, "errors=\"1\"");
    assert_contains(&xml, "type=\"unfinished\"");
    assert!(!xml.contains("undecided"), "{xml}");
    assert_eq!(
        after,
        format!(
            "{told}## Balance: not finished\n\nThis check has not finished: it is still running, or was killed and is to be run again.\n"
        )
    );
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

/// From a folder below the one in which baselines were made, their scenarios are found as well.
#[test]
fn baselines_of_a_folder_above_have_their_scenarios() {
    let dir = super::folder();
    let run = |below: &str, args: &[&str]| {
        let below = dir.path().join(below);
        outcome(balance().current_dir(below).args(args))
    };
    for game in ["a", "b"] {
        let folder = dir.path().join("games").join(game);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join(format!("{game}.toml")), super::SMALL).expect("written");
        let file = format!("games/{game}/{game}.toml");
        assert_eq!(run("", &["baseline", &file, "--games", "40", "-q"]).0, Some(0));
    }
    let base = "../../reports/baselines";
    let args = ["check", "b.toml", "-q", "--baselines", base, "--require-baseline"];
    let (code, _, said) = run("games/b", &args);
    assert_eq!(code, Some(0), "{said}");
    fs::remove_file(dir.path().join("games/a/a.toml")).expect("removed");
    assert_eq!(run("games/b", &args).0, Some(1));
}
