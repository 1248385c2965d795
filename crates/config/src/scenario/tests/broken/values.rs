//! Kinds of values and ranges.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn values() {
    let all = catalogue(
        r#"
== whole number in quotes
game = "pond"
[rules]
players = "4"
== whole number expected
game = "pond"
games = 1e6
[rules]
players = 4.5
== out of range
game = "pond"
[rules]
players = 12
growth = 7.5
rounds = 0
== games out of range
game = "pond"
games = 0
seed = -1
== games too many
game = "pond"
games = 2_000_000_000_000
seed = 99999999999999999999
== unknown word
game = "pond"
[rules]
weather = "heavy_rain"
winner = "luck"
night = "fogy"
== word is a number
game = "pond"
[rules]
weather = 3
swim = "yes"
phases = "sunny"
== list items
game = "pond"
[rules]
phases = ["sunny", "fog", 3]
size = [5]
== map values
game = "pond"
[rules]
flies = { blue = 3, green = 300, red = "many" }
== table expected
game = "pond"
rules = 5
seats = "random"
bots = []
stop = true
matrix = 3
expect = 1
== date and not a number
game = "pond"
title = 2026-11-21
[rules]
growth = nan
[[variant]]
name = "v"
rules.growth = "150%"
== shares
game = "pond"
margin = "60%"
[rules]
rain = 12
[stop]
half-width = "small"
== shares in quotes
game = "pond"
[rules]
rain = "12"
[stop]
half-width = 0
== stop without width
game = "pond"
[stop]
half_width = 0.001
== seed too large
game = "pond"
seed = 9223372036854775808
"#,
    );
    assert_snapshot!(all);
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
