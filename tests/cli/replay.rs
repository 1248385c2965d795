//! `balance replay`.

use super::{SMALL, assert_contains, ended, flat, folder, json, printed, refused, scenario, written};

fn small() -> (tempfile::TempDir, String) {
    written("small.toml", SMALL)
}

#[test]
fn a_game_is_told_from_beginning_to_end() {
    let (_dir, path) = small();
    let said = printed(&["replay", &path, "--game", "7", "--full"]);
    for wanted in [
        "Game 7 · Riverbed Hunt · seed 5",
        "seat 1: random, ",
        "Turn 1",
        "End: ",
        "Won by seat ",
    ] {
        assert_contains(&said, wanted);
    }
    assert_eq!(said, printed(&["replay", &path, "--game", "7", "--full"]));
    let seen = printed(&["replay", &path, "--game", "7", "--full", "--seen-by", "2"]);
    assert_contains(&seen, "role unknown");
    assert!(!seen.contains("seat 1 chooses"), "{seen}");
    assert_contains(&said, "draw pile from the top: ");
    assert_contains(&seen, "\ndraw pile: ");
}

#[test]
fn games_are_found_by_what_happened() {
    let (_dir, path) = small();
    let game = |args: &[&str]| {
        let mut all = vec!["replay", &path, "--json"];
        all.extend(args);
        json(&all)
    };
    let (long, short) = (
        game(&["--longest", "--among", "300"]),
        game(&["--shortest", "--among", "300"]),
    );
    assert!(long["turns-played"].as_u64() > short["turns-played"].as_u64());
    let won = game(&["--won-by", "profiteer"]);
    assert_eq!(won["sides"][0], "profiteer");
    let hunted = game(&["--where", "hunts >= 1", "--where", "turns < 30", "--ending", "logs"]);
    assert_eq!((&hunted["format"], &hunted["ending"]), (&1.into(), &"logs".into()));
    let (_, said) = ended(&["replay", &path, "--won-by", "profiteer"], 0);
    assert!(said.starts_with("Looked at "), "{said}");
}

/// What is counted of one seat is what the game tells of it.
#[test]
fn games_are_found_by_what_one_seat_did() {
    let (_dir, path) = small();
    for dives in [1, 3] {
        let condition = format!("seat 2: dives = {dives}");
        let told = printed(&["replay", &path, "--full", "--where", &condition, "--where", "dives > 5"]);
        assert_eq!(told.matches("\n    seat 2 dives at ").count(), dives, "{told}");
    }
}

/// The game with the biggest swing is one in which much changes, by playouts that did not choose it.
#[test]
fn the_biggest_swing_is_found() {
    let (_dir, path) = small();
    let change = |args: &[&str]| {
        let told = json(&[&["replay", &path, "--odds", "random", "--json"], args].concat());
        let chances = told["odds"]["chances"].as_array().expect("chances").clone();
        let chance = |at: usize, side: usize| chances[at]["sides"][side]["value"].as_f64().expect("a share");
        let sides = ["merchants", "separatists", "profiteer"];
        let won = |side: usize| f64::from(u8::from(told["sides"][0] == sides[side]));
        let next = |at: usize, side: usize| {
            if at + 1 < chances.len() {
                chance(at + 1, side)
            } else {
                won(side)
            }
        };
        let pairs = (0..chances.len()).flat_map(|at| (0..3).map(move |side| (at, side)));
        let most = pairs.map(|(at, side)| (next(at, side) - chance(at, side)).abs());
        (told["game"].as_u64().expect("a game"), most.fold(0.0, f64::max))
    };
    let (found, most) = change(&["--biggest-swing", "--among", "4"]);
    assert!(found < 4);
    let others = (0..4).map(|game| change(&["--game", &game.to_string()]).1);
    let mean = others.sum::<f64>() / 4.0;
    assert!(most > mean, "game {found}: {most}, {mean} on average");
}

