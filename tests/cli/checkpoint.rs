//! What is kept of a run or an experiment that is ended at any moment, by Ctrl-C, SIGKILL or a full disk, and how it goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::run::{differing, files};
use super::{SMALL, assert_contains, at, balance, ended, folder, outcome, printed, refused, scenario, written};

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

/// Begins what is to be ended.
pub fn spawn(args: &[&str]) -> Child {
    balance()
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Sends a signal to the program.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
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
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().join("out");
    let args = ["run", &path, "--quiet", "--out", &out.display().to_string()];
    let failed = with_small_files(128, &args);
    assert_eq!(failed.status.code(), Some(6), "{}", said(&failed));
    assert_contains(&said(&failed), "cannot be written");
    assert_contains(&said(&failed), "the same command goes on from there");
    assert_eq!(names(&out), ["small"], "nothing half written is left");
    assert_eq!(names(&out.join("small")), ["unfinished.json"]);
    assert_eq!(ended(&args, 0).1, "small: going on after 3000 deals\n");
    let (files, whole) = (files(&out.join("small")), whole(dir.path(), &path, "small", &[]));
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
    // An older report stays as it is, whole, when a newer one cannot be written.
    let failed = with_small_files(128, &[&args[..], &["--seed", "6"]].concat());
    assert_eq!(failed.status.code(), Some(6), "{}", said(&failed));
    let mut left = super::run::files(&out.join("small"));
    assert!(left.remove("unfinished.json").is_some());
    assert_eq!(differing(&left, &whole), Vec::<&String>::new());
}

/// A run that ends by its results, kept at that moment, ends there again.
#[cfg(unix)]
#[test]
fn a_stop_rule_is_not_passed_by_going_on() {
    let text = SMALL.replace("games = 3000", "games = 10_000_000") + "\n[stop]\nhalf-width = \"1.5%\"\n";
    let (dir, path) = written("stop.toml", &text);
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
    let path = scenario(dir, "long.toml", &text);
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
            assert_contains(&said, wanted);
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
    let (_, told) = ended(&["run", &path, "--out", &out, "--games", &more, "--threads", "1"], 0);
    assert_eq!(told, format!("long: going on after {deals} deals\n"));
    let whole = whole(dir.path(), &path, "long", &["--games", &more]);
    let files = files(&Path::new(&out).join("long"));
    assert_eq!(differing(&files, &whole), Vec::<&String>::new());
    assert_eq!(names(Path::new(&out)), ["long"]);
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let text = SMALL.replace("games = 3000", "games = 2_000_000_000");
    let (dir, path) = written("long.toml", &text);
    let out = at(&dir, "out");
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
    let a = scenario(dir.path(), "same.toml", SMALL);
    fs::create_dir(dir.path().join("b")).expect("made");
    let b = scenario(&dir.path().join("b"), "same.toml", SMALL);
    let out = at(&dir, "out");
    let said = refused(&["run", &a, &b, "--out", &out]);
    assert_contains(&said, &a);
    assert_contains(&said, &b);
    assert_contains(&said, "same folder");
    assert!(!dir.path().join("out").exists(), "nothing was begun");
}

/// The first Ctrl-C ends a run of any bot within seconds, with an exit code of its own; scenarios that follow are named.
#[cfg(unix)]
#[test]
fn an_interrupted_run_has_an_exit_code_of_its_own() {
    let dir = folder();
    let text = SMALL.replace("games = 3000", "games = 2_000_000_000");
    let a = scenario(dir.path(), "a.toml", &text);
    let b = scenario(dir.path(), "b.toml", &text);
    let out = dir.path().join("out");
    let child = spawn(&["run", &a, &b, "--quiet", "--out", &out.display().to_string()]);
    wait_for(&out.join("a/unfinished.json"));
    signal(&child, "-INT");
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(5), "{}", said(&ended));
    assert_contains(&said(&ended), "Stopped early");
    assert_contains(&said(&ended), "Not played: b.");
    // What was played is reported.
    assert_contains(&String::from_utf8_lossy(&ended.stdout), "Report: ");
    assert_eq!(names(&out), ["a"], "of what was not played no folder is left");
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
    let a = scenario(dir.path(), "a.toml", SMALL);
    let b = scenario(dir.path(), "b.toml", SMALL);
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
    let text = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"deep\"\n[bots.deep]\nkind = \
                \"search\"\niterations = 1_000_000\n";
    let (dir, path) = written("slow.toml", text);
    let out = dir.path().join("baselines");
    fs::create_dir(&out).expect("made");
    let older = "what is left of one, with its \"random-scheme\"";
    fs::write(out.join("slow.json"), older).expect("written");
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
    assert_eq!(fs::read_to_string(out.join("slow.json")).expect("there"), older);
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
        let (code, _, said) = outcome(balance().args(args).current_dir(dir.path()));
        (code, said)
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

