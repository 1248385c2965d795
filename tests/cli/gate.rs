//! `balance check` and `baseline`.

use std::fs;
use std::path::Path;

use super::{balance, flat, folder, printed, refused, scenario};

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
    let said = printed(&[
        "baseline",
        &at(&dir, "own.toml"),
        "--games",
        deals,
        "--out",
        &at(&dir, ""),
    ]);
    let plain = said.replace(',', "");
    assert!(
        plain.contains(&format!("own.json: {deals} deals of 1 configuration")),
        "{said}"
    );
    dir
}

pub fn at(dir: &tempfile::TempDir, name: &str) -> String {
    dir.path().join(name).display().to_string()
}

/// Changes one piece of a file.
pub fn change(dir: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(dir.join(name)).expect("a file");
    assert!(text.contains(from), "{from} is in {name}");
    fs::write(dir.join(name), text.replacen(from, to, 1)).expect("written");
}

/// Exit code and what was printed.
pub fn check(dir: &tempfile::TempDir, more: &[&str]) -> (Option<i32>, String) {
    let (file, base) = (at(dir, "own.toml"), at(dir, ""));
    let mut args = vec!["check", &file, "--baselines", &base];
    args.extend(more);
    let output = balance().args(args).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.lines()
            .all(|line| line.chars().count() <= 80 || line.contains("balance ") || line.contains('"')),
        "no line is wider than a report: {text}"
    );
    (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn an_unchanged_game_is_within_once_rare_long_games_are_refuted() {
    let dir = held("12288");
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("ok  own: 10,240 games of 12,288 played again, each as in the baseline\n"),
        "{said}"
    );
    let again = printed(&[
        "baseline",
        &at(&dir, "own.toml"),
        "--games",
        "12288",
        "--out",
        &at(&dir, ""),
    ]);
    assert!(again.contains("every game as before"), "{again}");
}

/// However few deals there are: where each goes exactly as it did, and nothing has changed that could let one go differently,
/// nothing is open. Where something has, equal deals leave room for rare other ones.
#[test]
fn deals_that_all_go_as_they_did_are_within_however_few() {
    let dir = held("40");
    let (code, said) = check(&dir, &["--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("\"identical\": true") && said.contains("\"deals\": 40"),
        "{said}"
    );
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("ok  own: 40 games played again, each as in the baseline\n"),
        "{said}"
    );
    // A margin or a band lets no game go differently.
    change(
        dir.path(),
        "own.toml",
        "seed = 5\n",
        "seed = 5\nmargin = \"2%\"\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    let (_, said) = check(&dir, &["--games", "60000"]);
    assert!(!said.contains("UNDECIDED"), "{said}");
    change(dir.path(), "own.toml", "caution = 0.02 ", "caution = 0.020000001 ");
    let (code, said) = check(&dir, &["--games", "60000"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.starts_with("UNDECIDED own: "), "{said}");
}

#[test]
fn a_changed_tile_is_found_and_told() {
    let dir = held("4096");
    let tile = "number = 2\nhunt = true\nlayers = [\"1 log\", \"1 coin\"]";
    change(
        dir.path(),
        "tiles.toml",
        tile,
        &tile.replace("\"1 log\", ", "\"1 log\", \"1 log\", "),
    );
    let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "summary.md"));
    let (code, said) = check(&dir, &["--junit", &xml, "--summary", &summary]);
    assert_eq!(code, Some(1), "{said}");
    for wanted in [
        "FAIL own: Merchants win rate ",
        "±1.0 is allowed",
        "Compared with the baseline",
        "  outside\n",
        "balance replay ",
        "own.toml --game ",
    ] {
        assert!(said.contains(wanted), "{wanted} is missing from\n{said}");
    }
    let xml = fs::read_to_string(xml).expect("written");
    assert!(
        xml.contains("type=\"outside\"") && xml.contains("name=\"win-rate.separatists · baseline\""),
        "{xml}"
    );
    assert_eq!(
        xml.matches("<failure ").count(),
        4,
        "kelp, logs and coins are who wins: {xml}"
    );
    let summary = fs::read_to_string(summary).expect("written");
    assert!(summary.starts_with("## FAIL own: Merchants win rate "), "{summary}");
}

