//! Texts, lists and tables that are not closed, and values that are not parted.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn syntax_text_not_closed() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = "Ponds
player = 5
"#)]), @r#"
    error: invalid basic string, expected `"`
     --> a.toml:2:15
      |
    2 | title = "Ponds
      |               ^

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

/// What is not closed, or lacks what parts it, is one mistake in its line, in the words of the parser, and all else that can be
/// read is told as well.
#[test]
fn what_cannot_be_read_is_one_mistake() {
    for (text, line, others) in [
        ("flies = { blue = 1\nplayers = 3", 4, 0),
        ("flies = { blue = 1\n[seats]\nall = \"random\"", 4, 0),
        ("phases = [\"sunny\"\nplayers = 3", 4, 0),
        ("phases = [\"sunny\"\"foggy\"]\nplayers = 12", 3, 1),
        ("phases = [\"sunny, \"foggy\"]\nplayers = 12", 3, 1),
        ("phases = [\n\"sunny\"\n\"foggy\"]\n", 5, 0),
        ("phases = [\"sunny\"}\nplayers = 3", 3, 1),
        ("phases = [sunny day]\nplayers = 12", 3, 1),
        ("flies = { blue = big fly }\nplayers = 12", 3, 1),
        ("flies = { blue 1 }\nplayers = 12", 3, 1),
        ("flies = { blue == 1 }\nplayers = 12", 3, 1),
        ("flies = { blue = 1,, red = 2 }\nplayers = 12", 3, 1),
        ("flies = { blue = 1 red = 2 }\nplayers = 12", 3, 1),
        ("flies = [blue = 1]\nplayers = 12", 3, 1),
        ("swim = true rain = 1\nplayers = 12", 3, 1),
    ] {
        let said = shown(&[("a.toml", &format!("game = \"pond\"\n[rules]\n{text}\n"))]);
        assert!(said.contains(&format!("a.toml:{line}:")), "{said}");
        let count = 1 + others;
        assert!(said.contains(&format!("a.toml: {count} problem")), "{said}");
    }
}
