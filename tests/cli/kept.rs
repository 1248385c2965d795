//! Runs that end before their report is whole: what is kept, and how it goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use super::run::{differing, files};
use super::{SMALL, balance, folder, printed, refused, scenario};

/// Runs the program under `sh`, with files of at most so many bytes (in units of 512 or 1,024, as the shell has it).
#[cfg(unix)]
fn with_small_files(units: u64, args: &[&str]) -> Output {
    let line = format!("trap '' XFSZ; ulimit -f {units}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_balance")])
        .args(args)
        .env("NO_COLOR", "1")
        .output()
        .expect("sh runs")
}

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_balance"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Sends a signal to the program.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().expect("kill runs");
    assert!(sent.success());
}

/// Waits until a file is there.
fn wait_for(path: &Path) {
    for _ in 0..3_000 {
        if path.exists() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("{} never came", path.display());
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of the run in one go.
fn whole(dir: &Path, path: &str, name: &str, more: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let out = dir.join("whole");
    printed(&[&["run", path, "--quiet", "--out", &out.display().to_string()], more].concat());
    files(&out.join(name))
}

/// Names in a folder.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder").flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The disk is full, or a file too large for it, when the report is written: not one game is lost.
#[cfg(unix)]
#[test]
fn a_report_that_cannot_be_written_loses_no_game() {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    let out = dir.path().join("out");
    let args = ["run", &path, "--quiet", "--out", &out.display().to_string()];
    let failed = with_small_files(128, &args);
    assert_eq!(failed.status.code(), Some(6), "{}", said(&failed));
    assert!(
        said(&failed).contains("cannot be written") && said(&failed).contains("the same command goes on from there"),
        "{}",
        said(&failed)
    );
    assert_eq!(names(&out), ["small"], "nothing half written is left");
    assert_eq!(names(&out.join("small")), ["unfinished.json"]);
    let again = balance().args(args).output().expect("the program runs");
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!(said(&again), "small: going on after 3000 deals\n");
    let (files, whole) = (files(&out.join("small")), whole(dir.path(), &path, "small", &[]));
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
    // An older report stays as it is, whole, when a newer one cannot be written.
    let failed = with_small_files(128, &[&args[..], &["--seed", "6"]].concat());
    assert_eq!(failed.status.code(), Some(6), "{}", said(&failed));
    let mut left = super::run::files(&out.join("small"));
    assert!(left.remove("/unfinished.json").is_some());
    assert_eq!(differing(&left, &whole), Vec::<&String>::new());
}

/// A run that ends by its results, kept at that moment, ends there again.
#[cfg(unix)]
#[test]
fn a_stop_rule_is_not_passed_by_going_on() {
    let dir = folder();
    let text = SMALL.replace("games = 3000", "games = 10_000_000") + "\n[stop]\nhalf-width = \"1.5%\"\n";
    let path = scenario(dir.path(), "stop.toml", &text).display().to_string();
    let out = dir.path().join("out");
    let args = ["run", &path, "--quiet", "--out", &out.display().to_string()];
    let failed = with_small_files(128, &args);
    assert_eq!(failed.status.code(), Some(6), "{}", said(&failed));
    printed(&args);
    let (files, whole) = (files(&out.join("stop")), whole(dir.path(), &path, "stop", &[]));
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
}

/// A long run of random bots that was ended by SIGKILL once something was kept.
fn killed(dir: &Path) -> (String, String) {
    let text = SMALL.replace("games = 3000", "games = 2_000_000_000");
    let path = scenario(dir, "long.toml", &text).display().to_string();
    let out = dir.join("out").display().to_string();
    let mut child = spawn(&["run", &path, "--quiet", "--out", &out]);
    wait_for(&dir.join("out/long/unfinished.json"));
    child.kill().expect("killed");
    child.wait().expect("ended");
    (path, out)
}

/// Deals in the unfinished run.
fn deals(out: &str) -> u64 {
    let text = fs::read_to_string(Path::new(out).join("long/unfinished.json")).expect("kept");
    let kept: serde_json::Value = serde_json::from_str(text.lines().nth(1).expect("two lines")).expect("JSON");
    kept["state"]["played"]["games"].as_u64().expect("a number")
}

#[test]
fn what_is_kept_is_not_thrown_away_unasked() {
    let dir = folder();
    let (path, out) = killed(dir.path());
    let deals = deals(&out);
    let kept = fs::read(Path::new(&out).join("long/unfinished.json")).expect("kept");
    let refuse = |more: &[&str], words: &[&str]| {
        let said = refused(&[&["run", &path, "--quiet", "--out", &out], more].concat());
        for wanted in words {
            assert!(said.contains(wanted), "{wanted} is missing from {said}");
        }
        assert_eq!(
            fs::read(Path::new(&out).join("long/unfinished.json")).expect("kept"),
            kept
        );
    };
    let of = format!("{deals} deals");
    refuse(
        &["--seed", "6"],
        &[&of, "with seed 5", "--seed 5", "--fresh", "--out DIR"],
    );
    refuse(&["--games", "100"], &[&of, &format!("--games {deals}"), "--fresh"]);
    let text = fs::read_to_string(&path).expect("a scenario");
    fs::write(&path, text.replace("players = 5", "players = 6")).expect("written");
    refuse(&[], &[&of, "other rules", "--fresh"]);
    fs::write(&path, text.clone() + "\n[stop]\nhalf-width = \"1%\"\n").expect("written");
    refuse(&[], &[&of, "[stop]", "--fresh"]);
    fs::write(&path, text).expect("written");
    // Damage is said: a byte changed, the end cut off, something else altogether.
    let file = Path::new(&out).join("long/unfinished.json");
    let mut damaged = kept.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    for (bytes, words) in [
        (&damaged[..], "checksum"),
        (&kept[..kept.len() - 2], "cut off"),
        (b"{\"format\": 1}\n", "another version"),
        (b"", "is damaged"),
        (b"\xff\xfe", "is damaged"),
    ] {
        fs::write(&file, bytes).expect("written");
        let said = refused(&["run", &path, "--out", &out]);
        assert!(said.contains(words) && said.contains("--fresh"), "{said}");
        assert_eq!(fs::read(&file).expect("still there"), bytes);
    }
    printed(&["run", &path, "--quiet", "--out", &out, "--fresh", "--games", "50"]);
    assert!(!file.exists());
}

/// More games go on from what was kept, to the same bytes as in one go.
#[test]
fn more_games_go_on_from_what_was_kept() {
    let dir = folder();
    let (path, out) = killed(dir.path());
    let deals = deals(&out);
    let more = (deals + 5_000).to_string();
    let again = balance()
        .args(["run", &path, "--out", &out, "--games", &more, "--threads", "1"])
        .output()
        .expect("the program runs");
    assert_eq!(said(&again), format!("long: going on after {deals} deals\n"));
    let whole = whole(dir.path(), &path, "long", &["--games", &more]);
    let files = files(&Path::new(&out).join("long"));
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
    assert_eq!(names(Path::new(&out)), ["long"]);
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let dir = folder();
    let text = SMALL.replace("games = 3000", "games = 2_000_000_000");
    let path = scenario(dir.path(), "long.toml", &text).display().to_string();
    let out = dir.path().join("out").display().to_string();
    let mut child = spawn(&["run", &path, "--quiet", "--out", &out]);
    wait_for(&dir.path().join("out/.long.lock"));
    let said = refused(&["run", &path, "--seed", "6", "--out", &out]);
    assert!(said.contains("is being written by another run"), "{said}");
    child.kill().expect("killed");
    child.wait().expect("ended");
    printed(&["run", &path, "--fresh", "--games", "50", "--out", &out]);
    assert_eq!(names(Path::new(&out)), ["long"]);
}

#[test]
fn two_scenarios_of_one_name_are_refused() {
    let dir = folder();
    let a = scenario(dir.path(), "same.toml", SMALL).display().to_string();
    fs::create_dir(dir.path().join("b")).expect("made");
    let b = scenario(&dir.path().join("b"), "same.toml", SMALL)
        .display()
        .to_string();
    let out = dir.path().join("out").display().to_string();
    let said = refused(&["run", &a, &b, "--out", &out]);
    assert!(
        said.contains(&a) && said.contains(&b) && said.contains("same folder"),
        "{said}"
    );
    assert!(!dir.path().join("out").exists(), "nothing was begun");
}

/// The first Ctrl-C ends a run of any bot within seconds, with an exit code of its own; scenarios that follow are named.
#[cfg(unix)]
#[test]
fn an_interrupted_run_has_an_exit_code_of_its_own() {
    let dir = folder();
    let text = SMALL.replace("games = 3000", "games = 2_000_000_000");
    let a = scenario(dir.path(), "a.toml", &text).display().to_string();
    let b = scenario(dir.path(), "b.toml", &text).display().to_string();
    let out = dir.path().join("out");
    let child = spawn(&["run", &a, &b, "--quiet", "--out", &out.display().to_string()]);
    wait_for(&out.join("a/unfinished.json"));
    signal(&child, "-INT");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(5), "{}", said(&ended));
    assert!(
        said(&ended).contains("Stopped early") && said(&ended).contains("Not played: b."),
        "{}",
        said(&ended)
    );
    assert!(
        String::from_utf8_lossy(&ended.stdout).contains("Report: "),
        "what was played is reported"
    );
    assert_eq!(names(&out), ["a", "b"]);
    assert_eq!(names(&out.join("b")), Vec::<String>::new());
    let results = fs::read_to_string(out.join("a/results.json")).expect("a report");
    let results: serde_json::Value = serde_json::from_str(&results).expect("JSON");
    assert_eq!(results["interrupted"], true);
    assert!(out.join("a/unfinished.json").exists());
}

/// Ctrl-C while a report is written: that report is finished, and the scenarios that follow are named.
#[cfg(unix)]
#[test]
fn an_interrupt_in_a_report_does_not_break_the_next_scenario() {
    let dir = folder();
    let a = scenario(dir.path(), "a.toml", SMALL).display().to_string();
    let b = scenario(dir.path(), "b.toml", SMALL).display().to_string();
    let out = dir.path().join("out");
    let child = spawn(&["run", &a, &b, "--quiet", "--out", &out.display().to_string()]);
    let is_new = |entry: &fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with(".a.") && name != ".a.lock"
    };
    let begun = || fs::read_dir(&out).is_ok_and(|entries| entries.flatten().any(|entry| is_new(&entry)));
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signal(&child, "-INT");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(5), "{}", said(&ended));
    assert!(said(&ended).contains("Not played: b."), "{}", said(&ended));
    let files = files(&out.join("a"));
    let whole = whole(dir.path(), &a, "a", &[]);
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
}

