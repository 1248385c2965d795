//! `balance why` and `balance replay --against`.

use super::run::{differing, files};
use super::{SMALL, assert_contains, assert_narrow, at, flat, folder, json, printed, refused, scenario, written};

/// A scenario with two variants: an end that comes sooner, and a tile that does something else.
fn two() -> (tempfile::TempDir, String) {
    let text = SMALL.to_owned()
        + "\n[[variant]]\nname = \"4 coins\"\nrules = { end-points.coins = 4 }\n\n[[variant]]\nname = \"tile 6\"\nrules = { \
           tile.6 = [\"2 kelp\"] }\n";
    written("two.toml", &text)
}

/// What `why` prints, above the line that names its page.
fn held(args: &[&str]) -> String {
    let dir = folder();
    let out = dir.path().display().to_string();
    let said = printed(&[&["why"], args, &["--out", &out]].concat());
    said.split("\nReport: ").next().unwrap_or_default().to_owned()
}

/// One bot that takes turns with nobody sits at every seat.
#[test]
fn one_bot_in_turn_is_a_bot_at_every_seat() {
    let dir = folder();
    let text = |seats: &str| format!("game = \"riverbed\"\ngames = 20\n[rules]\nplayers = 5\n[seats]\n{seats}\n");
    let path = |name: &str, seats: &str| scenario(dir.path(), name, &text(seats));
    let all = path("all.toml", "all = \"random\"");
    let turn = path("turn.toml", "rotate = [\"random\"]");
    let two = path("two.toml", "rotate = [\"random\", \"heuristic\"]");
    let out = at(&dir, "out");
    assert!(held(&[&all, &turn, "--games", "20", "-q"]).contains("20 deals"));
    assert!(printed(&["compare", &all, &turn, "--details", "--out", &out, "-q"]).contains("What each change does"));
    for said in [
        refused(&["why", &all, &two, "--games", "20", "-q"]),
        refused(&["compare", &turn, &two, "--out", &out, "-q"]),
    ] {
        let said = flat(&said);
        assert_contains(
            &said,
            "different numbers of bots: name as many in `seats.rotate` of both",
        );
    }
}