#[test]
fn a_game_in_short_has_a_line_a_turn_and_its_turning_points() {
    let (_dir, path) = small();
    let short = printed(&["replay", &path, "--game", "7"]);
    for wanted in [
        "Game 7 · Riverbed Hunt · seed 5\n",
        "Chance to win, at the first choice of each turn\n  Turn  merchants  separatists  profiteer  ahead\n",
        "Club bots finished the game 200 times",
        "Ended by ",
        "Reconstructed by us",
        " --game 7 --html > game.html",
    ] {
        assert_contains(&short, wanted);
    }
    assert!(short.lines().all(|line| line.chars().count() <= 80), "{short}");
    assert_eq!(short, printed(&["replay", &path, "--game", "7", "--threads", "1"]));
    let told = json(&["replay", &path, "--game", "7", "--json", "--odds", "random"]);
    let rows = told["odds"]["chances"].as_array().expect("chances");
    let open = told["turns"].as_array().expect("turns").iter();
    let steps = open.flat_map(|turn| turn["steps"].as_array().expect("steps"));
    assert_eq!(rows.len(), steps.filter(|step| step["of"].as_u64() > Some(1)).count());
    assert!(refused(&["replay", &path, "--game", "7", "--odds", "clubb"]).contains("clubb"));
}

#[test]
fn games_are_found_by_who_lost_and_who_led() {
    let (_dir, path) = small();
    let game = |args: &[&str]| json(&[&["replay", &path, "--json", "--among", "300"], args].concat());
    let sides = |game: &serde_json::Value| game["sides"].as_array().expect("sides").clone();
    assert!(!sides(&game(&["--lost-by", "merchants"])).contains(&"merchants".into()));
    assert!(!sides(&game(&["--ahead-and-lost", "separatists"])).contains(&"separatists".into()));
    assert_ne!(game(&["--closest"])["game"], game(&["--longest"])["game"]);
    let refusal = refused(&["replay", &path, "--ahead-and-lost", "random"]);
    assert_contains(&refusal, "no side is called so");
}

/// The page of a seat holds nothing that its seat cannot know: roles, hands and the order of the draw pile.
#[test]
fn the_page_of_a_game_keeps_the_secrets_of_other_seats() {
    let (_dir, path) = small();
    let page = |args: &[&str]| printed(&[&["replay", &path, "--game", "7", "--html"], args].concat());
    let (all, seen) = (page(&[]), page(&["--seen-by", "2"]));
    for secret in ["draw pile from the top", "merchant in secret", "separatist in secret"] {
        assert!(all.contains(secret), "{secret}");
        assert!(!seen.contains(secret), "{secret}");
    }
    assert!(!seen.contains("seat 1 chooses") && seen.contains("seat 2 chooses"));
    for page in [&all, &seen] {
        assert!(page.len() < 3_000_000, "{} bytes", page.len());
        let outside = page.matches("http").count() - page.matches("http://www.w3.org/").count();
        assert_eq!(outside, 0, "no request leaves the file");
    }
}

/// Who sees it so, and what this seat knows: its hand, and what the tiles show that it has seen. No text is broader than its tile.
#[test]
fn a_position_is_drawn_as_a_seat_sees_it() {
    let (_dir, path) = small();
    let svg = printed(&["replay", &path, "--game", "7", "--svg", "9", "--seen-by", "2"]);
    assert!(svg.starts_with("<svg "), "{svg}");
    assert_contains(&svg, ">Riverbed Hunt, turn 9, as seat 2 sees it</text>");
    assert!(svg.contains(">in the hand of seat 2: "), "{svg}");
    let all = printed(&["replay", &path, "--game", "7", "--svg", "9"]);
    assert!(!all.contains("sees it") && !all.contains("in the hand"), "{all}");
    let shown = |svg: &str| {
        let lines = svg.lines().filter(|line| line.contains("font-size=\"11.0\""));
        let text = |line: &str| Some(line.rsplit_once("</text>")?.0.rsplit_once('>')?.1.to_owned());
        lines.filter_map(text).collect::<Vec<String>>()
    };
    let (seen, there) = (shown(&svg), shown(&all));
    assert!(!seen.is_empty() && seen.len() < there.len(), "{seen:?} of {there:?}");
    assert!(there.iter().all(|text| text.chars().count() <= 18), "{there:?}");
}

