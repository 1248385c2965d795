//! What a check in shards is held to, and what stands where answers were asked for when there are none.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::gate::{OWN, at, change, held};
use super::shards::{balance, ended};
use super::{flat, printed, scenario};

/// What `args` print, their exit code, and what then stands in the files of `--junit` and `--summary`.
fn told(dir: &tempfile::TempDir, args: &[&str]) -> (String, Option<i32>, String, String) {
    let (junit, summary) = (at(dir, "out.xml"), at(dir, "out.md"));
    fs::remove_file(&summary).unwrap_or_default();
    let files = ["--junit", &junit, "--summary", &summary];
    let Output { status, stdout, .. } = balance(&[args, &files].concat()).output().expect("it runs");
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let stdout = String::from_utf8(stdout).expect("text");
    (stdout, status.code(), read(&junit), read(&summary))
}

/// Plays the check of `own.toml` in two shards and names their folder.
fn in_shards(dir: &tempfile::TempDir) -> String {
    let (own, base, out) = (at(dir, "own.toml"), at(dir, ""), at(dir, "out"));
    for shard in ["0/2", "1/2"] {
        ended(
            &[
                "check",
                &own,
                "-q",
                "--baselines",
                &base,
                "--out",
                &out,
                "--shard",
                shard,
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
    let lost = scenario(dir.path(), "lost.toml", OWN).display().to_string();
    printed(&["baseline", &lost, "--games", "40", "--quiet", "--out", &base]);
    fs::remove_file(&lost).expect("removed");
    let shards = in_shards(&dir);
    for (option, code) in [("--require-baseline", 1), ("--unchanged", 1)] {
        let whole = told(&dir, &["check", &own, "-q", "--baselines", &base, option]);
        assert_eq!(whole.1, Some(code), "{}", whole.0);
        assert!(whole.2.contains("lost.json"), "{}", whole.2);
        assert_eq!(told(&dir, &["merge", &shards, option]), whole);
    }
    let whole = told(&dir, &["check", &own, "-q", "--baselines", &base]);
    assert_eq!((whole.1, told(&dir, &["merge", &shards])), (Some(0), whole));
    let (_, said) = ended(
        &[
            "check",
            &own,
            "--baselines",
            &base,
            "--shard",
            "0/2",
            "--require-baseline",
        ],
        2,
    );
    assert!(flat(&said).contains("--require-baseline are for `merge`"), "{said}");
}

/// A variant that came since hides no drift of the others, in shards as on one machine.
#[test]
fn what_can_be_checked_is_checked_in_shards() {
    let dir = held("200");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    change(
        dir.path(),
        "own.toml",
        "[seats]",
        "[[variant]]\nname = \"six\"\nrules = { hand-limit = 4 }\n[seats]",
    );
    let whole = told(&dir, &["check", &own, "-q", "--baselines", &base]);
    assert_eq!(whole.1, Some(2), "{}", whole.0);
    assert!(whole.2.contains("win-rate.") && whole.2.contains("six"), "{}", whole.2);
    assert_eq!(told(&dir, &["merge", &in_shards(&dir)]), whole);
}

/// Where a check has no answers, no older ones stay.
#[test]
fn no_older_answers_stay_where_there_are_none() {
    let dir = held("200");
    let (own, base) = (at(&dir, "own.toml"), at(&dir, ""));
    let shards = in_shards(&dir);
    let green = told(&dir, &["merge", &shards]);
    assert!(green.1 == Some(0) && green.2.contains("errors=\"0\""), "{}", green.2);
    let gone = Path::new(&shards).join("00001-of-00002.json");
    let shard = fs::read(&gone).expect("a shard");
    fs::remove_file(&gone).expect("removed");
    let (_, code, xml, summary) = told(&dir, &["merge", &shards]);
    assert_eq!(code, Some(3));
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("Shard 1 of 0 to 1 is missing"),
        "{xml}"
    );
    assert!(summary.starts_with("## NOT CHECKED "), "{summary}");
    fs::write(&gone, shard).expect("written");
    fs::rename(at(&dir, "own.json"), at(&dir, "away.json")).expect("moved");
    let (_, code, xml, _) = told(&dir, &["merge", &shards]);
    assert!(code == Some(2) && xml.contains("errors=\"1\""), "{xml}");
    fs::rename(at(&dir, "away.json"), at(&dir, "own.json")).expect("moved");
    assert_eq!(told(&dir, &["merge", &shards]), green);
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

/// From a folder below the one in which baselines were made, their scenarios are found as well.
#[test]
fn baselines_of_a_folder_above_have_their_scenarios() {
    let dir = super::folder();
    let run = |below: &str, args: &[&str]| {
        let mut command = balance(args);
        command.current_dir(dir.path().join(below)).output().expect("it runs")
    };
    for game in ["a", "b"] {
        let folder = dir.path().join("games").join(game);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join(format!("{game}.toml")), super::SMALL).expect("written");
        let file = format!("games/{game}/{game}.toml");
        assert!(run("", &["baseline", &file, "--games", "40", "-q"]).status.success());
    }
    let args = [
        "check",
        "b.toml",
        "-q",
        "--baselines",
        "../../reports/baselines",
        "--require-baseline",
    ];
    let done = run("games/b", &args);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    fs::remove_file(dir.path().join("games/a/a.toml")).expect("removed");
    assert_eq!(run("games/b", &args).status.code(), Some(1));
}
