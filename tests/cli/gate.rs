//! `balance check`, `baseline` and `compare`.

use std::fs;
use std::path::Path;

use super::{balance, folder, printed, refused, scenario};

/// Tiles of one's own and a bot of one's own, so that both can be changed.
const OWN: &str = r#"title = "Own"
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
fn held(deals: &str) -> tempfile::TempDir {
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

fn at(dir: &tempfile::TempDir, name: &str) -> String {
    dir.path().join(name).display().to_string()
}

/// Changes one piece of a file.
fn change(dir: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(dir.join(name)).expect("a file");
    assert!(text.contains(from), "{from} is in {name}");
    fs::write(dir.join(name), text.replacen(from, to, 1)).expect("written");
}

/// Exit code and what was printed.
fn check(dir: &tempfile::TempDir, more: &[&str]) -> (Option<i32>, String) {
    let (file, base) = (at(dir, "own.toml"), at(dir, ""));
    let mut args = vec!["check", &file, "--baselines", &base];
    args.extend(more);
    let output = balance().args(args).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code(), text + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn an_unchanged_game_is_within_once_rare_long_games_are_refuted() {
    let dir = held("12288");
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("within     own"), "{said}");
    assert!(
        said.contains("10,240 games; every deal played went as in the baseline"),
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
        said.contains("40 games; every deal played went as in the baseline"),
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
    assert!(!said.contains("do not decide it"), "{said}");
    change(dir.path(), "own.toml", "caution = 0.02 ", "caution = 0.020000001 ");
    let (code, said) = check(&dir, &["--games", "60000"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("every one of the 40 deals of the baseline went as it did; its bands took ")
            && said.contains("40 deals do not decide it"),
        "{said}"
    );
}

/// `--games` is for bands: without any it changes nothing, and that is said.
#[test]
fn more_games_are_for_bands() {
    let dir = held("2048");
    let told = "warning: --games changes nothing for ";
    let (_, plain) = check(&dir, &[]);
    let (_, more) = check(&dir, &["--games", "4096"]);
    assert!(!plain.contains(told) && more.contains(told), "{more}");
    assert!(more.starts_with(&plain), "the answers are the same: {plain}{more}");
    let band = "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n";
    change(dir.path(), "own.toml", "seed = 5\n", band);
    let (_, said) = check(&dir, &["--games", "4096"]);
    assert!(!said.contains(told), "{said}");
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
        "outside    own",
        "outside win-rate.separatists was ",
        " is ",
        " points, where ± 1.0 points is tolerated",
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
    let summary = fs::read_to_string(summary).expect("written");
    assert!(summary.starts_with("## Balance: outside"), "{summary}");
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
    assert!(said.contains("300 deals do not decide it"), "{said}");
    assert!(said.contains(" would, if it stays so\n"), "{said}");
    assert_eq!(check(&dir, &["--undecided", "pass"]).0, Some(0));
}

/// What other deals or other sides were played for cannot be compared; whoever reads the files that were asked for sees why.
#[test]
fn a_baseline_of_other_deals_is_refused() {
    let other = |from: &str, to: &str| {
        let dir = held("200");
        change(dir.path(), "own.toml", from, to);
        let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "summary.md"));
        let (code, said) = check(&dir, &["--junit", &xml, "--summary", &summary]);
        assert_eq!(code, Some(2), "{said}");
        for file in [xml, summary] {
            let text = fs::read_to_string(file).expect("written");
            assert!(text.contains("now "), "{text}");
        }
        assert!(said.contains("balance baseline"), "{said}");
        said
    };
    assert!(other("seed = 5", "seed = 6").contains("its seed was 5, now it is 6"));
    let said = other("all = \"careful\"", "rotate = [\"careful\", \"random\"]");
    assert!(
        said.contains("its deals were played 1 times each, now 2 times"),
        "{said}"
    );
    let said = other(
        "[bots.careful]",
        "[matrix]\n\"rules.con-cost\" = [2, 3]\n[bots.careful]",
    );
    assert!(
        said.contains("its list of configurations was base, now it is"),
        "{said}"
    );
}

/// What the designer has changed is compared on the same deals, and named.
#[test]
fn changed_inputs_are_compared_and_named() {
    let told = |name: &str, from: &str, to: &str| {
        let dir = held("200");
        change(dir.path(), name, from, to);
        let (code, said) = check(&dir, &[]);
        assert!(code != Some(0) && code != Some(2), "{said}");
        assert!(said.contains("if the change is meant: balance baseline "), "{said}");
        let start = said.find("changed since the baseline: ").expect("the changes");
        said[start..].lines().next().unwrap_or_default().to_owned()
    };
    let said = told("own.toml", "players = 5", "players = 6");
    assert!(
        said.contains("rules.players was 5, is 6; rules.roles.merchants was 1, is 2"),
        "{said}"
    );
    let said = told("own.toml", "all = \"careful\"", "all = \"random\"");
    assert!(
        said.contains("seats was every seat: careful, is every seat: random"),
        "{said}"
    );
    let said = told("own.toml", "caution = 0.02", "caution = 0.1");
    assert_eq!(
        said,
        "changed since the baseline: bots.careful.weights.caution was 0.02, is 0.1"
    );
    let said = told("tiles.toml", "layers = [\"1 log\", \"1 coin\"]", "layers = [\"1 log\"]");
    assert!(
        said.contains("tiles: tile 2 layers was [\"1 log\", \"1 coin\"], is [\"1 log\"]"),
        "{said}"
    );
}

#[test]
fn damaged_and_missing_baselines_are_told() {
    let dir = held("200");
    change(dir.path(), "own.json", "\"games\": \"", "\"games\": \"AAAA");
    let arguments = ["check", &at(&dir, "own.toml"), "--baselines", &at(&dir, "")];
    let said = refused(&arguments);
    assert!(said.contains("is no baseline of this program"), "{said}");
    fs::remove_file(dir.path().join("own.json")).expect("removed");
    let said = refused(&arguments);
    assert!(
        said.contains("nothing to be held to") && said.contains("balance baseline"),
        "{said}"
    );
}

#[test]
fn bands_are_judged() {
    let dir = folder();
    let with = |bands: &str| {
        let text = format!(
            "game = \"riverbed\"\ngames = 20_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n[expect]\n{bands}\n"
        );
        scenario(dir.path(), "own.toml", &text);
        check(&dir, &[])
    };
    let (code, said) = with("\"win-rate.nobody\" = { to = \"20%\" }\n\"turns.mean\" = { from = 5, to = 200 }");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = with("\"win-rate.profiteer\" = { target = \"90%\", within = \"2%\" }");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("allowed: 88.0 to 92.0 %"), "{said}");
    let (code, said) = with("\"win-rate.elves\" = { to = \"20%\" }");
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("there is no metric `win-rate.elves`") && said.contains("own.toml:9:1"),
        "{said}"
    );
}