/// Every wrong question, with what is said of it, word for word.
#[test]
fn wrong_questions_word_for_word() {
    let (dir, path) = small();
    let place = format!("{}/", dir.path().display());
    // What a run has left, and what is no scenario at all.
    let folder = place.clone() + "left";
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.clone() + "/results.json", "{}").expect("written");
    let bytes = scenario(dir.path(), "bytes.toml", "");
    std::fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("written");
    let questions: &[&[&str]] = &[
        &[],
        &["--game", "-1"],
        &["--game", "99999999999999999999"],
        &["--game", "1", "--configuration", "bass"],
        &["--game", "1", "--configuration", "something else"],
        &["--game", "1", "--seen-by", "0"],
        &["--game", "1", "--seen-by", "9"],
        &["--game", "1", "--rotation", "1"],
        &["--game", "1", "--svg", "1000"],
        &["--where", "hunts"],
        &["--where", "hunt > 3"],
        &["--where", "hunts >> 3"],
        &["--where", "hunts => 3"],
        &["--where", "hunts > three"],
        &["--where", "hunts >"],
        &["--where", "> 3"],
        &["--where", "hunts > 1 and turns < 9"],
        &["--where", "qwertz > 1"],
        &["--won-by", "profiter"],
        &["--ending", "log"],
        &["--where", "turns > 100000", "--among", "20"],
        &["--longest", "--among", "0"],
        &["--where", "seat 9: hunts > 1"],
        &["--where", "seat 2: turns > 1"],
        &["--where", "seat 2: dives > 100", "--among", "20"],
        &["--where", "seat 2: uncovers-won > 1", "--among", "2000"],
    ];
    let mut out = String::new();
    let mut ask = |shown: &str, args: &[&str]| {
        let said = refused(&[&["replay"], args].concat()).replace(&place, "");
        for word in ["panicked", "invalid digit", "os error", "serde"] {
            assert!(!said.contains(word), "{args:?}: {said}");
        }
        out += &format!("$ balance replay {shown}\n{said}\n");
    };
    for question in questions {
        let words: Vec<String> = question
            .iter()
            .map(|word| {
                if word.is_empty() || word.contains(' ') {
                    format!("\"{word}\"")
                } else {
                    (*word).to_owned()
                }
            })
            .collect();
        ask(
            &format!("small.toml {}", words.join(" ")),
            &[&[path.as_str()], *question].concat(),
        );
    }
    for (shown, file) in [
        ("smal.toml", place.clone() + "smal.toml"),
        ("left", folder),
        ("bytes.toml", bytes),
    ] {
        ask(&format!("{shown} --game 1"), &[&file, "--game", "1"]);
    }
    ask("--game 1", &["--game", "1"]);
    // Of a variant, whose name in a matrix has its cell before it.
    let text = "game = \"riverbed\"\n[[variant]]\nname = \"few coins\"\nrules.end-points.coins = 3\n\
                [matrix]\n\"rules.players\" = [5, 6]\n";
    let cells = scenario(dir.path(), "cells.toml", text);
    for wanted in ["few coin", "players 5 · few coin", "checkmate"] {
        let question = ["--game", "1", "--configuration", wanted];
        ask(
            &format!("cells.toml {}", question.join(" ")),
            &[&[&*cells], &question[..]].concat(),
        );
    }
    insta::assert_snapshot!(out);
}

