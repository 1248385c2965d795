//! What a designer starts with: `new`, `list`, `validate`, `generate`, help, and the examples of the documents.

use std::path::Path;

use super::{SMALL, assert_contains, at, folder, json, printed, refused, scenario, shell, written};

/// The games, with their numbers of players, as the program lists them.
fn games() -> Vec<(String, u8, u8)> {
    let listed = json(&["list", "games", "--json"]);
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().expect("text").to_owned();
    let rows = listed["rows"].as_array().expect("rows");
    rows.iter()
        .map(|row| {
            let players = text(row, "players");
            let numbers: Vec<u8> = players.split(' ').filter_map(|word| word.parse().ok()).collect();
            (text(row, "game"), numbers[0], numbers[1])
        })
        .collect()
}

#[test]
fn a_new_scenario_is_in_order_at_every_table() {
    let dir = folder();
    for (game, least, most) in games() {
        for players in least..=most {
            let text = printed(&["new", &game, "-p", &players.to_string()]);
            assert!(text.contains(&format!("players = {players}\n")), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
            // The title stays true where --set or a hand changes the players.
            let title = text.lines().find(|line| line.starts_with("title = ")).expect("a title");
            assert!(
                title.ends_with(": is it fair?\"") && !title.contains("player"),
                "{title}"
            );
            let path = scenario(dir.path(), &format!("{game}-{players}.toml"), &text);
            // The sixth player of Niagara comes with a part of an expansion, and the message says with which.
            if (game.as_str(), players) == ("niagara", 6) {
                assert!(refused(&["validate", &path]).contains("spirits.sixth-player = true"));
                continue;
            }
            printed(&["validate", &path]);
        }
        let said = refused(&["new", &game, "-p", "11"]);
        assert!(said.contains(&format!("{least} to {most} players")), "{said}");
    }
    assert!(refused(&["new", "niagra"]).contains("did you mean “niagara”?"));
}

#[test]
fn metrics_and_tactics_are_listed_and_may_be_used() {
    for what in ["metrics", "tactics"] {
        let listed = json(&["list", what, "--json"]);
        assert_eq!(
            (listed["format"].as_u64(), listed["what"].as_str()),
            (Some(1), Some(what))
        );
        let rows = listed["rows"].as_array().expect("rows");
        let told = |row: &serde_json::Value| row["meaning"].as_str().is_some_and(|text| !text.is_empty());
        assert!(rows.len() > 40 && rows.iter().all(told), "{listed}");
    }
    assert!(refused(&["list"]).contains("say what to list: games, bots, settings"));
    let settings = printed(&["list", "settings", "riverbed"]);
    for wanted in ["weights.bluff      0.01 ", "search, expert", "(0.0 to 3.0)"] {
        assert!(settings.contains(wanted), "{wanted}: {settings}");
    }
    let league = printed(&["list", "league", "mekong"]);
    for wanted in ["hinderer", ", side water"] {
        assert_contains(&league, wanted);
    }
    let metrics = printed(&["list", "metrics", "riverbed"]);
    for wanted in [
        "win-rate.merchants",
        "gap.merchants.separatists",
        "win rate of merchants less that of separatists",
        "turns.mean",
        "turns.p50",
        "ending.kelp",
        "counter.hunts",
    ] {
        assert!(metrics.contains(wanted), "{wanted}: {metrics}");
    }
    let tactics = printed(&["list", "tactics", "riverbed"]);
    for wanted in ["co-op chief", "play CARD", "hand", "deep-breath"] {
        assert!(tactics.contains(wanted), "{wanted}: {tactics}");
    }
    let text = SMALL.replace("\"random\"", "\"sly\"")
        + "\n[bots.sly]\nkind = \"scripted\"\nscript = [\"uncover winning if turn > 10 and role is leader\", \"play deep-breath if hand has deep-breath and cards >= 2\", \"any\"]\n";
    let (_dir, path) = written("sly.toml", &text);
    printed(&["validate", &path]);
}

/// Editors read this file; it is made by the program.
#[test]
fn the_schema_is_fresh() {
    let committed = std::fs::read_to_string("schema/scenario.json").expect("schema/scenario.json is there");
    assert!(
        committed == printed(&["generate", "schema"]),
        "schema/scenario.json is out of date; write it again with `balance generate schema > schema/scenario.json`"
    );
}

/// The commands of the README's blocks marked `console`, one a line, in order; a line that begins with `$ ` is typed, what
/// follows is what it printed.
fn typed(readme: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), String::new()));
        } else if inside && let Some((_, out)) = found.last_mut() {
            out.push_str(line);
            out.push('\n');
        }
    }
    found
}

