//! `balance tune`: what it refuses, proposes, writes and keeps.

use std::fs;
use std::path::Path;

use super::{SMALL, assert_contains, at, ended, flat, folder, json, printed, refused, scenario, written};

/// Two knobs of which the coins decide how often the Profiteer wins.
const TUNED: &str = "\n[expect]\n\"win-rate.profiteer\" = { to = \"15%\" }\n\n[tune]\nend-points.coins = { from = 4, to = 8 }\n\
                     con-cost = [0, 1]\n";

fn tuned(dir: &Path, games: &str, more: &[&str]) -> serde_json::Value {
    let path = dir.join("small.toml").display().to_string();
    let out = dir.join("out").display().to_string();
    let tune = ["tune", &path, "--games", games, "--quiet", "--json", "--out", &out];
    json(&[&tune, more].concat())
}

#[test]
fn a_version_is_proposed_that_can_be_pasted_and_played() {
    let dir = folder();
    scenario(dir.path(), "small.toml", &(SMALL.to_owned() + TUNED));
    let file = at(&dir, "proposed.toml");
    let found = tuned(dir.path(), "20000", &["--write", &file]);
    assert_eq!(found["format"], 3);
    let proposals = found["proposals"].as_array().expect("proposals");
    assert!((2..=5).contains(&proposals.len()), "{found}");
    assert!(proposals[0]["changes"].as_array().expect("changes").is_empty());
    let take = found["take"].as_u64().expect("something is to be changed") as usize;
    let change = &proposals[take]["changes"][0];
    // Left out in the scenario; what it is now follows from the number of players.
    assert_eq!(
        (&change["rule"], &change["from"]),
        (&"end-points.coins".into(), &"5".into()),
        "{found}"
    );
    assert!(printed(&["validate", &file]).contains(&format!("{} versions", proposals.len())));
    let pasted = fs::read_to_string(&file).expect("a file");
    assert_contains(&pasted, "[[variant]]\n");
    assert_contains(&pasted, "extends = \"small.toml\"");
    assert!(!dir.path().join("out/small/tuning-unfinished.json").exists());
    let page = fs::read_to_string(dir.path().join("out/small/tuning.html")).expect("a page");
    for wanted in ["<h2>What is proposed</h2>", "role=\"img\"", "1. the present rules"] {
        assert!(page.contains(wanted), "{wanted} is missing");
    }
    assert!(
        !page.contains(" src=") && !page.contains("url("),
        "it asks for no other file"
    );
    let table = fs::read_to_string(dir.path().join("out/small/tuning.csv")).expect("a table");
    let mut lines = table.lines();
    let head = lines.next().expect("a head");
    assert!(
        head.starts_with("proposal,changes,take,table,metric,now,now-lo,now-hi,wish,moved"),
        "{head}"
    );
    let figures = proposals[0]["figures"].as_array().expect("figures").len();
    assert_eq!(lines.count(), figures * proposals.len(), "{table}");
    let parquet = fs::read(dir.path().join("out/small/tuning.parquet")).expect("a table");
    assert!(parquet.starts_with(b"PAR1"));
    // Threads change nothing.
    assert_eq!(tuned(dir.path(), "20000", &["--threads", "1", "--write", &file]), found);
    assert_eq!(tuned(dir.path(), "20000", &["--threads", "3"]), found);
}

/// Without `[tune]` every rule is tried that can be changed a little.
#[test]
fn without_rules_to_change_every_rule_is_tried() {
    let wished = SMALL.to_owned() + "\n[expect]\n\"win-rate.profiteer\" = { from = \"8%\", to = \"9%\" }\n";
    let (dir, path) = written("small.toml", &wished);
    let out = dir.path().display().to_string();
    let said = printed(&["tune", &path, "--games", "100_000", "--quiet", "--out", &out]);
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let json = fs::read_to_string(dir.path().join("small/tuning.json")).expect("JSON");
    let whole: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let untried = whole["untried"].as_array().expect("a list");
    assert!(untried.contains(&"tile-numbers".into()), "{untried:?}");
    assert!(
        whole["rules"].as_u64().is_some_and(|all| all > 20),
        "{}",
        whole["rules"]
    );
}

