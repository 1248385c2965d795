//! Baselines and scenarios that are gone, damaged, renamed or replaced.

use std::fs;
use std::path::Path;

use super::gate::{OWN, at, change, check, held};
use super::{balance, flat, folder, printed, refused, scenario};

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
    assert!(said.contains("its deals were played once each, now 2 times"), "{said}");
    let said = other(
        "[bots.careful]",
        "[matrix]\n\"rules.con-cost\" = [2, 3]\n[bots.careful]",
    );
    assert!(
        said.contains("its list of configurations was base, now it is"),
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
    let into = |said: &str| flat(said).contains(&flat(&format!("own.toml --out {}", at(&dir, ""))));
    assert!(into(&said), "it is read from where it is written: {said}");
    change(dir.path(), "own.toml", "seed = 5", "seed = 6");
    printed(&[
        "baseline",
        &at(&dir, "own.toml"),
        "--games",
        "200",
        "--out",
        &at(&dir, ""),
    ]);
    change(dir.path(), "own.toml", "seed = 6", "seed = 5");
    let said = refused(&arguments);
    assert!(said.contains("was made for something else") && into(&said), "{said}");
    fs::remove_file(dir.path().join("own.json")).expect("removed");
    let said = refused(&arguments);
    assert!(
        said.contains("nothing to be held to") && said.contains("balance baseline"),
        "{said}"
    );
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
    let wanted = "nothing to be held to: [expect] has only bands that count from now, and there is no baseline ";
    assert!(flat(&said).contains(&flat(wanted)), "{said}");
}

/// A scenario with a mistake hides no drift of another, and the exit code is that of the mistake.
#[test]
fn what_can_be_checked_is_checked_beside_a_mistake() {
    let dir = held("300");
    scenario(dir.path(), "typo.toml", &OWN.replace("players", "plyers"));
    let [typo, junit, summary] = ["typo.toml", "junit.xml", "summary.md"].map(|name| at(&dir, name));
    let (code, said) = check(&dir, &[&typo, "--junit", &junit, "--summary", &summary]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("NOT CHECKED  typo\n") && flat(&said).contains(" 9 within."),
        "{said}"
    );
    assert!(said.trim_end().ends_with("typo.toml: 1 problem"), "{said}");
    let xml = fs::read_to_string(&junit).expect("written");
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("name=\"win-rate."),
        "{xml}"
    );
    let text = fs::read_to_string(&summary).expect("written");
    assert!(text.starts_with("## NOT CHECKED ") && text.contains("plyers"), "{text}");
    let (code, said) = check(&dir, &["--summary", ""]);
    assert_eq!(code, Some(0), "an empty name is none: {said}");
    let (code, json) = check(&dir, &[&typo, "--json", "-q"]);
    let told: serde_json::Value = serde_json::from_str(&json[..=json.rfind('}').expect("JSON")]).expect("JSON");
    assert_eq!(
        (code, told["exit-code"].as_i64(), told["verdict"].as_str()),
        (Some(2), Some(2), Some("not-checked")),
        "{json}"
    );
    // What may stay undecided is skipped, as the exit code has it; the folder of the file is made.
    change(dir.path(), "own.toml", "caution = 0.02", "caution = 0.021");
    let junit = at(&dir, "new/folder/junit.xml");
    let (code, said) = check(&dir, &["--undecided", "pass", "--junit", &junit]);
    assert_eq!(code, Some(0), "{said}");
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
    let said = flat(&String::from_utf8_lossy(&output.stdout));
    assert!(
        said.contains("own.json belongs to no scenario that was found"),
        "{said}"
    );
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
        dir.path(),
        "own.toml",
        "seed = 5\n",
        "seed = 5\n\n[expect]\n\"turns.mean\" = { to = 60 }\n",
    );
    fs::create_dir_all(dir.path().join("baselines")).expect("made");
    let (own, near, far) = (at(&dir, "own.toml"), at(&dir, "baseline"), at(&dir, "zzz"));
    let said = refused(&["check", &own, "--baselines", &near]);
    let meant = format!("--baselines {near}: there is no such folder; did you mean {near}s?\n");
    assert!(said.ends_with(&meant), "{said}");
    let said = refused(&["check", &own, "--baselines", &far]);
    assert!(said.contains("zzz: there is no such folder"), "{said}");
    let said = refused(&["check", &own, "--baselines", &own]);
    assert!(said.contains("own.toml: that is no folder"), "{said}");
    let mut plain = balance();
    let plain = plain.current_dir(dir.path()).args(["check", "own.toml", "-q"]);
    let output = plain.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
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
    let args = ["baseline", &own, "--out", &base, "--games", "80", "--quiet"];
    let done = balance().args(args).output().expect("the program runs");
    let (said, before) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert!(
        said.contains("it replaces the baseline of another version: what that moved ") && !said.contains("hand-limit"),
        "{said}"
    );
    let before = before.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        before.contains("is the baseline of another version (rules.hand-limit was ")
            && before.contains("being replaced"),
        "{before}"
    );
}