#[test]
fn a_run_may_end_once_its_bands_or_variants_are_decided() {
    let dir = folder();
    let run = |text: &str| {
        scenario(dir.path(), "own.toml", text);
        printed(&["run", &at(&dir, "own.toml"), "--out", &at(&dir, "out"), "--quiet"])
    };
    let base = "game = \"riverbed\"\ngames = 200_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";
    let said = run(&format!(
        "{base}[stop]\nbands = true\n[expect]\n\"win-rate.nobody\" = {{ to = \"20%\" }}\n"
    ));
    assert!(said.contains("every band of [expect] is decided"), "{said}");
    assert!(said.contains("deals were enough"), "{said}");
    let variant = "[[variant]]\nname = \"two fewer\"\nrules = { end-points.coins = 3 }\n";
    let said = run(&format!("{base}[stop]\nvariants = true\n{variant}"));
    assert!(said.contains("every difference is shown to be one"), "{said}");
}

#[test]
fn two_files_are_compared_on_the_same_deals() {
    let dir = folder();
    let text = |coins: u8| {
        format!(
            "game = \"riverbed\"\ngames = 5_000\nseed = {coins}\n[rules]\nplayers = 5\nend-points.coins = {coins}\n[seats]\nall = \"random\"\n"
        )
    };
    let a = scenario(dir.path(), "five.toml", &text(5)).display().to_string();
    let b = scenario(dir.path(), "six.toml", &text(6)).display().to_string();
    let said = printed(&["compare", &a, &b, "--out", &at(&dir, "out"), "--quiet"]);
    assert!(said.contains("“six” changes who wins, compared with “five”"), "{said}");
    assert!(dir.path().join("out/five-against-six/report.html").is_file());
    let json = printed(&["compare", &a, &b, "--out", &at(&dir, "out"), "--quiet", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let gain = value["comparisons"][0]["rows"][0]["pairing-gain"]
        .as_f64()
        .expect("a gain");
    assert!(
        gain > 2.0,
        "the same deals save games where bots do not see the rule: {gain}"
    );
    let same = printed(&["compare", &a, &a, "--out", &at(&dir, "out"), "--quiet", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&same).expect("JSON");
    let rows = value["comparisons"][0]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["difference"]["value"] == 0.0), "{rows:?}");
}

/// Each of two scenarios is held to its own wishes, and a side of which something is wished to no fair share.
#[test]
fn two_files_are_held_to_the_wishes_of_each() {
    let dir = folder();
    let text = |coins: u8, most: u8| {
        format!(
            "game = \"riverbed\"\ngames = 3_000\n[rules]\nplayers = 5\nend-points.coins = {coins}\n[seats]\nall = \
             \"random\"\n[expect]\n\"win-rate.profiteer\" = {{ to = \"{most}%\" }}\n"
        )
    };
    let a = scenario(dir.path(), "five.toml", &text(5, 90)).display().to_string();
    let b = scenario(dir.path(), "four.toml", &text(4, 1)).display().to_string();
    let out = at(&dir, "out");
    let json = printed(&["compare", &a, &b, "--no-league", "--out", &out, "--quiet", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let ends = |at: usize| {
        let targets = value["configurations"][at]["targets"].as_array().expect("targets");
        assert_eq!(targets.len(), 1, "{targets:?}");
        targets[0]["to"].as_f64()
    };
    assert_eq!([ends(0), ends(1)], [Some(0.9), Some(0.01)]);
    let said = printed(&["compare", &a, &b, "--no-league", "--out", &out, "--quiet"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("The win rate of “profiteer” is more than you want."),
        "{said}"
    );
    assert!(!said.contains("“profiteer” wins more than its fair share"), "{said}");
}

#[test]
fn scenarios_that_cannot_be_compared_are_refused() {
    let dir = folder();
    let base = |game: &str, more: &str| format!("game = \"{game}\"\ngames = 100\n[seats]\nall = \"random\"\n{more}");
    let a = scenario(dir.path(), "a.toml", &base("riverbed", ""))
        .display()
        .to_string();
    let b = scenario(dir.path(), "b.toml", &base("niagara", ""))
        .display()
        .to_string();
    let said = refused(&["compare", &a, &b, "--out", &at(&dir, "out")]);
    assert!(
        said.contains("only scenarios of the same game can be compared"),
        "{said}"
    );
    let matrix = base("riverbed", "[matrix]\n\"rules.players\" = [5, 6]\n");
    let c = scenario(dir.path(), "c.toml", &matrix).display().to_string();
    let said = refused(&["compare", &a, &c, "--out", &at(&dir, "out")]);
    assert!(said.contains("has no configuration “players 5”"), "{said}");
}

/// Tables of different size have different sides; those that both have are compared.
#[test]
fn a_matrix_over_tables_of_different_size_is_played() {
    let dir = folder();
    let text =
        "game = \"niagara\"\ngames = 50\nseed = 5\n[seats]\nall = \"random\"\n[matrix]\n\"rules.players\" = [3, 4]\n";
    scenario(dir.path(), "sizes.toml", text);
    let said = printed(&["run", &at(&dir, "sizes.toml"), "--out", &at(&dir, "out"), "--quiet"]);
    assert!(said.contains("players 4"), "{said}");
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
    // Too few deals to refute rare long games: where all is as it was, that is no matter.
    let few = held("300");
    assert_eq!(check(&few, &[]).0, Some(0));
    let (code, said) = check(&few, &["--unchanged"]);
    assert_eq!(code, Some(0), "{said}");
    change(dir.path(), "own.toml", "seed = 5", "seed = 5\nmargin = \"20%\"");
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    let told = "changed since the baseline: margin was 1%, is 20%";
    assert!(said.contains(told), "{said}");
    let junit = at(&dir, "junit.xml");
    let (code, said) = check(&dir, &["--unchanged", "--junit", &junit]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("which --unchanged refuses"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(xml.contains("type=\"changed\"") && xml.contains(told), "{xml}");
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

/// A scenario with a mistake hides no drift of another, and the exit code is that of the mistake.
#[test]
fn what_can_be_checked_is_checked_beside_a_mistake() {
    let dir = held("300");
    scenario(dir.path(), "typo.toml", &OWN.replace("players", "plyers"));
    let [typo, junit, summary] = ["typo.toml", "junit.xml", "summary.md"].map(|name| at(&dir, name));
    let (code, said) = check(&dir, &[&typo, "--junit", &junit, "--summary", &summary]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("typo.toml could not be checked. 9 within"), "{said}");
    assert!(said.trim_end().ends_with("typo.toml: 1 problem"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("name=\"win-rate."),
        "{xml}"
    );
    let text = fs::read_to_string(&summary).expect("written");
    assert!(
        text.starts_with("## Balance: not all checked") && text.contains("plyers"),
        "{text}"
    );
    let (code, said) = check(&dir, &["--summary", ""]);
    assert_eq!(code, Some(0), "an empty name is none: {said}");
    let (code, json) = check(&dir, &[&typo, "--json", "-q"]);
    assert!(code == Some(2) && json.contains("\"not-checked\""), "{json}");
    // What may stay undecided is skipped, as the exit code has it; the folder of the file is made.
    change(dir.path(), "own.toml", "caution = 0.02", "caution = 0.021");
    let junit = at(&dir, "new/folder/junit.xml");
    let (code, said) = check(&dir, &["--undecided", "pass", "--junit", &junit]);
    assert_eq!(code, Some(0), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(xml.contains("failures=\"0\"") && xml.contains("<skipped "), "{xml}");
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
        said.contains("outside bot.bold was 2") && said.contains("bot.heuristic"),
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
        said.contains("the baseline does not say how often heuristic and bold won, for other bots sat there")
            && said.contains("--games 2_048"),
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
    assert!(code != Some(0) && !said.contains("its bands took"), "{said}");
    assert!(
        !said.contains("60,000 games") && said.contains("in 9,000 deals"),
        "{said}"
    );
    let xml = fs::read_to_string(xml).expect("written");
    assert!(
        xml.contains("if the change is meant: balance baseline") && xml.contains("--games 9_000"),
        "{xml}"
    );
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
    assert!(
        said.contains(&format!(
            "{old} holds the games of the same scenario: was it renamed? `git mv {old} "
        )),
        "{said}"
    );
    change(
        dir.path(),
        "new.toml",
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    let (xml, summary) = (at(&dir, "out.xml"), at(&dir, "out.md"));
    let args = [
        "check",
        &new,
        "--baselines",
        &base,
        "--junit",
        &xml,
        "--summary",
        &summary,
    ];
    let output = balance().args(args).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("own.json belongs to no scenario that was found"),
        "{said}"
    );
    for file in [xml, summary] {
        let text = fs::read_to_string(&file).expect("written");
        assert!(text.contains("belongs to no scenario that was found"), "{text}");
        assert!(text.contains("here is no baseline: held to its bands alone"), "{text}");
        // Though a band is new, it is of the same game.
        assert!(text.contains("was this one renamed? `git mv "), "{text}");
    }
}

/// In the usual folders, too, where a baseline names no file.
#[test]
fn a_renamed_scenario_of_the_usual_folder_is_recognised() {
    let dir = folder();
    let old = dir.path().join("scenarios/own.toml");
    fs::create_dir(dir.path().join("scenarios")).expect("a folder");
    fs::write(&old, super::SMALL).expect("written");
    let run = |args: &[&str]| {
        balance()
            .current_dir(dir.path())
            .args(args)
            .output()
            .expect("the program runs")
    };
    assert!(
        run(&["baseline", "scenarios/own.toml", "--games", "40", "--quiet"])
            .status
            .success()
    );
    fs::rename(&old, dir.path().join("scenarios/new.toml")).expect("renamed");
    let done = run(&["check", "scenarios/new.toml", "--require-baseline", "--quiet"]);
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{said}");
    let told = "was it renamed? `git mv reports/baselines/own.json reports/baselines/new.json`";
    assert!(
        said.split_whitespace().collect::<Vec<_>>().join(" ").contains(told),
        "{said}"
    );
}

/// A larger baseline of a game that has changed would hide the change; that is said.
#[test]
fn a_baseline_that_replaces_another_version_says_so() {
    let dir = held("40");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let write = |games: &str| printed(&["baseline", &own, "--out", &base, "--games", games, "--quiet"]);
    assert!(!write("60").contains("another version"));
    change(dir.path(), "own.toml", "players = 5\n", "players = 5\nhand-limit = 4\n");
    let said = write("80");
    assert!(
        said.contains("it replaces the baseline of another version (rules.hand-limit was "),
        "{said}"
    );
}
