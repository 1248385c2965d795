//! `balance run`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{SMALL, assert_contains, at, balance, ended, folder, outcome, printed, scenario, written};

/// Every file of a folder and of those in it, by its path.
pub fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).expect("the folder is there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let below = files(&entry.path()).into_iter();
            found.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).expect("readable"));
        }
    }
    found
}

/// Names of the files that are not the same, or not in both.
pub fn differing<'f>(a: &'f BTreeMap<String, Vec<u8>>, b: &'f BTreeMap<String, Vec<u8>>) -> Vec<&'f String> {
    a.keys()
        .chain(b.keys())
        .filter(|name| a.get(*name) != b.get(*name))
        .collect()
}

/// One row a game: as many as were played, with the wins of the sides, and the same bytes with any threads.
#[test]
fn every_game_is_a_row_of_the_table_of_games() {
    let (dir, path) = written("small.toml", SMALL);
    let tables = ["1", "3"].map(|threads| {
        let out = dir.path().join(threads).display().to_string();
        printed(&[
            "run", &path, "--games-table", "--threads", threads, "--out", &out, "--no-league",
        ]);
        files(&dir.path().join(threads).join("small/tables"))
    });
    assert_eq!(differing(&tables[0], &tables[1]), [""; 0]);
    let text = |name: &str| String::from_utf8_lossy(&tables[0][name]).into_owned();
    let (games, sides) = (text("games.csv"), text("sides.csv"));
    let won = games.lines().filter(|line| line.contains(",merchants,")).count();
    let row = sides.lines().find(|line| line.contains(",merchants,")).expect("a row");
    assert_eq!(row.split(',').nth(2), Some(&*won.to_string()), "{row}");
    assert_eq!(
        row.split(',').nth(3),
        Some(&*(games.lines().count() - 1).to_string()),
        "{row}"
    );
}