/// Games of a slow bot, one of which would take minutes.
#[cfg(unix)]
#[test]
fn an_interrupted_baseline_stays_as_it_was() {
    let dir = folder();
    let text = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"deep\"\n[bots.deep]\nkind = \
                \"search\"\niterations = 1_000_000\n";
    let path = scenario(dir.path(), "slow.toml", text).display().to_string();
    let out = dir.path().join("baselines");
    fs::create_dir(&out).expect("made");
    fs::write(out.join("slow.json"), "older").expect("written");
    let base = out.display().to_string();
    for args in [
        &["baseline", &path, "--games", "9", "--out", &base][..],
        &["replay", &path, "--longest"],
    ] {
        let child = spawn(args);
        std::thread::sleep(std::time::Duration::from_secs(2));
        signal(&child, "-INT");
        let output = child.wait_with_output().expect("ended");
        assert_eq!(output.status.code(), Some(5), "{}", said(&output));
        assert!(said(&output).contains("Stopping"), "{}", said(&output));
    }
    assert_eq!(fs::read_to_string(out.join("slow.json")).expect("there"), "older");
}

/// Two files of one name would have one folder; the report of the first is not lost to the second.
#[test]
fn what_was_written_of_another_scenario_is_not_lost() {
    let dir = folder();
    for (name, seed) in [("a", 1), ("b", 2)] {
        std::fs::create_dir(dir.path().join(name)).expect("made");
        let text = format!("game = \"niagara\"\ngames = 20\nseed = {seed}\n");
        std::fs::write(dir.path().join(name).join("x.toml"), text).expect("written");
    }
    let with = |args: &[&str]| {
        let output = balance().args(args).current_dir(dir.path()).output().expect("runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    for (first, more) in [("run", vec!["-q"]), ("baseline", vec!["--games", "20"])] {
        let of = |file: &'static str| with(&[&[first, file], &more[..]].concat());
        assert_eq!(of("a/x.toml").0, Some(0), "{first}");
        let (code, said) = of("b/x.toml");
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("of a/x.toml, which would be lost"), "{said}");
        assert_eq!(of("a/x.toml").0, Some(0), "{first} again");
    }
    // What is gone is not missed.
    std::fs::remove_file(dir.path().join("a/x.toml")).expect("removed");
    assert_eq!(with(&["run", "-q", "b/x.toml"]).0, Some(0));
}
