//! Trials without a file of their own: `--set`, and a scenario from standard input.

use super::{SMALL, assert_contains, balance, ended, fed, folder, json, printed, refused, scenario, written};

#[test]
fn one_value_is_compared_and_several_are_crossed() {
    let (_dir, path) = written("small.toml", SMALL);
    let named = |args: &[&str]| {
        let found = json(&[&["validate", &path, "--json"], args].concat());
        found["scenarios"][0]["configurations"].clone()
    };
    assert_eq!(
        named(&["--set", "end-points.coins=5", "--set", "rules.players=5,6"]),
        serde_json::json!([
            "players 5 · base",
            "players 5 · end-points.coins=5",
            "players 6 · base",
            "players 6 · end-points.coins=5"
        ])
    );
}

#[test]
fn trials_stand_beside_each_other_and_their_commands_repeat_them() {
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().display().to_string();
    let set = ["--set", "end-points.coins=5"];
    let run = |args: &[&str]| {
        let run = ["run", &path, "--games", "1e2", "--details", "--quiet", "--out", &out];
        printed(&[&run[..], args].concat())
    };
    run(&[]);
    let text = run(&set);
    assert!(text.contains("200 games of Riverbed Hunt · 2 versions"), "{text}");
    assert!(dir.path().join("small/report.md").exists());
    let report = std::fs::read_to_string(dir.path().join("small-end-points-coins-5/report.md")).expect("a report");
    assert_contains(
        &report,
        "balance replay small.toml --seed 5 --set end-points.coins=5 --configuration",
    );
    let changed = ["--configuration", "end-points.coins=5", "--game", "7"];
    let told = printed(&[&["replay", &path], &set[..], &changed[..]].concat());
    assert!(told.starts_with("Game 7 of “end-points.coins=5”"), "{told}");
}

/// What may be tuned stands in nobody's way but that of a search.
#[test]
fn a_rule_that_may_be_tuned_can_be_tried() {
    let dir = folder();
    let tuned = |rest: &str| {
        let text = format!(
            "{SMALL}\n[expect]\n\"turns.mean\" = {{ to = 30 }}\n\n[tune]\n\"hand-limit\" = [\"-1\", 5]\n{rest}"
        );
        scenario(dir.path(), "tuned.toml", &text)
    };
    let path = tuned("");
    // From none there is no step down, but the search does not start there.
    for crossed in ["hand-limit=2,4", "hand-limit=0,4"] {
        let set = ["--set", crossed];
        printed(&[&["validate", &path], &set[..]].concat());
        let told = printed(
            &[
                &["replay", &path, "--game", "7", "--configuration", "hand-limit 4"],
                &set[..],
            ]
            .concat(),
        );
        assert!(told.starts_with("Game 7 of “hand-limit 4”"), "{told}");
    }
    // A list of the file is another matter: its search would not know what it starts from.
    let path = tuned("\n[matrix]\n\"rules.hand-limit\" = [2, 4]\n");
    for args in [&["validate", &path][..], &["tune", &path]] {
        let said = refused(args);
        assert!(said.contains("is varied by `rules.hand-limit` in [matrix]"), "{said}");
    }
}

#[test]
fn wrong_settings_are_shown_where_they_stand() {
    let (dir, path) = written("small.toml", SMALL);
    let said = refused(&["validate", &path, "--set", "end-points.coin=5"]);
    assert_contains(&said, " in --set");
    assert_contains(&said, "did you mean `rules.end-points.coins`?");
    let said = refused(&["run", &path, "--set", "coins"]);
    assert!(said.contains("--set coins is no key with a value"), "{said}");
    let slid = SMALL.to_owned() + "\"turns.mean\" = { to = 30 }\n";
    let slid = scenario(dir.path(), "slid.toml", &slid);
    let said = refused(&["validate", &slid]);
    assert!(said.contains("unknown key `turns.mean` in [seats]"), "{said}");
}

#[test]
fn a_scenario_may_come_from_standard_input() {
    let dir = folder();
    let mut command = balance();
    let command = command
        .args(["run", "-", "--games", "50", "--quiet", "--out"])
        .arg(dir.path());
    let output = fed(command, SMALL);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = std::fs::read_to_string(dir.path().join("stdin/report.md")).expect("a report");
    assert!(report.contains("balance run - --games 50"), "{report}");
    let output = fed(balance().args(["validate", "-"]), "games = [");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("-:1:10"),
        "its place is told"
    );
}

/// In a matrix it is told where it is out of play, though it is in play elsewhere; what is a rule of some tables alone is not.
#[test]
fn an_entry_out_of_play_at_some_tables_is_told_in_a_matrix() {
    let text = "game = \"riverbed\"\n\n[matrix]\n\"rules.players\" = [5, 8, 9]\n\n[[variant]]\nname = \"log\"\nrules.tile.17 = \
                [\"1 log\"]\n";
    let (_dir, path) = written("mine.toml", text);
    let (_, said) = ended(&["validate", &path], 0);
    let wanted =
        "`tile.17` has no effect: this is not in play at this table, in 1 of 3 configurations, such as \"players 5";
    assert!(said.replace('\n', " ").contains(wanted), "{said}");
    assert_eq!(said.matches("no effect").count(), 1, "{said}");
}