/// Kinds of runs: random, heuristic and searching bots, variants, rotation, a matrix, rules by which a run ends.
const SCENARIOS: [(&str, &str); 6] = [
    (
        "random",
        "game = \"riverbed\"\ngames = 60_000\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n",
    ),
    (
        "variants",
        "game = \"riverbed\"\ngames = 6_000\n[rules]\nplayers = 5\n[seats]\nall = \"heuristic\"\n[[variant]]\n\
         name = \"fewer\"\nrules = { end-points.coins = 3 }\n",
    ),
    (
        "rotation",
        "game = \"niagara\"\ngames = 1_500\n[rules]\nplayers = 3\n[seats]\nrotate = [\"heuristic\", \"random\", \
         \"random\"]\n",
    ),
    (
        "stop",
        "game = \"riverbed\"\ngames = 10_000_000\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n[stop]\nhalf-width = \
         \"0.6%\"\n",
    ),
    (
        "search",
        "game = \"niagara\"\ngames = 6\n[rules]\nplayers = 2\n[seats]\nall = \"deep\"\n[bots.deep]\nkind = \
         \"search\"\niterations = 40\n",
    ),
    (
        "matrix",
        "game = \"regatta\"\ngames = 1_500\n[seats]\nall = \"random\"\n[matrix]\n\"rules.players\" = [2, 3]\n",
    ),
];

/// Numbers that look random and are the same each time (Marsaglia 2003).
pub struct Dice(pub u64);

impl Dice {
    /// From 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Runs the scenario, and kills it after `patience` if it has not ended by then. Did it end by itself?
#[cfg(unix)]
fn play(path: &str, out: &Path, threads: &str, patience: Option<Duration>) -> bool {
    let end = patience.map(|patience| (patience, "-KILL"));
    experiment(path, &["run", "--threads", threads], out, end).0
}

/// A report that stands after a kill is whole and of one run: its results have the signature that its record states.
fn check_report(dir: &Path) {
    let (Ok(results), Ok(record)) = (
        fs::read(dir.join("results.json")),
        fs::read_to_string(dir.join("run.toml")),
    ) else {
        assert!(
            !dir.join("results.json").exists() && !dir.join("run.toml").exists(),
            "half a report"
        );
        return;
    };
    let record: toml::Table = record.parse().expect("TOML");
    let signature = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&results));
    assert_eq!(record["signature"].as_str(), Some(&*signature));
    assert!(dir.join("report.html").exists() && dir.join("charts").exists());
}

