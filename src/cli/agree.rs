//! `run`, `[stop]` and `check` of the same scenario never say different things about its bands.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::options::Quiet;
use super::play::{Judged, play};
use super::prepare::prepare;
use super::run::{RunFolder, results};
use balance_analysis::experiment::Runner;
use balance_analysis::gate::{self, CheckTask};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Overrides, references};
use balance_analysis::table::Results;

/// Bands near the edges of what random moves give, so that some seeds decide them and some do not.
const ASKED: &str = r#"
title = "Asked"
game = "riverbed"
games = 10_000

[rules]
players = 4

[seats]
all = "random"

[expect]
"win-rate.profiteer" = { to = "10.4%" }
"win-rate.nobody" = { to = "5%" }
"turns.mean" = { from = 11.38, to = 13 }
"turns.p37" = { from = 9, to = 11 }
"#;

const QUIET: Quiet = Quiet { quiet: true };

static NEVER: AtomicBool = AtomicBool::new(false);

fn run(path: &Path, seed: u64) -> Results {
    let overrides = Overrides {
        seed: Some(seed),
        ..Overrides::default()
    };
    let one = prepare(path, &overrides).expect("a scenario");
    let references = references(&one.scenario);
    let out = tempfile::tempdir().expect("a folder");
    let place = RunFolder::claim(&one, &references, out.path(), false).expect("a place");
    let mut judged: Judged = play(&one, &references, &NEVER, QUIET, &place.checkpoint, None).expect("played");
    results(&one, &mut judged, &references, &NEVER, QUIET)
}

fn answers(results: &Results) -> Vec<Verdict> {
    let targets = results.configurations[0].targets.iter();
    targets.map(|row| row.answer.expect("an answer").verdict).collect()
}

fn checked(path: &Path, seed: u64) -> Vec<Verdict> {
    let overrides = Overrides {
        seed: Some(seed),
        ..Overrides::default()
    };
    let one = prepare(path, &overrides).expect("a scenario");
    let task = CheckTask {
        scenario: &one.scenario,
        configuration: 0,
        game: &*one.games[0],
        questions: one.bands.clone(),
        stored: None,
        takes: None,
        has_baseline: false,
        baselines: None,
        inputs: None,
        renamed: None,
        made_of: None,
        made_by: None,
        unchanged: false,
    };
    let checked = gate::check(&task, Runner::unwatched()).expect("played");
    checked.rows.iter().map(|row| row.verdict).collect()
}

#[test]
fn run_stop_and_check_never_disagree() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let plain = file("plain.toml", ASKED);
    let stopping = file("stopping.toml", &format!("{ASKED}\n[stop]\nbands = true\n"));
    let (mut seen, mut stopped) = (Vec::new(), 0);
    for seed in 0..25 {
        let ran = run(&plain, seed);
        let said = answers(&ran);
        let ended = run(&stopping, seed);
        assert_eq!(said, answers(&ended), "seed {seed}: [stop] says otherwise");
        assert_eq!(said, checked(&plain, seed), "seed {seed}: check says otherwise");
        stopped += u32::from(ended.configurations[0].stopped.is_some());
        if ended.configurations[0].stopped.is_some() {
            assert!(!said.contains(&Verdict::Undecided), "seed {seed}");
        }
        seen.extend(said);
    }
    for verdict in [Verdict::Within, Verdict::Outside, Verdict::Undecided] {
        assert!(
            seen.contains(&verdict),
            "no band is ever {}: the test shows nothing",
            verdict.word()
        );
    }
    assert!(
        (1..25).contains(&stopped),
        "{stopped} of 25 runs stop early: the test shows nothing"
    );
}
