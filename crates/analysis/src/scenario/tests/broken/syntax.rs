//! Mistakes of TOML itself.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn syntax_value_missing() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
games =
[rules]
players = 12
"#)]), @r#"
    error: string values must be quoted, expected literal string
     --> a.toml:2:8
      |
    2 | games =
      |        ^
      |
      = help: write a value, such as 5, "text" or true

    error: `players` in [rules] is 12, but must be from 2 to 6
     --> a.toml:4:11
      |
    4 | players = 12
      |           ^^

    a.toml: 2 problems
    "#);
}

#[test]
fn syntax_text_without_quotes() {
    assert_snapshot!(shown(&[("a.toml", r"game = pond
[rules]
rain = 5%
")]), @r#"
    error: string values must be quoted, expected literal string
     --> a.toml:1:8
      |
    1 | game = pond
      |        ^^^^
      |
      = help: text stands in straight quotes: "pond"

    error: string values must be quoted, expected literal string
     --> a.toml:3:8
      |
    3 | rain = 5%
      |        ^^
      |
      = help: text stands in straight quotes: "5%"

    a.toml: 2 problems
    "#);
}

#[test]
fn syntax_colon() {
    assert_snapshot!(shown(&[("a.toml", r"game: pond
")]), @r"
    error: invalid unquoted key, expected letters, numbers, `-`, `_`
     --> a.toml:1:5
      |
    1 | game: pond
      |     ^
      |
      = help: write `=` between a key and its value

    a.toml: 1 problem
    ");
}

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
      |
      = help: write true, or "True" where text is meant

    a.toml: 2 problems
    "#);
}

#[test]
fn syntax_decimal_comma() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
rain = 0,5
growth = 01.5
"#)]), @r"
    error: unexpected key or value, expected newline, `#`
     --> a.toml:3:9
      |
    3 | rain = 0,5
      |         ^
      |
      = help: decimals are written with a point, such as 0.5, and thousands with `_`, such as 1_000

    error: unexpected leading zero, expected nothing
     --> a.toml:4:10
      |
    4 | growth = 01.5
      |          ^

    a.toml: 2 problems
    ");
}

/// A key of which the line cannot be read is there: neither is it missing, nor is anything said of what it leaves out.
#[test]
fn syntax_a_broken_key_is_not_missing() {
    let said = shown(&[(
        "a.toml",
        "game = \"pond\"\nseats.all = \"x\"\n[bots.x]\nkind = \"scripted\"\nscript = hop\n[rules]\nend-points.coins = 41\n",
    )]);
    assert!(said.contains("quotes: \"hop\""), "{said}");
    assert!(said.contains("41 coins cannot be had by 4 players"), "{said}");
    assert!(!said.contains("missing"), "{said}");
    let said = shown(&[(
        "a.toml",
        "game = \"pond\"\n[rules]\nplayers = 5 of us\nend-points.coins = 41\n",
    )]);
    assert!(!said.contains("cannot be had"), "{said}");
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
fn syntax_curly_quotes() {
    assert_snapshot!(shown(&[("a.toml", r"game = “pond”
")]), @r#"
    error: string values must be quoted, expected literal string
     --> a.toml:1:8
      |
    1 | game = “pond”
      |        ^^^^^^
      |
      = help: text stands in straight quotes: "pond"

    a.toml: 1 problem
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
