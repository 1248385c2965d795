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
    error: there is no value here
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
    error: text must stand in straight quotes
     --> a.toml:1:8
      |
    1 | game = pond
      |        ^^^^
      |
      = help: write "pond"

    error: text must stand in straight quotes
     --> a.toml:3:8
      |
    3 | rain = 5%
      |        ^^
      |
      = help: write "5%"

    a.toml: 2 problems
    "#);
}

#[test]
fn syntax_colon() {
    assert_snapshot!(shown(&[("a.toml", r"game: pond
")]), @r"
    error: a key and its value are joined by `=`
     --> a.toml:1:5
      |
    1 | game: pond
      |     ^
      |
      = help: write `=` instead of `:`

    a.toml: 1 problem
    ");
}

#[test]
fn syntax_brackets() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules
players = 4
"#)]), @r"
    error: the name of this table is not closed
     --> a.toml:2:7
      |
    2 | [rules
      |       ^
      |
      = help: end it with `]`, or `]]` for a list of tables

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
"#)]), @r"
    error: `games` is set twice
     --> a.toml:3:1
      |
    3 | games = 6
      | ^^^^^
      |
      = help: keep one of them

    error: `True` is not a value
     --> a.toml:5:8
      |
    5 | swim = True
      |        ^^^^
      |
      = help: write true

    a.toml: 2 problems
    ");
}

#[test]
fn syntax_decimal_comma() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
rain = 0,5
growth = 01.5
"#)]), @r"
    error: something that does not belong here follows the value
     --> a.toml:3:9
      |
    3 | rain = 0,5
      |         ^
      |
      = help: decimals are written with a point, such as 0.5, and thousands with `_`, such as 1_000

    error: a number cannot start with 0
     --> a.toml:4:10
      |
    4 | growth = 01.5
      |          ^
      |
      = help: leave the zero out

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
    assert!(said.contains("write \"hop\""), "{said}");
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
    error: a backslash in quotes starts an escape such as `\n`, and this is none
     --> a.toml:2:13
      |
    2 | title = "C:\q"
      |             ^
      |
      = help: write `\\` for a backslash, or put the text in single quotes

    error: the name of a key is missing
     --> a.toml:3:1
      |
    3 | = 5
      | ^
      |
      = help: write a key before `=`

    error: one `=` too many
     --> a.toml:4:8
      |
    4 | games == 5
      |        ^
      |
      = help: write one `=` between key and value

    error: `_` may only stand between two digits
     --> a.toml:5:9
      |
    5 | seed = 1__0
      |         ^
      |
      = help: write, say, 1_000_000

    error: `@` cannot stand in the name of a key
     --> a.toml:6:2
      |
    6 | n@me = 1
      |  ^
      |
      = help: names are made of letters, digits, `-` and `_`; put any other name in quotes

    error: a table is not closed
     --> a.toml:8:19
      |
    8 | flies = { blue = 1
      |                   ^
      |
      = help: end the table with `}`

    a.toml: 6 problems
    "#);
}

#[test]
fn syntax_curly_quotes() {
    assert_snapshot!(shown(&[("a.toml", r"game = “pond”
")]), @r#"
    error: text must stand in straight quotes
     --> a.toml:1:8
      |
    1 | game = “pond”
      |        ^^^^^^
      |
      = help: write "pond"

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
    error: tables or lists are nested too deep
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
    assert_snapshot!(shown(&[("a.toml", &text)]), @r"
    error: tables or lists are nested too deep
     --> a.toml:3:1
      |
    3 | a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a...a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.b = 1
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    a.toml: 1 problem
    ");
}