/// Commands that print no results have no JSON to print: what they print is a file for others to read.
#[test]
fn every_command_that_prints_results_prints_them_as_json() {
    let text = SMALL.to_owned() + "\n[expect]\n\"turns.mean\" = { from = 1 }\n\n[tune]\nhunt-cost = [0]\n";
    let (dir, path) = written("small.toml", &text);
    let out = dir.path().display().to_string();
    let report = at(&dir, "small");
    let shards = at(&dir, "small.shards");
    printed(&["run", &path, "--shard", "0/1", "--out", &out]);
    let climbers = "gambler,hoarder";
    let log = "examples/playtests.csv";
    let calls: [(&str, &[&str]); 19] = [
        ("run", &["run", &path, "--out", &out]),
        ("compare", &["compare", &path, &path, "--out", &out]),
        ("tune", &["tune", &path, "--games", "10000", "--out", &out]),
        ("why", &["why", &path, &path, "--games", "20", "--out", &out]),
        ("baseline", &["baseline", &path, "--games", "64", "--out", &out]),
        ("check", &["check", &path, "--baselines", &report]),
        ("compare RUN_A RUN_B", &["compare", &report, &report]),
        ("replay", &["replay", &path, "--game", "1"]),
        ("shards list", &["shards", "list", &shards]),
        ("shards merge", &["shards", "merge", &shards]),
        ("report", &["report", &report]),
        (
            "bots ladder",
            &[
                "bots", "ladder", &path, "--bots", climbers, "--deals", "10", "--out", &out,
            ],
        ),
        (
            "bots exploit",
            &[
                "bots", "exploit", &path, "--bot", "gambler", "--with", "scripts", "--games", "1000", "--deals", "20",
                "--out", &out,
            ],
        ),
        (
            "skill",
            &["skill", &path, "--bots", climbers, "--deals", "10", "--out", &out],
        ),
        (
            "playtests",
            &[
                "playtests",
                log,
                "scenarios/riverbed-9p.toml",
                "--games",
                "200",
                "--quiet",
            ],
        ),
        ("validate", &["validate", &path]),
        ("list", &["list", "games"]),
        (
            "bots speed",
            &[
                "bots", "speed", "riverbed", "--bot", "random", "--least", "0", "--quiet",
            ],
        ),
        (
            "explain",
            &[
                "explain", &path, "--games", "2000", "--only", "tile.2", "--quiet", "--out", &out,
            ],
        ),
    ];
    let page = std::fs::read_to_string("docs/commands.md").expect("the page of the commands");
    let documented: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let help = printed(&["--help"]);
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let commands = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    let files = ["new", "play", "generate", "help"];
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        let call = calls.iter().find(|(name, _)| name.split(' ').next() == Some(command));
        assert!(call.is_some() || files.contains(&command), "{command} is not tried");
    }
    for (name, args) in calls {
        let said = printed(&[args, &["--json"]].concat());
        let value: serde_json::Value =
            serde_json::from_str(&said).unwrap_or_else(|error| panic!("{name}: {error}\n{said}"));
        // Raised where keys were changed or removed.
        let format = match name {
            "tune" | "explain" => 3,
            "run" | "compare" | "shards merge" | "report" | "validate" => 2,
            _ => 1,
        };
        assert_eq!(value["format"].as_u64(), Some(format), "{name}: {said}");
        let shape = documented.iter().filter(|line| line.contains(&format!("`{name}`")));
        assert!(shape.count() > 0, "docs/commands.md documents the shape of {name}");
    }
}

/// Is what the README shows what was printed? Line for line, from the first to the last; `…` stands for any lines, one at
/// least. The error says where they part.
fn compared(shown: &str, printed: &str) -> Result<(), String> {
    let printed: Vec<&str> = printed.lines().collect();
    let mut at = 0;
    let mut skipping = false;
    for line in shown.lines() {
        if line == "…" {
            (skipping, at) = (true, at + 1);
            continue;
        }
        let rest = printed.get(at..).unwrap_or_default();
        let found = if skipping {
            rest.iter().position(|other| *other == line)
        } else {
            (rest.first() == Some(&line)).then_some(0)
        };
        at += found.ok_or_else(|| format!("shown: {line}\nprinted:\n{}", rest.join("\n")))? + 1;
        skipping = false;
    }
    if at == printed.len() || skipping && at < printed.len() {
        Ok(())
    } else {
        Err(format!(
            "not shown:\n{}",
            printed.get(at..).unwrap_or_default().join("\n")
        ))
    }
}

