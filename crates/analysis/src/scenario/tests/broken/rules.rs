//! Keys, and the command line.

use crate::scenario::Overrides;
use crate::scenario::tests::{load_with, shown};
use insta::assert_snapshot;

#[test]
fn unknown_rule() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
end-point.coins = 7
"#)]), @r"
    error: unknown key `end-point` in [rules]
     --> a.toml:3:1
      |
    3 | end-point.coins = 7
      | ^^^^^^^^^
      |
      = help: did you mean `end-points`?

    a.toml: 1 problem
    ");
}

#[test]
fn unknown_nested_rule() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
players = 4
end-points.coin = 7
"#)]), @r"
    error: unknown key `end-points.coin` in [rules]
     --> a.toml:4:12
      |
    4 | end-points.coin = 7
      |            ^^^^
      |
      = help: did you mean `end-points.coins`?

    a.toml: 1 problem
    ");
}

#[test]
fn unknown_rule_with_underscore() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules.end_points]
coins = 7
"#)]), @r"
    error: unknown key `end_points` in [rules]
     --> a.toml:2:8
      |
    2 | [rules.end_points]
      |        ^^^^^^^^^^
      |
      = help: did you mean `end-points`?

    a.toml: 1 problem
    ");
}

#[test]
fn unknown_rule_like_nothing() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
zebras = 7
"#)]), @r"
    error: unknown key `zebras` in [rules]
     --> a.toml:3:1
      |
    3 | zebras = 7
      | ^^^^^^
      |
      = help: keys here: `end-points`, `flies`, `growth`, `leaves`, `night`, `phases`, `players`, `rain`, `rounds`, `size`, `swim`, `weather`, `winner`

    a.toml: 1 problem
    ");
}

#[test]
fn rule_at_top() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
players = 4
"#)]), @r"
    error: unknown key `players`
     --> a.toml:2:1
      |
    2 | players = 4
      | ^^^^^^^
      |
      = help: `players` is a rule: move it below [rules]

    a.toml: 1 problem
    ");
}

#[test]
fn unknown_key_at_top() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
game_count = 4
[variants]
"#)]), @r"
    error: unknown key `game_count`
     --> a.toml:2:1
      |
    2 | game_count = 4
      | ^^^^^^^^^^
      |
      = help: did you mean `game`? It has a value already

    error: unknown key `variants`
     --> a.toml:3:2
      |
    3 | [variants]
      |  ^^^^^^^^
      |
      = help: did you mean `variant`?

    a.toml: 2 problems
    ");
}

#[test]
fn unknown_key_whose_neighbour_is_set() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
players = 4
player = 5
"#)]), @r"
    error: unknown key `player` in [rules]
     --> a.toml:4:1
      |
    4 | player = 5
      | ^^^^^^
      |
      = help: did you mean `players`? It has a value already

    a.toml: 1 problem
    ");
}

#[test]
fn mistakes_on_the_command_line() {
    let overrides = Overrides {
        games: Some(0),
        seed: Some(u64::MAX),
        ..Overrides::default()
    };
    let problems = load_with(&[("a.toml", "game = \"pond\"\n")], &overrides).unwrap_err();
    assert_snapshot!(problems, @r"
    error: --games is 0, but must be from 1 to 1_000_000_000_000

    error: --seed is 18446744073709551615, but must be from 0 to 9_223_372_036_854_775_807

    a.toml: 2 problems
    ");
}
