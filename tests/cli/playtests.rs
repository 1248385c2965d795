//! `balance playtests`, from an empty log to what it says.

use super::{assert_contains, assert_narrow, at, ended, flat, folder, refused, written};
use std::fmt::Write;
use std::fs;

const TABLE: &str = "scenarios/riverbed-9p.toml";

/// A log of so many games, of which the Profiteer wins one in `every`.
fn log(games: usize, every: usize) -> String {
    let (head, _) = ended(&["new", "riverbed", "--playtests"], 0);
    assert_eq!(head, "winner,turns,minutes,version,players,group\n");
    (0..games).fold(head, |mut rows, game| {
        let side = if game % every == 0 {
            "Profiteer"
        } else {
            ["Merchants", "Separatists"][game / every % 2]
        };
        let _ = writeln!(rows, "{side},{},{},base,9,", 30 + game % 9, 60 + game % 9);
        rows
    })
}

/// What the program says of a log.
fn told(text: &str, more: &[&str]) -> String {
    let (_dir, path) = written("log.csv", text);
    let args = [&["playtests", &path, TABLE, "--games", "4_000", "--quiet"], more].concat();
    let (out, said) = ended(&args, 0);
    assert_eq!(said, "");
    out
}

#[test]
fn people_are_held_against_every_level_of_bots() {
    let out = told(&log(300, 3), &[]);
    assert_narrow(&out, "reports/");
    for wanted in [
        "DIFFERENT from club bots: Profiteer wins 33% of 300 games between people, ",
        "Not like: club, novice and expert.",
        "About ",
        "[time] seconds-per-turn = ",
        "--set seats.all=",
    ] {
        let found = flat(&out).contains(wanted);
        // All levels differ: there is none to play with instead.
        assert_eq!(found, wanted != "--set seats.all=", "{wanted}: {out}");
    }
    let few = told(&log(12, 3), &["--pool", "20"]);
    assert_contains(
        &flat(&few),
        "UNDECIDED after 12 games between people: no difference from club bots is confirmed.",
    );
    assert_contains(
        &flat(&few),
        "Pooled: an assumption, not a measurement: club bots count as 20 games between people.",
    );
    let json: serde_json::Value = serde_json::from_str(&told(&log(12, 3), &["--json"])).expect("JSON");
    assert_eq!(
        (&json["games"], &json["sides"][2]["subject"]),
        (&12.into(), &"profiteer".into())
    );
}

/// A scenario that names its log tells of people in its report, which is made again from its folder.
#[test]
fn a_run_says_how_people_stand_to_its_bots() {
    let scenario = |name: &str| format!("game = \"riverbed\"\nrules.players = 9\nplaytests = \"{name}\"\n");
    let (dir, path) = written("with-log.toml", &scenario("log.csv"));
    fs::write(dir.path().join("log.csv"), log(300, 3)).expect("written");
    let run = [
        "run",
        &path,
        "--games",
        "4_000",
        "--no-league",
        "--quiet",
        "--out",
        &at(&dir, "out"),
    ];
    let (out, _) = ended(&run, 0);
    let said = "People Different from heuristic bots: Profiteer wins 33% of 300 games between people, ";
    assert_contains(&flat(&out), said);
    fs::remove_file(dir.path().join("log.csv")).expect("it was there");
    fs::remove_file(dir.path().join("out/with-log/report.md")).expect("it was there");
    ended(&["report", &at(&dir, "out/with-log")], 0);
    let again = fs::read_to_string(dir.path().join("out/with-log/report.md")).expect("made again");
    assert_contains(&again, "Different from heuristic bots");
    assert_contains(&refused(&run), "log.csv: No such file");
}

#[test]
fn every_mistake_of_a_log_is_told_at_once() {
    let (_dir, path) = written("log.csv", "winner,turns\nProfiteer,30\nMerchnts,x\n");
    let said = refused(&["playtests", &path, TABLE]);
    assert_contains(&said, "log.csv:3: `turns`: write a whole number above 0, not \"x\"");
    assert_contains(
        &said,
        "log.csv:3: `winner`: nobody is called \"Merchnts\"; did you mean \"merchants\"?",
    );
    let dir = folder();
    assert_contains(
        &refused(&["playtests", &at(&dir, "none.csv"), TABLE]),
        "none.csv: No such file",
    );
    let said = refused(&["playtests", &path, TABLE, "--only", "night=2"]);
    assert_contains(&said, "there is no column `night`, which is asked for");
}