#[test]
fn a_run_prints_who_wins_and_leaves_a_whole_report() {
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().display().to_string();
    let text = printed(&["run", &path, "--details", "--out", &out]);
    for wanted in [
        "Win rate by side", "Win rate by role", "Win rate by seat", "Length of a game", "How games end", "hunts",
    ] {
        assert_contains(&text, wanted);
    }
    let found = files(&dir.path().join("small"));
    for wanted in [
        "report.html",
        "report.md",
        "results.json",
        "run.toml",
        "tables/sides.csv",
        "tables/sides.parquet",
        "charts/win-rate.png",
    ] {
        assert!(
            found.contains_key(wanted),
            "{wanted} is missing from {:?}",
            found.keys()
        );
    }
    assert!(
        found.keys().all(|name| !name.contains("tmp")),
        "nothing half written is left: {:?}",
        found.keys()
    );
    let text = |name: &str| String::from_utf8(found[name].clone()).expect("text");
    let page = text("report.html");
    let games: Vec<&str> = page
        .split("href=\"")
        .filter(|link| link.starts_with("games/"))
        .collect();
    assert!(!games.is_empty(), "no finding links to a game");
    for game in games {
        let film = text(game.split('"').next().unwrap_or_default());
        assert!(film.contains("<h1>Game ") && film.contains("id=\"game\""), "{game}");
    }
    let csv = text("tables/sides.csv");
    assert!(
        csv.starts_with("configuration,side,wins,games,win-rate,win-rate-lo,win-rate-hi,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 5, "three sides and nobody");
}

#[test]
fn threads_change_no_byte_and_another_seed_changes_the_tables() {
    let (dir, path) = written("small.toml", SMALL);
    let run = |out: &str, more: &[&str]| {
        let out = dir.path().join(out).display().to_string();
        let args = [&["run", &path, "--out", &out][..], more].concat();
        printed(&args);
        files(&Path::new(&out).join("small"))
    };
    let one = run("one", &["--threads", "1"]);
    let two = run("two", &["--threads", "2"]);
    let five = run("five", &["--threads", "5"]);
    assert_eq!(differing(&one, &two), Vec::<&String>::new());
    assert_eq!(differing(&one, &five), Vec::<&String>::new());
    let other = run("other", &["--seed", "6"]);
    assert_ne!(one["tables/sides.csv"], other["tables/sides.csv"]);
}

#[test]
fn the_report_is_made_again_from_its_tables() {
    let (dir, path) = written("small.toml", SMALL);
    printed(&["run", &path, "--out", &dir.path().display().to_string()]);
    let report = dir.path().join("small");
    let before = files(&report);
    for gone in ["report.html", "report.md", "charts/win-rate.png", "tables/sides.csv"] {
        fs::remove_file(report.join(gone)).expect("it was there");
    }
    printed(&["report", &report.display().to_string()]);
    assert_eq!(differing(&files(&report), &before), Vec::<&String>::new());
}

#[test]
fn json_prints_the_results() {
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().display().to_string();
    let text = printed(&["run", &path, "--json", "--games", "1_000", "--out", &out]);
    let results: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(results["configurations"][0]["games"], 1000);
    assert_eq!(
        text,
        fs::read_to_string(dir.path().join("small/results.json")).expect("written")
    );
}

/// A run ends as soon as every side is known well enough, at the same game for any number of threads.
#[test]
fn a_run_stops_once_the_question_is_answered() {
    let text = SMALL.replace("games = 3000", "games = 10_000_000") + "\n[stop]\nhalf-width = \"1.5%\"\n";
    let (dir, path) = written("stop.toml", &text);
    let run = |out: &str, threads: &str| {
        let out = dir.path().join(out).display().to_string();
        let said = printed(&["run", &path, "--details", "--out", &out, "--threads", threads]);
        assert_contains(
            &said,
            "Stopped: all win rates together are known to within ± 1.5 points",
        );
        files(&Path::new(&out).join("stop"))
    };
    let (one, three) = (run("one", "1"), run("three", "3"));
    assert_eq!(differing(&one, &three), Vec::<&String>::new());
}

/// Every scenario of the project runs; each answers a question in its title.
#[test]
fn every_scenario_of_the_project_runs() {
    let dir = folder();
    let out = dir.path().display().to_string();
    let mut count = 0;
    let inside = |folder: &str| fs::read_dir(folder).expect("the project's scenarios").flatten();
    let files = inside("scenarios").chain(inside("scenarios/tune"));
    for entry in files.filter(|entry| entry.path().is_file()) {
        let path = entry.path().display().to_string();
        let text = printed(&["run", &path, "--games", "20", "--out", &out]);
        let title = text.lines().take_while(|line| !line.is_empty());
        assert!(title.last().is_some_and(|title| title.ends_with('?')), "{path}: {text}");
        count += 1;
    }
    assert!(count >= 8);
}

#[test]
fn nothing_is_printed_on_stderr_when_it_is_no_terminal() {
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().display().to_string();
    assert_eq!(ended(&["run", &path, "--out", &out], 0).1, "");
}

/// Where the sides are places in turn order and several bots sit at the table, a place is not taken for the bot of the seat of
/// that number, and each bot's own rate stands with the answers.
#[test]
fn several_bots_at_a_table_have_their_own_answer() {
    let text = "game = \"niagara\"\nseed = 4\n[rules]\nplayers = 3\n[seats]\n1 = \"ferryman\"\n[bots.ferryman]\nkind = \
                \"cautious\"\n";
    let (dir, path) = written("ferry.toml", text);
    let out = at(&dir, "out");
    let said = printed(&[
        "run", &path, "--games", "300", "--details", "--no-league", "-q", "--out", &out,
    ]);
    let screen = said.lines().take(40).collect::<Vec<_>>().join(" ");
    for file in ["report.md", "report.html"] {
        let text = std::fs::read_to_string(dir.path().join("out/ferry").join(file)).expect("written");
        assert!(text.contains("Which bot wins?"), "{file}");
    }
    assert_contains(&screen, "Which bot wins?");
    assert_contains(&screen, " ferryman ");
    let rates = said.find("Win rate by bot").expect("a table of bots");
    assert!(
        rates < said.find("Length of the game").unwrap_or(said.len()),
        "beside the sides: {said}"
    );
    // Of one bot nothing is asked.
    let one = "scenarios/niagara-3p.toml";
    let alone = printed(&["run", one, "--games", "30", "--no-league", "-q", "--out", &out]);
    assert!(!alone.contains("Which bot wins?"), "{alone}");
}

/// Where seats rotate, deals are asked for and more games played.
#[test]
fn deals_are_told_from_games_where_seats_rotate() {
    let text = "game = \"niagara\"\n[rules]\nplayers = 3\n[seats]\nrotate = [\"random\", \"cautious\", \"random\"]\n";
    let (dir, path) = written("turns.toml", text);
    let out = at(&dir, "out");
    let said = printed(&["run", &path, "--games", "20", "--details", "-q", "--out", &out]);
    assert_contains(&said, "60 games (20 deals, each played 3 times) of Niagara");
    assert!(printed(&["run", "--help"]).contains("Deals of each configuration"));
}

/// A command works where the user stood, and a page does not tell of his folders.
#[test]
fn what_is_repeated_is_named_from_where_one_stands() {
    let dir = folder();
    let home = dir.path().canonicalize().expect("a folder");
    std::fs::create_dir(home.join("scenarios")).expect("made");
    let path = scenario(&home.join("scenarios"), "small.toml", SMALL);
    let run = |from: &std::path::Path, out: &str| {
        let args = [
            "run", &path, "--games", "20", "--details", "--no-league", "-q", "--out", out,
        ];
        let (_, said, _) = outcome(balance().current_dir(from).args(args));
        let page =
            |file: &str| std::fs::read_to_string(std::path::Path::new(out).join("small").join(file)).expect(file);
        (said, page("report.md") + &page("report.html"))
    };
    let at = |name: &str| home.join(name).display().to_string();
    let command = "balance run scenarios/small.toml --games 20 --seed 5";
    let (said, pages) = run(&home, &at("near"));
    assert!(pages.matches(command).count() >= 2, "{pages}");
    assert!(
        said.contains(&format!("balance run {path} --games 20")),
        "as it was named: {said}"
    );
    let elsewhere = folder();
    let (said, pages) = run(elsewhere.path(), &at("far"));
    assert!(pages.contains("balance run small.toml --games 20") && !pages.contains("scenarios/small.toml"));
    assert!(said.contains(&format!("balance run {path} --games 20")), "{said}");
    assert!(!pages.contains(&home.display().to_string()), "no folder of the user's");
}