/// Rules in which the tables differ are tried by steps that are counted at each, and can be listed so.
#[test]
fn tables_that_differ_are_tuned_by_steps() {
    let dir = folder();
    let wished = "game = \"riverbed\"\nseed = 1\n[matrix]\n\"rules.players\" = [5, 9]\n[seats]\nall = \"gambler\"\n[expect]\n\
                  \"win-rate.profiteer\" = { from = \"8%\", to = \"9%\" }\n";
    let out = dir.path().display().to_string();
    let tuned = |name: &str, text: &str| {
        let path = scenario(dir.path(), name, text);
        json(&["tune", &path, "--games", "60_000", "--quiet", "--json", "--out", &out])
    };
    // Settings of [tune] alone name no rule: all are tried.
    let all = tuned("all.toml", &format!("{wished}[tune]\nsecond = \"hoarder\"\n"));
    assert!(all["rules"].as_u64().is_some_and(|all| all > 20), "{}", all["rules"]);
    let listed = format!("{wished}[tune]\n\"end-points.coins\" = [\"-1\", \"+0\", \"+1\"]\n");
    let some = tuned("some.toml", &listed);
    assert_eq!((&some["rules"], &some["versions"]), (&1.into(), &3.0.into()));
    let more = some["proposals"]
        .as_array()
        .expect("proposals")
        .iter()
        .find(|each| each["name"] == "end-points.coins +1");
    assert!(more.is_some_and(|each| each["changes"][0]["from"].is_null()), "{some}");
}

/// Variants are left out, and a wish about a cell is about it all the same.
#[test]
fn a_wish_of_one_cell_stays_where_there_are_variants() {
    let text = "game = \"riverbed\"\nseed = 1\n[matrix]\n\"rules.players\" = [5, 7]\n[seats]\nall = \"gambler\"\n[expect]\n\
                \"win-rate.profiteer\" = { to = \"2%\", configuration = \"players 7\" }\n\"turns.mean\" = { to = 99 }\n\
                [tune]\nend-points.coins = [6, 7]\n[[variant]]\nname = \"cards\"\nrules.hand-limit = 2\n";
    let (dir, path) = written("cells.toml", text);
    let out = dir.path().display().to_string();
    let found = json(&["tune", &path, "--games", "20_000", "--quiet", "--json", "--out", &out]);
    let wishes = found["wishes"].to_string();
    assert_eq!(wishes.matches("win-rate.profiteer").count(), 1, "{wishes}");
    assert_eq!(wishes.matches("turns.mean").count(), 2, "{wishes}");
    assert!(wishes.contains("players 7"), "{wishes}");
}

/// Where no change is proposed, the version seen nearest stands in the file that is written, to be played once its signs go.
#[test]
fn the_version_seen_nearest_can_be_looked_at() {
    let wished = "game = \"riverbed\"\nseed = 20261121\n[rules]\nplayers = 5\n[seats]\nall = \"heuristic\"\n\
                  [expect]\n\"win-rate.profiteer\" = { from = \"22%\", to = \"24%\" }\n";
    let (dir, path) = written("small.toml", wished);
    let (out, file) = (dir.path().display().to_string(), dir.path().join("nearest.toml"));
    let written = file.display().to_string();
    let said = printed(&[
        "tune", &path, "--games", "20000", "--quiet", "--out", &out, "--write", &written,
    ]);
    assert!(said.contains("Proposals: "), "{said}");
    let text = fs::read_to_string(&file).expect("a file");
    let (said, lines) = text.split_once("#\n").expect("what it is, and its lines");
    assert_contains(said, "# No change is proposed.");
    assert_contains(said, "balance run ");
    let plain: String = lines
        .lines()
        .map(|line| line.trim_start_matches("# ").to_owned() + "\n")
        .collect();
    fs::write(&file, format!("extends = \"small.toml\"\n{plain}")).expect("written");
    assert!(printed(&["validate", &written]).contains("2 versions"), "{plain}");
    // More games are spoken of with one number alone.
    assert!(said.matches("--games ").count() <= 1, "{said}");
}