#[cfg(unix)]
#[test]
fn killed_runs_come_to_the_same() {
    let kills = std::env::var("BALANCE_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(6);
    let dir = folder();
    let mut dice = Dice(0x5EED);
    let mut wholes: BTreeMap<&str, (Duration, BTreeMap<String, Vec<u8>>)> = BTreeMap::new();
    let (mut done, mut finished, mut twice) = (0, 0, 0);
    for turn in 0..kills {
        let (name, text) = SCENARIOS[turn % SCENARIOS.len()];
        let path = scenario(dir.path(), &format!("{name}.toml"), &format!("seed = 5\n{text}"));
        let (long, whole) = &*wholes.entry(name).or_insert_with(|| {
            let out = dir.path().join("whole");
            let start = Instant::now();
            assert!(play(&path, &out, "2", None));
            (start.elapsed(), files(&out.join(name)))
        });
        let long = *long;
        let out = dir.path().join(format!("killed-{turn}"));
        // Every second one in the last second; every fifth run is killed again while it goes on.
        let mut moment = |last: bool| {
            let within = if last { long.min(Duration::from_secs(1)) } else { long };
            let before_end = within.mul_f64(dice.share());
            (long + Duration::from_millis(50)).saturating_sub(before_end)
        };
        let mut left = if turn % 5 == 4 { 2 } else { 1 };
        let mut killed = 0;
        while left > 0 && !play(&path, &out, "2", Some(moment(turn % 2 == 1))) {
            check_report(&out.join(name));
            killed += 1;
            left -= 1;
        }
        done += killed;
        twice += usize::from(killed == 2);
        finished += usize::from(killed == 0);
        // Whole already, or to be gone on with: the same command, with another number of threads.
        if !out.join(name).join("run.toml").exists() || out.join(name).join("unfinished.json").exists() {
            assert!(play(&path, &out, "1", None));
        }
        let found = files(&out.join(name));
        assert_eq!(differing(&found, whole), Vec::<&String>::new(), "{name}, turn {turn}");
        // What a kill just before the end left beside goes with the next run.
        let beside = || fs::read_dir(&out).expect("a folder").flatten().count();
        if beside() > 1 {
            assert!(play(&path, &out, "2", None));
        }
        assert_eq!(beside(), 1);
        fs::remove_dir_all(&out).expect("removed");
    }
    println!(
        "{kills} runs: {done} kills, {twice} runs killed twice, {finished} ended before their kill; all bytes equal"
    );
}

/// A table at which everybody can be asked.
const RACE: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"heuristic\"\n[bots.lazy]\nkind = \
                     \"random\"\n[expect]\n\"rounds.mean\" = { to = 12 }\n[tune]\nsets.same = [3, 4, 5]\n";

/// What is played, the folder of what is found, and the file that is kept meanwhile.
const EXPERIMENTS: [(&[&str], &str, &str); 5] = [
    (
        &["bots", "ladder", "--bots", "heuristic,lazy,pirate", "--deals", "400"],
        "table-ladder",
        "ladder-unfinished.json",
    ),
    (
        &["skill", "--bots", "heuristic,lazy", "--deals", "25"],
        "table-skill",
        "skill-unfinished.json",
    ),
    (
        &["bots", "exploit", "--with", "scripts,weights", "--games", "9000"],
        "table-exploit",
        "exploit-unfinished.json",
    ),
    (&["tune", "--games", "20000"], "table", "tuning-unfinished.json"),
    (&["baseline", "--games", "3000"], "", "table-baseline"),
];

/// Plays it, and ends it after `patience` by this signal if it has not ended by then. Did it end by itself, and what did it say?
#[cfg(unix)]
fn experiment(path: &str, words: &[&str], out: &Path, ended: Option<(Duration, &str)>) -> (bool, String) {
    let child = spawn(&[words, &[path, "--quiet", "--out", &out.display().to_string()]].concat());
    if let Some((patience, signal)) = ended {
        std::thread::sleep(patience);
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
    }
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => (true, said),
        Some(5) | None if ended.is_some() => (false, said),
        code => panic!("{words:?} {code:?}: {said}"),
    }
}

#[cfg(unix)]
#[test]
fn experiments_that_are_ended_go_on_to_the_same() {
    let (dir, path) = written("table.toml", RACE);
    let mut dice = Dice(0xA11CE);
    for (words, name, kept) in EXPERIMENTS {
        let whole = dir.path().join(format!("whole-{kept}"));
        let start = Instant::now();
        assert!(experiment(&path, words, &whole, None).0);
        let mut long = start.elapsed();
        let whole: BTreeMap<String, Vec<u8>> = files(&whole.join(name));
        let out = dir.path().join(format!("pieces-{kept}"));
        let (mut kills, mut gone_on) = (0, 0);
        for turn in 0.. {
            assert!(turn < 200, "{words:?} never ends");
            let signal = if turn % 2 == 0 { "-INT" } else { "-KILL" };
            // Now and then it is left alone, as it might never end on a machine that is busy elsewhere.
            let patience = long.mul_f64(0.1 + 0.6 * dice.share());
            let (done, said) = experiment(&path, words, &out, (turn % 7 != 6).then_some((patience, signal)));
            gone_on += usize::from(said.contains("going on from the"));
            match (done, kills) {
                (false, _) => kills += 1,
                // The machine is less busy than it was.
                (true, 0) => {
                    fs::remove_dir_all(&out).expect("removed");
                    long /= 2;
                }
                (true, _) => break,
            }
        }
        assert!(kills > 0 && gone_on > 0, "{words:?}: {kills} kills, {gone_on} gone on");
        let found = files(&out.join(name));
        assert!(!found.contains_key(kept), "{words:?}");
        assert_eq!(differing(&found, &whole), Vec::<&String>::new(), "{words:?}");
    }
}