#[test]
fn a_changed_weight_of_a_bot_is_found() {
    let dir = held("4096");
    change(dir.path(), "own.toml", "caution = 0.02", "caution = 0.1");
    let (code, said) = check(&dir, &["--json"]);
    assert_eq!(code, Some(1), "{said}");
    let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&value["format"], &value["verdict"]), (&1.into(), &"outside".into()));
    let rows = value["configurations"][0]["rows"].as_array().expect("rows");
    assert!(
        rows.iter()
            .any(|row| row["verdict"] == "outside" && row["old"].is_number()),
        "{said}"
    );
}

#[test]
fn too_few_games_leave_it_undecided_and_say_how_many_would_do() {
    let dir = held("300");
    change(dir.path(), "own.toml", "caution = 0.02", "caution = 0.021");
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        flat(&said).contains("undecided after 300 games. ") && said.contains("A baseline of about"),
        "{said}"
    );
    assert_eq!(check(&dir, &["--undecided", "pass"]).0, Some(0));
}

/// What the designer has changed is compared on the same deals, and named.
#[test]
fn changed_inputs_are_compared_and_named() {
    let told = |name: &str, from: &str, to: &str| {
        let dir = held("200");
        change(dir.path(), name, from, to);
        let (code, said) = check(&dir, &[]);
        assert!(code != Some(0) && code != Some(2), "{said}");
        assert!(
            said.contains("balance baseline ") && said.contains("accept the change"),
            "{said}"
        );
        let start = said.find("Changed since the baseline").expect("the changes");
        flat(&said[start..])
    };
    let said = told("own.toml", "players = 5", "players = 6");
    assert!(
        said.starts_with("Changed since the baseline Baseline Now rules.players 5 6 ")
            && said.contains(" rules.roles.merchants 1 2 "),
        "{said}"
    );
    let said = told("own.toml", "all = \"careful\"", "all = \"random\"");
    assert!(
        said.contains(" seats every seat: careful every seat: random "),
        "{said}"
    );
    let said = told("own.toml", "caution = 0.02", "caution = 0.1");
    assert!(said.contains(" bots.careful.weights.caution 0.02 0.1 "), "{said}");
    let said = told("tiles.toml", "layers = [\"1 log\", \"1 coin\"]", "layers = [\"1 log\"]");
    assert!(
        said.contains(" tiles: tile 2 layers [\"1 log\", \"1 coin\"] [\"1 log\"] "),
        "{said}"
    );
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
    let output = balance().args(&args).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn what_is_not_as_it_was_is_refused_where_that_is_asked() {
    let dir = held("12288");
    let (code, said) = check(&dir, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    // Fewer would show that nothing has moved, but not that no deal goes differently.
    assert!(
        said.contains("own: 12,288 games played again, each as in the baseline"),
        "{said}"
    );
    // Too few deals to refute rare long games: where all is as it was, that is no matter.
    let few = held("300");
    assert_eq!(check(&few, &[]).0, Some(0));
    let (code, said) = check(&few, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    // A band that was added and is missed has moved nothing.
    let band = "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 5 }\n";
    change(few.path(), "own.toml", "seed = 5\n", band);
    let (code, said) = check(&few, &["--unchanged"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("FAIL own: Mean turns "), "{said}");
    change(dir.path(), "own.toml", "seed = 5", "seed = 5\nmargin = \"20%\"");
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(flat(&said).contains(" margin 1% 20% "), "{said}");
    let junit = at(&dir, "junit.xml");
    let (code, said) = check(&dir, &["--unchanged", "--junit", &junit]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("which --unchanged forbids"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(
        xml.contains("type=\"changed\"") && xml.contains("margin was 1%, is 20%"),
        "{xml}"
    );
    // Without a baseline nothing tells what is unchanged.
    scenario(dir.path(), "other.toml", OWN);
    let other = refused(&[
        "check",
        &at(&dir, "other.toml"),
        "--baselines",
        &at(&dir, ""),
        "--unchanged",
    ]);
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
weights = { theft = 3.0 }
"#;

/// What each kind of bot wins is held where several sit at the table; a baseline that does not hold it is read, and that is said.
#[test]
fn a_bot_that_gets_worse_is_outside() {
    let dir = folder();
    scenario(dir.path(), "own.toml", TWO_KINDS);
    let file = at(&dir, "own.toml");
    printed(&["baseline", &file, "--games", "4096", "--out", &at(&dir, "")]);
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    change(
        dir.path(),
        "own.toml",
        "theft = 3.0",
        "theft = 0.0, aboard = 0.0, hope = 0.0",
    );
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("  Bold bot win rate  ") && said.contains("  Heuristic bot win rate  "),
        "{said}"
    );
    // As a baseline of an earlier version.
    let stored = fs::read_to_string(dir.path().join("own.json")).expect("a baseline");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    assert_eq!(stored["configurations"][0]["bots"][1][0], "bold");
    change(dir.path(), "own.toml", "4 = \"bold\"\n", "");
    printed(&["baseline", &file, "--games", "2048", "--out", &at(&dir, "")]);
    change(dir.path(), "own.toml", "[bots", "4 = \"bold\"\n\n[bots");
    let (_, said) = check(&dir, &[]);
    assert!(
        flat(&said).contains("How often heuristic and bold win is not compared: the baseline does not hold it.")
            && said.contains("balance baseline "),
        "{said}"
    );
}

/// Bands are asked of as many games as they take; what is open against a baseline of which every deal was compared ends nothing.
#[test]
fn a_check_ends_when_no_more_deals_can_answer_it() {
    let dir = held("9000");
    change(dir.path(), "own.toml", "caution = 0.02 ", "caution = 0.03 ");
    change(
        dir.path(),
        "own.toml",
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    change(dir.path(), "own.toml", "games = 20_000", "games = 60_000");
    let xml = at(&dir, "out.xml");
    let (code, said) = check(&dir, &["--junit", &xml]);
    assert!(
        code != Some(0) && said.contains(" of 9,000 games went differently."),
        "{said}"
    );
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
        let output = balance()
            .args(["check", &seven, "--baselines", &base, "--summary", &summary])
            .output()
            .expect("the program runs");
        (output.status.code(), flat(&String::from_utf8_lossy(&output.stderr)))
    };
    let of = "seven.json is the baseline of another scenario, “own”";
    let to_do = "Restore that of this scenario from version control; if there was none, delete the file and make one: `balance baseline ";
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
    let file = scenario(dir.path(), "own.toml", own).display().to_string();
    printed(&["baseline", &file, "--games", "64", "--out", &place, "-q"]);
    change(dir.path(), "own.toml", "players = 3\n", "players = 4\nsets.same = 5\n");
    let said = flat(&refused(&["check", &file, "--baselines", &place]));
    assert!(
        said.contains("was made for something else: it is for 3 players, and this is for 4; its sides in “base” were "),
        "{said}"
    );
    assert!(said.contains("Changed besides: rules.sets.same was 4, is 5."), "{said}");
    assert!(!said.contains("--games"), "{said}");
}

/// Which file says it is no change where it says the same.
#[test]
fn content_that_is_named_and_the_same_is_no_change() {
    let dir = held("40");
    change(dir.path(), "own.toml", "tiles = \"tiles.toml\"\n", "");
    let (code, said) = check(&dir, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Changed since"), "{said}");
}

/// A file that is named twice is checked once, which is said, and two scenarios of one name are not held to one baseline.
#[test]
fn no_baseline_is_held_to_twice() {
    let dir = held("1024");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let said = |args: &[&str]| {
        let all = [&["check", "--baselines", &base, &own], args].concat();
        let output = balance().args(all).output().expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("text") + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let note = format!("note: {own} was named before; it is checked once\n");
    assert_eq!(said(&[&own]).1, said(&[]).1 + &note);
    fs::create_dir(dir.path().join("other")).expect("a folder");
    fs::copy(&own, dir.path().join("other/own.toml")).expect("copied");
    fs::copy(at(&dir, "tiles.toml"), dir.path().join("other/tiles.toml")).expect("copied");
    let (code, text) = said(&[&at(&dir, "other/own.toml")]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("another scenario of that name is held to"), "{text}");
    // Where there is no baseline each is held to its bands.
    for file in ["own.toml", "other/own.toml"] {
        change(
            dir.path(),
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
