//! `balance play`, from a pipe.

use super::{
    SMALL, assert_contains, assert_narrow, at, balance, fed, flat, folder, outcome, refused, scenario, written,
};

/// Runs `play` with these arguments and lines typed: its exit code, what it printed and what it said.
fn played(args: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let out = fed(balance().arg("play").args(args), typed);
    let [printed, said] = [out.stdout, out.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (out.status.code(), printed, said)
}

/// The same, which must succeed: what it printed.
#[track_caller]
fn seated(args: &[&str], typed: &str) -> String {
    let (code, out, said) = played(args, typed);
    assert_eq!((code, &*said), (Some(0), ""), "{args:?}: {out}");
    out
}

/// As many first choices as the longest game has, and more.
fn ones() -> String {
    "1\n".repeat(3_000)
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end() {
    let dir = folder();
    let log = at(&dir, "log.csv");
    for (game, first) in [
        ("riverbed-9p", "1. to start on space 1\n"),
        ("niagara-4p", "1. the cloud\n"),
        ("regatta-4p", "1. to leave it so\n"),
        ("mekong-4p", "1. the card “stone”\n"),
    ] {
        let path = format!("scenarios/{game}.toml");
        let out = seated(&[&path, "--seat", "3", "--log", &log], &ones());
        assert_narrow(&out, "");
        assert!(!out.contains('\u{1b}'), "no colour, no moving about");
        for wanted in [
            "You have seat 3. ",
            first,
            "\nEnd: ",
            "seat 3: you, ",
            "\nWon by seat ",
            "\nThis was game 0 of seed ",
        ] {
            assert_contains(&out, wanted);
        }
        let won = flat(&out).split("Won by ").nth(1).is_some_and(|rest| {
            let winners = rest.split(" after ").next().unwrap_or_default();
            winners.contains("seat 3")
        });
        assert_eq!(out.contains("\nYou win.\n"), won, "{out}");
        let rows = std::fs::read_to_string(&log).expect("a table");
        let last = rows.lines().last().expect("a row");
        assert!(last.starts_with(&format!("\"{game}\",\"base\",")), "{rows}");
        assert_contains(last, if won { ",1,\"" } else { ",0,\"" });
    }
    let rows = std::fs::read_to_string(&log).expect("a table");
    assert_eq!(rows.lines().count(), 5, "a head, and a row a game: {rows}");
    assert!(rows.starts_with("scenario,version,seed,game,seat,role,against,winner,won,ending,turns\n"));
}

/// A seat is shown what `replay --seen-by` shows it, and never what others have in hand or choose between.
#[test]
fn only_what_the_seat_knows_is_shown() {
    let (_dir, path) = written("small.toml", SMALL);
    let out = seated(&[&path, "--game", "7", "--seat", "2"], &ones());
    let (play, end) = out.split_once("\nOn the table, all face-up").expect("an end");
    for secret in ["draw pile from the top", "seat 1 chooses"] {
        assert!(!play.contains(secret), "{secret}: {play}");
    }
    let roles = play.lines().filter(|line| line.contains(" in secret"));
    assert!(
        roles.clone().count() > 0 && roles.clone().all(|line| line.starts_with("  seat 2: ")),
        "{play}"
    );
    assert_contains(play, "seat 1: role unknown");
    assert_contains(end, "draw pile from the top");
}

#[test]
fn choices_are_understood_or_asked_again() {
    let path = "scenarios/riverbed-9p.toml";
    let typed = "\nspac\nbank\n17\n0\n99999999999999999999999\nspace 1\n?\nsave\nback\nback\n16\ndive\nhint\nquit\n";
    let out = flat(&seated(&[path], typed));
    for wanted in [
        "Type a number from 1 to 16, or ? for help.",
        "Choose 1 to 16: spac Which of these? 1. to start on space 1 2. to start on space 2",
        "“bank” is no choice: `all` lists them.",
        "There is no choice 17. Type a number from 1 to 16.",
        "There is no choice 0.",
        "There is no choice 99999999999999999999999.",
        "Choose 1 to 16: space 1 You choose 1: to start on space 1",
        "hint what the bot expert would choose here",
        "Type `save` and the name of a file",
        "There is no choice to take back.",
        "You choose 16: to start on space 16",
        "You choose 1: to dive",
        "expert would choose ",
        "quit Nothing was saved.",
    ] {
        assert_contains(&out, wanted);
    }
}

/// Every game says how it is played, and draws its table; a choice that is taken back is named.
#[test]
fn a_newcomer_is_told_how_to_play() {
    let dir = folder();
    for (name, goal) in [
        (
            "niagara-4p",
            "Goal: bring gems ashore: 4 of one colour, or 5 of different colours, or 7 of any.",
        ),
        (
            "regatta-4p",
            "Goal: be furthest ahead at the end of the round in which a ship completes lap 2.",
        ),
        ("mekong-4p", "Goal: be first in the village opposite your own."),
        (
            "riverbed-9p",
            "Goal: merchants and their Chief win at 8 kelp, separatists and their Leader at 8 logs,",
        ),
    ] {
        let (path, picture) = (format!("scenarios/{name}.toml"), at(&dir, &format!("{name}.svg")));
        let typed = format!("rules\npicture {picture}\npicture {picture}\npicture\n1\nback\nquit\n");
        let out = flat(&seated(&[&path], &typed));
        assert_eq!(out.matches(goal).count(), 2, "{out}");
        for wanted in [
            &*format!("The table is drawn in {picture}; a browser shows it."),
            "Not drawn: ",
            "Type `picture` and the name of a new file",
            "You take back 1: ",
        ] {
            assert_contains(&out, wanted);
        }
        let drawn = std::fs::read_to_string(&picture).expect("a picture");
        assert!(drawn.starts_with("<svg"), "{drawn}");
    }
    let out = seated(&["scenarios/regatta-4p.toml", "--set", "laps=3"], "rules\nquit\n");
    assert_contains(&out, "completes lap 3.");
    assert_contains(
        &out,
        "  Demeter: Boat; two fish, at any moment of your rolling or moving.",
    );
}

/// The end of the input is no choice.
#[test]
fn an_input_that_ends_too_early_is_an_error() {
    let (code, _, said) = played(&["scenarios/niagara-4p.toml"], "1\n1\n");
    let told = "error: the input ended before the game did. Nothing was saved.\n";
    assert_eq!((code, &*said), (Some(2), told));
}

/// What was taken back was never chosen, and a saved game goes on as if it had not been left.
#[test]
fn taking_back_and_continuing_change_nothing() {
    let dir = folder();
    let (path, saved) = ("scenarios/niagara-4p.toml", at(&dir, "game.json"));
    let rest = "1\n2\n1\nhint\n".to_owned() + &ones();
    let whole = seated(&[path], &format!("3\n2\n{rest}"));
    let regretted = seated(&[path], &format!("3\n5\n1\nback\nback\n2\n{rest}"));
    let after = |text: &str, line: &str| text.split_once(line).expect("this line").1.to_owned();
    let rest = after(&whole, "You choose 2: card 1\n");
    // The whole table is shown after a choice was taken back; then what is new, as ever.
    let chosen = "You choose 1: canoe 1 from space 4: paddle to space 3\n";
    let (told, again) = (after(&rest, chosen), after(&regretted, chosen));
    assert!(told.len() > 4_000, "{told}");
    assert!(told == again, "{regretted}");
    let left = seated(&[path], &format!("3\n2\n1\nsave {saved}\nquit\n"));
    assert_contains(&flat(&left), &flat(&format!("{saved} holds 3 choices.")));
    // An unfinished game is none to look back at.
    let replay = |more: &[&str]| outcome(balance().args(["replay", path, "--saved", &saved]).args(more));
    let (code, _, said) = replay(&[]);
    assert_eq!(code, Some(2), "{said}");
    assert_contains(&flat(&said), "holds no finished game: `balance play SCENARIO --resume ");
    let resumed = seated(&[path, "--resume", &saved], &format!("2\n1\nhint\n{}", ones()));
    let chosen = "You choose 2: to leave it at that\n";
    assert!(after(&rest, chosen) == after(&resumed, chosen), "{resumed}");
    // A finished game is kept, too, whatever is mistyped before, and an earlier choice of it can be made again.
    let typed = format!("sav x\n1\nsave {saved}\n\n");
    let lines = whole.matches("You choose ").count();
    seated(&[path], &format!("3\n2\n1\n2\n1\n{}{typed}", "1\n".repeat(lines - 5)));
    let end = seated(&[path, "--resume", &saved], "\n");
    assert!(!end.contains("Choose 1 to "), "{end}");
    let won = |told: &str| {
        flat(told)
            .split("Won by ")
            .nth(1)
            .and_then(|rest| Some(rest.split_once(" decisions.")?.0.to_owned()))
    };
    assert!(won(&end).is_some(), "{end}");
    // It is told like any other, with the same choices and the same end.
    let (code, told, _) = replay(&["--full"]);
    assert_eq!((code, won(&told)), (Some(0), won(&end)), "{told}");
    assert_contains(&told, "seat 1: a person");
    assert_contains(&told, "seat 1 chooses canoe 1 from space 4: paddle to space 3");
    let (code, page, _) = replay(&["--html"]);
    assert_eq!(code, Some(0));
    assert_contains(&page, "a person");
    assert_contains(&seated(&[path, "--resume", &saved], "back\nquit\n"), "Choose 1 to ");
}

#[test]
fn wrong_seats_bots_and_files_are_refused() {
    let dir = folder();
    let (path, saved) = ("scenarios/niagara-4p.toml", at(&dir, "game.json"));
    seated(&[path, "--against", "novice"], &format!("1\nsave {saved}\nquit\n"));
    let text = std::fs::read_to_string(&saved).expect("saved");
    let changed = at(&dir, "changed.json");
    let set = ["--set", "sets.same=5", "--configuration", "sets.same=5"];
    seated(&[&[path], &set[..]].concat(), &format!("save {changed}\nquit\n"));
    let greeting = "Game 0 of “sets.same=5” · Niagara · seed ";
    assert_contains(&seated(&[path, "--resume", &changed], "quit\n"), greeting);
    let other = scenario(
        dir.path(),
        "other.json",
        &text.replace("\"the cloud\"", "\"the storm\""),
    );
    let table = scenario(dir.path(), "table.csv", "a,b\n1,2\n");
    let own = scenario(dir.path(), "own.toml", "game = \"niagara\"\n");
    for (args, wanted) in [
        (&[path, "--seat", "5"][..], "there are 4 seats at this table"),
        (&[path, "--seat", "0"], "write the number of a seat"),
        (&[path, "--against", "exprt"], "did you mean “expert”?"),
        (&[path, "--configuration", "bass"], "there is no configuration “bass”"),
        (&[path, "--log", &table], "its first line is not “scenario,"),
        (&[path, "--resume", path], "is no saved game"),
        (&[path, "--resume", &saved, "--seat", "2"], "cannot be used with"),
        (
            &[path, "--resume", &other],
            "its choice 1, “the storm”, is not possible there",
        ),
        (
            &["scenarios/regatta-4p.toml", "--resume", &saved],
            "it is a game of Niagara, and regatta-4p is one of Hydra Regatta",
        ),
        (
            &[&own, "--resume", &saved],
            "it is a game of the scenario niagara-4p, whose rules",
        ),
        (&["-"], "standard input is for your choices"),
    ] {
        let said = flat(&refused(&[&["play"], args].concat()));
        assert_contains(&said, wanted);
    }
    let before = std::fs::read_to_string(&own).expect("a scenario");
    let out = seated(&[path], &format!("1\nsave {own}\nquit\n"));
    assert_contains(&flat(&out), "is something else than a saved game; name another file");
    assert_eq!(std::fs::read_to_string(&own).expect("a scenario"), before);
}