/// Without goals every side is to be fair, and games no longer than now.
#[test]
fn without_goals_a_fair_game_is_looked_for() {
    let dir = folder();
    let text = SMALL.to_owned() + "\n[tune]\nend-points.coins = { from = 4, to = 8 }\n";
    scenario(dir.path(), "small.toml", &text);
    let found = tuned(dir.path(), "10000", &[]);
    let goals = found["wishes"].as_array().expect("goals");
    let metrics: Vec<&str> = goals.iter().filter_map(|goal| goal["metric"].as_str()).collect();
    let sides = ["win-rate.merchants", "win-rate.separatists", "win-rate.profiteer"];
    assert_eq!(metrics, [&sides[..], &["turns.mean"]].concat(), "{found}");
    assert_eq!(goals[3]["from"], serde_json::Value::Null);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let dir = folder();
    let out = dir.path().display().to_string();
    let refuse = |text: &str, more: &[&str]| {
        let path = scenario(dir.path(), "small.toml", text);
        refused(&[&["tune", &path, "--quiet", "--out", &out], more].concat())
    };
    let whole = SMALL.to_owned() + TUNED;
    assert!(refuse(&whole, &["--games", "99"]).contains("at least 10000"));
    let still = SMALL.to_owned() + "\n[expect]\n\"turns.mean\" = { to = 9 }\n\n[tune]\nend-points.coins = [5]\n";
    assert!(refuse(&still, &[]).contains("nothing to change but the present rules"));
    let path = at(&dir, "small.toml");
    assert!(refuse(&whole, &["--write", &path]).contains("is read by this command"));
    // What somebody else wrote stays.
    let mine = dir.path().join("mine.toml");
    fs::write(&mine, "game = \"riverbed\"\n").expect("written");
    let path = mine.display().to_string();
    // A pipe is no file, and is not read.
    #[cfg(unix)]
    assert!(refuse(&still, &["--write", "/dev/stdout"]).contains("nothing to change"));
    let said = refuse(&whole, &["--write", &path]);
    assert!(said.contains("was not written by this command"), "{said}");
    assert_eq!(fs::read_to_string(&mine).expect("a file"), "game = \"riverbed\"\n");
}

/// One table where all play alike, and one where a bot is to win no more than so often among others: how much skill shall pay.
#[test]
fn how_often_one_bot_wins_among_others_can_be_wished() {
    let dir = folder();
    let mixed = "[\"random\", \"heuristic\", \"heuristic\", \"heuristic\"]";
    let text = |matrix: &str, more: &str| {
        format!(
            "game = \"riverbed\"\nseed = 1\n[rules]\nplayers = 4\n[matrix]\n\"seats.rotate\" = [{matrix}]\n\
             [expect]\n\"bot.random\" = {{ from = \"15%\", to = \"80%\" }}\n\
             [tune]\nend-points.coins = {{ from = 4, to = 8 }}\n{more}"
        )
    };
    scenario(
        dir.path(),
        "small.toml",
        &text(&format!("[\"heuristic\"], {mixed}"), ""),
    );
    let found = tuned(dir.path(), "10000", &[]);
    let figures = found["proposals"][0]["figures"].as_array().expect("figures");
    let bots: Vec<_> = figures
        .iter()
        .filter(|figure| figure["metric"] == "bot.random")
        .collect();
    let [of_bot] = bots[..] else {
        panic!("one table has such a bot: {found}")
    };
    let at = &of_bot["table"];
    assert!(at.as_str().is_some_and(|name| name.contains("random")), "{of_bot}");
    assert!(of_bot["share"] == true && of_bot["verdict"].is_string(), "{of_bot}");
    assert!(
        of_bot["now"]["value"].as_f64().is_some_and(|rate| rate < 0.6),
        "{of_bot}"
    );
    for figure in figures {
        assert_eq!(figure["second"].is_null(), figure["table"] == *at, "{figure}");
    }
    let path = scenario(dir.path(), "alike.toml", &text("[\"heuristic\"]", ""));
    let said = refused(&["validate", &path]);
    assert!(said.contains("here `heuristic` has every seat"), "{said}");
    let path = scenario(dir.path(), "mixed.toml", &text(mixed, "second = \"gambler\"\n"));
    let said = refused(&["tune", &path, "--quiet", "--out", &dir.path().display().to_string()]);
    assert!(said.contains("`second` of [tune] has no table"), "{said}");
}

