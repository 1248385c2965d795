//! Mistakes of TOML itself.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn syntax_brackets() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules
players = 4
"#)]), @r"
    error: unclosed table, expected `]`
     --> a.toml:2:7
      |
    2 | [rules
      |       ^

    a.toml: 1 problem
    ");
}

#[test]
fn syntax_set_twice() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
games = 5
games = 6
[rules]
swim = True
"#)]), @r#"
    error: duplicate key
     --> a.toml:3:1
      |
    3 | games = 6
      | ^^^^^

    error: invalid boolean, expected `true`
     --> a.toml:5:8
      |
    5 | swim = True
      |        ^^^^

    a.toml: 2 problems
    "#);
}

#[test]
fn syntax_other() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = "C:\q"
= 5
games == 5
seed = 1__0
n@me = 1
[rules]
flies = { blue = 1
"#)]), @r#"
    error: missing escaped value, expected `b`, `e`, `f`, `n`, `r`, `\`, `"`, `x`, `u`, `U`
     --> a.toml:2:13
      |
    2 | title = "C:\q"
      |             ^
      |
      = help: a backslash in "…" begins a letter of its own: write / in its place, or put the path between '…'

    error: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`
     --> a.toml:3:1
      |
    3 | = 5
      | ^

    error: extra `=`, expected nothing
     --> a.toml:4:8
      |
    4 | games == 5
      |        ^

    error: `_` may only go between digits, expected nothing
     --> a.toml:5:9
      |
    5 | seed = 1__0
      |         ^

    error: invalid unquoted key, expected letters, numbers, `-`, `_`
     --> a.toml:6:2
      |
    6 | n@me = 1
      |  ^

    error: unclosed inline table, expected `}`
     --> a.toml:8:19
      |
    8 | flies = { blue = 1
      |                   ^

    a.toml: 6 problems
    "#);
}

#[test]
fn text_beyond_ascii() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = 'Frösche 🐸' 
[rules]
wetter = "süß 🐸"
weather = "süß 🐸"
"#)]), @r#"
    error: unknown key `wetter` in [rules]
     --> a.toml:4:1
      |
    4 | wetter = "süß 🐸"
      | ^^^^^^
      |
      = help: did you mean `weather`? It has a value already

    error: `weather` in [rules] cannot be "süß 🐸"
     --> a.toml:5:11
      |
    5 | weather = "süß 🐸"
      |           ^^^^^^^^
      |
      = help: possible: "sunny", "heavy-rain", "foggy"

    a.toml: 2 problems
    "#);
}

#[test]
fn windows_line_ends() {
    assert_snapshot!(shown(&[("a.toml", "game = \"pond\"\r\n[rules]\r\nplayers = 12\r\n")]), @r"
    error: `players` in [rules] is 12, but must be from 2 to 6
     --> a.toml:3:11
      |
    3 | players = 12
      |           ^^

    a.toml: 1 problem
    ");
}

#[test]
fn nested_too_deep() {
    let text = format!("game = \"pond\"\na = {}\n", "[".repeat(200));
    assert_snapshot!(shown(&[("a.toml", &text)]), @r"
    error: cannot recurse further; max recursion depth met
     --> a.toml:2:85
      |
    2 | a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
      |                                                                                     ^

    a.toml: 1 problem
    ");
}

#[test]
fn dotted_too_deep() {
    let text = format!("game = \"pond\"\n[rules]\n{}b = 1\n", "a.".repeat(300));
    assert_snapshot!(shown(&[("a.toml", &text)]), @r#"
    error: recursion limit
     --> a.toml:1:1
      |
    1 | game = "pond"
      | ^

    a.toml: 1 problem
    "#);
}
