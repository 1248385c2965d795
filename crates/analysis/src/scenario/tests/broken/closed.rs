//! Texts, lists and tables that are not closed, and values that are not parted.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn syntax_text_not_closed() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = "Ponds
player = 5
"#)]), @r#"
    error: this text is not closed
     --> a.toml:2:15
      |
    2 | title = "Ponds
      |               ^
      |
      = help: put a quote at its end, of the same kind as at its start

    error: unknown key `player`
     --> a.toml:3:1
      |
    3 | player = 5
      | ^^^^^^
      |
      = help: keys here: `base-name`, `bots`, `expect`, `extends`, `fair-share`, `game`, `games`, `league`, `length-margin`, `margin`, `matrix`, `rules`, `seats`, `seed`, `stop`, `title`, `tune`, `variant`

    a.toml: 2 problems
    "#);
}

/// The text swallows what follows in its line, which is no mistake of its own.
#[test]
fn syntax_quote_missing() {
    let band = "game = \"pond\"\n[expect]\n\"win-rate.frog\" = { from = \"18%, to = \"22%\" }\n";
    assert_snapshot!(shown(&[("a.toml", band)]), @r#"
    error: a quote is missing in this line
     --> a.toml:3:1
      |
    3 | "win-rate.frog" = { from = "18%, to = "22%" }
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: put one at the start and at the end of every text

    a.toml: 1 problem
    "#);
    let list = "game = \"pond\"\n[matrix]\n\"seats.all\" = [\"random, \"heuristic\"]\n";
    assert_snapshot!(shown(&[("a.toml", list)]), @r#"
    error: a quote is missing in this line
     --> a.toml:3:1
      |
    3 | "seats.all" = ["random, "heuristic"]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: put one at the start and at the end of every text

    a.toml: 1 problem
    "#);
}

/// What it may say is missed nowhere.
#[test]
fn nothing_is_missed_in_a_line_that_cannot_be_read() {
    for lines in [
        "[stop]\nhalf-width = \"0\n",
        "[stop]\nbands = true\n[expect]\n\"win-rate.frog\" = { from = \"18%, to = \"22%\" }\n",
    ] {
        let said = shown(&[("a.toml", &format!("game = \"pond\"\n{lines}"))]);
        assert!(
            said.trim_end().ends_with(": 1 problem") && !said.contains("[stop] "),
            "{said}"
        );
    }
}

#[test]
fn syntax_list_not_closed() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
rotate = ["random", "heuristic"
"#)]), @r#"
    error: a list is not closed
     --> a.toml:3:32
      |
    3 | rotate = ["random", "heuristic"
      |                                ^
      |
      = help: end the list with `]`

    a.toml: 1 problem
    "#);
}

/// A comma that is missing in a list or a table, in a line or at the end of one, is told between which values, and all else
/// is told as well.
#[test]
fn syntax_comma_forgotten() {
    let list = "game = \"pond\"\ngames = \"many\"\n[seats]\nrotate = [\"random\" \"heuristik\"]\n";
    assert_snapshot!(shown(&[("a.toml", list)]), @r#"
    error: `games` must be a whole number from 1 to 1_000_000_000_000, but is the text "many"
     --> a.toml:2:9
      |
    2 | games = "many"
      |         ^^^^^^

    error: a comma is missing between `"random"` and `"heuristik"`
     --> a.toml:4:19
      |
    4 | rotate = ["random" "heuristik"]
      |                   ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    error: there is no bot "heuristik"
     --> a.toml:4:20
      |
    4 | rotate = ["random" "heuristik"]
      |                    ^^^^^^^^^^^
      |
      = help: did you mean "heuristic"? A bot of your own needs a table [bots.heuristik]

    a.toml: 3 problems
    "#);
    let lines = "game = \"pond\"\nseats.all = \"x\"\n[bots.x]\nkind = \"scripted\"\nscript = [\n  \"hop\"  # far\n  \"fly\"\n]\n";
    assert_snapshot!(shown(&[("a.toml", lines)]), @r#"
    error: a comma is missing between `"hop"` and `"fly"`
     --> a.toml:6:8
      |
    6 |   "hop"  # far
      |        ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    error: frogs cannot "fly"
     --> a.toml:7:3
      |
    7 |   "fly"
      |   ^^^^^

    a.toml: 2 problems
    "#);
    let table = "game = \"pond\"\n[rules]\nflies = { blue = 1 red = 2 \"dark red\" = 300 }\nplayers = 12 swim = 3\nsize = [5 6]\n";
    assert_snapshot!(shown(&[("a.toml", table)]), @r#"
    error: a comma is missing between `1` and `red`
     --> a.toml:3:19
      |
    3 | flies = { blue = 1 red = 2 "dark red" = 300 }
      |                   ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    error: a comma is missing between `2` and `"dark red"`
     --> a.toml:3:27
      |
    3 | flies = { blue = 1 red = 2 "dark red" = 300 }
      |                           ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    error: `flies.dark red` in [rules] is 300, but must be from 0 to 255
     --> a.toml:3:41
      |
    3 | flies = { blue = 1 red = 2 "dark red" = 300 }
      |                                         ^^^

    error: `players` in [rules] is 12, but must be from 2 to 6
     --> a.toml:4:11
      |
    4 | players = 12 swim = 3
      |           ^^

    error: `swim` begins another key on the same line
     --> a.toml:4:13
      |
    4 | players = 12 swim = 3
      |             ^
      |
      = help: one key a line: begin a new one before `swim`

    error: `swim` in [rules] must be true or false, but is 3
     --> a.toml:4:21
      |
    4 | players = 12 swim = 3
      |                     ^

    error: a comma is missing between `5` and `6`
     --> a.toml:5:10
      |
    5 | size = [5 6]
      |          ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    a.toml: 7 problems
    "#);
    let broad = "game = \"pond\"\n[rules]\nflies = {\n  blue = 1\n  red = -2\n}\n";
    assert_snapshot!(shown(&[("a.toml", broad)]), @r#"
    error: a comma is missing between `1` and `red`
     --> a.toml:4:11
      |
    4 |   blue = 1
      |           ^
      |
      = help: values of a list, and keys of a table in braces, are parted by commas

    error: `flies.red` in [rules] is -2, but must be from 0 to 255
     --> a.toml:5:9
      |
    5 |   red = -2
      |         ^^
      |
      = help: so much less than now is written "-2", in quotes

    a.toml: 2 problems
    "#);
}

/// What is not closed, what has no room for a comma, and words without quotes are no commas forgotten.
#[test]
fn syntax_no_comma_forgotten() {
    for (text, wanted) in [
        (
            "flies = { blue = 1\nplayers = 3",
            "a table above this line is not closed",
        ),
        (
            "flies = { blue = 1\n[seats]\nall = \"random\"",
            "a table above this line is not closed",
        ),
        (
            "phases = [\"sunny\"\nplayers = 3",
            "a list above this line is not closed",
        ),
        ("phases = [\"sunny\"\"foggy\"]", "a comma is missing before this"),
        ("phases = [\"sunny\"}", "a list is closed with the bracket of a table"),
        ("phases = [sunny day]", "write \"sunny day\""),
        ("flies = { blue = big fly }", "write \"big fly\""),
        ("flies = { blue 1 }", "`=` is missing before this"),
        ("flies = { blue == 1 }", "one `=` too many"),
        ("flies = { blue = 1,, red = 2 }", "one comma too many"),
        ("flies = [blue = 1]", "a list has values, but no keys"),
    ] {
        let said = shown(&[("a.toml", &format!("game = \"pond\"\n[rules]\n{text}\n"))]);
        assert!(
            said.contains(wanted) && !said.contains("comma is missing between"),
            "{said}"
        );
    }
}
