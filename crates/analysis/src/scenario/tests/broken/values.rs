//! Kinds of values and ranges.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn whole_number_in_quotes() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
players = "4"
"#)]), @r#"
    error: `players` in [rules] must be a whole number from 2 to 6, but is the text "4"
     --> a.toml:3:11
      |
    3 | players = "4"
      |           ^^^
      |
      = help: write 4 without quotes

    a.toml: 1 problem
    "#);
}

#[test]
fn whole_number_expected() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
games = 1e6
[rules]
players = 4.5
"#)]), @r"
    error: `games` must be a whole number from 1 to 1_000_000_000_000, but is 1e6
     --> a.toml:2:9
      |
    2 | games = 1e6
      |         ^^^
      |
      = help: write 1_000_000

    error: `players` in [rules] must be a whole number from 2 to 6, but is 4.5
     --> a.toml:4:11
      |
    4 | players = 4.5
      |           ^^^

    a.toml: 2 problems
    ");
}

#[test]
fn out_of_range() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
players = 12
growth = 7.5
rounds = 0
"#)]), @r"
    error: `players` in [rules] is 12, but must be from 2 to 6
     --> a.toml:3:11
      |
    3 | players = 12
      |           ^^

    error: `growth` in [rules] is 7.5, but must be from 0.5 to 2
     --> a.toml:4:10
      |
    4 | growth = 7.5
      |          ^^^

    error: `rounds` in [rules] is 0, but must be from 1 to 500
     --> a.toml:5:10
      |
    5 | rounds = 0
      |          ^

    a.toml: 3 problems
    ");
}

#[test]
fn games_out_of_range() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
games = 0
seed = -1
"#)]), @r"
    error: `games` is 0, but must be from 1 to 1_000_000_000_000
     --> a.toml:2:9
      |
    2 | games = 0
      |         ^

    error: `seed` is -1, but must be from 0 to 9_223_372_036_854_775_807
     --> a.toml:3:8
      |
    3 | seed = -1
      |        ^^

    a.toml: 2 problems
    ");
}

#[test]
fn games_too_many() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
games = 2_000_000_000_000
seed = 99999999999999999999
"#)]), @r"
    error: `games` is 2_000_000_000_000, but must be from 1 to 1_000_000_000_000
     --> a.toml:2:9
      |
    2 | games = 2_000_000_000_000
      |         ^^^^^^^^^^^^^^^^^

    error: `seed` is 99999999999999999999, but must be from 0 to 9_223_372_036_854_775_807
     --> a.toml:3:8
      |
    3 | seed = 99999999999999999999
      |        ^^^^^^^^^^^^^^^^^^^^

    a.toml: 2 problems
    ");
}

#[test]
fn unknown_word() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
weather = "heavy_rain"
winner = "luck"
night = "fogy"
"#)]), @r#"
    error: `weather` in [rules] cannot be "heavy_rain"
     --> a.toml:3:11
      |
    3 | weather = "heavy_rain"
      |           ^^^^^^^^^^^^
      |
      = help: did you mean "heavy-rain"?

    error: `winner` in [rules] cannot be "luck"
     --> a.toml:4:10
      |
    4 | winner = "luck"
      |          ^^^^^^
      |
      = help: possible: "most-flies", "first-home"

    error: `night` in [rules] cannot be "fogy"
     --> a.toml:5:9
      |
    5 | night = "fogy"
      |         ^^^^^^
      |
      = help: did you mean "foggy"?

    a.toml: 3 problems
    "#);
}

#[test]
fn word_is_a_number() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
weather = 3
swim = "yes"
phases = "sunny"
"#)]), @r#"
    error: `weather` in [rules] must be text, but is 3
     --> a.toml:3:11
      |
    3 | weather = 3
      |           ^
      |
      = help: possible values: "sunny", "heavy-rain", "foggy"

    error: `swim` in [rules] must be true or false, but is the text "yes"
     --> a.toml:4:8
      |
    4 | swim = "yes"
      |        ^^^^^
      |
      = help: write true

    error: `phases` in [rules] must be a list, but is the text "sunny"
     --> a.toml:5:10
      |
    5 | phases = "sunny"
      |          ^^^^^^^
      |
      = help: write ["sunny"]

    a.toml: 3 problems
    "#);
}

#[test]
fn list_items() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
phases = ["sunny", "fog", 3]
size = [5]
"#)]), @r#"
    error: `phases[2]` in [rules] cannot be "fog"
     --> a.toml:3:20
      |
    3 | phases = ["sunny", "fog", 3]
      |                    ^^^^^
      |
      = help: did you mean "foggy"?

    error: `phases[3]` in [rules] must be text, but is 3
     --> a.toml:3:27
      |
    3 | phases = ["sunny", "fog", 3]
      |                           ^
      |
      = help: possible values: "sunny", "heavy-rain", "foggy"

    error: `size` in [rules] has 1 value, but must have exactly 2 values
     --> a.toml:4:8
      |
    4 | size = [5]
      |        ^^^

    a.toml: 3 problems
    "#);
}

#[test]
fn map_values() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
flies = { blue = 3, green = 300, red = "many" }
"#)]), @r#"
    error: `flies.green` in [rules] is 300, but must be from 0 to 255
     --> a.toml:3:29
      |
    3 | flies = { blue = 3, green = 300, red = "many" }
      |                             ^^^

    error: `flies.red` in [rules] must be a whole number from 0 to 255, but is the text "many"
     --> a.toml:3:40
      |
    3 | flies = { blue = 3, green = 300, red = "many" }
      |                                        ^^^^^^

    a.toml: 2 problems
    "#);
}

