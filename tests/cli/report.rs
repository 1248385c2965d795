//! Reports: the commands that one gives run as they stand, and several runs stand on one page.

#![cfg(unix)]

use std::fs;

use super::{
    SMALL, assert_contains, at, balance, ended, flat, folder, json, outcome, printed, refused, scenario, shell, written,
};

#[test]
fn several_runs_stand_on_one_page() {
    let dir = folder();
    for name in ["one", "two"] {
        let text = SMALL
            .replace("Small", &format!("Small {name}"))
            .replace("\"random\"", "\"heuristic\"")
            .replace("players = 5", "players = 5\ncon-cost = 2");
        let path = scenario(dir.path(), &format!("{name}.toml"), &text);
        printed(&["run", &path, "--games", "60", "--quiet", "--out", &at(&dir, "runs")]);
    }
    let runs = [at(&dir, "runs/one"), at(&dir, "runs/two")];
    let out = at(&dir, "page");
    let said = printed(&["report", &runs[0], &runs[1], "--out", &out, "--title", "Our games"]);
    assert_eq!(said.trim(), format!("{out}/report.html"));
    let page = fs::read_to_string(dir.path().join("page/report.html")).expect("a page");
    for part in ["<h1>Our games</h1>", "Small one", "Small two", "id=\"run-2\""] {
        assert!(page.contains(part), "{part}");
    }
    // Without a title the runs give it.
    printed(&["report", &runs[0], &runs[1], "--out", &out]);
    let page = fs::read_to_string(dir.path().join("page/report.html")).expect("a page");
    assert!(page.contains("<h1>Small one · Small two</h1>"));
    // What is wrong is refused, and a run's own report is not written over.
    assert!(refused(&["report", &runs[0], &runs[1]]).contains("--out DIR"));
    assert!(refused(&["report", &runs[0], "--out", &runs[1]]).contains("whose report would be lost"));
    assert!(refused(&["report", &runs[0], &runs[0], "--out", &out]).contains("named twice"));
    fs::create_dir(dir.path().join("mine")).expect("made");
    fs::write(dir.path().join("mine/report.html"), "mine").expect("written");
    assert!(refused(&["report", &runs[0], "--out", &at(&dir, "mine")]).contains("was not written by this command"));
    assert!(refused(&["report", &runs[0], "--title", "x"]).contains("--out <DIR>"));
    assert!(refused(&["report", &runs[0], "--title", "", "--out", &out]).contains("--title"));
    ended(&["report", &at(&dir, "nothing"), &runs[0], "--out", &out], 2);
}

/// The folder's name, or the file of its scenario: what was meant is named.
#[test]
fn what_was_meant_by_no_folder_of_a_run_is_named() {
    let (dir, path) = written("pond.toml", SMALL);
    let said = |args: &[&str]| {
        let (code, _, said) = outcome(balance().current_dir(dir.path()).args(args));
        assert_eq!(code, Some(if args[0] == "run" { 0 } else { 2 }));
        said
    };
    said(&["run", &path, "--games", "20", "--quiet"]);
    for meant in ["pond", "scenarios/pond.toml", "reports/pnd", "ponds"] {
        let told = said(&["report", meant]);
        assert!(told.contains("There is one in reports/pond."), "{told}");
    }
}

/// What stands between “ and ”.
fn named(text: &str) -> &str {
    let (_, rest) = text.split_once('“').expect("a name");
    rest.rsplit_once('”').expect("a name").0
}

/// Does the game told by `replay` show what the report says of it?
fn shows(said: &str, told: &str) {
    let (_, words) = said.split_once("game ").expect("a game");
    let number = words.split(", ").next().unwrap_or_default().replace(',', "");
    assert!(told.starts_with(&format!("Game {number}")), "{said}: {told}");
    // A seat's and a bot's wins are not told in these words.
    if let Some((_, by)) = said.split_once(" won by “") {
        let winners = told.rsplit_once("Won by ").expect("an end").1.to_lowercase();
        let side = by.split('”').next().unwrap_or_default();
        assert!(winners.contains(side), "{said}: {winners}");
    }
    if said.contains(" ends by “") {
        assert!(told.contains(&format!("End: {}", named(said))), "{said}: {told}");
    }
}

/// Runs `text` as a scenario and then every command in its `report.md`; gives how many games were shown.
fn every_command_runs(name: &str, text: &str) -> usize {
    let dir = folder();
    std::fs::create_dir(dir.path().join("scenarios")).expect("a folder");
    scenario(&dir.path().join("scenarios"), &format!("{name}.toml"), text);
    shell(dir.path(), &format!("balance run scenarios/{name}.toml -q"));
    let made = dir.path().join("reports").join(name);
    let file = |name: &str| std::fs::read_to_string(made.join(name)).expect("written");
    let (report, results) = (file("report.md"), file("results.json"));
    let commands = report.rsplit("```").nth(1).expect("the commands");
    let lines: Vec<&str> = commands.lines().skip(1).collect();
    let mut shown = 0;
    for pair in lines.chunks(2) {
        let [said, command] = pair else {
            panic!("{pair:?} is no pair of lines")
        };
        if command.starts_with("balance run ") {
            shell(dir.path(), &format!("{command} -q"));
            assert_eq!(file("results.json"), results, "{command}");
        } else {
            assert!(command.starts_with("balance replay "), "{command}");
            shows(said, &shell(dir.path(), command));
            shown += 1;
        }
    }
    let findings = report.lines().filter(|line| line.contains(". **")).count();
    assert_eq!(shown, findings, "every finding has its game");
    shown
}

