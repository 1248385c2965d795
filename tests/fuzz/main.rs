//! Files that nobody wrote on purpose: whatever stands in them, they are read or explained, without a crash, and nothing
//! of them steers a terminal.
//!
//! A short run is part of the tests. `BALANCE_FUZZ=1000000 BALANCE_FUZZ_SEED=7 cargo test --release --test fuzz` reads a
//! million inputs of each kind, other ones for every seed; an input that breaks something is cut down and printed.

mod change;
mod targets;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use balance_simulation::checkpoint::seal;
use change::{changed_bytes, changed_values};
use serde_json::Value;

/// Inputs of each kind in the short run.
const INPUTS: u32 = 200;

fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_default();
    text.replace('_', "").parse().unwrap_or(usual)
}

/// Reads inputs of one kind, the same ones for the same seed.
fn fuzz<S: Strategy>(kind: &str, inputs: &S, read: impl Fn(&S::Value)) {
    fuzz_one_in(1, kind, inputs, read);
}

/// The same of a part of so many inputs, where each takes a while.
fn fuzz_one_in<S: Strategy>(part: u64, kind: &str, inputs: &S, read: impl Fn(&S::Value)) {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("BALANCE_FUZZ_SEED", 20_261_121).to_le_bytes());
    seed[8..]
        .iter_mut()
        .zip(kind.bytes())
        .for_each(|(seed, byte)| *seed = byte);
    let config = Config {
        cases: u32::try_from(number("BALANCE_FUZZ", INPUTS.into()) / part).unwrap_or(u32::MAX),
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let done = runner.run(inputs, |input| {
        read(&input);
        Ok(())
    });
    done.unwrap_or_else(|failure| panic!("{kind}: {failure}"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with this ending in a folder of the project, in the order of their names.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("committed").flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder}");
    paths
}

fn bytes(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    paths.iter().map(|path| fs::read(path).expect("readable")).collect()
}

/// Runs the program in `dir`: its exit code, and what it complained of.
fn ended(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_balance"))
        .current_dir(dir)
        .args(args)
        .output();
    let done = done.expect("it runs");
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

/// The same where it must succeed.
fn balance(dir: &Path, args: &[&str]) {
    let (code, said) = ended(dir, args);
    assert_eq!(code, Some(0), "{args:?}: {said}");
}

/// The scenarios of `tests/corpus/runs`, copied into `dir`.
fn runs(dir: &Path) -> Vec<PathBuf> {
    let copy = |path: &PathBuf| {
        let to = dir.join(path.file_name().expect("a file"));
        fs::copy(path, &to).expect("copied");
        to
    };
    files("tests/corpus/runs", "toml").iter().map(copy).collect()
}

#[test]
fn scenarios() {
    let dir = tempfile::tempdir().expect("a folder");
    let seeds = bytes(&files("tests/corpus/scenario", "toml"));
    for seed in &seeds {
        assert!(targets::scenario(dir.path(), seed), "{}", String::from_utf8_lossy(seed));
    }
    fuzz("scenario", &changed_bytes(seeds), |text| {
        targets::scenario(dir.path(), text);
    });
}

#[test]
fn contents() {
    for (game, key, file) in [
        ("riverbed", "tiles", "riverbed/src/content/tiles"),
        ("riverbed", "cards", "riverbed/src/content/cards"),
        ("riverbed", "board", "riverbed/src/content/board"),
        ("regatta", "wedges", "regatta/src/content/wedges"),
        ("regatta", "favors", "regatta/src/content/favors"),
        ("niagara", "board", "niagara/src/content/board"),
        ("mekong", "board", "mekong/src/content/board"),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let scenario = format!("game = \"{game}\"\n[rules]\n{key} = \"own.toml\"\n[seats]\nall = \"random\"\n");
        let seeds = bytes(&[root().join(format!("games/{file}.toml"))]);
        let read = |text: &[u8]| {
            fs::write(dir.path().join("own.toml"), text).expect("written");
            targets::scenario(dir.path(), scenario.as_bytes())
        };
        assert!(read(&seeds[0]), "{file}");
        fuzz(&format!("{game} {key}"), &changed_bytes(seeds), |text| {
            read(text);
        });
    }
}

#[test]
fn scripts() {
    for path in files("tests/corpus/script", "txt") {
        let dir = tempfile::tempdir().expect("a folder");
        let game = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let read = |text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            let script: toml::Value = text.lines().map(str::to_owned).collect::<Vec<_>>().into();
            let head = format!("game = \"{game}\"\n[seats]\nall = \"own\"\n[bots.own]\nkind = \"scripted\"\n");
            targets::scenario(dir.path(), format!("{head}script = {script}\n").as_bytes())
        };
        let seeds = bytes(&[path]);
        assert!(read(&seeds[0]), "{game}");
        fuzz(&format!("script {game}"), &changed_bytes(seeds), |text| {
            read(text);
        });
    }
}

#[test]
fn results() {
    let dir = tempfile::tempdir().expect("a folder");
    let scenarios = runs(dir.path());
    let mut seeds = Vec::new();
    for path in &scenarios {
        balance(
            dir.path(),
            &["run", &path.display().to_string(), "--quiet", "--out", "reports"],
        );
        let name = path.file_stem().expect("a name");
        seeds.push(fs::read(dir.path().join("reports").join(name).join("results.json")).expect("there"));
    }
    for seed in &seeds {
        assert!(targets::results(dir.path(), seed));
    }
    fuzz("results as text", &changed_bytes(seeds.clone()), |text| {
        targets::results(dir.path(), text);
    });
    fuzz("results as values", &changed_values(&seeds), |value| {
        targets::results(dir.path(), value.to_string().as_bytes());
    });
}

#[test]
fn baselines() {
    for seed in 0..files("tests/corpus/runs", "toml").len() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = &runs(dir.path())[seed];
        balance(
            dir.path(),
            &["baseline", &path.display().to_string(), "--games", "64", "--out", "."],
        );
        let file = path.with_extension("json");
        let seeds = bytes(std::slice::from_ref(&file));
        let held = targets::Loaded::new(path);
        assert!(held.baseline(&file, &seeds[0]));
        fuzz("baseline as text", &changed_bytes(seeds.clone()), |text| {
            held.baseline(&file, text);
        });
        fuzz("baseline as values", &changed_values(&seeds), |value| {
            held.sealed(&file, value);
        });
    }
}