#[test]
fn table_expected() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
rules = 5
seats = "random"
bots = []
stop = true
matrix = 3
expect = 1
"#)]), @r#"
    error: [rules] must be a table of keys, but is 5
     --> a.toml:2:9
      |
    2 | rules = 5
      |         ^
      |
      = help: keys below it: `end-points`, `flies`, `growth`, `leaves`, `night`, `phases`, `players`, `rain`, `rounds`, `size`, `swim`, `weather`, `winner`

    error: [seats] must be a table of keys, but is the text "random"
     --> a.toml:3:9
      |
    3 | seats = "random"
      |         ^^^^^^^^
      |
      = help: write seats.all = "random" for every seat, or seats.1 = … for one

    error: [bots] must be a table of keys, but is a list
     --> a.toml:4:8
      |
    4 | bots = []
      |        ^^

    error: [stop] must be a table of keys, but is true
     --> a.toml:5:8
      |
    5 | stop = true
      |        ^^^^
      |
      = help: keys below it: `bands`, `half-width`, `variants`

    error: [matrix] must be a table of keys, but is 3
     --> a.toml:6:10
      |
    6 | matrix = 3
      |          ^

    error: [expect] must be a table of keys, but is 1
     --> a.toml:7:10
      |
    7 | expect = 1
      |          ^

    a.toml: 6 problems
    "#);
}

#[test]
fn date_and_not_a_number() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = 2026-11-21
[rules]
growth = nan
[[variant]]
name = "v"
rules.growth = "150%"
"#)]), @r#"
    error: `title` must be text, but is the date 2026-11-21
     --> a.toml:2:9
      |
    2 | title = 2026-11-21
      |         ^^^^^^^^^^

    error: `growth` in [rules] is nan, but must be an ordinary number
     --> a.toml:4:10
      |
    4 | growth = nan
      |          ^^^

    error: `rules.growth` in [[variant]] must be a number from 0.5 to 2, but is the text "150%"
     --> a.toml:7:16
      |
    7 | rules.growth = "150%"
      |                ^^^^^^
      |
      = help: write 1.5

    a.toml: 3 problems
    "#);
}

/// Who writes other margins than there are is told which there are.
#[test]
fn two_margins() {
    for text in [
        "margin = { turns = \"5%\" }",
        "rate-margin = \"5%\"",
        "[margin]\nwin-rate = \"1%\"",
    ] {
        let said = shown(&[("a.toml", &format!("game = \"pond\"\n{text}\n"))]);
        assert!(
            said.contains("`length-margin` that of the mean length")
                && said.contains("is a band of [expect], such as \"turns.mean\""),
            "{said}"
        );
    }
    let said = shown(&[("a.toml", "game = \"pond\"\nmargn = \"1%\"\n")]);
    assert!(said.contains("did you mean `margin`?"), "{said}");
}

#[test]
fn shares() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
margin = "60%"
[rules]
rain = 12
[stop]
half-width = "small"
"#)]), @r#"
    error: `margin` is "60%", but must be more than 0% and at most 25%
     --> a.toml:2:10
      |
    2 | margin = "60%"
      |          ^^^^^

    error: `rain` in [rules] is 12, but must be from 0% to 100%
     --> a.toml:4:8
      |
    4 | rain = 12
      |        ^^
      |
      = help: write "12%" if per cent are meant

    error: `half-width` in [stop] must be a share such as "5%" or 0.05, but is the text "small"
     --> a.toml:6:14
      |
    6 | half-width = "small"
      |              ^^^^^^^

    a.toml: 3 problems
    "#);
}

#[test]
fn shares_in_quotes() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[rules]
rain = "12"
[stop]
half-width = 0
"#)]), @r#"
    error: `rain` in [rules] must be a share such as "5%" or 0.05, but is the text "12"
     --> a.toml:3:8
      |
    3 | rain = "12"
      |        ^^^^
      |
      = help: write "12%"

    error: `half-width` in [stop] is 0, but must be more than 0% and at most 50%
     --> a.toml:5:14
      |
    5 | half-width = 0
      |              ^

    a.toml: 2 problems
    "#);
}

#[test]
fn stop_without_width() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[stop]
half_width = 0.001
"#)]), @r"
    error: unknown key `half_width` in [stop]
     --> a.toml:3:1
      |
    3 | half_width = 0.001
      | ^^^^^^^^^^
      |
      = help: did you mean `half-width`?

    a.toml: 1 problem
    ");
}

#[test]
fn seed_too_large() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
seed = 9223372036854775808
"#)]), @r"
    error: `seed` is 9223372036854775808, but must be from 0 to 9_223_372_036_854_775_807
     --> a.toml:2:8
      |
    2 | seed = 9223372036854775808
      |        ^^^^^^^^^^^^^^^^^^^

    a.toml: 1 problem
    ");
}

/// A number in quotes has lost its unit, or its quotes are too much: both are said.
#[test]
fn a_share_in_quotes_without_its_unit() {
    let said = |margin: &str| shown(&[("a.toml", &format!("game = \"pond\"\nmargin = \"{margin}\"\n"))]);
    for (margin, help) in [
        ("0.02", "write \"0.02%\", or \"2%\" if that is meant"),
        ("2", "write \"2%\""),
    ] {
        let problems = said(margin);
        assert!(problems.contains(&format!("help: {help}\n")), "{problems}");
    }
}