/// Every example of a page runs beside the scenarios of the project, and prints what the page shows of it.
#[cfg(unix)]
fn runs_as_shown(page: &str) {
    let text = std::fs::read_to_string(page).expect("a page");
    let dir = folder();
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    shell(dir.path(), &format!("cp -r {} .", scenarios.display()));
    let commands = typed(&text);
    assert!(!commands.is_empty(), "{page} has no example");
    for (command, shown) in commands {
        let printed = shell(dir.path(), &command);
        if let Err(difference) = compared(&shown, &printed) {
            panic!("{page}: {command}\n{difference}");
        }
    }
}

/// The walk from nothing to a changed rule, its comparison and a game looked into is among them.
#[cfg(unix)]
#[test]
fn the_readme_s_examples_run_as_they_are_shown() {
    runs_as_shown("README.md");
}

#[cfg(unix)]
#[test]
fn the_example_of_a_check_runs_as_it_is_shown() {
    runs_as_shown("docs/check.md");
}

#[cfg(unix)]
#[test]
fn the_example_of_an_explanation_runs_as_it_is_shown() {
    runs_as_shown("docs/explain.md");
}

#[cfg(unix)]
#[test]
fn the_example_of_a_search_runs_as_it_is_shown() {
    runs_as_shown("docs/tune.md");
}

#[cfg(unix)]
#[test]
fn the_example_of_a_cause_runs_as_it_is_shown() {
    runs_as_shown("docs/why.md");
}

#[cfg(unix)]
#[test]
fn the_example_of_a_verdict_runs_as_it_is_shown() {
    runs_as_shown("docs/statistics.md");
}

/// The pages of the project.
fn pages() -> Vec<std::path::PathBuf> {
    let mut pages: Vec<_> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(Into::into).into();
    for folder in ["docs", "docs/games"] {
        let found = std::fs::read_dir(folder).expect("a folder of pages");
        let paths = found.map(|entry| entry.expect("an entry").path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages
}

/// Links to files of the project, and from page to page, lead somewhere.
#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut tried = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let file = link.split('#').next().unwrap_or_default();
            let there = page.parent().unwrap_or(Path::new("")).join(file);
            assert!(there.exists(), "{}: {link}", page.display());
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried} links");
}

/// The files that `new --content` writes make the same game, are never written over, and may be changed.
#[test]
fn content_to_start_from_is_written_once() {
    for game in balance::games::BUILT_IN.iter() {
        let dir = folder();
        let files = at(&dir, "mine");
        let text = printed(&["new", game.key, "--content", &files]);
        let path = scenario(dir.path(), "own.toml", &text);
        assert!(printed(&["validate", &path]).starts_with("ok  "));
        assert_eq!(printed(&["new", game.key, "--content", &files]), text);
        for content in game.content {
            let file = dir.path().join("mine").join(format!("{}.toml", content.key));
            assert!(text.contains(&format!("mine/{}.toml", content.key)), "{text}");
            let written = std::fs::read_to_string(&file).expect("a file");
            assert!(written.ends_with(content.sets[0].1), "{}", file.display());
            std::fs::write(&file, format!("{written}\n# mine\n")).expect("written");
        }
        let said = refused(&["new", game.key, "--content", &files]);
        assert_contains(&said, "a different file of that name exists already");
        assert!(printed(&["validate", &path]).starts_with("ok  "));
    }
}

/// A scenario that is written names its content as seen from where it stands; content is no scenario.
#[test]
fn a_written_scenario_finds_its_content() {
    for game in balance::games::BUILT_IN.iter() {
        let dir = folder();
        let path = |name: &str| dir.path().join(name).display().to_string();
        for (content, out) in [("s", "s/own.toml"), ("mine", "deep/er/own.toml")] {
            let out = path(out);
            printed(&["new", game.key, "--content", &path(content), "--out", &out]);
            assert!(printed(&["validate", &out]).starts_with("ok  "));
            assert!(printed(&["new", game.key, "--content", &path(content), "--out", &out]).contains("is written"));
        }
        std::fs::write(path("s/own.toml"), "# mine\n").expect("written");
        let said = refused(&["new", game.key, "--out", &path("s/own.toml")]);
        assert_contains(&said, "a different file of that name exists already");
        for content in game.content {
            let said = refused(&["validate", &path(&format!("s/{}.toml", content.key))]);
            assert!(said.contains("`game` is missing"), "{said}");
        }
    }
}