#[test]
fn kept_games() {
    let dir = tempfile::tempdir().expect("a folder");
    for path in runs(dir.path()) {
        let run = targets::Loaded::new(&path);
        // Past a look, so that there is one to be wrong about.
        let kept = run.to(1_030, None).expect("played");
        assert!(run.to(1_032, Some(&kept)).is_some());
        fuzz(
            "kept games",
            &changed_values(&[kept.to_string().into_bytes()]),
            |value| {
                run.to(1_032, Some(value));
            },
        );
    }
}

#[test]
fn shards() {
    let dir = tempfile::tempdir().expect("a folder");
    for path in runs(dir.path()) {
        let run = targets::Loaded::new(&path);
        let pieces = run.pieces(1_030);
        assert!(run.merged(1_030, &pieces));
        fuzz(
            "pieces of a shard",
            &changed_values(&[pieces.to_string().into_bytes()]),
            |value| {
                run.merged(1_030, value);
            },
        );
        let scenario = path.display().to_string();
        balance(dir.path(), &["run", &scenario, "--shard", "0/1", "--out", "reports"]);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = dir.path().join("reports").join(format!("{name}.shards"));
        let file = "00000-of-00001.json";
        let seeds = bytes(&[folder.join(file)]);
        assert!(targets::shard(&folder, file, &seeds[0]));
        fuzz("shard as text", &changed_bytes(seeds), |text| {
            targets::shard(&folder, file, text);
        });
    }
}

/// A table for every search.
const TABLE: &str = "game = \"niagara\"\nseed = 5\n[rules]\nplayers = 3\n[seats]\nall = \"heuristic\"\n[bots.lazy]\nkind = \"random\"\n\
                     [expect]\n\"rounds.mean\" = { to = 12 }\n[tune]\nsets.same = [3, 4, 5]\n";

/// What a search has kept may say what no games come to: it is refused or played again, or what follows from it is reported.
#[test]
fn searches() {
    for words in [
        "tune --games 10000",
        "explain --only card.1 --games 10000",
        "skill --bots heuristic,lazy --deals 10",
        "bots ladder --bots heuristic,lazy --deals 10",
        "bots exploit --with scripts,weights --games 3000 --deals 20",
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("small.toml"), TABLE).expect("written");
        let words: Vec<&str> = words.split(' ').collect();
        let shard = [&words[..], &["small.toml", "--quiet", "--shard", "0/1", "--out", "out"]].concat();
        let name = words
            .iter()
            .take_while(|word| !word.starts_with('-'))
            .last()
            .expect("a command");
        let folder = format!("out/small-{name}.shards");
        let merge = || ended(dir.path(), &["shards", "merge", &folder]);
        let file = |name: &str| dir.path().join(&folder).join(name);
        let known = file("known.json");
        // What it holds in its third line may be forged, with a checksum that fits.
        let forge = |path: &Path, kind: &str, before: &dyn Fn()| {
            let kept = fs::read(path).expect("kept");
            let lines: Vec<&[u8]> = kept.split(|byte| *byte == b'\n').collect();
            let head: Value = serde_json::from_slice(lines[0]).expect("JSON");
            let format = u32::try_from(head["format"].as_u64().expect("a number")).expect("a small one");
            fuzz_one_in(20, kind, &changed_values(&[lines[2].to_vec()]), |value| {
                let text = seal(format, &[lines[1].to_vec(), value.to_string().into_bytes()]);
                before();
                fs::write(path, text.expect("JSON")).expect("written");
                let (code, said) = merge();
                assert!(matches!(code, Some(0 | 2 | 3 | 7)), "{code:?}: {said}");
            });
            before();
            fs::write(path, &kept).expect("written");
        };
        balance(dir.path(), &shard);
        forge(
            &file("00000-of-00001.json"),
            &format!("{name}, shard of a round"),
            &|| {
                let _ = fs::remove_file(&known);
            },
        );
        while merge().0 == Some(7) {
            balance(dir.path(), &shard);
        }
        forge(&known, name, &|| ());
    }
}
