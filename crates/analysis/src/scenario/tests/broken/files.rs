//! Games and extended scenarios.

use crate::scenario::tests::{shown, shown_of};
use insta::assert_snapshot;

#[test]
fn unknown_game() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pnod"
"#)]), @r#"
    error: there is no game "pnod"
     --> a.toml:1:8
      |
    1 | game = "pnod"
      |        ^^^^^^
      |
      = help: did you mean "pond"?

    a.toml: 1 problem
    "#);
}

#[test]
fn game_missing() {
    assert_snapshot!(shown(&[("a.toml", r#"title = "No game"
[rules]
players = 4
"#)]), @r#"
    error: `game` is missing
     --> a.toml:1:1
      |
    1 | title = "No game"
      | ^^^^^
      |
      = help: add, say, game = "pond"; games: "pond", "dune-hop"

    a.toml: 1 problem
    "#);
}

#[test]
fn empty_file() {
    assert_snapshot!(shown(&[("a.toml", "")]), @r#"
    error: `game` is missing
     --> a.toml:1:1
      |
    1 |
      | ^
      |
      = help: add, say, game = "pond"; games: "pond", "dune-hop"

    a.toml: 1 problem
    "#);
}

#[test]
fn game_is_no_text() {
    assert_snapshot!(shown(&[("a.toml", r"game = 5
")]), @r#"
    error: `game` must be text, but is 5
     --> a.toml:1:8
      |
    1 | game = 5
      |        ^
      |
      = help: write "5" in quotes

    a.toml: 1 problem
    "#);
}

#[test]
fn extends_missing() {
    assert_snapshot!(shown(&[("s/a.toml", r#"extends = "pond-5.toml"
game = "pond"
"#), ("s/pond5.toml", "")]), @r#"
    error: there is no scenario file s/pond-5.toml
     --> s/a.toml:1:11
      |
    1 | extends = "pond-5.toml"
      |           ^^^^^^^^^^^^^
      |
      = help: did you mean `s/pond5.toml`?

    s/a.toml: 1 problem
    "#);
}

#[test]
fn extends_itself() {
    assert_snapshot!(shown(&[("a.toml", r#"extends = "./a.toml"
game = "pond"
"#)]), @r#"
    error: a scenario cannot extend itself
     --> a.toml:1:11
      |
    1 | extends = "./a.toml"
      |           ^^^^^^^^^^

    a.toml: 1 problem
    "#);
}

#[test]
fn extends_in_a_circle() {
    assert_snapshot!(shown(&[("a.toml", r#"extends = "b.toml"
game = "pond"
"#), ("b.toml", r#"extends = "c.toml"
"#), ("c.toml", r#"extends = "a.toml"
"#)]), @r#"
    error: `extends` goes in a circle: a.toml is already part of it
     --> c.toml:1:11
      |
    1 | extends = "a.toml"
      |           ^^^^^^^^

    a.toml: 1 problem
    "#);
}

#[test]
fn extended_file_has_mistakes() {
    assert_snapshot!(shown(&[("s/a.toml", r#"extends = "../base/b.toml"
[rules]
players = 44
"#), ("base/b.toml", r#"game = "pond"
[rules]
player = 4
leaves = "none.toml"
"#)]), @r#"
    error: `players` in [rules] is 44, but must be from 2 to 6
     --> s/a.toml:3:11
      |
    3 | players = 44
      |           ^^

    error: unknown key `player` in [rules]
     --> base/b.toml:3:1
      |
    3 | player = 4
      | ^^^^^^
      |
      = help: did you mean `players`?

    error: there is no file base/none.toml
     --> base/b.toml:4:10
      |
    4 | leaves = "none.toml"
      |          ^^^^^^^^^^^
      |
      = help: built in: "standard", "sparse"; `balance new pond --content DIR` writes files to start from

    s/a.toml: 3 problems
    "#);
}

#[test]
fn extends_another_game() {
    assert_snapshot!(shown(&[("a.toml", r#"extends = "b.toml"
game = "dune-hop"
"#), ("b.toml", r#"game = "pond"
"#)]), @r#"
    error: the scenario that is extended here is of the game "pond"
     --> a.toml:2:8
      |
    2 | game = "dune-hop"
      |        ^^^^^^^^^^
      |
      = help: leave `game` out, or extend a scenario of the same game

    a.toml: 1 problem
    "#);
}

#[test]
fn all_at_once() {
    assert_snapshot!(shown(&[("a.toml", r#"games = 0
game = "pond"
sede = 5
[rules]
players = "many"
weather = "sun"
[seats]
all = "bold"
[bots.bald]
kind = "heuristic"
[matrix]
"rules.rounds" = []
[expect]
"turns.mean" = { from = 9, to = 1 }
"#)]), @r#"
    error: `games` is 0, but must be from 1 to 1_000_000_000_000
     --> a.toml:1:9
      |
    1 | games = 0
      |         ^

    error: unknown key `sede`
     --> a.toml:3:1
      |
    3 | sede = 5
      | ^^^^
      |
      = help: did you mean `seed`?

    error: `players` in [rules] must be a whole number from 2 to 6, but is the text "many"
     --> a.toml:5:11
      |
    5 | players = "many"
      |           ^^^^^^

    error: `weather` in [rules] cannot be "sun"
     --> a.toml:6:11
      |
    6 | weather = "sun"
      |           ^^^^^
      |
      = help: did you mean "sunny"?

    error: there is no bot "bold"
     --> a.toml:8:7
      |
    8 | all = "bold"
      |       ^^^^^^
      |
      = help: did you mean "bald"?

    error: `rules.rounds` in [matrix] is an empty list
      --> a.toml:12:18
       |
    12 | "rules.rounds" = []
       |                  ^^
       |
       = help: name at least one value

    error: `to` of `turns.mean` in [expect] is less than its `from`
      --> a.toml:14:33
       |
    14 | "turns.mean" = { from = 9, to = 1 }
       |                                 ^
       |
       = help: put the smaller value in `from`

    a.toml: 7 problems
    "#);
}

#[test]
fn no_such_scenario() {
    let files = [("s/pond-5p.toml", ""), ("s/pond-6p.toml", ""), ("s/notes.md", "")];
    assert_snapshot!(shown_of("s/pond-5.toml", &files), @r"
    error: there is no scenario file s/pond-5.toml
     |
     = help: did you mean `s/pond-5p.toml`?

    s/pond-5.toml: 1 problem
    ");
    assert_snapshot!(shown_of("s/zebra.toml", &files), @r"
    error: there is no scenario file s/zebra.toml

    s/zebra.toml: 1 problem
    ");
    assert_snapshot!(shown_of("zebra.toml", &files), @r"
    error: there is no scenario file zebra.toml

    zebra.toml: 1 problem
    ");
}

/// Where the name of a scenario is all that was written, it is looked for where a project has them.
#[test]
fn a_scenario_of_the_usual_folder_is_found_by_its_name() {
    let files = [("Cargo.toml", ""), ("scenarios/pond-5p.toml", "")];
    for name in ["pond-5p", "pond-5p.toml", "pnod-5p"] {
        let said = shown_of(name, &files);
        assert!(said.contains("did you mean `scenarios/pond-5p.toml`?"), "{said}");
    }
    assert!(!shown_of("zebra", &files).contains("did you mean"));
}

#[test]
fn record_of_a_run() {
    assert_snapshot!(shown(&[("run.toml", r#"random-scheme = 1
scenario = "frogs"

[resolved]
game = "pond"
"#)]), @r"
    error: this is the record of a run, not a scenario
     --> run.toml:4:2
      |
    4 | [resolved]
      |  ^^^^^^^^
      |
      = help: name the scenario that was run, or copy what stands below [resolved] into a file of its own

    run.toml: 1 problem
    ");
}