#[test]
fn every_command_of_a_report_runs() {
    for game in ["riverbed", "regatta", "niagara", "mekong"] {
        let text = format!("game = \"{game}\"\ngames = 200\nseed = 11\n[seats]\nall = \"heuristic\"\n");
        let shown = every_command_runs(&format!("small-{game}"), &text);
        assert!(shown >= 3, "{game}: {shown} findings");
    }
}

/// Names with spaces and signs, a matrix, rotated bots.
#[test]
fn every_command_of_a_report_of_many_configurations_runs() {
    let text = "game = \"riverbed\"\ngames = 300\nseed = 12\n[seats]\nrotate = [\"heuristic\", \"random\"]\n\
                [[variant]]\nname = \"the captain's $coins\"\nrules = { end-points.coins = 4 }\n[matrix]\n\
                \"rules.players\" = [4, 5]\n";
    let shown = every_command_runs("many", text);
    assert!(shown >= 6, "{shown} findings");
}

/// A folder that nobody named is not made up, and on no page is told where the file lies on this machine; on the terminal a
/// command names the file as the user did.
#[test]
fn commands_do_not_name_folders_that_are_not_there() {
    let dir = folder();
    let text = "game = \"niagara\"\ngames = 5\n";
    for below in ["drafts", "scenarios"] {
        std::fs::create_dir(dir.path().join(below)).expect("a folder");
        let path = scenario(&dir.path().join(below), "own.toml", text);
        let out = dir.path().join("out");
        let args = ["run", &path, "--details", "-q", "--out", &out.display().to_string()];
        for more in [&[][..], &["--set", "sets.same=3"]] {
            let said = printed(&[&args, more].concat());
            let plain = flat(&said);
            assert!(plain.contains(&format!("To repeat: balance run {path} ")), "{said}");
            let page = std::fs::read_to_string(out.join("own/report.md")).expect("a page");
            assert_contains(&page, "balance run own.toml ");
            assert!(!page.contains(&format!("{below}/")), "{page}");
        }
    }
}

/// Where a goal says what one side should win, the fair shares of the others say nothing.
#[test]
fn beside_a_goal_no_side_is_compared_with_a_fair_share() {
    let dir = folder();
    let text = "game = \"niagara\"\ngames = 20\n[rules]\nplayers = 3\n";
    let goal = "[expect]\n\"win-rate.1st player\" = { from = \"20%\", to = \"60%\" }\n";
    for (more, goal, sides) in [("", false, true), (goal, true, false)] {
        let path = scenario(dir.path(), "three.toml", &format!("{text}{more}"));
        let out = dir.path().display().to_string();
        let said = flat(&printed(&["run", &path, "--details", "--no-league", "--out", &out]));
        assert_eq!(said.contains("Whether every side is within"), sides, "{said}");
        assert_eq!(said.contains("Goal undecided: win rate of 1st player"), goal, "{said}");
    }
}

/// Of two scenarios each is held to its own wishes, with the other bots, too, and what is to be done is told by these.
#[test]
fn wishes_of_one_of_two_scenarios_are_asked_of_its_other_bots() {
    let dir = folder();
    let text =
        "game = \"riverbed\"\ngames = 2_048\nseed = 3\n[rules]\nplayers = 5\n[league]\nmembers = [\"hoarder\"]\n";
    let plain = scenario(dir.path(), "plain.toml", text);
    let wished = format!("{text}[expect]\n\"turns.mean\" = {{ to = 200 }}\n");
    let wished = scenario(dir.path(), "wished.toml", &wished);
    let out = dir.path().display().to_string();
    let args = ["compare", &plain, &wished, "--out", &out];
    let json = json(&[&args[..], &["--json"]].concat());
    let target = |at: usize| json["configurations"][at]["others"][0]["targets"][0]["answer"]["verdict"].clone();
    assert_eq!([target(0), target(1)], [serde_json::Value::Null, "within".into()]);
    let said = printed(&[&args[..], &["--details"]].concat());
    assert!(said.contains("goal at most 200"), "{said}");
}

/// Random moves are random ones under any name.
#[test]
fn bots_that_move_at_random_are_known_by_their_kind() {
    let dir = folder();
    for bots in [
        "seats.all = \"rnd\"\nbots.rnd = { kind = \"random\" }\n",
        "seats.all = \"random\"\n",
    ] {
        let text = format!("game = \"riverbed\"\ngames = 200\n{bots}");
        let path = scenario(dir.path(), "moves.toml", &text);
        let out = dir.path().display().to_string();
        let told = flat(&printed(&["run", &path, "--details", "--no-league", "--out", &out]));
        assert!(told.contains("Random bots say nothing about balance"), "{told}");
    }
}