/// A check of two configurations whose answers stay open, ended again and again.
#[cfg(unix)]
#[test]
fn a_check_that_is_ended_goes_on_to_the_same() {
    let text = "game = \"riverbed\"\ngames = 150_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n\
                [[variant]]\nname = \"short\"\nrules.turns-max = 60\n\
                [expect]\n\"win-rate.profiteer\" = { target = \"31.5%\", within = \"0.01%\" }\n";
    let (dir, path) = written("open.toml", text);
    let (out, mut dice) = (at(&dir, "out"), Dice(0xC4EC));
    let check = |end: Option<(Duration, &str)>| {
        let child = spawn(&["check", &path, "--json", "--out", &out]);
        if let Some((patience, name)) = end {
            std::thread::sleep(patience);
            signal(&child, name);
        }
        child.wait_with_output().expect("it ends")
    };
    let start = Instant::now();
    let whole = check(None);
    let long = start.elapsed();
    assert_eq!(whole.status.code(), Some(3), "{}", said(&whole));
    let mut gone_on = 0;
    for turn in 0.. {
        let name = if turn % 2 == 0 { "-INT" } else { "-KILL" };
        let patience = long.mul_f64(0.1 + 0.3 * dice.share());
        let done = check((turn % 7 != 6).then_some((patience, name)));
        gone_on += usize::from(said(&done).contains("going on from the check"));
        if gone_on > 0 && done.stdout == whole.stdout {
            break;
        }
        assert!(turn < 100, "it never ends: {}", said(&done));
    }
    assert_eq!(names(Path::new(&out)), Vec::<String>::new());
}

/// What was kept of other bots, rules or numbers is not thrown away unasked.
#[cfg(unix)]
#[test]
fn what_was_kept_of_another_is_not_gone_on_from() {
    let (dir, path) = written("table.toml", RACE);
    let (words, name, kept) = EXPERIMENTS[0];
    let out = dir.path().join("out");
    let kept = out.join(name).join(kept);
    // Too early nothing is kept yet, too late nothing is left to keep: how long that takes depends on the machine.
    for attempt in 0..200 {
        let patience = Duration::from_millis(20 * (attempt % 40 + 1));
        experiment(&path, words, &out, Some((patience, "-INT")));
        if kept.exists() {
            break;
        }
        let _ = std::fs::remove_dir_all(&out);
    }
    let bytes = std::fs::read(&kept).expect("it was kept");
    let (bots, out) = ("heuristic,lazy,pirate", out.display().to_string());
    let words = ["bots", "ladder", &path, "--bots", bots, "-q", "--out", &out];
    for (more, wanted) in [
        (["--deals", "300"], "with other rules, bots or --deals"),
        (["--seed", "6"], "with seed 5"),
    ] {
        let said = refused(&[&words[..], &more].concat());
        assert!(said.contains(wanted) && said.contains("--fresh"), "{said}");
        assert_eq!(std::fs::read(&kept).expect("it is still there"), bytes);
    }
    printed(&[&words[..], &["--deals", "10", "--fresh"]].concat());
    assert!(!kept.exists());
}

const TEXT: &str =
    "title = \"Disk\"\ngame = \"riverbed\"\ngames = 300\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";

/// Runs `script` in a name space of its own, where a small disk may be mounted at `$DISK` without anybody else seeing it;
/// none where the system does not allow that.
fn apart(disk: &Path, script: &str) -> Option<Output> {
    let unshare = |arguments: &[&str], script: &str| {
        Command::new("unshare")
            .args(arguments)
            .args(["sh", "-c", script])
            .env("DISK", disk)
            .env("BALANCE", env!("CARGO_BIN_EXE_balance"))
            .env(
                "STEP",
                if std::env::var_os("BALANCE_KILLS").is_some() {
                    "1"
                } else {
                    "4"
                },
            )
            .env("NO_COLOR", "1")
            .output()
            .ok()
    };
    let may = |arguments: &[&str]| {
        let tried = unshare(arguments, "mount -t tmpfs -o size=64k none \"$DISK\"");
        tried.is_some_and(|output| output.status.success())
    };
    let ways: [&[&str]; 2] = [&["--mount"], &["--mount", "--user", "--map-root-user"]];
    let way = ways.into_iter().find(|way| may(way))?;
    unshare(way, script)
}

