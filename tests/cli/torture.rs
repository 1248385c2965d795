//! Runs killed by SIGKILL at any moment, most of them in the last second, when the report is written; each then goes on, and
//! must leave the bytes of a run in one go.
//!
//! `cargo test` kills a few. The long form: `BALANCE_KILLS=100 cargo test --release --test cli torture -- --nocapture`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::run::{differing, files};
use super::{folder, scenario};

/// Kinds of runs: random, heuristic and searching bots, variants, rotation, a matrix, rules by which a run ends.
const KINDS: [(&str, &str); 6] = [
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
fn run(path: &str, out: &Path, threads: &str, patience: Option<Duration>) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_balance"))
        .args(["run", path, "--quiet", "--threads", threads, "--out"])
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    if let Some(patience) = patience {
        std::thread::sleep(patience);
        child.kill().expect("killed");
    }
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        ended.status.success() || ended.status.code().is_none() && patience.is_some(),
        "{said}"
    );
    ended.status.success()
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
        let (name, text) = KINDS[turn % KINDS.len()];
        let path = scenario(dir.path(), &format!("{name}.toml"), &format!("seed = 5\n{text}"));
        let path = path.display().to_string();
        let (long, whole) = &*wholes.entry(name).or_insert_with(|| {
            let out = dir.path().join("whole");
            let start = Instant::now();
            assert!(run(&path, &out, "2", None));
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
        while left > 0 && !run(&path, &out, "2", Some(moment(turn % 2 == 1))) {
            check_report(&out.join(name));
            killed += 1;
            left -= 1;
        }
        done += killed;
        twice += usize::from(killed == 2);
        finished += usize::from(killed == 0);
        // Whole already, or to be gone on with: the same command, with another number of threads.
        if !out.join(name).join("run.toml").exists() || out.join(name).join("unfinished.json").exists() {
            assert!(run(&path, &out, "1", None));
        }
        let found = files(&out.join(name));
        assert_eq!(differing(&found, whole), Vec::<&String>::new(), "{name}, turn {turn}");
        // What a kill just before the end left beside goes with the next run.
        let beside = || fs::read_dir(&out).expect("a folder").flatten().count();
        if beside() > 1 {
            assert!(run(&path, &out, "2", None));
        }
        assert_eq!(beside(), 1);
        fs::remove_dir_all(&out).expect("removed");
    }
    println!(
        "{kills} runs: {done} kills, {twice} runs killed twice, {finished} ended before their kill; all bytes equal"
    );
}