/// What a designer may replace by a file is named, with the built-in file.
#[test]
fn every_key_of_content_is_documented() {
    let page = std::fs::read_to_string("docs/scenario.md").expect("the page of scenarios");
    for game in balance::games::BUILT_IN.iter() {
        for content in game.content {
            let row = format!("| `{}` | `{}` |", game.key, content.key);
            assert!(page.contains(&row), "{row}");
            for entries in content.entries {
                let rows = page
                    .lines()
                    .filter(|line| line.starts_with(&format!("| `{}` | ", game.key)));
                let row = rows
                    .into_iter()
                    .find(|line| line.contains(&format!("`{}.", entries.word)));
                let row = row.unwrap_or_else(|| panic!("{} {}", game.key, entries.word));
                for blank in entries.blanks {
                    assert!(row.contains(&format!("`{}`", blank.name)), "{row}: {}", blank.name);
                }
            }
        }
    }
}

#[test]
fn validate_checks_without_playing() {
    let text = printed(&[
        "validate",
        "scenarios/riverbed-9p.toml",
        "scenarios/riverbed-tilesets.toml",
    ]);
    let first: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        first,
        [
            "ok  scenarios/riverbed-9p.toml: 1 version, 1,000,000 games each",
            "ok  scenarios/riverbed-tilesets.toml: 12 versions, 100,000 games each"
        ]
    );
    // What so many games can show, before one is played.
    assert_contains(&text, "\n    Precision: ±0.2 points on every win rate.\n");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    refused(&["validate", "scenarios/none.toml"]);
}

/// With how many players a part is in play, and what it says.
#[test]
fn list_names_parts_with_their_tables() {
    let parts = printed(&["list", "parts", "riverbed"]);
    let row = |part: &str| -> Vec<&str> {
        let line = parts.lines().find(|line| line.split_whitespace().next() == Some(part));
        line.expect("a part")
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect()
    };
    assert_eq!(
        row("tile.15"),
        ["tile.15", "7, 8, 9", r#"["1 log", "1 kelp", "1 coin"]"#]
    );
    assert_eq!(row("tile.11")[1], "4, 5, 6, 7");
    assert_eq!(
        row("card.murky-water"),
        ["card.murky-water", "4, 5, 6, 7, 8, 9", "[12]"]
    );
    let wedges = printed(&["list", "parts", "regatta"]);
    assert!(
        wedges.contains("wedge.N4") && !wedges.contains("wedge.SL"),
        "a start is no other: {wedges}"
    );
}

#[test]
fn list_names_games_bots_and_rules() {
    assert!(printed(&["list", "games"]).contains("riverbed"));
    let bots = printed(&["list", "bots", "riverbed"]);
    for kind in ["random", "scripted", "heuristic"] {
        assert_contains(&bots, kind);
    }
    let listed = json(&["list", "rules", "riverbed", "--json"]);
    assert_eq!(
        (listed["format"].as_u64(), listed["what"].as_str()),
        (Some(1), Some("rules"))
    );
    let rows = listed["rows"].as_array().expect("rows");
    let players = rows.iter().find(|row| row["rule"] == "players").expect("a rule");
    assert_eq!(
        (players["default"].as_str(), players["allowed"].as_str()),
        (Some("7"), Some("4 to 9"))
    );
    // What follows from the number of players is told for the published one.
    let coins = rows
        .iter()
        .find(|row| row["rule"] == "end-points.coins")
        .expect("a rule");
    assert_eq!(coins["default"].as_str(), Some("6 with 7 players"));
    let five = printed(&["list", "rules", "riverbed", "--players", "5"]);
    assert!(five.contains("5 with 5 players"), "{five}");
    let said = refused(&["list", "rules", "riverbed", "--players", "3"]);
    assert_contains(&said, "--players 3: Riverbed Hunt is for 4 to 9 players");
    let said = refused(&["list", "bots", "riverbed", "--players", "5"]);
    assert_contains(
        &said,
        "the lists of rules, metrics and tactics; `balance list bots` is of every number",
    );
    for (players, has_fifth) in [("4", false), ("5", true)] {
        let metrics = printed(&["list", "metrics", "mekong", "--players", players]);
        assert_eq!(metrics.contains("win-rate.5th-player "), has_fifth, "{metrics}");
    }
    let started = printed(&["new", "riverbed", "--players", "5"]);
    assert_contains(&started, "\n# end-points.coins = 5\n");
    assert!(
        printed(&["new", "riverbed"]).contains("\n# end-points.coins = 6\n"),
        "{started}"
    );
    assert!(
        rows.iter()
            .all(|row| row["meaning"].as_str().is_some_and(|text| !text.is_empty())),
        "{listed}"
    );
}

#[test]
fn manual_pages() {
    assert!(printed(&["generate", "man"]).contains(".TH balance"));
    assert!(printed(&["generate", "man", "run"]).contains("Ctrl"));
    assert!(printed(&["generate", "man", "bots", "ladder"]).contains("SCENARIO"));
    assert!(refused(&["generate", "man", "rum"]).contains("there is no command `rum`"));
}