/// A program can follow a game without its scenario: the rules in force and the content that is not built in stand in the file.
#[test]
fn json_holds_the_rules_in_force_and_the_content_that_differs() {
    let text = "game = \"regatta\"\n[rules]\nplayers = 3\nfish-max = 4\nfavor.zeus = \"blank\"\n";
    let (_dir, path) = written("own.toml", text);
    let game = json(&["replay", &path, "--game", "1", "--json"]);
    let rules = &game["rules"];
    assert_eq!((&rules["fish-max"], &rules["players"]), (&4.into(), &3.into()));
    assert_eq!(rules["protection"], "auto", "a default");
    let keys: Vec<&String> = game["content"].as_object().expect("a table").keys().collect();
    assert_eq!(keys, ["favors"], "the wedges are built in");
}

/// Heuristic bots draw among moves of nearly the same value, so the one chosen need not be among the best.
#[test]
fn what_was_chosen_is_among_the_reasons() {
    let dir = folder();
    let mut told = 0;
    for game in ["riverbed", "regatta", "niagara", "mekong"] {
        let text = format!("game = \"{game}\"\n[seats]\nall = \"heuristic\"\n");
        let path = scenario(dir.path(), &format!("{game}.toml"), &text);
        let game = json(&["replay", &path, "--game", "2", "--why", "--json"]);
        let steps = game["turns"]
            .as_array()
            .expect("turns")
            .iter()
            .flat_map(|turn| turn["steps"].as_array().expect("steps"));
        for step in steps {
            let reasons = step["why"].as_array().map_or(&[][..], |all| all);
            let one = step["of"].as_u64().is_some_and(|of| of <= 1);
            assert!(
                one || reasons.is_empty() == step["lines"].is_array(),
                "a choice has values, or it is said that it has none: {step}"
            );
            if !reasons.is_empty() {
                told += 1;
                assert!(reasons.iter().any(|reason| reason[0] == step["choice"]), "{step}");
            }
        }
    }
    assert!(told > 50, "{told}");
}

/// A game that a seat of a bot has won, also beside what else is asked for.
#[test]
fn games_that_a_bot_has_won_are_found() {
    let text = "game = \"niagara\"\nseed = 4\n[rules]\nplayers = 3\n[seats]\n2 = \"mine\"\n[bots.mine]\nkind = \"heuristic\"\n";
    let (_dir, path) = written("mine.toml", text);
    let found = |args: &[&str]| {
        let all = [&["replay", &path, "--json", "--among", "60"], args].concat();
        json(&all)
    };
    let first = found(&["--won-by", "mine"]);
    let longest = found(&["--won-by", "mine", "--longest"]);
    for game in [&first, &longest] {
        let winners = game["winners"].as_array().expect("winners");
        assert!(winners.iter().any(|seat| seat == 2), "{winners:?}");
    }
    assert!(longest["turns-played"].as_u64() >= first["turns-played"].as_u64());
    assert!(refused(&["replay", &path, "--won-by", "miner"]).contains("did you mean “mine”?"));
}

/// Of another file any configuration can be meant, by its name after the file's.
#[test]
fn the_configuration_of_another_scenario_can_be_named() {
    let dir = folder();
    let variant = |name: &str| {
        format!(
            "{}\n[[variant]]\nname = \"{name}\"\nrules = {{ hand-limit = 4 }}\n",
            super::SMALL
        )
    };
    let now = scenario(dir.path(), "now.toml", &variant("four cards"));
    let before = scenario(dir.path(), "before.toml", &variant("four"));
    let shown = |against: &str| {
        [
            "replay", &now, "--game", "0", "--configuration", "four cards", "--against", against,
        ]
        .map(str::to_owned)
    };
    let args = shown(&before);
    let said = refused(&args.each_ref().map(String::as_str));
    assert_contains(&flat(&said), &flat(&format!("{before}:NAME is that of this name")));
    let args = shown(&format!("{before}:four"));
    let text = printed(&args.each_ref().map(String::as_str));
    assert!(flat(&text).contains("four cards"), "{text}");
}
