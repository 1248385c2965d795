//! Other bots at the table of a run, and bots that play as one of several.

use std::fs;

use serde_json::Value;

use super::run::{differing, files};
use super::{assert_contains, at, flat, folder, json, printed, refused, scenario, written};

/// Fast bots, a variant and a wish.
const RUN: &str = "title = \"Two\"\ngame = \"riverbed\"\ngames = 120\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \
                   \"gambler\"\n[expect]\nturns.mean = { from = 200 }\n[[variant]]\nname = \"fewer\"\nrules = { \
                   end-points.coins = 4 }\n";

fn run(text: &str, more: &[&str]) -> (tempfile::TempDir, Value) {
    let (dir, path) = written("two.toml", text);
    let out = at(&dir, "out");
    let results = json(&[&["run", &path, "-q", "--json", "--out", &out], more].concat());
    (dir, results)
}

/// The names of the other bots of each configuration, with their games.
fn others(results: &Value) -> Vec<Vec<(String, u64)>> {
    let of = |each: &Value| {
        let others = each["others"].as_array().cloned().unwrap_or_default();
        let name = |other: &Value| {
            let name = other["name"].as_str().expect("a name").to_owned();
            (name, other["games"].as_u64().expect("games"))
        };
        others.iter().map(name).collect()
    };
    results["configurations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(of)
        .collect()
}

fn names(all: &[(&str, u64)]) -> Vec<(String, u64)> {
    all.iter().map(|(name, games)| ((*name).to_owned(), *games)).collect()
}

#[test]
fn every_configuration_is_played_at_every_level_too() {
    let (dir, results) = run(RUN, &[]);
    // Together no more games than the run.
    let league = names(&[("novice", 40), ("club", 40), ("expert", 40)]);
    assert_eq!(others(&results), [league.clone(), league]);
    // What is rare, and what a lead is worth, is asked of them by these.
    for other in results["configurations"][0]["others"].as_array().expect("a list") {
        let counted = |key: &str| other[key].as_array().map_or(0, Vec::len);
        assert!(counted("counters") > 5 && counted("drama") > 0, "{}", other["name"]);
    }
    let wish = &results["configurations"][0]["others"][2]["targets"][0];
    assert_eq!(
        (&wish["metric"], &wish["answer"]["verdict"]),
        (&"turns.mean".into(), &"outside".into())
    );
    let at = |file: &str| fs::read_to_string(dir.path().join("out/two").join(file)).expect(file);
    assert!(at("tables/others.csv").contains("\nfewer,expert,side,merchants,40,"));
    let page = at("report.html");
    assert!(page.contains("<section id=\"others\"") && page.contains("<h2>By level of the bots</h2>"));
    let text = at("report.md");
    assert_contains(&text, "### By level of the bots");
    assert_contains(&text, "Undecided among novice bots");
    // What the run's own bots do is the same without.
    let (_, alone) = run(RUN, &["--no-league"]);
    let own = |results: &Value| {
        let mut own = results["configurations"].clone();
        for each in own.as_array_mut().expect("a list") {
            each.as_object_mut().expect("a table").remove("others");
        }
        (own, results["comparisons"].clone())
    };
    assert_eq!(others(&alone), [vec![], vec![]]);
    assert_eq!(own(&alone), own(&results));
}

#[test]
fn the_scenario_names_other_bots_and_their_games() {
    let named =
        format!("{RUN}[league]\nmembers = [\"bold\", \"hoarder\"]\ngames = 7\n[bots.bold]\nkind = \"heuristic\"\n");
    let (_, results) = run(&named, &[]);
    let league = names(&[("bold", 7), ("hoarder", 7)]);
    assert_eq!(others(&results), [league.clone(), league]);
    let (_, none) = run(&format!("league = false\n{RUN}"), &[]);
    assert_eq!(others(&none), [vec![], vec![]]);
}

#[test]
fn tables_of_several_bots_in_turn_and_random_moves_have_no_others() {
    let rotate = RUN.replace(
        "all = \"gambler\"",
        "rotate = [\"hoarder\", \"gambler\", \"gambler\", \"gambler\", \"gambler\"]",
    );
    let (dir, path) = written("two.toml", &rotate);
    let out = dir.path().display().to_string();
    let told = flat(&printed(&["run", &path, "--games", "2000", "-q", "--out", &out]));
    assert!(!told.contains("With other bots"), "{told}");
    let (_, random) = run(&RUN.replace("gambler", "random"), &[]);
    assert_eq!(others(&random), [vec![], vec![]]);
}

#[test]
fn other_bots_play_the_same_in_threads_and_in_shards() {
    let (dir, path) = written("two.toml", RUN);
    for (out, threads) in [("one", "1"), ("two", "2")] {
        printed(&["run", &path, "-q", "--threads", threads, "--out", &at(&dir, out)]);
    }
    let (one, two) = (files(&dir.path().join("one/two")), files(&dir.path().join("two/two")));
    assert!(differing(&one, &two).is_empty());
    for shard in ["0/3", "1/3", "2/3"] {
        printed(&["run", &path, "-q", "--shard", shard, "--out", &at(&dir, "many")]);
    }
    printed(&["shards", "merge", &at(&dir, "many/two.shards")]);
    let merged = files(&dir.path().join("many/two"));
    assert!(differing(&one, &merged).is_empty(), "{:?}", differing(&one, &merged));
    // Shards that asked no others are put together as such.
    for shard in ["0/2", "1/2"] {
        let out = at(&dir, "none");
        printed(&["run", &path, "-q", "--no-league", "--shard", shard, "--out", &out]);
    }
    let merged = json(&["shards", "merge", &at(&dir, "none/two.shards"), "--json"]);
    assert_eq!(others(&merged), [vec![], vec![]]);
}

#[test]
fn mistakes_in_the_league_are_told_with_their_place() {
    let dir = folder();
    let said = |league: &str| {
        let path = scenario(dir.path(), "two.toml", &format!("{RUN}{league}"));
        refused(&["run", &path])
    };
    let told = said("[league]\nmembers = [\"gambler\", \"horder\"]\n");
    assert_contains(&told, "unknown bot \"horder\"");
    assert_contains(&told, "did you mean \"hoarder\"?");
    assert!(said("[league]\nmembers = [\"gambler\", \"gambler\"]\n").contains("is named twice"));
    assert!(said("[league]\nbots = [\"gambler\"]\n").contains("unknown key `bots` in [league]"));
    assert!(said("[league]\ngames = 0\n").contains("games"));
    let path = scenario(dir.path(), "three.toml", &format!("league = 3\n{RUN}"));
    let told = refused(&["run", &path]);
    assert!(told.contains("league"), "{told}");
    // A kind that cannot play without settings.
    let told = said("[league]\nmembers = [\"scripted\"]\n");
    assert!(told.contains("`scripted` in [league]"), "{told}");
}

/// A member of the game's league sits at a table by its name, and a search may take others for it.
#[test]
fn members_of_the_league_sit_at_tables_and_are_rivals() {
    let of = |seats: &str| {
        let text = format!(
            "game = \"mekong\"\ngames = 6\nrules.players = 3\nleague = false\nseats = {{ {seats} }}\nbots.s = {{ kind = \"search\", \
             iterations = 4, width = 2, rivals = [\"loner\", \"heuristic\"] }}\n"
        );
        let (_dir, results) = run(&text, &[]);
        results["configurations"][0].clone()
    };
    // As if it were made in the scenario.
    let named = of("all = \"loner\"");
    assert_eq!(named["seating"], "every seat: loner");
    assert_ne!(named["sides"], of("all = \"heuristic\"")["sides"]);
    let mixed = of("rotate = [\"s\", \"loner\", \"heuristic\"]");
    assert_eq!(mixed["bots"].as_array().map(Vec::len), Some(3));
    let text = "game = \"mekong\"\nseats.all = \"lonr\"\n";
    let (_dir, path) = written("typo.toml", text);
    assert!(refused(&["validate", &path]).contains("did you mean \"loner\"?"));
}

/// Who sits at every seat is not asked whether it agrees with itself, whatever it is called.
#[test]
fn a_level_is_not_held_against_itself() {
    for (seats, asked) in [
        ("\"heuristic\"\n", ["novice", "expert"]),
        ("\"club\"\n", ["novice", "expert"]),
        ("\"expert\"\n", ["novice", "club"]),
        ("\"novice\"\n", ["club", "expert"]),
    ] {
        let (_dir, results) = run(&RUN.replacen("\"gambler\"\n", seats, 1), &["--games", "4"]);
        let named: Vec<String> = others(&results).remove(0).into_iter().map(|each| each.0).collect();
        assert_eq!(named, asked, "{seats}");
    }
}

/// One level at every seat, or by seat, role and side.
#[test]
fn levels_sit_where_the_scenario_says() {
    let bots = |seats: &str| {
        let text = RUN.replacen("all = \"gambler\"\n", seats, 1);
        let (_dir, results) = run(&text, &["--games", "6", "--no-league"]);
        let bots = results["configurations"][0]["bots"].as_array().expect("bots").clone();
        let row = |bot: &Value| (bot["bot"].as_str().map(str::to_owned), bot["appearances"].as_u64());
        bots.iter().map(row).collect::<Vec<_>>()
    };
    let row = |bot: &str, seats| (Some(bot.to_owned()), Some(seats));
    assert_eq!(bots("all = \"expert\"\n"), [row("expert", 30)]);
    let mixed = bots("all = \"club\"\n5 = \"novice\"\nchief = \"expert\"\nmerchant = \"expert\"\n");
    assert_eq!(mixed.len(), 3, "{mixed:?}");
    assert_eq!(mixed.iter().filter_map(|row| row.1).sum::<u64>(), 30);
    for (wrong, told) in [("\"often\"", "must be a share such as \"5%\""), ("20", "write \"20%\"")] {
        let text =
            format!("game = \"riverbed\"\nseats.all = \"mine\"\n[bots.mine]\nkind = \"hoarder\"\nblunder = {wrong}\n");
        let (_dir, path) = written("wrong.toml", &text);
        let said = refused(&["validate", &path]);
        assert!(said.contains("wrong.toml:5:") && said.contains(told), "{said}");
    }
}