#[test]
fn the_place_where_games_part_is_named_with_games_that_show_it() {
    let (_dir, path) = two();
    let ask = |threads: &str| held(&[&path, "--variant", "tile 6", "--games", "400", "--threads", threads]);
    let said = ask("1");
    assert_eq!(said, ask("2"), "for any number of threads");
    for wanted in [
        "Riverbed Hunt: where do games first differ with “tile 6”?",
        "400 deals, played under “base” and under “tile 6”, seed 5.",
        "the rules first make a",
        "A  tile 6 is turned up",
        "The first difference is not the cause of the result.",
        "Games to look at",
    ] {
        assert_contains(&said, wanted);
    }
    assert!(!said.contains("bots first)"), "random bots know nothing: {said}");
    // Commands are to be copied whole.
    assert_narrow(&said, "balance ");
    let command = said.lines().last().expect("a command").trim();
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..3], ["balance", "replay", path.as_str()]);
    assert!(command.contains(" --against 'tile 6' --game "), "{command}");
    let game = words.last().expect("a number");
    let shown = printed(&["replay", &path, "--seed", "5", "--against", "tile 6", "--game", game]);
    for wanted in [
        &format!("Game {game} of “base” and of “tile 6”"),
        "choices are the same in both",
        "First difference: tile 6 is turned up, with another outcome",
        "│ “tile 6”",
        "End",
    ] {
        assert_contains(&shown, wanted);
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn the_json_has_every_row_and_adds_up() {
    let (_dir, path) = two();
    let text = held(&[&path, "--variant", "4 coins", "--games", "400", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&value["format"], &value["deals"]), (&1.into(), &400.into()));
    assert_eq!(value["names"], serde_json::json!(["base", "4 coins"]));
    assert_eq!(value["other-bots"], false);
    let rows = value["rows"].as_array().expect("rows");
    assert_eq!(rows[0]["cause"], serde_json::json!({ "end": [null, "coins"] }));
    let games: u64 = rows.iter().filter_map(|row| row["games"].as_u64()).sum();
    assert_eq!(Some(games), value["looked"].as_u64());
    let game = rows[0]["samples"][0][0].to_string();
    let value = json(&["replay", &path, "--against", "4 coins", "--game", &game, "--json"]);
    assert_eq!(value["parts"]["bot-chooses-otherwise"], false);
    let turns = |of: usize| value["games"][of]["turns-played"].as_u64().expect("a number");
    assert!(turns(1) < turns(0), "the variant ends first");
}

#[test]
fn a_page_and_tables_are_written() {
    let (dir, path) = two();
    let out = dir.path().display().to_string();
    let folder = dir.path().join("two-why");
    let args = [&path, "--variant", "4 coins", "--games", "400"];
    let asked = [&["why"], &args[..], &["--out", &out]].concat();
    std::fs::create_dir(&folder).expect("made");
    std::fs::write(folder.join("why.html"), "mine").expect("written");
    assert!(refused(&asked).contains("why.html was not written by this command"));
    std::fs::remove_file(folder.join("why.html")).expect("removed");
    let said = printed(&asked);
    assert!(said.ends_with(&format!("\nReport: {out}/two-why/why.html\n")), "{said}");
    let at = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let page = at("why.html");
    for wanted in [
        "only “4 coins” ends: coins",
        "Games to look at",
        "--against &#39;4 coins&#39; --game ",
    ] {
        let plain = wanted.replace("&#39;", "'");
        assert!(
            page.contains(wanted) || page.contains(&plain),
            "{wanted} is missing from\n{page}"
        );
    }
    assert!(
        !page.contains(" src=") && !page.contains("url("),
        "it asks for no other file"
    );
    assert!(at("why.csv").contains("\n4 coins,base,place,\"\",\"\",end,\"\",coins,"));
    assert_eq!(at("why.json"), held(&[&args[..], &["--json"]].concat()));
    assert!(folder.join("why.parquet").metadata().is_ok_and(|file| file.len() > 100));
}

#[test]
fn two_scenarios_are_held_against_each_other() {
    let (dir, path) = two();
    let other = SMALL.replace("players = 5", "players = 5\nend-points.coins = 4");
    let other = scenario(dir.path(), "four.toml", &other);
    let said = held(&[&path, &other, "--games", "400"]).replace(" \\\n  ", " ");
    assert!(said.contains("under “two” and under “four”"), "{said}");
    assert!(said.contains(&format!("--against {other} --game ")), "{said}");
    // A rule tried on the command line is told of in the command that shows a game.
    let small = scenario(dir.path(), "small.toml", SMALL);
    let set = ["--set", "end-points.coins=4"];
    let said = held(&[&[small.as_str(), "--games", "400"], &set[..]].concat());
    // A long command goes on in the next line, as a shell reads it.
    let said = said.replace(" \\\n  ", " ");
    assert_contains(&said, "--set end-points.coins=4 --against end-points.coins=4 --game ");
    let same = held(&[&path, &small, "--games", "50"]);
    assert_contains(&same, "Who wins is the same in\nevery game.");
    assert_contains(&same, "So it differs in at most 7.2% of all games");
    let same = printed(&["replay", &path, "--against", &small, "--game", "3"]);
    assert!(same.contains("Both games go the same way to their end"), "{same}");
    // A variant of a scenario is named with it.
    let told = printed(&[
        "replay", &path, "--configuration", "4 coins", "--against", &small, "--game", "3",
    ]);
    let head = "Game 3 of “two · 4 coins” and of “small”";
    assert_contains(&told, head);
    assert_contains(&told, "“two · 4 coins”, the file ");
}

#[test]
fn wrong_pairs_are_refused_with_a_remedy() {
    let (dir, path) = two();
    let seven = scenario(dir.path(), "seven.toml", &SMALL.replace("players = 5", "players = 7"));
    let niagara = "scenarios/niagara-4p.toml";
    for (args, wanted) in [
        (
            vec!["why", &path],
            "has several variants; name one with --variant NAME: “4 coins”, “tile 6”",
        ),
        (
            vec!["why", niagara],
            "has no [[variant]]; try a change of one rule with --set KEY=VALUE, or name a second scenario",
        ),
        (vec!["why", &path, "--variant", "base"], "“base” is no variant"),
        (vec!["why", &path, "--variant", "4 coin"], "did you mean “4 coins”?"),
        (
            vec!["why", &path, &seven, "--variant", "4 coins"],
            "cannot be used with",
        ),
        (vec!["why", &path, &seven], "is for 5 players, “seven” for 7"),
        (vec!["why", &path, niagara], "only scenarios of the same game"),
        (
            vec!["why", &path, "--variant", "4 coins", "--games", "0"],
            "write a number of deals from 1 to",
        ),
        (
            vec!["replay", &path, "--against", "4 coin", "--game", "1"],
            "did you mean “4 coins”?",
        ),
        (
            vec!["replay", &path, "--against", "base", "--game", "1"],
            "would be held against itself",
        ),
        (
            vec!["replay", &path, "--against", niagara, "--game", "1"],
            "only scenarios of the same game",
        ),
        (
            vec!["replay", &path, "--against", &seven, "--game", "1"],
            "only games of as many players",
        ),
        (
            vec!["replay", &path, "--against", "nix.toml", "--game", "1"],
            "there is no scenario file nix.toml",
        ),
        (vec!["replay", &path, "--against", "tile 6"], "which game? Use --game N"),
        (
            vec!["replay", &path, "--against", "tile 6", "--game", "1", "--seen-by", "2"],
            "cannot be used with",
        ),
        (
            vec!["replay", &path, "--against", "tile 6", "--game", "1", "--svg", "2"],
            "cannot be used with",
        ),
    ] {
        let said = refused(&args);
        assert!(said.contains(wanted), "{args:?}: {wanted} is missing from\n{said}");
    }
}

/// What a run looks into beside its games is a part of its report, whatever played it.
#[test]
fn a_run_says_where_the_games_of_its_variants_part() {
    let (dir, path) = two();
    let run = |out: &str, more: &[&str]| {
        let out = dir.path().join(out);
        let shown = out.display().to_string();
        let asked = [
            "run", &path, "--games", "8000", "--details", "--no-league", "--out", &shown,
        ];
        let said = printed(&[&asked[..], more].concat());
        (said, files(&out.join("two")))
    };
    let ((said, one), (_, two)) = (run("one", &["--threads", "1"]), run("two", &["--threads", "2"]));
    assert_eq!(differing(&one, &two), Vec::<&String>::new());
    let results: serde_json::Value = serde_json::from_slice(&one["results.json"]).expect("JSON");
    let parted = results["parted"].as_array().expect("a list");
    let names: Vec<_> = parted.iter().map(|each| &each["configuration"]).collect();
    assert_eq!(names, ["4 coins", "tile 6"]);
    for (each, cause) in parted.iter().zip([
        serde_json::json!({ "end": [null, "coins"] }),
        serde_json::json!({ "at": "tile 6 is turned up" }),
    ]) {
        assert_eq!((&each["deals"], &each["reference"]), (&400.into(), &"base".into()));
        assert!(
            (20..=80).contains(&each["looked"].as_u64().expect("a number")),
            "{each}"
        );
        assert_eq!(each["rows"][0]["cause"], cause);
    }
    let text = |name: &str| String::from_utf8_lossy(&one[name]).into_owned();
    assert!(text("tables/parted.csv").contains("\n4 coins,base,place,\"\",\"\",end,\"\",coins,"));
    for (wanted, of) in [
        ("First differences of games with another winner", said),
        ("only “4 coins” ends: coins", text("report.md")),
        ("--against '4 coins' --game ", text("report.md")),
        ("id=\"parted\"", text("report.html")),
    ] {
        assert_contains(&of, wanted);
    }
    // Made again from the results alone.
    let folder = at(&dir, "one/two");
    printed(&["report", &folder]);
    assert_eq!(
        differing(&files(&dir.path().join("one/two")), &two),
        Vec::<&String>::new()
    );
}

#[test]
fn two_compared_scenarios_part_somewhere_and_one_alone_nowhere() {
    let (dir, _) = two();
    let out = dir.path().display().to_string();
    let small = scenario(dir.path(), "small.toml", SMALL);
    let four = SMALL.replace("players = 5", "players = 5\nend-points.coins = 4");
    let four = scenario(dir.path(), "four.toml", &four);
    let said = printed(&["compare", &small, &four, "--details", "--no-league", "--out", &out]);
    for wanted in [
        "First differences",
        "A  only “four” ends: coins",
        "Which side wins only under one of the two",
    ] {
        assert_contains(&said, wanted);
    }
    let few = printed(&[
        "compare", &small, &four, "--no-league", "--out", &out, "--games", "1_900",
    ]);
    assert!(
        !few.contains("First differences of games"),
        "too few to say anything: {few}"
    );
    printed(&["run", &small, "--no-league", "--out", &out]);
    let alone = files(&dir.path().join("small"));
    assert!(!alone.contains_key("tables/parted.csv"));
    assert!(!String::from_utf8_lossy(&alone["results.json"]).contains("parted"));
}

/// Where other bots sit under a change, they alone may change who wins: that is said wherever games are held against each other.
#[test]
fn other_bots_under_a_change_are_told() {
    let bots = SMALL.to_owned()
        + "\n[[variant]]\nname = \"tile and bots\"\nrules = { tile.6 = [\"2 kelp\"] }\nseats = { all = \"heuristic\" }\n\n\
           [[variant]]\nname = \"tile\"\nrules = { tile.6 = [\"2 kelp\"] }\n\n[[variant]]\nname = \"renamed\"\nrules = { tile.6 = \
           [\"2 kelp\"] }\nbots = { dice.kind = \"random\" }\nseats = { all = \"dice\" }\n";
    let (_dir, path) = written("bots.toml", &bots);
    let why = |variant: &str| held(&[&path, "--variant", variant, "--games", "200"]);
    assert!(why("tile and bots").contains("Other bots sit at “tile and bots”, or bots with other settings."));
    assert!(!why("tile").contains("Other bots sit"));
    assert!(
        !why("renamed").contains("Other bots sit"),
        "another name is no other bot"
    );
    let replay = |of: &str| printed(&["replay", &path, "--game", "1", "--against", of]);
    let said = replay("tile and bots");
    assert_contains(
        &said,
        "Left: “base”, the scenario as it is now.\nRight: “tile and bots”, a variant of it.\n",
    );
    let said = flat(&said);
    assert_contains(&said, "Other bots sit there, or bots with other settings.");
    assert!(!replay("tile").contains("Other bots sit there"));
}

/// Where nothing but the bots differs, no rule is spoken of, and no place where games first differ.
#[test]
fn versions_that_differ_in_their_bots_alone_are_told_by_their_bots() {
    let bots = SMALL.to_owned() + "\n[[variant]]\nname = \"thinkers\"\nseats = { 1 = \"heuristic\" }\n";
    let (dir, path) = written("bots.toml", &bots);
    let out = at(&dir, "why");
    let text = printed(&["why", &path, "--games", "200", "--out", &out]);
    let said = flat(&text);
    for part in [
        "who else wins with the bots of “thinkers”?",
        "Only the bots differ: under “base”, every seat: random; under “thinkers”, seat 1: heuristic, all others: random.",
        "--against thinkers --game ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for part in ["make a difference", "bots first", "mostly at", "nowhere"] {
        assert!(!said.contains(part), "{part}: {said}");
    }
    let page = std::fs::read_to_string(dir.path().join("why/bots-why/why.html")).expect("a page");
    assert!(page.contains("Only the bots differ") && !page.contains("bots first"));
    let run = printed(&[
        "run", &path, "--games", "2000", "--details", "--no-league", "-q", "--out", &out,
    ]);
    let run = flat(&run);
    assert_contains(&run, "Only the bots differ");
    assert!(!run.contains("bots first"), "{run}");
}
