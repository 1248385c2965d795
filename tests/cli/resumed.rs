//! Experiments that are ended at any moment, by Ctrl-C or SIGKILL: the same command goes on, to the bytes of one in one go.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::run::{differing, files_of};
use super::torture::Dice;
use super::{folder, scenario};

/// A table at which everybody can be asked.
const TABLE: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"heuristic\"\n[bots.lazy]\nkind = \
                     \"random\"\n";

/// What is played, the folder of what is found, and the file that is kept meanwhile.
const KINDS: [(&[&str], &str, &str); 4] = [
    (
        &["ladder", "--bots", "heuristic,lazy,pirate", "--deals", "400"],
        "table-ladder",
        "ladder-unfinished.json",
    ),
    (
        &["skill", "--bots", "heuristic,lazy", "--deals", "25"],
        "table-skill",
        "skill-unfinished.json",
    ),
    (
        &[
            "league",
            "--bots",
            "pirate,lazy",
            "--deals",
            "300",
            "--games",
            "8000",
            "--rounds",
            "2",
        ],
        "table-league",
        "league-unfinished.json",
    ),
    (
        &["tune", "--bot", "heuristic", "--against", "pirate", "--games", "9000"],
        "table-weights",
        "weights-unfinished.json",
    ),
];

/// Plays it, and ends it after `patience` by this signal if it has not ended by then. Did it end by itself, and what did it say?
#[cfg(unix)]
fn play(path: &str, words: &[&str], out: &Path, ended: Option<(Duration, &str)>) -> (bool, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_balance"))
        .args([&[words[0], path], &words[1..], &["--quiet", "--threads", "2", "--out"]].concat())
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
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
    let dir = folder();
    let path = scenario(dir.path(), "table.toml", TABLE).display().to_string();
    let mut dice = Dice(0xA11CE);
    for (words, name, kept) in KINDS {
        let whole = dir.path().join("whole");
        let start = Instant::now();
        assert!(play(&path, words, &whole, None).0);
        let long = start.elapsed();
        let whole: BTreeMap<String, Vec<u8>> = files_of(&whole.join(name));
        let out = dir.path().join("pieces");
        let (mut kills, mut gone_on) = (0, 0);
        for turn in 0.. {
            assert!(turn < 200, "{words:?} never ends");
            let signal = if turn % 2 == 0 { "-INT" } else { "-KILL" };
            // Now and then it is left alone, as it might never end on a machine that is busy elsewhere.
            let patience = long.mul_f64(0.1 + 0.6 * dice.share());
            let (done, said) = play(&path, words, &out, (turn % 7 != 6).then_some((patience, signal)));
            gone_on += usize::from(said.contains("going on from the"));
            if done {
                break;
            }
            kills += 1;
        }
        assert!(kills > 0 && gone_on > 0, "{words:?}: {kills} kills, {gone_on} gone on");
        let found = files_of(&out.join(name));
        assert!(!found.contains_key(kept), "{words:?}");
        assert_eq!(differing(&found, &whole), Vec::<&String>::new(), "{words:?}");
    }
}

/// What was kept of other bots, rules or numbers is not thrown away unasked.
#[cfg(unix)]
#[test]
fn what_was_kept_of_another_is_not_gone_on_from() {
    let dir = folder();
    let path = scenario(dir.path(), "table.toml", TABLE).display().to_string();
    let (words, name, kept) = KINDS[0];
    let out = dir.path().join("out");
    let kept = out.join(name).join(kept);
    // Too early nothing is kept yet, too late nothing is left to keep: how long that takes depends on the machine.
    for attempt in 0..200 {
        let patience = Duration::from_millis(20 * (attempt % 40 + 1));
        play(&path, words, &out, Some((patience, "-INT")));
        if kept.exists() {
            break;
        }
        let _ = std::fs::remove_dir_all(&out);
    }
    let bytes = std::fs::read(&kept).expect("it was kept");
    let out = out.display().to_string();
    for (more, wanted) in [
        (["--deals", "300"], "with other rules, bots or --deals"),
        (["--seed", "6"], "with seed 5"),
    ] {
        let words = ["ladder", &path, "--bots", "heuristic,lazy,pirate", "-q", "--out", &out];
        let said = super::refused(&[&words[..], &more].concat());
        assert!(said.contains(wanted) && said.contains("--fresh"), "{said}");
        assert_eq!(std::fs::read(&kept).expect("it is still there"), bytes);
    }
    super::printed(&[
        "ladder",
        &path,
        "--bots",
        "heuristic,lazy,pirate",
        "--deals",
        "10",
        "-q",
        "--fresh",
        "--out",
        &out,
    ]);
    assert!(!kept.exists());
}
