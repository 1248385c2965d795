//! Content files, and what games find.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn content_missing() {
    assert_snapshot!(shown(&[("s/a.toml", r#"game = "pond"
[rules]
leaves = "leafs.toml"
"#), ("s/leaves.toml", "")]), @r#"
    error: there is no file s/leafs.toml
     --> s/a.toml:3:10
      |
    3 | leaves = "leafs.toml"
      |          ^^^^^^^^^^^^
      |
      = help: did you mean `s/leaves.toml`?

    s/a.toml: 1 problem
    "#);
}

#[test]
fn content_set_unknown() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
leaves = "standart"
"#)]), @r#"
    error: `leaves` in [rules] cannot be "standart"
     --> a.toml:3:10
      |
    3 | leaves = "standart"
      |          ^^^^^^^^^^
      |
      = help: did you mean "standard"? A file is named with its ending, such as "standart.toml"

    a.toml: 1 problem
    "#);
}

#[test]
fn content_fault() {
    assert_snapshot!(shown(&[("s/a.toml", r#"game = "pond"
[rules]
leaves = "own.toml"
"#), ("s/own.toml", r#"leaf = "green"
frog = "rotten"
"#)]), @r#"
    error: a leaf cannot be rotten
     --> s/own.toml:2:9
      |
    2 | frog = "rotten"
      |         ^^^^^^
      |
      = help: say `fresh`

    s/a.toml: 1 problem
    "#);
}

#[test]
fn content_fault_beside_other_mistakes() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
player = 3
leaves = "own.toml"
"#), ("own.toml", r"leaf = 'rotten'
")]), @r"
    error: unknown key `player` in [rules]
     --> a.toml:3:1
      |
    3 | player = 3
      | ^^^^^^
      |
      = help: did you mean `players`?

    error: a leaf cannot be rotten
     --> own.toml:1:9
      |
    1 | leaf = 'rotten'
      |         ^^^^^^
      |
      = help: say `fresh`

    a.toml: 2 problems
    ");
}

#[test]
fn fault_of_a_rule() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
end-points.coins = 40
players = 3
"#)]), @r"
    error: 40 coins cannot be had by 3 players
     --> a.toml:3:20
      |
    3 | end-points.coins = 40
      |                    ^^

    a.toml: 1 problem
    ");
}

#[test]
fn fault_in_one_configuration() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
end-points.coins = 40
[matrix]
"rules.players" = [4, 3, 2]
"#)]), @r#"
    error: 40 coins cannot be had by 3 players, in the configuration "players 3"
     --> a.toml:3:20
      |
    3 | end-points.coins = 40
      |                    ^^

    error: 40 coins cannot be had by 2 players, in the configuration "players 2"
     --> a.toml:3:20
      |
    3 | end-points.coins = 40
      |                    ^^

    a.toml: 2 problems
    "#);
}

#[test]
fn fault_of_a_bot() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
all = "parrot"
[bots.parrot]
kind = "scripted"
script = [
  "jump",
  "fly",
]
"#)]), @r#"
    error: frogs cannot "fly"
     --> a.toml:8:3
      |
    8 |   "fly",
      |   ^^^^^

    a.toml: 1 problem
    "#);
}

#[test]
fn content_is_no_text() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
leaves = 5
[matrix]
"rules.leaves" = ["sparse", "gone.toml", true]
"#)]), @r#"
    error: `leaves` in [rules] must be text, but is 5
     --> a.toml:3:10
      |
    3 | leaves = 5
      |          ^
      |
      = help: possible values: "standard", "sparse"

    error: there is no file gone.toml
     --> a.toml:5:29
      |
    5 | "rules.leaves" = ["sparse", "gone.toml", true]
      |                             ^^^^^^^^^^^
      |
      = help: built in: "standard", "sparse"; `balance new pond --content DIR` writes files to start from

    error: `rules.leaves` in [matrix] must be text, but is true
     --> a.toml:5:42
      |
    5 | "rules.leaves" = ["sparse", "gone.toml", true]
      |                                          ^^^^
      |
      = help: possible values: "standard", "sparse"

    a.toml: 3 problems
    "#);
}

/// No TOML: told like that of a scenario, and the game is not asked what else is wrong.
#[test]
fn content_is_no_toml() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
leaves = "own.toml"
"#), ("own.toml", r"leaf = rotten
frog
colours = [1, 2
")]), @r"
    error: string values must be quoted, expected literal string
     --> own.toml:1:8
      |
    1 | leaf = rotten
      |        ^^^^^^

    error: key with no value, expected `=`
     --> own.toml:2:5
      |
    2 | frog
      |     ^

    error: unclosed array, expected `]`
     --> own.toml:3:16
      |
    3 | colours = [1, 2
      |                ^

    a.toml: 3 problems
    ");
}