/// Another bot at every seat says nothing where it sits there already, or where each table has other bots.
#[test]
fn a_second_bot_is_another_one() {
    let dir = folder();
    let out = dir.path().display().to_string();
    let refusal = |name: &str, matrix: &str, second: &str| {
        let text = format!("{SMALL}{matrix}{TUNED}second = \"{second}\"\n");
        let path = scenario(dir.path(), name, &text);
        refused(&["tune", &path, "--quiet", "--out", &out])
    };
    let said = refusal("same.toml", "", "random");
    assert!(said.contains("is the bot that sits at every seat already"), "{said}");
    let said = refusal(
        "varied.toml",
        "[matrix]\n\"seats.all\" = [\"heuristic\", \"gambler\"]\n",
        "hoarder",
    );
    assert!(said.contains("differ in their bots already"), "{said}");
    // Without one named there is none.
    let text = format!("{SMALL}[matrix]\n\"seats.all\" = [\"heuristic\", \"gambler\"]\n{TUNED}");
    scenario(dir.path(), "small.toml", &text);
    let found = tuned(dir.path(), "10000", &[]);
    assert!(found["second"].is_null(), "{}", found["second"]);
}

/// Every rule by itself takes some games, and that these are more than were asked for is said before any is played.
#[test]
fn a_search_of_all_rules_says_how_many_games_it_takes() {
    let wished = SMALL.to_owned() + "\n[expect]\n\"turns.mean\" = { to = 9 }\n";
    let (dir, path) = written("all.toml", &wished);
    let out = at(&dir, "out");
    let (found, said) = ended(&["tune", &path, "--games", "10000", "-q", "--out", &out, "--json"], 0);
    let (_, most) = said.split_once("so about ").unwrap_or_else(|| panic!("{said}"));
    let most: u64 = most
        .split(' ')
        .next()
        .expect("a number")
        .replace(',', "")
        .parse()
        .expect("a number");
    let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    let played = found["games"].as_u64().unwrap_or_else(|| panic!("{found}"));
    assert!(played > 10_000 && played <= most, "{played} of {most}");
    let few = wished + "[tune]\nend-points.coins = { from = 4, to = 8 }\n";
    let path = scenario(dir.path(), "few.toml", &few);
    let (_, said) = ended(&["tune", &path, "--games", "10000", "-q", "--out", &out], 0);
    assert!(!said.contains("up to about"), "{said}");
}

/// A change that does nothing at this table makes no other game, however many are played.
#[test]
fn rules_that_make_no_other_game_are_refused() {
    let text = "game = \"niagara\"\n[expect]\n\"rounds.mean\" = { to = 10 }\n\
                [tune]\n\"spirits.sixth-player\" = [true, false]\n";
    let (dir, path) = written("still.toml", text);
    let out = dir.path().display().to_string();
    let said = refused(&["tune", &path, "--quiet", "--games", "10000", "--out", &out]);
    assert_contains(&said, "no change makes another game here");
    assert_contains(&said, "name other rules");
}

/// A game of other sides is another game, but cannot be held to this one.
#[test]
fn a_rule_that_changes_the_sides_is_named() {
    let dir = folder();
    let tune = |values: &str| {
        let text = format!(
            "game = \"niagara\"\nrules.players = 4\n[expect]\n\"rounds.mean\" = {{ to = 10 }}\n[tune]\n{values}\n"
        );
        scenario(dir.path(), "sides.toml", &text)
    };
    let out = dir.path().display().to_string();
    let with = |path: &str| ["tune", path, "--quiet", "--games", "10000", "--out", &out].map(str::to_owned);
    let none = "players = 3, whose games have no win-rate.4th-player";
    let alone = with(&tune("players = [3, 4]"));
    let said = refused(&alone.each_ref().map(String::as_str));
    assert_contains(&said, "no change can be held to the present rules");
    assert_contains(&said, none);
    let beside = with(&tune("players = [3, 4]\n\"sets.any\" = [6, 7]"));
    let said = flat(&printed(&beside.each_ref().map(String::as_str)));
    assert!(said.contains(&format!("Not tried by itself: {none}.")), "{said}");
}

/// A search can be ended in order while bots that think for long play the first games.
#[cfg(target_os = "linux")]
#[test]
fn a_search_is_ended_in_order_from_the_beginning() {
    let text = "game = \"niagara\"\nseats.all = \"search\"\n[expect]\n\"rounds.mean\" = { to = 20 }\n";
    let (dir, path) = written("slow.toml", text);
    let out = dir.path().display().to_string();
    let child = super::checkpoint::spawn(&["tune", &path, "--quiet", "--games", "10000", "--out", &out]);
    super::hostile::wait_for_handler(child.id());
    super::checkpoint::signal(&child, "-INT");
    let done = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(5), "{told}");
    assert!(told.contains("The same command goes on from there"), "{told}");
}