/// More names can be made on the disk each time, in the long form (see `torture`) one more, so that every file and folder is
/// once the first that fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_any_file_loses_nothing() {
    let (dir, path) = written("disk.toml", TEXT);
    let whole = dir.path().join("whole");
    printed(&["run", &path, "--quiet", "--out", &whole.display().to_string()]);
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"set -u
room=1; failed=0
while :; do
    room=$((room + STEP))
    mount -t tmpfs -o size=64m,nr_inodes=$room none "$DISK" || exit 90
    "$BALANCE" run {path} --quiet --out "$DISK/out" > "$DISK.said" 2>&1
    code=$?
    if [ $code = 0 ]; then break; fi
    failed=$((failed + 1))
    if [ $code != 2 ] && [ $code != 6 ]; then echo "exit code $code with room for $room names"; cat "$DISK.said"; exit 91; fi
    grep -q 'cannot be written' "$DISK.said" || {{ cat "$DISK.said"; exit 92; }}
    if [ -e "$DISK/out/disk/results.json" ]; then echo "half a report with room for $room names"; exit 93; fi
    mount -o remount,nr_inodes=10000 "$DISK"
    "$BALANCE" run {path} --quiet --out "$DISK/out" > "$DISK.said" 2>&1 || {{ cat "$DISK.said"; exit 94; }}
    diff -r {whole} "$DISK/out" || exit 95
    umount "$DISK"
done
echo "$failed"
"#,
        whole = whole.display(),
    );
    let Some(failed) = failures(&disk, &script) else { return };
    assert!(failed > 5, "every file failed once: {failed}");
}

/// How often a command failed in a script on a disk of its own; none where no disk can be mounted.
#[cfg(target_os = "linux")]
fn failures(disk: &Path, script: &str) -> Option<u32> {
    let Some(output) = apart(disk, script) else {
        eprintln!("no disk can be mounted here: nothing is tried");
        return None;
    };
    let [said, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{}: {said}{errors}", output.status);
    Some(said.trim().parse().expect("a number"))
}

/// Some kilobytes more fit on the disk each time.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_after_any_number_of_bytes_keeps_the_older_report() {
    let (dir, path) = written("disk.toml", TEXT);
    let (older, newer) = (dir.path().join("older"), dir.path().join("newer"));
    printed(&["run", &path, "--quiet", "--out", &older.display().to_string()]);
    let out = newer.display().to_string();
    printed(&["run", &path, "--quiet", "--seed", "6", "--out", &out]);
    assert_ne!(
        differing(&files(&older.join("disk")), &files(&newer.join("disk"))),
        Vec::<&String>::new()
    );
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"set -u
mount -t tmpfs -o size=64m none "$DISK" || exit 90
cp -r {older} "$DISK/out"
used=$(du -sk "$DISK/out" | cut -f1)
failed=0
for more in 8 40 100 180 300 450 600; do
    mount -o remount,size=$((used + more))k "$DISK" || exit 91
    "$BALANCE" run {path} --quiet --seed 6 --fresh --out "$DISK/out" > "$DISK.said" 2>&1
    code=$?
    if [ $code = 0 ]; then diff -r {newer} "$DISK/out" || exit 92; break; fi
    failed=$((failed + 1))
    if [ $code != 6 ]; then echo "exit code $code with $more kB"; cat "$DISK.said"; exit 93; fi
    grep -q 'No space left' "$DISK.said" || {{ cat "$DISK.said"; exit 94; }}
    rm -f "$DISK/out/disk/unfinished.json"
    diff -r {older} "$DISK/out" || exit 95
done
mount -o remount,size=64m "$DISK"
"$BALANCE" run {path} --quiet --seed 6 --out "$DISK/out" > /dev/null || exit 96
diff -r {newer} "$DISK/out" || exit 97
echo "$failed"
"#,
        older = older.display(),
        newer = newer.display(),
    );
    let Some(failed) = failures(&disk, &script) else { return };
    assert!(failed > 2, "the disk was full several times: {failed}");
}

/// A baseline that does not fit is not wrong input, and the one before stays.
#[cfg(target_os = "linux")]
#[test]
fn a_baseline_that_cannot_be_written_is_lost_output() {
    let (dir, path) = written("disk.toml", TEXT);
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"mount -t tmpfs -o size=16k none "$DISK" || exit 90
"$BALANCE" baseline {path} --quiet --games 20000 --out "$DISK" > "$DISK.said" 2>&1
code=$?
cat "$DISK.said"
exit $code
"#
    );
    let Some(output) = apart(&disk, &script) else {
        eprintln!("no disk can be mounted here: nothing is tried");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(6), "{said}");
    assert!(said.contains("No space left"), "{said}");
}
